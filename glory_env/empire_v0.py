"""Empire of the Sun, version 0: Japan and the Allies, hidden hands of cards; zero-sum.

`env()`, `raw_env()` and `Vector()` take the arguments of `glory_env.envs.aec.GameEnv`;
`single_agent()` is one seat (`gymnasium.make("glory_env:Empire-v0")`), `SeatBatch` and `TurnsBatch`
are many games as gymnasium's VectorEnv (`glory_env.envs.batch`). The options of the game are those
of `glory_env.games.empire.options.Options`, `reward` and `shaping` those of
`glory_env.games.empire.engine.rewards.params`. `auction()` settles bids for a side before a game.
"""

from glory_env.core.errors import IllegalAction
from glory_env.games.empire.auction import Bid, auction
from glory_env.games.empire.envs import (
    Game,
    SeatBatch,
    TurnsBatch,
    Vector,
    env,
    raw_env,
    single_agent,
)
from glory_env.games.empire.limits import MAX_DECISIONS

__all__ = [
    "MAX_DECISIONS",
    "Bid",
    "Game",
    "IllegalAction",
    "SeatBatch",
    "TurnsBatch",
    "Vector",
    "auction",
    "env",
    "raw_env",
    "single_agent",
]
