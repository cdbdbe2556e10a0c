"""Rollouts of the network in its own games: where it plays both seats, both learn.

Every decision of a learning seat is a transition. Its reward is the sum of what that seat is paid
until its next decision or the end of the game, also while the other seat moves. What the last
decision of a seat leads to is not known when the rollout ends.
"""

from __future__ import annotations

import time
from typing import Any, NamedTuple, Protocol

import numpy as np
import torch

from glory_agents.learned.micro import Looked, MicroNetwork
from glory_env.training.advantages import NONE, advantages
from glory_env.training.columns import take_columns
from glory_env.training.games import TrainingGames, is_solo

ALL = 2  # in place of a learning seat: both learn
FAR = 50.0  # nats: as unlikely as this are actions that are not legal
END = 1e-6  # share of the draws that is left out at either end
CHUNK = 4096  # decisions whose values are computed at once


class Deciding(Protocol):
    """What decides in a rollout; a `MicroNetwork` does."""

    dtype: torch.dtype

    @property
    def order(self) -> torch.Tensor: ...

    def encode(self, taken: torch.Tensor) -> Looked: ...
    def log_probabilities(self, looked: Looked, legal: torch.Tensor) -> torch.Tensor: ...
    def expected(self, looked: Looked) -> torch.Tensor: ...


class Rollout(NamedTuple):
    """Decisions of learning seats, M of them, on the network's device."""

    looked: Looked
    legal: torch.Tensor  # bool (M, actions)
    actions: torch.Tensor  # int64 (M,)
    log_probs: torch.Tensor  # float32 (M,), of the actions when they were drawn
    advantages: torch.Tensor  # float32 (M,), not normalised; nan where not known yet
    returns: torch.Tensor  # float32 (M,), what the value should have been; likewise

    def take(self, at: torch.Tensor) -> Rollout:
        """Some of the decisions, int64 (K,)."""
        looked, *others = self
        return Rollout(looked.take(at), *(part[at] for part in others))


class Decided(NamedTuple):
    """Of some decisions: the first four columns of a rollout."""

    looked: Looked
    legal: torch.Tensor
    actions: torch.Tensor
    log_probs: torch.Tensor

    def part(self, rows: slice | torch.Tensor) -> Decided:
        """Some of them, int64 (K,); a view for a slice."""
        looked, *others = self
        return Decided(looked.take(rows), *(part[rows] for part in others))


def space_for(network: Deciding, size: int, actions: int) -> Decided:
    """Memory for so many decisions among so many actions; floating numbers in a type of two bytes.

    It is asked for once: new memory for every rollout takes a tenth of the time.
    """
    half = torch.bfloat16 if network.dtype == torch.bfloat16 else torch.float16
    some = network.encode(torch.zeros((1, len(network.order)), device=network.order.device))
    new = some.numbers.new_empty
    types = [half if part.is_floating_point() else part.dtype for part in some]
    sizes = zip((part.shape[1] for part in some), types, strict=True)
    return Decided(
        Looked(*(new((size, width), dtype=kind) for width, kind in sizes)),
        new((size, actions), dtype=torch.bool),
        new(size, dtype=torch.int64),
        new(size, dtype=torch.float32),
    )


class Played(NamedTuple):
    """T decisions in each of N games. The M decisions of `made` are those that a seat learns from,
    step by step, in the order of the games.
    """

    made: Decided
    seats: np.ndarray  # int8 (T, N): the seat that learns from the decision, NONE for none
    rewards: np.ndarray  # float32 (T, N, 2): paid by each step
    done: np.ndarray  # bool (T, N): the game ended with it

    def judged(
        self, network: Deciding, gamma: float, gae_lambda: float
    ) -> tuple[np.ndarray, np.ndarray]:
        """What the network expected at the decisions of `made`, and by how much each was better:
        values and advantages, float32 (M,); an advantage is NaN where it is not known yet.
        """
        own = self.seats != NONE
        values = np.zeros(self.seats.shape, np.float32)
        values[own] = values_of(network, self.made.looked)
        gained = advantages(values, self.seats, self.rewards, self.done, gamma, gae_lambda)
        return values[own], gained[own]


class SelfPlay(TrainingGames):
    """Games of a network with itself and with partners; other arguments as for `TrainingGames`.

    Where the partner drawn is the network that learns, and in solo games, both seats learn;
    elsewhere one seat does. Where `seat` names one, it alone learns, but for solo games.

    tremble: share of the answers, of learners and partners alike, that become an acceptance (a
    trembling hand: Selten 1975). Without it players who bargain to the end never learn what
    their first offers lead to. answer: the decision that is such an answer, and the action that
    accepts; None: the game has none.
    """

    def __init__(
        self,
        n: int,
        scenario: Any = None,
        tremble: float = 0.0,
        answer: tuple[int, int] | None = None,
        **settings: Any,
    ) -> None:
        super().__init__(n, scenario, **settings)
        self.tremble, self._answer = tremble, answer
        self._network: object = None
        self._space: Decided | None = None
        self._learners = np.zeros(n, np.int8)
        self._returns = np.zeros((n, 2))
        self._decisions = np.zeros((n, 2), np.int64)

    def collect(
        self, network: MicroNetwork, steps: int, gamma: float, gae_lambda: float
    ) -> Rollout:
        """Play `steps` decisions in every game; those of the seats that the network plays.

        The next call writes into the same memory.
        """
        acting = network.for_play()
        played = self.play(network, acting, steps)
        values, gained = played.judged(acting, gamma, gae_lambda)
        known, device = torch.from_numpy(gained), network.order.device
        returns = known + torch.from_numpy(values)
        return Rollout(*played.made, known.to(device), returns.to(device))

    def play(self, network: object, acting: Deciding, steps: int) -> Played:
        """Play `steps` decisions in every game. The next call writes into the same memory.

        network: the one that learns, as the partners know it. acting: decides for it.
        """
        n = len(self._slots)
        if self._network is not network:
            self._network = network
            self._begin(self._slots)
        if self._space is None or len(self._space.actions) < steps * n:
            self._space = space_for(acting, steps * n, self.games.definition.n_actions)
        seats = np.full((steps, n), NONE, np.int8)
        rewards = np.zeros((steps, n, 2), np.float32)
        done = np.zeros((steps, n), np.bool_)
        filled = 0
        for t in range(steps):
            on_turn = self.games.seats
            accepts = self._accepts()
            learns = ((self._learners == ALL) | (on_turn == self._learners)) & ~accepts
            actions = self._partners_actions(np.flatnonzero(~learns & ~accepts))
            if self._answer is not None:
                actions[accepts] = self._answer[1]
            at = np.flatnonzero(learns)
            seats[t, at] = on_turn[at]
            into = self._space.part(slice(filled, filled + len(at)))
            if len(at):  # networks take no empty batch
                self._decide(acting, at, into)
            filled += len(at)
            actions[at] = into.actions.cpu().numpy()
            self._decisions[at, on_turn[at]] += 1
            rewards[t], done[t] = self._step(actions)
        return Played(self._space.part(slice(filled)), seats, rewards, done)

    def _accepts(self) -> np.ndarray:
        """Where an offer is accepted without asking its receiver, who does not learn from it."""
        if self._answer is None:
            return np.zeros(len(self._slots), np.bool_)
        asked, accept = self._answer
        answers = (self.games.games["decision"] == asked) & (self.games.masks[:, accept] > 0)
        accepted: np.ndarray = answers & (self._rng.random(len(answers)) < self.tremble)
        return accepted

    def _decide(self, network: Deciding, at: np.ndarray, into: Decided) -> None:
        """Decide in the games `at`, and write down there what was seen and done."""
        device = network.order.device
        taken = np.empty((len(at), len(network.order)), np.float32)
        take_columns(self.games.full_observations, at, network.order.cpu().numpy(), taken)
        with torch.no_grad():
            for column, part in zip(
                into.looked, network.encode(torch.from_numpy(taken).to(device)), strict=True
            ):
                column.copy_(part)
            into.legal.copy_(torch.from_numpy(self.games.masks[at]))
            draws = torch.from_numpy(self._rng.random((len(at), 1), np.float32)).to(device)
            likely = network.log_probabilities(into.looked, into.legal)
            into.actions.copy_(_drawn(likely, into.legal, draws))
            into.log_probs.copy_(likely.gather(1, into.actions[:, None])[:, 0])

    def _step(self, actions: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
        """Rewards (N, 2) and done (N,); games that end begin anew."""
        start = time.perf_counter()
        rewards, over = self.games.step(actions)
        self.seconds["engine"] += time.perf_counter() - start
        self._returns += rewards
        paid, done = rewards.astype(np.float32), over.copy()
        ended = np.flatnonzero(done)
        for slot in ended:
            seat = int(self._learners[slot])
            for learner in (0, 1) if seat == ALL else (seat,):
                total, decisions = self._returns[slot, learner], self._decisions[slot, learner]
                self._note(int(slot), learner, float(total), int(decisions))
        if len(ended):
            self._begin(ended)
        return paid, done

    def _begin(self, slots: np.ndarray) -> None:
        self._draw_partners(slots)
        seats = self._draw_seats(len(slots))
        partners = [getattr(self._partner_of[slot], "network", None) for slot in slots]
        itself = [network is self._network for network in partners]
        both = is_solo(self.games.games[slots])
        if self._seat is None:
            both = both | np.array(itself)
        self._learners[slots] = np.where(both, ALL, seats)
        self._returns[slots] = 0.0
        self._decisions[slots] = 0


def _drawn(likely: torch.Tensor, legal: torch.Tensor, draws: torch.Tensor) -> torch.Tensor:
    """Actions int64 (M,) by their log-probabilities (M, actions); draws (M, 1) in [0, 1).

    A draw of 0, or one that rounding lifts to the sum, would take an action that is all but
    impossible, and the ratio of its probabilities has no bound: both ends are left out.
    """
    rising = (likely.clamp(min=-FAR).exp() * legal).cumsum(1)  # further down exp is slow
    below = (END + draws * (1.0 - 2 * END)) * rising[:, -1:]
    return (rising > below).int().argmax(1)


def values_of(network: Deciding, looked: Looked) -> np.ndarray:
    """float32 (M,)."""
    if not len(looked.numbers):
        return np.zeros(0, np.float32)
    parts = zip(*(torch.split(part, CHUNK) for part in looked), strict=True)
    with torch.no_grad():
        expected = torch.cat([network.expected(Looked(*part)) for part in parts])
    values: np.ndarray = expected.cpu().numpy()
    return values
