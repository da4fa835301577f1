"""A runtime: models and games, and the way to the engine that they share."""

from __future__ import annotations

import asyncio
import collections
import contextvars
import itertools
import os
import sys
import threading
import weakref
from typing import Any, Callable, Deque, Dict, List, Mapping, Optional, Sequence, Tuple, TypeVar, Union

from . import content
from . import dice as _dice
from . import wire
from .character import RulesetReport
from .character import report_of as ruleset_report_of
from .errors import BadParams, Cancelled, Error, TransportClosed, Version, of_answer
from .explored import ExploredTurns, explored_turns_of
from .model import Model
from .report import Report, report_of
from .ruleset import PackSource, Ruleset, sources
from .transport import LEVELS, TRANSPORTS, HostFunction, Log, Transport
from .turns import TraceCheck, trace_check_of

T = TypeVar("T")

# Ids of calls that this package gives; below are those that callers may choose.
_ids = itertools.count(1 << 40)
_token: "contextvars.ContextVar[Optional[_Token]]" = contextvars.ContextVar("astragal_call", default=None)


class _Token:
    """A call that may be cancelled from outside."""

    def __init__(self) -> None:
        self.id = next(_ids)
        self.cancelled = False


class Runtime:
    """The engine, in this process or in a child process; see `transport`.

    transport   "library" loads the shared library, "process" runs `astragal serve` as a child
    limits      a map of limits by name (docs/protocol.md)
    workers     most threads of one simulation or batch; 0: one for each core
    paths       whether models may be loaded by path
    packs       a folder in which packs are found by their ids
    trusted     keys ("ed25519:...") whose signatures of packs count; demand: take only packs that one of them signed
    capabilities    what packs may do (docs/content-packs.md), whatever load_pack grants; None: code of theirs only
                    where load_pack grants it
    log         hears (level, text) of each line of the engine's log, from `log_level` on; an exception in it is
                raised by the call during which it happened. A child process tells errors only

    Use it in a `with` block, or close it. All its methods, and those of what it makes, may be used by any thread.
    """

    def __init__(self, *, transport: str = "library", limits: Optional[Mapping[str, int]] = None, workers: int = 0,
                 paths: bool = True, packs: Union[str, "os.PathLike[str]", None] = None, trusted: Sequence[str] = (), demand: bool = False,
                 capabilities: Optional[Sequence[str]] = None, log: Optional[Log] = None, log_level: str = "info") -> None:
        if transport not in TRANSPORTS:
            raise BadParams(f"transport is one of {', '.join(TRANSPORTS)}, not {transport!r}")
        if log_level not in LEVELS:
            raise BadParams(f"log_level is one of {', '.join(LEVELS)}, not {log_level!r}")
        self.transport = transport
        self.closed = False
        self._config: Dict[str, Any] = {"limits": dict(limits or {}), "workers": workers, "paths": paths}
        self._config.update(content.settings(packs, trusted, demand, capabilities))
        self._log, self._log_level = log, log_level
        self._garbage: Deque[Tuple[str, int]] = collections.deque()  # what was forgotten unclosed
        self._models: "weakref.WeakSet[Model]" = weakref.WeakSet()
        self._alive: "weakref.WeakSet[Any]" = weakref.WeakSet()  # games, batches, simulations, rulesets
        self._way: Transport = self._start()

    def _start(self) -> Transport:
        way = TRANSPORTS[self.transport](self._config, self._log, self._log_level)
        if self.transport == "process":
            self._way = way
            try:
                info = self.info()
            except TransportClosed as e:
                way.close()
                raise BadParams(f"the child process has not started: {e.message}") from None
            if info["protocol"] != wire.PROTOCOL:
                way.close()
                raise Version(f"the child process speaks version {info['protocol']} of the protocol; this package needs {wire.PROTOCOL}")
        return way

    # Calls

    def call(self, method: str, params: Optional[Mapping[str, Any]] = None, *, id: Optional[int] = None) -> Dict[str, Any]:
        """One request of the protocol, for what has no method of its own here. Gives the result, or raises.

        `id` (from 1 to 2^40) makes it a call that `cancel` can stop.
        """
        result: Dict[str, Any] = self._call(method, dict(params or {}), id=id)
        return result

    def _call(self, method: str, params: Dict[str, Any], *, frozen: bool = False, id: Optional[int] = None, settle: bool = True) -> Any:
        if self._garbage:
            self._sweep()
        token = _token.get()
        if token is not None:
            if token.cancelled:
                raise Cancelled("the call was cancelled")
            id = token.id
        body = wire.request(method, {k: v for k, v in params.items() if v is not None})
        answer = self._way.call(body, id or next(_ids))
        try:
            result = self._result(answer, frozen)
        except Error:
            self._way.failed.pop(threading.get_ident(), None)
            raise
        if settle and self._way.failed:
            self._raise_failed()
        return result

    def _raise_failed(self) -> None:
        """Raises what a host function has raised in the last call of this thread."""
        e = self._way.failed.pop(threading.get_ident(), None)
        if e is not None:
            raise e

    @staticmethod
    def _result(answer: bytes, frozen: bool) -> Any:
        data = wire.unpack_frozen(answer) if frozen else wire.unpack(answer)
        if data["ok"]:
            return data["result"]
        raise of_answer(data["errors"])

    async def _in_thread(self, work: Callable[..., T], *args: Any, **kwargs: Any) -> T:
        """Runs a method in a thread. When the task is cancelled, so is the call of the engine."""
        token = _Token()
        before = _token.set(token)
        try:
            task = asyncio.ensure_future(asyncio.to_thread(work, *args, **kwargs))
        finally:
            _token.reset(before)
        try:
            return await asyncio.shield(task)
        except asyncio.CancelledError:
            token.cancelled = True
            while not task.done():
                self.cancel(token.id)
                await asyncio.wait([task], timeout=0.02)
            task.exception()
            raise

    def cancel(self, call_id: int) -> bool:
        """Cancels the calls under way that have this id; says whether there was one."""
        return self._way.cancel(call_id)

    def info(self) -> Dict[str, Any]:
        """Versions, limits, and how much is open."""
        return self.call("runtime.info")

    def host_function(self, name: str, function: Optional[HostFunction]) -> None:
        """Has `function` answer where a model calls the code of this name; None takes it away again.

        It gets a `Called` and gives what msgpack can carry, None included; or `Ops`, where the code is of kind `content`;
        or `AskChance`, after which it is called again. An exception in it stops the game, and is
        raised by the call during which it happened. What it answers is part of the game: undo, redo, clones,
        snapshots and records ask nobody. It may use the runtime, but its own game raises Busy. Simulations and batches
        ask no functions. Over a child process it runs on a thread of its own, and an exception is told by the game alone.
        """
        self._way.host_function(name, function)

    # Models

    def load(self, path: Union[str, "os.PathLike[str]", None] = None, *, text: Optional[str] = None, name: Optional[str] = None,
             set: Optional[Mapping[str, Any]] = None) -> Model:
        """Loads a model from a file or a text; `set` replaces constants.

        A model with errors in it loads too (see `Model.diagnostics`) and plays until it reaches one. A text that is no
        model at all raises ModelError.
        """
        source = {"path": None if path is None else os.path.abspath(path), "text": text, "name": name, "set": None if set is None else dict(set)}
        model = Model(self, source)
        self._models.add(model)
        return model

    async def load_async(self, path: Union[str, "os.PathLike[str]", None] = None, **options: Any) -> Model:
        """`load`, in a thread."""
        return await self._in_thread(self.load, path, **options)

    def check(self, path: Union[str, "os.PathLike[str]", None] = None, *, text: Optional[str] = None, name: Optional[str] = None,
              games: int = 0, seed: int = 0, players: Optional[int] = None) -> Report:
        """The report on a model, also on a text that is none; print it, or show it in a notebook.

        games    test games with random choices and random chance, which only a model without errors gets
        """
        path = None if path is None else os.path.abspath(path)
        return report_of(self._call("model.check", {"path": path, "text": text, "name": name, "games": games, "seed": seed, "players": players}))

    async def check_async(self, path: Union[str, "os.PathLike[str]", None] = None, **options: Any) -> Report:
        """`check`, in a thread. When the task is cancelled the test games end."""
        return await self._in_thread(self.check, path, **options)

    # Packs

    def load_pack(self, pack: content.ContentPack, *, add: Sequence[content.ContentPack] = (), model: Optional[str] = None,
                  grant: Optional[Sequence[str]] = None, set: Optional[Mapping[str, Any]] = None) -> Model:
        """Loads the model of a pack, with all that the packs under `add` and those that they require add to it.

        A pack is its id in the folder of packs ("storms", "storms@^1.2"), a pathlib.Path, or the bytes of a zip. `model` says which of its
        models, where it has several; `set` replaces constants. `grant` is what all these packs may do, capabilities as `inspect_pack`
        shows them: what whoever plays has agreed to. Without it packs with code of their own are refused, unless the runtime's `capabilities` allow
        them; with it they may do no more than those allow. PackError says why packs cannot be used or do not go together.
        """
        source = {"pack": content.form(pack), "add": content.forms(add), "pack_model": model, "grant": None if grant is None else list(grant), "set": None if set is None else dict(set)}
        loaded = Model(self, source)
        self._models.add(loaded)
        return loaded

    async def load_pack_async(self, pack: content.ContentPack, **options: Any) -> Model:
        """`load_pack`, in a thread."""
        return await self._in_thread(self.load_pack, pack, **options)

    def packs(self) -> content.PackList:
        """The folder of packs."""
        return content.list_of(self._call("pack.list", {}))

    def inspect_pack(self, pack: content.ContentPack) -> content.PackInspection:
        """What is in a pack, what it may do, and who signed it. Nothing in it runs."""
        return content.inspection_of(self._call("pack.inspect", {"pack": content.form(pack)}))

    def verify_pack(self, pack: content.ContentPack, *, keys: Optional[Sequence[str]] = None, grant: Optional[Sequence[str]] = None) -> content.PackVerdict:
        """Whether a pack can be used: whether it is sound and within what the runtime allows, and within what is given here."""
        return content.verdict_of(self._call("pack.verify", {"pack": content.form(pack), "keys": None if keys is None else list(keys),
                                                             "grant": None if grant is None else list(grant)}))

    def pack_file(self, pack: content.ContentPack, file: str) -> bytes:
        """A file of a pack, such as a picture."""
        data: bytes = self._call("pack.file", {"pack": content.form(pack), "file": file})["data"]
        return data

    def pack_texts(self, pack: content.ContentPack, language: str) -> Dict[str, str]:
        """What models show, and what to show instead in a language of the pack."""
        texts: Dict[str, str] = self._call("pack.texts", {"pack": content.form(pack), "language": language})["texts"]
        return texts

    # Character rules

    def load_ruleset(self, packs: Sequence[PackSource]) -> Ruleset:
        """Loads packs of character rules, in order: paths of folders or zips, or maps {"name": ..., "files": {path: text}}.
        RulesetError lists all that is wrong."""
        return Ruleset(self, sources(packs))

    async def load_ruleset_async(self, packs: Sequence[PackSource]) -> Ruleset:
        """`load_ruleset`, in a thread."""
        return await self._in_thread(self.load_ruleset, packs)

    def check_ruleset(self, packs: Sequence[PackSource]) -> RulesetReport:
        """All that is wrong with packs, warnings too, without loading them."""
        return ruleset_report_of(self._call("ruleset.check", {"packs": sources(packs)}))

    # Dice

    def parse_dice(self, notation: str) -> _dice.Dice:
        """Reads dice notation (docs/dice.md); BadParams says which column is wrong."""
        return _dice.dice_of(self._call("dice.parse", {"dice": notation}))

    def roll(self, notation: str, *, seed: Optional[int] = None, index: Optional[int] = None, faces: Optional[Sequence[int]] = None) -> _dice.Roll:
        """Rolls dice, with a record of every face.

        `seed` and `index` (where an earlier roll with this seed ended) say which faces fall; or `faces` has those that
        fell on the table, in the order of asking: all dice first, then each die's rerolls and explosions.
        """
        given = None if faces is None else list(faces)
        return _dice.roll_of(self._call("dice.roll", {"dice": notation, "seed": seed, "index": index, "faces": given}))

    def distribution(self, notation: str, *, exact: bool = False) -> _dice.Distribution:
        """How likely each total is; `exact` gives each probability as a fraction too."""
        return _dice.distribution_of(self._call("dice.distribution", {"dice": notation, "exact": exact}))

    # Turns

    def check_trace(self, trace: str) -> TraceCheck:
        """Holds a trace of turns, as `Game.trace` gives it, against the relations of turns, step by step."""
        return trace_check_of(self._call("turn.check", {"trace": trace}))

    def explore_turns(self, model: Optional[Model] = None, *, players: Optional[int] = None, turns: int = 3, effects: int = 1, actions: int = 1, out: int = 0,
                      symmetry: bool = False, states: Optional[int] = None) -> ExploredTurns:
        """Visits all that turns may come to as their relations leave them free, within bounds, and holds every step against what turns
        must be: the turns of a model, or those of the reference profile."""
        params = {"model": None if model is None else model._handle, "players": players, "turns": turns, "effects": effects, "actions": actions, "out": out,
                  "symmetry": symmetry, "states": states}
        return explored_turns_of(self._call("turn.explore", params))

    # Life

    def recover(self) -> None:
        """Starts another child process in place of one that is gone, and restores what was open.

        Each game comes back as it was after its last answered call: from its last snapshot, and the calls since
        then. Models and rulesets are loaded again. Batches and simulations under way are lost; using them raises TransportClosed. While the child process
        lives, and in process, this does nothing.
        """
        try:
            self.info()
            return
        except TransportClosed:
            if self.closed:
                raise
        self._way.close()
        self._garbage.clear()
        self._way = self._start()
        for model in list(self._models):
            model._reload()
        for x in list(self._alive):
            x._revive()

    def close(self) -> None:
        """Ends the runtime with all that is open in it. Closing twice does nothing."""
        if not self.closed:
            self.closed = True
            self._way.close()

    def _forget(self, method: str, handle: int) -> None:
        """Notes what was forgotten without being closed. No call is made here: this may be the garbage collector,
        in any thread, or a forked child."""
        self._garbage.append((method, handle))

    def _sweep(self) -> None:
        while self._garbage:
            try:
                method, handle = self._garbage.popleft()
            except IndexError:
                return
            kind = method.split(".")[0]
            try:
                self._result(self._way.call(wire.request(method, {kind: handle})), False)
            except (TransportClosed, Cancelled):
                pass
            except Error as e:
                if e.code != "not_found":
                    raise

    def __enter__(self) -> "Runtime":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        way = getattr(self, "_way", None)
        if way is not None and way.pid == os.getpid() and not sys.is_finalizing():
            self.close()

    def __reduce__(self) -> Any:
        raise TypeError("a Runtime cannot be pickled: make one in each process (see astragal.shared_runtime)")

    def __repr__(self) -> str:
        return f"<Runtime transport={self.transport}{' closed' if self.closed else ''}>"


_shared: Dict[str, Runtime] = {}
_sharing = threading.RLock()


def _after_fork() -> None:
    """A fork shares nothing with its parent; the lock may have been held by a thread that is not here."""
    global _sharing
    _sharing = threading.RLock()
    _kept.extend(_shared.values())  # not ours to close
    _shared.clear()


_kept: List[Runtime] = []
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)


def shared_runtime() -> Runtime:
    """This process's own runtime: made when it is first asked for, and never closed. In a fork of a process that had
    loaded the library it uses a child process."""
    from .library import forked
    way = "process" if forked() else "library"
    with _sharing:
        if way not in _shared:
            _shared[way] = Runtime(transport=way)
        return _shared[way]
