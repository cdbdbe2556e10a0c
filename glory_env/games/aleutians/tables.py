"""TABLES: everything a scenario file says, as one NumPy record."""

from __future__ import annotations

from glory_env.core.record import record
from glory_env.games.aleutians.state import (
    EVENTS,
    GROUND_COLUMNS,
    LEAVE_GROUPS,
    MAX_AREAS,
    MAX_NODES,
    MAX_POWER,
    MAX_SPOTS,
    MAX_STRENGTH,
    MAX_TURNS,
    MAX_UNITS,
    SLOTS,
)
from glory_env.games.aleutians.state import GAME as GAME  # for the types of both records

_U, _N, _P, _F, _T = MAX_UNITS, MAX_NODES, MAX_SPOTS, SLOTS, MAX_TURNS + 1

TABLES = record(
    [
        ("units", "i2"),
        ("nodes", "i2"),
        ("sites", "i2"),  # spots with a name: 0..sites-1
        ("spots", "i2"),  # sites and open spots; built fields follow from MAX_SPOTS - BUILT_SPOTS
        ("last_turn", "i1"),
        ("winter", "i1", (_T,)),
        ("fog", "i1", (_T,)),  # summer and autumn: -1 to the search (R9-2h)
        # Units
        ("side", "i1", (_U,)),
        ("kind", "i1", (_U,)),
        ("type", "i1", (_U,)),
        ("strength", "i1", (_U,)),  # gun, combat strength of aircraft, ground strength
        ("defence", "i1", (_U,)),
        ("aa", "i1", (_U,)),
        ("torpedo", "i1", (_U,)),
        ("lift", "i1", (_U,)),
        ("capacity", "i1", (_U,)),  # aircraft on a carrier
        ("range", "i1", (_U,)),
        ("star", "i1", (_U,)),  # first step may be diagonal
        ("lands", "i1", (_U,)),  # by BASES; `base` is a name of NumPy
        ("recon", "i1", (_U,)),
        ("mother", "i2", (_U,)),  # carrier of a carrier aircraft, else NONE
        ("only_base", "i1", (_U,)),  # spot it may land at and nowhere else, else NONE
        ("condition", "i1", (_U,)),
        ("optional", "i1", (_U,)),  # number of the optional rule it needs, counted from 1; 0 = none
        ("enter", "i1", (_U,)),  # turn of arrival, 0 = set-up
        ("face", "i2", (_U,)),  # counters of one face are alike in all printed values
        ("alike", "i1", (_U,)),  # one of several of a face that can go out of sight
        ("us", "i1", (_U,)),  # US ship
        ("company", "i1", (_U,)),  # may travel by submarine (7.3)
        ("s_class", "i1", (_U,)),
        ("swap", "i1", (_U,)),  # arrives in exchange for a B-26 (R6-7d)
        ("swapped", "i1", (_U,)),  # is a B-26
        ("replaced", "i1", (_U,)),  # which replacement rule, by REPLACEMENTS
        ("special_group", "i1", (_U,)),  # ship of the L4 group of turn 9 (6.11)
        ("home_spot", "i1", (_U,)),  # cannot leave this spot (Soviet division), else NONE
        ("start_place", "i1", (_U,)),
        ("start_at", "i2", (_U,)),
        ("start_free", "i1", (_U,)),  # placed by its owner at set-up
        ("leave_turn", "i1", (_U,)),  # withdrawal of the schedule, 0 = none; both fleets D: 1 ...
        ("leave_stage", "i1", (_U,)),  # ... 0 victory phase, 1 stage 1 ...
        ("leave_group", "i1", (_U,)),  # ... of which group, by LEAVE_GROUPS; of Japan only D
        ("come_back", "i1", (_U,)),  # turn in which it may return once withdrawn, 0 = never
        ("early", "i1", (_U,)),  # may come a turn early, by an optional rule (16.9)
        ("group_keep", "i1", (len(LEAVE_GROUPS),)),  # of a withdrawal so many stay ...
        ("group_back", "i1", (len(LEAVE_GROUPS),)),  # ... and so many come back (N-18)
        # Fleets of the set-up
        ("fleet_start", "i1", (_F,)),  # node; NONE = not at set-up
        ("fleet_what_if", "i1", (_F,)),  # node of the what-if set-up
        ("fleet_start_found", "i1", (_F,)),
        ("fleet_floatplane", "i2", (_F,)),
        ("allied_d_node", "i1"),
        # Sea
        ("node_area", "i1", (_N,)),
        ("sea_links", "i8", (_N,)),  # neighbours as bits
        ("ice", "i1", (_N,)),
        ("barred", "i1", (_N,)),  # to Japanese submarines
        ("entry", "i1", (2, _N)),
        ("area_nodes", "i8", (MAX_AREAS,)),  # parts of the sea, as bits; 0 = none
        ("area_land", "i1", (MAX_AREAS,)),  # 1 = land in play
        ("area_coast", "i1", (MAX_AREAS,)),
        ("area_colour", "i1", (MAX_AREAS,)),  # of its land: JAPAN, ALLIES, SOVIET
        ("land_links", "i8", (MAX_AREAS,)),  # neighbours by land, as bits
        # Spots
        ("spot_area", "i1", (_P,)),
        ("spot_nodes", "i8", (_P,)),  # parts of the sea it lies at, as bits
        ("island", "i1", (_P,)),
        ("open", "i1", (_P,)),  # open country of a land area
        ("colour", "i1", (_P,)),
        ("printed_field", "i1", (_P,)),
        ("port", "i1", (_P,)),
        ("vp", "i1", (_P,)),
        ("depot", "i1"),  # spots with a part of their own in the rules
        ("anchorage", "i1"),
        ("nome", "i1"),
        ("paramushiro", "i1"),
        ("dutch_harbor", "i1"),
        ("petropavlovsk", "i1"),
        ("anchorage_node", "i1"),  # reached through ...
        ("cook_node", "i1"),  # ... this one only (R12-2g)
        ("kurile_node", "i1"),  # C15
        # Charts
        ("sunk", "i1", (MAX_STRENGTH + 1,)),  # air-sea: sunk up to this modified die, by strength
        ("damage", "i1", (MAX_STRENGTH + 1,)),
        ("torpedo_sunk", "i1"),
        ("torpedo_damage", "i1"),
        ("bombard", "i1", (MAX_POWER + 1,)),  # disrupted up to this die, by power
        ("ground_columns", "i1"),
        ("ground_up_to", "i2", (GROUND_COLUMNS,)),  # difference
        ("ground_attacker", "i1", (GROUND_COLUMNS, 7)),  # units disrupted, by die
        ("ground_defender", "i1", (GROUND_COLUMNS, 7)),
        ("start_gap", "i1"),
        ("chits", "i1", (len(EVENTS),)),  # event chits of each kind in the cup (16.5)
        ("half_disrupted", "i1"),  # a disrupted ground unit has half its strength, rounded up
        # Numbers of the rules
        ("supply_cap", "i1", (2,)),
        ("supply_start", "i1", (2,)),
        ("income", "i1", (2, 5, _T)),  # by side, strategy, turn
        ("strategy_of", "i1", (2, 7)),  # by side and die
        ("midway_modifier", "i1", (7,)),  # by die of the Midway table
        ("levels", "i1", (5,)),  # highest VP of each level but the last
        ("japan_wins", "i1", (2,)),  # VP of a sudden victory: before, after Soviet entry
    ],
)
