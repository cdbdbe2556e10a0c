"""What the units sent to a hex with enemies bring and cost, by the means of dice and tables."""

from __future__ import annotations

from glory_agents.empire import forces
from glory_agents.empire.forces import (
    AN_ATTACK,
    AN_HITS,
    AN_STEPS,
    GC_ATTACK,
    GC_HITS,
    GC_STEPS,
    LAST_ATTACK,
    LAST_HITS,
)
from glory_agents.empire.records import Design, Script
from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.zones import is_flyer
from glory_env.games.empire.state import AL, GROUND, LANDED, NAVAL

FIRST, ANSWER = 0.85, 0.62  # mean factor of the fire of a surprise, of the answer to it
SEEN = (0.65, 0.35)  # how often an operation of the side is seen, about


@rule
def mean_of_ground(s: Tables, modifier: int) -> float:
    """Mean factor of ground combat with a modifier of the die."""
    total = 0
    for die in range(10):
        total += int(s.gc_factor[min(15, max(0, die + modifier))])
    return total / 20.0


@rule
def value_of(g: Game, s: Tables, p: Script, o: Design, place: int) -> float:
    """Points that the units sent there are worth: the hex, steps of theirs, steps of ours.

    The first fire is that of a surprise, the answer comes from who is left and, as often as
    operations are seen, from who may react.
    """
    hex_, worth, enemies = int(s.place_hex[place]), float(o.worth[place]), o.enemies[place]
    strike, hits, steps = 0.0, 0.0, 0
    ground, stands, landed, flying, sailing = 0.0, 0.0, False, False, False
    for k in range(int(o.count)):
        u = int(o.mine[k])
        if o.goal[u] != hex_:
            continue
        if s.kind[u] == GROUND:
            ground += forces.attack_now(g, s, u)
            walks = forces.walks_to(g, s, u, hex_, int(o.ov)) and not g.unit_flags[u] & LANDED
            landed = landed or not walks
            one = float(forces.defence_now(g, s, u) * int(g.steps[u]))
            stands += one if walks else one / 2
        else:
            strike += forces.strike_of(g, s, u, hex_, int(o.near[place]), int(o.ov))
            hits += float(forces.defence_now(g, s, u) * int(g.steps[u]))
            steps += int(g.steps[u])
            flying = flying or is_flyer(s, u)
            sailing = sailing or s.kind[u] == NAVAL
    comes = SEEN[o.side] * forces.threat_to(g, s, int(o.side), hex_, int(o.ov))
    fire = strike * (FIRST + (0.1 if o.side == AL and flying else 0.0))
    gained, lost, win = 0.0, 0.0, 1.0
    gc, gc_hits = float(enemies[GC_ATTACK]), float(enemies[GC_HITS])
    if enemies[AN_HITS] > 0:
        part = min(1.0, fire / float(enemies[AN_HITS]))
        gained += part * float(enemies[AN_STEPS])
        rest = float(enemies[AN_ATTACK]) * (1.0 - part)
    else:
        rest = 0.0
        if gc_hits > 0.0 and strike > 0.0:
            kept = max(float(enemies[LAST_HITS]), gc_hits - fire)
            gained += (gc_hits - kept) / max(1.0, gc_hits) * float(enemies[GC_STEPS])
            gc = max(float(enemies[LAST_ATTACK]), gc * kept / gc_hits)
            gc_hits = kept
    answer = ANSWER * (rest + comes)
    if hits > 0.0:
        lost += min(1.0, answer / hits) * steps
        left = max(0.1, strike * (1.0 - min(1.0, answer / hits)))
    else:
        left = 0.1
    if rest + comes > 0.0:
        odds = left / (rest + 0.7 * comes + 0.1)
        win = odds * odds / (odds * odds + 1.0)
    if ground > 0.0:
        support = int(s.drm[s.terrain[hex_]])
        if flying:
            support += int(s.support_drm[1])
        if sailing:
            support += int(s.support_drm[0])
        against = int(s.landing_drm) if landed and enemies[GC_STEPS] > 0 else 0
        ours = ground * mean_of_ground(s, support)
        theirs = gc * mean_of_ground(s, against)
        killed = 1.0 if gc_hits <= 0.0 else min(1.0, ours / gc_hits)
        fallen = min(1.0, theirs / max(1.0, stands))
        taken = min(1.0, max(0.0, (killed - 0.4 * fallen - 0.2) / 0.6))
        if fallen >= 1.0 and gc_hits > 0.0:
            taken *= 0.3
        may_land = win if landed else 1.0
        gained += may_land * killed * float(enemies[GC_STEPS])
        lost += may_land * fallen * stands / 12.0
        worth *= may_land * taken
    else:
        worth *= 0.1 * gained / max(1.0, float(enemies[AN_STEPS] + enemies[GC_STEPS]))
    return worth + p.steps * gained - p.own * lost
