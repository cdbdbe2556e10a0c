"""How the rules become machine code: the `rule` decorator and its cache folder.

Numba's cache notices an edit of the decorated file only, not of the modules it calls, and does
not notice NUMBA_BOUNDSCHECK at all. So the cache lives in a folder named after everything that
can change the code: the versions and the flags, and below it a folder for each source file, named
after that file and all that goes into it (`sources`). A stale hit is impossible, and an edit
compiles again only what it goes into.
"""

from __future__ import annotations

import hashlib
import os
import sys
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar, cast

import numba
import numpy
from numba.core import types

from glory_env.core import announce
from glory_env.core.arrays import Array
from glory_env.core.cache_folder import make_cache_folder, say, use_folder
from glory_env.core.sources import digest


def _say_foreign(error: Exception) -> None:
    say(
        f"Numba {numba.__version__} keeps compiled code in another way than expected ({error}): "
        "damaged files are not noticed, and every process compiles for itself"
    )


compile_cache: ModuleType | None
try:
    from glory_env.core import compile_cache
except (ImportError, AttributeError) as _error:
    compile_cache = None
    _say_foreign(_error)

Function = TypeVar("Function", bound=Callable[..., Any])  # `rule` leaves its signature as it is


def _fingerprint() -> str:
    """Of what goes into every compiled function, and of how it is kept."""
    digest = hashlib.sha256(Path(__file__).read_bytes())
    digest.update(Path(__file__).with_name("compile_cache.py").read_bytes())
    flags = sorted(item for item in os.environ.items() if item[0].startswith("NUMBA_"))
    digest.update(repr((numba.__version__, numpy.__version__, sys.version_info, flags)).encode())
    return digest.hexdigest()[:16]


CACHE_FOLDER = make_cache_folder(_fingerprint())


def _widen(kind: types.Type) -> types.Type:
    return types.int64 if isinstance(kind, types.Integer) else kind


def _keep(compiled: Any, folder: Path) -> None:
    """Keep what is compiled in a folder; in Numba's own way where ours does not fit its version."""
    global compile_cache
    before = numba.config.CACHE_DIR
    numba.config.CACHE_DIR = str(folder)
    try:
        if compile_cache:
            try:
                compile_cache.keep(compiled)
                return
            except (AttributeError, TypeError) as error:
                compile_cache = None
                _say_foreign(error)
        compiled.enable_caching()
    finally:
        numba.config.CACHE_DIR = before


def _compile(function: Function, folder: Path) -> Function:
    compiled = numba.njit(error_model="numpy", nogil=True, no_cfunc_wrapper=True)(function)
    _keep(compiled, folder)
    announce.watch(function.__module__)
    # Numba would compile a called function anew for int8, int16 and every literal number;
    # integers are cast to int64 instead, which halves the time of a cold compile.
    if template := getattr(compiled, "get_call_template", None):
        compiled.get_call_template = lambda args, kws: template([_widen(a) for a in args], kws)
    return cast(Function, compiled)


def folder_of(file: Path) -> Path:
    """Where the compiled functions of a source file are kept."""
    return CACHE_FOLDER / digest(file)


def rule(function: Function) -> Function:
    """Compile a function over the game record; plain Python with NUMBA_DISABLE_JIT=1."""
    if numba.config.DISABLE_JIT:
        return function
    file = Path(function.__code__.co_filename)
    if not file.is_file():  # a function of a prompt
        return _compile(function, CACHE_FOLDER)
    use_folder(folder := folder_of(file))
    return _compile(function, folder)


def drop_damaged() -> int:
    """Delete the damaged files among the compiled rules of this version; how many those were."""
    return compile_cache.drop_damaged(CACHE_FOLDER) if compile_cache else 0


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
