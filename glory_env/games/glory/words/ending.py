"""How a game ended, and why."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.render import position
from glory_env.games.glory.rules.handicap import margin_of, start_of
from glory_env.games.glory.rules.turn13 import can_declare
from glory_env.games.glory.words import causes, facts, names
from glory_env.games.glory.words.medals import in_one_line, medals
from glory_env.text.lazy import Joined, Say, Text


def over_view(
    game: Game,
    lines: causes.Lines,
    seats: Sequence[str] = (),
    escorts: Mapping[int, int] | None = None,
) -> dict[str, Any]:
    """Outcome and reasons of a finished game.

    lines: of its record; seats: those of people; escorts: as for `causes.story`.
    """
    points = [causes.own_points(game, lines, seats[0])] if len(seats) == 1 else []
    start = int(start_of(game.record, game.scenario.tables[0]))
    view = {
        "outcome": game.outcome,
        "cause": game.cause,
        "winner": game.winner,
        "turn": game.turn,
        "gp": game.gp,
        "total": game.total,
        "headline": headline(game, seats),
        "reason": _reason(game, seats),
        "pool": {"start": start, **causes.pool_by_phase(lines)},
        "story": causes.story(game, lines, escorts or {}),
        "why": [*_why(game), *points],
        "turn_13": _turn_13(game),
        "medals": medals(game, escorts or {}),
    }
    if game.options.solo:
        view["solo_victory"] = game.solo_victory
    return view


def headline(game: Game, seats: Sequence[str] = ()) -> Text:
    """How a game ended, in a few words; to a single person whether that one has won or lost."""
    if len(seats) == 1 and not game.options.solo:
        return causes.own_headline(game, seats[0])
    if game.outcome == "game_over":
        return Say("ending.game_over")
    if game.options.solo:
        return Say("ending.solo_won" if game.solo_victory else "ending.solo_lost")
    if game.winner == "draw":
        return Say("ending.draw")
    return Say("ending.wins", who=names.service(game.winner))


def _reason(game: Game, seats: Sequence[str]) -> Text:
    s = game.scenario.tables[0]
    if game.outcome == "game_over":
        if len(seats) == 1 and not game.options.solo:  # the headline has named the cause
            return Say("outcome.no_winner")
        if game.cause == "tonnage":
            return Say("ending.cause_tonnage", n=position.floor(game.scenario, game.record))
        return Say("ending.cause_home_boxes")
    if game.options.solo:
        return Say("ending.why_solo", n=int(s.solo_gp))
    key = "ending.why_draw" if game.winner == "draw" else "ending.why_win"
    lead = game.gp["army"] - game.gp["navy"]
    margin = margin_of(game.record, s, st.ARMY if lead > 0 else st.NAVY)
    return Say(key, gap=abs(lead), margin=int(margin))


def _why(game: Game) -> list[Text]:
    """The score, who paid for combat, how the talks went, what is lost at home."""
    g, scenario = game.record, game.scenario
    last = min(game.turn, int(scenario.tables[0].last_turn))  # turn 13 has no talks
    turns = slice(1, last + 1)
    burnt = {seat: int(g.log_burnt[turns, k].sum()) for k, seat in enumerate(st.SERVICES)}
    failed = int(np.count_nonzero(g.log_deadlock[turns] == 1))
    lost = [names.name(scenario, box) for box in facts.lost_homes(game)]
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
    earned = in_one_line(view["medals"])
    shown = [view["headline"], view["reason"], view["story"], *view["why"], last]
    return [*shown, earned] if earned else shown
