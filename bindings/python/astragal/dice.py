"""Dice: the answers of `Runtime.parse_dice`, `Runtime.roll` and `Runtime.distribution`. docs/dice.md has the notation."""

from __future__ import annotations

from dataclasses import dataclass
from fractions import Fraction
from typing import Any, Dict, Optional, Tuple


@dataclass(frozen=True)
class DiceTerm:
    """Dice of one kind, as they are written; their faces go from `low` to `high`."""
    dice: str
    minus: bool
    count: int
    sides: int
    low: int
    high: int


@dataclass(frozen=True)
class Dice:
    """A dice value. `dice` is its canonical notation, `count` how many dice fall before rerolls and explosions."""
    dice: str
    terms: Tuple[DiceTerm, ...]
    flat: int
    count: int

    def __str__(self) -> str:
        return self.dice


@dataclass(frozen=True)
class Face:
    """A face that fell. Faces of one `die` follow each other; one that is neither kept nor rerolled is dropped."""
    die: int
    face: int
    counts: int
    kept: bool
    set: bool = False
    rerolled: bool = False
    exploded: bool = False
    extra: bool = False  # an explosion brought it
    raised: bool = False
    success: bool = False
    failure: bool = False


@dataclass(frozen=True)
class RolledTerm:
    dice: str
    value: int  # with its sign
    faces: Tuple[Face, ...]  # in the order in which they fell


@dataclass(frozen=True)
class Roll:
    """A roll. `asked` rolls the same again as `faces`; `index` is where the seed goes on."""
    dice: str
    total: int
    terms: Tuple[RolledTerm, ...]
    flat: int
    asked: Tuple[int, ...]
    index: Optional[int] = None

    def __int__(self) -> int:
        return self.total


@dataclass(frozen=True)
class Chance:
    """How likely a total is; `exact` only where it was asked for."""
    total: int
    p: float
    at_least: float
    at_most: float
    exact: Optional[Fraction] = None


@dataclass(frozen=True)
class Distribution:
    """How likely each total is. `beyond` is the probability of explosions past the table; where `partial` holds, mean and variance are those of the table."""
    dice: str
    min: int
    max: int
    mean: Fraction
    variance: Fraction
    deviation: float
    median: int
    partial: bool
    beyond: float
    outcomes: Tuple[Chance, ...]

    def __getitem__(self, total: int) -> float:
        """The probability of a total."""
        return next((o.p for o in self.outcomes if o.total == total), 0.0)


def dice_of(x: Dict[str, Any]) -> Dice:
    return Dice(x["dice"], tuple(DiceTerm(**t) for t in x["terms"]), x["flat"], x["count"])


def roll_of(x: Dict[str, Any]) -> Roll:
    terms = tuple(RolledTerm(t["dice"], t["value"], tuple(Face(**f) for f in t["faces"])) for t in x["terms"])
    return Roll(x["dice"], x["total"], terms, x["flat"], tuple(x["asked"]), x.get("index"))


def distribution_of(x: Dict[str, Any]) -> Distribution:
    outcomes = tuple(Chance(o["total"], o["p"], o["at_least"], o["at_most"], Fraction(o["exact"]) if "exact" in o else None) for o in x["outcomes"])
    return Distribution(x["dice"], x["min"], x["max"], Fraction(x["mean_exact"]), Fraction(x["variance_exact"]), x["deviation"], x["median"],
                        x["partial"], x["beyond"], outcomes)
