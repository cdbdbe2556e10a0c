"""Each example runs, with small numbers, and gives the figures that it prints."""

from __future__ import annotations

import importlib.util
import math
from pathlib import Path
from types import ModuleType

import gymnasium
import pytest
import yaml

pytestmark = pytest.mark.slow

EXAMPLES = Path(__file__).resolve().parents[1] / "examples"
LIMIT = 80  # lines of an example

# Example -> the library it needs, small sizes, and the names of its figures.
SMALL = {
    "cleanrl_ppo": ("torch", (2,), {"first", "last"}),
    "openspiel": ("pyspiel", (3, 3, 2), {"random", "MCTS", "DQN before", "DQN after"}),
    "own_agent": ("glory_agents", (4,), {"withdraw_in_time", "content"}),
    "own_scenario": ("glory_agents", (20,), {"teaching", "poorer"}),
    "rllib_ppo": ("ray.rllib", (2, 200), {"before", "after"}),
    "sb3_aleutians": ("sb3_contrib", (256, 2), {"before", "after"}),
    "sb3_ladder": (
        "sb3_contrib",
        (256, 2),
        {"GloryMacro-v0", "GloryTeaching-v0", "GlorySolo-v0", "Glory-v0"},
    ),
    "sb3_micro": ("sb3_contrib", (256, 3), {"before", "after"}),
    "tianshou_dqn": ("tianshou", (128, 8), {"before", "after"}),
    "torchrl_ppo": ("torchrl", (1000, 2), {"before", "after"}),
}


def load(name: str) -> ModuleType:
    spec = importlib.util.spec_from_file_location(name, EXAMPLES / f"{name}.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("name", SMALL)
def test_example_runs_and_prints_its_figures(name, capsys, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)  # one of them saves its network
    needed, sizes, names = SMALL[name]
    pytest.importorskip(needed, reason=f"{needed} is not installed")
    found = load(name).main(*sizes)
    assert set(found) == names
    rewards = [
        x for value in found.values() for x in (value if isinstance(value, tuple) else (value,))
    ]
    assert all(math.isfinite(reward) and -1 <= reward <= 1 for reward in rewards)
    printed = capsys.readouterr().out
    figures = {f"{reward:+.3f}" for reward in rewards} | {f"{reward:.1%}" for reward in rewards}
    figures |= {f"{round(reward, 3)}" for reward in rewards}
    assert any(figure in printed for figure in figures)


def test_examples_are_short():
    for file in EXAMPLES.glob("*.py"):
        assert len(file.read_text(encoding="utf-8").splitlines()) < LIMIT, file.name


def test_every_example_is_tested_and_on_the_page():
    page = (EXAMPLES.parent / "docs" / "clients.md").read_text(encoding="utf-8")
    elsewhere = {"language_model", "own_training_loop"}  # in test_docs.py
    names = {file.stem for file in EXAMPLES.glob("*.py")}
    assert names == set(SMALL) | elsewhere
    for file in (*EXAMPLES.glob("*.py"), *EXAMPLES.glob("*.ipynb")):
        assert f"examples/{file.name}" in page


def test_the_workflow_runs_every_example():
    file = EXAMPLES.parent / ".github" / "workflows" / "examples.yml"
    text = file.read_text(encoding="utf-8")
    rows = yaml.safe_load(text)["jobs"]["example"]["strategy"]["matrix"]["include"]
    assert {row["name"] for row in rows} == {file.stem for file in EXAMPLES.glob("*.py")}
    for notebook in EXAMPLES.glob("*.ipynb"):
        assert f"examples/{notebook.name}" in text


def test_the_network_that_the_example_saves_plays_by_its_place(tmp_path, monkeypatch):
    pytest.importorskip("sb3_contrib", reason="sb3_contrib is not installed")
    example = load("sb3_ladder")
    from glory_agents import make_agent
    from glory_env.bench import play_pairs

    game = gymnasium.make(example.MACRO)
    example.MaskablePPO("MlpPolicy", game, n_steps=8, device="cpu").save(tmp_path / "own.zip")
    monkeypatch.chdir(EXAMPLES)
    agent = make_agent(f"sb3_ladder:trained:file={tmp_path / 'own.zip'}")
    assert play_pairs(agent, make_agent("grim"), 2).finals["turn"].min() >= 1


def test_the_agent_of_the_example_accepts_what_is_enough():
    example = load("own_agent")
    from glory_env import glory_v0
    from glory_env.envs.agent import GameView
    from glory_env.games.glory.actions import ACCEPT

    env = glory_v0.raw_env(scenario="teaching")
    answers = set()
    for seed in range(20):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            if env.terminations[agent]:
                break
            if env.mask[ACCEPT]:
                view = GameView(env, agent)
                for claim in (0.0, 1.0):
                    player = example.Content(claim)
                    player.reset(agent, seed)
                    action = player.act(env.full_observation(agent), env.mask.copy(), view)
                    answers.add((claim, action == ACCEPT))
            env.step(int(env.mask.argmax()))
    assert (0.0, True) in answers
    assert (0.0, False) not in answers
