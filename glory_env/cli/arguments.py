"""What the subcommands share: values given as text, and errors as one line."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from typing import Annotated, Any

import tyro
import yaml

from glory_env.core.errors import OptionError
from glory_env.engine.options import make_options

# KEY=VALUE, may be repeated.
GameOptions = Annotated[tuple[str, ...], tyro.conf.UseAppendAction]


def value_of(key: str, text: str) -> Any:
    """A value as in YAML: `25`, `lot`, `[0.4, 0.4]`; OptionError names the key."""
    try:
        return yaml.safe_load(text)
    except yaml.YAMLError:
        raise OptionError(f"{key}: {text!r} is not a YAML value") from None


def options_from(pairs: Sequence[str]) -> dict[str, Any]:
    """Options of a game given as `key=value`, checked, with every default filled in.

    OptionError names what is wrong and lists the valid names, near misses first.
    """
    given: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise OptionError(f"option {pair!r}: expected key=value, for example deadlock=lot")
        given[key.strip()] = value_of(f"option {key.strip()!r}", text)
    return make_options(**given).as_dict()


def guarded(
    name: str, work: Callable[[], object], stopped: str = "stopped, nothing was written"
) -> int:
    """Run a command's work: 0, 2 with one line on stderr for bad input, 130 when interrupted.

    stopped: said when interrupted.
    """
    try:
        work()
    except (ValueError, OSError) as error:
        print(f"{name}: {' '.join(str(error).split())}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        print(f"{name}: {stopped}", file=sys.stderr)
        return 130
    return 0
