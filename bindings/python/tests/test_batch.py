import numpy
import pytest

import astragal
from conftest import EXAMPLES, ROOT

SIZE = 300


def test_random_games(runtime):
    """Noughts and crosses by random moves: every game comes to its end, the first player is ahead."""
    model = runtime.load(EXAMPLES / "noughts-and-crosses" / "model.yaml")
    rng = numpy.random.default_rng(5)
    with model.batch(SIZE, seed=2) as batch:
        assert (batch.n, batch.players) == (SIZE, 2)
        step = batch.state()
        assert step.player.dtype == numpy.dtype("<i4") and step.over.dtype == numpy.uint8 and step.payoffs.shape == (SIZE, 2)
        assert (step.player == 0).all() and (step.count == 9).all() and not step.over.any()
        plies = 0
        while not step.over.all():
            plies += int((step.over == 0).sum())
            step = batch.step(rng.random(SIZE) * numpy.maximum(step.count, 1))
        assert (step.player == -1).all() and (step.payoffs.sum(axis=1) == 0).all()
        # 7.63 plies, but the last free cell is taken unasked.
        assert 6.9 < plies / SIZE < 7.6 and step.payoffs[:, 0].mean() > 0.1
        again = batch.step(numpy.zeros(SIZE), reset=True)
        assert not again.over.any()
        for array in (step.player, step.payoffs):
            with pytest.raises(ValueError):
                array[0] = 1


def test_what_is_wrong(runtime):
    model = runtime.load(EXAMPLES / "nim" / "model.yaml")
    with pytest.raises(astragal.BadParams):
        model.batch(0)
    batch = model.batch(5)
    with pytest.raises(astragal.BadParams, match="shape"):
        batch.step([0, 0])
    with pytest.raises(astragal.BadAnswer):
        batch.step([999] * 5)
    assert batch.step([0] * 5).player.tolist() == [1] * 5
    batch.close()
    batch.close()
    with pytest.raises(astragal.NotFound):
        batch.state()


def test_sizes_of_the_arrays_do_not_matter(runtime):
    model = runtime.load(EXAMPLES / "nim" / "model.yaml")
    for n in (1, 63, 64, 255, 256, 16384, 20000):
        with model.batch(n) as batch:
            step = batch.state()
            assert step.player.shape == (n,) and (step.count == 16).all() and step.payoffs.shape == (n, 2)


def test_learning_from_masks(runtime):
    """A random player that chooses by numbers of actions, in a batch that then goes on under the same numbers."""
    model = runtime.load(EXAMPLES / "kuhn-poker" / "model.yaml")
    rng, sets = numpy.random.default_rng(3), {}
    with model.batch(200, seed=4, info=True) as batch:
        for _ in range(12):
            seen = batch.observe(actions=16, info=True)
            assert seen.rows.shape == (200, model.encoding()["size"]) and seen.mask.shape == (200, 16)
            for i in numpy.flatnonzero(seen.over == 0):
                assert seen.mask[i].sum() == seen.count[i]
                row = sets.setdefault(seen.info[i], seen.rows[i])
                assert (row == seen.rows[i]).all()
            batch.choose((seen.mask * rng.random(seen.mask.shape)).argmax(axis=1), reset=True)
        assert len(sets) == 12
        listed = batch.listed
    with model.batch(3, listed=listed) as batch:
        batch.observe()
        assert batch.listed == listed
        with pytest.raises(astragal.BadAnswer):
            batch.choose([15] * 3)
        with pytest.raises(astragal.BadParams, match="shape"):
            batch.choose([0])
        with pytest.raises(astragal.BadParams):
            batch.observe(seat=2)


def test_a_table_for_learning(runtime):
    """The example of the README."""
    source = (ROOT / "bindings" / "python" / "README.md").read_text(encoding="utf-8")
    start = source.index("class Table:")
    names = {}
    exec(source[start:source.index("```", start)], names)
    table = names["Table"](runtime.load(EXAMPLES / "nim" / "model.yaml"), 64)
    for _ in range(2):
        player, row, mask, payoffs, over = table.reset()
        assert not over
        while not over:
            player, row, mask, payoffs, over = table.step(int(mask.argmax()))
        assert payoffs.sum() == 0 and payoffs.any()
