"""The judge of offers: each reason, and what it sees of games."""

from __future__ import annotations

from typing import Any

import pytest

from glory_agents.glory.characters.bargain import by_needs, need
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.rules.splits import allot_fixed
from tests.play.bargainers import PERSONS
from tests.play.offers import ABSURD, ODD, REASONS, SENSIBLE, Offer, faults, judged, play, verdict

FAIR = Offer(0, 5, 600, (220, 150, 230), (400, 300), (250, 190))
CASES: dict[str, dict[str, Any]] = {
    "civil early": {"turn": 3, "split": (110, 110, 380)},
    "needs a wrong": {"blames": True},
    "nothing": {"split": (300, 0, 300)},
    "again": {"again": True},
    "civil half": {"split": (140, 149, 311)},
    "civil late": {"turn": 11, "split": (200, 155, 245)},
    "own cover": {"split": (300, 80, 220)},
}
UNLIKE: dict[str, dict[str, Any]] = {  # nearly so
    "civil early": {"turn": 4, "split": (110, 110, 380)},
    "nothing": {"split": (300, 0, 300), "wronged": True},
    "civil half": {"split": (140, 150, 310)},
    "civil late": {"turn": 10, "split": (200, 155, 245)},
    "own cover": {"split": (300, 90, 210)},
}


def test_a_fair_offer_is_sensible():
    assert verdict(FAIR) == SENSIBLE
    assert not FAIR.is_by_needs
    assert not FAIR.is_low
    assert FAIR._replace(split=(220, 190, 190)).is_by_needs
    assert FAIR._replace(split=(220, 140, 240)).is_low


@pytest.mark.parametrize("key", REASONS)
def test_every_reason_is_found(key: str):
    one = FAIR._replace(**CASES[key])
    assert key in faults(one)
    assert verdict(one) == (ABSURD if key in list(REASONS)[:3] else ODD)
    if key in UNLIKE:
        assert key not in faults(FAIR._replace(**UNLIKE[key]))


def test_nothing_is_no_fault_where_nothing_is_needed():
    assert "nothing" not in faults(FAIR._replace(split=(300, 0, 300), needs=(400, 0)))


@pytest.mark.parametrize("total", [630, 415, 900])
def test_by_needs_is_what_the_rule_puts_in_force(total: int):
    game = Game(seed=3)
    game.games["total"] = total
    g, s = game.record, game.scenario.tables[0]
    shares = by_needs(g, s)
    assert need(g, s, 0) > 0
    assert need(g, s, 1) > 0
    g.opt_fixed[:] = st.NONE
    allot_fixed(g, s, game.trace[0])
    assert shares == (game.allotment["army"], game.allotment["navy"])


@pytest.mark.slow
@pytest.mark.parametrize("talk", ["off", "cheap"])
def test_it_sees_the_offers_of_both_and_what_became_of_them(talk: str):
    pytest.importorskip("torch")
    cell = play("sakaki", 0, PERSONS[0], 1, talk=talk)
    assert {one.seat for one in cell.offers} == {0, 1}
    assert {one.answer for one in cell.offers} >= {"counter"}
    assert all(sum(one.split) == one.total for one in cell.offers)
    assert any(one.seat == 1 and one.is_by_needs for one in cell.offers)
    own = [one for one in cell.offers if one.seat == 0]
    assert f"| sakaki | {len(own)} |" in "\n".join(judged([cell]))
