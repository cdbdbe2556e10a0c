"""Bids for a side (16.48)."""

from __future__ import annotations

import pytest

from glory_env import empire_v0
from glory_env.core.errors import OptionError
from glory_env.games.empire.auction import Bid, auction
from tests.covers import covers

JAPAN, ALLIES = "japan", "allies"


@covers("VX-16.48", "R16.48-b", "E-544", "DK-01")
@pytest.mark.parametrize(
    ("first", "second", "seats", "bid"),
    [
        ((JAPAN, 1), (JAPAN, 0), (JAPAN, ALLIES), -1),
        ((ALLIES, 1), (ALLIES, 2), (JAPAN, ALLIES), 2),
        ((ALLIES, 2), (ALLIES, 0), (ALLIES, JAPAN), 2),
        ((JAPAN, 2), (ALLIES, 3), (JAPAN, ALLIES), 1),
        ((JAPAN, 3), (ALLIES, 2), (JAPAN, ALLIES), -1),
        ((ALLIES, 2), (JAPAN, 3), (ALLIES, JAPAN), -1),
    ],
)
def test_who_plays_which_side(first, second, seats, bid):
    assert auction(Bid(*first), Bid(*second)) == (seats, bid)


@covers("R16.48-b", "E-544")
def test_equal_bids_are_decided_by_a_die():
    """Japan begins with 2 points more, either player may get the Allies."""
    settled = [auction(Bid(ALLIES, 2), Bid(ALLIES, 2), seed) for seed in range(40)]
    assert settled == [auction(Bid(ALLIES, 2), Bid(ALLIES, 2), seed) for seed in range(40)]
    assert {bid for _, bid in settled} == {2}
    assert {seats for seats, _ in settled} == {(JAPAN, ALLIES), (ALLIES, JAPAN)}


def test_the_bid_is_an_option_of_the_game():
    settled = auction(Bid(JAPAN, 2), Bid(ALLIES, 3))
    assert empire_v0.Game(scenario="year_1943", bid=settled.bid).record.vp_adjust == 1


@pytest.mark.parametrize(
    ("side", "points", "words"),
    [
        ("navy", 1, "unknown side 'navy': valid are japan, allies"),
        (JAPAN, 16, "points: expected 0 to 15, got 16"),
        (JAPAN, -1, "points: expected 0 to 15, got -1"),
        (JAPAN, True, "points: expected 0 to 15, got True"),
        (JAPAN, 1.5, "points: expected 0 to 15, got 1.5"),
    ],
)
def test_a_bad_bid_is_refused(side, points, words):
    with pytest.raises(OptionError, match=words):
        Bid(side, points)
