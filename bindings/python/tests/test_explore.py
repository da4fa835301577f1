import asyncio

import pytest

import astragal

from conftest import EXAMPLES, ROOT

TRAP = """
name: Trap
num_players: 1
state: {vars: {room: {init: 0}}}
actions:
  on: {pre_x: "room < 2", effect: [{op: add, var: room, amount: 1}]}
  out: {pre_x: "room == 1", effect: [{op: set, var: room, value: 9}]}
  stay: {effect: []}
  spin: {pre_x: "room == 2", effect: [{op: repeat, until_x: "room == 0", do: []}]}
flow: {kind: loop, id: main, children: [{kind: step, id: go, actor_x: "0", do: [on, out, stay, spin]}]}
end: [{id: free, if_x: "room == 9", result: draw}]
"""


def test_all_positions(runtime):
    r = runtime.load(EXAMPLES / "noughts-and-crosses" / "model.yaml").explore(at="action mark")
    assert r and r.whole and r.states == 5478 and r.histories.ends == 255_168
    assert r.levels == (1, 9, 72, 252, 756, 1260, 1520, 1140, 390, 78)
    assert r.reasons == {"three": 942, "full": 16} and r.script is None and r.stuck.states == 0


def test_what_is_amiss(runtime):
    model = runtime.load(text=TRAP)
    r = model.explore(invariants=["room >= 0"])
    assert not r and r.stuck.states == 1 and [a.label for a in r.stuck.trace + r.stuck.cycle] == ["on", "on", "stay"]
    assert r.script.count("\n") == 3 and r.broken is None and r.cyclic
    assert r.faults[0].cannot_end.places == ("action spin",) and r.faults[0].trace[-1] == astragal.Answered(1, "spin", "step go", 0)
    with model.new_game() as game:
        for a in r.stuck.trace:
            game.answer(a.answer)
        assert game.request.options == ("stay", "spin")
    r = model.explore(invariants=["room != 9"])
    assert r.broken.invariant == "room != 9" and r.broken.value == "False" and len(r.broken.trace) == 2
    assert model.explore(states=2).cut == "there are more than 2 states"
    with pytest.raises(astragal.BadParams, match="nothing in the model has the name 'rom'"):
        model.explore(invariants=["rom"])


def test_an_exploration_can_be_cancelled(runtime):
    model = runtime.load(EXAMPLES / "reversi" / "model.yaml")

    async def go():
        task = asyncio.ensure_future(model.explore_async())
        await asyncio.sleep(0.3)
        task.cancel()
        with pytest.raises((asyncio.CancelledError, astragal.Cancelled)):
            await task

    asyncio.run(go())


def test_turns_by_themselves(runtime):
    r = runtime.explore_turns(turns=1)
    assert r and r.whole and r.states > 1000 and r.symmetries == 1
    model = runtime.load(ROOT / "testdata" / "models" / "turns" / "solo.yaml")
    assert runtime.explore_turns(model, turns=1).states > 0
    assert runtime.explore_turns(states=9).cut == "there are more than 9 states"
