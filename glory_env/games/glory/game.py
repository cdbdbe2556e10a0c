"""One game of Glory in plain Python terms; `glory_env.game.play` plays it."""

from __future__ import annotations

from typing import Any

from glory_env.core.arrays import Array
from glory_env.game.definition import Line
from glory_env.game.play import DiceError, GamePlay, IllegalChoice
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import AMOUNT
from glory_env.games.glory.definition import GLORY
from glory_env.games.glory.engine.options import Options
from glory_env.games.glory.generated import records
from glory_env.games.glory.rules import victory
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.trace import place_name

__all__ = ["DiceError", "Game", "IllegalChoice"]


class Game(GamePlay):
    """One game of Glory, standing at a decision or over; arguments as for `GamePlay`."""

    definition = GLORY
    record: records.Game
    scenario: Scenario
    options: Options

    # --- reading -------------------------------------------------------------------------
    @property
    def total(self) -> int:
        return int(self.record.total)

    @property
    def gp(self) -> dict[str, int]:
        return {name: int(self.record.gp[k]) for k, name in enumerate(st.SERVICES)}

    @property
    def allotment(self) -> dict[str, int]:
        return _by_use(self.record.allotment)

    @property
    def left(self) -> dict[str, int]:
        return _by_use(self.record.left)

    @property
    def method(self) -> str:
        return st.METHODS[self.record.convoy_method]

    @property
    def winner(self) -> str:
        """army, navy or draw after completion, else none (18-2-2)."""
        if self.record.outcome != st.COMPLETED:
            return "none"
        ahead = int(victory.winner(self.record, self.scenario.tables[0]))
        return "draw" if ahead == st.NONE else st.SERVICES[ahead]

    @property
    def solo_victory(self) -> bool:
        """Completed with both services above the solo mark (R18-2-2c)."""
        return bool(victory.is_solo_victory(self.record, self.scenario.tables[0]))

    def counter(self, counter_id: str) -> int:
        """Number of a counter; KeyError for an unknown id."""
        try:
            return self.scenario.counters.index(counter_id)
        except ValueError:
            raise KeyError(f"no counter {counter_id!r} in scenario {self.scenario.name}") from None

    def box(self, counter_id: str) -> str:
        """Box id, or pool, track, removed, aside."""
        return place_name(self.scenario, int(self.record.place[self.counter(counter_id)]))

    def space(self, counter_id: str) -> int:
        return int(self.record.space[self.counter(counter_id)])

    def damage(self, counter_id: str) -> int:
        return int(self.record.damage[self.counter(counter_id)])

    def is_active(self, counter_id: str) -> bool:
        return bool(self.record.active[self.counter(counter_id)])

    def marker(self, marker_id: str) -> str:
        """Box id, or base."""
        m = self.scenario.markers.index(marker_id)
        step = int(self.record.marker_step[m])
        if step == 0:
            return "base"
        return self.scenario.boxes[int(self.scenario.tables[0].route[m, step - 1])]

    def summary(self, decisions: int) -> Line:
        """How the game ended after so many decisions, for the footer of its record."""
        footer = {
            "gp": self.gp,
            "completed": self.outcome == "completed",
            "outcome": self.outcome,
            "cause": self.cause,
            "turn": self.turn,
            "winner": self.winner,
            "decisions": decisions,
        }
        return {**footer, "solo_victory": self.solo_victory} if self.options.solo else footer

    def _fitting(self, parts: dict[int, dict[str, Any]], choice: dict[str, Any]) -> list[int]:
        if self.record.decision == st.OFFER_CIVIL:
            return self._civil_of_offer(choice)
        return super()._fitting(parts, choice)

    def _civil_of_offer(self, choice: dict[str, Any]) -> list[int]:
        """The first micro-step of an offer: civil is what army and navy leave on the grid."""
        if set(choice) != {"army", "navy"} or any(type(v) is not int for v in choice.values()):
            return []
        on_grid = self.total - self.total % int(self.record.opt_grid)
        civil = on_grid - choice["army"] - choice["navy"]
        action = AMOUNT + civil // st.STEP
        fits = 0 <= civil <= on_grid and civil % st.STEP == 0
        return [action] if fits and self.mask[action] else []


def _by_use(shares: Array[int]) -> dict[str, int]:
    return {name: int(shares[k]) for k, name in enumerate((*st.SERVICES, "civil"))}
