"""Find the packs that a pack requires, and read them: beside the pack first, then on the shelves that are named.

Nothing is fetched and no link is followed. What is read gets paths `@pack/...`, so that everything after this stage
sees one set of files and still knows whose each of them is.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Iterator, Sequence
from itertools import pairwise
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

from bartizan_compiler import front, load, pack, scalars
from bartizan_compiler.faults import shown
from bartizan_compiler.nodes import Mapping, Node, Scalar
from bartizan_compiler.pack import Shelf
from bartizan_engine.problem import Problem, Spot, owner, suggest
from bartizan_engine.verify import MAX_PACKS

if TYPE_CHECKING:  # most packs require nothing
    from packaging.specifiers import SpecifierSet

MAX_CHAIN = 8  # packs of which each requires the next
REQUIRES = "requires"


class Required(NamedTuple):
    """A pack that is required: where it is, its front page, what it requires itself, its files as `@id/...`."""

    id: str
    root: Path
    info: dict[str, Any]
    requires: tuple[str, ...]
    files: pack.Files

    def told(self) -> dict[str, Any]:
        """What a scenario says of it."""
        return {"id": self.id, **{key: self.info[key] for key in ("title", "version")}, REQUIRES: list(self.requires)}


class Closure(NamedTuple):
    """All packs that a pack needs, each after those that it requires itself. `whole` if none is missing."""

    packs: tuple[Required, ...] = ()
    direct: tuple[str, ...] = ()
    whole: bool = True

    def reach(self, id: str) -> set[str]:
        """The packs that one of them needs, at first or second hand; of the pack itself, "", all."""
        known = {one.id: one.requires for one in self.packs}
        found: set[str] = set()
        left = list(known.get(id, ()) if id else self.direct)
        while left:
            name = left.pop()
            if name not in found:
                found.add(name)
                left += known.get(name, ())
        return found


class _Candidate(NamedTuple):
    root: Path
    node: Node | None
    info: dict[str, Any] | None


def gather(root: Path, node: Node | None, shelves: Sequence[Shelf] = ()) -> tuple[Closure, list[Problem]]:
    """The packs that the pack at `root` needs; `node` is its pack.yaml."""
    search = _Search(root, shelves, _id(node))
    direct = search.below(root, node, (), Spot(pack.FRONT))
    closure = Closure(tuple(search.found.values()), tuple(direct), not search.problems)
    return closure, [*search.problems, *_misfits(node, closure), *_misnamed(root, node)]


def _misnamed(root: Path, node: Node | None) -> Iterator[Problem]:
    """Whoever requires a pack looks for its id among the names of folders."""
    told, folder = node.get("id") if isinstance(node, Mapping) else None, root.resolve().name
    if isinstance(told, Scalar) and scalars.is_id(told.text) and folder and folder != told.text:
        message = f'the pack is "{told.text}", and its folder {shown(folder)}: no pack that requires it finds it'
        hint = f'rename the folder to "{told.text}"'
        yield Problem(told.spot, "BZ720", message, f"{hint}, or write id: {folder}" if scalars.is_id(folder) else hint)


def _misfits(node: Node | None, closure: Closure) -> Iterator[Problem]:
    """A pack is played by no other numbers than those that it requires: their tables have no more."""
    told = node.get("players") if isinstance(node, Mapping) else None
    seats = front.seats(node)
    for one in closure.packs:
        low, high = one.info["players"]
        if seats and told and not low <= seats[0] <= seats[1] <= high:
            message = f'{seats[0]} to {seats[1]} can play, and "{one.id}" is for {low} to {high}'
            yield Problem(told.spot, "BZ719", message, f"players: {low}..{high}")


def seats(node: Node | None, closure: Closure) -> tuple[int, int] | None:
    """How many can play a pack, as far as all that it requires know of as many; None if it does not say so."""
    own = front.seats(node)
    bounds = [own, *(tuple(one.info["players"]) for one in closure.packs)] if own else []
    low, high = max((low for low, _ in bounds), default=1), min((high for _, high in bounds), default=0)
    return (low, high) if low <= high else None


def place(root: Path, path: str, packs: Iterable[Required]) -> str:
    """Where a file is, as seen from the pack at `root`: `@border-watch/rules/game.star` stands in a folder beside."""
    id = owner(path)
    other = next((one for one in packs if one.id == id), None) if id else None
    return _seen(root, other.root / path.partition("/")[2]) if other else path


def via(node: Node | None, id: str, closure: Closure) -> Spot:
    """The place in pack.yaml by which a pack comes in, at first or second hand."""
    told = node.get(REQUIRES) if isinstance(node, Mapping) else None
    for key, _ in told.pairs if isinstance(told, Mapping) else ():
        if key.text == id or id in closure.reach(key.text):
            return key.spot
    return Spot(pack.FRONT)


class _Search:
    """One search for all packs that a pack needs."""

    def __init__(self, root: Path, shelves: Sequence[Shelf], own: str) -> None:
        self.root, self.shelves, self.own = root, shelves, own
        self.found: dict[str, Required] = {}
        self.problems: list[Problem] = []
        self.chosen: dict[str, Path] = {}
        self.steps: dict[tuple[str, str], Spot] = {}  # where a pack names one that it requires

    def tell(self, spot: Spot, code: str, message: str, hint: str = "", *notes: tuple[Spot, str]) -> None:
        self.problems.append(Problem(spot, code, message, hint, notes))

    def below(self, root: Path, node: Node | None, chain: tuple[str, ...], via: Spot) -> list[str]:
        """Find what a pack requires. `chain` leads to it from the pack in hand, by way of what stands at `via`."""
        told = node.get(REQUIRES) if isinstance(node, Mapping) else None
        names = []
        for key, value in told.pairs if isinstance(told, Mapping) else ():
            if scalars.is_id(key.text) and isinstance(value, Scalar):
                names.append(key.text)
                self._one(root, key, value, chain, via if chain else key.spot)
        return names

    def _one(self, root: Path, key: Scalar, value: Scalar, chain: tuple[str, ...], via: Spot) -> None:
        id, spot = key.text, key.spot
        fits = self._range(value)
        way = (self.own, *chain, id)
        self.steps[way[-2], id] = spot._replace(path=_seen(self.root, root / pack.FRONT))
        if id in way[:-1]:
            circle = way[way.index(id) :]
            said = f'"{id}" requires itself' if len(circle) == 2 else f"packs require each other: {' → '.join(circle)}"
            notes = [(self.steps[step], f'"{step[1]}" is required here') for step in pairwise(circle)][1:]
            self.tell(via if id == self.own else spot, "BZ714", said, "take one of them out of requires", *notes)
        elif len(chain) >= MAX_CHAIN:
            self.tell(via, "BZ715", f"more than {MAX_CHAIN} packs require one the next: {' → '.join(way[:4])} → ...")
        elif fits is not None and (candidate := self._find(key, value, fits, root)) is not None:
            self._read(id, candidate, chain, via)

    def _range(self, value: Scalar) -> SpecifierSet | None:
        from packaging.specifiers import InvalidSpecifier, SpecifierSet

        try:
            return SpecifierSet(value.text)
        except InvalidSpecifier:
            said = f'"{value.text}" is no range of versions'
            self.tell(value.spot, "BZ712", said, 'write ">=1", ">=1.2,<2" or "==1.0.3"')
            return None

    # ---- which one

    def _find(self, key: Scalar, wanted: Scalar, fits: SpecifierSet, root: Path) -> _Candidate | None:
        """The one pack of this id whose version fits."""
        id = key.text
        there = list(self._candidates(id, root))
        matching = [one for one in there if _version_fits(one, fits)]
        if not there:
            self.tell(key.spot, "BZ709", f'the required pack "{id}" is not there', self._looked(id, root))
        elif not matching:
            self._none_fits(key, wanted, there)
        elif len(matching) > 1:
            notes = [(Spot(_seen(self.root, one.root / pack.FRONT)), "one of them") for one in matching]
            hint = "take one of them away, or require a version that only one has"
            self.tell(key.spot, "BZ711", f'{len(matching)} packs are "{id}" {wanted.text}', hint, *notes)
        elif id not in self.chosen:
            self.chosen[id] = matching[0].root
            return matching[0]
        return None

    def _none_fits(self, key: Scalar, wanted: Scalar, there: list[_Candidate]) -> None:
        notes = []
        for one in there:
            node = one.node.get("version") if isinstance(one.node, Mapping) else None
            spot = node.spot if node else Spot(pack.FRONT)
            version = (one.info or {}).get("version", "")
            notes.append((spot._replace(path=_seen(self.root, one.root / pack.FRONT)), f"this is {version}"))
        have = ", ".join((one.info or {}).get("version", "") for one in there)
        self.tell(
            key.spot, "BZ713", f'"{key.text}" is wanted in a version {wanted.text}, and {have} is there', "", *notes
        )

    def _candidates(self, id: str, root: Path) -> Iterator[_Candidate]:
        """The packs of an id in every place where it is looked for, each once."""
        seen: set[Path] = set()
        folders = [self.chosen[id]] if id in self.chosen else []
        folders += [_beside(root) / id, _beside(self.root) / id]
        for shelf in self.shelves:
            folders += [shelf.folder / id, *([shelf.folder] if shelf.folder.name == id else [])]
        for folder in folders:
            if folder.is_symlink() or not (folder / pack.FRONT).is_file() or folder.resolve() in seen:
                continue
            seen.add(folder.resolve())
            node = _front(folder)
            info = front.pack_info(node)[0] if node is not None else None
            if info is None or info["id"] == id:
                yield _Candidate(folder, node, info)

    def _looked(self, id: str, root: Path) -> str:
        """Where it was looked for, and what was probably meant."""
        beside = _beside(root)
        roots = [path.parent for folder in (beside, *(s.folder for s in self.shelves)) for path in _fronts(folder)]
        names = [one.name for one in roots]
        told = ["beside this pack", *(shelf.says for shelf in self.shelves)]
        looked = f"it was looked for {' and '.join(filter(None, (', '.join(told[:-1]), told[-1])))}"
        if any((folder / id).is_symlink() for folder in (beside, *(shelf.folder for shelf in self.shelves))):
            looked += ", and a link is not followed"
        meant = self._otherwise(id, roots) or suggest(id, [name for name in names if name != self.own])
        return "; ".join(filter(None, (meant, looked)))

    def _otherwise(self, id: str, roots: list[Path]) -> str:
        """What a pack is called that has the id and not the folder of that name, or the folder and not the id."""
        for one in roots:
            own = _id(_front(one))
            if own != id and one.name == id and scalars.is_id(own):
                return f'the pack in the folder "{id}" has the id "{own}": both are to be one name'
            if own == id and one.name != id and one.resolve() != self.root.resolve():
                return f'the pack with this id stands in the folder {shown(one.name)}: rename the folder to "{id}"'
        return ""

    # ---- and what is in it

    def _read(self, id: str, candidate: _Candidate, chain: tuple[str, ...], via: Spot) -> None:
        if len(self.found) >= MAX_PACKS - 1:
            self.tell(via, "BZ715", f"more than {MAX_PACKS} packs would make one game")
            return
        node = load.load(f"@{id}/{pack.FRONT}", _bytes(candidate.root))[0]
        before = len(self.problems)
        requires = self.below(candidate.root, node, (*chain, id), via)
        found, self.problems[before:] = self.problems[before:], []
        files, _ = pack.read(candidate.root)
        if files is None or candidate.info is None or any(owner(problem.spot.path) for problem in found):
            self.problems.append(errors_of(id, candidate.root, self.root, via))
        self.problems += [problem for problem in found if not owner(problem.spot.path)]
        if len(self.problems) == before and files is not None and candidate.info is not None:
            self.found[id] = Required(id, candidate.root, candidate.info, tuple(requires), files.under(id))


def errors_of(id: str, there: Path, root: Path, via: Spot) -> Problem:
    """A required pack has errors: that is told once, and the rest where it is checked by itself."""
    note = (Spot(_seen(root, there / pack.FRONT)), "this pack")
    hint = "check that pack by itself; what builds on it may be wrong as well"
    return Problem(via, "BZ718", f'the required pack "{id}" has errors', hint, (note,))


def _version_fits(one: _Candidate, fits: SpecifierSet) -> bool:
    """Whether a pack is wanted; one that cannot be read is not passed over for it."""
    if one.info is None:
        return True
    return fits.contains(one.info["version"], prereleases=True)


def _id(node: Node | None) -> str:
    id = node.get("id") if isinstance(node, Mapping) else None
    return id.text if isinstance(id, Scalar) else ""


def _bytes(root: Path) -> bytes:
    return pack.front(root) or b""


def _front(root: Path) -> Node | None:
    return load.load(pack.FRONT, _bytes(root))[0]


def _fronts(folder: Path) -> list[Path]:
    try:
        return sorted(path for path in folder.glob(f"*/{pack.FRONT}") if not path.parent.is_symlink())
    except OSError:
        return []


def _beside(root: Path) -> Path:
    return root.absolute().parent if root.name in ("", "..") else root.parent


def _seen(root: Path, path: Path) -> str:
    """A path as it is seen from a pack's folder."""
    try:
        return Path(os.path.relpath(path, root)).as_posix()
    except ValueError:  # on another drive
        return path.absolute().as_posix()
