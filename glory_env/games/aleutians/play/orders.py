"""Orders: several micro-steps that a person has accepted, given one after the other.

They are ordinary choices. They end early where something is asked that they do not answer, or
where something has happened that the person should see first.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import DONE, NO, PASS
from glory_env.games.aleutians.play.staff import proposal
from glory_env.text.lazy import Say, Text

IDLE = (PASS, DONE, NO)
# Where "no" is an answer that a person should have seen in the plan.
GRAVE = {"soviet_entry", "second_phase", "conditional_force", "change_strategy"}
# What the enemy or the dice bring about: a plan does not foresee it.
SUDDEN = {
    "spot_attack", "search_submarine", "cargo_loss", "aim", "cover", "air_loss", "declare",
    "declare_enemy", "line", "shift", "fire", "gunfire", "landing_battle", "ground_loss", "event",
    "event_unit", "long_shot",
}  # fmt: skip
# What follows from the plan; it is done as it is best by then.
ROUTINE = {
    "air_order", "aim", "bomb", "battle_area", "return_aircraft", "return_boat", "rebase",
    "rebase_spot",
}  # fmt: skip
# The same where the plan is one for a surface battle.
BATTLE = {"declare", "declare_enemy", "line", "shift", "fire"}
IN_BATTLE = {"line", "shift"}
# The time in which fleets are looked for: one that is found ends a plan when it is over.
LOOKING = {"recon_boat", "recon_aircraft", "recon_node", "spot_attack", "search_submarine"}


Alarms = dict[tuple[str, str], str]  # fact -> why it ends a plan, a key of `staff.stopped`


class Step(NamedTuple):
    """One micro-step: the name of the decision, and the action that answers it."""

    decision: str
    action: int


class Orders:
    """Steps that are being taken.

    of_staff: a proposed plan. Its steps are taken as long as the staff would still take them; where
    the plan does nothing, nothing is done, to the end of the phase. number: of the choices these
    orders make, for undo. game: as it stands when they are given. known: the `alarms` that the
    person has heard of.
    """

    def __init__(
        self, game: Any, steps: Sequence[Step], number: int, known: Alarms, *, of_staff: bool
    ) -> None:
        self.steps, self.number, self.of_staff = list(steps), number, of_staff
        self.known = known
        self._at = 0
        self._when = when(game)
        self.lasts = of_staff and game.decision not in SUDDEN
        # The same question again in this phase has the same answer: that of the staff.
        again = {game.decision} | (IN_BATTLE if game.decision in BATTLE else set())
        self._details: set[str] = ROUTINE if self.lasts else again if of_staff else set()

    @property
    def is_done(self) -> bool:
        return self._at >= len(self.steps)

    def alarm(self, decision: str, now: Alarms) -> str:
        """The news that ends these orders before a decision; empty where none does."""
        for fact, key in now.items():
            is_early = key == "found" and decision in LOOKING
            is_meant = key == "battle" and not self.lasts
            if fact not in self.known and not is_early and not is_meant:
                return key
        return ""

    def answer(self, game: Any) -> int | None:
        """The action for the pending decision; None where the orders do not answer it."""
        decision, legal = game.decision, set(game.legal_actions())
        is_detail = decision in self._details
        if when(game) != self._when or (self.is_done and not self.lasts and not is_detail):
            self._at = len(self.steps)
            return None
        wanted = proposal(game) if self.of_staff else None
        if is_detail:
            self._at += not self.is_done and self.steps[self._at].decision == decision
            return wanted
        for k in range(self._at, len(self.steps)):
            step = self.steps[k]
            if step.decision == decision:
                if step.action in legal and wanted in (None, step.action):
                    self._at = k + 1
                    return step.action
                if step.action not in IDLE:
                    return None
            elif not self.of_staff:
                return None
        is_open = self.lasts and wanted in IDLE and decision not in GRAVE | SUDDEN
        return wanted if is_open else None


def when(game: Any) -> tuple[int, ...]:
    """Turn and phase of operations, with the victory check as a phase of its own."""
    g = game.record
    return int(g.turn), int(g.op), int(g.phase in (st.VICTORY, st.OVER))


def alarms(view: dict[str, Any], own: set[str]) -> Alarms:
    """What ends a plan where it is new.

    view: the position as the seat sees it. own: ids of its ships and ground units.
    """
    facts = {
        ("found", one["id"]): "own_found" if one.get("supply") is not None else "found"
        for one in view["fleets"]
        if one["found"]
    }
    for unit in own & view["units"].keys():
        one = view["units"][unit]
        if one["place"] == "lost":
            facts["lost", unit] = "lost"
        elif one.get("damaged"):
            facts["damaged", unit] = "lost"
    if view["battle"]:
        facts["battle", view["battle"]["sea"]] = "battle"
    return facts


def why(key: str) -> Text:
    """Why orders have ended before their last step."""
    return Say(f"staff.stopped.{key}")
