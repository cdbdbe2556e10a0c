"""Glory: a two-player mixed-motive wargame of shared shipping, as reinforcement-learning env."""

from gymnasium import register

__version__ = "0.1.0"

_SEAT = "glory_env.envs.single:SingleAgentEnv"

# From easy to whole; `glory envs` tells how long their games are.
register(id="GloryMacro-v0", entry_point="glory_env.macro_v0:MacroEnv")
register(id="GloryTeaching-v0", entry_point=_SEAT, kwargs={"scenario": "teaching"})
register(id="GlorySolo-v0", entry_point="glory_env.envs.solo:SoloEnv")
register(id="Glory-v0", entry_point=_SEAT)
