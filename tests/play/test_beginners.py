"""The models of beginners: with the spare message they play as with that of a page."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.glory.play.start import new_session
from tests.play.beginners import (
    HEAD,
    AtPositions,
    Ended,
    beside,
    interval,
    row,
    spare_state,
    whole_choices,
)
from tests.play.naive import (
    HalfHintedPlayer,
    LessonPlayer,
    NaivePlayer,
    first_split,
    page_state,
    play,
)
from tests.play.player import play_to_person


@pytest.mark.parametrize("kind", [NaivePlayer, LessonPlayer])
@pytest.mark.parametrize("seat", ["navy", "army"])
def test_a_model_answers_the_spare_message_as_that_of_a_page(kind, seat):
    session, player = new_session("glory", seat, "withdraw_in_time", seed=5), kind()
    play_to_person(session)
    for _ in range(25):
        seen, spare = page_state(session), spare_state(session.game, whole_choices(session.game))
        answer = player.answer(seen)
        assert player.answer(spare)["type"] == answer["type"]
        if answer["type"] == "offer":
            assert player.answer(spare) == answer
            choice = {one: answer[one] for one in ("army", "navy")}
        else:
            listed = session.game.choices()
            choice = listed[int(player.answer(spare)["id"].removeprefix("c"))]
            groups = [one.choice for group in session.groups() for one in group.entries]
            assert groups[int(answer["id"].removeprefix("c"))] == choice
        session.choose(choice)
        play_to_person(session)
        if session.is_over:
            break


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["navy", "army"])
def test_side_by_side_they_play_the_games_of_a_page(seat):
    ended = beside(AtPositions(LessonPlayer()), seat, 2, 30)
    for k in range(2):
        session = new_session("glory", seat, None, seed=30 + k)
        play(LessonPlayer(), session)
        assert session.game.turn == ended.turns[k]
        assert (session.game.outcome == "completed") == ended.completed[k]


@pytest.mark.parametrize("left", [None, 0, 10])
def test_the_sliders_never_begin_with_nothing_for_the_other(left):
    """By needs where there is no turn before, or where its split left the other nothing."""
    session = new_session("glory", "army", "random", seed=5)
    state = page_state(session)
    assert state["bargain"]["previous"] is None
    fair = state["bargain"]["fair"]
    if left is not None:
        state["bargain"]["previous"] = {"army": 300, "navy": left, "civil": 330 - left}
    assert first_split(state) == ({"army": 300, "navy": 10} if left else fair)
    assert min(fair.values()) > 0
    assert session.game.is_legal(fair)


def test_every_second_decision_asks_for_a_hint():
    player = HalfHintedPlayer()
    assert [player.asks_hint({}) for _ in range(4)] == [False, True, False, True]


def test_a_row_says_how_sure_its_share_is():
    low, high = interval(0, 30)
    assert low == pytest.approx(0.0)
    assert high == pytest.approx(0.1135, abs=1e-4)
    assert interval(15, 30)[0] == pytest.approx(1 - interval(15, 30)[1])
    ended = Ended(np.array([12, 8]), np.array([True, False]), np.array([3, -5]))
    line = row("none", "naive", "navy", ended)
    assert line.startswith("| none | naive | navy | 2 | 10.0 | 50% [")
    assert line.count("|") == HEAD.count("|")
