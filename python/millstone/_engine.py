"""The client that blocks: the one for asyncio, on an event loop in a thread of its own."""

from __future__ import annotations

import asyncio
import threading
import weakref
from types import TracebackType
from typing import (
    Any,
    Coroutine,
    Dict,
    Iterable,
    Iterator,
    List,
    Mapping,
    Optional,
    Type,
    TypeVar,
    Union,
    overload,
)

from ._asyncio import AsyncAnalysis, AsyncEngine, Command, Option
from ._types import EngineTerminatedError, GameStatus, Info, Limit, PlayResult

T = TypeVar("T")


class _Loop:
    """An event loop in a thread."""

    def __init__(self) -> None:
        self.loop = asyncio.new_event_loop()
        self.thread = threading.Thread(target=self._run, name="millstone", daemon=True)
        self.thread.start()

    def _run(self) -> None:
        try:
            self.loop.run_forever()
        finally:
            self.loop.run_until_complete(self.loop.shutdown_asyncgens())
            self.loop.close()

    def run(self, coroutine: Coroutine[Any, Any, T]) -> T:
        if not self.thread.is_alive() or self.loop.is_closed():
            coroutine.close()
            raise EngineTerminatedError("the engine is closed")
        future = asyncio.run_coroutine_threadsafe(coroutine, self.loop)
        try:
            return future.result()
        except BaseException:
            # Ctrl-C: the call must not go on in the background.
            future.cancel()
            raise

    def stop(self) -> None:
        if self.thread.is_alive():
            self.loop.call_soon_threadsafe(self.loop.stop)
            self.thread.join(timeout=5)


def _abandon(loop: _Loop, engine: AsyncEngine) -> None:
    """Ends an engine that was never closed."""
    engine.kill()
    if threading.current_thread() is not loop.thread:
        loop.run(engine.close())
        loop.stop()


class Engine:
    """A running engine, for programs without asyncio: `with Engine() as engine`.

    Every method takes the game as a whole: a start position (`fen`, that of the game by default), the moves since, and the
    variant, that of the last call by default. It may be used from several threads.
    """

    def __init__(
        self,
        command: Optional[Command] = None,
        *,
        variant: Optional[str] = None,
        options: Optional[Mapping[str, Option]] = None,
        timeout: float = 30.0,
    ) -> None:
        """Starts an engine. `timeout` is how long it may take to answer whatever is not a search."""
        self._loop = _Loop()
        try:
            start = AsyncEngine.start(command, variant=variant, options=options, timeout=timeout)
            self._engine = self._loop.run(start)
        except BaseException:
            self._loop.stop()
            raise
        self._finalizer = weakref.finalize(self, _abandon, self._loop, self._engine)

    def __enter__(self) -> Engine:
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self.close()

    @property
    def id(self) -> Dict[str, str]:
        """What the engine says of itself: `name`, `author`, `protocol`."""
        return self._engine.id

    @property
    def options(self) -> Dict[str, str]:
        """The options, each with its description in the protocol."""
        return self._engine.options

    @property
    def variants(self) -> List[str]:
        """The names of all games; overrides such as `russian+promote=stop` are accepted too."""
        return self._engine.variants

    def configure(self, options: Mapping[str, Option]) -> None:
        """Sets options. None is for buttons; unknown options and bad values raise `EngineError`."""
        self._loop.run(self._engine.configure(options))

    @overload
    def analyse(
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
    def analyse(
        self,
        fen: Optional[str] = None,
        *,
        variant: Optional[str] = None,
        moves: Iterable[str] = (),
        limit: Limit,
        multipv: int,
        searchmoves: Iterable[str] = (),
    ) -> List[Info]: ...

    def analyse(
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
        running = self._engine.analysis(
            fen, variant=variant, moves=moves, limit=limit, multipv=multipv or 1, searchmoves=searchmoves
        )
        return self._loop.run(running.finish(all_lines=multipv is not None))

    def play(
        self,
        fen: Optional[str] = None,
        *,
        variant: Optional[str] = None,
        moves: Iterable[str] = (),
        limit: Limit,
        searchmoves: Iterable[str] = (),
    ) -> PlayResult:
        """The move that the engine plays, at the strength and with the book of its options."""
        return self._loop.run(
            self._engine.play(fen, variant=variant, moves=moves, limit=limit, searchmoves=searchmoves)
        )

    def analysis(
        self,
        fen: Optional[str] = None,
        *,
        variant: Optional[str] = None,
        moves: Iterable[str] = (),
        limit: Limit = Limit(),
        multipv: int = 1,
        searchmoves: Iterable[str] = (),
    ) -> Analysis:
        """A search to follow: `with engine.analysis(…) as analysis: for info in analysis: …`.

        Leaving the block stops the search.
        """
        running = self._engine.analysis(
            fen, variant=variant, moves=moves, limit=limit, multipv=multipv, searchmoves=searchmoves
        )
        return Analysis(self._loop, running)

    def moves(
        self, fen: Optional[str] = None, *, variant: Optional[str] = None, moves: Iterable[str] = ()
    ) -> List[str]:
        """The legal moves."""
        return self._loop.run(self._engine.moves(fen, variant=variant, moves=moves))

    def status(
        self, fen: Optional[str] = None, *, variant: Optional[str] = None, moves: Iterable[str] = ()
    ) -> GameStatus:
        """The position after the moves, its legal moves, and whether the game is over."""
        return self._loop.run(self._engine.status(fen, variant=variant, moves=moves))

    def ping(self) -> None:
        """Waits until the engine has carried out everything before."""
        self._loop.run(self._engine.ping())

    def new_game(self) -> None:
        """Forgets what was learned in earlier searches."""
        self._loop.run(self._engine.new_game())

    def close(self, grace: float = 2.0) -> None:
        """Ends the engine: `quit`, and after some seconds by force. May be called twice."""
        if self._finalizer.detach() is not None:
            try:
                self._loop.run(self._engine.close(grace))
            finally:
                self._loop.stop()


class Analysis:
    """A running search, and its lines as they are found."""

    def __init__(self, loop: _Loop, analysis: AsyncAnalysis) -> None:
        self._loop = loop
        self._analysis = analysis

    @property
    def info(self) -> Info:
        """The latest best line."""
        return self._analysis.info

    @property
    def lines(self) -> List[Info]:
        """The latest of each of the best lines, the best first."""
        return self._analysis.lines

    def __enter__(self) -> Analysis:
        self._loop.run(self._analysis.__aenter__())
        return self

    def __exit__(
        self, kind: Optional[Type[BaseException]], error: Optional[BaseException], trace: Optional[TracebackType]
    ) -> None:
        self._loop.run(self._analysis.__aexit__(kind, error, trace))

    def __iter__(self) -> Iterator[Info]:
        return self

    def __next__(self) -> Info:
        info = self._loop.run(self._analysis.next())
        if info is None:
            raise StopIteration
        return info

    def stop(self) -> None:
        """Ends the search; its last lines and its move still come."""
        self._loop.run(self._analysis.stop())

    def wait(self) -> PlayResult:
        """Waits for the end of the search."""
        return self._loop.run(self._analysis.wait())
