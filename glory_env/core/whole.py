"""Whole numbers that come from outside, actions and seeds: of any kind, but no booleans."""

from __future__ import annotations

import operator
from typing import Any

import numpy as np

from glory_env.core.errors import OptionError, shown


def whole_number(value: Any) -> int | None:
    """The integer that a value is; None for all others.

    Integers of Python and NumPy, and an array or tensor that holds one integer, are alike. A
    boolean is none, nor is a float with a whole value.
    """
    if type(value) is int:
        return value
    kind = getattr(getattr(value, "dtype", None), "kind", "")  # a tensor's dtype has none
    if isinstance(value, bool) or (kind and kind not in "iu"):
        return None
    try:
        number = value.item() if hasattr(value, "item") else value
        return None if isinstance(number, bool) else operator.index(number)
    except (TypeError, ValueError, RuntimeError):  # the last two: an array or tensor of several
        return None


def check_seeds(seed: Any, n: int) -> list[int | None]:
    """The seeds of n games: those of a row, None where it has None, or a number and the next ones;
    OptionError.
    """
    if not np.ndim(seed):
        first = check_seed(seed)
        return list(range(first, first + n))
    if len(seed) != n:
        raise OptionError(f"seed: expected {n} seeds, got {len(seed)}")
    return [None if k is None else check_seed(k, f"seed[{i}]") for i, k in enumerate(seed)]


def check_seed(seed: Any, name: str = "seed") -> int:
    """A seed as an int; OptionError for what is no whole number of at least 0."""
    number = whole_number(seed)
    if number is None or number < 0:
        raise OptionError(f"{name}: expected a whole number of at least 0, got {shown(seed)}")
    return number
