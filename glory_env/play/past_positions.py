"""Positions of a game to look back at."""

from __future__ import annotations

from typing import Any

from glory_env.core.record import copy_games
from glory_env.game.play import GamePlay


class Moments:
    """The positions a game has gone through, each with how many lines of its record led there.

    What `after` and `before` give is of the class of the game.
    """

    def __init__(self, game: GamePlay, lines: int) -> None:
        self._class, self._scenario, self._options = type(game), game.scenario, game.options
        self._counts = [lines]
        self._data = [copy_games(game.games)]

    def __len__(self) -> int:
        return len(self._counts)

    def add(self, game: GamePlay, lines: int) -> None:
        """The game as it stands now, after that many lines."""
        self._counts.append(lines)
        self._data.append(copy_games(game.games))

    def cut(self, count: int) -> None:
        """Keep the first `count`."""
        del self._counts[count:], self._data[count:]

    def after(self, line: int) -> Any:
        """The game right after a line, to look at; -1: as it was set up."""
        later = (k for k, count in enumerate(self._counts) if count > line)
        return self._game(next(later, -1) if line >= 0 else 0)

    def before(self, line: int) -> Any:
        """The game as a choice found it, or the system when it wrote that line."""
        return self._game(max(0, sum(count <= line for count in self._counts) - 1))

    def _game(self, k: int) -> Any:
        return self._class.of(self._scenario, self._options, self._data[k])
