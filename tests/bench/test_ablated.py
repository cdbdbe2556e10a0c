"""Agents without a part: only that part changes."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.envs.agent import AgentError, GamesView
from glory_env.games.glory.bench.ablated import (
    FROZEN_LOG,
    SCRIPT,
    SCRIPT_TACTICS,
    SCRIPT_TALKS,
    ablated,
)
from glory_env.games.glory.bench.bids import GRID
from glory_env.games.glory.bench.positions import PAST_SECTIONS
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.scenario.variants import NO_TALKS, options_of_variant
from glory_env.games.glory.sections import BY_SECTION
from glory_env.games.glory.state import TONNAGE
from tests.bench.agents import Picker

GAMES, SEED = 12, 3
BOARD = "teaching"


def play(army: Any, navy: Any, **given: Any) -> np.ndarray:
    return play_pairs(army, navy, GAMES, SEED, BOARD, **given).finals


def same(one: np.ndarray, other: np.ndarray) -> bool:
    return one.tobytes() == other.tobytes()


class Watching(Picker):
    """Plays the script and keeps the phases it was asked in and what it was shown of the past."""

    def __init__(self, name: str = "grim") -> None:
        super().__init__()
        self.agent: Any = make_agent(name)
        self.phases: set[int] = set()
        self.past: list[np.ndarray] = []
        self.claims: list[np.ndarray] = []

    def act_batch(self, observations: Any, masks: Any, draws: Any, view: Any = None) -> Any:
        games = view.records()
        self.phases |= set(games["phase"].tolist())
        for name in PAST_SECTIONS:
            self.past.append(observations[:, BY_SECTION[name].start : BY_SECTION[name].stop])
        turns = np.arange(games["log_claim"].shape[1])[None]
        self.claims.append(games["log_claim"][turns < games["turn"][:, None]])
        return self.agent.act_batch(observations, masks, draws, view)


def test_as_it_is_it_is_itself() -> None:
    agent = make_agent("grim")
    assert ablated(agent, "") is agent


def test_a_frozen_log_shows_the_start_of_a_game() -> None:
    vector = GloryVector(3, BOARD, seed=1)
    for name in PAST_SECTIONS:
        section = BY_SECTION[name]
        assert not vector.full_observations[:, section.start : section.stop].any(), name
    as_it_is, frozen = Watching(), Watching()
    play(as_it_is, as_it_is)
    play(ablated(frozen, FROZEN_LOG), ablated(frozen, FROZEN_LOG))
    assert any(part.any() for part in as_it_is.past)
    assert not any(part.any() for part in frozen.past)
    assert max(claims.max(initial=-1) for claims in as_it_is.claims) > 0
    assert max(claims.max(initial=-1) for claims in frozen.claims) == -1


def test_only_an_agent_with_a_memory_plays_otherwise_without_a_log() -> None:
    for name, forgets in (("grim", False), ("withdraw_in_time", True)):
        agent = make_agent(name)
        greedy = make_agent("stonewaller")
        blind = ablated(agent, FROZEN_LOG)
        assert same(play(agent, greedy), play(blind, greedy)) == forgets, name


def test_the_talks_and_the_rest_are_decided_apart() -> None:
    for ablation, own_is_talks in ((SCRIPT_TACTICS, True), (SCRIPT_TALKS, False)):
        watched = Watching()
        play(ablated(watched, ablation), make_agent("grim"))
        assert (watched.phases == {TONNAGE}) == own_is_talks
        assert (TONNAGE in watched.phases) == own_is_talks
        assert len(watched.phases) >= 1
    script = make_agent(SCRIPT)
    base = play(script, script)
    for ablation in (SCRIPT_TACTICS, SCRIPT_TALKS):
        assert same(base, play(ablated(script, ablation), ablated(script, ablation)))


def test_with_both_halves_taken_nothing_is_left() -> None:
    agent, script = make_agent("stonewaller"), make_agent(SCRIPT)
    gone = ablated(ablated(agent, SCRIPT_TACTICS), SCRIPT_TALKS)
    assert same(play(gone, gone), play(script, script))
    assert not same(play(agent, agent), play(script, script))


def test_a_constant_split_has_the_number_of_the_grid() -> None:
    agent = ablated(make_agent("withdraw_in_time"), "constant_5")
    finals = play(agent, agent)
    made = finals["log_claim"] >= 0
    total = finals["log_shares"].sum(axis=2)[:, :, None] * np.ones(2)
    assert np.abs(finals["log_claim"] - GRID[5].own * total)[made].max() <= 5


def test_without_talks_nobody_offers() -> None:
    agent = make_agent("withdraw_in_time")
    finals = play(agent, agent, **options_of_variant(NO_TALKS.key))
    assert (finals["log_offers"] == 0).all()
    assert (finals["log_shares"].sum(axis=(1, 2)) > 0).all()


def test_what_there_is_not_is_refused() -> None:
    agent = make_agent("grim")
    for wrong in ("constant_12", "constant", "constant_x", "memory"):
        with pytest.raises(ValueError, match=wrong):
            ablated(agent, wrong)
    with pytest.raises(AgentError, match="in batches"):
        ablated(make_agent("one_ply"), FROZEN_LOG)


def test_the_position_itself_is_not_forgotten() -> None:
    """Only fields of the log change, and those of this turn stay."""
    seen: list[np.ndarray] = []

    class Keeping(Watching):
        def act_batch(self, observations: Any, masks: Any, draws: Any, view: Any = None) -> Any:
            seen.append(view.records())
            return super().act_batch(observations, masks, draws, view)

    vector = GloryVector(2, BOARD, seed=[1, 2])
    vector.games["turn"] = 3
    vector.games["log_offers"][:, 1:4] = (2, 4, 6)
    view = GamesView(vector.scenario, vector.games, np.arange(2))
    blind: Any = ablated(Keeping(), FROZEN_LOG)
    blind.act_batch(vector.full_observations, vector.masks, np.zeros(2), view)
    (games,) = seen[:1]
    before = view.records()
    for name in games.dtype.names:
        if not name.startswith("log_") and name != "spare":
            np.testing.assert_array_equal(games[name], before[name])
    assert games["log_offers"][:, 1:4].tolist() == [[0, 0, 6], [0, 0, 6]]
