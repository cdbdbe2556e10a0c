"""People at the board: a session of one game, and the terminal as its first face. See play.py."""

from glory_env.play.session import PERSON, Entry, Session

__all__ = ["PERSON", "Entry", "Session"]
