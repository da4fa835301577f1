"""Finds and loads the shared library, once and only when it is needed.

A Go library can be loaded once and never unloaded, and it does not survive fork(): in a child that was forked
after it was loaded every call is refused here, before it reaches the library (which would refuse it too).
"""

from __future__ import annotations

import ctypes
import os
import platform
import sys
import threading
from pathlib import Path
from typing import Any, List, Optional

from .errors import Forked, LibraryMissing, Version

ABI_VERSION = 2

OK, BAD_REQUEST, BAD_HANDLE, PANIC, LIMIT, FORKED, CANCELLED, CLOSED = range(8)


class Buffer(ctypes.Structure):
    """astragal_buffer: bytes that the library made."""
    _fields_ = [("data", ctypes.c_void_p), ("len", ctypes.c_size_t), ("handle", ctypes.c_uint64)]


LogFn = ctypes.CFUNCTYPE(None, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p, ctypes.c_size_t)
WriteFn = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_char_p, ctypes.c_size_t)
HostFn = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t, WriteFn, ctypes.c_void_p)

_lock = threading.Lock()
_library: Optional[Any] = None
_loaded_in = 0  # the process

FORK_HELP = (
    "this process was forked after the Astragal library was loaded, which a Go library does not survive; start "
    "processes with multiprocessing's 'spawn' or 'forkserver', or make a Runtime(transport='process') here"
)


def forked() -> bool:
    """Whether this process is a fork of one that had loaded the library."""
    return _loaded_in not in (0, os.getpid())


def library() -> Any:
    """The library, loaded. Raises LibraryMissing, Version or Forked."""
    global _library, _loaded_in
    if forked():
        raise Forked(FORK_HELP)
    if _library is not None:
        return _library
    with _lock:
        if _library is None:
            lib = _load()
            _declare(lib)
            _loaded_in = os.getpid()
            _library = lib
    return _library


def _names() -> List[str]:
    if sys.platform == "win32":
        return ["astragal.dll"]
    return ["libastragal.dylib" if sys.platform == "darwin" else "libastragal.so"]


def places(names: List[str], variable: str) -> List[Path]:
    """Where a file is looked for: what the environment says, this package, the bin folder of a checkout."""
    here = Path(__file__).resolve().parent
    said = os.environ.get(variable)
    if said:
        path = Path(said)
        return [path / n for n in names] if path.is_dir() else [path]
    folders = [here / "_native"]
    checkout = here.parent.parent.parent
    if (checkout / "include" / "astragal.h").exists():
        folders.append(checkout / "bin")
    return [f / n for f in folders for n in names]


def _load() -> Any:
    tried = []
    for path in places(_names(), "ASTRAGAL_LIBRARY"):
        if not path.exists():
            tried.append(f"{path}: no such file")
            continue
        try:
            return ctypes.CDLL(str(path))  # never closed: Go cannot be unloaded
        except OSError as e:
            tried.append(f"{path}: {e}")
    raise LibraryMissing("the Astragal library cannot be loaded; tried\n  " + "\n  ".join(tried) + "\n" + _hint())


def _hint() -> str:
    if sys.platform == "linux" and platform.libc_ver()[0] != "glibc":
        return ("This Python uses musl, which cannot load Go libraries at run time: use "
                "Runtime(transport='process'), or a Python built against glibc.")
    return "Say where it is with ASTRAGAL_LIBRARY, build it with 'make lib', or use Runtime(transport='process')."


def _declare(lib: Any) -> None:
    u64, size, ptr = ctypes.c_uint64, ctypes.c_size_t, ctypes.POINTER(Buffer)
    try:
        lib.astragal_abi_version.restype = ctypes.c_int
        abi = lib.astragal_abi_version()
        if abi != ABI_VERSION:
            raise Version(f"{lib._name} has version {abi} of the C interface; this package needs {ABI_VERSION}")
        lib.astragal_version.restype = ctypes.c_char_p
        lib.astragal_runtime_new.argtypes = [ctypes.c_char_p, size, ctypes.POINTER(u64)]
        lib.astragal_runtime_free.argtypes = [u64]
        lib.astragal_call.argtypes = [u64, ctypes.c_char_p, size, ptr]
        lib.astragal_buffer_free.argtypes = [ptr]
        lib.astragal_set_log.argtypes = [u64, ctypes.c_int, LogFn, ctypes.c_void_p]
        lib.astragal_set_host_function.argtypes = [u64, ctypes.c_char_p, HostFn, ctypes.c_void_p]
        lib.astragal_cancel.argtypes = [u64, u64]
        lib.astragal_poll.argtypes = [u64, ptr]
    except AttributeError as e:
        raise LibraryMissing(f"{lib._name} is not the Astragal library: {e}") from None


def library_version() -> str:
    """The version of the engine in the library, which this loads."""
    text: bytes = library().astragal_version()
    return text.decode()
