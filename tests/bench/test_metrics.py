"""The benchmark's metrics of games written down by hand, with values worked out by hand."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from glory_env.games.glory.bench.metrics import METRICS, by_turn, civil_shares, columns, figures
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import ARMY, BY_HOME_BOXES, BY_TONNAGE, FIXED, NAVY, SEALED
from tests.bench.handmade import finished, logged, lost

pytestmark = pytest.mark.filterwarnings("error")  # nothing is divided by zero on the way

GLORY = load("glory").tables[0]  # twelve turns, margin 10, 65 GP
TEACHING = load("teaching").tables[0]  # four turns, margin 5, 15 GP


def measured(*games: np.ndarray, tables: Any = GLORY) -> dict[str, float | None]:
    """Metric -> its mean over the games, each of its own seed; intervals are checked on the way."""
    finals = np.concatenate(games)
    found = figures(columns(finals, tables), np.arange(len(finals)))
    assert list(found) == list(METRICS)
    for name, value in found.items():
        if value is not None:
            assert np.isfinite(value.mean), name
            inside = value.low - 1e-9 <= value.mean <= value.high + 1e-9
            assert inside or not value.has_interval, name
    return {name: None if value is None else value.mean for name, value in found.items()}


def check(found: dict[str, float | None], **expected: float | None) -> None:
    assert {name: found[name] for name in expected} == pytest.approx(expected), found


# --- how games end ---------------------------------------------------------------------------
def test_the_four_ways_a_game_ends_and_what_they_are_worth():
    """An army win by exactly 10, a draw by 9, a navy win, and both ways to lose everything."""
    found = measured(
        finished((70, 60)),
        finished((60, 69)),
        finished((20, 66)),
        lost(5, (90, 10), BY_TONNAGE),
        lost(11, (0, 0), BY_HOME_BOXES),
    )
    check(
        found,
        completion=3 / 5,
        turns=(12 + 12 + 12 + 5 + 11) / 5,
        game_over=2 / 5,
        joint_loss_turn=(5 + 11) / 2,
        cause_tonnage=1 / 5,
        cause_home_boxes=1 / 5,
        win_army=1 / 5,
        win_navy=1 / 5,
        draw=1 / 5,
        utility_army=(1 + 0.5 + 0 - 1 - 1) / 5,
        utility_navy=(0 + 0.5 + 1 - 1 - 1) / 5,
        nash=(1 - 0.1) * (1 - 0.1),
        gp_army=(70 + 60 + 20) / 3,  # the 90 of the lost game are worth nothing
        gp_navy=(60 + 69 + 66) / 3,
        margin=(10 - 9 - 46) / 3,
        welfare=(130 + 129 + 86) / 130 / 5,
        gini=(10 / 260 + 9 / 258 + 46 / 172) / 3,  # of two: their distance over twice their sum
        solo_victory=0.0,
    )


def test_the_nash_product_tells_the_seats_apart():
    """Army wins twice and draws once, and all is lost once: means 0.375 and -0.125."""
    found = measured(finished((50, 20)), finished((50, 20)), finished((30, 30)), lost(8))
    check(found, utility_army=0.375, utility_navy=-0.125, nash=1.375 * 0.875)


def test_the_solo_victory_wants_both_above_65():
    games = (finished((66, 66)), finished((65, 90)), finished((90, 65)), lost(12, (80, 80)))
    check(measured(*games), solo_victory=1 / 4)


def test_a_tie_without_a_point_is_a_draw_and_equal():
    found = measured(finished((0, 0)), finished((40, 40)))
    check(found, game_over=0.0, joint_loss_turn=None)
    check(found, draw=1.0, margin=0.0, gini=0.0, win_army=0.0, win_navy=0.0, welfare=80 / 260)


def test_margins_and_marks_are_those_of_the_scenario():
    games = (finished((16, 21), 4), finished((20, 16), 4), finished((15, 40), 4))
    found = measured(*games, tables=TEACHING)
    check(found, win_navy=2 / 3, draw=1 / 3, solo_victory=2 / 3, completion=1.0, turns=4.0)


def test_nothing_is_known_of_what_never_happened():
    """All games lost early, nobody talked, fought or asked: None, and no division by zero."""
    found = measured(lost(2), lost(3, (5, 0), BY_HOME_BOXES))
    never = ("completion", "solo_victory", "win_army", "win_navy", "draw", "welfare", "deadlocks")
    known = dict.fromkeys((*never, "nash"), 0.0) | {"turns": 2.5, "joint_loss_turn": 2.5}
    known |= {"game_over": 1.0}
    known |= {"cause_tonnage": 0.5, "cause_home_boxes": 0.5}
    known |= {"utility_army": -1.0, "utility_navy": -1.0}
    assert {name: value for name, value in found.items() if value is not None} == known


def test_many_games_are_counted_in_full():
    """Sums over games pass what 16 bits hold, by far."""
    game = finished((60, 50))
    logged(game, "shares", **{f"t{t}": (200, 130, 300) for t in range(1, 13)})
    logged(game, "loss", **{f"t{t}": (90, 60) for t in range(1, 13)})
    logged(game, "burnt", **{f"t{t}": (30, 60) for t in range(1, 13)})
    found = measured(np.repeat(game, 1500))
    check(found, gp_army=60.0, welfare=110 / 130, civil=300 / 630, burn_army=1 / 3, burn_navy=1.0)


# --- talks and splits ------------------------------------------------------------------------
def test_talks_that_agreed_and_talks_that_failed():
    """Three offers and an agreement, one offer and an agreement, six offers and a deadlock."""
    first = logged(finished(), "offers", t1=3, t2=6)
    logged(first, "deadlock", t2=1)
    second = logged(lost(1), "offers", t1=1)  # the game was lost after the talks
    found = measured(first, second)
    check(found, agreement=2 / 3, offers=10 / 3, deadlocks=1 / 2)


def test_claims_over_what_was_spent_where_a_claim_was_made():
    """Army claimed 300 and 100 and spent 150 and 50; in turn 2 it named nothing and spent 100."""
    game = logged(finished(), "offers", t1=2, t2=1, t3=2)
    logged(game, "claim", t1=(300, 200), t2=(-1, 90), t3=(100, -1))
    logged(game, "spent", t1=(150, 100), t2=(100, 45), t3=(50, 500))
    other = logged(lost(1), "offers", t1=2)
    logged(logged(other, "claim", t1=(100, 0)), "spent", t1=(0, 30))  # to claim 0 is to claim
    check(measured(game), inflation_army=400 / 200, inflation_navy=290 / 145)
    check(measured(game, other), inflation_army=500 / 200, inflation_navy=290 / 175)
    check(measured(other), inflation_army=None, inflation_navy=0.0, agreement=1.0)


def test_sealed_claims_are_talks():
    game = finished()
    game["opt_protocol"] = SEALED
    logged(game, "offers", t1=2, t2=2)
    logged(game, "claim", t1=(200, 100), t2=(400, 300))
    logged(game, "deadlock", t2=1)
    logged(game, "shares", t1=(200, 100, 330), t2=(0, 0, 600))
    logged(game, "spent", t1=(100, 100), t2=(0, 0))
    found = measured(game)
    check(found, agreement=0.5, offers=2.0, deadlocks=1.0, civil=(330 / 630 + 1) / 2)
    check(found, inflation_army=600 / 100, inflation_navy=400 / 100)


def test_without_talks_there_is_no_agreement_but_a_split():
    game = finished()
    game["opt_protocol"] = FIXED
    logged(game, "shares", t1=(200, 100, 300), t2=(200, 100, 100))
    logged(game, "spent", t1=(200, 100), t2=(200, 50))
    found = measured(game)
    check(found, agreement=None, offers=None, deadlocks=0.0, inflation_army=None)
    check(found, inflation_navy=None, civil=(300 / 600 + 100 / 400) / 2)  # each split alike


def test_civil_shares_by_turn_are_empty_where_nothing_was_split():
    """A game lost in turn 3 before its split, and one in which nothing was left to the services."""
    first = logged(lost(3), "shares", t1=(200, 130, 300), t2=(0, 100, 100))
    second = logged(lost(2), "shares", t1=(0, 0, 630), t2=(300, 300, 0))
    found = civil_shares(np.concatenate([first, second]))
    assert found.dtype == np.float64
    shares = [row[~np.isnan(row)].tolist() for row in found]
    assert shares == [pytest.approx([300 / 630, 0.5]), [1.0, 0.0]]


def test_the_civil_share_weighs_long_games_by_their_turns():
    long = splits(finished(), t1=100, t2=100, t3=100, t4=500)
    check(measured(long, splits(lost(1), t1=500)), civil=(0.2 + 0.2 + 0.2 + 1 + 1) / 5)


def splits(game: np.ndarray, **civil: int) -> np.ndarray:
    """The game with splits of 500 in named turns, of which so much was civil."""
    return logged(game, "shares", **{t: (500 - c, 0, c) for t, c in civil.items()})


def grabbing(game: np.ndarray, usual: int, eleventh: int, **last: int) -> np.ndarray:
    """Splits of 500: `usual` civil in turns 1 to 10, `eleventh` in turn 11."""
    return splits(game, **{f"t{t}": usual for t in range(1, 11)}, t11=eleventh, **last)


def test_the_grab_is_the_fall_from_the_mean_of_the_turns_before():
    steady = grabbing(finished(), 300, 300, t12=50)  # 60 % to 10 %
    generous = grabbing(finished(), 100, 210, t12=300)  # 20 % and once 42 %, to 60 %
    early = splits(finished(), t1=500, **{f"t{t}": 0 for t in range(2, 12)}, t12=0)
    check(measured(steady), grab=0.5)
    check(measured(generous), grab=(10 * 0.2 + 0.42) / 11 - 0.6)
    check(measured(early), grab=1 / 11)
    check(measured(steady, generous), grab=(0.5 + 0.22 - 0.6) / 2)


def test_games_lost_before_the_last_split_grabbed_nothing():
    steady = grabbing(finished(), 300, 300, t12=50)
    early = splits(lost(5), t1=400, t2=400, t3=400, t4=400, t5=0)
    late = grabbing(lost(11), 400, 100)
    before = grabbing(lost(12), 500, 500)  # lost in the last turn, with nothing split in it
    after = grabbing(lost(12), 500, 500, t12=100)  # the split was made, and then all was lost
    check(measured(steady, early, late, before), grab=0.5)
    check(measured(early, late, before), grab=None)
    check(measured(steady, after), grab=(0.5 + 0.8) / 2)


def test_the_last_turn_is_the_scenarios():
    for turn in (4, 5):  # without turn 13 and with it, which has no split
        game = splits(finished(turn=turn), t1=200, t2=400, t3=300, t4=100)
        check(measured(game, tables=TEACHING), grab=0.6 - 0.2)


# --- the war ---------------------------------------------------------------------------------
def test_losses_are_each_services_own():
    """Army lost 100, 30 of it from the total, 40 (20 doubled) while alone; navy 50, 50 and 0."""
    game = logged(finished(), "loss", t1=(60, 50), t12=(40, 0))
    logged(game, "burnt", t1=(30, 50))
    logged(game, "doubled", t12=(20, 0))  # what the doubling added
    quiet = lost(4)
    found = measured(game, quiet)
    check(found, burn_army=0.3, burn_navy=1.0, doubled_army=0.4, doubled_navy=0.0)
    check(measured(quiet), burn_army=None, burn_navy=None, doubled_army=None, doubled_navy=None)
    only = logged(lost(1), "loss", t1=(0, 20))
    check(measured(only), burn_army=None, burn_navy=0.0, doubled_army=None, doubled_navy=0.0)


def test_where_every_loss_was_doubled_the_share_is_all_of_it():
    game = logged(finished(), "loss", t3=(60, 0), t4=(0, 20))
    logged(game, "doubled", t3=(30, 0), t4=(0, 10))
    check(measured(game), doubled_army=1.0, doubled_navy=1.0)


def test_rates_weigh_by_what_happened():
    """One escort of one, and none of nine: a tenth, not a half; one combat of eight together."""
    first = logged(logged(finished(), "asked", t1=1), "granted", t1=1)
    second = logged(lost(2), "asked", t1=4, t2=5)
    logged(logged(first, "battles", t1=(1, 0)), "together", t1=1)
    logged(second, "battles", t1=(3, 2), t2=(1, 1))
    check(measured(first, second), escorts=0.1, together=1 / 8)
    check(measured(lost(2)), escorts=None, together=None)


# --- turn 13 and spite -----------------------------------------------------------------------
def declared(before: tuple[int, int], after: tuple[int, int], last: int = 12) -> np.ndarray:
    """A completed game whose turn 13 was played."""
    game = finished(after, last + 1)
    return logged(game, "gp", **{f"t{last}": before, f"t{last + 1}": after})


def undeclared(gp: tuple[int, int]) -> np.ndarray:
    return logged(finished(gp), "gp", t11=(0, 30), t12=gp)


def test_turn_13_and_the_points_it_moved():
    army = declared((20, 40), (35, 40))  # 15 points
    turned = declared((20, 40), (50, 40))  # 30: from 20 behind to 10 ahead
    navy = declared((40, 20), (40, 32))  # 12, to the navy this time
    barren = declared((10, 40), (10, 40))  # no hit
    games = (army, turned, navy, barren, undeclared((40, 41)), lost(12))
    found = measured(*games)
    check(found, turn_13=4 / 5, swing=(15 + 30 + 12 + 0) / 4, turns=(4 * 13 + 24) / 6)
    check(found, win_army=1 / 6, win_navy=1 / 6, draw=3 / 6)
    check(measured(navy), turn_13=1.0, swing=12.0)
    check(measured(undeclared((40, 10))), turn_13=0.0, swing=None)
    check(measured(lost(12)), turn_13=None, swing=None)


def test_turn_13_follows_the_scenarios_last_turn():
    games = (declared((5, 15), (11, 15), 4), finished((9, 9), 4))
    check(measured(*games, tables=TEACHING), turn_13=0.5, swing=6.0)


def at_nine(game: np.ndarray, army: int, navy: int) -> np.ndarray:
    return logged(game, "gp", t9=(army, navy), t10=(army + 30, navy), t8=(0, 30))


def test_spite_is_a_loss_of_the_game_after_turn_9_behind_against_close():
    games = (
        at_nine(lost(11), 20, 30),  # army just far enough behind
        at_nine(finished((90, 30)), 20, 32),  # behind, and it went well
        at_nine(lost(10), 21, 30),  # close
        at_nine(finished((0, 80)), 30, 21),  # close
        at_nine(finished(), 25, 25),  # close
        at_nine(finished(), 40, 30),  # navy behind: no close game of the army's either
        at_nine(lost(9), 0, 60),  # lost in turn 9, not after it
        lost(5),  # never saw turn 9: its log is 0 to 0 there
    )
    check(measured(*games), spite_army=1 / 2 - 1 / 3, spite_navy=0 / 1 - 1 / 3)


def test_spite_needs_games_behind_and_games_close():
    close, behind = at_nine(lost(12), 25, 25), at_nine(lost(12), 10, 25)
    check(measured(close), spite_army=None, spite_navy=None)
    check(measured(behind), spite_army=None, spite_navy=None)
    check(measured(close, behind), spite_army=0.0, spite_navy=None)
    check(measured(at_nine(lost(9), 0, 40), lost(3)), spite_army=None, spite_navy=None)
    check(measured(finished((9, 1), 4), tables=TEACHING), spite_army=None, spite_navy=None)


def test_turn_13_is_no_loss_of_the_game():
    behind = at_nine(declared((20, 40), (35, 40)), 10, 40)
    check(measured(behind, at_nine(lost(10), 20, 20)), spite_army=0.0 - 1.0, spite_navy=None)


# --- the whole -------------------------------------------------------------------------------
def test_metrics_do_not_hang_on_the_order_of_games():
    games = [at_nine(finished((k, 2 * k)), 10 * k, 25) for k in range(6)] + [lost(3), lost(12)]
    forth, back = measured(*games), measured(*games[::-1])
    assert forth == pytest.approx(back)


def test_games_of_one_seed_are_one_in_every_interval():
    rng = np.random.default_rng(3)
    finals = np.repeat(finished(), 40)
    finals["gp"] = rng.integers(20, 80, (40, 2))
    finals["log_offers"][:, 1:13] = rng.integers(1, 7, (40, 12))
    seeds, twice = np.arange(40), np.concatenate([finals, finals])
    alone = figures(columns(finals, GLORY), seeds)
    copied = figures(columns(twice, GLORY), np.concatenate([seeds, seeds]))
    apart = figures(columns(twice, GLORY), np.arange(80))
    for name in ("gp_army", "offers", "margin"):
        assert copied[name] == pytest.approx(alone[name])
        width = alone[name].high - alone[name].low
        assert 0 < apart[name].high - apart[name].low < 0.85 * width


# --- by turn ---------------------------------------------------------------------------------
def standing(game: np.ndarray, **turns: tuple[int, int, int]) -> np.ndarray:
    """The game with total and GP of army and navy at the end of named turns."""
    for turn, (total, army, navy) in turns.items():
        logged(game, "total", **{turn: total})
        logged(game, "gp", **{turn: (army, navy)})
    return game


def test_by_turn_counts_games_in_play_at_its_end():
    """One played to the end, one lost in turn 3, one in turn 1 after its split."""
    whole = standing(
        finished((50, 20)), **{f"t{t}": (600 - 10 * t, 4 * t, t) for t in range(1, 13)}
    )
    third = standing(lost(3), t1=(390, 0, 9), t2=(380, 0, 10), t3=(95, 0, 10))
    first = standing(lost(1), t1=(90, 99, 99))
    logged(whole, "shares", t1=(100, 0, 400), t2=(300, 0, 100))
    logged(third, "shares", t1=(400, 0, 0), t3=(0, 50, 50))
    logged(first, "shares", t1=(100, 0, 100))
    found = by_turn(np.concatenate([whole, third, first]), GLORY)
    assert set(found) == {"turn", "alive", "total", "gp_army", "gp_navy", "civil"}
    assert {len(found[name]) for name in found} == {12}
    assert found["turn"] == list(range(1, 13))
    assert found["alive"] == pytest.approx([2 / 3, 2 / 3] + [1 / 3] * 10, abs=5e-5)
    assert found["total"][0] == pytest.approx([400, 440, 490, 540, 580])  # between 390 and 590
    assert found["gp_army"][1] == pytest.approx([0.4, 2, 4, 6, 7.6])  # between 0 and 8
    assert found["gp_navy"][0] == pytest.approx([1.4, 3, 5, 7, 8.6])  # between 1 and 9
    assert found["total"][2] == pytest.approx([570] * 5)  # the 95 of turn 3 ended its game
    assert found["gp_army"][11] == pytest.approx([48] * 5)
    assert found["civil"][:3] == pytest.approx([(0.8 + 0 + 0.5) / 3, 0.25, 0.5], abs=5e-5)
    assert found["civil"][3:] == [None] * 9


def test_by_turn_of_games_all_lost_says_nothing_after_them():
    found = by_turn(standing(lost(2), t1=(300, 1, 2), t2=(90, 1, 2)), GLORY)
    assert found["alive"] == [1.0] + [0.0] * 11
    assert found["total"] == [[300.0] * 5] + [None] * 11
    assert found["gp_navy"] == [[2.0] * 5] + [None] * 11
    assert found["civil"] == [None] * 12


@pytest.mark.parametrize("seat", [ARMY, NAVY])
def test_by_turn_ends_with_the_scenarios_last_turn(seat):
    """A turn 13 that was played adds no turn, and the game lost in turn 4 did not survive it."""
    played = standing(declared((5, 15), (11, 15), 4), t4=(200, 5, 15), t5=(200, 11, 15))
    found = by_turn(np.concatenate([played, lost(4)]), TEACHING)
    assert found["alive"] == [1.0, 1.0, 1.0, 0.5]
    points = found[("gp_army", "gp_navy")[seat]]
    assert (len(points), points[3]) == (4, [(5.0, 15.0)[seat]] * 5)
