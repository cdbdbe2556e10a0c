"""Why a game ended as it did, from the facts of its record, and to whom it is said."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from glory_env.games.glory.game import Game
from glory_env.games.glory.render import position
from glory_env.games.glory.rules.handicap import start_of
from glory_env.games.glory.words import facts, names
from glory_env.text.lazy import Capital, Joined, Say, Text

Lines = Sequence[dict[str, Any]]
TAKES = ("combat", "convoy", "production", "turn_end")  # the phases that change the total


def pool_by_phase(lines: Lines) -> dict[str, int]:
    """What each phase has added to the total or taken from it, from the lines of the record."""
    changes = dict.fromkeys(TAKES, 0)
    for line in lines:
        for event in line["events"]:
            if "total" in event:
                changes[line["phase"]] += event["change"]
    return changes


def points_by_phase(lines: Lines, seat: str) -> dict[str, int]:
    """GP of a service by what brought them: combat, turn_end (boxes and bases), turn_13."""
    points = dict.fromkeys(("combat", "turn_end", "turn_13"), 0)
    for line in lines:
        for event in line["events"]:
            if event.get("gp") == seat:
                phase = line["phase"] if line["phase"] in points else "turn_end"
                points[phase] += event["change"]
    return points


def story(game: Game, lines: Lines, escorts: Mapping[int, int]) -> Text:
    """What took most of the pool and what brought some, turns without escorts, what is left.

    escorts: units in the convoy box when the convoys sailed, by turn.
    """
    changes = pool_by_phase(lines)
    taken = sorted((change, phase) for phase, change in changes.items() if change < 0)
    parts: list[Text] = [
        Say(f"outcome.took.{phase}" if k == 0 else f"outcome.also.{phase}", n=-change)
        for k, (change, phase) in enumerate(taken)
    ]
    pool: list[Text] = [Joined(parts)] if parts else []
    pool += [
        Say(f"outcome.brought.{phase}", n=change) for phase, change in changes.items() if change > 0
    ]
    bare = [turn for turn, count in escorts.items() if not count]
    if bare:
        pool.append(Say("outcome.no_escorts", turns=turns(bare)))
    start = int(start_of(game.record, game.scenario.tables[0]))
    pool.append(Say("outcome.left", total=game.total, start=start))
    return Say("outcome.sentence", parts=Capital(Joined(pool, "list.semicolon")))


def turns(numbers: Iterable[int]) -> Text:
    """Turns as ranges: 2 to 4, 7."""
    runs: list[list[int]] = []
    for turn in sorted(numbers):
        if runs and runs[-1][1] == turn - 1:
            runs[-1][1] = turn
        else:
            runs.append([turn, turn])
    return Joined(
        Say("outcome.turns", first=a, last=b) if a < b else Say("outcome.turn", n=a)
        for a, b in runs
    )


# --- to one person -------------------------------------------------------------------------
def own_headline(game: Game, seat: str) -> Text:
    """How the game ended, said to the person of a seat."""
    other = facts.other(seat)
    if game.outcome == "game_over":
        floor = position.floor(game.scenario, game.record)
        values = {"n": floor, "turn": game.turn, "other": names.service(other)}
        return Say(f"outcome.both_lost_{game.cause}", **values)
    key = "draw" if game.winner == "draw" else "won" if game.winner == seat else "lost"
    points = {"own": game.gp[seat], "theirs": game.gp[other]}
    return Say(f"outcome.{key}", other=names.service(other), **points)


def own_points(game: Game, lines: Lines, seat: str) -> Text:
    """Where the glory points of both came from, said to the person of a seat."""
    parts = []
    for who in (seat, facts.other(seat)):
        by_phase = points_by_phase(lines, who)
        shown = {phase: n for phase, n in by_phase.items() if n or phase != "turn_13"}
        values = [Say(f"outcome.points.{phase}", n=n) for phase, n in shown.items()]
        key = "yours" if who == seat else "theirs"
        parts.append(Say(f"outcome.{key}", who=names.service(who), parts=Joined(values)))
    return Joined(parts, "list.space")
