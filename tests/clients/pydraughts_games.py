"""pydraughts over Hub: whole games, every move checked by the client's own rules."""

import sys

import draughts
import draughts.engine

# The client's name of the variant, Hub's, and how the engine is limited.
GAMES = [
    ("standard", "normal", {"depth": 5}),
    ("standard", "normal", {"time": 10, "inc": 0.1}),
    ("russian", "russian", {"depth": 5}),
    ("russian", "russian", {"movetime": 0.01}),
    ("brazilian", "brazilian", {"depth": 5}),
    ("brazilian", "brazilian", {"nodes": 2000}),
    ("english", "english", {"depth": 5}),
    ("italian", "italian", {"depth": 5}),
    ("antidraughts", "losing", {"depth": 4}),
    ("breakthrough", "bt", {"depth": 4}),
]
LONGEST = 120


def play(path, variant, name, limit):
    engine = draughts.engine.HubEngine([path, "hub"])
    engine.setoption("variant", name)
    engine.setoption("initial-time", "60")
    engine.init()
    engine.ping()
    board = draughts.Board(variant)
    plies = 0
    while not board.is_over() and plies < LONGEST:
        result = engine.play(board, draughts.engine.Limit(**limit), False)
        legal = [move.hub_move for move in board.legal_moves()]
        assert result.move.hub_move in legal, f"{variant}: {result.move.hub_move} is not among {legal}"
        for key in ("depth", "mean-depth", "score", "nodes", "time", "nps", "pv"):
            assert key in result.info, f"{variant}: no {key} in {result.info}"
        board.push(result.move)
        plies += 1
    assert plies > 10
    engine.quit()
    engine.p.wait(timeout=10)
    print(f"pydraughts {variant} {limit}: {plies} plies, {'over' if board.is_over() else 'broken off'}")


for game in GAMES:
    play(sys.argv[1], *game)
