"""The colours of pictures: one for each tag, way and kind of piece, told apart also by those who see few colours.

Tags take the colours in the order in which the board declares them. A page may set the variables (`--bz-tag-1`, ...);
alone, a picture follows the reader's light or dark scheme. Every shape also has its colour as an attribute, for viewers
that know no variables.
"""

from __future__ import annotations

# (name, light, dark). Neighbours in the list differ in lightness too, not in hue alone.
TAGS = (
    ("tag-1", "#ecdcb4", "#66552f"),
    ("tag-2", "#bfdcae", "#3a5f36"),
    ("tag-3", "#a3abb8", "#4d5664"),
    ("tag-4", "#f6c453", "#785405"),
    ("tag-5", "#f0a792", "#8a4331"),
    ("tag-6", "#92c8ec", "#245a80"),
    ("tag-7", "#cfb8ea", "#634a8a"),
    ("tag-8", "#86d3c5", "#1d5e55"),
    ("tag-9", "#f3c6de", "#803f63"),
    ("tag-10", "#d7d58a", "#595a1e"),
)
WAYS = (
    ("way-1", "#1d5b94", "#8fc7ff"),
    ("way-2", "#a3341c", "#ffb09c"),
    ("way-3", "#61359a", "#d3b8ff"),
    ("way-4", "#0d6b55", "#84e0c6"),
)
KINDS = (
    ("kind-1", "#37474f", "#cfd8dc"),
    ("kind-2", "#6a1b4d", "#f2b8d8"),
    ("kind-3", "#1b4965", "#b8dcf2"),
    ("kind-4", "#4a4e0f", "#e2e6a0"),
)
PLAIN = (
    ("page", "#ffffff", "#16191d"),
    ("empty", "#f6f5f1", "#23272d"),
    ("line", "#cfcbc0", "#3d434c"),
    ("band", "#ffffff", "#0f1114"),
    ("wall", "#3a3733", "#e9e6df"),
    ("ink", "#26241f", "#f4f2ed"),
    ("faint", "#3f3b34", "#d9d6cf"),
    ("alarm", "#b3261e", "#ff8a80"),
    ("heat", "#ff7043", "#d84315"),
)
_LIGHT = {name: light for name, light, _ in (*TAGS, *WAYS, *KINDS, *PLAIN)}


def tag(number: int) -> str:
    """The colour's name of the tag that is declared at this place, counted from 0."""
    return TAGS[number % len(TAGS)][0]


def way(number: int) -> str:
    """The colour's name of a way."""
    return WAYS[number % len(WAYS)][0]


def kind(number: int) -> str:
    """The colour's name of a kind of piece."""
    return KINDS[number % len(KINDS)][0]


def light(name: str) -> str:
    """The colour itself, as it is in a light scheme."""
    return _LIGHT[name]


def fill(name: str) -> str:
    """The attributes of a shape that is filled with a colour."""
    return f'class="f-{name}" fill="{_LIGHT[name]}"'


def stroke(name: str) -> str:
    """The attributes of a line of a colour."""
    return f'class="s-{name}" stroke="{_LIGHT[name]}" fill="none"'


def style(names: set[str]) -> str:
    """The style sheet of a picture that uses these colours."""
    used = [colour for colour in (*TAGS, *WAYS, *KINDS, *PLAIN) if colour[0] in names]
    light = "".join(f"--{name}:var(--bz-{name},{light});" for name, light, _ in used)
    dark = "".join(f"--{name}:var(--bz-{name},{dark});" for name, _, dark in used)
    rules = "".join(
        f".bz-picture .f-{name}{{fill:var(--{name})}}.bz-picture .s-{name}{{stroke:var(--{name})}}"
        for name, _, _ in used
    )
    return f".bz-picture{{{light}}}{rules}@media(prefers-color-scheme:dark){{.bz-picture{{{dark}}}}}"


def variables(*, dark: bool) -> str:
    """The declarations that give a page's pictures one scheme, whatever the reader's device says."""
    colours = (*TAGS, *WAYS, *KINDS, *PLAIN)
    return "".join(f"--bz-{name}:{night if dark else day};" for name, day, night in colours)
