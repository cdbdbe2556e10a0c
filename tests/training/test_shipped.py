"""Networks in files outlive an observation and an action table that grow, the shipped ones too."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

from glory_agents.learned import format_2
from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.policy_file import FORMAT, load_policy, save_policy
from glory_agents.learned.shipped import PRETRAINED, STARTS
from glory_env.bench.pairs import play_pairs
from glory_env.envs.agent import AgentError, make_agent
from glory_env.envs.vector import SKIP
from glory_env.games.glory import actions
from glory_env.games.glory.engine import observation
from glory_env.games.glory.engine.observation import OBSERVATION_SIZE
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.sections import BY_SECTION, SECTIONS
from tests.training.stored_network import change, questions, written

ROOT = Path(__file__).parents[2]
LABELS = observation.labels()


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return written(tmp_path)


def test_a_network_sees_its_columns_wherever_they_stand(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A section that comes before all others, and a verb that comes last, change nothing."""
    observations, masks = questions(20)
    before = LearnedAgent(folder).network.probabilities(observations, masks)
    grown = ("weather", *LABELS)
    monkeypatch.setattr(observation, "labels", lambda: grown)
    monkeypatch.setattr(actions, "VERBS", (*actions.VERBS, "salute"))
    network, _ = load_policy(folder)
    wider = np.concatenate([np.full((20, 1), 9.0, np.float32), observations], axis=1)
    np.testing.assert_array_equal(network.probabilities(wider, masks), before)


# Those of the second game have a folder for each seat.
SHIPPED = sorted(
    file.parent for folder in (PRETRAINED, STARTS) for file in folder.glob("*/policy.safetensors")
)


@pytest.mark.parametrize("folder", SHIPPED, ids=lambda folder: folder.name)
def test_the_shipped_networks_outlive_a_larger_table(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from glory_agents.glory import pointer

    before = LearnedAgent(folder)
    columns = before.network.columns.numpy()
    here = BY_SECTION["phase"].start  # a number more in front of it
    grown = (*LABELS[:here], "weather", *LABELS[here:])
    moved = tuple(s._replace(start=s.start + (s.start >= here)) for s in SECTIONS)
    monkeypatch.setattr(observation, "labels", lambda: grown)
    monkeypatch.setattr(pointer, "SECTIONS", moved)
    monkeypatch.setattr(pointer, "BY_SECTION", {s.name: s for s in moved})
    monkeypatch.setattr(pointer, "OBSERVATION_SIZE", OBSERVATION_SIZE + 1)
    monkeypatch.setattr(actions, "VERBS", (*actions.VERBS, "salute"))
    after = LearnedAgent(folder).network.columns.numpy()
    assert after.tolist() == (columns + (columns >= here)).tolist()


@pytest.mark.parametrize("name", ["cooperative-macro-0", "selfish-macro-0", "dial-macro-0"])
def test_the_shipped_networks_see_what_version_0_showed_and_nothing_else(name: str) -> None:
    agent = LearnedAgent(PRETRAINED / name)
    named = [LABELS[k] for k in agent.network.columns.tolist()]
    assert named == format_2.columns(agent.about["config"]["interface"])
    assert len(named) <= format_2.REQUIRED["observation_size"] < OBSERVATION_SIZE
    observations, _ = questions(20)
    others = np.setdiff1d(np.arange(OBSERVATION_SIZE), agent.network.columns.numpy())
    changed = observations.copy()
    changed[:, others] = 7.0
    logits = agent.network.logits(observations)
    np.testing.assert_array_equal(agent.network.logits(changed), logits)
    changed = observations.copy()
    changed[:, agent.network.columns.numpy()] += 1.0
    assert (agent.network.logits(changed) != logits).any()


@pytest.mark.parametrize("name", ["cooperative-macro-0", "selfish-macro-0", "dial-macro-0"])
def test_both_formats_of_a_shipped_network_play_the_same_games(name: str, tmp_path: Path) -> None:
    network, about = load_policy(PRETRAINED / name)
    assert json.loads((PRETRAINED / name / "policy.json").read_text())["format"] == format_2.FORMAT
    save_policy(tmp_path, network, about)
    assert json.loads((tmp_path / "policy.json").read_text())["format"] == FORMAT
    old, new = LearnedAgent(PRETRAINED / name), LearnedAgent(tmp_path)
    played = [play_pairs(agent, agent, 12, 40).finals.tobytes() for agent in (old, new)]
    assert played[0] == played[1]


@pytest.mark.parametrize("label", ["box_classes[3].morale", "seat"])
def test_a_shipped_network_of_a_column_that_is_not_here_is_refused(
    label: str, tmp_path: Path
) -> None:
    network, about = load_policy(PRETRAINED / "selfish-macro-0")
    save_policy(tmp_path, network, about)
    columns = json.loads((tmp_path / "policy.json").read_text())["columns"]
    change(tmp_path, columns=[*columns[:-1], label])
    with pytest.raises(AgentError) as caught:
        LearnedAgent(tmp_path)
    assert str(caught.value) == (
        f"{tmp_path / 'policy.json'}: columns: this version's observation has no {label!r}: the "
        "network was trained for another game"
    )


def test_a_network_of_columns_that_are_gone_is_refused(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(observation, "labels", lambda: LABELS[1:])
    with pytest.raises(AgentError, match="this version's observation has no 'seat"):
        LearnedAgent(folder, force=True)


def _kind(folder: Path) -> str:
    """Of the network in a folder, without loading it."""
    about = json.loads((folder / "policy.json").read_text(encoding="utf-8"))
    return str(about.get("network", {}).get("kind", "perceptron"))


MICRO = [path for path in SHIPPED if _kind(path) == "pointer"]


@pytest.mark.slow
@pytest.mark.parametrize("folder", MICRO, ids=lambda folder: folder.name)
def test_networks_for_micro_steps_play_without_a_script(folder: Path) -> None:
    """They are given observation and legal actions alone: a script would need the game itself."""
    agent = LearnedAgent(folder)
    games = GloryVector(4, seed=5, autoreset=False)
    decisions = 0
    while len(at := np.flatnonzero(games.seats < 2)):
        choices = np.full(4, SKIP)
        observations, masks = games.observations[at], games.masks[at]
        choices[at] = agent.act_batch(observations, masks, np.full(len(at), 0.5))
        games.step(choices)
        decisions += len(at)
    assert decisions > 400
    scripted, questioned = make_agent("cooperative-macro-0"), questions(1)
    with pytest.raises(AgentError, match="needs the game itself"):
        scripted.act_batch(*questioned, np.full(1, 0.5))


@pytest.mark.parametrize("folder", MICRO, ids=lambda folder: folder.name)
def test_networks_for_micro_steps_are_small(folder: Path) -> None:
    assert 1e6 < (folder / "policy.safetensors").stat().st_size < 4e6
