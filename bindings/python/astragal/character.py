"""What packs of character rules say: sheets, options, changes, runs of actions, as frozen objects.

Values, characters and changes stay plain data, as docs/characters.md and docs/actions.md have them.
"""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple, Type, TypeVar

Data = Dict[str, Any]
_T = TypeVar("_T")


@dataclass(frozen=True)
class Pack:
    """A pack of a ruleset."""
    id: str
    version: str
    title: str = ""
    licence: str = ""


@dataclass(frozen=True)
class PackFault:
    """Something wrong with packs. `severity` is "error" or "warning", `fix` what to do, where that is known."""
    code: str
    severity: str
    text: str
    file: Optional[str] = None
    line: Optional[int] = None
    column: Optional[int] = None
    fix: Optional[str] = None
    data: Optional[Mapping[str, Any]] = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}: " if self.line else f"{self.file}: " if self.file else ""
        return f"{place}{self.severity}: {self.text}" + (f"; {self.fix}" if self.fix else "")


@dataclass(frozen=True)
class RulesetReport:
    """All that is wrong with packs; it prints as lines. `counts` says how many fields, items, actions and so on there are."""
    ok: bool
    packs: Tuple[Pack, ...]
    errors: Tuple[PackFault, ...]
    counts: Mapping[str, int]

    def __str__(self) -> str:
        return "\n".join(str(e) for e in self.errors) or "nothing is wrong"


@dataclass(frozen=True)
class SheetEffect:
    """An effect on a field. One that is not `counted` has failed, or stands behind the one with the index `suppressedBy`."""
    source: Mapping[str, Any]
    op: str
    value: Any
    counted: bool
    effect: Optional[str] = None
    stackKey: Optional[str] = None
    failed: bool = False
    suppressedBy: Optional[int] = None


@dataclass(frozen=True)
class SheetField:
    """A field of a sheet: its value is `base` with the `effects` that count. Where it could not be worked out the value is
    None and `error` says why."""
    id: str
    type: str
    input: bool
    value: Any
    tags: Tuple[str, ...] = ()
    base: Any = None
    effects: Tuple[SheetEffect, ...] = ()
    error: Optional[str] = None
    min: Any = None
    max: Any = None


@dataclass(frozen=True)
class Issue:
    """Something in a character that does not fit the rules."""
    code: str
    message: str
    path: str = ""
    data: Optional[Mapping[str, Any]] = None


@dataclass(frozen=True)
class Sheet:
    """A character under a ruleset. `sheet["srd-5.1:ac"]` is a field's value; `field` has how it came to be. The lists but
    fields and issues are plain data (docs/characters.md, The sheet as JSON)."""
    creating: bool
    fields: Tuple[SheetField, ...]
    actions: Tuple[Data, ...]
    unavailable: Tuple[Data, ...]
    offers: Tuple[Data, ...]
    pending: Tuple[Data, ...]
    choices: Tuple[Data, ...]
    situational: Tuple[Data, ...]
    features: Tuple[Data, ...]
    inventory: Tuple[Data, ...]
    applied: Tuple[Data, ...]
    competing: Tuple[Data, ...]
    issues: Tuple[Issue, ...]
    id: str = ""

    def field(self, id: str) -> SheetField:
        """A field; KeyError where the ruleset has none of this id."""
        for f in self.fields:
            if f.id == id:
                return f
        raise KeyError(id)

    def __getitem__(self, id: str) -> Any:
        return self.field(id).value

    def __iter__(self) -> Iterator[str]:
        return (f.id for f in self.fields)

    def __contains__(self, id: object) -> bool:
        return any(f.id == id for f in self.fields)


@dataclass(frozen=True)
class ChoiceOption:
    """An option of a choice; `reason` says why it is not `eligible`."""
    id: Any
    eligible: bool
    picked: bool
    recommended: bool
    reason: Optional[Mapping[str, Any]] = None


@dataclass(frozen=True)
class Choice:
    """What a choice offers. It takes `min` to `max` picks (None: any number) and has had `picked`."""
    path: Data
    owner: str
    id: str
    min: int
    picked: int
    options: Tuple[ChoiceOption, ...]
    max: Optional[int] = None
    slot: Optional[Data] = None


@dataclass(frozen=True)
class Applied:
    """A character after changes: `changes` says what each came to, `followUps` what is offered now and was not before."""
    character: Data
    changes: Tuple[Data, ...]
    followUps: Tuple[Data, ...]


@dataclass(frozen=True)
class Named:
    """What something is called, and its description."""
    id: str
    name: str
    text: str = ""


def made(cls: Type[_T], data: Mapping[str, Any]) -> _T:
    """Makes an object of what came over the wire, its lists as tuples. What a later engine adds is left out."""
    known = {f.name for f in fields(cls)}  # type: ignore[arg-type]
    return cls(**{k: tuple(v) if isinstance(v, list) else v for k, v in data.items() if k in known})


def report_of(x: Data) -> RulesetReport:
    packs, faults = x.get("packs") or (), x.get("errors") or ()
    return RulesetReport(x["ok"], tuple(made(Pack, p) for p in packs), tuple(made(PackFault, e) for e in faults), x["counts"])


def _field(x: Data) -> SheetField:
    how = x["breakdown"]
    return SheetField(x["id"], x["type"], x["input"], x["value"], tuple(x["tags"]), how["base"], tuple(made(SheetEffect, e) for e in how["effects"]),
                      x.get("error"), x.get("min"), x.get("max"))


def sheet_of(x: Data) -> Sheet:
    return made(Sheet, dict(x, fields=[_field(f) for f in x["fields"]], issues=[made(Issue, i) for i in x["issues"]]))


def choice_of(x: Data) -> Choice:
    return made(Choice, dict(x, options=[made(ChoiceOption, o) for o in x["options"]]))


def applied_of(x: Data) -> Applied:
    return Applied(x["character"], tuple(x["applied"]), tuple(x["followUps"]))


def named_of(x: Data) -> List[Named]:
    return [made(Named, d) for d in x["texts"]]
