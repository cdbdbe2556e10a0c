"""People at the board: a session of one game, and its two faces, the page and the terminal."""

from glory_env.play.menu import Entry
from glory_env.play.reading import PERSON
from glory_env.play.session import GameSession
from glory_env.play.undo import UndoError

__all__ = ["PERSON", "Entry", "GameSession", "UndoError"]
