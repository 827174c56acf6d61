"""What goes in and out of the engine, and how its lines are read."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Optional, Tuple


class EngineError(Exception):
    """The engine refuses a position, a move or an option; the message is the engine's."""


class EngineTerminatedError(EngineError):
    """The engine has ended, or does not answer."""


@dataclass(frozen=True)
class Limit:
    """When a search ends: at the first limit that is reached. Times are in seconds."""

    depth: Optional[int] = None
    nodes: Optional[int] = None
    time: Optional[float] = None
    mate: Optional[int] = None
    white_clock: Optional[float] = None
    black_clock: Optional[float] = None
    white_inc: Optional[float] = None
    black_inc: Optional[float] = None
    remaining_moves: Optional[int] = None

    def command(self) -> str:
        """The command that starts the search; without a limit it goes on until it is stopped."""
        numbers = [("depth", self.depth), ("nodes", self.nodes), ("mate", self.mate), ("movestogo", self.remaining_moves)]
        times = [
            ("movetime", self.time),
            ("wtime", self.white_clock),
            ("btime", self.black_clock),
            ("winc", self.white_inc),
            ("binc", self.black_inc),
        ]
        words = [f"{name} {number}" for name, number in numbers if number is not None]
        words += [f"{name} {max(0, round(seconds * 1000))}" for name, seconds in times if seconds is not None]
        return "go " + (" ".join(words) or "infinite")


@dataclass(frozen=True)
class Score:
    """A score for the side to move: hundredths of a man or stone, or a win in a number of moves."""

    cp: Optional[int] = None
    mate: Optional[int] = None
    """Moves of the winner to the end of the game; negative if the side to move loses."""

    def __str__(self) -> str:
        if self.mate is not None:
            return f"#{self.mate:+d}"
        return f"{(self.cp or 0) / 100:+.2f}"


@dataclass(frozen=True)
class Info:
    """A line of a search."""

    depth: int = 0
    seldepth: int = 0
    multipv: int = 1
    score: Score = Score()
    lowerbound: bool = False
    """The true score may be higher."""
    wdl: Optional[Tuple[int, int, int]] = None
    """Win, draw and loss in thousandths, if the option UCI_ShowWDL is set."""
    nodes: int = 0
    nps: int = 0
    hashfull: int = 0
    tbhits: int = 0
    time: float = 0.0
    """Seconds since the search began."""
    pv: Tuple[str, ...] = ()

    @staticmethod
    def parse(line: str) -> Optional[Info]:
        """Reads an `info` line; None if it has no score."""
        words = line.split()
        if words[:1] != ["info"] or words[1:2] == ["string"]:
            return None
        head = words[1:]
        tail: Tuple[str, ...] = ()
        if "pv" in head:
            at = head.index("pv")
            head, tail = head[:at], tuple(head[at + 1 :])
        numbers = {}
        names = ("depth", "seldepth", "multipv", "nodes", "nps", "hashfull", "tbhits", "time", "cp", "mate")
        for name, value in zip(head, head[1:]):
            if name in names and value.lstrip("-").isdigit():
                numbers[name] = int(value)
        if "cp" not in numbers and "mate" not in numbers:
            return None
        wdl = None
        if "wdl" in head:
            values = [int(word) for word in head[head.index("wdl") + 1 :][:3] if word.isdigit()]
            wdl = (values[0], values[1], values[2]) if len(values) == 3 else None
        return Info(
            depth=numbers.get("depth", 0),
            seldepth=numbers.get("seldepth", 0),
            multipv=numbers.get("multipv", 1),
            score=Score(cp=numbers.get("cp"), mate=numbers.get("mate")),
            lowerbound="lowerbound" in head,
            wdl=wdl,
            nodes=numbers.get("nodes", 0),
            nps=numbers.get("nps", 0),
            hashfull=numbers.get("hashfull", 0),
            tbhits=numbers.get("tbhits", 0),
            time=numbers.get("time", 0) / 1000,
            pv=tail,
        )


@dataclass(frozen=True)
class PlayResult:
    """A move to play."""

    move: Optional[str]
    """None if there is no legal move."""
    ponder: Optional[str]
    """The reply that the engine expects."""
    info: Info
    """The best line, on which the choice is based."""

    @staticmethod
    def parse(line: str, info: Info) -> PlayResult:
        """Reads a `bestmove` line."""
        words = line.split()
        move = words[1] if len(words) > 1 and words[1] != "0000" else None
        ponder = words[3] if len(words) > 3 and words[2] == "ponder" else None
        return PlayResult(move, ponder, info)


@dataclass(frozen=True)
class GameStatus:
    """A position and the state of the game."""

    variant: str
    """The canonical name of the game."""
    fen: str
    moves: Tuple[str, ...]
    """The legal moves."""
    first_to_move: bool
    """Whether the player who began the game is to move."""
    result: Optional[str]
    """`p1win`, `p2win`, `draw`, or None while the game goes on."""
    reason: Optional[str]
    """Why the game is over, in one word."""
    board: str
    """A drawing of the board."""
