"""Playing one game of the family: complete choices, micro-steps, dice, the record's lines.

The environments call the compiled kernels directly; this class serves tests, records, replays and
people. All of them run the same compiled rules.
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, ClassVar, Self

import numpy as np

from glory_env.core.dice import key_from_seed
from glory_env.core.errors import check_switches
from glory_env.core.record import copy_games
from glory_env.core.stepping import LOOK, PLAY_ON
from glory_env.core.trace import TRACE_DICE, blank_trace
from glory_env.core.whole import check_seed
from glory_env.game.definition import GameDefinition, Line, Record
from glory_env.game.snapshot import Snapshots
from glory_env.game.trace_lines import add_to_lines, new_line

POSITIONS = 64  # of which a game and its clones keep what the micro-steps say


class IllegalChoice(ValueError):
    """A choice or action that is not legal now; the game is unchanged."""


class DiceError(ValueError):
    """Scripted dice that do not fit what was rolled; the game is unchanged."""


class GamePlay:
    """One game, standing at a decision or over.

    `definition`, of the subclass, says which game. scenario: name, path or loaded scenario (None =
    the game's own). seed: of the dice (None = from the system). auto_forced: play decisions with
    a single legal choice by itself. dice: exactly the faces rolled before the first decision;
    None = the game's own. on_phase_end: called at the end of every phase with the game, the turn
    and the phase that has ended. reward: the objective agents see; nothing is paid here.
    options: of the definition, for Glory `glory_env.games.glory.engine.options.Options`.
    """

    definition: ClassVar[GameDefinition]

    def __init__(
        self,
        scenario: Any = None,
        *,
        seed: int | None = None,
        auto_forced: bool = False,
        dice: Sequence[int] | None = None,
        on_phase_end: Callable[[Any, int, str], None] | None = None,
        reward: Any = None,
        **options: Any,
    ) -> None:
        game = self.definition
        self.scenario = game.scenario(scenario)
        self.options = game.options(**options)
        check_switches(auto_forced=auto_forced)
        self.auto_forced = bool(auto_forced)
        # Many enough that nobody finds the seed by trying all against the first dice.
        self.seed = secrets.randbits(53) if seed is None else check_seed(seed)
        self.games = np.zeros(1, game.record)
        self.options.write(self.games)
        self.games["key"] = key_from_seed(self.seed)
        game.objective(self.games, game.reward(reward, None, None), False)
        self.trace = blank_trace()
        self.trace["pause"] = 1
        self.mask = np.zeros(game.n_actions, np.int8)
        self.on_phase_end = on_phase_end
        self.lines: list[Line] = []
        self._open: dict[str, Any] | None = None  # line of a choice that is still incomplete
        self._worked_out: dict[bytes, dict[int, dict[str, Any]]] = {}  # of `_parts`, by position
        game.kernels.begin(self.games, 0, self.scenario.tables)
        self.go_on(dice)

    @property
    def game_class(self) -> type[GamePlay]:
        """Its class, as agents find it on environments."""
        return type(self)

    @classmethod
    def of(cls, scenario: Any, options: Any, games: np.ndarray) -> Self:
        """A game that goes on from a copy of a GAME array of shape (1,)."""
        game = cls(scenario)
        game.options = options
        game._stand_at(games)
        return game

    # --- reading -------------------------------------------------------------------------
    @property
    def record(self) -> Record:
        """The game as one record of dtype GAME (a view)."""
        record: Record = self.games[0]
        return record

    @property
    def turn(self) -> int:
        return int(self.record.turn)

    @property
    def phase(self) -> str:
        return self.definition.phases[self.record.phase]

    @property
    def decision(self) -> str:
        """Word of the pending decision in the game record; "none" when the game is over."""
        return self.definition.decisions[self.record.decision].record_word

    @property
    def actor(self) -> str:
        """Who has to decide: army, navy, or system when nobody has to."""
        return (*self.definition.seats, "system")[self.record.actor]

    @property
    def outcome(self) -> str:
        """playing, completed or game_over."""
        return self.definition.outcomes[self.record.outcome]

    @property
    def cause(self) -> str:
        """none, tonnage or home_boxes."""
        return self.definition.causes[self.record.cause]

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
        self._whole(lambda: self._choose(choice, one_phase), dice)

    def repeat(self, actions: Sequence[int], dice: Sequence[int] | None = None) -> None:
        """One complete choice by its micro-steps; dice and errors as for `choose`."""
        self._whole(lambda: self._repeat(actions), dice)

    def _whole(self, play: Callable[[], None], dice: Sequence[int] | None) -> None:
        """Play a complete choice and what is forced after it, or leave the game unchanged."""
        before, line = copy_games(self.games), copy.deepcopy(self._open)
        self.lines = []
        self._script(dice)
        try:
            play()
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
        self._run(PLAY_ON)
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

    def choices(self) -> list[Line]:
        """All complete legal choices; identical counters once, by their lowest id."""
        lines: list[Line] = []
        for action, part in self._parts().items():
            after = self.clone()
            after._run(action)
            if after._continues():
                lines += [visible({**part, **rest}) for rest in after.choices()]
            else:
                lines.append(visible(part))
        return lines

    def clone(self) -> Self:
        """An independent copy, with the same dice."""
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.games = copy_games(self.games)
        twin.trace = self.trace.copy()
        twin.mask = self.mask.copy()
        twin.auto_forced = False
        twin.on_phase_end = None
        twin.lines = []
        twin._open = copy.deepcopy(self._open)
        return twin

    def hide_unseen(self, seat: str) -> None:
        """Forget what `seat` has not been shown yet: a sealed offer, a sealed hand."""
        self.definition.kernels.hide(
            self.games, 0, self.scenario.tables, self.definition.seats.index(seat)
        )

    def snapshot(self) -> bytes:
        """The whole game (with the key of its dice); `restore` takes it back."""
        return self._snapshots.write(self.games)

    def restore(self, data: bytes) -> None:
        """Back to a snapshot.

        ValueError, and nothing has changed, where it was damaged or is not one of this version,
        this scenario and these options.
        """
        self._stand_at(self._snapshots.read(data))

    @cached_property
    def _snapshots(self) -> Snapshots:
        return Snapshots(self.definition, self.scenario, self.games)

    def summary(self, decisions: int) -> Line:
        """How the game ended after so many decisions, for the footer of its record."""
        return {
            "completed": self.outcome == "completed",
            "outcome": self.outcome,
            "cause": self.cause,
            "turn": self.turn,
            "decisions": decisions,
        }

    # --- inside --------------------------------------------------------------------------
    def _stand_at(self, games: np.ndarray) -> None:
        """Take over a record: an array of one, or its bytes."""
        self.games.view(np.uint8)[:] = games.view(np.uint8)
        self._open = None
        self.definition.kernels.step(
            self.games, 0, self.scenario.tables, self.trace, self.mask, LOOK, False
        )

    def _part(self, action: int) -> dict[str, Any]:
        return self.definition.part_of_choice(self.scenario, self.record, action)

    def _parts(self) -> dict[int, dict[str, Any]]:
        """What each legal micro-step says. Clones share it: they try choices at one position."""
        here, known = self.games.tobytes(), self._worked_out
        parts = known.get(here)
        if parts is None:
            parts = {action: self._part(action) for action in self.legal_actions()}
            if len(known) >= POSITIONS:
                known.clear()
            known[here] = parts
        return parts

    def _continues(self) -> bool:
        """Whether the pending decision goes on with a choice that has begun."""
        return self.definition.decisions[self.record.decision].continues

    def _fitting(self, parts: dict[int, dict[str, Any]], choice: dict[str, Any]) -> list[int]:
        """The legal micro-steps that are part of a complete choice."""
        return [action for action, part in parts.items() if agrees(part, choice)]

    def _choose(self, choice: dict[str, Any], one_phase: bool = False) -> None:
        word = self.decision
        while True:
            fitting = self._fitting(self._parts(), choice)
            if len(fitting) != 1:
                raise IllegalChoice(self._explain(word, choice))
            self._step(fitting[0], one_phase)
            if not self._continues() or self._open is None:
                break
        written = next(line["choice"] for line in self.lines if line["actor"] != "system")
        if written != choice:
            raise IllegalChoice(self._explain(word, choice))

    def _repeat(self, actions: Sequence[int]) -> None:
        for number, action in enumerate(actions, 1):
            self._step(action)
            if (self._open is None) != (number == len(actions)):
                raise IllegalChoice(f"{actions} are not the micro-steps of one complete choice")
        if not actions:
            raise IllegalChoice("no micro-step is no choice")

    def _explain(self, word: str, choice: dict[str, Any]) -> str:
        legal = len(self.legal_actions())
        return (
            f"{self.actor} {word}: {choice} is not legal (turn {self.turn}, {self.phase}; "
            f"{legal} legal micro-steps)"
        )

    def _step(self, action: int, one_phase: bool = False) -> None:
        """One micro-step, with its part of the record's line."""
        game, given = self.definition, action
        action = game.action_number(given)
        if action < 0 or not self.mask[action]:
            words = game.explain_illegal(self.scenario, self.record, self.mask, given)
            raise IllegalChoice(words)
        part = self._part(action)
        is_only = int(self.mask.sum()) == 1
        line = self._open
        if line is None:
            line = self._open = {
                **new_line(self.turn, self.phase, self.actor, self.decision),
                "choice": {},
                "forced": True,
            }
        line["choice"].update(part)
        line["actions"].append(action)
        line["forced"] = line["forced"] and is_only
        before = len(self.lines)
        self._run(action, one_phase)
        if not self._continues():
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
            self.definition.kernels.step(
                self.games, 0, self.scenario.tables, self.trace, self.mask, action, False
            )
            new = add_to_lines(self.definition, self.scenario, self.trace[0], line)
            self.lines += new
            line = new[-1] if new else line
            if self.phase != phase:
                if self.on_phase_end is not None:
                    self.on_phase_end(self, turn, phase)
                if one_phase:
                    return
            if self.record.decision != 0 or self.record.outcome != 0:
                return
            action = PLAY_ON

    def _play_forced(self) -> None:
        while self.auto_forced and len(legal := self.legal_actions()) == 1:
            self._step(legal[0])

    def _script(self, dice: Sequence[int] | None) -> None:
        if dice is not None:
            if len(dice) > TRACE_DICE:
                raise DiceError(f"at most {TRACE_DICE} dice, got {len(dice)}")
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


def agrees(part: dict[str, Any], choice: dict[str, Any]) -> bool:
    """Whether a micro-step is one of the given complete choice."""
    return all(key.startswith("_") or choice.get(key) == value for key, value in part.items())


def visible(part: dict[str, Any]) -> dict[str, Any]:
    """A choice as it is written."""
    return {key: value for key, value in part.items() if not key.startswith("_")}
