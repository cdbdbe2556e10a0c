"""Glory as a game to learn."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

import numpy as np

from glory_agents.glory.perceptron import CONDITIONING
from glory_agents.glory.pointer import PointerNetwork
from glory_env.games.glory import GAME
from glory_env.games.glory.actions import ACCEPT, VERBS, table_hash
from glory_env.games.glory.curves import CURVES
from glory_env.games.glory.engine.observation import labels
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
from glory_env.games.glory.training import scalars
from glory_env.games.glory.training.compare import compared
from glory_env.games.glory.training.objectives import draw_objectives
from glory_env.games.glory.training.validation import evaluate
from glory_env.training.learnable import Learnable

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


def is_completed(finals: np.ndarray) -> np.ndarray:
    """Of finished games, bool (N,)."""
    completed: np.ndarray = finals["outcome"] == COMPLETED
    return completed


LEARNABLE = Learnable(
    name=GAME.name,
    vector=GloryVector,
    reward="cooperative",
    facts=facts,
    new_network=new_network,
    fixed_inputs=fixed_inputs,
    begin=draw_objectives,  # the teacher does not look at them: the network learns not to
    figures=scalars.of_episodes,
    in_words=scalars.in_words,
    success=is_completed,
    success_words="completes",
    evaluate=evaluate,
    compare=compared,
    curves=CURVES,
    answer=(ANSWER, ACCEPT),
    talks=TALKS,
)
