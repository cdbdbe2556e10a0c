"""How a game ends: turn 13 before it is declared, and why it ended as it did."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from glory_env.core import state as st
from glory_env.game.game import Game
from glory_env.play.telling import result_words
from glory_env.render.position import name
from glory_env.rules.options import lowest_hit
from glory_env.rules.turn13 import can_declare, count_turn_13_dice, trailing

DIE = 3.5  # the mean of one
_TOOK = {  # the phases that change the total
    "combat": "combat",
    "convoy": "convoys",
    "production": "new ships",
    "turn_end": "Allied markers and bases",
}


def turn_13_view(game: Game) -> dict[str, Any]:
    """What turn 13 would be for the service that may declare it."""
    g, s = game.record, game.scenario.tables[0]
    dice, more = int(count_turn_13_dice(g, s)), int(s.turn_13_dice)
    hit, gain = int(lowest_hit(g, s)), int(s.turn_13_gp)
    expected = round((dice + more * DIE) * (7 - hit) / 6 * gain, 1)
    gap = abs(game.gp["army"] - game.gp["navy"])
    declarer = st.SERVICES[int(trailing(g))]
    return {
        "declarer": declarer,
        "gap": gap,
        "dice": dice,
        "more_dice": more,
        "hit_from": hit,
        "gp_per_hit": gain,
        "expected_gp": expected,
        "words": (
            f"The {declarer} is {gap} GP behind. Turn 13 rolls {dice} dice and as many more as "
            f"{more} dice show; each {hit} or better is {gain} GP, {expected:g} GP in the mean. "
            "All counters in the Home Islands and the convoy box are lost."
        ),
    }


def _pool_by_phase(lines: Iterable[dict[str, Any]]) -> dict[str, int]:
    """What each phase has added to the total or taken from it, from the lines of the record."""
    found = dict.fromkeys(_TOOK, 0)
    for line in lines:
        for event in line["events"]:
            if "total" in event:
                found[line["phase"]] += event["change"]
    return found


def over_view(game: Game, lines: Iterable[dict[str, Any]]) -> dict[str, Any]:
    """Outcome and reasons of a finished game. lines: of its record."""
    pool = _pool_by_phase(lines)
    view = {
        "outcome": game.outcome,
        "cause": game.cause,
        "winner": game.winner,
        "turn": game.turn,
        "gp": game.gp,
        "total": game.total,
        "headline": _headline(game),
        "pool": {"start": int(game.scenario.tables[0].start_total), **pool},
        "why": [result_words(game), *_reasons(game, pool)],
        "turn_13": _turn_13(game),
    }
    if game.options.solo:
        view["solo_victory"] = game.solo_victory
    return view


def _headline(game: Game) -> str:
    if game.outcome == "game_over":
        return "Both services have lost."
    if game.options.solo:
        return "Victory." if game.solo_victory else "Completed, without victory."
    return "A draw." if game.winner == "draw" else f"The {game.winner} wins."


def _reasons(game: Game, pool: dict[str, int]) -> list[str]:
    """Where the total went and how the talks did. pool: `_pool_by_phase`."""
    g, scenario = game.record, game.scenario
    last = min(game.turn, int(scenario.tables[0].last_turn))  # turn 13 has no talks
    turns = slice(1, last + 1)
    burnt = [int(g.log_burnt[turns, k].sum()) for k in range(2)]
    lost = [
        name(scenario, box)
        for b, box in enumerate(scenario.boxes)
        if scenario.tables[0].home_islands[b]
        and box in (game.marker(marker) for marker in scenario.markers)
    ]
    said = [
        f"The total began at {int(scenario.tables[0].start_total)}: "
        + ", ".join(f"{_TOOK[phase]} {change:+d}" for phase, change in pool.items() if change)
        + f". Of combat losses the army paid {burnt[0]} and the navy {burnt[1]} from it.",
        f"The talks failed in {int((g.log_deadlock[turns] == 1).sum())} of {last} turns.",
    ]
    if lost:
        said.append(f"Allied markers stand in {' and '.join(lost)}.")
    return said


def _turn_13(game: Game) -> dict[str, Any]:
    """Whether turn 13 was possible and declared."""
    last = int(game.scenario.tables[0].last_turn)
    if game.turn > last:
        return {"possible": True, "declared": True, "words": "Turn 13 was declared and played."}
    if game.outcome != "completed":
        return {"possible": False, "declared": False, "words": "The game ended before turn 13."}
    if can_declare(game.record, game.scenario.tables[0]):
        said = f"The {st.SERVICES[int(trailing(game.record))]} let the game end without turn 13."
        return {"possible": True, "declared": False, "words": said}
    gap = int(game.scenario.tables[0].turn_13_gap)
    said = f"It takes a gap of {gap} GP and a lost box of the home islands to declare turn 13."
    return {"possible": False, "declared": False, "words": said}
