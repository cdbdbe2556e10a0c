"""The versions that were tested together: `python -m tests.tested constraints/tested.txt`.

Writes a pip constraints file of what is installed here, of all that the project and its extras
need, directly or not: `pip install -c constraints/tested.txt -e ".[train]"` then takes these
versions. Run it after the whole tests have passed.
"""

from __future__ import annotations

import argparse
import platform
from collections.abc import Iterable
from importlib.metadata import Distribution, PackageNotFoundError, distribution
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

from glory_env.core.files import write_whole

PROJECT = "glory-env"
HEAD = f"""\
# Versions that were tested together on Python {platform.python_version()}, written by
#   python -m tests.tested constraints/tested.txt
"""


def needed(name: str, extras: Iterable[str]) -> dict[str, Distribution]:
    """All that a distribution needs with these extras and that is installed, itself left out."""
    found: dict[str, Distribution] = {}
    seen: set[tuple[str, str]] = set()
    left = [(name, extra) for extra in ("", *extras)]
    while left:
        name, extra = left.pop()
        if (name, extra) in seen:
            continue
        seen.add((name, extra))
        try:
            found[canonicalize_name(name)] = distribution(name)
        except PackageNotFoundError:
            continue  # an extra that does not install on this system
        for text in found[canonicalize_name(name)].requires or ():
            one = Requirement(text)
            if one.marker is None or one.marker.evaluate({"extra": extra}):
                left += [(one.name, more) for more in ("", *one.extras)]
    found.pop(canonicalize_name(PROJECT), None)
    return found


def constraints() -> str:
    """The lines of the file; local parts of a version, such as +cpu, are left out."""
    extras = distribution(PROJECT).metadata.get_all("Provides-Extra") or []
    lines = [
        f"{name}=={Version(one.version).public}"
        for name, one in sorted(needed(PROJECT, extras).items())
    ]
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("file", type=Path)
    write_whole(parser.parse_args().file, constraints())
