"""The records of `glory_agents.empire.rows` as types, to annotate compiled code with.

Generated, do not edit. Write it again with
`python -m glory_env.core.stubs glory_agents.empire.rows SCRIPT`.
"""

from __future__ import annotations

from glory_env.core.arrays import Array


class Script:
    """One record of dtype SCRIPT."""

    goals: float  # float64
    points: float  # float64
    steps: float  # float64
    own: float  # float64
    least: float  # float64
    odds: float  # float64
    noise: float  # float64
    agreement: int  # int64
    china: float  # float64
    spare: Array[int]  # int8 (0,)
