"""The start position of a scenario: one record, before the first card."""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np

from glory_env.games.empire.state import (
    ALL_DIRTY,
    BUILT_ROUTES,
    CARD_DISCARD,
    CARD_HAND,
    CARD_REMOVED,
    GAME,
    JP,
    NO_TASK,
    NONE,
    OFFENSIVES,
    SET_UP,
)

if TYPE_CHECKING:
    from glory_env.games.empire.scenario import Scenario

NOTHING = (
    "home", "entry", "carrier", "op_card", "op_hq", "rp_hq", "counter_card", "express_hex",
    "battle_hex", "battle_an", "battle_winner", "landing_hex", "battle", "survivor",
    "chosen_units", "chosen_kind", "chosen_place", "chosen_target", "chosen_card", "actor",
)  # fmt: skip  # fields that are NONE until something is there
TRACKS = (
    "front", "divisions", "road", "hump", "india", "wie", "will", "barges", "resources", "tojo",
    "kwai", "escort", "pt_boats", "doctrine", "asp", "rivalry", "passes", "no_route",
    "surrendered", "holder", "ctrl",
)  # fmt: skip  # of the tables with `start_` before the name


def start_position(scenario: Scenario, key: int = 0) -> np.ndarray:
    """A game at the start of a scenario, no cards dealt: shape (1,), dtype GAME.

    key: of the dice. The cards of the turn's hands are still in the decks.
    """
    games = np.zeros(1, GAME)
    g, s = games[0], scenario.tables[0]
    g.key = key
    for field in NOTHING:
        games[field] = NONE
    g.task[:] = NO_TASK
    g.turn, g.phase = s.first_turn, OFFENSIVES if s.starts else SET_UP
    for field in TRACKS:
        games[field] = s["start_" + field]
    for field in ("hex", "place", "steps", "when"):
        games[field] = s["start_" + field]
    g.naval_repl[JP], g.air_repl[JP] = s.start_naval_repl, s.start_air_repl
    g.alaska_run = s.start_alaska
    g.routes_built[:BUILT_ROUTES] = 0
    games["card_at"] = s.start_card
    for pile in (CARD_DISCARD, CARD_REMOVED):
        g.card_known[s.start_card == pile] = 3
    games["future_card"] = s.start_future
    g.future_turn[:] = np.where(s.start_future == NONE, 0, s.first_turn - 1)
    g.hand[:] = np.count_nonzero(s.start_card == CARD_HAND, axis=1)
    held = s.place_hex[: s.places - 1]
    g.ctrl_start[: s.places - 1] = 1 - ((s.start_ctrl[s.column[held]] >> s.row[held]) & 1)
    g.dirty = ALL_DIRTY
    return games
