"""The pace of a game on the table: whether it goes on now, and how fast without a person."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from glory_env.games.glory.play import messages as m
from glory_env.games.glory.play.session import GlorySession
from glory_env.play.messages import Refusal


@dataclass
class Pace:
    """How a game without a person goes on: by itself, so many seconds a choice, or by steps."""

    playing: bool = True
    delay: float = 0.7
    steps: int = 0

    def goes_on(self, session: GlorySession) -> bool:
        """Whether agents play now, or the only legal choice is made."""
        if session.is_over or session.is_replay or session.waits_for:
            return False
        return bool(session.seats) or self.playing or self.steps > 0

    def change(self, message: m.Pace, session: GlorySession) -> None:
        """As a page asks for it; Refusal where a person plays."""
        if session.seats or session.is_replay:
            raise Refusal("not_now", "pace: only a game that is watched has one")
        if message.playing is not None:
            self.playing = message.playing
        if message.delay is not None:
            self.delay = message.delay
        self.steps = 1 if message.step else 0

    def view(self) -> dict[str, Any]:
        """The part `pace` of the message `state`."""
        return {"playing": self.playing, "delay": self.delay}
