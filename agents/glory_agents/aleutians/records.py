"""The records of `glory_agents.aleutians.rows` as types, to annotate compiled code with.

Generated, do not edit. Write it again with
`python -m glory_env.core.stubs glory_agents.aleutians.rows SCRIPT`.
"""

from __future__ import annotations

from glory_env.core.arrays import Array


class Script:
    """One record of dtype SCRIPT."""

    japan_reach: int  # int64
    allied_reach: int  # int64
    by_strategy: int  # int64
    odds: float  # float64
    guard: int  # int64
    reserve: int  # int64
    boldness: float  # float64
    raids: int  # int64
    mass: int  # int64
    rush: int  # int64
    linger: int  # int64
    answer: int  # int64
    spare: Array[int]  # int8 (0,)
