"""The one flat action table of Empire of the Sun: blocks of micro-steps."""

from __future__ import annotations

from glory_env.core.blocks import Block
from glory_env.games.empire.state import MAX_CARDS, MAX_PLACES, MAX_UNITS

VERBS = (
    "pass", "done", "yes", "no", "take_back", "event", "oc_offensive", "oc_china", "oc_withdraw",
    "oc_return", "oc_route", "oc_agreement", "set_aside", "discard", "walk", "sail", "stand_off",
    "strategic", "landing", "organic", "barge", "fly", "to_track", "stay", "garrison", "delay",
    "reduced", "full", "japan", "allies",
)  # fmt: skip
N_OFFSETS, N_NUMBERS, N_VERBS = 37, 16, 48

UNIT = 0
PLACE = UNIT + MAX_UNITS
CARD = PLACE + MAX_PLACES
OFFSET = CARD + MAX_CARDS
NUMBER = OFFSET + N_OFFSETS
VERB = NUMBER + N_NUMBERS
N_ACTIONS = VERB + N_VERBS

(
    PASS, DONE, YES, NO, TAKE_BACK, EVENT, OC_OFFENSIVE, OC_CHINA, OC_WITHDRAW, OC_RETURN, OC_ROUTE,
    OC_AGREEMENT, SET_ASIDE, DISCARD, WALK, SAIL, STAND_OFF, STRATEGIC_MOVE, LANDING, ORGANIC_MOVE,
    BARGE, FLY, TO_TRACK, STAY, GARRISON_STEP, DELAY, REDUCED, FULL, JAPAN_SIDE, ALLIED_SIDE,
) = range(VERB, VERB + len(VERBS))  # fmt: skip

BLOCKS = (
    Block("unit", UNIT, MAX_UNITS, "unit k of the scenario, own or enemy"),
    Block("place", PLACE, MAX_PLACES, "land or island hex k of the scenario, or the China box"),
    Block("card", CARD, MAX_CARDS, "card k + 1 of the own deck"),
    Block("offset", OFFSET, N_OFFSETS, "hex within 3 of the target just named, ring by ring"),
    Block("number", NUMBER, N_NUMBERS, "0 to 15"),
    Block("verb", VERB, N_VERBS, ", ".join(VERBS)),
)
