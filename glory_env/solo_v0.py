"""The solo variant, version 0: one player for both services; see `glory_env.games.glory.solo`."""

from glory_env.games.glory.definition import info_words
from glory_env.games.glory.solo import SoloEnv

__all__ = ["SoloEnv", "info_words"]
