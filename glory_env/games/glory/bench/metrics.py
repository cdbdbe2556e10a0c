"""What a finished game says about bargaining, sharing and joint loss: the benchmark's metrics.

`columns` takes the records of finished games apart into plain numbers, one value a game; METRICS
says what is made of their means. Rates are ratios of sums over all games (offers a turn are all
offers over all turns with talks), so that long games weigh by what happened in them.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

import numpy as np

from glory_env.bench.statistics import JOINT_LOSS, Apart, Estimate, Formula, Share, derive, utility
from glory_env.games.glory.engine.handicaps import margins
from glory_env.games.glory.engine.rewards import GP_SCALE
from glory_env.games.glory.state import (
    ARMY,
    CAUSES,
    CIVIL,
    COMPLETED,
    GAME_OVER,
    NAVY,
    NONE,
    SERVICES,
    TALLY,
    THREAT_POOL,
)

GOOD_GP = 2 * GP_SCALE  # of both services: a welfare of 1
OPENING = 3  # the turn after which the navy should lead
SPITE_TURN = 9  # after it, who is behind is compared with who is level
QUANTILES = (0.05, 0.25, 0.5, 0.75, 0.95)  # of `by_turn`


class Metric(NamedTuple):
    """A figure of a pairing: its formula over the columns' means, and what it says."""

    formula: str | Formula  # a column, or what is made of several columns' means
    form: str  # "share", "number" or "signed": how it is written
    about: str


def _ratio(above: str, below: str) -> Formula:
    return lambda m: m[above] / m[below]


def _by_seat(
    name: str, make: Callable[[str], str | Formula], form: str, about: str
) -> dict[str, Metric]:
    return {f"{name}_{s}": Metric(make(s), form, f"{about}, {s}") for s in SERVICES}


def _spite(seat: str) -> Formula:
    behind, close = _ratio(f"behind_over_{seat}", f"behind_{seat}"), _ratio("close_over", "close")
    return Apart(lambda m: behind(m) - close(m), (behind, close))


METRICS: dict[str, Metric] = {
    "completion": Metric("completed", "share", "games completed"),
    "solo_victory": Metric("solo_victory", "share", "completed, both above 65 GP"),
    "turns": Metric("turns", "number", "turn the game ended in"),
    "game_over": Metric("over", "share", "games lost for both"),
    "joint_loss_turn": Metric(_ratio("over_turns", "over"), "number",
                              "turn that lost games ended in"),
    **{
        f"cause_{cause}": Metric(f"cause_{cause}", "share", f"lost by {cause.replace('_', ' ')}")
        for cause in CAUSES[1:]
    },
    **_by_seat(
        "utility", lambda s: f"utility_{s}", "signed",
        "win 1, draw 0.5, loss 0, game over -1",
    ),
    **_by_seat("win", lambda s: f"win_{s}", "share", "completed, 10 GP ahead or more"),
    "draw": Metric("draw", "share", "completed, less than 10 GP apart"),
    **_by_seat("gp", lambda s: _ratio(f"completed_gp_{s}", "completed"), "number",
               "glory points of completed games"),
    "margin": Metric(_ratio("completed_margin", "completed"), "signed",
                     "GP army minus navy, completed games"),
    "welfare": Metric("welfare", "number", "GP of both over 130, 0 if not completed"),
    "nash": Metric(
        Apart(lambda m: (m["utility_army"] - JOINT_LOSS) * (m["utility_navy"] - JOINT_LOSS),
              ("utility_army", "utility_navy")), "number",
        "Nash product: mean utilities above joint loss, multiplied",
    ),
    "gini": Metric(_ratio("gini", "completed"), "number", "Gini of the two GP, completed games"),
    "agreement": Metric(Share("agreements", "talks"), "share", "turns with talks that agreed"),
    "offers": Metric(_ratio("offers", "talks"), "number",
                     "offers a turn with talks, those named for a deadlock included"),
    "deadlocks": Metric("deadlocks", "number", "deadlocks a game"),
    **_by_seat("inflation", lambda s: _ratio(f"claim_{s}", f"claim_spent_{s}"), "number",
               "first claim over what was then spent on activation"),
    "civil": Metric(_ratio("civil_shares", "shared_turns"), "share",
                    "civil share of the total, mean over turns"),
    "grab": Metric(
        lambda m: (m["civil_before"] - m["civil_last"]) / m["last_reached"], "signed",
        "civil share, mean of the turns before minus that of the last",
    ),
    **_by_seat("burn", lambda s: Share(f"burnt_{s}", f"loss_{s}"), "share",
               "combat losses paid from the total"),
    **_by_seat("doubled", lambda s: Share(f"doubled_{s}", f"loss_{s}"), "share",
               "combat losses in combats doubled for fighting alone (12-7)"),
    "escorts": Metric(Share("granted", "asked"), "share", "escorts granted of those asked for"),
    "together": Metric(Share("together", "battles"), "share",
                       "combats at sea with both services Active, of all combats"),
    "turn_13": Metric(Share("turn_13", "completed"), "share", "turn 13 declared, of completed"),
    "swing": Metric(_ratio("swing", "turn_13"), "number", "GP margin moved by turn 13"),
    **_by_seat("spite", _spite, "signed",
               "game over after turn 9, behind by 10 minus within 10"),
}  # fmt: skip


def columns(finals: np.ndarray, tables: Any) -> dict[str, np.ndarray]:
    """GAME (N,) of finished games on one scenario to columns (N,); shares are bool.

    tables: the scenario's TABLES record. Tonnage in units of 10,000 tons.
    """
    done = finals["outcome"] == COMPLETED
    over = finals["outcome"] == GAME_OVER
    gp = finals["gp"].astype(np.float64)
    both = gp.sum(axis=1)
    margin, needed = gp[:, 0] - gp[:, 1], margins(finals, tables)
    values: dict[str, np.ndarray] = {
        "completed": done,
        "margin": margin,
        "solo_victory": done & (gp.min(axis=1) > tables["solo_gp"]),
        "turns": finals["turn"],
        "over": over,
        "over_turns": over * finals["turn"],
        **{f"cause_{name}": finals["cause"] == k for k, name in enumerate(CAUSES) if k > 0},
        "draw": done & (margin < needed[:, ARMY]) & (-margin < needed[:, NAVY]),
        "completed_margin": done * margin,
        "welfare": done * both / GOOD_GP,
        "gini": done * np.abs(margin) / (2 * np.maximum(both, 1.0)),
    }
    for seat, name in enumerate(SERVICES):
        lead = margin if seat == ARMY else -margin
        win = done & (lead >= needed[:, seat])
        values |= {
            f"win_{name}": win,
            f"utility_{name}": utility(win, values["draw"], over),
            f"gp_{name}": finals["gp"][:, seat],
            f"completed_gp_{name}": done * gp[:, seat],
        }
    values |= _talks(finals) | _promises(finals)
    return values | _split(finals, tables) | _war(finals) | _ends(finals, tables)


def _talks(finals: np.ndarray) -> dict[str, np.ndarray]:
    talked = (finals["log_offers"] > 0) & (finals["opt_solo"] == 0)[:, None]  # solo: no talks
    failed = finals["log_deadlock"] > 0
    values = {
        "talks": talked.sum(axis=1),
        "agreements": (talked & ~failed).sum(axis=1),
        "offers": np.where(talked, finals["log_offers"], 0).sum(axis=1),
        "deadlocks": failed.sum(axis=1),
    }
    for seat, name in enumerate(SERVICES):
        claim, spent = finals["log_claim"][:, :, seat], finals["log_spent"][:, :, seat]
        values[f"claim_{name}"] = np.where(claim >= 0, claim, 0).sum(axis=1)
        values[f"claim_spent_{name}"] = np.where(claim >= 0, spent, 0).sum(axis=1)
    # First offers as shares of the total: for the seat itself, and left to the other one.
    total = finals["log_shares"].sum(axis=2)[:, :, None]
    has_offer = (finals["log_claim"] >= 0) & (total > 0) & talked[:, :, None]
    values["first_offers"] = has_offer.sum(axis=(1, 2))
    for share, log in (("claimed", "log_claim"), ("left", "log_first_other")):
        shares = np.where(has_offer, finals[log], 0) / np.maximum(total, 1)
        values[share] = shares.sum(axis=(1, 2))
    for seat, name in enumerate(SERVICES):
        values[f"first_offers_{name}"] = has_offer[:, :, seat].sum(axis=1)
        values[f"left_{name}"] = shares[:, :, seat].sum(axis=1)
    return values


def _promises(finals: np.ndarray) -> dict[str, np.ndarray]:
    """Of both seats together, threats left out; 0 where nobody can speak."""
    tally = finals["tally"][:, :, :THREAT_POOL].sum(axis=(1, 2))
    made, kept, broken = map(TALLY.index, ("made", "kept", "broken"))
    return {
        "promises": tally[:, made],
        "promises_kept": tally[:, kept],
        "promises_judged": tally[:, kept] + tally[:, broken],
    }


def offer_log(finals: np.ndarray) -> np.ndarray:
    """First offers by turn, from 0, where none is: int16 (N, turns, 5), units of tonnage.

    What the army's left the navy (NONE where it made none), what the navy's left the army, what
    army and navy then spent on activation, and the total that was split.
    """
    left = np.where(finals["opt_solo"][:, None, None] == 0, finals["log_first_other"], NONE)
    total = finals["log_shares"].sum(axis=2, keepdims=True)
    log: np.ndarray = np.concatenate([left, finals["log_spent"], total], axis=2).astype(np.int16)
    return log


def civil_shares(finals: np.ndarray) -> np.ndarray:
    """The civil share of each turn's split, float64 (N, turns); nan where nothing was split."""
    shares = finals["log_shares"].astype(np.float64)
    total = shares.sum(axis=2)
    civil: np.ndarray = np.full_like(total, np.nan)
    np.divide(shares[:, :, CIVIL], total, out=civil, where=total > 0)
    return civil


def _split(finals: np.ndarray, tables: Any) -> dict[str, np.ndarray]:
    civil, last = civil_shares(finals), int(tables["last_turn"])
    reached = ~np.isnan(civil[:, last])
    before = np.nansum(civil[:, 1:last], axis=1) / max(last - 1, 1)
    return {
        "civil_shares": np.nansum(civil, axis=1),
        "shared_turns": (~np.isnan(civil)).sum(axis=1),
        "last_reached": reached,
        "civil_before": np.where(reached, before, 0.0),
        "civil_last": np.where(reached, civil[:, last], 0.0),
    }


def _war(finals: np.ndarray) -> dict[str, np.ndarray]:
    values = {
        "asked": finals["log_asked"].sum(axis=1),
        "granted": finals["log_granted"].sum(axis=1),
        "together": finals["log_together"].sum(axis=1),
        "battles": finals["log_battles"].sum(axis=(1, 2)),
    }
    for what in ("loss", "burnt", "doubled"):
        for seat, name in enumerate(SERVICES):
            values[f"{what}_{name}"] = finals[f"log_{what}"][:, :, seat].sum(axis=1)
    for name in SERVICES:
        values[f"doubled_{name}"] *= 2  # logged is what doubling added, the half of these losses
    return values


def _ends(finals: np.ndarray, tables: Any) -> dict[str, np.ndarray]:
    """The opening, the last turn, turn 13, and games lost after turn 9.

    Turn 13 is available where after the last turn somebody could declare it, and may have done so:
    it changes the points, so they are those logged for the turn before; it moves no marker.
    """
    last = int(tables["last_turn"])
    gp = finals["log_gp"].astype(np.float64)
    lead = gp[:, :, 0] - gp[:, :, 1]
    extra = finals["turn"] > last
    swing = np.abs((finals["gp"][:, 0].astype(np.float64) - finals["gp"][:, 1]) - lead[:, last])
    over, later = finals["outcome"] == GAME_OVER, finals["turn"] > SPITE_TURN
    needed, late_lead = margins(finals, tables), lead[:, SPITE_TURN]
    close = later & (late_lead < needed[:, ARMY]) & (-late_lead < needed[:, NAVY])
    gap = np.abs(lead[:, last]) >= tables["turn_13_gap"]
    values = {
        "lasted": finals["turn"] >= last,
        "opening_navy": lead[:, OPENING] < 0,
        "leads_army": finals["gp"][:, 0] > finals["gp"][:, 1],
        "turn_13_available": (finals["outcome"] == COMPLETED)
        & gap
        & markers_in(finals, tables, tables["home_islands"] > 0),
        "turn_13": extra,
        "swing": np.where(extra, swing, 0.0),
        "close": close,
        "close_over": close & over,
    }
    for seat, name in enumerate(SERVICES):
        behind = later & ((-late_lead if seat == ARMY else late_lead) >= needed[:, 1 - seat])
        values |= {f"behind_{name}": behind, f"behind_over_{name}": behind & over}
    return values


def markers_in(finals: np.ndarray, tables: Any, boxes: np.ndarray) -> np.ndarray:
    """bool (N,): a marker stands in one of the boxes, bool (MAX_BOXES,)."""
    inside = np.zeros(len(finals), np.bool_)
    steps = finals["marker_step"]
    for m in range(int(tables["markers"])):
        box = tables["route"][m, steps[:, m] - 1]
        inside |= (steps[:, m] > 0) & boxes[box]
    return inside


def figures(games: Mapping[str, np.ndarray], seeds: np.ndarray) -> dict[str, Estimate | None]:
    """All METRICS of columns (N,), games of one seed drawn together; None where none applies."""
    return derive({name: metric.formula for name, metric in METRICS.items()}, games, seeds)


def by_turn(finals: np.ndarray, tables: Any) -> dict[str, list[Any]]:
    """How games run, by turn from 1: quantiles over the games that came through it.

    "turn": its numbers; "alive": share of games, four digits; "total", "gp_army", "gp_navy":
    [5, 25, 50, 75, 95 %] each, two digits, None where no game is left; "civil": mean civil share
    of the turn's splits, None without any.
    """
    last = int(tables["last_turn"])
    runs: dict[str, list[Any]] = {"turn": list(range(1, last + 1))}
    civil = civil_shares(finals)
    series = {"total": finals["log_total"]}
    series |= {f"gp_{name}": finals["log_gp"][:, :, k] for k, name in enumerate(SERVICES)}
    # A game that was lost in a turn has not come through it.
    through = [
        (finals["turn"] > t) | ((finals["turn"] == t) & (finals["outcome"] == COMPLETED))
        for t in runs["turn"]
    ]
    runs["alive"] = [round(float(alive.mean()), 4) for alive in through]
    for name, values in series.items():
        runs[name] = [
            [round(float(q), 2) for q in np.quantile(values[alive, t], QUANTILES)]
            if alive.any() else None
            for t, alive in zip(runs["turn"], through, strict=True)
        ]  # fmt: skip
    shares = [civil[~np.isnan(civil[:, t]), t] for t in runs["turn"]]
    runs["civil"] = [round(float(c.mean()), 4) if len(c) else None for c in shares]
    return runs
