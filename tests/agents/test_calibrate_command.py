"""The calibration command: variants of the scenario, the generated page, both kinds of run."""

from __future__ import annotations

import copy
import json

import pytest
import yaml

from glory_env.bench import play_pairs
from glory_env.bench.statistics import Estimate
from glory_env.calibration import games, matrix, pages, report, statements
from glory_env.calibration.games import Budget, Pairing
from glory_env.calibration.statements import HELD, MISSED, NOT_RUN
from glory_env.calibration.variants import VARIANTS, applies, scenario_of
from glory_env.cli import calibrate
from glory_env.core.state import NAVY
from glory_env.envs.agent import RandomAgent, make_agent
from glory_env.scenarios import load

GLORY = load("glory")
TABLES = GLORY.tables[0]


# --- variants ------------------------------------------------------------------------------
def differences(one, other, path=""):
    """Paths of all values in which two file contents differ."""
    if isinstance(one, dict) and isinstance(other, dict):
        for key in one.keys() | other.keys():
            yield from differences(one.get(key), other.get(key), f"{path}.{key}".strip("."))
    elif isinstance(one, list) and one and isinstance(one[0], dict) and len(one) == len(other):
        for a, b in zip(one, other, strict=True):
            yield from differences(a, b, f"{path}.{a['id']}")
    elif one != other:
        yield path


@pytest.mark.parametrize(
    ("key", "changed"),
    [
        ("absorbers", set()),
        ("bonus", set()),
        ("h1", {"markers.B.route", "markers.B.start", "markers.N.route", "markers.N.start"}),
        ("java", {"markers.C.route", "markers.I.route", "ahead.philippines"}),
    ],
)
def test_variants_differ_in_the_intended_values_only(key, changed):
    variant = next(v for v in VARIANTS if v.key == key)
    before = copy.deepcopy(GLORY.data)
    board = scenario_of(variant, GLORY)
    assert set(differences(GLORY.data, board.data)) == changed
    assert GLORY.data == before
    fields = {name for name in TABLES.dtype.names if (board.tables[name] != TABLES[name]).any()}
    routes = {"route", "route_length"}
    tables = {"h1": {*routes, "marker_start"}, "java": {*routes, "ahead"}}
    assert fields == tables.get(key, set())
    assert (board.id == GLORY.id) == (not changed)
    play_pairs(RandomAgent(), RandomAgent(), 4, 0, board, **variant.options)


def test_h1_is_what_the_loader_makes_of_such_a_file(tmp_path):
    board = scenario_of(next(v for v in VARIANTS if v.key == "h1"), GLORY)
    file = tmp_path / "h1.yaml"
    data = {key: value for key, value in board.data.items() if key != "provenance"}
    file.write_text(yaml.safe_dump(data, allow_unicode=True), encoding="utf-8")
    assert load(file).tables.tobytes() == board.tables.tobytes()


def test_routes_beyond_java_meet_the_us():
    board = scenario_of(next(v for v in VARIANTS if v.key == "java"), GLORY)
    for m in (3, 4):
        route = board.tables[0]["route"][m][: board.tables[0]["route_length"][m]]
        names = [board.boxes[b] for b in route]
        assert names[1:] == ["rangoon", "java", "philippines", "taiwan_okinawa"]


def test_variants_need_the_map_they_are_about():
    found = [variant.key for variant in VARIANTS if applies(variant, load("teaching"))]
    assert found == ["absorbers", "bonus"]


# --- the page ------------------------------------------------------------------------------
PAGE = """# Agents
before
<!-- calibration:start -->
old
<!-- calibration:end -->
between
<!-- matrix:start --><!-- matrix:end -->
after
"""


def test_only_the_text_between_the_comments_changes(tmp_path):
    file = tmp_path / "agents.md"
    file.write_text(PAGE, encoding="utf-8")
    pages.write(file, "calibration", "new\nlines")
    assert file.read_text(encoding="utf-8") == PAGE.replace("old", "new\nlines")
    pages.write(file, "matrix", "cells")
    text = file.read_text(encoding="utf-8")
    assert "<!-- matrix:start -->\ncells\n<!-- matrix:end -->\nafter\n" in text
    pages.write(file, "calibration", "old")
    pages.write(file, "matrix", "cells")
    assert "new" not in file.read_text(encoding="utf-8")
    assert list(tmp_path.iterdir()) == [file]


@pytest.mark.parametrize(
    "page",
    [
        "nothing",
        "<!-- matrix:start -->",
        "<!-- matrix:end --><!-- matrix:start -->",
        "<!-- matrix:start --><!-- matrix:start --><!-- matrix:end -->",
        "<!-- matrix:start --><!-- matrix:end --><!-- matrix:end -->",
    ],
)
def test_a_page_without_the_place_is_an_error(tmp_path, page):
    file = tmp_path / "page.md"
    file.write_text(page, encoding="utf-8")
    with pytest.raises(ValueError, match=r"page\.md: expected one <!-- matrix:start -->"):
        pages.write(file, "matrix", "x")
    assert file.read_text(encoding="utf-8") == page


# --- the command ---------------------------------------------------------------------------
@pytest.fixture
def at_random(monkeypatch):
    """Every name plays at random: what is tested is the command, and it is quick."""
    made = []

    def make(name, force=False):
        made.append(name)
        return RandomAgent()

    monkeypatch.setattr("glory_env.envs.agent.make_agent", make)
    monkeypatch.setattr(calibrate, "make_agent", make)
    return made


def run(capsys, *arguments: str) -> tuple[int, str, str]:
    code = calibrate.main(list(arguments))
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_every_name_is_an_agents_name():
    pairings = report.plan(GLORY)
    names = {name for pairing in pairings for name in (pairing.army, pairing.navy)}
    assert {"joint_planner", *games.DEGENERATE, *matrix.everybody()} <= names
    assert all(make_agent(name) for name in sorted(names))


def test_quick_report(capsys, tmp_path, at_random):
    file, page = tmp_path / "report.json", tmp_path / "agents.md"
    page.write_text(PAGE, encoding="utf-8")
    code, out, err = run(capsys, "--quick", "--json", str(file), "--write", str(page))
    assert (code, err) == (0, "")
    assert max(map(len, out.splitlines())) <= 100
    found = json.loads(file.read_text())
    assert found["scenario_id"] == GLORY.id
    assert found["seeds"] == {"first": 1_000_000, "games": 20, "range": "reporting"}
    assert found["options"]["deadlock"] == "lot"
    assert found["wall_time_s"] > 0
    assert len(found["statements"]) == len(statements.statements(GLORY))
    assert {row["verdict"] for row in found["statements"]} <= {HELD, MISSED}
    verdicts = {row["name"]: row["verdict"] for row in found["statements"]}
    assert verdicts["price of a transport, above its yield"] == HELD
    counts = {pairing["key"]: pairing["games"] for pairing in found["pairings"]}
    assert counts.pop("joint_planner") == 2
    assert set(counts.values()) == {20}
    assert [row["name"] for row in found["sensitivity"]] == [
        "as it is", *(variant.name for variant in VARIANTS)
    ]  # fmt: skip
    for name in verdicts:
        assert name in out
        assert f"| {name} |" in page.read_text(encoding="utf-8")
    assert page.read_text(encoding="utf-8").startswith("# Agents\nbefore\n")


def test_without_search_and_on_tuning_seeds(capsys, tmp_path, at_random):
    file = tmp_path / "report.json"
    code, out, _ = run(
        capsys, "--quick", "--no-search", "--tuning", "--games", "4", "--json", str(file),
        "--scenario", "teaching",
    )  # fmt: skip
    assert code == 0
    found = json.loads(file.read_text())
    assert found["seeds"] == {"first": 0, "games": 4, "range": "tuning"}
    rows = [row for row in found["statements"] if row["name"].startswith("joint_planner")]
    assert [row["verdict"] for row in rows] == [NOT_RUN]
    assert "tuning seeds" in out
    assert "joint_planner" not in at_random


def test_search_plays_on_until_its_time_is_over(at_random):
    pairing = Pairing("x", "x", "x", load("teaching"), search=True, options={"solo": True})
    least = games.play(pairing, Budget(games=9, first=5, minutes=0.0, least=3))
    assert least.seeds.tolist() == [5, 6, 7]
    most = games.play(pairing, Budget(games=4, first=5, minutes=5.0, least=3))
    assert len(most.finals) == 4
    assert most.finals["opt_solo"].all()


def test_matrix(capsys, tmp_path, at_random):
    file, page = tmp_path / "matrix.json", tmp_path / "agents.md"
    page.write_text(PAGE, encoding="utf-8")
    code, out, err = run(
        capsys, "--matrix", "--games", "30", "--scenario", "teaching", "--agents", "one", "two",
        "--json", str(file), "--write", str(page),
    )  # fmt: skip
    assert (code, err) == (0, "")
    found = json.loads(file.read_text())
    seats = [(cell["army"], cell["navy"]) for cell in found["cells"]]
    assert seats == [("one", "one"), ("one", "two"), ("two", "one"), ("two", "two")]
    results = play_pairs(RandomAgent(), RandomAgent(), 30, 1_000_000, "teaching")
    done = results.completed
    assert found["cells"][2]["completion"]["mean"] == pytest.approx(done.mean())
    assert found["cells"][2]["gp"]["navy"]["mean"] == pytest.approx(results.gp[done, NAVY].mean())
    shown = f"{100 * done.mean():.0f}"
    text = page.read_text(encoding="utf-8")
    assert f"| 2 two | {shown} | {shown} |" in text
    assert "old" in text
    assert "2 two" in out


def test_matrix_of_many_agents_stays_within_the_columns():
    agents = tuple(f"agent_number_{n}" for n in range(30))
    cell = matrix.Cell(Estimate(1, 1, 1), Estimate(100, 1, 1), None)
    cells = {(army, navy): cell for army in agents for navy in agents}
    text = matrix.table(matrix.Matrix(GLORY, Budget(), agents, cells, 1.0))
    assert max(map(len, text.splitlines())) <= 100
    assert text.count("30 agent_number_29 ") == 2 * len(matrix.TITLES)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], "--games: expected 1 to 1000000"),
        (["--minutes", "-1"], "--minutes: expected at least 0"),
        (["--agents", "random"], "--agents: only with --matrix"),
        (["--matrix", "--agents", "randm"], "unknown agent 'randm'"),
        (["--scenario", "glry"], "expected one of glory"),
        (["--json", "no_such_folder/x.json"], "--json no_such_folder/x.json: expected a file"),
        (["--write", "README.md"], "README.md: expected one <!-- calibration:start -->"),
        (["--write", "no_such.md"], "no_such.md"),
    ],
)
def test_bad_input_is_one_line_and_code_2(capsys, arguments, words):
    code, out, err = run(capsys, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("glory_env.cli.calibrate: ")
    assert words in err
    assert err.count("\n") == 1
