"""Many games that are answered together, for learning."""

from __future__ import annotations

import os
import struct
import sys
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, List, Optional, Sequence, Tuple

from . import wire
from .errors import BadParams, TransportClosed, of_answer

if TYPE_CHECKING:
    from .model import Model


@dataclass(frozen=True)
class Step:
    """Where the games of a batch are, as arrays of numpy, read-only.

    player      int32 (n): who must decide; -1 where the game is over
    count       int32 (n): how many options there are
    over        uint8 (n): 0 goes on, 1 ended, 2 stopped by an error of the model
    payoffs     float64 (n, players): 0 unless the game has ended
    """
    player: Any
    count: Any
    over: Any
    payoffs: Any


@dataclass(frozen=True)
class Observation(Step):
    """What seats see of the games of a batch: the arrays of a Step, and

    rows        float32 (n, size): what `Model.encoding` says
    mask        uint8 (n, actions): 1 where the seat that looks may choose an action now
    info        with info: for each game the information state of who looks, a text; "" where nobody does
    """
    rows: Any
    mask: Any
    info: Tuple[str, ...] = ()


class Batch:
    """Games that are answered together. Chances are answered inside. Made by `Model.batch`; needs numpy.

    `listed` are the options that were numbered as they were met, behind the fixed actions of `Model.encoding`.
    """

    def __init__(self, model: "Model", n: int, players: Optional[int], seed: int, info: bool = False,
                 listed: Sequence[Tuple[str, str]] = ()) -> None:
        import numpy
        self._np = numpy
        self.model, self.runtime = model, model.runtime
        self.closed = self._is_lost = False
        r = self.runtime._call("batch.new", {"model": model._handle, "n": n, "players": players, "seed": seed, "info": info or None,
                                                 "listed": [list(x) for x in listed] or None})
        self.listed: List[Tuple[str, str]] = [(place, label) for place, label in listed]
        self.n: int = r["n"]
        self.players: int = r["players"]
        self._handle: int = r["batch"]
        self._pid = os.getpid()
        handle = wire.pack("batch") + wire.pack(self._handle)
        self._head = {reset: wire.begin("batch.step", params=3) + handle + wire.pack("reset") + wire.pack(reset) + wire.pack("options")
                      + struct.pack(">BI", 0xC6, 4 * n) for reset in (False, True)}
        self._state = wire.begin("batch.state", params=1) + handle
        self.runtime._alive.add(self)

    def step(self, options: Any, *, reset: bool = False) -> Step:
        """Answers every game that is not over: an option (from 0) for each, as an array of int32 or anything that
        numpy makes one of. `reset` begins games anew that were over before."""
        chosen = self._np.ascontiguousarray(options, dtype="<i4")
        if chosen.shape != (self.n,):
            raise BadParams(f"options has the shape {chosen.shape}, not ({self.n},)")
        return self._send(b"".join((self._head[bool(reset)], chosen.data)))

    def observe(self, *, seat: Optional[int] = None, actions: Optional[int] = None, info: bool = False) -> Observation:
        """What a seat sees of all games (-1: a spectator; left out: at each game who must decide), and what it may choose.
        `actions` is how wide the masks are: as many as were met, if left out."""
        if self._is_lost:
            raise TransportClosed("the batch was lost with its child process")
        np = self._np
        r = self.runtime._call("batch.observe", {"batch": self._handle, "seat": seat, "actions": actions, "since": len(self.listed), "info": info or None})
        self.listed.extend((place, label) for place, label in r["listed"])
        return Observation(np.frombuffer(r["player"], "<i4"), np.frombuffer(r["count"], "<i4"), np.frombuffer(r["over"], "u1"),
                           np.frombuffer(r["payoffs"], "<f8").reshape(self.n, self.players),
                           np.frombuffer(r["observation"], "<f4").reshape(self.n, r["size"]),
                           np.frombuffer(r["mask"], "u1").reshape(self.n, r["actions"]), tuple(r.get("info", ())))

    def choose(self, actions: Any, *, reset: bool = False) -> Step:
        """`step` by numbers of actions, as `observe` counts them, instead of options."""
        if self._is_lost:
            raise TransportClosed("the batch was lost with its child process")
        chosen = self._np.ascontiguousarray(actions, dtype="<i4")
        if chosen.shape != (self.n,):
            raise BadParams(f"actions has the shape {chosen.shape}, not ({self.n},)")
        r = self.runtime._call("batch.step", {"batch": self._handle, "actions": chosen.tobytes(), "reset": reset})
        np = self._np
        return Step(np.frombuffer(r["player"], "<i4"), np.frombuffer(r["count"], "<i4"), np.frombuffer(r["over"], "u1"),
                    np.frombuffer(r["payoffs"], "<f8").reshape(self.n, self.players))

    async def step_async(self, options: Any, *, reset: bool = False) -> Step:
        """`step`, in a thread."""
        return await self.runtime._in_thread(self.step, options, reset=reset)

    def state(self) -> Step:
        """The same arrays without a step."""
        return self._send(self._state)

    def _send(self, body: bytes) -> Step:
        if self._is_lost:
            raise TransportClosed("the batch was lost with its child process")
        answer = self.runtime._way.call(body)
        at = answer.find(b"\xa6player", 0, 64)
        if at < 0:
            raise of_answer(wire.unpack(answer)["errors"])
        player, at = self._array(answer, at + 7, "<i4")
        count, at = self._array(answer, at + 6, "<i4")
        over, at = self._array(answer, at + 5, "u1")
        payoffs, at = self._array(answer, at + 8, "<f8")
        return Step(player, count, over, payoffs.reshape(self.n, self.players))

    def _array(self, answer: bytes, at: int, kind: str) -> Tuple[Any, int]:
        """The array that begins there, in the memory of the answer itself, and where it ends."""
        width = 1 << (answer[at] - 0xC4)
        begin = at + 1 + width
        size = int.from_bytes(answer[at + 1:begin], "big")
        dtype = self._np.dtype(kind)
        return self._np.frombuffer(answer, dtype, size // dtype.itemsize, begin), begin + size

    def _revive(self) -> None:
        self._is_lost = True

    def close(self) -> None:
        """Forgets the batch. Closing twice does nothing."""
        if not self.closed:
            self.closed = True
            if not self.runtime.closed and not self._is_lost:
                self.runtime._call("batch.close", {"batch": self._handle})

    def __enter__(self) -> "Batch":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if (not getattr(self, "closed", True) and hasattr(self, "_handle") and not self._is_lost and self._pid == os.getpid()
                and not sys.is_finalizing()):
            self.runtime._forget("batch.close", self._handle)

    def __reduce__(self) -> Any:
        raise TypeError("a Batch cannot be pickled")

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.model.name!r}>"
