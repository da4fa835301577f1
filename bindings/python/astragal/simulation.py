"""Many games and how they went: beside the caller, or in parts on other processes and machines."""

from __future__ import annotations

import os
import sys
import time
from concurrent import futures
from typing import TYPE_CHECKING, Any, Callable, Dict, List, NamedTuple, Optional, Tuple, Union

from . import wire
from .errors import ModelError, TransportClosed
from .result import Comparison, Result, comparison_of, result_of

if TYPE_CHECKING:
    from .model import Model
    from .runtime import Runtime

PART = 200  # games that the engine adds up before it adds them to others; parts are multiples of it
_MOST_PART = 200_000
_MOST_PRECISE = 2000  # of a part where precision ends the simulation: what is behind that is played in vain
_AHEAD = 256  # parts that are given out at once

Outcome = Union[Result, Comparison]


def outcome_of(answer: Dict[str, Any]) -> Outcome:
    return comparison_of(answer) if "difference" in answer else result_of(answer)


class Progress(NamedTuple):
    """How far a simulation is: games that have been added up, the most that it plays, whether it is over, how many it takes
    as far as is known, and how many seconds that takes (None: not known yet)."""
    done: int
    games: int
    finished: bool
    expected: int
    seconds_left: Optional[float]


class Simulation:
    """A simulation that runs beside the caller. Made by `Model.start_simulation`."""

    def __init__(self, model: "Model", params: Dict[str, Any]) -> None:
        self.model, self.runtime = model, model.runtime
        self.closed = self._is_lost = False
        self._handle: int = self.runtime._call("simulate.run", dict(params, model=model._handle, wait=False))["simulation"]
        self._pid = os.getpid()
        self.runtime._alive.add(self)

    def progress(self) -> Progress:
        """How far it is."""
        return Progress(**self._ask("simulate.progress"))

    def result(self, chart: Optional[str] = None) -> Outcome:
        """Waits for the end and says how the games went; a Comparison where two models or agents are compared."""
        return wait(self, None, chart)

    def cancel(self, chart: Optional[str] = None) -> Outcome:
        """Ends it early and says how the games went that were played."""
        return outcome_of(self._ask("simulate.cancel", chart=chart))

    def _ask(self, method: str, **params: Any) -> Any:
        if self._is_lost:
            raise TransportClosed("the simulation was lost with its child process")
        return self.runtime._call(method, {"simulation": self._handle, **params})

    def _revive(self) -> None:
        self._is_lost = True

    def close(self) -> None:
        """Ends and forgets it. Closing twice does nothing."""
        if not self.closed:
            self.closed = True
            if not self.runtime.closed and not self._is_lost:
                from .runtime import _token
                before = _token.set(None)  # also when the call around it was cancelled
                try:
                    self._ask("simulate.close")
                finally:
                    _token.reset(before)

    def __enter__(self) -> "Simulation":
        return self

    def __exit__(self, kind: Any, *_: object) -> None:
        if kind is not None and issubclass(kind, TransportClosed):
            self.closed = True
        self.close()

    def __del__(self) -> None:
        if (not getattr(self, "closed", True) and hasattr(self, "_handle") and not self._is_lost and self._pid == os.getpid()
                and not sys.is_finalizing()):
            self.runtime._forget("simulate.close", self._handle)

    def __reduce__(self) -> Any:
        raise TypeError("a Simulation cannot be pickled")


def wait(s: Simulation, progress: Optional[Callable[[int, int], Any]], chart: Optional[str] = None) -> Outcome:
    """Waits for the end, with an ear for Ctrl-C, which the engine has not."""
    told, pause = -1, 0.0005
    while True:
        done, games, finished = s.progress()[:3]
        if progress is not None and done != told:
            progress(done, games)
            told = done
        if finished:
            return outcome_of(s._ask("simulate.result", chart=chart))
        time.sleep(pause)
        pause = min(pause * 1.5, 0.05)


_models: Dict[Tuple[int, str, bytes], "Model"] = {}


def play_part(source: Dict[str, Any], rules: str, params: Dict[str, Any], other: Optional[Tuple[Dict[str, Any], str]] = None) -> bytes:
    """Plays a part of a simulation in this process, with a runtime of its own. This is what executors run."""
    from .runtime import shared_runtime
    runtime = shared_runtime()
    ask = dict(params, model=_loaded(runtime, source, rules)._handle)
    if other is not None:
        ask["compare"] = _loaded(runtime, *other)._handle
    part: bytes = runtime._call("simulate.part", ask)["part"]
    return part


def _loaded(runtime: "Runtime", source: Dict[str, Any], rules: str) -> "Model":
    key = (os.getpid(), rules, wire.pack(source["set"]))
    model = _models.get(key)
    if model is None:
        model = runtime.load(source["path"], text=source["text"], name=source["name"], set=source["set"])
        if model.hash != rules:
            raise ModelError(f"a worker has found other rules under {source['path'] or source['name']}: {model.hash[:12]}, not {rules[:12]}")
        model = _models.setdefault(key, model)
    return model


def in_parts(model: "Model", other: Optional["Model"], executor: Any, games: int, params: Dict[str, Any], chart: Optional[str],
             progress: Optional[Callable[[int, int], Any]]) -> Outcome:
    """Plays the games of a simulation in parts on an executor and joins the parts in order, as they come."""
    if hasattr(executor, "get_executor"):  # a client of Dask
        executor = executor.get_executor(pure=False)
    if games < 1:
        raise ValueError(f"{games} games cannot be played")
    until = params.get("until_ci")
    size = min(max(1, -(-games // (32 * PART))) * PART, _MOST_PART if until is None else _MOST_PRECISE)
    compared = None if other is None else (other._source, other.hash)
    starts = iter(range(0, games, size))
    waiting: Dict["futures.Future[bytes]", int] = {}
    parts: Dict[int, bytes] = {}
    joined, done, answer = 0, 0, None
    whole = b""

    def give() -> None:
        for first in starts:
            ask = dict(params, first=first, games=min(size, games - first))
            waiting[executor.submit(play_part, model._source, model.hash, ask, compared)] = first
            if len(waiting) >= _AHEAD:
                return

    try:
        give()
        while waiting and not (answer is not None and answer["enough"]):
            ended, _ = futures.wait(waiting, return_when=futures.FIRST_COMPLETED)
            for f in ended:
                first = waiting.pop(f)
                parts[first] = f.result()
                done += min(size, games - first)
            row: List[bytes] = []
            while joined in parts:
                row.append(parts.pop(joined))
                joined += size
            if row:
                answer = model.runtime._call("simulate.join", {"parts": b"".join([whole, *row]), "until_ci": until, "chart": chart})
                whole = answer["part"]
            if progress is not None:
                progress(done, games)
            give()
    finally:
        for f in waiting:
            f.cancel()
    assert answer is not None
    return outcome_of(answer)
