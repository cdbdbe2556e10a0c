"""Temperaments: each of the public ones differs from all others in what it is named for.

All play the navy over the same seeds; the interval is of the differences, seed by seed.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from typing import NamedTuple

import numpy as np
import pytest

from glory_agents.glory.scripted.named import (
    MIDDLE,
    NAMED,
    PUBLIC,
    TEMPERAMENTS,
    draw_sliders,
    row_of,
)
from glory_agents.glory.scripted.plan import need
from glory_agents.glory.scripted.rows import SLIDERS, TURNS, both
from glory_agents.glory.scripted.script import script_one
from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.bench.statistics import bootstrap
from glory_env.core.record import copy_games
from glory_env.core.trace import blank_trace
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import COUNTER, END, KIND, N_ACTIONS
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.scenario import load
from glory_env.vector import GloryVector
from tests.agents.playing import play_tables

GAMES, SEED = 32, 5000
ORDINARY, HARD = "withdraw_in_time", "stonewaller"  # partners; the second one wrongs in every turn
OWN_ARMS = (st.ROW_DD, st.ROW_CV, st.ROW_NAVY_AIR, st.ROW_BCV)
BOARD = load("glory")
TABLES = BOARD.tables[0]

Values = np.ndarray  # float64 (GAMES,), NaN in a game that does not show it


class Seen(NamedTuple):
    """A temperament's games as the navy."""

    finals: np.ndarray  # GAME (GAMES,)
    arms: np.ndarray  # float64 (GAMES,), tonnage it spent on destroyers, carriers and aircraft
    built: np.ndarray  # ... and on everything


@cache
def seen(name: str, partner: str) -> Seen:
    vector = GloryVector(GAMES, BOARD, seed=SEED, autoreset=False)
    seated = np.stack([np.full(GAMES, seat) for seat in range(2)])
    spent = np.zeros((2, GAMES))

    def note(k, seat, at, games, draws, actions):
        picks = (games["decision"][at] == st.PRODUCE) & (actions != END)
        for i, action in zip(at[picks], actions[picks], strict=True):
            if seat == st.NAVY:
                row = action - KIND if action >= KIND else TABLES["row"][action - COUNTER]
                spent[:, i] += TABLES["cost"][row] * np.array([row in OWN_ARMS, 1])

    finals = play_tables([make_agent(partner), make_agent(name)], seated, vector, note)
    return Seen(finals, *spent)


def finals(name: str, partner: str) -> np.ndarray:
    return seen(name, partner).finals


def share(part: np.ndarray, whole: np.ndarray) -> Values:
    """Of each game; sums where turns are given, (GAMES, turns)."""
    part, whole = (x.reshape(GAMES, -1).sum(axis=1).astype(float) for x in (part, whole))
    return np.divide(part, whole, out=np.full(GAMES, np.nan), where=whole > 0)


def first_claims(games: np.ndarray) -> tuple[np.ndarray, np.ndarray]:
    """Own share in the first offer of each turn, and the total then; 0 and 0 without an offer."""
    claims = games["log_claim"][:, :, st.NAVY]
    made = claims >= 0
    return claims * made, games["log_shares"].sum(axis=2) * made


# --- what each is named for ----------------------------------------------------------------
def claimed(name: str) -> Values:
    """Share of the total in its first claims."""
    return share(*first_claims(finals(name, ORDINARY)))


def kept(name: str) -> Values:
    """What is left of its first claims when the talks are over, with one who does not yield."""
    games = finals(name, HARD)
    claims, _ = first_claims(games)
    return share(games["log_shares"][:, :, st.NAVY] * (claims > 0), claims)


def named_for_each_needed(name: str) -> Values:
    """How much more it claims for each unit of tonnage more that it needs.

    As navy against as army in one position, so with the same total: what it claims beyond its
    need by the total drops out. Where twice the need fits, so that no limit hides it.
    """
    row = row_of(name)
    found = np.full(GAMES, np.nan)
    for k, games in enumerate(talks()):
        slopes = []
        for game in games:
            needs = [need(game[0], TABLES, row[0], seat) for seat in range(2)]
            if needs[0] != needs[1] and 2 * max(needs) <= (1 - row["civil"][0]) * game["total"][0]:
                claims = [first_claim(game, row, seat) for seat in range(2)]
                slopes.append((claims[1] - claims[0]) / (needs[1] - needs[0]))
        if slopes:
            found[k] = np.mean(slopes)
    return found


def granted(name: str) -> Values:
    """Share of the escorts asked for that it grants."""
    games = finals(name, ORDINARY)
    return share(games["log_granted"], games["log_asked"])


def burnt(name: str) -> Values:
    """Share of its losses that it pays from the total."""
    games = finals(name, ORDINARY)
    return share(games["log_burnt"][:, :, st.NAVY], games["log_loss"][:, :, st.NAVY])


def late_fleet(name: str) -> Values:
    """Tonnage it activates when a middling temperament has left the front at sea already."""
    first, last = (int(row_of(which)["retreat_turn"][0]) for which in ("helpful", "dogged"))
    return finals(name, ORDINARY)["log_spent"][:, first:last, st.NAVY].sum(axis=1).astype(float)


def arms(name: str) -> Values:
    """Arms of its own among what it builds."""
    games = seen(name, ORDINARY)
    return share(games.arms, games.built)


def answer_to_wrongs(name: str) -> Values:
    """Share of the total in its first claims once it has been wronged, less that before."""
    claims, totals = first_claims(finals(name, HARD))
    before = share(claims[:, :2], totals[:, :2])
    return share(claims[:, 2:], totals[:, 2:]) - before


METRICS: dict[str, tuple[Callable[[str], Values], int]] = {  # 1: most of all, -1: least of all
    "grasping": (claimed, 1),
    "yielding": (kept, -1),
    "bluffing": (named_for_each_needed, 1),
    "helpful": (granted, 1),
    "spendthrift": (burnt, 1),
    "dogged": (late_fleet, 1),
    "arming": (arms, 1),
    "vengeful": (answer_to_wrongs, 1),
}


@cache
def metric(of: str, name: str) -> Values:
    return METRICS[of][0](name)


def test_every_temperament_has_its_metric():
    assert set(METRICS) == set(TEMPERAMENTS)


@pytest.mark.parametrize("other", TEMPERAMENTS)
@pytest.mark.parametrize("name", TEMPERAMENTS)
def test_temperaments_differ_in_what_they_are_named_for(name, other):
    if name == other:
        values = metric(name, name)
        assert np.isfinite(values).mean() >= 0.5  # most games show it
        return
    difference = METRICS[name][1] * (metric(name, name) - metric(name, other))
    seeds = np.flatnonzero(np.isfinite(difference))
    found = bootstrap({name: difference[seeds]}, seeds)[name]
    assert found.low > 0.0, f"{name} against {other}: {found}, {len(seeds)} games"


# --- positions for claims ------------------------------------------------------------------
class Listener:
    """An agent that keeps every position in which it opens the talks."""

    def __init__(self, name: str) -> None:
        self.agent = make_agent(name)
        self.positions: list[np.ndarray] = []

    def reset(self, seat: str, seed: int) -> None:
        self.agent.reset(seat, seed)

    def act_batch(self, observations, masks, draws, view) -> np.ndarray:
        games = view.records()
        if games["decision"][0] == st.OFFER_CIVIL and games["offers"][0] == 0:
            self.positions.append(games)
        return self.agent.act_batch(observations, masks, draws, view)


@cache
def talks() -> list[list[np.ndarray]]:
    """GAME (1,) of the beginning of the talks, turn by turn, for some of the seeds."""
    found = []
    for seed in range(SEED, SEED + GAMES):
        listeners = [Listener(ORDINARY) for _ in range(2)]
        play_pairs(*listeners, 1, seed)
        found.append([game for listener in listeners for game in listener.positions])
    return found


def first_claim(game: np.ndarray, row: np.ndarray, seat: int) -> int:
    """The own share in a script's first offer, were it for that seat to open."""
    game = copy_games(game)
    game["actor"] = game["opener"] = seat
    trace, mask = blank_trace(), np.zeros(N_ACTIONS, np.int8)
    kernels.step(game, 0, BOARD.tables, trace, mask, kernels.LOOK, False)
    for _ in range(2):  # civil, army
        action = script_one(game, 0, BOARD.tables, both(row)[0], mask, 0.5)
        kernels.step(game, 0, BOARD.tables, trace, mask, action, False)
    return int(game["log_claim"][0, game["turn"][0], seat])


# --- the family ----------------------------------------------------------------------------
def test_a_temperament_is_the_middle_in_all_but_one_slider():
    named = [slider for _, slider, _ in TEMPERAMENTS.values()]
    assert sorted(named) == sorted(SLIDERS)
    for name, (_, slider, value) in TEMPERAMENTS.items():
        for other in SLIDERS:
            wanted = value if other == slider else MIDDLE[other]
            assert 0.0 <= wanted <= PUBLIC
            if other == "withdrawal":
                assert row_of(name)["retreat_turn"][0] == 1 + round(TURNS * wanted)
            else:
                assert row_of(name)[other][0] == wanted
    rows = {row_of(name).tobytes() for name in NAMED}
    assert len(rows) == len(NAMED)  # no script is another one's double


def test_drawn_temperaments_keep_to_the_range_and_their_seed():
    drawn = [draw_sliders(seed) for seed in range(200)]
    values = np.array([list(sliders.values()) for sliders in drawn])
    assert set(drawn[0]) == set(SLIDERS)
    assert values.min() >= 0.0
    assert values.max() <= PUBLIC
    assert values.std(axis=0).min() > 0.15  # spread over the whole range
    assert len({tuple(row) for row in values}) == 200
    assert drawn[7] == draw_sliders(7)
    held_out = np.array([list(draw_sliders(seed, PUBLIC, 1.0).values()) for seed in range(50)])
    assert held_out.min() >= PUBLIC


@pytest.mark.parametrize(("low", "high"), [(-0.1, 0.5), (0.5, 1.1), (0.6, 0.5)])
def test_a_range_that_is_none_is_refused(low, high):
    with pytest.raises(ValueError, match=f"0 <= low <= high <= 1, got {low} and {high}"):
        draw_sliders(1, low, high)


def test_the_family_by_name():
    row = make_agent("temperament:seed=7").row
    for slider, value in draw_sliders(7).items():
        if slider == "withdrawal":
            assert row["retreat_turn"][0] == 1 + round(TURNS * value)
        else:
            assert row[slider][0] == value
    other = make_agent("temperament:seed=7,low=0.7,high=1,escort=0.25").row
    assert other["escort"][0] == 0.25
    assert 0.7 <= other["claim"][0] <= 1.0
    assert make_agent("temperament:seed=8").row.tobytes() != row.tobytes()
