"""Options of a game from keywords, for every game alike."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import fields
from typing import Any, TypeVar

from glory_env.core.errors import UnknownOption, unknown

Options = TypeVar("Options")


def options_from(kind: type[Options], also: Iterable[str] = (), /, **given: Any) -> Options:
    """The options of a dataclass; an unknown one is an OptionError that lists the valid ones.

    also: names the caller takes itself, for that list.
    """
    valid = [one.name for one in fields(kind)]  # type: ignore[arg-type]
    for name in given:
        if name not in valid:
            # Libraries look for these words of Python's own message.
            python = f"(unexpected keyword argument {name!r})"
            raise UnknownOption(f"{unknown('option', name, [*also, *valid])} {python}")
    return kind(**given)
