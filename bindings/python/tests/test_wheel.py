"""The wheel, installed where nothing else is."""
import os
import shutil
import subprocess
import sys
import zipfile

from conftest import ROOT

HERE = ROOT / "bindings" / "python"

SCRIPT = """
import astragal, pathlib, sys
assert pathlib.Path(astragal.__file__).is_relative_to(sys.prefix), astragal.__file__
for transport in ("library", "process"):
    with astragal.Runtime(transport=transport) as rt:
        model = rt.load(pathlib.Path(astragal.__file__).parent / "_native" / "examples" / "duel" / "model.yaml")
        game = model.new_game(seed=1)
        game.play("random")
        assert game.request.kind == "end"
print("played")
"""


def test_installed_alone(tmp_path):
    env = {k: v for k, v in os.environ.items() if not k.startswith(("ASTRAGAL_", "PYTHONPATH"))}
    subprocess.run([sys.executable, "-m", "pip", "wheel", "-q", "--no-deps", "--no-build-isolation", "-w", tmp_path, HERE], check=True, env=env)
    for left in ("build", "astragal.egg-info"):
        shutil.rmtree(HERE / left, ignore_errors=True)
    wheel, = tmp_path.glob("*.whl")
    assert wheel.name.startswith("astragal-0.1.0-py3-none-linux_")
    names = zipfile.ZipFile(wheel).namelist()
    for name in ("astragal/py.typed", "astragal/_native/libastragal.so", "astragal/_native/astragal", "astragal/_native/LICENSE"):
        assert name in names
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "env"], check=True, env=env)
    python = tmp_path / "env" / "bin" / "python"
    subprocess.run([python, "-m", "pip", "install", "-q", "--disable-pip-version-check", wheel], check=True, env=env)
    done = subprocess.run([python, "-c", SCRIPT], cwd=tmp_path, env=env, capture_output=True, encoding="utf-8")
    assert done.stdout == "played\n", done.stderr
    done = subprocess.run([python, "-m", "astragal", "demo"], cwd=tmp_path, env=env, capture_output=True, encoding="utf-8")
    assert "\nEnd: " in done.stdout, done.stderr
