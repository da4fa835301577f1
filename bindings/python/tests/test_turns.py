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
