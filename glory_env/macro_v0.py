"""The macro level, version 0: script parameters once a turn; see `glory_agents.macro.envs`."""

from glory_agents.macro.batch import MacroBatch
from glory_agents.macro.envs import MacroEnv, env, parallel_env, raw_env
from glory_env.core.errors import IllegalAction
from glory_env.game.glory import info_words

__all__ = [
    "IllegalAction", "MacroBatch", "MacroEnv", "env", "info_words", "parallel_env", "raw_env",
]  # fmt: skip
