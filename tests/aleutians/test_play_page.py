"""The page of the Aleutians Campaign: what the server sends, and what a person does in Chromium."""

from __future__ import annotations

import json
import os
from contextlib import contextmanager
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.play import table as tables
from glory_env.games.aleutians.play.hint import adviser
from glory_env.games.aleutians.play.review import Effort
from glory_env.games.aleutians.play.start import new_session
from glory_env.play.server import make_app
from tests.play.pages import ADDRESS, FakePage

from .at_a_table import new_table
from .blunder import before_change, blundered
from .in_battle import put_found

ENEMY_SHIPS = ("Louisville", "Indianapolis", "Nashville", "Honolulu", "St. Louis")
OWN_SHIPS = ("Junyo", "Ryujo", "Takao", "Abukuma")
SLOW = Effort(8, 6, 4, 3, 16, 2, 64)


def in_surface_battle(seat="japan"):
    """A session in which Japan is asked where to fight: two found fleets in C10."""
    session = new_session(seat, None if seat == "both" else "random", seed=5)
    g = session.game.record
    for u in range(len(session.game.scenario.units)):
        if g.place[u] == st.FLEET and g.at[u] in (0, st.FLEETS):
            g.place[u] = st.ABSENT
    put_found(g, 0, "C10", "nachi", "abukuma", "takao")
    put_found(g, st.FLEETS, "C10", "louisville", "us_dd_1")
    g.phase, g.step, g.side, g.turn, g.op = st.SURFACE, 0, st.JAPAN, 2, 0
    g.decision = st.NO_DECISION
    session.game.go_on()
    session._seen = {one: session.position(one) for one in st.SIDES}
    return session


# --- messages ----------------------------------------------------------------------------------
@contextmanager
def opened(table):
    """A page that has heard the whole game and waits for a person."""
    with (
        TestClient(make_app(table), base_url="http://127.0.0.1:8765") as client,
        client.websocket_connect(ADDRESS) as socket,
    ):
        page = FakePage(socket)
        page.until("state")
        page.my_turn()
        yield page


def test_a_page_gets_the_map_the_log_and_the_state_of_its_seat(tmp_path):
    with opened(new_table(tmp_path)) as page:
        assert page.last["board"]["players"] == {"japan": "person", "allies": "random"}
        assert len(page.last["board"]["areas"]) == 60
        state = page.state
        assert (state["seat"], state["decision"]["name"]) == ("japan", "place_submarine")
        text = json.dumps(state) + json.dumps(page.log)
        assert not any(ship in text for ship in ("louisville", "indianapolis"))
        assert "takao" in state["position"]["units"]
        first = state["decision"]["choices"][0]["id"]
        answer = page.ask("state", type="choose", seq=state["seq"], id=first)
        assert answer["seq"] == state["seq"] + 1
        assert "submarine" in page.log[-1]["words"]


def test_what_a_page_may_not_say_changes_nothing(tmp_path):
    table = new_table(tmp_path)
    with opened(table) as page:
        seq, before = page.state["seq"], table.session.game.snapshot()
        bad = [
            ({"type": "choose", "seq": seq + 1, "id": 0}, "stale"),
            ({"type": "choose", "seq": seq, "id": 442}, "illegal"),
            ({"type": "choose", "seq": seq, "id": "x"}, "malformed"),
            ({"type": "undo", "seq": seq}, "not_now"),
            ({"type": "ready", "seat": "allies"}, "not_now"),
            ({"type": "load", "name": "nothing"}, "name"),
            ({"type": "new", "seat": "both", "partner": "random"}, "bad_input"),
            ({"type": "hint"}, "malformed"),
            ({"type": "accept", "seq": seq + 1}, "stale"),
            ({"type": "together", "seq": seq, "key": "at nowhere all"}, "illegal"),
            ({"type": "undo", "seq": seq, "whole": True}, "not_now"),
        ]
        for message, code in bad:
            assert page.ask("error", **message)["code"] == code, message
        assert table.session.game.snapshot() == before


def test_between_two_people_nothing_of_a_view_is_sent(tmp_path):
    table = new_table(tmp_path, "both", seed=3)
    with opened(table) as page:
        assert page.state["waiting"] == "cover"
        first = page.state["next"]
        assert "position" not in page.state
        assert page.log == []
        refused = page.ask("error", type="choose", seq=page.state["seq"], id=0)
        assert refused["code"] == "not_now"
        state = page.ask("state", type="ready", seat=first)
        assert state["seat"] == first
        while state["waiting"] != "cover":
            choice = state["decision"]["choices"][0]["id"]
            state = page.ask("state", type="choose", seq=state["seq"], id=choice)
            while state["waiting"] == "partner":  # what has only one choice plays itself
                state = page.until("state")
        assert set(state) == {"type", "seq", "name", "waiting", "next"}
        assert state["next"] != first
        assert page.log == []
        state = page.ask("state", type="ready", seat=state["next"])
        own = "takao" if state["seat"] == "japan" else "louisville"
        assert own in state["position"]["units"]
        assert len({"takao", "louisville"} & set(state["position"]["units"])) == 1


def test_games_are_saved_and_taken_up_again(tmp_path):
    table = new_table(tmp_path)
    with opened(table) as page:
        state = page.state
        page.ask("state", type="choose", seq=state["seq"], id=state["decision"]["choices"][0]["id"])
        state = page.my_turn()
        log = len(page.log)
        page.ask("state", type="new", seat="allies", partner=None, seed=7)
        page.my_turn()
        assert page.state["seat"] == "allies"
        assert [one["name"] for one in page.last["hello"]["saved"]] == ["game-1"]
        again = page.ask("state", type="load", name="game-1")
        assert again["seat"] == "japan"
        assert again["decision"]["name"] == state["decision"]["name"]
        assert len(page.log) == log


def test_a_finished_game_is_played_again_from_a_decision(tmp_path):
    session = new_session("japan", "random", seed=5)
    for _ in range(4):
        session.play_to_person()
        session.choose(session.decision("japan")["choices"][0]["id"])
    lines = len(session.record.lines)
    second = session.decided[1]
    with opened(new_table(tmp_path, session=session)) as page:
        assert page.ask("error", type="again", line=0)["code"] == "not_now"
    session.game.games["outcome"] = st.JAPAN + 1
    assert session.is_over
    table = new_table(tmp_path / "again", session=session)
    with opened(table) as page:
        assert page.ask("error", type="again", line=lines)["code"] == "illegal"
        page.ask("state", type="again", line=second.lines - 1)
        page.my_turn()
        assert table.session is not session
        assert table.session.record.lines == session.record.lines[: second.lines]
        assert page.state["decision"]["name"] == second.game.decision
        assert page.last["board"]["players"] == {"japan": "person", "allies": "random"}


# --- in the browser ----------------------------------------------------------------------------
@pytest.fixture
def pictures(tmp_path):
    """Where screenshots go: GLORY_SCREENSHOTS=docs writes those of the documentation."""
    return Path(os.environ.get("GLORY_SCREENSHOTS", tmp_path))


def test_a_person_plays_by_map_and_list(open_tab, tmp_path):
    tab = open_tab(new_table(tmp_path))
    assert tab.decision == "place_submarine"
    tab.see("[data-guide=place_submarine]")
    tab.click("[data-key=guide-close]")
    tab.miss("[data-guide=place_submarine]")
    tab.change(lambda: tab.click("[data-area=C9]"))  # the one choice there
    g = tab.session.game.record
    boats = [tab.session.game.scenario.nodes[g.at[u]] for u in range(20) if g.place[u] == st.SEA]
    assert boats == ["C9"]
    tab.see("[data-units=jp_ss_1]")
    tab.change(lambda: tab.click("[data-key=undo]"))
    assert tab.count("[data-units=jp_ss_1]") == 0
    tab.click("[data-area=C11]")
    tab.change(lambda: tab.click("[data-choice]"))
    for _ in range(3):
        tab.change(lambda: tab.click("[data-choice]"))
    html = tab.page.content()
    assert not any(ship in html for ship in ENEMY_SHIPS)  # fog of war: not in the page at all
    tab.click("[data-key=tab-fleets]")
    text = tab.text("#view")
    assert all(ship in text for ship in OWN_SHIPS)
    assert "ships not found" in text
    tab.click("[data-key=tab-log]")
    assert tab.count(".logged") == len(tab.session.logs["japan"])


def test_two_people_at_one_screen(open_tab, tmp_path):
    tab = open_tab(new_table(tmp_path, "both", seed=3))
    seen = {}
    for _ in range(2):
        tab.see("#cover:not([hidden])")
        html = tab.page.content()
        assert not any(ship in html for ship in (*ENEMY_SHIPS, *OWN_SHIPS))
        tab.click("[data-key=ready]")
        tab.see("body[data-waiting=person]")
        seat = tab.page.get_attribute("body", "data-seat")
        tab.click("[data-key=tab-fleets]")
        seen[seat] = tab.text("#view")
        tab.click("[data-key=tab-decide]")
        while tab.page.get_attribute("body", "data-waiting") == "person":
            seq = tab.seq
            tab.click("[data-choice]")
            tab.page.wait_for_function(
                """seq => document.body.dataset.seq !== seq
                    && document.body.dataset.waiting !== 'partner'""",
                arg=seq,
            )
    assert set(seen) == {"japan", "allies"}
    assert "Takao" in seen["japan"]
    assert "Louisville" not in seen["japan"]
    assert "Louisville" in seen["allies"]
    assert "Takao" not in seen["allies"]


def test_a_surface_battle_is_shown_line_by_line(open_tab, tmp_path, pictures):
    tab = open_tab(new_table(tmp_path, session=in_surface_battle()), guide=False)
    while tab.decision != "line":
        tab.change(lambda: tab.click("[data-choice]"))
    assert tab.text(".battle .line.allies").endswith("The line is not laid out yet.")
    choices = tab.page.locator("[data-choice]")
    first = choices.first.evaluate("one => one.firstChild.textContent").strip()
    tab.change(lambda: tab.click("[data-choice]"))
    assert first in tab.text(".battle .line.japan")
    while tab.decision == "line":
        tab.change(lambda: tab.click("[data-choice]"))
    assert tab.count(".battle .line.allies .square") == 2
    assert "Louisville" in tab.text(".battle .line.allies")
    tab.see(".news-item.now")
    assert tab.count(".news .die")  # the manoeuvre
    picture = pictures / "aleutians-battle.png"
    tab.page.screenshot(path=picture)
    assert 10_000 < picture.stat().st_size < 300_000


OVERLAPS = """() => {
    const found = [...document.querySelectorAll("[data-label]")]
        .map((one) => [one.dataset.label, one.getBoundingClientRect()]);
    const meet = (a, b) =>
        a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
    const pairs = found.flatMap(([name, box], k) =>
        found.slice(k + 1).filter(([, other]) => meet(box, other)).map(([other]) => [name, other]));
    return [found.length, pairs];
}"""


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1440, 900), (390, 844)])
@pytest.mark.parametrize("language", ["en", "ja"])
def test_no_name_lies_on_another_and_a_fleet_looks_like_no_area(open_tab, tmp_path, size, language):
    tab = open_tab(new_table(tmp_path), size, language=language, byHand=False)
    for _ in range(3):
        count, pairs = tab.page.evaluate(OVERLAPS)
        assert pairs == []
        assert count > 50
        tab.change(lambda: tab.click("[data-key=accept]"))
    areas = set(tab.page.locator(".area-name").all_text_contents())
    assert not areas & set(tab.page.locator("#map .fleet text").all_text_contents())
    assert tab.count(".fleet.japan circle.flag") >= 1
    assert tab.count(".fleet.allies rect.flag") >= 1
    tab.click("[data-key=legend]")
    assert tab.count(".legend li") == 6


@pytest.mark.slow
@pytest.mark.parametrize(("seat", "language"), [("japan", "en"), ("allies", "ja")])
def test_a_newcomer_accepts_a_plan_after_the_welcome(open_tab, tmp_path, seat, language):
    table = new_table(tmp_path, seat)
    tab = open_tab(table, language=language, campaignWelcomed=False, byHand=False)
    tab.see("#dialog[open][data-name=welcome] .levels")
    tab.click("[data-key=welcome-begin]")
    tab.miss("#dialog")
    assert tab.count("[data-choice]") == 0
    steps = int(tab.page.get_attribute("[data-plan]", "data-plan"))
    tab.change(lambda: tab.press("p"))
    assert len(tab.session.decided) > 4 < steps
    tab.see(".plan-news")
    tab.click("[data-key=about]")
    tab.see("#dialog[open][data-name=welcome]")


@pytest.mark.slow
def test_choices_stand_in_groups_after_change(open_tab, tmp_path):
    tab = open_tab(new_table(tmp_path), byHand=False)
    tab.click("[data-key=change]")
    assert tab.count(".group h3") == 4  # the rows of the map
    listed = tab.page.locator("[data-choice]").evaluate_all("all => all.map(e => e.dataset.choice)")
    choices = [str(one["id"]) for one in tab.session.decision("japan")["choices"]]
    assert sorted(listed) == sorted(choices)
    while tab.decision != "air_group":
        tab.change(lambda: tab.click("[data-choice]"))
    seq = tab.seq
    tab.change(lambda: tab.click("[data-together]"))
    assert int(tab.seq) - int(seq) > 1


@pytest.mark.slow
def test_a_hint_is_asked_for_refined_and_taken(open_tab, tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "adviser", lambda session: adviser(session, 8))
    tab = open_tab(new_table(tmp_path, session=before_change()), guide=False)
    before = tab.session.game.snapshot()
    tab.press("h")
    tab.see("[data-hint='8'][data-more=false]")
    assert tab.session.game.snapshot() == before
    assert "8 games to the end" in tab.page.locator(".hint-box").text_content()
    assert tab.count(".hint-row .hint-reason") >= tab.count(".hint-row") > 0
    assert "VP when the turn ends" in tab.text(".hint-row.good")
    tab.change(lambda: tab.click(".hint-row.good"))
    assert tab.session.decided[-1].action == a.NO
    assert tab.count(".hint-box") == 0


@pytest.mark.slow
def test_a_hint_without_a_reason_says_nothing(open_tab, tmp_path, monkeypatch):
    monkeypatch.setattr(tables, "adviser", lambda session: adviser(session, 4))
    tab = open_tab(new_table(tmp_path), guide=False)
    tab.press("h")
    tab.see("[data-key=hint][data-silent]:disabled")
    assert tab.count(".hint-box") == 0


@pytest.mark.slow
def test_the_review_lists_a_blunder_and_can_be_stopped(open_tab, tmp_path, monkeypatch):
    begin = tables.Review.of_session
    monkeypatch.setattr(tables.Review, "of_session", lambda session: begin(session, SLOW))
    tab = open_tab(new_table(tmp_path, session=blundered()), state="nobody")
    tab.click("[data-key=review]")
    tab.click("[data-key=review-stop]")
    tab.see(".review[data-review-done] progress")
    tab.click("[data-key=review]")
    tab.see(".review[data-review-done]:not(:has(progress)) [data-review]")
    item = tab.page.locator("[data-review]:has-text('You chose: yes')")
    assert "Better: no" in item.inner_text()
    tab.see(".review-row:has-text('Try to change your strategy')")
    assert "This has cost about" in item.inner_text()
    item.locator("summary").click()
    assert "Outcome" in item.locator("details").inner_text()
    tab.click("[data-key=language]")
    tab.see("[data-review]:has-text('よりよい選択')")


def test_languages_and_another_game(open_tab, tmp_path, pictures):
    tab = open_tab(new_table(tmp_path), guide=True, byHand=False)
    tab.page.screenshot(path=pictures / "aleutians-page.png")
    assert (pictures / "aleutians-page.png").stat().st_size < 300_000
    tab.click("[data-key=language]")
    tab.page.wait_for_function("() => document.body.innerText.includes('キスカ島')")
    assert "潜水艦は自分の海域" in tab.text(".guide")
    tab.click("[data-key=new]")
    assert tab.count("#dialog [data-portrait]") == 4
    tab.click(".seat.allies")
    tab.click("[data-character=defensive]")
    tab.click("#dialog summary")
    tab.fill("#seed", "7")
    tab.click("[data-key=start]")
    tab.see("body[data-seat=allies][data-waiting=person]")
    assert tab.session.game.seed == 7
    assert tab.session.players == {"japan": "defensive", "allies": "person"}
