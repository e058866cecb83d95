"""Makes the site of the rules reference: pages of packs and problems, run through MkDocs, put in place whole.

MkDocs stays behind this module and `hook.py`; the pages know nothing of it. A site is written beside its folder, then
renamed, and a folder that is no site of ours is never replaced.
"""

from __future__ import annotations

import logging
import os
import tempfile
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

from bartizan import codes, helps, pages, palette, shipped, spoilt
from bartizan.pages import markdown, problems

if TYPE_CHECKING:
    from bartizan.spoilt import Rest
    from bartizan_compiler.link import Pack
    from bartizan_compiler.pack import Shelf
    from bartizan_engine.problem import Problem

HOME, SHELF = "index.md", "games/index.md"
PICTURES = "assets/pictures.css"  # the settings list it among the style sheets
MARK = ".bartizan-site"  # stands in every site that we made: what has none is not ours to replace

# Without these, MkDocs writes today's date, and the theme a notice about a version that we do not use.
_SETTINGS = {"SOURCE_DATE_EPOCH": "315532800", "NO_MKDOCS_2_WARNING": "1", "DISABLE_MKDOCS_2_WARNING": "true"}


class SiteError(Exception):
    """The site could not be made; `str()` says why, one reason a line."""


class Reference(NamedTuple):
    """Generated pages, path to Markdown, the table of contents that leads to them, and the games for the first page."""

    pages: dict[str, str]
    nav: list[dict[str, Any]]
    games: str = ""


def reference(packs: Iterable[Pack], rests: Mapping[str, Rest] = MappingProxyType({})) -> Reference:
    """The pages of these packs, of the language and the command, and of every problem code.

    `rests` are the packs with spoilt records, by their ids.
    """
    from bartizan.pages import command, language  # the language is read from the compiler's and the engine's own tables

    found: dict[str, str] = {}
    games: list[Any] = [SHELF]
    packs = list(packs)
    _told_apart(packs)
    here = frozenset(pack.info["id"] for pack in packs)
    for pack in packs:
        rest = rests.get(pack.info["id"])
        made, contents = pages.reference(pack, here, rest.spoilt if rest else (), rest.loose if rest else ())
        found |= made
        title = markdown.raw(pack.info.get("title", pack.info["id"]))
        games.append({title: _nav(contents, title)})
    found[SHELF] = pages.shelf(packs, SHELF)
    found[PICTURES] = _picture_colours()
    listed = list(codes.registry().values())
    found |= problems.pages(listed) | language.pages() | command.pages(helps.helps())
    return Reference(
        found,
        [{"Write": [{"Problem codes": _nav(problems.contents(listed))}]}, {"Games": games}],
        pages.games(packs, HOME),
    )


def _told_apart(packs: Iterable[Pack]) -> None:
    """Two packs of one id would have one folder of pages."""
    first: dict[str, Path] = {}
    for pack in packs:
        id, root = pack.info["id"], pack.root
        other = first.setdefault(id, root)
        if other is not root:
            raise SiteError(f'"{other.as_posix()}" and "{root.as_posix()}" are both the pack "{id}"; leave one out')


class Found(NamedTuple):
    """The packs that pages are made of, the problems of each folder, and what spoilt records there are, by pack."""

    packs: list[Pack]
    problems: list[tuple[Path, list[Problem]]]
    rests: dict[str, Rest]

    @property
    def refused(self) -> bool:
        """Whether something is wrong outside of records, so that no page can be made."""
        return len(self.packs) < len(self.problems) or any(rest.elsewhere for rest in self.rests.values())


def checked(roots: Iterable[Path], shelves: Sequence[Shelf] = ()) -> Found:
    """The packs in these folders, each after those that it requires, which belong to its reference; without the records
    that have errors.
    """
    from bartizan_compiler import build as compiler

    found: dict[Path, Rest | None] = {}
    problems: dict[Path, list[Problem]] = {}

    def look(root: Path) -> Rest | None:
        seen = compiler.checked(root, compiler.read(root, shelves), shelves)
        problems[root.resolve()] = seen.problems
        return spoilt.rest(seen)

    for root in roots:
        rest = look(root)
        for needed in rest.pack.required if rest else ():
            if needed.root.resolve() not in problems:
                found[needed.root.resolve()] = look(needed.root)
        found[root.resolve()] = rest
    made = [rest for rest in found.values() if rest]
    rests = {rest.pack.info["id"]: rest for rest in made if rest.spoilt or rest.loose or rest.elsewhere}
    return Found([rest.pack for rest in made], list(problems.items()), rests)


def read(roots: Sequence[str], shelves: Sequence[Shelf] = ()) -> Reference:
    """The reference of the packs in these folders, of all that are shipped if none is named.

    Raises:
        SiteError: a pack has errors outside of its records, or two have one id.
    """
    found = checked([Path(root) for root in roots] or list(shipped.packs().values()), shelves)
    if found.refused:
        wrong = [(root, p) for root, some in found.problems for p in some if codes.severity(p.code) == "error"]
        faults = [f"{root / p.spot.path}:{p.spot.line}:{p.spot.column}: [{p.code}] {p.message}" for root, p in wrong]
        raise SiteError("\n".join(faults))
    return reference(found.packs, found.rests)


def build(packs: Iterable[Pack], out: Path, rests: Mapping[str, Rest] = MappingProxyType({})) -> int:
    """Write the site of these packs into the folder `out`, as a whole or not at all; tells how many pages it has.

    Raises:
        SiteError: a page is wrong (a link leads nowhere), or `out` holds something else.
    """
    out = Path(os.path.realpath(out))  # a link stays, and leads to the site
    if out.exists() and (not out.is_dir() or (any(out.iterdir()) and not (out / MARK).is_file())):
        raise SiteError(f'"{out}" is there already and is no site of Bartizan')
    made = reference(packs, rests)
    out.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix=f".{out.name}-", dir=out.parent) as beside:
        fresh = Path(beside) / "site"
        count = run(made, fresh)
        (fresh / MARK).write_bytes(b"")
        fresh.chmod(0o755)
        if out.exists():
            out.rename(Path(beside) / "old")
        fresh.rename(out)
    return count


def serve(roots: Sequence[str], port: int = 8000, shelves: Sequence[Shelf] = ()) -> None:
    """Serve the site of the packs in these folders on this machine, and make it anew when a file changes."""
    with _environment():
        from mkdocs.commands.serve import serve as served

        watch = [str(root) for root in (roots or shipped.packs().values())]
        served(
            str(settings()),
            dev_addr=f"127.0.0.1:{port}",
            watch=watch,
            **_overrides({"packs": watch, "shelves": list(shelves)}),
        )


def settings() -> Path:
    """The settings that MkDocs reads."""
    return shipped.root() / "site" / "mkdocs.yml"


def _picture_colours() -> str:
    """The colours of pictures follow the switch between light and dark, not only the reader's device."""
    schemes = (("default", False), ("slate", True))
    return "".join(f'[data-md-color-scheme="{name}"]{{{palette.variables(dark=dark)}}}\n' for name, dark in schemes)


def continued(nav: list[Any], more: list[dict[str, Any]]) -> list[Any]:
    """A table of contents with more sections; one with a title that is there already goes on there."""
    found = list(nav)
    for section in more:
        title, pages = next(iter(section.items()))
        at = next((i for i, part in enumerate(found) if isinstance(part, dict) and title in part), None)
        if at is None:
            found.append(section)
        else:
            found[at] = {title: [*found[at][title], *pages]}
    return found


def _nav(contents: pages.Contents, part: str = "") -> list[Any]:
    """The contents as MkDocs wants them; the page of a part itself, which has no title there, is called as the part."""
    nav: list[Any] = []
    for title, inner in contents:
        name = markdown.raw(title) or part
        below = inner if isinstance(inner, str) else _nav(inner, name)
        nav.append({name: below} if name else below)
    return nav


def _overrides(extra: dict[str, Any]) -> dict[str, Any]:
    """What differs from the settings' file: the hook's place (a wheel keeps it elsewhere) and our values."""
    import yaml

    here = Path(__file__).resolve().parent / "hook.py"
    told = yaml.safe_load(settings().read_text(encoding="utf-8"))
    return {"hooks": [str(here)], "extra": {**told.get("extra", {}), **extra}}


def run(made: Reference, target: Path) -> int:
    """Let MkDocs make a site of these pages in a folder; tells how many it has.

    Raises:
        SiteError: a page is wrong.
    """
    with _environment(), _messages() as messages:
        from mkdocs.commands.build import build as built
        from mkdocs.config import load_config
        from mkdocs.exceptions import Abort, ConfigurationError

        try:
            config = load_config(str(settings()), site_dir=str(target), strict=True, **_overrides({"reference": made}))
            config.plugins.run_event("startup", command="build", dirty=False)
            built(config)
        except (Abort, ConfigurationError) as error:
            raise SiteError("\n".join(messages) or str(error)) from error
    return sum(1 for _ in target.rglob("*.html"))


@contextmanager
def _environment() -> Iterator[None]:
    """Our environment variables for a while, then those of before."""
    before = {name: os.environ.get(name) for name in _SETTINGS}
    os.environ.update(_SETTINGS)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


@contextmanager
def _messages() -> Iterator[list[str]]:
    """What MkDocs warns of, gathered instead of printed."""
    found: list[str] = []
    logger = logging.getLogger("mkdocs")
    handler = logging.Handler(logging.WARNING)
    handler.emit = lambda record: found.append(record.getMessage())  # type: ignore[method-assign]  # a handler of one line
    propagate, logger.propagate = logger.propagate, False
    logger.addHandler(handler)
    try:
        yield found
    finally:
        logger.removeHandler(handler)
        logger.propagate = propagate
