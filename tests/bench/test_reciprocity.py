"""`glory study reciprocity`: scripts whose answer is known, and the command."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env.cli.main import main
from glory_env.games.glory import state as st
from glory_env.games.glory.scenario import load
from glory_env.games.glory.studies import bargaining, reciprocity
from glory_env.games.glory.studies.reciprocity import PARTS, check_parts, evenly, games_of
from glory_env.games.glory.studies.reciprocity_page import STUDY
from glory_env.games.glory.studies.settings import Reciprocity
from glory_env.games.glory.studies.subject import Subject

KIND, BLIND = "tit_for_tat", "civil_first"
GAMES, POSITIONS, SEED = 24, 60, 3000


@pytest.fixture(scope="module")
def measured() -> dict[str, Any]:
    parts = ("swapped", "in_play", "promises")
    asked = Reciprocity(
        agents=(KIND, BLIND), games=GAMES, positions=POSITIONS, seed=SEED, parts=parts
    )
    return STUDY.measure(asked)["agents"]


def subject(name: str, games: int = GAMES) -> Subject:
    return Subject(name, make_agent(name), load("glory"), SEED, games)


@pytest.mark.slow
def test_who_answers_in_kind_gives_more_with_a_generous_past(measured):
    found = measured[KIND]["swapped"]
    for what in ("offer", "pay"):
        mean, low, high = found[what]["difference"]
        assert low < mean < high
        assert low > 0.05, what
    assert found["escort"]["difference"][0] > 0
    assert found["offer"]["grim"][0] == 0.0  # it is hard
    assert found["offer"]["n"] == POSITIONS
    assert found["offer army"]["n"] == found["offer navy"]["n"] == POSITIONS // 2


@pytest.mark.slow
def test_a_script_without_memory_answers_the_same(measured):
    found = measured[BLIND]["swapped"]
    for what in ("offer", "escort", "pay"):
        assert found[what]["n"] > 20
        assert found[what]["difference"] == [0.0, None, None]
        assert found[what]["changed"][0] == 0.0
        assert found[what]["generous"] == found[what]["grim"]
    assert 0.0 < found["offer"]["generous"][0] < 1.0


@pytest.mark.slow
def test_in_play_who_answers_in_kind_offers_a_partner_less_that_has_turned(measured):
    kind, blind = (measured[name]["in_play"]["opening"] for name in (KIND, BLIND))
    mean, low, high = kind["coefficient"]
    assert mean < -0.05
    assert low < mean < high < -0.03
    assert kind["generous"][0] > kind["grim"][0]
    assert abs(blind["coefficient"][0]) < 0.05
    assert mean < blind["coefficient"][0] - 0.05
    assert min(kind["n"] + blind["n"]) > 50
    kind_alone, blind_alone = (measured[name]["in_play"]["past alone"] for name in (KIND, BLIND))
    assert kind_alone["coefficient"][2] < -0.05
    assert kind_alone["coefficient"][0] == pytest.approx(
        kind_alone["grim"][0] - kind_alone["generous"][0], abs=2e-4
    )
    assert blind_alone["coefficient"] == [0.0, None, None]
    assert blind_alone["n"][0] > 50
    assert measured[KIND]["in_play"]["all"]["n"][1] > kind["n"][1]


def test_until_it_turns_the_partner_is_the_generous_one():
    games = [
        subject(KIND, 8).with_partner(make_agent(name), st.ARMY).finals
        for name in (reciprocity.SAINT, reciprocity.TURNING)
    ]
    for name in ("log_claim", "log_shares", "log_granted"):
        one, other = (finals[name] for finals in games)
        assert one[:, :5].tobytes() == other[:, :5].tobytes()
        assert one[:, 5].tobytes() != other[:, 5].tobytes() or name == "log_granted"


@pytest.mark.slow
def test_a_broken_word_costs_offers_where_the_listener_remembers(measured):
    kind, blind = (measured[name]["promises"] for name in (KIND, BLIND))
    assert kind["offer difference"][1] > 0.0
    assert abs(blind["offer difference"][0]) < 0.03
    for found in (kind, blind):
        assert found["n"] == GAMES
        assert min(found["n offers"]) > 100
        difference = found["welfare binding"][0] - found["welfare off"][0]
        assert found["welfare difference"][0] == pytest.approx(difference, abs=2e-4)


def test_low_offers_of_who_takes_all_and_of_who_splits_by_need():
    taker = bargaining.low_offers(subject("always_grim", 8))
    splitter = bargaining.low_offers(subject("needs_splitter", 8))
    for kind in ("plan", "idle"):
        assert taker[f"{kind} both"]["low"][0] == 1.0
        assert taker[f"{kind} both"]["bins"]["0"][0] > 0.8
        seats = (splitter[f"{kind} {name}"]["n"] for name in st.SERVICES)
        assert splitter[f"{kind} both"]["n"] == sum(seats) > 0
    assert splitter["plan both"]["low"][0] < 0.1
    for entry in (*taker.values(), *splitter.values()):
        shares = [entry["bins"][name][0] for name in bargaining.BINS]
        assert sum(shares) == pytest.approx(1.0, abs=1e-3)
        assert entry["need"][0] >= bargaining.MATTERS


def test_bins_have_their_lower_end():
    shares = np.array([0.0, 0.01, 0.25, 0.49, 0.5, 0.75, 1.0, 1.01])
    assert bargaining.bins_of(shares).tolist() == [0, 1, 2, 2, 3, 4, 4, 5]


def test_offers_that_never_change_are_worth_nothing():
    """The pool of who always claims all holds what it offers anyway."""
    found = bargaining.bargaining_used(subject("always_grim", 8))
    assert found["shuffled"]["difference"][0] == 0.0
    assert found["shuffled"]["completed"][0] == 0.0
    assert sum(found["constant"]["split"].values()) == pytest.approx(1.0)


@pytest.mark.slow
def test_differences_of_utility_are_paired_and_of_both_seats():
    found = bargaining.bargaining_used(subject("withdraw_in_time", 16))
    for entry in found.values():
        assert entry["n"] == 16
        difference = entry["own"][0] - entry["replaced"][0]
        assert entry["difference"][0] == pytest.approx(difference, abs=2e-4)
        seats = [entry[f"difference {name}"][0] for name in st.SERVICES]
        assert sum(seats) / 2 == pytest.approx(difference, abs=2e-4)
    assert found["shuffled"]["replaced"] != found["constant"]["replaced"]


def test_given_counts_from_turn_4_on():
    finals = np.zeros(1, st.GAME)
    finals["log_first_other"] = -1
    finals["log_shares"][:, 1:6] = (50, 50, 100)
    finals["log_first_other"][0, 2:6, st.NAVY] = (200, 200, 20, 60)
    finals["log_asked"][0, 3:6], finals["log_granted"][0, 3:6] = 2, 1
    found = {name: column.tolist() for name, column in bargaining.given(finals, st.NAVY).items()}
    assert found == {
        "shares": [pytest.approx(0.4)], "offers": [2.0], "granted": [2.0], "asked": [4.0],
    }  # fmt: skip
    assert bargaining.given(finals, st.ARMY)["asked"].tolist() == [0.0]


def test_positions_come_evenly_from_both_seats():
    seats = np.array([0] * 30 + [1] * 10)
    chosen = evenly(seats, 12)
    assert len(set(chosen.tolist())) == 12
    assert np.bincount(seats[chosen]).tolist() == [6, 6]
    assert len(evenly(seats[:30], 12)) == 12
    assert evenly(seats[:0], 12).tolist() == []


@pytest.mark.slow
def test_progress_counts_the_games_that_are_played():
    played: list[int] = []
    told: list[int] = []
    for parts in (("swapped", "low"), ("in_play",), PARTS):
        told.clear()
        played.clear()
        asked = Reciprocity(agents=("all_civil",), games=4, positions=4, seed=SEED, parts=parts)
        STUDY.measure(asked, lambda total: told.append(total) or played.append)
        assert [sum(played)] == told == [games_of(4, parts)], parts


def test_parts_are_named_once():
    assert check_parts(["low", "low", "used"]) == ["low", "used"]
    with pytest.raises(ValueError, match="swapped"):
        check_parts(["swaped"])


@pytest.mark.slow
def test_the_command_writes_page_and_figures(tmp_path, capsys):
    page, figures = tmp_path / "page.md", tmp_path / "figures.json"
    given = ["--games", "6", "--positions", "10", "--seed", "5"]
    written = ["--write", str(page), "--json", str(figures)]
    assert main(["study", "reciprocity", KIND, BLIND, *given, *written]) == 0
    printed = capsys.readouterr().out
    document = json.loads(figures.read_text())
    assert list(document["agents"]) == [KIND, BLIND]
    assert document["seeds"] == {"first": 5, "games": 6, "prepared": 500_005}
    assert document["parts"] == list(PARTS)
    assert set(document["agents"][KIND]["seconds"]) == set(PARTS)
    text = page.read_text()
    assert text.startswith("# Reciprocity\n")
    for title in ("swapped past", "in play", "bargaining used", "low offers", "promises"):
        assert f"{title}:" in printed
        assert f"### {title[0].upper()}{title[1:]}" in text
    assert "6 games of each kind from seed 5" in printed


def test_a_scenario_of_four_turns_leaves_parts_empty(capsys):
    given = ["--games", "3", "--positions", "4", "--scenario", "teaching"]
    assert main(["study", "reciprocity", BLIND, *given]) == 0
    assert "0 + 0" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([KIND, "--games", "0"], "--games"),
        ([KIND, "--positions", "0"], "--positions"),
        ([KIND, "--parts", "nothing"], "nothing"),
        (["nobody"], "nobody"),
        (["one_ply"], "plays in batches"),
        ([KIND, "--write", "/nowhere/at/all/page.md"], "--write"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(arguments, words, capsys):
    assert main(["study", "reciprocity", *arguments]) == 2
    assert words in capsys.readouterr().err
