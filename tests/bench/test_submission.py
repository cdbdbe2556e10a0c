"""`glory bench submit-check`: what it looks at, with agents that fail in one thing each."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from glory_env.cli.main import main
from glory_env.games.glory.bench.submission import digest

CARD = """entry: player:Player
name: patient
about: the last legal action
authors: A. Nonymous
licence: MIT
trained_with: [nobody]
budget: none
"""
GOOD = """
import numpy as np

COUNT = [0]

class Player:
    def reset(self, seat, seed):
        self.seed = seed

    def act(self, observation, mask, env_view):
        return int(np.flatnonzero(mask)[-1])

    def act_batch(self, observations, masks, draws, view):
        return np.array([self.act(None, mask, None) for mask in masks])

    def explain(self):
        return "the last one"
"""
SINGLY = GOOD.replace("act_batch", "batch")
BATCH = "return np.array([self.act(None, mask, None) for mask in masks])"


def folder(tmp_path: Path, code: str = GOOD, card: str = CARD) -> Path:
    (tmp_path / "agent.yaml").write_text(card)
    (tmp_path / "player.py").write_text(code)
    return tmp_path


def said(
    place: Path, capsys: pytest.CaptureFixture[str], *words: str
) -> tuple[int, dict[str, str]]:
    """The code of the command, and what it says of each thing it looks at."""
    code = main(["bench", "submit-check", str(place), "--scenario", "teaching", *words])
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == ("fit to be measured" if code == 0 else "not fit to be measured")
    return code, {line[:46].strip(): line[46:].strip() for line in lines[:-1]}


@pytest.mark.slow
def test_an_agent_that_is_fit(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, found = said(folder(tmp_path), capsys)
    assert code == 0
    assert list(found) == [
        "card", "learnt from", "made", "many games at once", "plays",
        "the same games from the same seeds", "the same games whatever is played beside them",
        "act plays as act_batch", "size", "fingerprint", "digest",
    ]  # fmt: skip
    assert found["digest"] == digest(str(tmp_path), scenario="teaching")[:16]
    assert digest("grim", scenario="teaching")[:16] != found["digest"]


def picks(at: str) -> str:
    """The agent with another place of the legal actions in `act_batch`."""
    return GOOD.replace(BATCH, f"return np.array([np.flatnonzero(m)[{at}] for m in masks])")


def counts(at: str) -> str:
    """The same, and every call of `act_batch` is counted."""
    return picks(at).replace("draws, view):\n", "draws, view):\n        COUNT[0] += 1\n")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "what", "words"),
    [
        (GOOD.replace(BATCH, "return np.zeros(len(masks), int)"), "plays", "is not legal"),
        (GOOD.replace(BATCH, "raise RuntimeError('no\\nweights')"), "plays", "no weights"),
        (counts("-1 if COUNT[0] % 3 else 0"), "the same games from the same seeds", "no: other"),
        (
            picks("-1 if len(masks) > 7 else 0"),
            "the same games whatever is played beside them",
            "no: other",
        ),
        (picks("0"), "act plays as act_batch", "no: other"),
        (GOOD.replace("def explain", "def tell"), "made", "Player has no explain"),
        (
            GOOD.replace(BATCH, f"masks[:] = 1; {BATCH}"),
            "plays",
            "act_batch has written to the masks that it was given",
        ),
        (
            GOOD.replace(BATCH, f"found = {BATCH[7:]}; view._games['gp'] = 90; return found"),
            "plays",
            "act_batch has written to the records that it was given",
        ),
        (
            GOOD.replace("act_batch", "batch").replace(
                "return int", "observation[0] = 9; return int"
            ),
            "plays",
            "act has written to the observation that it was given",
        ),
        (
            SINGLY.replace("return int", "env_view._game.games['gp'] = 90; return int"),
            "plays",
            "act has written to the record that it was given",
        ),
    ],
)
def test_one_thing_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str, what: str, words: str
) -> None:
    result, found = said(folder(tmp_path, code), capsys)
    assert result == 1
    assert found[what].startswith("FAILED")
    assert words in found[what]


def acts(code: str) -> str:
    """The agent with something it does before it acts."""
    return GOOD.replace(BATCH, f"{code}; {BATCH}")


@pytest.mark.slow
@pytest.mark.parametrize(
    ("code", "words", "what", "says"),
    [
        ("import sys; sys.exit(0)\n" + GOOD, (), "made", "imported: SystemExit: 0"),
        ("import os; os._exit(0)\n" + GOOD, (), "no verdict", "ended by itself, with code 0"),
        (acts("import sys; sys.exit(0)"), (), "plays", "act_batch: SystemExit: 0"),
        (acts("import os; os._exit(0)"), (), "no verdict", "ended by itself, with code 0"),
        (acts("import os; os.abort()"), (), "no verdict", "ended by signal 6"),
        (
            acts("exec('while True: pass')"),
            ("--minutes", "0.02"),
            "no verdict",
            "it has not ended within 0.02 minutes",
        ),
        (
            acts(
                "import signal; signal.pthread_sigmask(0, range(1, 65)); exec('while True: pass')"
            ),
            ("--minutes", "0.02"),
            "no verdict",
            "it has not ended within 0.02 minutes",
        ),
        (acts("bytearray(1 << 33)"), ("--memory", "2"), "plays", "MemoryError"),
    ],
)
def test_without_a_verdict_nothing_is_passed(
    tmp_path: Path, capfd: Any, code: str, words: tuple[str, ...], what: str, says: str
) -> None:
    """However the agent leaves, hangs, or what it asks for."""
    result, found = said(folder(tmp_path, code), capfd, *words)
    assert result == 1
    assert list(found)[-1] == what
    assert found[what].startswith("FAILED")
    assert says in found[what]


@pytest.mark.slow
def test_what_it_starts_ends_with_it(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    note = tmp_path / "process"
    code = (
        "import subprocess, sys\n"
        f"child = subprocess.Popen([sys.executable, '-c', 'import time; time.sleep(600)'])\n"
        f"open({str(note)!r}, 'w').write(str(child.pid))\n"
    )
    place = tmp_path / "entry"
    place.mkdir()
    result, _ = said(folder(place, code + acts("exec('while True: pass')")), capsys,
                     "--minutes", "0.02")  # fmt: skip
    assert result == 1
    assert ended(int(note.read_text()))


def ended(process: int) -> bool:
    """Whether there is no such process, or only what is left until its parent asks for it."""
    try:
        stat = Path(f"/proc/{process}/stat").read_text()
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] == "Z"


@pytest.mark.parametrize("name", ["agent.yaml", "weights.bin", "player.py"])
def test_a_folder_of_unusual_size_is_not_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    with (folder(tmp_path) / name).open("ab") as file:
        file.truncate(60 * 10**9)
    code, found = said(tmp_path, capsys)
    assert code == 1
    assert found == {"size": "FAILED  expected at most 4 GB in 10,000 files"}


def test_limits_are_above_nothing(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for words in (["--minutes", "0"], ["--memory", "-1"], ["--minutes", "nan"]):
        assert main(["bench", "submit-check", str(folder(tmp_path)), *words]) == 2
        assert "expected more than 0" in capsys.readouterr().err


def test_what_it_prints_is_not_taken_for_findings(tmp_path: Path, capfd: Any) -> None:
    code = "print('fit to be measured')\n" + GOOD
    (tmp_path / "agent.yaml").write_text(CARD)
    (tmp_path / "player.py").write_text(code.replace("def explain", "def tell"))
    assert main(["bench", "submit-check", str(tmp_path), "--scenario", "teaching"]) == 1
    out = capfd.readouterr().out.splitlines()
    assert out.count("fit to be measured") == 0


@pytest.mark.slow
def test_an_agent_without_act_batch_is_slow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = said(folder(tmp_path, SINGLY), capsys)
    assert code == 0
    assert "game by game" in found["many games at once"]
    assert "act plays as act_batch" not in found


@pytest.mark.slow
@pytest.mark.parametrize(
    ("card", "what", "words"),
    [
        (CARD.replace("budget: none\n", ""), "card", "agent.yaml lacks budget"),
        (CARD.replace("nobody", "held_out:seed=9001"), "learnt from", "kept for measuring"),
    ],
)
def test_what_the_card_has_to_say(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], card: str, what: str, words: str
) -> None:
    code, found = said(folder(tmp_path, card=card), capsys)
    assert code == 1
    assert words in found[what]


@pytest.mark.slow
def test_what_is_no_entrant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "submit-check", str(tmp_path)]) == 2
    assert "expected a folder with agent.yaml" in capsys.readouterr().err
    (tmp_path / "agent.yaml").write_text("entry: player\n")
    assert main(["bench", "submit-check", str(tmp_path)]) == 2
    assert "agent.yaml" in capsys.readouterr().err
