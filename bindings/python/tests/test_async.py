import asyncio
import time

import pytest

import astragal
from conftest import EXAMPLES


def test_games_side_by_side(runtime):
    async def one(model, seed):
        game = await model.new_game_async(seed=seed)
        r = await game.answer_async(0)
        assert r is game.request
        await game.play_async("random")
        return (await model.replay_async(game.record())).record() == game.record()

    async def all_of_them():
        model = await runtime.load_async(EXAMPLES / "nim" / "model.yaml")
        assert all(await asyncio.gather(*(one(model, i) for i in range(20))))
        result = await model.simulate_async(1000, seed=3)
        assert result == model.simulate(1000, seed=3)
        step = await model.batch(10).step_async([0] * 10)
        assert step.player.shape == (10,)

    asyncio.run(all_of_them())


def test_errors(runtime):
    async def wrong():
        model = await runtime.load_async(EXAMPLES / "nim" / "model.yaml")
        with pytest.raises(astragal.BadAnswer):
            await model.new_game().answer_async("nonsense")

    asyncio.run(wrong())


def test_cancelling_a_task_ends_the_call(runtime):
    async def cancelled():
        model = await runtime.load_async(EXAMPLES / "duel" / "model.yaml")
        task = asyncio.ensure_future(model.simulate_async(50_000_000))
        await asyncio.sleep(0.3)
        begin = time.monotonic()
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task
        assert time.monotonic() - begin < 10
        assert runtime.info()["simulations"] == 0

    asyncio.run(cancelled())
