"""Two people, each at a page of their own: what each sees and may do, onlookers, chat, clocks."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from glory_env.cli.main import main
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.games.glory.state import SERVICES
from glory_env.play.saves import Saves
from glory_env.play.server import NO_SEAT, make_app
from glory_env.play.two_pages import KEPT, LINKS, ONLOOKER, Apart, kept_words
from tests.play.browser import served
from tests.play.pages import ADDRESS, FakePage, at


def apart_table(folder: Path, has_clock: bool = False, seed: int = 3, **options: Any) -> Table:
    session = new_session("teaching", "both", seed=seed, options=options)
    return Table(session, Saves(folder), apart=Apart(has_clock))


@contextmanager
def opened(table: Table, *keys: str) -> Iterator[list[FakePage]]:
    """A page for each word of a link, after it has heard the whole game."""
    with TestClient(make_app(table), base_url="http://127.0.0.1:8765") as client:
        sockets = [client.websocket_connect(f"{ADDRESS}?seat={key}") for key in keys]
        try:
            found = [FakePage(socket.__enter__(), client.portal) for socket in sockets]
            for page in found:
                page.until("state")
            yield found
        finally:
            for socket in sockets:
                socket.__exit__(None, None, None)


def both(table: Table) -> list[str]:
    return [table.apart.keys[seat] for seat in SERVICES]


def asked(pages: list[FakePage]) -> int:
    """Which of the two pages is asked; exactly one is."""
    waiting = [page.state["waiting"] for page in pages]
    assert sorted(waiting) == ["partner", "person"], waiting
    return waiting.index("person")


def play(table: Table, pages: list[FakePage], army: int = 0, navy: int = 0) -> int:
    """The page that is asked chooses its first choice or offers a split; which page that was."""
    k = asked(pages)
    page = pages[k]
    seq = page.state["seq"]
    if page.state["choices"]["kind"] == "offer":
        page.say(type="offer", seq=seq, army=army, navy=navy)
    else:
        page.say(type="choose", seq=seq, id="c0")
    for one in pages:
        catch_up(table, one, seq)
    return k


def catch_up(table: Table, page: FakePage, seq: int) -> None:
    """Until the page shows the game as it waits for a person, after the change of state `seq`."""
    while True:
        sequence, waits_for = page.portal.call(stands, table)
        if waits_for and seq < page.state["seq"] == sequence:
            return
        assert page.until("state")["type"] == "state", page.last["error"]


async def stands(table: Table) -> tuple[int, str | None]:
    """How often the game has changed, and which person it waits for, between two changes."""
    async with table._lock:
        return table.session.sequence, table.session.waits_for


# --- seats ---------------------------------------------------------------------------------
def test_each_page_plays_and_sees_its_own_seat(tmp_path: Path) -> None:
    table = apart_table(tmp_path)
    with opened(table, *both(table)) as pages:
        assert [page.last["game"]["seats"] for page in pages] == [["army"], ["navy"]]
        assert {page.last["game"]["mode"] for page in pages} == {"play"}
        decided = set()
        for _ in range(30):
            k = asked(pages)
            assert pages[k].state["actor"] == SERVICES[k]
            assert pages[k].state["choices"] is not None
            assert pages[1 - k].state["choices"] is None
            decided.add(play(table, pages))
        assert decided == {0, 1}


def test_nobody_decides_for_the_other_seat(tmp_path: Path) -> None:
    table = apart_table(tmp_path)
    with opened(table, *both(table)) as pages:
        other = pages[1 - asked(pages)]
        before, seq = at(table), other.state["seq"]
        for message in (
            {"type": "choose", "seq": seq, "id": "c0"},
            {"type": "offer", "seq": seq, "army": 0, "navy": 0},
            {"type": "hint", "seq": seq},
        ):
            assert other.ask("error", **message)["code"] == "not_now"
        assert at(table) == before


def test_only_who_decided_takes_it_back(tmp_path: Path) -> None:
    table = apart_table(tmp_path)
    with opened(table, *both(table)) as pages:
        first = play(table, pages, army=100, navy=100)
        assert table.session.undo_state().possible
        own, other = pages[first], pages[1 - first]
        assert own.state["undo"]["possible"]
        assert other.state["undo"]["key"] == "other"
        lines = len(table.session.record.lines)
        assert other.ask("error", type="undo", seq=other.state["seq"])["code"] == "not_now"
        assert len(table.session.record.lines) == lines
        own.ask("state", type="undo", seq=own.state["seq"])
        assert len(table.session.record.lines) < lines


def test_a_sealed_offer_is_seen_by_nobody_else(tmp_path: Path) -> None:
    table = apart_table(tmp_path, negotiation="sealed")
    with opened(table, *both(table), "") as [*pages, onlooker]:
        seq = onlooker.state["seq"]
        first = play(table, pages, army=115, navy=85)
        catch_up(table, onlooker, seq)
        seq = onlooker.state["seq"]
        own, other = SERVICES[first], pages[1 - first]
        assert pages[first].state["bargain"]["last"][own]["army"] == 115
        for page in (other, onlooker):
            assert page.state["bargain"]["last"][own] is None
            assert not any(entry.get("choice") == {"army": 115, "navy": 85} for entry in page.log)
        play(table, pages, army=100, navy=90)
        catch_up(table, onlooker, seq)
        for page in (other, onlooker):
            assert any(entry.get("choice") == {"army": 115, "navy": 85} for entry in page.log)


def test_no_other_game_until_this_one_has_ended(tmp_path: Path) -> None:
    """Its file holds what is sealed, and the other person wants to go on."""
    table = apart_table(tmp_path, negotiation="sealed")
    with opened(table, *both(table)) as pages:
        first = play(table, pages, army=115, navy=85)
        other, before, name = pages[1 - first], at(table), table.name
        for message in (
            {"type": "replay", "name": name},
            {"type": "load", "name": name},
            {"type": "new", "seat": "both"},
            {"type": "again", "line": -1},
        ):
            answer = other.ask("error", **message)
            assert (answer["code"], answer["words"][:8]) == ("not_now", "The game")
        assert at(table) == before


# --- who looks on --------------------------------------------------------------------------
@pytest.mark.parametrize("key", ["no-such-word", "é"])
def test_a_word_of_another_game_is_refused(tmp_path: Path, key: str) -> None:
    """It would only look on, and its person wait in vain."""
    app = make_app(apart_table(tmp_path))
    with (
        TestClient(app, base_url="http://127.0.0.1:8765") as client,
        client.websocket_connect(f"{ADDRESS}?seat={key}") as socket,
    ):
        assert socket.receive() == {"type": "websocket.close", "code": NO_SEAT, "reason": ""}


def test_without_the_word_of_a_link_one_looks_on(tmp_path: Path) -> None:
    table = apart_table(tmp_path)
    with opened(table, "") as [page]:
        assert page.last["game"]["seats"] == []
        assert page.state["choices"] is None
        before = at(table)
        for message in (
            {"type": "choose", "seq": page.state["seq"], "id": "c0"},
            {"type": "undo", "seq": page.state["seq"]},
            {"type": "new", "seat": "both"},
            {"type": "save", "name": "mine"},
            {"type": "load", "name": "mine"},
        ):
            assert page.ask("error", **message)["code"] == "not_now"
        assert at(table) == before
        assert page.ask("moment", type="look", line=-1)["line"] == -1


def test_a_key_is_of_one_seat() -> None:
    one, other = Apart(), Apart()
    assert [one.seat_of(one.keys[seat]) for seat in SERVICES] == list(SERVICES)
    assert {one.seat_of(key) for key in other.keys.values()} == {ONLOOKER}
    assert one.keys["army"] != one.keys["navy"]


# --- links that hold -----------------------------------------------------------------------
def test_links_hold_when_a_game_is_taken_up_again(tmp_path: Path) -> None:
    table = apart_table(tmp_path)
    assert kept_words(table.saves.path(table.name)) is None
    with opened(table, *both(table)) as pages:
        play(table, pages, army=100, navy=100)
        play(table, pages, army=100, navy=100)
    file = table.saves.path(table.name).with_suffix(LINKS)
    assert kept_words(file) == table.apart.keys
    assert file.stat().st_mode & 0o777 == 0o600
    assert Apart(words=kept_words(file)).keys == table.apart.keys
    other_seats = Apart(seats=("japan", "allies"), words=kept_words(file))
    assert set(other_seats.keys) == {"japan", "allies"}


@pytest.mark.parametrize("text", ["", "[]", '{"army": 1, "navy": "x"}', "{}", "[" * 100_000])
def test_a_damaged_file_of_links_is_named(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.links").write_text(text)
    with pytest.raises(ValueError, match=r"mine\.links: expected the words of links"):
        kept_words(tmp_path / "mine.jsonl")


def test_where_links_cannot_be_kept_the_game_goes_on(tmp_path: Path) -> None:
    Apart().keep(tmp_path / ("x" * 300))
    assert list(tmp_path.iterdir()) == []


def test_the_words_are_not_served(tmp_path: Path) -> None:
    table = apart_table(tmp_path)
    table.apart.keep(table.saves.path("mine"))
    with TestClient(make_app(table), base_url="http://127.0.0.1:8765") as client:
        for address in ("/games/mine.links", "/games/mine.links.jsonl", "/mine.links"):
            assert client.get(address).status_code == 404


# --- who is there --------------------------------------------------------------------------
def test_pages_hear_who_is_there(tmp_path: Path) -> None:
    table = apart_table(tmp_path)
    army, navy = both(table)
    with opened(table, army) as [own]:
        assert own.until("present") == {
            "type": "present", "seats": {"army": True, "navy": False}, "onlookers": 0
        }  # fmt: skip
        with opened(table, navy, ""):
            assert own.until("present")["seats"] == {"army": True, "navy": True}
            assert own.until("present")["onlookers"] == 1
        seen = [own.until("present") for _ in range(2)]
        assert seen[-1]["seats"] == {"army": True, "navy": False}
        assert seen[-1]["onlookers"] == 0


# --- chat and clocks -----------------------------------------------------------------------
def test_what_is_written_reaches_all_pages_and_those_that_open_later(tmp_path: Path) -> None:
    table = apart_table(tmp_path)
    with opened(table, *both(table), "") as [army, navy, onlooker]:
        army.say(type="chat", words="<b>Ready?</b>")
        onlooker.say(type="chat", words="Good luck")
        for page in (army, navy, onlooker):
            lines = [page.until("chat")["lines"][0] for _ in range(2)]
            assert [line["seat"] for line in lines] == ["army", None]
            assert lines[0]["words"] == "<b>Ready?</b>"
        with opened(table, "") as [late]:
            assert [line["words"] for line in late.until("chat")["lines"]] == [
                "<b>Ready?</b>", "Good luck",
            ]  # fmt: skip
    assert not any("Ready" in str(line) for line in table.session.record.lines)


@pytest.mark.parametrize("words", ["", "x" * 501])
def test_a_line_of_the_chat_has_a_length(tmp_path: Path, words: str) -> None:
    table = apart_table(tmp_path)
    with opened(table, "") as [page]:
        assert page.ask("error", type="chat", words=words)["code"] == "malformed"


def test_old_lines_are_forgotten() -> None:
    apart = Apart()
    for k in range(KEPT + 5):
        apart.write("army", str(k), 1)
    assert [apart.chat[0]["words"], apart.chat[-1]["words"]] == ["5", str(KEPT + 4)]


def test_a_clock_counts_the_time_of_who_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    now = 100.0
    monkeypatch.setattr("glory_env.play.two_pages.time.monotonic", lambda: now)
    apart = Apart(has_clock=True)
    assert apart.clock("army") == {"used": {"army": 0.0, "navy": 0.0}, "runs": "army"}
    now = 103.0
    apart.clock("navy")
    now = 104.5
    assert apart.clock(None) == {"used": {"army": 3.0, "navy": 1.5}, "runs": None}
    now = 200.0
    assert apart.clock("army")["used"] == {"army": 3.0, "navy": 1.5}
    apart.restart()
    now = 201.0
    assert apart.clock("army")["used"] == {"army": 0.0, "navy": 0.0}
    assert Apart().clock("army") is None


# --- the command ---------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--apart", "--seat", "both"], "--apart: not with --seat both"),
        (["--apart", "--terminal"], "--apart: not with --terminal"),
        (["--apart", "--seat", "army=grim"], "--apart: expected --seat NAME"),
        (["--clock"], "--clock: expected with --apart"),
        (["--apart", "--partner", "random"], "--partner random: with --seat both there is none"),
    ],
)
def test_what_does_not_go_together(
    arguments: list[str], words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["play", "--no-open", *arguments]) != 0
    assert words in capsys.readouterr().err


# --- two browsers --------------------------------------------------------------------------
@pytest.mark.slow
def test_two_browsers_play_and_write(open_tab: Any, chromium: Any, tmp_path: Path) -> None:
    table = apart_table(tmp_path, has_clock=True)
    with served(table) as place:
        army, navy, onlooker = (
            open_tab(at=place, query=f"?seat={key}", seat="watch") for key in (*both(table), "")
        )
        tabs = {"army": army, "navy": navy}
        # Who looks on may not ask for another game, nor who plays before this one has ended.
        army.click("[data-key=menu]")
        army.see("[data-key=menu-save]")
        onlooker.click("[data-key=menu]")
        onlooker.see("[data-key=menu-help]")
        for one, hidden in (
            (army, ("new_game", "load", "guide")),
            (onlooker, ("new_game", "load", "guide", "save")),
        ):
            assert [one.count(f"[data-key=menu-{name}]") for name in hidden] == [0] * len(hidden)
            one.page.keyboard.press("Escape")
        onlooker.page.keyboard.press("n")
        onlooker.see("#toast:has-text('Who only looks on decides nothing')")
        for _ in range(6):
            actor = table.session.game.actor
            tab = tabs[actor]
            tab.page.wait_for_selector("body[data-waiting=person][data-busy=false]")
            other = next(one for seat, one in tabs.items() if seat != actor)
            assert other.page.get_attribute("body", "data-waiting") == "partner"
            before = tab.seq
            if tab.decision == "offer":
                tab.click("[data-key=send-offer]")
            else:
                tab.click("#view .groups [data-choice]:not([data-choice^=b])")  # a single one
            for one in (army, navy, onlooker):
                one.page.wait_for_function("seq => document.body.dataset.seq !== seq", arg=before)
        army.fill("#chat-words", "hello <i>navy</i>")
        army.click("#chat-send")
        for one in (army, navy, onlooker):
            one.see("#chat-lines p.army:has-text('hello <i>navy</i>')")
            assert one.count("#chat-lines i") == 0
        assert army.text("#chat-clock").count(":") == 2
        navy.page.locator("#chat-words").focus()
        navy.page.keyboard.type("unhappy")  # letters that are commands elsewhere
        assert navy.page.input_value("#chat-words") == "unhappy"
        navy.page.keyboard.press("Enter")
        army.see("#chat-lines p.navy:has-text('unhappy')")
        assert army.text("#chat-absent") == ""
        navy.page.close()
        army.see("#chat-absent:has-text('Navy is not connected')")
        stranger = chromium.new_page()
        stranger.goto(f"{place.address}?seat=old-word")
        stranger.wait_for_selector("#view:has-text('not of the game on the table')")
        stranger.close()
        for one in (army, onlooker):
            one.page.close()
