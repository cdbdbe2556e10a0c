"""The exchange of B-26 for B-25 (6.7)."""

from __future__ import annotations

import pytest

from glory_env.games.aleutians.actions import BOX_ACTION, SPOT_ACTION
from glory_env.games.aleutians.state import (
    ALLIES,
    ARRIVAL,
    ARRIVAL_PLACE,
    EXCHANGE,
    GONE,
    L1,
    L2,
    L4,
    SPOT,
)
from tests.covers import covers

from .driver import options, u
from .in_supply import act, at, lost, places, to
from .positions import spot, unit


def spots(*names: str) -> set[int]:
    return {SPOT_ACTION + spot(name) for name in names}


@covers("R6-7d", "VX-07", "A-97", "RRF-1f")
def test_vx_07_exchange_on_the_same_field() -> None:
    """The Allies name a B-26; the B-25 comes where it was."""
    g, s, t = at(ALLIES, 7)
    to(g, s, t, EXCHANGE)
    assert options(g, s) == {u("b26_1"), u("b26_2")}
    g.field_disrupted[spot("umnak")] = 1
    act(g, s, t, u("b26_2"))
    assert (g.place[unit("b26_2")], g.place[unit("b25_1")]) == (GONE, SPOT)
    assert g.at[unit("b25_1")] == spot("umnak")
    assert g.decision == ARRIVAL
    assert u("b25_2") not in options(g, s)


@covers("R6-7d", "VX-07")
def test_vx_07_exchange_for_a_lost_one() -> None:
    """Of a B-26 lost in the turn before, onto any field like an arrival."""
    g, s, t = at(ALLIES, 7)
    lost(g, 6, "b26_1")
    lost(g, 3, "b26_2")
    to(g, s, t, ARRIVAL_PLACE)
    assert g.chosen_unit == unit("b25_1")
    assert spots("umnak", "anchorage", "nome") | {BOX_ACTION} <= options(g, s)
    act(g, s, t, SPOT_ACTION + spot("nome"))
    assert g.place[unit("b26_1")] == GONE


@covers("A-97")
def test_b25_without_a_partner() -> None:
    """No B-26 left, or lost earlier: a normal arrival."""
    g, s, t = at(ALLIES, 7)
    lost(g, 3, "b26_1", "b26_2")
    to(g, s, t, ARRIVAL)
    assert u("b25_1") in options(g, s)


@pytest.mark.parametrize(("strategy", "turn"), [(L1, 10), (L4, 5), (L2, 7)])
@covers("A-99")
def test_exchange_moves_with_the_schedule(strategy: int, turn: int) -> None:
    """The exchange as a whole comes later or earlier."""
    g, s, t = at(ALLIES, turn, strategy)
    to(g, s, t, EXCHANGE)
    act(g, s, t, u("b26_1"))
    assert g.place[unit("b25_1")] == SPOT


@covers("A-99", "BV-74")
def test_exchange_that_is_lost() -> None:
    """Under L2 the exchange of turn 9 is lost and the B-26 stays."""
    g, s, t = at(ALLIES, 9, L2)
    g.place[unit("b25_1")] = GONE
    to(g, s, t, ARRIVAL)
    assert places(g, "b26_1", "b26_2") == {SPOT}
    assert u("b25_2") not in options(g, s)
