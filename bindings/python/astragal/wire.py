"""Requests and answers as bytes: docs/protocol.md in msgpack."""

from __future__ import annotations

from typing import Any, Dict

import msgpack

PROTOCOL = 1
unpackb: Any = msgpack.unpackb


def _other(x: Any) -> Any:
    """What msgpack has no form for: whole numbers beyond 64 bits, and numbers of numpy."""
    if isinstance(x, int):
        size = (abs(x).bit_length() + 7) // 8
        return msgpack.ExtType(1, bytes([x < 0]) + abs(x).to_bytes(size, "big"))
    if hasattr(x, "__index__"):
        return x.__index__()
    if hasattr(x, "__fspath__"):
        return x.__fspath__()
    if hasattr(x, "tolist"):
        return x.tolist()
    raise TypeError(f"{type(x).__name__} cannot be sent to a game")


def _ext(code: int, data: bytes) -> Any:
    if code != 1 or not data:
        return msgpack.ExtType(code, data)
    n = int.from_bytes(data[1:], "big")
    return -n if data[0] else n


def pack(x: Any) -> bytes:
    """A value in msgpack."""
    try:
        return msgpack.packb(x, default=_other)  # type: ignore[no-any-return]
    except OverflowError:  # a whole number beyond 64 bits: default hears only of what is no int
        return msgpack.packb(_shrink(x), default=_other)  # type: ignore[no-any-return]


def _shrink(x: Any) -> Any:
    if isinstance(x, bool):
        return x
    if isinstance(x, int) and not -(1 << 63) <= x < 1 << 64:
        return _other(x)
    if isinstance(x, dict):
        return {k: _shrink(v) for k, v in x.items()}
    if isinstance(x, (list, tuple)):
        return [_shrink(v) for v in x]
    return x


def unpack(data: bytes) -> Any:
    """The value of an answer, with lists as lists."""
    return unpackb(data, ext_hook=_ext)


def unpack_frozen(data: bytes) -> Any:
    """The value of an answer, with lists as tuples."""
    return unpackb(data, use_list=False, ext_hook=_ext)


# How the answer to a request of one game begins, where the id is 0: what follows is the request, to the end.
REQUEST = b"\x84\xa1v\x01\xa2id\x00\xa2ok\xc3\xa6result\x81\xa7request"
REQUEST_AT = len(REQUEST)


def unpack_request(answer: bytes) -> Any:
    """The request in an answer of game.answer, its lists as tuples; None where it is an error."""
    if answer.startswith(REQUEST):
        return unpackb(answer[REQUEST_AT:], use_list=False)
    data = unpack_frozen(answer)
    return data["result"]["request"] if data["ok"] else None


def begin(method: str, *, params: int) -> bytes:
    """The beginning of a request with so many params, which follow as keys and values, and after them `end`."""
    return b"\x84\xa1v\x01\xa6method" + pack(method) + b"\xa6params" + bytes([0x80 | params])


def request(method: str, params: Dict[str, Any]) -> bytes:
    """A request but for its end, which says its id."""
    return b"\x84\xa1v\x01\xa6method" + pack(method) + b"\xa6params" + pack(params)


def end(call_id: int) -> bytes:
    """The end of a request."""
    return b"\xa2id" + pack(call_id)


END = end(0)


def unpack_id(answer: bytes) -> int:
    """The id that an answer repeats, without reading the rest."""
    unpacker = msgpack.Unpacker(max_buffer_size=0)
    unpacker.feed(answer[:64])
    for _ in range(unpacker.read_map_header()):
        if unpacker.unpack() == "id":
            return int(unpacker.unpack())
        unpacker.skip()
    raise ValueError("an answer without an id")
