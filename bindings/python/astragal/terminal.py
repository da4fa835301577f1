"""Games at the terminal: `python -m astragal play` and `demo`."""

from __future__ import annotations


from pathlib import Path
from typing import Any, Dict, List, Optional, Sequence, TextIO

from .errors import Error
from .game import Game
from .request import Event, Request
from .view import clean, grid_of, table, text


def table_lines(game: Game, seat: Optional[int]) -> List[str]:
    """The table as a seat sees it, a line for each variable and zone; boards have several."""
    shown = table(game, seat)
    constants = game.model.describe().constants
    lines = []
    for name, value in shown.variables.items():
        rows = grid_of(value, constants)
        if rows is None:
            lines.append(f"{name} = {clean(text(value))}")
            continue
        cells = [[clean(text(x), 8) for x in row] for row in rows]
        width = max(len(c) for row in cells for c in row)
        block = [f"{name}:"] + ["    " + " ".join(c.rjust(width) for c in row) for row in cells]
        lines.append("\n".join(block))
    for z in shown.zones:
        if len(z.items) == 1 and isinstance(z.items[0], int):
            lines.append(f"{z.path}: {_backs(z.count)}")
        else:
            lines.append(f"{z.path}: {clean(', '.join(_backs(i) if isinstance(i, int) else i['label'] for i in z.items)) or 'empty'}")
    return lines


def _backs(n: int) -> str:
    return f"{n} item{'' if n == 1 else 's'}"


def tell(e: Event, seat: Optional[int]) -> str:
    """Something that happened, as a seat saw it."""
    label = clean(e.label) if seat is None or e.seen_by(seat) else "(hidden)"
    if e.kind == "event":
        return f"* {clean(e.label)}"
    if e.kind == "automatic":
        return f"- {clean(e.place)}: {label}, unasked"
    if e.what == "decision":
        return f"- player {e.player}, {clean(e.place)}: {label}"
    return f"- {e.what}, {clean(e.place)}: {label}"


class Table:
    """Shows a game as it goes: what has happened, and which lines of the table are new."""

    def __init__(self, game: Game, out: TextIO) -> None:
        self.game, self.out = game, out
        self._since = 0
        self._before: List[str] = []

    def say(self, line: str) -> None:
        print(line, file=self.out)

    def news(self, seat: Optional[int]) -> None:
        events, self._since = self.game.events(self._since)
        for i, e in enumerate(events):
            # The chance that decides which card it is says no more than the draw behind it.
            if e.what == "chance" and i + 1 < len(events) and events[i + 1].what in ("draw", "look"):
                continue
            self.say(tell(e, seat))
        now = table_lines(self.game, seat)
        for line in now:
            if line not in self._before:
                self.say("  " + line.replace("\n", "\n  "))
        self._before = now

    def end(self) -> None:
        r = self.game.request
        if r.kind == "error" and r.error is not None:
            self.say(f"\nThe game was stopped. {r.error.kind}: {clean(r.error.message)}")
            return
        self.say(f"\nEnd: {clean(r.reason)}")
        for p, x in enumerate(r.payoffs):
            self.say(f"  player {p}: {text(x)}")

    def again(self) -> None:
        self._since, self._before = self.game.events()[1], []


def numeric(options: Sequence[str]) -> bool:
    """Whether a number that is typed is a label and not an index, as in `astragal play`: some labels
    are whole numbers, and no two are alike."""
    return len(set(options)) == len(options) and any(o.lstrip("-").isdecimal() for o in options)


HELP = "A number or a label answers. u: take back your last answer, s: show the table, o: the options again, q: quit."


class Console:
    """A person in a game, against agents at the other seats."""

    def __init__(self, game: Game, seat: Optional[int], agents: str, inp: TextIO, out: TextIO) -> None:
        self.game, self.seat, self.agents, self.inp = game, seat, agents, inp
        self.table = Table(game, out)

    def play(self) -> None:
        t = self.table
        while True:
            if self.seat is not None and not self.game.over and self.game.request.player != self.seat:
                self.game.play(self.agents, until_seat=self.seat)
            if self.game.over:
                t.news(self.seat)
                t.end()
                return
            if not self._question():
                return

    def _ask(self, r: Request) -> None:
        say = self.table.say
        say(f"\nPlayer {r.player} · {clean(r.place)}")
        if r.prompt:
            say(clean(r.prompt))
        numbers = numeric(r.options)
        for i, label in enumerate(r.options):
            say(f"      {clean(label)}" if numbers else f"{i:4d}  {clean(label)}")

    def _question(self) -> bool:
        """Asks until an answer is given or taken back; false when the person leaves."""
        r = self.game.request
        self.table.news(r.player)
        self._ask(r)
        say = self.table.say
        while True:
            print("> ", end="", file=self.table.out, flush=True)
            line = self.inp.readline()
            if not line:
                say("\nThe input has ended.")
                return False
            words = line.strip()
            numbers = numeric(r.options)
            if words in r.options or not numbers and words.lstrip("-").isdecimal():
                index = r.options.index(words) if words in r.options and (numbers or not words.isdecimal()) else int(words)
                if 0 <= index < len(r.options):
                    self.game.answer(index)
                    return True
                say(f"There is no option {index}; a number from 0 to {len(r.options) - 1}, or ?")
            elif words == "q":
                return False
            elif words == "?":
                say(HELP)
            elif words == "s":
                for shown in table_lines(self.game, r.player):
                    say("  " + shown)
            elif words == "o":
                self._ask(r)
            elif words == "u":
                if self._undo():
                    return True
                say("There is nothing to take back.")
            elif words:
                which = "one of the numbers above" if numbers else f"a number from 0 to {len(r.options) - 1}"
                say(f"'{clean(words)}' is no option; {which}, or ?")

    def _undo(self) -> bool:
        """Goes back to the person's last question before this one."""
        with self.game.clone() as probe:
            n = 0
            while True:
                try:
                    r = probe.undo()
                except Error:
                    return False
                n += 1
                if r.kind == "decision" and self.seat in (None, r.player):
                    break
        self.game.undo(n)
        self.table.again()
        self.table.say("Taken back.")
        return True


def demo(game: Game, agents: str, out: TextIO) -> None:
    """Plays a whole game between agents, showing the table as it goes."""
    t = Table(game, out)
    t.say(f"{clean(game.model.name)}: {len(agents_of(game, agents))} players, one answer at a time.\n")
    t.news(None)
    while not game.over:
        r = game.request
        t.say(f"\nPlayer {r.player} · {clean(r.place)}: {clean(' | '.join(r.options))}")
        game.play(agents, limit=1)
        t.news(None)
    t.end()


def agents_of(game: Game, agents: str) -> List[str]:
    """Who sits at each seat."""
    names = [a.strip() for a in agents.split(",")]
    return names if len(names) > 1 else names * game.players


def parse_set(items: List[str]) -> Dict[str, Any]:
    """NAME=VALUE, where a value is JSON, or else a text."""
    import json
    out: Dict[str, Any] = {}
    for item in items:
        name, eq, value = item.partition("=")
        if not eq:
            raise SystemExit(f"--set takes NAME=VALUE, not {item}")
        try:
            out[name] = json.loads(value)
        except ValueError:
            out[name] = value
    return out


def example(name: str) -> Path:
    """A model that comes with this package, or with the checkout around it."""
    here = Path(__file__).resolve().parent
    for path in (here / "_native" / "examples" / name / "model.yaml", here.parents[2] / "examples" / name / "model.yaml"):
        if path.exists():
            return path
    raise SystemExit(f"there is no example '{name}'; give --model FILE")


