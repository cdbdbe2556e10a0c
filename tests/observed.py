"""Records for tests of what is read off a game: made by hand, filled or played at random."""

from __future__ import annotations

import random
import sys
from collections.abc import Sequence
from functools import cache
from types import FunctionType
from typing import Any

import numpy as np

from glory_env.core.trace import blank_trace
from glory_env.games.glory.game import Game
from glory_env.games.glory.scenario.chances import freeze_chances
from glory_env.games.glory.state import (
    ABSENT,
    ASIDE,
    DEADLOCKS,
    DECISIONS,
    DR,
    GAME,
    HANDICAP,
    KINDS,
    MAX_COUNTERS,
    MAX_HITS,
    MAX_LINES,
    NONE,
    OFFER_ARMY,
    OVER,
    PHASES,
    POOL,
    PRODUCTION_RULES,
    PROTOCOLS,
    REMOVED,
    ROWS,
    SAY_AWAY,
    SAY_BUILD,
    SAY_CIVIL,
    SAY_PRESENT,
    SAY_SUPPORT,
    SAY_USE,
    SEALED,
    STATEMENTS,
    TABLES,
    TALKS,
    THREAT_POOL,
    TONNAGE,
    TRACK,
    VOID,
)

BOXES, COUNTERS, MARKERS = 20, 70, 6
FACES = range(1, 7)  # of a die


def hand_made_tables() -> np.ndarray:
    """A map of 20 boxes, 70 counters of every kind in turn, and six routes of 1 to 4 boxes."""
    tables = np.zeros(1, TABLES)
    t = tables[0]
    t.boxes, t.counters, t.markers = BOXES, COUNTERS, MARKERS
    t.track_spaces, t.start_total, t.cap = 8, 630, 730
    t.floor = (100, 150)
    t.last_turn, t.margin, t.solo_gp = 12, 10, 65
    t.home_islands[[1, 2, 3]] = 1
    for m in range(MARKERS):
        t.route_length[m] = 1 + m % 4
        t.route[m] = NONE
        # Every route but the one of a single box ends in a home island.
        t.route[m, : t.route_length[m]] = [4 + m, 10 + m, 15, 1 + m % 3][: t.route_length[m]]
    t.route[1, 1], t.route[2, 2] = 2, 3
    t.invasion[2:13, 1:] = np.arange(66).reshape(11, 6) % 64
    t.kind[:COUNTERS] = np.arange(COUNTERS) % len(KINDS)
    t.row[:] = NONE
    t.row[:COUNTERS] = np.arange(COUNTERS) % (len(ROWS) + 3) - 3
    t.row[t.row < 0] = NONE
    t.service[:COUNTERS] = ~np.isin(t.kind[:COUNTERS], (9, 10, 11))
    t.dice = 1 + np.arange(MAX_COUNTERS) % 4
    t.modifier[:COUNTERS] = np.arange(COUNTERS) % 7 == 2
    t.hit_from, t.late_from = (5, 6), 10
    t.nation[:MARKERS] = np.arange(MARKERS) % 3
    t.crt_gp[:] = np.arange(MAX_HITS)
    t.crt_loss[:] = 5 * (np.arange(MAX_HITS) % 5)
    t.crt_loss[:, :, 5::6] = DR
    t.convoy, t.convoy_ships, t.convoy_aircraft = 19, 4, 1
    t.convoy_loss[:] = 5 * np.arange(8) + 3 * np.arange(2)[:, None, None]
    t.convoy_loss[:] -= np.arange(t.convoy_loss.shape[1])[None, :, None]
    freeze_chances(t)
    return tables


def new_games(tables: np.ndarray, size: int = 1) -> np.ndarray:
    """Games with nothing chosen, nothing offered and every counter in the pool."""
    games = np.zeros(size, GAME)
    games["turn"] = 1
    games["total"] = tables["start_total"][0]
    games["place"] = ABSENT
    games["place"][:, :COUNTERS] = POOL
    games["printed_dice"] = tables["dice"]
    for field in ("offer", "hand", "opt_fixed", "battle_box", "battle_service", "winner"):
        games[field] = NONE
    for part in ("civil", "counter", "box", "embark", "landing", "kind", "statement"):
        games[f"chosen_{part}"] = NONE
    for field in ("line_kind", "line_argument", "promise_kind", "promise_argument"):
        games[field] = NONE
    for field in ("log_claim", "log_first_other", "log_first_civil", "log_last_claim"):
        games[field] = NONE
    games["opt_max_offers"], games["opt_grid"] = 6, 5
    games["objective"] = [[1, 0], [1, 0]]
    return games


def random_games(tables: np.ndarray, size: int, seed: int) -> np.ndarray:
    """Games in which each field is drawn from its own legal range, most of them independently."""
    rng = np.random.default_rng(seed)
    games = new_games(tables, size)

    def draw(field: str, low: int, high: int) -> None:
        games[field] = rng.integers(low, high + 1, games[field].shape)

    draw("key", 0, 2**62)
    draw("turn", 1, 13)
    draw("phase", 0, len(PHASES) - 1)
    draw("step", 0, 2)
    draw("decision", 0, len(DECISIONS) - 1)
    writing = rng.random(size) < 0.3  # rare by chance, and where something is hidden
    games["phase"][writing] = TONNAGE
    games["decision"][writing] = OFFER_ARMY
    draw("actor", 0, 2)
    games["outcome"] = np.where(games["phase"] == OVER, rng.integers(1, 3, size), 0)
    draw("total", -50, 730)
    draw("allotted_total", 0, 730)
    for field in ("allotment", "left"):
        games[field] = 5 * rng.integers(0, 48, games[field].shape)
    draw("gp", 0, 260)
    games["marker_step"][:, :MARKERS] = rng.integers(
        0, tables["route_length"][0, :MARKERS] + 1, (size, MARKERS)
    )
    places = [*range(BOXES), POOL, TRACK, REMOVED, ASIDE]
    odds = np.r_[np.full(BOXES, 0.7 / BOXES), 0.1, 0.1, 0.05, 0.05]
    # Some games crowd into one box, so that the sums of a box reach their cap.
    odds_for = [odds, np.eye(len(places))[0]]
    for game in games:
        crowded = int(rng.random() < 0.1)
        game["place"][:COUNTERS] = rng.choice(places, COUNTERS, p=odds_for[crowded])
    used = np.arange(MAX_COUNTERS) < COUNTERS
    for field in ("active", "damage", "moved", "escorted", "supports", "handled"):
        games[field] = rng.integers(0, 2, games[field].shape) * used
    games["space"] = np.where(games["place"] == TRACK, rng.integers(1, 30, (size, 80)), 0)
    draw("printed_dice", 0, 9)
    draw("printed_tonnage", 0, 60)
    draw("opener", 0, 1)
    draw("offers", 0, 6)
    games["offer"] = 5 * rng.integers(0, 60, (size, 2, 3))
    games["offer"][rng.random((size, 2)) < 0.3] = NONE
    draw("hand", -1, 2)
    draw("replays", 0, 3)
    draw("chosen_civil", -1, 730)
    draw("chosen_counter", -1, COUNTERS - 1)
    for field in ("chosen_box", "chosen_embark", "chosen_landing", "battle_box"):
        draw(field, -1, BOXES - 1)
    draw("chosen_kind", -1, len(ROWS) - 1)
    draw("battle_service", -1, 1)
    games["fought"] = rng.integers(0, 2**BOXES, (size, 2))
    games["fought"][:, 0] ^= np.int32(-1) * (rng.random(size) < 0.2)
    draw("battle_hits", 0, 40)
    draw("loss", 0, 600)
    draw("pool_paid", 0, 600)
    draw("convoy_hits", 0, 2)
    draw("passes", 0, 2)
    draw("started", 0, 2 ** len(ROWS) - 1)
    draw("refused", 0, 2 ** len(ROWS) - 1)
    draw("opt_protocol", 0, len(PROTOCOLS) - 1)
    games["opt_protocol"][writing & (rng.random(size) < 0.6)] = SEALED
    draw("opt_deadlock", 0, len(DEADLOCKS) - 1)
    draw("opt_production", 0, len(PRODUCTION_RULES) - 1)
    draw("opt_max_offers", 1, 20)
    draw("opt_break_off", 0, 100)
    draw("opt_civil_floor", 0, 100)
    games["opt_grid"] = 5 * rng.integers(1, 21, size)
    draw("opt_fixed", -1, 100)
    for field in FLAGS:
        draw(field, 0, 1)
    _draw_log(games, rng)
    _draw_talk(games, rng)
    games["opt_handicap"] = rng.integers(
        (-60, -90, -99, 0, 0, 0, -99, -99), 30, (size, len(HANDICAP))
    )
    angle = rng.uniform(-np.pi, np.pi, (size, 2))
    games["objective"] = np.stack([np.cos(angle), np.sin(angle)], axis=-1)
    return games


def _draw_log(games: np.ndarray, rng: np.random.Generator) -> None:
    """Any numbers at all: the encoder is to show no more than its range."""
    for field in (name for name in GAME.names if name.startswith("log_")):
        games[field] = rng.integers(0, 9, games[field].shape)
    for field in ("claim", "first_other", "first_civil", "last_claim", "spent", "loss", "burnt"):
        games[f"log_{field}"] = rng.integers(0, 300, games[f"log_{field}"].shape)
    for field in ("breach", "doubled", "total", "gp", "shares", "convoy_loss"):
        games[f"log_{field}"] = rng.integers(0, 300, games[f"log_{field}"].shape)
    games["log_deadlock"] = rng.integers(0, 2, games["log_deadlock"].shape)
    games["log_built"] = rng.integers(0, 2 ** len(ROWS), games["log_built"].shape)


def _draw_talk(games: np.ndarray, rng: np.random.Generator) -> None:
    """Lines and promises with arguments that fit them."""
    games["opt_talk"] = rng.integers(0, len(TALKS), len(games))
    games["chosen_ask"] = rng.integers(0, 2, len(games))
    games["chosen_statement"] = rng.integers(-1, len(STATEMENTS), len(games))
    games["tally"] = rng.integers(0, 4, games["tally"].shape)
    games["promised"] = rng.integers(0, 1 << THREAT_POOL, games["promised"].shape)
    games["threat_state"] = rng.integers(0, VOID + 1, games["threat_state"].shape)
    games["promise_state"] = rng.integers(1, VOID + 1, games["promise_state"].shape)
    games["line_count"] = rng.integers(0, MAX_LINES + 1, games["line_count"].shape)
    games["line_ask"] = rng.integers(0, 2, games["line_ask"].shape)
    for name, kinds in (("line", len(STATEMENTS)), ("promise", THREAT_POOL)):
        kind = rng.integers(0, kinds, games[f"{name}_kind"].shape)
        about_box = rng.integers(SAY_SUPPORT, SAY_AWAY + 1, kind.shape)
        kind = np.where(rng.random(kind.shape) < 0.4, about_box, kind)
        amount = 5 * rng.integers(1, 147, kind.shape)
        argument = np.where((kind == SAY_USE) | (kind == SAY_CIVIL), amount, NONE)
        boxes = (kind == SAY_SUPPORT) | (kind == SAY_PRESENT) | (kind == SAY_AWAY)
        argument = np.where(boxes, rng.integers(0, BOXES, kind.shape), argument)
        rows = rng.integers(0, len(ROWS), kind.shape)
        games[f"{name}_kind"] = kind
        games[f"{name}_argument"] = np.where(kind == SAY_BUILD, rows, argument)


FLAGS = (
    "asked", "convoy_method", "battle_alone", "converted", "bonus_paid", "opt_solo",
    "reveal_objective", "switch",
)  # fmt: skip


def uncompiled(function: Any) -> Any:
    """The plain Python of a compiled function, and of every compiled function it calls."""
    return _uncompiled(function, {})


def _uncompiled(function: Any, spaces: dict[str, dict[str, Any]]) -> Any:
    code = getattr(function, "py_func", function)
    module = code.__module__
    if module not in spaces:
        space = spaces[module] = dict(vars(sys.modules[module]))
        for name, value in list(space.items()):
            if hasattr(value, "py_func"):
                space[name] = _uncompiled(value, spaces)
    return FunctionType(code.__code__, spaces[module], code.__name__, code.__defaults__)


@cache
def played(scenario: str) -> tuple[Game, ...]:
    """Positions of all phases out of games played at random."""
    found = []
    rng = random.Random(7)
    for seed in range(2):
        optional = ("20-1",) if seed % 2 else ()
        game = Game(scenario, seed=seed, optional=optional)
        while game.outcome == "playing":
            found.append(game.clone())
            game.choose(rng.choice(game.choices()))
        found.append(game.clone())
    return tuple(rng.sample(found, 120))


def both(game: Game) -> tuple[Any, Any]:
    """The record of a game and the tables of its scenario."""
    return game.record, game.scenario.tables[0]


def scripted(faces: Sequence[int]) -> Any:
    """A trace whose dice show these faces."""
    trace = blank_trace()
    trace["scripted"] = len(faces)
    trace["faces"][0, : len(faces)] = faces
    return trace[0]
