"""Hints and the review of the second game: what they find, and that they tell nothing hidden."""

from __future__ import annotations

import json
from functools import cache

import numpy as np
import pytest

from glory_agents.aleutians import advice
from glory_agents.aleutians.playouts import worlds_of
from glory_env.aleutians_v0 import Game
from glory_env.envs.agent import GameView
from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.play import table as tables
from glory_env.games.aleutians.play.at_terminal import CampaignAtTerminal
from glory_env.games.aleutians.play.hint import adviser, large
from glory_env.games.aleutians.play.review import (
    Decision,
    Effort,
    Review,
    cost_words,
    gain_words,
    row_words,
)
from glory_env.games.aleutians.play.session import Session
from glory_env.games.aleutians.play.start import new_session
from glory_env.games.aleutians.rules.task_forces import cargo_in
from glory_env.terminal.game import Terminal
from glory_env.text.lazy import as_json

from .at_a_table import new_table
from .blunder import before_change, blundered, session_at
from .test_play_page import opened

FEW = 4  # rollouts
LITTLE = Effort(2, 6, 4, 3, 16, 2, 64)


def drawn_anew(game: Game, seat: str, key: int) -> Game:
    """A game that agrees with what the seat knows, with other dice and other hidden things."""
    twin = Game.of(game.scenario, game.options, game.games)
    twin.games["key"] = key
    twin.hide_unseen(seat)
    return twin


@cache
def walk() -> list[Game]:
    """Positions of a random game in which a seat has a choice."""
    game, rng, found = Game(seed=4), np.random.default_rng(4), []
    for step in range(1500):
        if step % 11 == 0 and game.mask.sum() > 1:
            found.append(game.clone())
        game.act(int(rng.choice(game.legal_actions())))
    return found


# --- worlds ------------------------------------------------------------------------------------
@pytest.mark.slow
def test_worlds_depend_on_what_the_seat_knows_alone():
    """RHI: the same worlds, byte for byte, whatever is hidden."""
    changed = moved = loaded = 0
    for key, game in enumerate(walk()):
        seat, enemy = game.actor, 1 - st.SIDES.index(game.actor)
        twin = drawn_anew(game, seat, key + 1)
        g, s = twin.record, twin.scenario.tables[0]
        slots = [k for k in range(enemy * 4, enemy * 4 + 4) if g.fleet_used[k]]
        for u in range(int(s.units)):  # the troops at sea are all aboard one fleet
            if s.side[u] == enemy and s.kind[u] == st.GROUND and g.place[u] == st.FLEET:
                moved += g.at[u] != slots[-1]
                g.at[u] = slots[-1]
        if slots and g.seattle and enemy == st.ALLIES:
            g.seattle -= 1
            g.fleet_supply[slots[0]] += 1
            loaded += 1
        worlds = [worlds_of(GameView(one, seat), [3, 4]) for one in (game, twin)]
        assert worlds[0].tobytes() == worlds[1].tobytes(), st.DECISIONS[game.record.decision]
        changed += bool((game.games["at"] != twin.games["at"]).any())
    assert changed > len(walk()) // 2
    assert moved
    assert loaded


@pytest.mark.slow
def test_worlds_keep_what_the_seat_sees_and_draw_what_it_does_not():
    differ = loads = 0
    for game in walk()[::3]:
        seat = st.SIDES.index(game.actor)
        drawn = worlds_of(GameView(game, game.actor), range(4))
        seen = [np.zeros(game.definition.observation_space().shape, np.float32) for _ in range(5)]
        kernels, table = game.definition.kernels, game.scenario.tables
        kernels.observe(game.games, 0, table, seat, seen[0])
        for k in range(4):
            kernels.observe(drawn, k, table, seat, seen[k + 1])
            assert np.array_equal(seen[0], seen[k + 1]), st.DECISIONS[game.record.decision]
        differ += len({one.tobytes() for one in drawn["at"]}) > 1
        slots = range((1 - seat) * st.FLEETS, (2 - seat) * st.FLEETS)
        loads += len({tuple(cargo_in(g, table[0], k) for k in slots) for g in drawn}) > 1
    assert differ > len(walk()) // 6
    assert loads > len(walk()) // 12  # the troops of a fleet are drawn, too


# --- hints -------------------------------------------------------------------------------------
@pytest.mark.slow
def test_positions_unlike_in_hidden_things_alone_get_the_same_hint():
    kinds = set()
    for key, game in enumerate(walk()[::24]):
        twin = drawn_anew(game, game.actor, key + 1)
        hints = [as_json(adviser(session_at(one), FEW)(), "en") for one in (game, twin)]
        assert hints[0] == hints[1], game.decision
        kinds.add(game.decision)
    assert len(kinds) > 3


@pytest.mark.slow
def test_a_hint_names_legal_choices_with_reasons_and_is_refined():
    game = walk()[20]
    better = adviser(session_at(game), 8)
    first, second = better(), better()
    assert (first["rollouts"], first["more"]) == (4, True)
    assert (second["rollouts"], second["more"]) == (8, False)
    for hint in (first, second):
        found = hint["candidates"]
        assert len(found) <= advice.SHOWN
        assert {one["id"] for one in found} <= set(game.legal_actions())
        assert all(one["reasons"] for one in found)
        assert all(-1 <= one["outcome"] <= 1 and 0 <= one["won"] <= 1 for one in found)
    assert first["candidates"] == []  # four games say nothing


@pytest.mark.slow
def test_a_hint_sees_that_a_point_given_away_is_worse():
    """A change of strategy costs Japan 1 VP, late in the game."""
    session = before_change()
    better = adviser(session, 32)
    while (hint := better())["more"]:
        pass
    assert [one["id"] for one in hint["candidates"]] == [a.NO, a.YES]
    no, yes = hint["candidates"]
    assert no["points"] > yes["points"]
    assert (no["good"], yes["good"]) == (True, False)
    assert any("VP when the turn ends" in str(why) for why in no["reasons"])
    assert len(hint["about"]) == 1


def test_where_nothing_differs_a_hint_is_silent():
    session = new_session("japan", "random", seed=5)
    session.play_to_person()
    hint = adviser(session, FEW)()
    assert (hint["candidates"], hint["about"]) == ([], [])


def test_a_lead_is_sure_only_beyond_chance():
    assert not advice.is_sure(np.zeros(8))
    assert not advice.is_sure(np.ones(advice.FEWEST - 1))
    assert not advice.is_sure(np.array([1.0, -1.0, 1.0, 0.0]))
    assert advice.is_sure(np.full(8, 0.35))


@pytest.mark.slow
def test_a_page_gets_hints_and_the_game_stays_as_it_is(tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "adviser", lambda session: adviser(session, 8))
    table = new_table(tmp_path, session=before_change())
    with opened(table) as page:
        seq, session = page.state["seq"], table.session
        before = session.game.snapshot(), json.dumps(session.record.lines), session.sequence
        first = page.ask("hint", type="hint", seq=seq)
        assert (first["seq"], first["rollouts"], first["more"]) == (seq, 4, True)
        last = page.until("hint")
        assert (last["rollouts"], last["more"]) == (8, False)
        ids = {one["id"] for one in page.state["decision"]["choices"]}
        assert {one["id"] for one in last["candidates"]} <= ids
        assert before == (
            session.game.snapshot(), json.dumps(session.record.lines), session.sequence
        )  # fmt: skip
        assert page.ask("error", type="hint", seq=seq + 1)["code"] == "stale"
        page.ask("state", type="choose", seq=seq, id=last["candidates"][0]["id"])
        assert page.ask("error", type="hint", seq=seq)["code"] == "stale"


def test_no_hint_is_given_while_the_view_is_hidden(tmp_path):
    with opened(new_table(tmp_path, "both", seed=3)) as page:
        assert page.state["waiting"] == "cover"
        assert page.ask("error", type="hint", seq=page.state["seq"])["code"] == "not_now"


# --- the review --------------------------------------------------------------------------------
@cache
def whole(number: int) -> Review:
    """A review of that game; each number another one."""
    review = Review.of_session(blundered(), LITTLE)
    while review.more():
        pass
    return review


@pytest.mark.slow
def test_a_blunder_is_found_with_what_would_have_been_better():
    review = whole(0)
    assert review.is_done
    (found,) = (one for one in review.costly if one.game.decision == "change_strategy")
    chosen, better = found.options[:2]
    assert (chosen.action, better.action) == (a.YES, a.NO)
    assert found.gain.payoff.low > 0
    assert found.gain.points.mean > 0
    for language in ("en", "ja"):
        words = [one.to(language) for one in gain_words(found)]
        assert f"{better.payoff:+.2f}" in words[2]
        assert str(found.turn) in row_words(found).to(language)
    assert "of 100 games and" in str(cost_words(found))


@pytest.mark.slow
def test_only_what_is_sure_is_listed_and_the_same_game_has_the_same_review():
    reviews = [whole(number) for number in range(2)]
    views = [as_json(one.view(False), "en") for one in reviews]
    assert views[0] == views[1]
    assert all(one.gain.payoff.low > 0 for one in reviews[0].costly)
    weighed = [one for one in reviews[0].decisions if one.gain is not None]
    assert len(weighed) <= LITTLE.checked


@pytest.mark.slow
def test_every_own_decision_is_weighed_as_it_was_found():
    session = blundered()
    decisions = [Decision(one) for one in session.decided]
    assert {one.seat for one in decisions} == {"japan"}
    assert decisions[0].chosen == a.YES
    assert all(one.game.mask.sum() > 1 and one.game.mask[one.chosen] for one in decisions)


@pytest.mark.slow
def test_a_page_sees_the_review_grow_and_can_stop_it(tmp_path, monkeypatch):
    slow = Effort(3, 6, 4, 3, 8, 2, 16)
    begin = Review.of_session
    monkeypatch.setattr(tables.Review, "of_session", lambda session: begin(session, slow))
    with opened(new_table(tmp_path, session=blundered())) as page:
        assert page.state["waiting"] == "nobody"
        first = page.ask("review", type="review")
        assert (first["done"], first["running"]) == (0, True)
        page.say(type="review", stop=True)
        while page.until("review")["running"]:
            pass
        assert page.last["review"]["done"] < page.last["review"]["of"]
        page.ask("review", type="review")
        while page.last["review"]["running"]:
            page.until("review")
        last = page.last["review"]
        assert last["done"] == last["of"]
        page.say(type="language", language="ja")  # a page that opens gets it, too
        page.until("state")
        assert page.until("review")["done"] == last["done"]


def test_there_is_nothing_to_review_before_the_end(tmp_path):
    with opened(new_table(tmp_path)) as page:
        refused = page.ask("error", type="review")
        assert (refused["code"], refused["about"]) == ("not_now", "review")


# --- in the terminal ---------------------------------------------------------------------------
class Person:
    """Answers from a list, then leaves."""

    def __init__(self, *answers: str) -> None:
        self.answers, self.shown = list(answers), []

    def read(self, prompt: str) -> str:
        if not self.answers:
            raise EOFError
        return self.answers.pop(0)

    def play(self, session: Session, path, **more) -> str:
        at_terminal = CampaignAtTerminal(session, **more)
        Terminal(at_terminal, path, read=self.read, show=self.shown.append).run()
        return "\n".join(map(str, self.shown))


@pytest.mark.slow
@pytest.mark.parametrize(
    ("language", "said"), [("en", "VP when the turn ends"), ("ja", "ターン終了時の勝利点")]
)
def test_the_terminal_gives_a_hint_and_takes_its_choice(language, said, tmp_path):
    session = before_change()
    person = Person("t 1", "h", "t 9", "t 1", "q")
    shown = person.play(session, tmp_path / "game.jsonl", language=language)
    assert said in shown
    assert session.decided[0].action == a.NO
    if language == "en":
        assert "no hint has been given here" in shown
        assert "expected a number of the hint, 1 to 2" in shown


@pytest.mark.slow
def test_the_terminal_reviews_a_finished_game(tmp_path):
    person = Person("r", "")
    shown = person.play(blundered(), tmp_path / "game.jsonl", effort=LITTLE)
    assert "Playing games out from" in shown
    assert "You chose: yes" in shown
    assert "Better: no" in shown


def test_a_small_difference_is_not_told():
    def one(*reasons: advice.Reason) -> advice.Advice:
        return advice.Advice(action=1, payoff=0.0, points=0.0, won=0.0, reasons=reasons)

    small = advice.Reason("taken", 11.31, 11.27, True)
    big = advice.Reason("lost", 3.1, 4.0, True)
    assert large(one(small)).reasons == ()
    assert large(one(small, big)).reasons == (big,)
