"""What holds in every position of every game of the Aleutians Campaign, and from step to step.

Compiled, as for Glory (`glory_env.games.glory.fuzz.invariants`). A broken invariant is a number:
`message_of` puts it into words.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.fuzz.codes import DETAIL, numbered, put_into_words
from glory_env.games.aleutians.engine.alike import look_alike
from glory_env.games.aleutians.engine.observation import encode
from glory_env.games.aleutians.engine.visible import is_hidden
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.limits import MAX_DECISIONS, MAX_PER_PHASE
from glory_env.games.aleutians.rules.bases import japan_holds_land
from glory_env.games.aleutians.rules.victory import vp
from glory_env.games.aleutians.state import (
    ABSENT,
    AIRCRAFT,
    ALLIES,
    BOAT,
    BOX,
    CARRIER,
    FLEET,
    FLEETS,
    GONE,
    GROUND,
    JAPAN,
    LOST,
    MAX_AREAS,
    MAX_NODES,
    MAX_SHIPS,
    MAX_SPOTS,
    MAX_STACK,
    MAX_UNITS,
    NO_DECISION,
    NONE,
    OVER,
    PHASES,
    PLACES,
    PLAYING,
    REPAIR,
    SEA,
    SHIP,
    SLOTS,
    SPOT,
    SUBMARINE,
    TARGET,
    UNIT_KINDS,
    WITHDRAWN,
)

MESSAGES = {
    "place": "a unit is where its kind cannot be, or in what is not there",
    "duty": "the units of the schedule are not each on one of the counters of their face",
    "unseen": "a like counter has gone out of sight and kept its number",
    "fleet": "too many ships in a fleet, or more troops than lifts",
    "deck": "too many aircraft on a carrier",
    "stack": "too many ground units of a side in one place",
    "supply": "supply below 0 or above what the track holds",
    "points": "the victory points are not those of the places and of what has been scored",
    "mask": "the mask is empty at a decision, or not empty without one, or holds not only 0 and 1",
    "decision": "nobody is asked a decision, or somebody none",
    "over": "phase and outcome do not agree on whether the game is over",
    "seen": "an entry of an observation is not in -1..1",
    "turn": "the turn is not the same or the next, or past the last",
    "gone": "a unit out of the game has come back",
    "rolled": "the count of dice has fallen",
    "phase_length": "more decisions in a phase than limits.MAX_PER_PHASE",
    "game_length": "more decisions in a game than limits.MAX_DECISIONS",
}
BAD = numbered(MESSAGES)
_LIMITS = np.array([MAX_PER_PHASE[name] for name in PHASES], np.int64)
# Where units of a kind can be.
_MAY_BE = np.zeros((len(UNIT_KINDS), len(PLACES)), np.int8)
_MAY_BE[0, ABSENT] = 1
_MAY_BE[1:, [ABSENT, BOX, LOST, WITHDRAWN, GONE]] = 1
_MAY_BE[SHIP, [FLEET, REPAIR]] = 1
_MAY_BE[AIRCRAFT, [SPOT, CARRIER, SEA, TARGET]] = 1
_MAY_BE[BOAT, SEA] = 1
_MAY_BE[GROUND, [FLEET, SPOT, SUBMARINE]] = 1


def message_of(code: int) -> str:
    """A broken invariant in words; the number at its end is the unit, place, fleet or phase."""
    return put_into_words(MESSAGES, code)


@rule
def check_call(
    before: Array[Game], games: Array[Game], tables: Array[Tables], mask: Array[int], in_phase: int,
    in_game: int, seen: Array[float],
) -> int:  # fmt: skip
    """A code of the first broken invariant after a call of the engine, 0 where all hold.

    before, games: GAME (1,), before and after it; tables: (1,); mask: int8 (N_ACTIONS,) as the
    engine filled it; in_phase, in_game: decisions so far; seen: float32 (OBSERVATION_SIZE,), to
    write observations into, or of length 0 to leave them out.
    """
    g = games[0]
    s = tables[0]
    code = check_step(before[0], g, s)
    if not code:
        code = check_units(g, s)
    if not code:
        code = check_limits(g, s)
    if not code:
        code = check_points(g, s)
    if not code:
        code = check_decision(g, mask)
    if not code and seen.shape[0] > 0:
        code = check_seen(g, s, seen)
    if not code and in_phase > _LIMITS[g.phase]:
        code = BAD.phase_length * DETAIL + int(g.phase)
    if not code and in_game > MAX_DECISIONS:
        code = BAD.game_length * DETAIL
    return code


@rule
def check_step(b: Game, g: Game, s: Tables) -> int:
    """What is wrong between a game before (b) and after a call of the engine."""
    if not b.turn <= g.turn <= b.turn + 1 or g.turn > s.last_turn:
        return BAD.turn * DETAIL
    for side in range(2):
        gone = 0
        for u in range(s.units):
            if s.side[u] == side:
                gone += int(g.place[u] == GONE) - int(b.place[u] == GONE)
        if gone < 0:
            return BAD.gone * DETAIL + side
    for purpose in range(g.rolled.shape[0]):
        if g.rolled[purpose] < b.rolled[purpose]:
            return BAD.rolled * DETAIL + purpose
    return 0


# --- one position --------------------------------------------------------------------------
@rule
def check_units(g: Game, s: Tables) -> int:
    """Every unit is in one place that is there, and counters are conserved."""
    duties = np.zeros(MAX_UNITS, np.int64)
    for u in range(s.units):
        duty = int(g.duty[u])
        if not 0 <= duty < s.units or (duty != u and not look_alike(s, u, duty)):
            return BAD.duty * DETAIL + u
        duties[duty] += 1
    for u in range(MAX_UNITS):
        if u >= s.units:
            if g.place[u] != ABSENT:
                return BAD.place * DETAIL + u
            continue
        if not _MAY_BE[s.kind[u], g.place[u]] or not is_there(g, s, u):
            return BAD.place * DETAIL + u
        if duties[u] != 1:
            return BAD.duty * DETAIL + u
        if s.alike[u] and not g.unseen[u] and is_hidden(g, s, u, 1 - int(s.side[u])):
            return BAD.unseen * DETAIL + u
    return 0


@rule
def is_there(g: Game, s: Tables, u: int) -> bool:
    """Whether that is on the map in which a unit is: fleet, spot, ship, part of the sea."""
    place = int(g.place[u])
    at = int(g.at[u])
    if place == FLEET:
        return 0 <= at < SLOTS and at // FLEETS == s.side[u] and g.fleet_used[at] == 1
    if place == SPOT:
        return 0 <= at < MAX_SPOTS and g.spot_used[at] == 1
    if place == CARRIER:
        return 0 <= at < s.units and s.capacity[at] > 0 and s.side[at] == s.side[u]
    if place == SUBMARINE:
        return 0 <= at < s.units and s.kind[at] == BOAT and s.side[at] == s.side[u]
    if place == SEA:
        inland = s.kind[u] == AIRCRAFT and MAX_NODES <= at < MAX_NODES + MAX_AREAS
        return 0 <= at < s.nodes or inland
    if place == TARGET:
        return 0 <= at < g.group_state.shape[0] and g.group_side[at] == s.side[u]
    return True


@rule
def check_limits(g: Game, s: Tables) -> int:
    """Fleets, decks, stacks and supply tracks hold no more than they can (R8-1b, R13-1a)."""
    ships = np.zeros(SLOTS, np.int64)
    lifts = np.zeros(SLOTS, np.int64)
    cargo = np.zeros(SLOTS, np.int64)
    deck = np.zeros(MAX_UNITS, np.int64)
    stack = np.zeros((MAX_SPOTS, 2), np.int64)
    for u in range(s.units):
        at = int(g.at[u])
        if g.place[u] == FLEET and s.kind[u] == SHIP:
            ships[at] += 1
            lifts[at] += s.lift[u]
        elif g.place[u] == FLEET:
            cargo[at] += 1
        elif g.place[u] == CARRIER:
            deck[at] += 1
        elif g.place[u] == SPOT and s.kind[u] == GROUND:
            stack[at, s.side[u]] += 1
    for slot in range(SLOTS):
        # Fire in both directions can leave two fleets short; one is asked about after the other.
        is_short = cargo[slot] > lifts[slot] and g.short_fleet == NONE
        if ships[slot] > MAX_SHIPS or is_short:
            return BAD.fleet * DETAIL + slot
    for u in range(s.units):
        if deck[u] > s.capacity[u]:
            return BAD.deck * DETAIL + u
    for p in range(MAX_SPOTS):
        for side in range(2):
            if stack[p, side] > MAX_STACK:
                return BAD.stack * DETAIL + p
    for side in range(2):
        if not 0 <= g.supply[side] <= s.supply_cap[side] or g.seattle < 0:
            return BAD.supply * DETAIL + side
    return 0


@rule
def check_points(g: Game, s: Tables) -> int:
    """Count the points of the places anew, place by place (R4-1a, R4-1b, R3-2e)."""
    if g.turn == 0:
        return 0
    total = int(g.points)
    for p in range(s.sites):
        here = np.zeros(2, np.int64)
        for u in range(s.units):
            if g.place[u] == SPOT and g.at[u] == p:
                here[s.side[u]] += 1
        if s.island[p]:
            holds = here[ALLIES] == 0 and (here[JAPAN] > 0 or s.colour[p] == JAPAN)
        else:
            holds = japan_holds_land(g, s, p)
        total += int(s.vp[p]) if holds else 0
    return 0 if total == vp(g, s) else BAD.points * DETAIL


@rule
def check_decision(g: Game, mask: Array[int]) -> int:
    """Whose it is, and that there is something to choose.

    Where the engine pauses between two phases, nobody is asked, and the last actor still stands.
    """
    asked = g.decision != NO_DECISION
    count = 0
    for action in range(mask.shape[0]):
        if mask[action] != 0 and mask[action] != 1:
            return BAD.mask * DETAIL
        count += int(mask[action])
    if asked != (count > 0):
        return BAD.mask * DETAIL + int(g.decision)
    somebody = g.actor == JAPAN or g.actor == ALLIES
    if (asked and not somebody) or (somebody and g.outcome != PLAYING):
        return BAD.decision * DETAIL + int(g.decision)
    if (g.outcome != PLAYING) != (g.phase == OVER) or (asked and g.outcome != PLAYING):
        return BAD.over * DETAIL
    return 0


@rule
def check_seen(g: Game, s: Tables, seen: Array[float]) -> int:
    """What each seat sees is in the bounds of the observation space."""
    for seat in range(2):
        encode(g, s, seat, seen)
        for k in range(seen.shape[0]):
            if not -1.0 <= seen[k] <= 1.0:
                return BAD.seen * DETAIL + seat
    return 0
