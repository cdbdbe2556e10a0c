"""The golden games: every one is played again, compiled and not, and written down the same."""

from __future__ import annotations

import os
import subprocess
import sys

import pytest

from glory_env.games.glory import decisions
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import VERBS
from glory_env.games.glory.game import IllegalChoice
from tests.golden import regenerate
from tests.golden.games import (
    FOLDER,
    GAMES,
    actions_in,
    digest_in,
    path_of,
    write_down,
)

TEXTS = {name: path_of(name).read_text() for name in GAMES}
DIGESTS = """
from tests.golden.games import GAMES, actions_in, digest_in, path_of, write_down
for name in GAMES:
    print(name, digest_in(write_down(name, actions_in(path_of(name).read_text()))))
"""


@pytest.mark.parametrize("name", GAMES)
def test_the_same_text(name):
    assert write_down(name, actions_in(TEXTS[name])) == TEXTS[name]


@pytest.mark.slow
def test_the_same_digests_uncompiled():
    output = subprocess.run(
        [sys.executable, "-c", DIGESTS],
        env={**os.environ, "NUMBA_DISABLE_JIT": "1"},
        check=True,
        capture_output=True,
        text=True,
    ).stdout
    assert dict(line.split() for line in output.splitlines()) == {
        name: digest_in(text) for name, text in TEXTS.items()
    }


def test_files_and_sizes():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(GAMES)
    assert all(2_000 < len(text) < 40_000 for text in TEXTS.values())


def test_together_they_show_everything():
    text = "".join(TEXTS.values())
    words = set(decisions.BY_WORD) - {"none"}
    assert {word for word in words if f" {word} | " not in text} == set()
    assert {word for word in st.PURPOSES if f"| {word} " not in text} == set()
    assert {word for word in st.SYSTEM_LINES if f"system {word} | " not in text} == set()
    verbs = {str(k) for k, _ in enumerate(VERBS, 261)}
    assert verbs <= set(map(str, actions_in(text)))
    for sign in ("home", "loss DR", "doubled_loss", "method B", "hybrid", "give up Fort", "won: "):
        assert sign in text
    for state in ("open", "kept", "broken", "void", "carried_out"):
        assert f" state {state}" in text
    assert "; ask for: " in text


def test_regenerating_keeps_the_choices_of_a_game(tmp_path, monkeypatch):
    name = "teaching_solo"
    monkeypatch.setattr(regenerate, "path_of", lambda name: tmp_path / f"{name}.txt")
    actions = actions_in(TEXTS[name])
    done = next(k for k, action in enumerate(actions) if action == 261)
    (tmp_path / f"{name}.txt").write_text(TEXTS[name])
    assert regenerate.regenerate(name) == TEXTS[name]
    with pytest.raises(IllegalChoice):
        write_down(name, [*actions[:done], 300])
    (tmp_path / f"{name}.txt").write_text("[300]")
    assert regenerate.regenerate(name) == write_down(name)
