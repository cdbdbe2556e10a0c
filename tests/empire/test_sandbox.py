"""Random offensives never come to a dead end, and leave the board in order (P-10, NX-03)."""

from __future__ import annotations

import pytest

from glory_env.games.empire.codes import (
    BY_POINTS,
    COMPLETED,
    DECISIONS,
    RESOURCES_LOST,
    WILL_BROKEN,
)
from glory_env.games.empire.rules import turn
from glory_env.games.empire.rules.board import set_control
from glory_env.games.empire.state import AL, JP
from tests.covers import covers

from . import world
from .sandbox import Sandbox
from .strategic import QUESTIONS


@covers("NX-03", "P-10", "P-11", "R7.2-b", "R7.23-a", "R7.28-a")
def test_offensives_come_to_an_end():
    sandbox = Sandbox()
    for seed in range(24):
        assert sandbox.play(seed) == []


@covers("RSQ-1", "RSQ-2", "R4.0-a", "R4.5-c", "R4.5-d", "R17.3-a", "R17.4-a", "R17.2-a")
@pytest.mark.parametrize(("setup", "turns"), [("y1942", 3), ("y1943", 3), ("y1944", 3)])
def test_a_year_comes_to_its_end(setup, turns):
    s = world.scenario(setup).tables[0]
    ends = []
    for seed in range(2):
        g = Sandbox().game(seed, setup)
        assert g.outcome == COMPLETED
        assert g.cause in (BY_POINTS, RESOURCES_LOST, WILL_BROKEN)
        assert g.level in (-2, -1, 1, 2)
        ends.append(int(g.turn))
    assert max(ends) == s.last_turn == s.first_turn + turns - 1


@covers("R4.5-a", "R17.27-a", "BV-595", "R17.VP-c", "R4.5-b", "R3.0-f")
@pytest.mark.parametrize(
    ("setup", "will", "resources", "cause", "level"),
    [
        ("y1943", 0, 14, WILL_BROKEN, 2),
        ("y1942", 5, 10, RESOURCES_LOST, -2),
        ("y1942", 5, 11, BY_POINTS, -2),
        ("y1943", 6, 14, BY_POINTS, -1),
    ],
)
def test_how_a_game_ends(setup, will, resources, cause, level):
    s, g = world.scenario(setup).tables[0], world.start(setup)
    g.turn, g.will = s.last_turn, will
    hexes = [h for h in range(s.hexes) if s.resource[h]]
    for number, hex_ in enumerate(hexes):
        set_control(g, s, hex_, JP if number < resources else AL)
    turn.begin_game(g)
    turn.end_turn(g, s)
    assert (g.outcome, g.cause, g.level, g.depth) == (COMPLETED, cause, level, 0)


@covers("R5.37-d")
def test_a_deck_is_shuffled_at_the_end_of_the_turn_where_it_is_due():
    s, g = world.scenario("y1943").tables[0], world.start("y1943")
    turn.begin_game(g)
    g.reshuffle[JP] = 1
    turn.end_turn(g, s)
    assert (g.turn, *g.shuffles, g.reshuffle[JP]) == (s.first_turn + 1, 1, 0, 0)


@pytest.mark.slow
@covers("NX-03", "P-10", "R7.24-n", "R8.24-b")
def test_two_thousand_offensives_come_to_an_end():
    """In all of them together every question is asked but those that need a rare position."""
    sandbox = Sandbox()
    for seed in range(1000, 1700):
        assert sandbox.play(seed) == []
    for seed in range(60):
        sandbox.phase(seed)
    rare = {"none", "survivor", "shift_from", "shift_to", "weak_critical"}
    rare |= {"india_unit", "india_place", "route_hex"}
    rare |= {"seize", "first_card", "exchange_card", "free_ship", "event_unit", "event_place"}
    rare |= {"raided_unit", "weather_at_once"}  # of three cards
    rare |= QUESTIONS  # of another phase, with a test of its own
    assert {*DECISIONS} - {*sandbox.seen} <= rare, sandbox.seen
