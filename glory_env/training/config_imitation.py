"""Settings of an imitation of Glory; they need no torch."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import Field, model_validator

from glory_env.training.config import GloryRun
from glory_env.training.settings import NAME, ImitationSettings

if TYPE_CHECKING:
    from glory_env.training.cloning import Decisions

Seats = Literal["both", "person", "army", "navy"]  # whose decisions of the records count


class ImitationConfig(GloryRun, ImitationSettings):
    """Settings of an imitation of Glory; docs/training.md explains each."""

    name: str = Field("imitation", pattern=NAME, description="the run's folder is NAME-SEED")
    teacher: str = Field(
        "cooperative-macro-0", description="agent whose decisions are learnt, by name"
    )
    records: str = Field(
        "", description="file or folder of game records to learn from in place of a teacher"
    )
    seat: Seats = Field("both", description="whose decisions of the records are learnt")

    @model_validator(mode="after")
    def _records_fit(self) -> ImitationConfig:
        if self.seat != "both" and not self.records:
            raise ValueError("seat: expected with records; a teacher is asked in both seats")
        if self.by_kind and self.records:
            raise ValueError("by_kind: expected with a teacher; of records all are kept")
        return self

    @property
    def changing(self) -> frozenset[str]:
        return super().changing | {"objective"}

    @property
    def teachers(self) -> tuple[str, ...]:
        return () if self.records else (self.teacher,)

    @property
    def taught_by(self) -> str:
        return self.records or self.teacher

    def recorded(self) -> Decisions | None:
        from glory_env.training.cloning import recorded_decisions  # which needs more than --help

        if not self.records:
            return None
        return recorded_decisions(Path(self.records), self.scenario, self.seat)

    @property
    def solo_part(self) -> float:
        return self.solo_share
