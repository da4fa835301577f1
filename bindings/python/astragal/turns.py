"""Turns: the answer of `Runtime.check_trace`. docs/turns.md has the relations, their guards and the format of traces."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Dict, Optional, Tuple


@dataclass(frozen=True)
class TraceFault:
    """What in a trace does not hold: `line` and `column` count from 1. Where a guard fails, `guard` is its name and `refused`
    the relation that has it."""
    kind: str
    line: int
    text: str
    column: Optional[int] = None
    step: Optional[int] = None
    relation: Optional[str] = None
    refused: Optional[str] = None
    guard: Optional[str] = None

    def __str__(self) -> str:
        code = f"{self.refused}.{self.guard}" if self.guard else self.kind
        where = f"step {self.step}, {self.relation}: " if self.step else ""
        return f"line {self.line}: {where}{self.text} [{code}]"


@dataclass(frozen=True)
class TraceCheck:
    """What a trace came to: how many `steps` hold, how many `turns` have formally begun in them, and the outcome behind them
    (playing, won, draw or nobody). True where all hold; else `fault` is the first that does not."""
    ok: bool
    steps: int
    turns: int
    outcome: str
    winners: Tuple[int, ...]
    name: str = ""
    fault: Optional[TraceFault] = None

    def __bool__(self) -> bool:
        return self.ok


def trace_check_of(x: Dict[str, Any]) -> TraceCheck:
    outcome, fault = x["outcome"], x.get("fault")
    return TraceCheck(x["ok"], x["steps"], x["turns"], outcome["kind"], tuple(outcome.get("winners", ())), x.get("name", ""),
                      None if fault is None else TraceFault(**fault))
