"""Other readings of the rules: one position, the answers of both readings."""

from __future__ import annotations

import pytest

from glory_env.games.empire.codes import GAME_FRAME
from glory_env.games.empire.rules import landing, strategic, turn
from glory_env.games.empire.rules.frames import push, top
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.supply import ENDS
from glory_env.games.empire.state import MAP, NONE
from glory_env.games.empire.switches import (
    ATTRITION_IN_ORDER,
    MARINES_EVERYWHERE,
    SGT_ANY_PORT,
)
from tests.covers import covers

from .positions import board, lay, numbers, scratch
from .test_movement import real

BOTH = pytest.mark.parametrize("reading", [0, 1])


@covers("E-036")
@pytest.mark.parametrize(
    ("reading", "others", "free", "allowed"),
    [
        (0, (), 0, True),
        (1, (), 0, False),
        (1, (), 1, True),
        (0, (("j_sn4", 4715),), 0, False),
    ],
)
def test_the_army_and_an_empty_island(reading, others, free, allowed):
    """Without Marines it takes an island nobody holds; by the switch it does not."""
    laid, w = real("a_x", 5018, *others, japan={4715}), scratch()
    laid.g.switch[MARINES_EVERYWHERE] = reading
    landing.landing(laid.g, laid.s, w, laid.at["a_x"], 10, 1, 1, NONE, free)
    assert (4715 in numbers(w[ENDS])) == allowed


@covers("E-033", "BV-37")
@BOTH
def test_transport_to_a_port_that_no_hq_reaches(reading):
    """No HQ is on the map at all: by the switch an own port is enough."""
    laid, w = lay({3407, 4017, 4021}, ("unit=ground 4017",)), scratch()
    laid.g.switch[SGT_ANY_PORT] = reading
    laid.supplied()
    strategic.ground_transport(laid.g, laid.s, w, laid.at["unit"], 10)
    assert (4021 in numbers(w[ENDS])) == bool(reading)


@covers("D-06", "R6.24-d", "BV-21")
@BOTH
def test_attrition_of_one_side_after_the_other(reading):
    """Who cuts the army off is lost itself; by the switch that comes in time for the army."""
    laid = lay(
        {hex_ for hex_ in board().land if hex_ not in (2015, 2013)},
        ("enemy=ground 2014",),
        ("hq=hq 2015 13", "army=ground 2013"),
    )
    g, s, army = laid.g, laid.s, laid.at["army"]
    g.steps[laid.at["enemy"]], g.steps[army] = 1, 2
    g.switch[ATTRITION_IN_ORDER] = reading
    assert laid.supplied() == {"hq"}
    push(g, GAME_FRAME, 0, 0, 0)
    g.frame_step[top(g)] = turn.ATTRITION_STEP
    turn.continue_game(g, s)
    refresh(g, s)
    turn.continue_game(g, s)
    assert g.frame_step[top(g)] == turn.END_TURN
    assert g.place[laid.at["enemy"]] != MAP
    assert (g.place[army], g.steps[army]) == (MAP, 2 if reading else 1)
