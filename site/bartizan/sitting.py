"""A game played in the terminal: who sits at it, what each is shown, and what they answer.

Everything that a player reads comes from the view and the log of that player, so that two at one screen know no more
of each other's cards than two at a table. Each answer is kept before the next question is asked, if a file is named.
"""

from __future__ import annotations

import itertools
from collections.abc import Callable, Mapping
from pathlib import Path

from bartizan import files, story, terminal
from bartizan.excerpt import clean
from bartizan.report import Line, Piece
from bartizan.stop import Refused
from bartizan.tabletop import Tabletop, wrapped
from bartizan_engine import Decision, Event, Game, Option, State
from bartizan_engine.bots import Bot
from bartizan_engine.problem import suggest

RECENT = 15  # lines of what happened since somebody's last answer
COLUMNS = 12  # more options than these stand beside each other
HELP = (
    "NUMBER      choose an option; its name or the beginning of it does as well",
    "map         draw the table again",
    "look NAME   what stands on a cell, lies in a zone, or is printed on a record",
    "log         all that has happened, as far as you may know it",
    "undo        take your last answer back",
    "as N        answer as player N, where several are asked",
    "save FILE   keep the game; bartizan play TARGET --save FILE goes on with it",
    "quit        leave; with --save all is kept already",
)


class Left(Exception):
    """Who plays has left the table."""


class Sitting:
    """One game, the bots by seat, and the file that it is kept in."""

    help: tuple[str, ...] = HELP

    def __init__(self, game: Game, state: State, bots: Mapping[int, Bot], kept: Path | None) -> None:
        self.game, self.state, self.bots, self.kept = game, state, bots, kept
        self.copy = kept  # where the game can be gone on with
        self.table = Tabletop(game)
        self.seen = dict.fromkeys(self.humans, 0)  # how much of the log each has been shown
        self.drawn: list[str] = []  # the table as it was drawn last
        self.seat = -1  # who sits before the screen
        self.secret = _secrets(game) and len(self.humans) > 1

    @property
    def humans(self) -> list[int]:
        """The seats at which people sit."""
        return [seat for seat in range(self.state.seats) if seat not in self.bots]

    def play(self) -> None:
        """Ask until the game is over.

        Raises:
            Left: the player has left, or nothing more can be read.
        """
        while not self.state.over:
            decision = self.state.decision
            assert decision is not None  # a game that is not over asks, or chance is explicit
            people = [seat for seat in decision.players if seat not in self.bots]
            if not people:
                seat = decision.players[0]
                self.state.answer(self.bots[seat].choose(self.state), seat)
            elif len(decision.options) == 1:
                self._only(decision, people[0])
            else:
                self._face(self.seat if self.seat in people else people[0])
                self._ask(decision, people)
        self._end()

    # ---- what is shown

    def _face(self, seat: int) -> None:
        """Show a player what has happened and what the table looks like."""
        if self.secret and self.seat not in (seat, -1):
            terminal.clear()
            self._read(f"player {seat + 1} is next: press Enter when nobody else looks ")
            self.drawn = []
        self.seat = seat
        self._recent()
        self._draw()

    def _recent(self) -> None:
        """What has happened since this player was told last, but for what the player chose."""
        log = self.state.log(self.seat)
        new = [event for event in log[self.seen[self.seat] :] if not self._own(event)]
        self.seen |= dict.fromkeys([self.seat] if self.secret else self.humans, len(log))
        lines = [
            f"{line} ({number} times)" if (number := len(list(same))) > 1 else line
            for line, same in itertools.groupby(map(self.state.describe, new))
            if line
        ]
        if len(lines) > RECENT:
            terminal.say(f"  ... {len(lines) - RECENT} lines before: log", "dim")
        for line in lines[-RECENT:]:
            self._say(line, "dim")

    def _own(self, event: Event) -> bool:
        return event.name == "chosen" and event.get("player") == self.seat + 1

    def _draw(self) -> None:
        """The table, if it looks otherwise than when it was drawn last."""
        view, room = self.state.view(self.seat), terminal.room()
        lines = ["", *self.table.board(view, room), "", *self.table.beside(view, room)]
        if lines != self.drawn:
            self.drawn = lines
            for line in lines:
                terminal.say(line)

    def _say(self, text: str, style: str = "") -> None:
        for line in wrapped(text, terminal.room() - 2):
            terminal.say(f"  {line}", style)

    def _offer(self, decision: Decision, people: list[int]) -> None:
        """The question and its options, numbered from 1."""
        who = f"player {self.seat + 1}: " if self.state.seats > 1 else ""
        others = [str(seat + 1) for seat in people if seat != self.seat]
        more = f" (as {' or '.join(others)}: answer for another)" if others else ""
        terminal.say()
        terminal.show([[Piece(clean(who + decision.prompt), "message"), Piece(more, "dim")]])
        lines: list[Line] = []
        for number, option in enumerate(decision.options, 1):
            why = f": {clean(option.blocked)}" if option.blocked is not None else ""
            style = "" if option.blocked is None else "dim"
            lines.append([Piece(f"{number:>4}  ", "good"), Piece(clean(option.label) + why, style)])
        terminal.show(_beside(lines) if len(lines) > COLUMNS else lines)

    def _end(self) -> None:
        for seat in self.humans[:1]:
            self.seat = seat
            self._recent()
            self._draw()
        terminal.say()
        terminal.show([story.result(self.state)])

    # ---- what is answered

    def _only(self, decision: Decision, seat: int) -> None:
        """The one thing that can be chosen is chosen."""
        self.state.choose(decision.options[0], seat)
        self._keep()

    def _ask(self, decision: Decision, people: list[int]) -> None:
        """Ask until an option is chosen, or the state has changed otherwise."""
        self._offer(decision, people)
        while True:
            words = self._read("> ")
            verb, _, rest = words.partition(" ")
            act = self._acts().get(verb.lower())
            if act:
                if act(rest.strip()):
                    return
            elif words and (option := self._meant(decision, words)):
                self.state.choose(option, self.seat)
                self._keep()
                return

    def _acts(self) -> dict[str, Callable[[str], bool]]:
        """What can be typed besides an option; each says whether to ask anew."""
        return {
            "help": self._help,
            "?": self._help,
            "map": self._map,
            "look": self._look,
            "log": self._log,
            "undo": self._undo,
            "as": self._as,
            "save": self._save,
            "quit": self._quit,
        }

    def _read(self, prompt: str) -> str:
        """A line that was typed.

        Raises:
            Left: there is none.
        """
        try:
            return terminal.ask(prompt).strip()
        except (EOFError, KeyboardInterrupt):
            terminal.say()
            raise Left from None

    def _meant(self, decision: Decision, words: str) -> Option | None:
        """The open option that was typed: its number, key or name, or a beginning that only one name has."""
        option = _found(decision.options, words)
        if option is None:
            hint = suggest(words, [one.label for one in decision.options])
            self._say(
                f'nothing that is offered is called "{words}"{f"; {hint}" if hint else ": help tells what to type"}'
            )
        elif option.blocked is not None:
            self._say(f"{option.label} cannot be chosen: {option.blocked}")
            return None
        return option

    def _keep(self) -> None:
        if self.kept:
            files.write(self.kept, self.state.save() + "\n")

    # ---- what can be typed besides

    def _help(self, _: str) -> bool:
        for line in self.help:
            terminal.say(f"  {line}")
        return False

    def _map(self, _: str) -> bool:
        self.drawn = []
        return True

    def _look(self, name: str) -> bool:
        lines = self.table.look(self.state.view(self.seat), name, terminal.room() - 2)
        for line in lines or [f'nothing is called "{clean(name)}": name a cell, a zone or a record']:
            terminal.say(f"  {line}")
        return False

    def _log(self, _: str) -> bool:
        for event in self.state.log(self.seat):
            if line := self.state.describe(event):
                self._say(line)
        return False

    def _undo(self, _: str) -> bool:
        """Take back the last answer of a person who had a choice, and what came after it."""
        answers = self.state.answer_list()
        state = None
        while answers and (state is None or not self._chose(state)):
            _, seat = answers.pop()
            if seat not in self.bots:
                state = self.state.replayed(answers)
        if state is None or not self._chose(state):
            self._say("there is nothing to take back")
            return False
        self.state = state
        self.seen = {seat: min(seen, len(state.log(seat))) for seat, seen in self.seen.items()}
        self._keep()
        return True

    def _chose(self, state: State) -> bool:
        decision = state.decision
        return decision is not None and len(decision.options) > 1 and any(s not in self.bots for s in decision.players)

    def _as(self, number: str) -> bool:
        decision = self.state.decision
        asked = [str(seat + 1) for seat in (decision.players if decision else ()) if seat not in self.bots]
        if number not in asked:
            self._say(f"asked are: {', '.join(asked)}")
            return False
        self._face(int(number) - 1)
        return True

    def _save(self, name: str) -> bool:
        if not name and not self.kept:
            self._say("name a file: save FILE")
            return False
        path = Path(name) if name else self.kept
        assert path is not None
        try:
            files.store(path, self.state.save() + "\n")
            self.copy = path
        except Refused as why:
            self._say(f"{why.message}{f'; {why.hint}' if why.hint else ''}")
        return False

    def _quit(self, _: str) -> bool:
        raise Left


def _secrets(game: Game) -> bool:
    """Whether a player sees anything that another does not."""
    ruleset = game.ruleset
    fields = [*ruleset.players.values(), *(one for kind in ruleset.kinds.values() for one in kind.state.values())]
    return "owner" in {field.visible for field in fields} | {zone.visible for zone in ruleset.zones.values()}


def _found(options: tuple[Option, ...], words: str) -> Option | None:
    if words.isascii() and words.isdecimal() and 1 <= int(words[:6]) <= len(options):
        return options[int(words) - 1]
    said = words.casefold()
    for same in (
        [option for option in options if said in (option.key.casefold(), option.label.casefold())],
        [option for option in options if option.label.casefold().startswith(said)],
    ):
        if len(same) == 1:
            return same[0]
    return None


def _beside(lines: list[Line]) -> list[Line]:
    """Many short options in columns, read downwards."""
    wide = max(sum(len(piece.text) for piece in line) for line in lines) + 2
    across = max(1, terminal.room() // wide)
    down = -(-len(lines) // across)
    found: list[Line] = []
    for row in range(down):
        parts: Line = []
        for line in lines[row::down]:
            length = sum(len(piece.text) for piece in line)
            parts += [*line, Piece(" " * (wide - length))]
        found.append([*parts[:-1]])
    return found
