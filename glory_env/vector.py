"""Many games in one array, and as gymnasium's VectorEnv: `glory_env.envs.vector`, `.batch`."""

from glory_env.envs.vector import SKIP
from glory_env.games.glory.envs import GloryVector, SeatBatch, TurnsBatch
from glory_env.games.glory.solo import SoloBatch

__all__ = ["SKIP", "GloryVector", "SeatBatch", "SoloBatch", "TurnsBatch"]
