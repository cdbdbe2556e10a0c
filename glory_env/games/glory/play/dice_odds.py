"""What the dice of a choice can bring, before they are rolled: the row of the chart with chances.

Battles and convoys only; the chances are those of `engine.odds`, for the position as it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from glory_env.games.glory import state as st
from glory_env.games.glory.engine import odds
from glory_env.games.glory.game import Game
from glory_env.games.glory.rules.combat import nation_in
from glory_env.games.glory.words import charts, choice_words, facts
from glory_env.text.lazy import Say, Text

Line = dict[str, Any]


def dice_odds(game: Game, choice: dict[str, Any], lines: Sequence[Line]) -> dict[str, Any] | None:
    """The row that the first dice after a choice are read in, with chances; None for other dice.

    lines: what a copy of the game wrote of the choice; only what is rolled for is read in them.
    """
    purposes = [roll["purpose"] for line in lines for roll in line["dice"]]
    first = purposes[0] if purposes else ""
    if first == "combat":
        return _battle(game, choice)
    if first == "convoy":
        return _convoy(game, choice)
    return None


def _battle(game: Game, choice: dict[str, Any]) -> dict[str, Any]:
    g, s = game.record, game.scenario.tables[0]
    box = choice.get("box") or game.scenario.boxes[int(g.battle_box)]
    seat = int(g.actor) if "box" in choice else int(g.battle_service)
    twin = game
    if "unit" in choice:  # lent to the army with this choice
        twin = game.clone()
        twin.games["supports"][0, game.counter(choice["unit"])] = 1
    b, sums = game.scenario.boxes.index(box), odds.survey(twin.record, s)
    dice, plus = int(sums[seat, b, odds.DICE]), int(sums[seat, b, odds.MODIFIERS])
    _, chart = charts.combat(game, box, game.turn, 0)
    by_hits = odds.hit_chances(g, s, dice, plus)
    last = len(chart["cells"]) - 1
    chances = [float(by_hits[hits]) for hits in range(last)] + [float(by_hits[last:].sum())]
    gains = s.crt_gp[g.turn, int(nation_in(g, s, b))]
    means = facts.fight(twin, seat, box)
    words: list[Text] = [choice_words.means(means)]
    if plus:
        words.append(Say("chance.plus", n=plus))
    if odds.is_alone(s, sums, b):
        words.append(Say("choice.alone"))
    now = game.total - int(g.pool_paid)
    words.append(Say("chance.stake", now=now, after=f"{now - means['loss']:.0f}"))
    points = [int(gains[hits]) for hits in range(last + 1) if chances[hits] > 0]
    return _view(chart, chances, words) | {"gp": points, "means": means}


def _convoy(game: Game, choice: dict[str, Any]) -> dict[str, Any]:
    s = game.scenario.tables[0]
    method = "B" if choice.get("large") else game.method
    rows = [charts.convoy(game, method, face) for face in charts.FACES]
    chances = [0.0] * len(rows[0]["cells"])
    for row in rows:
        chances[row["at"]] += 1 / len(rows)
    ships, aircraft = odds.convoy_escorts(game.record, s)
    loss = odds.mean_convoy_loss(game.record, s, ships, aircraft, st.METHODS.index(method))
    words: list[Text] = [Say("chance.convoy", loss=f"{loss:.0f}")]
    if aircraft:
        words.append(Say("chance.air"))
    return _view(rows[0], chances, words) | {"gp": None, "means": {"loss": round(loss, 1)}}


def _view(chart: charts.Chart, chances: list[float], words: list[Text]) -> dict[str, Any]:
    """The columns that can come up. A chart row without the cell that was hit: none was yet."""
    columns = [k for k, chance in enumerate(chances) if chance > 0]
    return {
        "title": chart["title"],
        "heads": [chart["heads"][k] for k in columns],
        "cells": [chart["cells"][k] for k in columns],
        "chances": [round(chances[k], 4) for k in columns],
        "words": words,
    }
