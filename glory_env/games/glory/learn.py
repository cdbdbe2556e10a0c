"""Glory as a game to learn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from glory_agents.learned.network import CONDITIONING
from glory_agents.learned.pointer import PointerNetwork
from glory_env.envs.vector import GameVector
from glory_env.games.glory.actions import ACCEPT, VERBS, table_hash
from glory_env.games.glory.engine.observation import labels
from glory_env.games.glory.engine.rewards import COS, SIN
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.sections import OBSERVATION_SIZE, OBSERVATION_VERSION, SECTIONS
from glory_env.games.glory.state import (
    ANSWER,
    COMPLETED,
    CONCEDE,
    ESCORT_GRANT,
    OFFER_ARMY,
    OFFER_CIVIL,
    PAY,
    SUPPORT,
)
from glory_env.training import scalars
from glory_env.training.compare import compared
from glory_env.training.games import draw_angles
from glory_env.training.learnable import Learnable
from glory_env.training.settings import GLORY
from glory_env.training.validation import evaluate

TALKS = (OFFER_CIVIL, OFFER_ARMY, ANSWER, CONCEDE, ESCORT_GRANT, SUPPORT, PAY)


def facts() -> dict[str, Any]:
    """What a network depends on beside the scenario."""
    return {
        "action_table": {"verbs": len(VERBS), "hash": table_hash()},
        "observation_version": OBSERVATION_VERSION,
        "observation_size": OBSERVATION_SIZE,
    }


def new_network(scenario: Any, layers: Sequence[int]) -> PointerNetwork:
    """One network for both seats."""
    return PointerNetwork(scenario.tables[0]["face"], layers)


def fixed_inputs(observation: np.ndarray, varying: Collection[str]) -> dict[str, float]:
    """What a network is always shown of objective and options: label -> number.

    observation: float32 (OBSERVATION_SIZE,), of a game as in training. varying: sections that
    have changed in training and therefore mean something to the network.
    """
    names, numbers = labels(), observation.tolist()
    fixed = [s for s in SECTIONS if s.name in CONDITIONING and s.name not in varying]
    return {names[k]: numbers[k] for s in fixed for k in range(s.start, s.stop)}


def begin(games: GameVector, slots: np.ndarray, rng: np.random.Generator) -> None:
    """What the seats are paid for: the teacher does not look at that, so the network learns not
    to.
    """
    for slot in slots:
        games.params[slot, :, [COS, SIN]] = draw_angles(rng)
    games.refresh()


def is_completed(finals: np.ndarray) -> np.ndarray:
    """Of finished games, bool (N,)."""
    completed: np.ndarray = finals["outcome"] == COMPLETED
    return completed


LEARNABLE = Learnable(
    name=GLORY,
    vector=GloryVector,
    reward="cooperative",
    facts=facts,
    new_network=new_network,
    fixed_inputs=fixed_inputs,
    begin=begin,
    figures=scalars.of_episodes,
    in_words=scalars.in_words,
    success=is_completed,
    success_words="completes",
    evaluate=evaluate,
    compare=compared,
    answer=(ANSWER, ACCEPT),
    talks=TALKS,
)
