"""The file of the game on the table: its name, and how much of the game is in it."""

from __future__ import annotations

import time
from typing import Protocol

from glory_env.play.error_messages import NotSaved
from glory_env.play.saves import Saveable, Saves

KEPT_EVERY = 5.0  # seconds, while a game is watched


class Kept(Saveable, Protocol):
    """A session that grows: sequence changes with it. is_replay: nothing of it is to be saved.

    has_begun: whether anybody has chosen something.
    """

    @property
    def sequence(self) -> int: ...
    @property
    def is_replay(self) -> bool: ...
    @property
    def has_begun(self) -> bool: ...


class Filed:
    """A game and its file: that of a name, or one that comes with its first save.

    name: under which the game is saved, None: the next free one. exists: whether there is a file.
    InUse where another process has the file, and this one would write it.
    """

    def __init__(self, session: Kept, saves: Saves, name: str | None) -> None:
        self._session, self._saves = session, saves
        self.name = name or saves.new_name()
        self.exists = name is not None and saves.path(name).exists()
        if self.exists and not session.is_replay:
            saves.claim(self.name)
        self._kept = session.sequence if self.exists else -1  # what was saved last
        self._kept_at = time.monotonic()

    @property
    def is_due(self) -> bool:
        """Whether a game that is watched is to be saved again."""
        return time.monotonic() - self._kept_at > KEPT_EVERY

    def keep(self) -> bool:
        """Save what is not yet in the file, whether it came with that; OSError if it cannot be.

        Nothing is written before somebody has chosen. Where the name was taken meanwhile, by
        another server, it is another one afterwards.
        """
        session, is_new = self._session, not self.exists
        if session.is_replay or not (session.has_begun or self.exists):
            return False
        if self._kept == session.sequence:
            return False
        self._kept_at = time.monotonic()
        if self.exists:
            session.save(self._saves.path(self.name))
        else:
            self.name = self._saves.save_new(session, self.name)
        self._kept, self.exists = session.sequence, True
        return is_new

    def save_as(self, name: str) -> None:
        """Save under a name that is free or its own; SaveError, NotSaved."""
        try:
            self._saves.save_as(self._session, name, self.name if self.exists else None)
        except OSError as error:
            raise NotSaved(name, error) from None
        if name == self.name:
            self.exists = True
            if not self._session.is_replay:
                self._saves.claim(name)

    def release(self) -> None:
        """The game is no longer on the table: others may go on with it."""
        self._saves.release(self.name)
