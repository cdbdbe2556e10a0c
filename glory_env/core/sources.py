"""Which source files go into a compiled function: its own file, and what that one imports.

Compiled code takes in the functions that it calls and the values of the constants that it names.
So imports are followed through files that hold compiled functions or constants, and through no
others: a file of a game's words or of another game changes nothing here.
"""

from __future__ import annotations

import hashlib
import re
import sys
from collections.abc import Iterable
from functools import cache
from pathlib import Path
from types import ModuleType

HOLDS_RULES = re.compile(r"^from [\w.]+ import .*\brule\b", re.MULTILINE)
IMPORT = re.compile(r"^from ([\w.]+) import (\([^)]*\)|[^\n]*)", re.MULTILINE)
NAME = re.compile(r"\w+")
# What files are called that hold no compiled functions, but values for them.
CONSTANTS = frozenset((
    "state.py", "trace.py", "actions.py", "decisions.py", "sections.py", "limits.py", "codes.py",
    "rows.py", "switches.py", "victories.py", "events.py", "geography.py",
))  # fmt: skip


@cache
def _text(file: Path) -> str:
    return file.read_text(encoding="utf-8")


@cache
def counts(file: Path) -> bool:
    """Whether compiled code takes in something of this file."""
    return file.name in CONSTANTS or HOLDS_RULES.search(_text(file)) is not None


@cache
def _names(file: Path) -> frozenset[str]:
    """The modules that a file imports from, and all that it imports from them as if modules."""
    found = IMPORT.findall(_text(file))
    inner = (f"{module}.{one}" for module, names in found for one in NAME.findall(names))
    return frozenset([*(module for module, _ in found), *inner])


_path = cache(Path)  # the same ones again and again


def _imported(file: Path) -> set[Path]:
    """The files that a file imports from, as far as they are loaded; installed packages too."""
    paths = (getattr(sys.modules.get(name), "__file__", None) for name in _names(file))
    return {_path(path) for path in paths if path}


@cache
def sources_of(file: Path) -> tuple[Path, ...]:
    """The files that go into the compiled functions of a file; its own among them.

    They have to be loaded, as they are where the file runs its first `@rule`.
    """
    sources, waiting = {file}, [file]
    while waiting:
        for one in _imported(waiting.pop()) - sources:
            if one.suffix == ".py" and counts(one):
                sources.add(one)
                waiting.append(one)
    return tuple(sorted(sources))


def digest_of(files: Iterable[Path]) -> str:
    """One for the names and the texts of files, 16 hexadecimal digits."""
    digest = hashlib.sha256()
    for file in sorted(files):
        digest.update(f"{file.name}\n{_text(file)}".encode())
    return digest.hexdigest()[:16]


@cache
def digest(file: Path) -> str:
    """Another one whenever something changes that goes into the compiled functions of a file."""
    return digest_of(sources_of(file))


def digest_below(*packages: ModuleType) -> str:
    """Another one whenever something changes in packages that goes into compiled functions."""
    folders = [Path(package.__file__ or "").parent for package in packages]
    return digest_of(file for one in folders for file in one.rglob("*.py") if counts(file))
