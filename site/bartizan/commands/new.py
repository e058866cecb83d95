"""x."""
def pack(): pass
def mission(): pass
def map(): pass
