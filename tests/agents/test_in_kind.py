"""The teacher that answers in kind, and script parameters of a macro policy that are fixed."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.base import AgentError
from glory_agents.glory.macro.in_kind import CROSS, KIND
from glory_agents.glory.macro.parameters import HEADS
from glory_agents.glory.scripted.temper import BURNS, MATTERS, MUCH, find_wronged
from glory_agents.learned.shipped import STARTS
from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.games.glory.state import ARMY, GAME, NAVY, SERVICES

GAMES = 40
each_seat = pytest.mark.parametrize("seat", [ARMY, NAVY], ids=SERVICES)


def first_offers(partner: str, seat: int) -> np.ndarray:
    """Shares of the total that `in_kind` first offers the partner, from turn 2 on."""
    pair = [make_agent("in_kind"), make_agent(partner)]
    games = play_pairs(*pair[:: 1 if seat == ARMY else -1], GAMES, seed=4).finals
    offered = games["log_first_other"][:, 2:, seat].astype(float)
    total = games["log_shares"][:, 2:].sum(axis=2)
    made = (offered >= 0) & (total > 0)
    assert made.sum() > 2 * GAMES
    return np.asarray(offered[made] / total[made])


@each_seat
def test_it_offers_less_to_who_takes_all(seat: int) -> None:
    generous, grim = first_offers("always_saint", seat), first_offers("always_grim", seat)
    assert grim.mean() < 0.75 * generous.mean()


@pytest.mark.parametrize(
    ("claim", "loss", "burnt", "wronged"),
    [
        (300, 0, 0, False),
        (305, 0, 0, True),
        (-1, MATTERS, MATTERS, True),
        (-1, MATTERS, int(BURNS * MATTERS), False),
        (-1, MATTERS - 5, MATTERS - 5, False),
    ],
)
@each_seat
def test_what_is_a_wrong(seat: int, claim: int, loss: int, burnt: int, wronged: bool) -> None:
    assert MUCH == 0.5
    games = np.zeros(2, GAME)
    games["turn"], games["actor"] = 4, seat
    games["log_shares"][:, 3] = 100, 200, 300
    games["log_claim"][:] = -1
    games["log_claim"][:, 3, 1 - seat] = claim
    games["log_loss"][:, 3, 1 - seat], games["log_burnt"][:, 3, 1 - seat] = loss, burnt
    games["turn"][1] = 5  # forgiven
    found = np.zeros(2, np.bool_)
    find_wronged(games, found)
    assert found.tolist() == [wronged, False]


# --- fixed parameters ------------------------------------------------------------------------
def test_a_fixed_parameter_is_in_every_row() -> None:
    agent = make_agent(
        "cooperative-macro-0:negotiator=grim,claim=0.3,retreat_turn=1,retaliation=0.5"
    )
    choices = np.zeros((3, len(HEADS)), np.int64)
    rows = agent.player.rows_of(choices)
    assert set(rows["claim"]) == {0.3}
    assert set(rows["retaliation"]) == {0.5}
    assert set(rows["retreat_turn"]) == {1}
    free = make_agent("cooperative-macro-0").player.rows_of(choices)
    changed = {name for name in rows.dtype.names if (rows[name] != free[name]).any()}
    assert changed <= {"negotiator", "claim", "retreat_turn", "retaliation"}


def test_teachers_parameters_are_valid() -> None:
    for given in (KIND, CROSS):
        named = ",".join(f"{key}={value}" for key, value in given.items())
        make_agent(f"cooperative-macro-2:{named}")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("cooperative-macro-0:claim=2", "parameter 'claim': expected a number from 0 to 1"),
        ("cooperative-macro-0:greed=1", "unknown parameter 'greed'"),
        ("cooperative-macro-0:negotiator=nobody", "unknown negotiator 'nobody'"),
    ],
)
def test_a_wrong_one_is_refused(name: str, words: str) -> None:
    with pytest.raises(AgentError, match=words):
        make_agent(name)


def test_a_network_for_micro_steps_has_none() -> None:
    with pytest.raises(AgentError, match="unknown parameter 'claim'"):
        make_agent(f"{STARTS / 'micro'}:claim=0.5")
