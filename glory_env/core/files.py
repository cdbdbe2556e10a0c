"""Files written whole: a reader never meets half of one."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import BinaryIO


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


def check_writable(path: Path, flag: str) -> None:
    """ValueError, naming the flag, where a file could not be written; its folder has to exist."""
    if path.is_dir() or not path.parent.is_dir():
        raise ValueError(f"{flag} {path}: expected a file in a folder that exists")
    try:
        with tempfile.TemporaryFile(dir=path.parent):
            pass
    except OSError as error:
        raise ValueError(
            f"{flag} {path}: expected a folder that can be written, got {error.strerror}"
        ) from None
