"""Glory: a two-player mixed-motive wargame of shared shipping, as reinforcement-learning env."""

import pettingzoo
from gymnasium import register

__version__ = "0.2.0"

COMPILED = ""  # for `core.announce`: helpers that all games share are too quick to be told

_SEAT = "glory_env.games.glory.envs:SingleAgentEnv"

_SEATS = "glory_env.games.glory.envs:SeatBatch"

# From easy to whole; `glory envs` tells how long their games are.
register(
    id="GloryMacro-v0",
    entry_point="glory_env.macro_v0:MacroEnv",
    vector_entry_point="glory_env.macro_v0:MacroBatch",
)
register(
    id="GloryTeaching-v0",
    entry_point=_SEAT,
    vector_entry_point=_SEATS,
    kwargs={"scenario": "teaching"},
)
register(
    id="GlorySolo-v0",
    entry_point="glory_env.games.glory.solo:SoloEnv",
    vector_entry_point="glory_env.games.glory.solo:SoloBatch",
)
register(id="Glory-v0", entry_point=_SEAT, vector_entry_point=_SEATS)
register(
    id="Aleutians-v0",
    entry_point="glory_env.games.aleutians.envs:SingleAgentEnv",
    vector_entry_point="glory_env.games.aleutians.envs:SeatBatch",
)
register(
    id="Empire-v0",
    entry_point="glory_env.games.empire.envs:SingleAgentEnv",
    vector_entry_point="glory_env.games.empire.envs:SeatBatch",
)

# Names as PettingZoo writes its own, and those of gymnasium, which have the same environments.
if hasattr(pettingzoo, "register"):  # older versions have no registry
    for _ids in (
        ("glory-v0", "glory_teaching-v0", "glory_macro-v0", "aleutians-v0", "empire-v0"),
        ("Glory-v0", "GloryTeaching-v0", "GloryMacro-v0", "Aleutians-v0", "Empire-v0"),
    ):
        _whole, _teaching, _macro, _second, _third = _ids
        pettingzoo.register("aec", _whole, "glory_env.glory_v0:env")
        pettingzoo.register(
            "aec", _teaching, "glory_env.glory_v0:env", kwargs={"scenario": "teaching"}
        )
        pettingzoo.register("aec", _macro, "glory_env.macro_v0:env")
        pettingzoo.register("aec", _second, "glory_env.aleutians_v0:env")
        pettingzoo.register("aec", _third, "glory_env.empire_v0:env")
        pettingzoo.register("parallel", _macro, "glory_env.macro_v0:parallel_env")
