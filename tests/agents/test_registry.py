"""Agents by name: parameters, errors in words, the list, and every command that takes a name."""

from __future__ import annotations

import ast
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_agents.base import Entry, build, split_name
from glory_agents.glory.scripted.named import NAMED, row_of
from glory_agents.glory.scripted.rows import PARAMETERS, SCRIPT, SLIDERS, TURNS, script_row
from glory_agents.registry import AgentError, check_listed, make_agent, registry
from glory_env import glory_v0
from glory_env.bench import play_pairs
from glory_env.cli.main import main
from glory_env.envs.agent import RandomAgent
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.session import GlorySession
from glory_env.record import play_record, read, verify

ROOT = Path(__file__).resolve().parents[2]
NAME = "withdraw_in_time:retreat_turn=5,claim=0.25"


def refusal(name: str) -> str:
    """What is said of a name that is not one."""
    with pytest.raises(AgentError) as error:
        make_agent(name)
    return str(error.value)


# --- names and parameters ------------------------------------------------------------------
@pytest.mark.parametrize("name", [name for name in registry() if name != "random"])
def test_every_name_makes_an_agent_and_takes_its_parameters(name):
    entry = registry()[name]
    assert entry.about
    assert entry.group
    assert all(entry.parameters.values())
    assert hasattr(make_agent(name), "act")


def test_random_takes_none():
    assert isinstance(make_agent("random"), RandomAgent)
    assert "valid are none" in refusal("random:claim=1")


def test_all_scripts_are_registered():
    assert set(NAMED) < set(registry())
    for name in NAMED:
        assert make_agent(name).row.tobytes() == row_of(name).tobytes()


@pytest.mark.parametrize("parameter", PARAMETERS, ids=lambda p: p.name)
def test_every_parameter_of_a_script_can_be_given(parameter):
    """From its lowest value to its highest, and not beyond; parts by all of their words."""
    given = parameter.words or (parameter.low, parameter.high)
    for name in ("hold_the_line", "vengeful"):
        for value in given:
            row = make_agent(f"{name}:{parameter.name}={value}").row
            wanted = parameter.words.index(value) if parameter.words else value
            assert row[parameter.name][0] == wanted
            others = [other for other in SCRIPT.names if other != parameter.name]
            assert all(row[other] == row_of(name)[other] for other in others)
    if not parameter.words:
        step = 1 if parameter.type == "i8" else 0.01
        for value in (parameter.low - step, parameter.high + step, "much", "nan", "inf"):
            words = refusal(f"grim:{parameter.name}={value}")
            for part in (f"'{parameter.name}'", f"'{value}'", "grim"):
                assert part in words
            assert f"from {parameter.low:g} to {parameter.high:g}" in words


def test_several_parameters_at_once():
    row = make_agent(NAME).row
    assert (row["retreat_turn"][0], row["claim"][0]) == (5, 0.25)
    assert row["burn"] == row_of("withdraw_in_time")["burn"]


@pytest.mark.parametrize("slider", [0, 0.5, 1])
def test_the_slider_of_withdrawal_means_a_turn(slider):
    for name in ("grim", "dogged"):
        found = make_agent(f"{name}:withdrawal={slider}").row["retreat_turn"][0]
        assert found == 1 + round(slider * TURNS)
    assert "from 0 to 1" in refusal("grim:withdrawal=1.5")


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gimr", ["unknown agent 'gimr'", "did you mean 'grim'", "random", ".safetensors"]),
        ("", ["unknown agent ''", "grim"]),
        ("Grim", ["unknown agent 'Grim'", "'grim'"]),
        ("grim:clam=1", ["'grim'", "unknown parameter 'clam'", "did you mean 'claim'", "taste"]),
        ("grim:claim", ["'grim:claim'", "expected name:key=value", "'claim'"]),
        ("grim:claim=", ["expected name:key=value", "'claim='"]),
        ("grim:=1", ["expected name:key=value", "'=1'"]),
        ("grim:claim=0.5,claim=0.6", ["'claim' is given twice"]),
        ("grim:claim=2", ["'grim:claim=2'", "'claim'", "a number from 0 to 1", "'2'"]),
        ("grim:retreat_turn=4.5", ["a whole number from 1 to", "'4.5'"]),
        ("grim:negotiator=grym", ["unknown negotiator 'grym'", "did you mean 'grim'", "splitter"]),
        ("grim:producer=all", ["unknown producer 'all'", "shipping", "transports"]),
        ("temperament:seed=x", ["temperament:seed=x", "a whole number", "got x, 0, "]),
        ("temperament:low=0.6,high=0.5", ["in order", "0.6, 0.5"]),
        ("temperament:seed=-1", ["seed", "got -1"]),
        ("temperament:escort=2", ["'escort'", "from 0 to 1", "'2'"]),
        ("temperament:commander=hold", ["unknown parameter 'commander'", "valid are", "seed"]),
    ],
)
def test_wrong_names_are_explained(name, words):
    said = refusal(name)
    for word in words:
        assert word in said
    assert "\n" not in said


def test_the_parts_of_a_name():
    assert split_name("a") == ("a", {})
    assert split_name("a:b=1,c=x") == ("a", {"b": "1", "c": "x"})


def test_what_an_agent_says_of_its_parameters_is_given_with_its_name():
    def make(given: dict[str, Any]) -> RandomAgent:
        raise AgentError(f"no {given}")

    entries = {"wide": Entry(make, {"size": "how wide"}, "about", "group")}
    with pytest.raises(AgentError, match=r"agent 'wide:size=3': no {'size': '3'}"):
        build("wide:size=3", entries)
    with pytest.raises(AgentError, match="unknown agent 'wild': did you mean 'wide'"):
        build("wild", entries)


def test_a_row_is_checked_as_a_name_is():
    assert script_row({"claim": "0.5"})["claim"][0] == script_row({"claim": 0.5})["claim"][0] == 0.5
    with pytest.raises(AgentError, match="unknown parameter 'clam': did you mean 'claim'"):
        script_row({"clam": 0.5})
    with pytest.raises(AgentError, match="got None"):
        script_row({"claim": None})


# --- the list ------------------------------------------------------------------------------
def test_the_list_names_every_agent(capsys):
    assert main(["agents"]) == 0
    lines = capsys.readouterr().out.splitlines()
    for name, entry in registry().items():
        assert [line.split() for line in lines].count([name, *entry.about.split()]) == 1
        assert entry.group in lines


@pytest.mark.parametrize("name", registry())
def test_an_agents_page_names_every_parameter(capsys, name):
    assert main(["agents", name]) == 0
    out = capsys.readouterr().out
    entry = registry()[name]
    assert out.startswith(f"{name}: {entry.about}\n")
    shown = [line.split(maxsplit=1) for line in out.splitlines()[1:]]
    assert dict(shown) == dict(entry.parameters)


@pytest.mark.parametrize("name", NAMED)
def test_defaults_on_the_page_are_those_of_the_agent(name):
    row = make_agent(name).row
    for parameter in PARAMETERS:
        shown = registry()[name].parameters[parameter.name].rsplit("; ", 1)[1]
        if shown == "by withdrawal":
            assert parameter.name == "retreat_turn"
        elif parameter.words:
            assert parameter.words.index(shown) == row[parameter.name][0]
        else:
            assert float(shown) == row[parameter.name][0]


def test_an_unknown_name_for_the_list_is_one_line(capsys):
    assert main(["agents", "gimr"]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert "did you mean 'grim'" in printed.err
    assert printed.err.count("\n") == 1


def test_the_list_from_the_shell():
    done = subprocess.run(
        [sys.executable, "-m", "glory_env.cli.main", "agents", "grim"],
        cwd=ROOT, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (0, "")
    assert all(slider in done.stdout for slider in SLIDERS)


# --- the package ---------------------------------------------------------------------------
@pytest.mark.slow
def test_nothing_imports_the_folder_by_its_name():
    """`agents` is another package's import name; the folder holds the package glory_agents."""
    for folder in ("glory_env", "agents", "tests", "examples"):
        for file in sorted((ROOT / folder).rglob("*.py")):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
                names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
                assert "agents" not in {name.split(".")[0] for name in names}, file


@pytest.mark.slow
def test_agents_are_found_from_any_folder(tmp_path):
    code = (
        "from glory_env import glory_v0\n"
        "glory_v0.single_agent('army', 'grim', scenario='teaching').reset(seed=1)\n"
        "print('played')\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, "played\n"), done.stderr


# --- the commands --------------------------------------------------------------------------
def test_evaluate_takes_names_with_parameters(capsys, tmp_path):
    file = tmp_path / "result.json"
    short = ["--scenario", "teaching", "--games", "6", "--seed", "40", "--json", str(file)]
    assert main(["evaluate", *short, "--army", NAME, "--navy", "grim:escort=0.1"]) == 0
    assert NAME in capsys.readouterr().out
    found = json.loads(file.read_text())
    assert found["agents"] == {"army": NAME, "navy": "grim:escort=0.1"}
    direct = play_pairs(make_agent(NAME), make_agent("grim:escort=0.1"), 6, 40, "teaching")
    assert [game["gp"]["army"] for game in found["games"]] == direct.gp[:, 0].tolist()
    assert main(["evaluate", *short, "--army", "grim:claim=7"]) == 2
    assert "from 0 to 1, got '7'" in capsys.readouterr().err


def test_a_partner_by_name_in_a_single_seat():
    env = glory_v0.single_agent("navy", partner=NAME, scenario="teaching")
    assert env.partner.row["retreat_turn"][0] == 5
    observation, info = env.reset(seed=3)
    rng = np.random.default_rng(3)
    done = False
    while not done:
        action = int(rng.choice(np.flatnonzero(info["action_mask"])))
        observation, _, done, _, info = env.step(action)
    assert env.observation_space.contains(observation)
    with pytest.raises(AgentError, match="'claim'"):
        glory_v0.single_agent("navy", partner="grim:claim=7", scenario="teaching")


def test_a_partner_by_name_at_the_table(monkeypatch, tmp_path, capsys):
    made = []

    class Screen:
        def __init__(self, at_terminal, save) -> None:
            made.append(at_terminal.session)

        def run(self) -> int:
            return 0

    monkeypatch.setattr("glory_env.terminal.game.Terminal", Screen)
    given = ["--terminal", "--seat", "navy", "--scenario", "teaching", "--seed", "5"]
    assert main(["play", *given, "--partner", NAME]) == 0
    (session,) = made
    assert session.players == {"army": NAME, "navy": "person"}
    assert session.agents["army"].row["claim"][0] == 0.25
    assert main(["play", *given, "--partner", "grim:claim=7"]) == 2
    assert "from 0 to 1, got '7'" in capsys.readouterr().err


def test_a_saved_game_brings_its_partner_back(tmp_path):
    def play_some(session: GlorySession, most: int) -> None:
        for _ in range(most):
            if session.waits_for:
                session.choose({"army": 0, "navy": 50} if session.is_offer else last(session))
            elif not session.is_over:
                session.play_on()

    def last(session: GlorySession) -> dict[str, Any]:
        return session.game.choices()[-1]

    whole = GlorySession("teaching", {"army": NAME, "navy": "person"}, seed=5)
    play_some(whole, 120)
    part = GlorySession("teaching", {"army": NAME, "navy": "person"}, seed=5)
    play_some(part, 40)
    part.save(tmp_path / "part.jsonl")
    resumed = GlorySession.resume(tmp_path / "part.jsonl")
    assert resumed.players["army"] == NAME
    play_some(resumed, 80)
    assert resumed.record.lines == whole.record.lines


def test_names_in_the_header_of_a_record(tmp_path, capsys):
    file = tmp_path / "games.jsonl"
    arguments = ["--games", "2", "--scenario", "teaching", "--out", str(file), "--seed", "3"]
    assert main(["record", *arguments, "--army", NAME, "--navy", "temperament:seed=4"]) == 0
    games = read(file)
    assert [game.header["agents"] for game in games] == [
        {"army": NAME, "navy": "temperament:seed=4"}
    ] * 2
    assert verify(file) == []
    names = games[0].header["agents"]
    again = Game("teaching", seed=3, auto_forced=True)
    same = play_record(again, {seat: make_agent(name) for seat, name in names.items()}, names)
    assert same.lines == games[0].lines
    assert main(["record", *arguments, "--army", "gimr"]) == 2
    assert "did you mean 'grim'" in capsys.readouterr().err


# --- names that stand in somebody else's message or file ------------------------------------
@pytest.mark.parametrize(
    "name",
    ["random", NAME, "cooperative-0", "cooperative:deterministic=true", "sakaki:level=3", "mcts",
     "temperament:seed=3,high=0.5"],
)  # fmt: skip
def test_a_name_of_the_project_is_safe_to_make(name):
    check_listed(name)


@pytest.mark.parametrize("name", ["historical", "random", "aleutians-0", "rollouts"])
def test_so_are_those_of_the_second_game(name):
    check_listed(name, "aleutians")


@pytest.mark.parametrize(
    "name",
    ["subprocess:Popen:args=true", "own.module:Class", "runs/imitation-0/policy", "..", "/", "",
     "llm", "llm:url=http://example.org", "mcts:seconds=3600", "turn_planner:base=some/folder",
     "cooperative-0:force=true", f"x{'y' * 5000}"],
)  # fmt: skip
def test_other_names_are_made_only_where_the_person_gives_them(name):
    with pytest.raises(AgentError) as error:
        check_listed(name)
    assert "give " in str(error.value)
    check_listed(name, given={name})
    with pytest.raises(AgentError, match="plays aleutians, not glory"):
        check_listed("historical")
