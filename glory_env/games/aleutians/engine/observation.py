"""What a seat sees: one float32 vector of fixed length, all entries in -1 .. 1.

Units, fleets, spots, then the rest; `SECTIONS` has the order. Never shown: the dice key, ships,
cargo and deck aircraft of unfound enemy fleets, the other side's strategy, SP it has loaded, its
line of battle and its choice of weapon before both are shown, and how far its pending choice is.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from gymnasium import spaces

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.aleutians.engine.visible import is_hidden
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.board import area_of
from glory_env.games.aleutians.rules.free_setup import is_secret
from glory_env.games.aleutians.rules.surface import is_shown
from glory_env.games.aleutians.rules.task_forces import (
    cargo_in,
    lifts_in,
    seattle_shown,
    ships_in,
    slot_side,
)
from glory_env.games.aleutians.rules.victory import vp
from glory_env.games.aleutians.state import (
    ALLIES,
    CARGO_LOSS,
    CLOSED_FLEET_SIZE,
    COLUMNS,
    DECISIONS,
    EVENTS,
    FLEET,
    FLEETS,
    MAX_NODES,
    MAX_SHIPS,
    MAX_SPOTS,
    MAX_TURNS,
    MAX_UNITS,
    NONE,
    OPTIONAL_RULES,
    PHASES,
    PLACES,
    SAIL_STEP,
    SETUPS,
    SLOTS,
    SPOT,
    TARGET,
)

N_PLACES = len(PLACES)
# Columns of a unit after its place: hidden, row, column, spot or slot, damaged, disrupted, flown,
# turn (of loss, repair), target kind, the unit of the pending choice, square of the line of battle,
# target (spot, unit or fleet), done in this stage (own units), in work: of the group that is
# resolved, the ship that is attacked, the unit that searches; state of its group.
UNIT_COLUMNS = N_PLACES + 15
# Columns of a fleet: used, row, column, part of the sea, found, has fought, at sea too long, ships,
# supply, lifts, cargo, asked about, moves or has moved, searches or is searched for, in battle,
# where it lands, lifts used, receives.
FLEET_COLUMNS = 18
FLEET_ASKED = 11  # of these: 1 for the fleet that the pending decision is about
SPOT_COLUMNS = 15  # in the order of `encode_spot`
SCALARS = 43
NODE_COLUMNS = 2  # times the moving fleet has entered it, surface battles are over
# Set-up, optional rules, the chit in force, whether one was drawn in this turn, whether Japan's
# carrier aircraft are land planes, where the own fleets off map are bound to come in.
OPTION_COLUMNS = len(SETUPS) + len(OPTIONAL_RULES) + len(EVENTS) + 2 + FLEETS


class Section(NamedTuple):
    """A run of the vector."""

    name: str
    start: int
    shape: tuple[int, ...]


UNITS = 0
FLEETS_AT = UNITS + MAX_UNITS * UNIT_COLUMNS
SPOTS = FLEETS_AT + SLOTS * FLEET_COLUMNS
TURN = SPOTS + MAX_SPOTS * SPOT_COLUMNS
PHASE_AT = TURN + SCALARS
DECISION_AT = PHASE_AT + len(PHASES)
OPTIONS_AT = DECISION_AT + len(DECISIONS)
FLAGS_AT = OPTIONS_AT + OPTION_COLUMNS
NODES_AT = FLAGS_AT + 2 * MAX_SPOTS
OBSERVATION_SIZE = NODES_AT + NODE_COLUMNS * MAX_NODES
SECTIONS = (
    Section("units", UNITS, (MAX_UNITS, UNIT_COLUMNS)),
    Section("fleets", FLEETS_AT, (SLOTS, FLEET_COLUMNS)),
    Section("spots", SPOTS, (MAX_SPOTS, SPOT_COLUMNS)),
    Section("scalars", TURN, (SCALARS,)),
    Section("phase", PHASE_AT, (len(PHASES),)),
    Section("decision", DECISION_AT, (len(DECISIONS),)),
    Section("options", OPTIONS_AT, (OPTION_COLUMNS,)),
    Section("flags", FLAGS_AT, (2, MAX_SPOTS)),
    Section("nodes", NODES_AT, (NODE_COLUMNS, MAX_NODES)),
)


def space() -> spaces.Box:
    """The observation of a seat: float32, shape (OBSERVATION_SIZE,)."""
    return spaces.Box(-1.0, 1.0, (OBSERVATION_SIZE,), np.float32)


@rule
def flag(value: bool) -> float:
    """1 or 0; compiled code does not convert a truth value."""
    return 1.0 if value else 0.0


@rule
def encode(g: Game, s: Tables, seat: int, out: Array[float]) -> None:
    """Write what a seat sees into out, float32 (OBSERVATION_SIZE,)."""
    out[:] = 0.0
    for u in range(s.units):
        encode_unit(g, s, seat, u, out)
    for slot in range(SLOTS):
        encode_fleet(g, s, seat, slot, out)
    for p in range(MAX_SPOTS):
        encode_spot(g, s, seat, p, out)
    encode_scalars(g, s, seat, out)
    out[PHASE_AT + int(g.phase)] = 1.0
    if g.actor == seat or not is_secret(g):
        out[DECISION_AT + int(g.decision)] = 1.0
    encode_options(g, s, seat, out)
    encode_nodes(g, s, out)


@rule
def encode_unit(g: Game, s: Tables, seat: int, u: int, out: Array[float]) -> None:
    """One row of the units; an enemy unit that is hidden has the flag `hidden` alone.

    What is not hidden is open: places, states, groups in the air with their targets (R7-1i, R10-1e,
    RHI-1f, RHI-1h). A line of battle shows once both are laid (RHI-1c).
    """
    k = UNITS + u * UNIT_COLUMNS
    if is_hidden(g, s, u, seat):
        out[k + N_PLACES] = 1.0
        return
    out[k + int(g.place[u])] = 1.0
    k += N_PLACES + 1
    area = area_of(g, s, u)
    if g.place[u] == TARGET:
        area = int(g.group_area[g.at[u]])
        out[k + 7] = (g.group_kind[g.at[u]] + 1) / 8
        out[k + 10] = (g.group_target[g.at[u]] + 1) / MAX_UNITS
        out[k + 13] = g.group_state[g.at[u]] / 4
    if area != NONE:
        out[k] = (area // COLUMNS + 1) / 4
        out[k + 1] = (area % COLUMNS + 1) / COLUMNS
    if g.place[u] == SPOT:
        out[k + 2] = (g.at[u] + 1) / MAX_SPOTS
    elif g.place[u] == FLEET:
        out[k + 2] = (g.at[u] % 4 + 1) / 4
    out[k + 3] = g.damaged[u]
    out[k + 4] = g.disrupted[u]
    out[k + 5] = g.flown[u]
    out[k + 6] = max(0, int(g.when[u])) / (2 * MAX_TURNS)
    out[k + 8] = flag(g.actor == seat and g.chosen_unit == u)
    slot = int(g.battle_fleet[s.side[u]])
    in_battle = slot != NONE and g.place[u] == FLEET and g.at[u] == slot
    if in_battle and (s.side[u] == seat or is_shown(g, slot)):
        for square in range(MAX_SHIPS):
            if g.line[s.side[u], square] == u:
                out[k + 9] = (square + 1) / MAX_SHIPS
    if s.side[u] == seat:
        out[k + 11] = g.done[u]
    in_group = g.place[u] == TARGET and g.at[u] == g.operation
    out[k + 12] = flag(in_group or g.air_ship == u or g.search_unit == u)


@rule
def fleet_asked(g: Game) -> int:
    """The slot that the pending decision is about, or NONE."""
    if g.decision == SAIL_STEP:
        return int(g.sailing)
    if g.decision == CARGO_LOSS:
        return int(g.short_fleet)
    return int(g.chosen_fleet)


@rule
def encode_fleet(g: Game, s: Tables, seat: int, slot: int, out: Array[float]) -> None:
    """Marker, area and number of ships are open; loads only for the owner (A-32).

    What a fleet does in this stage is seen on the map: that it moves or has moved, where it lands,
    that it searches or is searched for, and that it fights.
    """
    own = slot_side(slot) == seat
    if not g.fleet_used[slot] or (is_secret(g) and not own):
        return
    k = FLEETS_AT + slot * FLEET_COLUMNS
    node = int(g.fleet_node[slot])
    out[k] = 1.0
    if node != NONE:
        area = int(s.node_area[node])
        out[k + 1] = (area // COLUMNS + 1) / 4
        out[k + 2] = (area % COLUMNS + 1) / COLUMNS
        out[k + 3] = (node + 1) / s.nodes
    out[k + 4] = g.fleet_found[slot]
    out[k + 5] = g.fleet_fought[slot]
    out[k + 6] = g.fleet_deadline[slot]
    if own or not g.switch[CLOSED_FLEET_SIZE]:
        out[k + 7] = ships_in(g, s, slot) / MAX_SHIPS
    if own:
        out[k + 8] = g.fleet_supply[slot] / 8
        out[k + 9] = lifts_in(g, s, slot) / MAX_SHIPS
        out[k + 10] = cargo_in(g, s, slot) / MAX_SHIPS
        out[k + FLEET_ASKED] = flag(g.actor == seat and fleet_asked(g) == slot)
    out[k + 12] = 0.5 * flag(g.sailing == slot) + 0.5 * g.fleet_moved[slot]
    out[k + 13] = flag(g.search_target == slot or g.search_fleet == slot)
    out[k + 14] = flag(g.battle_fleet[slot_side(slot)] == slot)
    out[k + 15] = (g.fleet_landing[slot] + 1) / MAX_SPOTS
    if own:
        out[k + 16] = g.fleet_lifts_used[slot] / MAX_SHIPS
        out[k + 17] = g.fleet_receives[slot]


@rule
def encode_spot(g: Game, s: Tables, seat: int, p: int, out: Array[float]) -> None:
    """Fields, ports, owners and what is disrupted, all open (R3-2j, RHI-1f)."""
    if not g.spot_used[p]:
        return
    k = SPOTS + p * SPOT_COLUMNS
    out[k] = 1.0
    out[k + 1] = g.field[p] / 2
    out[k + 2] = (g.field_owner[p] + 1) / 4
    out[k + 3] = (g.port_owner[p] + 1) / 4
    out[k + 4] = (g.holder[p] + 1) / 4
    out[k + 5] = g.field_disrupted[p]
    out[k + 6] = g.port_disrupted[p]
    out[k + 7] = g.beach[p, 0]
    out[k + 8] = g.beach[p, 1]
    out[k + 9] = (g.field_marker[p] + 1) / 4
    out[k + 10] = flag(g.actor == seat and g.chosen_spot == p)
    out[k + 11] = flag(g.landing_spot == p)
    out[k + 12] = g.suppressed[p]
    out[k + 13] = g.battle_done[p]
    out[k + 14] = g.field_tried[p]


@rule
def encode_scalars(g: Game, s: Tables, seat: int, out: Array[float]) -> None:
    """Turn, points, supply, strategy and what is asked.

    Of the enemy it shows that he has tried a change, not what he plays (RHI-1b, RHI-1g).
    """
    k = TURN
    out[k] = seat
    out[k + 1] = g.turn / MAX_TURNS
    out[k + 2 + int(g.op)] = 1.0
    out[k + 6] = g.side
    out[k + 7] = flag(g.actor == seat)
    out[k + 8] = max(-1.0, min(1.0, vp(g, s) / 16))
    out[k + 9] = g.points / 16
    out[k + 10] = g.supply[0] / 8
    out[k + 11] = g.supply[1] / 8
    out[k + 12] = min(1.0, seattle_shown(g, seat) / 16)
    out[k + 13 + int(g.strategy[seat])] = 1.0
    out[k + 18] = g.changed[0]
    out[k + 19] = g.changed[1]
    out[k + 20] = g.midway / 8
    out[k + 21] = min(1.0, g.railway / 16)
    out[k + 22] = g.soviet_tried
    out[k + 23] = g.soviet
    out[k + 24] = g.depot_fire
    out[k + 25] = g.force_tried[0]
    out[k + 26] = g.force_tried[1]
    out[k + 27] = s.winter[g.turn]
    out[k + 28] = s.fog[g.turn]
    out[k + 29] = g.passes / 2
    out[k + 30] = g.battle_round / 4
    out[k + 31] = max(-1.0, min(1.0, g.line_shift / 16))
    out[k + 32] = g.lead / 8 if g.actor == seat else 0.0
    if g.actor == seat:
        out[k + 33] = (g.chosen_kind + 1) / 8
        out[k + 34] = (g.chosen_target + 1) / MAX_UNITS
        out[k + 36] = min(1.0, g.losses[seat] / 8)
        out[k + 37] = min(1.0, g.ground_left[seat] / 8)
        out[k + 38] = g.fire_mode[seat] / 2
        out[k + 39] = min(1.0, g.step / 16)
        out[k + 40] = min(1.0, g.air_step / 16)
        out[k + 41] = min(1.0, g.ground_step / 16)
        out[k + 42] = g.entered / 2
    if seat == ALLIES:
        out[k + 35] = g.kept_ships


@rule
def encode_options(g: Game, s: Tables, seat: int, out: Array[float]) -> None:
    """The options of the game, what belongs to them, and the flags of both sides, all open.

    But for the entry areas of a free set-up, which only the owner knows (RFS-1c).
    """
    k = OPTIONS_AT
    out[k + int(g.opt_setup)] = 1.0
    k += len(SETUPS)
    for number in range(len(OPTIONAL_RULES)):
        out[k + number] = g.opt_rules[number]
    k += len(OPTIONAL_RULES)
    out[k + int(g.event)] = 1.0
    k += len(EVENTS)
    out[k] = flag(g.event_turn == g.turn)
    out[k + 1] = g.aircraft_landed
    for f in range(FLEETS):
        out[k + 2 + f] = (g.fleet_entry[seat * FLEETS + f] + 1) / MAX_NODES
    for side in range(2):
        for p in range(MAX_SPOTS):
            out[FLAGS_AT + side * MAX_SPOTS + p] = g.flag[p, side]


@rule
def encode_nodes(g: Game, s: Tables, out: Array[float]) -> None:
    """Where the moving fleet has been, and where the surface battles are over; both are open."""
    for n in range(s.nodes):
        out[NODES_AT + n] = min(1.0, g.visits[n] / 4)
        out[NODES_AT + MAX_NODES + n] = g.node_done[n]
