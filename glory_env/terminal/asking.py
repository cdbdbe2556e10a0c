"""Lines a person types, for the terminal of every game."""

from __future__ import annotations

import sys

LONGEST = 1000  # characters of a line; int() refuses a few thousand digits


class Quit(Exception):
    """The person leaves."""


def ask_person(prompt: str) -> str:
    """A line from stdin, up to LONGEST; where that is no terminal it is echoed. EOFError at the
    end.
    """
    if sys.stdin.isatty():
        return input(prompt)[:LONGEST]
    line = sys.stdin.readline()[:LONGEST]
    if not line:
        print(prompt, flush=True)
        raise EOFError
    print(prompt + line.rstrip("\n"), flush=True)
    return line
