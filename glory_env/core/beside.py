"""A second process that compiles one part of the rules while the first compiles the rest.

Numba compiles on one core. Each function is in the cache folder as soon as it is compiled, so two
processes that begin at different ends find there what the other one has done; a function that the
other is compiling just now is waited for (`glory_env.core.compile_cache`).
"""

from __future__ import annotations

import importlib
import os
import subprocess
import sys
import threading
from collections.abc import Callable
from typing import Any

import numba
import numpy as np
from numba.core import event

from glory_env.core import compile as compiling

_parts: dict[str, tuple[Any, tuple[np.dtype[Any], ...]]] = {}  # by module of kernels


def compile_beside(
    kernels: str, part: Callable[..., Any], records: tuple[np.dtype[Any], ...]
) -> None:
    """Have a part compiled in another process as soon as a function of `kernels` is compiled.

    kernels: a module whose functions call the part, directly or not. part: compiled with `rule`.
    records: the dtypes of its arguments, each a record.
    """
    _parts[kernels] = part, records


def _cores() -> int:
    if hasattr(os, "sched_getaffinity"):  # not on macOS and Windows
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _start(kernels: str) -> None:
    """Start the second process; without it this one compiles everything."""
    if _cores() < 2 or not sys.executable:
        return
    folder = compiling.CACHE_FOLDER.parent.parent  # it may be a temporary one
    paths = {"PYTHONPATH": os.pathsep.join(sys.path), "XDG_CACHE_HOME": str(folder)}
    try:
        process = subprocess.Popen(
            [sys.executable, "-m", __name__, kernels],
            env={**os.environ, **paths},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
    except OSError:
        return
    threading.Thread(target=process.wait, daemon=True).start()


class _Starter(event.Listener):
    def on_start(self, event: event.Event) -> None:
        kernels = event.data["dispatcher"].py_func.__module__
        if _parts.pop(kernels, None):
            _start(kernels)

    def on_end(self, event: event.Event) -> None:
        pass


event.register("numba:compile", _Starter())


def main(kernels: str) -> None:
    """What the second process does."""
    importlib.import_module(kernels)
    # Under its own name, for this file is `__main__` here.
    part, records = importlib.import_module("glory_env.core.beside")._parts.pop(kernels)
    part.compile(tuple(numba.typeof(np.zeros(1, record)).dtype for record in records))


if __name__ == "__main__":
    main(sys.argv[1])
