"""The calibration of the Aleutians Campaign: the historical plan by itself, and the targets."""

from __future__ import annotations

from typing import Any

from glory_agents.registry import make_agent
from glory_env.games.glory.bench.config import REPORTING
from glory_env.bench.statistics import Estimate, derive
from glory_env.games.glory.bench.store import Start
from glory_env.bench.study import SECONDS
from glory_env.games.aleutians.bench.document import DIGITS, head
from glory_env.games.aleutians.bench.play import Played, play_games
from glory_env.games.aleutians.bench.targets import LINE, TARGETS, Target
from glory_env.games.aleutians.scenario import load
from glory_env.games.aleutians.studies.settings import Calibrate

PLAN = "historical"  # against itself
GAMES, QUICK_GAMES = 1000, 20
WITHIN, OUTSIDE, SHOWN, NOT_MEASURED = "within", "outside", "", "not measured"


def measure(played: Played) -> list[tuple[Target, Estimate | None]]:
    """Every target with its figure over these games; None where there is none."""
    formulas = {str(k): t.figure for k, t in enumerate(TARGETS) if t.figure is not None}
    found = derive(formulas, played.columns, played.seeds)
    return [(target, found.get(str(k))) for k, target in enumerate(TARGETS)]


def verdict(target: Target, estimate: Estimate | None) -> str:
    """Whether the measured mean lies in the band; the interval is for the reader to weigh."""
    if estimate is None:
        return NOT_MEASURED
    if target.is_open:
        return SHOWN
    return WITHIN if target.low <= estimate.mean <= target.high else OUTSIDE


def plan(asked: Calibrate, progress: Start | None = None) -> Played:
    """Play the historical plan against itself."""
    usual = QUICK_GAMES if asked.quick else GAMES
    games = usual if asked.games is None else asked.games
    board = load(asked.scenario)
    japan, allies = (make_agent(PLAN, game="aleutians") for _ in range(2))
    finished = progress(games) if progress else None
    return play_games(japan, allies, games, REPORTING, board, progress=finished)


def judge(asked: Calibrate, played: Played) -> dict[str, Any]:
    """The targets and what these games say of them."""
    rows = measure(played)
    return {
        **head(load(asked.scenario), int(played.seeds[0]), len(played.seeds)),
        "agents": [PLAN, PLAN],
        "line": int(played.columns[LINE].sum()),
        "targets": [
            {
                "id": target.id,
                "name": target.name,
                "form": target.form,
                "band": target.band,
                "measured": None if estimate is None else estimate.rounded(DIGITS),
                "verdict": verdict(target, estimate),
                "why": target.why,
            }
            for target, estimate in rows
        ],
        SECONDS: 0.0,
    }
