"""Flags that several studies of `glory study` have.

Nothing that plays is imported here, so that `--help` does not wait for the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import tyro


def names(default: str) -> object:
    return tyro.conf.arg(metavar="NAME ...", help_behavior_hint=f"(default: {default})")


OptionalFile = Annotated[
    Path | None, tyro.conf.arg(metavar="FILE", help_behavior_hint="(default: none)")
]
OptionalInt = Annotated[
    int | None, tyro.conf.arg(metavar="INT", help_behavior_hint="(default: the file's)")
]
Players = tyro.conf.Positional[
    Annotated[tuple[str, ...], tyro.conf.arg(metavar="NAME ...", help_behavior_hint="")]
]


@dataclass(frozen=True, kw_only=True)
class Place:
    """Where games are played.

    Args:
        jobs: processes.
        cluster: plays on this Ray cluster in place of processes: HOST:PORT, or auto.
    """

    jobs: int = 1
    cluster: str = ""


@dataclass(frozen=True, kw_only=True)
class KeptPlace(Place):
    """And where they are kept.

    Args:
        folder: of games; what has been played once is not played again.
    """

    folder: Path = Path("runs/bench")
