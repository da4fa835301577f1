import pytest

import astragal

from conftest import ROOT


def test_a_game_tells_its_turns(runtime):
    model = runtime.load(ROOT / "testdata" / "models" / "turns" / "reference.yaml")
    game = model.new_game(seed=3)
    game.play("random")
    trace = game.trace()
    checked = runtime.check_trace(trace)
    assert checked and checked.fault is None
    assert (checked.name, checked.outcome, len(checked.winners)) == ("Reference turns", "won", 1)
    assert checked.steps == trace.count("\n") - 2 and checked.turns > 1
    with pytest.raises(astragal.BadParams, match="no section 'turns'"):
        runtime.load(ROOT / "examples" / "nim" / "model.yaml").new_game().trace()


def test_a_broken_trace_names_the_guard(runtime):
    broken = runtime.check_trace((ROOT / "testdata" / "traces" / "Handoff.complete.jsonl").read_text())
    assert not broken
    assert (broken.fault.kind, broken.fault.relation, broken.fault.guard) == ("refused", "Handoff", "complete")
    assert str(broken.fault).endswith("the procedure of the old turn is not complete [Handoff.complete]")
    assert runtime.check_trace("").fault.kind == "format"


def test_a_turn_is_explained(runtime):
    game = runtime.load(ROOT / "testdata" / "models" / "turns" / "reference.yaml").new_game(seed=3)
    turn = game.explain("turn").turn
    assert (turn.open, turn.owner, turn.side, turn.phase, turn.begun_counts, turn.next) == (True, 0, "corp", "action", (1, 0), 1)
    assert turn.actions == () and turn.objectives[0].id == "agenda" and not turn.due
    game = runtime.load(ROOT / "testdata" / "models" / "turns" / "costs.yaml").new_game()
    while game.request.place != "step act":
        game.answer("pass")
    game.answer("gain")
    turn = game.explain().turn
    assert [(a.action, a.stage, a.effects, a.left) for a in turn.actions] == [("gain", "checked", 3, 3)]
    assert str(turn.actions[0]) == "gain is open: its cost is paid and may be answered; its 3 effects come when nobody does any more."
    assert runtime.load(ROOT / "examples" / "nim" / "model.yaml").new_game().explain().turn is None
