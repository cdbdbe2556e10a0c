"""Games kept with consent: asked once, records with ratings, and a proxy learnt from them."""

from __future__ import annotations

import io
import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_env.envs.agent import GameView, make_agent
from glory_env.games.glory.play.kept_games import CONSENT, Kept, default_folder
from glory_env.games.glory.play.messages import ADAPTER
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.play.messages import Refusal, parse
from glory_env.play.reading import PERSON
from glory_env.play.saves import Saves
from glory_env.record import verify
from glory_env.record.files import read
from tests.play.pages import FakePage, pages

PERSON_PLAYS = "withdraw_in_time"  # the script in the person's seat


def new_table(folder: Path, seed: int = 3, kept: Kept | None = None, seat: str = "navy") -> Table:
    session = new_session("teaching", seat, "random" if seat != "both" else None, seed=seed)
    return Table(session, Saves(folder / "saves"), kept=kept)


def play_out(table: Table) -> None:
    """The script decides in the person's seat, micro-step by micro-step."""
    session, seat = table.session, table.session.seats[0]
    agent, view = make_agent(PERSON_PLAYS), GameView(session.game, seat)
    agent.reset(seat, session.game.seed)
    while not session.is_over:
        if not session.waits_for:
            session.play_on()
            continue
        action = agent.act(session.observe(seat), session.game.mask.copy(), view)
        session.act(int(action))


def at_the_end(page: FakePage) -> dict[str, Any]:
    page.ask("state", type="language", language="en")
    return page.last["data"]


def test_nothing_is_kept_before_a_yes_and_the_question_is_asked_once(tmp_path):
    folder = tmp_path / "data"
    table = new_table(tmp_path, kept=Kept(folder))
    play_out(table)
    with pages(table) as [page]:
        data = at_the_end(page)
        assert (data["consent"], data["game"]) == (None, None)
        assert data["folder"] == str(folder)
        assert not folder.exists()
        assert page.ask("error", type="rate", rating=4)["code"] == "not_now"
        assert page.ask("data", type="consent", keep=False)["game"] is None
        assert [file.name for file in folder.iterdir()] == [CONSENT]
        data = page.ask("data", type="consent", keep=True)
        assert data["consent"] is True
        name = data["game"]
        assert page.ask("data", type="rate", rating=4)["rating"] == 4
    assert Kept(folder).consent is True  # another start does not ask again
    assert verify(folder / f"{name}.jsonl") == []
    [record] = read(folder / f"{name}.jsonl")
    assert record.header["agents"]["navy"] == PERSON
    about = json.loads((folder / f"{name}.json").read_text())
    assert about == {"seat": "navy", "partner": "random", "rating": 4}
    assert len(list(folder.glob("*.jsonl"))) == 1


def test_games_of_two_people_and_replays_are_not_kept(tmp_path):
    kept = Kept(tmp_path / "data")
    kept.answer(True)
    table = new_table(tmp_path, kept=kept, seat="both")
    session = table.session
    while not session.is_over:
        session.play_on() if not session.waits_for else session.act(
            int(np.flatnonzero(session.game.mask)[-1])
        )
    with pages(table) as [page]:
        assert at_the_end(page)["game"] is None
    with pages(new_table(tmp_path, seed=4)) as [page]:  # without a folder nobody is asked
        assert "data" not in page.last
        assert page.ask("error", type="consent", keep=True)["code"] == "not_now"


@pytest.mark.parametrize("text", ['{"keep":"yes"}', "[]", "no"])
def test_an_answer_that_cannot_be_read_is_asked_for_again(tmp_path, text):
    (tmp_path / CONSENT).write_text(text)
    assert Kept(tmp_path).consent is None


@pytest.mark.parametrize("rating", ["0", "6", '"4"', "2.5", "null"])
def test_a_rating_is_one_to_five(rating):
    with pytest.raises(Refusal, match="rating"):
        parse(f'{{"type": "rate", "rating": {rating}}}', ADAPTER)


def test_the_folder_is_that_of_the_user(monkeypatch, tmp_path):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_folder() == tmp_path / "glory-env" / "games"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert default_folder().is_absolute()


@pytest.mark.slow
def test_a_proxy_of_the_person_is_learnt_from_kept_games(tmp_path):
    """The whole loop: games with consent, records with ratings, imitation of the person's seat."""
    pytest.importorskip("torch")
    from rich.console import Console

    from glory_agents.learned.policy_file import load_policy
    from glory_env.game.settings import ConfigError
    from glory_env.games.glory.run_settings import ImitationConfig
    from glory_env.training.cloning import recorded_decisions
    from glory_env.training.imitation import Imitation
    from glory_env.training.settings import UNTRAINED

    for part, seeds in (("learnt", range(12)), ("held_out", range(100, 104))):
        kept = Kept(tmp_path / part)
        kept.answer(True)
        for seed in seeds:
            table = new_table(tmp_path, seed=seed, kept=kept)
            play_out(table)
            with pages(table) as [page]:
                page.ask("data", type="rate", rating=1 + seed % 5)
        assert len(list(kept.folder.glob("*.jsonl"))) == len(seeds)
    learnt, held_out = tmp_path / "learnt", tmp_path / "held_out"
    own = recorded_decisions(held_out, "teaching", "person")
    assert len(own.actions) < len(recorded_decisions(held_out, "teaching").actions)
    np.testing.assert_array_equal(
        own.actions, recorded_decisions(held_out, "teaching", "navy").actions
    )
    config = ImitationConfig(
        scenario="teaching", records=str(learnt), seat="person", steps=60_000, batch=256,
        layers=(32, 32), slots=16, games=0, runs=tmp_path / "runs",
    )  # fmt: skip
    policy = Imitation(config).run(Console(file=io.StringIO()))

    def agreement(folder: Path) -> float:
        network, _ = load_policy(folder)
        observations = own.observations.astype(np.float32)
        likeliest = network.probabilities(observations, own.masks.astype(np.int8)).argmax(1)
        return float((likeliest == own.actions).mean())

    before, after = agreement(config.folder / UNTRAINED), agreement(policy)
    print(f"agrees with the person in held-out games: {before:.0%} untrained, {after:.0%} learnt")
    assert after > before + 0.15
    session = new_session("teaching", "army", str(policy), seed=5)
    while not session.waits_for:
        session.play_on()  # the proxy is an agent like any other
    with pytest.raises(ConfigError, match="no decision of person"):
        recorded_decisions(_without_people(tmp_path / "agents"), "teaching", "person")


def _without_people(folder: Path) -> Path:
    """A game of agents only."""
    from glory_env.cli.main import main

    folder.mkdir()
    words = ["record", "--out", str(folder / "game.jsonl"), "--games", "1", "--scenario"]
    assert main([*words, "teaching", "--army", "random", "--navy", "random"]) == 0
    return folder
