"""Partners with a character, as agents: `sakaki`, `kuroda:level=3`.

The talks are always the character's own: offers, answers, requests and what it grants. Its level
is how well it plays on the board: some decisions are careful random ones (1 to 4), all are the
network's (5), or a planner improves on the network's orders at the start of each turn (6).
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_agents.base import Agent, AgentError, Entry
from glory_agents.glory.characters.bargain import remembered_wrong
from glory_agents.glory.characters.hands import NetworkHand, ScriptHand
from glory_agents.glory.characters.style import TALKS, Mind, base, build
from glory_agents.glory.characters.style import act as bargain
from glory_agents.glory.characters.traits import (
    CHARACTERS,
    PLANNER,
    RANDOM_SHARE,
    SECONDS,
    WEAKEST,
    Traits,
)
from glory_agents.glory.scripted.plan import make_plan
from glory_agents.glory.scripted.rows import PLAN
from glory_agents.glory.strangers import Stranger
from glory_agents.learned.shipped import scenario_of
from glory_agents.number_parameters import whole
from glory_env.envs.agent import Draws, GamesView, GameView
from glory_env.games.glory.actions import END
from glory_env.games.glory.decisions import ALL
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.state import ACTIVATE, NONE, PRODUCE

GROUP = "partners with a character"
_IS_TALK = np.array([decision.talk for decision in ALL])


class Character:
    """A character at a level of 1 to 5.

    name: of CHARACTERS. It remembers nothing itself: what it remembers is read from the record of
    the game.
    """

    def __init__(self, name: str, level: int) -> None:
        self.name, self.level = name, level
        self.traits: Traits = CHARACTERS[name]
        t = self.traits
        self._moods = {"calm": t.calm, "cross": t.cross}
        self._network: NetworkHand | None = None
        self._trained_in = scenario_of(self.traits.network)
        self._script = ScriptHand(self._moods)
        self._careful = Stranger("careful_random")
        self.reset("army", 0)

    def reset(self, seat: str, seed: int) -> None:
        self._draws = Draws(seat, seed)
        self._last: tuple[Any, ...] | None = None
        self.at_random = False

    def check(self, scenario: Scenario) -> None:
        """Loads the network where it fits; AgentError where that cannot be."""
        self._hand(scenario)

    def _hand(self, scenario: Scenario) -> NetworkHand | ScriptHand:
        if scenario.id != self._trained_in:
            return self._script
        if self._network is None:
            self._network = NetworkHand(self.traits.network, self._moods)
        return self._network

    # --- playing ---------------------------------------------------------------------------
    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: GameView) -> int:
        view = GamesView(env_view.scenario, env_view.records(), np.zeros(1, np.int64))
        draws = np.array([self._draws.next()])
        action = int(self.act_batch(observation[None], mask[None], draws, view)[0])
        games = view.records()
        self.at_random = bool(self._is_random(games, draws)[0])
        self._last = observation.copy(), mask.copy(), action, env_view, str(self._mood(games)[0])
        return action

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: GamesView
    ) -> np.ndarray:
        games, hand = view.records(), self._hand(view.scenario)
        is_random, moods = self._is_random(games, draws), self._mood(games)
        share = RANDOM_SHARE[self.level]
        # What a draw decides first is cut off, so that the rest is uniform again.
        rest = np.where(is_random, draws / max(share, 1e-9), (draws - share) / max(1 - share, 1e-9))
        rest = np.clip(np.where(_IS_TALK[games["decision"]], draws, rest), 0.0, 1.0 - 1e-9)
        actions = np.empty(len(draws), np.int64)
        for mood in ("random", *self._moods):
            at = np.flatnonzero(is_random if mood == "random" else ~is_random & (moods == mood))
            if len(at):
                some = GamesView(view.scenario, games, at)
                given = observations[at], masks[at], rest[at], some
                if mood == "random":
                    actions[at] = self._careful.act_batch(*given)
                else:
                    actions[at] = hand.act_batch(mood, *given)
        self._bargain(games, view.scenario, observations, masks, moods, is_random, actions)
        return actions

    def _is_random(self, games: np.ndarray, draws: np.ndarray) -> np.ndarray:
        """Whether a decision is a careful random one, bool (M,): never in the talks."""
        is_drawn: np.ndarray = (draws < RANDOM_SHARE[self.level]) & ~_IS_TALK[games["decision"]]
        return is_drawn

    def _mood(self, games: np.ndarray) -> np.ndarray:
        """calm or cross: str (M,)."""
        is_cross = [not g.opt_solo and self.wrong(g) > 0 for g in games]
        moods: np.ndarray = np.where(is_cross, "cross", "calm")
        return moods

    def wrong(self, g: Any) -> int:
        """The turn of the wrong that the acting seat still answers; 0: none."""
        return remembered_wrong(g, int(g.actor), self.traits.memory)

    def _bargain(
        self,
        games: np.ndarray,
        scenario: Scenario,
        observations: np.ndarray,
        masks: np.ndarray,
        moods: np.ndarray,
        is_random: np.ndarray,
        actions: np.ndarray,
    ) -> None:
        """Offers, answers and one more transport are the character's own, beside another seat."""
        hand, s = self._hand(scenario), scenario.tables[0]
        for k in np.flatnonzero(np.isin(games["decision"], TALKS) & (games["opt_solo"] == 0)):
            mood = str(moods[k])
            row = hand.row(mood, observations[k])[0]
            mind = Mind(self.traits.style, row, mood == "cross")
            action = bargain(games[k], s, mind, masks[k])
            actions[k] = actions[k] if action == NONE else action
        ends = (games["decision"] == PRODUCE) & (actions == END) & ~is_random
        for k in np.flatnonzero(ends & (games["opt_solo"] == 0)):
            row = hand.row(str(moods[k]), observations[k])[0]
            actions[k] = build(games[k], s, row, masks[k])

    @staticmethod
    def _is_own(g: Any) -> bool:
        """Whether the character decides, and not what plays for it on the board."""
        return int(g.decision) in TALKS and not g.opt_solo

    # --- reasons ---------------------------------------------------------------------------
    def explain(self) -> str:
        """What the network went by at the last decision."""
        if self._last is None:
            return "nothing has been decided yet"
        seen, mask, action, view, mood = self._last
        if self.at_random:
            return f"{view.describe(action)}: drawn, as a part of its decisions at this level"
        g = view.records()[0]
        if self._is_own(g):
            row = self._hand(view.scenario).row(mood, seen)[0]
            split = base(g, view.scenario.tables[0], Mind(self.traits.style, row, mood == "cross"))
            shares = f"army {split.army}, navy {split.navy} of {int(g.total)}"
            return f"{view.describe(action)}; what it takes for a fair split: {shares}"
        return self._hand(view.scenario).explain(mood, seen, mask, action, view)

    def weigh(self) -> tuple[str, list[tuple[int, float]]]:
        """The likeliest actions of the last decision with their probabilities; none if drawn."""
        if self._last is None or self.at_random or self._is_own(self._last[3].records()[0]):
            return "", []
        seen, mask, _, view, mood = self._last
        return self._hand(view.scenario).weigh(mood, seen, mask, view)

    def value(self, observation: np.ndarray) -> float | None:
        """The network's estimate of the reward still to come, for the seat that looks."""
        return None if self._network is None else self._network.value(observation)

    def plan(self) -> dict[str, str]:
        """Where its plan sends which counter, at the last decision: ids of counters and boxes.

        Empty where the decision was drawn, and for decisions that a plan says nothing of.
        """
        if self._last is None or self.at_random:
            return {}
        seen, _, _, view, mood = self._last
        g = view.records()[0]
        budget = int(g.left[g.actor]) if g.decision == ACTIVATE else 0
        return self.targets(seen, view, mood, int(g.actor), budget)

    def targets(
        self, seen: np.ndarray, view: GameView, mood: str, seat: int, budget: int
    ) -> dict[str, str]:
        """Where its plan sends which counter, those included that so much tonnage can activate.

        seen: what the seat sees, float32 (OBSERVATION_SIZE,).
        """
        games, scenario = view.records(), view.scenario
        row = self._hand(scenario).row(mood, seen)[0]
        plan = np.zeros(1, PLAN)
        make_plan(plan, games[0], scenario.tables[0], row, seat, budget)
        goals = plan[0].target
        return {
            counter: scenario.boxes[int(goals[u])]
            for u, counter in enumerate(scenario.counters)
            if goals[u] != NONE
        }


class Planning:
    """A character at the last level: a planner plays on the board, the character talks."""

    level = PLANNER

    def __init__(self, name: str) -> None:
        from glory_agents.glory.search.turn_planner import TurnPlanner, TurnSettings

        self.name = name
        self._talks = Character(name, PLANNER)
        self.traits = self._talks.traits
        settings = TurnSettings(
            seconds=SECONDS, objective=self.traits.objective, base=self.traits.network
        )
        self._board = TurnPlanner(settings)
        self.at_random = False
        self._is_talk = True

    def reset(self, seat: str, seed: int) -> None:
        self._talks.reset(seat, seed)
        self._board.reset(seat, seed)
        self._is_talk = True

    def check(self, scenario: Scenario) -> None:
        self._talks.check(scenario)

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: GameView) -> int:
        self._is_talk = bool(_IS_TALK[int(env_view.records()["decision"][0])])
        mind: Any = self._talks if self._is_talk else self._board
        return int(mind.act(observation, mask, env_view))

    def wrong(self, g: Any) -> int:
        return self._talks.wrong(g)

    def explain(self) -> str:
        return self._talks.explain() if self._is_talk else self._board.explain()

    def weigh(self) -> tuple[str, list[tuple[int, float]]]:
        return self._talks.weigh() if self._is_talk else ("", [])

    def value(self, observation: np.ndarray) -> float | None:
        return self._talks.value(observation)

    def plan(self) -> dict[str, str]:
        return self._talks.plan() if self._is_talk else {}


def split(name: str) -> tuple[str, int] | None:
    """The character and the level that an agent's name means; None for any other agent."""
    given, _, rest = name.partition(":")
    if given not in CHARACTERS:
        return None
    values = dict(part.partition("=")[::2] for part in rest.split(",") if part)
    return given, whole(values, "level", CHARACTERS[given].level, WEAKEST, PLANNER)


def _entry(name: str) -> Entry:
    traits = CHARACTERS[name]

    def make(given: dict[str, Any]) -> Agent:
        level = whole(given, "level", traits.level, WEAKEST, PLANNER)
        return Planning(name) if level == PLANNER else Character(name, level)

    meaning = f"of play on the board, {WEAKEST} to {PLANNER}; {traits.level}"
    return Entry(make, {"level": meaning}, traits.about, GROUP, frozenset({"level"}))


ENTRIES: dict[str, Entry] = {name: _entry(name) for name in CHARACTERS}
__all__ = ["CHARACTERS", "ENTRIES", "AgentError", "Character", "Planning", "split"]
