"""The macro level, version 0: script parameters once a turn; see `glory_agents.macro.envs`."""

from glory_agents.macro.batch import MacroBatch
from glory_agents.macro.envs import MacroEnv, env, parallel_env, raw_env
from glory_env.core.errors import IllegalAction

__all__ = ["IllegalAction", "MacroBatch", "MacroEnv", "env", "parallel_env", "raw_env"]
