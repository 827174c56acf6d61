"""pydraughts over DXP: whole games against its client, which finds every move of ours among its own legal moves.

The client waits for ever for a move that it does not understand, so a watchdog ends a game that hangs.
"""

import multiprocessing
import random
import subprocess
import sys

import draughts
import draughts.engine

LONGEST = 300


def play(path, variant, name, client_begins, takeback):
    command = [path, "dxp", "listen", "--port", "0", "--depth", "5", "--variant", name, "--takeback", "--games", "1"]
    follower = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
    try:
        port = follower.stdout.readline().rsplit(":", 1)[1].strip()
        engine = draughts.engine.DXPEngine(options={"port": port}, initial_time=300)
        board = draughts.Board(variant)
        choose = random.Random(7)
        if client_begins:
            board.push(choose.choice(board.legal_moves()))
        while not board.is_over() and len(board.move_stack) < LONGEST:
            result = engine.play(board)
            assert result.move is not None, f"{variant}: no move"
            legal = [move.hub_move for move in board.legal_moves()]
            assert result.move.hub_move in legal, f"{variant}: {result.move.hub_move} is not among {legal}"
            board.push(result.move)
            if takeback and len(board.move_stack) == 3:
                # Back to White's second move, which is ours: we play it again.
                accepted, after, result = engine.takeback(2, draughts.WHITE)
                assert accepted and len(after.move_stack) == 2, "not taken back"
                board.pop()
                board.push(result.move)
                takeback = False
            if not board.is_over():
                board.push(choose.choice(board.legal_moves()))
        assert board.is_over(), f"{variant}: no end after {len(board.move_stack)} plies"
        assert engine.id["name"].startswith("Millstone")
        engine.quit()
        # It has seen the same game, but for a last move of the client's, which the client does not send.
        *_, last = follower.communicate(timeout=30)[0].splitlines()
        ours = len(board.move_stack) % 2 == (0 if client_begins else 1)
        assert last.endswith(f"after {len(board.move_stack) - (not ours)} plies"), last
        print(f"pydraughts over DXP, {variant}: {last}")
    finally:
        follower.kill()


GAMES = [("standard", "international", False, True), ("standard", "international", True, False),
         ("antidraughts", "antidraughts", False, False), ("breakthrough", "breakthrough", True, False)]

if __name__ == "__main__":
    games = [multiprocessing.Process(target=play, args=(sys.argv[1], *game)) for game in GAMES]
    for game in games:
        game.start()
    for game in games:
        game.join(timeout=100)
        if game.is_alive():
            game.terminate()
            sys.exit("pydraughts over DXP: the game hangs")
        if game.exitcode != 0:
            sys.exit("pydraughts over DXP: the game failed")
