"""Functions of the host, which answer what a model calls."""

import os
import subprocess
import sys
import threading

import pytest

import astragal
from conftest import EXAMPLES, ROOT

SUMS = """
name: Sums
num_players: 2
code: {add: {kind: code, module: sums, function: add}}
state: {vars: {sum: {init: 0}, i: {init: 0}}}
actions:
  grow: {effect: [{op: choose, options: [1, 2, 3], as: x}, {op: call, code: add, with_x: {a: sum, b: x}, as: y}, {op: set, var: sum, value_x: y}]}
flow: {kind: loop, id: l, over_x: range(9), as: i, once: true, children: [{kind: step, id: s, actor_x: "0", do: [grow]}]}
"""


def add(called):
    return called.args["a"] + called.args["b"]


def test_a_function_answers(runtime):
    heard = []
    runtime.host_function("add", lambda called: heard.append(called) or add(called))
    model = runtime.load(text=SUMS)
    game = model.new_game()
    assert game.answer("2").kind == "decision"
    assert game.state().variables["sum"] == 2
    (called,) = heard
    assert called.code == "add" and called.place == "action grow" and called.args == {"a": 0, "b": 2} and called.game > 0

    # What was answered is part of the game, whoever would answer now.
    runtime.host_function("add", lambda called: [called.args["a"], 1.5, {"big": 1 << 70}, None])
    game.answer(0)
    assert game.state().variables["sum"] == [2, 1.5, {"big": 1 << 70}, None]
    game.undo()
    assert game.state().variables["sum"] == 2
    game.redo()
    record, snapshot = game.record(), game.snapshot()
    runtime.host_function("add", None)
    for again in (model.replay(record), model.restore(snapshot), game.clone()):
        assert again.state().variables["sum"] == [2, 1.5, {"big": 1 << 70}, None]
        assert again.record() == record
    assert len(heard) == 1
    game.answer(0)
    assert game.request.error.message == "code 'add' → sums:add is not implemented"


def test_an_exception_stops_the_game_and_is_raised(library):
    class Oops(Exception):
        pass

    def fail(called):
        raise Oops("no fingers left")

    library.host_function("add", fail)
    game = library.load(text=SUMS).new_game()
    with pytest.raises(Oops, match="no fingers left"):
        game.answer(0)
    assert game.over
    assert game.request.error.message == "action grow: code 'add': Oops: no fingers left"

    library.host_function("add", lambda called: object())
    game = library.load(text=SUMS).new_game()
    with pytest.raises(TypeError, match="cannot be sent to a game"):
        game.play("first")
    assert game.over
    assert library.info()["games"] > 0, "the runtime goes on"

    library.host_function("add", lambda called: {1: 2})  # what the engine will not take, it says
    game = library.load(text=SUMS).new_game()
    assert "its answer cannot be read" in game.answer(0).error.message


def test_a_function_finds_its_game_busy(library):
    games = []

    def back(called):
        if games:
            game, other = games
            games.clear()
            with pytest.raises(astragal.Busy):
                game.state()
            other.answer(0)
            assert other.state().variables["sum"] == 1
        return add(called)

    library.host_function("add", back)
    model = library.load(text=SUMS)
    games += [model.new_game(), model.new_game()]
    game = games[0]
    game.answer(2)
    assert not games and game.state().variables["sum"] == 3


def test_functions_from_many_threads(runtime):
    runtime.host_function("add", add)
    model = runtime.load(text=SUMS)
    sums = []

    def play():
        for _ in range(10):
            game = model.new_game()
            while not game.over:
                game.answer(1)
            sums.append(game.state().variables["sum"])

    threads = [threading.Thread(target=play) for _ in range(6)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert sums == [18] * 60


def test_a_child_asks_functions_too():
    with astragal.Runtime(transport="process") as rt:
        def fail(called):
            raise ValueError("no fingers left")

        rt.host_function("add", fail)
        game = rt.load(text=SUMS).new_game()
        assert game.answer(0).error.message == "action grow: code 'add': ValueError: no fingers left"
        rt.host_function("add", lambda called: object())
        assert "cannot be sent to a game" in rt.load(text=SUMS).new_game().answer(0).error.message
        rt.host_function("add", lambda called: {1: 2})
        assert "code 'add': " in rt.load(text=SUMS).new_game().answer(0).error.message

        states = []
        rt.host_function("add", lambda called: states.append(rt.info()["games"]) or 7)
        game = rt.load(text=SUMS).new_game()
        game.answer(0)
        assert game.state().variables["sum"] == 7 and states, "a function may use the runtime"


def test_names_of_functions(runtime):
    for name in ("", "n" * 257):
        with pytest.raises(astragal.BadParams, match="256 bytes"):
            runtime.host_function(name, add)


@pytest.mark.parametrize("transport", ["library", "process"])
def test_the_skirmish(transport):
    """The example plays the game that the evaluators of examples/evaluators play, line by line."""
    script = ROOT / "bindings" / "python" / "examples" / "skirmish.py"
    out = subprocess.run([sys.executable, script, "--transport", transport], capture_output=True, text=True, encoding="utf-8", timeout=120,
                         env=dict(os.environ, PYTHONPATH=str(ROOT / "bindings" / "python"), PYTHONIOENCODING="utf-8"))
    assert out.returncode == 0, out.stderr
    assert out.stdout == (EXAMPLES / "evaluators" / "skirmish.txt").read_text(encoding="utf-8")


STORM = """
name: Storm
num_players: 2
code: {storm: {kind: content, module: sky, function: storm}, worth: {kind: code, module: sky, function: worth}}
state: {vars: {score: {init: 0}, i: {init: 0}}}
actions: {blow: {effect: [{op: call, code: storm, with_x: {force: i + 1}}, {op: call, code: worth, as: w}, {op: add, var: score, amount_x: w}]}}
flow: {kind: loop, id: l, over_x: range(2), as: i, once: true, children: [{kind: step, id: s, actor_x: i, do: [blow]}]}
"""


def test_functions_answer_ops_and_chances(runtime):
    heard = []

    def storm(called):
        heard.append(called)
        if not called.chance:
            return astragal.AskChance([("near", 0.25), ("far", 0.75)])
        factor = 2 if called.chance[0] == "near" else 1
        return astragal.Ops([
            {"op": "choose", "options": [10, 20], "as": "n"},
            {"op": "add", "var": "score", "amount_x": f"n * force * {factor}"},
        ])

    runtime.host_function("storm", storm)
    runtime.host_function("worth", lambda called: 100)
    model = runtime.load(text=STORM)
    game = model.new_game(chance="ask")
    assert game.request.kind == "chance" and game.request.place == "action blow · storm"
    assert list(game.request.options) == ["near", "far"]
    game.answer("near")
    assert game.request.place == "action blow · storm" and list(game.request.options) == ["10", "20"]
    game.answer("20")
    assert game.state().variables["score"] == 140
    game.answer("far")
    game.answer("10")
    assert game.over and game.state().variables["score"] == 260
    assert [(c.kind, c.seat, list(c.chance)) for c in heard] == [
        ("content", 0, []), ("content", 0, ["near"]), ("content", 1, []), ("content", 1, ["far"])]
    runtime.host_function("storm", None)
    assert model.replay(game.record()).state().variables["score"] == 260

    runtime.host_function("storm", lambda called: astragal.Ops([{"op": "set", "var": "sore", "value": 1}]))
    assert model.new_game().request.error.message == "action blow: code 'storm': ops[0]: variable 'sore' not declared"
    runtime.host_function("storm", lambda called: astragal.AskChance([(1, 0.5)]))
    assert model.new_game(chance="ask").request.error.message == "action blow: code 'storm': probabilities add up to 0.500000, not 1"
