"""Settings of runs of a game that adds none of its own; they need no torch."""

from __future__ import annotations

from typing import Any, cast

from pydantic import Field, create_model

from glory_env.game.bundle import Bundle
from glory_env.training.settings import AgentNames, ImitationSettings, RunSettings, TrainSettings

RANDOM = "random"  # teacher, partner and rival where no other is named


def plain_model(bundle: Bundle, is_training: bool) -> type[RunSettings]:
    """The model of a training or an imitation. The options of the game have to be a dataclass."""
    definition = bundle.definition()
    options = definition.options()
    fields: dict[str, Any] = {
        "game": (str, Field(bundle.name, description="which game is learnt")),
        "name": (str, Field(bundle.name, description="the run's folder is NAME-SEED")),
        "scenario": (str, Field(definition.default_scenario, description="its name, or a file")),
        "options": (type(options), Field(options, description="how games are played")),
        "teacher": (str, Field(RANDOM, description="agent that is imitated, by name")),
    }
    if is_training:
        names = {
            "scripts": "agents that play the other seat",
            "rivals": "whom it is evaluated with",
        }
        fields |= {k: (AgentNames, Field((RANDOM,), description=v)) for k, v in names.items()}
        fields["reward"] = (Any, Field("selfish", description="as the environment takes it"))
    base = TrainSettings if is_training else ImitationSettings
    model: Any = create_model(f"{bundle.name}_run", __base__=base, **fields)
    return cast(type[RunSettings], model)
