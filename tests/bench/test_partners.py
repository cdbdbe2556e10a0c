"""`glory study partners`: verdicts on made-up games, small comparisons."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_agents.base import AgentError
from glory_agents.glory.strangers import NAMES as STRANGERS
from glory_agents.learned.shipped import STARTS
from glory_env.bench.seeds import REPORTING
from glory_env.bench.statistics import Estimate
from glory_env.envs.agent import is_held_out
from glory_env.games.glory.bench.pairing import pairing
from glory_env.games.glory.bench.policies import fingerprint, other_way
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.scenario import load
from glory_env.games.glory.studies import partners as bench
from glory_env.games.glory.studies import partners_page as report
from glory_env.games.glory.studies.partners import AHEAD, BEHIND, LEVEL, compared, summary
from glory_env.games.glory.studies.settings import Partners
from glory_env.games.glory.studies.strength import measure as figures_of

SCRIPTS = ("grim", "withdraw_in_time")
measure = report.STUDY.measure


def comparison(folder: Path, *agents: str, **given: Any) -> Partners:
    """Few games of the small scenario."""
    settings: dict[str, Any] = {
        "partners": ("stonewaller", "pool_burner"), "scripts": SCRIPTS, "games": 24,
        "selection_games": 16, "search_games": 2, "scenario": "teaching", "folder": folder,
    }  # fmt: skip
    return Partners(agents=agents or ("grim",), **{**settings, **given})


def table(
    own: Sequence[float], script: Sequence[float], partner: Sequence[float] | None = None
) -> dict[str, np.ndarray]:
    columns = {"own": own, "script": script, "partner": own if partner is None else partner}
    return {name: np.array(values, np.float32) for name, values in columns.items()}


# --- verdicts ------------------------------------------------------------------------------
def test_verdicts_of_made_up_games() -> None:
    won, lost, mixed = [1.0] * 40, [0.0] * 40, [1.0, 0.0] * 20
    row = compared(table(mixed, lost, won))
    assert (row["lead_verdict"], row["shared_verdict"]) == (AHEAD, BEHIND)
    assert row["lead"][0] == 0.5
    assert row["lead"][1] > 0
    assert row["shared"][0] == -0.5
    assert row["shared"][2] < 0
    assert row["games"] == 40
    row = compared(table(mixed, mixed[::-1], mixed))
    assert (row["lead"][0], row["lead_verdict"]) == (0.0, LEVEL)
    assert row["lead"][1] < 0 < row["lead"][2]
    assert (row["shared"], row["shared_verdict"]) == ([0.0, None, None], LEVEL)


def test_the_same_difference_in_nearly_all_games_is_not_taken_for_level() -> None:
    row = compared(table([1.0] * 40, [-1.0] * 40, [0.0] * 40))
    assert row["lead"] == [2.0, None, None]
    assert (row["lead_verdict"], row["shared_verdict"]) == (AHEAD, AHEAD)
    row = compared(table([0.0] * 36 + [1.0] * 4, [1.0] * 40))
    assert row["lead"] == [-0.9, None, None]
    assert row["lead_verdict"] == BEHIND
    few = compared(table([1.0] * 3, [0.0] * 3))  # of three games nobody can tell
    assert (few["lead"][0], few["lead_verdict"]) == (1.0, LEVEL)
    rare = compared(table([1.0] * 4 + [0.0] * 36, [0.0] * 40))  # alike in most games
    assert (rare["lead"][0], rare["lead_verdict"]) == (0.1, LEVEL)


def test_a_verdict_takes_the_interval_where_there_is_one() -> None:
    share = Estimate(0.9, 0.8, 1.0)  # would say otherwise
    assert bench.verdict(Estimate(0.1, -0.1, 0.3), share, share) == LEVEL
    assert bench.verdict(Estimate(0.1, 0.01, 0.3), share, share) == AHEAD
    assert bench.verdict(Estimate(-0.1, -0.3, -0.01), share, share) == BEHIND


def test_the_summary_counts_rows() -> None:
    verdicts = [(AHEAD, BEHIND), (AHEAD, LEVEL), (LEVEL, BEHIND), (BEHIND, AHEAD)]
    rows = [{"lead_verdict": lead, "shared_verdict": shared} for lead, shared in verdicts]
    found = summary(rows)
    assert [found[name] for name in ("rows", AHEAD, LEVEL, BEHIND)] == [4, 2, 1, 1]
    assert found["behind_partner"] == [0, 2]
    assert not found["nowhere_behind"]
    assert not found["ahead_in_more_than_half"]  # exactly half
    better = summary(rows[:3])
    assert better["nowhere_behind"]
    assert better["ahead_in_more_than_half"]


def test_the_middle_and_the_worst_player() -> None:
    agents = {
        name: {"overall": {"utility": [mean]}}
        for name, mean in zip("abcd", (3, 1, 2, 4), strict=True)
    }
    assert bench.family(agents) == {"middle": "c", "worst": "b"}
    del agents["d"]
    assert bench.family(agents) == {"middle": "c", "worst": "b"}


# --- played --------------------------------------------------------------------------------
@pytest.mark.slow
def test_the_best_script_itself_is_level_by_exactly_nothing(tmp_path: Path) -> None:
    found = measure(comparison(tmp_path, "grim", scripts=("grim",)))
    agent = found["agents"]["grim"]
    assert len(agent["rows"]) == 4
    for row in agent["rows"]:
        assert row["script"] == "grim"
        assert row["lead"] == [0.0, None, None]
        assert row["utility"] == row["script_utility"]
    assert agent["summary"][LEVEL] == 4
    assert agent["overall"]["lead"] == [0.0, None, None]


@pytest.mark.slow
def test_the_best_script_is_chosen_on_other_seeds(tmp_path: Path) -> None:
    asked = comparison(tmp_path)
    found = measure(asked)
    store = bench.games(asked, 16, bench.SELECTION)
    for best in found["best_scripts"]:
        means = {}
        for script in SCRIPTS:
            pair, seat = bench._side(script, best["partner"], best["seat"])
            games = store.read(pair)
            assert games is not None
            assert games.seeds.tolist() == list(range(bench.SELECTION, bench.SELECTION + 16))
            means[script] = float(games.columns[f"utility_{seat}"].mean())
        assert means[best["script"]] == max(means.values())
        assert best["utility"] == pytest.approx(max(means.values()), abs=1e-4)
    assert found["seeds"] == {"first": REPORTING, "games": 24}


@pytest.mark.slow
def test_figures_are_of_the_right_seat_and_game(tmp_path: Path) -> None:
    asked = comparison(tmp_path, "civil_first")
    found = measure(asked)
    store = bench.games(asked, 24, REPORTING)
    for row in found["agents"]["civil_first"]["rows"]:
        pair, seat = bench._side("civil_first", row["partner"], row["seat"])
        assert getattr(pair, seat) == "civil_first"
        columns = store.games(pair).columns
        (other,) = {"army", "navy"} - {seat}
        own, theirs = (float(columns[f"utility_{who}"].mean()) for who in (seat, other))
        assert row["utility"][0] == pytest.approx(own, abs=1e-5)
        assert row["partner_utility"][0] == pytest.approx(theirs, abs=1e-5)
        assert row["shared"][0] == pytest.approx(own - theirs, abs=2e-5)
        assert row["lead"][0] == pytest.approx(own - row["script_utility"][0], abs=2e-5)


@pytest.mark.slow
def test_a_planner_plays_fewer_games(tmp_path: Path) -> None:
    partners = ("grim", "one_ply:simulations=1")
    found = measure(
        comparison(tmp_path, "withdraw_in_time", partners=partners, scripts=("grim",), games=12)
    )
    agent = found["agents"]["withdraw_in_time"]
    assert [row["games"] for row in agent["rows"]] == [12, 12, 2, 2]
    assert agent["overall"]["rows"] == 2


@pytest.mark.slow
def test_a_stopped_run_goes_on_without_playing_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    played: list[Any] = []
    play, until = ResultsStore.played, 11

    def counted(self: Any, pair: Any, progress: Any = None) -> bytes:
        if len(played) == until:
            raise KeyboardInterrupt
        content = play(self, pair, progress)
        played.append((self.config.first_seed, pair))
        return content

    monkeypatch.setattr(ResultsStore, "played", counted)
    broken, whole = (
        comparison(tmp_path / name, "grim", "civil_first", games=12) for name in ("a", "b")
    )
    with pytest.raises(KeyboardInterrupt):
        measure(broken)
    assert len(played) == 11
    until = 1000
    resumed = measure(broken)
    assert {seed for seed, _ in played} == {bench.SELECTION, REPORTING}
    assert len(played) == len(set(played)) > 11  # nothing was played twice
    count = len(played)
    assert figures(measure(broken)) == figures(resumed)
    assert len(played) == count  # everything was there
    assert figures(measure(whole)) == figures(resumed)
    assert played[count:] == played[:count]


def figures(document: dict[str, Any]) -> str:
    """Everything but times."""

    def untimed(value: Any) -> Any:
        if isinstance(value, dict):
            return {k: untimed(v) for k, v in value.items() if k not in ("wall_time_s", "seconds")}
        return [untimed(one) for one in value] if isinstance(value, list) else value

    return json.dumps(untimed(document))


# --- who takes part ------------------------------------------------------------------------
def test_the_partners_are_public_and_of_other_kinds() -> None:
    usual = bench.expanded(Partners(agents=("grim",))).partners
    assert {*STRANGERS, "one_turn_planner", "dogged", "yielding"} <= set(usual)
    assert len(usual) == 8 + 6
    groups = Partners(agents=("grim",), partners=("outside", "stonewaller", "scripts"))
    assert bench.expanded(groups).partners == (*bench.OUTSIDE, "stonewaller", *bench.SCRIPTS)
    assert not any(map(is_held_out, bench.expanded(groups).partners))


@pytest.mark.slow
def test_best_scripts_of_an_earlier_run(tmp_path: Path) -> None:
    first = measure(comparison(tmp_path / "one", "civil_first"))
    file = tmp_path / "one.json"
    file.write_text(json.dumps(first))
    asked = comparison(tmp_path / "two", "civil_first", best_scripts=file)
    assert figures(measure(asked)) == figures(first)
    choosing = bench.games(asked, asked.selection_games, bench.SELECTION)
    assert not [pair for pair in bench.candidates(asked) if choosing.path(pair).exists()]
    changed = {**first, "best_scripts": [row | {"script": "grim"} for row in first["best_scripts"]]}
    file.write_text(json.dumps(changed))
    rows = measure(asked)["agents"]["civil_first"]["rows"]
    assert {row["script"] for row in rows} == {"grim"}


@pytest.mark.parametrize(
    ("change", "given", "words"),
    [
        ({}, {"selection_games": 17}, "selection_seeds: expected .*17.*, got .*16"),
        ({}, {"scripts": ("grim",)}, "scripts: expected .'grim'., got"),
        ({}, {"partners": ("grim",)}, "best_scripts: expected the partner 'grim'"),
        ({"scenario_id": "else"}, {}, "scenario_id: expected"),
        (
            {"best_scripts": [{"partner": "grim"}]},
            {},
            "expected the figures of `glory study partners`",
        ),
    ],
)
def test_best_scripts_of_a_run_under_other_circumstances(
    change: dict[str, Any], given: dict[str, Any], words: str, tmp_path: Path
) -> None:
    asked = comparison(tmp_path / "games")
    best = [
        {"partner": partner, "seat": seat, "script": "grim", "utility": 0.0}
        for partner in asked.partners
        for seat in ("army", "navy")
    ]
    document = {
        "scenario_id": load(asked.scenario).id,
        "selection_seeds": {"first": bench.SELECTION, "games": asked.selection_games},
        "search_games": asked.search_games,
        "scripts": list(asked.scripts),
        "best_scripts": best,
    }
    file = tmp_path / "best.json"
    file.write_text(json.dumps(document | change))
    with pytest.raises(ValueError, match=rf"best\.json: {words}"):
        bench.verify(replace(asked, best_scripts=file, **given))


@pytest.mark.parametrize(
    "content", [b"[" * 9999, b"\xff", b"[]", b'{"best_scripts": 1}', b"9" * 5000]
)
def test_best_scripts_of_a_foreign_file(content: bytes, tmp_path: Path) -> None:
    file = tmp_path / "best.json"
    file.write_bytes(content)
    asked = comparison(tmp_path / "games")
    with pytest.raises(
        ValueError, match=r"best\.json: expected the figures of `glory study partners`"
    ):
        bench.verify(replace(asked, best_scripts=file))


def test_best_scripts_of_a_file_are_scripts(tmp_path: Path) -> None:
    """They are made and played: nothing else is, whatever the file says."""
    asked = comparison(tmp_path / "games", partners=("grim",))
    best = [
        {"partner": "grim", "seat": seat, "script": script, "utility": 0.0}
        for seat, script in (("army", "grim"), ("navy", "strange:Agent"))
    ]
    selection = {"first": bench.SELECTION, "games": asked.selection_games}
    document = {"scenario_id": load(asked.scenario).id, "selection_seeds": selection}
    document |= {"search_games": asked.search_games, "scripts": list(asked.scripts)}
    file = tmp_path / "best.json"
    file.write_text(json.dumps({**document, "best_scripts": best}))
    with pytest.raises(
        ValueError, match=r"best\.json: best_scripts: unknown script 'strange:Agent'"
    ):
        bench.verify(replace(asked, best_scripts=file))
    file.write_text(json.dumps({**document, "best_scripts": best[:1]}))
    with pytest.raises(ValueError, match=r"best\.json: best_scripts: expected the partner 'grim'"):
        bench.verify(replace(asked, best_scripts=file))


def test_likeliest_and_drawn_actions_are_two_players() -> None:
    micro = str(STARTS / "micro")  # its file says that it plays the likeliest action
    assert fingerprint(f"{micro}:deterministic=false") != fingerprint(micro)
    assert fingerprint(f"{micro}:deterministic=true") == fingerprint(micro)
    drawn = f"{micro}:deterministic=false"
    assert other_way(micro) == other_way(f"{micro}:deterministic=true") == drawn
    assert other_way(drawn) == f"{micro}:deterministic=true"
    assert other_way(f"{micro}:force=true") == f"{micro}:force=true,deterministic=false"
    assert other_way("cooperative-macro-0") is None  # always its likeliest parameters
    assert other_way("grim") is None


@pytest.mark.slow
def test_a_network_is_measured_with_itself_both_ways(tmp_path: Path) -> None:
    asked = comparison(
        tmp_path, "cooperative-0", games=4, selection_games=4, scenario="glory", partners=("grim",)
    )
    found = measure(asked)["agents"]["cooperative-0"]
    drawn = "cooperative-0:deterministic=false"
    expected = figures_of(bench.games(asked, 4, asked.seed), pairing(drawn, drawn))
    assert found["other_way"] == expected | {"name": drawn}
    assert found["other_way"]["figures"] != found["itself"]["figures"]
    titles = [one.title for one in report.tables(measure(asked))]
    assert "with itself, played the other way" in titles


@pytest.mark.parametrize(
    ("given", "words"),
    [
        ({"games": 0}, "--games: expected 1 to 1000000, got 0"),
        ({"selection_games": 0}, "--selection-games: expected 1"),
        ({"jobs": 0}, "--jobs: expected 1"),
        ({"seed": -1}, "--seed: expected 0"),
        ({"seed": bench.SELECTION - 5}, "--seed: expected seeds other than 2000000 to 2000015"),
        ({"partners": ()}, "partners: expected at least one name"),
        ({"partners": ("grim", "grim")}, "partners: 'grim' is named twice"),
        ({"partners": ("held_out:seed=9001",)}, "partners: 'held_out:seed=9001' is held out"),
        ({"partners": ("nobody",)}, "partners: .*nobody"),
        ({"scripts": ("random",)}, "scripts: .*random"),
        ({"agents": ("nobody",)}, "agents: .*nobody"),
        ({"agents": (str(STARTS / "micro"),)}, "agents: .*another scenario"),
    ],
)
def test_what_is_wrong_is_said_before_anything_is_played(
    given: dict[str, Any], words: str, tmp_path: Path
) -> None:
    with pytest.raises((ValueError, AgentError), match=words):
        measure(replace(comparison(tmp_path), **given))
    assert not list(tmp_path.iterdir())


def test_one_player_has_no_cross_table(tmp_path: Path) -> None:
    made = report.tables(measure(comparison(tmp_path, "grim", games=4, selection_games=4)))
    titles = [one.title for one in made]
    assert titles[0] == "summary"
    assert not [title for title in titles if "each other" in title]
    assert "The worst" not in made[0].note
