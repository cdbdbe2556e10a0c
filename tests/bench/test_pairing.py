"""Paired seeds really pair: same dice for the same decision, and less noise in differences."""

from __future__ import annotations

from collections import Counter
from typing import Any

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.bench.statistics import Apart, derive
from glory_env.envs.agent import GameView
from glory_env.games.glory.bench.metrics import columns
from glory_env.games.glory.game import Game
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import SERVICES

FIRST, GAMES = 40, 6  # seeds of the games whose dice are read
PAIRINGS = {
    "base": ("withdraw_in_time", "boulware"),
    "swapped": ("boulware", "withdraw_in_time"),
    "strangers": ("civil_first", "needs_splitter"),
}
Dice = dict[tuple[Any, ...], list[int]]  # (seed, turn, purpose, actor, box or None) -> faces


def dice_of(army: str, navy: str, seed: int) -> tuple[Dice, bytes]:
    """What was rolled in a game, as its record has it, and the game at its end.

    Combats are those rolled at the choice of the box: there the line tells who fought where.
    """
    game = Game("glory", seed=seed, auto_forced=True)
    agents = [make_agent(name) for name in (army, navy)]
    for name, agent in zip(SERVICES, agents, strict=True):
        agent.reset(name, seed)
    lines = list(game.lines)
    while game.outcome == "playing":
        seat = int(game.record.actor)
        game.act(agents[seat].act(None, game.mask, GameView(game, SERVICES[seat])))
        lines += game.lines
    found: Dice = {}
    for line in lines:
        boxes = [event["battle"] for event in line["events"] if "hits" in event]
        for roll in line["dice"]:
            if line["actor"] == "system":
                key = (seed, line["turn"], roll["purpose"], "system", None)
            elif line["decision"] == "battle" and roll["purpose"] == "combat" and boxes:
                key = (seed, line["turn"], "combat", line["actor"], boxes[0])
            else:
                continue
            assert key not in found
            found[key] = roll["faces"]
    return found, game.games.tobytes()


@pytest.fixture(scope="module")
def rolled() -> dict[str, tuple[Dice, list[bytes]]]:
    """Pairing -> the dice of its games, and the games at their end."""
    found = {}
    for name, (army, navy) in PAIRINGS.items():
        games = [dice_of(army, navy, FIRST + k) for k in range(GAMES)]
        found[name] = ({k: v for dice, _ in games for k, v in dice.items()}, [g for _, g in games])
    return found


@pytest.mark.slow
@pytest.mark.parametrize("name", PAIRINGS)
def test_the_dice_read_here_are_those_of_play_pairs(rolled, name):
    agents = [make_agent(agent) for agent in PAIRINGS[name]]
    ended = play_pairs(*agents, GAMES, FIRST).finals
    assert [ended[k : k + 1].tobytes() for k in range(GAMES)] == rolled[name][1]


@pytest.mark.parametrize("other", ["swapped", "strangers"])
def test_the_same_decision_meets_the_same_dice(rolled, other):
    """Every roll both pairings made: the weaker force's dice are the first of the stronger's."""
    (mine, here), (theirs, there) = rolled["base"], rolled[other]
    assert all(a != b for a, b in zip(here, there, strict=True))  # these are other games
    shared = mine.keys() & theirs.keys()
    for key in shared:
        for a, b in zip(mine[key], theirs[key], strict=False):
            assert a == b, key
    # What was compared: system rolls of several turns of every game, and combats.
    met = Counter(purpose for _, _, purpose, _, _ in shared)
    assert min(met["invasion"], met["opener"], met["convoy"], met["production_opener"]) >= 5 * GAMES
    assert met["combat"] >= 5
    assert {seed for seed, *_ in shared} == set(range(FIRST, FIRST + GAMES))
    assert {mine[key][0] for key in shared} == set(range(1, 7))


def test_games_of_other_seeds_have_other_dice(rolled):
    """The agreement above is no property of the dice: a seed's neighbour agrees by chance."""
    mine, theirs = rolled["base"][0], rolled["swapped"][0]
    pairs = [
        (faces[0], theirs[seed + 1, *rest][0])
        for (seed, *rest), faces in mine.items()
        if (seed + 1, *rest) in theirs
    ]
    assert len(pairs) >= 100
    assert np.mean([a == b for a, b in pairs]) < 0.35  # 1/6 but for chance


# --- alike until a turn ----------------------------------------------------------------------
class Until:
    """Plays as one script before a turn and as another from it on; keeps what it met, by game."""

    def __init__(self, first: str, then: str, turn: int) -> None:
        self.agents, self.turn = (make_agent(first), make_agent(then)), turn
        self.met: list[list[tuple[int, bytes, float, int]]] = []

    def reset(self, seat: str, seed: int) -> None:
        for agent in self.agents:
            agent.reset(seat, seed)
        self.met.append([])

    def act(self, observation: Any, mask: np.ndarray, env_view: Any) -> int:
        raise AssertionError("played in batches")

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: Any
    ) -> np.ndarray:
        """Of one game: evaluation with batch=1."""
        record = view.records()
        turn = int(record["turn"][0])
        agent = self.agents[turn >= self.turn]
        actions = agent.act_batch(observations, masks, draws, view)
        self.met[-1].append((turn, record.tobytes(), float(draws[0]), int(actions[0])))
        return actions

    def explain(self) -> str:
        return "as the script of this turn"


def watched(then: str, turn: int) -> list[list[list[tuple[int, bytes, float, int]]]]:
    """What army and navy met in six games whose navy turns from boulware to `then`."""
    agents = Until("withdraw_in_time", "withdraw_in_time", 1), Until("boulware", then, turn)
    play_pairs(*agents, GAMES, FIRST, batch=1)
    return [agent.met for agent in agents]


def test_agents_alike_until_a_turn_meet_identical_games_until_then():
    """Records, draws and actions of both seats, to the bit; and afterwards the games part."""
    turn = 4
    for mine, theirs in zip(watched("boulware", turn), watched("greedy_gp", turn), strict=True):
        parted = 0
        for a, b in zip(mine, theirs, strict=True):
            before = [entry for entry in a if entry[0] < turn]
            assert before == [entry for entry in b if entry[0] < turn]
            assert {entry[0] for entry in before} == {1, 2, 3}
            parted += a[len(before) :] != b[len(before) :]
        assert (len(mine), parted) == (GAMES, GAMES)


# --- less noise ------------------------------------------------------------------------------
SEEDS = 200
METRICS = ("completed", "turns", "welfare")


@pytest.fixture(scope="module")
def measured() -> dict[str, dict[str, np.ndarray]]:
    """Two pairings that differ by the navy's agent, over the same seeds."""
    tables = load("glory").tables[0]
    found = {}
    for navy in ("withdraw_in_time", "boulware"):
        agents = make_agent("withdraw_in_time"), make_agent(navy)
        finals = play_pairs(*agents, SEEDS, 1000).finals
        found[navy] = {
            name: column.astype(np.float64) for name, column in columns(finals, tables).items()
        }
    return found


@pytest.mark.slow
@pytest.mark.parametrize("metric", METRICS)
def test_differences_of_paired_games_vary_less(measured, metric):
    """Below 60 % of what unpaired games would: Var a + Var b.

    Both vary and so does their difference, so that nothing is 0 below 0; and the same numbers
    paired with the neighbour's seed do not pass, so that the seeds do it and not the sample.
    """
    a, b = (games[metric] for games in measured.values())
    unpaired = a.var() + b.var()
    assert min(a.var(), b.var(), (a - b).var()) > 0
    assert (a - b).var() < 0.6 * unpaired
    assert (a - np.roll(b, 1)).var() > 0.75 * unpaired


@pytest.mark.parametrize("metric", METRICS)
def test_the_interval_of_a_difference_is_narrower_by_that(measured, metric):
    """Clustered by seed it is as wide as the differences' spread says, and less than apart."""
    a, b = (games[metric] for games in measured.values())
    is_first = np.repeat([True, False], SEEDS)
    both = np.concatenate([a, b])
    games = {"x": np.where(is_first, both, 0), "y": np.where(is_first, 0, both), "n": is_first}
    gap = Apart(lambda m: m["x"] / m["n"] - m["y"] / (1 - m["n"]), ("x", "y"))
    formulas = {"gap": gap}
    seeds = np.arange(SEEDS)
    paired = derive(formulas, games, np.tile(seeds, 2))["gap"]
    apart = derive(formulas, games, np.arange(2 * SEEDS))["gap"]
    assert paired.mean == pytest.approx(a.mean() - b.mean())
    assert paired.mean == pytest.approx(apart.mean)
    normal = 2 * 1.96 / SEEDS**0.5  # widths of a normal approximation, for a deviation of 1
    assert paired.high - paired.low == pytest.approx(normal * (a - b).std(), rel=0.15)
    assert apart.high - apart.low == pytest.approx(normal * (a.var() + b.var()) ** 0.5, rel=0.15)
    assert paired.high - paired.low < 0.8 * (apart.high - apart.low)
