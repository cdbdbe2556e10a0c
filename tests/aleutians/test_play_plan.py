"""The plan of the staff, orders that follow it, choices in groups, undo of a whole plan."""

from __future__ import annotations

import pytest

from glory_env.games.aleutians.play import groups
from glory_env.games.aleutians.play.orders import SUDDEN
from glory_env.games.aleutians.play.plan import plan
from glory_env.games.aleutians.play.session import Session
from glory_env.games.aleutians.play.staff import proposal
from glory_env.games.aleutians.play.start import new_session
from glory_env.text.lazy import as_json

from .at_a_table import new_table
from .clicks import play, run
from .test_play_page import opened

MOST = 15  # clicks of a first turn


def begun(seat="japan", seed=5):
    session = new_session(seat, "historical", seed=seed)
    run(session)
    return session


def accept(session):
    """Accept what is proposed; how many steps were taken."""
    before = len(session.decided)
    session.order(session.plan().steps, of_staff=True)
    run(session)
    return len(session.decided) - before


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seat", "seed"), [("japan", 0), ("japan", 1), ("allies", 0), ("allies", 1)]
)
def test_a_first_turn_takes_few_clicks(seat, seed):
    clicks = play(new_session(seat, seed=seed))
    assert clicks.total <= MOST
    assert clicks.choices > 4 * MOST


def test_a_plan_says_all_its_steps_and_is_begun_as_the_script_would():
    session = begun()
    found = session.plan()
    words = [str(line) for line in found.lines]
    assert len(found.steps) > 10
    assert len(words) < len(found.steps)
    assert words[0] == "Begin at B5: SS 1"
    assert any("Air attack on the port of Dutch Harbor (Unalaska): 2 D3A" in line for line in words)
    areas = {str(one.words): one.areas for one in found.told}
    assert [one.first for one in found.told[:3]] == [0, 1, 2]
    assert found.told[-1].first is None
    assert areas["Begin at B5: SS 1"] == ["B5"]
    assert areas["Go back to C15: fleet A, fleet B, fleet C"] == ["C15"]
    assert ["C8"] in [one for line, one in areas.items() if line.startswith("Air attack on")]
    assert found.steps[0].action == proposal(session.game)
    assert as_json(found.view(), "ja")


def test_a_plan_names_the_target_that_was_chosen_before_it():
    session = begun()
    while session.game.decision != "air_group":
        session.choose(proposal(session.game))
        run(session)
    words = [str(line) for line in session.plan().lines]
    assert "Air attack on the port of Dutch Harbor (Unalaska): 2 D3A, 2 A6M2, 2 B5N" in words


def test_targets_of_the_enemy_and_own_ones_have_different_titles():
    session = begun("allies", 7)
    while session.game.decision != "air_target":
        session.choose(proposal(session.game))
        run(session)
    titles = [str(one.title) for one in groups.groups(session.game) if one.title]
    assert "Attack: C11 / Kiska / Amchitka" in titles
    assert "Defend: B7 / Cold Bay" in titles
    while session.game.decision != "air_loss":
        session.choose(proposal(session.game))
        run(session)
    about = str(session.decision("allies")["about"]["words"])
    assert "aircraft of Japan to be shot down: 1" in about
    entries = [one for one in session.logs["allies"] if one["decision"] == "air_target"]
    assert "that is all" not in {str(words) for one in entries for words in one["said"]}
    assert {one["news"] for one in entries if one["actor"] == "allies"} == {False}


def test_a_plan_tells_nothing_hidden():
    session = begun("allies", 7)
    for _ in range(30):
        session.choose(proposal(session.game))
        run(session)
    game, seat = session.game, session.waits_for
    twin = game.clone()
    twin.games["key"] = 12345
    twin.hide_unseen(seat)
    assert plan(twin, seat).steps == plan(game, seat).steps
    assert as_json(plan(twin, seat).view(), "en") == as_json(plan(game, seat).view(), "en")


def test_orders_are_ordinary_choices_and_end_with_what_is_sudden(tmp_path):
    session = begun()
    steps = session.plan().steps
    taken = accept(session)
    assert 0 < taken <= len(steps) + 8
    assert [one.action for one in session.decided[:5]] == [one.action for one in steps[:5]]
    assert session.game.decision in SUDDEN
    assert str(session.stopped["japan"]).startswith("The plan waits")
    path = tmp_path / "game.jsonl"
    session.save(path)
    again = Session.resume(path)
    assert [line["choice"] for line in again.record.lines] == [
        line["choice"] for line in session.record.lines
    ]


def test_a_plan_is_taken_back_step_by_step_or_as_a_whole():
    session = begun()
    start = as_json(session.position("japan"), "en")
    steps = session.plan().steps[:2]  # both submarines; nobody decides after them
    session.order(steps, of_staff=False)
    for _ in steps:
        session.play_on()
    session._orders.clear()
    assert session.last_orders == 2
    session.undo("japan")
    assert session.last_orders == 1
    session.order(steps[1:], of_staff=False)
    session.play_on()
    session._orders.clear()
    assert session.last_orders == 1
    session.undo("japan", whole=True)
    session.undo("japan", whole=True)
    assert as_json(session.position("japan"), "en") == start


def test_orders_of_one_person_do_not_answer_for_the_other():
    session = new_session("both", seed=3)
    run(session)
    while session.plan().steps:
        seat = session.waits_for
        before = len(session.decided)
        session.order(session.plan().steps, of_staff=True)
        run(session)
        assert {one.seat for one in session.decided[before:]} == {seat}
        if session.waits_for != seat:
            break
    assert session.stopped.keys() <= {seat}


def test_choices_stand_in_groups_and_all_of_a_group_go_at_once():
    session = begun("japan")
    while session.game.decision != "air_group":
        session.choose(proposal(session.game))
        run(session)
    found = groups.groups(session.game)
    assert sorted(k for one in found for k in one.choices) == session.game.legal_actions()
    assert {str(one.title) for one in found if one.title} == {"on Junyo", "on Ryujo"}
    batch = found[0].batches[0]
    assert str(batch.words) == "All 3 of these"
    session.order(batch.steps, of_staff=False)
    run(session)
    assert session.game.decision == "air_group"
    assert "on Junyo" not in {str(one.title) for one in groups.groups(session.game)}
    assert groups.batch(session.game, "no such group") is None


def test_one_batch_is_found_without_the_others(monkeypatch):
    session = begun("japan")
    while session.game.decision != "air_group":
        session.choose(proposal(session.game))
        run(session)
    batches = [one for group in groups.groups(session.game) for one in group.batches]
    assert len(batches) > 1
    built = []
    legal = groups._legal
    monkeypatch.setattr(groups, "_legal", lambda *given: built.append(given) or legal(*given))
    for one in batches:
        built.clear()
        assert groups.batch(session.game, one.key).steps == one.steps
        assert len(built) == 1


def test_a_page_accepts_a_plan(tmp_path):
    with opened(new_table(tmp_path)) as page:
        state = page.state
        assert state["plan"]["steps"] > 10
        assert state["plan"]["lines"][0].startswith("Begin at")
        assert {k for one in state["decision"]["groups"] for k in one["ids"]} == {
            one["id"] for one in state["decision"]["choices"]
        }
        page.ask("state", type="accept", seq=state["seq"])
        after = page.my_turn()
        assert after["seq"] > state["seq"] + 3
        assert after["plan"]["followed"] > 3


def test_a_page_changes_one_line_of_a_plan(tmp_path):
    table = new_table(tmp_path)
    with opened(table) as page:
        state = page.state
        line = next(k for k, one in enumerate(state["plan"]["lines"]) if "Air attack" in one)
        first = state["plan"]["firsts"][line]
        assert first == 2
        page.ask("state", type="accept", seq=state["seq"], steps=first)
        after = page.my_turn()
        assert len(table.session.decided) == first
        assert after["decision"]["name"] == "air_target"
        assert after["plan"]["lines"][0] == state["plan"]["lines"][line]
        assert after["plan"]["stopped"] is None
        assert page.ask("error", type="accept", seq=after["seq"], steps=0)["code"] == "malformed"
