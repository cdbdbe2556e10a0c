"""Positions to draw: the start of a scenario and one with every state a counter can have."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.glory import state
from glory_env.games.glory.scenario import Scenario, load
from tests.render.positions import starting_position


@pytest.fixture(scope="session")
def scenario() -> Scenario:
    return load("glory")


@pytest.fixture
def start(scenario):
    return starting_position(scenario)[0]


@pytest.fixture
def crowded(scenario):
    """Turn 7: markers everywhere, a full track, active and damaged counters, one removed."""
    record = starting_position(scenario)[0]
    record.turn, record.phase = 7, state.COMBAT
    record.decision, record.actor = state.PAY, state.NAVY
    record.total, record.allotment, record.left = 415, (120, 150, 205), (0, 40, 205)
    record.gp, record.convoy_method = (34, 52), 1
    on_map = record.place >= 0
    record.active[on_map & (np.arange(len(record.place)) % 3 == 0)] = 1
    record.damage[on_map & (np.arange(len(record.place)) % 5 == 0)] = 1
    record.marker_step[: len(scenario.markers)] = 1
    record.marker_step[0] = 0
    counter = {key: u for u, key in enumerate(scenario.counters)}
    box = {key: b for b, key in enumerate(scenario.boxes)}
    moves = {"de_1": "convoy", "dd_5": "convoy", "naf_3": "convoy", "fort_1": "rangoon"}
    for key, target in moves.items():
        record.place[counter[key]] = box[target]
    for key, space in {"de_2": 2, "dd_7": 2, "transport_1": 1, "fort_2": 1}.items():
        record.place[counter[key]], record.space[counter[key]] = state.TRACK, space
    record.place[counter["kongo_1"]] = state.REMOVED
    return record
