"""The solo variant, version 0: one player for both services; see `glory_env.envs.solo`."""

from glory_env.envs.solo import SoloEnv
from glory_env.game.glory import info_words

__all__ = ["SoloEnv", "info_words"]
