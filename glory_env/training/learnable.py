"""What training needs to know of a game, beside its definition.

The trainer, its games and its checkpoints are the same for every game; what differs stands here.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from glory_env.envs.vector import GameVector
from glory_env.game.bundle import Bundle
from glory_env.games import game
from glory_env.training import plain
from glory_env.training.games import Begin, Episodes

if TYPE_CHECKING:  # it imports torch
    from glory_agents.learned.micro import MicroNetwork


@dataclass(frozen=True)
class Learnable:
    """One game.

    reward: of an imitation, which pays nobody. answer: decision and action of a trembling hand
    (`selfplay.SelfPlay`); None: there is none. talks: decisions where a seat deals with the other
    one. seat_networks: whether each seat has a network of its own.
    """

    name: str
    vector: type[GameVector]
    reward: Any
    # facts() -> what a network depends on beside the scenario, in plain values.
    facts: Callable[[], dict[str, Any]]
    # new_network(scenario, layers) -> a network for every micro-step, of both seats.
    new_network: Callable[[Any, Sequence[int]], MicroNetwork]
    # success(finals) -> bool (N,), counted in imitation; its words. Default: nothing is counted.
    success: Callable[[np.ndarray], np.ndarray] = lambda finals: np.zeros(0, np.bool_)
    success_words: str = ""
    # fixed_inputs(observation, varying) -> what a network is always shown, label -> number.
    fixed_inputs: Callable[[np.ndarray, Collection[str]], dict[str, float]] = lambda *_: {}
    # Prepares games of an imitation that begin.
    begin: Begin = lambda *_: None
    # figures(episodes) -> scalars of a rollout; empty but for the count where no game ended.
    figures: Callable[[Episodes], dict[str, float]] = plain.figures
    # in_words(figures) -> the same for the progress bar.
    in_words: Callable[[dict[str, float]], str] = plain.in_words
    # evaluate(config, player, rivals) -> scalars evaluation/..., evaluation/score among them.
    evaluate: Callable[..., dict[str, float]] = plain.evaluate
    # compare(config, policy, folder of the network before imitation or None) -> plain values, and
    # what is printed of them at the end of a run.
    compare: Callable[..., tuple[dict[str, Any], str]] = plain.compare
    # Scalars of its rollouts that are kept as curves beside a network that the project adopts ->
    # what they are in a picture; empty: not drawn.
    curves: Mapping[str, str] = field(default_factory=dict)
    answer: tuple[int, int] | None = None
    talks: tuple[int, ...] = ()
    seat_networks: bool = False

    def load(self, scenario: Any) -> Any:
        """The scenario of a name or path."""
        return self.vector.definition.scenario(scenario)


def learnable(name: str) -> Learnable:
    """The game of the settings, by name."""
    bundle = game(name)
    return bundle.learnable() or _plain(bundle)


def _plain(bundle: Bundle) -> Learnable:
    """Of a game that brings nothing for it."""
    from glory_agents.learned.plain import PlainNetwork, facts

    definition = bundle.definition()
    return Learnable(
        name=bundle.name,
        vector=bundle.vector(),
        reward=plain.REWARD,
        facts=lambda: facts(definition),
        new_network=lambda scenario, layers: PlainNetwork(definition, layers),
    )
