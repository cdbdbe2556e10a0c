"""Self-play and PPO for micro-steps: transitions, advantages, what an update does."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from glory_agents.learned.flat import FlatPlayer
from glory_env.envs.agent import AgentError, make_agent
from glory_env.game.settings import ConfigError
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.run_settings import TrainConfig
from glory_env.games.glory.scenario import load
from glory_env.games.glory.sections import OBSERVATION_SIZE
from glory_env.games.glory.state import ARMY, MAX_COUNTERS, NAVY, NONE
from glory_env.training.advantages import advantages
from glory_env.training.columns import take_columns
from tests.training.making import finish, new_trainer

if TYPE_CHECKING:
    from glory_agents.glory.pointer import PointerNetwork
    from glory_env.training.ppo import PPO
    from glory_env.training.selfplay import Rollout, SelfPlay

FACES = load("teaching").tables[0]["face"]


def new_network() -> PointerNetwork:
    import torch

    from glory_agents.glory.pointer import PointerNetwork

    torch.manual_seed(1)
    return PointerNetwork(FACES, (32, 32))


def new_games(network: PointerNetwork | None, *others: str, **settings: Any) -> SelfPlay:
    """32 games with itself, where there is a network, and with others."""
    from glory_env.games.glory.learn import LEARNABLE
    from glory_env.training.selfplay import SelfPlay

    partners = [] if network is None else [FlatPlayer(network)]
    partners += [make_agent(name) for name in others]
    chosen = {"partners": partners, "seed": 5, "answer": LEARNABLE.answer, "reward": "cooperative"}
    return SelfPlay(32, "teaching", **{**chosen, **settings})


# --- advantages ------------------------------------------------------------------------------
def one_by_one(
    values: np.ndarray, seats: np.ndarray, rewards: np.ndarray, done: np.ndarray, decay: float
) -> np.ndarray:
    """The same estimates from their definition, for one game and gamma 1."""
    found = np.full(len(values), np.nan)
    for seat in (ARMY, NAVY):
        own = [t for t in range(len(values)) if seats[t] == seat]
        for k, t in enumerate(own):
            total, weight = 0.0, 1.0
            for i, u in enumerate(own[k:], k):
                until = own[i + 1] if i + 1 < len(own) else len(values)
                over = next((v for v in range(u, until) if done[v]), None)
                if over is None and i + 1 == len(own):
                    if i == k:
                        total = np.nan  # nothing is known of what follows
                    break
                paid = rewards[u : (until if over is None else over + 1), seat].sum()
                following = 0.0 if over is not None else values[own[i + 1]]
                total += weight * (paid + following - values[u])
                weight *= decay
                if over is not None:
                    break
            found[t] = total
    return found


@pytest.mark.parametrize("decay", [0.0, 0.7, 1.0])
def test_advantages_are_those_of_the_definition(decay: float) -> None:
    rng = np.random.default_rng(3)
    steps, n = 40, 6
    values = rng.normal(size=(steps, n)).astype(np.float32)
    seats = rng.choice([NONE, ARMY, NAVY], (steps, n)).astype(np.int8)
    rewards = rng.normal(size=(steps, n, 2)).astype(np.float32)
    done = rng.random((steps, n)) < 0.08
    found = advantages(values, seats, rewards, done, 1.0, decay)
    for game in range(n):
        columns = values[:, game], seats[:, game], rewards[:, game], done[:, game]
        expected = one_by_one(*columns, decay)
        np.testing.assert_allclose(found[:, game], expected, atol=1e-4)
    assert np.isnan(found[seats == NONE]).all()
    assert np.isfinite(found).mean() > 0.5


# --- rollouts --------------------------------------------------------------------------------
def test_both_seats_learn_in_games_with_itself(torch: Any) -> None:
    network = new_network()
    rollout = new_games(network).collect(network, 40, 1.0, 0.98)
    m = len(rollout.actions)
    assert m == 40 * 32
    assert 0.8 * m < torch.isfinite(rollout.advantages).sum() < m
    assert rollout.looked.states.shape == (m, MAX_COUNTERS)
    assert rollout.legal.shape == (m, N_ACTIONS)
    assert rollout.legal[torch.arange(m), rollout.actions].all()
    with torch.no_grad():
        likely = network.log_probabilities(rollout.looked, rollout.legal)
    drawn = likely.gather(1, rollout.actions[:, None])[:, 0]
    torch.testing.assert_close(drawn, rollout.log_probs, atol=1e-4, rtol=1e-3)


def test_with_a_partner_one_seat_learns() -> None:
    network = new_network()
    games = new_games(None, "withdraw_in_time")
    rollout = games.collect(network, 150, 1.0, 0.98)
    assert 0.2 * 150 * 32 < len(rollout.actions) < 0.8 * 150 * 32
    episodes = games.drain()
    assert set(episodes.seats.tolist()) == {ARMY, NAVY}
    assert (episodes.decisions > 0).all()


@pytest.mark.parametrize("seat", ["army", "navy"])
def test_one_seat_alone_learns_also_with_itself(seat: str) -> None:
    network = new_network()
    games = new_games(network, "withdraw_in_time", seat=seat)
    rollout = games.collect(network, 150, 1.0, 0.98)
    assert 0.2 * 150 * 32 < len(rollout.actions) < 0.8 * 150 * 32
    assert set(games.drain().seats.tolist()) == {("army", "navy").index(seat)}


@pytest.mark.parametrize("ends", [False, True])
def test_the_ends_of_the_draws_give_legal_and_possible_actions(ends: bool, torch: Any) -> None:
    from glory_env.training.selfplay import _drawn

    likely = torch.log(torch.tensor([[1e-30, 0.3, 0.0, 0.7, 1e-30]] * 3)).clamp(min=-1e9)
    legal = torch.tensor([[ends, True, False, True, ends]] * 3)
    draws = torch.tensor([[0.0], [0.31], [1.0 - 2.0**-24]])
    assert _drawn(likely, legal, draws).tolist() == [1, 3, 3]


def test_episodes_are_those_of_the_learning_seats() -> None:
    network = new_network()
    games = new_games(network, shaping=0.0, survival=0.0)
    games.collect(network, 200, 1.0, 0.98)
    episodes = games.drain()
    assert len(episodes.seats) > 10
    np.testing.assert_allclose(episodes.returns, episodes.outcomes, atol=1e-9)
    armies = episodes.seats == ARMY
    assert armies.sum() == (~armies).sum()  # with itself each game is an episode of both


@pytest.mark.parametrize("others", [(), ("stonewaller",)])
def test_a_trembling_hand_accepts(others: tuple[str, ...]) -> None:
    """Learners and partners alike: the first offer of a turn ends the talks."""
    network = new_network()

    def most_offers(tremble: float) -> int:
        games = new_games(network, *others, tremble=tremble)
        if others:
            games.set_partners(games.partners[1:])
        games.collect(network, 200, 1.0, 0.98)
        offers = games.drain().finals["log_offers"]
        return int(offers.max())

    assert most_offers(1.0) == 1
    assert most_offers(0.0) > 1


def test_returns_sum_up_what_a_seat_is_paid(torch: Any) -> None:
    """With lambda 1 the return of a seat's last decision is what the game then pays it."""
    network = new_network()
    games = new_games(network)
    rollout = games.collect(network, 300, 1.0, 1.0)
    outcomes = np.unique(games.drain().outcomes)
    apart = np.abs(rollout.returns[torch.isfinite(rollout.returns)].numpy()[:, None] - outcomes)
    assert len(outcomes) > 3
    assert apart.min(axis=0).max() < 1e-4


def test_what_is_kept_of_a_decision_is_what_was_seen(torch: Any) -> None:
    network, observations = new_network(), np.random.default_rng(2).random((9, OBSERVATION_SIZE))
    rows, order = np.array([7, 0, 3]), network.order.numpy()
    taken = np.empty((3, len(order)), np.float32)
    take_columns(observations.astype(np.float32), rows, order, taken)
    np.testing.assert_array_equal(taken, observations.astype(np.float32)[rows][:, order])
    rollout = new_games(network).collect(network, 40, 1.0, 0.98)
    with torch.no_grad():
        again = network.log_probabilities(rollout.looked, rollout.legal)
    chosen = again.gather(1, rollout.actions[:, None])[:, 0]
    torch.testing.assert_close(chosen, rollout.log_probs, atol=2e-3, rtol=0)
    assert rollout.legal.gather(1, rollout.actions[:, None]).all()


# --- updates ---------------------------------------------------------------------------------
def new_ppo(network: PointerNetwork, start: PointerNetwork | None = None, **values: Any) -> PPO:
    from glory_env.games.glory.learn import TALKS
    from glory_env.training.ppo import PPO

    chosen: dict[str, Any] = {"pull": 0.0, "pull_talks": 0.0, "batch": 256, "epochs": 4}
    chosen |= {"clip": 0.2, "entropy": 0.0, "talks": TALKS}
    return PPO(network, start, seed=1, **{**chosen, **values})


def rewarded(rollout: Rollout) -> Rollout:
    """Even actions are good, odd ones bad."""
    import torch

    gains = torch.where(rollout.actions % 2 == 0, 1.0, -1.0)
    return rollout._replace(advantages=gains, returns=gains)


def even_share(network: PointerNetwork, rollout: Rollout) -> float:
    some = rollout.legal[:, ::2].any(1) & rollout.legal[:, 1::2].any(1)  # there is a choice
    likely = network.log_probabilities(rollout.looked, rollout.legal).exp()
    return likely[some][:, ::2].sum(1).mean().item()


def test_an_update_makes_good_actions_likelier() -> None:
    network = new_network()
    rollout = rewarded(new_games(network).collect(network, 40, 1.0, 0.98))
    before = even_share(network, rollout)
    figures = new_ppo(network).update(rollout, 1e-3)
    assert even_share(network, rollout) > before + 0.05
    assert figures["train/approx_kl"] > 0.0


@pytest.mark.slow
def test_at_rate_0_the_value_alone_learns(torch: Any) -> None:
    network = new_network()
    before = {name: p.clone() for name, p in network.named_parameters()}
    rollout = rewarded(new_games(network).collect(network, 40, 1.0, 0.98))
    ppo = new_ppo(network, pull=0.5)
    losses = [ppo.update(rollout, 0.0)["train/value_loss"] for _ in range(5)]
    assert losses[-1] < losses[0]
    for name, now in network.named_parameters():
        assert torch.equal(now, before[name]) is not name.startswith("value."), name


@pytest.mark.slow
def test_each_pull_keeps_the_policy_near_the_start_in_its_decisions(torch: Any) -> None:
    from glory_env.games.glory.learn import TALKS

    apart = {}
    for pulls in ((0.0, 0.0), (5.0, 0.0), (0.0, 5.0)):
        network, start = new_network(), new_network()
        rollout = rewarded(new_games(network).collect(network, 40, 1.0, 0.98))
        ppo = new_ppo(network, start, pull=pulls[0], pull_talks=pulls[1])
        for _ in range(4):
            ppo.update(rollout, 1e-3)
        with torch.no_grad():
            new = network.log_probabilities(rollout.looked, rollout.legal)
            old = start.log_probabilities(rollout.looked, rollout.legal)
        each = (new.exp() * (new - old).clamp(-1e4, 1e4)).sum(1)
        talks = rollout.looked.decision[:, [network.kinds.index(kind) for kind in TALKS]].sum(1) > 0
        apart[pulls] = each[~talks].mean().item(), each[talks].mean().item()
    free, others, talks_alone = apart.values()
    assert others[0] < free[0] / 3
    assert talks_alone[1] < free[1] / 3
    assert others[1] > talks_alone[1]
    assert talks_alone[0] > others[0]


def test_certain_actions_are_learnt_from_less_often_and_count_more(torch: Any) -> None:
    network = new_network()
    rollout = new_games(network).collect(network, 40, 1.0, 0.98)
    likely = torch.full_like(rollout.log_probs, -1e-5)
    at, weights = new_ppo(network)._choose(rollout._replace(log_probs=likely))
    free = int(torch.isfinite(rollout.advantages).sum())
    assert 0.05 * free < len(at) < 0.15 * free
    torch.testing.assert_close(weights, torch.full_like(weights, 10.0))
    at, weights = new_ppo(network)._choose(rollout._replace(log_probs=likely - 1.0))
    assert len(at) == free
    assert (weights == 1.0).all()


# --- the start -------------------------------------------------------------------------------
def settings(runs: Path, **values: Any) -> TrainConfig:
    chosen: dict[str, Any] = {"scenario": "teaching", "steps": 800, "games": 0, "script_share": 0}
    chosen |= {"slots": 16, "rollout": 25, "batch": 200, "epochs": 1, "layers": (32, 32)}
    return TrainConfig(**{**chosen, "runs": runs, "name": "small", **values})


def test_training_begins_with_the_start(tmp_path: Path, torch: Any) -> None:
    first = new_trainer(settings(tmp_path, name="first"))
    start = str(first.export("policy"))
    trainer = new_trainer(settings(tmp_path, start=start, sharpen=3.0))
    games = new_games(first.network)
    seen, legal = games.games.observations, torch.from_numpy(games.games.masks > 0)
    with torch.no_grad():
        before = first.network.forward_actor(torch.from_numpy(seen))
        now = trainer.network.forward_actor(torch.from_numpy(seen))
    torch.testing.assert_close(now[legal], 3.0 * before[legal], atol=0.02, rtol=0.01)


def test_a_start_that_does_not_fit_is_refused_before_anything_is_written(tmp_path: Path) -> None:
    start = str(new_trainer(settings(tmp_path, name="first")).export("policy"))
    before = sorted(tmp_path.iterdir())
    with pytest.raises(ConfigError, match=r"layers: \[16, 32\], but .*policy has \[32, 32\]"):
        new_trainer(settings(tmp_path, start=start, layers=(16, 32)))
    with pytest.raises(AgentError, match="start: micro was trained in another scenario"):
        new_trainer(settings(tmp_path, start="micro", layers=(384, 384)))
    with pytest.raises(AgentError, match="nowhere"):
        new_trainer(settings(tmp_path, start="nowhere"))
    with pytest.raises(AgentError, match="start: cooperative-0 was trained in another scenario"):
        new_trainer(settings(tmp_path, start="cooperative-0", layers=(384, 384)))
    assert sorted(tmp_path.iterdir()) == before


def test_a_gpu_that_is_not_there_is_refused(tmp_path: Path, torch: Any) -> None:
    if torch.cuda.is_available():
        pytest.skip("there is a GPU")
    with pytest.raises(ConfigError, match="device: 'cuda', but PyTorch finds no GPU"):
        new_trainer(settings(tmp_path, device="cuda"))
    assert not list(tmp_path.iterdir())


def test_a_flat_network_has_two_hidden_layers(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"layers\.1"):
        settings(tmp_path, layers=(32,))


@pytest.mark.parametrize(
    "options",
    [
        {"negotiation": "sealed", "deadlock": "janken"},
        {"negotiation": "fixed", "production": "joint_vote"},
        {"talk": "cheap"},
        {"talk": "binding", "negotiation": "sealed"},
    ],
    ids=str,
)
def test_every_protocol_can_be_trained(tmp_path: Path, options: dict[str, Any]) -> None:
    scripts = ("honest", "deceiver", "tit_for_tat")
    config = settings(tmp_path, options=options, script_share=0.5, scripts=scripts)
    trainer = new_trainer(config)
    finish(trainer)
    assert trainer.learner.steps >= 800
    assert trainer.env.games.options == config.options


def test_a_run_that_goes_on_has_other_dice(tmp_path: Path) -> None:
    config = settings(tmp_path)
    first = new_trainer(config)
    before = first.env.games.keys.tolist()
    first._learn()
    first._save()
    assert new_trainer(config, resume=True).env.games.keys.tolist() != before
    assert new_trainer(settings(tmp_path, name="again")).env.games.keys.tolist() == before
