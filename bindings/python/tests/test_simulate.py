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
        done, games, finished = s.progress()
        assert (done, games, finished) == (GAMES, GAMES, True)
    with kuhn.start_simulation(50_000_000) as s:
        part = s.cancel()
        assert part.interrupted and part.games < 50_000_000


def test_until_it_is_precise(kuhn):
    r = kuhn.simulate(1_000_000, until_ci=0.2)
    assert 1000 <= r.games < 1_000_000
    assert max(s.payoff.high - s.payoff.low for s in r.seats) <= 0.2


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
            kuhn.simulate(1000, until_ci=0.1, executor=pool)
        with pytest.raises(ValueError):
            kuhn.simulate(0, executor=pool)


def test_other_rules_at_a_worker_are_noticed(tmp_path):
    path = tmp_path / "coin.yaml"
    path.write_text(COIN)
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
            pids = set(client.run(__import__("os").getpid).values())
            assert len(pids) == 2
            with pytest.raises(astragal.BadParams):
                kuhn.simulate(1000, agents="nobody", executor=client)
