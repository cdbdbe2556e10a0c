"""The start of a scenario: units, control, tracks and piles of cards (17.0, 17.1 to 17.4).

Options, switches and the key of the dice are there before and stay.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.codes import NO_CAUSE, PLAYING
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import holder_of
from glory_env.games.empire.rules.offensive import end_offensive
from glory_env.games.empire.rules.saved import save_block
from glory_env.games.empire.state import (
    ALL_DIRTY,
    CARD_DISCARD,
    CARD_FUTURE,
    CARD_HAND,
    CARD_REMOVED,
    COLUMNS,
    JP,
    MAX_BATTLES,
    MAX_CARDS,
    MAX_LANDINGS,
    MAX_PLACES,
    MAX_PLAYED,
    MAX_UNITS,
    NATIONS,
    NO_DECISION,
    NO_ROUTE_HEXES,
    NO_TASK,
    NOBODY,
    NONE,
    OFFENSIVES,
    SET_UP,
)

EVERYBODY = 3  # of `card_known`: both seats


@rule
def start(g: Game, s: Tables) -> None:
    """Fill the whole record for the first turn; no cards are dealt yet (R17.0-a)."""
    start_clock(g, s)
    start_units(g, s)
    start_map(g, s)
    start_cards(g, s)
    start_tracks(g, s)
    start_nations(g, s)
    clear_offensive(g)
    clear_battle(g)
    clear_choice(g)


@rule
def start_clock(g: Game, s: Tables) -> None:
    """The first turn; nothing rolled, nobody asked."""
    g.spare[:] = 0
    g.rolled[:] = 0
    g.shuffles[:] = 0
    g.turn = s.first_turn
    g.phase = OFFENSIVES if s.starts else SET_UP
    g.step = 0
    g.side = JP
    g.op_side = JP
    g.decision = NO_DECISION
    g.actor = NOBODY
    g.outcome = PLAYING
    g.cause = NO_CAUSE
    g.level = 0
    g.action_no = 0
    g.decisions = 0
    g.last_action[:] = 0
    g.depth = 0
    g.frame_state[:] = 0
    g.frame_step[:] = 0
    g.frame_side[:] = 0
    g.frame_1[:] = 0
    g.frame_2[:] = 0


@rule
def start_units(g: Game, s: Tables) -> None:
    """Every unit on its place of the set-up."""
    for unit in range(MAX_UNITS):
        g.hex[unit] = s.start_hex[unit]
        g.place[unit] = s.start_place[unit]
        g.steps[unit] = s.start_steps[unit]
        g.when[unit] = s.start_when[unit]
        g.unit_flags[unit] = 0
        g.home[unit] = NONE
        g.entry[unit] = NONE
        g.task[unit] = NO_TASK
        g.carrier[unit] = NONE
        g.supply[unit] = 0
        g.elig[unit] = 0
        g.zone_cancelled[unit] = 0
        g.delayable[unit] = 0


@rule
def start_map(g: Game, s: Tables) -> None:
    """Control and routes; what is made of them is made fresh when the game goes on."""
    for c in range(COLUMNS):
        g.ctrl[c] = s.start_ctrl[c]
        g.fallen[c] = 0
        g.closed[c] = 0
        g.near_kunming[c] = 0
    for side in range(2):
        for c in range(COLUMNS):
            g.zone_reach[side, c] = 0
            g.zone_neutral[side, c] = 0
            g.own[side, c] = 0
            g.holders[side, c] = 0
            g.held[side, c] = 0
    g.served[:] = 0
    g.served_free[:] = 0
    g.road_ends = 0
    g.dirty = ALL_DIRTY
    for place in range(MAX_PLACES):
        g.ctrl_start[place] = 0
        if place < s.places and s.place_hex[place] != NONE:
            g.ctrl_start[place] = holder_of(g, s, int(s.place_hex[place]))
    for k in range(NO_ROUTE_HEXES):
        g.no_route[k] = s.start_no_route[k]
    g.routes_built[:] = 0


@rule
def start_cards(g: Game, s: Tables) -> None:
    """The piles of the scenario; the scenario tells both of all but the decks (R17.35-a)."""
    for side in range(2):
        g.hand[side] = 0
        for card in range(MAX_CARDS):
            pile = s.start_card[side, card]
            g.card_at[side, card] = pile
            is_open = pile in (CARD_DISCARD, CARD_REMOVED, CARD_FUTURE)
            g.card_known[side, card] = EVERYBODY if is_open else 0
            g.card_turn[side, card] = 0
            g.hand[side] += int(pile == CARD_HAND)
        future = s.start_future[side]
        g.future_card[side] = future
        g.future_turn[side] = 0 if future == NONE else s.first_turn - 1
        g.passes[side] = s.start_passes[side]
    g.future_set[:] = 0
    g.future_used[:] = 0
    g.event_draws[:] = 0
    g.reshuffle[:] = 0
    g.special_due[:] = 0


@rule
def start_tracks(g: Game, s: Tables) -> None:
    """All tracks of both sides (R1.25-e, R2.2-d)."""
    for side in range(2):
        g.asp[side] = s.start_asp[side]
        g.rivalry[side] = s.start_rivalry[side]
    g.asp_used[:] = 0
    g.asp_temp[:] = 0
    g.naval_repl[:] = 0
    g.air_repl[:] = 0
    g.naval_repl[JP] = s.start_naval_repl
    g.air_repl[JP] = s.start_air_repl
    g.divisions = s.start_divisions
    g.road = s.start_road
    g.hump = s.start_hump
    g.front = s.start_front
    g.india = s.start_india
    g.wie = s.start_wie
    g.will = s.start_will
    g.escort = s.start_escort
    g.resources = s.start_resources
    g.barges = s.start_barges
    g.pt_boats = s.start_pt_boats
    g.kwai = s.start_kwai
    g.doctrine = s.start_doctrine
    g.tojo = s.start_tojo
    g.alaska_run = s.start_alaska
    g.alaska_runs[:] = 0
    g.alaska_runs[0] = s.start_alaska  # of the first hex of the chain
    g.hawaii_runs[:] = 0
    g.at_stake = 0
    g.china_surrendered = 0
    g.blockade_run = 0
    g.bomb_run = 0
    g.bomb_drm = 0
    g.doolittle = 0
    g.soviet = 0
    g.delay_al = 0
    g.india_repl = 0
    g.express_hex = NONE
    g.express_turn = 0
    g.china_oc_turn = 0
    g.hawaii_run = 0
    g.once = 0
    g.casualties_turn = 0
    g.air_repl_lost = 0
    g.ground_repl[:] = 0
    g.cw_repl = 0
    g.chinese_repl = 0
    g.india_lost = 0
    g.submarines = 0
    g.bombings = 0
    g.progress_goal = 0


@rule
def start_nations(g: Game, s: Tables) -> None:
    """Which nations have surrendered, and who holds those that change hands."""
    for nation in range(len(NATIONS)):
        g.surrendered[nation] = s.start_surrendered[nation]
        g.holder[nation] = s.start_holder[nation]
        g.liberated[nation] = 0


# --- nothing in work -------------------------------------------------------------------------
@rule
def clear_offensive(g: Game) -> None:
    """No offensive is in work, and none has left anything."""
    end_offensive(g)
    g.op_card = NONE
    g.as_ec = 0
    g.ov = 0
    g.lv = 0
    g.op_hq = NONE
    g.op_max = 0
    g.op_used = 0
    g.intel_rolled = 0
    g.cards_played = 0
    g.op_asp = 0
    g.rp_hq = NONE
    g.rp_max = 0
    g.rp_used = 0
    g.rp_asp = 0
    g.counter_card = NONE
    for k in range(MAX_PLAYED):
        g.played[k] = NONE
    for k in range(MAX_BATTLES):
        g.battle_hex[k] = NONE
        g.battle_state[k] = 0
        g.battle_sr[k] = 0
        g.battle_an[k] = NONE
        g.battle_winner[k] = NONE
        g.battle_lost[0, k] = 0
        g.battle_lost[1, k] = 0
        g.battle_flags[k] = 0
        g.battle_entries[k] = 0
    for k in range(MAX_LANDINGS):
        g.landing_hex[k] = NONE
        g.landing_state[k] = 0
    g.taken_back = 0
    g.from_future = 0
    save_block(g)


@rule
def clear_battle(g: Game) -> None:
    """No battle is fought."""
    g.battle = NONE
    g.fire_side = 0
    g.hits_left[:] = 0
    g.critical[:] = 0
    for unit in range(MAX_UNITS):
        g.fights[unit] = 0
        g.halved[unit] = 0
        g.matched[unit] = 0
        g.pending[unit] = 0
    g.match_limit[:] = 0
    g.at_ground[:] = 0
    g.garrisons = 0
    g.pending_garrisons = 0
    g.survivor = NONE
    g.ground_lost[:] = 0
    g.strength[:] = 0
    g.die[:] = 0


@rule
def clear_choice(g: Game) -> None:
    """No choice has begun."""
    g.chosen_units[:] = NONE
    g.chosen_count = 0
    g.chosen_kind = NONE
    g.chosen_place = NONE
    g.chosen_target = NONE
    g.chosen_card = NONE
    g.chosen_number = 0
    g.cursor = 0
