"""The rule language: from the text of the rules to Python functions whose state can be saved anywhere."""
