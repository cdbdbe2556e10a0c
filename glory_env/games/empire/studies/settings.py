"""What may be asked of the studies of Empire of the Sun: settings, whose fields are flags.

Nothing that plays is imported here, so that `--help` does not wait for the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import tyro


@dataclass(frozen=True, kw_only=True)
class Calibrate:
    """Check by play what is known about the balance of a scenario of one year, and its dice.

    Args:
        agent: plays both sides.
        games: of the agent with itself.
        quick: 20 games and few dice, to try the command.
        scenario: year_1942, year_1943 or year_1944.
        game: empire.
    """

    agent: str = "plan"
    games: Annotated[
        int | None, tyro.conf.arg(metavar="INT", help_behavior_hint="(default: 200)")
    ] = None
    quick: bool = False
    scenario: str = "year_1943"
    game: str = "empire"
