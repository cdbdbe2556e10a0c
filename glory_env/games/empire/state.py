"""Empire of the Sun as one NumPy record, and the numbers that name things in it.

GAME is everything that changes in a game; TABLES (`tables.py`) everything the data files say.
Rules are functions over `g: Game, s: Tables`; `generated/records.py` has these types, written by
`python -m glory_env.core.stubs glory_env.games.empire.tables GAME TABLES`.

A hex is a number 0..1138 in the order of the printed numbers CCRR (column 10..60 from the west,
row 00..28 from the north), NONE for none. A bitmap of hexes is one word for each of the 51
columns, bit r for row r; a word of two media has the sea in bits 0..28, the land in bits 32..60.
"""

from __future__ import annotations

from glory_env.core.record import record
from glory_env.games.empire.switches import SWITCHES

NONE = -1

# --- maxima of every scenario (constants of the environment version) -----------------------
MAX_HEXES = 1139
COLUMNS, ROWS = 51, 29
FIRST_COLUMN = 10  # printed number of column 0
LAND_SHIFT = 32  # of the land half of a word
LOW = (1 << ROWS) - 1  # the sea half, the land half
HIGH = LOW << LAND_SHIFT
MAX_UNITS = 208
MAX_PLACES = 368  # land and island hexes, then the China box
MAX_FIELDS = 144  # airfields, then the China box
MAX_CARDS = 88  # of a side
MAX_TURNS = 12
MAX_BATTLES = 32
MAX_LANDINGS = 16
MAX_EFFECTS = 16
MAX_STACK = 8
MAX_FRAMES = 6
MAX_PLAYED = 3  # reaction events of an offensive
MAX_OCCUPIED = 8  # hexes of Alaska or Hawaii
SAVED_SIDES, SAVED_TRACKS = 7, 11  # of the block an offensive that is called off puts back

# --- sides ---------------------------------------------------------------------------------
JP, AL = 0, 1
NOBODY = 2  # where no side is asked
SIDES = ("JP", "AL")

# --- nations -------------------------------------------------------------------------------
NATIONS = (
    "philippines", "malaya", "siam", "dutch_east_indies", "burma", "india", "china", "australia",
    "mandates", "new_guinea", "marshalls", "japan",
)  # fmt: skip
(
    PHILIPPINES, MALAYA, SIAM, DUTCH_EAST_INDIES, BURMA, INDIA, CHINA, AUSTRALIA,
    MANDATES, NEW_GUINEA, MARSHALLS, JAPAN,
) = range(12)  # fmt: skip
NO_CHANGE = -1  # of `holder`: as at the start

# --- units ---------------------------------------------------------------------------------
UNIT_KINDS = ("none", "naval", "air", "ground", "hq")
NO_UNIT, NAVAL, AIR, GROUND, HQ = range(5)
TYPES = (
    "none", "CV", "CVL", "CVE", "BB", "BC", "CA", "CL", "DD", "APD", "air", "LRB", "B29",
    "infantry", "marine", "snlf", "airborne", "special", "armour",
)  # fmt: skip
(
    NO_TYPE, CV, CVL, CVE, BB, BC, CA, CL, DD, APD, AIRCRAFT, LRB, B29,
    INFANTRY, MARINE, SNLF, AIRBORNE, SPECIAL, ARMOUR,
) = range(19)  # fmt: skip
UNIT_NATIONS = (
    "japan", "us", "british", "australian", "new_zealand", "indian", "dutch", "chinese", "joint",
)  # fmt: skip
(
    NAT_JAPAN, NAT_US, NAT_BRITISH, NAT_AUSTRALIAN, NAT_NEW_ZEALAND, NAT_INDIAN, NAT_DUTCH,
    NAT_CHINESE, NAT_JOINT,
) = range(9)  # fmt: skip
COMMONWEALTH = (NAT_BRITISH, NAT_AUSTRALIAN, NAT_NEW_ZEALAND, NAT_INDIAN)
SERVICES = ("none", "army", "navy")
NO_SERVICE, ARMY, NAVY = range(3)
UNIT_SIZES = ("none", "regiment", "brigade", "division", "corps", "army")
NO_SIZE, REGIMENT, BRIGADE, DIVISION, CORPS, FIELD_ARMY = range(6)
# How many ASP a landing costs: none can be made; one; one or two a step.
LANDING_COSTS = ("none", "one", "step", "two_a_step")
NO_LANDING, ONE_POINT, POINT_A_STEP, TWO_A_STEP = range(4)
ORGANIC = ("none", "lift", "cargo")
NO_ORGANIC, LIFT, CARGO = range(3)
# Whom an HQ may activate and supply (6.12, 7.21): classes of units.
CLASSES = ("us", "us_air", "commonwealth", "dutch", "chinese", "japanese")
US, US_AIR, CW, DUTCH, CHINESE, JAPANESE = range(6)
COMMANDS = ("none", "us", "commonwealth", "joint", "japan")

# HQs that supply the same classes; a unit's classes of HQs are bits of these.
HQ_GROUPS = ("japan", "us", "commonwealth", "joint")
JAPAN_HQS, US_HQS, COMMONWEALTH_HQS, JOINT_HQS = range(4)
GROUPS = len(HQ_GROUPS)

# Where a unit is
PLACES = ("absent", "map", "china_box", "track", "delay_box", "eliminated", "out")
(
    ABSENT,  # comes by the schedule or a card
    MAP,
    CHINA_BOX,
    TRACK,  # comes back in turn `when`
    DELAY_BOX,
    ELIMINATED,  # replacements may bring it back
    OUT,  # of the game
) = range(7)
UNIT_FLAGS = (
    "active", "moved", "strategic", "transferred", "landed", "by_land", "bracket_used",
    "zone_entered", "fought", "reaction", "lost_an", "broken", "marked", "bombed",
    "supplied_at_s1", "by_event", "new", "passed_air",
)  # fmt: skip
(
    ACTIVE,
    MOVED,
    STRATEGIC,  # is on a strategic move and has no zone
    TRANSFERRED,  # has made one: SNM, SAT or SGT
    LANDED,
    BY_LAND,
    BRACKET_USED,
    ZONE_ENTERED,
    FOUGHT,
    REACTION,
    LOST_AN,
    BROKEN,  # its landing was
    MARKED,  # has to leave the battle hex
    BOMBED,  # this turn
    SUPPLIED_AT_S1,
    BY_EVENT,  # brought by this offensive's event
    NEW,  # placed in this segment
    PASSED_AIR,  # a Japanese ship passed US aircraft in this offensive
) = (1 << k for k in range(len(UNIT_FLAGS)))
NO_TASK, FIRST_COVER = -1, 32  # of `task`: battle 0..31, cover of landing 32..

# --- cards ---------------------------------------------------------------------------------
PILES = ("out", "deck", "hand", "future", "discard", "removed", "table")
CARD_OUT, CARD_DECK, CARD_HAND, CARD_FUTURE, CARD_DISCARD, CARD_REMOVED, CARD_TABLE = range(7)
CARD_KINDS = ("none", "military", "reaction", "resource", "political")
NO_CARD, MILITARY, REACTION_CARD, RESOURCE, POLITICAL = range(5)
CARD_SUBS = (
    "none", "intelligence", "attack", "counter", "weather", "person", "china", "india", "wie",
    "will", "rivalry", "route", "special",
)  # fmt: skip
(
    SUB_NONE, SUB_INTELLIGENCE, SUB_ATTACK, SUB_COUNTER, SUB_WEATHER, SUB_PERSON, SUB_CHINA,
    SUB_INDIA, SUB_WIE, SUB_WILL, SUB_RIVALRY, SUB_ROUTE, SUB_SPECIAL,
) = range(13)  # fmt: skip
CONDITIONS = ("surprise", "intercept", "ambush")
SURPRISE, INTERCEPT, AMBUSH = range(3)

# --- tracks --------------------------------------------------------------------------------
FRONTS = (
    "stable_front", "unstable_front", "major_breakthrough", "threat_to_chungking",
    "chungking_falls", "government_collapsed",
)  # fmt: skip
INDIA_BOXES = ("stable", "unrest", "strikes", "unstable", "revolts")
BURMA_ROADS = ("open", "closed_hump", "closed")
ROAD_OPEN, ROAD_HUMP, ROAD_CLOSED = range(3)
BARGES = ("unavailable", "available", "cancelled")
NO_BARGES, BARGES_READY, BARGES_GONE = range(3)
NO_ROUTE_HEXES = 3
BUILT_ROUTES = 4
# Caches that are out of date (3.6), as bits
DIRTY_ZONES, DIRTY_LAND, DIRTY_ROADS = 1, 2, 4
DIRTY_HOLDERS = 8  # who stands where: of zones and supply what hangs on it alone
DIRTY_HQS = 16  # HQs of Japan, twice that: of the Allies
ROAD_TO_MADRAS, ROAD_TO_RANGOON = 1, 2  # bits of `road_ends`
ALL_DIRTY = DIRTY_ZONES | DIRTY_LAND | DIRTY_ROADS

# --- sequence of play ----------------------------------------------------------------------
PHASES = (
    "set_up", "turn_start", "strategic", "offensives", "political", "attrition", "turn_end", "over",
)  # fmt: skip
(
    SET_UP, TURN_START, STRATEGIC_PHASE, OFFENSIVES, POLITICAL_PHASE, ATTRITION, TURN_END, OVER,
) = range(8)  # fmt: skip

# --- dice ----------------------------------------------------------------------------------
PURPOSES = (
    "draft", "submarine", "bombing", "intelligence", "special_reaction", "an_fire", "gc_fire",
    "china", "submarine_card", "raid", "discard_pick", "bid_tie", "shuffle",
)  # fmt: skip
(
    ROLL_DRAFT, ROLL_SUBMARINE, ROLL_BOMBING, ROLL_INTELLIGENCE, ROLL_SPECIAL_REACTION,
    ROLL_AN_FIRE, ROLL_GC_FIRE, ROLL_CHINA, ROLL_SUBMARINE_CARD, ROLL_RAID, ROLL_DISCARD_PICK,
    ROLL_BID_TIE, ROLL_SHUFFLE,
) = range(13)  # fmt: skip
MAX_PURPOSES = 24

NO_DECISION = 0  # of `codes.DECISIONS`

_U, _H, _P, _C, _K = MAX_UNITS, MAX_HEXES, MAX_PLACES, COLUMNS, MAX_CARDS

GAME = record(
    [
        # Dice: no side sees the key
        ("key", "i8"),
        ("rolled", "i4", (MAX_PURPOSES,)),
        ("shuffles", "i4", (2,)),
        # Clock
        ("turn", "i1"),
        ("phase", "i1"),
        ("step", "i1"),
        ("side", "i1"),  # on turn
        ("op_side", "i1"),  # of the offensive
        ("decision", "i1"),
        ("actor", "i1"),
        ("depth", "i1"),
        ("outcome", "i1"),
        ("cause", "i1"),
        ("level", "i1"),
        ("action_no", "i2"),  # card plays of the turn
        ("decisions", "i4"),
        ("future_set", "i1", (2,)),  # a card was set aside this turn
        ("last_action", "i1", (2,)),  # 0 none, 1 passed, 2 played
        # Units
        ("hex", "i2", (_U,)),  # NONE off the map
        ("place", "i1", (_U,)),
        ("when", "i1", (_U,)),  # turn of its return
        ("steps", "i1", (_U,)),  # 2 full, 1 reduced or one-sided
        ("unit_flags", "i4", (_U,)),  # by UNIT_FLAGS
        ("home", "i2", (_U,)),  # hex before the offensive
        ("entry", "i1", (_U,)),  # hexside of the last entry, as seen from its hex
        ("task", "i1", (_U,)),
        ("carrier", "i2", (_U,)),  # ship that carries it
        ("supply", "i1", (_U,)),  # when it was looked at last
        ("elig", "i1", (_U,)),  # may be activated in this reaction, may move after the battles
        # Hexes
        ("ctrl", "i8", (_C,)),  # bitmap of Japan's; all others are the Allies'
        ("fallen", "i8", (_C,)),  # bitmap of home islands' cities that were ever the Allies'
        ("ctrl_start", "i1", (_P,)),  # side that held a place at the start of the turn
        ("no_route", "i1", (NO_ROUTE_HEXES,)),  # marker there
        ("routes_built", "i1", (BUILT_ROUTES,)),
        # Zones and supply: caches, in no hash
        ("dirty", "i1"),  # by DIRTY_*
        ("zone_reach", "i8", (2, _C)),
        ("zone_neutral", "i8", (2, _C)),
        ("zone_cancelled", "i1", (_U,)),  # by an event
        ("own", "i8", (2, _C)),  # hexes with any unit of a side
        ("holders", "i8", (2, _C)),  # with ground or air units, an HQ or a garrison
        ("held", "i8", (2, _C)),  # that the enemy alone holds (P-2)
        ("closed", "i8", (_C,)),  # with a No Transport Route marker
        ("served", "i8", (GROUPS, _C)),  # where an HQ of a group supplies units
        ("served_free", "i8", (GROUPS, _C)),  # the same if the enemy had no zone
        ("near_kunming", "i8", (_C,)),
        ("road_ends", "i1"),  # where the Allied routes from Kunming lead, as bits
        # Cards
        ("card_at", "i1", (2, _K)),  # by PILES
        ("card_known", "i1", (2, _K)),  # bit of each seat that has seen it in this pile
        ("card_turn", "i1", (2, _K)),  # turn it was drawn in
        ("hand", "i1", (2,)),  # number of cards
        ("passes", "i1", (2,)),
        ("event_draws", "i1", (2,)),
        ("future_card", "i1", (2,)),  # number of the card from 0, NONE = none
        ("future_turn", "i1", (2,)),
        ("future_used", "i1", (2,)),
        ("reshuffle", "i1", (2,)),  # due
        ("special_due", "i1", (2,)),
        # Tracks
        ("asp", "i1", (2,)),
        ("asp_used", "i1", (2,)),
        ("asp_temp", "i1", (2,)),
        ("naval_repl", "i1", (2,)),
        ("air_repl", "i1", (2,)),
        ("divisions", "i1"),
        ("road", "i1"),  # by BURMA_ROADS; a cache, as supply
        ("hump", "i1"),
        ("front", "i1"),  # by FRONTS
        ("china_surrendered", "i1"),
        ("india", "i1"),  # by INDIA_BOXES
        ("wie", "i1"),  # 3 .. -7
        ("will", "i1"),
        ("escort", "i1"),  # 0, 2, 4
        ("resources", "i1"),  # Japan's resource hexes
        ("blockade_run", "i1"),  # turns without a line to a resource hex
        ("bomb_run", "i1"),
        ("rivalry", "i1", (2,)),
        ("barges", "i1"),
        ("pt_boats", "i1"),
        ("kwai", "i1"),
        ("doctrine", "i1"),  # Japan's ground defence on one-hex islands
        ("bomb_drm", "i1"),
        ("tojo", "i1"),  # has resigned
        ("doolittle", "i1"),
        ("soviet", "i1"),
        ("delay_al", "i1"),
        ("india_repl", "i1"),  # turn in which a step is lost
        ("express_hex", "i2"),
        ("express_turn", "i1"),
        ("china_oc_turn", "i1"),  # the first turn of another such operation
        ("alaska_run", "i1"),
        ("hawaii_run", "i1"),
        ("once", "i2"),  # flags of what happens once
        ("casualties_turn", "i1"),
        ("air_repl_lost", "i1"),
        # Nations
        ("surrendered", "i1", (len(NATIONS),)),
        ("liberated", "i1", (len(NATIONS),)),
        ("holder", "i1", (len(NATIONS),)),  # side, or NO_CHANGE
        # Offensive
        ("op_card", "i2"),
        ("as_ec", "i1"),
        ("ov", "i1"),
        ("lv", "i1"),
        ("op_hq", "i2"),
        ("op_max", "i1"),
        ("op_used", "i1"),
        ("op_naval", "i1"),  # hexes a ship may move where the card says so
        ("condition", "i1"),  # by CONDITIONS
        ("intel_rolled", "i1"),
        ("cards_played", "i1"),
        ("weather", "i1"),
        ("op_asp", "i1"),
        ("rp_hq", "i2"),
        ("rp_max", "i1"),
        ("rp_used", "i1"),
        ("rp_asp", "i1"),
        ("counter_card", "i2"),
        ("zone_entered", "i1"),
        ("barge_used", "i1"),
        ("battles", "i1"),
        ("battle_hex", "i2", (MAX_BATTLES,)),
        ("battle_state", "i1", (MAX_BATTLES,)),  # by codes.BATTLE_STATES
        ("battle_sr", "i1", (MAX_BATTLES,)),
        ("battle_an", "i1", (MAX_BATTLES,)),  # side that won the air-naval combat, or NONE
        ("battle_winner", "i1", (MAX_BATTLES,)),
        ("battle_lost", "i1", (2, MAX_BATTLES)),  # steps
        ("battle_flags", "i1", (MAX_BATTLES,)),  # bits: codes.DEFENDED .. STRUCK_MORE
        ("battle_entries", "i1", (MAX_BATTLES,)),  # hexsides OP came in by land, as bits
        ("landings", "i1"),
        ("landing_hex", "i2", (MAX_LANDINGS,)),
        ("landing_state", "i1", (MAX_LANDINGS,)),
        ("effect", "i1", (MAX_EFFECTS,)),  # by codes.EFFECTS, of the events in force
        ("effect_side", "i1", (MAX_EFFECTS,)),
        ("effect_kinds", "i1", (MAX_EFFECTS,)),  # bits of UNIT_KINDS, 0 = any
        ("effect_value", "i2", (MAX_EFFECTS,)),
        ("saved_ctrl", "i8", (_C,)),  # before it; so the others, see rules/saved.py
        ("saved_fallen", "i8", (_C,)),
        ("saved_hex", "i2", (_U,)),
        ("saved_place", "i1", (_U,)),
        ("saved_when", "i1", (_U,)),
        ("saved_steps", "i1", (_U,)),
        ("saved_flags", "i4", (_U,)),
        ("saved_delayable", "i1", (_U,)),
        ("saved_sides", "i1", (SAVED_SIDES, 2)),
        ("saved_tracks", "i2", (SAVED_TRACKS,)),
        ("saved_routes", "i1", (BUILT_ROUTES,)),
        ("saved_runs", "i1", (2, MAX_OCCUPIED)),
        # Battle in work
        ("battle", "i1"),
        ("fire_side", "i1"),
        ("hits_left", "i2", (2,)),
        ("critical", "i1", (2,)),
        ("fights", "i1", (_U,)),  # by codes.ROLES
        ("halved", "i1", (_U,)),  # attacks at its extended range
        ("matched", "i1", (_U,)),  # chosen as a target outside the hex
        ("match_limit", "i1", (2,)),  # how many of those a side may choose
        ("at_ground", "i1", (2,)),  # the side's hits go to ground units
        ("pending", "i1", (_U,)),  # steps marked and not yet lost
        ("garrisons", "i1"),  # of the hex that are left
        ("pending_garrisons", "i1"),
        ("survivor", "i2"),  # ground unit that keeps its last step
        ("ground_lost", "i1", (2,)),  # steps in this ground combat
        ("strength", "i2", (2,)),
        ("die", "i1", (2,)),
        # Partial choice of the pending decision
        ("chosen_units", "i2", (MAX_STACK,)),
        ("chosen_count", "i1"),
        ("chosen_kind", "i1"),
        ("chosen_place", "i2"),
        ("chosen_target", "i2"),
        ("chosen_card", "i2"),
        ("chosen_number", "i1"),
        ("cursor", "i2"),
        # Frames of the machine
        ("frame_state", "i1", (MAX_FRAMES,)),
        ("frame_step", "i1", (MAX_FRAMES,)),
        ("frame_side", "i1", (MAX_FRAMES,)),
        ("frame_1", "i2", (MAX_FRAMES,)),
        ("frame_2", "i2", (MAX_FRAMES,)),
        # Options
        ("switch", "i1", (len(SWITCHES),)),
        ("vp_adjust", "i1"),
        ("historical_hand", "i1"),
        ("al4_choice", "i1"),
        ("jp47_choice", "i1"),
        ("tournament", "i1"),
        ("events", "i1"),
        # Strategic phase
        ("delayable", "i1", (_U,)),  # on the track: it may be delayed and drafted when it is back
        ("ground_repl", "i1", (2,)),  # steps of this turn, as `naval_repl` and `air_repl`
        ("cw_repl", "i1"),  # for ships of the Commonwealth
        ("chinese_repl", "i1"),
        ("india_lost", "i1"),  # steps lost in the turn of `india_repl`
        ("submarines", "i1"),  # successes of this turn, a card each
        ("bombings", "i1"),
        ("progress_goal", "i1"),  # hexes the Allies have to take this turn
        # Nations
        ("alaska_runs", "i1", (MAX_OCCUPIED,)),  # political phases in a row, by hex
        ("hawaii_runs", "i1", (MAX_OCCUPIED,)),
        ("at_stake", "i1"),  # a ground combat may cost the will its casualties
        # Events
        ("played", "i1", (MAX_PLAYED,)),  # reaction cards of the offensive, in their order
        ("struck", "i2"),  # unit that loses a step once the offensive is called off
        ("taken_back", "i1"),  # the event of this card play was; it is no event any more
        ("from_future", "i1"),  # the card in play was set aside before
    ],
)
