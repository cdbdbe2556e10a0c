"""The tables of `benchmarks/`: a row for each library, and a word for the one that is missing."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from benchmarks import agents, clients, lengths, peers
from benchmarks.clients import CLIENTS, drawn_all

BENCHMARKS = Path(clients.__file__).parent


@pytest.mark.parametrize("game", clients.NAMES)
@pytest.mark.parametrize("name", CLIENTS)
def test_each_client_plays(name, game):
    module, client = CLIENTS[name]
    pytest.importorskip(module, reason=f"{module} is not installed")
    assert clients.rate(client, clients.NAMES[game], 0.02) > 1


def test_a_missing_library_is_named(monkeypatch, capsys):
    rows = ("gymnasium.make", "OpenSpiel")
    monkeypatch.setattr(clients, "CLIENTS", {name: CLIENTS[name] for name in rows})
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    clients.main(seconds=0.02)
    _, played, missing = capsys.readouterr().out.splitlines()
    assert played.startswith("gymnasium.make ")
    assert int(played.split()[-1].replace(",", "")) > 1
    assert missing.split() == ["OpenSpiel", "not", "installed"]


def test_only_legal_actions_are_drawn():
    rng = np.random.default_rng(1)
    masks = (rng.random((500, 30)) < 0.1).astype(np.int8)
    masks[:, 7] |= masks.sum(axis=1) == 0
    chosen = drawn_all(masks, rng)
    assert masks[np.arange(500), chosen].all()
    assert len(set(chosen.tolist())) == 30


@pytest.mark.slow
def test_agents_have_a_row_each(monkeypatch, capsys):
    quick = {name: row for name, row in agents.rows().items() if "mcts" not in name}
    monkeypatch.setattr(agents, "rows", lambda: quick)
    agents.main(seconds=0.02, repeats=1)
    printed = capsys.readouterr().out.splitlines()
    assert [line[:52].strip() for line in printed] == list(quick)
    assert all(int(line[52:].split()[0].replace(",", "")) > 0 for line in printed)


def test_peers_stand_beside_glory(monkeypatch, capsys):
    monkeypatch.setattr(
        peers, "peers", lambda: {"connect_four_v3 raw_env": lambda: lambda seconds: 100}
    )
    peers.main(seconds=0.02, repeats=1)
    lines = capsys.readouterr().out.splitlines()
    assert [line.split("  ")[0] for line in lines[1:]] == [
        "batched", "raw_env", "env (wrapped)", "connect_four_v3 raw_env",
        "raw_env : connect_four_v3 raw_env",
    ]  # fmt: skip


def test_lengths_count_every_game_from_its_start():
    found = lengths.lengths(careful=False, wanted=20)
    assert found["games"] == len(found["turns"]) >= 20
    assert min(found["decisions"]) > 12
    assert sum(found["phases"].values()) == pytest.approx(1.0)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name", sorted(file.stem for file in BENCHMARKS.glob("*.py") if file.stem != "__init__")
)
def test_each_table_is_a_program(name):
    if name == "trainer":
        pytest.importorskip("sb3_contrib", reason="sb3_contrib is not installed")
    done = subprocess.run(
        [sys.executable, str(BENCHMARKS / f"{name}.py"), "--help"], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr
    assert "Print" in done.stdout
