"""Glory: a two-player mixed-motive wargame of shared shipping, as reinforcement-learning env."""

from gymnasium import register

__version__ = "0.1.0"

register(id="Glory-v0", entry_point="glory_env.envs.single:SingleAgentEnv")
register(id="GlorySolo-v0", entry_point="glory_env.envs.solo:SoloEnv")
