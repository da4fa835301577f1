import gc
import pickle
import threading

import pytest

import astragal
from conftest import EXAMPLES, ROOT
from models import COIN, FAULTY, SPLITS


def test_answers_by_number_and_label(nim):
    with nim.new_game() as game:
        r = game.request
        assert (r.kind, r.player, r.place, r.all, r.over) == ("decision", 0, "action take", True, False)
        assert isinstance(r.options, tuple) and r.options[0] == "1 from heap 1" and "heap" in r.prompt
        r = game.answer("2 from heap 2")
        assert r is game.request and r.player == 1
        game.answer(len(r.options) - 1)
        with pytest.raises(AttributeError):
            r.player = 3
        assert pickle.loads(pickle.dumps(r)) == r
        assert nim.players == astragal.Players(2, 2, 2) and game.players == 2


def test_undo_redo_clone_and_keeping(nim):
    game = nim.new_game()
    first = game.request
    second = game.answer(3)
    game.answer(0)
    third = game.request
    assert game.undo(2) == first
    assert game.redo() == second and game.redo() == third
    twin = game.clone()
    twin.answer(0)
    assert game.request == third and twin.request != third
    for again in (nim.restore(game.snapshot()), nim.replay(game.record())):
        assert again.request == third
        again.answer(1)
        game2 = game.clone()
        assert game2.answer(1) == again.request
    with pytest.raises(astragal.BadAnswer):
        nim.new_game().undo()


def test_chances_are_answered_or_asked(runtime):
    model = runtime.load(text=COIN, name="coin.yaml")
    game = model.new_game(seed=5)
    assert game.answer("heads").kind == "decision"
    game = model.new_game(chance="ask")
    r = game.answer(0)
    assert (r.kind, r.options, r.p, r.player) == ("chance", ("1", "2"), (0.5, 0.5), None)
    options = game.options().options
    assert [(o.index, o.label, o.item, o.p) for o in options] == [(0, "1", 1, 0.5), (1, "2", 2, 0.5)]
    game.answer(0)
    assert game.state().variables["got"] == [1, 0]
    with pytest.raises(astragal.BadParams):
        model.new_game(chance="perhaps")


def test_constants_and_play(runtime):
    model = runtime.load(text=COIN, set={"stake": 2**70})
    assert model.describe().constants["stake"] == 2**70
    game = model.new_game(seed=1)
    assert game.play("random", limit=1) == 1
    assert game.play("first", until_seat=1) >= 0 and game.request.player in (1, None)
    game.play("random")
    assert game.over and game.request.kind == "end" and game.request.reason == "enough"
    assert sorted(game.request.payoffs) == [-1, 1]
    assert max(game.state().variables["got"]) == 3 * 2**70
    with pytest.raises(astragal.GameOver):
        game.answer(0)


def test_state_events_and_description(runtime):
    model = runtime.load(EXAMPLES / "duel" / "model.yaml")
    game = model.new_game(seed=2)
    state = game.state()
    assert len(state.zones["deck[0]"]) > 10 and state.zones["hand[1]"][0]["label"]
    events, then = game.events()
    assert then == len(events) > 3
    draw = next(e for e in events if e.what == "draw")
    assert draw.kind == "observed" and draw.seen and draw.seen_by(draw.seen[0])
    assert game.events(then) == ([], then)
    about = model.describe()
    assert {z.name: z.visibility for z in about.zones}["hand"] == "owner"
    assert "random" not in about.agents and model.diagram().count("step") > 2
    board = runtime.load(EXAMPLES / "frontier" / "model.yaml").board("map")
    assert board.kind == "graph" and board.cells[0] == "Alder" and board.near[0] == (1, 3, 6)


def test_simultaneous_questions(runtime):
    model = runtime.load(ROOT / "testdata" / "models" / "sealed.yaml")
    game = model.new_game(seed=3)
    while not game.request.open and not game.over:
        game.answer(0)
    r = game.request
    assert r.open and isinstance(r.open[0], astragal.Open) and r.open[0].options
    other = r.open[0].player
    after = game.answer(0, seat=other)
    assert other not in [o.player for o in after.open] or after.place != r.place


def test_campaign(runtime):
    game = runtime.load(ROOT / "testdata" / "models" / "campaign.yaml").new_game(seed=1)
    game.play("random")
    before = game.state().game_no
    game.next()
    assert game.state().game_no == before + 1


def test_errors_have_their_classes(runtime):
    with pytest.raises(astragal.ModelError) as e:
        runtime.load(text="- no model", name="bad.yaml")
    assert e.value.diagnostics and e.value.diagnostics[0].file == "bad.yaml" and e.value.code == "model_error"
    again = pickle.loads(pickle.dumps(e.value))
    assert type(again) is astragal.ModelError and str(again) == str(e.value) and len(again.diagnostics) == len(e.value.diagnostics)
    model = runtime.load(text=FAULTY)
    assert model.errors and model.diagnostics[0].severity == "error" and "nowhere" in str(model.diagnostics[0])
    assert runtime.check(text=FAULTY).diagnostics == model.diagnostics == model.report.diagnostics
    model = runtime.load(text=SPLITS, name="splits.yaml")
    game = model.new_game()
    for wrong in (7, -1, "sideways", "", 2**31):
        with pytest.raises((astragal.BadAnswer, astragal.BadParams)):
            game.answer(wrong)
    with pytest.raises(astragal.BadParams):
        game.answer(1.5)
    r = game.answer("on")
    assert r.kind == "error" and r.over and r.error.kind == "ExprError" and r.error.file == "splits.yaml" and r.error.line
    with pytest.raises(astragal.UnknownMethod):
        runtime.call("game.nothing")
    with pytest.raises(astragal.BadParams):
        runtime.call("game.new", {"model": "x"})
    with pytest.raises(astragal.NotFound):
        runtime.call("game.request", {"game": 12345})
    with pytest.raises(astragal.BadParams):
        model.restore(b"no snapshot")
    with pytest.raises(astragal.BadParams):
        model.replay("{}")
    with pytest.raises(astragal.Error, match="no such file|cannot|not"):
        runtime.load("/nowhere/model.yaml")


def test_closing(runtime):
    model = runtime.load(text=COIN)
    with model:
        with model.new_game() as game:
            pass
        with pytest.raises(astragal.NotFound):
            game.answer(0)
        game.close()
        open_game = model.new_game()
    assert open_game.answer(0).kind == "decision", "a game goes on without its model"
    runtime.close()
    runtime.close()
    with pytest.raises((astragal.NotFound, astragal.TransportClosed)):
        open_game.answer(0)
    open_game.close()


def test_what_is_forgotten_is_closed(runtime):
    model = runtime.load(text=COIN)
    games = [model.new_game() for _ in range(50)]
    assert runtime.info()["games"] == 50
    del games
    gc.collect()
    assert runtime.info()["games"] == 0
    del model
    gc.collect()
    assert runtime.info()["models"] == 0


def test_limits():
    with astragal.Runtime(limits={"games": 2}) as rt:
        model = rt.load(text=COIN)
        games = [model.new_game(), model.new_game()]
        with pytest.raises(astragal.Limit):
            model.new_game()
        assert len(games) == 2


@pytest.mark.parametrize("transport", ["library", "process"])
def test_configurations_that_are_wrong(transport):
    with pytest.raises(astragal.BadParams, match="there is no 'gammes'"):
        astragal.Runtime(transport=transport, limits={"gammes": 2})
    with astragal.Runtime(transport=transport, paths=False) as rt:
        with pytest.raises(astragal.Error):
            rt.load(EXAMPLES / "nim" / "model.yaml")
    with pytest.raises(astragal.BadParams, match="transport is one of"):
        astragal.Runtime(transport="pigeon")


def test_frames_that_are_too_long(runtime):
    with pytest.raises(astragal.Limit):
        runtime.load(text="x" * (17 << 20))
    assert runtime.info()["models"] == 0


def test_answers_of_every_length(runtime):
    """The next request fits in the memory that answers are written to, or does not; what was told before stays."""
    long = [f"{i} " + "x" * 500 for i in range(40)]
    model = runtime.load(text=f"""
name: Long and short
num_players: 1
state: {{vars: {{n: {{init: 0}}}}}}
actions:
  talk: {{effect: [{{op: choose, options: {long!r}, as: x}}, {{op: choose, options: [1, -2, 300], as: x}}, {{op: add, var: n, amount: 1}}]}}
flow: {{kind: loop, id: l, until_x: n == 3, children: [{{kind: step, id: s, actor_x: 0, do: [talk]}}]}}
""")
    game = model.new_game()
    for _ in range(3):
        asked = game.request
        assert asked.options == tuple(long)
        with pytest.raises(astragal.BadAnswer):
            game.answer(40)
        assert game.answer(39).options == ("1", "-2", "300") and asked.options == tuple(long)
        game.answer(game.options().options[2])
    assert game.over and game.request.kind == "end" and asked.kind == "decision"


def test_many_threads(nim):
    """Threads on games of their own, and on one game together."""
    shared = nim.new_game()
    wrong = []

    def work(seed):
        try:
            for i in range(10):
                game = nim.new_game(seed=seed * 100 + i)
                while not game.over:
                    game.answer((seed + i) % len(game.request.options))
                shared.options()
                shared.state()
        except Exception as e:
            wrong.append(e)

    threads = [threading.Thread(target=work, args=(i,)) for i in range(8)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert not wrong
    assert shared.answer(0).player == 1


def test_nothing_is_pickled_that_cannot_be(nim):
    for x in (nim.runtime, nim, nim.new_game()):
        with pytest.raises(TypeError, match="cannot be pickled"):
            pickle.dumps(x)
