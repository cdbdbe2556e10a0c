"""What an environment does with an illegal action: the option `illegal`.

| value | what happens |
|---|---|
| `"raise"` | IllegalAction; nothing changes |
| `"end"` | the seat that acted gets ILLEGAL_REWARD, the other seat 0, and the game is terminated |
| `"noop"` | nothing changes, the reward is 0; after MAX_NOOPS in a row the game is truncated |

With the last two every info has `illegal_actions`, how many the game had so far (of that seat), and
the first illegal action of an environment is a warning. What is no whole number raises
IllegalAction whatever the option says: it comes from an error in a program, not from a policy.
"""

from __future__ import annotations

from typing import Any

from gymnasium import logger

from glory_env.core.errors import IllegalAction, OptionError, unknown
from glory_env.core.whole import whole_number

RAISE, END, NOOP = MODES = ("raise", "end", "noop")
ILLEGAL_REWARD = -1.0
MAX_NOOPS = 1000
KEY = "illegal_actions"


def check_mode(mode: Any) -> str:
    """The value of the option; OptionError for others."""
    if mode not in MODES:
        raise OptionError(unknown("value for option 'illegal':", mode, MODES))
    return str(mode)


def warn(error: Any, mode: str) -> None:
    """Say once what has happened: an environment calls it at its first illegal action."""
    what = f"the game ends, reward {ILLEGAL_REWARD:g}" if mode == END else "nothing changes"
    logger.warn("%s; illegal=%r: %s (no more warnings)", error, mode, what)


class Illegal:
    """The illegal actions of one seat in one game."""

    def __init__(self, mode: Any = RAISE) -> None:
        self.mode = check_mode(mode)
        self.has_warned = False
        self.begin()

    def begin(self) -> None:
        """A new game."""
        self._count = self._row = 0
        self.has_ended = False

    def note_legal(self) -> None:
        """An action was legal."""
        self._row = 0

    def note(self, error: IllegalAction, action: Any) -> tuple[float, bool, bool]:
        """An action was not: what it pays, and whether it terminates or truncates the game.

        Raises the error, if that is what is done with it.
        """
        if self.mode == RAISE or whole_number(action) is None:
            raise error
        if not self.has_warned:
            warn(error, self.mode)
            self.has_warned = True
        self._count += 1
        self._row += 1
        is_end, is_cut = self.mode == END, self.mode == NOOP and self._row >= MAX_NOOPS
        self.has_ended = is_end or is_cut
        return (ILLEGAL_REWARD if is_end else 0.0), is_end, is_cut

    @property
    def info(self) -> dict[str, Any]:
        """What goes into every info."""
        return {} if self.mode == RAISE else {KEY: self._count}
