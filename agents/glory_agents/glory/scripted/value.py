"""What a commander thinks a unit is worth somewhere, in glory points.

The one judgement behind all its orders. A commander is a stance (`stands`) and two weights:
`care` for the shipping that losses cost, `thrift` for the tonnage that activation costs.
"""

from __future__ import annotations

from glory_agents.glory.scripted.records import Plan, Script
from glory_agents.glory.scripted.rows import CHINA, CIVIL_FIRST, GREEDY, HOLD, NO_MOVES
from glory_env.core.compile import rule
from glory_env.games.glory.engine.odds import mean_convoy_loss
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import (
    can_be_inactive,
    contested_boxes,
    is_aircraft,
    is_ship,
    marker_box,
)
from glory_env.games.glory.rules.combat import nation_in
from glory_env.games.glory.rules.handicap import battle_loss_of, occupation_loss_of
from glory_env.games.glory.rules.options import lowest_hit
from glory_env.games.glory.rules.victory import count_lost_home_boxes
from glory_env.games.glory.state import AMPHIBIOUS, ARMY, DR, GROUND, MAX_HITS, NAVY, NONE

BONUS_DIE = 3.5  # a retreat's bonus die (12-4)
PUSHED_BACK = 1.5  # what a marker driven back is worth besides
HELD = 5.0  # what one who holds the line sees in any fight
LOST_HOME = 40.0  # a first home-island box lost, in tonnage
FATAL = 300.0  # a second one
LATER = 0.3  # how much a box counts that a marker may enter next turn
SEA_LEG = 0.6  # the risk of a sea check
WORD = 60.0  # what a promise is worth that the seat means to keep
SHUN = -20.0  # a fight the commander will not have
AHEAD = 3  # units a front is thought to get together


@rule
def note(w: Plan, s: Tables, g: Game, u: int, box: int, active: int, sign: int) -> None:
    """Count unit u into the plan's picture of a box, or with sign -1 out of it."""
    w.units[box] += sign
    w.known[:, box] = 0
    if not active:
        return
    if is_ship(s, u):
        w.ships[box] += sign
    elif s.kind[u] == GROUND:
        w.grounds[box] += sign
    else:
        w.planes[box] += sign
    w.dice[box, s.service[u]] += sign * int(g.printed_dice[u])


@rule
def harm(g: Game, s: Tables, b: int) -> float:
    """Tonnage that a marker in box b costs in a turn; a home-island box is weighed in tonnage."""
    if s.home_islands[b]:
        if g.turn >= s.home_loss_until:
            return 0.0
        return FATAL if count_lost_home_boxes(g, s) > 0 else LOST_HOME
    return float(occupation_loss_of(g, s, b))


@rule
def foresee(w: Plan, g: Game, s: Tables, p: Script) -> None:
    """Where markers may come next turn, and what holding one is worth.

    danger: chance by the invasion table that a marker enters, as if nothing held it. hold: worth
    of keeping a marker in a box: the harm it would do farther on, nearer boxes weighing more,
    less the harm it does here; for boxes it may enter, of keeping it there later.
    """
    w.contested = contested_boxes(g, s)
    if g.turn >= s.last_turn:
        return
    for m in range(s.markers):
        faces = 0
        for face in range(1, 7):
            faces += (int(s.invasion[int(g.turn) + 1, face]) >> m) & 1
        chance = faces / 6.0
        step = int(g.marker_step[m])
        farther = 0.0
        for k in range(int(s.route_length[m]) - 1, -1, -1):
            b = int(s.route[m, k])
            here = harm(g, s, b)
            if k == step - 1:
                w.hold[b] += 0.1 * p.care * chance * (farther - here)
            elif k == step:
                w.danger[b] = max(w.danger[b], chance)
                w.hold[b] += 0.1 * p.care * chance * LATER * max(0.0, farther - here)
            farther = here + 0.5 * farther


@rule
def stands(g: Game, s: Tables, p: Script, service: int, b: int) -> bool:
    """Whether the commander would fight in contested box b at all."""
    if p.commander == GREEDY or p.commander == HOLD:
        return True
    if p.commander == CIVIL_FIRST or p.commander == NO_MOVES:
        return False
    if p.commander == CHINA:
        return service == ARMY and s.bonus_marker != NONE and marker_box(g, s, s.bonus_marker) == b
    return service == ARMY or g.turn < p.retreat_turn


@rule
def cell(
    g: Game, s: Tables, p: Script, service: int, nation: int, hits: int, doubled: bool
) -> float:
    """Worth of a row of the results table."""
    row = min(hits, MAX_HITS - 1)
    loss = battle_loss_of(g, s, nation, row)
    points = float(s.crt_gp[g.turn, nation, row])
    if loss == DR:
        return points + (BONUS_DIE + PUSHED_BACK if service == ARMY else 0.0)
    return points - 0.1 * p.care * loss * (2 if doubled else 1)


@rule
def fight(g: Game, s: Tables, p: Script, service: int, b: int, dice: int, doubled: bool) -> float:
    """Worth of a fight in box b with that many dice, between the rows next to the mean."""
    if dice == 0:
        return 0.0
    nation = nation_in(g, s, b)
    hits = dice * (7 - lowest_hit(g, s)) / 6.0
    low = int(hits)
    part = hits - low
    less = cell(g, s, p, service, nation, low, doubled)
    more = cell(g, s, p, service, nation, low + 1, doubled)
    worth = (1.0 - part) * less + part * more
    return worth + HELD if p.commander == HOLD else worth


@rule
def joining(w: Plan, g: Game, s: Tables, p: Script, u: int, b: int) -> float:
    """What unit u adds to a fight: its part of what a few like it would add together."""
    service = int(s.service[u])
    own = int(w.dice[b, service])
    doubled = s.box_kind[b] == AMPHIBIOUS and w.dice[b, NAVY + ARMY - service] == 0
    now = fight(g, s, p, service, b, own, doubled)
    best = SHUN
    for k in range(1, AHEAD + 1):
        dice = own + k * int(g.printed_dice[u])
        best = max(best, (fight(g, s, p, service, b, dice, doubled) - now) / k)
    return best


@rule
def escorting(w: Plan, g: Game, s: Tables, p: Script, u: int) -> float:
    """What one more in the convoy box saves."""
    ships = int(w.ships[s.convoy])
    planes = int(w.planes[s.convoy])
    more_ships, more_planes = ships, planes
    if is_ship(s, u):
        more_ships += 1
    else:
        more_planes += 1
    if more_ships > s.convoy_ships or more_planes > s.convoy_aircraft:
        return SHUN
    before = mean_convoy_loss(g, s, ships, planes, g.convoy_method)
    after = mean_convoy_loss(g, s, more_ships, more_planes, g.convoy_method)
    return 0.1 * p.care * (before - after) + 0.01


@rule
def worth(w: Plan, g: Game, s: Tables, p: Script, u: int, b: int) -> float:
    """Worth of having unit u Active in box b at the end of the movement phase, words included."""
    value = worth_in_play(w, g, s, p, u, b)
    if (w.promised >> b) & 1 and w.dice[b, s.service[u]] == 0:
        value += WORD
    if (w.lending >> b) & 1 and w.ships[b] < 2 and is_ship(s, u):
        value += WORD
    if (w.avoided >> b) & 1:
        value -= WORD
    return value


@rule
def worth_in_play(w: Plan, g: Game, s: Tables, p: Script, u: int, b: int) -> float:
    """The same but for what the seat has promised."""
    if b == s.convoy:
        return escorting(w, g, s, p, u)
    service = int(s.service[u])
    points = 0.0
    if is_ship(s, u):
        if w.ships[b] == 0:
            points = float(s.box_gp[b, NAVY])
    elif s.kind[u] == GROUND and w.grounds[b] == 0:
        points = float(s.box_gp[b, ARMY])
    if (w.contested >> b) & 1:
        if not stands(g, s, p, service, b):
            return SHUN
        if is_aircraft(s, u):
            points -= 0.5  # it takes damage in every fight
        if w.units[b] == 0 or w.hold[b] < 0.0:
            points += w.hold[b]
        return points + joining(w, g, s, p, u, b)
    if b == s.home:
        points += 0.05
    if w.units[b] == 0:
        points += w.hold[b]
    if can_be_inactive(s, u):
        points -= w.danger[b]
    return points


@rule
def at_rest(w: Plan, g: Game, s: Tables, p: Script, u: int) -> float:
    """Worth of leaving unit u idle where it is; it is counted there."""
    b = int(g.place[u])
    value = w.hold[b] if w.units[b] <= 1 or w.hold[b] < 0.0 else 0.0
    if (w.contested >> b) & 1:
        return value - 0.1 * p.care * int(g.printed_tonnage[u]) * (1.0 + 0.5 * int(g.damage[u]))
    return value - w.danger[b]
