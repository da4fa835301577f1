"""Why: the answers of `Game.explain`. Values in them are texts, as Python writes them."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Dict, Optional, Tuple, Type, TypeVar

_T = TypeVar("_T")


@dataclass(frozen=True)
class Place:
    """Where something stands in the model."""
    file: str
    line: int
    column: int

    def __str__(self) -> str:
        return f"{self.file}:{self.line}:{self.column}"


@dataclass(frozen=True)
class Named:
    """A name, or something that is read, and its value."""
    name: str
    value: str


@dataclass(frozen=True)
class Part:
    """A part of an expression and what it comes to. Of all() and any() `parts` has the first elements that decide, or the nearest."""
    text: str
    form: str  # and, or, not, comparison, conditional, all, any, function, derived or value
    value: str
    true: bool
    at: Optional[Place] = None
    fails: Optional[str] = None  # why it has no value
    skipped: bool = False  # a part before it has decided
    bound: Tuple[Named, ...] = ()  # what a function's parameters, or the names of a loop, are here
    values: Tuple[Named, ...] = ()
    missing: Optional[float] = None
    turns: int = 0
    deciding: int = 0
    parts: Tuple["Part", ...] = ()


@dataclass(frozen=True)
class Because:
    """One of the smallest parts that make a condition what it is."""
    text: str
    true: bool
    sentence: str
    at: Optional[Place] = None
    fails: Optional[str] = None
    within: Tuple[str, ...] = ()
    bound: Tuple[Named, ...] = ()
    values: Tuple[Named, ...] = ()
    missing: Optional[float] = None

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class ExplainedAction:
    """An action for one player (-1: nobody): `legal` where it is among the options."""
    action: str
    player: int
    offered: bool
    legal: bool
    why: str  # pre, free, condition, inactive, fault, unlisted, speed, eliminated or unasked
    sentence: str
    label: Optional[str] = None
    at: Optional[Place] = None
    reasons: Tuple[Because, ...] = ()
    pre: Optional[Part] = None

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class ExplainedEnd:
    """An end condition: `near` is 1 where it holds."""
    id: str
    tested: bool
    holds: bool
    near: float
    sentence: str
    result: Optional[str] = None
    scope: Optional[str] = None
    at: Optional[Place] = None
    who: Optional[str] = None
    reasons: Tuple[Because, ...] = ()
    condition: Optional[Part] = None

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class ExplainedTrigger:
    """A trigger that can hear an event."""
    id: str
    timing: str  # before, instead or after
    verdict: str  # fired, condition, inactive, declined, asked, shut, unreached, would or unsure
    sentence: str
    item: Optional[str] = None
    at: Optional[Place] = None
    optional: bool = False
    reasons: Tuple[Because, ...] = ()
    condition: Optional[Part] = None

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Hearing:
    """What the triggers of an event did when it was emitted last, or would do."""
    emitted: bool
    answers: int  # how many were looked through; whole: all there were
    whole: bool
    triggers: Tuple[ExplainedTrigger, ...]
    sentences: Tuple[str, ...]
    event: Optional[str] = None
    open: bool = False
    replaced: bool = False
    cut: bool = False


@dataclass(frozen=True)
class Modifier:
    """A modifier in one call of modified()."""
    layer: float
    applied: bool
    why: str  # applied, inactive or condition
    before: str
    after: str
    sentence: str
    id: Optional[str] = None
    item: Optional[str] = None
    temporary: bool = False
    until: Optional[str] = None
    change: Optional[str] = None
    at: Optional[Place] = None
    reasons: Tuple[Because, ...] = ()

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Modified:
    """One call of modified() with all modifiers of the stat, in their order."""
    stat: str
    base: str
    value: str
    modifiers: Tuple[Modifier, ...]


@dataclass(frozen=True)
class Valuation:
    """Why an expression has its value."""
    text: str
    value: str
    part: Part
    modified: Tuple[Modified, ...]
    sentences: Tuple[str, ...]
    fails: Optional[str] = None
    cut: bool = False


@dataclass(frozen=True)
class Legality:
    """Whether actions can be taken now; `asks` is the place that asks."""
    asks: str
    actions: Tuple[ExplainedAction, ...]
    sentences: Tuple[str, ...]
    cut: bool = False

    def __getitem__(self, action: str) -> ExplainedAction:
        for a in self.actions:
            if a.action == action:
                return a
        raise KeyError(action)


@dataclass(frozen=True)
class Endings:
    """How near the game is to its end."""
    over: bool
    checked: str
    conditions: Tuple[ExplainedEnd, ...]
    sentences: Tuple[str, ...]
    reason: Optional[str] = None
    nearest: Optional[str] = None
    cut: bool = False

    def __getitem__(self, id: str) -> ExplainedEnd:
        for e in self.conditions:
            if e.id == id:
                return e
        raise KeyError(id)


@dataclass(frozen=True)
class OpenAction:
    """An action in the middle of being carried out: what it waits for."""
    action: str
    stage: str  # declared, checked or resolving
    effects: int
    left: int
    sentence: str
    nested: Optional[str] = None

    def __str__(self) -> str:
        return self.sentence


@dataclass(frozen=True)
class Turning:
    """How things stand with the turn that is taken; where none is, `open` is false and the rest empty."""
    open: bool
    owner: int
    id: int
    formal_begun: bool
    formal_ended: bool
    begun_counts: Tuple[int, ...]
    actions: Tuple[OpenAction, ...]  # the outermost first
    due: bool  # an ending has to be looked for
    objectives: Tuple[ExplainedEnd, ...]
    sentences: Tuple[str, ...]
    side: Optional[str] = None
    phase: Optional[str] = None
    next: Optional[int] = None  # whose turn is next, as things stand
    cut: bool = False


@dataclass(frozen=True, repr=False)
class Explanation:
    """What was asked about; the rest is None, or empty. It prints as its sentences."""
    sentences: Tuple[str, ...]
    actions: Optional[Legality] = None
    value: Optional[Valuation] = None
    triggers: Tuple[Hearing, ...] = ()
    ends: Optional[Endings] = None
    turn: Optional[Turning] = None

    def __str__(self) -> str:
        return "\n".join(self.sentences)

    def __repr__(self) -> str:
        return f"<Explanation\n{self}>"


# What the fields that are no plain values are made of, by class and name on the wire; and those whose name is no name in
# Python, or says little there.
_CLASSES: Dict[Any, Any] = {
    Part: {"at": Place, "with": Named, "values": Named},
    Because: {"at": Place, "with": Named, "values": Named},
    ExplainedAction: {"at": Place, "reasons": Because, "pre": Part},
    ExplainedEnd: {"at": Place, "reasons": Because, "if": Part},
    ExplainedTrigger: {"at": Place, "reasons": Because, "if": Part},
    Hearing: {"triggers": ExplainedTrigger},
    Modifier: {"at": Place, "reasons": Because},
    Modified: {"modifiers": Modifier},
    Valuation: {"part": Part, "modified": Modified},
    Legality: {"actions": ExplainedAction},
    Endings: {"conditions": ExplainedEnd},
    Turning: {"actions": OpenAction, "objectives": ExplainedEnd},
    Explanation: {"actions": Legality, "value": Valuation, "triggers": Hearing, "ends": Endings, "turn": Turning},
}
_CLASSES[Part]["parts"] = Part
_NAMES = {"with": "bound", "if": "condition"}


def explanation_of(cls: Type[_T], data: Dict[str, Any]) -> _T:
    """Makes an object of what came over the wire. Fields that a later engine adds are left out."""
    known, classes = {f.name for f in fields(cls)}, _CLASSES.get(cls, {})  # type: ignore[arg-type]
    out: Dict[str, Any] = {}
    for key, x in data.items():
        inner = classes.get(key)
        if isinstance(x, list):
            x = tuple(explanation_of(inner, y) if inner else y for y in x)
        elif inner:
            x = explanation_of(inner, x)
        if _NAMES.get(key, key) in known:
            out[_NAMES.get(key, key)] = x
    return cls(**out)
