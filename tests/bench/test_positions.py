"""Stored positions: another past changes the log alone, and agents answer as they play."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.bench.results import Results
from glory_env.games.glory import actions as a
from glory_env.games.glory import state as st
from glory_env.games.glory.bench import positions as p
from glory_env.games.glory.engine.observation import views
from glory_env.games.glory.scenario import load
from glory_env.games.glory.sections import BY_SECTION, SECTIONS

GAMES, FROM = 12, 4
BOARD = load("glory")


@pytest.fixture(scope="module")
def played() -> tuple[Results, p.Notes]:
    notes = p.Notes(p.first_offers, p.escorts_asked, p.payments)
    agent = make_agent("tit_for_tat")
    return play_pairs(agent, agent, GAMES, 7, observer=notes), notes


@pytest.fixture(scope="module")
def pasts() -> list[np.ndarray]:
    """Finished games with a generous and with a grim navy."""
    agent = make_agent("tit_for_tat")
    return [
        play_pairs(agent, make_agent(partner), GAMES, 900).finals
        for partner in ("always_saint", "always_grim")
    ]


def late(notes: p.Notes, k: int) -> np.ndarray:
    """Positions of the army (of offers, payments) or navy (escorts) from turn 4 on."""
    records, _ = notes.of(k)
    good = (records["turn"] >= FROM) & (records["turn"] < 8)
    records = p.rows_of(records, np.flatnonzero(good))
    assert len(records) > 10, "too few to say anything"
    return records


def test_notes_have_every_first_offer(played):
    results, notes = played
    records, games = notes.of(0)
    made = {(int(g), int(r["turn"]), int(r["actor"])) for g, r in zip(games, records, strict=True)}
    assert len(made) == len(records)
    assert made == set(zip(*map(np.ndarray.tolist, np.nonzero(results.finals["log_claim"] >= 0)),
                           strict=True))  # fmt: skip


def test_every_log_field_is_swapped_or_stays():
    logs = {name for name in st.GAME.names if name.startswith("log_")}
    assert set(p.PAST) | set(p.STANDING) == logs
    assert not set(p.PAST) & set(p.STANDING)
    shown = {s.name for s in SECTIONS if set(s.fields.split()) & set(p.PAST)}
    assert shown == set(p.PAST_SECTIONS)


def test_another_past_changes_the_log_of_earlier_turns_alone(played, pasts):
    records = late(played[1], 0)
    before = p.Asked(records, BOARD)
    inside = np.zeros(before.observations.shape[1], np.bool_)
    for name in p.PAST_SECTIONS:
        inside[BY_SECTION[name].start : BY_SECTION[name].stop] = True
    seen = []
    for finals in pasts:
        given = p.rows_of(finals, p.donors(finals, records["turn"]))
        made = p.with_past(records, given)
        after = p.Asked(made, BOARD)
        outside = after.observations[:, ~inside]
        assert outside.tobytes() == before.observations[:, ~inside].tobytes()
        assert after.masks.tobytes() == before.masks.tobytes()
        for name in st.GAME.names:
            if name not in p.PAST:
                assert made[name].tobytes() == records[name].tobytes(), name
                continue
            for k, turn in enumerate(records["turn"]):
                assert made[name][k, 1:turn].tobytes() == given[name][k, 1:turn].tobytes()
                assert made[name][k, turn:].tobytes() == records[name][k, turn:].tobytes()
        one, other = views(after.observations), views(before.observations)
        columns = BY_SECTION["past"].columns
        for name in ("convoy_loss", "total"):
            at = columns.index(name)
            np.testing.assert_array_equal(one["past"][..., at], other["past"][..., at])
        seen.append(after.observations)
    generous, grim = (views(one)["past_seats"] for one in seen)
    claim = BY_SECTION["past_seats"].columns.index("claim")
    lead = grim[:, 0, st.NAVY, claim] - generous[:, 0, st.NAVY, claim]
    assert (lead > 0.3).any()  # last turn's claim of the other seat
    assert (lead >= 0).all()


def test_donors_have_come_to_the_turn_and_take_turns():
    finals = np.zeros(4, st.GAME)
    finals["turn"] = (3, 6, 6, 9)
    turns = np.array([6, 6, 6, 6, 9, 9, 10])
    assert p.donors(finals, turns).tolist() == [1, 2, 3, 1, 3, 3, -1]


@pytest.mark.parametrize(("name", "least", "most"), [
    ("always_grim", 0.0, 0.0), ("always_saint", 0.1, 1.0), ("withdraw_in_time", 0.0, 0.6),
])  # fmt: skip
def test_share_left_is_what_the_offer_leaves(played, name, least, most):
    records = late(played[1], 0)
    shares = p.share_left(make_agent(name), records, BOARD, 0)
    assert shares.shape == (len(records),)
    assert (shares >= least - 0.03).all()  # the grid, and what it cannot hold
    assert (shares <= most + 0.03).all()
    if name == "always_saint":
        assert shares.mean() > p.share_left(make_agent("civil_first"), records, BOARD, 0).mean()


def test_the_answer_is_that_of_the_game(played):
    """A script that draws nothing offers in the stored position what it offered in the game."""
    results, notes = played
    records, games = notes.of(0)
    again = p.share_left(make_agent("tit_for_tat"), records, BOARD, 3)
    seats = records["actor"].astype(int)
    then = results.finals["log_first_other"][games, records["turn"], seats]
    np.testing.assert_allclose(again * records["total"], then)


def test_escorts_and_payments(played):
    asked, lost = (late(played[1], k) for k in (1, 2))
    asked, lost = (p.rows_of(r, np.flatnonzero(p.is_open(r, BOARD))) for r in (asked, lost))
    assert len(asked) > 5
    assert len(lost) > 5
    refuses, gives = make_agent("pool_burner"), make_agent("always_saint")
    assert p.grants(refuses, asked, BOARD, 0).tolist() == [0.0] * len(asked)
    assert p.grants(gives, asked, BOARD, 0).tolist() == [1.0] * len(asked)
    assert p.own_share(refuses, lost, BOARD, 0).tolist() == [0.0] * len(lost)
    shares = p.own_share(make_agent("withdraw_in_time"), lost, BOARD, 0)
    assert 0.0 < shares.mean() <= 1.0
    assert (shares >= 0.0).all()


def test_needs_are_tonnage(played):
    records, _ = played[1].of(0)
    prices, plans = p.idle_prices(records, BOARD), p.plans(records, BOARD)
    assert prices.shape == plans.shape == (len(records), 2)
    for needs in (prices, plans):
        assert (needs == needs.round()).all()
    assert (plans <= prices + 1e-9).all()  # no plan wants more than all
    assert plans.max() > 50


def test_nearest_legal_amount():
    mask = np.zeros(a.N_ACTIONS, np.int8)
    assert p.nearest(mask, 10.0) == -1
    mask[[a.AMOUNT + 2, a.AMOUNT + 6]] = 1  # 10 and 30 units
    found: dict[Any, int] = {x: p.nearest(mask, x) - a.AMOUNT for x in (0.0, 19.0, 21.0, 500.0)}
    assert found == {0.0: 2, 19.0: 2, 21.0: 6, 500.0: 6}
