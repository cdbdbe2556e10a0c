"""Files written whole: a reader never meets half of one."""

from __future__ import annotations

import glob
import os
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from io import BufferedWriter
from pathlib import Path

OLD = 86400.0  # seconds after which a half that nobody has touched belongs to a killed process


@contextmanager
def whole_file(path: Path, mode: int = 0o644) -> Iterator[BufferedWriter]:
    """A file to write in one go: it gets its name when the block ends, and not after an error.

    Nobody ever meets half of it. Makes the folder, and clears away what processes that were
    killed have left of this file. mode: who may read it. OSError names the file where it cannot
    be written.
    """
    half = path.parent / f".{path.name}-"  # how the name begins until the file is whole
    name = None
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        _clear_old(half)
        handle, name = tempfile.mkstemp(dir=path.parent, prefix=half.name, suffix=".tmp")
        with os.fdopen(handle, "wb") as file:
            yield file
        Path(name).chmod(mode)
        Path(name).replace(path)
    except OSError as error:
        is_ours = str(error.filename or half).startswith(str(half))
        if error.errno is not None and is_ours:
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise
    finally:
        if name is not None:
            Path(name).unlink(missing_ok=True)


def _clear_old(half: Path) -> None:
    for old in half.parent.glob(f"{glob.escape(half.name)}*.tmp"):
        with suppress(FileNotFoundError):  # another process clears up as well
            if time.time() - old.stat().st_mtime > OLD:
                old.unlink()


def write_whole(path: Path, text: str, mode: int = 0o644) -> None:
    """Write a text file in one go (`whole_file`)."""
    with whole_file(path, mode) as file:
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
