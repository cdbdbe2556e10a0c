"""The solo variant, version 0: one player for both services; see `glory_env.envs.solo`."""

from glory_env.envs.solo import SoloEnv

__all__ = ["SoloEnv"]
