"""Glory as a game of OpenSpiel, `python_glory`: import this module, then `pyspiel.load_game`.

    import pyspiel
    from glory_env import open_spiel_game
    game = pyspiel.load_game("python_glory(scenario=teaching,reward=cooperative)")

`glory_env.envs.open_spiel` says what a state holds. Players: 0 army, 1 navy; general sum. Hidden
are only sealed offers and the hands of janken; with other options a state hides nothing.
`resample_from_infostate` writes anew what the other has sealed, each micro-step uniformly among
the legal ones.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from glory_env.envs.open_spiel import (
    SIDES,
    TRIES,
    Game,
    Position,
    State,
    Table,
    game_type,
    pyspiel,
)
from glory_env.games.glory.definition import GLORY
from glory_env.games.glory.engine.options import Options
from glory_env.games.glory.engine.rewards import parse_reward
from glory_env.games.glory.limits import MAX_DECISIONS
from glory_env.games.glory.rules.negotiation import is_sealed_now
from glory_env.games.glory.state import ARMY, JANKEN, NAVY, ROLL_BREAK_OFF

NAME = "python_glory"
PER_CENT = 100  # faces of the die that breaks off the talks
CHOSEN = (
    "negotiation", "deadlock", "production", "talk", "max_offers", "break_off", "grid", "handicap",
)  # fmt: skip
PARAMETERS = {
    "scenario": GLORY.default_scenario,
    "reward": "selfish",
    "auto_forced": True,
    **{name: getattr(Options(), name) for name in CHOSEN},
}
GAME_TYPE = game_type(
    NAME, "Glory of the Japanese Empire", PARAMETERS, pyspiel.GameType.Utility.GENERAL_SUM,
    len(GLORY.seats),
)  # fmt: skip


class GloryTable(Table):
    """What all positions of a game of Glory share."""

    definition = GLORY

    def chances(self, position: Position) -> list[tuple[int, float]]:
        """The outcomes of the die to be rolled, with their probabilities.

        Of the hundred faces of the die that breaks off the talks only two are given, with the
        chances of all: the first breaks them off, the last does not.
        """
        if position.purpose != ROLL_BREAK_OFF:
            return super().chances(position)
        chance = int(position.games["opt_break_off"][0]) / PER_CENT
        return [(k, p) for k, p in ((0, chance), (PER_CENT - 1, 1 - chance)) if p > 0]

    def seals(self, position: Position) -> bool:
        """Whether what is chosen here is sealed: an offer, a hand."""
        g = position.games[0]
        return bool(is_sealed_now(g) or g["decision"] == JANKEN)


def goes_on(before: Position, after: Position) -> bool:
    """Whether nothing that was sealed has been opened between the two positions: the army writes
    first, and the navy's choice opens both.
    """
    is_new = before.player == NAVY and after.player == ARMY
    return before.seals and after.seals and not is_new


class GloryState(State):
    """One game of Glory as OpenSpiel sees it."""

    def resample_from_infostate(self, player: int, sampler: Callable[[], float]) -> State:
        """A state that the player cannot tell from this one; sampler: numbers in [0, 1)."""
        if not self.position.seals:
            state: State = self.clone()
            return state
        start, moves = self._while_sealed()
        for _ in range(TRIES):
            state = start.clone()
            own = [action for who, action in reversed(moves) if who == player]
            while not state.position.is_like(self.position, player):
                here = state.position
                if not here.seals or (here.player == player and not own):
                    break  # what the other wrote took another way
                k = int(sampler() * len(here.legal))
                state.apply_action(own.pop() if here.player == player else here.legal[k])
            else:
                return state
        raise RuntimeError(f"player {player}: no such state was found in {TRIES} tries")

    def _while_sealed(self) -> tuple[State, list[tuple[int, int]]]:
        """The state before the first choice that is sealed now, and who chose what since."""
        if self.position.since is None:
            state = self.get_game().new_initial_state()
            start, moves = state.clone(), []
            for action in self.history():
                before = state.position
                state.apply_action(action)
                if goes_on(before, state.position):
                    moves.append((before.player, action))
                else:
                    start, moves = state.clone(), []
            self.position.since = start, moves
        found: tuple[State, list[tuple[int, int]]] = self.position.since
        return found


class GloryGame(Game):
    """params: those of PARAMETERS; a wrong value is a ValueError that names the valid ones."""

    state_class = GloryState

    def __init__(self, params: dict[str, Any] | None = None) -> None:
        given = {**PARAMETERS, **(params or {})}
        table = GloryTable(given)
        low, high = zip(*(spec.bounds for spec in parse_reward(given["reward"])), strict=True)
        outcomes = PER_CENT if given["break_off"] else SIDES
        super().__init__(GAME_TYPE, table, params, (min(low), max(high)), MAX_DECISIONS, outcomes)


pyspiel.register_game(GAME_TYPE, GloryGame)
