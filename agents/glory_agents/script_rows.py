"""The parameters of a compiled script as one record, and what a person may set of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from glory_agents.number_parameters import number, whole
from glory_env.core.record import record


class Parameter(NamedTuple):
    """One parameter of a script."""

    name: str
    type: str  # of the record's field
    low: float
    high: float
    meaning: str


def script_record(parameters: Sequence[Parameter]) -> np.dtype:
    """The dtype of a script's row."""
    return record([(parameter.name, parameter.type) for parameter in parameters])


def filled(
    dtype: np.dtype,
    parameters: Sequence[Parameter],
    values: Mapping[str, Any],
    given: Mapping[str, Any] | None = None,
) -> np.ndarray:
    """A row of that dtype, (1,), with some values changed; AgentError for one out of its range."""
    row = np.zeros(1, dtype)
    for one in parameters:
        args = given or {}, one.name, values[one.name]
        if one.type == "i8":
            row[one.name] = whole(*args, int(one.low), int(one.high))
        else:
            row[one.name] = number(*args, one.low, one.high)
    return row


def explained(parameters: Sequence[Parameter], values: Mapping[str, Any]) -> dict[str, str]:
    """Parameter -> what it means, with its value."""
    return {one.name: f"{one.meaning}; {values[one.name]:g}" for one in parameters}
