"""Games with a handicap: their records, and everybody who plays them."""

from __future__ import annotations

import json
from hashlib import sha256
from itertools import permutations
from typing import Any

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env import glory_v0, macro_v0, solo_v0
from glory_env.bench import play_pairs
from glory_env.bench.digests import digests
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine.handicaps import HANDICAPS
from glory_env.games.glory.engine.options import Options, changed
from glory_env.games.glory.play.at_terminal import GloryAtTerminal
from glory_env.games.glory.play.board_view import game_view
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.position import position
from glory_env.games.glory.run_settings import TrainConfig
from glory_env.games.glory.scenario import load
from glory_env.games.glory.sections import OBSERVATION_SIZE, OBSERVATION_VERSION
from glory_env.games.glory.state import BY_TONNAGE, COMPLETED, GAME
from glory_env.games.glory.words import charts
from glory_env.play.reading import PERSON
from glory_env.record import GameRecord, read, replay, verify
from glory_env.text.lazy import as_json
from glory_env.training.commands import parse_command, shipped
from glory_env.vector import GloryVector
from tests.record_files import Edited, random_game

NUMBERS = {
    "start": -30, "floor": 40, "convoy_losses": 60, "lead_army": 8, "lead_navy": 2, "escorts": 2,
    "battle_losses": 50, "occupation_losses": 40,
}  # fmt: skip


@pytest.fixture(scope="module")
def games() -> list[GameRecord]:
    return [random_game(seed, handicap=NUMBERS) for seed in range(6)]


def unasked(line: dict[str, Any]) -> bool:
    """An escort that was asked for, and sailed with the army's piece at once."""
    is_request = line.get("decision") == "escort_request" and line["choice"] == {"request": True}
    return is_request and bool(line["dice"])


# --- records ---------------------------------------------------------------------------------
def test_a_record_says_how_it_is_played_and_is_verified(tmp_path, games):
    for k, record in enumerate(games):
        file = Edited(tmp_path / f"{k}.jsonl", record).path
        (again,) = read(file)
        assert again.header["options"]["handicap"] == NUMBERS
        assert again.header["scenario_id"] == load("teaching").id
        assert verify(file) == []
        game = replay(again)
        assert game.options.handicap == NUMBERS
        assert game.gp == record.footer["gp"]
        assert game.record.opt_handicap.tolist() == [-30, 40, -40, 8, 2, 2, -50, -60]
    assert any(unasked(line) for record in games for line in record.lines)


@pytest.mark.parametrize(
    ("key", "value", "words"),
    [
        ("start", -25, "actions[0]: expected"),
        ("escorts", 0, "expected"),
        ("flor", 5, "unknown key of option 'handicap' 'flor'"),
    ],
)
def test_with_another_handicap_a_record_is_refused(tmp_path, games, key, value, words):
    record = next(game for game in games if any(map(unasked, game.lines)))
    edited = Edited(tmp_path / "game.jsonl", record)
    edited.lines[0]["options"]["handicap"] = {**NUMBERS, key: value}
    (problem,) = verify(edited.save())
    assert words in str(problem)


def test_without_a_handicap_no_record_names_one():
    plain, none = random_game(3), random_game(3, handicap="none")
    assert plain.lines == none.lines
    assert "handicap" not in plain.header["options"]
    assert plain.footer["digest"] == none.footer["digest"]
    assert changed(Options(handicap={"floor": 5}).as_dict()) == {"handicap": {"floor": 5}}
    assert changed(Options().as_dict()) == {}


def test_a_digest_counts_a_handicap_and_is_the_old_one_without():
    games = np.zeros(2, GAME)
    games["opt_handicap"][1, 1] = 5
    one, other = digests(games)
    assert one != other
    kept = [name for name in GAME.names if name not in ("opt_handicap", "spare")]
    whole = b"".join(np.ascontiguousarray(games[name][:1]).tobytes() for name in kept)
    assert one == sha256(whole).hexdigest()[:16]


# --- who plays -------------------------------------------------------------------------------
def test_no_size_and_no_version_changes():
    games = GloryVector(2, seed=1, handicap=NUMBERS)
    assert games.observations.shape == (2, OBSERVATION_SIZE)
    assert games.masks.shape == (2, N_ACTIONS)
    assert OBSERVATION_VERSION == 1


def test_another_game_begins_with_the_handicap_too():
    games = GloryVector(4, "teaching", seed=3, handicap=NUMBERS)
    for count in range(300):
        games.step(games.sample(1, count))
    assert (games.episodes > 0).all()
    assert (games.games["opt_handicap"] == [-30, 40, -40, 8, 2, 2, -50, -60]).all()


@pytest.mark.parametrize(
    "make",
    [
        lambda: glory_v0.single_agent("navy", "random", scenario="teaching", handicap=NUMBERS),
        lambda: solo_v0.SoloEnv("teaching", handicap=NUMBERS),
        lambda: macro_v0.MacroEnv(scenario="teaching", handicap=NUMBERS),
    ],
    ids=["single", "solo", "macro"],
)
def test_the_other_environments_play_with_it(make):
    env = make()
    env.reset(seed=5)
    env.action_space.seed(5)
    for _ in range(2000):
        mask = env.action_masks() if hasattr(env, "action_masks") else None
        action = env.action_space.sample() if mask is None else int(np.flatnonzero(mask)[-1])
        _, _, ended, _, info = env.step(action)
        if ended:
            break
    assert ended
    games = env.unwrapped.games if hasattr(env.unwrapped, "games") else env.unwrapped.env.games
    assert games["opt_handicap"].tolist() == [[-30, 40, -40, 8, 2, 2, -50, -60]]
    assert info["turn"] >= 1


@pytest.mark.parametrize(
    "name", [pytest.param("cooperative-0", marks=pytest.mark.slow), "withdraw_in_time"]
)
def test_agents_of_the_project_play_with_it(name):
    agent = make_agent(name)
    lost, balanced = (
        play_pairs(agent, agent, 1, 11, handicap=given)
        for given in ({"start": -200, "floor": 250}, "balanced")
    )
    assert lost.cause.tolist() == [BY_TONNAGE]
    assert (lost.total < 350).all()
    assert (lost.turn < balanced.turn).all()


@pytest.mark.slow
def test_balanced_lets_cooperative_networks_win_about_as_often():
    """Every network with another one: within 10 points of each other."""
    agents = [make_agent(f"cooperative-{k}") for k in range(6)]
    wins, games = np.zeros(2), 0
    for k, (army, navy) in enumerate(permutations(agents, 2)):
        played = play_pairs(army, navy, 34, 8_000_000 + 34 * k, handicap="balanced")
        lead = np.where(played.outcome == COMPLETED, played.gp[:, 0] - played.gp[:, 1], 0)
        wins += [(lead >= 20).sum(), (lead <= -1).sum()]
        games += len(lead)
    assert games > 1000
    assert abs(wins[0] - wins[1]) < 0.1 * games
    assert min(wins) > 0.15 * games


@pytest.mark.slow
def test_a_planner_looks_ahead_with_it():
    agent = make_agent("turn_planner:simulations=40")
    played = play_pairs(agent, make_agent("random"), 1, 3, "teaching", handicap=NUMBERS)
    assert played.outcome[0] > 0


# --- settings, and people --------------------------------------------------------------------
def test_settings_take_a_name_or_numbers():
    for given, numbers in (("balanced", HANDICAPS["balanced"]), (NUMBERS, NUMBERS)):
        config = TrainConfig(options={"handicap": given})
        assert config.options.handicap == numbers
        assert config.played(None)["handicap"] == numbers
        assert TrainConfig(**config.model_dump()) == config
    assert "handicap" not in TrainConfig().plain()["options"]  # as in runs of earlier versions
    asked = parse_command(["--handicap", "balanced"], shipped("train/quick.yaml"), TrainConfig, "")
    assert asked.config.options.handicap == HANDICAPS["balanced"]


def test_people_see_the_values_in_force():
    both = {"army": PERSON, "navy": PERSON}
    session = GlorySession("glory", both, seed=1, handicap={**NUMBERS, "lead_army": 12})
    limits = game_view(session, "page")["limits"]
    assert (limits["start"], limits["floor"]) == (600, 140)
    assert limits["margin"] == {"army": 12, "navy": 2}
    for ships, units in enumerate(([], ["de_1"], ["de_1", "dd_1"], ["de_1", "dd_1", "dd_2"])):
        where = dict.fromkeys(units, "convoy")
        printed, fewer = (
            charts.convoy(position("convoy", units=where, handicap=given), "A", 1)["cells"]
            for given in ("none", NUMBERS)
        )
        rows = load("glory").data["convoy_crt"]["small_convoys"]
        assert printed == list(map(str, rows[ships]))
        assert len(printed) == len(fewer)
        for cell, less in zip(printed, fewer, strict=True):
            loss, _, damage = cell.partition("/")
            assert less.partition("/")[::2] == (str(int(loss) * 60 // 100 // 5 * 5), damage)


def test_a_page_and_a_terminal_say_how_hard_the_game_is():
    def shown(handicap: Any) -> dict[str, Any]:
        session = new_session("teaching", "navy", "random", seed=1, options={"handicap": handicap})
        title = GloryAtTerminal(session).title.to("en")
        view = json.loads(as_json(game_view(session, "game-1")["handicap"], "en"))
        return {**view, "title": title}

    for name in ("gentle", "easy", "hard"):
        about = shown(name)
        assert (about["name"], about["title"]) == (name, f"Glory, {name.capitalize()}")
        assert about["words"] == name.capitalize()
        assert len(about["about"]) > 20
    assert shown("none")["name"] == shown("normal")["name"] == "normal"
    assert shown("none")["title"] == "Glory"
    own = shown({"floor": -20, "battle_losses": 70})
    assert (own["name"], own["about"]) == (None, "floor -20, battle_losses 70")


@pytest.mark.parametrize(
    ("asked", "plays"),
    [("hayashi", "hayashi:level=5"), ("mori:level=2", "mori:level=2"), ("sakaki", "sakaki")],
)
def test_a_character_plays_its_best_with_people(asked, plays):
    session = new_session("teaching", "navy", asked, seed=1)
    assert session.players == {"army": plays, "navy": PERSON}
