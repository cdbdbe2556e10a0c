"""Results that strangers can repeat: which games are chosen, and what `glory bench verify` says."""

from __future__ import annotations

import json
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from glory_env.bench.digests import digests
from glory_env.cli.main import main
from glory_env.games.glory.bench.pairing import Pairing, pairing
from glory_env.games.glory.bench.repeat import GAMES, KEY, games_to_repeat, read, repeated
from glory_env.games.glory.bench.suite import published
from tests.bench.handmade import WIN, Handmade, config, ended, finals
from tests.bench.test_suite_command import results, write

RESULTS = Path(__file__).parents[2] / "docs" / "results"
AGENTS = ("grim", "greedy_gp", "civil_first")
PLANNER = "one_ply:simulations=1"


def with_digests(folder: Path) -> list[Path]:
    """Published files whose games can be repeated."""
    files = sorted(folder.glob("*.json"))
    return [file for file in files if KEY in json.loads(file.read_text(encoding="utf-8"))]


@pytest.mark.slow
@pytest.mark.parametrize("file", with_digests(RESULTS), ids=lambda file: file.name)
def test_published_games_are_played_again(file: Path) -> None:
    assert [found.says for found in repeated(file) if not found.passed] == []


# --- which games ---------------------------------------------------------------------------
def chosen(folder: Path, pairings: list[Pairing], games: int) -> list[dict[str, Any]]:
    settings = config(folder)
    played = ended(*[WIN] * games)
    found = games_to_repeat(Handmade(settings, dict.fromkeys(pairings, played)), pairings)
    assert list(found["agents"]) == sorted({one for p in pairings for one in p[:2]} - {PLANNER})
    return found["games"]  # type: ignore[no-any-return]


def test_of_many_pairings_the_first_game_each(tmp_path: Path) -> None:
    """Spread evenly: with three times as many pairings as games, every third."""
    pairings = [Pairing(*AGENTS[:2], deadlock=rule, variant=str(k))
                for k in range(GAMES) for rule in ("dice", "zero", "janken")]  # fmt: skip
    found = chosen(tmp_path, pairings, 2)
    assert [(game["variant"], game["deadlock"]) for game in found] == [
        (str(k), "dice") for k in range(GAMES)
    ]
    assert {game["seed"] for game in found} == {0}


@pytest.mark.parametrize(("games", "wanted"), [(30, (7, 7, 6)), (2, (2, 2, 2))])
def test_of_few_pairings_more_games_each(tmp_path: Path, games: int, wanted: Any) -> None:
    pairings = [pairing(one, "grim") for one in AGENTS]
    found = chosen(tmp_path, pairings, games)
    assert tuple(Counter(game["army"] for game in found).values()) == wanted
    assert [g["seed"] for g in found if g["army"] == "grim"] == list(range(wanted[0]))


def test_planners_are_left_out(tmp_path: Path) -> None:
    """What they play depends on the machine's speed."""
    pairings = [pairing("grim", PLANNER), pairing(PLANNER, "grim"), pairing("grim", "grim")]
    assert {game["navy"] for game in chosen(tmp_path, pairings, 1)} == {"grim"}
    alone = games_to_repeat(Handmade(config(tmp_path), {}), pairings[:2])
    assert alone == {"agents": {}, "games": []}


def test_a_digest_is_of_the_whole_game() -> None:
    """Of every field but the padding, and of nothing beside that game."""
    games = finals((60, 30), (60, 30), (60, 30))
    games["total"][1] = 1
    games["spare"] = 1
    first, other, third = digests(games).tolist()
    assert first == third != other
    assert digests(games[:1]).tolist() == digests(finals((60, 30))).tolist() == [first]


# --- the command ---------------------------------------------------------------------------
@pytest.fixture(scope="module")
def run(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run with every kind of place in it: angle, talk, another rule, a single controller."""
    folder = tmp_path_factory.mktemp("repeat")
    tasks = ("solo", "coop", "ad_hoc", "outside", "rules_shift")
    words = [*write(folder), "--agents", "grim", PLANNER, "--tasks", *tasks, "--games", "3"]
    assert main(["bench", *words, "--write", str(folder / "page.md")]) == 0
    return folder


def said(file: Path, capsys: Any, code: int) -> list[str]:
    capsys.readouterr()
    assert main(["bench", "verify", str(file)]) == code
    out, err = capsys.readouterr()
    return (out if code < 2 else err).splitlines()  # type: ignore[no-any-return]


def changed(run: Path, folder: Path, change: Any) -> Path:
    document = json.loads((run / "page.json").read_text())
    change(document)
    path = folder / "changed.json"
    path.write_text(json.dumps(document))
    return path


@pytest.mark.slow
def test_a_run_is_repeated(run: Path, capsys: Any, tmp_path: Path) -> None:
    """The results and the file beside the page hold the same games; single games play the same."""
    document = results(run)
    assert published(document) == json.loads((run / "page.json").read_text())
    assert with_digests(run) == [run / "page.json"]
    games = document[KEY]["games"]
    assert len(games) == GAMES
    assert {"solo", "talk", "deadlock"} <= {key for game in games for key in game if game[key]}
    for file in (run / "page.json", run / "bench" / "own" / "results.json"):
        *lines, last = said(file, capsys, 0)
        assert last == f"{file}: 20 games, no difference"
        assert [line.split()[:2] for line in lines] == [[g["digest"], "ok"] for g in games]


@pytest.mark.slow
def test_a_game_that_differs(run: Path, capsys: Any, tmp_path: Path) -> None:
    def other_seed(document: Any) -> None:
        document[KEY]["games"][3]["seed"] += 1
        document["code"] = "0" * 16

    path = changed(run, tmp_path, other_seed)
    *lines, count, code = said(path, capsys, 1)
    assert [k for k, line in enumerate(lines) if "FAILED" in line] == [3]
    assert "another game" in lines[3]
    assert count == f"{path}: 20 games, 1 of them differ"
    assert "with code 0000000000000000, this is" in code


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        (lambda d: d[KEY]["agents"].update(grim="0" * 16), "agent 'grim' is another one here"),
        (lambda d: d[KEY]["agents"].update(gimr="0" * 16), "did you mean 'grim'"),
        (lambda d: d.update(scenario_id="0" * 64), "scenario teaching is another one here"),
        (lambda d: d.update(scenario="nowhere"), "nowhere"),
        (lambda d: d.pop(KEY), "expected the keys repeat, repeat.agents, repeat.games as well"),
        (lambda d: d[KEY]["games"][2].pop("seed"), "expected the keys repeat.games.2.seed"),
        (lambda d: d[KEY].update(games=[]), "no games to repeat"),
        (lambda d: d.update(repeat=[1]), "expected the keys repeat.agents, repeat.games as well"),
        (lambda d: d[KEY].update(games=[1]), "expected the keys repeat.games.0.army, "),
        (lambda d: d[KEY].update(agents=[]), "expected the keys repeat.agents as well"),
        (lambda d: d.update(package=None), "package: a valid string, got None"),
        (lambda d: d[KEY]["games"][1].update(seed=-1), "repeat.games.1.seed: greater than or"),
        (lambda d: d[KEY]["games"][1].update(seed=10**90), "repeat.games.1.seed: less than"),
        (lambda d: d[KEY]["games"][1].update(angle=1e9), "repeat.games.1.angle: less than or"),
        (lambda d: d[KEY]["games"][1].update(variant="x"), "variant: unknown name 'x'"),
        (lambda d: d[KEY]["games"][1].update(talk="x"), "talk: unknown name 'x': valid are off"),
        (lambda d: d[KEY]["games"][1].update(solo=1), "repeat.games.1.solo: a valid boolean"),
    ],
)
def test_what_cannot_be_repeated_is_one_line(
    run: Path, capsys: Any, tmp_path: Path, change: Any, words: str
) -> None:
    path = changed(run, tmp_path, change)
    (line,) = said(path, capsys, 2)
    assert line.startswith(f"glory bench: {path}: ")
    assert words in line


@pytest.mark.slow
@pytest.mark.parametrize(
    "name",
    ["strange:Agent", "glory_agents.learned.agent:LearnedAgent", "llm:url=http://x", "FOLDER"],
)
def test_an_agent_of_a_file_is_made_only_where_the_person_gives_it(
    run: Path, capsys: Any, tmp_path: Path, monkeypatch: Any, name: str
) -> None:
    """Before that nothing of it is imported, not even to see whether it is the same."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "strange.py").write_text("open('touched', 'w').close()\n" + STRANGE)
    (tmp_path / "agent.yaml").write_text("entry: strange:Agent\n")
    name = name.replace("FOLDER", str(tmp_path))
    path = changed(run, tmp_path, lambda d: d[KEY]["agents"].update({name: "0" * 16}))
    (line,) = said(path, capsys, 2)
    assert line.startswith(f"glory bench: {path}: unknown agent")
    assert line.endswith("--agent NAME")
    assert not (tmp_path / "touched").exists()
    assert main(["bench", "verify", str(path), "--agent", "another:Agent", "--agent", name]) == 2
    err = capsys.readouterr().err
    assert "unknown agent" not in err
    assert name in err
    assert (tmp_path / "touched").exists() is ("strange" in name or name == str(tmp_path))


STRANGE = """
class Agent:
    def reset(self, seat, seed): pass
    act = explain = reset
"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"army": "strange:Agent"}, "'strange:Agent' plays, expected one of repeat.agents"),
        ({"navy": ["grim"]}, "repeat.games.0.navy: a valid string, got ['grim']"),
    ],
)
def test_who_plays_is_among_the_agents_of_the_file(
    run: Path, capsys: Any, tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    (line,) = said(changed(run, tmp_path, lambda d: d[KEY]["games"][0].update(change)), capsys, 2)
    assert words in line


@pytest.mark.slow
@pytest.mark.parametrize("change", [
    lambda d: d.update({KEY: []}), lambda d: d[KEY].update(agents=[]),
    lambda d: d[KEY].update(games={}), lambda d: d[KEY].update(games=[3]),
])  # fmt: skip
def test_a_file_of_other_kinds_is_one_line(
    run: Path, capsys: Any, tmp_path: Path, change: Any
) -> None:
    (line,) = said(changed(run, tmp_path, change), capsys, 2)
    assert "expected the keys repeat." in line


def test_no_results_file(capsys: Any, tmp_path: Path) -> None:
    (tmp_path / "page.md").write_text("# page")
    (line,) = said(tmp_path / "page.md", capsys, 2)
    assert "page.md: expected JSON, got '# page' (Expecting value, column 1)" in line
    with pytest.raises(FileNotFoundError):
        read(tmp_path / "none.json")


@pytest.mark.slow
def test_the_page_has_to_be_one(run: Path, capsys: Any, tmp_path: Path) -> None:
    """The file beside it would be written over it."""
    shutil.copy(run / "suite.yaml", tmp_path)
    words = ["bench", "--config", str(tmp_path / "suite.yaml"), "--write"]
    assert main([*words, str(tmp_path / "page.json")]) == 2
    assert "expected a file that ends in .md" in capsys.readouterr().err
