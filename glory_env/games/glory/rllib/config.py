"""The settings of an RLlib run."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ray.rllib.algorithms.ppo import PPOConfig
from ray.rllib.core.rl_module.multi_rl_module import MultiRLModuleSpec
from ray.rllib.core.rl_module.rl_module import RLModuleSpec

from glory_env.core.whole import check_seed
from glory_env.games.glory.engine.rewards import Reward
from glory_env.games.glory.rllib.episodes import Join
from glory_env.games.glory.rllib.module import GloryModule
from glory_env.games.glory.rllib.packed import Packing
from glory_env.games.glory.rllib.runner import ITSELF, GloryRunner
from glory_env.games.glory.state import SERVICES
from glory_env.training.partners import start_network

GAMES = 128  # of a runner, side by side
STEPS = 64  # decisions in each of them for an update


def ppo_config(
    scenario: str = "glory",
    *,
    reward: Reward = "cooperative",
    shaping: float = 1.0,
    start: str = "",
    layers: Sequence[int] = (384, 384),
    partners: Mapping[str, float] | None = None,
    seed: int = 0,
    **options: Any,
) -> PPOConfig:
    """PPO with a policy each for army and navy; change the rest with RLlib's own methods.

    scenario, reward, shaping, options: of the games, as for `GloryVector`. start: what both
    policies begin with, a folder or a start of the project (`micro`, for `glory`); empty: from
    nothing. layers: of their networks. partners: as of `set_partners`; None: itself. seed: of
    weights and dice. AgentError, ConfigError or OptionError for what cannot be used.
    """
    settings = {
        "scenario": scenario,
        "reward": reward,
        "shaping": shaping,
        "start": start,
        "layers": list(layers),
        "partners": dict(partners or {ITSELF: 1.0}),
        "options": options,
    }
    space = Packing(start_network(start, scenario, layers)).space
    spec = RLModuleSpec(module_class=GloryModule, observation_space=space, model_config=settings)
    return (
        PPOConfig()
        .environment(env_config=settings)
        .env_runners(
            env_runner_cls=GloryRunner,
            num_env_runners=0,
            num_envs_per_env_runner=GAMES,
            merge_env_runner_states=False,
            broadcast_env_runner_states=False,
        )
        .learners(
            num_learners=0,
            learner_connector=lambda *spaces: Join(),
            add_default_connectors_to_learner_pipeline=False,
        )
        .multi_agent(policies=set(SERVICES), policy_mapping_fn=lambda agent, *a, **k: agent)
        .rl_module(rl_module_spec=MultiRLModuleSpec(rl_module_specs=dict.fromkeys(SERVICES, spec)))
        .training(
            train_batch_size_per_learner=GAMES * STEPS,
            minibatch_size=2048,
            num_epochs=2,
            lr=3e-4,
            gamma=1.0,
            lambda_=0.98,
            clip_param=0.2,
            entropy_coeff=0.0,
            grad_clip=0.5,
            vf_clip_param=100.0,
            use_kl_loss=False,
        )
        .fault_tolerance(restart_failed_env_runners=True)
        .debugging(seed=check_seed(seed))
    )
