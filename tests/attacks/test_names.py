"""No name in a message, an upload or a saved game starts code that is not the project's."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from glory_env.cli.main import main
from glory_env.games.aleutians.play.session import Session
from glory_env.games.aleutians.play.start import new_session as new_campaign
from glory_env.games.aleutians.play.table import CampaignTable
from glory_env.games.glory.play.review import _partner
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.play.allowed_agents import Allowed
from glory_env.play.messages import Refusal
from glory_env.play.saves import Saves
from glory_env.play.server import make_app
from glory_env.record import RecordError, write
from tests.attacks.loop import in_a_loop
from tests.attacks.messages import examples, models

SEATS = {"glory": ("army", "navy"), "aleutians": ("japan", "allies")}
HARMFUL = (
    "subprocess:Popen:args={target},executable=/usr/bin/touch",
    "harmful:Agent",
    "harmful:Agent:claim=0.5",
    "{folder}",
    "{folder}/policy.safetensors",
    "llm:url=http://127.0.0.1:9/v1",
    "turn_planner:base={folder}",
    "rollouts:games=10000,candidates=100",
    "mcts:seconds=3600",
)


CODE = """
open({target!r}, "w").close()
class Agent:
    def __init__(self): raise ValueError("made")
    def reset(self, seat, seed): pass
    def act(self, observation, mask, view): pass
    def explain(self): pass
"""


class Trap:
    """Names whose agents leave a file behind as soon as anything of theirs runs."""

    def __init__(self, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        self.target = folder / "was_here"
        place = folder / "stranger"
        place.mkdir()
        (place / "harmful.py").write_text(CODE.format(target=str(self.target)))
        monkeypatch.delitem(sys.modules, "harmful", raising=False)
        (place / "agent.yaml").write_text("entry: harmful:Agent\n")
        monkeypatch.syspath_prepend(str(place))
        self.names = [one.format(target=self.target, folder=place) for one in HARMFUL]

    def has_run(self) -> bool:
        return self.target.exists()


@pytest.fixture
def trap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Trap:
    return Trap(tmp_path, monkeypatch)


class Silent:
    """A page that keeps what it is sent."""

    language, seat = "en", None

    def __init__(self) -> None:
        self.heard: list[dict[str, Any]] = []

    def send(self, text: str) -> None:
        self.heard.append(json.loads(text))


def tables(folder: Path) -> dict[str, Any]:
    saves = Saves(folder / "saves")
    saves.folder.mkdir(exist_ok=True)
    return {
        "glory": Table(new_session("teaching", "navy", "random", seed=3), saves),
        "aleutians": CampaignTable(new_campaign("japan", "random", seed=3), saves),
    }


def answers(table: Any, *messages: dict[str, Any]) -> list[dict[str, Any]]:
    """The errors that messages are answered with, in a loop of their own."""
    page = Silent()

    async def talk() -> None:
        for message in messages:
            await table.hear(page, json.dumps(message))
        await table.close()

    in_a_loop(talk())
    return [one for one in page.heard if one["type"] == "error"]


def record_with(game: str, name: str, path: Path, is_over: bool = False) -> Path:
    """A right record of a game whose header says that a name played a seat."""
    person = SEATS[game][1]
    session: Any
    if game == "glory":
        session = new_session("teaching", person, "random", seed=3)
    else:
        session = new_campaign(person, "random", seed=3)
    for _ in range(400 if is_over else 3):
        if session.is_over:
            break
        if session.game.actor == person:
            session._act(session.game.legal_actions()[-1])
        else:
            session.play_on()
    assert session.is_over == is_over
    session.record.header["agents"] = {SEATS[game][0]: name, person: "person"}
    if session.record.footer:
        session.record.footer.pop("digest")
    write(path, [session.record])
    return path


# --- messages ------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("game", list(SEATS))
def test_no_message_starts_what_the_page_does_not_offer(game, tmp_path, trap):
    """Every field of text in every message of the protocol holds every harmful name."""
    tried = 0
    for kind, model in models(game).items():
        texts = [name for name, field in model.model_fields.items() if "str" in str(field)]
        for name in trap.names:
            for field in texts:
                given = {
                    field: [[name, name]] if "list" in str(model.model_fields[field]) else [name]
                }
                try:
                    messages = examples(game, kind, given)
                except ValueError:  # no valid message: refused as malformed
                    continue
                tried += len(messages)
                for message in messages:
                    assert answers(tables(tmp_path)[game], message), message
    assert tried
    assert not trap.has_run()


@pytest.mark.parametrize("game", list(SEATS))
def test_what_the_page_offers_can_be_started(game, tmp_path):
    table = tables(tmp_path)[game]
    page = Silent()
    in_a_loop(table.join(page))
    hello = next(one for one in page.heard if one["type"] == "hello")
    names = [one if isinstance(one, str) else one["name"] for one in hello["partners"]]
    assert "random" in names
    assert "llm" not in names
    for name in names:
        table.allowed.check_offered(name)


# --- records -------------------------------------------------------------------------------
@pytest.mark.parametrize("game", list(SEATS))
def test_no_saved_game_starts_what_it_names(game, tmp_path, trap):
    for k, name in enumerate(trap.names):
        file = record_with(game, name, tmp_path / "saves" / f"game-{k}.jsonl")
        table = tables(tmp_path)[game]
        for kind in ("load", "replay"):
            if kind in models(game) and not (game == "glory" and kind == "replay"):
                assert answers(table, {"type": kind, "name": file.stem}), name
        with pytest.raises(RecordError) as refusal:
            (GlorySession if game == "glory" else Session).resume(file)
        assert "line 1: agents" in str(refusal.value)
    assert not trap.has_run()


@pytest.mark.parametrize("game", list(SEATS))
def test_the_command_makes_such_an_agent_only_where_the_person_names_it(
    game, tmp_path, trap, capsys
):
    file = record_with(game, "harmful:Agent", tmp_path / "game.jsonl")
    command = ["play", "--game", game, "--terminal", "--resume", str(file)]
    assert main(command) == 2
    assert "give another one yourself at the command" in capsys.readouterr().err
    assert not trap.has_run()
    assert main([*command, "--partner", "random"]) == 2
    assert not trap.has_run()
    assert main([*command, "--partner", "harmful:Agent"]) == 2
    assert "ValueError: made" in capsys.readouterr().err
    assert trap.has_run()


@pytest.mark.parametrize("game", list(SEATS))
def test_another_partner_than_that_of_the_saved_game_is_refused(game, tmp_path, capsys):
    file = record_with(game, "random", tmp_path / "game.jsonl")
    command = ["play", "--game", game, "--terminal", "--resume", str(file)]
    assert main([*command, "--partner", "withdraw_in_time"]) == 2
    assert "--resume: the saved game settles who plays" in capsys.readouterr().err


def test_an_upload_that_names_one_is_refused(tmp_path, trap):
    with TestClient(make_app(tables(tmp_path)["glory"]), base_url="http://127.0.0.1:8765") as http:
        for name in trap.names:
            data = record_with("glory", name, tmp_path / "upload.jsonl").read_bytes()
            answer = http.post("/games", content=data)
            assert answer.status_code == 400, name
            assert "agents" in answer.json()["detail"]
    assert not trap.has_run()


def test_a_replayed_game_is_reviewed_and_tried_again_without_what_it_names(tmp_path, trap):
    for name in trap.names:
        file = record_with("glory", name, tmp_path / "saves" / "over.jsonl", is_over=True)
        session = GlorySession.resume(file, is_replay=True)
        assert _partner(session, "army") is None
        table = Table(session, Saves(file.parent), "over")
        again = {"type": "again", "line": 0}
        assert [one["code"] for one in answers(table, again)] == ["refused"]
    assert not trap.has_run()


# --- what the page offers comes back ---------------------------------------------------------
@pytest.mark.parametrize("name", ["sakaki:level=3", "random", "withdraw_in_time:claim=0.5"])
def test_a_game_with_an_agent_of_the_project_comes_back(tmp_path, name):
    with TestClient(make_app(tables(tmp_path)["glory"]), base_url="http://127.0.0.1:8765") as http:
        data = record_with("glory", name, tmp_path / "upload.jsonl").read_bytes()
        answer = http.post("/games", content=data)
        assert answer.status_code == 200, answer.text
        assert GlorySession.resume(tmp_path / "saves" / f"{answer.json()['name']}.jsonl")


def test_the_persons_own_agent_may_be_named(tmp_path):
    allowed = Allowed(frozenset({"harmful:Agent"}))
    allowed.check_offered("harmful:Agent")
    with pytest.raises(Refusal):
        Allowed().check_offered("harmful:Agent")
    assert "harmful:Agent" in {one["name"] for one in allowed.offered()}
