"""Glory, version 0: `env()`, `raw_env()` and `single_agent()`; `glory_env.envs.aec` says more."""

from glory_env.core.errors import IllegalAction
from glory_env.games.glory.definition import info_words
from glory_env.games.glory.envs import env, raw_env, single_agent
from glory_env.games.glory.limits import MAX_DECISIONS

__all__ = ["MAX_DECISIONS", "IllegalAction", "env", "info_words", "raw_env", "single_agent"]
