"""Training in the Aleutians Campaign: runs, files, bad input."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from glory_agents.learned.flat import FlatPlayer
from glory_agents.registry import make_agent
from glory_env.aleutians_v0 import Vector, raw_env
from glory_env.cli.main import main
from glory_env.envs.agent import AgentError, GameView
from glory_env.game.settings import ConfigError
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.definition import ALEUTIANS
from glory_env.games.aleutians.engine import observation
from glory_env.games.aleutians.scenario import load
from glory_env.training.cloning import recorded_decisions
from tests.training.aleutians import GAME, lesson, new_network, settings
from tests.training.making import finish, new_imitation, new_trainer

if TYPE_CHECKING:
    from glory_env.training.selfplay import SelfPlay

SEAT = observation.TURN  # column: 0 Japan, 1 the Allies


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The policy of a short imitation."""
    return finish(new_imitation(lesson(tmp_path_factory.mktemp("runs"))))


# --- learning --------------------------------------------------------------------------------
def new_games(n: int, partner: FlatPlayer | None = None, **values: Any) -> SelfPlay:
    from glory_env.training.selfplay import SelfPlay

    return SelfPlay(n, GAME, vector=Vector, reward="outcome", partners=[partner], **values)


def test_both_networks_learn_from_games_with_themselves(torch: Any) -> None:
    from glory_env.training.ppo import PPO

    network = new_network()
    games = new_games(8, FlatPlayer(network), shaping=1.0, seed=5)
    rollout = games.collect(network, 40, 1.0, 0.98)
    assert len(rollout.actions) == 8 * 40
    second = network.is_second(rollout.looked)
    assert second.any()
    assert (~second).any()
    before = {name: weight.clone() for name, weight in network.named_parameters()}
    ppo = PPO(
        network, None, pull=0.0, pull_talks=0.0, talks=(), batch=64, epochs=2, clip=0.2,
        entropy=0.0, seed=1,
    )  # fmt: skip
    told = ppo.update(rollout._replace(returns=rollout.returns + 1.0), 1e-3)
    assert np.isfinite(list(told.values())).all()
    for seat in st.SIDES:
        for part in ("first", "value"):
            name = next(n for n in before if n.startswith(f"seats.{seat}.{part}"))
            assert not torch.equal(dict(network.named_parameters())[name], before[name]), name


def test_shaping_of_one_side_is_what_the_other_loses() -> None:
    games = new_games(2)
    games.set_shaping(0.5)
    games.set_survival(0.0)
    expected = ALEUTIANS.reward("outcome", 0.5, None)
    np.testing.assert_array_equal(games.games.params, np.stack([expected] * 2))


def test_an_imitation_goes_on_and_each_teacher_teaches_its_side(tmp_path: Path, torch: Any) -> None:
    first = new_imitation(lesson(tmp_path, allies_teacher="careful"))
    finish(first)
    again = new_imitation(lesson(tmp_path, allies_teacher="careful", steps=160), resume=True)
    assert again.decisions == first.decisions == 96
    for name, weight in again.network.state_dict().items():
        torch.testing.assert_close(weight, first.network.state_dict()[name])
    asked: dict[str, set[int]] = {}
    for name, teacher in zip(("japan", "allies"), again.teachers, strict=True):
        real, seen = teacher.act_batch, asked.setdefault(name, set())

        def spy(observations: Any, *rest: Any, real: Any = real, seen: Any = seen) -> Any:
            seen.update(observations[:, SEAT].astype(int).tolist())
            return real(observations, *rest)

        teacher.act_batch = spy
    finish(again)
    assert asked == {"japan": {0}, "allies": {1}}
    assert again.decisions == 160
    assert again.figures().loss > 0


def test_a_side_learns_from_recorded_games(tmp_path: Path, torch: Any) -> None:
    games = tmp_path / "games.jsonl"
    words = f"record --game {GAME} --out {games} --seat japan=historical --seat allies=careful"
    assert main(words.split()) == 0
    both, one = (recorded_decisions(games, GAME, seat, GAME) for seat in ("both", "japan"))
    assert 64 < len(one.actions) < len(both.actions)
    assert not one.observations[:, SEAT].any()
    imitation = new_imitation(lesson(tmp_path, records=str(games), seat="japan", steps=256))
    before = {seat: weights(network) for seat, network in imitation.network.networks.items()}
    finish(imitation)
    after = {seat: weights(network) for seat, network in imitation.network.networks.items()}
    assert not torch.equal(after["japan"], before["japan"])
    assert torch.equal(after["allies"], before["allies"])


def weights(network: Any) -> Any:
    """All of a network's in one row."""
    import torch

    return torch.cat([part.detach().flatten().clone() for part in network.parameters()])


@pytest.mark.slow
def test_a_training_goes_on_from_its_imitation_and_its_checkpoint(
    folder: Path, tmp_path: Path, torch: Any
) -> None:
    values: dict[str, Any] = {"start": str(folder), "evaluate_games": 1, "rivals": ("careful",)}
    first = new_trainer(settings(tmp_path, **values))
    finish(first)
    assert first.learner.steps >= 200
    assert first.best is not None
    again = new_trainer(
        settings(
            tmp_path,
            **values,
        ).model_copy(update={"steps": 320}),
        resume=True,
    )
    for name, weight in again.network.state_dict().items():
        torch.testing.assert_close(weight, first.network.state_dict()[name])
    policy = finish(again)
    assert json.loads((policy / "japan" / "policy.json").read_text())["steps"] >= 320
    assert (tmp_path / "aleutians-0" / "best" / "allies" / "policy.json").exists()


def test_a_side_that_has_had_no_turn_yet_learns_nothing(tmp_path: Path) -> None:
    """The first decisions are those of the Allies."""
    trainer = new_trainer(settings(tmp_path, seat="japan", rollout=2, steps=40))
    assert trainer.env.games.seats.min() == 1
    before = {name: weight.clone() for name, weight in trainer.network.named_parameters()}
    trainer._learn()
    assert trainer.learner.steps == 0
    finish(trainer)
    assert trainer.learner.steps >= 40
    changed = {
        name for name, now in trainer.network.named_parameters() if (now != before[name]).any()
    }
    assert changed
    assert all(name.startswith("seats.japan.") for name in changed)


def test_figures_name_both_sides() -> None:
    from glory_env.games.aleutians.learn import figures

    games = new_games(4)
    assert figures(games.drain()) == {"episode/count": 0.0}
    finals = np.zeros(2, ALEUTIANS.record)
    finals["outcome"], finals["level"], finals["turn"] = st.COMPLETED, [1, 3], 12
    for slot, seat in ((0, 0), (1, 1)):
        games.games.finals[slot] = finals[slot]
        games._note(slot, seat, 0.0, 10)
    found = figures(games.drain())
    assert found["outcome/japan_wins"] == 0.5
    assert found["outcome/reward_japan"] == -0.5
    assert found["outcome/reward_allies"] == -0.7


# --- files -----------------------------------------------------------------------------------
def test_the_policy_plays_both_sides_and_is_small(folder: Path) -> None:
    for seat in st.SIDES:
        assert (folder / seat / "policy.safetensors").stat().st_size < 4_000_000
        assert make_agent(str(folder / seat), game=GAME).seat == seat
    agent = make_agent(str(folder), game=GAME)
    env = raw_env()
    env.reset(seed=1)
    for _ in range(30):
        seat = env.agent_selection
        observation = env.observe(seat)
        agent.reset(seat, 1)
        mask = observation["action_mask"]
        action = agent.act(observation["observation"], mask, GameView(env, seat))
        assert mask[action]
        assert agent.explain()
        env.step(action)


def test_a_network_plays_its_seat_and_its_game_alone(folder: Path) -> None:
    agent = make_agent(str(folder / "japan"), game=GAME)
    with pytest.raises(AgentError, match="this network plays japan, not allies"):
        agent.reset("allies", 1)
    seen = np.zeros((1, observation.OBSERVATION_SIZE), np.float32)
    seen[0, SEAT] = 1.0
    with pytest.raises(AgentError, match="this network plays japan, not allies"):
        agent.act_batch(seen, np.ones((1, ALEUTIANS.n_actions), np.int8), np.zeros(1))
    with pytest.raises(AgentError, match="this network plays aleutians, not glory"):
        make_agent(str(folder / "japan"))
    with pytest.raises(AgentError, match="this network plays aleutians, not glory"):
        make_agent(str(folder))
    with pytest.raises(AgentError, match="plays glory, not aleutians"):
        make_agent("agents/glory_agents/starts/micro", game=GAME)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"observation_version": "0-0"}, "observation_version is '0-0', but of this version"),
        ({"action_table": "0"}, "action_table is '0', but of this version"),
        ({"game": "chess"}, "game is 'chess', expected glory or aleutians"),
        ({"network": {"kind": "units"}}, "expected that of a seat"),
        ({"network": None}, "expected that of a seat"),
        ({"tensors_sha256": "0"}, "does not fit the file of tensors"),
        ({"conditioning": {"setup.other": 1.0}}, "conditioning is"),
    ],
    ids=str,
)
def test_what_does_not_fit_is_refused(
    folder: Path, tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    copy = tmp_path / "japan"
    shutil.copytree(folder / "japan", copy)
    about = json.loads((copy / "policy.json").read_text())
    (copy / "policy.json").write_text(json.dumps(about | change))
    with pytest.raises(AgentError, match=words) as caught:
        make_agent(str(copy), game=GAME)
    assert "\n" not in str(caught.value)


def test_another_scenario_and_a_missing_side_are_refused(folder: Path, tmp_path: Path) -> None:
    copy = tmp_path / "policy"
    shutil.copytree(folder, copy)
    about = json.loads((copy / "japan" / "policy.json").read_text())
    (copy / "japan" / "policy.json").write_text(json.dumps(about | {"scenario_id": "0"}))
    with pytest.raises(AgentError, match="trained in another scenario"):
        make_agent(str(copy), game=GAME).check(load(GAME))
    shutil.rmtree(copy / "allies")
    with pytest.raises(AgentError, match="expected a network of each seat: japan, allies"):
        make_agent(str(copy), game=GAME)


# --- bad input -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("words", "said"),
    [
        ("train --game chess", "unknown game 'chess'"),
        ("train --game aleutians --minuts 3", "did you mean '--minutes'"),
        ("train --game aleutians --tremble 0.1", "unknown flag '--tremble'"),
        ("imitate --game aleutians --records games", "records: "),
        ("train --game aleutians --config configs/train/smoke.yaml", "scenario: "),
        ("imitate --game aleutians --config imitate/start", "key 'solo_share'|solo_share: "),
        ("bench --game aleutians --quick", "--quick: only with --game glory"),
        ("bench --game aleutians --games 1", "--games: expected 2 to"),
        ("bench --json x.json", "--json: only with --game aleutians"),
        ("bench --game aleutians --agents stonewaller", "plays glory, not aleutians"),
    ],
)
def test_commands_say_in_one_line_what_is_wrong(
    words: str, said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(words.split()) == 2
    printed = capsys.readouterr().err
    assert any(part in printed for part in said.split("|")), printed


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"tremble": 0.5}, "tremble"),
        ({"survival": 0.25}, "survival"),
        ({"reward": "selfish"}, 'reward: expected "outcome" or 5 numbers'),
        ({"scenario": "teaching"}, "teaching"),
        ({"options": {"setup": "other"}}, "setup"),
        ({"game": "glory"}, "aleutians"),
        ({"interface": "macro"}, "interface"),
        ({"layers": (32,)}, "layers"),
        ({"seat": "army"}, "seat"),
    ],
)
def test_settings_that_this_game_does_not_have(
    tmp_path: Path, values: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        settings(tmp_path, **values)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"records": "games", "seat": "army"}, "seat: unknown whose decisions 'army'.*japan"),
        ({"seat": "japan"}, "seat: expected with records"),
        ({"by_kind": True, "records": "games"}, "by_kind: expected with a teacher"),
    ],
)
def test_whose_decisions_of_records_has_to_fit(
    tmp_path: Path, values: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        lesson(tmp_path, **values)


def test_a_start_and_agents_have_to_be_of_this_game(folder: Path, tmp_path: Path) -> None:
    for values, words in (
        ({"start": "micro"}, "start: micro: the network plays glory, not aleutians"),
        ({"start": str(folder / "japan")}, "the folder of the networks of both seats"),
        ({"scripts": ("stonewaller",)}, "scripts: agent 'stonewaller' plays glory"),
        ({"scripts": ("rollouts",)}, "scripts: agent 'rollouts': a planner is too slow"),
    ):
        with pytest.raises((AgentError, ConfigError), match=words):
            new_trainer(settings(tmp_path, **values))
    assert not list(tmp_path.iterdir())
