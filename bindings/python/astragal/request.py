"""What the engine tells, as frozen objects."""

from __future__ import annotations

from dataclasses import dataclass, field, fields
from typing import Any, Dict, List, Optional, Sequence, Tuple



@dataclass(frozen=True)
class Cycle:
    """Why a game cannot end: after so many `rounds` of its loops, with nobody asked, its state is the same again. It
    goes through these `places` meanwhile; where there are `more`, they are the first."""
    rounds: int
    places: Tuple[str, ...]
    more: bool = False


def cycle_of(data: Dict[str, Any]) -> Optional[Cycle]:
    c = data.get("cannot_end")
    return Cycle(c["rounds"], tuple(c["places"]), c.get("more", False)) if c else None


@dataclass(frozen=True)
class GameError:
    """The error of a model that has stopped a game. Of one that is known never to end, `cannot_end` says why."""
    kind: str
    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    cannot_end: Optional[Cycle] = None


@dataclass(frozen=True)
class Open:
    """Another open question of a simultaneous step."""
    player: int
    options: Tuple[str, ...]


@dataclass(frozen=True)
class Request:
    """What a game waits for. What does not apply is None, or empty.

    `kind` is "decision", "chance", "end" or "error". `options` are the labels that may be answered, `p` says of a
    chance how likely each is. `all` says whether everyone sees the answer, `seen` who else does.
    """
    kind: str
    player: Optional[int] = None
    place: str = ""
    options: Tuple[str, ...] = ()
    p: Tuple[float, ...] = ()
    all: bool = False
    seen: Tuple[int, ...] = ()
    step: Optional[int] = None
    prompt: str = ""
    payoffs: Tuple[float, ...] = ()
    reason: str = ""
    error: Optional[GameError] = None
    open: Tuple[Open, ...] = ()

    @property
    def over(self) -> bool:
        """Whether the game has ended, or was stopped by an error of its model."""
        return self.kind in ("end", "error")


def request_of(data: Dict[str, Any], _new: Any = object.__new__, _kind: Any = Request, _hold: Any = vars(Request)["__dict__"].__set__) -> Request:
    """The request in an answer, whose lists are tuples. It holds `data` as its own."""
    r: Request = _new(_kind)
    _hold(r, data)
    if "open" in data:
        data["open"] = tuple(Open(**x) for x in data["open"])
    if "error" in data:
        e = data["error"]
        data["error"] = GameError(e["kind"], e["message"], cannot_end=cycle_of(e), **(e.get("at") or {}))
    return r


@dataclass(frozen=True)
class Option:
    """An option with what is behind it: the item that a subset choice would take, the outcome of a chance. Of a seat's
    own options `item` is the handle of its view, and `hidden` those of which it does not see which item they are."""
    index: int
    label: str
    item: Any = None
    p: Optional[float] = None
    hidden: bool = False


@dataclass(frozen=True)
class Options:
    """The options of a question; in a subset choice also what is chosen from and what has been chosen."""
    options: Tuple[Option, ...]
    pool: Optional[List[Any]] = None
    chosen: Optional[Any] = None


@dataclass(frozen=True)
class Event:
    """Something that happened: an event of the model, a step taken unasked, or something seen. `hidden` says of a seat's
    events that others saw what it was."""
    kind: str  # event, automatic or observed
    label: str
    what: str = ""
    place: str = ""
    all: bool = False
    seen: Tuple[int, ...] = ()
    player: Optional[int] = None
    hidden: bool = False

    def seen_by(self, seat: int) -> bool:
        """Whether a seat may know it."""
        return self.all or seat in self.seen


def event_of(e: Dict[str, Any]) -> Event:
    return Event(e["kind"], e.get("label", ""), e.get("what", ""), e.get("place", ""), e.get("all", False), tuple(e.get("seen", ())), e.get("player"),
                 e.get("hidden", False))


@dataclass(frozen=True)
class State:
    """The whole table, hidden things too. `zones` are by path: name, or name[player]."""
    variables: Dict[str, Any]
    zones: Dict[str, List[Dict[str, Any]]]
    game_no: int = 1


@dataclass(frozen=True)
class Players:
    min: int
    max: int
    default: int


@dataclass(frozen=True)
class Diagnostic:
    """Something that is wrong with a model, or may be."""
    code: str
    severity: str
    message: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    fix: Optional[str] = None
    source: Optional[str] = None  # the line, as people are shown it
    caret: int = 0  # how many of its characters stand before that of the column
    width: int = 1  # how many the word there has

    def __str__(self) -> str:
        at = f"{self.file}:{self.line}:{self.column}: " if self.line else ""
        return f"{at}{self.severity}: {self.message} [{self.code}]"


def place_of(data: Dict[str, Any]) -> Dict[str, Any]:
    """Where something stands, with its line, as the fields of an object."""
    at = data.get("at") or {}
    return {"file": at.get("file"), "line": at.get("line"), "column": at.get("column"), "source": data.get("source"), "caret": data.get("caret", 0), "width": data.get("width", 1)}


def diagnostics_of(items: Sequence[Dict[str, Any]]) -> Tuple[Diagnostic, ...]:
    return tuple(Diagnostic(d["code"], d["severity"], d["message"], fix=d.get("fix"), **place_of(d)) for d in items)


@dataclass(frozen=True)
class Zone:
    name: str
    kind: str  # list, set or slot
    owner: str  # common or player
    visibility: str  # public, owner or hidden
    shuffled: bool


@dataclass(frozen=True)
class Board:
    """The cells of a board, what each is called (or None), and for each the numbers of those beside it."""
    name: str
    kind: str  # grid, hex, track or graph
    cells: Tuple[Any, ...]  # (row, column), (q, r), a number or a name
    labels: Tuple[Optional[str], ...]
    near: Tuple[Tuple[int, ...], ...]


@dataclass(frozen=True)
class Description:
    """What a model has."""
    name: str
    hash: str
    players: Players
    cooperative: bool = False
    constants: Dict[str, Any] = field(default_factory=dict)
    variables: Tuple[str, ...] = ()
    hidden: Tuple[str, ...] = ()  # variables that not everyone sees
    zones: Tuple[Zone, ...] = ()
    actions: Tuple[str, ...] = ()
    windows: Tuple[str, ...] = ()
    boards: Tuple[str, ...] = ()
    agents: Tuple[str, ...] = ()
    campaign: bool = False


def description_of(data: Dict[str, Any]) -> Description:
    known: Dict[str, Any] = {}
    for f in fields(Description):
        if f.name in data:
            x = data[f.name]
            known[f.name] = tuple(x) if isinstance(x, list) else x
    known["players"] = Players(**data["players"])
    known["zones"] = tuple(Zone(**z) for z in data["zones"])
    return Description(**known)
