"""The longest possible game, in decisions: a sum over the maxima of every scenario.

Counted are micro-steps with `auto_forced=False`. A counter can be activated once, moved once
(pick, box, embarkation, landing, request, grant, sail: 7), lent once, damaged or given up at
most twice in each service's combat, advanced or started once a turn (pick kind, pick counter,
vote, and a pass before it: 4).
"""

from __future__ import annotations

from glory_env.games.glory.state import (
    MAX_BOXES,
    MAX_COUNTERS,
    MAX_ESCORTS,
    MAX_LINES,
    MAX_OFFERS_LIMIT,
    MAX_TURNS,
    ROWS,
)

MAX_PER_PHASE = {
    # offers of two steps after lines of three, each answered; at a deadlock two named, 4 rounds of
    # janken, concession
    "tonnage": (3 + 3 * MAX_LINES) * MAX_OFFERS_LIMIT + 4 + 8 + 1,
    "activation": MAX_COUNTERS + 2,
    "movement": 7 * MAX_COUNTERS + 2,
    # a battle in every box for each service: choice, request, end of support, hybrid, total
    "combat": 2 * MAX_BOXES * 5 + MAX_COUNTERS + 2 * 2 * MAX_COUNTERS,
    "convoy": 2 + min(2 * MAX_ESCORTS, 2),
    "production": 4 * (MAX_COUNTERS + len(ROWS)) + 2,
    "turn_13": 1,
}
MAX_DECISIONS = MAX_TURNS * sum(MAX_PER_PHASE.values())
