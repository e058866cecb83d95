"""Many games of one scenario: played by bots on all cores or on a cluster, counted, and told with intervals.

`work` plays a range of seeds and counts it, wherever it runs; `tally` adds up; `ranges` says what is left to play;
`crew` hands ranges to workers and lives with those that die; `intervals` says how far a number can be trusted;
`results` makes tables of it all, `compare` sets two sides against each other, and `told` says it in the terminal.
"""
