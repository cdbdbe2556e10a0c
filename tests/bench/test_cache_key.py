"""The cache key changes with what decides how games run; how many games a planner plays."""

from __future__ import annotations

import contextlib
import shutil
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from glory_agents.glory.scripted import named
from glory_agents.learned import agent as learned
from glory_env.bench import digests, pairs, play_pairs
from glory_env.envs import agent as partners
from glory_env.games.glory.bench import metrics, observer
from glory_env.games.glory.bench import store as storing
from glory_env.games.glory.bench.pairing import pairing
from glory_env.games.glory.bench.policies import fingerprint, sources
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.scenario import load
from tests.bench.handmade import config
from tests.bench.networks import write_network


def key(config: Any, pair: Any) -> str:
    return ResultsStore(config).cache_key(pair)


# --- what games depend on ------------------------------------------------------------------
def test_the_cache_key_changes_with_what_decides_how_games_run(tmp_path: Path) -> None:
    base, pair = config(tmp_path), pairing("grim", "civil_first")
    other = tmp_path / "own.yaml"
    text = load("teaching").path.read_text()
    other.write_text(text.replace("start: 350", "start: 345"))
    keys = [
        key(base, pair),
        *(
            key(config(tmp_path, **changed), pair)
            for changed in (
                {"games": 7}, {"first_seed": 5}, {"deterministic": True}, {"scenario": "glory"},
                {"scenario": str(other)}, {"options": {"max_offers": 3}},
                {"options": {"deadlock": "dice"}, "deadlocks": ("lot",)},
            )
        ),
        *(
            key(base, changed)
            for changed in (
                pairing("civil_first", "grim"), pairing("grim", "grim"),
                pairing("grim:claim=0.2", "civil_first"), pairing("grim", "civil_first:claim=0.2"),
                pair._replace(angle=45.0), pair._replace(angle=-45.0),
                pair._replace(deadlock="zero"), pair._replace(solo=True),
                pair._replace(games=9), pair._replace(variant="bonus"),
                pair._replace(observed=True),
            )
        ),
    ]  # fmt: skip
    assert len(set(keys)) == len(keys)


def test_the_cache_key_does_not_change_with_the_rest(tmp_path: Path) -> None:
    base, pair = config(tmp_path), pairing("grim", "civil_first")
    for changed in (
        {"jobs": 2}, {"cluster": "auto"}, {"name": "x"}, {"tasks": ("coop",)}, {"held_out": (1,)},
        {"temperaments": ("dogged",)}, {"search_games": 3}, {"search_minutes": 1.0},
        {"deadlocks": ("zero",)}, {"family_games": 9},
    ):  # fmt: skip
        assert key(config(tmp_path, "deceiver", **changed), pair) == key(base, pair), changed
    assert key(base, pairing("grim:retaliation=1", "civil_first")) == key(base, pair)
    assert key(base, pair._replace(deadlock="lot")) == key(base, pair)  # the configured rule


@pytest.mark.parametrize(
    "module", [kernels, named, pairs, metrics, partners, learned, observer, digests, storing]
)
def test_the_cache_key_changes_with_the_code_that_makes_the_columns(module: ModuleType) -> None:
    """Else figures of an older version would be read as if they were of this one."""
    file = Path(str(module.__file__))
    assert file in sources()


def test_the_cache_key_of_a_network_is_of_its_content(tmp_path: Path) -> None:
    base, one = config(tmp_path), write_network(tmp_path / "one")
    same, other = (shutil.copytree(one, tmp_path / name) for name in ("same", "other"))
    weights = bytearray((other / "policy.json").read_bytes())
    (other / "policy.json").write_bytes(weights + b"\n")
    keys = [key(base, pairing(str(folder), "grim")) for folder in (one, same, other)]
    assert keys[0] == keys[1] != keys[2]


def test_a_network_that_is_trained_on_during_a_run_is_not_mixed_up(tmp_path: Path) -> None:
    """Games of the first network do not go for those of the second."""
    one, two = write_network(tmp_path / "net"), tmp_path / "copy"
    torn = [pairing(str(one), partner) for partner in ("grim", "greedy_gp")]
    settings, old = config(tmp_path / "a", games=12), config(tmp_path / "b", games=12)

    def train_on(count: int) -> None:
        write_network(one, seed=2)

    with contextlib.suppress(ValueError):
        ResultsStore(settings).play_missing(torn, train_on)
    shutil.copytree(one, two)  # as it is now
    ResultsStore(old).play(pairing(str(two), "greedy_gp"))
    found, wanted = (
        ResultsStore(settings).read(torn[1]),
        ResultsStore(old).read(pairing(str(two), "greedy_gp")),
    )
    assert wanted is not None
    if found is not None:
        assert found.columns["turns"].tolist() == wanted.columns["turns"].tolist()
        assert found.columns["welfare"].tolist() == wanted.columns["welfare"].tolist()


OWN = """
import numpy as np

class Player:
    def __init__(self): self.pick = {pick}
    def reset(self, seat, seed): pass
    def act(self, observation, mask, env_view): return int(np.flatnonzero(mask)[self.pick])
    def act_batch(self, observations, masks, draws, view):
        return np.array([self.act(None, mask, None) for mask in masks])
    def explain(self): return ""
"""


def test_files_of_an_agent_that_change_during_a_run_are_noticed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """They are read once a run to find games, and again before games are kept."""
    own = tmp_path / "own"
    own.mkdir()
    (own / "agent.yaml").write_text("entry: player:Player\n")
    (own / "player.py").write_text(OWN.format(pick=-1))
    pairs = [pairing(str(own), partner) for partner in ("grim", "greedy_gp", "grasping")]
    settings = config(tmp_path)
    ResultsStore(settings).play_missing(pairs)
    read: list[str] = []

    def counting(name: str) -> str:
        read.append(name)
        return fingerprint(name)

    monkeypatch.setattr(storing, "fingerprint", counting)
    again = ResultsStore(settings)
    again.play_missing(pairs)
    assert [again.games(pair).columns["turns"].shape for pair in pairs] == [(6,)] * 3
    assert read.count(str(own)) == 1
    (own / "player.py").write_text(OWN.format(pick=0))
    with pytest.raises(ValueError, match=f"{own}: its files have changed during the run"):
        again.play_missing([pairing(str(own), "civil_first")])
    assert again.read(pairing(str(own), "civil_first")) is None
    assert ResultsStore(settings).read(pairs[0]) is None  # games of the old files


def test_a_pairing_with_games_of_its_own_plays_so_many(tmp_path: Path) -> None:
    settings, pair = config(tmp_path), pairing("grim", "greedy_gp", games=9)
    store = ResultsStore(settings)
    store.play_missing([pair, pair._replace(games=0)])
    nine, usual = (store.read(one) for one in (pair, pair._replace(games=0)))
    assert nine is not None
    assert usual is not None
    assert (len(nine.seeds), len(usual.seeds)) == (9, 6)
    assert nine.columns["turns"][:6].tolist() == usual.columns["turns"].tolist()
    assert pair.key == "grim | greedy_gp (9 games)"


# --- planners ------------------------------------------------------------------------------
PLANNED = pairing("one_ply:simulations=1", "greedy_gp")


@pytest.mark.parametrize(
    ("given", "wanted"),
    [
        ({"games": 9, "search_games": 2, "search_minutes": 0}, 2),
        ({"games": 9, "search_games": 1, "search_minutes": 3}, 3),
        ({"games": 3, "search_games": 1, "search_minutes": 60}, 3),
        ({"games": 2, "search_games": 5, "search_minutes": 60}, 2),
    ],
)
def test_a_planner_stops(tmp_path: Path, monkeypatch: Any, given: Any, wanted: int) -> None:
    """At search_minutes, but not before search_games, and at games; a game takes a minute."""
    minutes = [0]

    def slowly(army: Any, navy: Any, games: int, *more: Any, **options: Any) -> Any:
        minutes[0] += games
        return play_pairs(army, navy, games, *more, **options)

    monkeypatch.setattr(storing, "play_pairs", slowly)
    clock = SimpleNamespace(perf_counter=lambda: 60.0 * minutes[0])
    monkeypatch.setattr(storing, "time", clock)
    settings = config(tmp_path, **given)
    store = ResultsStore(settings)
    store.play(PLANNED)
    found = store.read(PLANNED)
    assert found is not None
    assert found.seeds.tolist() == [settings.first_seed + k for k in range(wanted)]
    assert found.seconds == 60.0 * wanted
    assert all(len(column) == wanted for column in found.columns.values())


def test_a_planner_s_cache_key_changes_with_its_budget(tmp_path: Path) -> None:
    keys = {
        key(config(tmp_path, **given), PLANNED)
        for given in ({}, {"search_games": 3}, {"search_minutes": 1.0})
    }
    assert len(keys) == 3
