"""Games of people for a study: consent, times, hints, chat, answers, and the tables."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from glory_env.cli.main import main
from glory_env.game.settings import ConfigError, make_settings
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.play.people import ABOUT, NOBODY, People, Questions, Who, who
from glory_env.play.saves import Saves
from glory_env.play.server import make_app
from glory_env.play.two_pages import Apart
from glory_env.record import verify
from tests.play.browser import served
from tests.play.pages import ADDRESS, FakePage
from tests.play.test_apart import opened

QUESTIONS = make_settings(
    Questions,
    {"questions": [
        {"id": "trust", "text": "I could trust the other service.", "scale": 7, "low": "not at all",
         "high": "completely"},
        {"id": "why", "text": "Why did you play so?"},
    ]},
    "test",
).questions  # fmt: skip


def study_table(folder: Path, seat: str = "both", **given: Any) -> Table:
    session = new_session("teaching", seat, "withdraw_in_time" if seat != "both" else None, seed=3)
    people = People(folder / "people", QUESTIONS)
    return Table(session, Saves(folder / "saves"), people=people, **given)


def links(table: Table) -> list[str]:
    assert table.apart is not None
    return [f"{table.apart.keys[seat]}&participant=P{k}&condition=talk"
            for k, seat in enumerate(("army", "navy"), 1)]  # fmt: skip


def play_out(table: Table, pages: list[FakePage]) -> None:
    """Both take the first choice, or offer the same, to the end; all pages have heard of it."""
    while not table.session.is_over:
        page = next((one for one in pages if one.state["waiting"] == "person"), None)
        if page is None:
            for one in pages:
                one.until("state")
            continue
        seq, kind = page.state["seq"], page.state["choices"]["kind"]
        said = {"type": "offer", "army": 100, "navy": 90} if kind == "offer" else {
            "type": "choose", "id": "c0"}  # fmt: skip
        page.say(seq=seq, **said)
        for one in pages:
            while one.state["seq"] <= seq:
                one.until("state")
    for one in pages:
        while not one.state["over"]:
            one.until("state")


def about_of(folder: Path) -> dict[str, Any]:
    [file] = (folder / "people").glob(f"*{ABOUT}")
    found: dict[str, Any] = json.loads(file.read_text())
    return found


# --- two people ------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_game_of_two_is_kept_with_the_consent_of_both(tmp_path: Path) -> None:
    table = study_table(tmp_path, apart=Apart())
    with opened(table, *links(table)) as pages:
        army, navy = pages
        assert army.last["people"]["asks"]
        assert army.ask("people", type="agree", keep=True)["agreed"] is True
        navy.until("people")
        assert navy.last["people"]["agreed"] is None  # one does not answer for the other
        army.say(type="chat", words="Shall we share?")
        play_out(table, pages)
        assert not (tmp_path / "people").exists()
        navy.say(type="agree", keep=True)
        name = navy.until("people")["kept"]
        assert navy.last["people"]["agreed"] is True
        assert verify(tmp_path / "people" / f"{name}.jsonl") == []
        answers = {"trust": 6, "why": "He kept his word."}
        assert navy.ask("people", type="answers", answers=answers)["answered"]
        for wrong in ({"trust": 8}, {"trust": "6"}, {"why": 1}, {"x": 1}):
            assert army.ask("error", type="answers", answers=wrong)["code"] == "malformed"
    about = about_of(tmp_path)
    army_seat, navy_seat = about["seats"]["army"], about["seats"]["navy"]
    assert (army_seat["participant"], army_seat["condition"]) == ("P1", "talk")
    assert (navy_seat["participant"], navy_seat["answers"]) == ("P2", answers)
    assert [line["words"] for line in about["chat"]] == ["Shall we share?"]
    [record] = (tmp_path / "people").glob("*.jsonl")
    lines = record.read_text().splitlines()[1:-1]
    own = [line for line in map(json.loads, lines) if line["actor"] in ("army", "navy")]
    # The rest had one choice alone, and nobody was asked.
    assert len(own) / 2 < sum(count for _, count, _, _ in about["decisions"]) <= len(own)
    for line, _, seat, seconds in about["decisions"]:
        assert json.loads(lines[line])["actor"] == seat
        assert 0 <= seconds < 60


@pytest.mark.slow
def test_a_no_of_one_keeps_nothing(tmp_path: Path) -> None:
    table = study_table(tmp_path, apart=Apart())
    with opened(table, *links(table)) as pages:
        pages[0].ask("people", type="agree", keep=True)
        pages[1].say(type="agree", keep=False)
        play_out(table, pages)
        assert pages[0].last["people"]["kept"] is None
    assert not (tmp_path / "people").exists()


def test_who_looks_on_is_asked_nothing(tmp_path: Path) -> None:
    table = study_table(tmp_path, apart=Apart())
    with opened(table, "") as [page]:
        assert page.last["people"] | {"type": "people"} == {
            "type": "people", "asks": False, "agreed": None, "questions": [], "answered": False,
            "kept": None, "problem": None,
        }  # fmt: skip
        assert page.ask("error", type="agree", keep=True)["code"] == "not_now"


# --- one person ------------------------------------------------------------------------------
@pytest.mark.slow
def test_a_game_with_an_agent(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    now = [100.0]
    monkeypatch.setattr("glory_env.play.people.time.monotonic", lambda: now[0])
    table = study_table(tmp_path, "navy")
    app = make_app(table)
    with (
        TestClient(app, base_url="http://127.0.0.1:8765") as client,
        client.websocket_connect(f"{ADDRESS}?participant=P9&condition=a.b") as socket,
    ):
        page = FakePage(socket)
        page.until("state")
        page.ask("people", type="agree", keep=True)
        page.ask("hint", type="hint", seq=page.my_turn()["seq"])
        while not page.my_turn()["over"]:
            now[0] += 4.0
            kind = page.state["choices"]["kind"]
            said = {"type": "offer", "army": 90, "navy": 90} if kind == "offer" else {
                "type": "choose", "id": "c0"}  # fmt: skip
            page.ask("state", seq=page.state["seq"], **said)
        assert page.last["people"]["kept"]
    about = about_of(tmp_path)
    assert about["players"]["army"] == "withdraw_in_time"
    assert about["seats"]["navy"]["participant"] == "P9"
    assert about["seats"]["navy"]["hints"] == 1
    assert {one[3] for one in about["decisions"]} == {4.0}


@pytest.mark.parametrize("word", ["P 1", "x" * 65, "<b>", "../up"])
def test_words_that_cannot_be_kept_are_left_out(word: str) -> None:
    assert who(word, "") == who("", word) == NOBODY
    assert who("P-1_a.b", "") == Who("P-1_a.b")


def test_without_a_study_nothing_is_asked(tmp_path: Path) -> None:
    table = Table(new_session("teaching", "both", seed=3), Saves(tmp_path))
    with opened(table, "") as [page]:
        assert "people" not in page.last
        assert page.ask("error", type="agree", keep=True)["code"] == "not_now"


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_told(tmp_path: Path) -> None:
    (tmp_path / "people").write_text("a file")
    table = study_table(tmp_path, apart=Apart())
    with opened(table, *links(table)) as pages:
        for page in pages:
            page.say(type="agree", keep=True)
        play_out(table, pages)
        pages[0].ask("state", type="language", language="en")
        assert "people" in pages[0].last["people"]["problem"]


# --- files -----------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({}, "questions"),
        ({"questions": [{"id": "a b", "text": "x"}]}, "id"),
        ({"questions": [{"id": "a", "text": "x", "scale": 12}]}, "scale"),
        ({"questions": [{"id": "a", "text": "x"}] * 2}, "an id of its own"),
        ({"questions": [{"id": "a", "text": "x", "kind": "y"}]}, "kind"),
    ],
)
def test_questions_that_are_none(given: dict[str, Any], words: str) -> None:
    with pytest.raises(ConfigError, match=words):
        make_settings(Questions, given, "questions.yaml")


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--questions", "q.yaml"], "--questions: expected with --people"),
        (["--people", "p", "--data", "d"], "--data: not with --people"),
        (["--people", "p", "--terminal"], "--people: the terminal serves no page"),
    ],
)
def test_what_does_not_go_together(arguments: list[str], words: str, capsys: Any) -> None:
    assert main(["play", "--no-open", *arguments]) == 2
    assert words in capsys.readouterr().err


@pytest.fixture(scope="module")
def kept_game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one kept game of two people."""
    folder = tmp_path_factory.mktemp("study")
    table = study_table(folder, apart=Apart())
    with opened(table, *links(table)) as pages:
        for page in pages:
            page.say(type="agree", keep=True)
        play_out(table, pages)
        for k, page in enumerate(pages):
            page.say(type="answers", answers={"trust": 3 + 2 * k})
            while not page.until("people")["answered"]:
                pass
    return folder / "people"


@pytest.mark.slow
def test_the_study_makes_a_row_for_each_person(
    kept_game: Path, tmp_path: Path, capsys: Any
) -> None:
    out = tmp_path / "out.json"
    assert main(["study", "people", str(kept_game), "--json", str(out)]) == 0
    assert "by condition" in capsys.readouterr().out
    document = json.loads(out.read_text())
    army, navy = document["rows"]
    assert (army["seat"], army["participant"], army["partner"]) == ("army", "P1", "P2")
    assert (navy["partner"], navy["answers"]) == ("P1", {"trust": 5})
    assert army["decisions"] > 0
    found = document["conditions"]["talk"]
    assert (found["persons"], found["games"]) == (2, 1)
    assert found["answer trust"][0] == 4.0
    assert found["turns"][0] == army["turns"]


@pytest.mark.slow
@pytest.mark.parametrize("text", ["", "{}", "[]", '{"format": 1}', '{"format": 9, "seats": {}}'])
def test_a_file_that_is_none_is_named(
    kept_game: Path, tmp_path: Path, text: str, capsys: Any
) -> None:
    folder = shutil.copytree(kept_game, tmp_path / "people")
    [file] = folder.glob(f"*{ABOUT}")
    file.write_text(text)
    assert main(["study", "people", str(folder)]) == 2
    err = capsys.readouterr().err
    assert file.name in err
    assert err.count("\n") == 1


def test_a_folder_without_games(tmp_path: Path, capsys: Any) -> None:
    assert main(["study", "people", str(tmp_path)]) == 2
    assert "expected games of `glory play --people`" in capsys.readouterr().err


# --- a browser -------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_page_asks_first_and_again_after_the_end(open_tab: Any, tmp_path: Path) -> None:
    table = study_table(tmp_path, "navy")
    with served(table) as at:
        tab = open_tab(at=at, query="?participant=P4&condition=solo", seat="watch")
        tab.see("dialog[data-name=people]")
        tab.click("[data-key=people-yes]")
        tab.my_turn()
        while not tab.is_over:
            tab.choose_any()
        tab.see("dialog[data-name=result]")
        assert tab.page.evaluate("document.getElementById('dialog').scrollTop") == 0
        tab.click("[data-key=question-trust] label:nth-of-type(6) input")
        tab.fill("[data-key=question-why]", "To win.")
        tab.click("[data-key=people-send]")
        tab.see("[data-people]")
        tab.page.close()
    assert about_of(tmp_path)["seats"]["navy"]["answers"] == {"trust": 6, "why": "To win."}
