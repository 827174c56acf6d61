"""A client for the Millstone engine, which plays draughts, morris, and wolf and sheep.

>>> from millstone import Engine, Limit
>>> with Engine() as engine:
...     info = engine.analyse(variant="international", moves=["32-28", "19-23"], limit=Limit(depth=6))
...     info.pv[0]
'28x19'

`Engine` blocks; `AsyncEngine` has the same methods for asyncio.
"""

from ._asyncio import AsyncAnalysis, AsyncEngine
from ._engine import Analysis, Engine
from ._types import EngineError, EngineTerminatedError, GameStatus, Info, Limit, PlayResult, Score

__all__ = [
    "Analysis",
    "AsyncAnalysis",
    "AsyncEngine",
    "Engine",
    "EngineError",
    "EngineTerminatedError",
    "GameStatus",
    "Info",
    "Limit",
    "PlayResult",
    "Score",
]
