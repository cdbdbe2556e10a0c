"""What a person who waits is told while rules are compiled."""

from __future__ import annotations

import sys
from typing import Any

from numba.core import event

_watched: set[str] = set()  # modules whose functions are compiled with `rule`


def watch(module: str) -> None:
    """Announce the functions of a module."""
    _watched.add(module)


def name_of(module: str) -> str:
    """What is compiled, by the constant COMPILED of the nearest package that has one.

    Empty: helpers that all games share, too quick to be announced. Without a package that says
    so, the name of the module.
    """
    package = module
    while package:
        name = getattr(sys.modules.get(package), "COMPILED", None)
        if isinstance(name, str):
            return name
        package = package.rpartition(".")[0]
    return module


class _Announcer(event.Listener):
    """On a terminal every function is shown, else each kind of rules once.

    What a function calls is compiled within it, and belongs to it.
    """

    def __init__(self) -> None:
        self._depth = 0
        self._count = 0
        self._name = ""
        self._said = {""}

    def on_start(self, event: event.Event) -> None:
        function = event.data["dispatcher"].py_func
        self._depth += 1
        if function.__module__ not in _watched:
            return
        self._count += 1
        if self._depth == 1:
            self._name = name_of(function.__module__)
        words = f"glory_env: compiling {self._name or 'the rules'}, once on this machine"
        if sys.stderr.isatty():
            shown = f"\r\033[K{words}: {self._count}, {function.__name__}"
            print(shown, end="", file=sys.stderr, flush=True)
        elif self._name not in self._said:
            self._said.add(self._name)
            print(f"{words}; this takes up to two minutes", file=sys.stderr)

    def on_end(self, event: Any) -> None:
        self._depth -= 1
        if self._depth == 0 and self._count and sys.stderr.isatty():
            print("\r\033[K", end="", file=sys.stderr, flush=True)


event.register("numba:compile", _Announcer())
