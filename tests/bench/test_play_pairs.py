"""Who is asked what, on which dice, and that batches change nothing."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env import glory_v0
from glory_env.bench import Results, play_pairs
from glory_env.bench.pairs import fill_draws
from glory_env.core.errors import OptionError
from glory_env.envs.agent import RandomAgent
from glory_env.games.glory.bench.results import SUMMARY
from glory_env.games.glory.scenario import load
from tests.bench.agents import Picker

ENDINGS = ("win", "draw", "loss", "game_over")
FIELDS = ("seeds", "outcome", "cause", "turn", "gp", "total", "rewards")


def random_games(games: int = 20, seed: int = 5, batch: int = 256) -> Results:
    return play_pairs(
        RandomAgent(), RandomAgent(), games, seed, "teaching", batch=batch, deadlock="dice"
    )


@pytest.fixture(scope="module")
def twenty() -> Results:
    return random_games()


@pytest.mark.parametrize("batch", [1, 7, 20])
def test_results_do_not_depend_on_the_batch(twenty, batch):
    other = random_games(batch=batch)
    for field in FIELDS:
        assert np.array_equal(getattr(twenty, field), getattr(other, field)), field
    assert other.summary() == twenty.summary()


def test_game_k_is_the_game_of_seed_plus_k(twenty):
    later = random_games(games=5, seed=12)
    for field in FIELDS:
        assert np.array_equal(getattr(twenty, field)[7:12], getattr(later, field)), field


@pytest.mark.parametrize("army_last", [False, True])
def test_each_seat_is_played_by_its_agent_as_in_the_environment(army_last):
    """Both seatings of two different agents, against the same games in raw_env."""
    agents = {"army": Picker(last=army_last), "navy": Picker(last=not army_last)}
    found = play_pairs(
        *agents.values(), 4, seed=30, scenario="teaching", reward={"army": 45, "navy": "zero_sum"}
    )
    assert [agent.seat for agent in agents.values()] == ["army", "navy"]
    assert [agent.seats_seen for agent in agents.values()] == [{0}, {1}]
    env = glory_v0.raw_env("teaching", reward={"army": 45, "navy": "zero_sum"})
    for k in range(4):
        env.reset(seed=30 + k)
        while not all(env.terminations.values()):
            seat = env.agent_selection
            env.step(agents[seat].act(None, env.observe(seat)["action_mask"], None))
        info = env.infos["army"]
        assert found.outcome[k] == info["outcome"]
        assert found.turn[k] == info["turn"]
        assert found.gp[k].tolist() == info["gp"].tolist()
        assert found.rewards[k].tolist() == pytest.approx(list(env.rewards.values()))
        columns = found.columns()
        for name in ("army", "navy"):
            ending = [word for word in ENDINGS if columns[SUMMARY[f"{name}_{word}"]][k]]
            assert ending == [glory_v0.info_words(env.infos[name])["result"]]


def test_swapped_seats_play_other_games():
    first = play_pairs(Picker(), Picker(last=True), 4, 30, "teaching")
    second = play_pairs(Picker(last=True), Picker(), 4, 30, "teaching")
    assert first.gp.tolist() != second.gp.tolist()


def test_draws_depend_on_seed_seat_and_decision_only():
    keys = np.repeat(np.array([11, 2**40 + 11]), 2000)
    numbers = np.tile(np.arange(2000), 2)
    draws = np.empty((2, 4000))
    for seat in range(2):
        fill_draws(keys, seat, numbers, draws[seat])
    assert draws.min() >= 0.0
    assert draws.max() < 1.0
    assert len(np.unique(draws)) > 7990
    assert np.abs(np.histogram(draws, 10, (0, 1))[0] / 8000 - 0.1).max() < 0.02
    again = np.empty(1)
    fill_draws(keys[3000:3001], 1, numbers[3000:3001], again)
    assert again[0] == draws[1, 3000]


def test_progress_counts_every_game():
    told = []
    play_pairs(Picker(), Picker(), 6, 0, "teaching", batch=4, progress=told.append)
    assert sum(told) == 6


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"games": 0}, "at least 1"),
        ({"seed": -1}, "seed at least 0"),
        ({"deadlok": "lot"}, "did you mean 'deadlock'"),
    ],
)
def test_bad_settings_are_refused(change, words):
    given = {"games": 2, "scenario": "teaching", **change}
    with pytest.raises(OptionError, match=words):
        play_pairs(RandomAgent(), RandomAgent(), **given)


class Singly:
    """An agent without `act_batch`: what it wraps, asked decision by decision."""

    def __init__(self, agent):
        self.reset, self.act, self.explain = agent.reset, agent.act, agent.explain


def test_game_by_game_gives_the_games_of_the_batch():
    told = []
    one = play_pairs(Singly(RandomAgent()), RandomAgent(), 20, 5, "teaching", progress=told.append)
    many = play_pairs(RandomAgent(), RandomAgent(), 20, 5, "teaching")
    assert one.finals.tobytes() == many.finals.tobytes()
    assert one.summary() == many.summary()
    assert sum(told) == 20


def test_solo_pays_the_solo_reward_and_knows_its_victory():
    results = play_pairs(RandomAgent(), RandomAgent(), 60, 0, "teaching", solo=True)
    mark = load("teaching").data["victory"]["solo_gp"]
    lower = results.gp.min(axis=1)
    paid = np.where(results.completed, 0.5 + 0.5 * np.minimum(1, lower / (mark + 1)), -1)
    assert 0 < results.completed.sum() < 60
    assert results.rewards == pytest.approx(np.column_stack([paid, paid]))
    assert (results.columns()["solo_victory"] == (results.completed & (lower > mark))).all()
