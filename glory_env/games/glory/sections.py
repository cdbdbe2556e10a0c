"""The one observation table, as actions.py is the one action table.

The gymnasium Box, the positions the encoder writes to, the named views and docs/observation.md
are all read off SECTIONS. The order is frozen; a change bumps the version.
"""

from __future__ import annotations

from collections import namedtuple
from typing import Any, NamedTuple

import numpy as np

from glory_env.games.glory.state import (
    DEADLOCKS,
    DECISIONS,
    MAX_BOXES,
    MAX_COUNTERS,
    MAX_ESCORTS,
    MAX_HITS,
    MAX_LINES,
    MAX_MARKERS,
    MAX_OFFERS_LIMIT,
    MAX_TONNAGE,
    MAX_TURNS,
    PHASES,
    PRODUCTION_RULES,
    PROTOCOLS,
    ROWS,
    SERVICES,
    STATEMENTS,
    SWITCHES,
    TALKS,
    TALLY,
)

OBSERVATION_VERSION = 1

HANDS = ("rock", "paper", "scissors")
TRACK_SCALE = 20  # production track spaces up to this one are distinguished
CROWD = 4.0  # cap of the sums kept for each box
ALL = MAX_COUNTERS / 4  # every counter there is, in quarters
# Powers of two: sums are exact in float32.
PER_UNIT, PER_DIE, PER_MARKER, PER_COUNTER, PER_WORD = 1 / 8, 1 / 16, 1 / 2, 1 / 4, 1 / 8
PAST = 4  # turns of the log that are shown one by one

# Counters are counted by class: what can be idle by its state, and what is damaged.
UNIT_CLASSES = (
    "battleships", "carriers", "cruisers", "destroyers", "escorts", "navy_aircraft",
    "army_aircraft", "ground", "forts",
)  # fmt: skip
IDLE_CLASSES = ("battleships_idle", "carriers_idle", "cruisers_idle", "ground_idle")
DAMAGED_CLASSES = ("heavy_ships_damaged", "light_ships_damaged", "aircraft_damaged", "land_damaged")
CLASSES = (*UNIT_CLASSES, *IDLE_CLASSES, *DAMAGED_CLASSES)
WHERE = ("pool", "track", "removed")
# What a statement may say of a box.
SAID_OF_BOX = ("support", "army_present", "navy_present", "army_away", "navy_away")


class Section(NamedTuple):
    """A run of the vector: its entries, their unit and range, and the record fields they show."""

    name: str
    start: int
    shape: tuple[int, ...]
    unit: str
    low: float
    high: float
    columns: tuple[str, ...]  # names along the last axis; empty: numbers only
    fields: str  # of GAME, separated by spaces; a test holds the encoder to them
    meaning: str

    @property
    def size(self) -> int:
        return int(np.prod(self.shape))

    @property
    def stop(self) -> int:
        return self.start + self.size


_FLAG, _SHARE, _TONS, _HUNDRED = "flag", "share", f"{MAX_TONNAGE} units of 10,000 tons", "100 GP"
_SPLIT = (*SERVICES, "civil")

_MARKERS = tuple(f"marker_{m}" for m in range(MAX_MARKERS))
_COUNTERS, _BOXES = (MAX_COUNTERS,), (MAX_BOXES,)

# name, leading axes, names along the last axis (none: it is numbered), unit, low, high, fields,
# meaning. The counter and box sections run parallel to the counter and box blocks of actions.
_TABLE: list[tuple[str, tuple[int, ...], tuple[str, ...], str, float, float, str, str]] = [
    ("seat", (), SERVICES, _FLAG, 0, 1, "", "who looks"),
    ("to_act", (), ("to_act",), _FLAG, 0, 1, "actor", "the pending decision is this seat's"),
    ("solo", (), ("solo",), _FLAG, 0, 1, "opt_solo", "one player plays both services"),
    ("turn", (), ("turn", "left"), f"last turn / {MAX_TURNS} turns", 0, 1, "turn",
     "turn over last turn; turns still to come"),
    ("phase", (), PHASES, _FLAG, 0, 1, "phase", "phase of the turn"),
    ("decision", (), DECISIONS, _FLAG, 0, 1, "decision", "what is being asked"),
    ("actor", (), SERVICES, _FLAG, 0, 1, "actor", "who is asked"),
    ("objective", (), ("cos", "sin"), "-", -1, 1, "objective", "own objective angle"),
    ("other_objective", (), ("known", "cos", "sin"), "-", -1, 1, "objective reveal_objective",
     "the other seat's angle, zero unless the game reveals it"),
    ("protocol", (), PROTOCOLS, _FLAG, 0, 1, "opt_protocol", "negotiation protocol"),
    ("deadlock", (), DEADLOCKS, _FLAG, 0, 1, "opt_deadlock", "deadlock rule"),
    ("production_rule", (), PRODUCTION_RULES, _FLAG, 0, 1, "opt_production",
     "who picks in production"),
    ("terms", (), ("grid", "max_offers", "break_off", "civil_floor", "fixed_army", "fixed_navy"),
     f"25 units / {MAX_OFFERS_LIMIT} offers / 100 per cent", -1, 1,
     "opt_grid opt_max_offers opt_break_off opt_civil_floor opt_fixed",
     "options of the negotiation; a fixed share is -1 where it goes by needs"),
    ("negotiation", (), ("offers_left", "opener_army", "opener_navy", "naming"),
     f"{MAX_OFFERS_LIMIT} offers / flag", 0, 1, "offers opener opt_max_offers phase step",
     "offers that may still be made this turn; who opened; deadlock: the offer asked for goes "
     "straight to the deadlock rule"),
    ("asked", (), ("asked",), _FLAG, 0, 1, "asked",
     "the army asked for the escort, support or large convoys now before the navy"),
    ("offers", (2,), (*_SPLIT, "exists"), _SHARE, 0, 1,
     "offer total opt_protocol decision",
     "last offer of each seat over the total; the other seat's is hidden while it is sealed"),
    ("hands", (2,), HANDS, _FLAG, 0, 1, "hand decision",
     "janken hand of each seat; the other seat's is hidden until the round is decided"),
    ("janken_replays", (), ("replays",), "replays allowed", 0, 1, "replays",
     "times janken was tied and played again"),
    ("chosen_civil", (), ("chosen", "civil"), _SHARE, 0, 1, "chosen_civil total actor",
     "civil share of the offer being written, over the total; shown to its writer"),
    ("chosen_kind", (), ROWS, _FLAG, 0, 1, "chosen_kind", "production row picked or proposed"),
    ("tonnage", (), ("total", "allotted", "cap", "above_floor"), _TONS, -1, 1,
     "total allotted_total opt_solo opt_handicap",
     "the total, the total at this turn's allotment, its cap, its distance from defeat"),
    ("allotment", (), _SPLIT, _TONS, 0, 1, "allotment", "shares last set"),
    ("left", (), _SPLIT, _TONS, 0, 1, "left", "unspent part of the shares"),
    ("glory", (), SERVICES, _HUNDRED, 0, 2, "gp", "glory points"),
    ("lead", (), ("points", "margin"), "100 GP / winning margin", -2, 2, "gp opt_handicap",
     "own glory points minus the other's; in margins clipped to 1"),
    ("once", (), ("large_convoys", "converted", "bonus_paid"), _FLAG, 0, 1,
     "convoy_method converted bonus_paid", "what has been changed for good"),
    ("payment", (), ("loss", "from_total"), "100 units of 10,000 tons", 0, 4, "loss pool_paid",
     "loss still to be paid; part of it already named from the total"),
    ("battle", (), ("hits", "alone", *SERVICES, "convoy_hits"),
     f"{MAX_HITS} hits / flag / {MAX_ESCORTS} damages", 0, 1,
     "battle_hits battle_alone battle_service battle_box convoy_hits",
     "the combat being resolved: hits, one service alone, whose; damages due to escorts"),
    ("passes", (), ("passes",), "2 passes", 0, 1, "passes phase",
     "production passes in a row"),
    ("started", (), ROWS, _FLAG, 0, 1, "started phase", "production: rows started"),
    ("refused", (), ROWS, _FLAG, 0, 1, "refused phase", "production: rows voted down"),
    ("rules", (), SWITCHES, _FLAG, 0, 1, "switch", "optional rules and switched rulings"),
    ("outcome", (), ("completed", "game_over"), _FLAG, 0, 1, "outcome", "how the game ended"),
    ("convoy_odds", (), ("now", "ship_more", "aircraft_more", "large"), "100", 0, CROWD,
     "place active convoy_method opt_handicap",
     "mean loss of the convoys: as things stand, and with a change"),
    ("idle_price", (2,), ("all", "contested"), _TONS, 0, ALL,
     "place active printed_tonnage marker_step",
     "activation of all idle units of a service; of those beside markers"),
    ("marker_odds", (2,), _MARKERS, "chance", 0, 1, "turn phase marker_step place outcome",
     "each marker moves this turn, while that is to come, and in the coming turn"),
    ("talk", (), TALKS, _FLAG, 0, 1, "opt_talk", "whether there is talk, and whether it binds"),
    ("chosen_class", (), UNIT_CLASSES, _FLAG, 0, 1, "chosen_counter",
     "class of the counter chosen so far"),
    ("chosen_values", (), ("dice", "tonnage", "active", "damage"),
     "16 dice / 64 units of 10,000 tons / flag / 2 damages", 0, CROWD,
     "chosen_counter printed_dice printed_tonnage active damage",
     "of the counter chosen so far"),
    ("where", (len(UNIT_CLASSES),), WHERE, "4 counters", 0, ALL, "place",
     "off the map, by class: " + ", ".join(UNIT_CLASSES)),
    ("production", (len(ROWS),), ("pool", "track", "next"), "4 counters / 20 spaces", 0, ALL,
     "place space", "by row: counters in the pool and on the track, space of the first of these"),
    ("past", (PAST,),
     ("exists", "offers", "failed", "civil", "together", "escorts_asked", "escorts_granted",
      "support_asked", "units_lent", "lent_damage", "convoy_loss", "total"),
     f"flag / {MAX_OFFERS_LIMIT} offers / share / 8 / 100 / {MAX_TONNAGE}", 0, CROWD,
     "turn log_offers log_deadlock log_shares log_together log_asked log_granted "
     "log_support_asked log_lent log_lent_damage log_convoy_loss log_total",
     "the log of the last turns, last turn first"),
    ("past_seats", (PAST, 2),
     ("claim", "other", "civil", "last_claim", "share", "spent", "battles", "loss", "burnt",
      "breach", "doubled", "glory"),
     "share / 8 battles / 100", 0, CROWD,
     "turn log_claim log_first_other log_first_civil log_last_claim log_shares log_spent "
     "log_battles log_loss log_burnt log_breach log_doubled log_gp",
     "the same by seat: own, the other's and the civil share of its first offer, its last claim, "
     "its share and what it spent, over the total; losses, those paid from the total, the most "
     "paid beyond need, losses by doubling; GP at the end of the turn"),
    ("past_built", (2,), ROWS, f"{PAST} turns", 0, 1, "turn log_built",
     "in how many of these turns a seat started or advanced something of a row"),
    ("means", (), ("failed", "escorts_granted", "units_lent", "convoy_loss"),
     "share / 8 units / 100", 0, CROWD,
     "turn log_deadlock log_asked log_granted log_lent log_convoy_loss",
     "means over all turns played: talks that failed, escorts granted of those asked for"),
    ("means_seats", (2,), ("claim", "share", "used", "burnt", "loss"), "share / 100", 0, CROWD,
     "turn log_claim log_shares log_spent log_burnt log_loss",
     "the same by seat: first claims and shares over the total, spent of the shares, burnt of the "
     "losses, loss in a turn"),
    ("said", (2, MAX_LINES), ("ask", *STATEMENTS, "amount", *ROWS), f"flag / {_TONS}", 0, 1,
     "opt_talk line_count line_ask line_kind line_argument actor decision opt_protocol",
     "lines with the last offer of each seat; those of an offer being written are its writer's"),
    ("said_so_far", (), ("ask", *STATEMENTS), _FLAG, 0, 1,
     "opt_talk chosen_ask chosen_statement actor", "the line being written; shown to its writer"),
    ("promises", (2,), (*STATEMENTS, "use_amount", "civil_amount", *ROWS), f"flag / {_TONS}", 0, 1,
     "opt_talk promised threat_state promise_kind promise_argument promise_state turn",
     "statements of each seat in force and open, threats included; rows it has promised to build"),
    ("ledger", (PAST, 2), STATEMENTS, "2 statements", -1, 1,
     "opt_talk turn promise_kind promise_state threat_state",
     "by turn they were made in, this turn first: kept less broken; of threats, carried out less "
     "not carried out"),
    ("words", (2, 2), TALLY, "8 statements", 0, CROWD, "opt_talk tally",
     "counts of the whole game by seat, of statements and of threats"),
    ("invasion", (2, 6), _MARKERS, _FLAG, 0, 1, "turn",
     "invasion table, this turn and the next, by die face: the markers it calls"),
    ("markers", (MAX_MARKERS,), ("exists", "in_base", "progress"), "flag / own route", 0, 1,
     "marker_step", "Allied markers: steps made over the length of the route"),
    ("counter_box", _COUNTERS, (), f"{MAX_BOXES} boxes", 0, 1, "place",
     "box number + 1 of counter k; 0 off the map"),
    ("counter_active", _COUNTERS, (), _FLAG, 0, 1, "active", "Active"),
    ("counter_damage", _COUNTERS, (), "2 damages", 0, 1, "damage", "damage"),
    ("counter_space", _COUNTERS, (), f"{TRACK_SCALE} spaces", 0, 1, "space",
     "space of the production track; 0 elsewhere"),
    ("counter_state", _COUNTERS, (), "code", -1, 1, "place",
     "pool 1, track 0.5, on the map or no such counter 0, other face of the hybrid -0.5, "
     "removed -1"),
    ("counter_used", _COUNTERS, (), "code", 0, 1, "phase moved escorted supports handled",
     "in movement 0.5 for moved and 0.5 for escorted; in combat lent to the army; in production "
     "handled"),
    ("counter_chosen", _COUNTERS, (), _FLAG, 0, 1, "chosen_counter", "part of the choice so far"),
    ("box_markers", _BOXES, (), "2 markers", 0, CROWD, "marker_step", "markers in box k"),
    ("box_ground_active", _BOXES, (), "16 dice", 0, CROWD, "place active printed_dice",
     "strength of Active ground units"),
    ("box_ground_idle", _BOXES, (), "16 dice", 0, CROWD, "place active printed_dice",
     "strength of ground units that are not Active"),
    ("box_army_aircraft", _BOXES, (), "8 units", 0, CROWD, "place", "army aircraft"),
    ("box_forts", _BOXES, (), "8 forts", 0, CROWD, "place", "forts"),
    ("box_navy_strength", _BOXES, (), "16 dice", 0, CROWD, "place active printed_dice",
     "strength of Active ships and navy aircraft"),
    ("box_ships_active", _BOXES, (), "8 units", 0, CROWD, "place active", "Active ships"),
    ("box_ships_idle", _BOXES, (), "8 units", 0, CROWD, "place active",
     "ships that are not Active"),
    ("box_destroyers", _BOXES, (), "8 units", 0, CROWD, "place", "destroyer squadrons among them"),
    ("box_navy_aircraft", _BOXES, (), "8 units", 0, CROWD, "place", "navy aircraft"),
    ("box_battle", _BOXES, (), _FLAG, 0, 1, "battle_box", "the combat being resolved is here"),
    ("box_fought_army", _BOXES, (), _FLAG, 0, 1, "fought phase",
     "combat: the army has fought, or may no longer fight, here"),
    ("box_fought_navy", _BOXES, (), _FLAG, 0, 1, "fought phase",
     "combat: the navy has fought here"),
    ("box_chosen", _BOXES, (), _FLAG, 0, 1, "chosen_box", "part of the choice so far"),
    ("box_sea_leg", _BOXES, (), "code", -1, 1, "chosen_embark chosen_landing",
     "of the choice so far: -1 embarkation, 1 landing box"),
    ("box_classes", _BOXES, CLASSES, "4 counters", 0, ALL, "place active damage",
     "counters in box k by class; _idle: not Active, the plain name of such a kind: Active"),
    ("box_odds", (MAX_BOXES, 2), ("gp", "loss", "retreat", "no_loss"),
     "16 GP / 128 units of 10,000 tons / chance", 0, ALL,
     "place active printed_dice supports marker_step turn switch opt_handicap",
     "a fight of each service with what it has Active in contested box k: mean GP and loss, "
     "chances that the Allies retreat and that nothing is to be paid"),
    ("box_entered", _BOXES, (), "chance", 0, 1, "turn phase marker_step place outcome",
     "a marker enters in the next invasion phase"),
    ("box_free", _BOXES, SERVICES, "4 counters", 0, ALL, "place active moved supports phase",
     "movement: Active units that have not moved; combat, in the army's column: units lent to it"),
    ("box_of_chosen", _BOXES, (), _FLAG, 0, 1, "chosen_counter place",
     "where the counter chosen so far stands"),
    ("box_said", _BOXES, SAID_OF_BOX, _FLAG, 0, 1,
     "opt_talk line_count line_ask line_kind line_argument actor decision opt_protocol turn phase "
     "promise_kind promise_argument promise_state",
     "statements about box k, by whom they speak of: in the talks the lines with the last offers, "
     "afterwards open promises"),
]  # fmt: skip


def _lay_out() -> tuple[Section, ...]:
    sections: list[Section] = []
    start = 0
    for name, lead, columns, unit, low, high, fields, meaning in _TABLE:
        shape = (*lead, len(columns)) if columns else lead
        sections.append(Section(name, start, shape, unit, low, high, columns, fields, meaning))
        start = sections[-1].stop
    return tuple(sections)


SECTIONS = _lay_out()
OBSERVATION_SIZE = SECTIONS[-1].stop

BY_SECTION = {section.name: section for section in SECTIONS}
# The only positions the encoder knows; compiled code takes them as constants.
_NAMES = [s.name for s in SECTIONS]
AT: Any = namedtuple("AT", _NAMES)(*[s.start for s in SECTIONS])  # type: ignore[arg-type]
