"""python-chess's engine transport: the UCI handshake, options, and a search through raw commands."""

import asyncio
import sys

import chess.engine


class Search(chess.engine.BaseCommand[str]):
    """A position and a search, as raw lines; the result is the move."""

    def __init__(self, engine, *lines):
        super().__init__(engine)
        self.engine = engine
        self.lines = lines

    def start(self):
        for line in self.lines:
            self.engine.send_line(line)

    def line_received(self, line):
        if line.startswith("bestmove "):
            self.result.set_result(line.split()[1])
            self.set_finished()


async def main(path):
    transport, engine = await chess.engine.popen_uci(path)
    assert engine.id["name"].startswith("Millstone"), engine.id
    assert engine.id["protocol"], engine.id
    assert "russian" in engine.options["UCI_Variant"].var
    await engine.ping()
    searches = [
        ("draughts", "position startpos moves 22-18 9-14", "18x9"),
        ("international", "position fen W:W31-50:B1-20 moves 32-28 19-23", "28x19"),
        ("nine-mens-morris", "position fen W:Wa1,d1:Ba7,d7,b6:H1,0", None),
    ]
    for variant, position, expected in searches:
        # The client keeps this option to itself, so it is sent as a raw line too.
        engine.send_line(f"setoption name UCI_Variant value {variant}")
        await engine.configure({"Hash": 32, "Skill Level": 20, "Move Overhead": 5})
        await engine.ping()
        move = await asyncio.wait_for(
            engine.communicate(lambda engine: Search(engine, position, "go movetime 50")), timeout=20
        )
        assert expected is None or move == expected, f"{variant}: {move}"
        print(f"python-chess {variant}: {move}")
    await engine.quit()


asyncio.run(main(sys.argv[1]))
