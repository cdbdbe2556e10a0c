"""What a player works out from the printed charts and the position: chances and means.

Nothing hidden goes in, neither dice key nor objective, and no judgement: every figure is exact for
the position as it stands. Tonnage in units of 10,000 tons. Battles of this turn are read in this
turn's chart (12-3). A fight is its dice and its +1s (12-6-1); the optional +1 of the hybrid (17-1)
is left out, since its owner decides on it after the roll.
"""

from __future__ import annotations

import math

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.activation import activation_price
from glory_env.games.glory.rules.board import contested_boxes, is_aircraft, is_ship, is_unit
from glory_env.games.glory.rules.combat import nation_in
from glory_env.games.glory.rules.convoy import LARGE
from glory_env.games.glory.rules.handicap import battle_loss_of, convoy_loss_of
from glory_env.games.glory.rules.options import lowest_hit
from glory_env.games.glory.state import (
    AMPHIBIOUS,
    ARMY,
    BCV,
    DR,
    H_BATTLE_LOSSES,
    H_CONVOY_LOSSES,
    INVASION,
    MAX_BOXES,
    MAX_HITS,
    MAX_MARKERS,
    MEAN_DICE,
    MEAN_MODIFIERS,
    NAVY,
    NONE,
    ODDS_DICE,
    ODDS_MODIFIERS,
    PLAYING,
    STACK_MODIFIERS,
)

# Columns of `survey`.
UNITS, DICE, MODIFIERS, ACTIVE, IDLE, PRICE, COUNTED = 0, 1, 2, 3, 4, 5, 6
GP, LOSS, RETREAT, NO_LOSS = 0, 1, 2, 3  # of the means of a fight
BONUS_DIE = 3.5  # mean of the army's die for a retreat (12-4)


# --- what stands where ---------------------------------------------------------------------
@rule
def survey(g: Game, s: Tables) -> np.ndarray:
    """What stands in each box by service, int32 (2, MAX_BOXES, COUNTED); most figures start here.

    UNITS, DICE, MODIFIERS: Active units that fight for the service, as `combat.fights_for` has
    them: navy units lent to the army fight for the army (R12-8b). ACTIVE: its own Active units,
    lent ones with the navy (12-7). IDLE: other units of its own; PRICE: what it costs to activate
    all of them, twice as much beside a marker (10-1, 10-2).
    """
    sums = np.zeros((2, MAX_BOXES, COUNTED), np.int32)
    contested = contested_boxes(g, s)
    for u in range(s.counters):
        box = int(g.place[u])
        if box < 0 or not is_unit(s, u):
            continue
        own = int(s.service[u])
        if g.active[u]:
            service = ARMY if g.supports[u] else own
            sums[service, box, UNITS] += 1
            sums[service, box, DICE] += g.printed_dice[u]
            sums[service, box, MODIFIERS] += modifier_of(s, u)
            sums[own, box, ACTIVE] += 1
        else:
            sums[own, box, IDLE] += 1
            sums[own, box, PRICE] += activation_price(g, u, contested)
    return sums


@rule
def modifier_of(s: Tables, u: int) -> int:
    """The +1s of a unit in a fight; the hybrid's is left out, its owner decides on it."""
    return 0 if s.kind[u] == BCV else int(s.modifier[u])


@rule
def occupied_boxes(g: Game, s: Tables) -> int:
    """Boxes with a unit of either service, as bits: a marker there is held (R8-2-2b)."""
    bits = 0
    for u in range(s.counters):
        if g.place[u] >= 0 and is_unit(s, u):
            bits |= 1 << int(g.place[u])
    return bits


@rule
def is_alone(s: Tables, sums: np.ndarray, box: int) -> bool:
    """Whether a loss in this box is doubled as units stand now (12-7), for who fights there."""
    both = sums[ARMY, box, ACTIVE] > 0 and sums[NAVY, box, ACTIVE] > 0
    return s.box_kind[box] == AMPHIBIOUS and not both


# --- hits ----------------------------------------------------------------------------------
@rule
def _chance_of(n: int, k: int, p: float) -> float:
    """Chance that exactly k of n dice show what each shows with chance p."""
    if k > n:
        return 0.0
    if p >= 1.0:
        return 1.0 if k == n else 0.0
    ways = math.lgamma(n + 1.0) - math.lgamma(k + 1.0) - math.lgamma(n - k + 1.0)
    return math.exp(ways + k * math.log(p) + (n - k) * math.log(1.0 - p))


@rule
def count_hit_chances(threshold: int, stack: int, dice: int, modifiers: int) -> np.ndarray:
    """Chances of 0, 1 .. hits, float64 (MAX_HITS,), of any number of dice, without the table.

    The last row is for that many or more. Need by need as `carriers.count_hits`: of the dice that
    are not hits yet, those one face lower take +1s while there are any. Every die taken is a hit,
    so hits so far and +1s left are all that has to be known; who runs short of +1s is done.
    """
    last = MAX_HITS - 1
    now = np.zeros((MAX_HITS, modifiers + 1))
    rest = 1.0
    for hits in range(min(dice, last - 1) + 1):
        now[hits, modifiers] = _chance_of(dice, hits, (7 - threshold) / 6.0)
        rest -= now[hits, modifiers]
    if dice >= last:
        now[last, modifiers] = max(rest, 0.0)
    for need in range(1, threshold if stack else min(2, threshold)):
        following = np.zeros((MAX_HITS, modifiers + 1))
        for hits in range(min(dice, last) + 1):
            for left in range(modifiers + 1):
                chance = now[hits, left]
                if chance == 0.0:
                    continue
                most = left // need
                rest = 1.0
                for more in range(min(most, last - hits)):
                    part = _chance_of(dice - hits, more, 1.0 / (threshold - need))
                    following[hits + more, left - more * need] += chance * part
                    rest -= part
                following[min(hits + most, last), left - most * need] += chance * max(rest, 0.0)
        now = following
    chances = np.zeros(MAX_HITS)
    for hits in range(MAX_HITS):
        for left in range(modifiers + 1):
            chances[hits] += now[hits, left]
    return chances


@rule
def hit_chances(g: Game, s: Tables, dice: int, modifiers: int) -> np.ndarray:
    """Chances of 0, 1 .. MAX_HITS - 1 hits (the last: or more) this turn, float64 (MAX_HITS,).

    By dice and +1s; a table up to ODDS_DICE and ODDS_MODIFIERS (then a view: read only), some
    microseconds beyond. Optional rule 20-1 and the switch of stacked modifiers are the game's.
    """
    threshold = lowest_hit(g, s)
    stack = int(g.switch[STACK_MODIFIERS])
    if dice <= ODDS_DICE and modifiers <= ODDS_MODIFIERS:
        late = 1 if threshold == s.hit_from[1] else 0
        chances: np.ndarray = s.hit_chance[late, stack, dice, modifiers]
        return chances
    return count_hit_chances(threshold, stack, dice, modifiers)


# --- battles -------------------------------------------------------------------------------
@rule
def fight_means(
    g: Game, s: Tables, service: int, nation: int, dice: int, modifiers: int, alone: bool
) -> tuple[float, float, float, float]:
    """Means of a fight of this turn with that many dice and +1s; for "what if" as well.

    Args:
        service: ARMY or NAVY. nation: of the markers (`combat.nation_in`), not NONE.
        alone: the loss is doubled (R12-7a).

    Returns:
        gp: mean points of the service, the army's bonus die for a retreat with them.
        loss: mean loss that is to be paid, doubled already.
        retreat: chance of DR; only the army's drives the markers back (R12-4b).
        no_loss: chance that nothing is to be paid, DR included.
    """
    gp = 0.0
    loss = 0.0
    retreat = 0.0
    no_loss = 0.0
    chances = hit_chances(g, s, dice, modifiers)
    for hits in range(min(dice, MAX_HITS - 1) + 1):
        chance = chances[hits]
        gp += chance * s.crt_gp[g.turn, nation, hits]
        tonnage = battle_loss_of(g, s, nation, hits)
        if tonnage == DR:
            retreat += chance
        elif tonnage == 0:
            no_loss += chance
        else:
            loss += chance * tonnage
    if service == ARMY:
        gp += BONUS_DIE * retreat
    if alone:
        loss *= 2.0
    return gp, loss, retreat, no_loss + retreat


@rule
def quick_means(
    g: Game, s: Tables, service: int, nation: int, dice: int, modifiers: int, alone: bool
) -> tuple[float, float, float, float]:
    """`fight_means` in float32 from the table of means, where the fight is in it."""
    if (
        dice > MEAN_DICE
        or modifiers > MEAN_MODIFIERS
        or g.opt_handicap[H_BATTLE_LOSSES] != 0  # the table holds the printed losses
    ):
        return fight_means(g, s, service, nation, dice, modifiers, alone)
    late = 1 if lowest_hit(g, s) == s.hit_from[1] else 0
    stack = int(g.switch[STACK_MODIFIERS])
    means = s.fight_mean[late, g.turn, nation, stack, dice, modifiers]
    gp = float(means[0])
    if service == ARMY:
        gp += BONUS_DIE * means[2]
    loss = float(means[1])
    return gp, 2.0 * loss if alone else loss, float(means[2]), float(means[3])


@rule
def battle_means(
    g: Game, s: Tables, sums: np.ndarray, service: int, box: int
) -> tuple[float, float, float, float]:
    """`fight_means` with what the service has Active in a box; zeros where it would not fight.

    sums: `survey(g, s)`.
    """
    nation = nation_in(g, s, box)
    if nation == NONE or sums[service, box, UNITS] == 0:
        return 0.0, 0.0, 0.0, 0.0
    dice = sums[service, box, DICE]
    modifiers = sums[service, box, MODIFIERS]
    return fight_means(g, s, service, nation, dice, modifiers, is_alone(s, sums, box))


# --- invasion ------------------------------------------------------------------------------
@rule
def advancing(g: Game, s: Tables, occupied: int) -> int:
    """Markers that would move if they were called now, as bits (`invasion.can_advance`)."""
    bits = 0
    for m in range(s.markers):
        step = int(g.marker_step[m])
        if step < s.route_length[m]:
            held = step > 0 and (occupied >> int(s.route[m, step - 1])) & 1 == 1
            if not held:
                bits |= 1 << m
    return bits


@rule
def invasion_turn(g: Game, s: Tables) -> int:
    """The turn of the next invasion phase; 0 if there is none before the game ends."""
    if g.outcome != PLAYING:
        return 0
    turn = int(g.turn) if g.phase == INVASION else int(g.turn) + 1
    return turn if turn <= s.last_turn else 0


_SHARE = np.array([bin(faces).count("1") / 6 for faces in range(64)])


@rule
def share_of_faces(faces: int) -> float:
    """Chance of a die to show one of these faces: bit 0 is face 1."""
    return float(_SHARE[faces & 63])


@rule
def invasion_odds(
    g: Game, s: Tables, occupied: int, markers: Array[float], boxes: Array[float]
) -> None:
    """Who moves where in the invasion phases, as units stand now (R8-1b, R8-2-2b, R8-4b).

    Both phases are read from the position of now: a marker may move in one and again in the next.

    Args:
        occupied: `occupied_boxes(g, s)`; only those of markers matter.
        markers: float (2 * MAX_MARKERS,), zeros: chance that each moves this turn, while that
            phase is still to come; then the same in the coming turn.
        boxes: float (MAX_BOXES,), zeros: chance that one marker or more enters at the next
            invasion phase.
    """
    following = invasion_turn(g, s)
    if following == 0:
        return
    able = advancing(g, s, occupied)
    coming = int(g.turn) + 1
    for m in range(s.markers):
        if not (able >> m) & 1:
            continue
        if following < coming:
            markers[m] = share_of_faces(s.called_by[following, m])
        if coming <= s.last_turn:
            markers[MAX_MARKERS + m] = share_of_faces(s.called_by[coming, m])
        box = int(s.route[m, g.marker_step[m]])
        faces = 0
        for other in range(s.markers):
            if (able >> other) & 1 and s.route[other, g.marker_step[other]] == box:
                faces |= int(s.called_by[following, other])
        boxes[box] = share_of_faces(faces)


# --- convoys and sea transport -------------------------------------------------------------
@rule
def convoy_escorts(g: Game, s: Tables) -> tuple[int, int]:
    """Ships and aircraft in the convoy box; damaged ones count in full (R13-2-1d)."""
    ships = 0
    aircraft = 0
    for u in range(s.counters):
        if g.place[u] == s.convoy:
            if is_ship(s, u):
                ships += 1
            elif is_aircraft(s, u):
                aircraft += 1
    return ships, aircraft


@rule
def mean_convoy_loss(g: Game, s: Tables, ships: int, aircraft: int, method: int) -> float:
    """Mean loss of the convoys (13-2): more than `convoy_ships` count as that many.

    One aircraft or several are the same (R13-2-1b). method: 0 = A small, 1 = B large.
    """
    row = min(ships, int(s.convoy_ships))
    more = 1 if aircraft > 0 else 0
    if g.opt_handicap[H_CONVOY_LOSSES] == 0:
        return float(s.convoy_mean[method, row, more])
    total = 0
    for face in range(1, 7):
        total += convoy_loss_of(g, s, method, row, face + more)
    return total / 6.0


@rule
def convoy_odds(g: Game, s: Tables) -> tuple[float, float, float, float]:
    """Mean loss of a convoy fight: as it stands, one ship more, one aircraft more, large convoys.

    Where the box is full, or the convoys are large already, the figure is that of now.
    """
    ships, aircraft = convoy_escorts(g, s)
    return convoy_means(g, s, ships, aircraft)


@rule
def convoy_means(
    g: Game, s: Tables, ships: int, aircraft: int
) -> tuple[float, float, float, float]:
    """The same for that many escorts."""
    now = mean_convoy_loss(g, s, ships, aircraft, g.convoy_method)
    ship = mean_convoy_loss(g, s, ships + 1, aircraft, g.convoy_method)
    plane = now
    if aircraft < s.convoy_aircraft:
        plane = mean_convoy_loss(g, s, ships, aircraft + 1, g.convoy_method)
    return now, ship, plane, mean_convoy_loss(g, s, ships, aircraft, LARGE)


# --- payment -------------------------------------------------------------------------------
@rule
def total_after_loss(g: Game) -> int:
    """The total if all that is left of the pending loss is paid from it (12-5)."""
    return int(g.total) - int(g.pool_paid) - int(g.loss)
