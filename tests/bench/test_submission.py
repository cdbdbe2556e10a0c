"""`glory bench submit-check`: what it looks at, with agents that fail in one thing each."""

from __future__ import annotations

from pathlib import Path

import pytest

from glory_env.bench.submission import digest
from glory_env.cli.main import main

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
BATCH = "return np.array([self.act(None, mask, None) for mask in masks])"


def folder(tmp_path: Path, code: str = GOOD, card: str = CARD) -> Path:
    (tmp_path / "agent.yaml").write_text(card)
    (tmp_path / "player.py").write_text(code)
    return tmp_path


def said(place: Path, capsys: pytest.CaptureFixture[str]) -> tuple[int, dict[str, str]]:
    """The code of the command, and what it says of each thing it looks at."""
    code = main(["bench", "submit-check", str(place), "--scenario", "teaching"])
    lines = capsys.readouterr().out.splitlines()
    assert lines[-1] == ("fit to be measured" if code == 0 else "not fit to be measured")
    return code, {line[:46].strip(): line[46:].strip() for line in lines[:-1]}


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
    ],
)
def test_one_thing_that_fails(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], code: str, what: str, words: str
) -> None:
    result, found = said(folder(tmp_path, code), capsys)
    assert result == 1
    assert found[what].startswith("FAILED")
    assert words in found[what]


def test_an_agent_without_act_batch_is_slow(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    code, found = said(folder(tmp_path, GOOD.replace("act_batch", "batch")), capsys)
    assert code == 0
    assert "game by game" in found["many games at once"]
    assert "act plays as act_batch" not in found


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


def test_what_is_no_entrant(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "submit-check", str(tmp_path)]) == 2
    assert "expected a folder with agent.yaml" in capsys.readouterr().err
    (tmp_path / "agent.yaml").write_text("entry: player\n")
    assert main(["bench", "submit-check", str(tmp_path)]) == 2
    assert "agent.yaml" in capsys.readouterr().err
