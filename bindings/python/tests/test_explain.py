import pytest

import astragal

CAMP = """
name: Camp
num_players: 2
functions:
  can_buy: {params: [p], x: "gold[p] >= 6 and not any(b == 'sword' for b in bag[p])"}
state: {vars: {turn: {init: 0}, gold: {init_x: "[2, 7]"}, bag: {init_x: "[[], []]"}, days: {init: 0}}}
modifiers: [{id: brave, stat: might, change_x: value * 2}, {id: tired, stat: might, if_x: days > 3, change_x: value - 1}]
actions:
  buy: {pre_x: can_buy(actor)}
  rest: {effect: [{op: emit, event: night}, {op: add, var: days, amount: 1}]}
  wait: {}
triggers: [{id: wolf, event: night, if_x: "gold[actor] == 0", do: []}, {id: owl, event: night, do: []}]
flow: {kind: loop, id: camp, over_x: players, as: turn, children: [{kind: step, id: day, actor_x: turn, do: [buy, rest, wait]}]}
end: [{id: long, if_x: days >= 5, result: draw}, {id: rich, if_x: max(gold) > 100, result: win, who_x: "0"}]
"""


@pytest.fixture
def game(runtime):
    with runtime.load(text=CAMP, name="camp.yaml").new_game() as game:
        yield game


def test_actions(game):
    before = game.snapshot()
    e = game.explain("action")
    assert e.value is None and e.ends is None and e.triggers == ()
    assert [(a.action, a.legal) for a in e.actions.actions] == [("buy", False), ("rest", True), ("wait", True)]
    buy = e.actions["buy"]
    (reason,) = buy.reasons
    assert (reason.text, reason.true, reason.missing, reason.within) == ("gold[p] >= 6", False, 4, ("can_buy(actor)",))
    assert [(v.name, v.value) for v in reason.values] == [("gold[p]", "2"), ("p", "0")]
    assert str(reason.at) == "camp.yaml:5:30"
    assert buy.pre.form == "function" and [p.form for p in buy.pre.parts[0].parts] == ["comparison", "not"]
    assert repr(e).startswith("<Explanation\nbuy (player 0) is not legal: gold[p] >= 6 is false: gold[p] is 2, p is 0; 4 missing")
    other = game.explain("action", "buy", seat=1).actions["buy"]
    assert other.player == 1 and other.why == "unasked" and not other.legal
    with pytest.raises(KeyError):
        e.actions["fly"]
    with pytest.raises(astragal.BadParams, match="there is no action 'fly'"):
        game.explain("action", "fly")
    assert game.snapshot() == before


def test_values_triggers_and_ends(game):
    v = game.explain("value", "modified('might', gold[actor])").value
    assert v.value == "4" and [(m.id, m.applied, m.before, m.after) for m in v.modified[0].modifiers] == [("brave", True, "2", "4"), ("tired", False, "4", "4")]
    assert v.modified[0].modifiers[1].reasons[0].text == "days > 3"
    game.answer("rest")
    (h,) = game.explain("trigger").triggers
    assert (h.event, h.emitted) == ("night", True)
    assert [(t.id, t.verdict) for t in h.triggers] == [("wolf", "condition"), ("owl", "fired")]
    assert h.triggers[0].condition.values[0].value == "2"
    ends = game.explain("end").ends
    assert (ends.nearest, ends["long"].near, ends["long"].holds) == ("long", 0.2, False)
    everything = game.explain()
    assert everything.actions and everything.triggers and everything.ends and len(str(everything).splitlines()) == len(everything.sentences)
