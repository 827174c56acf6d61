"""The client for asyncio."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
import sysconfig
from pathlib import Path
from types import TracebackType
from typing import AsyncIterator, Dict, Iterable, List, Mapping, Optional, Sequence, Tuple, Type, Union, overload

from ._types import EngineError, EngineTerminatedError, GameStatus, Info, Limit, PlayResult

LOGGER = logging.getLogger("millstone")
Command = Union[str, os.PathLike, Sequence[str]]  # type: ignore[type-arg]
Option = Union[str, int, bool, None]


def find_program() -> str:
    """The engine: that of the variable MILLSTONE, that of this package, or the first in PATH."""
    name = "millstone.exe" if os.name == "nt" else "millstone"
    scripts = Path(sysconfig.get_path("scripts")) / name
    found = os.environ.get("MILLSTONE") or (str(scripts) if scripts.is_file() else shutil.which("millstone"))
    if not found:
        raise EngineTerminatedError("the program millstone is neither installed with this package nor in PATH")
    return found


class AsyncEngine:
    """A running engine. Use it as `async with await AsyncEngine.start() as engine`.

    Every method takes the game as a whole: a start position (`fen`, that of the game by default), the moves since, and the
    variant, that of the last call by default. Calls from several tasks are carried out one after the other.
    """

    def __init__(self, process: asyncio.subprocess.Process, timeout: float) -> None:
        self._process = process
        self._timeout = timeout
        self._lock = asyncio.Lock()
        self._variant: Optional[str] = None
        self._multipv = 1
        self.id: Dict[str, str] = {}
        """What the engine says of itself: `name`, `author`, `protocol`."""
        self.options: Dict[str, str] = {}
        """The options, each with its description in the protocol."""

    @classmethod
    async def start(
        cls,
        command: Optional[Command] = None,
        *,
        variant: Optional[str] = None,
        options: Optional[Mapping[str, Option]] = None,
        timeout: float = 30.0,
    ) -> AsyncEngine:
        """Starts an engine. `timeout` is how long it may take to answer whatever is not a search."""
        if command is None:
            words = [find_program()]
        elif isinstance(command, (str, os.PathLike)):
            words = [os.fspath(command)]
        else:
            words = list(command)
        try:
            process = await asyncio.create_subprocess_exec(
                *words, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=1 << 26
            )
        except OSError as error:
            raise EngineTerminatedError(f"cannot run {words[0]}: {error}") from error
        engine = cls(process, timeout)
        try:
            for line in await engine._ask("uci", until="uciok"):
                words = line.split(maxsplit=2)
                if len(words) == 3 and words[0] == "id":
                    engine.id[words[1]] = words[2]
                elif len(words) == 3 and words[:2] == ["option", "name"]:
                    name, _, description = words[2].partition(" type ")
                    engine.options[name] = f"type {description}"
            await engine.configure(options or {})
            if variant is not None:
                await engine._set_variant(variant)
        except BaseException:
            await engine.close()
            raise
        return engine

    async def __aenter__(self) -> AsyncEngine:
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        await self.close()

    @property
    def variants(self) -> List[str]:
        """The names of all games; overrides such as `russian+promote=stop` are accepted too."""
        words = self.options.get("UCI_Variant", "").split()
        return [name for word, name in zip(words, words[1:]) if word == "var"]

    async def configure(self, options: Mapping[str, Option]) -> None:
        """Sets options. None is for buttons; unknown options and bad values raise `EngineError`."""
        async with self._lock:
            for name, value in options.items():
                if name.lower() in ("uci_variant", "multipv"):
                    raise EngineError(f"{name} is an argument of the calls")
                text = str(value).lower() if isinstance(value, bool) else str(value)
                line = f"setoption name {name}" + ("" if value is None else f" value {text}")
                for message in await self._messages(line):
                    if message.startswith(("option ", "unknown option")):
                        raise EngineError(message)
                    LOGGER.info("%s", message)

    @overload
    async def analyse(
        self,
        fen: Optional[str] = None,
        *,
        variant: Optional[str] = None,
        moves: Iterable[str] = (),
        limit: Limit,
        multipv: None = None,
        searchmoves: Iterable[str] = (),
    ) -> Info: ...

    @overload
    async def analyse(
        self,
        fen: Optional[str] = None,
        *,
        variant: Optional[str] = None,
        moves: Iterable[str] = (),
        limit: Limit,
        multipv: int,
        searchmoves: Iterable[str] = (),
    ) -> List[Info]: ...

    async def analyse(
        self,
        fen: Optional[str] = None,
        *,
        variant: Optional[str] = None,
        moves: Iterable[str] = (),
        limit: Limit,
        multipv: Optional[int] = None,
        searchmoves: Iterable[str] = (),
    ) -> Union[Info, List[Info]]:
        """The best line of a position; with `multipv` a list of the best lines."""
        running = self.analysis(
            fen, variant=variant, moves=moves, limit=limit, multipv=multipv or 1, searchmoves=searchmoves
        )
        return await running.finish(all_lines=multipv is not None)

    async def play(
        self,
        fen: Optional[str] = None,
        *,
        variant: Optional[str] = None,
        moves: Iterable[str] = (),
        limit: Limit,
        searchmoves: Iterable[str] = (),
    ) -> PlayResult:
        """The move that the engine plays, at the strength and with the book of its options."""
        running = self.analysis(fen, variant=variant, moves=moves, limit=limit, searchmoves=searchmoves)
        await running.finish()
        return await running.wait()

    def analysis(
        self,
        fen: Optional[str] = None,
        *,
        variant: Optional[str] = None,
        moves: Iterable[str] = (),
        limit: Limit = Limit(),
        multipv: int = 1,
        searchmoves: Iterable[str] = (),
    ) -> AsyncAnalysis:
        """A search to follow: `async with engine.analysis(…) as analysis: async for info in analysis: …`.

        Leaving the block stops the search.
        """
        return AsyncAnalysis(self, (fen, variant, tuple(moves)), limit, multipv, tuple(searchmoves))

    async def moves(
        self, fen: Optional[str] = None, *, variant: Optional[str] = None, moves: Iterable[str] = ()
    ) -> List[str]:
        """The legal moves."""
        async with self._lock:
            await self._set_position(fen, variant, tuple(moves))
            return (await self._answer("moves")).split()[1:]

    async def status(
        self, fen: Optional[str] = None, *, variant: Optional[str] = None, moves: Iterable[str] = ()
    ) -> GameStatus:
        """The position after the moves, its legal moves, and whether the game is over."""
        async with self._lock:
            await self._set_position(fen, variant, tuple(moves))
            *board, name, after = [line for line in await self._ask("d") if not line.startswith("info ")]
            legal = (await self._answer("moves")).split()[1:]
            first = await self._query("p1turn")
            result, reason = await self._query("result"), await self._query("reason")
        return GameStatus(
            variant=name.partition(" ")[2],
            fen=after.partition(" ")[2],
            moves=tuple(legal),
            first_to_move=first == "true",
            result=None if result == "none" else result,
            reason=None if reason == "none" else reason,
            board="\n".join(board),
        )

    async def ping(self) -> None:
        """Waits until the engine has carried out everything before."""
        async with self._lock:
            await self._ask("isready", until="readyok")

    async def new_game(self) -> None:
        """Forgets what was learned in earlier searches."""
        async with self._lock:
            await self._messages("ucinewgame")

    async def close(self, grace: float = 2.0) -> None:
        """Ends the engine: `quit`, and after some seconds by force. May be called twice."""
        process = self._process
        if process.returncode is None:
            try:
                if process.stdin is not None and not process.stdin.is_closing():
                    process.stdin.write(b"quit\n")
                    process.stdin.close()
                await asyncio.wait_for(process.wait(), grace)
            except (OSError, asyncio.TimeoutError):
                self.kill()
                await process.wait()
        # The pipes, which would otherwise be closed after the event loop.
        transport = getattr(process, "_transport", None)
        if transport is not None:
            transport.close()
            await asyncio.sleep(0)

    def kill(self) -> None:
        """Ends the engine by force."""
        if self._process.returncode is None:
            try:
                self._process.kill()
            except ProcessLookupError:
                pass

    # Lines.

    async def _send(self, line: str) -> None:
        if "\n" in line or "\r" in line:
            raise EngineError(f"a line break within `{line[:80]!r}`")
        if self._process.stdin is None or self._process.returncode is not None:
            raise EngineTerminatedError("the engine has ended")
        try:
            self._process.stdin.write(line.encode() + b"\n")
            await self._process.stdin.drain()
        except OSError as error:
            raise EngineTerminatedError(f"the engine has ended: {error}") from error

    async def _receive(self) -> str:
        if self._process.stdout is None:
            raise EngineTerminatedError("the engine has no output")
        line = await self._process.stdout.readline()
        if not line.endswith(b"\n"):
            code = await self._process.wait()
            raise EngineTerminatedError(f"the engine has ended (exit code {code})")
        return line.decode(errors="replace").rstrip("\r\n")

    async def _ask(self, command: str, until: str = "") -> List[str]:
        """Sends a command and gives the lines of its reply, up to the line `until`."""

        async def ask() -> List[str]:
            await self._send(command)
            if not until:
                await self._send("isready")
            lines: List[str] = []
            while True:
                line = await self._receive()
                if line == (until or "readyok"):
                    return lines
                lines.append(line)

        try:
            return await asyncio.wait_for(ask(), self._timeout)
        except asyncio.TimeoutError:
            self.kill()
            raise EngineTerminatedError(f"no answer to `{command[:80]}` within {self._timeout:g} s") from None
        except asyncio.CancelledError:
            # Half a reply is left in the pipe.
            self.kill()
            raise

    async def _messages(self, command: str) -> List[str]:
        lines = await self._ask(command)
        return [line[len("info string ") :] for line in lines if line.startswith("info string ")]

    async def _answer(self, command: str) -> str:
        lines = [line for line in await self._ask(command) if not line.startswith("info ")]
        if not lines:
            raise EngineError(f"no answer to `{command}`")
        return lines[-1]

    async def _query(self, what: str) -> str:
        return (await self._answer(f"query {what}")).partition(" ")[2]

    async def _set_variant(self, variant: str) -> None:
        if variant == self._variant:
            return
        for message in await self._messages(f"setoption name UCI_Variant value {variant}"):
            if message.startswith(("unknown variant", "variant ", "option UCI_Variant")):
                raise EngineError(message)
            LOGGER.info("%s", message)
        self._variant = variant

    async def _set_position(self, fen: Optional[str], variant: Optional[str], moves: Tuple[str, ...]) -> None:
        if variant is not None:
            await self._set_variant(variant)
        position = "startpos" if fen is None else f"fen {fen}"
        played = f" moves {' '.join(moves)}" if moves else ""
        messages = await self._messages(f"position {position}{played}")
        if messages:
            raise EngineError(messages[0])


class AsyncAnalysis:
    """A running search, and its lines as they are found."""

    def __init__(
        self,
        engine: AsyncEngine,
        position: Tuple[Optional[str], Optional[str], Tuple[str, ...]],
        limit: Limit,
        multipv: int,
        searchmoves: Tuple[str, ...],
    ) -> None:
        self._engine = engine
        self._position = position
        self._limit = limit
        self._multipv = multipv
        self._searchmoves = searchmoves
        self._running = False
        self._result: Optional[PlayResult] = None
        self.lines: List[Info] = []
        """The latest of each of the best lines, the best first."""

    @property
    def info(self) -> Info:
        """The latest best line."""
        return self.lines[0] if self.lines else Info()

    async def __aenter__(self) -> AsyncAnalysis:
        engine = self._engine
        await engine._lock.acquire()
        try:
            await engine._set_position(*self._position)
            if self._multipv != engine._multipv:
                messages = await engine._messages(f"setoption name MultiPV value {self._multipv}")
                if messages:
                    raise EngineError(messages[0])
                engine._multipv = self._multipv
            words = self._limit.command()
            if self._searchmoves:
                words += f" searchmoves {' '.join(self._searchmoves)}"
            await engine._send(words)
            self._running = True
        except BaseException:
            engine._lock.release()
            raise
        return self

    async def __aexit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        try:
            if self._running and self._engine._process.returncode is None:
                try:
                    await self.stop()
                    await asyncio.wait_for(self.wait(), self._engine._timeout)
                except (EngineError, asyncio.TimeoutError, asyncio.CancelledError):
                    self._engine.kill()
                    raise
        finally:
            self._running = False
            self._engine._lock.release()

    def __aiter__(self) -> AsyncIterator[Info]:
        return self

    async def __anext__(self) -> Info:
        info = await self.next()
        if info is None:
            raise StopAsyncIteration
        return info

    async def next(self) -> Optional[Info]:
        """The next line, or None after the last."""
        while self._running:
            line = await self._engine._receive()
            if line.startswith("bestmove"):
                self._running = False
                self._result = PlayResult.parse(line, self.info)
                return None
            info = Info.parse(line)
            if info is not None:
                del self.lines[info.multipv - 1 :]
                self.lines.append(info)
                return info
            LOGGER.debug("%s", line)
        return None

    async def finish(self, all_lines: bool = False) -> Union[Info, List[Info]]:
        """Searches to the end; gives the best line, or all of the best lines."""
        if self._limit == Limit():
            raise EngineError("a limit is needed, for example Limit(time=1.0)")
        async with self:
            await self.wait()
        return self.lines if all_lines else self.info

    async def stop(self) -> None:
        """Ends the search; its last lines and its move still come."""
        if self._running:
            await self._engine._send("stop")

    async def wait(self) -> PlayResult:
        """Waits for the end of the search."""
        while await self.next() is not None:
            pass
        if self._result is None:
            raise EngineTerminatedError("the search was broken off")
        return self._result
