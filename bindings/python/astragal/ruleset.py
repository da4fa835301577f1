"""Packs of character rules, loaded: sheets, changes, and actions as they run."""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Dict, List, Mapping, Optional, Sequence, Tuple, Union

from .character import Applied, Choice, Data, Named, Pack, Sheet, applied_of, choice_of, made, named_of, sheet_of

if TYPE_CHECKING:
    from .runtime import Runtime

# A folder or a zip, {"name": ..., "files": {path: text}}, or {"pack": id, "ruleset": name} of the folder of packs.
PackSource = Union[str, "os.PathLike[str]", Mapping[str, Any]]
# What action of a character: its qualified id, or the map {id, entry?, source?, followUp?} as a sheet lists it.
ActionName = Union[str, Mapping[str, Any]]

_NAMING = ("id", "entry", "source", "followUp")  # of what a sheet lists: what says which action it is


def sources(packs: Sequence[PackSource]) -> List[Any]:
    """Packs as the protocol has them; paths are made absolute, for a child process."""
    if isinstance(packs, (str, bytes, os.PathLike, Mapping)):
        raise TypeError("packs are a list, in the order in which they build on each other")
    return [_source(p) for p in packs]


def _source(p: PackSource) -> Any:
    if not isinstance(p, Mapping):
        return os.path.abspath(os.fspath(p))
    return {"name": p.get("name", ""), "files": dict(p["files"])} if "pack" not in p else dict(p)


@dataclass(frozen=True)
class Finished:
    """An action that has ended. It has changed nothing: `changes` are records {to, character?, step, change}; `own` gives
    those for the character itself, as `Ruleset.apply` takes them."""
    outcome: Data
    changes: Tuple[Data, ...]
    log: Tuple[Data, ...]

    @property
    def result(self) -> Optional[str]:
        """How it ended, where the action says so."""
        return self.outcome.get("result")

    @property
    def own(self) -> List[Data]:
        """The changes to the character that has acted."""
        return self.to("self")

    def to(self, role: Any) -> List[Data]:
        """The changes to "self", "target", another role, or {"link": slot}."""
        return [c["change"] for c in self.changes if c["to"] == role]


@dataclass(frozen=True)
class Paused:
    """An action that waits. `needs` says for what; `answer`, `roll`, `choose`, `allocate` and `hand_over` go on from here,
    any number of times: each gives a new object, and this one stays as it is. `state` is plain data that can be kept
    anywhere, for `Ruleset.resume`."""
    needs: Data
    state: Data
    log: Tuple[Data, ...]
    _ruleset: "Ruleset" = field(repr=False, compare=False)
    _with: Dict[str, Any] = field(repr=False, compare=False)

    @property
    def kind(self) -> str:
        """What it waits for: "dice", "choice", "allocate" or "handoff"."""
        kind: str = self.needs["kind"]
        return kind

    def answer(self, answer: Mapping[str, Any]) -> "Run":
        """Goes on with {"faces": [...]}, {"option": ...}, {"amounts": {...}} or {"outcome": {...}}."""
        return self._ruleset._go("action.continue", {"state": self.state, "answer": dict(answer)}, self._with)

    def roll(self, *faces: int) -> "Run":
        """Goes on with the faces that fell, in the order of `needs["dice"]`."""
        return self.answer({"faces": list(faces)})

    def choose(self, option: Union[str, int]) -> "Run":
        """Goes on with an option; "#done" ends a repeated choice."""
        return self.answer({"option": option})

    def allocate(self, amounts: Mapping[str, Any]) -> "Run":
        """Goes on with amounts by field."""
        return self.answer({"amounts": dict(amounts)})

    def hand_over(self, outcome: Mapping[str, Any]) -> "Run":
        """Goes on with the outcome of what another character has run."""
        return self.answer({"outcome": dict(outcome)})


Run = Union[Finished, Paused]


class Ruleset:
    """Packs of character rules, in their order. Made by `Runtime.load_ruleset`; never changes; for any thread.

    Every call is a pure function of what it is given: no character is kept here, and none that is given is changed.
    What the rules refuse raises CharacterError.
    """

    packs: Tuple[Pack, ...]

    def __init__(self, runtime: "Runtime", packs: Sequence[Any]) -> None:
        self.runtime = runtime
        self.closed = False
        self._source = packs
        self._revive()
        runtime._alive.add(self)

    def _revive(self) -> None:
        if self.closed:
            return
        r = self.runtime._call("ruleset.load", {"packs": self._source})
        self._handle: int = r["ruleset"]
        self._pid = os.getpid()
        self.packs = tuple(made(Pack, p) for p in r["packs"])

    def _ask(self, method: str, params: Dict[str, Any]) -> Any:
        return self.runtime._call(method, dict(params, ruleset=self._handle))

    def sheet(self, character: Mapping[str, Any], links: Optional[Mapping[str, Any]] = None) -> Sheet:
        """The character's sheet. `links` fills link slots: {slot: {id, values}}."""
        return sheet_of(self._ask("sheet.compute", {"character": character, "links": links}))

    def options(self, character: Mapping[str, Any], path: Union[str, Mapping[str, Any]], links: Optional[Mapping[str, Any]] = None) -> Choice:
        """What a choice offers. The path is that of a sheet's `pending` or `choices`, or the name of a choice of the rules."""
        return choice_of(self._ask("sheet.options", {"character": character, "path": {"choice": [path]} if isinstance(path, str) else path, "links": links}))

    def apply(self, character: Mapping[str, Any], changes: Sequence[Mapping[str, Any]], *, strict: bool = False, seed: Optional[int] = None,
              links: Optional[Mapping[str, Any]] = None) -> Applied:
        """The character with changes made, all or none.

        strict    what a bound would cut off is refused
        seed      what the dice of effects on incoming changes follow from; those need one
        """
        return applied_of(self._ask("sheet.apply", {"character": character, "changes": list(changes), "strict": strict or None, "dice": _dice(seed), "links": links}))

    def start(self, character: Mapping[str, Any], action: ActionName, *, params: Optional[Mapping[str, Any]] = None,
              situational: Optional[Mapping[str, Any]] = None, participants: Optional[Mapping[str, Any]] = None,
              policy: Optional[Mapping[str, Any]] = None, answers: Optional[Sequence[Mapping[str, Any]]] = None, seed: Optional[int] = None,
              links: Optional[Mapping[str, Any]] = None, state_key: Optional[bytes] = None) -> Run:
        """Starts an action and runs it to its end or its first pause.

        action        its id, or {id, entry?, source?, followUp?}; an entry of a sheet's `actions` will do, and an offer's `action`
        participants  views of others by role, {"target": [{id, values}]}
        policy        what goes on by itself, {dice, choices, allocations, rules}, each "auto" or "pause"
        answers       answers to the pauses, in order
        seed          what dice that do not pause follow from
        state_key     states carry a code made with it and are refused without; see docs/actions.md, States
        """
        named = {"id": action} if isinstance(action, str) else {k: action[k] for k in _NAMING if k in action}
        given = {"character": character, "action": named, "params": params, "situational": situational, "participants": participants, "links": links,
                 "answers": None if answers is None else list(answers)}
        return self._go("action.start", given, {"policy": policy, "dice": _dice(seed), "state_key": state_key})

    def resume(self, state: Mapping[str, Any], answer: Mapping[str, Any], *, policy: Optional[Mapping[str, Any]] = None, seed: Optional[int] = None,
               state_key: Optional[bytes] = None) -> Run:
        """Goes on from the state of a pause, however long ago and wherever it was."""
        return self._go("action.continue", {"state": state, "answer": dict(answer)}, {"policy": policy, "dice": _dice(seed), "state_key": state_key})

    def _go(self, method: str, params: Dict[str, Any], common: Dict[str, Any]) -> Run:
        r = self._ask(method, dict(params, **common))
        if r["status"] == "paused":
            return Paused(r["needs"], r["state"], tuple(r["log"]), self, common)
        return Finished(r["outcome"], tuple(r["proposedChanges"]), tuple(r["log"]))

    def describe(self, ids: Sequence[str], lang: Optional[str] = None, args: Optional[Mapping[str, Any]] = None) -> List[Named]:
        """What things are called, in a language or the nearest that the packs have; `args` are put into the texts."""
        return named_of(self._ask("sheet.describe", {"ids": list(ids), "lang": lang, "args": args}))

    def close(self) -> None:
        """Forgets the ruleset. Closing twice does nothing."""
        if not self.closed:
            self.closed = True
            if not self.runtime.closed:
                self._ask("ruleset.close", {})

    def __enter__(self) -> "Ruleset":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if not getattr(self, "closed", True) and hasattr(self, "_handle") and self._pid == os.getpid() and not sys.is_finalizing():
            self.runtime._forget("ruleset.close", self._handle)

    def __reduce__(self) -> Any:
        raise TypeError("a Ruleset cannot be pickled: load it in each process")

    def __repr__(self) -> str:
        return f"<Ruleset {', '.join(f'{p.id} {p.version}' for p in self.packs)}>"


def _dice(seed: Optional[int]) -> Optional[Dict[str, int]]:
    return None if seed is None else {"seed": seed}
