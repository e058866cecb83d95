"""What goes wrong for people who write games as text, and where it is held that it ends well.

One row a slip that authors of other tools have reported. It names the files of `tests/bad` that must fail with a code
at a place, the tests that hold what no such file can, or the reason why the slip cannot be made here.
"""

from __future__ import annotations

from typing import NamedTuple


class Row(NamedTuple):
    """One slip: what it is, and what holds its outcome."""

    says: str
    bad: str = ""  # files of tests/bad, parted by blanks
    tests: str = ""  # file::function, parted by blanks
    cannot: str = ""  # why it cannot be made


TEXT = (
    Row(
        "an id, a member or a key that reads as a truth elsewhere is an error, and a text that does is a warning",
        "BZ209-norway BZ207-yes BZ207-capital BZ208-unknown-member BZ211-norway-as-a-title BZ211-null-word",
        "test_load.py::test_nothing_is_guessed",
    ),
    Row(
        "a key is a text, whatever it looks like",
        "BZ120-truths BZ120-nothing BZ120-in-braces BZ120-legend BZ120-unknown-field",
        "test_load.py::test_keys_are_found_by_their_text",
    ),
    Row(
        "numbers with leading zeros and octal ones are refused, with the number to write",
        "BZ205-leading-zero BZ205-octal BZ217-leading-zero",
        "test_authoring.py::test_a_hint_says_which_number_to_write",
    ),
    Row(
        "no number is counted in sixties",
        "BZ205-base-60 BZ211-time-as-a-title",
        "test_load.py::test_nothing_is_guessed",
    ),
    Row(
        "a version has quotes, and the lost zero is told",
        "BZ214-version BZ214-required-version BZ214-date-as-a-version BZ215-version",
        "test_authoring.py::test_the_lost_zero_of_a_version_is_told",
    ),
    Row(
        "numbers without an end and those that are none are refused",
        "BZ205-infinite BZ205-not-a-number BZ205-json-s-not-a-number BZ205-exponent",
    ),
    Row(
        "the size of a number is judged by its text",
        "BZ206-beyond-64-bits BZ206-beyond-the-least BZ206-five-thousand-digits",
        "test_load.py::test_nothing_is_guessed",
    ),
    Row(
        "a date without quotes stays the text that it is",
        "BZ211-date-as-a-title BZ209-date-as-an-id",
        "test_load.py::test_nothing_is_guessed",
    ),
    Row(
        "there is one grammar of numbers: digits, perhaps a minus",
        "BZ205-underscore BZ205-trailing-underscore BZ205-hexadecimal BZ205-binary BZ205-sign BZ205-decimal-point BZ205-quoted-number BZ205-full-width-digit BZ205-thousands BZ136-number-with-a-comma",
        "test_authoring.py::test_a_hint_says_which_number_to_write",
    ),
    Row(
        "an empty value is told at its key",
        "BZ215-empty-title BZ215-null BZ215-empty-in-the-ruleset BZ215-comments-only-in-a-list BZ136-colon BZ136-empty-in-braces",
    ),
    Row(
        "null, numbers and lists as keys are refused, and 1.0 is not 1",
        "BZ120-nothing BZ121-list BZ121-mapping BZ118-number-and-text BZ121-empty BZ121-block",
    ),
    Row(
        "every explicit tag is refused with one code",
        "BZ112-known-types BZ112-code BZ112-before-a-number BZ112-lone BZ112-on-a-key BZ112-on-collections BZ112-not-specific",
    ),
    Row(
        "tags that make objects are refused like any other",
        "BZ112-code BZ112-python BZ112-binary BZ112-on-collections BZ112-unknown-handle",
    ),
    Row(
        "a blank at the end of an id is shown",
        "BZ209-trailing-blank BZ209-blank-in-front BZ209-no-break-space BZ302-dash-at-the-end",
        "test_authoring.py::test_what_cannot_be_seen_is_shown",
    ),
    Row(
        "an id from a block of lines has a line end in it, and is none",
        "BZ209-block-of-lines",
        "test_authoring.py::test_a_name_ends_where_its_text_ends",
    ),
    Row(
        "two names that differ in their characters and not to the eye are told at both places",
        "BZ119-accent BZ119-angstrom BZ119-same-accent-is-a-duplicate BZ209-letter-of-another-script",
    ),
    Row(
        "a colon of another alphabet is told with the one that was meant",
        "BZ129-among-fields BZ129-in-a-list BZ129-in-braces BZ129-last-line BZ129-no-break-space BZ129-whole-file BZ129-ratio-sign BZ129-then-deeper",
    ),
    Row(
        "a second colon in a value: quote it",
        "BZ123-title BZ123-in-a-list BZ123-after-astral BZ123-after-quotes BZ123-after-brackets BZ123-with-comment",
    ),
    Row(
        "a comment that cuts a text short is told",
        "BZ130-in-a-list BZ130-number BZ130-behind-several-lines BZ218-comment-in-a-title",
    ),
    Row(
        "values that begin with a sign of YAML: quote them",
        "BZ124-at BZ124-percent BZ124-backtick BZ124-brace BZ124-bracket BZ124-comma BZ124-dash BZ124-question BZ114-lone BZ114-pattern BZ112-text-without-quotes BZ113-text-without-quotes",
        "test_authoring.py::test_the_hint_quotes_the_value",
    ),
)

STRUCTURE = (
    Row(
        "a key that stands twice is an error with both places",
        "BZ118-same-value BZ118-quoted-and-plain BZ118-three-times BZ118-in-braces BZ118-by-an-escape BZ118-before-a-break",
        "test_load.py::test_of_two_keys_the_first_stays",
    ),
    Row("a merge key has one clear code, whatever stands beside it", "BZ115-then-an-override BZ115-list"),
    Row("two merge keys are refused as each of them is", "BZ115-twice"),
    Row(
        "a report never fails for want of a hint, a note or an end",
        "",
        "test_authoring.py::test_a_report_needs_no_more_than_a_place_and_words",
    ),
    Row("a few bytes cannot stand for millions of values", "BZ114-laughs BZ117-list"),
    Row(
        "what is refused is an error, and no empty result",
        "BZ114-laughs BZ117-list",
        "test_authoring.py::test_a_limit_is_an_error_and_gives_nothing",
    ),
    Row("an alias in what it stands for is told at the alias", "BZ114-recursive BZ114-recursive-list BZ114-as-a-key"),
    Row(
        "deep nesting is told where it passes the limit",
        "BZ116-brackets BZ116-braces BZ116-dashes BZ116-closed BZ116-mappings",
        "test_load.py::test_sixty_four_deep_is_deep_enough",
    ),
    Row("an alias of nothing and an anchor used again are told", "BZ114-undefined BZ113-used-twice"),
    Row("an anchor that nothing uses is told", "BZ113-unused BZ113-on-a-mapping"),
    Row(
        "a tab has a message of its own",
        "BZ108-indents BZ108-after-the-colon BZ108-after-the-dash BZ108-inside-brackets BZ108-indents-after-blanks BZ108-at-the-end",
    ),
    Row(
        "indentation that fits nothing is told on its line",
        "BZ127-between BZ127-deeper BZ127-deeper-in-a-list BZ127-far-below BZ127-item-too-deep BZ127-first-line-deeper BZ132-slashes-for-a-comment",
    ),
    Row("a byte order mark at the start is accepted, with a note", "BZ105-mark-at-the-start BZ105-mark-and-cr-lf"),
    Row(
        "a byte order mark inside a file is an error, told once",
        "BZ106-joined-files BZ106-joined-files-same-keys BZ106-two-marks BZ106-before-a-list",
    ),
    Row(
        "line ends change nothing, and a carriage return alone is a warning",
        "BZ107-cr-alone BZ107-cr-cr-lf BZ107-mixed-ends",
        "test_build.py::test_line_ends_change_no_byte test_load_laws.py::test_line_ends_do_not_matter",
    ),
    Row(
        "columns count characters, also those beyond the first plane",
        "BZ123-after-astral BZ102-after-cr-lf-and-astral",
        "test_report.py::test_marks_stay_in_the_room_and_under_their_text test_formats.py::test_columns_count_code_points",
    ),
    Row(
        "what is not UTF-8 is told with its line and its offset",
        "BZ102-latin-1 BZ102-overlong BZ102-surrogate-in-bytes BZ102-utf-16-with-mark BZ102-utf-16-without-mark BZ102-utf-32 BZ102-cut-off-at-the-end BZ708-latin-1",
    ),
    Row(
        "an empty file is told at its beginning",
        "BZ109-no-byte BZ109-comments-alone BZ109-blank-lines-and-a-mark BZ109-a-document-of-nothing",
    ),
    Row(
        "a list or a text where a mapping should stand is told at its beginning",
        "BZ201-no-record BZ202-list-for-a-pack BZ201-list-for-a-ruleset",
    ),
    Row(
        "a second document is refused and never passed over",
        "BZ110-two-records BZ110-second-is-broken BZ110-first-is-empty BZ110-after-the-end-mark",
    ),
    Row("directives are told", "BZ111-version BZ111-unknown BZ111-two-are-one BZ111-without-a-document"),
    Row("lists and mappings as keys are refused", "BZ121-list BZ121-mapping BZ121-alias-in-a-list BZ121-template"),
    Row(
        "JSON is judged like YAML: a key that stands twice is an error",
        "BZ118-json BZ118-json-nested BZ471-key-twice",
        "test_load_laws.py::test_json_is_read_too",
    ),
)

SCHEMA = (
    Row(
        "of a union, the tag chooses the branch whose faults are told",
        "BZ204-missing-field-of-a-shape BZ216-second-word-is-wrong",
        "test_models.py::test_a_wrong_field_of_one_kind_is_told_by_its_kind_alone",
    ),
    Row(
        "a record without its kind, or of an unknown one, is told once with what was meant",
        "BZ212-unknown-kind BZ212-no-kind BZ212-kind-of-another-family BZ202-kind-in-a-list BZ203-misspelt-kind",
    ),
    Row(
        "a fault is told at the deepest place that explains it",
        "BZ203-unknown-field-of-a-shape BZ206-too-large BZ208-unknown-provenance BZ213-a-field-ruled-by-nothing BZ203-source-of-a-number",
    ),
    Row(
        "a missing field is told at the record that lacks it, by its name",
        "BZ204-no-title BZ204-missing-field-of-a-shape BZ204-missing-key-of-a-table BZ204-no-provenance BZ204-first-of-many",
    ),
    Row(
        "an unknown field is an error at its key, with what was meant",
        "BZ203-unknown-field BZ203-unknown-argument BZ203-unknown-field-in-defaults BZ203-unknown-part-of-a-file BZ203-capitals",
    ),
    Row(
        "schemas hold no reference that leads back to itself",
        "",
        "test_models.py::test_a_schema_stands_alone_and_is_closed",
    ),
    Row(
        "a bad value is told however deep it lies",
        "BZ302-id-on-a-cell",
        "test_models.py::test_models_and_schemas_agree test_mutants.py::test_small_wrongs_are_noticed",
    ),
    Row("a schema refers to nothing outside itself", "", "test_models.py::test_a_schema_stands_alone_and_is_closed"),
    Row(
        "no pattern of an author is ever run",
        cannot="fields have types, not patterns: there is no place where an author could write a regular expression",
    ),
    Row(
        "no share of a decimal is asked for",
        cannot="numbers are whole, so that no binary fraction ever stands for one; the schemas have no multipleOf",
        tests="test_authoring.py::test_schemas_ask_for_no_multiples",
    ),
    Row("no check meets a key that is no text", "BZ118-number-and-text BZ121-list"),
    Row(
        "a fault of the ruleset is no fault of the records",
        "BZ219-a-kind-with-flaws BZ219-ruleset-unreadable",
        "test_models.py::test_a_schema_stands_alone_and_is_closed",
    ),
    Row(
        "no wildcard hides a misspelt key",
        "BZ203-unknown-field-of-a-shape BZ303-unknown-field-of-a-source",
        "test_models.py::test_a_schema_stands_alone_and_is_closed test_mutants.py::test_small_wrongs_are_noticed",
    ),
    Row(
        "after what cannot be read, the report says that the rest is not checked, and other files are",
        "BZ110-second-is-broken",
        "test_load.py::test_after_a_break_the_rest_is_said_to_be_unchecked test_build.py::test_one_broken_file_hides_no_other_s_problems",
    ),
    Row("a thousand equal faults are no flood", "BZ103-a-hundred-are-told-ten-times", "test_report.py::test_report"),
    Row(
        "records do not refer to each other in a circle",
        "BZ714-each-other",
        "test_language.py::test_each_problem_comes_on_its_line_and_no_other",
        "records inherit nothing from each other: `defaults` lie in their file; packs and rules, which can form circles, are told with the circle",
    ),
    Row(
        "packs that need each other, and those that are not there, are told apart",
        "BZ714-each-other BZ714-itself BZ709-requires-another BZ709-nearly-its-name",
        "test_requires.py::test_a_circle_is_told_with_its_chain",
    ),
    Row(
        "an id in two files or two packs is an error with both places, unless it says what it replaces",
        "BZ301-twice-in-one-file BZ301-twice-in-two-files BZ301-same-in-every-word BZ301-of-a-required-pack BZ717-not-there",
        "test_requires.py::test_a_replacement_stands_where_the_other_stood",
    ),
    Row(
        "what was found out before never makes an answer stale: it is kept under all that it follows from",
        "",
        "test_cache.py::test_warm_is_cold_after_random_edits test_cache.py::test_another_program_finds_nothing test_again.py::test_again_is_anew_after_random_edits test_again.py::test_a_required_pack_is_a_part_of_the_rest",
    ),
    Row(
        "paths in reports for other programs are those of the repository, with what is odd in them encoded",
        "",
        "test_formats.py::test_paths_are_those_of_the_repository test_formats.py::test_every_log_holds_to_the_schema",
    ),
    Row(
        "where a program shows ten findings alone, errors come first and the totals are said",
        "",
        "test_formats.py::test_ten_of_each_severity_errors_first_and_nothing_is_lost",
    ),
    Row(
        "one file that breaks us ends no run without a word: it is told as our fault, with exit code 2",
        "",
        "test_cli.py::test_our_own_fault_is_told_as_ours test_build.py::test_one_broken_file_hides_no_other_s_problems test_fuzz.py::test_nothing_raises",
    ),
)

FILES = (
    Row(
        "two files that differ by their case are told with both",
        "BZ705-twins",
        "test_pack.py::test_two_names_that_differ_by_case_are_told_at_both",
    ),
    Row(
        "names that some systems cannot have are errors, and harmless ones are none",
        "BZ705-a-device BZ705-capitals",
        "test_pack.py::test_names_that_some_systems_cannot_have_are_errors test_pack.py::test_papers_for_people_are_passed_over",
    ),
    Row(
        "no path leads out of the pack",
        "BZ209-path-as-a-required-pack BZ470-file-outside-the-pack",
        "test_paths.py::test_nothing_is_shown_of_a_file_that_is_not_read",
    ),
    Row(
        "links are told and never followed, so that none leads in a circle",
        "BZ704-a-link BZ709-a-link",
        "test_pack.py::test_a_link_is_told_and_never_opened test_requires.py::test_reading_follows_no_link",
    ),
    Row(
        "a bad record takes nothing from the site in silence",
        "",
        "test_spoilt.py::test_the_page_of_a_record_tells_its_error_and_the_others_stand "
        "test_spoilt.py::test_the_command_makes_the_site_says_so_and_ends_with_1 "
        "test_cli.py::test_a_pack_with_errors_outside_of_records_gets_no_site "
        "test_cli.py::test_one_pack_with_errors_is_told_among_others",
        "a record with errors costs its own page, which tells them; with an error elsewhere nothing is written; either way "
        "the exit code is 1",
    ),
    Row(
        "a site is not written into the folder that is watched",
        "",
        "test_pages.py::test_a_site_is_replaced_but_nothing_else_is test_pages.py::test_building_twice_gives_the_same_bytes",
    ),
    Row(
        "no name becomes markup or a template",
        "",
        "test_pages.py::test_an_escaped_text_shows_as_itself test_pages.py::test_nothing_in_a_pack_becomes_markup",
    ),
)

MAPS = (
    Row(
        "blanks at the end are ignored with a note, ragged rows are told at their first bad cell",
        "BZ403-trailing-blanks BZ404-row-too-long BZ404-row-too-short BZ404-empty-row BZ402-tab-in-the-grid BZ402-invisible-character",
        "test_authoring.py::test_a_grid_needs_no_line_end",
    ),
    Row(
        "a start that is cut off is told with the nearest cell reached, a region that nothing reaches once",
        "BZ424-start-cut-off BZ424-start-behind-a-wall BZ425-goal-that-nothing-reaches BZ426-region-that-nothing-reaches",
        "test_maps_graph.py::test_a_start_is_lost_if_and_only_if_it_reaches_no_goal",
    ),
    Row(
        "nothing that is built closes the last way",
        cannot="ways follow the tags, the closed pairs and the one-way pairs of the map, and no rule can change those",
    ),
    Row(
        "whether steps go over corners is said by the map",
        "BZ482-corners-not-said BZ482-corners-of-hexes BZ208-unknown-layout BZ412-closed-but-far",
        "test_geometry.py::test_neighbours_are_the_cells_whose_centres_are_one_apart",
    ),
    Row(
        "the parity of hexes is told by name, and a drawing that contradicts it is refused",
        "BZ405-stagger-of-the-other-parity BZ405-one-row-out-of-line BZ405-squares-out-of-line",
        "test_geometry.py::test_neighbours_are_the_cells_whose_centres_are_one_apart test_geometry.py::test_distance_is_the_number_of_steps_on_an_open_plane",
    ),
    Row(
        "no corridor is too narrow for a piece",
        cannot="pieces have no width: any number of them stands on one cell, and what a cell holds is a rule of the game",
    ),
)

GROUPS = {"text": TEXT, "structure": STRUCTURE, "schema": SCHEMA, "files": FILES, "maps": MAPS}
