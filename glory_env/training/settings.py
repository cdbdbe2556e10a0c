"""What the settings of every run have in common."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Any, Literal

from pydantic import AfterValidator, BaseModel, ConfigDict, Field, field_validator

from glory_env.envs.agent import is_held_out
from glory_env.game.settings import ScenarioName
from glory_env.games.glory.engine.options import Options

GLORY, ALEUTIANS = GAMES = ("glory", "aleutians")
NAME = r"^\w[\w.-]*$"


def _none_held_out(names: tuple[str, ...]) -> tuple[str, ...]:
    for name in names:
        if is_held_out(name):
            raise ValueError(
                f"{name!r} is kept for measuring generalisation: expected agents as they are "
                "named, or with sliders of at most 0.7"
            )
    return names


AgentNames = Annotated[tuple[str, ...], AfterValidator(_none_held_out)]


class RunSettings(BaseModel):
    """Name, game, time and folder of a run; docs/training.md explains each."""

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    game: Literal["glory", "aleutians"] = Field("glory", description="which game is learnt")
    name: str = Field("run", pattern=NAME, description="the run's folder is NAME-SEED")
    seed: int = Field(0, ge=0, lt=2**31, description="of dice, seats, weights and sampling")
    scenario: ScenarioName = Field("glory", description="a scenario's name, or the path of a file")
    options: Options = Field(Options(), description="how games are played")
    solo_share: float = Field(
        0.0, ge=0, le=1, description="share of the games played under solo rules, floor 150"
    )

    minutes: float = Field(5.0, gt=0, description="training time; the rollout under way is ended")
    steps: int = Field(0, ge=0, description="end after so many transitions instead; 0: no limit")
    games: int = Field(200, ge=0, description="games of the comparison at the end; 0: none")
    checkpoint_minutes: float = Field(1.0, gt=0, description="between checkpoints")
    runs: Path = Field(Path("runs"), description="folder of the runs' folders")
    device: Literal["auto", "cpu", "cuda"] = Field(
        "auto",
        description="of a network for micro-steps; auto is a GPU where there is one",
    )
    threads: int = Field(1, ge=1, description="of torch; on CPU more is rarely faster")

    @field_validator("game")
    @classmethod
    def _of_this_model(cls, game: str) -> str:
        if game != (here := cls.model_fields["game"].default):
            raise ValueError(f"expected {here}")
        return game

    @property
    def folder(self) -> Path:
        """Where the run is kept."""
        return self.runs / f"{self.name}-{self.seed}"

    def plain(self) -> dict[str, Any]:
        """Every setting in values JSON and YAML know."""
        return self.model_dump(mode="json")
