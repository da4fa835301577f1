"""Every state of a small game: the answers of `Model.explore` and `Runtime.explore_turns`. docs/explore.md says what a state is."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple

from .request import Cycle, cycle_of


@dataclass(frozen=True)
class Answered:
    """One answer on a way through the game: option `answer` at a place; `player` is -1 where it is chance."""
    answer: int
    label: str
    place: str
    player: int


@dataclass(frozen=True)
class Fault:
    """An error that stops the game in so many states; `trace` is a shortest way to it."""
    error: str
    states: int
    trace: Tuple[Answered, ...]
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    cannot_end: Optional[Cycle] = None


@dataclass(frozen=True)
class Found:
    """How many states there are of a kind, and a shortest way to the nearest. From its end `cycle` leads back there."""
    states: int
    trace: Tuple[Answered, ...] = ()
    cycle: Tuple[Answered, ...] = ()


@dataclass(frozen=True)
class Broken:
    """An invariant that does not hold: what it gives, and a shortest way to a state in which it does not."""
    invariant: str
    value: str
    trace: Tuple[Answered, ...]


@dataclass(frozen=True)
class Histories:
    """How many ways lead to states of each kind: the nodes of the game's tree."""
    decisions: int
    chances: int
    unasked: int
    ends: int


@dataclass(frozen=True)
class Explored:
    """What visiting every state of a game came to. True where nothing is amiss; else `script` is the way to what is.

    `whole` says whether these are all states there are, and else `cut` why not. `reasons` has the end conditions with how many
    states each has ended.
    """
    fine: bool
    game: str
    players: int
    states: int
    transitions: int
    depth: int
    levels: Tuple[int, ...]
    whole: bool
    open: int
    decisions: int
    chances: int
    unasked: int
    ends: int
    stopped: int
    outside: int
    cyclic: bool
    reasons: Dict[str, int]
    faults: Tuple[Fault, ...]
    deadlocks: Found
    stuck: Found
    broken: Optional[Broken] = None
    histories: Optional[Histories] = None
    cut: Optional[str] = None
    script: Optional[str] = None

    def __bool__(self) -> bool:
        return self.fine


@dataclass(frozen=True)
class ExploredTurns:
    """What visiting all that turns may come to came to. True where nothing is wrong and nothing stands still; else `trace` has
    the relations on the shortest way there."""
    states: int
    transitions: int
    depth: int
    symmetries: int
    deadlocks: int
    whole: bool
    cut: Optional[str] = None
    wrong: Optional[str] = None
    trace: Tuple[Dict[str, Any], ...] = ()

    def __bool__(self) -> bool:
        return not self.wrong and not self.deadlocks


def _way(data: Dict[str, Any], key: str = "trace") -> Tuple[Answered, ...]:
    return tuple(Answered(**x) for x in data.get(key, ()))


def _found(data: Dict[str, Any]) -> Found:
    return Found(data["states"], _way(data), _way(data, "cycle"))


def explored_of(data: Dict[str, Any]) -> Explored:
    broken, histories = data.get("broken"), data.get("histories")
    return Explored(**{**data,
        "levels": tuple(data["levels"]),
        "reasons": {x["reason"]: x["states"] for x in data["reasons"]},
        "faults": tuple(Fault(x["error"], x["states"], _way(x), cannot_end=cycle_of(x), **(x.get("at") or {})) for x in data["faults"]),
        "deadlocks": _found(data["deadlocks"]), "stuck": _found(data["stuck"]),
        "broken": Broken(broken["invariant"], broken["value"], _way(broken)) if broken else None,
        "histories": Histories(**histories) if histories else None,
    })


def explored_turns_of(data: Dict[str, Any]) -> ExploredTurns:
    return ExploredTurns(**{**data, "trace": tuple(data.get("trace", ()))})
