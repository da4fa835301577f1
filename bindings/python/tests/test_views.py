"""What seats see, and agents in Python that are given no more."""
import random

import astragal
import pytest
from conftest import EXAMPLES, ROOT


@pytest.fixture
def duel(runtime):
    return runtime.load(EXAMPLES / "duel" / "model.yaml").new_game(seed=1)


def test_a_view(duel):
    seat = duel.request.player
    mine, other, outside = duel.view(seat), duel.view(1 - seat), duel.view()
    hand = duel.state().zones[f"hand[{seat}]"]
    assert [i.label for i in mine.zone("hand", seat).items] == [c["label"] for c in hand]
    assert mine.zone("hand", seat).items[0].id == f"hand[{seat}]#0" and not any(i.hidden for i in mine.zone("hand", seat).items)
    for view in (other, outside):
        zone = view.zone("hand", seat)
        assert not zone.items and zone.unknown == zone.count == len(hand)
        assert not view.options and not view.request.options and view.request.player == seat
    assert mine.request == duel.request_of(seat) and mine.request.options == tuple(o.label for o in mine.options)
    assert duel.options(seat).options == mine.options
    assert duel.events(seat=seat) == (list(mine.events), mine.next)
    assert not duel.view(seat, since=mine.next).events
    assert (outside.seat, outside.players, outside.game_no) == (astragal.SPECTATOR, 2, 1)
    with pytest.raises(KeyError):
        mine.zone("hand")
    for seat in (2, -2):
        with pytest.raises(astragal.BadParams, match="seats are 0 to 1"):
            duel.view(seat)
    assert "uid" not in repr(mine)


def test_a_view_shows_whose_turn_it_is(runtime, duel):
    game = runtime.load(ROOT / "testdata" / "models" / "turns" / "reference.yaml").new_game(seed=3)
    turn = game.view(1).turn
    assert (turn["owner"], turn["side"], turn["phase"], turn["id"], turn["begun_counts"]) == (0, "corp", "action", 1, [1, 0])
    game.play("random")
    assert game.view().turn["id"] > 1 and duel.view(0).turn is None


def test_a_view_shows_itself(library):
    game = library.load(EXAMPLES / "duel" / "model.yaml").new_game(seed=1)
    seat = game.request.player
    mine, other = game.view(seat)._repr_html_(), game.view(1 - seat)._repr_html_()
    cards = {i.label for i in game.view(seat).zone("hand", seat).items}
    assert all(c in mine for c in cards) and any(c not in other for c in cards)
    assert game.view(seat).html() == game.html()


def test_answers_from_a_seat(runtime):
    game = runtime.load(EXAMPLES / "kuhn-poker" / "model.yaml").new_game(seed=5)
    with pytest.raises(astragal.BadAnswer, match="player 1 is not asked now"):
        game.answer_as(1, 0)
    seen = game.answer_as(0, game.view(0).options[0])
    assert seen.player == 1 and not seen.options and game.request.options
    assert game.undo(seat=0).player == 0 and game.redo(seat=0).player == 1
    with pytest.raises(astragal.BadAnswer, match="owner of the table"):
        game.undo(seat=1)
    with pytest.raises(astragal.BadAnswer, match="no option of seat 1"):
        game.answer_as(1, item="hand[0]#0")


class Timid:
    """An agent that is given views. It keeps what it knows, and looks at nothing else."""

    def __init__(self, seed):
        self.random, self.labels = random.Random(seed), set()

    def __call__(self, view):
        assert isinstance(view, astragal.View) and view.request.player == view.seat
        for zone in view.zones:
            self.labels.update(i.label for i in (*zone.items, *zone.top, *zone.bottom, *zone.known) if not i.hidden)
        return self.random.choice(view.options)


@pytest.mark.parametrize("name", ["duel", "kuhn-poker"])
def test_whole_games_with_agents_of_the_host(runtime, name):
    model = runtime.load(EXAMPLES / name / "model.yaml")
    records = []
    for _ in range(2):
        for seed in range(5):
            agents = Timid(seed), Timid(seed + 100)
            with model.new_game(seed=seed) as game:
                end = game.play_with(*agents)
                assert end.kind == "end" and len(end.payoffs) == 2
                assert all(a.labels for a in agents)
                records.append(game.record())
    assert records[:5] == records[5:], "the same agents play the same games"


def test_an_agent_cannot_tell_what_it_cannot_know(library):
    """Of all deals of Kuhn poker that give it a card, seat 0 is shown the same."""
    model = library.load(EXAMPLES / "kuhn-poker" / "model.yaml")
    shown = {}
    for mine in range(3):
        for theirs in range(2):
            game = model.new_game(chance="ask")
            game.answer(mine)
            game.answer(theirs)
            shown.setdefault(mine, set()).add(repr(game.view(0)))
    assert [len(views) for views in shown.values()] == [1, 1, 1] and len(set.union(*shown.values())) == 3


def test_a_lost_child_brings_games_back_with_their_seats(tmp_path):
    with astragal.Runtime(transport="process") as runtime:
        game = runtime.load(EXAMPLES / "kuhn-poker" / "model.yaml").new_game(seed=5)
        game.answer_as(0, 0)
        before = game.view(1)
        runtime._way.process.kill()
        with pytest.raises(astragal.TransportClosed):
            for _ in range(50):
                game.view(1)
        runtime.recover()
        assert game.view(1) == before
