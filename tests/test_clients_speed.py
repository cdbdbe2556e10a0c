"""`glory speed --clients`: a row for each library, and a word for the one that is missing."""

from __future__ import annotations

import sys

import numpy as np
import pytest

from glory_env.cli import clients_speed
from glory_env.cli.clients_speed import CLIENTS, drawn_all
from glory_env.cli.speed import speed


@pytest.mark.parametrize("name", CLIENTS)
def test_each_client_plays(name):
    module, client = CLIENTS[name]
    pytest.importorskip(module, reason=f"{module} is not installed")
    assert clients_speed.rate(client, 0.02) > 1


def test_a_missing_library_is_named(monkeypatch, capsys):
    rows = ("gymnasium.make", "OpenSpiel python_glory")
    monkeypatch.setattr(clients_speed, "CLIENTS", {name: CLIENTS[name] for name in rows})
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    speed(seconds=0.02, clients=True)
    _, played, missing = capsys.readouterr().out.splitlines()
    assert played.startswith("gymnasium.make ")
    assert int(played.split()[-1].replace(",", "")) > 1
    assert missing.split() == ["OpenSpiel", "python_glory", "not", "installed"]


def test_only_legal_actions_are_drawn():
    rng = np.random.default_rng(1)
    masks = (rng.random((500, 30)) < 0.1).astype(np.int8)
    masks[:, 7] |= masks.sum(axis=1) == 0
    chosen = drawn_all(masks, rng)
    assert masks[np.arange(500), chosen].all()
    assert len(set(chosen.tolist())) == 30
