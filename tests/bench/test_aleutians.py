"""Figures of games of the Aleutians Campaign: what is counted, the targets, the commands."""

from __future__ import annotations

import json

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env.bench.statistics import Estimate
from glory_env.bench.targets import (
    NOT_MEASURED,
    OUTSIDE,
    SHOWN,
    WITHIN,
    Target,
    measure,
    verdict,
)
from glory_env.cli.main import main
from glory_env.core.errors import OptionError
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.bench.calibration import play_watched
from glory_env.games.aleutians.bench.targets import TARGETS
from glory_env.games.aleutians.bench.watch import KINDS, SUMMER, Watch
from glory_env.games.aleutians.scenario import load


def unit(name):
    return load("aleutians").units.index(name)


def positions(turn=2, op=0, phase=st.NAVAL):
    """Two games at the same place of the sequence, with all units absent."""
    games = np.zeros(2, st.GAME)
    games["turn"], games["op"], games["side"], games["phase"] = turn, op, op % 2, phase
    return games


def watch_of(*moments):
    """A watch that has seen these records one after the other."""
    watch = Watch(2, load("aleutians"))
    for games in moments:
        watch.look(games)
    return watch


# --- what is counted -------------------------------------------------------------------------
def test_losses_are_counted_once_by_side_and_kind():
    before, after = positions(), positions()
    for name in ("jp_ak_1", "us_ak_2", "bn_301", "pby_1", "junyo"):
        after["place"][1, unit(name)] = st.LOST
    watch = watch_of(before, after, after)
    lost = {(side, kind): watch.lost[1, side, k] for side in (0, 1) for k, kind in enumerate(KINDS)}
    assert lost[0, "transports"] == lost[1, "transports"] == 1
    assert lost[0, "ground"] == lost[0, "carriers"] == lost[1, "flying_boats"] == 1
    assert watch.lost.sum() == 5
    assert not watch.lost[0].any()


def test_a_transport_lost_to_a_boat_is_told_from_others():
    before, after = positions(), positions()
    before["search_unit"] = st.NONE
    before["decision"][0] = st.SPOT_ATTACK
    before["search_unit"][0] = unit("jp_ss_1")
    after["place"][:, unit("us_ak_1")] = st.LOST
    assert watch_of(before, after).torpedoed.tolist() == [1, 0]


def test_second_phases_are_counted_where_they_were_played():
    first, asked, played = positions(), positions(op=2), positions(op=2)
    first["phase"] = st.RETURN
    asked["phase"] = st.SECOND_PHASE
    played["phase"][0], played["phase"][1] = st.SUPPLY, st.SECOND_PHASE
    after = positions(turn=3)
    assert watch_of(first, asked, played, after).phases.tolist() == [[1, 0], [0, 0]]


def test_fleets_that_sailed_and_were_found():
    start, after = positions(), positions(op=1)
    start["fleet_moved"][0, [1, 2]] = 1
    start["fleet_found"][0, [2, 3]] = 1  # D was found in port
    start["fleet_moved"][1, st.FLEETS] = 1  # not of the phasing side
    watch = watch_of(start, after)
    assert watch.moved[:, SUMMER].tolist() == [2, 0]
    assert watch.found[:, SUMMER].tolist() == [1, 0]


def test_the_depot_and_dutch_harbor():
    burning = positions()
    burning["depot_fire"][1] = 1
    harbor = load("aleutians").spots.index("dutch_harbor")
    burning["port_owner"][:, harbor] = st.ALLIES
    burning["port_owner"][0, harbor] = st.JAPAN
    watch = watch_of(burning, positions(turn=3))
    assert watch.fire.tolist() == [False, True]
    late = positions(turn=4)
    late["port_owner"][:, harbor] = st.JAPAN
    assert not watch_of(late, positions(turn=5)).dutch_harbor.any()


# --- targets ---------------------------------------------------------------------------------
def test_every_statement_of_the_list_has_a_target():
    assert {target.id for target in TARGETS} == {f"C-{k:02}" for k in range(1, 22)}
    for target in TARGETS:
        assert (target.figure is None) == bool(target.why), target
        assert target.low <= target.high


@pytest.mark.parametrize(
    ("mean", "said"), [(0.1, WITHIN), (0.2, WITHIN), (0.21, OUTSIDE), (0.0, OUTSIDE)]
)
def test_verdicts(mean, said):
    target = Target("C-03", "x", "share", 0.05, 0.2, "x")
    assert target.band == "5 to 20 %"
    assert verdict(target, Estimate(mean)) == said


def test_what_has_no_band_or_no_figure_gets_no_verdict():
    assert verdict(Target("C-04", "x", "share", figure="x"), Estimate(0.5)) == SHOWN
    assert verdict(Target("C-08", "x", "gp", why="not played"), None) == NOT_MEASURED


def test_figures_are_those_of_the_columns():
    count = 40
    columns = {name: np.zeros(count, np.bool_) for name in _names()}
    columns |= {name: np.zeros(count) for name in _names() if name.startswith(("lost_", "phases"))}
    columns["vp"] = np.arange(count) % 4 + 0.0
    columns["turns"] = np.full(count, 12.0)
    columns["historical"] = np.arange(count) < 20
    columns["phases_japan"] = np.where(np.arange(count) % 2, 12.0, 0.0)
    found = measure(TARGETS, columns, np.arange(count))
    by_name = {target.name: estimate for target, estimate in found}
    assert by_name["mean final VP, historical line"].mean == pytest.approx(1.5)
    assert by_name["second phases played by Japan"].mean == pytest.approx(0.5)
    assert by_name["the big withdrawal a turn earlier"] is None


def _names():
    """The columns of games, all of them."""
    random = make_agent("random", game="aleutians")
    return play_watched(random, random, 1, 1).columns


# --- play and commands -------------------------------------------------------------------------
def test_bad_counts_are_refused():
    agent = make_agent("random", game="aleutians")
    with pytest.raises(OptionError, match="at least 1"):
        play_watched(agent, agent, 0, 0)


@pytest.mark.parametrize(
    "seats",
    ["--japan historical --allies careful", "--seat allies=careful --seat japan=historical"],
)
def test_evaluate_prints_and_writes(capsys, tmp_path, seats):
    path = tmp_path / "games.json"
    arguments = ["--game", "aleutians", *seats.split()]
    assert main(["evaluate", *arguments, "--games", "2", "--json", str(path)]) == 0
    shown = capsys.readouterr().out
    assert "historical (Japan) against careful (the Allies), 2 games" in shown
    found = json.loads(path.read_text(encoding="utf-8"))
    assert [game["seed"] for game in found["games"]] == [0, 1]
    assert all(game["level"] in st.LEVELS for game in found["games"])


CALIBRATE = ["study", "calibrate", "--game", "aleutians"]


def test_calibrate_writes_the_page(capsys, tmp_path):
    page = tmp_path / "page.md"
    assert main([*CALIBRATE, "--games", "2", "--write", str(page)]) == 0
    text = page.read_text(encoding="utf-8")
    assert "C-01" in text
    assert "C-21" in text
    assert "historical (Japan) against historical (Allies), 2 games" in text


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["evaluate", "--game", "chess"], "chess"),
        (["evaluate", "--japan", "historical"], "--japan: only with --game aleutians"),
        (["evaluate", "--seat", "japan=historical"], "unknown seat 'japan': valid are army, navy"),
        (["evaluate", "--seat", "army"], "--seat army: expected army=AGENT"),
        (["evaluate", "--seat", "army=grim", "--army", "grim"], "--seat army=grim: army is given"),
        (["evaluate", "--game", "aleutians", "--army", "random"], "--army: only with --game glory"),
        (["evaluate", "--game", "aleutians", "--japan", "withdraw_in_time"], "plays glory"),
        (["evaluate", "--game", "aleutians", "--option", "setup=x"], "what_if"),
        ([*CALIBRATE, "--matrix"], "unknown flag '--matrix'"),
        (
            ["study", "calibrate", "--game", "aleutians", "--minutes", "1"],
            "unknown flag '--minutes'",
        ),
        ([*CALIBRATE, "--jobs", "2"], "unknown flag '--jobs'"),
        ([*CALIBRATE, "--folder", "x"], "unknown flag '--folder'"),
    ],
)
def test_flags_of_the_other_game_are_refused(capsys, arguments, words):
    assert main(arguments) == 2
    assert words in capsys.readouterr().err
