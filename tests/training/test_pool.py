"""Partners: itself, past selves, scripts; the curriculum; held-out evaluation; divergence."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.flat import FlatPlayer
from glory_env.envs.agent import make_agent
from glory_env.game.settings import ConfigError, make_settings, read_settings
from glory_env.games.glory import state as st
from glory_env.games.glory.run_settings import TrainConfig
from glory_env.games.glory.training import scalars
from glory_env.games.glory.training.validation import evaluate
from glory_env.training.games import Episodes
from glory_env.training.pool import Pool
from tests.training.making import finish, new_trainer

if TYPE_CHECKING:
    from glory_agents.glory.perceptron import Network

SMOKE = Path(__file__).parents[2] / "configs" / "train" / "smoke.yaml"


def small(runs: Path, **values: object) -> TrainConfig:
    plain = read_settings(TrainConfig, SMOKE).plain()
    return make_settings(
        TrainConfig, {**plain, "runs": runs, "steps": 400, "games": 0, **values}, "test"
    )


def new_network(config: TrainConfig) -> Network:
    from glory_agents.glory.perceptron import Network

    return Network(config.layers)


def diverges(words: str) -> Any:
    """Expects that a run stops since its network is broken."""
    from glory_env.training.trainer import DivergedError

    return pytest.raises(DivergedError, match=words)


@pytest.fixture(scope="module")
def about(tmp_path_factory: pytest.TempPathFactory) -> Callable[[int, TrainConfig], dict[str, Any]]:
    """What a trainer says of a perceptron after so many steps of a run."""
    said = new_trainer(small(tmp_path_factory.mktemp("runs")))._about()

    def after(steps: int, config: TrainConfig) -> dict[str, Any]:
        shape = {**config.plain(), "interface": "flat", "activation": "relu"}
        return {**said, "steps": steps, "config": shape}

    return after


def test_partners_have_their_shares(tmp_path: Path, about: Any) -> None:
    config = small(tmp_path, self_share=0.4, past_share=0.3, script_share=0.3, scripts=["random"])
    player = FlatPlayer(new_network(config))
    pool = Pool(config, player, [make_agent("random")])
    partners, weights = pool.partners()
    assert [partner is player for partner in partners] == [True, True, False]  # no past self yet
    assert weights == [0.4, 0.3, 0.3]
    pool.keep(about(10, config))
    pool.keep(about(20, config))
    partners, weights = pool.partners()
    assert weights == [0.4, 0.15, 0.15, 0.3]
    assert partners[1].network is not player.network


def test_a_past_self_does_not_learn_along(tmp_path: Path, about: Any, torch: Any) -> None:
    config = small(tmp_path)
    player = FlatPlayer(new_network(config))
    pool = Pool(config, player, [])
    pool.keep(about(10, config))
    before = pool.latest.network.policy[0].weight.clone()  # type: ignore[union-attr]
    with torch.no_grad():
        player.network.policy[0].weight.add_(1.0)
    assert torch.equal(pool.latest.network.policy[0].weight, before)  # type: ignore[union-attr]


@pytest.mark.slow
def test_snapshots_reach_far_back_and_come_back_on_resume(tmp_path: Path, about: Any) -> None:
    config = small(tmp_path, snapshots=3)
    pool = Pool(config, FlatPlayer(new_network(config)), [])
    for steps in range(10, 90, 10):
        pool.keep(about(steps, config))
    kept = sorted(int(path.name) for path in (config.folder / "pool").iterdir())
    assert len(kept) == 3
    assert kept[0] == 10
    assert kept[-1] == 80
    again = Pool(config, FlatPlayer(new_network(config)), [])
    assert again.latest is None
    again.restore(80)
    assert sorted(again._past) == kept


@pytest.mark.slow
def test_what_a_killed_part_kept_after_its_checkpoint_is_dropped(
    tmp_path: Path, about: Any
) -> None:
    """And so is a snapshot of which the process wrote only one half."""
    config = small(tmp_path)
    pool = Pool(config, FlatPlayer(new_network(config)), [])
    for steps in (10, 20, 30):
        pool.keep(about(steps, config))
    (config.folder / "pool" / "10" / "policy.json").unlink()
    again = Pool(config, FlatPlayer(new_network(config)), [])
    again.restore(20)
    assert sorted(again._past) == [20]
    assert [path.name for path in (config.folder / "pool").iterdir()] == ["20"]


@pytest.mark.slow
def test_a_run_keeps_past_selves_and_its_best(tmp_path: Path) -> None:
    config = small(
        tmp_path, past_share=0.5, snapshot_minutes=1e-6, evaluate_minutes=1e-6, evaluate_games=2
    )
    finish(new_trainer(config))
    assert len(list((config.folder / "pool").iterdir())) >= 1
    for name in ("policy", "best", "untrained"):
        assert LearnedAgent(config.folder / name).about["config"]["name"] == "smoke"
    tables = list(config.folder.glob("progress-*.csv"))
    assert len(tables) == 1
    assert "evaluation/score" in tables[0].read_text().splitlines()[0]
    with pytest.raises(ConfigError, match="already holds a run"):
        new_trainer(config)
    longer = new_trainer(
        make_settings(TrainConfig, {**config.plain(), "steps": 800}, "test"), resume=True
    )
    assert longer.best is not None
    assert longer.pool.latest is not None


# --- the curriculum ------------------------------------------------------------------------
def test_the_curriculum_leads_to_the_whole_game(tmp_path: Path) -> None:
    stages = [
        {"until": 0.25, "options": {"negotiation": "fixed"}},
        {"until": 0.5, "options": {"deadlock": "zero"}},
    ]
    trainer = new_trainer(small(tmp_path, curriculum=stages))
    protocols = []
    for steps in (0, 100, 200, 399):
        trainer.learner.steps = steps
        trainer._enter_stage()
        options = trainer.env.games.options
        protocols.append((options.negotiation, options.deadlock))
    assert protocols == [
        ("fixed", "lot"),
        ("alternating", "zero"),
        ("alternating", "lot"),
        ("alternating", "lot"),
    ]
    trainer.learner.steps = 0
    trainer._enter_stage()
    fixed = trainer._about()["conditioning"]  # of the whole game, in an easier stage as well
    assert fixed["protocol.alternating"] == 1.0
    assert fixed["deadlock.lot"] == 1.0
    trainer._learn()
    assert 300 < trainer.learner.steps <= 400  # without those whose successor is not known yet


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"curriculum": [{"until": 0.5}, {"until": 0.2}]}, "has to rise"),
        ({"curriculum": [{"until": 0.5, "scenario": "nowhere"}]}, "nowhere"),
        ({"curriculum": [{"until": 0.5, "options": {"deadlock": "x"}}]}, "deadlock"),
        ({"curriculum": [{"untill": 0.5}]}, r"'curriculum\.0\.untill'.*valid are until, scenario"),
        (
            {"curriculum": [{"until": 0.5, "options": {"solo": True}}]},
            r"curriculum\.0\.options.*two",
        ),
        ({"slots": 64, "rollout": 64, "batch": 63}, "4,096 transitions.* last batch of one"),
        ({"shaping": 1.0, "gamma": 0.9}, "gamma: 0.9.*shaping"),
        ({"self_share": 0, "past_share": 0, "script_share": 0}, "nobody to play"),
        ({"script_share": 0.5, "scripts": []}, "scripts names no agent"),
        ({"reward": {"thetta": 3}}, "did you mean 'theta'"),
        ({"reward": {"v_m": 2}}, "utilities must fall"),
        ({"interface": "staff"}, r"examples/sb3_ladder\.py"),
        ({"interface": "flat"}, "unknown key 'interface'"),
        ({"imitate": 1.0, "start": "micro"}, "imitate: expected without a start"),
    ],
)
def test_settings_that_do_not_fit_together_are_named(
    values: dict[str, object], words: str, tmp_path: Path
) -> None:
    with pytest.raises(ConfigError, match=words):
        small(tmp_path, **values)


# --- evaluation and scalars ----------------------------------------------------------------
def test_evaluation_scores_the_mean_of_all_pairings(tmp_path: Path) -> None:
    config = small(tmp_path, evaluate_games=6)
    player = FlatPlayer(new_network(config))
    found = evaluate(config, player, {"random": make_agent("random")})
    rewards = [found[f"evaluation/{name}/reward"] for name in ("itself", "random")]
    assert found["evaluation/score"] == pytest.approx(np.mean(rewards))
    assert 0.0 <= found["evaluation/itself/completion"] <= 1.0
    angles = evaluate(small(tmp_path, evaluate_games=4, reward="uniform"), player, {})
    assert {"evaluation/45/itself/reward", "evaluation/-45/itself/reward"} < set(angles)
    with_past = evaluate(config, player, {"past": make_agent("random")})
    assert with_past["evaluation/past/reward"] == found["evaluation/random/reward"]
    assert with_past["evaluation/score"] == found["evaluation/itself/reward"]


def test_scalars_of_hand_made_games() -> None:
    finals = np.zeros(2, st.GAME)
    finals["outcome"] = [st.COMPLETED, st.GAME_OVER]
    finals["turn"] = [12, 8]
    finals["gp"] = [[70, 60], [10, 20]]
    finals["log_claim"] = -1
    finals["log_offers"][0, 1:3] = [1, 3]
    finals["log_deadlock"][0, 2] = 1
    finals["log_shares"][0, 1] = [100, 200, 300]
    finals["log_shares"][0, 2] = [0, 300, 300]
    finals["log_claim"][0, 1] = [150, -1]
    finals["log_asked"][:, 1], finals["log_granted"][:, 1] = [3, 1], [1, 1]
    episodes = Episodes(
        finals, np.array([0, 1]), np.array([1.0, 2.0]), np.array([0.5, -1.0]), np.array([10, 20])
    )
    found = scalars.of_episodes(episodes)
    assert found["outcome/completion"] == 0.5
    assert (found["outcome/gp_army"], found["outcome/completed_gp_army"]) == (40.0, 70.0)
    assert (found["outcome/reward_army"], found["outcome/reward_navy"]) == (0.5, -1.0)
    assert (found["talks/agreement"], found["talks/offers"]) == (0.5, 2.0)
    assert found["talks/civil_share"] == 0.5
    assert found["talks/share_navy"] == pytest.approx((200 / 600 + 300 / 600) / 2)
    assert found["talks/claim_army"] == 0.25
    assert "talks/claim_navy" not in found
    assert found["talks/escorts_granted"] == 0.5
    nothing = scalars.of_episodes(Episodes(*(part[:0] for part in episodes)))
    assert nothing == {"episode/count": 0.0}


# --- divergence ----------------------------------------------------------------------------
def test_a_broken_network_stops_the_run_and_keeps_the_last_checkpoint(
    tmp_path: Path, torch: Any
) -> None:
    config = small(tmp_path, steps=100_000)
    trainer = new_trainer(config)
    trainer._learn()
    trainer._save()
    kept = (config.folder / "checkpoint.json").read_text()
    with torch.no_grad():
        trainer.network.head.weight[0, 0] = torch.nan
    with diverges("smoke-0.*not finite.*lower learning_rate"):
        finish(trainer)
    assert (config.folder / "checkpoint.json").read_text() == kept
    again = new_trainer(config, resume=True)
    assert all(bool(torch.isfinite(p).all()) for p in again.network.parameters())


def test_a_broken_value_is_divergence_though_the_policy_is_sound(
    tmp_path: Path, torch: Any
) -> None:
    trainer = new_trainer(small(tmp_path))
    trainer._check(None)
    with torch.no_grad():
        trainer.network.value[0].weight[0, 0] = torch.nan
    with diverges("weights are not finite"):
        trainer._check(None)


def test_outputs_that_overflow_are_divergence_too(tmp_path: Path, torch: Any) -> None:
    trainer = new_trainer(small(tmp_path, steps=100_000))
    with torch.no_grad():
        for parameter in trainer.network.parameters():
            parameter.mul_(1e20)
    with diverges("outputs are beyond all bounds"):
        finish(trainer)
