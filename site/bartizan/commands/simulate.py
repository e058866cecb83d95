"""`bartizan simulate`: bots play a game many times, and the numbers say how hard it is."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NamedTuple

import typer

from bartizan import files, playing, targets, terminal
from bartizan.commands.arguments import Entry, Options, Quiet, Shelves, Target, whole
from bartizan.stop import Refused, finish

if TYPE_CHECKING:
    from collections.abc import Callable

    from bartizan.simulation.crew import Crew
    from bartizan.simulation.session import Plan, Session
    from bartizan.simulation.work import Job
    from bartizan_engine import Game

MOST = 100_000_000  # games
STOPPED = 130  # as shells have it

_Games = Annotated[int, typer.Option(parser=whole(1, MOST), metavar="N", help="How many games each run has.")]
_Players = Annotated[
    str,
    typer.Option(
        metavar="N,N...", help="How many play, a run for each number; as few as may, if none.", show_default=False
    ),
]
_Bots = Annotated[
    str,
    typer.Option(
        metavar="BOT,BOT...",
        help="Who plays, a run for each, in which it has all seats: random, greedy[:N], mcts[:N], or MODULE:NAME of "
        "your own. A greedy bot plays a game some thousand times slower than a random one.",
    ),
]
_Seed = Annotated[int, typer.Option(parser=whole(0), metavar="FIRST", help="The seed of the first game.")]
_Jobs = Annotated[
    int,
    typer.Option(parser=whole(0, 1024), metavar="N", help="Processes; as many as this machine can run at once, if 0."),
]
_Out = Annotated[
    Path | None,
    typer.Option(metavar="DIR", help="Where the tables go, as JSON and Parquet.", show_default=False),
]
_Parquet = Annotated[bool, typer.Option("--parquet/--no-parquet", help="Write Parquet beside JSON into --out.")]
_Publish = Annotated[
    bool,
    typer.Option("--publish", help="Keep the tables in the pack, in its folder simulations, for the mission's page."),
]
_Resume = Annotated[bool, typer.Option("--resume", help="Go on with what is done in --out.")]
_Cluster = Annotated[
    str | None,
    typer.Option(metavar="ADDRESS", help="Play on a dask cluster, by its scheduler: tcp://...", show_default=False),
]
_Against = Annotated[
    str,
    typer.Option(metavar="TARGET", help="Another version to compare with, on the same seeds.", show_default=False),
]
_AgainstOptions = Annotated[
    list[str] | None,
    typer.Option(
        "--against-option",
        metavar="NAME=VALUE",
        help="Set an option of the other side; alone, the other side is the same game.",
        show_default=False,
    ),
]


def simulate(
    target: Target,
    games: _Games = 1000,
    players: _Players = "",
    bots: _Bots = "random",
    option: Options = None,
    seed: _Seed = 1,
    jobs: _Jobs = 0,
    out: _Out = None,
    parquet: _Parquet = True,
    publish: _Publish = False,
    resume: _Resume = False,
    cluster: _Cluster = None,
    against: _Against = "",
    against_option: _AgainstOptions = None,
    entry: Entry = "",
    quiet: Quiet = False,
    packs: Shelves = None,
) -> None:
    """Let bots play a game many times, and tell how it ends, how long it is and what decides it.

    The same seeds give the same tables, on however many processes or machines they are played.
    """
    from bartizan.simulation import interrupt
    from bartizan.simulation.session import Plan, Session

    _refuse(out, parquet, resume, jobs, cluster)
    root = _published(target, bool(against or against_option)) if publish else None
    first = playing.game(target, entry, packs)
    if root and not _lead(first):
        raise Refused("--publish keeps tables for the page of a mission or a campaign, and this is played without one")
    kept = _Kept(root, _unusual(first, target, entry, packs)) if root else None
    two = bool(against or against_option)
    loaded = [first, playing.game(against, entry, packs) if against else first] if two else [first]
    set_ = [playing.options(game, texts or []) for game, texts in zip(loaded, (option, against_option), strict=False)]
    runs = [(number, bot) for number in _numbers(players, loaded) for bot in _names(bots, seed)]
    if seed + games > 2**63:
        raise Refused(f"{games:,} games from seed {seed} on have no seeds", f"seeds go up to {2**63 - 1}")
    session = Session(Plan(loaded, set_, runs, seed, games, out, parquet), resume)
    if session.more():
        raise Refused(f'"{out}" has more games than {games:,} already', "give --games a larger number")
    with interrupt.heard_once():
        session.play(_crew(jobs, cluster))
        _end(session, session.plan, quiet, kept)


class _Kept(NamedTuple):
    """Where tables are kept: in which pack, and under which entry, if it is not the usual one."""

    root: Path
    entry: str


def _unusual(game: Game, target: str, entry: str, packs: list[str] | None) -> str:
    """The entry of a game, or nothing if it is the one that is meant where none is named."""
    return game.entry if entry and playing.game(target, "", packs).entry != game.entry else ""


def _published(target: str, two: bool) -> Path:
    """The pack that keeps the tables.

    Raises:
        Refused: there are two sides, or the target is no pack.
    """
    if two:
        raise Refused("--publish keeps the tables of one side", "leave out --against and --against-option")
    found = targets.target(target)
    if found.scenario:
        raise Refused(f'"{target}" is compiled, and --publish keeps tables in a pack', "name the pack: PACK:MISSION")
    return found.path


def _refuse(out: Path | None, parquet: bool, resume: bool, jobs: int, cluster: str | None) -> None:
    """Refuse what cannot end well, before anything is played.

    Raises:
        Refused: options contradict each other, something is not installed, or a folder holds what would be lost.
    """
    from bartizan.simulation import kept
    from bartizan.simulation import parquet as file

    if cluster is not None and jobs:
        raise Refused("--jobs is for this machine, and --cluster for others", "leave one of them out")
    if cluster is not None:
        _refuse_without_dask()
    if out is None:
        if resume:
            raise Refused("there is nothing to go on with", "name the folder with --out")
        return
    if out.exists() and not out.is_dir():
        raise Refused(f'"{out}" is no folder', "the tables go into a folder of their own")
    if parquet:
        file.refuse()
    if resume and not (out / kept.NAME).exists():
        raise Refused(f'no simulation has begun in "{out}"', "leave --resume out")


def _refuse_without_dask() -> None:
    import importlib.util

    if importlib.util.find_spec("distributed") is None:
        raise Refused("a cluster needs dask.distributed, which is not installed", "pip install 'bartizan[cluster]'")


def _numbers(text: str, games: list[Game]) -> list[int]:
    """The numbers of players.

    Raises:
        Refused: one is none, or not everyone can play with it.
    """
    low, high = max(game.seats[0] for game in games), min(game.seats[1] for game in games)
    if low > high:
        raise Refused("the two sides are played by different numbers of players")
    found = []
    for part in text.split(",") if text else [str(low)]:
        number = part.strip()
        if not (number.isascii() and number.isdecimal() and len(number) < 4 and low <= int(number) <= high):
            span = f"{low} to {high}" if low < high else f"{low}"
            raise Refused(f'"{number}" cannot play this; {span} can', f"write it as --players {low}")
        found.append(int(number))
    return list(dict.fromkeys(found))


def _names(text: str, seed: int) -> list[str]:
    """The bots, each made once to see that it can be.

    Raises:
        Refused: there is no such bot.
    """
    from bartizan.simulation import players

    found = []
    for part in text.split(","):
        name = part.strip()
        try:
            players.bot(name, seed)
        except players.NoBot as why:
            raise Refused(*why.args) from None
        found.append(name)
    return list(dict.fromkeys(found))


def _crew(jobs: int, cluster: str | None) -> Callable[[Job], Crew]:
    def local(job: Job) -> Crew:
        from bartizan.simulation.crew import Local, cores

        return Local(job, jobs or cores())

    def many(job: Job) -> Crew:
        from bartizan.simulation.cluster import Cluster

        return Cluster(job, cluster or "")

    return local if cluster is None else many


def _end(session: Session, plan: Plan, quiet: bool, kept: _Kept | None) -> None:
    """Tell and write what there is, and end with what that means; of games that were stopped, no pack keeps tables."""
    from bartizan.simulation import told

    document = session.document()
    if quiet:
        terminal.show(told.broken(document), error=True)
    else:
        terminal.show(told.told(document))
    session.store(document)
    if kept and not session.stopped:
        _publish(kept, document)
    for unit in session.lost:
        terminal.refuse("bartizan simulate", f"a worker died of this range, twice, and it is not in the tables: {unit}")
    if session.stopped:
        left, wanted = session.left(), plan.wanted * len(plan.runs)
        done = f"{wanted - left:,} of {wanted:,} games are done"
        where = (
            f' and kept in "{plan.out.as_posix()}"; go on with --resume'
            if plan.out
            else "; nothing is kept without --out"
        )
        terminal.say(f"{session.gone or 'stopped'}: {done}{where}", "error")
        raise typer.Exit(1 if session.gone else STOPPED)
    raise finish(problems=bool(session.lost or _broken(document)))


def _lead(game: Game) -> str:
    """The mission or campaign of a game, or nothing."""
    return str(game.scenario.get("campaign") or game.scenario["mission"] or "")


def _publish(kept: _Kept, document: dict[str, Any]) -> None:
    from bartizan.simulation import published

    files.store(published.place(kept.root, document, kept.entry), published.text(document))


def _broken(document: dict[str, Any]) -> bool:
    return any(side["broken"] for run in document["runs"] for side in run["sides"])
