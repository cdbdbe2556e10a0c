"""The calibration report: figures of made-up games, verdicts, and games that were watched."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from glory_agents.glory.scripted.named import NAMED
from glory_env.bench import play_pairs
from glory_env.bench.statistics import Among, Estimate
from glory_env.envs.agent import RandomAgent
from glory_env.games.glory.bench.metrics import columns, markers_in
from glory_env.games.glory.bench.observer import NOT_REACHED, Observer
from glory_env.games.glory.bench.store import Games
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import ARMY, COMPLETED, GAME, GAME_OVER, NAVY, PRODUCE
from glory_env.games.glory.studies import statements
from glory_env.games.glory.studies.statements import (
    HELD,
    MISSED,
    NOT_RUN,
    ORDINARY,
    Limits,
    Measured,
    Statement,
    figure_of,
    gain,
    lead,
)
from glory_env.report.tables import interval
from tests.bench.handmade import NO_OFFERS

GLORY = load("glory")
TABLES = GLORY.tables[0]
D, N, B, C, I, CH = range(6)  # noqa: E741


def finals_of(n: int = 4) -> np.ndarray:
    """Games completed on turn 12 with 0 : 0 and every marker in its base."""
    finals = np.zeros(n, GAME)
    finals["outcome"] = COMPLETED
    finals["turn"] = 12
    return finals


def games_of(finals: np.ndarray, **more: Any) -> Games:
    """Those games, as the results store keeps them."""
    return Games(
        {**columns(finals, TABLES), **more},
        np.arange(len(finals)),
        {},
        0.0,
        np.array([]),
        NO_OFFERS,
    )


def completing(done: int, gp: int = 50, of: int = 40) -> Games:
    """`done` of `of` games completed with gp each, the others lost with 99."""
    finals = finals_of(of)
    finals["gp"] = gp
    finals["outcome"][done:] = GAME_OVER
    finals["gp"][done:] = 99
    return games_of(finals)


def all_played(**others: Games) -> dict[str, Games]:
    return {name: completing(4) for name in NAMED} | others


def named(name: str, group: str = "") -> Statement:
    found = [s for s in statements.statements(GLORY) if s.name == name and group in s.group]
    assert len(found) == 1
    return found[0]


# --- columns -------------------------------------------------------------------------------
def test_completed_and_lasted():
    finals = finals_of()
    finals["outcome"][1:] = GAME_OVER
    finals["turn"][:] = (13, 12, 11, 3)
    found = columns(finals, TABLES)
    assert found["completed"].tolist() == [True, False, False, False]
    assert found["lasted"].tolist() == [True, True, False, False]


def test_the_lead_is_read_from_the_log_or_the_end():
    finals = finals_of(3)
    finals["gp"][:] = ((60, 50), (50, 70), (50, 50))
    finals["log_gp"][:, 3] = ((5, 20), (9, 9), (9, 8))
    found = columns(finals, TABLES)
    assert found["leads_army"].tolist() == [True, False, False]
    assert found["opening_navy"].tolist() == [True, False, False]


def test_solo_victory_needs_completion_and_both_above_the_mark():
    finals = finals_of(4)
    finals["gp"][:] = ((66, 66), (65, 90), (90, 66), (80, 80))
    finals["outcome"][3] = GAME_OVER
    assert columns(finals, TABLES)["solo_victory"].tolist() == [True, False, True, False]


def test_turn_13_is_available_by_the_points_before_it():
    finals = finals_of(6)
    finals["log_gp"][:, 12] = ((60, 45), (45, 60), (60, 46), (60, 45), (60, 45), (60, 45))
    finals["gp"] = finals["log_gp"][:, 12]
    finals["marker_step"][:, D] = (3, 3, 3, 2, 0, 3)  # the third box of its route is Hokkaido
    finals["outcome"][5] = GAME_OVER
    available = columns(finals, TABLES)["turn_13_available"]
    assert available.tolist() == [True, True, False, *[False] * 3]
    finals["turn"][0], finals["gp"][0, NAVY] = 13, 60  # it was played and has closed the gap
    assert columns(finals, TABLES)["turn_13_available"][0]


def test_markers_in_boxes():
    finals = finals_of(3)
    finals["marker_step"][1, N] = 4
    finals["marker_step"][2, B] = 2
    home = TABLES["home_islands"] > 0
    assert markers_in(finals, TABLES, home).tolist() == [False, True, False]


# --- means ---------------------------------------------------------------------------------
def made(**found: Any) -> Games:
    arrays = {name: np.asarray(column) for name, column in found.items()}
    return Games(
        arrays, np.arange(len(next(iter(arrays.values())))), {}, 0.0, np.array([]), NO_OFFERS
    )


def test_mean_over_a_part_and_over_nothing():
    games = made(x=[1.0, 3.0, 100.0], some=[True, True, False], none=np.zeros(3, bool))
    assert figure_of(games, Among("x", "some")).mean == 2.0
    assert figure_of(games, Among("x", "none")) is None


def test_a_difference_of_means_pairs_the_seeds():
    rng = np.random.default_rng(1)
    shared = rng.normal(50, 20, 400)
    every = np.ones(400, bool)

    def pair(gp: Any) -> Games:
        return made(completed_gp_army=gp, completed=every)

    played = {"a": pair(shared + 3), "b": pair(shared), "c": pair(rng.permutation(shared))}
    same = lead("a", "b", "army")(played).estimate
    assert (same.mean, same.has_interval) == (pytest.approx(3), False)  # the same for every seed
    apart = lead("a", "c", "army")(played).estimate
    assert apart.mean == pytest.approx(3)
    assert apart.low < 2 < 4 < apart.high


def test_a_difference_of_means_takes_each_sides_own_games():
    one = made(completed_gp_army=[10.0, 20.0, 0.0], completed=[True, True, False])
    other = made(completed_gp_army=[0.0, 4.0, 6.0], completed=[False, True, True])
    nothing = made(completed_gp_army=np.zeros(3), completed=np.zeros(3, bool))
    played = {"a": one, "b": other, "c": nothing}
    assert lead("a", "b", "army")(played).estimate.mean == 10.0
    assert lead("a", "b", "army")(played).games == 2
    assert lead("c", "b", "army")(played) == Measured(None, 0)
    assert gain("a", "c")(played).estimate.mean == pytest.approx(2 / 3)


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

    assert row(lambda played: played["nobody"]).verdict == NOT_RUN
    assert row(lambda played: Measured(None, 0)).verdict == MISSED
    assert row(lambda played: Measured(None, 0), HELD).verdict == HELD
    assert row(lambda played: Measured(None, 5), HELD).verdict == MISSED
    assert row(lambda played: Measured(Estimate(0.1, 0, 1), 5)).verdict == HELD


def test_withdrawing_has_to_be_clearly_better_than_holding():
    statement = named("withdraw_in_time over hold_the_line")
    played = all_played(withdraw_in_time=completing(20))
    row = statements.judge(statement, played)
    assert row.verdict == HELD
    assert row.measured.estimate.mean == pytest.approx(16 / 40)
    assert row.measured.estimate.low > 0.2
    played["withdraw_in_time"] = completing(5)  # one game more than the other
    assert statements.judge(statement, played).verdict == MISSED


def test_completed_games_only():
    finals = finals_of(40)
    finals["gp"] = 50
    finals["outcome"][10:] = GAME_OVER
    finals["gp"][10:] = 99
    finals["log_gp"][:8, 3, NAVY] = 7  # leads in 8 of the 10, and in some of the lost ones
    finals["log_gp"][20:, 3, NAVY] = 7
    finals["gp"][:4, ARMY] = 60
    played = {"withdraw_in_time": games_of(finals)}
    found = {
        name: statements.judge(named(name), played).measured
        for name in (
            "navy leads after turn 3", "army leads at the end", "final GP of the army",
            "final GP of the navy",
        )
    }  # fmt: skip
    assert [m.estimate.mean for m in found.values()] == pytest.approx([0.8, 0.4, 54, 50])
    assert {m.games for m in found.values()} == {10}


def test_civil_first_completes_with_fewer_points():
    played = all_played(
        civil_first=completing(30, gp=20),
        withdraw_in_time=completing(20, gp=60),
    )
    found = [s for s in statements.statements(GLORY) if s.group == "civil_first with itself"]
    rows = [statements.judge(statement, played) for statement in found]
    assert [row.verdict for row in rows] == [HELD] * 3
    assert rows[1].measured.estimate.mean == pytest.approx(-40)


def test_degenerate_plans_are_held_against_the_best_pair_of_each_kind():
    played = all_played(
        civil_first=completing(30, gp=20),
        withdraw_in_time=completing(20, gp=60),
        grim=completing(1, gp=90),  # too few games to be a reference
        all_civil=completing(35, gp=5),
        never_activate=completing(34, gp=71),
        china_offensive=completing(0),
    )
    assert statements.best_completion(played) == "civil_first"
    assert statements.best_gp(played) == "withdraw_in_time"
    rows = {
        name: statements.judge(named(name, "degenerate"), played)
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
    assert rows["all_civil: completion"].measured.note == "civil_first"
    assert {"civil_first", "withdraw_in_time", "grim"} < set(ORDINARY)


def test_markers_and_home_boxes_of_the_games_that_last():
    finals = finals_of(6)
    finals["turn"][:] = (12, 12, 12, 12, 5, 13)
    seen = Observer(6, GLORY)
    seen.out[:, D] = (True, False, False, False, True, False)  # 1 of the 5 that last
    seen.out[:, C] = (True, True, False, False, False, False)
    seen.entered[0, GLORY.boxes.index("hokkaido")] = True
    seen.entered[4, GLORY.boxes.index("bonins")] = True
    played = {"withdraw_in_time": games_of(finals, **seen.columns())}
    rows = {
        statement.name: statements.judge(statement, played)
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
    seen = Observer(2, GLORY)
    seen.civil_left[0, 1:4] = (35, 10, 0)
    seen.civil_left[1, 1] = 100
    seen.useless[0, 1:3] = True
    played = {"random": games_of(finals_of(2), **seen.columns())}
    assert statements.useless(10)(played).estimate.mean == 0.5
    assert statements.useless(35)(played).estimate.mean == 0.25
    assert statements.useless(10)(played).games == 4
    # Large convoys, from no escort to one: 100 saves 550 / 6 - 440 / 6 a turn, after 3 turns.
    assert statements.turns_to_pay_back(GLORY) == pytest.approx(3 + 100 / ((590 - 480) / 6))
    prices = GLORY.data["production"]
    for row, name in ((statements.ROW_TRANSPORT, "transport"), (statements.ROW_DE, "DE")):
        total = prices[name]["cost"] * (1 + min(prices[name]["period"].values()))
        assert statements.price(GLORY, row) == total


def test_words():
    assert Limits(0.45, 0.85).words("share") == "45 to 85 %"
    assert Limits(high=10).words("margin") == "<= 10"
    assert Limits(low=0.0, strict=True, clearly=True).words("points") == "> 0 clearly"
    assert interval(Estimate(0.5, 0.25, 0.75), "share") == "50.0 % [25.0, 75.0]"
    assert interval(Estimate(-0.05, -0.1, 0.0), "points") == "-5.0 [-10.0, +0.0]"
    assert interval(Estimate(225), "gp") == "225.0"
    assert interval(None, "gp") == "-"


# --- looking on ----------------------------------------------------------------------------
def test_observed_games_are_those_of_play_pairs():
    agents = RandomAgent(), RandomAgent()
    seen = Observer(40, GLORY)
    observed = play_pairs(*agents, 40, 7, GLORY, batch=16, observer=seen)
    results = play_pairs(*agents, 40, 7, GLORY)
    for name in ("outcome", "cause", "turn", "gp", "total"):
        assert (observed.finals[name] == getattr(results, name)).all()
    phases = (seen.civil_left[:, 1:] != NOT_REACHED).sum(axis=1)
    assert seen.columns()["phases"].tolist() == phases.tolist()
    assert ((phases == results.turn) | (phases == results.turn - 1)).all()
    assert seen.out[:, [N, CH]].all()  # they start outside
    assert (seen.out >= (results.finals["marker_step"] > 0)).all()
    assert 0 < seen.useless.sum() < phases.sum()


def test_the_observer_looks_at_markers_and_at_the_last_menu():
    states = finals_of(3)
    states["marker_step"][0, N], states["marker_step"][1, D] = 2, 3
    states["decision"][:2] = PRODUCE
    states["turn"] = 4
    states["left"][:, 2] = (35, 10, 60)
    seen = Observer(5, GLORY)
    seen(states, np.array([True, False, True]), slice(2, 5))
    assert np.argwhere(seen.out).tolist() == [[2, N], [3, D]]
    boxes = [[2, GLORY.boxes.index("marshalls")], [3, GLORY.boxes.index("hokkaido")]]
    assert np.argwhere(seen.entered).tolist() == boxes
    assert seen.civil_left[:, 4].tolist() == [NOT_REACHED] * 2 + [35, 10, NOT_REACHED]
    assert seen.useless[:, 4].tolist() == [False, False, True, False, False]
