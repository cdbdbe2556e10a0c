"""The game as one NumPy record, the scenario as another, and the numbers that name things.

GAME is everything that changes in a game; TABLES everything the scenario file says (map,
charts, counters); TRACE what one call of the engine rolled and reported. Rules are functions
`f(g: Game, s: Tables, t: Trace)`; `records.py` has these types and is written from the dtypes
(`glory_env.core.stubs`). Tonnage is in units of 10,000 tons.
"""

from __future__ import annotations

from glory_env.core.record import record
from glory_env.core.trace import T_DIE

# --- maxima of every scenario (constants of the environment version) -----------------------
MAX_COUNTERS = 80  # units, forts and transports
MAX_BOXES = 24
MAX_MARKERS = 8
MAX_ROUTE = 8
MAX_TURNS = 16
MAX_HITS = 24  # rows of a combat results table
ODDS_DICE = 40  # fights up to this size have their chances in a table
ODDS_MODIFIERS = 8
MEAN_DICE, MEAN_MODIFIERS = 24, 4  # and the means of fights up to these
MAX_ESCORTS = 8
MAX_TONNAGE = 730
STEP = 5  # tonnage is counted in fives

# --- the two services, and who acts --------------------------------------------------------
ARMY, NAVY, SYSTEM = 0, 1, 2
SERVICES = ("army", "navy")
CIVIL = 2  # third column of the allotments

# The boxes of the scenario `glory` by number, north up. = and : are land lines, others sea lines.
#
#                                             1 Hokkaido ----- 4 Northern Kuriles ---- 5 Aleutians
#                                             |
#          15 Henan ========================= 0 Home Islands ----- 18 Convoy Escort
#          :      :                         / |
#          16 === 17 Jiangxi               /  2 Bonin Islands
#          Hunan                          /   |
#                                        /    6 Marianas ------ 7 Marshalls
#   13 Mandalay      3 Taiwan/Okinawa ---                       |
#   :                |                                          8 Solomons
#   12 Rangoon ----- 10 Philippines ------ 9 East New Guinea
#   :         \      |
#   14 Akyab   ----- 11 Java
#
# Bases of the Allied markers: D beside 5, N beside 8, B beside 9, C beside 14, I beside 13, Ch
# beside 16.

# --- where a counter is: a box number, or one of these -------------------------------------
POOL, TRACK, REMOVED, ASIDE, ABSENT = -1, -2, -3, -4, -5  # ASIDE: other face of the hybrid
BASE = -1  # a marker that stands in its base has this box number
NONE = -1  # "no counter / box / kind chosen"

# --- kinds of box --------------------------------------------------------------------------
AMPHIBIOUS, LAND, CONVOY_BOX = 0, 1, 2

# --- kinds of counter ----------------------------------------------------------------------
KINDS = (
    "BB", "BCV", "CV", "CVL", "CA", "CL", "DD", "DE",
    "navy_aircraft", "army_aircraft", "ground", "fort", "transport",
)  # fmt: skip
BB, BCV, CV, CVL, CA, CL, DD, DE, NAVY_AIRCRAFT, ARMY_AIRCRAFT, GROUND, FORT, TRANSPORT = range(13)
LAST_SHIP = DE  # ship units are the kinds up to this one (3-1)

# --- rows of the production table (14.0) ---------------------------------------------------
ROWS = ("DD", "DE", "CV", "navy_aircraft", "army_aircraft", "ground", "transport", "fort", "BCV")
ROW_DD, ROW_DE, ROW_CV, ROW_NAVY_AIR, ROW_ARMY_AIR, ROW_GROUND = range(6)
ROW_TRANSPORT, ROW_FORT, ROW_BCV = 6, 7, 8

# --- phases (7.0) --------------------------------------------------------------------------
PHASES = (
    "invasion", "tonnage", "activation", "movement", "combat", "convoy", "production",
    "turn_end", "turn_13", "over",
)  # fmt: skip
INVASION, TONNAGE, ACTIVATION, MOVEMENT, COMBAT, CONVOY, PRODUCTION = range(7)
TURN_END, TURN_13, OVER = 7, 8, 9

# --- decisions: what the acting service is asked -------------------------------------------
DECISIONS = (
    "none", "offer_civil", "offer_army", "answer", "concede", "janken", "activate",
    "move_piece", "move_to", "move_embark", "move_land", "escort_request", "escort_grant",
    "embark", "battle", "support_request", "support", "hybrid_modifier", "pay",
    "convoy_request", "convoy_method", "convoy_damage", "produce", "produce_counter", "vote",
    "turn_13", "speak", "speak_ask", "speak_box", "speak_amount", "speak_kind",
)  # fmt: skip
(
    NO_DECISION, OFFER_CIVIL, OFFER_ARMY, ANSWER, CONCEDE, JANKEN, ACTIVATE,
    MOVE_PIECE, MOVE_TO, MOVE_EMBARK, MOVE_LAND, ESCORT_REQUEST, ESCORT_GRANT,
    EMBARK, BATTLE, SUPPORT_REQUEST, SUPPORT, HYBRID_MODIFIER, PAY,
    CONVOY_REQUEST, CONVOY_METHOD, CONVOY_DAMAGE, PRODUCE, PRODUCE_COUNTER, VOTE,
    DECLARE_TURN_13, SPEAK, SPEAK_ASK, SPEAK_BOX, SPEAK_AMOUNT, SPEAK_KIND,
) = range(31)  # fmt: skip

# --- outcomes (18.0) -----------------------------------------------------------------------
PLAYING, COMPLETED, GAME_OVER = 0, 1, 2
CAUSES = ("none", "tonnage", "home_boxes")
BY_TONNAGE, BY_HOME_BOXES = 1, 2

# --- options of a game ---------------------------------------------------------------------
PROTOCOLS = ("alternating", "sealed", "fixed")
ALTERNATING, SEALED, FIXED = range(3)
DEADLOCKS = ("lot", "dice", "janken", "zero", "status_quo", "pro_rata")
LOT, DICE, JANKEN_RULE, ZERO, STATUS_QUO, PRO_RATA = range(6)
PRODUCTION_RULES = ("alternate_pick", "navy_first", "army_first", "joint_vote")
ALTERNATE_PICK, NAVY_FIRST, ARMY_FIRST, JOINT_VOTE = range(4)
TALKS = ("off", "cheap", "binding")
NO_TALK, CHEAP, BINDING = range(3)
MAX_OFFERS_LIMIT = 20
# What a handicap changes (rules.handicap); a record holds 0 where it changes nothing.
HANDICAP = (
    "start", "floor", "convoy_losses", "lead_army", "lead_navy", "escorts", "battle_losses",
    "occupation_losses",
)  # fmt: skip
H_START, H_FLOOR, H_CONVOY_LOSSES, H_LEAD, H_ESCORTS = 0, 1, 2, 3, 5  # H_LEAD + seat
H_BATTLE_LOSSES, H_OCCUPATION_LOSSES = 6, 7
# Optional rules 20-1 and 20-2, then readings of the rulebook (`rules.rulings`).
SWITCHES = (
    "late_six", "late_floor", "bonus_once", "absorb_in_box", "stack_modifiers", "net_turn_end",
    "battles_fixed",
)  # fmt: skip
(
    LATE_SIX, LATE_FLOOR, BONUS_ONCE, ABSORB_IN_BOX, STACK_MODIFIERS, NET_TURN_END, BATTLES_FIXED,
) = range(7)  # fmt: skip

# --- talk (rules.talk): statements beside an offer, and what became of them ------------------
STATEMENTS = (
    "escort", "support", "present", "away", "own_losses", "use", "civil", "build",
    "large_convoys", "no_grab", "no_turn_13", "threat_pool", "threat_escorts", "threat_walk",
)  # fmt: skip
(
    SAY_ESCORT, SAY_SUPPORT, SAY_PRESENT, SAY_AWAY, SAY_OWN_LOSSES, SAY_USE, SAY_CIVIL, SAY_BUILD,
    SAY_LARGE, SAY_NO_GRAB, SAY_NO_TURN_13, THREAT_POOL, THREAT_ESCORTS, THREAT_WALK,
) = range(14)  # fmt: skip
MAX_LINES = 2  # with an offer
# Of a statement in force; a threat that was carried out is KEPT, one that was not is BROKEN.
PROMISE_STATES = ("none", "open", "kept", "broken", "void")
NOT_MADE, OPEN, KEPT, BROKEN, VOID = range(5)
TALLY = ("offered", "asked", "made", "kept", "broken", "void")  # columns of the game's count
OFFERED, ASKED, MADE = range(3)  # the others: OFFERED + state + 1

METHODS = ("A", "B")  # small convoys, large convoys
NATIONS = ("us", "uk", "cn")
DR = -1  # in the loss column of the CRT: the defender retreats

_U, _B, _M, _T = MAX_COUNTERS, MAX_BOXES, MAX_MARKERS, MAX_TURNS + 1
_L = MAX_TURNS + 2  # turns of the log, 13 in its place
_S = len(STATEMENTS)

GAME = record(
    [
        ("key", "i8"),  # of the dice; no agent sees it
        ("turn", "i2"),
        ("phase", "i1"),
        ("step", "i1"),  # how far the system has come inside the phase
        ("decision", "i1"),
        ("actor", "i1"),
        ("outcome", "i1"),
        ("cause", "i1"),
        ("total", "i2"),  # the shared pool of shipping
        ("allotted_total", "i2"),  # the total when the shares below were set
        ("allotment", "i2", (3,)),  # army, navy, civil: this turn's shares
        ("left", "i2", (3,)),  # what is unspent of them
        ("gp", "i2", (2,)),  # glory points
        ("convoy_method", "i1"),  # 0 = A small, 1 = B large
        ("marker_step", "i1", (_M,)),  # 0 = in its base, k = k-th box of its route
        ("place", "i1", (_U,)),  # box, POOL, TRACK, REMOVED, ASIDE or ABSENT
        ("space", "i1", (_U,)),  # on the production track; 0 elsewhere
        ("active", "i1", (_U,)),
        ("damage", "i1", (_U,)),
        ("moved", "i1", (_U,)),  # this movement phase
        ("escorted", "i1", (_U,)),  # this movement phase
        ("supports", "i1", (_U,)),  # lent to the army in this combat phase
        ("handled", "i1", (_U,)),  # started, advanced or voted down this production phase
        ("printed_dice", "i2", (_U,)),  # printed values; a position may override them
        ("printed_tonnage", "i2", (_U,)),
        ("asked", "i1"),  # the army's request now before the navy: 1 = asked for, 0 = not
        ("opener", "i1"),
        ("offers", "i1"),  # made so far this turn, both seats
        ("offer", "i2", (2, 3)),  # each seat's last offer (army, navy, civil); -1 = none
        ("hand", "i1", (2,)),  # janken; -1 = not shown yet
        ("replays", "i1"),  # of janken
        ("winner", "i1"),  # of the lot, the dice or janken
        ("line_count", "i1", (2,)),  # lines with the seat's last offer ...
        ("line_ask", "i1", (2, MAX_LINES)),  # ... 1 = a request to the other seat
        ("line_kind", "i1", (2, MAX_LINES)),  # by STATEMENTS; NONE = no line
        ("line_argument", "i2", (2, MAX_LINES)),  # box, amount or production row; NONE = none
        ("promised", "i2", (2,)),  # statements in force and open, as bits by STATEMENTS
        ("promise_kind", "i1", (_L, 2, MAX_LINES)),  # by the turn they were made in ...
        ("promise_argument", "i2", (_L, 2, MAX_LINES)),
        ("promise_state", "i1", (_L, 2, MAX_LINES)),  # ... by PROMISE_STATES
        ("threat_state", "i1", (_L, 2, 3)),  # of the last one by turn: pool, escorts, walk
        ("tally", "i2", (2, _S, len(TALLY))),  # of the game, by speaker
        ("pay_limit", "i2"),  # most of the loss in payment that keeps the promise own_losses
        ("build_missed", "i2", (2,)),  # promised rows a seat could have built, as bits
        ("chosen_ask", "i1"),  # partial choice of the pending decision ...
        ("chosen_statement", "i1"),
        ("chosen_civil", "i2"),
        ("chosen_counter", "i1"),
        ("chosen_box", "i1"),
        ("chosen_embark", "i1"),
        ("chosen_landing", "i1"),
        ("chosen_kind", "i1"),  # ... until here
        ("battle_box", "i1"),
        ("battle_service", "i1"),
        ("fought", "i4", (2,)),  # boxes each service has fought in, as bits
        ("battle_hits", "i2"),
        ("battle_alone", "i1"),  # 12-7: only one service had Active units
        ("loss", "i2"),  # still to be paid
        ("pool_paid", "i2"),  # of it, named from the total (falls once, at the end)
        ("convoy_hits", "i1"),  # damages still to be given to escorts
        ("passes", "i1"),  # production: one after the other
        ("started", "i2"),  # production rows started this turn, as bits
        ("refused", "i2"),  # production rows voted down this turn, as bits
        ("converted", "i1"),  # 17-0: the conversion was made
        ("bonus_paid", "i1"),  # base bonus was paid at least once
        ("opt_protocol", "i1"),
        ("opt_talk", "i1"),
        ("opt_deadlock", "i1"),
        ("opt_production", "i1"),
        ("opt_max_offers", "i1"),
        ("opt_break_off", "i1"),  # per cent after each offer
        ("opt_grid", "i1"),
        ("opt_civil_floor", "i1"),  # per cent of the total kept civil by pro_rata and needs
        ("opt_fixed", "i1", (2,)),  # per cent for army, navy; -1 = by needs
        ("opt_solo", "i1"),
        ("opt_handicap", "i2", (len(HANDICAP),)),  # by HANDICAP; losses: per cent more
        ("switch", "i1", (len(SWITCHES),)),  # by SWITCHES; 1 = on
        ("reveal_objective", "i1"),
        ("objective", "f4", (2, 2)),  # cos, sin of each seat's angle
        # The log: what happened in each turn, public to both; no rule but those of talk reads it.
        ("log_claim", "i2", (_L, 2)),  # own share in the seat's first offer; -1 = made none
        ("log_first_other", "i2", (_L, 2)),  # the other's share in that offer ...
        ("log_first_civil", "i2", (_L, 2)),  # ... and the civil one
        ("log_last_claim", "i2", (_L, 2)),  # own share in the seat's last offer
        ("log_offers", "i2", (_L,)),
        ("log_deadlock", "i2", (_L,)),  # 1 = the talks failed
        ("log_shares", "i2", (_L, 3)),  # army, navy, civil
        ("log_spent", "i2", (_L, 2)),  # on activation
        ("log_battles", "i2", (_L, 2)),
        ("log_together", "i2", (_L,)),  # of them in amphibious boxes with both services Active
        ("log_loss", "i2", (_L, 2)),  # of combats, doubling included
        ("log_burnt", "i2", (_L, 2)),  # of it paid from the total
        ("log_breach", "i2", (_L, 2)),  # of a payment: most paid from the total beyond need
        ("log_doubled", "i2", (_L, 2)),  # of it through 12-7
        ("log_asked", "i2", (_L,)),  # escorts the army asked for ...
        ("log_granted", "i2", (_L,)),  # ... and was given
        ("log_support_asked", "i2", (_L,)),  # battles the army asked for support in
        ("log_lent", "i2", (_L,)),  # units lent to the army (12-8)
        ("log_lent_damage", "i2", (_L,)),  # damages the army gave them
        ("log_built", "i2", (_L, 2)),  # production rows a seat started or advanced, as bits
        ("log_convoy_loss", "i2", (_L,)),
        ("log_total", "i2", (_L,)),  # at the end of the turn, or of the game in it
        ("log_gp", "i2", (_L, 2)),  # likewise
    ],
)

TABLES = record(
    [
        ("boxes", "i2"),
        ("counters", "i2"),
        ("markers", "i2"),
        ("track_spaces", "i2"),
        ("start_total", "i2"),
        ("cap", "i2"),
        ("floor", "i2", (2,)),  # defeat below: two players, solo
        ("last_turn", "i2"),
        ("home_loss_until", "i2"),
        ("hit_from", "i2", (2,)),  # lowest face that hits: normal, late (20-1)
        ("late_from", "i2"),
        ("margin", "i2"),
        ("solo_gp", "i2"),
        ("turn_13_gap", "i2"),
        ("turn_13_dice", "i2"),
        ("turn_13_gp", "i2"),
        ("convoy_ships", "i2"),
        ("convoy_aircraft", "i2"),
        ("home", "i2"),
        ("convoy", "i2"),
        ("box_kind", "i1", (_B,)),
        ("box_gp", "i2", (_B, 2)),
        ("home_islands", "i1", (_B,)),
        ("box_tonnage", "i2", (_B,)),  # change of the total while a marker is there
        ("sea_lines", "i4", (_B,)),  # neighbours as bits
        ("land_lines", "i4", (_B,)),
        ("ahead", "i4", (_B,)),
        ("nation", "i1", (_M,)),
        ("route", "i1", (_M, MAX_ROUTE)),  # boxes outward from the base
        ("route_length", "i1", (_M,)),
        ("marker_start", "i1", (_M,)),
        ("bonus_marker", "i2"),  # NONE where the scenario has no base bonus
        ("bonus_tonnage", "i2"),
        ("bonus_gp", "i2"),
        ("crt_gp", "i2", (_T, 3, MAX_HITS)),  # by turn, nation, hits (last row repeated)
        ("crt_loss", "i2", (_T, 3, MAX_HITS)),  # tonnage, or DR
        ("sea_loss", "i1", (2, 7)),  # [escorted][die]: 1 = D
        ("convoy_loss", "i2", (2, MAX_ESCORTS + 1, 8)),  # [method][ships][die 1..7]
        ("convoy_damage", "i1", (2, MAX_ESCORTS + 1, 8)),
        ("invasion", "i4", (_T, 7)),  # markers called, as bits, by turn and die
        ("cost", "i2", (9,)),  # production, by row
        ("period", "i1", (9, 2)),  # by row and method
        ("transport_yield", "i2"),
        ("fort_strength", "i2"),
        ("service", "i1", (_U,)),
        ("kind", "i1", (_U,)),
        ("row", "i1", (_U,)),  # production row, or NONE
        ("dice", "i2", (_U,)),
        ("modifier", "i1", (_U,)),
        ("tonnage", "i2", (_U,)),
        ("face", "i2", (_U,)),  # counters of one face are alike in all printed values
        ("alike", "i2", (_U,)),  # the last counter before it that has the same face, or NONE
        ("start_place", "i1", (_U,)),
        ("start_space", "i1", (_U,)),
        ("start_active", "i1"),
        ("start_method", "i1"),
        ("hybrid_from", "i2"),
        ("hybrid_to", "i2"),
        # Chances and means of the charts above, for `engine.odds`; no rule reads them.
        # Chance of 0, 1 .. hits, the last row also for more: [late (20-1)][stacked modifiers]
        # [dice][modifiers][hits]
        ("hit_chance", "f8", (2, 2, ODDS_DICE + 1, ODDS_MODIFIERS + 1, MAX_HITS)),
        # Of a fight by [late][turn][nation][stacked][dice][modifiers]: GP, loss, chances of DR and
        # of nothing to pay.
        ("fight_mean", "f4", (2, _T, 3, 2, MEAN_DICE + 1, MEAN_MODIFIERS + 1, 4)),
        ("convoy_mean", "f8", (2, MAX_ESCORTS + 1, 2)),  # loss: [method][ships][aircraft]
        ("invasion_shown", "f4", (_T, 6 * _M)),  # the table as flags, by die and marker
        ("called_by", "i1", (_T, _M)),  # faces of the invasion die that call a marker, as bits
    ],
)

# --- what the trace reports (`core.trace`) ----------------------------------------------------
PURPOSES = (
    "invasion", "sea_check", "combat", "dr_bonus", "convoy", "turn_13_dice", "turn_13_battle",
    "opener", "lot", "deadlock_dice", "break_off", "production_opener",
)  # fmt: skip
(
    ROLL_INVASION, ROLL_SEA_CHECK, ROLL_COMBAT, ROLL_DR_BONUS, ROLL_CONVOY, ROLL_TURN_13_DICE,
    ROLL_TURN_13_BATTLE, ROLL_OPENER, ROLL_LOT, ROLL_DEADLOCK_DICE, ROLL_BREAK_OFF,
    ROLL_PRODUCTION_OPENER,
) = range(12)  # fmt: skip

# Lines the system writes into the game record without a choice.
SYSTEM_LINES = ("invasion", "opener", "tonnage", "convoy", "turn_end", "turn_13")
LINE_INVASION, LINE_OPENER, LINE_TONNAGE, LINE_CONVOY, LINE_TURN_END, LINE_TURN_13 = range(6)

# Entries of the trace: (code, a, b, c). docs/record.md shows them as the record writes them.
(
    T_TOTAL,  # a = change, b = new total
    T_GP,  # a = service, b = change, c = new count
    T_MARKER,  # a = marker, b = new box or BASE
    T_PLACE,  # a = counter, b = new place, c = track space
    T_ACTIVE,  # a = counter, b = 1 active, 0 not
    T_DAMAGE,  # a = counter, b = damage it now has
    T_RESULT,  # a = box, b = hits, c = loss (DR = -1), before doubling
    T_DOUBLED,  # a = box, b = doubled loss
    T_METHOD,  # a = convoy method
    T_SHARES,  # a = army, b = navy, c = civil
    T_PHASE,  # a = phase that has ended, b = turn
    T_OUTCOME,  # a = outcome, b = cause
    T_PROMISE,  # a = 16 x seat + statement, b = its state, c = argument
) = range(T_DIE + 1, T_DIE + 14)
