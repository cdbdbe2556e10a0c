"""How the rules become machine code: the `rule` decorator and its cache folder.

Numba's cache notices an edit of the decorated file only, not of the modules it calls, and does
not notice NUMBA_BOUNDSCHECK at all. So the cache lives in a folder named after everything that
can change the code: all sources with compiled functions, the versions and the flags. A stale hit
is impossible.
"""

from __future__ import annotations

import hashlib
import os
import re
import shutil
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeVar, cast

import numba
import numpy
from numba.core import event, types

from glory_env.core.arrays import Array

Function = TypeVar("Function", bound=Callable[..., Any])  # `rule` leaves its signature as it is

UNUSED_DAYS = 30
PACKAGE = Path(__file__).resolve().parent.parent
# Compiled code takes its flags and the values of these constants in.
CONSTANTS = ("compile.py", "state.py", "actions.py", "decisions.py", "sections.py", "limits.py")
OWN = ("glory_env", "glory_agents")  # import names of code compiled with `rule`
HOLDS_RULES = re.compile(rb"^from [\w.]+ import .*\brule\b", re.MULTILINE)


def _digest(package: Path, constants: tuple[str, ...]) -> hashlib._Hash:
    """Of all sources below a folder that go into compiled code."""
    digest = hashlib.sha256()
    for file in sorted(package.rglob("*.py")):
        text = file.read_bytes()
        if HOLDS_RULES.search(text) or file.name in constants:
            digest.update(file.name.encode() + text)
    return digest


def _fingerprint() -> str:
    digest = _digest(PACKAGE, CONSTANTS)
    flags = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    digest.update(repr((numba.__version__, numpy.__version__, sys.version_info, flags)).encode())
    return digest.hexdigest()[:16]


def _user_cache() -> Path:
    """The user's folder for caches; RuntimeError for a user without a home (containers)."""
    given = Path(os.environ.get("XDG_CACHE_HOME", ""))
    if given.is_absolute():  # the convention: empty is unset, and relative is not valid
        return given
    if sys.platform == "win32":
        return Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Caches"
    return Path.home() / ".cache"


def _make_cache_folder() -> Path:
    try:
        parent = _user_cache() / "glory-env"
        folder = parent / _fingerprint()
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryFile(dir=folder):
            pass
        os.utime(folder)
        for other in parent.iterdir():
            if time.time() - other.stat().st_mtime > UNUSED_DAYS * 86400:
                shutil.rmtree(other, ignore_errors=True)
    except (OSError, RuntimeError) as error:
        folder = Path(tempfile.mkdtemp(prefix="glory-env-"))
        print(
            f"glory_env: no cache folder ({error}): the rules are compiled into {folder} and will "
            "be compiled again next time; XDG_CACHE_HOME may name a folder that can be written",
            file=sys.stderr,
        )
    return folder


CACHE_FOLDER = _make_cache_folder()


def _widen(kind: types.Type) -> types.Type:
    return types.int64 if isinstance(kind, types.Integer) else kind


def _compile(function: Function, folder: Path) -> Function:
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        compiled = numba.njit(cache=True, error_model="numpy", nogil=True, no_cfunc_wrapper=True)(
            function
        )
    finally:
        numba.config.CACHE_DIR = before
    if not numba.config.DISABLE_JIT:
        # Numba would compile a called function anew for int8, int16 and every literal number;
        # integers are cast to int64 instead, which halves the time of a cold compile.
        template = compiled.get_call_template
        compiled.get_call_template = lambda args, kws: template([_widen(a) for a in args], kws)
    return cast(Function, compiled)


def rule(function: Function) -> Function:
    """Compile a function over the game record; plain Python with NUMBA_DISABLE_JIT=1."""
    return _compile(function, CACHE_FOLDER)


def cache_of(package: Path, constants: tuple[str, ...] = ()) -> Path:
    """Where another folder's compiled functions are kept, which call those here.

    constants: names of files whose values go into that code, besides those that import `rule`.
    """
    return CACHE_FOLDER / f"{package.name}-{_digest(package, constants).hexdigest()[:16]}"


def rules_in(folder: Path) -> Callable[[Function], Function]:
    """A `rule` decorator for compiled functions kept in that folder (`cache_of`)."""
    return lambda function: _compile(function, folder)


class _Announcer(event.Listener):
    """Tells a person who waits what is being compiled: on a terminal every function, else once."""

    def __init__(self) -> None:
        self._depth = 0
        self._count = 0

    def on_start(self, event: event.Event) -> None:
        function = event.data["dispatcher"].py_func
        self._depth += 1
        if not function.__module__.startswith(OWN):
            return
        self._count += 1
        words = "glory_env: compiling the rules, once on this machine"
        if sys.stderr.isatty():
            print(f"\r\033[K{words}: {self._count}, {function.__name__}", end="", file=sys.stderr)
        elif self._count == 1:
            print(f"{words}; this takes up to two minutes", file=sys.stderr)

    def on_end(self, event: event.Event) -> None:
        self._depth -= 1
        if self._depth == 0 and self._count and sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr)


event.register("numba:compile", _Announcer())


@rule
def _read(numbers: Array[int], index: int) -> int:
    return numbers[index]


def bounds_are_checked() -> bool:
    """The canary: True where an out-of-range read in compiled code raises."""
    try:
        _read(numpy.zeros(3, numpy.int64), 5)
    except IndexError:
        return True
    return False
