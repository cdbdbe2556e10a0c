"""The records of `glory_agents.glory.scripted.rows` as types, to annotate compiled code with.

Generated, do not edit. Write it again with
`python -m glory_env.core.stubs glory_agents.glory.scripted.rows SCRIPT PLAN`.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array


class Script:
    """One record of dtype SCRIPT."""

    negotiator: int  # int64
    commander: int  # int64
    producer: int  # int64
    claim: float  # float64
    concession: float  # float64
    honesty: float  # float64
    escort: float  # float64
    burn: float  # float64
    retreat_turn: int  # int64
    taste: float  # float64
    retaliation: float  # float64
    civil: float  # float64
    care: float  # float64
    thrift: float  # float64
    voice: int  # int64


class Plan:
    """One record of dtype PLAN."""

    contested: int  # int64
    danger: Array[float]  # float64 (24,)
    hold: Array[float]  # float64 (24,)
    promised: int  # int64
    lending: int  # int64
    avoided: int  # int64
    ships: Array[int]  # int64 (24,)
    grounds: Array[int]  # int64 (24,)
    planes: Array[int]  # int64 (24,)
    dice: np.ndarray  # int64 (24, 2)
    units: Array[int]  # int64 (24,)
    classes: int  # int64
    first: Array[int]  # int64 (16,)
    known: np.ndarray  # int8 (16, 24)
    worth: np.ndarray  # float64 (16, 24)
    like: Array[int]  # int64 (80,)
    part: Array[int]  # int64 (80,)
    reach: Array[int]  # int64 (80,)
    dry: Array[int]  # int64 (80,)
    gain: Array[float]  # float64 (80,)
    target: Array[int]  # int64 (80,)
    order: Array[int]  # int64 (80,)
    spent: int  # int64
