"""What may be asked of the studies of the Aleutians Campaign: settings, whose fields are flags.

Nothing that plays is imported here, so that `--help` does not wait for the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated

import tyro


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
