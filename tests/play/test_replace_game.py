"""Another game for the table is made beside the one that is there."""

from __future__ import annotations

import threading
from pathlib import Path
from typing import Any

import pytest

from glory_env.games.aleutians.play import table as campaign
from glory_env.games.aleutians.play.start import new_session as new_campaign
from glory_env.games.aleutians.play.table import CampaignTable
from glory_env.games.glory.play import table as tables
from glory_env.play.saves import Saves
from tests.aleutians.test_play_page import opened
from tests.play.pages import new_table, pages
from tests.play.test_slow_pages import wait_for

LIMIT = 60  # seconds, against a test that hangs


class Slow:
    """Stands for a function that makes a game: it waits until it is let go on."""

    def __init__(self, make: Any) -> None:
        self._make = make
        self.begun, self.goes_on = threading.Event(), threading.Event()

    def __call__(self, *args: Any, **more: Any) -> Any:
        self.begun.set()
        assert self.goes_on.wait(LIMIT)
        return self._make(*args, **more)


def test_the_game_goes_on_while_another_one_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(tmp_path, "both", None)
    monkeypatch.setattr(tables, "another", slow := Slow(tables.another))
    with pages(table, 2) as [asks, plays]:
        asks.say(type="new", seat="both", scenario="teaching")
        assert slow.begun.wait(LIMIT)
        before = table.session
        for _ in range(3):
            plays.choose()
        lines = len(before.record.lines)
        slow.goes_on.set()
        while table.session is before:
            plays.until("game")
        assert not table.session.has_begun
    assert len(Saves(tmp_path).listed()) == 1
    assert len(table.session.record.lines) < lines  # what was played meanwhile is in its file
    assert (tmp_path / "game-1.jsonl").read_text().count("\n") > lines


def test_of_two_games_that_are_asked_for_at_once_the_first_comes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(tmp_path, "both", None)
    monkeypatch.setattr(tables, "another", slow := Slow(tables.another))
    asked, change = [], table._exchange.change

    async def counted(*arguments: Any) -> None:
        asked.append(arguments)
        await change(*arguments)

    monkeypatch.setattr(table._exchange, "change", counted)
    with pages(table, 2) as [first, second]:
        first.say(type="new", seat="both", scenario="teaching", seed=11)
        assert slow.begun.wait(LIMIT)
        second.say(type="new", seat="both", scenario="teaching", seed=12)
        assert wait_for(lambda: len(asked) == 2)
        slow.goes_on.set()
        second.until("game")
        while (answer := second.until("state"))["type"] != "error":
            pass
        assert (answer["code"], answer["about"]) == ("stale", "new")
        assert table.session.game.seed == 11


def test_a_game_that_has_gone_on_is_not_loaded_over_itself(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = new_table(tmp_path, "both", None)
    monkeypatch.setattr(tables, "another", slow := Slow(tables.another))
    with pages(table, 2) as [asks, plays]:
        plays.choose()
        asks.say(type="load", name=table.name)
        assert slow.begun.wait(LIMIT)
        plays.choose()
        lines, session = len(table.session.record.lines), table.session
        slow.goes_on.set()
        while (answer := asks.until("error"))["type"] != "error":
            pass
        assert answer["code"] == "stale"
        assert table.session is session
        assert len(session.record.lines) == lines


def test_the_campaign_answers_while_another_game_is_made(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = CampaignTable(new_campaign("japan", "random", seed=5), Saves(tmp_path))
    monkeypatch.setattr(campaign, "new_session", slow := Slow(campaign.new_session))
    with opened(table) as page:
        page.say(type="new", seat="allies", seed=7)
        assert slow.begun.wait(LIMIT)
        assert not table._lock.locked()
        slow.goes_on.set()
        page.until("board")
        assert page.until("state")["seat"] == "allies"
