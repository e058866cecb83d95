"""The front: the command `bartizan`, pictures of maps, and the pages of the rules reference."""
