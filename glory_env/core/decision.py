"""A decision: one question to one player, as an object."""

from __future__ import annotations

from typing import Protocol


class Dispatched(Protocol):
    """What the compiled dispatch is written from (`glory_env.core.generate`)."""

    @property
    def code(self) -> int:
        """Its number in the record of the game; 0 is nobody's."""

    @property
    def name(self) -> str:
        """Of `legal_<name>` and `apply_<name>`."""

    @property
    def module(self) -> str:
        """The chapter in `rules/` with these two functions; empty: none."""


def is_asked_always(decision: object) -> bool:
    """Whether it is asked even where one answer alone is legal: that nobody is asked would tell the
    other side what the one who is asked holds.
    """
    return bool(getattr(decision, "always", False))
