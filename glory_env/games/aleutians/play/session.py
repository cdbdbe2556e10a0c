"""One game of the Aleutians Campaign between people and agents: log by seat, undo."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple

from glory_env.games.aleutians import GAME
from glory_env.games.aleutians.envs import Game
from glory_env.games.aleutians.play import story
from glory_env.games.aleutians.play.choices import decision_view
from glory_env.games.aleutians.play.position import View, position_view
from glory_env.games.aleutians.scenario.load import Scenario
from glory_env.games.aleutians.state import SIDES
from glory_env.play.session import GameSession, UndoError
from glory_env.text.lazy import Say, Text

SEATS = {"japan": ("japan",), "allies": ("allies",), "both": SIDES}


class Before(NamedTuple):
    """What undo goes back to: the game as a person's choice found it. action: what was chosen."""

    seat: str
    action: int
    game: Game
    lines: int
    moments: int
    logs: dict[str, list[View]]


class Session(GameSession):
    """As `GameSession`, and what each seat knows of the game's course.

    logs: by seat the entries of `story.entry`. asked: grows with every choice of a person and with
    every undo, and with nothing else, so it tells nothing of hidden choices of an agent.
    """

    bundle = GAME
    game: Game

    def __init__(
        self,
        players: Mapping[str, str],
        *,
        scenario: str | Path | Scenario | None = None,
        seed: int | None = None,
        **options: Any,
    ) -> None:
        super().__init__(players, scenario=scenario, seed=seed, **options)
        self.logs: dict[str, list[View]] = {seat: [] for seat in SIDES}
        self.asked = 0
        self._seen = {seat: self.position(seat) for seat in SIDES}
        self._before: list[Before] = []

    @property
    def decided(self) -> tuple[Before, ...]:
        """The decisions of people with more than one choice, as their games stood."""
        return tuple(self._before)

    def choose(self, action: int) -> None:
        """A person's micro-step; IllegalChoice changes nothing."""
        seat = self.game.actor
        logs = {one: list(log) for one, log in self.logs.items()}
        before = Before(
            seat, action, self.game.clone(), len(self.record.lines), len(self.moments), logs
        )
        super().choose(action)
        self._before.append(before)
        self.asked += 1

    def _tell(self, line: dict[str, Any]) -> None:
        """Put a choice into the log of each seat, as far as that has noticed it."""
        for seat in SIDES:
            before, after = self._seen[seat], self.position(seat)
            game = self.game
            entry = story.entry(game.scenario, game.record, line, seat, before, after)
            self._seen[seat] = after
            log = self.logs[seat]
            if entry is not None and log and (both := story.merged(log[-1], entry)):
                log[-1] = both
            elif entry is not None:
                log.append(entry)

    # --- what a seat sees ----------------------------------------------------------------
    def position(self, seat: str) -> View:
        """The position as a seat may see it (`position_view`)."""
        return position_view(self.game.scenario, self.game.record, SIDES.index(seat))

    def decision(self, seat: str) -> View | None:
        """What a seat has to decide (`decision_view`)."""
        game = self.game
        return decision_view(game.scenario, game.record, game.mask, SIDES.index(seat))

    # --- back again ----------------------------------------------------------------------
    def undo_problem(self, seat: str) -> Text | None:
        """Why a seat cannot take back its last choice; None where it can."""
        if not self._before:
            return Say("campaign.undo.nothing")
        before = self._before[-1]
        lines = self.record.lines[before.lines :]
        if before.seat != seat or any(line["actor"] not in (seat, "system") for line in lines):
            return Say("campaign.undo.other")
        if self.game.actor not in (seat, "system"):
            return Say("campaign.undo.other")
        if self.game.games["rolled"].tolist() != before.game.games["rolled"].tolist():
            return Say("campaign.undo.dice")
        if self._in_sight(self.game, seat) - self._in_sight(before.game, seat):
            return Say("campaign.undo.seen")
        return None

    @staticmethod
    def _in_sight(game: Game, seat: str) -> set[str]:
        """What a seat sees of the other side: its units, and its fleets that are found."""
        view = position_view(game.scenario, game.record, SIDES.index(seat))
        side = dict(zip(game.scenario.units, game.scenario.tables[0].side, strict=False))
        units = {unit for unit in view["units"] if SIDES[side[unit]] != seat}
        fleets = (one for one in view["fleets"] if one["side"] != seat and one["found"])
        return units | {one["id"] for one in fleets}

    def undo(self, seat: str) -> None:
        """Take back a seat's last choice; UndoError where that cannot be."""
        problem = self.undo_problem(seat)
        if problem is not None:
            raise UndoError(problem)
        back = self._before.pop()
        self.game = back.game
        del self.record.lines[back.lines :]
        self.moments.cut(back.moments)
        self.record.footer = None
        self.logs = back.logs
        self._seen = {one: self.position(one) for one in SIDES}
        self.asked += 1
        self.sequence += 1
