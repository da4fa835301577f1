"""What many games came to, as frozen objects."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, Dict, Optional, Tuple

from .request import Cycle, cycle_of, place_of


@dataclass(frozen=True)
class Interval:
    """A mean with its 95% interval, the least and the most. None where too few were counted."""
    mean: Optional[float] = None
    low: Optional[float] = None
    high: Optional[float] = None
    min: Optional[float] = None
    max: Optional[float] = None


@dataclass(frozen=True)
class Seat:
    """How the finished games went for a player: `win_low` to `win_high` is the 95% interval of `win_rate`, `advantage`
    the payoff less the mean of all players' payoffs of the same game."""
    payoff: Interval
    wins: int
    win_rate: Optional[float]
    win_low: Optional[float] = None
    win_high: Optional[float] = None
    advantage: Interval = Interval()


@dataclass(frozen=True)
class Reason:
    reason: str
    games: int


@dataclass(frozen=True)
class Stop:
    """An error that stopped games, and where in the model; `seed` repeats the first of them, and `cannot_end` says how
    that goes round where it is known never to end."""
    error: str
    games: int
    seed: int
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    source: Optional[str] = None
    caret: int = 0
    width: int = 1
    cannot_end: Optional[Cycle] = None


@dataclass(frozen=True)
class Endless:
    """The first of the games that were given up: its seed, and where it asked last."""
    seed: int
    place: str


@dataclass(frozen=True)
class Bin:
    """How many finished games had from `low` to `high` requests."""
    low: int
    high: int
    games: int


@dataclass(frozen=True)
class OptionCounts:
    """How often an option was legal and taken; `forced` of these times nobody was asked, as it was the only one."""
    option: str
    legal: int
    taken: int
    forced: int


@dataclass(frozen=True)
class PlaceCounts:
    """What was done at a place of the model. Where it had `many` different options, more than 400, none is listed."""
    place: str
    asked: int
    many: bool
    options: Tuple[OptionCounts, ...]


@dataclass(frozen=True)
class Result:
    """How the games of a simulation went."""
    seed: int
    interrupted: bool
    games: int
    finished: int
    stopped: int
    cut: int
    requests: Interval
    reasons: Tuple[Reason, ...]
    seats: Tuple[Seat, ...]
    stops: Tuple[Stop, ...]
    median: Optional[int] = None
    lengths: Tuple[Bin, ...] = ()
    endless: Optional[Endless] = None
    actions: Optional[Tuple[PlaceCounts, ...]] = None  # where asked for
    chart: Optional[str] = field(default=None, compare=False, repr=False)  # where asked for: SVG
    save: Optional[bytes] = field(default=None, compare=False, repr=False)  # where asked for: what resume takes

    def _repr_svg_(self) -> Optional[str]:
        return self.chart


@dataclass(frozen=True)
class Difference:
    """How what was compared differs, over `pairs` of games with one seed that both came to an end. By player, but `requests`."""
    pairs: int
    payoffs: Tuple[Interval, ...]
    win_rates: Tuple[Interval, ...]
    requests: Interval


@dataclass(frozen=True)
class Comparison:
    """The same games of two models, or with other players: how each went, and how the second differs."""
    result: Result
    compared: Result
    difference: Difference
    chart: Optional[str] = field(default=None, compare=False, repr=False)
    save: Optional[bytes] = field(default=None, compare=False, repr=False)

    def _repr_svg_(self) -> Optional[str]:
        return self.chart


def result_of(answer: Dict[str, Any]) -> Result:
    data = dict(answer["result"], chart=answer.get("chart"), save=answer.get("save"))
    data.update(tally_of(data))
    return Result(**data)


def comparison_of(answer: Dict[str, Any]) -> Comparison:
    d = answer["difference"]
    return Comparison(
        result_of({"result": answer["result"]}), result_of({"result": answer["compared"]}),
        Difference(d["pairs"], tuple(Interval(**x) for x in d["payoffs"]), tuple(Interval(**x) for x in d["win_rates"]), Interval(**d["requests"])),
        answer.get("chart"), answer.get("save"))


def tally_of(data: Dict[str, Any]) -> Dict[str, Any]:
    """What simulations and test games have in common."""
    endless, actions = data.get("endless"), data.get("actions")
    return {
        "requests": Interval(**data["requests"]),
        "lengths": tuple(Bin(x["from"], x["to"], x["games"]) for x in data["lengths"]),
        "reasons": tuple(Reason(**x) for x in data["reasons"]),
        "seats": tuple(Seat(**{**x, "payoff": Interval(**x["payoff"]), "advantage": Interval(**x["advantage"])}) for x in data["seats"]),
        "stops": tuple(Stop(x["error"], x["games"], x["seed"], cannot_end=cycle_of(x), **place_of(x)) for x in data["stops"]),
        "endless": None if endless is None else Endless(**endless),
        "actions": None if actions is None else tuple(
            PlaceCounts(x["place"], x["asked"], x["many"], tuple(OptionCounts(**o) for o in x["options"])) for x in actions),
    }
