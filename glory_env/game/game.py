"""One game in plain Python terms: read it, play complete choices, get the record's lines.

The environment's doors use `glory_env.engine.kernels` directly; this facade serves tests,
records, replays and people. All of them run the same compiled rules.
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import numpy as np

from glory_env.core import state as st
from glory_env.core.actions import AMOUNT, N_ACTIONS
from glory_env.core.dice import key_from_seed
from glory_env.engine import kernels, snapshot
from glory_env.engine.options import Options, check_switches, make_options
from glory_env.engine.rewards import Reward, parse_reward, reward_params
from glory_env.game.choices import CONTINUATIONS, WORDS, agrees, part_of_choice, visible
from glory_env.game.describe import action_number, explain_illegal
from glory_env.game.trace import OUTCOMES, add_to_lines, place_name
from glory_env.rules import victory
from glory_env.scenarios import Scenario, load


class IllegalChoice(ValueError):
    """A choice or action that is not legal now; the game is unchanged."""


class DiceError(ValueError):
    """Scripted dice that do not fit what was rolled; the game is unchanged."""


class Game:
    """One game, standing at a decision or over.

    scenario: name, path or Scenario. seed: of the dice (None = from the system). auto_forced:
    play decisions with a single legal choice by itself. dice: exactly the faces rolled before
    the first decision; None = the game's own. on_phase_end: called at the end of every phase
    with the game, the turn and the phase that has ended. reward: the objective agents are told
    of; nothing is paid here. options: see `glory_env.engine.options`.
    """

    def __init__(
        self,
        scenario: str | Path | Scenario = "glory",
        *,
        seed: int | None = None,
        auto_forced: bool = False,
        dice: Sequence[int] | None = None,
        on_phase_end: Callable[[Game, int, str], None] | None = None,
        reward: Reward = "selfish",
        **options: Any,
    ) -> None:
        self.scenario = scenario if isinstance(scenario, Scenario) else load(scenario)
        self.options: Options = make_options(**options)
        check_switches(auto_forced=auto_forced)
        self.auto_forced = bool(auto_forced)
        self.seed = secrets.randbits(32) if seed is None else seed
        self.games = np.zeros(1, st.GAME)
        self.options.write(self.games)
        self.games["key"] = key_from_seed(self.seed)
        self.rewards = parse_reward(reward)
        self.games["objective"] = reward_params(self.rewards)[:, :2]
        self.trace = st.blank_trace()
        self.trace["pause"] = 1
        self.mask = np.zeros(N_ACTIONS, np.int8)
        self.on_phase_end = on_phase_end
        self.lines: list[dict[str, Any]] = []
        self._open: dict[str, Any] | None = None  # line of a choice that is still incomplete
        kernels.begin(self.games, 0, self.scenario.tables)
        self.go_on(dice)

    @classmethod
    def of(cls, scenario: Scenario, options: Options, games: np.ndarray) -> Game:
        """A Game that goes on from a copy of a GAME array of shape (1,)."""
        game = cls(scenario)
        game.options = options
        game._stand_at(games)
        return game

    # --- reading -------------------------------------------------------------------------
    @property
    def record(self) -> np.record:
        """The game as one record of dtype GAME (a view)."""
        return self.games[0]

    @property
    def turn(self) -> int:
        return int(self.record.turn)

    @property
    def phase(self) -> str:
        return st.PHASES[self.record.phase]

    @property
    def decision(self) -> str:
        """Word of the pending decision in the game record; "none" when the game is over."""
        return WORDS[int(self.record.decision)]

    @property
    def actor(self) -> str:
        """Who has to decide: army, navy, or system when nobody has to."""
        return (*st.SERVICES, "system")[self.record.actor]

    @property
    def total(self) -> int:
        return int(self.record.total)

    @property
    def gp(self) -> dict[str, int]:
        return {name: int(self.record.gp[k]) for k, name in enumerate(st.SERVICES)}

    @property
    def allotment(self) -> dict[str, int]:
        return self._shares("allotment")

    @property
    def left(self) -> dict[str, int]:
        return self._shares("left")

    def _shares(self, field: str) -> dict[str, int]:
        return {name: int(self.record[field][k]) for k, name in enumerate((*st.SERVICES, "civil"))}

    @property
    def method(self) -> str:
        return st.METHODS[self.record.convoy_method]

    @property
    def outcome(self) -> str:
        """playing, completed or game_over."""
        return OUTCOMES[self.record.outcome]

    @property
    def cause(self) -> str:
        """none, tonnage or home_boxes."""
        return st.CAUSES[self.record.cause]

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

    def legal_actions(self) -> list[int]:
        """Action numbers of the legal micro-steps."""
        return [int(k) for k in np.flatnonzero(self.mask)]

    # --- playing -------------------------------------------------------------------------
    def act(self, action: int) -> None:
        """One micro-step by action number; IllegalChoice leaves the game unchanged.

        `lines` gets the choice's line with the micro-step that completes it.
        """
        self.lines = []
        self._step(action)
        self._play_forced()

    def choose(
        self,
        choice: dict[str, Any],
        dice: Sequence[int] | None = None,
        one_phase: bool = False,
    ) -> None:
        """One complete choice of the pending decision.

        dice: exactly the faces rolled until the next decision, in order; None = the game's own
        dice. one_phase: stop where the phase ends, even before the next decision; `go_on`
        continues. IllegalChoice and DiceError leave the game unchanged; after a DiceError
        `lines` shows what was rolled.
        """
        before, line = st.copy_games(self.games), copy.deepcopy(self._open)
        self.lines = []
        self._script(dice)
        try:
            self._choose(choice, one_phase)
            self._play_forced()
            self._check_script(dice)
        except (IllegalChoice, DiceError):
            self._stand_at(before)
            self._open = line
            raise
        finally:
            self.trace["scripted"] = -1

    def go_on(self, dice: Sequence[int] | None = None) -> None:
        """Continue a game that was stopped at the end of a phase."""
        self.lines = []
        self._script(dice)
        self._run(kernels.PLAY_ON)
        self._play_forced()
        self._check_script(dice)
        self.trace["scripted"] = -1

    def is_legal(self, choice: dict[str, Any]) -> bool:
        """Whether `choose(choice)` would be accepted."""
        probe = self.clone()
        try:
            probe._choose(choice)
        except IllegalChoice:
            return False
        return True

    def choices(self) -> list[dict[str, Any]]:
        """All complete legal choices; identical counters once, by their lowest id."""
        found: list[dict[str, Any]] = []
        for action in self.legal_actions():
            part = part_of_choice(self.scenario, self.record, action)
            after = self.clone()
            after._run(action)
            if int(after.record.decision) in CONTINUATIONS:
                found += [visible({**part, **rest}) for rest in after.choices()]
            else:
                found.append(visible(part))
        return found

    def clone(self) -> Game:
        """An independent copy, with the same dice."""
        twin = object.__new__(Game)
        twin.__dict__.update(self.__dict__)
        twin.games = st.copy_games(self.games)
        twin.trace = self.trace.copy()
        twin.mask = self.mask.copy()
        twin.auto_forced = False
        twin.on_phase_end = None
        twin.lines = []
        twin._open = copy.deepcopy(self._open)
        return twin

    def hide_unseen(self, seat: str) -> None:
        """Forget what `seat` has not been shown yet: a sealed offer, a sealed hand."""
        kernels.hide(self.games, 0, st.SERVICES.index(seat))

    def snapshot(self) -> bytes:
        """The whole game (with the key of its dice); `restore` takes it back."""
        return snapshot.write(self.scenario.id, self.games)

    def restore(self, data: bytes) -> None:
        """Back to a snapshot.

        ValueError, and nothing has changed, where it was damaged or is not one of this version,
        this scenario and these options.
        """
        reader = snapshot.Reader(self.scenario.id, self.scenario.tables, self.games)
        self._stand_at(reader.read(data))

    # --- inside --------------------------------------------------------------------------
    def _stand_at(self, games: np.ndarray) -> None:
        """Take over a record: GAME (1,), or its bytes."""
        self.games.view(np.uint8)[:] = games.view(np.uint8)
        self._open = None
        tables = self.scenario.tables
        kernels.step(self.games, 0, tables, self.trace, self.mask, kernels.LOOK, False)

    def _choose(self, choice: dict[str, Any], one_phase: bool = False) -> None:
        word = self.decision
        while True:
            parts = {
                action: part_of_choice(self.scenario, self.record, action)
                for action in self.legal_actions()
            }
            fitting = [action for action, part in parts.items() if agrees(part, choice)]
            if self.record.decision == st.OFFER_CIVIL:
                fitting = self._civil_of_offer(choice)
            if len(fitting) != 1:
                raise IllegalChoice(self._explain(word, choice))
            self._step(fitting[0], one_phase)
            if int(self.record.decision) not in CONTINUATIONS or self._open is None:
                break
        written = next(line["choice"] for line in self.lines if line["actor"] != "system")
        if written != choice:
            raise IllegalChoice(self._explain(word, choice))

    def _civil_of_offer(self, choice: dict[str, Any]) -> list[int]:
        """The first micro-step of an offer: civil is what army and navy leave on the grid."""
        if set(choice) != {"army", "navy"} or any(type(v) is not int for v in choice.values()):
            return []
        on_grid = self.total - self.total % int(self.record.opt_grid)
        civil = on_grid - choice["army"] - choice["navy"]
        action = AMOUNT + civil // st.STEP
        fits = 0 <= civil <= on_grid and civil % st.STEP == 0
        return [action] if fits and self.mask[action] else []

    def _explain(self, word: str, choice: dict[str, Any]) -> str:
        legal = len(self.legal_actions())
        return (
            f"{self.actor} {word}: {choice} is not legal (turn {self.turn}, {self.phase}; "
            f"{legal} legal micro-steps)"
        )

    def _step(self, action: int, one_phase: bool = False) -> None:
        """One micro-step, with its part of the record's line."""
        if action_number(action) < 0 or not self.mask[action]:
            raise IllegalChoice(explain_illegal(self.scenario, self.record, self.mask, action))
        part = part_of_choice(self.scenario, self.record, action)
        is_only = int(self.mask.sum()) == 1
        line = self._open
        if line is None:
            line = self._open = {
                "turn": self.turn,
                "phase": self.phase,
                "actor": self.actor,
                "decision": self.decision,
                "choice": {},
                "actions": [],
                "dice": [],
                "events": [],
                "forced": True,
            }
        line["choice"].update(part)
        line["actions"].append(int(action))
        line["forced"] = line["forced"] and is_only
        before = len(self.lines)
        self._run(action, one_phase)
        if int(self.record.decision) not in CONTINUATIONS:
            line["choice"] = visible(line["choice"])
            if not line["forced"]:
                del line["forced"]
            self.lines.insert(before, line)
            self._open = None

    def _run(self, action: int, one_phase: bool = False) -> None:
        """The engine's step, with a look-in at the end of every phase."""
        line = self._open
        while True:
            turn, phase = self.turn, self.phase
            kernels.step(self.games, 0, self.scenario.tables, self.trace, self.mask, action, False)
            new = add_to_lines(self.scenario, self.trace[0], line)
            self.lines += new
            line = new[-1] if new else line
            if self.phase != phase:
                if self.on_phase_end is not None:
                    self.on_phase_end(self, turn, phase)
                if one_phase:
                    return
            if self.record.decision != st.NO_DECISION or self.record.outcome != st.PLAYING:
                return
            action = kernels.PLAY_ON

    def _play_forced(self) -> None:
        while self.auto_forced and len(legal := self.legal_actions()) == 1:
            self._step(legal[0])

    def _script(self, dice: Sequence[int] | None) -> None:
        if dice is not None:
            if len(dice) > st.TRACE_DICE:
                raise DiceError(f"at most {st.TRACE_DICE} dice, got {len(dice)}")
            self.trace["scripted"] = len(dice)
            self.trace["faces"][0, : len(dice)] = dice
            self.trace["next_face"] = 0
            self.trace["short"] = 0

    def _check_script(self, dice: Sequence[int] | None) -> None:
        if dice is None:
            return
        used = int(self.trace["next_face"][0])
        if self.trace["short"][0]:
            raise DiceError(f"more dice were rolled than the {len(dice)} given: {self.lines}")
        if used != len(dice):
            raise DiceError(f"{len(dice)} dice given, {used} rolled: {self.lines}")
