"""Plans for a turn: a pair of scripts, army and navy, and how new ones come about."""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from glory_agents.glory.scripted.rows import COMMANDERS, PARAMETERS, SCRIPT
from glory_env.games.glory.state import SERVICES

_BOUNDS = {q.name: (q.low, q.high) for q in PARAMETERS}
_TYPES = {q.name: q.type for q in PARAMETERS}

# What standing plans change in the planner's own scripts, for army and navy.
STANDING: tuple[tuple[dict[str, Any], dict[str, Any]], ...] = (
    ({"civil": 0.35}, {"civil": 0.35}),
    ({"civil": 0.65, "thrift": 1.0}, {"civil": 0.65, "thrift": 1.0}),
    ({"care": 6.0}, {"care": 9.0}),
    ({"care": 1.5}, {"care": 1.5}),
    ({}, {"retreat_turn": 1}),
    ({}, {"retreat_turn": 17}),
    ({"thrift": 0.1}, {"thrift": 0.1}),
)


class Change(NamedTuple):
    """A parameter a new plan may change: how far (normal), and whether for both seats alike."""

    name: str
    spread: float
    together: bool = False


CHANGES = (
    Change("civil", 0.12, together=True),
    Change("care", 2.0),
    Change("thrift", 0.35),
    Change("retreat_turn", 3.0),
    Change("burn", 0.2),
    Change("taste", 0.3),
)
MOST_CHANGES = 3


def standing_plans(script: np.ndarray, partner: np.ndarray) -> np.ndarray:
    """The scripts themselves, then STANDING; SCRIPT (P, 2). script, partner: SCRIPT (1,)."""
    plans = np.empty((1 + len(STANDING), 2), SCRIPT)
    plans[:, 0], plans[:, 1] = script[0], partner[0]
    for k, pair in enumerate(STANDING, start=1):
        for seat, values in enumerate(pair):
            for name, value in values.items():
                plans[name][k, seat] = value
    return plans


def drawn_plans(plan: np.ndarray, count: int, rng: np.random.Generator) -> np.ndarray:
    """Variations of a plan: SCRIPT (count, 2) from SCRIPT (2,)."""
    plans = np.repeat(plan[None], count, axis=0)
    for k in range(count):
        for _ in range(int(rng.integers(1, MOST_CHANGES + 1))):
            change = CHANGES[int(rng.integers(len(CHANGES)))]
            low, high = _BOUNDS[change.name]
            seat = int(rng.integers(3))  # 2 = both
            seats = (0, 1) if change.together or seat == 2 else (seat,)
            value = plans[change.name][k, seats[0]] + change.spread * rng.normal()
            value = min(max(value, low), high)
            if _TYPES[change.name] == "i8":
                value = round(value)
            for other in seats:
                plans[change.name][k, other] = value
    return plans


def plan_in_words(plan: np.ndarray) -> str:
    """What a plan, SCRIPT (2,), says for each service."""
    return ", ".join(
        f"{SERVICES[seat]} {COMMANDERS[int(row['commander'])]} (civil {row['civil']:.2f}, "
        f"care {row['care']:.1f}, thrift {row['thrift']:.1f}, retreat turn {row['retreat_turn']})"
        for seat, row in enumerate(plan)
    )
