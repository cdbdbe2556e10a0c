"""The observation of the past: the public log of the last turns, and means over all turns."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.glory.engine.scaling import clip
from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.sections import AT, BY_SECTION, CROWD, PAST
from glory_env.games.glory.state import CIVIL, MAX_OFFERS_LIMIT, MAX_TONNAGE, ROWS

N_PAST = len(BY_SECTION["past"].columns)
N_PAST_SEATS = len(BY_SECTION["past_seats"].columns)
N_MEANS_SEATS = len(BY_SECTION["means_seats"].columns)
# In the observation's own type: nothing is converted.
PER_EVENT: Any = np.float32(1 / 8)
PER_HUNDRED: Any = np.float32(1 / 100)
PER_OFFER: Any = np.float32(1 / MAX_OFFERS_LIMIT)
PER_TON: Any = np.float32(1 / MAX_TONNAGE)
ONE: Any = np.float32(1)
LEAST: Any = np.float32(0)
MOST: Any = np.float32(CROWD)
N_ROWS = len(ROWS)


@rule
def encode_past(g: Game, out: np.ndarray) -> None:
    """Turns that are over, the last one first."""
    for back in range(PAST):
        turn = int(g.turn) - 1 - back
        if turn < 1:
            return
        encode_turn(g, turn, back, out)
        for seat in range(2):
            built = int(g.log_built[turn, seat])
            if built:
                for row in range(N_ROWS):
                    if (built >> row) & 1:
                        out[AT.past_built + seat * N_ROWS + row] += 1 / PAST


@rule
def per_total(g: Game, turn: int) -> Any:
    """1 over the total that was divided in a turn."""
    total = 0
    for k in range(CIVIL + 1):
        total += int(g.log_shares[turn, k])
    return ONE / np.float32(max(total, 1))


@rule
def scaled(x: int, by: Any) -> Any:
    """x times `by`, at least 0 (NONE is -1) and at most CROWD; all float32."""
    return min(max(np.float32(x) * by, LEAST), MOST)


@rule
def encode_turn(g: Game, turn: int, back: int, out: np.ndarray) -> None:
    share = per_total(g, turn)
    j = AT.past + back * N_PAST
    out[j] = 1.0
    out[j + 1] = scaled(g.log_offers[turn], PER_OFFER)
    out[j + 2] = g.log_deadlock[turn]
    out[j + 3] = scaled(g.log_shares[turn, CIVIL], share)
    out[j + 4] = scaled(g.log_together[turn], PER_EVENT)
    out[j + 5] = scaled(g.log_asked[turn], PER_EVENT)
    out[j + 6] = scaled(g.log_granted[turn], PER_EVENT)
    out[j + 7] = scaled(g.log_support_asked[turn], PER_EVENT)
    out[j + 8] = scaled(g.log_lent[turn], PER_EVENT)
    out[j + 9] = scaled(g.log_lent_damage[turn], PER_EVENT)
    out[j + 10] = scaled(g.log_convoy_loss[turn], PER_HUNDRED)
    out[j + 11] = scaled(g.log_total[turn], PER_TON)
    for seat in range(2):
        j = AT.past_seats + (2 * back + seat) * N_PAST_SEATS
        out[j] = scaled(g.log_claim[turn, seat], share)
        out[j + 1] = scaled(g.log_first_other[turn, seat], share)
        out[j + 2] = scaled(g.log_first_civil[turn, seat], share)
        out[j + 3] = scaled(g.log_last_claim[turn, seat], share)
        out[j + 4] = scaled(g.log_shares[turn, seat], share)
        out[j + 5] = scaled(g.log_spent[turn, seat], share)
        out[j + 6] = scaled(g.log_battles[turn, seat], PER_EVENT)
        out[j + 7] = scaled(g.log_loss[turn, seat], PER_HUNDRED)
        out[j + 8] = scaled(g.log_burnt[turn, seat], PER_HUNDRED)
        out[j + 9] = scaled(g.log_breach[turn, seat], PER_HUNDRED)
        out[j + 10] = scaled(g.log_doubled[turn, seat], PER_HUNDRED)
        out[j + 11] = scaled(g.log_gp[turn, seat], PER_HUNDRED)


@rule
def ratio(part: float, whole: float) -> float:
    """part over whole, 0 of nothing."""
    return clip(part / whole, 0.0, CROWD) if whole > 0.0 else 0.0


@rule
def encode_means(g: Game, out: np.ndarray) -> None:
    """Means over the turns that are over."""
    turns = int(g.turn) - 1
    if turns < 1:
        return
    failed = 0
    asked = 0
    granted = 0
    lent = 0
    convoys = 0
    totals = 0
    for turn in range(1, turns + 1):
        failed += int(g.log_deadlock[turn])
        asked += int(g.log_asked[turn])
        granted += int(g.log_granted[turn])
        lent += int(g.log_lent[turn])
        convoys += int(g.log_convoy_loss[turn])
        for k in range(CIVIL + 1):
            totals += int(g.log_shares[turn, k])
    out[AT.means] = ratio(failed, turns)
    out[AT.means + 1] = ratio(granted, asked)
    out[AT.means + 2] = ratio(lent, 8 * turns)
    out[AT.means + 3] = ratio(convoys, 100 * turns)
    for seat in range(2):
        claimed = 0
        shares = 0
        spent = 0
        burnt = 0
        lost = 0
        for turn in range(1, turns + 1):
            claimed += max(int(g.log_claim[turn, seat]), 0)
            shares += int(g.log_shares[turn, seat])
            spent += int(g.log_spent[turn, seat])
            burnt += int(g.log_burnt[turn, seat])
            lost += int(g.log_loss[turn, seat])
        j = AT.means_seats + seat * N_MEANS_SEATS
        out[j] = ratio(claimed, totals)
        out[j + 1] = ratio(shares, totals)
        out[j + 2] = ratio(spent, shares)
        out[j + 3] = ratio(burnt, lost)
        out[j + 4] = ratio(lost, 100 * turns)
