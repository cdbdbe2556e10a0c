"""A game definition: all that is particular to one game of the family.

Environments, records, the fuzzer and the bench take it from the class attribute `definition` of
the class they play (`glory_env.game.glory.GLORY`). Another game needs a definition of its own,
with its own module of compiled kernels, and subclasses that name it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Protocol

import numpy as np
from gymnasium import spaces

Line = dict[str, Any]  # of a game record


class Kernels(Protocol):
    """Compiled functions of one game, in a module of their own: Numba caches by source file.

    `glory_env.engine.kernels` says what each takes and returns.
    """

    begin: Callable[..., None]
    step: Callable[..., int]
    hide: Callable[..., None]
    conceal: Callable[..., None]
    observe: Callable[..., None]
    pay: Callable[..., None]
    potentials: Callable[..., None]
    show_all: Callable[..., None]
    begin_all: Callable[..., None]
    step_all: Callable[..., None]


class DecisionWords(Protocol):
    """What a record needs to know of a decision: see `glory_env.core.decisions.Decision`."""

    @property
    def name(self) -> str: ...
    @property
    def record_word(self) -> str: ...
    @property
    def continues(self) -> bool: ...


@dataclass(frozen=True)
class GameDefinition:
    """One game.

    seats: names of the players. record: dtype of a game, with the fields key, turn, phase,
    decision (0 = nobody decides), actor (a seat's number, then nobody), outcome (0 = in play) and
    cause. n_actions: of the action table. phases, outcomes, causes, purposes, system_lines: names
    of the numbers in the record and in its event trace. decisions: by number.
    """

    name: str
    seats: tuple[str, ...]
    record: np.dtype[Any]
    n_actions: int
    phases: Sequence[str]
    outcomes: Sequence[str]
    causes: Sequence[str]
    purposes: Sequence[str]
    system_lines: Sequence[str]
    decisions: Sequence[DecisionWords]
    kernels: Kernels
    default_scenario: str
    # load(name or path) -> scenario, with `name`, `id` and `tables`, a record array (1,).
    load: Callable[[str | Path], Any]
    # options(**values) -> object with write(games), as_dict() and `solo`; OptionError.
    options: Callable[..., Any]
    # reward(reward, shaping) -> parameters float64 (seats, columns); ValueError.
    reward: Callable[[Any, float | None], np.ndarray]
    # objective(games, params, reveal) writes what the seats may see of their reward.
    objective: Callable[[np.ndarray, np.ndarray, bool], None]
    # The observation of a seat: a float32 Box of one axis.
    observation_space: Callable[[], spaces.Box]
    # part_of_choice(scenario, g, action) -> keys of the complete choice.
    part_of_choice: Callable[[Any, np.record, int], dict[str, Any]]
    # add_event(scenario, entry of the trace, line) puts what has happened on a line of a record.
    add_event: Callable[[Any, np.ndarray, Line], None]
    # describe(scenario, action, g) -> an action in words.
    describe: Callable[[Any, int, Any], str]
    # final_info(g, tables, seat) -> how a finished game ended for a seat.
    final_info: Callable[[np.record, np.record, int], dict[str, Any]]
    # draw(scenario, g, render mode) -> text or pixels.
    draw: Callable[[Any, np.record, str | None], str | np.ndarray | None]
    render_modes: tuple[str, ...] = ("ansi", "rgb_array")
    solo_reward: Any = None  # the reward of games with options.solo

    def scenario(self, given: Any) -> Any:
        """The scenario of a name or path, the default one for None; a loaded one as it is."""
        given = self.default_scenario if given is None else given
        return self.load(given) if isinstance(given, str | Path) else given

    def explain_illegal(self, scenario: Any, g: np.record, mask: np.ndarray, action: Any) -> str:
        """One sentence for an illegal action: the decision, the action in words, how many are."""
        actor = (*self.seats, "nobody")[g.actor]
        is_number = isinstance(action, (int, np.integer)) and 0 <= action < self.n_actions
        words = self.describe(scenario, int(action), g) if is_number else "not an action number"
        return (
            f"{actor} has to decide {self.decisions[g.decision].name!r} (turn {g.turn}): action "
            f"{action!r} ({words}) is not legal; {int(mask.sum())} actions are"
        )
