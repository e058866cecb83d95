"""From what a model found wrong to a problem in our words: at the deepest place, with the likely fix.

pydantic says which rule was broken and where in the data; the nodes say where that stands in the file and how it was
written. The texts are all here, in one table of small functions, one for each rule that a model can break.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Iterator
from collections.abc import Mapping as Mapping_
from collections.abc import Sequence as Sequence_
from typing import TYPE_CHECKING, Any, NamedTuple

from bartizan_compiler import brackets
from bartizan_compiler.nodes import Mapping, Node, Scalar, Sequence
from bartizan_compiler.scalars import DEVICES, NO_ID, NOTHING, RESERVED
from bartizan_compiler.text import name as name_of
from bartizan_engine import misspelt
from bartizan_engine.problem import Problem, Spot, suggest

if TYPE_CHECKING:
    from pydantic import ValidationError

    from bartizan_compiler.families import Closed

TAGS = frozenset(
    f"#{tag}" for tag in "word call args value none some cell tags name hex square unknown id pair number".split()
)
MANY = 12
_RANGE = re.compile(r"\s*(?:\.{2,3}|\u2026|-|\u2013|\bto\b)\s*")
MISSING, UNKNOWN = "missing", "extra_forbidden"  # as pydantic calls them


class Place(NamedTuple):
    """Where a fault lies: the node, its key if it has one, and the path to it."""

    node: Node
    key: Scalar | None
    path: tuple[str | int, ...]

    @property
    def spot(self) -> Spot:
        """Where the node begins."""
        return first(self.node)


class Fault(NamedTuple):
    """One broken rule, with all that a message may need."""

    kind: str
    place: Place
    missing: str
    context: dict[str, Any]
    tags: tuple[str, ...]
    model: type[Closed] | None
    words: Words
    meant: str = ""  # by a name that is unknown: one that is missing beside it
    others: tuple[str, ...] = ()  # what else is missing at the same place
    around: Node | None = None  # the list or mapping that it stands in
    fits: Fits | None = None
    run: tuple[Scalar, ...] = ()  # with those that follow it in the list and have the same fault

    @property
    def holder(self) -> tuple[tuple[str | int, ...], tuple[str, ...]]:
        """The mapping that lacks a key, or has one too many."""
        return self.place.path[:-1] if self.kind == UNKNOWN else self.place.path, self.tags


Path = tuple[str | int, ...]
Fits = Callable[[Path, Any], bool]  # whether something could stand at a path
Words = Mapping_[str, Sequence_[str]]  # the words of effects, each with the arguments that it needs
Told = tuple[str, str, str, Spot]  # code, message, hint, where


def problems(
    error: ValidationError,
    root: Node,
    plain: Any,
    models: dict[int, type[Closed]],
    words: Words,
    label: str,
    fits: Fits | None = None,
) -> list[Problem]:
    """The problems of one record; `label` begins the path in their messages, and by `fits` hints are tried."""
    errors = error.errors(include_url=False, include_input=False)
    found = [_fault(item, root, plain, models, words)._replace(fits=fits) for item in errors]
    told = [_tell(fault, label) for fault in _causes(found) if not _lost(fault.place.node)]
    return sorted(set(told), key=lambda problem: (problem.spot, problem.code))


def _lost(node: Node) -> bool:
    return isinstance(node, Scalar) and node.lost


def crumb(label: str, path: tuple[str | int, ...]) -> str:
    """The way to a place, for people.

    >>> crumb("grunt", ("attacks", 1, "reach"))
    'grunt › attacks[2] › reach'
    """
    out = label
    for step in path:
        out += f"[{step + 1}]" if isinstance(step, int) else f" › {step}" if out else step
    return out


def first(node: Node) -> Spot:
    """Where a node begins: for a mapping or list in lines, its first line's first key."""
    if isinstance(node, Mapping) and node.pairs and not node.flow:
        return node.pairs[0][0].spot
    return node.spot


def shown(text: str) -> str:
    """A text in quotes, with what the eye would miss made visible.

    >>> shown("archer ")
    '"archer␣"'
    """
    visible = text.strip(" ")
    lead = len(text) - len(text.lstrip(" "))
    marked = "␣" * lead + visible + "␣" * (len(text) - lead - len(visible)) if visible else "␣" * len(text)
    marked = marked.replace("\n", "↵").replace("\t", "⇥")
    marked = "".join(char if char.isprintable() else f"<U+{ord(char):04X}>" for char in marked[:61])
    return f'"{marked[:60]}{"..." if len(marked) > 60 else ""}"'


# ---------------------------------------------------------------- one cause, one report


def _causes(faults: list[Fault]) -> list[Fault]:
    """The faults without what is missing only because it is misspelt, or because a key could not be read."""
    out = list(_runs([fault for fault in faults if fault.kind not in (MISSING, UNKNOWN)]))
    for holder in dict.fromkeys(fault.holder for fault in faults if fault.kind in (MISSING, UNKNOWN)):
        here = [fault for fault in faults if fault.holder == holder]
        missing = [fault for fault in here if fault.kind == MISSING]
        unknown = [fault for fault in here if fault.kind == UNKNOWN]
        out += _misspelt(unknown, missing)
        several = {key for fault in unknown for key in _several(fault)}
        missing = [fault for fault in missing if fault.missing not in several]
        node = missing[0].place.node if missing else None
        if not isinstance(node, Mapping) or node.spoilt:
            continue
        if not node.pairs:
            others = [fault.missing for fault in missing[1:]]
            missing = [missing[0]._replace(others=tuple(others))]
        out += missing
    return out


def _misspelt(unknown: list[Fault], missing: list[Fault]) -> list[Fault]:
    """The unknown keys, each with the missing one that it was to be; those are taken out of the missing ones."""
    names = [str(fault.place.path[-1]) for fault in unknown]
    meant = misspelt.meant(names, [fault.missing for fault in missing])
    missing[:] = [fault for fault in missing if fault.missing not in meant.values()]
    return [fault._replace(meant=meant.get(name, "")) for fault, name in zip(unknown, names, strict=True)]


def _runs(faults: list[Fault]) -> Iterator[Fault]:
    """The faults; texts that follow each other in a list and should be lists are one: their brackets are missing."""
    before: Fault | None = None
    after = 0  # the number in its list that would follow
    for fault in faults:
        node, path = fault.place.node, fault.place.path
        if fault.kind != "list_type" or not isinstance(node, Scalar) or not isinstance(fault.around, Sequence):
            yield fault
        elif before is not None and path[:-1] == before.place.path[:-1] and path[-1] == after:
            before, after = before._replace(run=(*before.run, node)), after + 1
        else:
            yield from [before] if before is not None else []
            before, after = fault._replace(run=(node,)), int(path[-1]) + 1
    yield from [before] if before is not None else []


def _several(fault: Fault) -> list[str]:
    """The keys of a table that an unknown one was to be all at once: those of a range or a list, or all of them."""
    if not _is(fault, "table") or fault.model is None:
        return []
    name, known = str(fault.place.path[-1]).strip(), fault.model.names()
    if name.lower() in ("all", "any", "each", "every", "*"):
        return known
    ends = _RANGE.split(name)
    if len(ends) == 2 and all(map(str.isdecimal, ends)):
        return [key for key in known if key.isdecimal() and int(ends[0]) <= int(key) <= int(ends[1])]
    if len(ends) == 2 and all(end in known for end in ends):
        return known[known.index(ends[0]) : known.index(ends[1]) + 1]
    listed = re.split(r"[\s,;/&+|]+", name)
    return listed if len(listed) > 1 and all(part in known for part in listed) else []


# ---------------------------------------------------------------- from pydantic's paths to ours


def _fault(item: Any, root: Node, plain: Any, models: dict[int, type[Closed]], words: Words) -> Fault:
    place, data, missing, tags = Place(root, None, ()), plain, "", []
    parent, around = plain, root
    for step in item["loc"]:
        node = place.node
        if isinstance(node, Mapping) and isinstance(step, str) and step in data:
            place, parent, around = Place(_value(node, step), node.key(step), (*place.path, step)), data, node
            data = data[step]
        elif isinstance(node, Sequence) and isinstance(step, int) and step < len(node.items):
            place, parent, around = Place(node.items[step], None, (*place.path, step)), data, node
            data = data[step]
        elif step in TAGS or step == "[key]":
            tags.append(str(step))
        else:
            missing = str(step)
    holder = parent if item["type"] == UNKNOWN else data
    model = models.get(id(holder))
    return Fault(item["type"], place, missing, item.get("ctx") or {}, tuple(tags), model, words, around=around)


def _value(node: Mapping, key: str) -> Node:
    value = node.get(key)
    assert value is not None
    return value


def _tell(fault: Fault, label: str) -> Problem:
    node = fault.place.node
    if isinstance(node, Scalar) and node.plain and NOTHING.match(node.text) and fault.kind not in (MISSING, UNKNOWN):
        code, message, hint, spot = _empty(fault)
    else:
        code, message, hint, spot = TELL.get(fault.kind, _wrong)(fault)
        hint = _commas(fault, hint) if fault.kind in _NAMES_ONE else hint
    path = fault.place.path[:-1] if fault.kind == UNKNOWN else fault.place.path
    return Problem(spot, code, f"{crumb(label, path)}: {message}" if path or label else message, hint)


# ---------------------------------------------------------------- one function a rule


def _missing(fault: Fault) -> Told:
    hint = "for example {is: invented}, or {is: printed, lines: [12]}" if fault.missing == "from" else ""
    if fault.others:
        names = ", ".join(f'"{name}"' for name in (fault.missing, *fault.others[:-1]))
        said = f'{names} and "{fault.others[-1]}" are missing'
        return "BZ204", said, "", fault.place.key.spot if fault.place.key else fault.place.spot
    what = f'the key "{fault.missing}" is missing' if _is(fault, "table") else f'"{fault.missing}" is missing'
    return "BZ204", what, hint, fault.place.key.spot if fault.place.key else fault.place.spot


def _unknown(fault: Fault) -> Told:
    name = str(fault.place.path[-1])
    known = fault.model.names() if fault.model else []
    spot = fault.place.key.spot if fault.place.key else fault.place.spot
    if _is(fault, "effect"):
        if name in fault.words:
            return "BZ304", f'the word "{name}" has no arguments', f"write {name} alone", spot
        return "BZ304", f"no word is named {shown(name)}", suggest(name, fault.words), spot
    listed = f"it is one of {_some(known)}" if known else ""
    near = f'did you mean "{fault.meant}"?' if fault.meant else suggest(name, known)
    if _is(fault, "table"):
        each = _each(fault, _several(fault))
        return "BZ203", f"{shown(name)} is no key of this table", each or near or listed, spot
    owner = fault.model.__name__ if fault.model else ""
    what = {"word": "argument of the word", "shape": "field of"}.get(owner.partition(".")[0], "field of")
    owned = f'{what} "{owner.rpartition(".")[2]}"' if owner[:1].islower() else "field here"
    return "BZ203", f"{shown(name)} is no {owned}", near or listed, spot


def _each(fault: Fault, keys: list[str]) -> str:
    value = fault.place.node
    said = value.text if isinstance(value, Scalar) and len(value.text) < 20 else "..."
    written = ", ".join(f"{key}: {said}" for key in keys[:MANY])
    return f"every key stands by itself: {written}{', ...' if len(keys) > MANY else ''}" if keys else ""


def _is(fault: Fault, group: str) -> bool:
    return fault.model is not None and fault.model.__name__.partition(".")[0] == group


def _number(fault: Fault) -> Told:
    node = fault.place.node
    if not isinstance(node, Scalar):
        return "BZ202", f"a whole number should stand here, not {_form(node)}", "", fault.place.spot
    return "BZ205", f"{shown(node.text)} is no whole number", _number_hint(node), node.spot


def _number_hint(node: Scalar) -> str:
    text = node.text.strip()
    if re.fullmatch(r"-?(0|[1-9][0-9]*)", text):
        return f"write {text} without quotes"
    plain = re.sub(r"(?<=[0-9])[_ '](?=[0-9_])|_", "", unicodedata.normalize("NFKC", text)).removeprefix("+")
    if re.fullmatch(r"-?0[xX][0-9a-fA-F]{1,15}|-?0[oO][0-7]{1,20}|-?0[bB][01]{1,62}", plain):
        return f"write it as a decimal: {int(plain, 0)}"
    if re.fullmatch(r"-?0[0-9]{1,18}", plain):
        return f"write {int(plain)}: leading zeros mean other numbers to some readers"
    if re.fullmatch(r"-?[0-9]{1,19}", plain) or (plain.isdecimal() and len(plain) < 20):
        return f"write {int(plain)}"
    if re.fullmatch(r"-?[0-9]*\.[0-9]*([eE][-+]?[0-9]+)?|-?[0-9]+[eE][-+]?[0-9]+", plain):
        return "only whole numbers are known here"
    if re.fullmatch(r"[-+]?[0-9]{1,6}(:[0-5]?[0-9]){1,4}", plain):
        return "write the number that is meant: some readers count such a text in sixties"
    if re.fullmatch(r"(?i)[-+]?\.?(inf(inity)?|nan)", plain):
        return "there is no such number here; write the greatest that is meant"
    return "a whole number is written in digits alone, such as 12 or -3"


def _beyond(fault: Fault) -> Told:
    text = fault.place.node.text if isinstance(fault.place.node, Scalar) else ""
    return "BZ206", f"{text[:24]}{'...' if len(text) > 24 else ''} does not fit into 64 bits", "", fault.place.spot


def _bounds(fault: Fault) -> Told:
    low, high = fault.context.get("ge"), fault.context.get("le")
    text = fault.place.node.text if isinstance(fault.place.node, Scalar) else "the number"
    message = f"{text} is below {low}" if low is not None else f"{text} is above {high}"
    return "BZ206", message, f"at least {low}" if low is not None else f"at most {high}", fault.place.spot


def _truth(fault: Fault) -> Told:
    node = fault.place.node
    if not isinstance(node, Scalar):
        return "BZ202", f"true or false should stand here, not {_form(node)}", "", fault.place.spot
    meant = {"yes": "true", "on": "true", "y": "true", "true": "true", "1": "true"}
    meant |= {"no": "false", "off": "false", "n": "false", "false": "false", "0": "false"}
    word = meant.get(node.text.strip().lower())
    return "BZ207", f"{shown(node.text)} is neither true nor false", f"write {word}" if word else "", node.spot


def _member(fault: Fault) -> Told:
    node = fault.place.node
    known = re.findall(r"'((?:[^'\\]|\\.)*)'", str(fault.context.get("expected", "")))
    if not isinstance(node, Scalar):
        if fault.tags[-1:] == ("#word",):
            return "BZ216", f"a word should stand here, not {_form(node)}", "", fault.place.spot
        return "BZ202", f"a name should stand here, not {_form(node)}", "", fault.place.spot
    if fault.tags[-1:] == ("#word",) and fault.place.path[:1] != ("legend",):
        return _word(fault, node)
    hint = suggest(node.text.strip(), known) or (_bracketed(fault) if fault.tags[-1:] == ("#word",) else "")
    return "BZ208", f"{shown(node.text)} is not one of {_some(known)}", hint, node.spot


def _word(fault: Fault, node: Scalar) -> Told:
    if fault.words.get(node.text):
        asked = " and ".join(f'"{name}"' for name in fault.words[node.text])
        hint = f"write {{{node.text}: ...}}"
        return "BZ304", f'the word "{node.text}" needs {asked}', hint, node.spot
    return "BZ304", f"no word is named {shown(node.text)}", suggest(node.text, fault.words), node.spot


def _name(fault: Fault) -> Told:
    node = fault.place.node
    text = str(fault.place.path[-1]) if "[key]" in fault.tags else node.text if isinstance(node, Scalar) else ""
    spot = fault.place.key.spot if "[key]" in fault.tags and fault.place.key else fault.place.spot
    if "[key]" not in fault.tags and not isinstance(node, Scalar):
        return "BZ202", f"a name should stand here, not {_form(node)}", "", spot
    if text == "none" and fault.kind != "snake":
        chosen = "[key]" in fault.tags or fault.place.path[-1:] in (("id",), ("name",))
        hint = "choose another name" if chosen else "name one that is there"
        return "BZ209", '"none" stands for nothing where a thing may be left out', hint, spot
    if fault.kind != "snake" and text.lower() in DEVICES:
        what = f'no file can be called "{text}" on Windows, and of ids files are made'
        return "BZ209", what, "choose another name", spot
    if fault.kind == "reserved" or text.lower() in RESERVED:
        return "BZ209", f"{shown(text)} reads as something else in many YAML tools", "choose another name", spot
    joint = "_" if fault.kind == "snake" else "-"
    letters = f"lower-case letters, digits and {joint}, a letter first"
    return "BZ209", f"{shown(text)} is no name: {letters}", _better_name(text, joint), spot


def _better_name(text: str, joint: str) -> str:
    """What to write in place of a text that is no name; a letter that only looks like one of ours is named."""
    bare = "".join(char for char in unicodedata.normalize("NFKD", text) if not unicodedata.combining(char))
    foreign = next((char for char in bare if char.isalpha() and not char.isascii()), "")
    if foreign:
        return f'"{foreign}" is {name_of(foreign)}'
    bare = bare.rpartition(":")[2] or bare  # an id does not say of which pack it is
    better = re.sub(r"[^a-z0-9]+", joint, bare.lower()).strip(joint)
    taken = RESERVED if joint == "_" else NO_ID
    usable = re.match(r"[a-z]", better) and better != text and better not in taken and len(better) <= 48
    return f'write "{better}"' if usable else ""


def _wanted_text(fault: Fault) -> Told:
    return "BZ202", f"a text should stand here, not {_form(fault.place.node)}", "", fault.place.spot


def _wanted_mapping(fault: Fault) -> Told:
    return "BZ202", f"a mapping should stand here, not {_form(fault.place.node)}", "", fault.place.spot


def _wanted_list(fault: Fault) -> Told:
    node = fault.place.node
    return "BZ202", f"a list should stand here, not {_form(node)}", _bracketed(fault), fault.place.spot


def _bracketed(fault: Fault) -> str:
    """What to write where brackets are missing, if that could stand there."""
    node, path = fault.place.node, fault.place.path
    if not isinstance(node, Scalar) or len(node.text) > 80:
        return ""
    if len(fault.run) > 1:
        return _all_bracketed(fault)
    for value in brackets.lists(node.text):
        if _fits(fault, path, value):
            return f"write {brackets.written(value)}"
    pair = _fits(fault, path, ["1", "2"]) and not _fits(fault, path, ["one", "two"])
    return "write two numbers: [1, 2]" if pair else ""


def _all_bracketed(fault: Fault) -> str:
    """The same for texts of a list that should be lists: together they are one, or each two of them."""
    texts, above = [node.text for node in fault.run], fault.place.path[:-1]
    whole = isinstance(fault.around, Sequence) and len(fault.around.items) == len(texts)
    for value in ([texts], [texts[at : at + 2] for at in range(0, len(texts), 2)]):
        if _fits(fault, above, value) and len(texts) <= MANY:
            lines = isinstance(fault.around, Sequence) and not fault.around.flow
            if whole and not lines:
                return f"write {brackets.written(value)}"
            return f"write {', '.join(('- ' if lines else '') + brackets.written(one) for one in value)}"
    return ""


def _fits(fault: Fault, path: Path, value: Any) -> bool:
    """Whether texts, or lists of them, could stand at a path."""

    def scalars(value: Any) -> Any:
        return [*map(scalars, value)] if isinstance(value, list) else Scalar(str(value), True, fault.place.spot)

    return fault.fits is not None and fault.fits(path, scalars(value))


def _commas(fault: Fault, hint: str) -> str:
    """The hint for a member of a list that is several, with nothing or something else where its commas should be."""
    node, path = fault.place.node, fault.place.path
    if not isinstance(node, Scalar) or not isinstance(fault.around, Sequence) or "[key]" in fault.tags:
        return hint
    parts = brackets.parts(node.text)
    if not 1 < len(parts) <= MANY or not all(_fits(fault, path, part) for part in parts):
        return hint
    blanks = brackets.by_blanks(node.text)
    if not fault.around.flow:
        return hint if blanks and not any("-" in part for part in parts) else 'give each a line that begins with "- "'
    if blanks and hint.startswith("write") and all(map(str.isalpha, parts)):
        return f"{hint}, or {', '.join(parts)} if a comma is missing"
    return f"a comma is missing: {', '.join(parts)}" if blanks else f"commas part them: {', '.join(parts)}"


def _size(fault: Fault) -> Told:
    low, high = (fault.context.get(key) for key in ("min_length", "max_length"))
    limit = f"at least {low}" if low is not None else f"at most {high}"
    what = "character" if fault.kind.startswith("string") else "element"
    what += "" if 1 in (low, high) else "s"
    had = fault.context.get("actual_length")
    spot = fault.place.key.spot if "[key]" in fault.tags and fault.place.key else fault.place.spot
    return "BZ210", f"{limit} {what} should stand here" + (f", not {had}" if had is not None else ""), "", spot


def _empty(fault: Fault) -> Told:
    name = fault.place.path[-1] if fault.place.path else ""
    what = f'"{name}" is empty' if isinstance(name, str) and name else "nothing stands here"
    return (
        "BZ215",
        what,
        "give it a value, or leave it out",
        fault.place.key.spot if fault.place.key else fault.place.spot,
    )


def _one_word(fault: Fault) -> Told:
    return "BZ216", "an effect is one word", "make each word an element of its own: - word: value", fault.place.spot


def _source(fault: Fault) -> Told:
    kind, needed = fault.context["kind"], fault.context["needed"]
    hints = {"lines": "lines: [12]", "address": 'address: "https://..."', "ruling": "ruling: the-id-of-the-ruling"}
    return (
        "BZ213",
        f'what is "{kind}" needs "{needed}"',
        hints.get(needed, ""),
        fault.place.key.spot if fault.place.key else fault.place.spot,
    )


def _quoted(fault: Fault) -> Told:
    text = fault.place.node.text if isinstance(fault.place.node, Scalar) else ""
    why = ": without quotes it is a number, and loses its last zero" if text.endswith("0") and "." in text else ""
    return "BZ214", f"the version {text} should be quoted{why}", f'write "{text}"', fault.place.spot


def _version(fault: Fault) -> Told:
    text = fault.place.node.text if isinstance(fault.place.node, Scalar) else ""
    return "BZ222", f"{shown(text)} is no version that can be compared", 'write it as in "0.1.0"', fault.place.spot


def _address(fault: Fault) -> Told:
    text = fault.place.node.text if isinstance(fault.place.node, Scalar) else ""
    what = f"{shown(text)} is no address that can be followed"
    return "BZ221", what, "an address begins with https:// or http://; say in a note what has none", fault.place.spot


def _seats(fault: Fault) -> Told:
    node = fault.place.node
    text = shown(node.text) if isinstance(node, Scalar) else _form(node)
    return "BZ217", f"{text} is no number of players", "write 1..4, or 2; at most 16", fault.place.spot


def _forms(fault: Fault) -> Told:
    """A map is drawn in one way; the second one is to blame, or the record where there is none."""
    node, forms = fault.place.node, fault.context["forms"]
    if not forms:
        return "BZ480", "the map is not drawn", "write a grid, tiles, tiled or nodes", fault.place.spot
    keys = [node.key(form) for form in forms] if isinstance(node, Mapping) else []
    spots = sorted(key.spot for key in keys if key)
    said = " and ".join(f'"{form}"' for form in forms)
    return "BZ480", f"the map is drawn by {said}", "keep one of them", spots[1] if len(spots) > 1 else fault.place.spot


def _together(fault: Fault) -> Told:
    node, by = fault.place.node, fault.context["by"]
    key = node.key(by) if isinstance(node, Mapping) else None
    message = f'"{fault.context["needed"]}" is missing'
    return "BZ204", message, f'it goes with "{by}"', key.spot if key else fault.place.spot


def _wrong(fault: Fault) -> Told:
    return "BZ202", f"{_form(fault.place.node)} cannot stand here", "", fault.place.spot


def _form(node: Node) -> str:
    if isinstance(node, Scalar):
        return shown(node.text)
    return "a mapping" if isinstance(node, Mapping) else "a list"


def _some(names: list[str]) -> str:
    return ", ".join(names[:MANY]) + (f" and {len(names) - MANY} more" if len(names) > MANY else "")


# The faults of a text that should name one thing.
_NAMES_ONE = frozenset(["kebab", "snake", "whole", "int_type", "truth", "bool_type", "literal_error"])

TELL: dict[str, Callable[[Fault], Told]] = {
    MISSING: _missing,
    UNKNOWN: _unknown,
    "whole": _number,
    "int_type": _number,
    "sixty_four": _beyond,
    "greater_than_equal": _bounds,
    "less_than_equal": _bounds,
    "truth": _truth,
    "bool_type": _truth,
    "literal_error": _member,
    "no_word": _member,
    "kebab": _name,
    "snake": _name,
    "reserved": _name,
    "string_type": _wanted_text,
    "model_type": _wanted_mapping,
    "model_attributes_type": _wanted_mapping,
    "dict_type": _wanted_mapping,
    "list_type": _wanted_list,
    "too_short": _size,
    "too_long": _size,
    "string_too_short": _size,
    "string_too_long": _size,
    "empty": _empty,
    "one_word": _one_word,
    "source": _source,
    "quoted": _quoted,
    "version": _version,
    "address": _address,
    "seats": _seats,
    "forms": _forms,
    "together": _together,
}
