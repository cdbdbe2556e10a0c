"""What a seat sees, as float32 entries in [-1, 1]; the same size for every scenario.

Open are all counters, control, tracks, dice and the piles of cards that lie open. Of the other
side's hand, future-offensive card and deck only the numbers of cards are seen.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from gymnasium import spaces

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire.actions import N_VERBS
from glory_env.games.empire.codes import CARD_CHOICE, CARD_USE
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import in_bitmap
from glory_env.games.empire.rules.mutual import is_supplied
from glory_env.games.empire.rules.zones import is_live
from glory_env.games.empire.state import (
    ACTIVE,
    AL,
    CARD_DECK,
    CARD_DISCARD,
    CARD_FUTURE,
    CARD_HAND,
    CARD_REMOVED,
    CARD_TABLE,
    CHINA_BOX,
    COLUMNS,
    FIRST_COVER,
    HQ,
    JP,
    MAP,
    MAX_BATTLES,
    MAX_CARDS,
    MAX_HEXES,
    MAX_PLACES,
    MAX_TURNS,
    MAX_UNITS,
    MOVED,
    NATIONS,
    NO_DECISION,
    NONE,
    ROWS,
    TRANSFERRED,
)

# Of a unit: on the map, column, row; China box, track, delay box, eliminated, out of the game;
# turns until it returns, steps, supplied, active, has moved, its battle (negative: landing it
# covers), steps marked as lost, part of the pending choice.
UNIT_COLUMNS = 16
# Of a place: Japan's, live zone of Japan, of the Allies, battle there (negative: a landing alone),
# part of the pending choice.
PLACE_COLUMNS = 5
# Of the own cards: in hand, set aside, not seen yet, discarded, removed; of the enemy's: used up.
CARD_ROWS = 6
SCALARS, OFFENSIVE, KINDS, CHOICE = 128, 40, 80, 16


class Section(NamedTuple):
    """A run of the vector."""

    name: str
    start: int
    shape: tuple[int, ...]


UNITS_AT = 0
PLACES_AT = UNITS_AT + MAX_UNITS * UNIT_COLUMNS
CARDS_AT = PLACES_AT + MAX_PLACES * PLACE_COLUMNS
SCALARS_AT = CARDS_AT + CARD_ROWS * MAX_CARDS
OFFENSIVE_AT = SCALARS_AT + SCALARS
DECISION_AT = OFFENSIVE_AT + OFFENSIVE
CHOICE_AT = DECISION_AT + KINDS
OBSERVATION_SIZE = CHOICE_AT + CHOICE
SECTIONS = (
    Section("units", UNITS_AT, (MAX_UNITS, UNIT_COLUMNS)),
    Section("places", PLACES_AT, (MAX_PLACES, PLACE_COLUMNS)),
    Section("cards", CARDS_AT, (CARD_ROWS, MAX_CARDS)),
    Section("scalars", SCALARS_AT, (SCALARS,)),
    Section("offensive", OFFENSIVE_AT, (OFFENSIVE,)),
    Section("decision", DECISION_AT, (KINDS,)),
    Section("choice", CHOICE_AT, (CHOICE,)),
)
N_NATIONS = len(NATIONS)
OWN_UNSEEN, ENEMY_USED = 2, 5  # rows of the cards


def space() -> spaces.Box:
    """The observation of a seat: float32, shape (OBSERVATION_SIZE,)."""
    return spaces.Box(-1.0, 1.0, (OBSERVATION_SIZE,), np.float32)


@rule
def encode(g: Game, s: Tables, seat: int, out: Array[float]) -> None:
    """Write what a seat sees into out, float32 (OBSERVATION_SIZE,)."""
    out[:] = 0.0
    for u in range(int(s.units)):
        encode_unit(g, s, u, out)
    encode_places(g, s, out)
    encode_cards(g, s, seat, out)
    encode_clock(g, s, seat, out)
    encode_tracks(g, out)
    encode_offensive(g, out)
    encode_battle(g, out)
    for k in range(SCALARS_AT, DECISION_AT):  # runs and sums that have no maximum
        out[k] = max(-1.0, min(1.0, out[k]))
    encode_choice(g, s, seat, out)


@rule
def encode_unit(g: Game, s: Tables, u: int, out: Array[float]) -> None:
    """One row of the units: where it is and what it does, all open."""
    k, place = UNITS_AT + u * UNIT_COLUMNS, int(g.place[u])
    if place == MAP:
        hex_ = int(g.hex[u])
        out[k] = 1.0
        out[k + 1] = (s.column[hex_] + 1) / COLUMNS
        out[k + 2] = (s.row[hex_] + 1) / ROWS
        supplied = g.supply[u] != 0 if s.kind[u] == HQ else is_supplied(g, s, u)
        out[k + 10] = 1.0 if supplied else 0.0
    elif place >= CHINA_BOX:
        out[k + 3 + place - CHINA_BOX] = 1.0
    out[k + 8] = max(0, int(g.when[u]) - int(g.turn)) / MAX_TURNS if g.when[u] else 0.0
    out[k + 9] = g.steps[u] / 2
    out[k + 11] = 1.0 if g.unit_flags[u] & ACTIVE else 0.0
    out[k + 12] = 1.0 if g.unit_flags[u] & (MOVED | TRANSFERRED) else 0.0
    task = int(g.task[u])
    if task >= FIRST_COVER:
        out[k + 13] = -(task - FIRST_COVER + 1) / MAX_BATTLES
    elif task >= 0:
        out[k + 13] = (task + 1) / MAX_BATTLES
    out[k + 14] = g.pending[u] / 2
    if g.elig[u] and not g.pending[u]:
        out[k + 14] = -1.0


@rule
def encode_places(g: Game, s: Tables, out: Array[float]) -> None:
    """Control, live zones, battles and landings, all open."""
    for p in range(int(s.places)):
        hex_ = int(s.place_hex[p])
        if hex_ != NONE:
            k = PLACES_AT + p * PLACE_COLUMNS
            out[k] = 1.0 if in_bitmap(s, g.ctrl, hex_) else 0.0
            out[k + 1] = 1.0 if is_live(g, s, AL, hex_) else 0.0
            out[k + 2] = 1.0 if is_live(g, s, JP, hex_) else 0.0
    for landing in range(int(g.landings)):
        p = int(s.hex_place[g.landing_hex[landing]])
        out[PLACES_AT + p * PLACE_COLUMNS + 3] = -(landing + 1) / MAX_BATTLES
    for battle in range(int(g.battles)):
        p = int(s.hex_place[g.battle_hex[battle]])
        out[PLACES_AT + p * PLACE_COLUMNS + 3] = (battle + 1) / MAX_BATTLES


@rule
def encode_cards(g: Game, s: Tables, seat: int, out: Array[float]) -> None:
    """The own cards pile by pile, and which of the enemy's are used up or lie open."""
    for card in range(int(s.cards[seat])):
        k, pile = CARDS_AT + card, int(g.card_at[seat, card])
        if pile == CARD_HAND:
            out[k] = 1.0
        elif pile == CARD_FUTURE:
            out[k + MAX_CARDS] = 1.0
        elif pile == CARD_DECK:
            out[k + OWN_UNSEEN * MAX_CARDS] = 1.0
        elif pile in (CARD_DISCARD, CARD_TABLE):
            out[k + 3 * MAX_CARDS] = 1.0
        elif pile == CARD_REMOVED:
            out[k + 4 * MAX_CARDS] = 1.0
    enemy = 1 - seat
    for card in range(int(s.cards[enemy])):
        k, pile = CARDS_AT + ENEMY_USED * MAX_CARDS + card, int(g.card_at[enemy, card])
        if pile == CARD_REMOVED:
            out[k] = 1.0
        elif pile in (CARD_DISCARD, CARD_TABLE):
            out[k] = 0.5
        elif (g.card_known[enemy, card] >> seat) & 1:
            out[k] = -0.5 if pile == CARD_FUTURE else -1.0


# --- scalars -----------------------------------------------------------------------------------
@rule
def encode_clock(g: Game, s: Tables, seat: int, out: Array[float]) -> None:
    """Turn, phase, whose action, hands, decks and passes."""
    k = SCALARS_AT
    out[k] = seat
    out[k + 1] = g.turn / MAX_TURNS
    out[k + 2] = (s.last_turn - g.turn) / MAX_TURNS
    out[k + 3 + int(g.phase)] = 1.0
    out[k + 11] = g.side
    out[k + 12] = 1.0 if g.actor == seat else 0.0
    out[k + 13] = g.action_no / 32
    out[k + 14] = s.victory / 4
    out[k + 15] = s.one_year
    for number in range(2):
        side, k = seat if number == 0 else 1 - seat, SCALARS_AT + 16 + 10 * number
        in_deck = 0
        for card in range(int(s.cards[side])):
            in_deck += int(g.card_at[side, card] == CARD_DECK)
        out[k] = g.hand[side] / 12
        out[k + 1] = in_deck / MAX_CARDS
        out[k + 2] = g.passes[side] / 4
        out[k + 3] = g.last_action[side] / 2
        out[k + 4] = 1.0 if g.future_card[side] != NONE else 0.0
        out[k + 5] = g.future_turn[side] / MAX_TURNS
        out[k + 6] = g.future_set[side]
        out[k + 7] = g.event_draws[side] / 4
        out[k + 8] = g.reshuffle[side]
        out[k + 9] = g.rivalry[side]


@rule
def encode_tracks(g: Game, out: Array[float]) -> None:
    """All tracks and nations; Japan's numbers first where both sides have one."""
    k = SCALARS_AT + 36
    for side in range(2):
        out[k + 5 * side] = g.asp[side] / 16
        out[k + 5 * side + 1] = g.asp_used[side] / 16
        out[k + 5 * side + 2] = g.asp_temp[side] / 16
        out[k + 5 * side + 3] = g.naval_repl[side] / 8
        out[k + 5 * side + 4] = g.air_repl[side] / 8
    k = SCALARS_AT + 46
    out[k] = g.divisions / 16
    out[k + 1] = g.road / 2
    out[k + 2] = g.hump / 4
    out[k + 3] = g.front / 5
    out[k + 4] = g.china_surrendered
    out[k + 5] = g.india / 4
    out[k + 6] = g.wie / 7
    out[k + 7] = g.will / 10
    out[k + 8] = g.escort / 4
    out[k + 9] = g.resources / 16
    out[k + 10] = g.blockade_run / 3
    out[k + 11] = g.bomb_run / 4
    out[k + 12] = g.barges / 2
    out[k + 13] = g.pt_boats
    out[k + 14] = g.kwai
    out[k + 15] = g.doctrine
    out[k + 16] = g.bomb_drm / 4
    out[k + 17] = g.tojo
    out[k + 18] = g.doolittle
    out[k + 19] = g.soviet
    out[k + 20] = g.delay_al
    out[k + 21] = g.india_repl / MAX_TURNS
    out[k + 22] = (g.express_hex + 1) / MAX_HEXES
    out[k + 23] = g.china_oc_turn / MAX_TURNS
    out[k + 24] = g.alaska_run / 4
    out[k + 25] = g.hawaii_run / 4
    for bit in range(7):
        out[k + 26 + bit] = (g.once >> bit) & 1
    for place in range(3):
        out[k + 33 + place] = g.no_route[place]
    for route in range(4):
        out[k + 36 + route] = g.routes_built[route]
    k = SCALARS_AT + 86
    for nation in range(N_NATIONS):
        out[k + nation] = g.surrendered[nation]
        out[k + N_NATIONS + nation] = (g.holder[nation] + 1) / 2
    out[k + 2 * N_NATIONS] = g.vp_adjust / 15
    k = SCALARS_AT + 111
    out[k] = g.ground_repl[0] / 8
    out[k + 1] = g.ground_repl[1] / 8
    out[k + 2] = g.cw_repl / 8
    out[k + 3] = g.chinese_repl / 8
    out[k + 4] = g.submarines / 4
    out[k + 5] = g.bombings / 4
    out[k + 6] = g.progress_goal / 8
    out[k + 7] = g.india_lost / 4
    out[k + 8] = 1.0 if g.casualties_turn == g.turn else 0.0


@rule
def encode_offensive(g: Game, out: Array[float]) -> None:
    """The offensive in work: card, HQ, activations, condition; all open once they are made."""
    if g.op_hq == NONE and g.op_card == NONE and g.battles == 0:
        return
    k = OFFENSIVE_AT
    out[k] = g.op_side
    out[k + 1] = g.as_ec
    out[k + 2] = g.ov / 4
    out[k + 3] = max(0, int(g.lv)) / 20
    out[k + 4] = g.op_max / 26
    out[k + 5] = g.op_used / 26
    out[k + 6] = (g.op_hq + 1) / MAX_UNITS
    out[k + 7] = (g.op_card + 1) / MAX_CARDS
    out[k + 8] = g.condition / 2
    out[k + 9] = g.intel_rolled
    out[k + 10] = g.cards_played / 4
    out[k + 11] = g.zone_entered
    out[k + 12] = g.barge_used
    out[k + 13] = g.op_asp / 16
    out[k + 14] = (g.rp_hq + 1) / MAX_UNITS
    out[k + 15] = g.rp_max / 16
    out[k + 16] = g.rp_used / 16
    out[k + 17] = g.rp_asp / 4
    out[k + 18] = (g.counter_card + 1) / MAX_CARDS
    out[k + 19] = g.battles / MAX_BATTLES
    out[k + 20] = g.landings / 16


@rule
def encode_battle(g: Game, out: Array[float]) -> None:
    """The battle that is fought: strengths, dice, hits that are left."""
    if g.battle == NONE or g.battles == 0:
        return
    k = OFFENSIVE_AT + 21
    out[k] = (g.battle + 1) / MAX_BATTLES
    out[k + 1] = g.fire_side
    for side in range(2):
        out[k + 2 + side] = g.strength[side] / 64
        out[k + 4 + side] = g.die[side] / 10
        out[k + 6 + side] = g.hits_left[side] / 64
        out[k + 8 + side] = g.critical[side] / 2
        out[k + 10 + side] = g.at_ground[side]
        out[k + 12 + side] = g.match_limit[side] / 26
        out[k + 14 + side] = g.ground_lost[side] / 8
    out[k + 16] = g.garrisons / 3
    out[k + 17] = g.pending_garrisons / 3
    out[k + 18] = (g.survivor + 1) / MAX_UNITS


@rule
def encode_choice(g: Game, s: Tables, seat: int, out: Array[float]) -> None:
    """What is asked, and what has been chosen so far.

    A card is secret until its use is named (GD-02): then the other side sees that one is chosen.
    """
    if g.decision == NO_DECISION:
        return
    k = CHOICE_AT
    out[k] = g.actor
    if g.decision in (CARD_CHOICE, CARD_USE):
        if g.actor == seat and g.decision == CARD_USE:
            out[DECISION_AT + CARD_USE] = 1.0
            out[k + 1] = (g.chosen_card + 1) / MAX_CARDS
        else:
            out[DECISION_AT + CARD_CHOICE] = 1.0
        return
    out[DECISION_AT + int(g.decision)] = 1.0
    out[k + 2] = g.chosen_count / 8
    out[k + 3] = (g.chosen_kind + 1) / N_VERBS
    out[k + 4] = g.chosen_number / 16
    out[k + 5] = (g.cursor + 1) / MAX_HEXES
    out[k + 6] = (g.chosen_target + 1) / MAX_HEXES
    out[k + 7] = (g.chosen_place + 1) / MAX_HEXES
    for number in range(int(g.chosen_count)):
        if g.chosen_units[number] != NONE:
            out[UNITS_AT + int(g.chosen_units[number]) * UNIT_COLUMNS + 15] = 1.0
    if g.chosen_place != NONE and s.hex_place[g.chosen_place] != NONE:
        p = int(s.hex_place[g.chosen_place])
        out[PLACES_AT + p * PLACE_COLUMNS + 4] = 1.0
