"""python -m astragal, as a person would use it."""
import os
import subprocess
import sys

import pytest

from conftest import EXAMPLES
from models import HOSTILE, SPLITS
from test_library import PACKAGE


def run(*args, typed=""):
    return subprocess.run([sys.executable, "-m", "astragal", *map(str, args)], input=typed, capture_output=True, encoding="utf-8",
                          timeout=120, env={**os.environ, "PYTHONPATH": str(PACKAGE), "PYTHONIOENCODING": "utf-8"})


@pytest.mark.parametrize("transport", ["library", "process"])
def test_play(transport):
    done = run("--transport", transport, "play", EXAMPLES / "noughts-and-crosses" / "model.yaml", "--agents", "first",
               typed="?\n4\n99\nnonsense\nu\n4\ns\no\n2\n6\n")
    assert done.returncode == 0, done.stderr
    out = done.stdout
    assert "Which cell?" in out and "'99' is no option" in out and "'nonsense' is no option" in out and "Taken back." in out
    assert "End: three" in out and "player 0: 1" in out


def test_everyone_at_one_terminal_and_leaving():
    done = run("play", EXAMPLES / "nim" / "model.yaml", "--seat", "all", typed="0\n99\n0\nq\n")
    assert "no option 99" in done.stdout
    assert done.returncode == 0 and "Player 1 · action take" in done.stdout and "End" not in done.stdout
    assert "The input has ended" in run("play", EXAMPLES / "nim" / "model.yaml").stdout


def test_options_that_are_numbers_are_answered_with_what_they_show(tmp_path):
    path = tmp_path / "stones.yaml"
    path.write_text("""
name: Stones
num_players: 1
state: {vars: {stones: {init: 9}}}
actions: {take: {effect: [{op: choose, options_x: "range(1, 4)", as: n}, {op: add, var: stones, amount_x: -n}]}}
flow: {kind: loop, id: l, children: [{kind: step, id: s, actor_x: "0", do: [take]}]}
end: [{id: none, if_x: stones <= 0, result: win, who_x: "0"}]
""")
    out = run("play", path, typed="0\n3\nq\n").stdout
    assert "'0' is no option; one of the numbers above" in out and "take: 3" in out


def test_demo():
    done = run("demo", "--seed", "3")
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith("Duel of the lantern mages: 2 players") and "\nEnd: " in done.stdout
    done = run("demo", "--model", EXAMPLES / "reversi" / "model.yaml", "--agents", "first")
    assert "board:\n" in done.stdout and "End: " in done.stdout


def test_faults(tmp_path):
    assert "ModelError" not in run("play", tmp_path / "none.yaml").stderr
    assert run("play", tmp_path / "none.yaml").returncode == 1
    bad = tmp_path / "bad.yaml"
    bad.write_text("- no model")
    done = run("play", bad)
    assert done.returncode == 1 and "bad.yaml:1:1" in done.stderr
    bad.write_text(SPLITS)
    done = run("play", bad, typed="0\n")
    assert done.returncode == 1 and "The game was stopped. ExprError" in done.stdout


def test_texts_do_not_steer_the_terminal(tmp_path):
    path = tmp_path / "m.yaml"
    path.write_text(HOSTILE)
    done = run("play", path, typed="1\nq\n")
    assert "\x1b" not in done.stdout and "\u202e" not in done.stdout and "\\x1b[31mred" in done.stdout
    assert "alert(0)" in done.stdout and "alert(1)>" not in done.stdout.replace("onclick=alert(1)>", "")
