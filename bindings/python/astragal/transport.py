"""The two ways to the engine: in this process through ctypes, or in a child process over pipes."""

from __future__ import annotations

import abc
import collections
import ctypes
import json
import os
import queue
import struct
import subprocess
import sys
import threading
from typing import IO, Any, Callable, Deque, Dict, List, NamedTuple, NoReturn, Optional, Sequence, Tuple, Union

from . import library as native
from . import wire
from .errors import BadParams, Cancelled, Error, Forked, Internal, LibraryMissing, Limit, NotFound, TransportClosed, of_answer

Log = Callable[[str, str], None]


class Called(NamedTuple):
    """What a model calls: the name of the code, the arguments by theirs, where in the rules, and its kind, `code` or
    `content`. `game` is the handle of the game, as in `Game.handle`; 0 while it is just being made. `seat` is whose
    turn it is there, None where nobody acts. `chance` is what the chances that this call has asked have given."""
    code: str
    args: Dict[str, Any]
    place: str
    game: int
    kind: str = "code"
    seat: Optional[int] = None
    chance: Sequence[Any] = ()

    @classmethod
    def of(cls, data: Dict[str, Any]) -> "Called":
        """Reads what the engine tells."""
        return cls(data["code"], data["args"], data["place"], data.get("game", 0), data["kind"], data.get("seat"), data["chance"])


class Ops:
    """What a host function answers for code of kind `content`: ops as they stand in a model, run in place of the call."""

    def __init__(self, ops: Sequence[Dict[str, Any]]) -> None:
        self.ops = list(ops)


class AskChance:
    """What a host function answers to have the game ask a chance, a list of (outcome, probability). It is called again
    then, with the outcomes so far in `Called.chance`."""

    def __init__(self, outcomes: Sequence[Tuple[Any, float]]) -> None:
        self.outcomes = [[outcome, float(p)] for outcome, p in outcomes]


HostFunction = Callable[[Called], Any]


def _answer(given: Any) -> Dict[str, Any]:
    """The answer of a function as the engine takes it."""
    if isinstance(given, Ops):
        return {"ops": given.ops}
    if isinstance(given, AskChance):
        return {"chance": given.outcomes}
    return {"value": given}


LEVELS = ("debug", "info", "warn", "error")
MOST_FRAME = 16 << 20
BAD_NAME = "the name of a host function has 1 to 256 bytes"


class Transport(abc.ABC):
    """Takes requests (without their end, see wire) to the engine. Any thread may use it."""

    pid: int
    failed: Dict[int, BaseException] = {}  # by thread: what a host function has raised, for whoever called

    @abc.abstractmethod
    def call(self, body: bytes, call_id: int = 0) -> bytes:
        """Gives the answer to a request, a whole frame. The library itself may refuse, by an exception."""

    def ask(self, frame: bytes) -> Dict[str, Any]:
        """Gives the request that answers a request of game.answer, which has its end, with id 0. An error is raised."""
        return self._request(self.call(frame[:-len(wire.END)]))

    def _request(self, answer: bytes) -> Dict[str, Any]:
        request: Optional[Dict[str, Any]] = wire.unpack_request(answer)
        if request is None:
            self.failed.pop(threading.get_ident(), None)
            raise of_answer(wire.unpack(answer)["errors"])
        return request

    @abc.abstractmethod
    def cancel(self, call_id: int) -> bool:
        """Cancels a call under way."""

    @abc.abstractmethod
    def host_function(self, name: str, function: Optional[HostFunction]) -> None:
        """Gives the engine a function under a name, or takes it away."""

    @abc.abstractmethod
    def close(self) -> None:
        """Ends the engine's side. Calls under way end with an error."""

    def own(self) -> None:
        """Refuses to work in a fork of the process that made this transport."""
        if self.pid != os.getpid():
            raise Forked(native.FORK_HELP)


_REFUSALS = {
    native.BAD_REQUEST: (BadParams, "the request is empty"),
    native.BAD_HANDLE: (NotFound, "the runtime is closed"),
    native.CLOSED: (NotFound, "the runtime is closed"),
    native.CANCELLED: (Cancelled, "the call was cancelled"),
    native.PANIC: (Internal, "a fault of the library; the log has its stack"),
    native.LIMIT: (Limit, "the request is longer than the limit frame_bytes, or memory has run out"),
    native.FORKED: (Forked, native.FORK_HELP),
}


def _refusal(status: int) -> Error:
    kind, text = _REFUSALS.get(status, (Internal, f"the library answered with status {status}"))
    return kind(text)


# Arguments of calls stand ready as what ctypes would make of them each time.
_size: Callable[[int], Any] = ctypes.c_size_t.from_param
_SIZES = [_size(n) for n in range(512)]


ROOM = 8192  # an answer that is longer comes in memory of the library's


class _Room:
    """Memory that one call at a time has its answer written to."""

    def __init__(self) -> None:
        self.memory = bytearray(ROOM)
        self.view = memoryview(self.memory)
        self.lent = ctypes.byref((ctypes.c_char * ROOM).from_buffer(self.memory))
        self.size = _size(ROOM)
        self.buffer = native.Buffer()
        self.ref = ctypes.byref(self.buffer)


class InProcess(Transport):
    """The library in this process."""

    def __init__(self, config: Dict[str, Any], log: Optional[Log], level: str) -> None:
        self._lib = lib = native.library()
        self.pid = os.getpid()
        # Without argtypes, whose conversions cost a microsecond: every argument is converted already.
        self._call, self._free = lib["astragal_call_into"], lib["astragal_buffer_free"]
        self._carried: Dict[int, BaseException] = {}
        self.failed = {}
        self._functions: List[Any] = []  # kept while the library may call them
        self._rooms: List[_Room] = []  # for the answers of the next calls
        out = ctypes.c_uint64()
        text = json.dumps(config).encode()
        status = lib.astragal_runtime_new(text, len(text), ctypes.byref(out))
        if status == native.BAD_REQUEST:
            raise BadParams(self._last_word())
        if status != native.OK:
            raise _refusal(status)
        self._runtime = out.value
        self._handle = ctypes.c_uint64.from_param(out.value)
        self._hook = native.LogFn() if log is None else native.LogFn(self._hear(log))
        if log is not None:
            lib.astragal_set_log(self._runtime, LEVELS.index(level), self._hook, None)

    def _last_word(self) -> str:
        buffer, text = native.Buffer(), "the configuration cannot be read"
        while self._lib.astragal_poll(0, ctypes.byref(buffer)) == native.OK and buffer.len:
            text = json.loads(ctypes.string_at(buffer.data, buffer.len)).get("text", text)
            self._free(ctypes.byref(buffer))
        return text

    def _hear(self, log: Log) -> Callable[[Any, int, int, int], None]:
        carried = self._carried

        def hear(_: Any, level: int, text: int, size: int) -> None:
            try:
                log(LEVELS[level], ctypes.string_at(text, size).decode("utf-8", "replace"))
            except BaseException as e:  # it may not cross C: raised once the call is over
                carried.setdefault(threading.get_ident(), e)
        return hear

    def host_function(self, name: str, function: Optional[HostFunction]) -> None:
        self.own()
        hook = native.HostFn() if function is None else native.HostFn(self._ask(function))
        self._functions.append(hook)  # for good: another thread may be in one that was replaced
        status = self._lib.astragal_set_host_function(self._runtime, name.encode(), hook, None)
        if status == native.LIMIT:
            raise Limit("the runtime has no room for more functions")
        if status == native.BAD_REQUEST:
            raise BadParams(BAD_NAME)
        if status != native.OK:
            raise _refusal(status)

    def _ask(self, function: HostFunction) -> Callable[..., int]:
        failed = self.failed

        def ask(_: Any, called: int, size: int, write: Callable[[int, bytes, int], int], writer: int) -> int:
            try:
                data = wire.unpack(ctypes.string_at(called, size))
                answer, status = wire.pack(_answer(function(Called.of(data)))), 0
            except BaseException as e:  # it stops the game, and is raised once the call is over
                failed[threading.get_ident()] = e
                text = f"{type(e).__name__}: {e}"
                answer, status = text.encode("utf-8", "replace")[:1000], 1
            write(writer, answer, len(answer))
            return status
        return ask

    def call(self, body: bytes, call_id: int = 0) -> bytes:  # the library itself refuses in a fork
        body += wire.end(call_id) if call_id else wire.END
        try:
            room = self._rooms.pop()
        except IndexError:
            room = _Room()
        size = len(body)
        status = self._call(self._handle, body, _SIZES[size] if size < 512 else _size(size), room.lent, room.size, room.ref)
        size = room.buffer.len
        return self._take(room, size) if size else self._refused(status)

    def ask(self, frame: bytes) -> Dict[str, Any]:  # what call does, but the request is read where it was written
        try:
            room = self._rooms.pop()
        except IndexError:
            room = _Room()
        size = len(frame)
        status = self._call(self._handle, frame, _SIZES[size] if size < 512 else _size(size), room.lent, room.size, room.ref)
        size = room.buffer.len
        if 0 < size <= ROOM and room.memory.startswith(wire.REQUEST):
            request: Dict[str, Any] = wire.unpackb(room.view[wire.REQUEST_AT:size], use_list=False)
            self._rooms.append(room)
            if self._carried:
                self._raise_carried()
            return request
        return self._request(self._take(room, size) if size else self._refused(status))

    def _take(self, room: _Room, size: int) -> bytes:
        """The answer that was written to a room, or beside it, and the room is free again."""
        buffer = room.buffer
        if buffer.handle:
            answer: bytes = ctypes.string_at(buffer.data, size)
            self._free(room.ref)
        else:
            answer = room.view[:size].tobytes()
        self._rooms.append(room)
        if self._carried:
            self._raise_carried()
        return answer

    def _refused(self, status: int) -> NoReturn:
        if self._carried:
            self._raise_carried()
        raise _refusal(status)

    def _raise_carried(self) -> None:
        e = self._carried.pop(threading.get_ident(), None)
        if e is not None:
            raise e

    def cancel(self, call_id: int) -> bool:
        self.own()
        return bool(self._lib.astragal_cancel(self._runtime, call_id) == native.OK)

    def close(self) -> None:
        if self.pid == os.getpid() and self._runtime:
            self._lib.astragal_runtime_free(self._runtime)
            self._runtime, self._handle = 0, ctypes.c_uint64.from_param(0)


class Process(Transport):
    """`astragal serve --stdio` as a child. A thread reads its answers and wakes whoever waits for each."""

    def __init__(self, config: Dict[str, Any], log: Optional[Log], level: str) -> None:
        self.pid = os.getpid()
        self._log = log if log is not None and LEVELS.index(level) <= LEVELS.index("error") else None
        self._mutex = threading.Lock()  # of all that follows
        self._writing = threading.Lock()
        self._waiting: Dict[int, "queue.SimpleQueue[Optional[bytes]]"] = {}
        self._next = 1
        self._gone: Optional[str] = None
        self._said: Deque[str] = collections.deque(maxlen=20)
        self._carried: List[BaseException] = []
        self._functions: Dict[str, HostFunction] = {}
        self._asking = 0  # the call that waits for what the engine asks of functions
        options: Dict[str, Any] = {}
        if sys.platform != "win32":
            options["start_new_session"] = True  # Ctrl-C at the terminal is for us, not for the engine
        self.process = subprocess.Popen(
            [program(), "serve", "--stdio", "--config", json.dumps(config)], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, bufsize=0, **options)
        self._listener = threading.Thread(target=self._listen, name="astragal log", daemon=True)
        self._listener.start()
        threading.Thread(target=self._read, name="astragal", daemon=True).start()

    def call(self, body: bytes, call_id: int = 0) -> bytes:
        self.own()
        answer: "queue.SimpleQueue[Optional[bytes]]" = queue.SimpleQueue()
        with self._mutex:
            if self._gone is not None:
                raise TransportClosed(self._gone)
            if not call_id or call_id in self._waiting:
                call_id, self._next = self._next, self._next + 1
            self._waiting[call_id] = answer
        frame = body + wire.end(call_id)
        try:
            if len(frame) > MOST_FRAME:
                raise Limit(f"the request has {len(frame)} bytes, more than {MOST_FRAME}")
            self._write(struct.pack("<I", len(frame)) + frame)
            data = answer.get()
        finally:
            with self._mutex:
                self._waiting.pop(call_id, None)
        if data is None:
            raise TransportClosed(self._gone or "the child process is gone")
        if self._carried:
            raise self._carried.pop()
        return data

    def _write(self, frame: bytes) -> None:
        pipe = self.process.stdin
        assert pipe is not None
        try:
            with self._writing:
                rest = memoryview(frame)
                while rest:
                    rest = rest[pipe.write(rest):]
        except (OSError, ValueError):
            self._lost()
        except BaseException:  # half a frame was written: nothing can follow it
            self.process.kill()
            raise

    def _read(self) -> None:
        pipe = self.process.stdout
        assert pipe is not None
        try:
            while True:
                (size,) = struct.unpack("<I", _exactly(pipe, 4))
                data = _exactly(pipe, size)
                call_id = wire.unpack_id(data)
                with self._mutex:
                    waiting = self._waiting.get(call_id)
                if waiting is not None:
                    waiting.put(data)
        except (OSError, EOFError, ValueError):
            self._lost()

    def _lost(self) -> None:
        """Tells everyone that the child is gone."""
        try:
            code: Union[int, str] = self.process.wait(timeout=2)
        except subprocess.TimeoutExpired:
            code = "none, it still runs"
        self._listener.join(timeout=1)  # it may have its last words to note
        words = "".join("\n  " + line for line in self._said)
        with self._mutex:
            if self._gone is None:
                self._gone = f"the child process with the engine is gone (exit status {code}){words}"
            for waiting in self._waiting.values():
                waiting.put(None)

    def _listen(self) -> None:
        pipe = self.process.stderr
        assert pipe is not None
        try:
            for line in iter(pipe.readline, b""):
                text = line.decode("utf-8", "replace").rstrip("\n")
                self._said.append(text)
                if self._log is not None:
                    try:
                        self._log("error", text)
                    except BaseException as e:
                        self._carried.append(e)
        except (OSError, ValueError):
            pass  # closed

    def cancel(self, call_id: int) -> bool:
        return bool(self._do("runtime.cancel", {"id": call_id})["cancelled"])

    def _do(self, method: str, params: Dict[str, Any], call_id: int = 0) -> Dict[str, Any]:
        answer = wire.unpack(self.call(wire.request(method, params), call_id))
        if not answer["ok"]:
            raise of_answer(answer["errors"])
        result: Dict[str, Any] = answer["result"]
        return result

    def host_function(self, name: str, function: Optional[HostFunction]) -> None:
        if not 1 <= len(name.encode()) <= 256:
            raise BadParams(BAD_NAME)
        if function is None:
            self._do("function.withdraw", {"code": name})
            return
        self._functions[name] = function
        self._do("function.offer", {"code": name})
        with self._mutex:
            first, self._asking = not self._asking, self._asking or self._next
            self._next += first
        if first:
            threading.Thread(target=self._serve, name="astragal functions", daemon=True).start()

    def _serve(self) -> None:
        """Fetches what the engine asks of functions. Each question gets a thread: a function may use the engine."""
        try:
            while True:
                told = self._do("function.next", {"wait": 1 << 30}, self._asking)
                if told:
                    threading.Thread(target=self._answer, args=(told["call"], told["asked"]), name="astragal function", daemon=True).start()
        except Error:
            pass  # the engine is gone, or closing

    def _answer(self, call: int, asked: Dict[str, Any]) -> None:
        try:
            answer = _answer(self._functions[asked["code"]](Called.of(asked)))
            reply = wire.request("function.answer", {"call": call, **answer})
        except BaseException as e:  # it stops the game
            reply = wire.request("function.answer", {"call": call, "error": f"{type(e).__name__}: {e}"[:1000]})
        try:
            taken = wire.unpack(self.call(reply))
            if not taken["ok"]:
                self._do("function.answer", {"call": call, "error": str(of_answer(taken["errors"]))[:1000]})
        except Error:
            pass  # nobody waits for it any more

    def close(self) -> None:
        if self.pid != os.getpid():
            return
        if self._asking:
            try:
                self.cancel(self._asking)
            except Error:
                pass  # gone already
        with self._mutex:
            if self._gone is None:
                self._gone = "the runtime is closed"
            busy = bool(self._waiting)
        child = self.process
        try:
            if child.stdin is not None:
                child.stdin.close()
            if busy:
                child.kill()
            child.wait(timeout=2)
        except (OSError, subprocess.TimeoutExpired):
            child.kill()
            child.wait()


def _exactly(pipe: IO[bytes], size: int) -> bytes:
    parts = []
    while size:
        part = pipe.read(size)
        if not part:
            raise EOFError
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def program() -> str:
    """The program for the child process. Raises LibraryMissing with the paths tried."""
    name = "astragal.exe" if sys.platform == "win32" else "astragal"
    paths = native.places([name], "ASTRAGAL_PROGRAM")
    for path in paths:
        if path.is_file() and os.access(path, os.X_OK):
            return str(path)
    raise LibraryMissing("the program 'astragal' for the child process was not found; tried\n  "
                         + "\n  ".join(map(str, paths))
                         + "\nSay where it is with ASTRAGAL_PROGRAM, or build it with 'make build'.")


TRANSPORTS: Dict[str, Callable[[Dict[str, Any], Optional[Log], str], Transport]] = {
    "library": InProcess, "process": Process,
}
