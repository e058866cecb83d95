"""The compiler: from a folder of YAML and rules to one proven, compiled scenario."""
