"""Files of games that leave the server and come back, one's own results, and who may ask."""

from __future__ import annotations

import json

import pytest
from starlette.testclient import TestClient

from glory_env.games.glory.play.results import results
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.table import Table
from glory_env.play.saves import Saves
from glory_env.play.server import make_app
from tests.play.pages import new_table, pages
from tests.play.player import play_to_person

BASE = "http://127.0.0.1:8765"


@pytest.fixture
def table(tmp_path):
    """A game of a person against random, some choices old."""
    table = new_table(tmp_path)
    session = table.session
    for _ in range(6):
        play_to_person(session)
        choice = {"army": 0, "navy": 50} if session.is_offer else session.game.choices()[-1]
        session.choose(choice)
    play_to_person(session)
    return table


def client(table: Table, **app) -> TestClient:
    return TestClient(make_app(table, **app), base_url=BASE)


def test_a_game_and_a_moment_come_back_as_they_were(table):
    lines = table.session.record.lines
    with client(table) as http:
        whole = http.get(f"/games/{table.name}.jsonl")
        assert whole.headers["content-disposition"].endswith(f'"{table.name}.jsonl"')
        moment = http.get(f"/games/{table.name}.jsonl", params={"line": 4})
        assert len(moment.text.splitlines()) < len(whole.text.splitlines()) == len(lines) + 1
        answer = http.post("/games", content=moment.content).json()
        assert (answer["over"], answer["name"] != table.name) == (False, True)
    kept = GlorySession.resume(table.saves.path(answer["name"]))
    assert len(kept.record.lines) > 4
    assert kept.record.lines == lines[: len(kept.record.lines)]
    assert kept.players == table.session.players


def test_bad_files_names_and_agents_are_refused_with_the_reason(table):
    header = table.session.record.header
    stranger = {**header, "agents": {"army": "/etc/passwd", "navy": "person"}}
    bad = [
        (b"good day", "line 1"),
        (b"", "file: line 1: expected a header"),
        (json.dumps(stranger).encode() + b"\n", "unknown agent '/etc/passwd'"),
    ]
    with client(table) as http:
        for content, reason in bad:
            answer = http.post("/games", content=content)
            assert answer.status_code == 400
            assert reason in answer.json()["detail"]
        assert http.get("/games/nobody.jsonl").status_code == 404
        assert http.get(f"/games/{table.name}.jsonl", params={"line": 9999}).status_code == 404
    assert [one["name"] for one in table.saves.listed()] == [table.name]  # kept at its end


def test_a_file_that_is_too_large_is_refused(table, monkeypatch):
    monkeypatch.setattr("glory_env.play.server.LARGEST_FILE", 10)
    with client(table) as http:
        assert http.post("/games", content=b"x" * 11).status_code == 413


def test_others_get_no_game_and_bring_none(table):
    address = f"/games/{table.name}.jsonl"
    with client(table) as http:
        foreign = {"origin": "http://elsewhere.example"}
        assert http.get(address, headers=foreign).status_code == 403
        assert http.post("/games", content=b"", headers=foreign).status_code == 403
    with client(table, token="word") as http:
        assert http.get(address).status_code == 403
        assert http.get(address, params={"token": "word"}).status_code == 200


def test_what_is_under_seal_is_in_no_file(tmp_path):
    table = new_table(tmp_path, options={"negotiation": "sealed"})
    session = table.session
    play_to_person(session)
    assert session.shown < len(session.record.lines)
    data = table.transfer.game_file(table.name, None)
    assert len(data.splitlines()) == session.shown + 1


def test_results_count_finished_games_by_partner_and_seat(tmp_path):
    saves = Saves(tmp_path)

    def keep(name: str, agents: tuple[str, str], winner: str, completed: bool, gp: int) -> None:
        header = {"scenario": "teaching", "seed": 1}
        header["agents"] = dict(zip(("army", "navy"), agents, strict=True))
        footer = {"winner": winner, "completed": completed, "gp": {"army": gp, "navy": 10}}
        lines = [header, {**footer, "turn": 4, "digest": "x"}]
        saves.path(name).write_text("".join(json.dumps(line) + "\n" for line in lines))

    keep("a", ("person", "random"), "army", True, 20)
    keep("b", ("person", "random"), "none", False, 5)
    keep("c", ("random", "person"), "navy", True, 8)
    keep("d", ("person", "person"), "navy", True, 8)
    keep("e", ("random", "random"), "navy", True, 8)
    saves.path("open").write_text(saves.path("a").read_text().splitlines()[0] + "\n{}\n")
    first, second = results(saves)
    assert first == {
        "scenario": "teaching", "partner": "random", "seat": "army", "played": 2, "completed": 1,
        "won": 1, "gp": 12.5, "gp_partner": 10.0,
    }  # fmt: skip
    assert (second["seat"], second["won"], second["gp"], second["gp_partner"]) == ("navy", 1, 10, 8)
    with pages(new_table(tmp_path)) as (page,):
        assert page.ask("results", type="results")["rows"] == [first, second]
