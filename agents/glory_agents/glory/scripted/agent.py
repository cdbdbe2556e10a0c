"""The Python agent around a script."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_agents.glory.scripted.plan import first_order, make_plan, need
from glory_agents.glory.scripted.rows import COMMANDERS, NEGOTIATORS, PLAN, PRODUCERS, both
from glory_agents.glory.scripted.script import script_all, script_one
from glory_env.core.stepping import LOOK
from glory_env.core.trace import blank_trace
from glory_env.envs.agent import Draws, GamesView, GameView
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.describe import describe
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.state import (
    ACTIVATE,
    ARMY,
    COMBAT,
    CONVOY,
    DECISIONS,
    MOVE_LAND,
    MOVE_PIECE,
    NAVY,
    NONE,
    PRODUCTION,
    SERVICES,
    TONNAGE,
)

WEIGHED = 32  # plays of a decision by which its likeliest actions are found


class ScriptedAgent:
    """Plays a row of parameters; in solo, where it may hold both services, too.

    name: for `explain`. row: SCRIPT (1,), see `glory_agents.glory.scripted.rows.script_row`.
    """

    def __init__(self, name: str, row: np.ndarray) -> None:
        self.name = name
        self.row = row
        self._rows = both(row)
        self.reset("army", 0)

    def reset(self, seat: str, seed: int) -> None:
        self._draws = Draws(seat, seed)
        self._last: tuple[Any, np.ndarray, int] | None = None

    def act(self, observation: Any, mask: np.ndarray, env_view: GameView) -> int:
        games, scenario = env_view.records(), env_view.scenario
        action = int(script_one(games, 0, scenario.tables, self._rows[0], mask, self._draws.next()))
        self._last = scenario, games, action
        return action

    def act_batch(
        self, observations: Any, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        actions = np.empty(len(draws), np.int64)
        script_all(view.records(), view.scenario.tables, self._rows, masks, draws, actions)
        return actions

    def explain(self) -> str:
        """The last action and what the script went by; worked out only when asked for."""
        if self._last is None:
            return "nothing has been decided yet"
        scenario, games, action = self._last
        return f"{describe(scenario, action, games[0])}: {self._reason(scenario, games)}"

    def weigh(self) -> tuple[str, list[tuple[int, float]]]:
        """How often its draws lead to which action of the last decision, the likeliest first."""
        if self._last is None:
            return "", []
        scenario, games, _ = self._last
        about = f"share of {WEIGHED} draws of the script that lead to it"
        return about, shares(scenario, games, np.repeat(self._rows, WEIGHED, axis=0))

    def _reason(self, scenario: Any, games: np.ndarray) -> str:
        g, s, p = games[0], scenario.tables[0], self.row[0]
        seat = int(g.actor)
        if g.phase == TONNAGE:
            needs = need(g, s, p, ARMY), need(g, s, p, NAVY)
            return (
                f"the {NEGOTIATORS[p.negotiator]} negotiator of {self.name} reckons that the army "
                f"needs {needs[ARMY]} and the navy {needs[NAVY]} of {g.total}, "
                f"and wants {p.civil:.0%} civil"
            )
        if g.phase == PRODUCTION:
            return f"the {PRODUCERS[p.producer]} producer of {self.name} wants that most"
        words = f"the {COMMANDERS[p.commander]} commander of {self.name}"
        if ACTIVATE <= g.decision <= MOVE_LAND:
            plan = np.zeros(1, PLAN)
            budget = int(g.left[seat]) if g.decision == ACTIVATE else 0
            make_plan(plan, g, s, p, seat, budget)
            if g.decision == ACTIVATE and (u := first_order(plan, s)) != NONE:
                box, gain = scenario.boxes[int(plan[0].target[u])], float(plan[0].gain[u])
                return f"{words} wants it in {box}, worth {gain:.1f} GP more than its price"
            if g.decision in (ACTIVATE, MOVE_PIECE):
                return f"{words} goes by its plan for the {SERVICES[seat]}"
            return f"{words} finds most for it there"
        if g.phase in (COMBAT, CONVOY):
            return f"{words} weighs 10 units of shipping as {p.care:g} GP"
        return f"{words} always decides {DECISIONS[g.decision].replace('_', ' ')} so"


def shares(scenario: Scenario, games: np.ndarray, rows: np.ndarray) -> list[tuple[int, float]]:
    """Which actions the scripts take in a position, GAME (1,), and the share of each.

    rows: SCRIPT (R, 2), army and navy; their draws are spread evenly over [0, 1).
    """
    count = len(rows)
    mask = np.zeros((1, N_ACTIONS), np.int8)
    kernels.step(games.copy(), 0, scenario.tables, blank_trace(), mask[0], LOOK, False)
    actions, draws = np.empty(count, np.int64), (np.arange(count) + 0.5) / count
    masks = np.repeat(mask, count, axis=0)
    script_all(np.repeat(games, count), scenario.tables, rows, masks, draws, actions)
    taken, times = np.unique(actions, return_counts=True)
    order = np.argsort(-times, kind="stable")
    return [(int(taken[k]), float(times[k]) / count) for k in order]
