"""The first actions a planner compares: a handful of splits and amounts, else all that is legal.

A candidate is a line of one or two micro-steps: an offer is named whole (civil, then army).
Scripts' proposals come first, the planner's own script before all.
"""

from __future__ import annotations

import numpy as np

from glory_env.games.glory.actions import AMOUNT, KIND
from glory_env.games.glory.state import OFFER_ARMY, OFFER_CIVIL, PAY, STEP

Line = tuple[int, int]  # the second is NO_STEP where one micro-step is all
NO_STEP = -1
CIVIL_SHIFTS = (0.0, 0.1, -0.1, 0.2)  # of the total, around the script's civil share
ARMY_SHIFTS = (0.0, 0.1, -0.1)  # of what army and navy get, around the script's division


def candidates(
    record: np.record,
    mask: np.ndarray,
    proposals: np.ndarray,
    most: int,
    rng: np.random.Generator,
) -> list[Line]:
    """At most `most` lines, the first proposal first.

    record: the game at a decision; mask: int8 (N_ACTIONS,), its legal actions; proposals: int64
    (R, 2) as from rollouts.propose. rng: draws which actions stay when there are too many.
    """
    lines = [(int(a), int(b)) for a, b in proposals]
    decision = int(record.decision)
    if decision == OFFER_CIVIL:
        lines += _splits(record, mask, lines[0])
    elif decision == OFFER_ARMY:
        lines += _shares(record, mask, lines[0][0])
    else:
        legal = [int(a) for a in np.flatnonzero(mask)]
        amounts = [a for a in legal if AMOUNT <= a < KIND]
        if decision == PAY and amounts:
            middle = amounts[(len(amounts) - 1) // 2]
            lines += [(a, NO_STEP) for a in (amounts[0], amounts[-1], middle)]
            legal = [a for a in legal if a not in amounts]
        rest = [(a, NO_STEP) for a in legal if (a, NO_STEP) not in lines]
        if len(lines) + len(rest) > most:
            rest = [rest[k] for k in sorted(rng.permutation(len(rest))[:most])]
        lines += rest
    return list(dict.fromkeys(lines))[:most]


def _splits(record: np.record, mask: np.ndarray, proposal: Line) -> list[Line]:
    """Offers around a proposed one, on the grid."""
    total = int(record.total)
    civil = (proposal[0] - AMOUNT) * STEP
    rest = max(1, total - civil)
    share = (proposal[1] - AMOUNT) * STEP / rest
    grid = int(record.opt_grid)
    lines = []
    for shift in CIVIL_SHIFTS:
        amount = _on_grid(civil + shift * total, grid)
        if not _is_amount(mask, amount):
            continue
        room = total - total % grid - amount
        for lean in ARMY_SHIFTS:
            army = min(_on_grid((share + lean) * room, grid), room)
            lines.append((AMOUNT + amount // STEP, AMOUNT + army // STEP))
    return lines


def _shares(record: np.record, mask: np.ndarray, proposal: int) -> list[Line]:
    """Army shares around a proposed one."""
    room = int(record.total) - int(record.chosen_civil)
    army = (proposal - AMOUNT) * STEP
    amounts = [_on_grid(army + lean * room, int(record.opt_grid)) for lean in ARMY_SHIFTS]
    return [(AMOUNT + a // STEP, NO_STEP) for a in amounts if _is_amount(mask, a)]


def _on_grid(tonnage: float, grid: int) -> int:
    return max(0, int(tonnage) // grid * grid)


def _is_amount(mask: np.ndarray, tonnage: int) -> bool:
    action = AMOUNT + tonnage // STEP
    return AMOUNT <= action < KIND and bool(mask[action])
