"""The records of `glory_agents.empire.rows` as types, to annotate compiled code with.

Generated, do not edit. Write it again with
`python -m glory_env.core.stubs glory_agents.empire.rows SCRIPT DESIGN`.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array


class Script:
    """One record of dtype SCRIPT."""

    goals: float  # float64
    points: float  # float64
    progress: float  # float64
    denial: float  # float64
    steps: float  # float64
    own: float  # float64
    least: float  # float64
    odds: float  # float64
    noise: float  # float64
    agreement: int  # int64
    china: float  # float64
    spare: Array[int]  # int8 (0,)


class Design:
    """One record of dtype DESIGN."""

    side: int  # int64
    ov: int  # int64
    count: int  # int64
    mine: Array[int]  # int64 (64,)
    shores: np.ndarray  # int64 (64, 2, 51)
    goal: Array[int]  # int64 (208,)
    worth: Array[float]  # float64 (368,)
    enemies: np.ndarray  # int64 (368, 9)
    near: Array[int]  # int64 (368,)
    done: Array[int]  # int8 (368,)
    spare: Array[int]  # int8 (0,)
