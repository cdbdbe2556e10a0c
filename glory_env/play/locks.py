"""A game's file belongs to one process at a time, however that ends."""

from __future__ import annotations

from pathlib import Path

from filelock import FileLock, Timeout

_held: dict[Path, FileLock] = {}  # by the file of the game; of this process


def claim(path: Path) -> bool:
    """Keep every other process from writing a game's file; False where one has it already.

    The lock lies beside the file. Where none can be written, no game can be, and nothing is kept.
    """
    path = path.absolute()
    if path in _held:
        return True
    file = path.with_name(f".{path.name}.lock")
    try:
        file.open("a").close()  # the library tells a folder that cannot be written as a held lock
        lock = FileLock(file, thread_local=False)
        lock.acquire(timeout=0)
    except Timeout:
        return False
    except (OSError, NotImplementedError):
        return True
    _held[path] = lock
    return True


def holds(path: Path) -> bool:
    """Whether this process has claimed a game's file."""
    return path.absolute() in _held


def release(path: Path) -> None:
    """Others may write the file again; nothing where it was not claimed."""
    if (lock := _held.pop(path.absolute(), None)) is not None:
        lock.release()
