"""An event loop of its own for a test: a browser of other tests may have one in this thread."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any


def in_a_loop(work: Coroutine[Any, Any, Any], seconds: float | None = None) -> Any:
    """What the work returns, done to its end. seconds: a guard against a test that hangs."""

    async def guarded() -> Any:
        return await asyncio.wait_for(work, seconds)

    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, guarded()).result()
