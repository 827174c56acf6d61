"""pydraughts over Hub: whole games, every move checked by the client's own rules."""

import sys

import draughts
import draughts.engine

# The client's name of the variant, Hub's, and how the engine is limited. The second player sees no further than its
# own move, so that games come to an end.
GAMES = [
    ("standard", "normal", {"depth": 7}),
    ("standard", "normal", {"time": 5, "inc": 0.01}),
    ("russian", "russian", {"depth": 7}),
    ("russian", "russian", {"movetime": 0.01}),
    ("brazilian", "brazilian", {"depth": 7}),
    ("brazilian", "brazilian", {"nodes": 5000}),
    ("english", "english", {"depth": 7}),
    ("italian", "italian", {"depth": 7}),
    ("antidraughts", "losing", {"depth": 7}),
    ("breakthrough", "bt", {"depth": 5}),
    ("frisian", "frisian", {"depth": 7}),
]
WEAK = {"depth": 1}
LONGEST = 600


def play(path, variant, name, limit):
    engine = draughts.engine.HubEngine([path, "hub"])
    engine.setoption("variant", name)
    engine.setoption("initial-time", "60")
    engine.init()
    engine.ping()
    board = draughts.Board(variant)
    plies = 0
    while not board.is_over() and plies < LONGEST:
        result = engine.play(board, draughts.engine.Limit(**(WEAK if plies % 2 else limit)), False)
        legal = [move.hub_move for move in board.legal_moves()]
        assert result.move.hub_move in legal, f"{variant}: {result.move.hub_move} is not among {legal}"
        for key in ("depth", "mean-depth", "score", "nodes", "time", "nps", "pv"):
            assert key in result.info, f"{variant}: no {key} in {result.info}"
        board.push(result.move)
        plies += 1
    assert board.is_over(), f"{variant}: no end after {plies} plies"
    engine.quit()
    engine.p.communicate(timeout=10)
    print(f"pydraughts {variant} {limit}: {plies} plies, winner {board.winner()}")


for game in GAMES:
    play(sys.argv[1], *game)
