"""S4, step 3: surface battles (11.1 to 11.4); gunfire and torpedoes are in rules/surface_fire.py.

PP takes the parts of the sea one by one (R11-1a, A-31). In each the sides declare battles in turn,
one fleet against one, until both pass in a row or no pair is left. In a battle both lay their line
in secret, then three rounds follow: manoeuvre, choice of weapon, fire.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import (
    ENEMY_FLEET,
    GUN,
    MAX_SHIFT,
    NODE,
    OWN_FLEET,
    PASS,
    SHIFT_ACTION,
    TORPEDO,
    UNIT,
)
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ask, end_phase, roll
from glory_env.games.aleutians.rules.events import asks_event, begin_battle
from glory_env.games.aleutians.rules.repair import repair_fleet
from glory_env.games.aleutians.rules.surface_fire import (
    GUNS,
    TORPEDOES,
    any_abreast,
    any_long_shot,
    asks_long_shot,
    clear_long_shots,
    exchange_fire,
    fire_all_guns,
    fire_torpedoes,
    has_torpedoes,
    in_line,
    ships_left,
)
from glory_env.games.aleutians.rules.task_forces import in_fleet, is_slow, ships_in
from glory_env.games.aleutians.state import (
    BATTLE_AREA,
    DECLARE,
    DECLARE_ENEMY,
    EITHER_MAY_DECLARE,
    FAIR_WEATHER,
    FIRE,
    FLEETS,
    LINE,
    MAX_SHIPS,
    NO_DECISION,
    NONE,
    ROLL_MANOEUVRE,
    SHIFT,
    UNLOAD,
)

# Steps; LONG_SHOTS only in fair weather (16.5).
START, AREAS, DECLARATIONS, LINES, MANOEUVRE, WEAPONS, VOLLEYS, LONG_SHOTS = range(8)
ROUNDS = 3


@rule
def continue_surface(g: Game, s: Tables, t: Trace) -> None:
    """Areas, declarations, the two lines, then the rounds (RSQ-7b)."""
    if g.step == START:
        g.node_done[:] = 0
        end_battle(g)
        g.step = AREAS
    if g.step == AREAS:
        if any_area(g, s):
            ask(g, BATTLE_AREA, int(g.side))
        else:
            end_phase(g, UNLOAD)
    elif g.step == DECLARATIONS:
        if not asks_next(g, s):
            g.node_done[g.battle_node] = 1
            g.step = AREAS
    elif g.step == LINES:
        ask_line(g, s)
    elif g.step == MANOEUVRE:
        if not asks_event(g):
            manoeuvre(g, s, t)
    elif g.step == WEAPONS:
        ask_weapons(g, s)
    elif g.step == VOLLEYS and g.event == FAIR_WEATHER:
        fire_torpedoes(g, s, t)
        g.step = LONG_SHOTS
    elif g.step == VOLLEYS or not asks_long_shot(g, s):
        end_round(g, s, t)


# --- areas and declarations ----------------------------------------------------------------
@rule
def can_fight(g: Game, slot: int, n: int) -> bool:
    """A fleet in a part of the sea that has had no battle yet, at a port or not (R9-1b, R11-2c)."""
    return g.fleet_used[slot] == 1 and g.fleet_node[slot] == n and g.fleet_fought[slot] == 0


@rule
def may_declare(g: Game, own: int, enemy: int, n: int) -> bool:
    """Whether the owner of one fleet may declare battle on another, which cannot refuse (A-51).

    The enemy fleet must be found; with the switch EITHER_MAY_DECLARE one of the two (R11-2a).
    """
    if not can_fight(g, own, n) or not can_fight(g, enemy, n):
        return False
    if g.fleet_found[enemy]:
        return True
    return g.switch[EITHER_MAY_DECLARE] == 1 and g.fleet_found[own] == 1


@rule
def has_enemy(g: Game, own: int, n: int) -> bool:
    """Whether a fleet may attack any enemy fleet."""
    side = own // FLEETS
    for f in range(FLEETS):
        if may_declare(g, own, (1 - side) * FLEETS + f, n):
            return True
    return False


@rule
def side_may_declare(g: Game, side: int, n: int) -> bool:
    for f in range(FLEETS):
        if has_enemy(g, side * FLEETS + f, n):
            return True
    return False


@rule
def has_battle(g: Game, n: int) -> bool:
    """Whether a battle can be declared in a part of the sea that has not had its turn."""
    return not g.node_done[n] and (side_may_declare(g, 0, n) or side_may_declare(g, 1, n))


@rule
def any_area(g: Game, s: Tables) -> bool:
    for n in range(s.nodes):
        if has_battle(g, n):
            return True
    return False


@rule
def legal_battle_area(g: Game, s: Tables, mask: Array[int]) -> None:
    for n in range(s.nodes):
        mask[NODE + n] = int(has_battle(g, n))


@rule
def apply_battle_area(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.battle_node = action - NODE
    g.turns_to_move = g.side
    g.passes = 0
    g.step = DECLARATIONS


@rule
def asks_next(g: Game, s: Tables) -> bool:
    """The next side that may declare is asked, PP first; False when the area is over (R11-2b)."""
    while g.passes < 2:
        if side_may_declare(g, int(g.turns_to_move), int(g.battle_node)):
            ask(g, DECLARE, int(g.turns_to_move))
            return True
        g.passes += 1
        g.turns_to_move = 1 - g.turns_to_move
    return False


@rule
def legal_declare(g: Game, s: Tables, mask: Array[int]) -> None:
    """PASS, or an own fleet, found or not, that fights (R11-2d)."""
    mask[PASS] = 1
    for f in range(FLEETS):
        own = int(g.actor) * FLEETS + f
        mask[OWN_FLEET + f] = int(has_enemy(g, own, int(g.battle_node)))


@rule
def apply_declare(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    side = int(g.actor)
    g.turns_to_move = 1 - side
    if action == PASS:
        g.passes += 1
        return
    g.passes = 0
    g.battle_fleet[side] = side * FLEETS + action - OWN_FLEET
    ask(g, DECLARE_ENEMY, side)


@rule
def legal_declare_enemy(g: Game, s: Tables, mask: Array[int]) -> None:
    """The enemy fleets that the chosen fleet may attack."""
    side = int(g.actor)
    own = int(g.battle_fleet[side])
    for f in range(FLEETS):
        enemy = (1 - side) * FLEETS + f
        mask[ENEMY_FLEET + f] = int(may_declare(g, own, enemy, int(g.battle_node)))


@rule
def apply_declare_enemy(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    enemy = 1 - int(g.actor)
    g.battle_fleet[enemy] = enemy * FLEETS + action - ENEMY_FLEET
    for side in range(2):
        g.fleet_fought[g.battle_fleet[side]] = 1
    g.step = LINES


# --- lines ---------------------------------------------------------------------------------
@rule
def laid(g: Game, side: int) -> int:
    """Ships a side has put into its line so far; its length is set when all are."""
    count = 0
    for k in range(MAX_SHIPS):
        count += int(g.line[side, k] != NONE)
    return count


@rule
def ask_line(g: Game, s: Tables) -> None:
    """Both sides order all ships of their fleet, PP first; neither sees the other's (R11-2e)."""
    for turn in range(2):
        side = int(g.side) if turn == 0 else 1 - int(g.side)
        if g.line_length[side] == 0:
            ask(g, LINE, side)
            return
    begin_battle(g)
    g.line_shift = 0
    g.battle_round = 1
    g.step = MANOEUVRE


@rule
def legal_line(g: Game, s: Tables, mask: Array[int]) -> None:
    """The ship on the next square, from the leader on."""
    side = int(g.actor)
    for u in range(s.units):
        if in_fleet(g, s, u, int(g.battle_fleet[side])) and not in_line(g, side, u):
            mask[UNIT + u] = 1


@rule
def apply_line(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    side = int(g.actor)
    count = laid(g, side)
    g.line[side, count] = action - UNIT
    if count + 1 == ships_in(g, s, int(g.battle_fleet[side])):
        g.line_length[side] = count + 1


@rule
def is_shown(g: Game, slot: int) -> bool:
    """Whether a fleet lies open since the lines of its battle are laid out (A-56)."""
    in_battle = g.battle_fleet[slot // FLEETS] == slot
    return in_battle and g.line_length[0] > 0 and g.line_length[1] > 0


# --- rounds --------------------------------------------------------------------------------
@rule
def manoeuvre(g: Game, s: Tables, t: Trace) -> None:
    """Both roll, PP first; the higher side moves its line (R11-4b, R11-4c, RDX-15, A-53).

    +1 for a fleet that is not slow against a slow one (R11-4a); for NP in fair weather.
    """
    g.step = WEAPONS
    pp = int(g.side)
    own = int(g.battle_fleet[pp])
    enemy = int(g.battle_fleet[1 - pp])
    edge = int(is_slow(g, s, enemy)) - int(is_slow(g, s, own))
    if g.event == FAIR_WEATHER and g.battle_round == 1:
        edge -= 1  # REV-1c
    lead = roll(g, t, ROLL_MANOEUVRE) - roll(g, t, ROLL_MANOEUVRE) + edge
    g.lead = abs(lead)
    if lead != 0:
        ask(g, SHIFT, pp if lead > 0 else 1 - pp)


@rule
def legal_shift(g: Game, s: Tables, mask: Array[int]) -> None:
    """1 square to the difference of the dice, forward or back."""
    for squares in range(1, int(g.lead) + 1):
        mask[shift_action(squares)] = 1
        mask[shift_action(-squares)] = 1


@rule
def shift_action(squares: int) -> int:
    """The action that moves a line by some squares, + forward; never 0."""
    return SHIFT_ACTION + MAX_SHIFT + squares - int(squares > 0)


@rule
def apply_shift(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The whole line moves, so the lines close by as much (R11-4d)."""
    g.decision = NO_DECISION
    squares = action - SHIFT_ACTION - MAX_SHIFT
    g.line_shift += squares + int(squares >= 0)
    g.lead = 0


@rule
def ask_weapons(g: Game, s: Tables) -> None:
    """Each side chooses its weapon, unknown to the other one (R11-5b, A-54), PP first.

    Where no ships lie abreast nobody fires and there is no choice (R11-5g).
    """
    if any_abreast(g, s) or any_long_shot(g, s):
        for turn in range(2):
            side = int(g.side) if turn == 0 else 1 - int(g.side)
            if g.fire_mode[side] == 0:
                ask(g, FIRE, side)
                return
    g.step = VOLLEYS


@rule
def legal_fire(g: Game, s: Tables, mask: Array[int]) -> None:
    """Guns, or torpedoes if a ship of the line has them; also asked where there are guns alone."""
    mask[GUN] = 1
    mask[TORPEDO] = int(has_torpedoes(g, s, int(g.actor)))


@rule
def apply_fire(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    g.fire_mode[g.actor] = TORPEDOES if action == TORPEDO else GUNS


@rule
def end_round(g: Game, s: Tables, t: Trace) -> None:
    """Fire; the battle ends after the third round, or with one line (R11-3a..c, R10-9a)."""
    if g.step == LONG_SHOTS:
        fire_all_guns(g, s, t)
        clear_long_shots(g, s)
    else:
        exchange_fire(g, s, t)
    g.fire_mode[:] = 0
    over = ships_left(g, 0) == 0 or ships_left(g, 1) == 0
    if g.battle_round < ROUNDS and not over:
        g.battle_round += 1
        g.step = MANOEUVRE
        return
    for side in range(2):
        repair_fleet(g, s, t, int(g.battle_fleet[side]))
    end_battle(g)
    g.step = DECLARATIONS


@rule
def end_battle(g: Game) -> None:
    """The survivors are back in their fleets; unfound ones are turned down again (A-56)."""
    g.battle_fleet[:] = NONE
    g.battle_round = 0
    g.line[:, :] = NONE
    g.line_length[:] = 0
    g.line_shift = 0
    g.lead = 0
    g.fire_mode[:] = 0
