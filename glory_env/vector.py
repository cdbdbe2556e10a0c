"""Many games in one array, and as gymnasium's VectorEnv: `glory_env.envs.vector`, `.batch`."""

from glory_env.envs.batch import SeatBatch, SoloBatch, TurnsBatch
from glory_env.envs.vector import SKIP, GloryVector

__all__ = ["SKIP", "GloryVector", "SeatBatch", "SoloBatch", "TurnsBatch"]
