"""Decisions of a game kept while it is played, the same ones with another past, and the answers.

`Notes` is an observer for `play_pairs`. `with_past` puts the log of another game before a stored
position. `Asked` lets an agent decide in stored positions. Tonnage in units of 10,000 tons.

What another past is: the fields PAST of the record, in the turns before that of the position, are
those of a finished game of the same seat. STANDING stays as it was: the total and the GP at the
end of a turn and the losses of the convoys have led to the position. So does everything that is no
log, the shares last set among it, and the log of the position's own turn.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.scripted.plan import need
from glory_env.core.record import copy_games
from glory_env.core.stepping import LOOK
from glory_env.core.trace import blank_trace
from glory_env.envs.agent import BatchAgent, GamesView, fill_draws
from glory_env.games.glory.actions import AMOUNT, COUNTER, KIND, N_ACTIONS, REFUSE
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.sections import BY_SECTION, OBSERVATION_SIZE
from glory_env.games.glory.state import (
    ESCORT_GRANT,
    GAME,
    MAX_COUNTERS,
    MAX_TONNAGE,
    NONE,
    OFFER_CIVIL,
    PAY,
    SERVICES,
    STEP,
)

PAST = (
    "log_claim", "log_first_other", "log_first_civil", "log_last_claim", "log_offers",
    "log_deadlock", "log_shares", "log_spent", "log_battles", "log_together", "log_loss",
    "log_burnt", "log_breach", "log_doubled", "log_asked", "log_granted", "log_support_asked",
    "log_lent", "log_lent_damage", "log_built",
)  # fmt: skip
STANDING = ("log_convoy_loss", "log_total", "log_gp")
PAST_SECTIONS = ("past", "past_seats", "past_built", "means", "means_seats")
PLANNER = "withdraw_in_time"  # whose plan says what a service needs
LONGEST = 32  # decisions of one payment, at most
_ASKED_BEFORE = 1 << 20  # the draws here are not those of the games


# --- keeping ---------------------------------------------------------------------------------
def rows_of(games: np.ndarray, rows: np.ndarray) -> np.ndarray:
    """A copy of some games, GAME (M,) by integers (M,); as bytes, which is fast."""
    taken = games.view(np.uint8).reshape(len(games), games.itemsize)[rows]
    records: np.ndarray = taken.reshape(-1).view(games.dtype)
    return records


Pick = Callable[[np.ndarray], np.ndarray]  # GAME (N,) at a decision each -> int64, those wanted


class Notes:
    """An observer for `play_pairs`: keeps the games at the decisions that it wants."""

    def __init__(self, *wanted: Pick) -> None:
        self._wanted = wanted
        self._records: list[list[np.ndarray]] = [[] for _ in wanted]
        self._games: list[list[np.ndarray]] = [[] for _ in wanted]

    def __call__(self, games: np.ndarray, forced: np.ndarray, at: slice) -> None:
        for k, pick in enumerate(self._wanted):
            rows = pick(games)
            if len(rows) > 0:
                self._records[k].append(rows_of(games, rows))
                self._games[k].append(rows + at.start)

    def of(self, k: int) -> tuple[np.ndarray, np.ndarray]:
        """What the k-th pick has found: GAME (M,), and which games of the run, int64 (M,)."""
        if not self._records[k]:
            return np.zeros(0, GAME), np.zeros(0, np.int64)
        return np.concatenate(self._records[k]), np.concatenate(self._games[k])


def first_offers(games: np.ndarray) -> np.ndarray:
    """A seat begins its first offer of a turn."""
    rows = np.flatnonzero(games["decision"] == OFFER_CIVIL)
    claims: np.ndarray = games["log_claim"][rows, games["turn"][rows], games["actor"][rows]]
    return rows[np.flatnonzero(claims == NONE)]


def escorts_asked(games: np.ndarray) -> np.ndarray:
    """The navy answers a request for an escort."""
    return np.flatnonzero((games["decision"] == ESCORT_GRANT) & (games["asked"] == 1))


def payments(games: np.ndarray) -> np.ndarray:
    """A seat has a loss to pay and has not yet named what the total pays."""
    return np.flatnonzero((games["decision"] == PAY) & (games["pool_paid"] == 0))


def idle_prices(records: np.ndarray, scenario: Scenario) -> np.ndarray:
    """What it costs to activate all idle units, float64 (M, 2), army and navy, units of tonnage.

    What the rules take for the need (option fixed_split="needs"), as the observation shows it.
    """
    section = BY_SECTION["idle_price"]
    seen, prices = np.zeros(OBSERVATION_SIZE, np.float32), np.zeros((len(records), 2))
    for i in range(len(records)):
        kernels.observe(records, i, scenario.tables, int(records["actor"][i]), seen)
        prices[i] = seen[section.start : section.stop].reshape(section.shape)[:, 0]
    return np.round(prices * MAX_TONNAGE)


def plans(records: np.ndarray, scenario: Scenario) -> np.ndarray:
    """What the script PLANNER would spend if it had all it wants, float64 (M, 2), as above."""
    tables, row = scenario.tables[0], row_of(PLANNER)[0]
    both = range(len(SERVICES))
    needs = [[need(records[i], tables, row, k) for k in both] for i in range(len(records))]
    return np.array(needs, np.float64).reshape(len(records), len(SERVICES))


# --- another past ----------------------------------------------------------------------------
def donors(finals: np.ndarray, turns: np.ndarray) -> np.ndarray:
    """For each turn, int (M,), a finished game that has come to it: int64 (M,), -1 for none.

    finals: GAME (N,). They take turns, so that all are used alike.
    """
    games = np.full(len(turns), -1, np.int64)
    for turn in np.unique(turns):
        at, alive = np.flatnonzero(turns == turn), np.flatnonzero(finals["turn"] >= turn)
        if len(alive) > 0:
            games[at] = alive[np.arange(len(at)) % len(alive)]
    return games


def with_past(records: np.ndarray, given: np.ndarray, fields: Sequence[str] = PAST) -> np.ndarray:
    """Positions, GAME (M,), with the past of the given games, GAME (M,), in a copy.

    The turns that a given game has not come through stay as they were.
    """
    copies, turns = copy_games(records), np.minimum(records["turn"], given["turn"])
    for turn in np.unique(turns):
        at = np.flatnonzero(turns == turn)
        for field in fields:
            copies[field][at, 1:turn] = given[field][at, 1:turn]
    return copies


# --- deciding --------------------------------------------------------------------------------
class Asked:
    """Stored games in which an agent decides, on copies.

    games: GAME (M,); masks: int8 (M, N_ACTIONS); observations: float32 (M, OBSERVATION_SIZE) of
    the seat that decides.
    """

    def __init__(self, records: np.ndarray, scenario: Scenario) -> None:
        self.games = copy_games(records)
        self.scenario = scenario
        self.masks = np.zeros((len(records), N_ACTIONS), np.int8)
        self.observations = np.zeros((len(records), OBSERVATION_SIZE), np.float32)
        self._trace = blank_trace()
        for i in range(len(records)):
            self._step(i, LOOK)

    def _step(self, i: int, action: int) -> None:
        tables = self.scenario.tables
        kernels.step(self.games, i, tables, self._trace, self.masks[i], action, False)
        if self.games["actor"][i] < 2:
            kernels.observe(
                self.games, i, tables, int(self.games["actor"][i]), self.observations[i]
            )

    def choose(self, agent: BatchAgent, at: np.ndarray, count: int) -> np.ndarray:
        """What the agent would do in the games `at`, int64 (K,): actions int64 (K,).

        Its draws depend on the place of a game in the array and on `count` only.
        """
        draws = np.empty(len(at))
        fill_draws(_ASKED_BEFORE + at, 0, np.full(len(at), count), draws)
        view = GamesView(self.scenario, self.games, at)
        return agent.act_batch(self.observations[at], self.masks[at], draws, view)

    def decide(self, agent: BatchAgent, at: np.ndarray, count: int) -> np.ndarray:
        """`choose`, and play it."""
        actions = self.choose(agent, at, count)
        for i, action in zip(at.tolist(), actions.tolist(), strict=True):
            self._step(i, action)
        return actions

    def all(self) -> np.ndarray:
        """All games, by number."""
        return np.arange(len(self.games))


Answer = Callable[[BatchAgent, np.ndarray, Scenario, int], np.ndarray]


def share_left(agent: BatchAgent, records: np.ndarray, scenario: Scenario, draw: int) -> np.ndarray:
    """Share of the total that the first offer leaves the other seat, float64 (M,)."""
    asked = Asked(records, scenario)
    turn, seat, total = (records[name].astype(np.int64) for name in ("turn", "actor", "total"))
    for k in range(2):  # civil, then army
        asked.decide(agent, asked.all(), LONGEST * draw + k)
    left: np.ndarray = asked.games["log_first_other"][asked.all(), turn, seat]
    return np.asarray(left / np.maximum(total, 1), np.float64)


def grants(agent: BatchAgent, records: np.ndarray, scenario: Scenario, draw: int) -> np.ndarray:
    """1 where an escort that was asked for is granted, else 0, float64 (M,)."""
    asked = Asked(records, scenario)
    return np.where(asked.decide(agent, asked.all(), LONGEST * draw) != REFUSE, 1.0, 0.0)


def own_share(agent: BatchAgent, records: np.ndarray, scenario: Scenario, draw: int) -> np.ndarray:
    """Share of the loss that is not paid from the total, float64 (M,)."""
    asked = Asked(records, scenario)
    loss, paid = records["loss"].astype(np.float64), np.zeros(len(records))
    at = asked.all()
    for k in range(LONGEST):
        actions = asked.decide(agent, at, LONGEST * draw + k)
        named = actions >= AMOUNT
        paid[at[named]] += (actions[named] - AMOUNT) * STEP
        at = at[asked.games["decision"][at] == PAY]
        if len(at) == 0:
            break
    return 1.0 - np.minimum(paid / np.maximum(loss, 1.0), 1.0)


def is_open(records: np.ndarray, scenario: Scenario) -> np.ndarray:
    """bool (M,): both ways are legal: grant or refuse; from the total or by units."""
    masks = Asked(records, scenario).masks
    counters = masks[:, COUNTER : COUNTER + MAX_COUNTERS].any(axis=1)
    amounts = masks[:, AMOUNT:KIND].any(axis=1)
    other = np.where(records["decision"] == PAY, amounts, masks[:, REFUSE] == 1)
    return counters & other


def nearest(mask: np.ndarray, tonnage: float) -> int:
    """The legal amount next to a tonnage, the lesser of two; -1 where none is legal."""
    legal = AMOUNT + np.flatnonzero(mask[AMOUNT:KIND])
    if len(legal) == 0:
        return -1
    return int(legal[np.abs((legal - AMOUNT) * STEP - tonnage).argmin()])
