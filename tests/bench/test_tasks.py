"""Headline figures of each task, against games whose figures are worked out by hand."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from glory_env.envs.agent import AgentError, is_held_out
from glory_env.games.glory.bench.config import TASKS
from glory_env.games.glory.bench.pairing import Pairing, pairing
from glory_env.games.glory.bench.participants import participants
from glory_env.games.glory.bench.suite import pairings, players
from glory_env.games.glory.bench.tasks import PLAYED, held_out, hidden_partners
from tests.bench.handmade import DRAW, LOSS, LOST, WIN, config, ended, row_of
from tests.bench.networks import write_network

FAMILY = ("grim", "civil_first", "stonewaller")


def means(row: dict[str, Any]) -> dict[str, float | None]:
    return {name: value and value.mean for name, value in row.items()}


MIXED = {"mixed": {45: "conceder", 0: "boulware", -45: "stonewaller"}}


# --- solo, selfish -------------------------------------------------------------------------
def test_solo(tmp_path: Path) -> None:
    pair = pairing("grim", "grim", 45.0, solo=True)
    games = {pair: ended((66, 66), (66, 65), LOST, (100, 67))}
    row = means(row_of("solo", config(tmp_path), games))
    assert row["solo_victory"] == 0.5  # both above 65
    assert row["completion"] == 0.75
    assert row["gp_army"] == pytest.approx((66 + 66 + 100) / 3)
    assert row["gp_navy"] == pytest.approx((66 + 65 + 67) / 3)
    assert PLAYED["solo"].columns(config(tmp_path))[0].key == "solo_victory"


def unlike(first: int) -> Any:
    """60 games of which a part is completed, the more the smaller `first`."""
    return ended(*[(66, 66) if k % 6 >= first else LOST for k in range(60)])


@pytest.mark.parametrize(
    ("task", "figure", "more"),
    [("solo", "completion", {"solo": True, "angle": 45.0}), ("selfish", "completion", {}),
     ("zero_sum", "completion", {}), ("rules_shift", "dice", {})],
)  # fmt: skip
def test_a_family_is_played_by_all_members(
    tmp_path: Path, task: str, figure: str, more: dict[str, Any]
) -> None:
    """The interval has to hold all three members, which differ far beyond the dice."""
    settings = config(tmp_path, "+".join(FAMILY), deadlocks=("dice",))
    games = {pairing(one, one, **more): unlike(k + 1) for k, one in enumerate(FAMILY)}
    if task == "rules_shift":
        games |= {pairing(one, one, deadlock="dice"): unlike(1) for one in FAMILY}
    row = row_of(task, settings, games)
    shares = [5 / 6, 4 / 6, 3 / 6]
    mean, low, high = row[figure]
    if task == "rules_shift":
        assert mean == pytest.approx((5 / 6) / (4 / 6))
        assert low < 1.05 < 1.5 < high
    else:
        assert mean == pytest.approx(4 / 6)
        assert low <= shares[2] + 0.02
        assert high >= shares[0] - 0.02


def test_a_member_counts_in_both_seats_with_every_partner(tmp_path: Path) -> None:
    games = {}
    for k, one in enumerate(FAMILY):
        for partner in ("yielding", "bluffing"):
            won = [WIN] * (10 + 10 * k) + [LOST] * (50 - 10 * k)
            games[pairing(one, partner)] = games[pairing(partner, one)] = ended(*won)
    found = row_of("ad_hoc", config(tmp_path, "+".join(FAMILY)), games)["yielding"]
    as_army, as_navy = (2 * 20 - 60) / 60, (20 * 0 - 40) / 60
    assert found.mean == pytest.approx((as_army + as_navy) / 2)
    assert found.high - found.low > 0.3


def test_members_play_fewer_games_than_one_alone() -> None:
    family, single = participants(["grim+civil_first", "stonewaller"], 7)
    assert (family.games, single.games) == (7, 0)
    shown = {pair.games for pair in PLAYED["selfish"].pairings(None, family)}  # type: ignore[arg-type]
    assert shown == {7}


def test_solo_is_played_by_the_cooperative_policy(tmp_path: Path) -> None:
    games = {pairing("conceder", "conceder", 45.0, solo=True): ended((66, 66), LOST)}
    assert means(row_of("solo", config(tmp_path, MIXED), games))["solo_victory"] == 0.5


def test_selfish(tmp_path: Path) -> None:
    ends = [WIN, WIN, LOSS, DRAW, LOST, LOST, LOST, LOST]
    row = row_of("selfish", config(tmp_path), {pairing("grim", "grim"): ended(*ends)})
    found = means(row)
    assert found["completion"] == 0.5
    assert (found["win_army"], found["draw"], found["win_navy"]) == (0.25, 0.125, 0.125)
    assert found["game_over"] == 0.5
    assert found["welfare"] == pytest.approx((90 + 90 + 90 + 80) / 130 / 8)
    army, navy = (2 * 1 + 0.5 - 4) / 8, (1 + 0.5 - 4) / 8
    assert found["nash"] == pytest.approx((army + 1) * (navy + 1))
    assert found["agreement"] is None  # nobody talked


# --- coop ----------------------------------------------------------------------------------
def family_games() -> dict[Pairing, Any]:
    """In games of luck one completion in three more, whether with itself or across seeds."""
    own = {"grim": "yy", "civil_first": "yy", "stonewaller": "yn"}
    across = {
        ("grim", "civil_first"): "yy", ("civil_first", "grim"): "yy",
        ("grim", "stonewaller"): "yn", ("stonewaller", "grim"): "yn",
        ("civil_first", "stonewaller"): "nn", ("stonewaller", "civil_first"): "nn",
    }  # fmt: skip
    wanted = {(name, name): word for name, word in own.items()} | across
    luck = [0, 1, 1, 0, 1, 0, 0, 0] * 8
    return {
        pairing(*two): ended(*[(50, 40) if word[1 - k] == "y" else LOST for k in luck])
        for two, word in wanted.items()
    }


def test_coop_of_three_seeds_is_paired_by_seed(tmp_path: Path) -> None:
    row = row_of("coop", config(tmp_path, "+".join(FAMILY)), family_games())
    found = means(row)
    # Self-play 3/3 with luck (3 games of 8) and 2/3 without; across 4/6 and 2/6.
    assert found["self"] == pytest.approx((3 * 1 + 5 * 2 / 3) / 8)
    assert found["cross"] == pytest.approx((3 * 2 / 3 + 5 * 1 / 3) / 8)
    assert found["gap"] == pytest.approx(1 / 3)
    assert not row["gap"].has_interval  # the same in every seed, though neither is
    assert row["self"].high - row["self"].low > 0.05
    assert row["cross"].high - row["cross"].low > 0.05
    assert found["welfare"] == pytest.approx(found["cross"] * 90 / 130)
    assert (found["gp_army"], found["gp_navy"]) == (pytest.approx(50), pytest.approx(40))
    assert PLAYED["coop"].columns(config(tmp_path))[0].key == "cross"


def test_coop_is_across_the_seeds_of_the_cooperative_policies(tmp_path: Path) -> None:
    apart = {"apart": {45: "grim+conceder", 0: "boulware+civil_first", -45: "stonewaller"}}
    games = {pairing(one, one): ended(LOST, LOST) for one in ("grim", "conceder")}
    games[pairing("grim", "conceder")] = ended(DRAW, LOST)
    games[pairing("conceder", "grim")] = ended(DRAW, DRAW)
    found = means(row_of("coop", config(tmp_path, apart), games))
    assert (found["self"], found["cross"]) == (0.0, 0.75)


def test_coop_glory_points_are_of_all_completed_cross_games(tmp_path: Path) -> None:
    """1 completed game with 20 GP and 3 with 60 are a mean of 50, not of 40."""
    games = {pairing(one, one): ended(LOST, LOST, LOST) for one in FAMILY[:2]}
    games[pairing("grim", "civil_first")] = ended((20, 40), LOST, LOST)
    games[pairing("civil_first", "grim")] = ended((60, 40), (60, 40), (60, 40))
    found = means(row_of("coop", config(tmp_path, "grim+civil_first"), games))
    assert (found["gp_army"], found["gp_navy"]) == (pytest.approx(50), pytest.approx(40))
    assert (found["self"], found["cross"]) == (0.0, pytest.approx(4 / 6))
    assert found["gap"] == pytest.approx(-4 / 6)


def test_one_seed_has_no_cross_play(tmp_path: Path) -> None:
    row = row_of("coop", config(tmp_path), {pairing("grim", "grim"): ended((50, 40), LOST)})
    assert (row["cross"], row["gap"]) == (None, None)
    assert row["self"].mean == 0.5
    assert row["gp_army"].mean == 50


def test_a_share_of_all_games_has_the_interval_of_shares(tmp_path: Path) -> None:
    """Ten of ten does not prove certainty: the exact bound is 0.025 ** (1 / 10)."""
    row = row_of("coop", config(tmp_path), {pairing("grim", "grim"): ended(*[DRAW] * 10)})
    assert row["self"] == pytest.approx((1.0, 0.025**0.1, 1.0))


def test_a_share_of_all_games_of_a_family_has_none(tmp_path: Path) -> None:
    """The dice say nothing of a seed that nobody has trained."""
    games = {pairing(a, b): ended(*[DRAW] * 10) for a in FAMILY for b in FAMILY}
    row = row_of("coop", config(tmp_path, "+".join(FAMILY)), games)
    for name in ("self", "cross"):
        assert row[name].mean == 1.0
        assert not row[name].has_interval


def test_a_share_of_few_games_has_the_interval_of_shares_alone_and_in_its_task(
    tmp_path: Path,
) -> None:
    """Two completed games of ten, whichever way they are put together."""
    games = {pairing("grim", "grim"): ended(*[DRAW] * 2, *[LOST] * 8)}
    own = row_of("selfish", config(tmp_path), games)["completion"]
    assert own == row_of("coop", config(tmp_path), games)["self"]
    assert own == pytest.approx((0.2, 0.0252, 0.5561), abs=1e-4)  # Clopper and Pearson


def test_figures_of_a_single_completed_game_have_no_interval(tmp_path: Path) -> None:
    games = {pairing("grim", "grim"): ended((58, 43), *[LOST] * 199)}
    row = row_of("selfish", config(tmp_path), games)
    coop = row_of("coop", config(tmp_path), games)
    for value in (row["welfare"], row["nash"], coop["gp_army"], coop["welfare"]):
        assert not value.has_interval
    assert coop["gp_army"].mean == pytest.approx(58)
    assert row["completion"].high == pytest.approx(0.0275, abs=1e-4)


def test_a_rule_that_changes_no_game_retains_all_and_has_no_interval(tmp_path: Path) -> None:
    settings = config(tmp_path, deadlocks=("dice",))
    ends = [(40 + k, 50) if k % 3 else LOST for k in range(60)]
    same = {pairing("grim", "grim", deadlock=rule): ended(*ends) for rule in ("", "dice")}
    alike = row_of("rules_shift", settings, same)["dice"]
    assert alike.mean == 1.0
    assert not alike.has_interval
    same[pairing("grim", "grim", deadlock="dice")] = ended(*ends[::-1])
    assert row_of("rules_shift", settings, same)["dice"].has_interval


# --- zero-sum ------------------------------------------------------------------------------
def test_zero_sum_loss_is_against_the_cooperative_policy(tmp_path: Path) -> None:
    games = {
        pairing("stonewaller", "stonewaller"): ended(DRAW, LOST, LOST, LOST),
        pairing("conceder", "conceder"): ended(DRAW, DRAW, DRAW, LOST),
    }
    row = row_of("zero_sum", config(tmp_path, MIXED), games)
    assert means(row) == {"completion": 0.25, "lost": 0.5}


def test_a_policy_that_plays_alike_has_no_loss(tmp_path: Path) -> None:
    row = row_of("zero_sum", config(tmp_path), {pairing("grim", "grim"): ended(DRAW, LOST)})
    assert row["lost"] is None
    assert row["completion"].mean == 0.5


def test_a_network_that_heeds_the_angle_is_played_at_each(tmp_path: Path) -> None:
    folder = write_network(tmp_path / "own")
    about = json.loads((folder / "policy.json").read_text())
    del about["conditioning"]["objective.cos"], about["conditioning"]["objective.sin"]
    (folder / "policy.json").write_text(json.dumps(about))
    name = str(folder)
    games = {
        Pairing(name, name, -45.0): ended(LOST, LOST, LOST, DRAW),
        Pairing(name, name, 45.0): ended(DRAW, DRAW, DRAW, DRAW),
    }
    row = row_of("zero_sum", config(tmp_path, name), games)
    assert means(row) == {"completion": 0.25, "lost": 0.75}


# --- ad-hoc, held-out, rules-shift ---------------------------------------------------------
def test_ad_hoc_is_a_profile_of_both_seats(tmp_path: Path) -> None:
    games = {
        pairing("grim", "yielding"): ended(WIN, WIN, DRAW, LOST),  # 1, 1, .5, -1
        pairing("yielding", "grim"): ended(WIN, LOSS, DRAW, LOST),  # of the navy: 0, 1, .5, -1
        pairing("grim", "bluffing"): ended(LOSS, LOSS, LOSS, LOSS),  # 0
        pairing("bluffing", "grim"): ended(LOST, LOST, LOST, LOST),  # -1
    }
    row = row_of("ad_hoc", config(tmp_path), games)
    assert means(row) == {"yielding": pytest.approx(2 / 8), "bluffing": -0.5}


def test_outside_is_a_profile_too_and_who_speaks_is_met_with_talk(tmp_path: Path) -> None:
    games = {}
    for partner, talk in (("demands_60", ""), ("honest", "cheap")):
        won = WIN if talk else LOST
        games[pairing("grim", partner, talk=talk)] = ended(won, won)
        games[pairing(partner, "grim", talk=talk)] = ended(LOSS, won)
    row = row_of("outside", config(tmp_path), games)
    assert means(row) == {"demands_60": (-1 - 1 + 1 - 1) / 4, "honest, cheap talk": 0.75}


def test_hidden_partners_are_names_and_what_is_in_folders(tmp_path: Path) -> None:
    write_network(tmp_path / "set" / "second")
    write_network(tmp_path / "set" / "first")
    (tmp_path / "set" / "notes").mkdir()
    alone = write_network(tmp_path / "alone")
    settings = config(tmp_path, hidden=(str(tmp_path / "set"), "saint_and_grim", str(alone)))
    wanted = [str(tmp_path / "set" / name) for name in ("first", "second")]
    assert hidden_partners(settings) == [*wanted, "saint_and_grim", str(alone)]
    assert [c.key for c in PLAYED["hidden"].columns(settings)] == hidden_partners(settings)
    with pytest.raises(AgentError, match=r"holds no folders with agent\.yaml or policy\.json"):
        hidden_partners(config(tmp_path, hidden=(str(tmp_path / "set" / "notes"),)))


def test_held_out_gap(tmp_path: Path) -> None:
    settings = config(tmp_path)
    first, second = held_out(settings)
    assert is_held_out(first)
    assert is_held_out(second)
    assert not any(map(is_held_out, settings.temperaments))
    games = {
        pairing("grim", "yielding"): ended(WIN, WIN),
        pairing("yielding", "grim"): ended(LOSS, DRAW),
        pairing("grim", "bluffing"): ended(WIN, WIN),
        pairing("bluffing", "grim"): ended(LOSS, LOSS),
        pairing("grim", first): ended(LOST, LOST),
        pairing(first, "grim"): ended(DRAW, LOST),
        pairing("grim", second): ended(LOSS, LOSS),
        pairing(second, "grim"): ended(LOSS, LOST),
    }
    found = means(row_of("held_out", settings, games))
    known = (1 + 1 + 1 + 0.5 + 1 + 1 + 1 + 1) / 8  # as navy it wins what the army loses
    strange = (-1 - 1 + 0.5 - 1 + 0 + 0 + 1 - 1) / 8
    assert found["known"] == pytest.approx(known)
    assert found["strange"] == pytest.approx(strange)
    assert found["gap"] == pytest.approx(known - strange)
    welfare = (7 * 90 + 80) / 8 - (80 + 3 * 90) / 8
    assert found["welfare_gap"] == pytest.approx(welfare / 130)


def test_rules_shift_is_welfare_retained(tmp_path: Path) -> None:
    settings = config(tmp_path, deadlocks=("dice", "zero", "pro_rata"))
    games = {
        pairing("grim", "grim"): ended((65, 65), (65, 65), LOST, LOST),
        pairing("grim", "grim", deadlock="dice"): ended((65, 65), LOST, LOST, LOST),
        pairing("grim", "grim", deadlock="zero"): ended(*[LOST] * 4),
        pairing("grim", "grim", deadlock="pro_rata"): ended((65, 65), (65, 65), (65, 65), LOST),
    }
    row = row_of("rules_shift", settings, games)
    assert means(row) == {"dice": 0.5, "zero": 0.0, "pro_rata": 1.5}
    games[pairing("grim", "grim")] = ended(*[LOST] * 4)
    assert set(row_of("rules_shift", settings, games).values()) == {None}


def test_fewer_games_of_a_planner_count_only_seeds_that_all_have(tmp_path: Path) -> None:
    settings = config(tmp_path, deadlocks=("dice",))
    games = {
        pairing("grim", "grim"): ended((65, 65), LOST, (65, 65), (65, 65)),
        pairing("grim", "grim", deadlock="dice"): ended((65, 65), (65, 65)),
    }
    assert means(row_of("rules_shift", settings, games)) == {"dice": 2.0}


# --- all of them ---------------------------------------------------------------------------
def test_nothing_is_played_twice(tmp_path: Path) -> None:
    settings = config(tmp_path, "grim", "yielding", "mcts:simulations=2", deadlocks=("dice",))
    found = participants(settings.agents)
    wanted = pairings(settings, found)
    assert len(wanted) == len(set(wanted)) == len({pair.key for pair in wanted})
    for task in PLAYED.values():
        for participant in found[:2]:
            assert set(task.pairings(settings, participant)) <= set(wanted)
    assert {*PLAYED, "crossplay"} == set(TASKS)
    # Planners plan game by game: alone and with themselves, not in the matrix.
    planner = [pair for pair in wanted if "mcts" in pair.army + pair.navy]
    assert {pair.army for pair in planner} == {pair.navy for pair in planner}
    assert {pair.solo for pair in planner} == {False, True}


def test_a_planner_plays_the_tasks_it_has_the_time_for(tmp_path: Path) -> None:
    settings = config(tmp_path, "grim", "mcts:simulations=2", search_tasks=("solo", "ad_hoc"))
    found = participants(settings.agents)
    names = {task: [e.name for e in players(settings, found, task)] for task in TASKS}
    assert names.pop("hidden") == []  # none are named
    both = ["grim", "mcts:simulations=2"]
    assert {task for task, who in names.items() if who == both} == {"solo", "ad_hoc"}
    assert {tuple(who) for who in names.values()} == {tuple(both), ("grim",)}
