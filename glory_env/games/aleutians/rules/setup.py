"""The set-up: everything on its starting place, and what its owners place freely (RSU, RFS-2a).

With a free set-up the owners place all (rules/free_setup.py).
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.actions import NODE, SPOT_ACTION
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import ask, colour_of, end_phase, in_play, is_barred
from glory_env.games.aleutians.rules.control import put
from glory_env.games.aleutians.rules.free_setup import continue_free_set_up, take_up
from glory_env.games.aleutians.rules.task_forces import start_fleet
from glory_env.games.aleutians.state import (
    ABSENT,
    AIR,
    ALLIES,
    FLEETS,
    FREE,
    JAPAN,
    MAX_SPOTS,
    MAX_UNITS,
    NO_DECISION,
    NO_EVENT,
    NO_FIELD,
    NO_STRATEGY,
    NONE,
    PLACE_FLYING_BOAT,
    PLACE_SUBMARINE,
    PLAYING,
    SEA,
    SET_UP,
    SLOTS,
    SPOT,
    SYSTEM,
    WHAT_IF,
)


@rule
def set_up(g: Game, s: Tables) -> None:
    """Fill the whole record for turn 1 (5.3, RSU); options, switches and the dice key stay."""
    g.rolled[:] = 0
    g.turn = 1
    g.op = 0
    g.phase = SET_UP
    g.side = JAPAN
    g.step = 0
    g.decision = NO_DECISION
    g.actor = SYSTEM
    g.outcome = PLAYING
    g.cause = 0
    g.level = 0
    g.turns_to_move = 0
    g.passes = 0
    g.spare[:] = 0
    set_up_spots(g, s)
    set_up_fleets(g, s)
    set_up_units(g, s)
    if g.opt_setup == FREE:
        for side in range(2):
            take_up(g, s, side)
    set_up_points(g, s)
    clear_choice(g)
    clear_search(g)
    clear_battles(g)


@rule
def set_up_spots(g: Game, s: Tables) -> None:
    """Printed facilities, each with the owner of its ground (R3-2a, R3-2b)."""
    for p in range(MAX_SPOTS):
        g.spot_used[p] = int(p < s.spots)
        g.spot_area[p] = s.spot_area[p] if p < s.spots else NONE
        g.field[p] = s.printed_field[p] if p < s.spots else NO_FIELD
        g.field_owner[p] = NONE
        g.port_owner[p] = NONE
        g.holder[p] = NONE
        if p < s.spots:
            if g.field[p] != NO_FIELD:
                g.field_owner[p] = s.colour[p]
            if s.port[p]:
                g.port_owner[p] = s.colour[p]
            if s.island[p]:
                g.holder[p] = s.colour[p]
    g.field_marker[:] = NONE
    g.field_new[:] = 0
    g.field_tried[:] = 0
    g.field_disrupted[:] = 0
    g.port_disrupted[:] = 0
    g.beach[:] = 0
    g.flag[:] = 0
    g.flag_changed[:] = 0
    g.depot_fire = 0
    g.suppressed[:] = 0
    g.battle_done[:] = 0


@rule
def set_up_fleets(g: Game, s: Tables) -> None:
    """Fleets of the historical set-up, or Japan's A, B and C before Adak, not found (RFS-2a).

    Japan's have finished S3 (RSU-3a). The historical ones are RSU-1a..c and RSU-2a..c; of those B
    alone is found (RSU-3d).
    """
    for slot in range(SLOTS):
        start_fleet(g, slot, NONE)
        g.fleet_used[slot] = 0
        g.fleet_receives[slot] = 0
        if s.fleet_start[slot] == NONE:
            continue
        what_if = g.opt_setup == WHAT_IF
        start_fleet(g, slot, int(s.fleet_what_if[slot] if what_if else s.fleet_start[slot]))
        g.fleet_found[slot] = 0 if what_if else s.fleet_start_found[slot]
        g.fleet_moved[slot] = int(slot // FLEETS == JAPAN)
        g.fleet_floatplane[slot] = s.fleet_floatplane[slot]


@rule
def set_up_units(g: Game, s: Tables) -> None:
    """All else on its place: RSU-1f..j, RSU-1l, RSU-2d.

    Boats on the map leave it in the next S8 of the enemy (RSU-3g).
    """
    for u in range(MAX_UNITS):
        g.place[u] = s.start_place[u] if u < s.units else ABSENT
        g.at[u] = s.start_at[u] if u < s.units and g.place[u] != ABSENT else NONE
        g.flown[u] = int(g.place[u] == SEA)
        g.placed_by[u] = s.side[u] if g.place[u] == SEA else NONE
        g.duty[u] = u
    g.unseen[:] = 0
    g.dealt = 0
    g.when[:] = 0
    g.damaged[:] = 0
    g.disrupted[:] = 0
    g.done[:] = 0
    g.aim[:] = NONE
    g.boat_supply[:] = 0
    g.hit_by[:] = 0


@rule
def set_up_points(g: Game, s: Tables) -> None:
    """Supply of the start (R6-2a, R6-3a, RSU-1m, RSU-2f); nothing rolled, nothing scored."""
    for side in range(2):
        g.supply[side] = s.supply_start[side]
    g.seattle = 0
    g.points = int(g.opt_bid)
    g.strategy[:] = NO_STRATEGY
    g.changed[:] = 0
    g.announced[:] = 0
    g.midway = 0
    g.railway = 0
    g.railway_real = 0
    g.soviet_tried = 0
    g.soviet = 0
    g.kept_ships = 0
    g.paramushiro_only = 0
    g.force_tried[:] = 0
    g.fleet_d = 0
    g.returned[:] = 0
    g.aircraft_landed = 0
    g.event_turn = 0
    g.last_strategy[:] = NO_STRATEGY
    g.struck[:] = 0


@rule
def clear_choice(g: Game) -> None:
    g.chosen_unit = NONE
    g.chosen_fleet = NONE
    g.chosen_spot = NONE
    g.chosen_target = NONE
    g.chosen_kind = NONE
    g.queue = 0


@rule
def clear_search(g: Game) -> None:
    """No search and no movement of a fleet is under way."""
    g.search_unit = NONE
    g.search_fleet = NONE
    g.search_target = NONE
    g.search_next = 0
    g.sailing = NONE
    g.entered = 0
    g.sail_from = NONE
    g.visits[:] = 0
    g.react_next = 0
    g.short_fleet = NONE


@rule
def clear_battles(g: Game) -> None:
    """No operation in the air, no battle at sea or on land is under way."""
    g.group_state[:] = 0
    g.group_side[:] = 0
    g.group_kind[:] = 0
    g.group_target[:] = 0
    g.group_area[:] = 0
    g.operation = NONE
    g.losses[:] = 0
    g.air_step = 0
    g.air_ship = NONE
    g.node_done[:] = 0
    g.battle_fleet[:] = NONE
    g.battle_node = NONE
    g.battle_round = 0
    g.line[:] = NONE
    g.line_length[:] = 0
    g.line_shift = 0
    g.fire_mode[:] = 0
    g.lead = 0
    g.landing_spot = NONE
    g.ground_step = 0
    g.ground_left[:] = 0
    g.event = NO_EVENT
    g.event_step = 0


# --- what the owners place (RSU-1k, RSU-2e) --------------------------------------------------
@rule
def next_free(g: Game, s: Tables, side: int) -> int:
    """The first unit of a side that its owner still has to place, or NONE."""
    for u in range(s.units):
        if s.start_free[u] and s.side[u] == side and g.place[u] == ABSENT:
            return u
    return NONE


@rule
def continue_set_up(g: Game, s: Tables, t: Trace) -> None:
    """The Allies place their flying boats, then Japan its submarines (R3-1b, R3-1c).

    Play begins with S4 of Japan's first operation phase (R5-3a, RSU-3a, RSQ-3c).
    """
    if g.opt_setup == FREE:
        continue_free_set_up(g, s)
        return
    g.chosen_unit = next_free(g, s, ALLIES)
    if g.chosen_unit != NONE:
        ask(g, PLACE_FLYING_BOAT, ALLIES)
        return
    g.chosen_unit = next_free(g, s, JAPAN)
    if g.chosen_unit != NONE:
        ask(g, PLACE_SUBMARINE, JAPAN)
        return
    end_phase(g, AIR)


@rule
def legal_place_flying_boat(g: Game, s: Tables, mask: Array[int]) -> None:
    """Own islands and own coastal land, a ground unit or not (RSU-1k, A-98, N-89)."""
    for p in range(s.spots):
        if not in_play(g, s, p):
            continue
        if s.island[p]:
            mask[SPOT_ACTION + p] = int(g.holder[p] == ALLIES)
        elif s.open[p] and s.area_coast[s.spot_area[p]]:
            mask[SPOT_ACTION + p] = int(colour_of(g, s, p) == ALLIES)


@rule
def apply_place_flying_boat(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    put(g, s, int(g.chosen_unit), SPOT, action - SPOT_ACTION)
    g.chosen_unit = NONE


@rule
def legal_place_submarine(g: Game, s: Tables, mask: Array[int]) -> None:
    """Every part of the sea that is not barred to Japanese submarines (RSU-2e, R7-2a)."""
    for n in range(s.nodes):
        mask[NODE + n] = int(not is_barred(g, s, JAPAN, n))


@rule
def apply_place_submarine(g: Game, s: Tables, t: Trace, action: int) -> None:
    """It stays until S8 of the enemy's first phase (RSU-3g)."""
    g.decision = NO_DECISION
    u = int(g.chosen_unit)
    put(g, s, u, SEA, action - NODE)
    g.flown[u] = 1
    g.placed_by[u] = JAPAN
    g.chosen_unit = NONE
