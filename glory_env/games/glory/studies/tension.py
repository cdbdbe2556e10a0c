"""How much does it pay to stop cooperating? By outcome utilities and by board.

All agents of a field play each other. For each board and each set of utilities the pair with the
highest joint utility counts as cooperation. Then one seat takes its best reply in the field, then
both do. Pairs and replies are chosen on seeds of their own (SELECTION); all figures are of the
reporting seeds. There is tension where a reply gains while the other seat loses more than that.

Utilities of win, draw, loss and game over (W, D, L, M) have W = 1, M = -1 and D in the middle of W
and L: adding to all four, or stretching them, changes no reply. So one number is left, the
brinkmanship ratio B = (W - L) / (L - M). At 1 they are those of the suite; at 9 a loss is almost as
bad as a game over, at 1/9 almost as good as a win. The agents are the same for all utilities, and
no game is played twice for them. On another board the games are other ones.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple

import numpy as np

from glory_env.bench.seeds import REPORTING, SELECTION
from glory_env.bench.statistics import INTERVALS, Formula
from glory_env.bench.study import SECONDS, Start, head, less
from glory_env.core.errors import unknown
from glory_env.envs.agent import AgentError
from glory_env.games.glory.bench import repeat
from glory_env.games.glory.bench.crossplay import plain
from glory_env.games.glory.bench.pairing import Pairing, pairing
from glory_env.games.glory.bench.participants import check
from glory_env.games.glory.bench.policies import code, fingerprint, is_slow
from glory_env.games.glory.bench.store import PlayStore, store
from glory_env.games.glory.scenario import load
from glory_env.games.glory.scenario.variants import STAKES, applies
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.settings import Tension

FORMAT = 1
WIN, JOINT_LOSS = 1.0, -1.0
RATIOS = (1 / 9, 1 / 3, 1.0, 3.0, 9.0)  # brinkmanship
FIELD = (
    "withdraw_in_time", "needs_splitter", "civil_first", "hold_the_line", "tit_for_tat", "grim",
    "boulware", "conceder", "stonewaller", "greedy_gp", "grasping", "spendthrift", "dogged",
    "turn_12_grab",
)  # fmt: skip
USUAL = ""  # the scenario as it is
BOARDS = (USUAL, *(variant.key for variant in STAKES))
OUTCOMES = ("win_army", "win_navy", "draw", "completed", "over")  # columns
CELLS = ("best", "army", "navy", "both")  # who has turned to its best reply
Cells = dict[str, Pairing]
Chosen = dict[tuple[str, float], Cells]  # board, ratio -> the pairings that are measured


def pairings(chosen: Chosen) -> list[Pairing]:
    """All of them."""
    return [pair for cells in chosen.values() for pair in cells.values()]


class Utilities(NamedTuple):
    """Of a seat, by the outcome of the game; win > draw > loss > joint_loss."""

    win: float
    draw: float
    loss: float
    joint_loss: float


def utilities(ratio: float) -> Utilities:
    """Those with this brinkmanship ratio."""
    loss = (WIN + ratio * JOINT_LOSS) / (1 + ratio)
    return Utilities(WIN, (WIN + loss) / 2, loss, JOINT_LOSS)


def boards(asked: Tension) -> tuple[str, ...]:
    """Keys of `variants.STAKES`, before them "" for the scenario as it is."""
    return (USUAL, *asked.boards) if asked.boards else BOARDS


def verify(asked: Tension) -> None:
    """ValueError (AgentError for an agent) that names the argument which is wrong."""
    scenario, field = load(asked.scenario), asked.agents or FIELD
    fitting = [USUAL, *(variant.key for variant in STAKES if applies(variant, scenario))]
    for board in boards(asked):
        if board not in fitting:
            raise ValueError(unknown("board", board, [key for key in fitting if key]))
    if len(set(field)) < 2:
        raise ValueError(f"field: expected two agents or more, got {', '.join(field)}")
    for name in field:
        if field.count(name) > 1:
            raise AgentError(f"field: {name!r} is named twice")
        if is_slow(name):
            raise AgentError(f"field: {name!r}: expected an agent that plays in batches")
    check(field, scenario)


def plan(asked: Tension, progress: Start | None = None) -> tuple[PlayStore, Chosen]:
    """Choose pairs and replies, and play those. Errors as of `verify`."""
    verify(asked)
    field = asked.agents or FIELD
    choosing = store(asked, asked.selection_games, SELECTION, scenario=asked.scenario)
    seatings = [(army, navy) for army in field for navy in field]
    choosing.play_all([_pair(*two, b) for b in boards(asked) for two in seatings], progress)
    chosen = {
        (board, ratio): choose(choosing, field, board, utilities(ratio))
        for board in boards(asked)
        for ratio in RATIOS
    }
    measured = store(asked, asked.games, scenario=asked.scenario)
    measured.play_all(pairings(chosen), progress)
    return measured, chosen


def judge(asked: Tension, played: tuple[PlayStore, Chosen]) -> dict[str, Any]:
    """All figures. Estimates are [mean, low, high], None where one means nothing."""
    measured, chosen = played
    return {
        **head(FORMAT, load(asked.scenario), code()[:16]),
        "options": measured.config.options.as_dict(),
        "deterministic": measured.config.deterministic,
        "seeds": {"first": REPORTING, "games": asked.games},
        "selection_seeds": {"first": SELECTION, "games": asked.selection_games},
        "intervals": INTERVALS,
        "field": {name: fingerprint(name)[:16] for name in asked.agents or FIELD},
        "rows": [
            {
                "board": board,
                "ratio": ratio,
                "utilities": utilities(ratio)._asdict(),
                "cells": {name: [pair.army, pair.navy] for name, pair in cells.items()},
                **figures(measured, cells, utilities(ratio)),
            }
            for (board, ratio), cells in chosen.items()
        ],
        repeat.KEY: repeat.games_to_repeat(measured, pairings(chosen)),
        SECONDS: 0.0,
    }


def _pair(army: str, navy: str, board: str) -> Pairing:
    return pairing(army, navy, variant=board)


def choose(store: PlayStore, field: Sequence[str], board: str, worth: Utilities) -> Cells:
    """The pair with the highest joint utility, and the same with one or both seats' best replies.

    Of equals the first in the field's order.
    """
    means = np.array(
        [
            [
                [float(np.mean(store.games(_pair(one, other, board)).columns[c])) for c in OUTCOMES]
                for other in field
            ]
            for one in field
        ]
    )
    named = {name: means[:, :, k] for k, name in enumerate(OUTCOMES)}
    army, navy = (_utility(seat, worth)(named) for seat in SERVICES)
    i, j = divmod(int(np.argmax(army + navy)), len(field))
    by_army, by_navy = int(np.argmax(army[:, j])), int(np.argmax(navy[i]))
    places = {
        "best": (i, j),
        "army": (by_army, j),
        "navy": (i, by_navy),
        "both": (by_army, by_navy),
    }
    return {cell: _pair(field[a], field[n], board) for cell, (a, n) in places.items()}


def _utility(seat: str, worth: Utilities, cell: str = "") -> Callable[[Mapping[str, Any]], Any]:
    """A seat's mean utility, of the means of OUTCOMES; with a cell of its columns."""
    (other,) = (one for one in SERVICES if one != seat)
    mark = f"{cell} " if cell else ""

    def formula(m: Mapping[str, Any]) -> Any:
        decided = worth.win * m[f"{mark}win_{seat}"] + worth.loss * m[f"{mark}win_{other}"]
        return decided + worth.draw * m[f"{mark}draw"] + worth.joint_loss * m[f"{mark}over"]

    return formula


def figures(store: PlayStore, cells: Cells, worth: Utilities) -> dict[str, Any]:
    """Of the best pair: "completed", "army", "navy", "joint" utility; what replies change.

    "gain SEAT": of the reply to the seat that replies; "cost SEAT": what the other seat loses by
    it; "both": the joint utility of the two replies less that of the best pair.
    """
    columns = {
        f"{cell} {name}": [(pair, name)] for cell, pair in cells.items() for name in OUTCOMES
    }
    of = {(cell, seat): _utility(seat, worth, cell) for cell in cells for seat in SERVICES}

    def joint(cell: str) -> Formula:
        return lambda m: of[cell, "army"](m) + of[cell, "navy"](m)

    formulas: dict[str, Any] = {
        "completed": "best completed",
        **{seat: of["best", seat] for seat in SERVICES},
        "joint": joint("best"),
        "both": lambda m: joint("both")(m) - joint("best")(m),
    }
    for seat, other in (SERVICES, SERVICES[::-1]):
        formulas[f"gain {seat}"] = less(of[seat, seat], of["best", seat])
        formulas[f"cost {seat}"] = less(of["best", other], of[seat, other])
    return {name: plain(value) for name, value in store.derive(formulas, columns).items()}


def tempted(row: Mapping[str, Any]) -> list[str]:
    """Seats whose reply gains, and costs the other seat more; both intervals above 0."""
    return [
        seat
        for seat in SERVICES
        if _low(row[f"gain {seat}"]) > 0
        and _low(row[f"cost {seat}"]) > 0
        and row[f"cost {seat}"][0] > row[f"gain {seat}"][0]
    ]


def _low(value: Sequence[float | None] | None) -> float:
    return -np.inf if value is None or value[1] is None else float(value[1])
