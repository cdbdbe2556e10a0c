"""The rush of Japan, the guard of the Allies, and how often one gets past the other (N-94)."""

from __future__ import annotations

import json

import numpy as np
import pytest

from glory_agents.aleutians.rows import NAMED, script_row
from glory_env import aleutians_v0
from glory_env.bench.pairs import play_pairs
from glory_env.bench.study import check_numbers
from glory_env.cli.main import main
from glory_env.envs.agent import GamesView
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.bench import rush as study
from glory_env.games.aleutians.bench.early import Early
from glory_env.games.aleutians.rules.victory import vp
from glory_env.games.aleutians.scenario import load
from glory_env.games.aleutians.studies.settings import Rush
from tests.aleutians.positions import node, spot, unit

from .positions import agent

SEED = 900
GAMES = 12
J, AL = st.JAPAN, st.ALLIES
HOME = "C15"
BARRIER = ("C14", "D14")  # by which a fleet leaves Paramushiro


def early(japan, allies, games=GAMES):
    """Games that Japan has won by turn 2."""
    return int(Early(load("aleutians")).wins(agent(japan), agent(allies), games, SEED).sum())


def moment(japan, allies, turn, op, seed=SEED):
    """The record at the first decision of an operation phase of a game between two agents."""
    vector = aleutians_v0.Vector(1, seed=seed, autoreset=False)
    players = agent(japan), agent(allies)
    draws = np.random.default_rng(seed)
    at = np.zeros(1, np.int64)
    while (g := vector.games[0]) is not None and (g["turn"], g["op"]) != (turn, op):
        view = GamesView(vector.scenario, vector.games, at, vector.definition)
        player = players[int(vector.seats[0])]
        vector.step(player.act_batch(None, vector.masks, draws.random(1), view))
    return vector.games[0]


def ashore(g, side):
    """Places of the side's ground units that stand on the map, by number."""
    s = load("aleutians").tables[0]
    here = (s.kind == st.GROUND) & (s.side == side) & (g["place"] == st.SPOT) & (s.home_spot < 0)
    return sorted(int(p) for p in g["at"][here])


def afloat(g, side):
    """Parts of the sea of the side's fleets, in order of their letters; -1 off map."""
    slots = range(side * st.FLEETS, side * st.FLEETS + st.FLEETS)
    return [int(g["fleet_node"][slot]) for slot in slots if g["fleet_used"][slot]]


# --- rush --------------------------------------------------------------------------------------
@pytest.mark.parametrize(("allies", "least"), [("aggressive", 7), ("historical", 9),
                                               ("defensive", 9)])  # fmt: skip
def test_the_rush_wins_most_games_by_turn_2_against_who_does_not_answer(allies, least):
    assert early("rush", allies) >= least


def test_after_its_first_phase_two_places_have_a_unit_each_and_the_fleets_are_home():
    """Fleets B and C lie off Kiska and Attu at the start; the others of their troops go home."""
    g = moment("rush", "historical", 1, 1)
    held = ashore(g, J)
    assert [held.count(spot(name)) for name in ("attu", "kiska")] == [1, 1]
    assert set(held) == {spot("attu"), spot("kiska"), spot("paramushiro")}
    assert set(afloat(g, J)) == {node(HOME)}


def test_in_its_second_phase_three_more_have_one():
    """No more than three fleets land in a stage."""
    g = moment("rush", "historical", 1, 3)
    held = [p for p in ashore(g, J) if p != spot("paramushiro")]
    assert len(held) == len(set(held)) == 5
    assert all(load("aleutians").tables[0].vp[p] > 0 for p in held)
    assert set(afloat(g, J)) == {node(HOME)}


def test_fleets_that_linger_keep_their_troops_at_sea():
    g = moment("rush:linger=1", "historical", 1, 1)
    assert node("C12") in afloat(g, J)
    assert (g["place"][unit("bn_301")], g["at"][unit("bn_301")]) == (st.FLEET, 2)


def test_the_guard_of_the_plan_stays_at_home():
    g = moment("rush:guard=8", "historical", 1, 3)
    strength = load("aleutians").tables[0].strength
    home = (g["place"] == st.SPOT) & (g["at"] == spot("paramushiro"))
    home &= load("aleutians").tables[0].kind == st.GROUND
    assert strength[home].sum() >= 8


def test_after_its_last_turn_a_rush_is_the_script_with_its_other_numbers():
    rush, plain = script_row("rush", {"rush": 0, "guard": 4}), script_row("aggressive")
    assert rush.tobytes() == plain.tobytes()
    assert all(script_row(name)["rush"][0] == 0 for name in set(NAMED) - {"rush"})


# --- guard -------------------------------------------------------------------------------------
@pytest.mark.parametrize("japan", ["rush", "rush:linger=1"])
def test_the_guard_lets_few_pass(japan):
    assert early(japan, "guard") <= 2
    assert early(japan, "aggressive") >= 7


def test_in_its_first_phase_the_guard_flies_a_garrison_closes_the_way_and_sends_a_transport():
    g = moment("rush", "guard", 1, 2)
    assert (g["place"][unit("scouts")], g["at"][unit("scouts")]) == (st.SPOT, spot("kodiak"))
    where = afloat(g, AL)
    assert {node(name) for name in (*BARRIER, "A4k")} == set(where)
    assert {node(HOME)} == set(afloat(g, J))


def test_the_way_is_closed_in_both_phases_of_a_turn_by_fleets_that_relieve_each_other():
    """Those that are due in port go there when others have come."""
    before, after = moment("rush", "guard", 2, 1), moment("rush", "guard", 2, 2)
    slots = range(AL * st.FLEETS, AL * st.FLEETS + st.FLEETS)
    nodes = {node(name) for name in BARRIER}
    there = [[k for k in slots if g["fleet_node"][k] in nodes] for g in (before, after)]
    assert [{int(g["fleet_node"][k]) for k in at} for g, at in
            zip((before, after), there, strict=True)] == [nodes, nodes]  # fmt: skip
    assert not set(there[0]) & set(there[1])


def test_troops_leave_anchorage_only_when_japan_is_about_to_win():
    """With 7 VP after its phase; then they go where they can take a place back."""
    stays = {True: set(), False: set()}
    for seed in range(SEED + 20, SEED + 28):
        before, after = (moment("rush:linger=1", "guard", 2, op, seed) for op in (1, 2))
        troops = after["place"][unit("inf_4")], after["at"][unit("inf_4")]
        wins = vp(before, load("aleutians").tables[0]) >= 7
        stays[wins].add(troops == (st.SPOT, spot("anchorage")))
    assert stays[False] == {True}
    assert False in stays[True]


# --- the study ---------------------------------------------------------------------------------
def test_the_games_of_the_study_are_those_of_the_agents():
    players = agent("rush"), agent("aggressive")
    finals = play_pairs(*players, 4, SEED, vector_class=aleutians_v0.Vector).finals
    won = (finals["turn"] <= 2) & (finals["level"] == 4) & (finals["cause"] == st.BY_POINTS)
    found = Early(load("aleutians")).wins(*players, 4, SEED)
    assert found.tolist() == won.tolist()
    assert found.any()
    with pytest.raises(ValueError, match="no script"):
        Early(load("aleutians")).wins(agent("random"), players[1], 1, SEED)


def test_the_study_names_the_strongest_and_the_script_that_lets_least_pass():
    won = np.array([True, True, False, False])
    pairs = [
        study.Pair("aggressive", "rush", won, won),
        study.Pair("guard", "rush:linger=1", won & False, won & False),
    ]
    found = study.judge(Rush(), pairs)
    assert [row["best"][0] for row in found["pairs"]] == [0.5, 0.0]
    assert (found["least"], found["within"]) == ("guard", True)
    assert not study.judge(Rush(), pairs[:1])["within"]


@pytest.mark.slow
def test_the_study_writes_its_page(tmp_path, capsys):
    files = ["--json", str(tmp_path / "rush.json"), "--write", str(tmp_path / "rush.md")]
    assert main(["study", "rush", "--game", "aleutians", "--games", "4", "--minutes", "0.01",
                 *files]) == 0  # fmt: skip
    found = json.loads((tmp_path / "rush.json").read_text(encoding="utf-8"))
    assert {row["allies"] for row in found["pairs"]} == set(study.ALLIED)
    assert found["selection"]["first"] != found["seeds"]["first"]
    assert "Japan has won by the end of turn 2" in (tmp_path / "rush.md").read_text("utf-8")


@pytest.mark.slow
def test_a_plan_that_is_named_is_a_candidate_and_a_search_meets_the_best_script_alone(monkeypatch):
    met = []

    class Found:
        def __init__(self, start, utility, seed, space):
            met.append(start)

        def run(self, seconds):
            return "rush:rush=2"

    monkeypatch.setattr(study, "ScriptSearch", Found)
    plan = "rush:linger=1,rush=4"
    pairs = study.plan(Rush(games=30, minutes=1, plans=(plan,)))
    assert len(met) == 1
    named = {pair.allies: pair.strongest for pair in pairs}
    assert set(named) == set(study.ALLIED)
    assert set(named.values()) <= {*study.CANDIDATES, plan, "rush:rush=2"}
    least = min(pairs, key=lambda pair: pair.best.mean())
    assert all(pair.strongest != "rush:rush=2" for pair in pairs if pair is not least)


def test_what_the_study_refuses(capsys):
    assert main(["study", "rush", "--game", "aleutians", "--plans", "random", "--games", "2"]) == 2
    assert "--plans random: expected a script" in capsys.readouterr().err
    assert main(["study", "rush", "--game", "aleutians", "--minutes", "-1"]) == 2
    assert "--minutes -1: expected at least 0" in capsys.readouterr().err
    with pytest.raises(ValueError, match="--games"):
        check_numbers(Rush(games=0))
