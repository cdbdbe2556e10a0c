"""`glory study promises`: figures of games made by hand, the verdict, the command."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_env.cli.main import main
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.studies import promises
from glory_env.games.glory.studies.aims import MET
from glory_env.games.glory.studies.promises_page import STUDY, game_words
from glory_env.games.glory.studies.settings import Promises
from tests.bench import handmade
from tests.bench.handmade import Handmade, made
from tests.bench.refusal import refused

OFF, CHEAP, BINDING = promises.TALKS
FAMILIES = {
    OFF: ("conceder:claim=0.1", "conceder:claim=0.2", "conceder:claim=0.3"),
    CHEAP: ("honest:claim=0.1", "honest:claim=0.2", "honest:claim=0.3"),
    BINDING: ("grim:claim=0.1", "grim:claim=0.2", "grim:claim=0.3"),
}
ASKED = Promises(**{talk: "+".join(family) for talk, family in FAMILIES.items()})
WELFARE = {
    (OFF, OFF): 0.7,
    (CHEAP, OFF): 0.6, (CHEAP, CHEAP): 0.75, (CHEAP, BINDING): 0.8,
    (BINDING, OFF): 0.5, (BINDING, CHEAP): 0.55, (BINDING, BINDING): 0.9,
}  # fmt: skip


def game_of(pair: Pairing) -> tuple[str, str]:
    own = next(talk for talk, family in FAMILIES.items() if pair.army in family)
    assert pair.navy in FAMILIES[own]
    assert pair.navy != pair.army
    return own, pair.talk


def store(folder: Path) -> Handmade:
    """Forty games of each pairing, of which half are completed."""
    games = {}
    for k, pair in enumerate(promises.pairings(ASKED, FAMILIES)):
        own, talk = game_of(pair)
        noise = np.random.default_rng(k).normal(0, 0.01, 40)
        columns = {
            "completed": np.arange(40) % 2 > 0, "welfare": WELFARE[own, talk] + noise,
            "rivalry_army": 0.4 + noise, "rivalry_navy": 0.3 + noise,
            "agreements": np.full(40, 9), "talks": np.full(40, 12),
            "promises": np.full(40, 8 if talk != OFF else 0),
            "promises_kept": np.full(40, {OFF: 0, CHEAP: 3, BINDING: 6}[talk]),
            "promises_judged": np.full(40, 6 if talk != OFF else 0),
        }  # fmt: skip
        games[pair] = made(columns)
    return Handmade(handmade.config(folder, "grim"), games)


@pytest.fixture
def found(tmp_path: Path) -> dict[str, Any]:
    games: Any = store(tmp_path)
    return promises.figures(games, ASKED, FAMILIES)


def test_each_family_plays_its_own_games_and_those_with_words_all() -> None:
    wanted = promises.pairings(ASKED, FAMILIES)
    assert len(wanted) == len(set(wanted)) == 7 * 6  # seven games, six ordered pairs of three
    assert {game_of(pair) for pair in wanted} == set(WELFARE)


def test_figures_of_games_made_by_hand(found: dict[str, Any]) -> None:
    games = {(tuple(game), name): value for game, name, value in found["games"]}
    assert {game for game, _ in games} == set(WELFARE)
    for game, welfare in WELFARE.items():
        assert games[game, "welfare"][0] == pytest.approx(welfare, abs=0.01)
        assert games[game, "deadlocks"][0] == pytest.approx(0.25)
        assert games[game, "completed"][0] == 0.5
    assert games[(CHEAP, CHEAP), "kept"][0] == 0.5
    assert games[(CHEAP, BINDING), "kept"][0] == 1.0
    assert games[(BINDING, OFF), "promises"][0] == 0
    assert games[(BINDING, OFF), "kept"] is None  # nothing was promised
    apart = {(tuple(a), tuple(b), name): value for a, b, name, value in found["differences"]}
    for (one, other, name), value in apart.items():
        if name == "welfare":
            assert value[0] == pytest.approx(WELFARE[one] - WELFARE[other], abs=0.01)


def test_the_aim_is_about_binding_promises_against_no_words(tmp_path: Path) -> None:
    games: Any = store(tmp_path)
    games.config = games.config.model_copy(update={"scenario": "glory"})
    document = promises.judge(ASKED, (games, FAMILIES))
    (said,) = document["verdicts"]
    assert said["value"][0] == pytest.approx(0.2, abs=0.01)
    assert said["verdict"] == MET
    aims, differences, rows = STUDY.page(document).tables
    assert aims.rows[0][1] == "at least +0.10"
    assert aims.rows[0][3] == "met"
    by_label = {row[0]: row for row in differences.rows}
    assert by_label["binding less no words"][2].startswith("+0.20 [")
    assert by_label["binding less trained binding, plays no words"][2].startswith("+0.40 [")
    assert [row[0] for row in rows.rows] == [game_words(game) for game in promises.GAMES]
    assert rows.rows[0][-1] == "-"
    assert "no words: conceder:claim=0.1, conceder:claim=0.2" in STUDY.page(document).about


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--cheap", "honesty"], ["cheap: unknown agent 'honesty'", "--cheap"]),
        (["--off", "grim", "--cheap", "honest", "--binding", "honest"],
         ["cheap 'honest' and binding 'honest' are the same policy"]),
        (["--off", "grim", "--cheap", "honest", "--binding", "one_ply"], ["plays in batches"]),
        (["--level", "rivalary"], ["unknown level 'rivalary'"]),
        (["--games", "0"], ["--games: expected 1"]),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(words: list[str], said: list[str], capsys: Any) -> None:
    refused(["study", "promises", *words], said, capsys)


@pytest.mark.slow
def test_the_command(tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "out.json"
    words = ["study", "promises", "--off", "withdraw_in_time", "--cheap", "deceiver",
             "--binding", "honest", "--scenario", "teaching", "--games", "30",
             "--folder", str(tmp_path / "games"), "--json", str(out),
             "--write", str(tmp_path / "page.md")]  # fmt: skip
    assert main(words) == 0
    assert "what promises are worth" in capsys.readouterr().out
    document = json.loads(out.read_text())
    games = {(tuple(game), name): value for game, name, value in document["games"]}
    for own in (CHEAP, BINDING):
        assert games[(own, OFF), "promises"][0] == 0
        assert games[(own, CHEAP), "promises"][0] > 0
    assert games[(CHEAP, CHEAP), "kept"][0] < 1
    assert main(["bench", "verify", str(out)]) == 0
