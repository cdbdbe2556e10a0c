"""Where an agent stands: gains, whom it is like, a small run, bad input."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_env.cli.main import main
from glory_env.envs.agent import AgentError
from glory_env.games.glory.bench import command, standing, suite
from glory_env.games.glory.bench.certificate import COOPERATOR, DEFECTORS, ROLES
from glory_env.games.glory.bench.config import STANDING
from glory_env.games.glory.bench.levels import LEVELS, paid
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.report import schelling
from glory_env.games.glory.report import standing as report
from glory_env.games.glory.state import SERVICES
from tests.bench.handmade import Handmade, config, made
from tests.bench.shown import PARTNERS
from tests.bench.test_suite_command import refused, results, write

SLOW = "one_ply:simulations=1,horizon=1"
GAMES = 40


# --- by hand ---------------------------------------------------------------------------------
def test_every_level_has_its_defector_among_the_partners() -> None:
    assert set(ROLES) < set(STANDING)
    assert standing.partners_at("spite")[:2] == ("cooperative", "spiteful")


def test_gain_and_cost_are_against_the_cooperator_in_the_same_place(tmp_path: Path) -> None:
    """Boulware gets 0.3 more than the cooperator, its partner 0.1 less."""
    settings = config(tmp_path, standing=PARTNERS)
    dice = np.random.default_rng(0).normal(size=GAMES)

    def games(army: str, navy: str) -> Any:
        bold = army == "boulware", navy == "boulware"
        gets = [0.5 + 0.3 * bold[k] - 0.1 * bold[1 - k] for k in range(2)]
        return made(
            {
                paid(level, seat): dice + gets[k] + (level == "spite")
                for level in LEVELS
                for k, seat in enumerate(SERVICES)
            }
        )

    names = ("boulware", *PARTNERS.values())
    held = {Pairing(a, b): games(a, b) for a in names for b in names}
    found = standing.levels(Handmade(settings, held), "boulware")
    assert list(found) == list(LEVELS)
    for level, by_role in found.items():
        assert tuple(by_role) == standing.partners_at(level)
        for role, by_place in by_role.items():
            got = 0.5 + 0.3 - 0.1 * (role == "itself") + (level == "spite") + dice.mean()
            for place in ("army", "navy", "match"):
                gain, cost, payoff = (by_place[place][key] for key in ("gain", "cost", "payoff"))
                assert gain == [pytest.approx(0.3, abs=1e-4), None, None]  # alike in all games
                assert cost == [pytest.approx(0.1, abs=1e-4), None, None]
                assert payoff[0] == pytest.approx(got, abs=1e-4)
                assert payoff[1] < payoff[0] < payoff[2]
    own = standing.levels(Handmade(settings, held), PARTNERS[COOPERATOR])
    assert own["rivalry"]["competitive"]["navy"]["gain"] == [0.0, None, None]


def test_the_nearest_by_hand() -> None:
    """In spreads of the known: x 1.633, y 4.082; z is alike in all and does not count."""
    known = {
        "far": {"x": 0.0, "y": 0.0, "z": 7.0},
        "half": {"x": 2.0, "y": np.nan, "z": 7.0},
        "near": {"x": 4.0, "y": 10.0, "z": 7.0},
        "nothing": {"x": np.nan, "y": np.nan, "z": 7.0},
    }
    found = standing.nearest({"x": 3.0, "y": 10.0, "z": 900.0}, known)
    assert [name for name, _ in found] == ["near", "half", "far"]
    x, y = np.std([0.0, 2.0, 4.0]), np.std([0.0, 10.0])
    wanted = [np.sqrt(0.5) / x, 1 / x, np.sqrt(((3 / x) ** 2 + (10 / y) ** 2) / 2)]
    assert [apart for _, apart in found] == pytest.approx(wanted, abs=1e-4)
    assert standing.nearest({"z": 1.0}, {"a": {"z": 2.0}}) == []


# --- a small run -----------------------------------------------------------------------------
def settings(folder: Path, **given: Any) -> Any:
    return config(folder, **{"standing": PARTNERS, "games": 4, **given})


def test_a_small_run(tmp_path: Path, monkeypatch: Any) -> None:
    """Everything is of games of the same dice, and the tables say what the document says."""
    whole = settings(tmp_path)
    assert set(standing.known_agents(whole)) == {*PARTNERS.values(), *standing.SCRIPTS}
    monkeypatch.setattr(standing, "SCRIPTS", ())
    asked: list[int] = []
    found = standing.standing(whole, ["greedy_gp", "grim"], lambda n: asked.append(n))
    json.dumps(found, allow_nan=False)
    assert found["seeds"] == {"first": whole.first_seed, "games": 4}
    # The partners with each other and themselves; one with itself and with each in both seats.
    assert asked == [16 + 9]
    assert found["agents"]["grim"]["nearest"][0] == ["grim", 0.0]
    greedy = found["agents"]["greedy_gp"]
    assert (greedy["games"], greedy["slow"], greedy["members"]) == (4, False, 1)
    gains, payoffs, behaviour = report.tables(found)[:3]
    assert "4 games of each pairing." in gains.note
    assert "families of training seeds (glory study families)" in gains.note
    labels = [row[0] for row in gains.rows]
    assert labels == [row[0] for row in payoffs.rows]
    assert labels[:4] == [f"assurance, {role}" for role in
                          ("cooperative", "competitive", "in kind", "itself")]  # fmt: skip
    at = labels.index("rivalry, cooperative")
    rivalry = greedy["levels"]["rivalry"]["cooperative"]
    assert payoffs.rows[at][3].startswith(f"{rivalry['match']['payoff'][0]:+.2f}")
    assert gains.rows[at][2].startswith(f"{rivalry['navy']['gain'][0] + 0.0:+.2f}")
    assert gains.rows[at][4].startswith(f"{rivalry['army']['cost'][0] + 0.0:+.2f}")
    assert behaviour.rows[0][0] == "greedy_gp"
    assert len(behaviour.rows) == 1 + len(found["known"])
    first, second = greedy["nearest"][:2]
    assert behaviour.rows[1][0].startswith(first[0])
    assert f"{first[0]} ({first[1]:.2f}) and {second[0]} ({second[1]:.2f})" in behaviour.note
    completed = 100 * greedy["behaviour"]["completed"][0]
    assert behaviour.rows[0][-2] == f"{completed:.1f}"


def test_the_picture_has_what_the_document_has(tmp_path: Path, monkeypatch: Any) -> None:
    """The cooperator, the level's defector, then entrants, as many as there are colours for."""
    monkeypatch.setattr(standing, "SCRIPTS", ())
    entrants = ["greedy_gp", "deceiver", "honest", "boulware"]
    found = standing.standing(settings(tmp_path), entrants)
    figure = schelling.standing({"standing": found})
    assert figure is not None
    axes = {axis.get_title("left"): axis for axis in figure.axes}
    assert list(axes)[: len(LEVELS)] == [f"{level}: army" for level in LEVELS]
    for level in LEVELS:
        role = DEFECTORS[level]
        levels = {
            "cooperates": found["known"]["conceder"]["levels"],
            "defects": found["known"][PARTNERS[role]]["levels"],
            **{name: found["agents"][name]["levels"] for name in entrants[:3]},
        }
        for seat in SERVICES:
            lines = {one.get_label(): one for one in axes[f"{level}: {seat}"].get_lines()}
            for name, of in levels.items():
                wanted = [of[level][r][seat]["payoff"][0] for r in (role, "in_kind", COOPERATOR)]
                assert lines[name].get_ydata().tolist() == pytest.approx(wanted)
            assert "boulware" not in lines
    assert schelling.standing({"standing": None}) is None


def test_an_agent_without_batches_plays_fewer_games(tmp_path: Path, monkeypatch: Any) -> None:
    """And is compared on these alone."""
    monkeypatch.setattr(standing, "SCRIPTS", ())
    few = settings(tmp_path, search_games=2, search_minutes=0)
    found = standing.standing(few, [SLOW])
    agent = found["agents"][SLOW]
    assert (agent["games"], agent["slow"]) == (2, True)
    assert agent["levels"]["rivalry"]["itself"]["army"]["gain"][1:] == [None, None]  # of two games
    wanted = (
        f"{SLOW} does not play in batches: 2 games of each pairing, what 0 min of each allow, at "
        "least 2."
    )
    assert report.tables(found)[0].note.startswith(wanted)
    whole = standing.Store(few)
    first, all_games = (
        standing.vector(store, "grim") for store in (standing.First(whole, 2), whole)
    )
    assert first != all_games
    pair = Pairing("grim", "conceder")
    paid_to_grim = whole.games(pair).columns[paid("rivalry", "army")][:2]
    of_both = whole.games(Pairing("conceder", "grim")).columns[paid("rivalry", "navy")][:2]
    wanted_mean = np.mean([paid_to_grim, of_both])
    assert first["rivalry cooperative"] == pytest.approx(float(wanted_mean), abs=1e-6)


@pytest.mark.parametrize(
    ("more", "wanted"),
    [
        (["--quick", "--agents", "grim", "deceiver"], ("grim", "deceiver")),
        (["--quick", "--agents", "grim", "--agent", "deceiver"], ("grim",)),
        (["--quick", "--agent", "deceiver"], ("deceiver",)),
        (["--quick"], None),
        (["--agents", "grim"], None),
    ],
)
def test_who_is_placed(tmp_path: Path, monkeypatch: Any, more: list[str], wanted: Any) -> None:
    asked: list[tuple[str, ...]] = []

    def stop(*_: Any) -> Any:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "_placed", lambda _, names: asked.append(tuple(names)) or {})
    monkeypatch.setattr(suite, "run", stop)
    assert main(["bench", *write(tmp_path), *more]) == 130
    assert asked == ([wanted] if wanted else [])


@pytest.mark.slow
def test_it_is_printed_first_and_kept(tmp_path: Path, capsys: Any) -> None:
    page = tmp_path / "page.md"
    words = write(tmp_path, standing=PARTNERS, games=4, tasks=["selfish"])
    words = [*words, "--quick", "--games", "4"]
    assert main(["bench", *words, "--agents", "greedy_gp", "--write", str(page)]) == 0
    out = capsys.readouterr().out
    head = "where greedy_gp stands: gain over the cooperator"
    assert out.count(head) == 1
    assert out.index(head) < out.index("selfish: 0 degrees")
    found = results(tmp_path)["standing"]
    assert list(found["agents"]) == ["greedy_gp"]
    gains = report.tables(found)[0]
    text, html = page.read_text(), (tmp_path / "bench" / "own" / "report.html").read_text()
    assert f"### W{head[1:]}" in text
    assert "| " + " | ".join(gains.rows[0]) + " |" in text
    assert head in html
    # Without entrants, and without --quick, it is not played.
    for more in ([*words], [*words[:2], "--agents", "greedy_gp"]):
        assert main(["bench", *more]) == 0
        assert "stands" not in capsys.readouterr().out
        assert "standing" not in results(tmp_path)


# --- bad input -------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("given", "more", "words"),
    [
        ({}, ["gimr"], ("'gimr'", "did you mean 'grim'")),
        ({"standing": {"coperative": "grim"}}, [], ("'coperative'", "did you mean 'cooperative'")),
        ({"standing": {**PARTNERS, "spiteful": "nobody"}}, [], ("standing: spiteful", "'nobody'")),
        ({"standing": {**PARTNERS, "spiteful": SLOW}}, [], ("standing:", "plays in batches")),
        ({"standing": {**PARTNERS, "spiteful": "grim"}}, [], ("standing: competitive 'grim' and "
                                                              "spiteful 'grim'",)),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(
    tmp_path: Path, capsys: Any, given: Any, more: Any, words: Any
) -> None:
    agents = ["--quick", "--agents", "greedy_gp", *more]
    said = refused([*write(tmp_path, **{"standing": PARTNERS, **given}), *agents], capsys)
    for word in words:
        assert word in said
    assert not (tmp_path / "bench").exists()


def test_partners_that_are_not_here_stop_nobody(tmp_path: Path, capsys: Any) -> None:
    """Those that the project names were trained in another scenario; others are the user's."""
    says = "cooperative-0 (cooperative) is not installed, or was trained in another scenario"
    assert standing.unavailable(config(tmp_path)) == says
    assert command._placed(config(tmp_path), ["grim"]) == {}
    assert capsys.readouterr().out == (
        f"where it stands: not played: {says}; the key standing names other partners\n\n"
    )
    assert standing.unavailable(config(tmp_path, standing=PARTNERS)) == ""
    own = config(tmp_path, standing={**PARTNERS, "cooperative": "cooperative-4"})
    with pytest.raises(AgentError, match=r"standing: cooperative: .*another scenario"):
        standing.unavailable(own)
