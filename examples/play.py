#!/usr/bin/env python3
"""Play any variant in a terminal: two people, or a person and the engine.

The program knows no rules. It asks the engine for the board (`d`), the legal moves (`moves`), whose turn it is
(`query p1turn`) and how the game ended (`query result`, `query reason`), as protocol.md describes them.

    play.py                                     a person against the engine
    play.py --variant russian --second human    two people
    play.py --first engine --second engine      the engine against itself

At the prompt: a move, or `moves`, `undo`, `hint`, `quit`.
"""

import argparse
import subprocess
import sys


class Engine:
    """The engine as a child process."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.send("uci")
        self.read_until("uciok")

    def send(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def read(self):
        line = self.process.stdout.readline()
        if not line:
            sys.exit("the engine has exited")
        return line.rstrip("\n")

    def read_until(self, word):
        """All lines up to and including the first that begins with a word."""
        lines = []
        while True:
            lines.append(self.read())
            if lines[-1].split(" ")[0] == word:
                return lines

    def ask(self, command):
        """All lines of the reply to a command."""
        self.send(command)
        self.send("isready")
        return self.read_until("readyok")[:-1]

    def query(self, what):
        return self.ask("query " + what)[-1].split(" ", 1)[1]

    def error(self, command):
        """The error message for a command, or None."""
        problems = [line.removeprefix("info string ") for line in self.ask(command) if line.startswith("info string")]
        return problems[0] if problems else None

    def best_move(self, limit):
        self.send("go " + limit)
        return self.read_until("bestmove")[-1].split(" ")[1]

    def quit(self):
        self.send("quit")
        self.process.wait()


def ask_person(engine, name, moves, limit):
    """The move of the person, `undo`, or None at the end of the input."""
    while True:
        try:
            text = input(f"{name}: ").strip()
        except EOFError:
            return None
        if text in ("quit", "exit"):
            return None
        if text == "undo":
            return "undo"
        if text == "moves":
            print(" ".join(moves))
        elif text == "hint":
            print("perhaps", engine.best_move(limit))
        elif text:
            return text


def play(engine, players, limit):
    history = []
    while True:
        position = " ".join(["position startpos moves"] + history) if history else "position startpos"
        engine.error(position)
        print("\n".join(engine.ask("d")), "\n", sep="")
        if engine.query("gameover") == "true":
            result = {"p1win": "the first player wins", "p2win": "the second player wins", "draw": "a draw"}
            print(f"Game over: {result[engine.query('result')]} ({engine.query('reason')})")
            return
        first = engine.query("p1turn") == "true"
        name = "First player" if first else "Second player"
        if players[0 if first else 1] == "engine":
            move = engine.best_move(limit)
            print(f"{name} plays {move}")
        else:
            moves = engine.ask("moves")[-1].split(" ")[1:]
            move = ask_person(engine, name, moves, limit)
            if move is None:
                return
            if move == "undo":
                # Take back the reply of the engine, too.
                del history[-(1 if players == ("human", "human") else 2):]
                continue
            problem = engine.error(" ".join(["position startpos moves"] + history + [move]))
            if problem:
                print(problem)
                continue
        history.append(move)


def main():
    parser = argparse.ArgumentParser(description="Play any variant in a terminal.")
    parser.add_argument("--engine", default="millstone", help="the engine's program")
    parser.add_argument("--variant", default="draughts", help="the game, with any overrides")
    parser.add_argument("--first", choices=["human", "engine"], default="human", help="who begins")
    parser.add_argument("--second", choices=["human", "engine"], default="engine", help="who replies")
    parser.add_argument("--limit", default="movetime 1000", help="the engine's limit, as after `go`")
    arguments = parser.parse_args()
    engine = Engine([arguments.engine])
    problem = engine.error(f"setoption name UCI_Variant value {arguments.variant}")
    if problem:
        engine.quit()
        sys.exit(problem)
    play(engine, (arguments.first, arguments.second), arguments.limit)
    engine.quit()


if __name__ == "__main__":
    main()
