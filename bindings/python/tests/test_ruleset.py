"""Character rules: a pack of the examples, played over both ways to the engine."""
import copy
import json
import os
import pickle
import signal
import subprocess
import sys

import pytest

import astragal
from conftest import EXAMPLES, ROOT

PACK = EXAMPLES / "packs" / "srd-5.1"
SRD = "srd-5.1:"

TINY = {"name": "tiny", "files": {
    "pack.yaml": "id: p\nversion: 1.0.0\ntitle: Tiny\n",
    "i18n/en.yaml": "fields.hp: {name: Hit points, description: '{n, plural, one {# is} other {# are}} left.'}\n",
    "i18n/de.yaml": "fields.hp.name: Trefferpunkte\n",
    "rules/r.yaml": """
fields: [{id: hp, type: integer, default: 10, min: '0', max: '10'}, {id: wounds, type: integer, formula: 10 - hp}]
choices: [{id: origin, options: [{id: north}, {id: south, when: hp > 5}]}]
actions:
  - id: mend
    steps:
      - {id: roll, kind: roll, parts: [{dice: 1d4}, {value: wounds}]}
      - {id: heal, kind: changes, changes: [{type: adjust, field: hp, by: 'steps.roll.total'}]}
"""}}


def character(name):
    return json.loads((PACK / "characters" / f"{name}.json").read_text())


@pytest.fixture
def tiny(runtime):
    with runtime.load_ruleset([TINY]) as rules:
        yield rules


def test_a_sheet_says_how_its_values_came_to_be(runtime):
    rules = runtime.load_ruleset([PACK])
    assert [p.id for p in rules.packs] == ["srd-5.1"] and rules.packs[0].title
    sheet = rules.sheet(character("fighter-5"))
    ac = sheet.field(SRD + "ac")
    assert sheet[SRD + "ac"] == ac.value == 25
    assert [(e.op, e.value, e.source["entry"]) for e in ac.effects if e.counted] == [
        ("set", 18, "plate"), ("add", 3, "shield"), ("add", 1, "cloak"), ("add", 1, "ring"), ("add", 2, "faith")]
    assert not sheet.creating and sheet.id == "grum" and SRD + "ac" in sheet
    with pytest.raises(KeyError):
        sheet["nothing"]


def test_options_and_changes(tiny):
    hero = {"id": "ada", "values": {"p:hp": 4}}
    before = copy.deepcopy(hero)
    choice = tiny.options(hero, "origin")
    assert [(o.id, o.eligible) for o in choice.options] == [("north", True), ("south", False)]
    assert choice.options[1].reason == {"code": "requirement", "formula": "hp > 5"} and (choice.min, choice.max) == (1, 1)
    done = tiny.apply(hero, [{"type": "choose", "path": tiny.sheet(hero).pending[0]["path"], "option": "north"}, {"type": "adjust", "field": "p:hp", "by": 20}])
    assert done.character["values"]["p:hp"] == 10 and done.changes[1]["clamped"] and hero == before
    assert tiny.sheet(done.character)["p:wounds"] == 0
    with pytest.raises(astragal.CharacterError) as e:
        tiny.apply(hero, [{"type": "adjust", "field": "p:hp", "by": 20}], strict=True)
    assert (e.value.kind, e.value.place, e.value.data["field"], e.value.data["index"]) == ("out-of-bounds", "changes[0].by", "p:hp", 0)


def test_a_pause_can_be_answered_again_and_again_and_later(tiny):
    hero = {"id": "ada", "values": {"p:hp": 4}}
    pause = tiny.start(hero, "p:mend", policy={"dice": "pause"}, state_key=b"secret")
    assert isinstance(pause, astragal.Paused) and pause.kind == "dice" and pause.needs["step"] == "roll"
    first, second = pause.roll(3), pause.roll(1)
    assert [r.own[0]["by"] for r in (first, second)] == [9, 7]
    with pytest.raises(astragal.CharacterError) as e:
        pause.roll(5)
    assert (e.value.code, e.value.kind, e.value.place) == ("character_error", "answer-mismatch", "roll")
    kept = json.loads(json.dumps(pause.state))
    assert tiny.resume(kept, {"faces": [3]}, state_key=b"secret") == first
    with pytest.raises(astragal.CharacterError) as e:
        tiny.resume(kept, {"faces": [3]}, state_key=b"other")
    assert e.value.kind == "state-altered"
    again = pickle.loads(pickle.dumps(e.value))
    assert (again.kind, again.data, str(again)) == ("state-altered", e.value.data, str(e.value))
    assert tiny.start(hero, "p:mend", seed=5) == tiny.start(hero, {"id": "p:mend"}, seed=5)
    assert tiny.start(hero, "p:mend", policy={"dice": "pause"}, answers=[{"faces": [3]}]).changes == first.changes


def test_names(tiny):
    assert tiny.describe(["p:hp", "p:wounds"], "de-AT", {"n": 1}) == [
        astragal.Named("p:hp", "Trefferpunkte", "1 is left."), astragal.Named("p:wounds", "wounds")]
    with pytest.raises(astragal.CharacterError):
        tiny.describe(["p:hp"], args={"n": []})


def test_packs_that_do_not_load(runtime):
    broken = {"name": "b", "files": {"pack.yaml": "id: p\nversion: 1.0.0\n", "rules/r.yaml": "fields:\n  - {id: hp, type: integer, formula: nothing}\n  - {id: hp, type: integer}\n"}}
    with pytest.raises(astragal.RulesetError) as e:
        runtime.load_ruleset([broken])
    assert (e.value.kind, e.value.line) == (e.value.errors[0].kind, e.value.errors[0].line)
    assert "formula-error" in [x.kind for x in e.value.errors] and len(e.value.errors) == 2
    report = runtime.check_ruleset([broken])
    assert not report.ok and len(report.errors) == 2 and "rules/r.yaml:2:" in str(report)
    assert runtime.check_ruleset([PACK]).ok
    with pytest.raises(astragal.RulesetError):
        runtime.load_ruleset(["/no/such/pack"])
    with pytest.raises(TypeError):
        runtime.load_ruleset(str(PACK))


def test_what_is_closed_or_forgotten(runtime):
    rules = runtime.load_ruleset([TINY])
    rules.close()
    rules.close()
    with pytest.raises(astragal.NotFound):
        rules.sheet({})
    runtime.load_ruleset([TINY])
    assert runtime.info()["rulesets"] == 0


def test_another_child_has_the_rulesets_again():
    with astragal.Runtime(transport="process") as runtime:
        rules = runtime.load_ruleset([TINY])
        pause = rules.start({}, "p:mend", policy={"dice": "pause"})
        os.kill(runtime._way.process.pid, signal.SIGKILL)
        with pytest.raises(astragal.TransportClosed):
            while True:
                rules.sheet({})
        runtime.recover()
        assert pause.roll(2).own[0]["by"] == 2


def a_play(runtime):
    """A fight: sheets, a blow by a seed, an attack with paused dice, what each does to the other, names; all that was told."""
    told = []
    hero, foe = character("fighter-5"), character("rogue-3")

    def seen(rules, c):
        return {"target": [{"id": c["id"], "values": {SRD + "ac": rules.sheet(c)[SRD + "ac"]}}]}

    with runtime.load_ruleset([str(PACK)]) as rules:
        for seed in range(20):
            blow = rules.start(foe, {"id": SRD + "weapon-attack", "entry": "rapier"}, seed=seed, participants=seen(rules, hero))
            done = rules.apply(hero, blow.to("target"), seed=seed)
            told += [blow, done]
            hero = done.character
        sheet = rules.sheet(hero)
        assert sheet[SRD + "hp.damage"] > 17, "one of twenty blows has met"
        attack = next(a for a in sheet.actions if a["id"] == SRD + "weapon-attack" and a.get("entry") == "sword")
        run = rules.start(hero, attack, situational={SRD + "advantage": True}, participants=seen(rules, foe), policy={"dice": "pause"})
        while isinstance(run, astragal.Paused):
            told.append((run.needs, run.state, run.log))
            run = run.roll(*(d["sides"] for d in run.needs["dice"] for _ in range(d["count"])))
        assert run.result == "critical"
        fallen = rules.apply(foe, run.to("target"))
        told += [sheet, run, fallen, rules.apply(hero, run.own)]
        dead = rules.sheet(fallen.character)
        assert dead[SRD + "hp.current"] == 0 and dead[SRD + "down"]
        with pytest.raises(astragal.CharacterError) as e:
            rules.start(fallen.character, {"id": SRD + "weapon-attack", "entry": "rapier"})
        told += [dead, (e.value.kind, e.value.data, str(e.value))]
        told.append(rules.describe([f.id for f in sheet.fields] + [a["id"] for a in sheet.actions]))
        assert "Armour class" in [n.name for n in told[-1]]
    return told


def test_a_whole_play_is_the_same_over_both_ways():
    plays = []
    for transport in ("library", "process"):
        with astragal.Runtime(transport=transport) as runtime:
            plays.append(a_play(runtime))
    assert plays[0] == plays[1]


@pytest.mark.parametrize("transport", ["library", "process"])
def test_the_example(transport):
    script = ROOT / "bindings" / "python" / "examples" / "attack.py"
    out = subprocess.run([sys.executable, script, "--transport", transport, "--seed", "3"], env=dict(os.environ, PYTHONPATH=str(ROOT / "bindings" / "python")),
                         capture_output=True, text=True, timeout=120)
    assert out.returncode == 0, out.stderr
    assert out.stdout.splitlines() == [
        "attack: d20, d4 fall as [8, 2]", "damage: d8 fall as [6]", "hit: {'total': 17, 'damage': 12}", "pim: Damage taken 9 -> 21", "grum: 0 changes of its own"]
