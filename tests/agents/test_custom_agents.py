"""Agents that are not part of the project: by module and class, or by a folder."""

from __future__ import annotations

import sys
from pathlib import Path

import numpy as np
import pytest

from glory_agents.base import AgentError
from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.cli.main import main
from glory_env.games.glory.bench.policies import fingerprint, kind

CODE = '''
import sys

import numpy as np

from glory_agents import Agent
from {helper} import last

class Patient:
    """Always the last legal action."""

    def __init__(self, claim="0.5"):
        self.claim = float(claim)

    def reset(self, seat, seed):
        pass

    def act(self, observation, mask, env_view):
        return last(mask)

    def act_batch(self, observations, masks, draws, view):
        return np.array([last(mask) for mask in masks])

    def explain(self):
        return "the last one"

class Mute:
    def reset(self, seat, seed):
        pass

def broken() -> Agent:
    raise RuntimeError("no\\nweights")

def leaves() -> "Agent":
    sys.exit(0)

def patient(claim="0.5") -> Patient:
    return Patient(claim)

def unsaid():
    raise SystemExit("was called")

def wrong() -> int:
    raise SystemExit("was called")

borrowed = last
number = 3
'''
HELPER = "import numpy as np\ndef last(mask):\n    return int(np.flatnonzero(mask)[-1])\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with an agent.yaml, as a stranger would hand it in."""
    place = tmp_path / "patient"
    place.mkdir()
    (place / "agent.yaml").write_text("entry: player:Patient\nname: patient\n")
    (place / "player.py").write_text(CODE.format(helper=".helper"))
    (place / "helper.py").write_text(HELPER)
    return place


@pytest.fixture
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """A package in the current folder; its name is in no other test."""
    place = tmp_path / "own_package"
    place.mkdir()
    (place / "__init__.py").write_text("")
    (place / "player.py").write_text(CODE.format(helper="own_package.helper"))
    (place / "helper.py").write_text(HELPER)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sys, "path", [p for p in sys.path if p])
    yield "own_package.player"
    for name in [name for name in sys.modules if name.startswith("own_package")]:
        del sys.modules[name]


def refusal(name: str) -> str:
    with pytest.raises(AgentError) as error:
        make_agent(name)
    assert "\n" not in str(error.value)
    return str(error.value)


# --- playing ---------------------------------------------------------------------------------
def test_a_folder_plays(folder: Path) -> None:
    agent = make_agent(f"{folder}:claim=0.25")
    assert agent.claim == 0.25
    games = play_pairs(agent, make_agent("withdraw_in_time"), 2, 7, "teaching").finals
    assert (games["log_total"][:, 1] > 0).all()


def test_a_module_of_the_current_folder_plays(module: str, capsys) -> None:
    assert make_agent(f"{module}:Patient").claim == 0.5
    assert make_agent(f"{module}:Patient:claim=1").claim == 1
    command = ["evaluate", "--army", f"{module}:Patient", "--navy", "grim", "--games", "2"]
    assert main([*command, "--scenario", "teaching"]) == 0
    assert f"{module}:Patient" in capsys.readouterr().out


def test_two_folders_may_have_modules_of_one_name(folder: Path, tmp_path: Path) -> None:
    other = tmp_path / "hasty"
    other.mkdir()
    for file in folder.iterdir():
        (other / file.name).write_bytes(file.read_bytes())
    (other / "helper.py").write_text(HELPER.replace("[-1]", "[0]"))
    mask = np.array([0, 1, 1, 0])
    assert make_agent(str(folder)).act(None, mask, None) == 2
    assert make_agent(str(other)).act(None, mask, None) == 1


# --- fingerprints ----------------------------------------------------------------------------
def test_the_fingerprint_is_of_all_files(folder: Path, tmp_path: Path) -> None:
    before = fingerprint(str(folder))
    assert kind(str(folder)) == "own"
    assert fingerprint(f"{folder}:claim=0.25") != before
    moved = folder.rename(tmp_path / "moved")
    assert fingerprint(str(moved)) == before
    (moved / "__pycache__").mkdir(exist_ok=True)
    (moved / "__pycache__" / "player.pyc").write_text("x")
    (moved / ".note").write_text("x")
    assert fingerprint(str(moved)) == before
    (moved / "weights.bin").write_bytes(b"1")
    with_weights = fingerprint(str(moved))
    (moved / "weights.bin").write_bytes(b"2")
    assert len({before, with_weights, fingerprint(str(moved))}) == 3


def test_the_fingerprint_of_a_module_is_of_its_package(module: str, tmp_path: Path) -> None:
    name = f"{module}:Patient"
    before = fingerprint(name)
    assert fingerprint(f"{name}:claim=1") != before
    (tmp_path / "own_package" / "helper.py").write_text(HELPER + "# another\n")
    assert fingerprint(name) != before


# --- what keeps an agent from playing --------------------------------------------------------
@pytest.mark.parametrize(
    ("entry", "words"),
    [
        ("player:Absent", ["player has no class 'Absent'"]),
        ("player:Mute", ["expected the methods reset, act, explain", "Mute has no act, explain"]),
        ("player:broken", ["cannot be made: RuntimeError: no weights"]),
        ("player:leaves", ["cannot be made: SystemExit: 0"]),
        ("player:unsaid", ["unsaid is a function that does not say it returns an agent"]),
        ("player:wrong", ["wrong is a function that does not say it returns an agent"]),
        ("player:last", ["last is a function of ", ".helper, expected one of the module itself"]),
        ("player:borrowed", ["borrowed is a function of "]),
        ("player:np", ["player has no class 'np'"]),
        ("player:number", ["player has no class 'number'"]),
        ("absent:Patient", ["no module 'absent' in "]),
        ("helper.absent:Patient", ["no module 'helper.absent' in "]),
    ],
)
def test_what_is_wrong_with_a_folder(folder: Path, entry: str, words: list[str]) -> None:
    (folder / "agent.yaml").write_text(f"entry: {entry}\n")
    said = refusal(str(folder))
    for word in [str(folder), *words]:
        assert word in said


def test_a_function_that_says_it_returns_an_agent_makes_one(folder: Path) -> None:
    (folder / "agent.yaml").write_text("entry: player:patient\n")
    assert make_agent(f"{folder}:claim=0.25").claim == 0.25


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("import sys\nsys.exit(0)\nclass Patient(object): pass", "imported: SystemExit: 0"),
        ("raise KeyError('x')\nfrom elsewhere import Patient", "imported: KeyError: 'x'"),
        ("class Patient(:", "cannot be read as Python: invalid syntax"),
        ("(" * 5000, "cannot be read as Python: "),
    ],
)
def test_a_module_that_leaves_or_breaks_is_one_line(folder: Path, code: str, words: str) -> None:
    (folder / "player.py").write_text(code)
    said = refusal(str(folder))
    assert said.startswith(f"agent {str(folder)!r}: ")
    assert words in said


@pytest.mark.parametrize(
    ("entry", "code"),
    [
        ("player:Patient", ""),
        ("player:Patient", "class Patient:\n    def act(self): pass\n"),
        ("player:patient", "def patient():\n    raise SystemExit\n"),
    ],
)
def test_a_file_without_an_agent_is_not_run(folder: Path, entry: str, code: str) -> None:
    """It is read first: what it does when it is imported does not happen."""
    touched = folder / "touched"
    (folder / "agent.yaml").write_text(f"entry: {entry}\n")
    (folder / "player.py").write_text(f"open({str(touched)!r}, 'w').close()\n{code}")
    assert entry.partition(":")[2] in refusal(str(folder))
    assert not touched.exists()
    agent = "class Patient:\n    def reset(self): pass\n    act = explain = reset\n"
    (folder / "player.py").write_text(
        f"open({str(touched)!r}, 'w').close()\n{agent}\ndef patient() -> Patient:\n"
        "    return Patient()\n"
    )
    make_agent(str(folder))
    assert touched.exists()


def test_an_agent_of_another_file_of_its_package(folder: Path) -> None:
    for line in ("from .player import Patient", "from .player import *"):
        (folder / "agent.yaml").write_text("entry: entry:Patient\n")
        (folder / "entry.py").write_text(f"{line}\n")
        assert make_agent(str(folder)).claim == 0.5


def test_a_card_that_is_no_card_is_not_read(folder: Path) -> None:
    with (folder / "agent.yaml").open("wb") as card:
        card.truncate(60 * 10**9)
    assert "agent.yaml: expected at most 1 MB" in refusal(str(folder))


def test_files_import_one_another_with_a_dot(folder: Path) -> None:
    (folder / "player.py").write_text(CODE.format(helper="helper"))
    assert "from . import other" in refusal(str(folder))


@pytest.mark.parametrize(
    ("card", "words"),
    [
        ("name: x\n", ["agent.yaml", "entry"]),
        ("entry: player\n", ["agent.yaml", "entry", "'player'"]),
        ("entry: player:Patient\nauthor: me\n", ["agent.yaml", "author", "authors"]),
        ("entry: [\n", ["agent.yaml"]),
    ],
)
def test_what_is_wrong_with_a_card(folder: Path, card: str, words: list[str]) -> None:
    (folder / "agent.yaml").write_text(card)
    said = refusal(str(folder))
    for word in words:
        assert word in said


@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("no_such_module:Agent", ["no_such_module:Agent", "no module 'no_such_module'"]),
        ("subprocess:Popen:args=true", ["subprocess is a module of Python itself"]),
        ("os.path:join", ["os is a module of Python itself"]),
        ("sys:exit", ["sys is a module of Python itself"]),
        ("json:JSONDecoder:size", ["expected name:key=value", "'size'"]),
        ("numpy:ndarray", ["expected the methods reset, act, explain, ndarray has no reset"]),
        ("numpy:load:file=x", ["agent 'numpy:load': ", "load"]),
        ("numpy.random:seed", ["random has no class 'seed'"]),
        ("yaml:safe_load:stream=x", ["safe_load is a function that does not say"]),
        ("yaml:YAMLObject", ["expected the methods reset, act, explain"]),
        ("gimr:claim=1", ["unknown agent 'gimr'", "module:Class"]),
    ],
)
def test_what_is_wrong_with_a_name(name: str, words: list[str]) -> None:
    said = refusal(name)
    for word in words:
        assert word in said
