"""Ways over the sea: what it costs to sail somewhere, away from the enemy's eyes."""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import area_of
from glory_env.games.aleutians.rules.naval import is_closed
from glory_env.games.aleutians.rules.task_forces import fleet_at
from glory_env.games.aleutians.state import (
    AIRCRAFT,
    BOAT,
    MAX_AREAS,
    MAX_NODES,
    NO_RECON,
    NONE,
    SEA,
)

FAR = 1.0e6  # of what cannot be reached
WATCHED, FLEET_THERE = 1.5, 6.0  # what an enemy scout, or a fleet that stops the move, adds


@rule
def node_costs(g: Game, s: Tables, side: int, costs: Array[float]) -> None:
    """What it costs to enter each part of the sea, float64 (MAX_NODES,)."""
    watched = np.zeros(MAX_AREAS)
    for u in range(s.units):
        scouts = s.kind[u] == BOAT or (s.kind[u] == AIRCRAFT and s.recon[u] != NO_RECON)
        if s.side[u] != side and g.place[u] == SEA and scouts:
            watched[area_of(g, s, u)] += WATCHED
    for n in range(MAX_NODES):
        costs[n] = FAR
        if n < s.nodes and not is_closed(g, s, n):
            costs[n] = 1.0 + watched[int(s.node_area[n])]
            if fleet_at(g, 1 - side, n, 0) != NONE:
                costs[n] += FLEET_THERE


@rule
def spread(s: Tables, costs: Array[float], dist: Array[float], back: bool) -> None:
    """Dijkstra from the parts of the sea whose `dist` is below FAR, in place.

    dist: float64 (MAX_NODES,). back: towards those parts, so that entering them is not counted at
    the start of a way, but every step before it is.
    """
    done = np.zeros(MAX_NODES, np.int8)
    while True:
        n = -1
        for k in range(s.nodes):
            if not done[k] and dist[k] < FAR and (n < 0 or dist[k] < dist[n]):
                n = k
        if n < 0:
            return
        done[n] = 1
        for k in range(s.nodes):
            if (int(s.sea_links[n]) >> k) & 1:
                step = dist[n] + (costs[n] if back else costs[k])
                if step < dist[k] and (costs[k] < FAR or back):
                    dist[k] = step


@rule
def ways_from(g: Game, s: Tables, side: int, node: int, dist: Array[float]) -> None:
    """Cost of sailing to every part of the sea from `node`, NONE = from off the map."""
    costs = np.empty(MAX_NODES)
    node_costs(g, s, side, costs)
    for n in range(MAX_NODES):
        dist[n] = FAR
        if node == NONE and n < s.nodes and s.entry[side, n]:
            dist[n] = costs[n]
    if node != NONE:
        dist[node] = 0.0
    spread(s, costs, dist, False)


@rule
def step_to(
    g: Game, s: Tables, side: int, slot: int, goal: int, mask: Array[int], base: int
) -> int:
    """The legal next part of the sea on the cheapest way to `goal`, or NONE.

    mask: int8, legal actions; base: the action of part 0.
    """
    costs = np.empty(MAX_NODES)
    node_costs(g, s, side, costs)
    dist = np.full(MAX_NODES, FAR)
    dist[goal] = 0.0
    spread(s, costs, dist, True)
    best = NONE
    least = FAR
    for n in range(s.nodes):
        if mask[base + n] and dist[n] < FAR and costs[n] + dist[n] < least:
            least = costs[n] + dist[n]
            best = n
    return best
