"""Errors about names and values that do not exist, with the valid ones listed."""

from __future__ import annotations

import difflib
import reprlib
from collections.abc import Iterable
from typing import Any

import numpy as np

_SHORT = reprlib.Repr()
_SHORT.maxstring = _SHORT.maxother = _SHORT.maxlong = 80
_SHORT.maxlevel = 3


class OptionError(ValueError):
    """An option, or its value, that does not exist; the message lists the valid ones."""


class UnknownOption(OptionError, TypeError):
    """The name of an option that does not exist.

    A TypeError, too, as for any unknown keyword: libraries that try keywords catch that.
    """


def check_switches(**switches: Any) -> None:
    """OptionError for a switch that is neither true nor false."""
    for name, value in switches.items():
        if not isinstance(value, (bool, np.bool_)):
            raise OptionError(f"option {name!r}: expected true or false, got {shown(value)}")


class IllegalAction(ValueError):
    """The action is not legal now; the environment is unchanged."""


def shown(value: Any) -> str:
    """A value as it is shown in an error: its repr, cut where it is long, large or deep."""
    return _SHORT.repr(value)


def one_line(text: str, most: int = 1000) -> str:
    """A text on one line: cut where it is long; control marks, direction marks and the like as
    escapes, so that no terminal follows them.
    """
    text = text if len(text) <= most else text[: most - 3] + "..."
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in text)


def unknown(what: str, given: Any, valid: Iterable[Any]) -> str:
    """One sentence for a wrong name: what was given, the near misses first, then all others."""
    names = [str(v) for v in valid]
    near = difflib.get_close_matches(str(given)[:80], names, n=3, cutoff=0.5)
    rest = [n for n in names if n not in near]
    hint = f"did you mean {' or '.join(repr(n) for n in near)}? " if near else ""
    return f"unknown {what} {shown(given)}: {hint}valid are {', '.join(near + rest)}"
