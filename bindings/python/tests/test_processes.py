"""fork, spawn, forkserver, and a child process that dies."""
import concurrent.futures
import multiprocessing
import os
import signal
import threading
import time

import pytest

import astragal
from conftest import EXAMPLES
from models import COIN
from test_library import python

NIM = str(EXAMPLES / "nim" / "model.yaml")


def test_fork_is_refused():
    done = python(f"""
        import astragal, gc, os, sys
        rt = astragal.Runtime()
        model = rt.load({NIM!r})
        game = model.new_game()
        batch = model.batch(3)
        child = os.fork()
        if child == 0:
            try:
                for use in (lambda: game.answer(0), rt.info, lambda: rt.load({NIM!r}), astragal.Runtime, batch.state,
                            lambda: rt.cancel(3), game.close, astragal.library_version):
                    try:
                        use()
                    except astragal.Forked as e:
                        assert "spawn" in str(e)
                    else:
                        os._exit(2)
                # The library itself refuses too.
                rt._way.pid = os.getpid()
                try:
                    rt.info()
                except astragal.Forked:
                    pass
                else:
                    os._exit(3)
                # What is forgotten makes no call.
                del game, model, batch
                gc.collect()
                rt.close()
                # A child process of its own works, and closes.
                with astragal.Runtime(transport="process") as own:
                    with own.load({NIM!r}).new_game() as g:
                        assert g.answer(0).player == 1
            except BaseException:
                import traceback
                traceback.print_exc()
                os._exit(4)
            os._exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert game.answer(0).player == 1
    """)
    assert done.returncode == 0, done.stderr


def test_a_forked_child_may_end_as_usual():
    """Interpreter shutdown in a forked child: finalizers run, none of them calls the library."""
    done = python(f"""
        import astragal, os, sys
        rt = astragal.Runtime()
        game = rt.load({NIM!r}).new_game()
        way = astragal.Runtime(transport="process")
        theirs = way.load({NIM!r}).new_game()
        child = os.fork()
        if child == 0:
            sys.exit(0)
        assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == 0
        assert theirs.answer(0).player == 1, "the child has not ended our engine"
        game.answer(0)
    """)
    assert done.returncode == 0, done.stderr


def play_one(seed):
    with astragal.Runtime() as rt:
        game = rt.load(NIM).new_game(seed=seed)
        game.play("random")
        return game.record()


@pytest.mark.parametrize("method", ["spawn", "forkserver"])
def test_multiprocessing(method):
    want = play_one(7)  # the library is loaded here
    context = multiprocessing.get_context(method)
    with context.Pool(2) as pool:
        assert pool.map(play_one, [7, 7, 7]) == [want] * 3


def test_kill_and_recover():
    with astragal.Runtime(transport="process") as rt:
        model = rt.load(text=COIN, set={"stake": 2})
        asked = model.new_game(chance="ask")
        for answer in (0, 1, 1, 0):
            asked.answer(answer)
        saved = rt.load(EXAMPLES / "duel" / "model.yaml").new_game(seed=4)
        saved.play("random", limit=20)
        snapshot = saved.snapshot()
        saved.play("random", limit=7)
        saved.undo(2)
        twin = saved.clone()
        twin.play("random", limit=3)
        records = [g.record() for g in (asked, saved, twin)]
        requests = [g.request for g in (asked, saved, twin)]
        batch = model.batch(4)
        simulation = model.start_simulation(10)
        rt.recover()
        assert asked.request == requests[0], "nothing happens while the child lives"

        os.kill(rt._way.process.pid, signal.SIGKILL)
        with pytest.raises(astragal.TransportClosed, match="gone"):
            asked.answer(0)
        with pytest.raises(astragal.TransportClosed):
            rt.info()
        rt.recover()
        assert [g.record() for g in (asked, saved, twin)] == records
        assert [g.request for g in (asked, saved, twin)] == requests
        assert asked.answer("heads").kind == "chance"
        assert model.describe().constants["stake"] == 2
        for lost in (batch.state, simulation.progress):
            with pytest.raises(astragal.TransportClosed, match="lost"):
                lost()
        batch.close()
        simulation.close()

    # The pattern without recover: what was saved is played on anywhere.
    with astragal.Runtime() as rt:
        model = rt.load(EXAMPLES / "duel" / "model.yaml")
        again = model.restore(snapshot)
        again.play("random", limit=7)
        again.undo(2)
        assert again.record() == records[1]
        assert model.replay(records[2]).request == requests[2]


def test_a_long_game_is_recovered_quickly():
    with astragal.Runtime(transport="process") as rt:
        game = rt.load(text=COIN.replace("3 * stake", "3000")).new_game(seed=3)
        for i in range(1001):
            game.answer(i % 2)
        assert len(game._calls) < 200, "snapshots are taken on the way"
        record = game.record()
        os.kill(rt._way.process.pid, signal.SIGKILL)
        with pytest.raises(astragal.TransportClosed):
            game.answer(0)
        rt.recover()
        assert game.record() == record


def test_a_call_under_way_ends_when_the_child_dies():
    with astragal.Runtime(transport="process") as rt:
        model = rt.load(EXAMPLES / "duel" / "model.yaml")
        threading.Timer(0.3, lambda: os.kill(rt._way.process.pid, signal.SIGKILL)).start()
        begin = time.monotonic()
        with pytest.raises(astragal.TransportClosed, match="exit status -9"):
            rt.call("simulate.run", {"model": model._handle, "games": 50_000_000})
        assert time.monotonic() - begin < 20


def test_threads_share_a_child():
    with astragal.Runtime(transport="process") as rt:
        model = rt.load(NIM)

        def one(seed):
            game = model.new_game(seed=seed)
            game.play("random")
            return game.record()

        with concurrent.futures.ThreadPoolExecutor(8) as pool:
            records = list(pool.map(one, range(40)))
    assert records == [play_one(seed) for seed in range(40)]


def test_cancelling_by_id(runtime):
    model = runtime.load(EXAMPLES / "duel" / "model.yaml")
    stop = threading.Event()

    def cancel():
        while not stop.is_set() and not runtime.cancel(77):
            time.sleep(0.01)

    thread = threading.Thread(target=cancel)
    thread.start()
    try:
        with pytest.raises(astragal.Cancelled):
            runtime.call("simulate.run", {"model": model._handle, "games": 50_000_000}, id=77)
    finally:
        stop.set()
        thread.join()
    assert not runtime.cancel(77)
