"""The set-up of a scenario as a game record, without the engine."""

from __future__ import annotations

import numpy as np

from glory_env.games.glory import state
from glory_env.games.glory.scenario import Scenario


def starting_position(scenario: Scenario) -> np.ndarray:
    """The set-up as a GAME array of shape (1,), built from the tables alone."""
    games = np.zeros(1, state.GAME)
    record, tables = games[0], scenario.tables[0]
    record.turn, record.phase = 1, state.TONNAGE
    record.decision, record.actor = state.OFFER_CIVIL, state.NAVY
    record.total = tables.start_total
    record.place, record.space = tables.start_place, tables.start_space
    record.marker_step = tables.marker_start
    record.printed_dice, record.printed_tonnage = tables.dice, tables.tonnage
    always = (state.DD, state.DE, state.NAVY_AIRCRAFT, state.ARMY_AIRCRAFT)
    record.active = np.isin(tables.kind, always)
    return games
