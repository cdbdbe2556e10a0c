"""The WebSocket: bad messages, two tabs, undo and looking back, failing partners."""

from __future__ import annotations

import asyncio
import json
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from glory_env.games.glory.play.kept_games import Keeping, Kept
from glory_env.games.glory.play.session import GlorySession
from glory_env.play import game_file
from glory_env.play.people import People, Questions
from glory_env.record import verify
from tests.play.pages import at, new_table, pages

DOC = Path(__file__).resolve().parents[2] / "docs" / "play_protocol.md"


@pytest.fixture
def table(tmp_path):
    return new_table(tmp_path)


# --- the order of things -------------------------------------------------------------------
def test_a_page_is_shown_the_whole_game(table):
    with pages(table) as [page]:
        hello, game, log = (page.last[kind] for kind in ("hello", "game", "log"))
        assert hello["version"] == 2
        assert {"random", "cooperative", "withdraw_in_time"} <= {
            p["name"] for p in hello["partners"]
        }
        assert hello["saved"] == []
        assert (game["mode"], game["seats"], game["seed"]) == ("play", ["navy"], 3)
        assert log["from"] == 0 or page.state["lines"] == log["from"] + len(log["entries"])
        assert page.state["actor"] == "navy"
        assert page.state["choices"] is not None


def test_choices_are_played_and_reported(table):
    with pages(table) as [page]:
        seq = page.state["seq"]
        for _ in range(12):
            page.choose()
        assert page.state["seq"] > seq
        assert page.state["lines"] == table.session.shown
        assert page.state["total"] == table.session.game.total


def test_a_game_is_played_to_its_end(table):
    with pages(table) as [page]:
        while page.state["over"] is None:
            groups = page.state["choices"]["groups"]
            page.choose(groups[-1]["choices"][-1]["id"] if groups else "c0")
        over = page.state["over"]
        assert page.state["waiting"] == "nobody"
        assert page.state["choices"] is None
        assert over["headline"]
        assert sum(over["pool"].values()) == over["total"] != over["pool"]["start"]
        assert over["outcome"] == table.session.game.outcome
        assert [row["turn"] for row in page.state["history"]] == list(range(over["turn"] + 1))
        assert page.state["history"][-1]["total"] == over["total"]
        late = page.ask("error", type="choose", seq=page.state["seq"], id="c0")
        assert late["code"] == "not_now"
    assert GlorySession.resume(table.saves.path(table.name)).is_over


def test_a_choice_that_comes_while_the_game_is_kept_is_answered(tmp_path):
    """The player ends under the lock: no choice falls between its last look and its end."""
    table = new_table(tmp_path, partner="withdraw_in_time")

    class Silent:
        language = "en"
        seat = None

        def send(self, text: str) -> None:
            pass

    async def play() -> int:
        page, keep = Silent(), table.keep
        asked = asyncio.Event()

        async def slow() -> None:
            asked.set()
            await asyncio.sleep(0.01)
            await keep()

        table.keep = slow
        await table.join(page)
        for _ in range(8):
            await asked.wait()
            asked.clear()
            seq = table.session.sequence
            if table.session.is_offer:
                message = {"type": "offer", "seq": seq, "army": 0, "navy": 0}
            else:
                message = {"type": "choose", "seq": seq, "id": "c0"}
            await table.hear(page, json.dumps(message))  # waits for the lock
            assert table.session.sequence > seq
        return table.session.sequence

    # A thread of its own: the browser of other tests has a loop running in this one.
    with ThreadPoolExecutor(1) as threads:
        assert threads.submit(lambda: asyncio.run(asyncio.wait_for(play(), 60))).result() > 8


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seat", "options"),
    [
        ("both", {"production": "joint_vote", "deadlock": "janken"}),
        ("navy", {"negotiation": "sealed", "deadlock": "pro_rata", "optional": ["20-1"]}),
        ("army", {"negotiation": "fixed", "fixed_split": [0.3, 0.3]}),
        ("army", {"deadlock": "status_quo", "max_offers": 1, "break_off": 0.5}),
        ("solo", {}),
    ],
)
def test_whole_games_of_every_kind_are_shown(tmp_path, seat, options):
    """Random choices to the end, looking back here and there; every line comes once, in order."""
    rng = random.Random(5)
    partner = "random" if seat in ("army", "navy") else None
    table = new_table(tmp_path, seat, partner, seed=8, options=options)
    with pages(table) as [page]:
        while page.state["over"] is None:
            choices = page.state["choices"]
            ids = [one["id"] for group in choices["groups"] for one in group["choices"]]
            ids += list((choices["amount"] or {"ids": {}})["ids"].values())
            page.choose(rng.choice(ids) if ids else "c0")
            if rng.random() < 0.1:
                line = rng.randrange(-1, page.state["lines"])
                assert page.ask("moment", type="look", line=line)["line"] == line
        assert [entry["line"] for entry in page.log] == list(range(page.state["lines"]))
        assert page.state["lines"] == len(table.session.record.lines)
        assert ("solo_victory" in page.state["over"]) == (seat == "solo")
    assert verify(table.saves.path(table.name)) == []


# --- two tabs ------------------------------------------------------------------------------
def test_two_tabs_stay_in_step(table):
    with pages(table, 2) as [first, second]:
        seq = second.state["seq"]
        first.choose()
        second.until("state")
        second.my_turn()
        assert second.state == first.state
        assert second.last["log"] == first.last["log"]
        late = second.ask("error", type="choose", seq=seq, id="c0")
        assert late["code"] == "stale"
        undone = second.ask("state", type="undo", seq=second.state["seq"])
        assert first.until("state") == undone


def test_a_page_that_leaves_is_not_missed(table):
    with pages(table, 2) as [gone, page]:
        gone.socket.close()
        page.choose()
        page.choose()
        assert len(table.pages) == 1


def test_an_error_nobody_foresaw_is_not_swallowed(table, monkeypatch):
    """Only what sending to a page that is gone raises is."""

    async def broken(page: object, text: str) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(table, "hear", broken)
    opened = pages(table)
    [page] = opened.__enter__()
    page.say(type="look", line=-1)
    with pytest.raises(RuntimeError, match="out of order"):
        opened.__exit__(None, None, None)


# --- undo, looking back, reasons -----------------------------------------------------------
def test_undo_takes_the_log_back_too(tmp_path):
    table = new_table(tmp_path, "both", None)
    with pages(table) as [page]:
        refused = page.ask("error", type="undo", seq=page.state["seq"])
        assert refused["code"] == "not_now"
        before = page.state
        page.ask("state", type="offer", seq=before["seq"], army=100, navy=50)
        assert page.state["undo"]["possible"]
        page.ask("state", type="undo", seq=page.state["seq"])
        assert page.last["log"] == {"type": "log", "from": before["lines"], "entries": []}
        assert {**page.state, "seq": 0} == {**before, "seq": 0}


def test_a_moment_is_shown_and_changes_nothing(table):
    with pages(table) as [page]:
        for _ in range(6):
            page.choose()
        before = at(table)
        moment = page.ask("moment", type="look", line=1)
        assert moment["state"]["choices"] is None
        assert moment["state"]["turn"] == 1
        assert moment["state"]["lines"] == 2
        last = page.ask("moment", type="look", line=page.state["lines"] - 1)["state"]
        for key in ("turn", "phase", "total", "counters", "markers", "gp", "history"):
            assert last[key] == page.state[key]
        assert page.ask("moment", type="look", line=-1)["state"]["total"] == 350
        assert at(table) == before


def test_a_click_that_means_nothing_gets_a_reason(tmp_path):
    table = new_table(tmp_path, "both", None)
    with pages(table) as [page]:
        answer = page.ask("reason", type="why_not", counter="dd_1")
        assert answer["key"] == "not_this_decision"
        reasons = {}
        while page.state["decision"] != "move":
            page.choose()
        for counter in ("army_01", "shokaku", "taiho"):
            reasons[counter] = page.ask("reason", type="why_not", counter=counter)["key"]
        assert reasons == {
            "army_01": "other_service", "shokaku": "not_active", "taiho": "not_on_map",
        }  # fmt: skip


def test_a_hint_comes_while_the_game_goes_on(tmp_path):
    table = new_table(tmp_path, partner="withdraw_in_time")
    with pages(table) as [page]:
        page.choose()
        seq, before = page.state["seq"], at(table)
        listed = [one for group in page.state["choices"]["groups"] for one in group["choices"]]
        page.say(type="hint", seq=seq)
        again = page.ask("error", type="hint", seq=seq)
        assert (again["code"], "already" in again["detail"]) == ("not_now", True)
        assert page.ask("moment", type="look", line=0)["type"] == "moment"
        found = page.until("hint")
        assert (found["seq"], found["rollouts"], found["policy_estimate"]) == (seq, 200, None)
        assert 1 <= len(found["candidates"]) <= 3
        choices = {one["id"]: one["choice"] for one in listed}
        for one in found["candidates"]:
            assert choices[one["id"]] == one["choice"]
            assert 0 <= one["completion"] <= 1
            assert one["gp"]["army"] + one["gp"]["navy"] > 0
        assert at(table) == before
        assert page.ask("error", type="hint", seq=seq - 1)["code"] == "stale"
        page.choose(found["candidates"][0]["id"])


# --- partners ------------------------------------------------------------------------------
def test_a_partner_that_fails_is_replaced_with_a_notice(table):
    class Broken:
        def act(self, *_: object) -> int:
            raise RuntimeError("out of order")

        def explain(self) -> str:
            return ""

    table.session.agents["army"] = Broken()
    with pages(table) as [page]:
        if page.state["notice"] is None:  # the navy has opened
            page.choose()
        assert page.state["notice"]["key"] == "partner_failed"
        assert "RuntimeError: out of order" in page.state["notice"]["words"]
        while page.state["notice"] is not None:
            page.choose()
        assert table.session.playing("army") == "withdraw_in_time"


def test_a_game_without_people_goes_at_its_pace(tmp_path):
    table = new_table(tmp_path, "watch", None, partners=["random", "random"])
    table.pace.playing = False
    with pages(table) as [page]:
        assert (page.state["waiting"], page.state["pace"]["playing"]) == ("nobody", False)
        assert page.last["game"]["mode"] == "watch"
        lines = page.state["lines"]
        page.say(type="pace", step=True)
        while page.state["lines"] == lines:
            page.until("state")
        page.say(type="pace", playing=True, delay=0)
        while page.state["over"] is None:
            page.until("state")
        assert page.ask("error", type="undo", seq=page.state["seq"])["code"] == "not_now"


def test_a_watched_game_is_kept_while_it_runs(tmp_path, monkeypatch):
    monkeypatch.setattr(game_file, "KEPT_EVERY", 0.0)
    table = new_table(tmp_path, "watch", None, partners=["random", "random"])
    table.pace.playing = False
    with pages(table) as [page]:
        page.say(type="pace", playing=True, delay=0.05)
        [saved] = page.until("saved")["saved"]
        assert (saved["name"], saved["over"]) == (table.name, False)
        assert not GlorySession.resume(table.saves.path(table.name)).is_over


def test_a_game_is_kept_when_the_server_ends(tmp_path):
    """Between two savings of a watched game."""
    table = new_table(tmp_path, "watch", None, partners=["random", "random"])
    table.pace.playing = False
    with pages(table) as [page]:
        page.say(type="pace", playing=True, delay=0.2)
        while page.state["lines"] < 3:
            page.until("state")
        assert not table.saves.path(table.name).exists()
    assert len(GlorySession.resume(table.saves.path(table.name)).record.lines) >= 3


def test_in_a_replay_nothing_can_be_chosen_hinted_or_taken_back(tmp_path):
    table = new_table(tmp_path, "both", None)
    with pages(table) as [page]:
        for _ in range(3):
            page.choose()
        page.ask("game", type="replay", name=table.name)
        seq = page.until("state")["seq"]
        for message in ({"type": "undo"}, {"type": "hint"}, {"type": "choose", "id": "c0"}):
            refused = page.ask("error", **message, seq=seq)
            assert refused["code"] == "not_now"
            assert "only looked at" in refused["detail"]


# --- what is written down ------------------------------------------------------------------
def test_the_messages_are_those_of_the_document(table, tmp_path):
    """The examples of the document have the keys of the messages, no more and no less."""
    examples = {}
    for block in DOC.read_text(encoding="utf-8").split("```json\n")[1:]:
        text = block.split("```")[0]
        if text.startswith('{"type"') and text.count('{"type"') == 1:
            example = json.loads(text)
            examples[example["type"]] = example
    kinds = {"hello", "game", "state", "log", "hint", "judged", "lines", "review", "results",
             "data", "lesson", "people"}  # fmt: skip
    assert set(examples) == kinds
    questions = Questions.model_validate({"questions": examples["people"]["questions"]}).questions
    asked = People(tmp_path, questions).message(["army"])
    assert set(asked) == set(examples["people"])
    [data] = Keeping(Kept(tmp_path), print).messages()
    assert set(data) == set(examples["data"])
    with pages(table) as [page]:
        while page.state["decision"] != "move":
            page.choose()
        for kind in ("hello", "game", "state"):
            assert set(page.last[kind]) == set(examples[kind]), kind
        lesson = page.ask("lesson", type="lesson", name="pool")
        assert set(lesson) == set(examples["lesson"])
        entry = page.last["log"]["entries"][0]
        assert set(entry) == set(examples["log"]["entries"][0])
        for key in ("boxes", "lines", "markers", "counters", "limits"):
            real, told = page.last["game"][key], examples["game"][key]
            if isinstance(real, list):
                real, told = real[0], told[0]
            assert set(real) >= set(told) if key == "limits" else set(real) == set(told), key
