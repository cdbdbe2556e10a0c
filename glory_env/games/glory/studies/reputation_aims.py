"""What an agent with a reputation should reach, fixed before any games of it were played."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory.bench import best_responses
from glory_env.games.glory.bench.ablated import FROZEN_LOG, GENEROUS_PAST
from glory_env.games.glory.bench.config import RESPONSES, PlayConfig
from glory_env.games.glory.bench.family_members import Family
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.aims import Aim

AIMS = (
    Aim("completed", "completed with itself", low=0.80, form="share"),
    *(Aim(f"taker {seat}", f"gain of the strongest taker as {seat}", high=0.10)
      for seat in SERVICES),
    *(Aim(f"response {seat}", f"gain of the stored best response as {seat}", high=0.10)
      for seat in SERVICES),
    Aim(FROZEN_LOG, "memory against takers held out, less no past", low=0.10),
    Aim(GENEROUS_PAST, "memory against takers held out, less a generous past", low=0.10),
)  # fmt: skip


def responses(config: PlayConfig, agent: Family) -> dict[str, dict[str, Any]]:
    """Of each policy the stored best response of the largest budget: its gain by its seat, where
    it is "from". In the utilities of the suite. Nothing of policies without one.
    """
    stored = {name: best_responses.responses_to(config, RESPONSES, name) for name in agent}
    return {
        name: {
            "from": best_responses.words(found[-1]),
            **{seat: found[-1]["figures"][seat]["gain"] for seat in SERVICES},
        }
        for name, found in stored.items()
        if found
    }
