#!/usr/bin/env python3
"""Play any variant in a terminal: two people, or a person and the engine.

The program knows no rules. It asks the engine for the board (`d`), the legal moves (`moves`), whose turn it is
(`query p1turn`) and how the game ended (`query result`, `query reason`), as protocol.md describes them.

    play.py                                     a person against the engine
    play.py --variant russian --second human    two people
    play.py --first engine --second engine      the engine against itself

At the prompt: a move, or `moves`, `undo`, `hint`, `help`, `quit`.
"""

import argparse
import os
import shutil
import subprocess
import sys

HELP = """\
Type a move as `moves` writes it, or one of:
  moves    lists the legal moves
  undo     takes back to your last turn; between two people, one move
  hint     the move that the engine would play
  help     this text
  quit     ends the program
In draughts a move is 22-18, a capture 22x15 or 26x17x10, a huff x14. In morris a stone is placed by d6 and moved by d6-d7;
xg7 after either takes a stone. @14 places the wolf."""


class Engine:
    """The engine as a child process."""

    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.send("uci")
        self.read_until("uciok")

    def send(self, line):
        try:
            self.process.stdin.write(line + "\n")
            self.process.stdin.flush()
        except OSError:
            sys.exit("the engine has exited")

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

    def turn(self, history):
        """Which player is to move after some moves: 0 or 1."""
        self.ask(position(history))
        return 0 if self.query("p1turn") == "true" else 1

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


def position(history):
    return " ".join(["position startpos moves"] + history) if history else "position startpos"


def undone(engine, players, history):
    """The moves that are left after taking back to a person's turn. Sides do not always alternate, so the engine is asked whose
    turn it was."""
    left = history[:-1]
    while left and players[engine.turn(left)] == "engine":
        left = left[:-1]
    return left


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
        if text == "help":
            print(HELP)
        elif text == "moves":
            print(" ".join(moves))
        elif text == "hint":
            print("perhaps", engine.best_move(limit))
        elif text:
            return text


def play(engine, players, limit):
    history = []
    while True:
        engine.error(position(history))
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
                if not history:
                    print("there is nothing to take back")
                history = undone(engine, players, history)
                continue
            problem = engine.error(position(history + [move]))
            if problem:
                print(problem)
                continue
        history.append(move)


def find(program):
    """The engine's program: as given, on the path, or in this repository's build folder."""
    here = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    places = [program]
    if program == "millstone":
        places += [os.path.join(here, "target", kind, program) for kind in ("release", "debug")]
    for place in places:
        if found := shutil.which(place):
            return found
    sys.exit(
        f"error: there is no engine `{program}`. Build it (cargo build --release) and name it: --engine target/release/millstone"
    )


def main():
    parser = argparse.ArgumentParser(description="Play any variant in a terminal.")
    parser.add_argument("--engine", default="millstone", help="the engine's program (default: on the path, or as built here)")
    parser.add_argument("--variant", default="draughts", help="the game, with any overrides")
    parser.add_argument("--first", choices=["human", "engine"], default="human", help="who begins")
    parser.add_argument("--second", choices=["human", "engine"], default="engine", help="who replies")
    parser.add_argument("--limit", default="movetime 1000", help="the engine's limit, as after `go`")
    arguments = parser.parse_args()
    engine = Engine([find(arguments.engine)])
    problem = engine.error(f"setoption name UCI_Variant value {arguments.variant}")
    if problem:
        engine.quit()
        sys.exit(problem)
    play(engine, (arguments.first, arguments.second), arguments.limit)
    engine.quit()


if __name__ == "__main__":
    main()
