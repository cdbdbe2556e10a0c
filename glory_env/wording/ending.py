"""How a game ends: turn 13 before it is declared, and why it ended as it did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import numpy as np

from glory_env.core import state as st
from glory_env.game.game import Game
from glory_env.render import position
from glory_env.rules.options import lowest_hit
from glory_env.rules.turn13 import can_declare, count_turn_13_dice, trailing
from glory_env.text.lazy import Joined, Say, Text
from glory_env.wording import names

DIE = 3.5  # the mean of one
TAKES = ("combat", "convoy", "production", "turn_end")  # the phases that change the total


def turn_13_facts(game: Game) -> dict[str, Any]:
    """What turn 13 would be for the service that may declare it.

    expected: GP in the mean; hit: the lowest face that hits.
    """
    g, s = game.record, game.scenario.tables[0]
    dice, more = int(count_turn_13_dice(g, s)), int(s.turn_13_dice)
    hit, gain = int(lowest_hit(g, s)), int(s.turn_13_gp)
    return {
        "declarer": st.SERVICES[int(trailing(g))],
        "gap": abs(game.gp["army"] - game.gp["navy"]),
        "dice": dice,
        "more": more,
        "hit": hit,
        "gp": gain,
        "expected": round((dice + more * DIE) * (7 - hit) / 6 * gain, 1),
    }


def over_view(
    game: Game, lines: Iterable[dict[str, Any]], seats: Sequence[str] = ()
) -> dict[str, Any]:
    """Outcome and reasons of a finished game. lines: of its record; seats: those of people."""
    pool = _pool_by_phase(lines)
    view = {
        "outcome": game.outcome,
        "cause": game.cause,
        "winner": game.winner,
        "turn": game.turn,
        "gp": game.gp,
        "total": game.total,
        "headline": headline(game, seats),
        "reason": _reason(game),
        "pool": {"start": int(game.scenario.tables[0].start_total), **pool},
        "story": _story(game, pool),
        "why": _why(game),
        "turn_13": _turn_13(game),
    }
    if game.options.solo:
        view["solo_victory"] = game.solo_victory
    return view


def _pool_by_phase(lines: Iterable[dict[str, Any]]) -> dict[str, int]:
    """What each phase has added to the total or taken from it, from the lines of the record."""
    changes = dict.fromkeys(TAKES, 0)
    for line in lines:
        for event in line["events"]:
            if "total" in event:
                changes[line["phase"]] += event["change"]
    return changes


def headline(game: Game, seats: Sequence[str] = ()) -> Text:
    """How a game ended, in a few words; for a single person's seat whether it has won or lost."""
    if game.outcome == "game_over":
        return Say("ending.game_over")
    if game.options.solo:
        return Say("ending.solo_won" if game.solo_victory else "ending.solo_lost")
    if game.winner == "draw":
        return Say("ending.draw")
    words = Say("ending.wins", who=names.service(game.winner))
    if len(seats) != 1:
        return words
    key = "won" if game.winner in seats else "lost"
    return Joined([Say(f"ending.you_{key}"), words], "list.space")


def _reason(game: Game) -> Text:
    s = game.scenario.tables[0]
    if game.outcome == "game_over":
        if game.cause == "tonnage":
            return Say("ending.cause_tonnage", n=position.floor(game.scenario, game.record))
        return Say("ending.cause_home_boxes")
    if game.options.solo:
        return Say("ending.why_solo", n=int(s.solo_gp))
    key = "ending.why_draw" if game.winner == "draw" else "ending.why_win"
    return Say(key, gap=abs(game.gp["army"] - game.gp["navy"]), margin=int(s.margin))


def _story(game: Game, pool: dict[str, int]) -> Text:
    """Where the total went."""
    changes: list[Text] = [
        Say(f"ending.pool.{phase}", change=f"{change:+d}")
        for phase, change in pool.items()
        if change
    ]
    shown = Joined(changes or [Say("ending.no_changes")])
    start = int(game.scenario.tables[0].start_total)
    return Say("ending.pool.story", start=start, changes=shown, total=game.total)


def _why(game: Game) -> list[Text]:
    """The score, who paid for combat, how the talks went, what is lost at home."""
    g, scenario = game.record, game.scenario
    last = min(game.turn, int(scenario.tables[0].last_turn))  # turn 13 has no talks
    turns = slice(1, last + 1)
    burnt = {seat: int(g.log_burnt[turns, k].sum()) for k, seat in enumerate(st.SERVICES)}
    failed = int(np.count_nonzero(g.log_deadlock[turns] == 1))
    held = {game.marker(marker) for marker in scenario.markers}
    lost = [
        names.name(scenario, box)
        for b, box in enumerate(scenario.boxes)
        if scenario.tables[0].home_islands[b] and box in held
    ]
    words: list[Text] = [
        Say("ending.score", **game.gp, total=game.total),
        Say("ending.burnt", **burnt),
        Say("ending.talks", failed=failed, turns=last),
    ]
    return [*words, Say("ending.markers", boxes=Joined(lost, "list.and"))] if lost else words


def _turn_13(game: Game) -> dict[str, Any]:
    """Whether turn 13 was possible and declared."""
    s = game.scenario.tables[0]
    declared = game.turn > int(s.last_turn)
    possible = declared
    if declared:
        words = Say("ending.turn_13_declared")
    elif game.outcome != "completed":
        words = Say("ending.before_turn_13")
    elif possible := bool(can_declare(game.record, s)):
        words = Say("ending.turn_13_passed")
    else:
        words = Say("ending.turn_13_closed", gap=int(s.turn_13_gap))
    return {"possible": possible, "declared": declared, "words": words}


def sentences(view: dict[str, Any]) -> list[Text]:
    """The end as sentences in order. view: of `over_view`."""
    last = view["turn_13"]["words"]
    return [view["headline"], view["reason"], view["story"], *view["why"], last]
