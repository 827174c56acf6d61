"""The client for asyncio."""

import asyncio

import pytest

from millstone import AsyncEngine, EngineError, EngineTerminatedError, Limit


def run(test):
    return asyncio.run(asyncio.wait_for(test(), 120))


def test_analyse_play_and_stream():
    async def test():
        async with await AsyncEngine.start(variant="russian", options={"Hash": 16, "UCI_ShowWDL": True}) as engine:
            info = await engine.analyse(limit=Limit(depth=5))
            assert info.depth == 5 and info.wdl is not None and abs(sum(info.wdl) - 1000) <= 2
            result = await engine.play(moves=info.pv[:1], limit=Limit(time=0.05))
            assert result.move in await engine.moves(moves=info.pv[:1])
            async with engine.analysis(variant="international") as analysis:
                async for info in analysis:
                    if info.depth >= 5:
                        break
            assert analysis.info.depth >= 5
        assert engine._process.returncode == 0

    run(test)


def test_two_engines_at_once():
    async def test():
        engines = [await AsyncEngine.start() for _ in range(2)]
        names = ["english", "nine-mens-morris"]
        found = await asyncio.gather(
            *(engine.analyse(variant=name, limit=Limit(nodes=2000)) for engine, name in zip(engines, names))
        )
        assert all(info.pv for info in found)
        await asyncio.gather(*(engine.close() for engine in engines))

    run(test)


def test_a_cancelled_search_leaves_the_engine_usable():
    async def test():
        async with await AsyncEngine.start(variant="english") as engine:
            with pytest.raises(asyncio.TimeoutError):
                await asyncio.wait_for(engine.analyse(limit=Limit(time=600)), 0.3)
            assert (await engine.analyse(limit=Limit(depth=3))).depth == 3

    run(test)


def test_calls_of_several_tasks_do_not_mix():
    async def test():
        async with await AsyncEngine.start() as engine:
            names = ["russian", "english", "italian", "nine-mens-morris"]
            found = await asyncio.gather(*(engine.status(variant=name) for name in names))
            assert [status.variant for status in found] == names

    run(test)


def test_an_engine_that_dies():
    async def test():
        engine = await AsyncEngine.start()
        with pytest.raises(EngineTerminatedError):
            async with engine.analysis(variant="english") as analysis:
                await analysis.next()
                engine.kill()
                await analysis.wait()
        with pytest.raises(EngineError):
            await engine.ping()
        await engine.close()

    run(test)
