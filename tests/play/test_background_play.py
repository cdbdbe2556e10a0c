"""The task in which agents play: one at a time, and an error is not the end of the game."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from glory_env.play.background_play import Playing


def finished(game: Coroutine[Any, Any, Any]) -> Any:
    """What it returns, from an event loop in a thread: a browser of other tests has one in this."""
    with ThreadPoolExecutor(1) as threads:
        return threads.submit(asyncio.run, game).result()


def test_it_plays_until_there_is_nothing_to_play_and_then_again() -> None:
    async def game() -> list[str]:
        lock, told = asyncio.Lock(), []
        left = 3

        async def spell() -> float | None:
            nonlocal left
            assert lock.locked()
            await asyncio.sleep(0)  # another spell could begin here
            left -= 1
            told.append(f"{left} left")
            return 0.0 if left else None

        playing = Playing(lock, spell)
        for _ in range(2):
            left = 3
            playing.start()
            playing.start()  # goes on already
            while left:
                await asyncio.sleep(0)
        return told

    assert finished(game()) == ["2 left", "1 left", "0 left"] * 2


def test_an_error_is_shown_and_play_can_begin_again(capsys: pytest.CaptureFixture[str]) -> None:
    async def game() -> int:
        count = 0

        async def spell() -> float | None:
            nonlocal count
            count += 1
            if count == 1:
                raise ZeroDivisionError("of an agent")
            return None

        playing = Playing(asyncio.Lock(), spell)
        for _ in range(2):
            playing.start()
            await asyncio.sleep(0.01)
        return count

    assert finished(game()) == 2
    assert "ZeroDivisionError: of an agent" in capsys.readouterr().err
