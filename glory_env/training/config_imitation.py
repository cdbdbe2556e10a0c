"""Settings of an imitation; they need no torch."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal

from pydantic import Field, model_validator

from glory_env.training.settings import NAME, AgentNames, RunSettings

if TYPE_CHECKING:
    import torch

Seats = Literal["both", "person", "army", "navy"]  # whose decisions of the records count


class ImitationConfig(RunSettings):
    """Settings of an imitation; docs/training.md explains each."""

    name: str = Field("imitation", pattern=NAME, description="the run's folder is NAME-SEED")
    teacher: str = Field(
        "cooperative-macro-0", description="agent whose decisions are learnt, by name"
    )
    records: str = Field(
        "", description="file or folder of game records to learn from in place of a teacher"
    )
    seat: Seats = Field("both", description="whose decisions of the records are learnt")
    start: str = Field("", description="network to begin with, as in training; empty: a new one")
    script_share: float = Field(
        0.0, ge=0, le=1, description="share of the games in which an agent of scripts has a seat"
    )
    scripts: AgentNames = Field((), description="agents that play a seat there, by name")
    slots: int = Field(512, ge=1, description="games side by side")
    batch: int = Field(2048, ge=2, description="decisions of a gradient step")
    memory: int = Field(200_000, ge=1, description="decisions kept, of which older ones are drawn")
    by_kind: bool = Field(
        False, description="keep as many of each kind of decision, rare ones too; not of records"
    )
    priority: float = Field(
        0.0,
        ge=0,
        le=1,
        description="exponent of the loss, by which older ones are drawn more often",
    )
    alone: float = Field(
        0.2, ge=0, le=1, description="share of the run in which the teacher alone plays"
    )
    steered: float = Field(
        0.8, ge=0, le=1, description="largest share of the games that the network plays"
    )
    learning_rate: float = Field(1e-3, gt=0, description="at its highest")
    layers: tuple[int, int] = Field((384, 384), description="hidden layers")
    interface: Literal["flat"] = Field("flat", description="every micro-step")
    activation: Literal["relu"] = Field("relu", description="between the layers")

    @model_validator(mode="after")
    def _fits_together(self) -> ImitationConfig:
        if self.script_share > 0 and not self.scripts:
            raise ValueError("script_share is above 0, but scripts names no agent")
        if self.seat != "both" and not self.records:
            raise ValueError("seat: expected with records; a teacher is asked in both seats")
        if self.by_kind and self.records:
            raise ValueError("by_kind: expected with a teacher; of records all are kept")
        return self

    @property
    def products(self) -> torch.dtype:
        """Of the network's matrix products."""
        import torch  # not for --help alone

        return torch.float32

    @property
    def teachers(self) -> tuple[str, ...]:
        """One for both seats, or one for each."""
        return (self.teacher,)
