"""The pairings of the tables, played and kept: nothing is played twice for the same network."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from glory_agents.learned.entries import PRETRAINED
from glory_agents.scripted.named import NAMED
from glory_env import __version__
from glory_env.bench import Results, bootstrap, play_pairs
from glory_env.bench.statistics import utility
from glory_env.calibration.games import REPORTING, SOLO
from glory_env.core.files import write_whole
from glory_env.core.state import SERVICES
from glory_env.envs.agent import make_pair
from glory_env.scenarios import load
from glory_env.strength.adopt import seeds

FORMAT = 1
GAMES = 1000
SOLO_GAMES = 50  # of the planner, which thinks a second a turn
ANGLES = {"cooperative": 45.0, "selfish": 0.0, "zero_sum": -45.0}
DIAL = "dial"
# The mixed pairs of scripts that complete most games in the matrix of docs/agents.md.
MIXED = (
    ("civil_first", "never_activate"),
    ("withdraw_in_time", "civil_first"),
    ("tit_for_tat", "civil_first"),
    ("needs_splitter", "civil_first"),
    ("civil_first", "needs_splitter"),
)


class Pairing(NamedTuple):
    """Two agents, the reward they are told and paid, and how many games."""

    army: str
    navy: str
    angle: float = 0.0
    solo: bool = False
    slow: bool = False  # a planner's

    @property
    def key(self) -> str:
        solo = " solo" if self.solo else ""
        return f"{self.army} | {self.navy} @ {self.angle:g}{solo}"


def scripted_pairs() -> list[tuple[str, str]]:
    """Every script with itself, and the mixed pairs that stood out in the matrix."""
    return [*((name, name) for name in NAMED), *MIXED]


def plan() -> list[Pairing]:
    """Every pairing the tables need, those of the planner last."""
    groups = seeds()
    found: list[Pairing] = []
    for name, angle in ANGLES.items():
        own = groups.get(name, [])
        found += [Pairing(a, b, angle) for a in own for b in own]
    found += [Pairing(*pair, ANGLES["cooperative"]) for pair in scripted_pairs()]
    for name in groups.get("cooperative", []):
        found.append(Pairing(name, name, ANGLES["cooperative"], solo=True))
    for name in groups.get("selfish", []):
        for script in NAMED:
            found += [Pairing(name, script), Pairing(script, name)]
    for name in groups.get(DIAL, []):
        found += [Pairing(name, name, angle) for angle in ANGLES.values()]
    if groups.get("cooperative"):
        found.append(Pairing(SOLO, SOLO, ANGLES["cooperative"], solo=True, slow=True))
    return found


def columns(results: Results) -> dict[str, np.ndarray]:
    """What is kept of a pairing, games (N,) each; GP of completed games are nan in the others."""
    found: dict[str, np.ndarray] = {
        "completion": results.completed,
        "solo_victory": results.solo_victory,
        "reward": results.rewards.mean(axis=1),
        "turns": results.turn,
    }
    for seat, name in enumerate(SERVICES):
        ends = results.endings(seat)
        found[f"utility_{name}"] = utility(ends["win"], ends["draw"], ends["game_over"])
        found[f"win_{name}"] = ends["win"]
    found["ahead_army"] = found["utility_army"] - found["utility_navy"]
    return found


def measure(pairing: Pairing, games: int) -> dict[str, Any]:
    """Means and 95 % intervals of a pairing."""
    agents = make_pair(pairing.army, pairing.navy, pairing.solo)
    count = min(games, SOLO_GAMES) if pairing.slow else games
    start = time.perf_counter()
    results = play_pairs(
        *agents, games=count, seed=REPORTING, reward=pairing.angle, solo=pairing.solo
    )
    found = bootstrap(columns(results), results.seeds)
    completed = results.completed
    if completed.any():
        gp = {f"gp_{name}": results.gp[completed, k] for k, name in enumerate(SERVICES)}
        found |= bootstrap(gp, results.seeds[completed])
    figures = {name: estimate.rounded(4) for name, estimate in found.items()}
    return {"games": count, "seconds": round(time.perf_counter() - start, 1), "figures": figures}


def signature(pairing: Pairing, games: int) -> str:
    """Changes when one of the networks, the package, the scenario or the games do."""
    parts = [__version__, load("glory").id, str(games)]
    for name in (pairing.army, pairing.navy):
        file = PRETRAINED / name / "policy.safetensors"
        parts.append(hashlib.sha256(file.read_bytes()).hexdigest() if file.exists() else name)
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def read(path: Path) -> dict[str, Any]:
    """What has been measured so far; ValueError for a file of another kind."""
    if not path.exists():
        return {"format": FORMAT, "pairings": {}}
    book: dict[str, Any] = json.loads(path.read_text(encoding="utf-8"))
    if book.get("format") != FORMAT:
        raise ValueError(f"{path}: expected format {FORMAT}")
    return book


def measure_all(
    path: Path, pairings: Iterable[Pairing], games: int, tell: Callable[[str], object]
) -> dict[str, Any]:
    """Play what is missing or out of date; the file is written after every pairing."""
    book = read(path)
    for pairing in pairings:
        mark = signature(pairing, games)
        if book["pairings"].get(pairing.key, {}).get("signature") == mark:
            continue
        found = measure(pairing, games)
        book["pairings"][pairing.key] = {"signature": mark, **found}
        write_whole(path, json.dumps(book, indent=1) + "\n")
        completion = found["figures"]["completion"][0]
        tell(f"{pairing.key}: {found['games']} games, {found['seconds']} s, {completion:.1%}")
    return book
