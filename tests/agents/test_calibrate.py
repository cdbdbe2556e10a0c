"""The calibration report: figures of made-up games, verdicts, and games that were watched."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.bench import play_pairs
from glory_env.bench.statistics import Estimate
from glory_env.calibration import games, metrics, statements, watch
from glory_env.calibration.games import Games, Pairing
from glory_env.calibration.statements import HELD, MISSED, NOT_RUN, Limits, Measured, Statement
from glory_env.calibration.words import expected, measured
from glory_env.core.state import ARMY, COMPLETED, GAME, GAME_OVER, NAVY, PRODUCE
from glory_env.envs.agent import RandomAgent
from glory_env.scenarios import load

GLORY = load("glory")
TABLES = GLORY.tables[0]
D, N, B, C, I, CH = range(6)  # noqa: E741


def finals_of(n: int = 4) -> np.ndarray:
    """Games completed on turn 12 with 0 : 0 and every marker in its base."""
    finals = np.zeros(n, GAME)
    finals["outcome"] = COMPLETED
    finals["turn"] = 12
    return finals


def games_of(finals: np.ndarray, key: str = "x", seen: watch.Sightings | None = None) -> Games:
    seeds = np.arange(len(finals), dtype=np.int64)
    return Games(Pairing(key, key, key, GLORY), seeds, finals, 0.0, seen)


def completing(key: str, done: int, gp: int = 50, of: int = 40) -> Games:
    """`done` of `of` games completed with gp each, the others lost with 99."""
    finals = finals_of(of)
    finals["gp"] = gp
    finals["outcome"][done:] = GAME_OVER
    finals["gp"][done:] = 99
    return games_of(finals, key)


def full_book(**others: Games) -> dict[str, Games]:
    book = {name: completing(name, 4) for name in games.scripted()}
    return book | others


def named(name: str, group: str = "") -> Statement:
    found = [s for s in statements.statements(GLORY) if s.name == name and group in s.group]
    assert len(found) == 1
    return found[0]


# --- columns -------------------------------------------------------------------------------
def test_completed_and_lasted():
    finals = finals_of()
    finals["outcome"][1:] = GAME_OVER
    finals["turn"][:] = (13, 12, 11, 3)
    assert metrics.completed(finals).tolist() == [True, False, False, False]
    assert metrics.lasted(finals, TABLES).tolist() == [True, True, False, False]


def test_lead_is_read_from_the_log_or_the_end():
    finals = finals_of(2)
    finals["gp"][:] = ((60, 50), (50, 70))
    finals["log_gp"][:, 3] = ((5, 20), (9, 9))
    assert metrics.lead(finals, ARMY).tolist() == [10, -20]
    assert metrics.lead(finals, NAVY, 3).tolist() == [15, 0]
    assert metrics.mean_gp(finals).tolist() == [55.0, 60.0]


def test_solo_victory_needs_completion_and_both_above_the_mark():
    finals = finals_of(4)
    finals["gp"][:] = ((66, 66), (65, 90), (90, 66), (80, 80))
    finals["outcome"][3] = GAME_OVER
    assert metrics.solo_victory(finals, TABLES).tolist() == [True, False, True, False]


def test_turn_13_is_available_by_the_points_before_it():
    finals = finals_of(6)
    finals["log_gp"][:, 12] = ((60, 45), (45, 60), (60, 46), (60, 45), (60, 45), (60, 45))
    finals["gp"] = finals["log_gp"][:, 12]
    finals["marker_step"][:, D] = (3, 3, 3, 2, 0, 3)  # the third box of its route is Hokkaido
    finals["outcome"][5] = GAME_OVER
    assert metrics.turn_13_available(finals, TABLES).tolist() == [True, True, False, *[False] * 3]
    finals["turn"][0], finals["gp"][0, NAVY] = 13, 60  # it was played and has closed the gap
    assert metrics.turn_13_available(finals, TABLES)[0]


def test_markers_in_boxes():
    finals = finals_of(3)
    finals["marker_step"][1, N] = 4
    finals["marker_step"][2, B] = 2
    home = TABLES["home_islands"] > 0
    assert metrics.markers_in(finals, TABLES, home).tolist() == [False, True, False]


# --- means ---------------------------------------------------------------------------------
def test_mean_over_a_part_and_over_nothing():
    values, seeds = np.array([1.0, 3.0, 100.0]), np.arange(3)
    assert metrics.mean(values, seeds, np.array([True, True, False])).mean == 2.0
    assert metrics.mean(values, seeds, np.zeros(3, bool)) is None


def test_difference_of_means_pairs_the_seeds():
    rng = np.random.default_rng(1)
    shared = rng.normal(50, 20, 400)
    every = np.ones(400, bool)
    found = metrics.difference_of_means(shared + 3, every, shared, every)
    assert found == pytest.approx((3, 3, 3))
    apart = metrics.difference_of_means(shared + 3, every, rng.permutation(shared), every)
    assert apart.mean == pytest.approx(3)
    assert apart.low < 2 < 4 < apart.high


def test_difference_of_means_takes_each_sides_own_games():
    a, b = np.array([10.0, 20.0, 99.0]), np.array([99.0, 4.0, 6.0])
    in_a, in_b = np.array([True, True, False]), np.array([False, True, True])
    assert metrics.difference_of_means(a, in_a, b, in_b).mean == 10.0
    assert metrics.difference_of_means(a, np.zeros(3, bool), b, in_b) is None


# --- verdicts ------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("limits", "inside", "outside"),
    [
        (Limits(0.45, 0.85), (0.45, 0.85), (0.44, 0.86)),
        (Limits(high=0.02), (0.02, 0.0), (0.021,)),
        (Limits(low=0.5, strict=True), (0.51,), (0.5,)),
        (Limits(high=0.0, strict=True), (-0.1,), (0.0,)),
    ],
)
def test_limits_judge_the_mean(limits, inside, outside):
    assert all(limits.hold(Estimate(value, -9, 9)) for value in inside)
    assert not any(limits.hold(Estimate(value, value, value)) for value in outside)


def test_clearly_judges_the_interval():
    limits = Limits(low=0.0, strict=True, clearly=True)
    assert limits.hold(Estimate(0.2, 0.01, 0.3))
    assert not limits.hold(Estimate(0.2, 0.0, 0.3))


def test_judge_says_not_run_and_what_no_game_means():
    def row(measure, empty=MISSED):
        return statements.judge(Statement("", "", "share", Limits(0.0), measure, empty), {})

    assert row(lambda book: book["nobody"]).verdict == NOT_RUN
    assert row(lambda book: Measured(None, 0)).verdict == MISSED
    assert row(lambda book: Measured(None, 0), HELD).verdict == HELD
    assert row(lambda book: Measured(None, 5), HELD).verdict == MISSED
    assert row(lambda book: Measured(Estimate(0.1, 0, 1), 5)).verdict == HELD


def test_withdrawing_has_to_be_clearly_better_than_holding():
    statement = named("withdraw_in_time over hold_the_line")
    book = full_book(withdraw_in_time=completing("withdraw_in_time", 20))
    row = statements.judge(statement, book)
    assert row.verdict == HELD
    assert row.measured.estimate.mean == pytest.approx(16 / 40)
    assert row.measured.estimate.low > 0.2
    book["withdraw_in_time"] = completing("withdraw_in_time", 5)  # one game more than the other
    assert statements.judge(statement, book).verdict == MISSED


def test_completed_games_only():
    pair = completing("withdraw_in_time", 10, gp=50)
    pair.finals["log_gp"][:8, 3, NAVY] = 7  # leads in 8 of the 10, and in some of the lost ones
    pair.finals["log_gp"][20:, 3, NAVY] = 7
    pair.finals["gp"][:4, ARMY] = 60
    book = {"withdraw_in_time": pair}
    found = {
        name: statements.judge(named(name), book).measured
        for name in (
            "navy leads after turn 3", "army leads at the end", "final GP of the army",
            "final GP of the navy",
        )
    }  # fmt: skip
    assert [m.estimate.mean for m in found.values()] == pytest.approx([0.8, 0.4, 54, 50])
    assert {m.games for m in found.values()} == {10}


def test_civil_first_completes_with_fewer_points():
    book = full_book(
        civil_first=completing("civil_first", 30, gp=20),
        withdraw_in_time=completing("withdraw_in_time", 20, gp=60),
    )
    found = [s for s in statements.statements(GLORY) if s.group == "civil_first with itself"]
    rows = [statements.judge(statement, book) for statement in found]
    assert [row.verdict for row in rows] == [HELD] * 3
    assert rows[1].measured.estimate.mean == -40


def test_degenerate_plans_are_held_against_the_best_pair_of_each_kind():
    book = full_book(
        civil_first=completing("civil_first", 30, gp=20),
        withdraw_in_time=completing("withdraw_in_time", 20, gp=60),
        grim=completing("grim", 1, gp=90),  # too few games to be a reference
        all_civil=completing("all_civil", 35, gp=5),
        never_activate=completing("never_activate", 34, gp=71),
        china_offensive=completing("china_offensive", 0),
    )
    assert statements.best_completion(book).pairing.key == "civil_first"
    assert statements.best_gp(book).pairing.key == "withdraw_in_time"
    rows = {
        name: statements.judge(named(name, "degenerate"), book)
        for name in (
            "all_civil: completion", "all_civil: GP per service", "never_activate: completion",
            "never_activate: GP per service", "china_offensive: GP per service",
        )
    }  # fmt: skip
    verdicts = [row.verdict for row in rows.values()]
    assert verdicts == [MISSED, HELD, HELD, MISSED, HELD]
    assert rows["all_civil: completion"].measured.estimate.mean == pytest.approx(5 / 40)
    assert rows["never_activate: GP per service"].measured.estimate.mean == pytest.approx(11)
    assert rows["china_offensive: GP per service"].measured.estimate is None


def test_markers_and_home_boxes_of_the_games_that_last():
    finals = finals_of(6)
    finals["turn"][:] = (12, 12, 12, 12, 5, 13)
    seen = watch.blank_sightings(6)
    seen.out[:, D] = (True, False, False, False, True, False)  # 1 of the 5 that last
    seen.out[:, C] = (True, True, False, False, False, False)
    seen.entered[0, GLORY.boxes.index("hokkaido")] = True
    seen.entered[4, GLORY.boxes.index("bonins")] = True
    book = {"withdraw_in_time": games_of(finals, seen=seen)}
    rows = {
        statement.name: statements.judge(statement, book)
        for statement in statements.statements(GLORY)
        if "reach the last turn" in statement.group
    }
    assert len(rows) == 4 + 3  # N and Ch start outside their bases
    assert rows["marker D leaves its base"].measured.estimate.mean == pytest.approx(0.2)
    assert rows["marker D leaves its base"].verdict == MISSED
    assert rows["marker C leaves its base"].verdict == HELD
    assert rows["Hokkaido is threatened in some games"].verdict == HELD
    assert rows["Bonin Islands is threatened in some games"].verdict == MISSED


def test_prices():
    seen = watch.blank_sightings(2)
    seen.civil_left[0, 1:4] = (35, 10, 0)
    seen.civil_left[1, 1] = 100
    seen.stuck[0, 1:3] = True
    book = {"random": games_of(finals_of(2), seen=seen)}
    assert statements.useless_leftover(book, 10).estimate.mean == 0.5
    assert statements.useless_leftover(book, 35).estimate.mean == 0.25
    assert statements.useless_leftover(book, 10).games == 4
    # Large convoys, from no escort to one: 100 saves 550 / 6 - 440 / 6 a turn, after 3 turns.
    assert statements.turns_to_pay_back(GLORY) == pytest.approx(3 + 100 / ((590 - 480) / 6))
    prices = GLORY.data["production"]
    for row, name in ((statements.ROW_TRANSPORT, "transport"), (statements.ROW_DE, "DE")):
        total = prices[name]["cost"] * (1 + min(prices[name]["period"].values()))
        assert statements.price(GLORY, row) == total


def test_words():
    assert expected(Limits(0.45, 0.85), "share") == "45 to 85 %"
    assert expected(Limits(high=10), "margin") == "<= 10"
    assert expected(Limits(low=0.0, strict=True, clearly=True), "points") == "> 0 clearly"
    assert measured(Estimate(0.5, 0.25, 0.75), "share") == "50.0 % [25.0, 75.0]"
    assert measured(Estimate(-0.05, -0.1, 0.0), "points") == "-5.0 [-10.0, +0.0]"
    assert measured(Estimate(225, 225, 225), "tonnage") == "225.0"
    assert measured(None, "GP") == "-"


# --- looking on ----------------------------------------------------------------------------
def test_watched_games_are_those_of_play_pairs():
    agents = RandomAgent(), RandomAgent()
    finals, seen = watch.watch(agents, 40, 7, GLORY)
    results = play_pairs(*agents, 40, 7, GLORY)
    for name in ("outcome", "cause", "turn", "gp", "total"):
        assert (finals[name] == getattr(results, name)).all()
    phases = (seen.civil_left[:, 1:] != watch.NOT_REACHED).sum(axis=1)
    assert ((phases == finals["turn"]) | (phases == finals["turn"] - 1)).all()
    assert seen.out[:, [N, CH]].all()  # they start outside
    assert (seen.out >= (finals["marker_step"] > 0)).all()
    assert 0 < seen.stuck.sum() < phases.sum()


def test_note_looks_at_markers_and_at_the_last_menu():
    states = finals_of(3)
    states["marker_step"][0, N], states["marker_step"][1, D] = 2, 3
    states["decision"][:2] = PRODUCE
    states["turn"] = 4
    states["left"][:, 2] = (35, 10, 60)
    seen = watch.blank_sightings(3)
    watch.note(states, TABLES, np.array([True, False, True]), seen)
    assert np.argwhere(seen.out).tolist() == [[0, N], [1, D]]
    boxes = [[0, GLORY.boxes.index("marshalls")], [1, GLORY.boxes.index("hokkaido")]]
    assert np.argwhere(seen.entered).tolist() == boxes
    assert seen.civil_left[:, 4].tolist() == [35, 10, watch.NOT_REACHED]
    assert seen.stuck[:, 4].tolist() == [True, False, False]
