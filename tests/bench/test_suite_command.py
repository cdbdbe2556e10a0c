"""The suite as it is called: everything written, and numbers that agree."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
import yaml

from glory_env import __version__
from glory_env.bench import play_pairs
from glory_env.cli.main import main
from glory_env.envs.agent import make_agent
from glory_env.games.glory.bench import suite
from glory_env.games.glory.bench.config import QUICK_GAMES, TASKS, BenchConfig
from glory_env.games.glory.bench.participants import participants
from glory_env.games.glory.bench.suite import SCHEMA
from glory_env.games.glory.report.suite import tables
from glory_env.games.glory.scenario import load
from glory_env.report.tables import Table
from tests.bench import handmade

AGENTS = ("grim", "greedy_gp", "civil_first")
GAMES, SEED = 10, 3_000


def write(folder: Path, **given: Any) -> list[str]:
    """A file of settings, and the words that call the suite with it."""
    plain = {
        "agents": list(AGENTS), "games": GAMES, "first_seed": SEED, "scenario": "teaching",
        "temperaments": ["yielding"], "held_out": [9001], "deadlocks": ["dice", "zero"],
        "outside": ["demands_60"], "talking": ["honest"],
        "folder": str(folder / "bench"), "responses": str(folder / "none"), "name": "own",
    }  # fmt: skip
    path = folder / "suite.yaml"
    path.write_text(yaml.safe_dump({**plain, **given}))
    return ["--config", str(path)]


def results(folder: Path, name: str = "own") -> Any:
    return json.loads((folder / "bench" / name / "results.json").read_text())


def played(folder: Path) -> int:
    return len(list((folder / "bench").glob("games/*")))


@pytest.fixture(scope="module")
def done(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, dict[str, Any], str]:
    """The folder, the document and the output of a whole run."""
    folder = tmp_path_factory.mktemp("suite")
    with pytest.MonkeyPatch.context() as patch:
        said: list[str] = []
        patch.setattr("builtins.print", lambda *words, **more: said.append(" ".join(words)))
        assert main(["bench", *write(folder)]) == 0
    return folder, results(folder), "\n".join(said)


def refused(words: list[str], capsys: Any) -> str:
    """The only line of a refusal."""
    assert main(["bench", *words]) == 2
    out, err = capsys.readouterr()
    assert out == ""
    assert err.startswith("glory bench: ")
    assert err.count("\n") == 1
    return str(err)


# --- a whole run ---------------------------------------------------------------------------
@pytest.mark.slow
def test_everything_is_written(done: Any) -> None:
    folder, document, _ = done
    here = folder / "bench" / "own"
    assert (here / "report.html").stat().st_size > 10_000
    plots = {path.stem: path for path in (here / "plots").iterdir()}
    assert len(plots) >= 8
    for name in plots:
        assert (here / "plots" / f"{name}.png").read_bytes().startswith(b"\x89PNG")
        assert "<svg" in (here / "plots" / f"{name}.svg").read_text()
    assert not list(folder.rglob("*.tmp"))
    assert document["schema"] == SCHEMA
    assert document["package"] == __version__
    assert document["scenario_id"] == load("teaching").id
    assert document["deadlock"] == document["options"]["deadlock"] == "lot"
    assert document["seeds"] == {"first": SEED, "games": GAMES, "of_families": 200}
    assert document["deterministic"] is False
    assert set(document["tasks"]) == set(TASKS) - {"crossplay", "hidden"}
    assert list(document["agents"]) == list(AGENTS)
    assert all(about["fingerprints"] for about in document["agents"].values())
    assert re.fullmatch("[0-9a-f]{64}", document["held_out"]["sha256"])
    assert {"reward", "wall_time_s"} <= set(document)


@pytest.mark.slow
def test_figures_are_those_of_the_games(done: Any) -> None:
    _, document, _ = done
    for name in AGENTS:
        one = play_pairs(make_agent(name), make_agent(name), GAMES, SEED, "teaching")
        row = document["tasks"]["selfish"]["rows"][name]
        assert row["completion"][0] == pytest.approx(one.completed.mean())
        assert row["win_army"][0] == pytest.approx(one.columns()["win_army"].mean())
        if one.completed.any():
            metrics = document["with_itself"][name]["0"]
            assert metrics["gp_navy"][0] == pytest.approx(one.gp[one.completed, 1].mean(), abs=1e-4)
        held = document["tasks"]["held_out"]  # with a single partner
        assert held["partners"][name] == {"seed 9001": held["rows"][name]["strange"]}
    names = document["crossplay"]["agents"]
    assert names == list(AGENTS)
    two = play_pairs(make_agent(names[0]), make_agent(names[1]), GAMES, SEED, "teaching")
    assert document["crossplay"]["completion"][0][1][0] == pytest.approx(two.completed.mean())


def numbers(text: str) -> list[float]:
    return [float(word) for word in re.findall(r"[-+]?\d+\.\d+", text)]


def same(text: str, value: list[float | None] | None, missing: str = "-") -> None:
    """A cell is mean [low, high] of the document, rounded, or the mean alone."""
    if value is None:
        assert text == missing
        return
    share = "%" in text
    digits = len(text.split()[0].partition(".")[2])
    wanted = [100 * x if share else x for x in value if x is not None]
    assert numbers(text) == pytest.approx(wanted, abs=0.5000001 * 10**-digits)


@pytest.mark.slow
def test_tables_say_what_the_document_says(done: Any) -> None:
    _, document, said = done
    found: dict[str, list[Table]] = {}
    for table in tables(document):
        found.setdefault(table.part, []).append(table)
        for row in table.rows:
            assert len(row) == len(table.head)
            assert all(cell in said for cell in row)
    for name, task in document["tasks"].items():
        (table,) = found[name]
        assert [row[0] for row in table.rows] == list(AGENTS)
        for agent, *cells in table.rows:
            if name == "best_response":
                assert cells.pop() == task["found"][agent]
            for cell, column in zip(cells, task["columns"], strict=True):
                missing = "not run" if name == "best_response" else "-"
                same(cell, task["rows"][agent][column["key"]], missing)
    (metrics,) = found["pairings"]
    for metric, _, *cells in metrics.rows:
        for agent, cell in zip(AGENTS, cells, strict=True):
            same(cell, document["with_itself"][agent]["0"][metric])
    field, army, navy = found["crossplay"]
    crossplay = document["crossplay"]
    for agent, *cells in field.rows:
        of = [crossplay[key][agent] for key in ("field", "regret")]
        values = [one[seat] for one in of for seat in ("army", "navy")]
        values.append(crossplay["exploitability"][agent]["both"])
        for cell, value in zip(cells, values, strict=False):
            same(cell, value)
        assert cells[-1] == ", ".join(crossplay["best_reply"][agent].values())
    for table, key in ((army, "u_row"), (navy, "u_col")):
        for row, values in zip(table.rows, crossplay[key], strict=True):
            means = [value[0] for value in values]
            assert numbers(" ".join(row[1:])) == pytest.approx(means, abs=0.00501)


@pytest.mark.slow
def test_the_tables_say_what_they_depend_on(done: Any) -> None:
    """Version, scenario, rule, seeds and whether play was sampled stand with the figures."""
    _, document, said = done
    for word in (__version__, document["scenario_id"][:8], "lot", str(SEED), "sampled"):
        assert word in said


# --- less than everything ------------------------------------------------------------------
@pytest.mark.slow
def test_agents_and_tasks(tmp_path: Path, capsys: Any) -> None:
    words = write(tmp_path)
    assert main(["bench", *words, "--agents", "deceiver", "grim", "--tasks", "selfish"]) == 0
    document = results(tmp_path)
    assert list(document["tasks"]) == ["selfish"]
    assert list(document["tasks"]["selfish"]["rows"]) == ["deceiver", "grim"]
    assert document["crossplay"] is None
    assert played(tmp_path) == 2
    # One participant more plays only that one's games; another name is another folder.
    assert main(["bench", *words, "--agents", "grim", "civil_first", "deceiver", "--tasks",
                          "selfish", "--name", "more"]) == 0  # fmt: skip
    assert played(tmp_path) == 3
    assert (
        results(tmp_path, "more")["tasks"]["selfish"]["rows"]["grim"]
        == (document["tasks"]["selfish"]["rows"]["grim"])
    )
    capsys.readouterr()
    two = [str(tmp_path / "bench" / name / "results.json") for name in ("own", "more")]
    assert main(["bench", "compare", *two]) == 0
    assert "civil_first: only in the second file" in capsys.readouterr().out


def chosen(words: list[str]) -> BenchConfig:
    """The settings that a call of the command arrives at, without the run."""
    arrived: list[BenchConfig] = []

    def stop(config: BenchConfig, *more: Any) -> None:
        arrived.append(config)
        raise KeyboardInterrupt

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(suite, "run", stop)
        assert main(["bench", *words]) == 130
    return arrived[0]


def test_flags_go_over_the_file(tmp_path: Path) -> None:
    words = write(tmp_path)
    assert chosen(words).games == GAMES
    assert chosen([*words, "--quick"]).games == QUICK_GAMES == 200
    assert chosen([*words, "--quick", "--games", "3"]).games == 3
    (tmp_path / "other").mkdir()
    own = write(tmp_path / "other", games=1000, family_games=200)
    for more, wanted in (([], 200), (["--quick"], 40), (["--games", "3"], 1)):
        assert chosen([*own, *more]).family_games == wanted
    config = chosen([*words, "--deterministic", "--jobs", "2", "--name", "x", "--folder", "y"])
    assert (config.deterministic, config.jobs, config.games) == (True, 2, GAMES)
    assert (config.name, config.folder) == ("x", Path("y"))
    assert len(chosen(["--tasks", "selfish"]).agents) == 6  # of the default file


@pytest.mark.slow
@pytest.mark.parametrize(
    ("agents", "tasks"),
    [
        (("grim", "grim:retaliation=1"), "crossplay"),  # the same script by two names
        (("one_ply:simulations=1,horizon=1",), "crossplay"),  # planners are not in the matrix
        (("stonewaller",), "coop"),
    ],
)
def test_odd_companies_are_no_accident(tmp_path: Path, agents: Any, tasks: str) -> None:
    words = [*write(tmp_path), "--agents", *agents, "--tasks", tasks]
    assert main(["bench", *words]) == 0
    assert list(results(tmp_path)["agents"]) == list(agents)


@pytest.mark.slow
def test_how_long_planners_played_stands_with_the_figures(tmp_path: Path, capsys: Any) -> None:
    planner = "one_ply:simulations=1,horizon=1"
    words = write(tmp_path, games=4, search_games=3, search_minutes=0)
    assert main(["bench", *words, "--agents", "grim", planner, "--tasks", "selfish"]) == 0
    assert results(tmp_path)["search"] == {"games": 3, "minutes": 0.0}
    wanted = "(planners 3 to 3: what 0 minutes a pairing allow, at least 3)"
    assert wanted in capsys.readouterr().out
    assert main(["bench", *words, "--agents", "grim", "--tasks", "selfish"]) == 0
    assert "(planners" not in capsys.readouterr().out


@pytest.mark.slow
@pytest.mark.parametrize(
    ("lose", "key"),
    [
        (lambda d: d.pop("agents"), "agents"),
        (lambda d: d.pop("code"), "code"),
        (lambda d: d.pop("tasks"), "tasks"),
        (lambda d: d["tasks"]["coop"].pop("rows"), "tasks.coop.rows"),
        (lambda d: d["tasks"]["coop"]["columns"][1].pop("label"), "tasks.coop.columns.1.label"),
        (lambda d: d["tasks"]["coop"]["rows"]["grim"].pop("gap"), "tasks.coop.rows.grim.gap"),
    ],
)
def test_results_that_lack_something_are_named(
    done: Any, tmp_path: Path, capsys: Any, lose: Any, key: str
) -> None:
    whole = json.dumps(done[1])
    good, bad = tmp_path / "good.json", tmp_path / "bad.json"
    good.write_text(whole)
    lost = json.loads(whole)
    lose(lost)
    bad.write_text(json.dumps(lost))
    for pair in ((good, bad), (bad, good)):
        assert f"{bad}: expected the keys {key} as well" in compared(pair, capsys)


def compared(pair: Any, capsys: Any) -> str:
    assert main(["bench", "compare", *map(str, pair)]) == 2
    out, err = capsys.readouterr()
    assert (out, err.count("\n")) == ("", 1)
    return str(err)


# --- around a run --------------------------------------------------------------------------
@pytest.mark.slow
def test_an_interrupted_command_says_how_it_goes_on(
    tmp_path: Path, capsys: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    words = [*write(tmp_path), "--tasks", "selfish"]

    def stop(config: Any, progress: Any) -> Any:
        return run(config, lambda total: interrupt)

    def interrupt(count: int) -> None:
        raise KeyboardInterrupt

    run = suite.run
    with monkeypatch.context() as patch:
        patch.setattr(suite, "run", stop)
        assert main(["bench", *words]) == 130
    out, err = capsys.readouterr()
    assert out == ""
    assert "the same command goes on" in err
    assert not (tmp_path / "bench" / "own").exists()
    assert 1 <= played(tmp_path) < 3
    assert main(["bench", *words]) == 0
    assert played(tmp_path) == 3


@pytest.mark.slow
def test_a_page_gets_the_tables(tmp_path: Path) -> None:
    page = tmp_path / "page.md"
    page.write_text("old")
    words = [*write(tmp_path), "--agents", "grim", "--tasks", "selfish", "--write", str(page)]
    assert main(["bench", *words]) == 0
    text = page.read_text()
    assert text.startswith("# tonnage-bench: results\n")
    assert __version__ in text
    assert "old" not in text
    share = 100 * results(tmp_path)["tasks"]["selfish"]["rows"]["grim"]["completion"][0]
    assert f"| grim | {share:.1f} % [" in text


# --- best replies --------------------------------------------------------------------------
@pytest.mark.slow
def test_no_reply_of_the_matrix_loses(done: Any) -> None:
    """The policy itself is one of them; the reply may differ for army and navy."""
    _, document, _ = done
    task, matrix = document["tasks"]["best_response"], document["crossplay"]
    assert list(task["found"]) == list(AGENTS)
    for name in AGENTS:
        row, replies = task["rows"][name], matrix["best_reply"][name]
        assert task["found"][name] == f"{replies['army']} as army, {replies['navy']} as navy"
        for place in ("army", "navy", "both"):
            assert row[f"gain_{place}"] == matrix["exploitability"][name][place]
            assert row[f"gain_{place}"][0] >= 0.0
        assert row["damage_both"] is None


@pytest.mark.parametrize(
    ("searched", "wanted"),
    [(0.4, "search, 6 minutes: script as army, network as navy"), (0.2, "grim as army")],
)
def test_the_larger_gain_counts(
    searched: float, wanted: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (one,) = participants(["grim"])
    replies = {"army": {"kind": "script"}, "navy": {"kind": "network"}}
    stored = [
        {"minutes": minutes, "figures": {"both": {"gain": [gain, None, None]}}, "replies": replies}
        for minutes, gain in ((2.0, 0.1), (6.0, searched))
    ]
    monkeypatch.setattr(suite, "responses_to", lambda config, folder, policy: stored)
    field = {place: [0.3, None, None] for place in ("army", "navy", "both")}
    row = {"gain_both": [searched, None, None], "damage_both": [0.1, None, None]}
    task = {"rows": {"grim": row}}
    document = {
        "tasks": {"best_response": task},
        "agents": {"grim": {"row": "grim"}},
        "crossplay": {
            "exploitability": {"grim": field},
            "best_reply": {"grim": {"army": "grim", "navy": "deceiver"}},
        },
    }
    suite.exploited(handmade.config(tmp_path), [one], document)
    assert task["found"]["grim"].startswith(wanted)
    assert task["rows"]["grim"]["gain_both"][0] == max(searched, 0.3)
    assert task["budgets"] == {"grim": [[2.0, [0.1, None, None]], [6.0, [searched, None, None]]]}
