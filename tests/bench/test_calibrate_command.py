"""`glory study calibrate`: variants of the scenario, the generated pages, both kinds of run."""

from __future__ import annotations

import copy
import json

import pytest
import yaml

from glory_agents.glory.scripted.named import DEGENERATE
from glory_env.bench import play_pairs
from glory_env.cli.main import main
from glory_env.envs.agent import RandomAgent, make_agent
from glory_env.games.glory.bench import policies
from glory_env.games.glory.bench.config import PlayConfig
from glory_env.games.glory.bench.pairing import pairing
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.scenario import load
from glory_env.games.glory.scenario.variants import VARIANTS, applies, scenario_of
from glory_env.games.glory.state import NAVY
from glory_env.games.glory.studies import calibration_page as calibration
from glory_env.games.glory.studies import statements
from glory_env.games.glory.studies.calibration import EVERYBODY, MATRIX, pairings
from glory_env.games.glory.studies.statements import HELD, MISSED, NOT_RUN
from glory_env.report import tables

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


# --- the command ---------------------------------------------------------------------------
@pytest.fixture
def at_random(monkeypatch):
    """Every name plays at random: what is tested is the command, and it is quick.

    The planner has no `act_batch`, so that it is played game by game.
    """
    made = []

    class Singly:
        def __init__(self):
            agent = RandomAgent()
            self.reset, self.act, self.explain = agent.reset, agent.act, agent.explain

    def make(name, force=False):
        made.append(name)
        return Singly() if name == "joint_planner" else RandomAgent()

    monkeypatch.setattr("glory_env.envs.agent.make_agent", make)
    monkeypatch.setattr(policies, "make_agent", make)
    policies.policy.cache_clear()
    yield made
    policies.policy.cache_clear()


def run(capsys, folder, *arguments: str) -> tuple[int, str, str]:
    code = main(["study", "calibrate", "--folder", str(folder / "games"), *arguments])
    printed = capsys.readouterr()
    return code, printed.out, printed.err


def test_every_name_is_an_agents_name():
    names = {name for pair in pairings(PlayConfig()).values() for name in (pair.army, pair.navy)}
    assert {"joint_planner", *DEGENERATE, *EVERYBODY} <= names
    assert all(make_agent(name) for name in sorted(names))


@pytest.mark.slow
def test_quick_report(capsys, tmp_path, at_random):
    file, page = tmp_path / "report.json", tmp_path / "calibration.md"
    page.write_text("before", encoding="utf-8")
    code, out, err = run(capsys, tmp_path, "--quick", "--json", str(file), "--write", str(page))
    assert (code, err) == (0, "")
    assert max(map(len, out.replace(str(tmp_path), "").splitlines())) <= 100
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
    text = page.read_text(encoding="utf-8")
    for name in verdicts:
        assert name in out
        assert f"| {name} |" in text
    assert text.startswith("# Calibration\n")
    assert "before" not in text


@pytest.mark.slow
def test_without_search_and_on_tuning_seeds(capsys, tmp_path, at_random):
    file = tmp_path / "report.json"
    code, out, _ = run(
        capsys, tmp_path, "--quick", "--no-search", "--tuning", "--games", "4", "--json", str(file),
        "--scenario", "teaching",
    )  # fmt: skip
    assert code == 0
    found = json.loads(file.read_text())
    assert found["seeds"] == {"first": 0, "games": 4, "range": "tuning"}
    rows = [row for row in found["statements"] if row["name"].startswith("joint_planner")]
    assert [row["verdict"] for row in rows] == [NOT_RUN]
    assert "tuning seeds" in out
    assert "joint_planner" not in at_random


def test_search_plays_on_until_its_time_is_over(at_random, tmp_path):
    pair = pairing("joint_planner", "joint_planner", solo=True)

    def played(**given):
        config = PlayConfig(scenario="teaching", first_seed=5, folder=tmp_path, **given)
        store = ResultsStore(config)
        assert store.options(pair)["solo"]
        store.play(pair)
        return store.games(pair).seeds.tolist()

    assert played(games=9, search_games=3, search_minutes=0.0) == [5, 6, 7]
    assert played(games=4, search_games=3, search_minutes=5.0) == [5, 6, 7, 8]


def test_matrix(capsys, tmp_path, at_random):
    file, page = tmp_path / "matrix.json", tmp_path / "agents.md"
    code, out, err = run(
        capsys, tmp_path, "--matrix", "--games", "30", "--scenario", "teaching", "--agents", "one",
        "two", "--json", str(file), "--write", str(page),
    )  # fmt: skip
    assert (code, err) == (0, "")
    found = json.loads(file.read_text())
    assert found["agents"] == ["one", "two"]
    assert [len(row) for key in MATRIX for row in found[key]] == [2] * 6
    results = play_pairs(RandomAgent(), RandomAgent(), 30, 1_000_000, "teaching")
    done = results.completed
    assert found["completion"][1][0][0] == pytest.approx(done.mean(), abs=1e-5)
    assert found["gp_navy"][1][0][0] == pytest.approx(results.gp[done, NAVY].mean(), abs=1e-5)
    shown = f"{100 * done.mean():.0f}"
    text = page.read_text(encoding="utf-8")
    assert f"| 2 two | {shown} | {shown} |" in text
    assert text.startswith("# Agents against agents\n")
    assert "2 two" in out


def test_matrix_of_many_agents_stays_within_the_columns():
    agents = [f"agent_number_{n}" for n in range(30)]
    grid = [[[1.0, None, None]] * 30] * 30
    document = {"agents": agents, "completion": grid, "gp_army": [[[100.0, 1.0, 1.0]] * 30] * 30,
                "gp_navy": [[None] * 30] * 30}  # fmt: skip
    text = tables.text(calibration.matrix_tables(document), tables.WIDTH)
    assert max(map(len, text.splitlines())) <= tables.WIDTH == 100
    assert text.count("30 agent_number_29 ") == 2 * len(calibration.TITLES)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["--games", "0"], "--games: expected 1 to 1000000"),
        (["--minutes", "-1"], "--minutes: expected at least 0"),
        (["--agents", "random"], "--agents: only with --matrix"),
        (["--matrix", "--agents", "randm"], "unknown agent 'randm'"),
        (["--scenario", "glry"], "expected one of glory"),
        (["--json", "no_such_folder/x.json"], "--json no_such_folder/x.json: expected a file"),
        (["--write", "no/such.md"], "--write no/such.md: expected a file in a folder that exists"),
        (["--write", "/proc/x.md"], "--write /proc/x.md: expected a folder that can be written"),
    ],
)
def test_bad_input_is_one_line_and_code_2(capsys, tmp_path, arguments, words):
    code, out, err = run(capsys, tmp_path, *arguments)
    assert (code, out) == (2, "")
    assert err.startswith("glory study: ")
    assert words in err
    assert err.count("\n") == 1
