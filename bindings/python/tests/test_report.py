"""The report on a model: all of it, as objects, as text and as a page."""
import asyncio
import xml.etree.ElementTree as tree

import pytest
from conftest import EXAMPLES
from models import FAULTY, SPLITS

import astragal

PARTLY = """
name: Partly
num_players: 1
state: {vars: {n: {init: 0}}}
actions:
  go: {pre: when the moon is full, effect: [{op: add, var: n, amount: a few}]}
flow: {kind: step, id: s, actor_x: 0, do: [go]}
end: [{id: over, if_x: n > 3, result: win}]
"""

ENDLESS = """
num_players: 1
actions: {a: {effect: [{op: choose, options: [1, 2], as: x}]}}
flow: {kind: loop, id: l, children: [{kind: step, id: s, actor_x: '0', do: [a]}]}
"""


SPINS = """
num_players: 1
state: {vars: {up: {init: false}}}
actions: {flip: {effect: [{op: set, var: up, value_x: not up}]}}
flow: {kind: loop, id: main, children: [{kind: step, id: s, do: [flip]}]}
"""


def test_a_model_that_plays(runtime):
    r = runtime.check(EXAMPLES / "nim" / "model.yaml", games=20, seed=3)
    assert r.fine and r.errors == 0 and r.name == "Nim" and r.steps == 1 and r.ops == 2 and r.code == 0
    assert r.executability.executable.percent == 100 and r.gaps == ()
    g = r.test_games
    assert (g.asked, g.games, g.finished, g.seed) == (20, 20, 20, 3) and g.reasons == (astragal.Reason("last_taken", 20),)
    assert sum(s.wins for s in g.seats) == 20 and g.requests.mean > 1 and g.stops == ()
    assert r == runtime.check(EXAMPLES / "nim" / "model.yaml", games=20, seed=3)
    text = repr(r)
    assert "Nim: 0 errors" in text and "20 of 20 games finished" in text and "last_taken: 20" in text and "step move" in text


def test_what_is_wrong_comes_with_its_line(runtime):
    r = runtime.check(text=FAULTY, name="faulty.yaml", games=20)
    assert not r.fine and r.errors and r.test_games is None, "a model with errors is not played"
    d = r.diagnostics[0]
    assert d.severity == "error" and d.file == "faulty.yaml" and d.source[d.caret:].startswith("nowhere")
    assert str(d) in str(r) and d.source in str(r)


def test_what_is_missing(runtime):
    model = runtime.load(text=PARTLY)
    r = model.report
    assert r.executability.executable.total == r.executability.rules.total + r.executability.content.total
    assert len(r.gaps) == r.executability.executable.total - r.executability.executable.ok
    assert r.test_games is None and r.tree == ""
    for g in r.gaps:
        assert g.kind and g.place and g.text in str(r) and g.line


def test_where_test_games_stopped(runtime):
    r = runtime.check(text=SPLITS, name="splits.yaml", games=4)
    assert not r.fine and r.test_games.stopped == 4
    s = r.test_games.stops[0]
    assert s.games == 4 and "ZeroDivisionError" in s.error and s.file == "splits.yaml" and s.source[s.caret:].startswith("// n")
    assert f"splits.yaml:{s.line}:{s.column}" in str(r) and s.source in str(r)


def test_games_that_cannot_end(runtime):
    r = runtime.check(text=SPINS, games=4)
    s = r.test_games.stops[0]
    assert s.error == "ExprError: flow main: loop does not end"
    assert s.cannot_end == astragal.Cycle(rounds=2, places=("flow main", "step s", "action flip"))
    model = runtime.load(text=SPINS)
    assert model.simulate(4).stops[0].cannot_end == s.cannot_end
    with model.new_game() as game:
        assert game.request.error.message == "flow main: loop does not end" and game.request.error.cannot_end == s.cannot_end


def test_games_without_an_end(runtime):
    r = runtime.check(text=ENDLESS, games=2)
    assert r.test_games.cut == 2 and r.test_games.endless.place == "action a"
    assert "2 games did not end within 5000 requests: a loop without an end?" in str(r)


def test_a_text_that_is_no_model(runtime):
    r = runtime.check(text="- none", name="none.yaml")
    assert r.errors == 1 and r.executability is None and r.diagnostics[0].source == "- none"
    assert "executable" not in str(r)


def test_as_a_page(runtime):
    hostile = SPLITS.replace("Divides by zero", "\"<script>alert('x')</script> \\x1b[31m\"")
    for r in (runtime.check(text=hostile, games=2), runtime.check(text=FAULTY), runtime.check(text=PARTLY), runtime.check(text="- none")):
        html = r._repr_html_()
        page = tree.fromstring(html.replace("<br>", "<br/>").replace("\x1b", ""))
        assert page.find("h3") is not None and "<script" not in html
        assert len(page.findall(".//pre")) >= len([d for d in r.diagnostics if d.source])
        assert "\x1b" not in str(r)


def test_check_in_a_thread(runtime):
    r = asyncio.run(runtime.check_async(EXAMPLES / "nim" / "model.yaml", games=2))
    assert r.test_games.games == 2


def test_too_many_games(runtime):
    with pytest.raises(astragal.Limit):
        runtime.check(EXAMPLES / "nim" / "model.yaml", games=2**31 - 1)
