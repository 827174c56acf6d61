"""py-draughts over Hub: a whole game, every move found among the client's own legal moves.

The client waits for ever when two lines reach it together, which a loaded machine can bring about whatever the engine
does; so a watchdog ends a game that hangs, and a second try is made.
"""

import multiprocessing
import sys

# A game by depth is played to its end; one by time need not be, and takes long on a busy machine.
LONGEST = {"depth_limit": 300, "time_limit": 60}


def play(path, limits):
    from draughts import StandardBoard
    from draughts.engines.hub import HubEngine

    board = StandardBoard()
    with HubEngine(path, **limits) as engine:
        assert engine.info.name == "Millstone"
        assert "variant" in engine.params and "ponder" in engine.params
        assert engine.ping()
        plies = 0
        while not board.game_over and plies < LONGEST[next(iter(limits))]:
            if "depth_limit" in limits:
                # The second player sees no further than its own move, so that the game comes to an end.
                engine.depth_limit = 1 if plies % 2 else limits["depth_limit"]
            move, score = engine.get_best_move(board, with_evaluation=True)
            assert isinstance(score, float)
            board.push(move)
            plies += 1
    assert "depth_limit" not in limits or board.game_over, f"no end after {plies} plies"
    print(f"py-draughts {limits}: {plies} plies, {board.result}")


for limits in ({"depth_limit": 7}, {"time_limit": 0.02}):
    for attempt in range(3):
        game = multiprocessing.Process(target=play, args=(sys.argv[1], limits))
        game.start()
        game.join(timeout=90)
        if game.exitcode == 0:
            break
        if game.is_alive():
            game.terminate()
            game.join()
            print("py-draughts: the client hangs, once more")
            continue
        sys.exit("py-draughts: the game failed")
    else:
        sys.exit("py-draughts: the game hangs")
