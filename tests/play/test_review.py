"""The review after a game: what it finds, its message, and a game that goes on from a moment."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from glory_env.envs.agent import make_agent
from glory_env.games.glory.play import review as reviews
from glory_env.games.glory.play.at_terminal import GloryAtTerminal
from glory_env.games.glory.play.opening import open_saved
from glory_env.games.glory.play.playouts import play_all
from glory_env.games.glory.play.review import Review, own_decisions
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.play.allowed_agents import Allowed
from glory_env.play.from_moment import again, record_until
from glory_env.play.rollout_rounds import LISTED, Mean
from glory_env.play.saves import Saves
from glory_env.record.lines import is_choice
from glory_env.terminal.replay import TerminalReplay
from tests.play.ended import SCRIPT, played
from tests.play.pages import pages
from tests.play.player import in_english, play_to_person


def whole(session: GlorySession) -> Review:
    review = Review.of_session(session)
    while review.more():
        pass
    return review


@cache
def spoilt() -> tuple[GlorySession, Review]:
    """A game in which the navy lets all its units stand, and its review."""
    session = played(activate="end")
    return session, whole(session)


# --- what it finds -------------------------------------------------------------------------
@pytest.mark.slow
def test_a_choice_that_is_clearly_worse_is_found_with_a_better_one():
    session, review = spoilt()
    found = [
        one for one in review.costly if session.record.lines[one.line]["decision"] == "activate"
    ]
    assert found
    for decision in found:
        chosen, better = decision.options[:2]
        assert (chosen.choice, "unit" in better.choice) == ({"end": True}, True)
        assert better.gp > chosen.gp
        assert decision.gain.gp.low > 0 or decision.gain.completion.low > 0


@pytest.mark.slow
def test_only_what_is_sure_is_called_costly_the_costliest_first():
    _, review = spoilt()
    assert 0 < len(review.costly) <= LISTED
    means = [one.gain.payoff.mean for one in review.costly]
    assert means == sorted(means, reverse=True)
    assert all(one.gain.is_sure for one in review.costly)
    weighed = [one for one in review.decisions if one.gain is not None]
    assert len(weighed) <= reviews.CHECKED


@pytest.mark.slow
def test_every_own_decision_is_weighed_and_none_of_the_partners():
    session, review = spoilt()
    lines = session.record.lines
    assert [one.line for one in review.decisions] == own_decisions(session)
    assert {lines[k]["actor"] for k in own_decisions(session)} == {"navy"}
    assert not any(lines[k].get("forced") for k in own_decisions(session))
    for decision in review.decisions:
        assert decision.options[0].choice == lines[decision.line]["choice"]
        assert all(decision.game.is_legal(one.choice) for one in decision.options)


@pytest.mark.slow
def test_the_same_game_has_the_same_review():
    session, review = spoilt()
    assert in_english(whole(session).view(False)) == in_english(review.view(False))


def test_an_interval_holds_the_mean_and_narrows_with_the_games():
    values = np.array([0.0, 1.0] * 50)
    few, many = Mean.of(values), Mean.of(np.tile(values, 4))
    assert few.low < few.mean == 0.5 < few.high
    assert many.high - many.low == pytest.approx((few.high - few.low) / 2, rel=0.01)


@pytest.mark.slow
def test_games_played_out_are_those_the_agents_play_one_by_one():
    """The same position, dice and line of play give the same game; unlike dice unlike ones."""
    session, _ = spoilt()
    decision = reviews.Decision(session, own_decisions(session)[0])
    agents = make_agent(SCRIPT), make_agent(SCRIPT)
    lines = [decision.chosen[0]] * 2
    ended = play_all(decision.game, lines, np.arange(30), agents)
    assert (ended.gp[0] == ended.gp[1]).all()
    assert len({tuple(gp) for gp in ended.gp[0].tolist()}) > 1
    alone = play_all(decision.game, lines[:1], np.array([7]), agents)
    assert (alone.gp[0, 0] == ended.gp[0, 7]).all()


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "ja"])
def test_words_name_both_choices_and_the_figures(language):
    _, review = spoilt()
    for decision in review.costly:
        text = [one.to(language) for one in reviews.words(decision)]
        for k, option in enumerate(decision.options[:2]):
            assert reviews.full(decision.game, option.choice).to(language) in text[k]
        if decision.gain.gp.low > 0:
            assert f"{decision.options[1].gp:.1f}" in text[2]


@pytest.mark.slow
def test_a_partner_that_plays_no_batches_or_is_gone_is_replaced_and_that_is_said(monkeypatch):
    session, _ = spoilt()
    said = str(Review.of_session(session).about)
    assert said.startswith(f"{SCRIPT} plays its own seat")

    monkeypatch.setattr(reviews, "_partner", lambda *_: None)
    assert "plays one game at a time" in str(Review.of_session(session).about)


# --- again from here -----------------------------------------------------------------------
@pytest.mark.slow
def test_a_game_goes_on_from_a_moment_with_the_same_partner_and_dice():
    session, _ = spoilt()
    line = own_decisions(session)[5]
    tried = again(session.record, line - 1, lambda path: open_saved(path, False, Allowed()))
    assert tried.record.lines == session.record.lines[:line]
    assert tried.game.snapshot() == session.moments.before(line).snapshot()
    assert (tried.players, tried.is_over) == (session.players, False)
    assert tried.waits_for
    asked = []
    while not tried.is_over:
        k = len(tried.record.lines)
        asked.append(k)
        tried.choose(session.record.lines[k]["choice"])
        play_to_person(tried)
    dice_alone = {k for k in asked if session.record.lines[k].get("forced")}
    assert set(own_decisions(session)[5:]) == set(asked) - dice_alone
    assert all(session.record.lines[k]["decision"] == "battle" for k in dice_alone)
    assert tried.record.lines == session.record.lines


@pytest.mark.slow
def test_a_moment_is_cut_where_the_next_choice_begins():
    session, _ = spoilt()
    record = session.record
    for line in range(-1, len(record.lines)):
        cut = record_until(record, line)
        assert cut.lines == record.lines[: len(cut.lines)]
        assert len(cut.lines) > line
        if len(cut.lines) < len(record.lines):
            assert is_choice(record.lines[len(cut.lines)])
            assert cut.footer is None
    assert record_until(record, len(record.lines) - 1) == record


# --- messages ------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_page_sees_the_review_grow_and_play_goes_on_beside_it(tmp_path):
    session, _ = spoilt()
    with pages(Table(session, Saves(tmp_path))) as (page,):
        first = page.ask("review", type="review")
        assert (first["done"], first["running"], first["costly"]) == (0, True, [])
        assert page.ask("moment", type="look", line=-1)["line"] == -1  # answered meanwhile
        while (last := page.until("review"))["running"]:
            assert last["done"] > 0
        assert last["done"] == last["of"]
        assert last["costly"]
        one = last["costly"][0]
        assert session.record.lines[one["line"]]["actor"] == one["actor"] == "navy"
        assert [len(one["gain"][key]) for key in ("completion", "gp")] == [3, 3]
        assert one["words"][0].startswith("You chose: ")
        page.say(type="language", language="ja")
        page.until("review")
        assert page.last["review"]["costly"][0]["words"][0].startswith("あなたの選択")


@pytest.mark.slow
def test_a_review_can_be_stopped_and_goes_on_where_it_was(tmp_path):
    session, _ = spoilt()
    with pages(Table(session, Saves(tmp_path))) as (page,):
        page.ask("review", type="review")
        page.until("review")
        page.say(type="review", stop=True)
        while page.until("review")["running"]:
            pass
        done = page.last["review"]["done"]
        assert 0 < done < page.last["review"]["of"]
        assert page.ask("review", type="review")["done"] >= done
        while page.until("review")["running"]:
            pass
        assert page.last["review"]["done"] == page.last["review"]["of"]


def test_there_is_nothing_to_review_before_the_end_or_without_a_person(tmp_path):
    with pages(Table(new_session("teaching", "navy", SCRIPT, seed=1), Saves(tmp_path))) as (page,):
        answer = page.ask("review", type="review")
        assert (answer["type"], answer["code"], answer["about"]) == ("error", "not_now", "review")
    watched = new_session("teaching", "watch", partners=(SCRIPT, SCRIPT), seed=1)
    while not watched.is_over:
        watched.play_on()
    with pages(Table(watched, Saves(tmp_path))) as (page,):
        assert page.ask("review", type="review")["code"] == "not_now"


@pytest.mark.slow
def test_again_puts_a_new_game_on_the_table_and_ends_the_review(tmp_path):
    session, _ = spoilt()
    table = Table(session, Saves(tmp_path))
    with pages(table) as (page,):
        name = table.name
        line = own_decisions(session)[3]
        page.ask("review", type="review")
        assert page.ask("game", type="again", line=line - 1)["name"] != name
        page.until("state")
        assert page.my_turn()["lines"] == line
        assert page.state["waiting"] == "person"
        page.choose()
        assert Saves(tmp_path).existing(table.name)
        late = page.ask("error", type="again", line=100_000)
        assert (late["code"], late["about"]) == ("illegal", "again")


# --- in the terminal -----------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize(("language", "chosen"), [("en", "You chose: "), ("ja", "あなたの選択:")])
def test_the_terminal_lists_costly_decisions_with_their_lines(language, chosen):
    session, review = spoilt()
    shown: list[str] = []
    answers = iter(["r", "q"])
    at_terminal = GloryAtTerminal(session, language)
    TerminalReplay(at_terminal, lambda _: next(answers), shown.append).run()
    text = "\n".join(shown)
    assert text.count(chosen) == len(review.costly)
    for decision in review.costly:
        assert str(decision.line + 1) in text
        assert at_terminal.to(reviews.words(decision)[2]) in text


def test_the_terminal_says_where_there_is_nothing_to_review():
    session = new_session("teaching", "navy", SCRIPT, seed=1)
    play_to_person(session)
    shown: list[str] = []
    answers = iter(["r", "q"])
    TerminalReplay(GloryAtTerminal(session), lambda _: next(answers), shown.append).run()
    assert shown[-1] == "A game is reviewed when it is over."
