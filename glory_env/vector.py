"""Many games in one array; `glory_env.envs.vector` says more."""

from glory_env.envs.vector import SKIP, GloryVector

__all__ = ["SKIP", "GloryVector"]
