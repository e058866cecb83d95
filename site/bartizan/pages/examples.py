"""Worked examples in words and tables: the situation, the dice, the answers, and what is true after."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from bartizan_compiler import scenes
from bartizan_engine import text as sentences
from bartizan_engine.declared import Field

from . import kindless, origin, situations, source, tags, values
from .book import LISTED, Book, example_shows, label, spell
from .carried import carried
from .markdown import code, escape, heading, join, listed, prose, records, said, span, table

if TYPE_CHECKING:
    from bartizan_compiler.shape import Record

    from .rulebook import Rule

_HOLE = re.compile(r"\{[a-z][a-z0-9_]*\}")  # stands for what each case has
PLACES = ("at", "carried_by", "zone")
TITLE = LISTED["example"]
INTRO = "Each of these is played by the engine whenever the pack is tested."


def pages(book: Book) -> dict[str, str]:
    """A page that lists the worked examples, and one for each of them."""
    return kindless.pages(book, "example", _list, _page)


def _list(book: Book, here: str, examples: Iterable[Record]) -> str:
    rows = [
        [
            book.link(here, ("example", one.id)),
            _shows(book, here, one),
            origin.badge(book, here, one.origin, short=True),
        ]
        for one in examples
    ]
    shown = records(table(["Example", "Shows", "Source"], rows))
    return join([heading(1, TITLE), INTRO, shown])


def _page(book: Book, here: str, example: Record) -> str:
    key = ("example", example.id)
    shows = _shows(book, here, example)
    return join(
        [
            heading(1, escape(book.title(key))),
            body(book, here, example),
            situations.figure(book, scenes.bare(example.values, book.pack.whose)),
            origin.before(book, here, key),
            tags.line(book, here, example),
            f"{span('bz-term', 'Shows')} {shows}\n{{ .bz-links }}" if shows else "",
            *carried(book, here, key),
            source.written(book, example),
        ]
    )


def _shows(book: Book, here: str, example: Record) -> str:
    return ", ".join(book.link(here, target) for target in example_shows(book, example))


def body(book: Book, here: str, example: Record) -> str:
    """An example without its heading, for its own page and for the pages of what it illustrates."""
    told = scenes.bare(example.values, book.pack.whose)
    return join(
        [
            origin.head(book, here, example.origin),
            prose(str(told.get("says") or "")),
            _table(book, here, told),
            *_situation(book, here, told.get("given"), told),
            _run(book, here, told.get("run")),
            _dice(book, told),
            _answers(book, told),
            *_outcome(book, here, told.get("then"), told),
            _cases(told.get("cases")),
        ]
    ).strip()


def _table(book: Book, here: str, told: Mapping[str, Any]) -> str:
    """Which mission, in which campaign, how many play, and with which options."""
    parts = [link for lead in ("campaign", "mission") for link in _lead(book, here, told.get(lead))]
    if told.get("players") not in (None, ""):
        parts.append(f"{_plain(told['players'])} {'player' if str(told['players']) == '1' else 'players'}")
    for name, value in (told.get("options") or {}).items():
        link = book.link(here, ("option", str(name)))
        parts.append(f"with {link}" if value is True else f"{link}: {_plain(value)}")
    return said("At the table", ", ".join(parts))


def _lead(book: Book, here: str, id: Any) -> list[str]:
    """A mission or a campaign, as a link."""
    return [book.link(here, key) for key in book.named(str(id or "")) if key[0] == "record"][:1]


def _next(book: Book, here: str, then: Mapping[str, Any]) -> str:
    """The game that the campaign plays next."""
    told = then.get("next") or {}
    parts = [book.link(here, ("entry", str(told["entry"])))] if "entry" in told else []
    parts += _lead(book, here, told.get("mission"))
    if "players" in told:
        parts.append(f"{_plain(told['players'])} {'player' if str(told['players']) == '1' else 'players'}")
    return f"next comes {', '.join(parts)}" if parts else ""


# ---------------------------------------------------------------- situations, before and after


def _situation(book: Book, here: str, given: Any, told: Mapping[str, Any]) -> Iterable[str]:
    given = given if isinstance(given, dict) else {}
    yield said("Given", _state(book, given))
    yield _pieces(book, here, given.get("pieces"), _kinds_of(told))
    yield _zones(book, given.get("zones"))


def _outcome(book: Book, here: str, then: Any, told: Mapping[str, Any]) -> Iterable[str]:
    then = then if isinstance(then, dict) else {}
    ends = [_state(book, then)]
    if "result" in then:
        ends.append(f"the game ends: **{escape(label(sentences.spoken(str(then['result']))))}**")
    if "returns" in then:
        ends.append(f"the answer is **{_plain(then['returns'])}**")
    if "refused" in then:
        ends.append(f"refused: {_plain(then['refused'])}")
    ends += [f"{escape(label(str(name)))} {_plain(value)}" for name, value in (then.get("scores") or {}).items()]
    ends.append(_next(book, here, then))
    pieces = _pieces(book, here, then.get("pieces"), _kinds_of(told))
    zones = _zones(book, then.get("zones"))
    cells = _cells(book, then.get("cells"))
    words = "; ".join(filter(None, ends))
    yield said("Then", words or " ", "bz-then") if words or pieces or zones or cells else ""
    yield pieces
    yield zones
    yield cells


def _state(book: Book, state: Mapping[str, Any]) -> str:
    """The table's and the players' own fields, in words."""
    parts = _fields(book, book.ruleset.game, state.get("game"))
    for seat, player in enumerate(state.get("players") or [], 1):
        own = _fields(book, book.ruleset.players, player)
        parts += [f"player {seat} with {', '.join(own)}"] if own else []
    return "; ".join(parts)


def _fields(book: Book, fields: Mapping[str, Field], state: Any) -> list[str]:
    if not isinstance(state, dict):
        return []
    shown = []
    for name, value in state.items():
        field = fields.get(str(name))
        words = escape(field.says if field and field.says and "{" not in field.says else spell(str(name)))
        if isinstance(value, bool):
            shown.append(words if value else f"not {words}")
        else:
            shown.append(f"{words}: {_shown(book, field, value)}")
    return shown


def _shown(book: Book, field: Field | None, value: Any) -> str:
    """A value of a situation, read by its field if that is possible: examples hold placeholders and names, too."""
    known = field is not None and (isinstance(value, int | bool) or _is_title(book, value))
    return escape(book.show(field.type, value)) if field is not None and known else _plain(value, book)


def _is_title(book: Book, value: Any) -> bool:
    return isinstance(value, str) and any(key[0] == "record" for key in book.named(value))


def _kinds_of(told: Mapping[str, Any]) -> dict[str, tuple[str, str]]:
    """What each named piece is, so that the outcome can say it again: name -> (kind, record)."""
    pieces = (told.get("given") or {}).get("pieces") if isinstance(told.get("given"), dict) else None
    found = {}
    for name, piece in pieces.items() if isinstance(pieces, dict) else ():
        if isinstance(piece, dict) and piece:
            kind, id = next(iter(piece.items()))
            found[str(name)] = (str(kind), str(id))
    return found


def _pieces(book: Book, here: str, pieces: Any, kinds: Mapping[str, tuple[str, str]]) -> str:
    if not isinstance(pieces, dict) or not pieces:
        return ""
    rows = []
    for name, piece in pieces.items():
        kind, id = kinds.get(str(name), ("", ""))
        fields = dict(piece) if isinstance(piece, dict) else {}
        fields.pop(kind, None)
        where = [_place(book, word, fields.pop(word)) for word in PLACES if word in fields] or [""]
        if not isinstance(piece, dict):
            where = [_plain(piece)]
        times = fields.pop("times", 1)
        what = _plain(id) if _HOLE.search(id) else book.link(here, ("record", kind, id)) if id else ""
        state = book.ruleset.kinds[kind].state if kind in book.ruleset.kinds else {}
        rows.append(
            [
                code(name),
                (f"{_plain(times)} × " if times != 1 else "") + what,
                ", ".join(where),
                ", ".join(_fields(book, state, fields)),
            ]
        )
    columns = [i for i in range(4) if any(row[i] for row in rows)]
    header = ["Piece", "What", "Where", "State"]
    return table([header[i] for i in columns], [[row[i] for i in columns] for row in rows])


def _zones(book: Book, zones: Any) -> str:
    if not isinstance(zones, dict):
        return ""
    return said("Zones", "; ".join(f"{_zone(book, name)}: {_held(book, held)}" for name, held in zones.items()))


def _zone(book: Book, name: Any) -> str:
    """A zone in words; one of a player goes by its seat in the example: `1.hand`."""
    seat, dot, zone = str(name).rpartition(".")
    declared = book.ruleset.zones.get(zone)
    words = escape(declared.says if declared and declared.says else sentences.spoken(sentences.plain(zone)))
    return f"{words} of player {_plain(seat)}" if dot else words


def _place(book: Book, word: str, value: Any) -> str:
    return f"in {_zone(book, value)}" if word == "zone" else f"{sentences.plain(word)} {_plain(value, book)}"


def _cells(book: Book, cells: Any) -> str:
    if not isinstance(cells, dict):
        return ""
    return said("On the map", "; ".join(f"{code(str(name))} {_held(book, held)}" for name, held in cells.items()))


def _held(book: Book, held: Any) -> str:
    return listed([_plain(item, book) for item in held]) or "empty" if isinstance(held, list) else _plain(held, book)


# ---------------------------------------------------------------- what is done


def _run(book: Book, here: str, run: Any) -> str:
    calls = run if isinstance(run, list) else [run] if run else []
    shown = []
    for call in calls:
        name, args = next(iter(call.items())) if isinstance(call, dict) and call else (call, None)
        words = escape(sentences.spoken(str(name))) if _HOLE.search(str(name)) else book.link(here, ("rule", str(name)))
        if isinstance(args, dict) and args:
            given = ", ".join(f"{escape(sentences.plain(str(k)))} {_plain(v, book)}" for k, v in args.items())
            words += f" ({given})"
        shown.append(words)
    return said("Done", ", then ".join(shown))


def _dice(book: Book, told: Mapping[str, Any]) -> str:
    dice = told.get("dice")
    if not isinstance(dice, dict):
        return ""
    rolls = []
    for die, faces in dice.items():
        shown = faces if isinstance(faces, list) else [faces]
        tiles = "".join(span("bz-face", escape(sentences.spoken(sentences.plain(str(face))))) for face in shown)
        titles = [book.title(key) for key in book.named(str(die)) if key[0] == "record"]
        rolls.append(f"{escape(titles[0] if titles else label(str(die)))} {tiles}")
    picks = told.get("picks")
    if isinstance(picks, list) and picks:
        rolls.append("drawn: " + ", ".join(_plain(pick, book) for pick in picks))
    return said("Dice", "; ".join(rolls))


def _answers(book: Book, told: Mapping[str, Any]) -> str:
    answers = told.get("answers")
    if not isinstance(answers, list):
        return said("Answers", _plain(answers)) if answers else ""
    way_out = _way_out(book, told.get("run"))
    shown = []
    for answer in answers:
        if isinstance(answer, dict) and isinstance(answer.get("blocked"), dict):
            refused = [
                f"{_answer(book, option, way_out)} is not allowed ({_plain(why)})"
                for option, why in answer["blocked"].items()
            ]
            shown.append(span("bz-refused", "; ".join(refused)))
        else:
            shown.append(span("bz-answer", _answer(book, answer, way_out)))
    return said("Answers", " ".join(shown))


def _way_out(book: Book, run: Any) -> str:
    """What `none` answers: the words of the way out, where all that can be asked have the same."""
    calls = run if isinstance(run, list) else [run]
    first = [str(next(iter(call), "") if isinstance(call, dict) else call) for call in calls]
    words = [word.rule for word in book.ruleset.words.values()]

    def through(rule: Rule) -> list[str]:
        actions = [item.rule for menu in rule.menus for item in book.ruleset.menus.get(menu, {}).values()]
        return actions + (words if rule.performs else [])

    skips = {skip for rule in book.rulebook.reached(first, through) for skip in rule.skips}
    return escape(sentences.spoken(skips.pop())) if len(skips) == 1 else values.NOTHING


def _answer(book: Book, answer: Any, way_out: str) -> str:
    if answer == "none":
        return way_out
    for items in book.ruleset.menus.values():
        if isinstance(answer, str) and answer in items:
            return escape(items[answer].says)
    return _plain(answer, book)


def _cases(cases: Any) -> str:
    if not isinstance(cases, list) or not cases or not all(isinstance(case, dict) for case in cases):
        return ""
    names = list(dict.fromkeys(str(name) for case in cases for name in case))
    rows = [[_plain(case.get(name, "")) for name in names] for case in cases]
    heads = [_plain("{" + name + "}") for name in names]
    return join([said("Cases", f"it is played {len(cases)} times"), table(heads, rows)])


def _plain(value: Any, book: Book | None = None) -> str:
    """Any value of an example as safe text; ids of records by their titles."""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, list):
        return listed([_plain(item, book) for item in value]) or "nothing"
    if isinstance(value, dict):
        return ", ".join(f"{escape(sentences.plain(str(k)))} {_plain(v, book)}" for k, v in value.items())
    if value is None:
        return values.NOTHING
    if isinstance(value, str) and _HOLE.search(value):
        return escape(sentences.spoken(value))
    if book is not None and isinstance(value, str):
        titles = [book.title(key) for key in book.named(value) if key[0] == "record"]
        return escape(titles[0]) if titles else code(value) if value.isascii() and "-" in value else escape(value)
    return escape(value)
