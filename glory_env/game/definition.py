"""A game definition: all that is particular to one game of the family.

Environments, records, the fuzzer and the bench take it from the class attribute `definition` of
the class they play. Every game has a definition, with its own module of compiled kernels, and
subclasses that name it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, NamedTuple, Protocol

import numpy as np
from gymnasium import spaces

from glory_env.core.errors import shown
from glory_env.core.whole import whole_number

IN_PLAY = 0  # the outcome of a game that goes on
NAMED = 3  # legal actions named by `explain_illegal`; all where there are one or two more
Line = dict[str, Any]  # of a game record


class Record(Protocol):
    """The fields that the record of every game has; `GameDefinition` says what they mean."""

    key: int
    turn: int
    phase: int
    decision: int
    actor: int
    outcome: int
    cause: int


class Kernels(Protocol):
    """Compiled functions of one game, in a module of their own: Numba caches by source file.

    `glory_env.games.glory.generated.kernels` says what each takes and returns.
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


class Indices(NamedTuple):
    """Small integers for embedding tables: one for each piece, or the whole observation as such.

    Nothing in them is hidden from the seat that the observations are of.
    """

    space: Callable[[], spaces.Box]  # int16, of one axis
    # Of whole observations (N, size) and their games (N,) into int16 (N, numbers).
    write: Callable[[np.ndarray, np.ndarray, np.ndarray], None]


class DecisionWords(Protocol):
    """What a record needs to know of a decision: see `glory_env.games.glory.decisions.Decision`."""

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
    decisions: Sequence[DecisionWords]
    kernels: Kernels
    default_scenario: str
    # load(name or path) -> scenario, with `name`, `id` and `tables`, a record array (1,).
    load: Callable[[str | Path], Any]
    # options(**values) -> object with write(games), as_dict() and `solo`; OptionError.
    options: Callable[..., Any]
    # reward(reward, shaping, survival) -> what the kernels pay by, float64 (seats, columns);
    # ValueError.
    reward: Callable[[Any, float | None, float | None], np.ndarray]
    # The observation of a seat: a float32 Box of one axis.
    observation_space: Callable[[], spaces.Box]
    # part_of_choice(scenario, g, action) -> keys of the complete choice.
    part_of_choice: Callable[[Any, Any, int], dict[str, Any]]
    # describe(scenario, action, g) -> an action in words.
    describe: Callable[[Any, int, Any], str]
    # final_info(g, tables, seat) -> how a finished game ended for a seat: numbers, or arrays of one
    # shape and dtype. Of a blank record it gives what every info holds until the end.
    final_info: Callable[[Any, Any, int], dict[str, Any]]
    # draw(scenario, g, render mode) -> text or pixels. It shows what all seats may see.
    draw: Callable[[Any, Any, str | None], str | np.ndarray | None]
    # objective(games, params, reveal) writes what the seats may see of their reward.
    objective: Callable[[np.ndarray, np.ndarray, bool], None] = lambda games, params, reveal: None
    # add_event(scenario, entry of the trace, line) puts what has happened on a line of a record.
    add_event: Callable[[Any, np.ndarray, Line], None] = lambda scenario, entry, line: None
    # add_state(game, turn, phase) puts the position at the end of a phase among the lines of a
    # record, as `on_phase_end`; None: its records hold no states.
    add_state: Callable[[Any, int, str], None] | None = None
    # bounds(tables) -> lowest and highest value of record fields, by name, for snapshots.
    limits: Callable[[np.record], dict[str, tuple[Any, Any]]] = lambda tables: {}
    # columns_without(names of sections) -> int64, the entries of the observation that stay;
    # OptionError. None: its observation has no sections.
    columns_without: Callable[[Sequence[str]], np.ndarray] | None = None
    # hides: whether a seat holds what the others may not see. shown(choice) -> of a complete choice
    # what they see.
    hides: bool = False
    shown: Callable[[dict[str, Any]], dict[str, Any]] = lambda choice: choice
    indices: Indices | None = None
    # Fields of the record that no move changes, by name or by how the name begins.
    option_fields: tuple[str, ...] = ()
    purposes: Sequence[str] = ()
    system_lines: Sequence[str] = ()
    render_modes: tuple[str, ...] = ("human", "ansi", "rgb_array")
    # A complete choice can have several micro-steps of one kind, and its line in a record holds the
    # last one only: records are then played again by their actions.
    by_actions: bool = False
    solo_reward: Any = None  # the reward of games with options.solo

    def scenario(self, given: Any) -> Any:
        """The scenario of a name or path, the default one for None; a loaded one as it is."""
        given = self.default_scenario if given is None else given
        return self.load(given) if isinstance(given, str | Path) else given

    def explain_illegal(self, scenario: Any, g: Record, mask: np.ndarray, action: Any) -> str:
        """One sentence for an illegal action: the decision, the action in words, the legal ones."""
        actor = (*self.seats, "nobody")[g.actor]
        number = self.action_number(action)
        words = self.describe(scenario, number, g) if number >= 0 else "not an action number"
        legal = np.flatnonzero(mask).tolist()
        count = len(legal) if len(legal) <= NAMED + 2 else NAMED
        names = ", ".join(f"{k} ({self.describe(scenario, k, g)})" for k in legal[:count])
        more = f" and {len(legal) - count} more" if len(legal) > count else ""
        return (
            f"{actor} has to decide {self.decisions[g.decision].name!r} (turn {g.turn}): action "
            f"{shown(action)} ({words}) is not legal; {len(legal)} actions are: {names}{more}"
        )

    def action_number(self, action: Any) -> int:
        """An action as its number, -1 for what is none; integers of any kind."""
        number = whole_number(action)
        return number if number is not None and 0 <= number < self.n_actions else -1
