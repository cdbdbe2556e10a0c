"""Lines a person types, for the terminal of every game."""

from __future__ import annotations

import sys


class Quit(Exception):
    """The person leaves."""


def ask_person(prompt: str) -> str:
    """A line from stdin; where that is no terminal it is echoed. EOFError at the end."""
    if sys.stdin.isatty():
        return input(prompt)
    line = sys.stdin.readline()
    if not line:
        print(prompt, flush=True)
        raise EOFError
    print(prompt + line.rstrip("\n"), flush=True)
    return line
