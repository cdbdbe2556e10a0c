"""Settings of runs of the Aleutians Campaign: those of Glory, but for what only Glory has."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

import tyro
from pydantic import AfterValidator, Field, field_validator

from glory_env.games.aleutians.engine.rewards import params
from glory_env.games.aleutians.options import Options
from glory_env.games.aleutians.scenario import load
from glory_env.training.config import Stage, TrainConfig
from glory_env.training.config_imitation import ImitationConfig
from glory_env.training.settings import NAME, AgentNames, RunSettings

if TYPE_CHECKING:
    import torch

ONLY_GLORY = "only in Glory"


def _existing(scenario: str) -> str:
    load(scenario)
    return scenario


ScenarioName = Annotated[str, AfterValidator(_existing)]
Nothing = Annotated[float, tyro.conf.Suppress, Field(ge=0, le=0, description=ONLY_GLORY)]


class AleutiansRun(RunSettings):
    """What both kinds of run have in common."""

    game: Literal["aleutians"] = Field("aleutians", description="which game is learnt")
    scenario: ScenarioName = Field("aleutians", description="a scenario's name, or a file's path")
    options: Options = Field(  # type: ignore[assignment]  # those of Glory are others
        Options(), description="how games are played"
    )
    solo_share: Nothing = 0.0


class AleutiansImitation(AleutiansRun, ImitationConfig):
    """Settings of an imitation; docs/training.md explains each."""

    name: str = Field("aleutians", pattern=NAME, description="the run's folder is NAME-SEED")
    teacher: str = Field("aggressive", description="agent whose decisions are learnt, by name")
    allies_teacher: str = Field("", description="another one for the Allies; empty: the same")
    records: Annotated[str, tyro.conf.Suppress] = Field("", max_length=0, description=ONLY_GLORY)
    seat: Annotated[Literal["both"], tyro.conf.Suppress] = Field("both", description=ONLY_GLORY)
    memory: int = Field(50_000, ge=1, description="decisions kept, of which older ones are drawn")

    precision: Literal["auto", "float32", "bfloat16"] = Field(
        "auto", description="of the network's matrix products, as in training"
    )

    @property
    def products(self) -> torch.dtype:
        from glory_agents.learned.micro import products_in  # not for --help alone
        from glory_env.training.partners import device_for

        return products_in(self.precision, device_for(self.device))

    @property
    def teachers(self) -> tuple[str, ...]:
        return (self.teacher, self.allies_teacher) if self.allies_teacher else (self.teacher,)


class AleutiansTraining(AleutiansRun, TrainConfig):
    """Settings of a training; docs/training.md explains each."""

    name: str = Field("aleutians", pattern=NAME, description="the run's folder is NAME-SEED")
    reward: Any = Field(
        "outcome", description="outcome, or five numbers of Japan, from the worst level on"
    )
    interface: Literal["flat"] = Field("flat", description="every micro-step")
    teacher: str = Field("aggressive", description="agent that is imitated, by name")
    seat: Literal["both", "japan", "allies"] = Field(  # type: ignore[assignment]  # other seats
        "both", description="which seat learns; the other one is then played by partners alone"
    )
    pull_talks: Nothing = 0.0
    tremble: Nothing = 0.0
    usual: Nothing = 0.0
    survival: Nothing = 0.0
    curriculum: Annotated[tuple[Stage, ...], tyro.conf.Suppress] = Field(
        (), max_length=0, description=ONLY_GLORY
    )
    scripts: AgentNames = Field(
        ("historical", "aggressive", "defensive", "careful"),
        description="agents that play the other seat, by name",
    )
    rivals: AgentNames = Field(("historical",), description="agents it is evaluated with")
    layers: tuple[int, int] = Field((384, 384), description="hidden layers")

    @field_validator("reward", mode="before")
    @classmethod
    def _reward_exists(cls, reward: Any) -> Any:
        params(reward, None, None)
        return reward

    def options_of(self, stage: Stage | None) -> dict[str, Any]:
        return self.options.as_dict()
