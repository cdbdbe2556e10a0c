"""Settings of runs of the Aleutians Campaign: what this game adds."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field, field_validator

from glory_env.games.aleutians.engine.rewards import params
from glory_env.games.aleutians.options import Options
from glory_env.games.aleutians.scenario.load import load
from glory_env.training.settings import (
    NAME,
    AgentNames,
    ImitationSettings,
    Precision,
    RunSettings,
    TrainSettings,
)

if TYPE_CHECKING:
    import torch


def _existing(scenario: str) -> str:
    load(scenario)
    return scenario


ScenarioName = Annotated[str, AfterValidator(_existing)]


class AleutiansRun(RunSettings):
    """What both kinds of run have in common."""

    game: str = Field("aleutians", description="which game is learnt")
    name: str = Field("aleutians", pattern=NAME, description="the run's folder is NAME-SEED")
    scenario: ScenarioName = Field("aleutians", description="a scenario's name, or a file's path")
    options: Options = Field(Options(), description="how games are played")


class AleutiansImitation(AleutiansRun, ImitationSettings):
    """Settings of an imitation; docs/training.md explains each."""

    teacher: str = Field("aggressive", description="agent whose decisions are learnt, by name")
    allies_teacher: str = Field("", description="another one for the Allies; empty: the same")
    memory: int = Field(50_000, ge=1, description="decisions kept, of which older ones are drawn")
    precision: Precision = Field(
        "auto", description="of the network's matrix products, as in training"
    )

    @property
    def products(self) -> torch.dtype:
        from glory_agents.learned.micro import products_in  # not for --help alone
        from glory_env.training.partners import device_for

        return products_in(self.precision, device_for(self.device))

    @property
    def teachers(self) -> tuple[str, ...]:
        if self.records or not self.allies_teacher:
            return super().teachers
        return self.teacher, self.allies_teacher


class AleutiansTraining(AleutiansRun, TrainSettings):
    """Settings of a training; docs/training.md explains each."""

    reward: Any = Field(
        "outcome", description="outcome, or five numbers of Japan, from the worst level on"
    )
    teacher: str = Field("aggressive", description="agent that is imitated, by name")
    seat: Literal["both", "japan", "allies"] = Field(
        "both", description="which seat learns; the other one is then played by partners alone"
    )
    scripts: AgentNames = Field(
        ("historical", "aggressive", "defensive", "careful"),
        description="agents that play the other seat, by name",
    )
    rivals: AgentNames = Field(("historical",), description="agents it is evaluated with")

    @field_validator("reward", mode="before")
    @classmethod
    def _reward_exists(cls, reward: Any) -> Any:
        params(reward, None, None)
        return reward
