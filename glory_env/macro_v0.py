"""The macro level, version 0: script parameters once a turn (`glory_agents.glory.macro`)."""

from glory_agents.glory.macro.batch import MacroBatch
from glory_agents.glory.macro.envs import MacroEnv, env, parallel_env, raw_env
from glory_env.core.errors import IllegalAction
from glory_env.games.glory.definition import info_words

__all__ = [
    "IllegalAction", "MacroBatch", "MacroEnv", "env", "info_words", "parallel_env", "raw_env",
]  # fmt: skip
