"""The client that blocks, with the engine of the wheel."""

import gc
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

import millstone
from millstone import Engine, EngineError, EngineTerminatedError, Info, Limit, Score


@pytest.fixture(scope="module")
def engine():
    with Engine(options={"Hash": 16}) as engine:
        yield engine


def alive(pid):
    return Path(f"/proc/{pid}").exists()


def test_the_engine_is_that_of_the_wheel(engine):
    assert Path(sys.prefix) in Path(millstone._asyncio.find_program()).parents
    assert engine.id["name"].startswith("Millstone")
    assert {"russian", "international", "nine-mens-morris"} <= set(engine.variants)
    assert "Hash" in engine.options


def test_analyse(engine):
    info = engine.analyse("W:W31-50:B1-20", variant="international", moves=["32-28", "19-23"], limit=Limit(depth=6))
    assert info.pv[0] == "28x19" and info.depth == 6 and info.nodes > 0 and info.score.cp is not None
    lines = engine.analyse(variant="russian", limit=Limit(nodes=3000), multipv=3)
    assert [line.multipv for line in lines] == [1, 2, 3]
    assert len({line.pv[0] for line in lines}) == 3
    only = engine.analyse(variant="russian", limit=Limit(depth=3), searchmoves=["22-18"])
    assert only.pv[0] == "22-18" and only.multipv == 1


def test_the_same_search_gives_the_same_line(engine):
    def search():
        engine.new_game()
        return engine.analyse(variant="english", limit=Limit(depth=7))

    first, second = search(), search()
    assert (first.pv, first.score, first.nodes) == (second.pv, second.score, second.nodes)


def test_play_to_the_end(engine):
    moves = []
    while not engine.status(variant="english", moves=moves).result:
        weak = Limit(depth=1 if len(moves) % 2 else 5)
        result = engine.play(variant="english", moves=moves, limit=weak)
        assert result.move in engine.moves(variant="english", moves=moves)
        moves.append(result.move)
        assert len(moves) < 400
    status = engine.status(variant="english", moves=moves)
    assert status.result in ("p1win", "p2win", "draw") and status.reason
    assert engine.play("B:W32:B", variant="english", limit=Limit(depth=3)).move is None


def test_moves_and_status(engine):
    assert engine.moves(variant="english") == ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
    assert engine.moves("W:Wa1,d1:Ba7,d7,b6:H1,0", variant="nine-mens-morris")
    status = engine.status(variant="russian", moves=["22-18"])
    assert (status.variant, status.fen, status.first_to_move) == ("russian", "B:W18,21,23-32:B1-12", False)
    assert status.result is None and status.reason is None and "1-4" in status.board
    # The variant of the last call stays.
    assert engine.status().variant == "russian"


def test_infos_stream(engine):
    with engine.analysis(variant="international") as analysis:
        depths = []
        for info in analysis:
            depths.append(info.depth)
            if info.depth >= 6:
                break
    assert depths == sorted(depths) and depths[-1] >= 6
    # The search has been stopped, and the engine is free.
    start = time.monotonic()
    engine.analyse(limit=Limit(depth=1))
    assert time.monotonic() - start < 10
    with engine.analysis(variant="russian", limit=Limit(depth=5), multipv=2) as analysis:
        result = analysis.wait()
    assert result.move == analysis.lines[0].pv[0] and len(analysis.lines) == 2


def test_errors_leave_the_engine_usable(engine):
    for wrong in (
        lambda: engine.analyse("W:W99:B1", variant="english", limit=Limit(depth=1)),
        lambda: engine.moves(variant="english", moves=["9-13", "9-13"]),
        lambda: engine.moves(variant="nonsense"),
        lambda: engine.configure({"Hsah": 16}),
        lambda: engine.configure({"Hash": "lots"}),
        lambda: engine.configure({"UCI_Variant": "russian"}),
        lambda: engine.moves("startpos\nquit", variant="english"),
        lambda: engine.analyse(limit=Limit()),
        lambda: engine.analyse(limit=Limit(depth=1), multipv=100_000),
    ):
        with pytest.raises(EngineError) as error:
            wrong()
        assert not isinstance(error.value, EngineTerminatedError), error.value
    assert engine.moves(variant="english")


def test_several_threads_share_an_engine(engine):
    found = []

    def search(variant):
        found.append((variant, engine.status(variant=variant).variant, engine.analyse(limit=Limit(depth=3)).depth))

    threads = [threading.Thread(target=search, args=(name,)) for name in ("russian", "english", "italian") * 3]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(found) == 9 and all(name == status for name, status, _ in found)


def test_close_ends_the_process():
    engine = Engine()
    pid = engine._engine._process.pid
    assert alive(pid)
    engine.close()
    assert not alive(pid)
    engine.close()
    with pytest.raises(EngineTerminatedError):
        engine.ping()


def test_an_engine_that_is_not_closed_is_killed():
    engine = Engine()
    pid = engine._engine._process.pid
    del engine
    gc.collect()
    deadline = time.monotonic() + 20
    while alive(pid) and time.monotonic() < deadline:
        time.sleep(0.05)
    assert not alive(pid)
    # Also at the end of the interpreter, in the middle of a search.
    script = (
        "from millstone import Engine\n"
        "engine = Engine()\n"
        "analysis = engine.analysis(variant='english').__enter__()\n"
        "next(analysis)\n"
        "print(engine._engine._process.pid)\n"
    )
    done = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, timeout=60)
    assert done.returncode == 0, done.stderr
    while alive(int(done.stdout)) and time.monotonic() < deadline + 20:
        time.sleep(0.05)
    assert not alive(int(done.stdout))


def test_engines_that_fail():
    with pytest.raises(EngineTerminatedError, match="cannot run"):
        Engine("/nowhere/millstone")
    with pytest.raises(EngineTerminatedError, match="ended"):
        Engine([sys.executable, "-c", "pass"])
    with pytest.raises(EngineTerminatedError, match="no answer to `uci` within 0.5 s"):
        Engine([sys.executable, "-c", "import time; time.sleep(60)"], timeout=0.5)
    with pytest.raises(EngineError, match="unknown variant"):
        Engine(variant="nonsense")
    engine = Engine()
    engine._engine.kill()
    with pytest.raises(EngineTerminatedError):
        engine.analyse(limit=Limit(depth=5))
    engine.close()


def test_lines_are_read():
    info = Info.parse("info depth 9 seldepth 12 multipv 2 score cp -31 lowerbound wdl 1 2 997 nodes 5 time 1500 pv 9-13 depth")
    assert (info.depth, info.seldepth, info.multipv, info.lowerbound) == (9, 12, 2, True)
    assert info.score == Score(cp=-31) and str(info.score) == "-0.31" and info.wdl == (1, 2, 997)
    assert info.time == 1.5 and info.pv == ("9-13", "depth")
    assert str(Info.parse("info score mate -3").score) == "#-3"
    for line in ("", "info", "info string score cp 1", "info depth 3", "bestmove 9-13", "info score cp x"):
        assert Info.parse(line) is None
    assert Limit(time=0.5, white_clock=60).command() == "go movetime 500 wtime 60000"
    assert Limit().command() == "go infinite"
