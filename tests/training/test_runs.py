"""Whole runs, small ones: train, stop, go on, export, compare, play."""

from __future__ import annotations

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from glory_agents.learned.agent import LearnedAgent
from glory_env.bench.statistics import Estimate
from glory_env.envs.agent import AgentError, GameView
from glory_env.game.settings import ConfigError, read_settings
from glory_env.games.glory import state as st
from glory_env.games.glory.run_settings import TrainConfig
from glory_env.games.glory.training.compare import is_learning
from glory_env.glory_v0 import raw_env
from tests.training.making import new_trainer

ROOT = Path(__file__).parents[2]
SMOKE = ROOT / "configs" / "train" / "smoke.yaml"


def command(runs: Path, *words: str) -> list[str]:
    return [sys.executable, "train.py", "--config", str(SMOKE), "--runs", str(runs), *words]


def small(runs: Path, **values: object) -> TrainConfig:
    return TrainConfig(
        **{**read_settings(TrainConfig, SMOKE).plain(), "runs": runs, "steps": 400, **values}
    )


@pytest.mark.slow
@pytest.mark.timeout(300)
def test_a_killed_run_goes_on_and_its_policy_plays(tmp_path: Path) -> None:
    endless = command(tmp_path, "--steps", "10000000", "--checkpoint-minutes", "0.001")
    run = subprocess.Popen(endless, cwd=ROOT, stdout=subprocess.DEVNULL)
    state = tmp_path / "smoke-0" / "checkpoint.json"
    try:
        while not state.exists() or not json.loads(state.read_text())["steps"]:
            assert run.poll() is None
            time.sleep(0.05)
    finally:
        run.kill()
        run.wait()
    before = json.loads(state.read_text())
    assert (state.parent / before["file"]).exists()

    steps = before["steps"] + 2000
    words = ("--steps", str(steps), "--resume")
    done = subprocess.run(command(tmp_path, *words), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "trained with trained" in done.stdout
    assert "random with trained" in done.stdout
    assert "8 paired games each, scenario teaching, reward selfish" in done.stdout
    after = json.loads(state.read_text())
    assert steps <= after["steps"] < steps + 400
    assert after["seconds"] > before["seconds"] > 0
    assert [path.name for path in state.parent.glob("checkpoint-*.*")] == [after["file"]]
    pairings = json.loads((state.parent / "comparison.json").read_text())["pairings"]
    assert set(pairings["trained with trained"]) == {
        "turns", "completion", "gp_army", "gp_navy", "reward",
    }  # fmt: skip
    assert any((state.parent / "tensorboard").iterdir())

    agent = LearnedAgent(state.parent / "policy")
    assert agent.about["steps"] == after["steps"]
    assert (state.parent / "policy" / "policy.safetensors").stat().st_size < 4_000_000
    play_one_game(agent)


def play_one_game(agent: LearnedAgent) -> None:
    env = raw_env("teaching")
    env.reset(seed=1)
    agent.reset("army", 1)
    decisions = 0
    while not any(env.terminations.values()):
        seen = env.observe(env.agent_selection)
        view = GameView(env, env.agent_selection)
        env.step(agent.act(seen["observation"], seen["action_mask"], view))
        assert "the network weighed" in agent.explain()
        decisions += 1
    assert decisions > 10
    assert env.infos["army"]["outcome"] in (st.COMPLETED, st.GAME_OVER)


def test_a_run_keeps_its_settings_and_where_it_came_from(tmp_path: Path) -> None:
    config = small(tmp_path, games=0)
    trainer = new_trainer(config)
    trainer.seconds = 1.0
    about = json.loads((trainer.export("policy") / "policy.json").read_text())
    assert about["config"] == {**config.plain(), "interface": "flat", "activation": "relu"}
    assert {"action_table", "observation_version", "scenario_id", "versions", "git"} <= set(about)
    assert read_settings(TrainConfig, config.folder / "config.yaml") == config


@pytest.mark.parametrize(("share", "solo"), [(0.0, 0.0), (0.5, None), (1.0, 1.0)])
def test_the_conditioning_is_what_never_changed(
    tmp_path: Path, share: float, solo: float | None
) -> None:
    """Whether the game is solo it sees for itself only where it has met both."""
    trainer = new_trainer(small(tmp_path, solo_share=share))
    about = json.loads((trainer.export("policy") / "policy.json").read_text())
    assert about["conditioning"].get("solo.solo") == solo
    assert "objective.cos" in about["conditioning"]


def test_the_schedules_fade(tmp_path: Path) -> None:
    config = small(tmp_path, shaping=2.0, survival=0.5, shaped_share=0.5, learning_rate=0.01)
    trainer = new_trainer(config)
    for steps, left, rate in (
        (0, 1.0, 0.01),
        (100, 0.5, 0.0075),
        (200, 0.0, 0.005),
        (390, 0.0, 0.003),
    ):
        trainer.learner.steps = steps
        trainer._schedule()
        assert trainer.env.shaping == pytest.approx(2.0 * left)
        assert trainer.env.survival == pytest.approx(0.5)  # no game has been completed
        assert trainer.rate == pytest.approx(rate)
    for completion, survival in ((0.25, 0.25), (0.5, 0.0), (0.9, 0.0)):
        trainer.completion = completion
        trainer._schedule()
        assert trainer.env.survival == pytest.approx(survival)


@pytest.mark.slow
def test_a_run_is_not_overwritten_and_only_its_length_may_change(tmp_path: Path) -> None:
    config = small(tmp_path)
    with pytest.raises(ConfigError, match="no checkpoint to resume"):
        new_trainer(config, resume=True)
    with pytest.raises(AgentError, match="unknown agent 'nobody'"):
        new_trainer(small(tmp_path, scripts=("nobody",)))
    assert not list(tmp_path.iterdir())
    trainer = new_trainer(config)
    assert new_trainer(config, resume=True).learner.steps == 0
    trainer = new_trainer(config)  # nothing has been learned: it may begin anew
    trainer.seconds = 12.5
    trainer.learner.steps = 400
    trainer._save()
    with pytest.raises(ConfigError, match="already holds a run: --resume"):
        new_trainer(config)
    with pytest.raises(ConfigError, match=r"key 'clip' is 0\.1, the run began with 0\.2"):
        new_trainer(small(tmp_path, clip=0.1), resume=True)
    assert new_trainer(small(tmp_path, steps=800), resume=True).seconds == 12.5
    state = json.loads((config.folder / "checkpoint.json").read_text())
    state["action_table"] = "else"
    (config.folder / "checkpoint.json").write_text(json.dumps(state))
    with pytest.raises(ConfigError, match="action_table was 'else'"):
        new_trainer(config, resume=True)


def test_a_finished_policy_is_never_overwritten(tmp_path: Path) -> None:
    config = small(tmp_path)
    new_trainer(config).export("policy")
    (config.folder / "checkpoint.json").unlink()
    with pytest.raises(ConfigError, match="already holds a run"):
        new_trainer(config)
    assert (config.folder / "policy" / "policy.json").exists()


def test_what_an_early_kill_leaves_is_cleared_away(tmp_path: Path) -> None:
    config = small(tmp_path)
    (config.folder / "pool" / "400").mkdir(parents=True)
    (config.folder / "progress-400.csv").write_text("of another run")
    (config.folder / "notes.txt").write_text("mine")
    half = config.folder / ".checkpoint-400.safetensors-x.tmp"
    half.write_text("")
    trainer = new_trainer(config)
    assert trainer.pool.latest is None
    assert not half.exists()
    assert not (config.folder / "progress-400.csv").exists()
    assert (config.folder / "notes.txt").read_text() == "mine"


@pytest.mark.slow
def test_a_run_of_script_parameters_does_not_go_on_here(tmp_path: Path) -> None:
    config = small(tmp_path)
    new_trainer(config)
    state = config.folder / "checkpoint.json"
    stored = json.loads(state.read_text())
    stored |= {"file": "checkpoint-400.zip", "config": {**stored["config"], "interface": "macro"}}
    state.write_text(json.dumps(stored))
    before = {path: path.read_bytes() for path in config.folder.rglob("*") if path.is_file()}
    own = tmp_path / "own.yaml"
    own.write_text("interface: macro\nusual: 2\n")
    for words, named in (((), "smoke-0"), (("--config", str(own)), "own.yaml")):
        asked = command(tmp_path, *words, "--resume")
        done = subprocess.run(asked, cwd=ROOT, capture_output=True, text=True)
        assert done.returncode == 2
        assert len(done.stderr.splitlines()) == 1
        assert f"{named}: networks of the interface macro are no longer trained here" in done.stderr
        assert "examples/sb3_ladder.py" in done.stderr
    assert before == {path: path.read_bytes() for path in before}


@pytest.mark.slow
def test_a_damaged_checkpoint_is_reported(tmp_path: Path) -> None:
    config, name = small(tmp_path), r"checkpoint-0\.safetensors"
    new_trainer(config)
    state = config.folder / "checkpoint.json"
    archive = config.folder / json.loads(state.read_text())["file"]
    whole = archive.read_bytes()
    for content in (whole[:1000], b"", None):
        archive.unlink()
        if content is not None:
            archive.write_bytes(content)
        with pytest.raises(ConfigError, match=f"{name}: the checkpoint cannot be read"):
            new_trainer(config, resume=True)
        archive.write_bytes(whole)
    content = json.loads(state.read_text())
    for text in ("{", "3", '{"steps": 3}', "[" * 100_000):
        state.write_text(text)
        with pytest.raises(ConfigError, match=r"checkpoint\.json: damaged, expected"):
            new_trainer(config, resume=True)
    at = len(whole) // 2
    archive.write_bytes(whole[:at] + bytes([whole[at] ^ 1]) + whole[at + 1 :])
    state.write_text(json.dumps(content))
    with pytest.raises(ConfigError, match=f"{name}: .*is not the sha256 that check"):
        new_trainer(config, resume=True)


def test_a_checkpoint_lies_in_the_run_s_own_folder(tmp_path: Path) -> None:
    config = small(tmp_path)
    new_trainer(config)
    state = config.folder / "checkpoint.json"
    content = json.loads(state.read_text())
    archive = config.folder / content["file"]
    elsewhere = tmp_path / archive.name
    elsewhere.write_bytes(archive.read_bytes())
    for name in (str(elsewhere), f"../{archive.name}", f"./{archive.name}", "", "..", 3, None):
        state.write_text(json.dumps({**content, "file": name}))
        with pytest.raises(ConfigError, match=r"checkpoint\.json: file is .*, expected the name"):
            new_trainer(config, resume=True)


@pytest.mark.slow
def test_two_processes_do_not_train_in_one_folder(tmp_path: Path) -> None:
    trainer = new_trainer(small(tmp_path))
    for words in ((), ("--resume",)):
        beside = command(tmp_path, *words, "--steps", "400")
        second = subprocess.run(beside, cwd=ROOT, capture_output=True, text=True)
        assert second.returncode == 2
        assert "smoke-0: another process is training there" in second.stderr
    assert new_trainer(small(tmp_path, seed=1)).learner.steps == 0
    assert trainer.config.folder.exists()


@pytest.mark.slow
def test_a_folder_that_cannot_be_written_is_reported_in_a_line(tmp_path: Path) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("")
    done = subprocess.run(command(blocked), cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 1
    assert str(blocked) in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("key", ["scripts", "rivals"])
def test_agents_that_cannot_play_the_scenario_are_refused_at_once(tmp_path: Path, key: str) -> None:
    """The shipped networks know the full game only."""
    with pytest.raises(AgentError, match=f"^{key}: .*trained in another scenario"):
        new_trainer(small(tmp_path, script_share=1.0, **{key: ("cooperative",)}))
    assert not list(tmp_path.iterdir())


def test_learning_needs_all_intervals_apart() -> None:
    def rows(*figures: tuple[float, ...]) -> dict[str, Estimate]:
        names = ("turns", "completion", "reward")
        return {name: Estimate(*values) for name, values in zip(names, figures, strict=True)}

    never = (0.0, 0.0, 0.037)
    random = rows((4.0, 3.9, 4.1), never, (-1.0,))  # a joint loss in every game
    better = rows((9.0, 8.0, 9.5), (0.4, 0.3, 0.5), (-0.5, -0.7, -0.3))
    longer = rows((9.0, 8.0, 9.5), never, (-1.0,))
    once = rows((9.0, 8.0, 9.5), (0.01, 0.0003, 0.05), (-0.9, -0.95, -0.85))
    for trained, learning in ((better, True), (longer, False), (once, False), (random, False)):
        untrained = rows((4.0, 3.9, 4.1), never, (-0.97, -1.0, -0.94))
        found = {
            "trained with trained": trained,
            "random with random": random,
            "trained, drawn with trained, drawn": trained,
            "before, drawn with before, drawn": untrained,
        }
        assert is_learning(found) is learning
    found = {name: better for name in found} | {"random with random": random}
    assert not is_learning(found)  # no better than it began
    assert is_learning(found | {"before, drawn with before, drawn": once})
