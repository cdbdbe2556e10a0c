"""The folder of compiled rules: where it is, who may write to it, how it is deleted.

Compiled rules are kept as pickles, and what is in a pickle runs when it is read. So the folder
belongs to its user alone, and nothing is read that another user may have written.
"""

from __future__ import annotations

import atexit
import os
import re
import shutil
import stat
import sys
import tempfile
import time
from contextlib import suppress
from functools import cache
from pathlib import Path

NAME = "glory-env"
FINGERPRINT = re.compile(r"[0-9a-f]{16}")  # other things of the user may lie beside such folders
UNUSED_DAYS = 30
OTHERS_WRITE = stat.S_IWGRP | stat.S_IWOTH


def say(line: str) -> None:
    """Tell the person at the console, in place of what is shown there for a moment."""
    start = "\r\033[K" if sys.stderr.isatty() else ""
    print(f"{start}glory_env: {line}", file=sys.stderr)


def user_cache() -> Path:
    """The user's folder for caches; RuntimeError for a user without a home (containers)."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if given.is_absolute():  # the convention: empty is unset, and relative is not valid
        return given
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path.home() / ".cache"


def check_owner(status: os.stat_result, path: Path) -> None:
    """PermissionError where somebody else than this user and root can change a file or folder."""
    if not hasattr(os, "geteuid"):  # Windows keeps other users out of the folder itself
        return
    if status.st_uid not in (0, os.geteuid()):
        raise PermissionError(f"{path} belongs to another user")
    if status.st_mode & OTHERS_WRITE:
        raise PermissionError(f"{path} can be changed by other users")


def make_private(folder: Path) -> None:
    """Make a folder, and the folders above it that are missing, for this user alone."""
    if not folder.is_dir():
        make_private(folder.parent)
        folder.mkdir(mode=0o700, exist_ok=True)


def _close_to_others(folder: Path) -> None:
    """Take away the right to write that an earlier version left to the group."""
    status = folder.stat()
    if status.st_mode & OTHERS_WRITE and hasattr(os, "geteuid") and status.st_uid == os.geteuid():
        folder.chmod(stat.S_IMODE(status.st_mode) & ~OTHERS_WRITE)


def _private_folder(fingerprint: str, why: Exception) -> Path:
    """A folder that goes with this process."""
    above = tempfile.mkdtemp(prefix=f"{NAME}-")
    atexit.register(shutil.rmtree, above, ignore_errors=True)
    folder = Path(above, NAME, fingerprint)
    make_private(folder)
    say(
        f"no cache folder ({why}): the rules are compiled into {folder} and will be compiled "
        "again next time; XDG_CACHE_HOME may name a folder that can be written"
    )
    return folder


def make_cache_folder(fingerprint: str) -> Path:
    """The folder of the rules with this fingerprint; a temporary one where it cannot be trusted.

    Folders that nobody has used for `UNUSED_DAYS` are deleted.
    """
    try:
        parent = user_cache() / NAME
        folder = parent / fingerprint
        if folder.is_file():
            folder.unlink()
        make_private(folder)
        _close_to_others(parent)
        for one in (parent, folder):
            check_owner(one.stat(), one)
    except (OSError, RuntimeError) as error:
        return _private_folder(fingerprint, error)
    use_folder(folder)
    for other in _folders(parent):
        for one in (*_folders(other), other):
            with suppress(OSError):  # another process deletes it as well
                if time.time() - one.stat().st_mtime > UNUSED_DAYS * 86400:
                    shutil.rmtree(one, ignore_errors=True)
    return folder


@cache
def use_folder(folder: Path) -> None:
    """Note that a folder is still used, if it is there."""
    with suppress(OSError):  # what root has compiled for all users can be read only
        os.utime(folder)


def _folders(parent: Path) -> list[Path]:
    with suppress(OSError):
        return [one for one in parent.iterdir() if FINGERPRINT.fullmatch(one.name)]
    return []


def remove(path: Path) -> None:
    """Delete a file, or a folder with all in it; OSError where it cannot be deleted."""
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def clear() -> str:
    """Delete the compiled rules of all versions, and say what that was.

    OSError where a folder cannot be deleted; RuntimeError for a user without a home.
    """
    parent = user_cache() / NAME
    folders = _folders(parent)
    if not folders:
        return f"there are no compiled rules in {parent}"
    files = [file for folder in folders for file in folder.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    for folder in folders:
        remove(folder)
    with suppress(OSError):  # something else lies there
        parent.rmdir()
    return f"folders of compiled rules deleted from {parent}: {len(folders)}, {size / 1e6:.0f} MB"
