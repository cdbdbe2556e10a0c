"""The games to read are the measured ones, shown whole, with their decisive turns marked."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from glory_env.games.glory.bench import crossplay, tasks
from glory_env.games.glory.bench.config import BenchConfig
from glory_env.games.glory.bench.participants import participants
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.bench.stories import stories
from glory_env.games.glory.report.stories import moments, story

AGENTS = ("honest", "deceiver")
GAMES = 12


@pytest.fixture(scope="module")
def store(tmp_path_factory: pytest.TempPathFactory) -> ResultsStore[BenchConfig]:
    """Games with binding talk, in which words are given and broken."""
    config = BenchConfig(
        agents=AGENTS,
        scenario="teaching",
        games=GAMES,
        folder=tmp_path_factory.mktemp("stories"),
        responses=Path("none"),
        options={"talk": "binding"},
        tasks=("crossplay",),
    )
    store = ResultsStore(config)
    measured = participants(AGENTS)
    wanted = [*crossplay.pairings(config, measured), *map(tasks.itself, measured)]
    store.play_missing(list(dict.fromkeys(wanted)))
    return store


def test_games_are_those_that_were_measured(store: ResultsStore[BenchConfig]) -> None:
    measured = participants(AGENTS)
    first = measured[0]
    median, lowest, across = stories(store, measured)
    alone = store.games(tasks.itself(first))
    for game, games in (
        (median, alone),
        (lowest, alone),
        (across, store.games(tasks.pairing("honest", "deceiver"))),
    ):
        k = games.seeds.tolist().index(game["seed"])
        assert game["turns"][-1]["turn"] == games.columns["turns"][k]
        assert game["completed"] == bool(games.columns["completed"][k])
        gp = [games.columns[f"completed_gp_{seat}"][k] for seat in ("army", "navy")]
        assert game["turns"][-1]["gp"] == gp or not game["completed"]
        assert game["welfare"] == pytest.approx(games.columns["welfare"][k], abs=1e-4)
    welfare = sorted(alone.columns["welfare"])
    assert median["welfare"] == pytest.approx(welfare[GAMES // 2], abs=1e-4)
    assert lowest["welfare"] == pytest.approx(welfare[0], abs=1e-4)
    assert (across["army"], across["navy"]) == AGENTS
    assert [game["about"] for game in stories(store, [first])] == ["median", "lowest"]


def test_talks_are_shown_to_their_end(store: ResultsStore[BenchConfig]) -> None:
    """Every offer, every answer, every statement, and in the end the split of the log."""
    for game in stories(store, participants(AGENTS)):
        before = game["start"]
        for turn in game["turns"]:
            if "tonnage" not in turn["story"]:  # a turn that was declared has no talks
                assert turn["story"]["turn_13"]
                continue
            talks = [words for words, *_ in turn["story"]["tonnage"]]
            army, navy, civil = turn["shares"]
            assert talks[-1] == f"In force: Army {army}, Navy {navy}, Civil {civil}"
            offers = [words for words in talks if ": offers Army " in words]
            assert len(offers) == turn["offers"]
            for words in offers:
                parts = [int(part.split()[-1]) for part in words.split(", ")]
                assert sum(parts) == before
            assert any("accepts" in words for words in talks) != bool(turn["deadlock"])
            before = turn["total"]
    said = str(game["turns"])
    for words in (": says: ", " promises: ", "has kept its word: ", "activates ", "starts "):
        assert words in said


def turn(number: int, total: int, **more: Any) -> dict[str, Any]:
    """A turn as the document holds it."""
    log = {"shares": [30, 20, 50], "deadlock": 0, "spent": [30, 10], "loss": [0, 5]}
    return {"turn": number, "total": total, "broken": [], "story": {}, **log, **more}


def test_decisive_turns_by_the_rule() -> None:
    game = {
        "about": "across", "army": "one", "navy": "two", "start": 400, "completed": False,
        "turns": [
            turn(1, 380),
            turn(2, 300, deadlock=1),
            turn(3, 220, deadlock=1),
            turn(4, 200, broken=["Navy has broken its word: x"]),
            turn(5, 90),
        ],
    }  # fmt: skip
    found = moments(game)
    assert found == {
        2: ["the talks fail, the first of 2 times"],
        4: ["Navy has broken its word: x"],
        5: ["the largest fall of the pool, by 110 to 90", "the game is lost"],
    }
    game["completed"] = True
    game["turns"][4]["total"] = 120  # three falls of 80
    game["turns"][2]["deadlock"] = 0
    assert moments(game)[2] == [
        "the largest fall of the pool, by 80 to 300", "the talks fail, only here"
    ]  # fmt: skip
    assert set(moments(game)) == {2, 4}


def test_story_of_a_turn_has_its_figures() -> None:
    lost = ["Army: asks for an escort"], ["Navy: refuses an escort"]
    paragraphs = {"activation": [["a"]], "movement": [*lost, *lost], "turn_end": [["b", "c"]]}
    game = {
        "about": "median", "army": "one", "navy": "one", "start": 400, "completed": True,
        "turns": [turn(1, 380, story=paragraphs)],
    }  # fmt: skip
    shown = story(game)
    assert shown["title"] == "The game of median welfare: one with itself"
    (one,) = shown["turns"]
    assert one["before"] == 400
    assert [part["width"] for part in one["split"]] == ["30.00", "20.00", "50.00"]
    assert [(part["title"], part["figures"], part["paragraphs"]) for part in one["parts"]] == [
        ("Activation", "spent: army 30, navy 10", [["a"]]),
        ("Movement: escorts", "", [[*lost[0], "2 times"], [*lost[1], "2 times"]]),
        ("Turn end", "", [["b", "c"]]),
    ]
