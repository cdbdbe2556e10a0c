"""Every decision of the game as one object; the compiled dispatch is written from them."""

from __future__ import annotations

from typing import NamedTuple

from glory_env.games.empire import machine
from glory_env.games.empire.state import NO_DECISION


class Decision(NamedTuple):
    """One thing that a side is asked."""

    code: int  # number in the record of the game; `machine.DECISIONS` names it
    module: str  # of `rules`, with `legal_<name>` and `apply_<name>`
    continues: bool = False  # goes on with the choice that another decision began

    @property
    def name(self) -> str:
        return machine.DECISIONS[self.code]


# By code. The first is what stands in the record while nobody is asked.
ALL = (
    Decision(NO_DECISION, ""),
    Decision(machine.NEXT_BATTLE, "offensive"),
    Decision(machine.HIT, "hits"),
    Decision(machine.SURVIVOR, "hits"),
    Decision(machine.WEAK_CRITICAL, "hits"),
    Decision(machine.SHIFT_FROM, "carrier_shift"),
    Decision(machine.SHIFT_TO, "carrier_shift", continues=True),
    Decision(machine.RETREAT, "retreat"),
    Decision(machine.MOVE_AFTER_UNIT, "afterwards"),
    Decision(machine.MOVE_AFTER_PLACE, "afterwards", continues=True),
    Decision(machine.EMERGENCY, "emergency"),
    Decision(machine.OVER_STACK, "stacking"),
)
