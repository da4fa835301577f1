"""Simulations here, beside, in pools and on a cluster: one result."""
import concurrent.futures
import multiprocessing

import pytest

import astragal
from conftest import EXAMPLES
from models import COIN

GAMES = 4321  # no multiple of 200


@pytest.fixture(scope="module")
def kuhn():
    with astragal.Runtime() as rt:
        yield rt.load(EXAMPLES / "kuhn-poker" / "model.yaml")


@pytest.fixture(scope="module")
def want(kuhn):
    return kuhn.simulate(GAMES, seed=11)


def test_the_result(want):
    assert (want.games, want.finished, want.stopped, want.cut, want.interrupted, want.seed) == (GAMES, GAMES, 0, 0, False, 11)
    a, b = want.seats
    assert a.payoff.mean == -b.payoff.mean and a.payoff.low < a.payoff.mean < a.payoff.high and a.wins + b.wins == GAMES
    assert want.reasons[0].games == GAMES and want.requests.min >= 3


def test_over_both_transports_and_any_number_of_workers(runtime, want):
    model = runtime.load(EXAMPLES / "kuhn-poker" / "model.yaml")
    assert model.simulate(GAMES, seed=11, workers=1) == want
    assert model.simulate(GAMES, seed=11, workers=2) == want
    assert model.simulate(GAMES, seed=12) != want


def test_progress(kuhn, want):
    told = []
    assert kuhn.simulate(GAMES, seed=11, progress=lambda done, games: told.append((done, games))) == want
    assert told[-1] == (GAMES, GAMES) and told == sorted(told)

    def stop(done, games):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        kuhn.simulate(GAMES, progress=stop)
    assert kuhn.runtime.info()["simulations"] == 0


def test_beside(kuhn, want):
    with kuhn.start_simulation(GAMES, seed=11) as s:
        assert s.result() == want
        assert s.progress() == astragal.Progress(GAMES, GAMES, True, GAMES, 0.0)
    with kuhn.start_simulation(50_000_000) as s:
        part = s.cancel()
        assert part.interrupted and part.games < 50_000_000


def test_until_it_is_precise(kuhn):
    r = kuhn.simulate(1_000_000, until_ci=0.05)
    assert 1000 <= r.games < 1_000_000
    assert max(s.payoff.high - s.payoff.low for s in r.seats) <= 0.05
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert kuhn.simulate(1_000_000, until_ci=0.05, executor=pool) == r


def test_what_was_legal_and_taken(kuhn, want):
    assert want.actions is None
    r = kuhn.simulate(GAMES, seed=11, actions=True)
    places = {p.place: p for p in r.actions}
    assert sum(o.taken for p in r.actions for o in p.options) == sum(p.asked for p in r.actions) > 0
    assert all(o.legal >= o.taken >= o.forced for p in r.actions for o in p.options) and not any(p.many for p in places.values())
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert kuhn.simulate(GAMES, seed=11, actions=True, executor=pool) == r


def test_lengths_and_intervals(want):
    assert sum(b.games for b in want.lengths) == GAMES and want.lengths[0].low == want.requests.min and want.median >= 3
    for s in want.seats:
        assert s.win_low < s.win_rate < s.win_high
        assert s.advantage == s.payoff


def test_goes_on(kuhn, want):
    some = kuhn.simulate(530, seed=11, save=True)
    assert kuhn.simulate(GAMES, seed=11, resume=some.save) == want
    with kuhn.start_simulation(50_000_000, seed=11, save=True) as s:
        begun = s.cancel()
    assert begun.interrupted
    more = begun.games + 1234
    if more < 200_000:
        assert kuhn.simulate(more + 100_000, seed=11, resume=begun.save) == kuhn.simulate(more + 100_000, seed=11)
    with pytest.raises(astragal.BadParams, match="resume: this is no saved simulation"):
        kuhn.simulate(GAMES, resume=b"nothing")


def test_chart(kuhn):
    r = kuhn.simulate(300, chart="dark")
    assert r.chart.startswith("<svg") and r._repr_svg_() == r.chart
    assert kuhn.simulate(300, chart="dark", workers=1).chart == r.chart
    with pytest.raises(astragal.BadParams):
        kuhn.simulate(300, chart="pink")


def test_compare(library):
    a, b = library.load(text=COIN), library.load(text=COIN, set={"stake": 4})
    c = a.compare(1000, b, seed=3, compare_agents="first", actions=True, chart="auto")
    assert c.result == a.simulate(1000, seed=3, actions=True) and c.compared == b.simulate(1000, seed=3, agents="first", actions=True)
    assert c.difference.pairs == 1000 and c.chart.startswith("<svg")
    for p in range(2):
        assert c.difference.payoffs[p].mean == pytest.approx(c.compared.seats[p].payoff.mean - c.result.seats[p].payoff.mean)
        assert c.difference.win_rates[p].mean == pytest.approx(c.compared.seats[p].win_rate - c.result.seats[p].win_rate)
    same = a.compare(400)
    assert same.difference.payoffs[0].high == 0 and same.result == same.compared
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert a.compare(1000, b, seed=3, compare_agents="first", actions=True, executor=pool) == c
        assert a.compare(1000, compare_agents="first", executor=pool) == a.compare(1000, compare_agents="first")


def test_threads(kuhn, want):
    told = []
    with concurrent.futures.ThreadPoolExecutor(3) as pool:
        assert kuhn.simulate(GAMES, seed=11, executor=pool, progress=lambda d, g: told.append(d)) == want
    assert told[-1] == GAMES


@pytest.mark.parametrize("method", ["spawn", "forkserver", "fork"])
def test_processes(kuhn, want, method):
    """Forked workers, which cannot use the library, use a child process each."""
    with concurrent.futures.ProcessPoolExecutor(2, mp_context=multiprocessing.get_context(method)) as pool:
        assert kuhn.simulate(GAMES, seed=11, executor=pool) == want
        assert kuhn.simulate(100, seed=1, executor=pool) == kuhn.simulate(100, seed=1)


def test_a_model_from_a_text_with_constants(library):
    model = library.load(text=COIN, set={"stake": 4})
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        assert model.simulate(1000, agents="first", executor=pool) == model.simulate(1000, agents="first")


def test_errors_of_executors(kuhn):
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        with pytest.raises(astragal.BadParams):
            kuhn.simulate(1000, agents="nobody", executor=pool)
        with pytest.raises(ValueError):
            kuhn.simulate(1000, save=True, executor=pool)
        with pytest.raises(ValueError):
            kuhn.simulate(0, executor=pool)


def test_other_rules_at_a_worker_are_noticed(tmp_path):
    path = tmp_path / "coin.yaml"
    path.write_text(COIN.replace("stake: 1", "stake: 6"))  # rules that no other test leaves with the workers
    with astragal.Runtime() as rt:
        model = rt.load(path)
        path.write_text(COIN.replace("stake: 1", "stake: 5"))
        with concurrent.futures.ThreadPoolExecutor(1) as pool:
            with pytest.raises(astragal.ModelError, match="other rules"):
                model.simulate(100, executor=pool)


def test_dask(kuhn, want, tmp_path):
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=None,
                                  local_directory=str(tmp_path)) as cluster:
        with distributed.Client(cluster) as client:
            assert len(client.scheduler_info()["workers"]) == 2
            told = []
            assert kuhn.simulate(GAMES, seed=11, executor=client, progress=lambda d, g: told.append(d)) == want
            assert told[-1] == GAMES
            actions = kuhn.simulate(GAMES, seed=11, actions=True)
            assert kuhn.simulate(GAMES, seed=11, actions=True, executor=client) == actions and actions.actions
            assert kuhn.simulate(1_000_000, until_ci=0.05, executor=client) == kuhn.simulate(1_000_000, until_ci=0.05)
            assert kuhn.compare(GAMES, compare_agents="first", executor=client) == kuhn.compare(GAMES, compare_agents="first")
            pids = set(client.run(__import__("os").getpid).values())
            assert len(pids) == 2
            with pytest.raises(astragal.BadParams):
                kuhn.simulate(1000, agents="nobody", executor=client)
