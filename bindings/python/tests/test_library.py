"""How the library is found and loaded, and its log."""
import os
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path

import pytest

import astragal
from conftest import EXAMPLES
from models import COIN

PACKAGE = Path(astragal.__file__).resolve().parents[1]


def python(script, **environment):
    return subprocess.run([sys.executable, "-c", textwrap.dedent(script)], capture_output=True, encoding="utf-8", timeout=120,
                          env={**os.environ, "PYTHONPATH": str(PACKAGE), **environment})


def test_loaded_only_when_needed():
    done = python("""
        import astragal, pickle
        from astragal import library
        assert library._library is None
        pickle.loads(pickle.dumps(astragal.library.library))
        assert library._library is None
        astragal.Runtime(transport="process").close()
        assert library._library is None, "the child process has it"
        astragal.Runtime().close()
        assert library._library is not None
    """)
    assert done.returncode == 0, done.stderr


def test_missing_library_says_where_it_was_looked_for(tmp_path):
    done = python("import astragal; astragal.Runtime()", ASTRAGAL_LIBRARY=str(tmp_path / "nothing.so"))
    assert "LibraryMissing" in done.stderr and f"{tmp_path}/nothing.so: no such file" in done.stderr
    assert "ASTRAGAL_LIBRARY" in done.stderr and "transport='process'" in done.stderr
    done = python("import astragal; astragal.Runtime()", ASTRAGAL_LIBRARY=str(tmp_path))
    assert f"{tmp_path}/libastragal.so: no such file" in done.stderr
    done = python("import astragal; astragal.Runtime(transport='process')", ASTRAGAL_PROGRAM=str(tmp_path / "no"))
    assert "LibraryMissing" in done.stderr and f"{tmp_path}/no" in done.stderr
    bad = tmp_path / "bad.so"
    bad.write_bytes(b"this is no library")
    done = python("import astragal; astragal.Runtime()", ASTRAGAL_LIBRARY=str(bad))
    assert "LibraryMissing" in done.stderr and "bad.so" in done.stderr


def test_musl_is_told_what_to_do(monkeypatch):
    import platform
    from astragal import library
    monkeypatch.setattr(platform, "libc_ver", lambda: ("", ""))
    assert "musl" in library._hint() and "transport='process'" in library._hint()


@pytest.mark.skipif(shutil.which("cc") is None and os.environ.get("CI") != "true", reason="no C compiler")
def test_another_version_is_refused(tmp_path):
    source = tmp_path / "other.c"
    source.write_text("int astragal_abi_version(void) { return 99; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / "other.so", source], check=True)
    done = python("import astragal; astragal.Runtime()", ASTRAGAL_LIBRARY=str(tmp_path / "other.so"))
    assert "errors.Version" in done.stderr and "has version 99 of the C interface" in done.stderr
    source.write_text("int nothing(void) { return 1; }\n")
    subprocess.run(["cc", "-shared", "-fPIC", "-o", tmp_path / "none.so", source], check=True)
    done = python("import astragal; astragal.Runtime()", ASTRAGAL_LIBRARY=str(tmp_path / "none.so"))
    assert "is not the Astragal library" in done.stderr


def test_version():
    assert astragal.library_version() == astragal.__version__


def test_log_is_heard():
    lines = []
    with astragal.Runtime(log=lambda level, text: lines.append((level, text))) as rt:
        rt.load(text=COIN).close()
    assert lines and all(level == "info" for level, _ in lines)


def test_an_exception_in_the_log_is_raised_after_the_call():
    class Oops(Exception):
        pass

    def log(level, text):
        raise Oops(text)

    with astragal.Runtime(log=log) as rt:
        with pytest.raises(Oops):
            rt.load(text=COIN)
        assert rt.info()["models"] == 1, "the runtime goes on"
    with astragal.Runtime(log=log, log_level="error") as rt:
        rt.load(text=COIN)


def test_signals_and_python_get_along(library):
    """Ctrl-C reaches Python while the engine works."""
    import signal
    import threading
    model = library.load(EXAMPLES / "duel" / "model.yaml")
    before = signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
    try:
        threading.Timer(0.3, lambda: os.kill(os.getpid(), signal.SIGINT)).start()
        with pytest.raises(KeyboardInterrupt):
            model.simulate(10_000_000)
    finally:
        signal.signal(signal.SIGINT, before)
    assert library.info()["simulations"] == 0
