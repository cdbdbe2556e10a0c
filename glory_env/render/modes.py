"""The render modes of an environment, from a game's functions that draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

Draw = Callable[[Any, Any, str | None], str | np.ndarray | None]


def by_mode(
    board: Callable[[Any, Any], str], pixels: Callable[[Any, Any], np.ndarray] | None = None
) -> Draw:
    """The `draw` of a definition: "ansi" and "human", which prints, and with pixels "rgb_array".

    board(scenario, g): the position as text. pixels(scenario, g): as uint8 (H, W, 3), RGB.
    """

    def draw(scenario: Any, g: Any, mode: str | None) -> str | np.ndarray | None:
        if mode is None:
            return None
        if mode == "rgb_array" and pixels:
            return pixels(scenario, g)
        text = board(scenario, g)
        if mode == "ansi":
            return text
        print(text, flush=True)
        return None

    return draw
