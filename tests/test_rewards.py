"""Rewards: every ending worked out by hand, the order of utilities, the shaping potential."""

from __future__ import annotations

import math
from itertools import product

import numpy as np
import pytest

from glory_env.core.compile import rule
from glory_env.core.errors import OptionError
from glory_env.games.glory.engine import rewards
from glory_env.games.glory.engine.rewards import (
    PRESETS,
    RewardSpec,
    brinkmanship,
    parse_reward,
    reward_params,
)
from glory_env.games.glory.state import ARMY, COMPLETED, GAME_OVER, NAVY, OVER, PLAYING
from tests.observed import hand_made_tables, new_games, random_games, uncompiled

SEATS = (ARMY, NAVY)
TABLES = hand_made_tables()


@rule
def pay(games, i, tables, params, out):
    rewards.rewards_of(games[i], tables[0], params, out)


@rule
def utility_at(games, i, tables, params, seat):
    return rewards.utility(games[i], tables[0], params, seat)


@rule
def potential_at(games, i, tables, params, seat):
    return rewards.potential(games[i], tables[0], params, seat)


def ended(army: int, navy: int, outcome: int = COMPLETED) -> np.ndarray:
    games = new_games(TABLES)
    games["outcome"], games["gp"] = outcome, (army, navy)
    games["phase"] = OVER if outcome != PLAYING else 0
    return games


def reward(games: np.ndarray, spec: rewards.Reward) -> tuple[float, float]:
    out = np.full(2, np.nan)
    pay(games, 0, TABLES, reward_params(parse_reward(spec)), out)
    return float(out[0]), float(out[1])


def phi(games: np.ndarray, spec: rewards.Reward, seat: int, weight: float | None = 1) -> float:
    return potential_at(games, 0, TABLES, reward_params(parse_reward(spec), weight), seat)


# --- what a game pays ------------------------------------------------------------------------
# 78 and 39 GP: g = .6 and .3; the army wins, so s = .5 + .3 and -.5 + .15.
# 65 each: g = .5, a draw, s = .25. Game over is the same whatever the points.
@pytest.mark.parametrize(
    ("spec", "army_wins", "draw", "game_over"),
    [
        ("cooperative", (0.6125, 0.6125), (0.625, 0.625), (-1, -1)),
        ("selfish", (0.9, 0.325), (0.625, 0.625), (-1, -1)),
        ("zero_sum", (0.7875, 0.2125), (0.5, 0.5), (-1, -1)),
        ("zero_sum_raw", (0.575, -0.575), (0, 0), (0, 0)),
        (90, (0.325, 0.9), (0.625, 0.625), (-1, -1)),
        ("joint", (0.5 + 19.5 / 66,) * 2, (0.5 + 32.5 / 66,) * 2, (-1, -1)),
    ],
)
def test_rewards_of_every_ending(spec, army_wins, draw, game_over) -> None:
    assert reward(ended(78, 39), spec) == pytest.approx(army_wins)
    assert reward(ended(39, 78), spec) == pytest.approx(army_wins[::-1])
    assert reward(ended(65, 65), spec) == pytest.approx(draw)
    assert reward(ended(78, 39, GAME_OVER), spec) == pytest.approx(game_over)
    assert reward(ended(78, 39, PLAYING), spec) == (0, 0)


def test_weights_of_the_blend() -> None:
    # w = 1 pays the outcome alone, w = 0 the glory points alone, which stop counting at 130.
    assert reward(ended(78, 39), RewardSpec(0, w=1)) == (1, 0)
    assert reward(ended(78, 39), RewardSpec(0, w=0)) == pytest.approx((0.8, 0.65))
    assert reward(ended(200, 130), RewardSpec(0, w=0)) == (1, 1)


def test_joint_is_paid_by_the_lesser_service_up_to_the_solo_mark() -> None:
    assert reward(ended(66, 90), "joint") == reward(ended(120, 66), "joint") == (1, 1)
    assert reward(ended(65, 200), "joint")[0] < 1
    spec = RewardSpec(kind="joint", v_m=-0.5)
    assert reward(ended(33, 40), spec) == (0.75, 0.75)
    assert reward(ended(33, 40, GAME_OVER), spec) == (-0.5, -0.5)


def test_utilities_of_a_spec_are_its_own() -> None:
    spec = RewardSpec(0, w=1, v_m=-4, v_c=1, v_w=2)
    assert reward(ended(30, 10), spec) == (3, -1)
    assert reward(ended(30, 30), spec) == (1, 1)
    assert reward(ended(30, 10, GAME_OVER), spec) == (-4, -4)


def test_each_seat_is_paid_by_its_own_spec() -> None:
    mixed = {"army": "selfish", "navy": "cooperative"}
    assert reward(ended(78, 39), mixed) == pytest.approx((0.9, 0.6125))
    assert reward(ended(78, 39), {"navy": -45, "army": 0}) == pytest.approx((0.9, 0.2125))


@pytest.mark.parametrize(("lead", "expected"), [(10, 1), (9, 0.5), (0, 0.5), (-9, 0.5), (-10, 0)])
def test_the_winning_margin_decides_the_outcome(lead: int, expected: float) -> None:
    params = reward_params(parse_reward("selfish"))
    games = ended(40 + lead, 40)
    assert utility_at(games, 0, TABLES, params, ARMY) == expected
    assert utility_at(games, 0, TABLES, params, NAVY) == 1 - expected


def test_utility_of_game_over_and_of_a_game_in_play() -> None:
    params = reward_params(parse_reward("selfish"))
    assert utility_at(ended(40, 0, GAME_OVER), 0, TABLES, params, ARMY) == -1
    assert utility_at(ended(40, 0, PLAYING), 0, TABLES, params, ARMY) == 0


@pytest.mark.parametrize("theta", [-45, -30, -15, 0])
def test_win_beats_draw_beats_loss_beats_game_over(theta: float) -> None:
    """Own points alone change: 60 against 40, 40 or 20 against the same 40."""
    win, draw, loss = (reward(ended(own, 40), theta)[ARMY] for own in (60, 40, 20))
    assert win > draw > loss > reward(ended(60, 40, GAME_OVER), theta)[ARMY]


@pytest.mark.parametrize("spec", [*range(-45, 46, 15), "cooperative", "selfish", "zero_sum"])
def test_game_over_is_the_worst_ending_by_a_margin(spec) -> None:
    points = range(0, 211, 30)
    completed = [reward(ended(a, n), spec)[seat] for a, n, seat in product(points, points, SEATS)]
    _, _, loss, joint_loss = parse_reward(spec)[0].utilities
    assert min(completed) - joint_loss >= loss - joint_loss - 1e-9
    assert loss - joint_loss == 1


@pytest.mark.parametrize("spec", [*PRESETS.values(), RewardSpec(120, w=0.8, v_m=-3)])
def test_rewards_stay_in_the_declared_range(spec: RewardSpec) -> None:
    low, high = spec.bounds
    for army, navy, outcome in product(range(0, 211, 30), range(0, 211, 30), (1, 2)):
        for paid in reward(ended(army, navy, outcome), spec):
            assert low - 1e-9 <= paid <= high + 1e-9


def test_the_raw_difference_rewards_the_trailing_seat_for_a_lost_game() -> None:
    """The documented hazard: it would rather end the game than lose it."""
    assert reward(ended(78, 39, GAME_OVER), "zero_sum_raw")[NAVY] == 0
    assert reward(ended(78, 39), "zero_sum_raw")[NAVY] < 0


@pytest.mark.parametrize(
    ("army", "navy", "outcome", "expected"),
    [
        (33, 90, COMPLETED, 0.75),
        (90, 33, COMPLETED, 0.75),
        (66, 66, COMPLETED, 1),
        (65, 99, COMPLETED, 0.5 + 0.5 * 65 / 66),
        (0, 99, COMPLETED, 0.5),
        (99, 99, GAME_OVER, -1),
        (99, 99, PLAYING, 0),
    ],
)
def test_solo_reward(army: int, navy: int, outcome: int, expected: float) -> None:
    paid = reward(ended(army, navy, outcome), rewards.SOLO_REWARD)
    assert paid == pytest.approx((expected, expected))


# --- shaping ---------------------------------------------------------------------------------
def test_potential_by_hand() -> None:
    games = new_games(TABLES)
    games["total"], games["gp"] = 365, (13, 26)  # half of 630 - 100 above the floor
    games["marker_step"][0, 1] = 2  # marker 1 stands in a home island
    assert phi(games, "selfish", ARMY) == pytest.approx(0.06 + 0.1 - 0.1)
    assert phi(games, "selfish", NAVY) == pytest.approx(0.12 + 0.1 - 0.1)
    assert phi(games, "cooperative", ARMY) == pytest.approx(0.09 + 0.1 - 0.1)
    assert phi(games, "zero_sum", ARMY) == pytest.approx(-0.03 + 0.1 - 0.1)
    assert phi(games, "selfish", ARMY, weight=2) == pytest.approx(0.12)
    assert phi(games, "selfish", ARMY, weight=None) == 0
    games["opt_solo"], games["total"] = 1, 390  # half of 630 - 150
    assert phi(games, "selfish", ARMY) == pytest.approx(0.06 + 0.1 - 0.1)


@pytest.mark.parametrize(
    ("total", "expected"), [(730, 0.2), (630, 0.2), (100, 0), (80, 0), (-20, 0)]
)
def test_the_total_counts_between_floor_and_start(total: int, expected: float) -> None:
    games = new_games(TABLES)
    games["total"] = total
    assert phi(games, "selfish", ARMY) == pytest.approx(expected)


def test_lost_home_boxes_count_once_each_and_at_most_two() -> None:
    games = new_games(TABLES)
    games["total"] = 100
    values = []
    # Markers 1 and 2 reach home islands 2 and 3, marker 3 island 1, marker 5 island 2 again.
    for marker, step in ((1, 2), (2, 2), (2, 3), (3, 4), (5, 2)):
        games["marker_step"][0, marker] = step
        values.append(phi(games, "selfish", ARMY))
    assert TABLES["route"][0, 5, 1] not in (1, 2, 3)
    assert values == pytest.approx([-0.1, -0.1, -0.2, -0.2, -0.2])
    games["marker_step"] = 0
    tables = TABLES.copy()
    tables["route"][0, 5, 1] = 2
    games["marker_step"][0, [1, 5]] = 2
    params = reward_params(parse_reward("selfish"), 1)
    assert potential_at(games, 0, tables, params, ARMY) == pytest.approx(-0.1)


@pytest.mark.parametrize("outcome", [COMPLETED, GAME_OVER])
@pytest.mark.parametrize("spec", list(PRESETS))
def test_shaping_of_an_episode_adds_up_to_the_same_whatever_is_played(spec, outcome) -> None:
    """The steps F = Phi(after) - Phi(before) sum to -Phi(start): nothing is left of the play."""
    start = new_games(TABLES)
    for seed in range(3):
        played = random_games(TABLES, 12, seed)
        played["outcome"] = PLAYING
        played["outcome"][-1] = outcome
        episode = np.concatenate([start, played])
        for seat in SEATS:
            values = [phi(episode[i : i + 1], spec, seat) for i in range(len(episode))]
            steps = np.diff(values)
            assert np.count_nonzero(steps) > 5
            assert values[-1] == 0
            assert steps.sum() + values[0] == pytest.approx(0, abs=1e-12)
            assert values[0] == pytest.approx(0.2)


def test_compiled_and_plain_python_agree() -> None:
    games = random_games(TABLES, 60, seed=9)
    games["outcome"] = np.arange(60) % 3
    plain = {
        name: uncompiled(getattr(rewards, name)) for name in ("rewards_of", "potential", "utility")
    }
    for i, spec in product(range(60), PRESETS):
        params = reward_params(parse_reward(spec), 0.7)
        compiled, uncompiled_out = np.zeros(2), np.zeros(2)
        pay(games, i, TABLES, params, compiled)
        plain["rewards_of"](games[i], TABLES[0], params, uncompiled_out)
        assert compiled == pytest.approx(uncompiled_out, rel=1e-12)
        for seat in SEATS:
            args = (games[i], TABLES[0], params, seat)
            value = potential_at(games, i, TABLES, params, seat)
            assert value == pytest.approx(plain["potential"](*args), rel=1e-12)
            assert utility_at(games, i, TABLES, params, seat) == plain["utility"](*args)


# --- specs -----------------------------------------------------------------------------------
def test_presets() -> None:
    assert {name: spec.theta for name, spec in PRESETS.items()} == {
        "cooperative": 45, "selfish": 0, "zero_sum": -45, "zero_sum_raw": -45, "joint": 45,
        "brinkmanship_3": 0, "brinkmanship_9": 0, "assurance": 0, "rivalry": 0, "spite": -45,
    }  # fmt: skip
    assert PRESETS["zero_sum_raw"].kind == "zero_sum_raw"
    assert RewardSpec().utilities == (1, 0.5, 0, -1)
    assert PRESETS["assurance"].utilities == (1, 0.5, 0, -1)
    assert PRESETS["rivalry"].utilities == (1, 0.5, 0, -0.05)
    assert PRESETS["spite"] == PRESETS["zero_sum_raw"]


def test_one_spec_serves_both_seats() -> None:
    assert parse_reward("selfish") == (PRESETS["selfish"], PRESETS["selfish"])
    assert parse_reward(30) == (RewardSpec(30.0), RewardSpec(30.0))
    assert parse_reward(np.float32(-7.5)) == (RewardSpec(-7.5), RewardSpec(-7.5))
    own = RewardSpec(10, w=0.3)
    assert parse_reward(own) == (own, own)


def test_a_mapping_names_both_seats() -> None:
    own = RewardSpec(10, w=0.3)
    assert parse_reward({"navy": own, "army": "zero_sum"}) == (PRESETS["zero_sum"], own)


def test_without_a_reward_seats_are_paid_for_their_own_result() -> None:
    assert rewards.parse_reward(None) == rewards.parse_reward("selfish")


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("selfsh", r"unknown reward 'selfsh'.*selfish.*cooperative.*zero_sum.*angle in degrees"),
        ("zero", r"unknown reward 'zero'.*zero_sum.*cooperative"),
        (True, r"reward is True, expected"),
        (math.nan, r"reward is nan, expected"),
        (200, r"theta is 200.0, expected -180..180"),
        ({"army": "selfish"}, r"no entry for navy"),
        ({"army": 0, "nvy": 0}, r"unknown seat in reward 'nvy'.*navy.*army"),
        ({"army": 0, "navy": "coop"}, r"unknown reward 'coop'.*cooperative"),
        ({"army": 0, "navy": {"army": 0, "navy": 0}}, r"reward is \{'army': 0, 'navy': 0\}"),
    ],
)
def test_bad_rewards_are_refused_with_the_valid_ones(spec, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        parse_reward(spec)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ({"v_w": 0}, r"must fall from win to draw to loss to game over.*0.5, 0.5, 0.5, -1"),
        ({"v_m": 0}, r"must fall"),
        ({"v_m": 0.2}, r"must fall"),
        ({"v_w": -0.5}, r"must fall"),
        ({"w": 1.5}, r"w is 1.5, expected 0..1"),
        ({"theta": math.inf}, r"theta is inf, expected a finite number"),
        ({"v_c": "a"}, r"v_c is 'a', expected a finite number"),
        ({"kind": "blnd"}, r"unknown reward kind 'blnd'.*blend.*zero_sum_raw"),
    ],
)
def test_bad_specs_are_refused(arguments: dict, message: str) -> None:
    with pytest.raises(ValueError, match=message):
        RewardSpec(**arguments)


def test_brinkmanship() -> None:
    assert brinkmanship(RewardSpec()) == 1
    assert brinkmanship(RewardSpec(v_m=-4)) == 0.25
    assert brinkmanship(RewardSpec(v_m=-0.25)) == 4
    assert brinkmanship(PRESETS["zero_sum_raw"]) == math.inf


def test_parameter_rows() -> None:
    params = reward_params(parse_reward({"army": "selfish", "navy": "zero_sum_raw"}), 0.25)
    half = math.sqrt(0.5)
    assert params.dtype == np.float64
    assert params[0] == pytest.approx([1, 0, 0.5, -1, 0.5, 0.5, 0, 0.25, 0])
    assert params[1] == pytest.approx([half, -half, 0.5, -1, 0.5, 0.5, 1, 0.25, 0])
    assert (reward_params(parse_reward(0))[:, rewards.SHAPING] == 0).all()
    assert (reward_params(parse_reward(0), survival=0.5)[:, rewards.SURVIVAL] == 0.5).all()


@pytest.mark.parametrize("weight", [-1, math.nan, math.inf, "much", True, [1]])
@pytest.mark.parametrize("name", ["shaping", "survival"])
def test_a_bad_weight_is_refused(name, weight) -> None:
    with pytest.raises(OptionError, match=f"'{name}': expected None or a number of at least 0"):
        reward_params(parse_reward(0), **{name: weight})
