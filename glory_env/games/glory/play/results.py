"""Figures over a person's own finished games, from the saved ones."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.words.facts import other
from glory_env.play.reading import PERSON
from glory_env.play.saves import LESSON, Saves


def results(saves: Saves) -> list[dict[str, Any]]:
    """Of the games with one person, lessons left out, by scenario, partner and seat of the person.

    Each row: `played`, `completed` and `won` count games, `gp` and `gp_partner` are means. The
    pairings played most come first.
    """
    rows: dict[tuple[str, str, str], dict[str, Any]] = {}
    for one in saves.ended():
        if one["name"].startswith(LESSON):
            continue
        agents, end = one["agents"], one["end"]
        own = [seat for seat in SERVICES if agents[seat] == PERSON]
        if len(own) != 1:
            continue
        seat = own[0]
        theirs = other(seat)
        key = one["scenario"], agents[theirs], seat
        names = dict(zip(("scenario", "partner", "seat"), key, strict=True))
        counts = {"played": 0, "completed": 0, "won": 0, "gp": 0.0, "gp_partner": 0.0}
        row = rows.setdefault(key, {**names, **counts})
        row["played"] += 1
        row["completed"] += bool(end["completed"])
        row["won"] += end["winner"] == seat
        row["gp"] += end["gp"][seat]
        row["gp_partner"] += end["gp"][theirs]
    for row in rows.values():
        for name in ("gp", "gp_partner"):
            row[name] = round(row[name] / row["played"], 1)
    return sorted(rows.values(), key=lambda row: -int(row["played"]))
