"""Rendering for games that draw no images."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def text_only(board: Callable[[Any, Any], str]) -> Callable[[Any, Any, str | None], str | None]:
    """The `draw` of a definition with the render modes "ansi" and "human", which prints.

    board(scenario, g): the position as text.
    """

    def draw(scenario: Any, g: Any, mode: str | None) -> str | None:
        if mode is None:
            return None
        text = board(scenario, g)
        if mode == "ansi":
            return text
        print(text, flush=True)
        return None

    return draw
