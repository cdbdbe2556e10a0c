"""Numbers among the parameters of an agent."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

from glory_agents.base import AgentError
from glory_env.core.errors import shown


def number(
    given: Mapping[str, Any], key: str, default: Any, low: float, high: float, kind: str = "number"
) -> Any:
    """The number of a parameter, text or number; AgentError outside low to high."""
    if key not in given:
        return default
    try:
        value = float(given[key])
    except (TypeError, ValueError):
        value = math.nan
    if not low <= value <= high or (kind != "number" and value != int(value)):
        raise AgentError(
            f"parameter {key!r}: expected a {kind} from {low:g} to {high:g}, "
            f"got {shown(given[key])}"
        )
    return value


def whole(given: Mapping[str, Any], key: str, default: Any, low: int, high: int) -> Any:
    """A whole number likewise."""
    value = number(given, key, default, low, high, "whole number")
    return value if value is None else int(value)
