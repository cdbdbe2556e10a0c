"""The Aleutians Campaign as one NumPy record, and the numbers that name things in it.

GAME is everything that changes in a game; TABLES (`tables.py`) everything the scenario file says.
Rules are functions `f(g: Game, s: Tables, t: Trace)`; `records.py` has these types and is written
from the dtypes (`python -m glory_env.core.stubs glory_env.games.aleutians.tables GAME TABLES`).
TRACE is that of the core: one trace serves all games of the family.
"""

from __future__ import annotations

from glory_env.core.record import record

# --- maxima of every scenario (constants of the environment version) -----------------------
MAX_UNITS = 180
MAX_NODES = 64  # parts of the sea
ROWS, COLUMNS = 4, 15
MAX_AREAS = ROWS * COLUMNS  # area A1 is 0, A2 is 1, B1 is 15
MAX_SPOTS = 48  # places on land: sites, the open country of an area, fields built there
BUILT_SPOTS = 8  # of them, the last ones: fields built on open land (14.4)
MAX_TURNS = 12
FLEETS = 4  # of a side
SLOTS = 2 * FLEETS  # fleet f of a side is slot side * FLEETS + f
MAX_SHIPS = 10  # of a fleet
MAX_STACK = 4
MAX_GROUPS = 64  # groups of aircraft flown in one air step
LANDINGS = 3
MAX_STRENGTH = 13  # last column of the air-sea table begins here
MAX_POWER = 16  # last column of the bombardment table begins here
GROUND_COLUMNS = 8
NONE = -1

# The board of the scenario `aleutians`, north up. In a box the number of the area, and below it
# those of its parts of the sea, in the order of the file: of two in column 6 or 7 the first lies
# north of the land; 1 is the sea before Anchorage.
#
#       15    14    13    12    11    10     9     8     7     6     5     4     3     2     1
#   +-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+
# A | 14  | 13  | 12  | 11  | 10  |  9  |  8  |  7  |  6  |  5  |  4  |  3  |  2  |  1  |  0  |
#   | 11  | 10  |  9  |  8  |  7  |  6  |  5  |  4  |  3  |     |  2  | 0 1 |     |     |     |
#   +-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+
# B | 29  | 28  | 27  | 26  | 25  | 24  | 23  | 22  | 21  | 20  | 19  | 18  | 17  | 16  | 15  |
#   | 28  | 27  | 26  | 25  | 24  | 23  | 22  | 21  |19 20|17 18| 16  | 15  | 14  | 13  | 12  |
#   +-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+
# C | 44  | 43  | 42  | 41  | 40  | 39  | 38  | 37  | 36  | 35  | 34  | 33  | 32  | 31  | 30  |
#   | 43  | 42  | 41  | 40  | 39  | 38  | 37  | 36  | 35  | 34  | 33  | 32  | 31  | 30  | 29  |
#   +-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+
# D | 59  | 58  | 57  | 56  | 55  | 54  | 53  | 52  | 51  | 50  | 49  | 48  | 47  | 46  | 45  |
#   | 58  | 57  | 56  | 55  | 54  | 53  | 52  | 51  | 50  | 49  | 48  | 47  | 46  | 45  | 44  |
#   +-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+-----+

# --- sides ---------------------------------------------------------------------------------
JAPAN, ALLIES, SYSTEM = 0, 1, 2
SIDES = ("japan", "allies")
SOVIET = 2  # colour of ground

# --- units ---------------------------------------------------------------------------------
# BOAT: submarine, midget submarine or torpedo boat; never in a fleet (R8-1a).
UNIT_KINDS = ("none", "aircraft", "ship", "boat", "ground")
NO_UNIT, AIRCRAFT, SHIP, BOAT, GROUND = range(5)
AIR_TYPES = ("F", "T", "D", "B", "R", "TR")
FIGHTER, TORPEDO_BOMBER, DIVE_BOMBER, BOMBER, SCOUT, TRANSPORT_AIRCRAFT = range(6)
SHIP_TYPES = ("CV", "CVL", "CVE", "BB", "CA", "CL", "DD", "AS", "AK", "SS", "midget", "PT")
CV, CVL, CVE, BB, CA, CL, DD, AS, AK, SS, MIDGET, PT = range(12)
LAST_CARRIER = CVE
ARMS = (
    "infantry", "snlf", "construction", "aa", "fortress", "engineer", "mountain", "special",
)  # fmt: skip
INFANTRY, SNLF, CONSTRUCTION, ANTI_AIR, FORTRESS, ENGINEER, MOUNTAIN, SPECIAL = range(8)
BASES = ("carrier", "small", "large", "water")  # where an aircraft lands; a ship or a unit: 0
ON_CARRIER, ON_SMALL, ON_LARGE, ON_WATER = range(4)
RECON = ("none", "R", "P")
NO_RECON, RECON_R, RECON_P = range(3)
CONDITIONS = ("none", "truk", "yokosuka", "allied_d", "allied_special")
UNCONDITIONAL, TRUK, YOKOSUKA, ALLIED_D, ALLIED_SPECIAL = range(5)

# Withdrawals of the schedule (4.4, 6.12). Of the last three groups some stay: one transport, two
# American destroyers, one flying boat.
LEAVE_GROUPS = ("whole", "fleet_d", "transports", "destroyers", "flying_boats")
WHOLE, FLEET_D, TRANSPORTS, DESTROYERS, FLYING_BOATS = range(5)
# Replacements (6.14, 6.15): a floatplane fighter, one a turn; aircraft lost in the turn before; a
# flying boat; vessels five and two turns after their loss.
REPLACEMENTS = ("never", "floatplane", "next_turn", "flying_boat", "after_5", "after_2")
NEVER_REPLACED, FLOATPLANE, NEXT_TURN, FLYING_BOAT, AFTER_5, AFTER_2 = range(6)

# Where a unit is; `at` says which box, fleet, spot ...
PLACES = (
    "absent", "box", "fleet", "spot", "carrier", "sea", "target", "repair", "lost", "withdrawn",
    "gone", "submarine",
)  # fmt: skip
(
    ABSENT,  # has not arrived yet
    BOX,  # off-map box of its side (Seattle, Ominato), in no fleet
    FLEET,  # ship or ground unit; at = slot
    SPOT,  # ground unit or landed aircraft; at = spot
    CARRIER,  # landed aircraft; at = ship
    SEA,  # boat (at = node) or aircraft on reconnaissance (at = a node of its area)
    TARGET,  # aircraft flown in S4; at = group
    REPAIR,  # ship; when = turn in which it comes back
    LOST,  # sunk or eliminated; when = turn
    WITHDRAWN,  # may come back
    GONE,  # out of the game
    SUBMARINE,  # company aboard a submarine; at = the submarine
) = range(12)

# --- targets of aircraft (10.4) ------------------------------------------------------------
TARGET_KINDS = ("airfield", "port", "depot", "ground", "fleet")
AT_FIELD, AT_PORT, AT_DEPOT, AT_GROUND, AT_FLEET = range(5)
GROUP_STATES = ("none", "flown", "resolved", "support")
NO_GROUP, FLOWN, RESOLVED, SUPPORT = range(4)

# --- fields --------------------------------------------------------------------------------
NO_FIELD, SMALL, LARGE = range(3)

# --- strategies (5.5) ----------------------------------------------------------------------
NO_STRATEGY = 0
J1, J2, J3, J4 = 1, 2, 3, 4
L1, L2, L3, L4 = 1, 2, 3, 4

# --- sequence of play (5.2) ----------------------------------------------------------------
# A turn: START, then operation phases 0..3 (J 1, AL 1, J 2, AL 2) with stages, then VICTORY.
# MIDWAY stands between AL 1 and J 2 of turn 1.
PHASES = (
    "setup", "turn_start", "second_phase", "phase_start", "supply", "recon", "naval", "air",
    "surface", "unload", "landing", "ground_move", "ground_battle", "return", "midway", "victory",
    "over",
)  # fmt: skip
(
    SET_UP, TURN_START, SECOND_PHASE, PHASE_START, SUPPLY, RECON_STAGE, NAVAL, AIR,
    SURFACE, UNLOAD, LANDING, GROUND_MOVE, GROUND_BATTLE, RETURN, MIDWAY, VICTORY,
    OVER,
) = range(17)  # fmt: skip

# --- decisions -----------------------------------------------------------------------------
DECISIONS = (
    "none",
    # set-up, turn start, second phase, phase start, supply (modules setup .. arrivals)
    "place_flying_boat", "place_submarine", "soviet_entry", "second_phase", "conditional_force",
    "income", "withdraw", "exchange", "replace", "arrival", "arrival_place",
    # reconnaissance and search
    "transport_flight", "transport_field", "recon_boat", "recon_aircraft", "recon_node",
    "spot_attack", "search_submarine",
    # fleets
    "form", "form_fleet", "load_supply", "load_amount", "sail", "sail_step", "submarine_node",
    "submarine_cargo", "cargo_loss",
    # air operations
    "air_target", "air_group", "air_order", "aim", "cover", "air_loss", "bomb",
    # surface battle
    "battle_area", "declare", "declare_enemy", "line", "shift", "fire",
    # after S4, landing, ground
    "disembark", "disembark_spot", "recover", "land_fleet", "land_spot", "land_units", "gunfire",
    "landing_battle", "ground_loss", "ground_move", "ground_move_spot", "ground_battle",
    # return
    "return_fleet", "ashore", "build", "return_aircraft", "rebase", "rebase_spot", "return_boat",
    # victory phase
    "change_strategy",
    # free set-up, and the optional rules
    "set_up_unit", "set_up_fleet", "raid", "convert", "early_ship", "flag_stack", "armed_recon",
    "armed_recon_spot", "event", "event_unit", "long_shot",
)  # fmt: skip
(
    NO_DECISION,
    PLACE_FLYING_BOAT, PLACE_SUBMARINE, SOVIET_ENTRY, ASK_SECOND_PHASE, CONDITIONAL_FORCE,
    INCOME, WITHDRAW, EXCHANGE, REPLACE, ARRIVAL, ARRIVAL_PLACE,
    TRANSPORT_FLIGHT, TRANSPORT_FIELD, RECON_BOAT, RECON_AIRCRAFT, RECON_NODE,
    SPOT_ATTACK, SEARCH_SUBMARINE,
    FORM, FORM_FLEET, LOAD_SUPPLY, LOAD_AMOUNT, SAIL, SAIL_STEP, SUBMARINE_NODE,
    SUBMARINE_CARGO, CARGO_LOSS,
    AIR_TARGET, AIR_GROUP, AIR_ORDER, AIM, COVER, AIR_LOSS, BOMB,
    BATTLE_AREA, DECLARE, DECLARE_ENEMY, LINE, SHIFT, FIRE,
    DISEMBARK, DISEMBARK_SPOT, RECOVER, LAND_FLEET, LAND_SPOT, LAND_UNITS, GUNFIRE,
    LANDING_BATTLE, GROUND_LOSS, GROUND_MOVE_UNIT, GROUND_MOVE_SPOT, GROUND_BATTLE_SPOT,
    RETURN_FLEET, ASHORE, BUILD, RETURN_AIRCRAFT, REBASE, REBASE_SPOT, RETURN_BOAT,
    CHANGE_STRATEGY,
    SET_UP_UNIT, SET_UP_FLEET, RAID, CONVERT, EARLY_SHIP, FLAG_STACK, ARMED_RECON,
    ARMED_RECON_SPOT, EVENT, EVENT_UNIT, LONG_SHOT,
) = range(len(DECISIONS))  # fmt: skip

# --- outcomes (4.2) ------------------------------------------------------------------------
PLAYING, COMPLETED = 0, 1
LEVELS = (
    "allied_decisive", "allied", "japan_substantive", "japan_strategic", "japan_decisive",
)  # fmt: skip
CAUSES = ("none", "last_turn", "points", "paramushiro")  # how the game ended
BY_LAST_TURN, BY_POINTS, BY_PARAMUSHIRO = 1, 2, 3

# --- switches: readings of the rulebook that another reading can replace (0 = the default) ----
SWITCHES = (
    "land_points_by_field",  # any one facility is enough for VP on land
    "points_count_strategy",  # strategy VP count before the end
    "midway_in_reroll",
    "join_before_midway",  # A-15 b
    "shift_withdrawals",
    "closed_fleet_size",
    "automatic_case_4",
    "owner_picks_air_loss",
    "pooled_air_combat",
    "either_may_declare",
    "fleet_hinders_landing",  # N-42
    "sham_fleet_d",  # RHI-1i
    "keep_three_dd",
)
(
    LAND_POINTS_BY_FIELD, POINTS_COUNT_STRATEGY, MIDWAY_IN_REROLL, JOIN_BEFORE_MIDWAY,
    SHIFT_WITHDRAWALS, CLOSED_FLEET_SIZE, AUTOMATIC_CASE_4, OWNER_PICKS_AIR_LOSS,
    POOLED_AIR_COMBAT, EITHER_MAY_DECLARE, FLEET_HINDERS_LANDING, SHAM_FLEET_D,
    KEEP_THREE_DD,
) = range(len(SWITCHES))  # fmt: skip

# --- set-ups, and the optional rules of chapter 16 in their order (16.1 is the first) --------
SETUPS = ("historical", "what_if", "free")
HISTORICAL, WHAT_IF, FREE = range(3)
OPTIONAL_RULES = (
    "nome_field", "hidden_stacks", "tokyo_raid", "seattle_raid", "event_chits", "open_waters",
    "strategy_forces", "landed_carrier_aircraft", "early_ships",
)  # fmt: skip
(
    NOME_FIELD, HIDDEN_STACKS, TOKYO_RAID, SEATTLE_RAID, EVENT_CHITS, OPEN_WATERS,
    STRATEGY_FORCES, LANDED_CARRIER_AIRCRAFT, EARLY_SHIPS,
) = range(len(OPTIONAL_RULES))  # fmt: skip
# Event chits (REV), by number from 1 on.
EVENTS = (
    "none", "group_returns", "bomber_returns", "fair_weather", "friendly_fire", "supply_shortage",
    "bomber_lost",
)  # fmt: skip
(
    NO_EVENT, GROUP_RETURNS, BOMBER_RETURNS, FAIR_WEATHER, FRIENDLY_FIRE, SUPPLY_SHORTAGE,
    BOMBER_LOST,
) = range(len(EVENTS))  # fmt: skip

# --- dice (RDX) ----------------------------------------------------------------------------
PURPOSES = (
    "midway", "allied_strategy", "japanese_strategy", "railway", "fleet_d", "conditional_force",
    "depot_fire", "search", "torpedo", "spot_attack", "destroyer", "air_combat", "bombing",
    "air_attack", "manoeuvre", "surface_torpedo", "surface_gun", "ship_gunfire", "ground_combat",
    "repair", "expansion", "soviet_entry", "raid", "armed_reconnaissance", "event",
)  # fmt: skip
(
    ROLL_MIDWAY, ROLL_ALLIED_STRATEGY, ROLL_JAPANESE_STRATEGY, ROLL_RAILWAY, ROLL_FLEET_D,
    ROLL_FORCE, ROLL_FIRE, ROLL_SEARCH, ROLL_TORPEDO, ROLL_SPOT_ATTACK, ROLL_DESTROYER,
    ROLL_AIR_COMBAT, ROLL_BOMBING, ROLL_AIR_ATTACK, ROLL_MANOEUVRE, ROLL_SURFACE_TORPEDO,
    ROLL_SURFACE_GUN, ROLL_SHIP_GUNFIRE, ROLL_GROUND, ROLL_REPAIR, ROLL_EXPANSION, ROLL_SOVIET,
    ROLL_RAID, ROLL_ARMED_RECON, ROLL_EVENT,
) = range(len(PURPOSES))  # fmt: skip

_U, _N, _P, _F, _G = MAX_UNITS, MAX_NODES, MAX_SPOTS, SLOTS, MAX_GROUPS

GAME = record(
    [
        ("key", "i8"),  # of the dice; no side sees it
        ("rolled", "i4", (len(PURPOSES),)),  # dice of each purpose so far
        ("turn", "i1"),
        ("op", "i1"),  # operation phase 0..3; its side is op % 2
        ("phase", "i1"),
        ("side", "i1"),  # phasing side (PP)
        ("step", "i1"),  # how far the system has come inside the stage
        ("decision", "i1"),
        ("actor", "i1"),
        ("outcome", "i1"),
        ("cause", "i1"),
        ("level", "i1"),  # of a finished game, by LEVELS
        ("turns_to_move", "i1"),  # in an alternation: the side whose go it is ...
        ("passes", "i1"),  # ... and the passes in a row
        # Units
        ("place", "i1", (_U,)),
        ("at", "i2", (_U,)),
        ("when", "i1", (_U,)),  # turn of loss, of repair, of withdrawal
        ("damaged", "i1", (_U,)),  # ships
        ("disrupted", "i1", (_U,)),  # ground units
        # Aircraft that has flown, ground unit that has scouted (16.2), this phase; boat that has
        # moved and must return.
        ("flown", "i1", (_U,)),
        ("done", "i1", (_U,)),  # has used its go in this stage (moved, boarded, fired, asked)
        ("placed_by", "i1", (_U,)),  # boat on the map: side whose phase it was placed in
        ("aim", "i2", (_U,)),  # S4: enemy ship an aircraft attacks, or ship another one covers
        # Like counters (engine/alike.py)
        ("unseen", "i1", (_U,)),  # out of the other side's sight, when it was looked at last
        ("duty", "i2", (_U,)),  # the unit of the schedule that this counter stands for
        ("dealt", "i4"),  # random numbers used for it so far
        # Fleets, by slot
        ("fleet_used", "i1", (_F,)),
        ("fleet_node", "i1", (_F,)),  # NONE = off map
        ("fleet_found", "i1", (_F,)),
        ("fleet_moved", "i1", (_F,)),  # in this S3
        ("fleet_fought", "i1", (_F,)),  # surface battle in this S4
        ("fleet_deadline", "i1", (_F,)),  # ended its last own phase at sea (R8-5i)
        ("fleet_via_cook", "i1", (_F,)),  # reached the sea before Anchorage through A5 (R12-2g)
        ("fleet_supply", "i1", (_F,)),  # SP loaded at Seattle
        ("fleet_lifts_used", "i1", (_F,)),  # in this phase (R6-5f)
        ("fleet_landing", "i1", (_F,)),  # spot of its landing marker, or NONE
        ("fleet_off", "i1", (_F,)),  # has left the map in this S3 (R8-5d)
        ("fleet_floatplane", "i2", (_F,)),  # set-up floatplane that waits for a landing, or NONE
        ("fleet_entry", "i1", (_F,)),  # part of the sea it must come in by (RFS-1c), or NONE
        # Spots
        ("spot_used", "i1", (_P,)),  # always 1 but for fields not built yet
        ("spot_area", "i1", (_P,)),  # of a built field; the table's for others
        ("field", "i1", (_P,)),  # NO_FIELD, SMALL, LARGE
        ("field_marker", "i1", (_P,)),  # side whose marker it is (also of an expansion), or NONE
        ("field_new", "i1", (_P,)),  # built in this stage
        ("field_tried", "i1", (_P,)),  # built or expanded, or tried to, in this stage
        ("field_owner", "i1", (_P,)),
        ("port_owner", "i1", (_P,)),
        ("holder", "i1", (_P,)),  # of an island
        ("field_disrupted", "i1", (_P,)),
        ("port_disrupted", "i1", (_P,)),
        ("beach", "i1", (_P, 2)),  # a side has landed here: its temporary port (12.5)
        ("flag", "i1", (_P, 2)),  # a side's ground units there are under a flag (16.2)
        ("flag_changed", "i1", (_P,)),  # in this stage
        ("depot_fire", "i1"),
        # Points
        ("supply", "i1", (2,)),  # SP track
        ("seattle", "i1"),  # SP in the Seattle box
        ("points", "i2"),  # VP for sunk carriers, raids and changes of strategy
        # Strategy
        ("strategy", "i1", (2,)),  # hidden from the other side
        ("changed", "i1", (2,)),  # has tried its one change
        ("announced", "i1", (2,)),  # tries it in this victory phase
        ("midway", "i1"),  # face of the die, 0 = not rolled
        ("railway", "i1"),  # turn of completion shown, 0 = none
        ("railway_real", "i1"),
        ("soviet_tried", "i1"),
        ("soviet", "i1"),  # entered
        ("kept_ships", "i1"),  # under L4 a ship was kept (R6-12c)
        ("paramushiro_only", "i1"),  # at the end of turn 7 (R4-1d)
        ("force_tried", "i1", (2,)),  # Truk, Yokosuka
        ("fleet_d", "i1"),  # Allied fleet D: 0 open, 1 appeared, 2 will not, 3 next turn in Seattle
        ("returned", "i1", (len(LEAVE_GROUPS),)),  # withdrawn units that have come back, by group
        ("aircraft_landed", "i1"),  # Japan's carrier aircraft are land planes (16.8)
        ("event_turn", "i1"),  # turn in which a chit was drawn last (16.5)
        ("event", "i1"),  # chit in force in the battle in work, by EVENTS
        (
            "event_step",
            "i1",
        ),  # of that battle: 0 the draw is open, 1 a unit is chosen, 2 it is over
        # Partial choice of the pending decision
        ("chosen_unit", "i2"),
        ("chosen_fleet", "i1"),
        ("chosen_spot", "i1"),
        ("chosen_target", "i2"),
        ("chosen_kind", "i1"),
        # Chapter 6: withdrawals and arrivals
        ("queue", "i1"),  # rule of the schedule in work
        ("last_strategy", "i1", (2,)),  # in force in the last own S1
        ("struck", "i1", (_U,)),  # will never arrive, return or be exchanged
        # Chapters 7 to 9: search
        ("search_unit", "i2"),  # searching unit (interrupt), NONE = none
        ("search_fleet", "i1"),  # searching fleet, NONE = none
        ("search_target", "i1"),  # slot
        ("search_next", "i2"),  # next unit or fleet in line
        ("sailing", "i1"),  # fleet that moves in S3, NONE = none
        ("entered", "i1"),  # it steps on, is reacted to, or has stopped (rules/naval.py)
        ("sail_from", "i1"),  # where it began its move; NONE = off map
        ("visits", "i1", (_N,)),  # times it has entered a node in this move (N-60)
        ("react_next", "i2"),  # next enemy recon unit in line: boats, then aircraft (N-69)
        ("fleet_receives", "i1", (_F,)),  # the one fleet formed at a disrupted port (R8-3b, N-64)
        ("boat_supply", "i1", (_U,)),  # submarine that counts as 1 SP brought (R7-3e)
        ("short_fleet", "i1"),  # fleet whose lifts are short (CARGO), NONE = none
        ("hit_by", "i1", (_U,)),  # submarine that has torpedoed the moving fleet (N-72)
        # Chapter 10
        ("group_state", "i1", (_G,)),
        ("group_side", "i1", (_G,)),
        ("group_kind", "i1", (_G,)),  # by TARGET_KINDS
        ("group_target", "i2", (_G,)),  # spot, unit or slot; in support the spot
        ("group_area", "i1", (_G,)),
        ("suppressed", "i1", (_P,)),  # airfield, in this air movement (10.5)
        ("operation", "i1"),  # group that is resolved, NONE = none
        ("losses", "i1", (2,)),  # aircraft each side still has to lose
        ("air_step", "i1"),
        ("air_ship", "i2"),  # attacked ship in work
        # Chapter 11
        ("node_done", "i1", (_N,)),  # part of the sea whose surface battles are over
        ("battle_fleet", "i1", (2,)),  # slots
        ("battle_node", "i1"),
        ("battle_round", "i1"),
        ("line", "i2", (2, MAX_SHIPS)),  # units by square; NONE = gap
        ("line_length", "i1", (2,)),
        ("line_shift", "i1"),  # squares closed so far
        ("fire_mode", "i1", (2,)),  # 0 = not chosen, 1 = torpedoes, 2 = guns
        ("lead", "i1"),  # squares the winner of the manoeuvre may move
        # Chapters 12, 13
        ("landing_spot", "i1"),
        ("ground_step", "i1"),
        ("ground_left", "i1", (2,)),  # disruptions each side still has to take
        ("battle_done", "i1", (_P,)),
        # Options
        ("switch", "i1", (len(SWITCHES),)),
        ("opt_setup", "i1"),  # by SETUPS
        ("opt_bid", "i1"),  # VP that Japan begins with
        ("opt_rules", "i1", (len(OPTIONAL_RULES),)),
    ],
)
