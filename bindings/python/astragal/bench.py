"""What calls cost: answer to next request, and a decision in a batch. `python -m astragal bench`."""

from __future__ import annotations

import os
import time
from typing import Callable, Union

from .runtime import Runtime

ROUNDS = 60  # short ones, so that some fall where a shared machine is quiet


def best(work: Callable[[], int]) -> float:
    """Microseconds for each of what `work` says it did; the best of several rounds."""
    least = float("inf")
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        n = work()
        least = min(least, (time.perf_counter() - begin) / n * 1e6)
    return least


def answering(runtime: Runtime, path: Union[str, "os.PathLike[str]"]) -> float:
    """Answer to next request, through the whole binding."""
    model = runtime.load(path)
    least = float("inf")
    for _ in range(ROUNDS):
        games = [model.new_game(seed=i) for i in range(60)]
        n, begin = 0, time.perf_counter()
        for _ in range(4):
            for game in games:
                if not game.request.over:
                    game.answer(0)
                    n += 1
        least = min(least, (time.perf_counter() - begin) / n * 1e6)
        for game in games:
            game.close()
    return least


def asking(runtime: Runtime, path: Union[str, "os.PathLike[str]"]) -> float:
    """The same way without the engine's work: a request that is asked for again."""
    game = runtime.load(path).new_game()
    from . import wire
    from .request import request_of
    body = wire.begin("game.request", params=1) + wire.pack("game") + wire.pack(game._handle)
    call = runtime._way.call

    def work() -> int:
        for _ in range(500):
            request_of(wire.unpack_request(call(body)))
        return 500
    return best(work)


def batching(runtime: Runtime, path: Union[str, "os.PathLike[str]"], games: int = 2000) -> float:
    """A decision of a batch, by random options drawn beforehand."""
    import numpy
    model = runtime.load(path)
    draws = numpy.random.default_rng(1).random((8, games))
    with model.batch(games, seed=1) as batch:
        def work() -> int:
            n, step = 0, batch.state()
            for row in draws:
                n += int((step.over == 0).sum())
                step = batch.step((row * step.count).astype("<i4"), reset=True)
            return n
        return best(work)


def nothing() -> float:
    """A call through ctypes that does nothing, to compare machines by: 0.15 µs where the goals were set."""
    from .library import library
    version = library().astragal_abi_version

    def work() -> int:
        for _ in range(2000):
            version()
        return 2000
    return best(work)


def run(runtime: Runtime, path: Union[str, "os.PathLike[str]"]) -> None:
    """Measures and prints. Times are by the clock, the best of many short rounds."""
    print(f"a call that does nothing       {nothing():8.3f} µs")
    print(f"a request asked for again      {asking(runtime, path):8.2f} µs")
    print(f"answer to next request         {answering(runtime, path):8.2f} µs")
    try:
        print(f"a decision of a batch (2,000)  {batching(runtime, path):8.3f} µs")
    except ImportError:
        print("a decision of a batch needs numpy")
