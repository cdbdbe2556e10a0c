"""Boats and recon aircraft of the script: where they look."""

from __future__ import annotations

from glory_agents.aleutians.air import strikers
from glory_agents.aleutians.goals import answering, guns_at, is_open, prize
from glory_agents.aleutians.records import Script
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians.actions import NODE, PASS, UNIT
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import in_play, in_range
from glory_env.games.aleutians.rules.task_forces import fleets_in_area
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    ALLIES,
    BOAT,
    JAPAN,
    NO_RECON,
    NONE,
    RECON_R,
    SEA,
    SPOT,
)


@rule
def watchers(g: Game, s: Tables, side: int, area: int) -> int:
    """Own boats and recon aircraft at sea in an area."""
    count = 0
    for u in range(s.units):
        scouts = s.kind[u] == BOAT or (s.kind[u] == AIRCRAFT and s.recon[u] != NO_RECON)
        if scouts and s.side[u] == side and g.place[u] == SEA:
            count += int(s.node_area[g.at[u]] == area)
    return count


@rule
def watch_value(g: Game, s: Tables, row: Script, side: int, area: int) -> float:
    """What it is worth to look at an area: enemy fleets there, or places they may come to."""
    if answering(g, row, side):
        return answer_value(g, s, area)
    value = 3.0 * fleets_in_area(g, s, 1 - side, area)
    if g.side != side:
        for p in range(s.sites):
            if g.spot_area[p] == area:
                value += 0.3 * s.vp[p] + prize(g, s, row, 1 - side, p)
    if value == 0.0:
        return 0.0
    value *= 1.0 + 0.5 * min(4, strikers(g, s, side, area))
    return value / (1.0 + watchers(g, s, side, area))


@rule
def answer_value(g: Game, s: Tables, area: int) -> float:
    """The same for the guard: enemy fleets, and in their phase open places to defend.

    In an own phase fleets beyond the reach of aircraft are let be.
    """
    reached = min(4, strikers(g, s, ALLIES, area))
    value = 3.0 * fleets_in_area(g, s, JAPAN, area)
    if g.side == ALLIES:
        return value * reached / (1.0 + watchers(g, s, ALLIES, area))
    for p in range(s.sites):
        if g.spot_area[p] == area and s.vp[p] > 0 and in_play(g, s, p):
            value += (1.0 if is_open(g, s, p) else 0.1) * s.vp[p]
            value += 0.5 * int(is_open(g, s, p) and guns_at(g, s, ALLIES, p) > 0)
    return value * (1.0 + 0.25 * reached) / (1.0 + watchers(g, s, ALLIES, area))


@rule
def choose_recon(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    """The next unit to send out: aircraft that help a search first; those that fight may wait.

    The guard sends those of short range first and keeps the others, to strike.
    """
    guards = answering(g, row, int(g.actor))
    best = NONE
    most = 0.0
    for u in range(s.units):
        if not mask[UNIT + u]:
            continue
        if s.kind[u] == AIRCRAFT:
            value = 3.0 if s.recon[u] == RECON_R else 1.0
            value += (-0.01 if guards else 0.01) * s.range[u]
            if guards and s.recon[u] != RECON_R:  # finds nothing in fog (R9-2k)
                continue
        else:
            value = 2.0
        if best_watch(g, s, row, u) == NONE:
            continue
        if value > most:
            most = value
            best = u
    return PASS if best == NONE else UNIT + best


@rule
def best_watch(g: Game, s: Tables, row: Script, u: int) -> int:
    """The area a unit would watch, or NONE."""
    best = NONE
    most = 0.0
    side = int(s.side[u])
    for n in range(s.nodes):
        area = int(s.node_area[n])
        landed = s.kind[u] == AIRCRAFT and g.place[u] == SPOT
        if landed and not in_range(s, u, int(g.spot_area[g.at[u]]), area):
            continue
        value = watch_value(g, s, row, side, area)
        if value > most:
            most = value
            best = area
    return best


@rule
def choose_recon_node(g: Game, s: Tables, row: Script, mask: Array[int]) -> int:
    side = int(g.actor)
    best = NONE
    most = -1.0
    for n in range(s.nodes):
        if mask[NODE + n]:
            value = watch_value(g, s, row, side, int(s.node_area[n]))
            if value > most:
                most = value
                best = n
    return NODE + best
