"""What the commands at the root share: values given as text, and files written whole."""

from __future__ import annotations

import os
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, BinaryIO

import yaml

from glory_env.options import OptionError, make_options


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


@contextmanager
def whole_file(path: Path) -> Iterator[BinaryIO]:
    """A file to write in one go: it gets its name when the block ends, and not after an error.

    Nobody ever meets half of it. Makes the folder; OSError where the file cannot be written.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}-", suffix=".tmp")
    try:
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(name).chmod(0o644)
        Path(name).replace(path)
    except BaseException:
        Path(name).unlink(missing_ok=True)
        raise


def write_whole(path: Path, text: str) -> None:
    """Write a text file in one go (`whole_file`)."""
    with whole_file(path) as file:
        file.write(text.encode())
