import sys
from pathlib import Path

import pytest

import astragal

ROOT = Path(__file__).resolve().parents[3]
EXAMPLES = ROOT / "examples"

if not (ROOT / "bin").exists():
    sys.exit("build the library first: make lib build")


@pytest.fixture(params=["library", "process"])
def runtime(request):
    with astragal.Runtime(transport=request.param) as rt:
        yield rt


@pytest.fixture
def library():
    with astragal.Runtime() as rt:
        yield rt


@pytest.fixture
def nim(runtime):
    return runtime.load(EXAMPLES / "nim" / "model.yaml")
