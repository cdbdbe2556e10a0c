"""What may be asked of the studies of the Aleutians Campaign: settings, whose fields are flags.

Nothing that plays is imported here, so that `--help` does not wait for the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import tyro

from glory_env.cli.arguments import Names


@dataclass(frozen=True, kw_only=True)
class Calibrate:
    """Check what the designer of the Aleutians Campaign says about balance by play.

    Args:
        games: of the historical plan with itself.
        quick: 20 games, to try the command.
        scenario: name or path of a .yaml file.
        game: aleutians.
    """

    games: Annotated[
        int | None, tyro.conf.arg(metavar="INT", help_behavior_hint="(default: 1000)")
    ] = None
    quick: bool = False
    scenario: str = "aleutians"
    game: str = "aleutians"


@dataclass(frozen=True, kw_only=True)
class Rush:
    """Measure how often Japan wins by turn 2 by a rush of undefended places.

    Against each Allied script plays the script `rush`, and the strongest of it, of its fleets that
    linger, and of other plans. One more is searched for against the best Allied script.

    Args:
        games: of each pair that is measured, and of each candidate.
        minutes: of the search over parameters, against the Allied script that lets least pass; 0:
            none.
        plans: scripts of Japan that are candidates, too, as `glory respond` finds them.
        quick: 20 games and no search, to try the command.
        seed: of the search.
        scenario: name or path of a .yaml file.
        game: aleutians.
    """

    games: Annotated[
        int | None, tyro.conf.arg(metavar="INT", help_behavior_hint="(default: 300)")
    ] = None
    minutes: float = 2.0
    plans: Names = ()
    quick: bool = False
    seed: int = 0
    scenario: str = "aleutians"
    game: str = "aleutians"


@dataclass(frozen=True, kw_only=True)
class Balance:
    """Measure how often Japan wins between players of the same strength, and the fair bid.

    Args:
        agents: each plays itself.
        pairs: others beside them, as JAPAN/ALLIES.
        games: of each row.
        quick: 20 games, to try the command.
        scenario: name or path of a .yaml file.
        game: aleutians.
    """

    agents: tuple[str, ...] = (
        "historical", "aggressive", "aleutians-0", "aleutians-1", "aleutians-2",
    )  # fmt: skip
    pairs: tuple[str, ...] = ("rush:linger=1/guard", "aggressive/guard")
    games: Annotated[
        int | None, tyro.conf.arg(metavar="INT", help_behavior_hint="(default: 300)")
    ] = None
    quick: bool = False
    scenario: str = "aleutians"
    game: str = "aleutians"
