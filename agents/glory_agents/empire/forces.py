"""Who can strike and take a hex in an offensive: rough answers before anybody is activated."""

from __future__ import annotations

import numpy as np

from glory_agents.empire.records import Design
from glory_agents.empire.rows import SUMMARY
from glory_agents.empire.worth import BASE
from glory_env.core.compile import rule
from glory_env.games.empire.codes import OPEN_BATTLE
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import controls
from glory_env.games.empire.rules.ground import may_step
from glory_env.games.empire.rules.landing import landing, may_embark
from glory_env.games.empire.rules.participants import garrisons_in, reach_in_battle
from glory_env.games.empire.rules.supply import ENDS, scratch
from glory_env.games.empire.state import (
    ACTIVE,
    AIR,
    COLUMNS,
    GROUND,
    HQ,
    LANDED,
    MAP,
    MARINE,
    MOVED,
    NAVAL,
    NO_LANDING,
    NONE,
    TRANSFERRED,
)

FARTHER = 0.6  # of the strength of who has to move first, or comes at its extended range
# Columns of `enemies`
(
    AN_ATTACK, AN_HITS, AN_STEPS, GC_ATTACK, GC_HITS, GC_STEPS, LAST_HITS, LAST_ATTACK, HQS,
) = range(len(SUMMARY))  # fmt: skip


@rule
def start_of(g: Game, u: int) -> int:
    """The hex a unit has in the offensive's beginning, NONE off the map."""
    if g.place[u] != MAP:
        return NONE
    return int(g.home[u]) if g.unit_flags[u] & ACTIVE and g.home[u] != NONE else int(g.hex[u])


@rule
def attack_now(g: Game, s: Tables, u: int) -> int:
    """Its attack strength."""
    return int(s.attack[u, 2 - max(1, int(g.steps[u]))])


@rule
def defence_now(g: Game, s: Tables, u: int) -> int:
    """Hits that take a step."""
    return int(s.defence[u, 2 - max(1, int(g.steps[u]))])


@rule
def summarize(g: Game, s: Tables, side: int, summary: np.ndarray) -> None:
    """The enemies of a side in each place, int64 (MAX_PLACES, len(SUMMARY))."""
    summary[:] = 0
    for u in range(s.units):
        if g.place[u] != MAP or s.unit_side[u] == side:
            continue
        place = int(s.hex_place[g.hex[u]])
        if place == NONE:
            continue
        steps = int(g.steps[u])
        if s.kind[u] == HQ:
            summary[place, HQS] += 1
        elif s.kind[u] == GROUND:
            summary[place, GC_ATTACK] += attack_now(g, s, u)
            summary[place, GC_HITS] += steps * defence_now(g, s, u)
            summary[place, GC_STEPS] += steps
            summary[place, LAST_HITS] = defence_now(g, s, u)
            summary[place, LAST_ATTACK] = s.attack[u, 1]
        else:
            summary[place, AN_ATTACK] += attack_now(g, s, u)
            summary[place, AN_HITS] += steps * defence_now(g, s, u)
            summary[place, AN_STEPS] += steps
    if side == 0:
        return
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE:
            continue
        kind, count = int(s.garrison[hex_]), garrisons_in(g, s, hex_)
        if count:
            summary[place, GC_ATTACK] += count * int(s.garrison_attack[kind])
            summary[place, GC_HITS] += count * int(s.garrison_defence[kind])
            summary[place, GC_STEPS] += count
            summary[place, LAST_HITS] = int(s.garrison_defence[kind])
            summary[place, LAST_ATTACK] = int(s.garrison_attack[kind])


@rule
def near_fields(g: Game, s: Tables, o: Design) -> None:
    """Fill in the own airfield nearest to each place that is worth a look, as a hex."""
    side = int(o.side)
    for place in range(s.places):
        o.near[place] = NONE
        hex_ = int(s.place_hex[place])
        held = hex_ != NONE and o.enemies[place].sum() > 0
        if hex_ == NONE or not (held or o.worth[place] >= BASE) or not in_reach(g, s, o, hex_):
            continue
        o.near[place] = hex_
        least = 100
        for field in range(s.fields):
            at = int(s.field_hex[field])
            if held and at != NONE and s.dist[at, hex_] < least and controls(g, s, at, side):
                least = int(s.dist[at, hex_])
                o.near[place] = at


@rule
def in_reach(g: Game, s: Tables, o: Design, hex_: int) -> bool:
    """Whether any unit is as near as units ever come from in an offensive."""
    far = int(s.naval_move) * int(o.ov) + 3
    for k in range(int(o.count)):
        start = start_of(g, int(o.mine[k]))
        if start != NONE and s.dist[start, hex_] <= far:
            return True
    return False


@rule
def strike_of(g: Game, s: Tables, u: int, hex_: int, field: int, ov: int) -> float:
    """Attack strength that a unit brings to a battle, 0 if it does not come.

    field: the own airfield nearest to the hex.
    """
    start = start_of(g, u)
    if start == NONE or g.unit_flags[u] & TRANSFERRED:
        return 0.0
    far, attack = int(s.dist[start, hex_]), float(attack_now(g, s, u))
    if s.kind[u] == NAVAL:
        sails = int(s.naval_move) * ov
        if s.is_carrier[u]:
            return attack if far <= sails + int(s.range[u]) else 0.0
        return attack if s.coast[hex_] and far <= sails else 0.0
    if s.kind[u] != AIR:
        return 0.0
    if far <= s.range[u]:
        return attack
    if far <= reach_in_battle(s, u):
        return FARTHER * attack
    if field != NONE and s.dist[field, hex_] <= reach_in_battle(s, u):
        legs = max(int(s.range[u]), int(s.extended[u])) * ov
        return FARTHER * attack if s.dist[start, field] <= legs else 0.0
    return 0.0


@rule
def walks_to(g: Game, s: Tables, u: int, hex_: int, ov: int) -> bool:
    """Whether a ground unit can step into a hex next door, or did in this offensive."""
    start = start_of(g, u)
    if g.hex[u] == hex_ and start != hex_:
        return True
    points = 2 * int(s.ground_move) * ov
    for d in range(6):
        if s.near[start, d] == hex_:
            return may_step(g, s, u, start, d, points, NONE)
    return False


@rule
def find_shores(g: Game, s: Tables, o: Design) -> None:
    """Fill in where each ground unit can land; a unit that has landed is in its hex."""
    w = scratch()
    far = int(s.naval_move) * int(o.ov)
    o.shores[: int(o.count)] = 0
    for k in range(int(o.count)):
        u = int(o.mine[k])
        if s.kind[u] != GROUND or s.landing[u] == NO_LANDING or g.place[u] != MAP:
            continue
        if g.unit_flags[u] & LANDED:
            o.shores[k, 0, int(s.column[g.hex[u]])] |= 1 << int(s.row[g.hex[u]])
        if g.unit_flags[u] & MOVED or not may_embark(g, s, u):
            continue
        for escorted in range(2):
            if escorted and not carrier_in(g, s, o, int(g.hex[u])):
                continue
            landing(g, s, w, u, far, escorted, escorted, NONE, int(s.type[u] == MARINE))
            for c in range(COLUMNS):
                o.shores[k, escorted, c] |= w[ENDS, c]


@rule
def carrier_in(g: Game, s: Tables, o: Design, hex_: int) -> bool:
    """Whether one of the units is a carrier in a hex."""
    for k in range(int(o.count)):
        u = int(o.mine[k])
        if s.is_carrier[u] and g.hex[u] == hex_:
            return True
    return False


@rule
def on_shore(s: Tables, o: Design, k: int, escorted: int, hex_: int) -> bool:
    """After `find_shores`: whether unit k of the list can land in a hex."""
    return bool((o.shores[k, escorted, int(s.column[hex_])] >> int(s.row[hex_])) & 1)


@rule
def threat_to(g: Game, s: Tables, side: int, hex_: int, ov: int) -> float:
    """Strength of the enemy that may come to a battle, those in the hex not counted."""
    total = 0.0
    for u in range(s.units):
        if g.place[u] != MAP or s.unit_side[u] == side or g.hex[u] == hex_:
            continue
        far = int(s.dist[g.hex[u], hex_])
        sails = s.kind[u] == NAVAL and s.coast[hex_] != 0 and far <= int(s.naval_move) * ov
        if sails or (s.kind[u] == AIR and far <= reach_in_battle(s, u)):
            total += attack_now(g, s, u)
    return total


@rule
def open_battle(g: Game) -> int:
    """The hex of the battle that has been declared, NONE if none is."""
    for k in range(int(g.battles)):
        if g.battle_state[k] == OPEN_BATTLE:
            return int(g.battle_hex[k])
    return NONE
