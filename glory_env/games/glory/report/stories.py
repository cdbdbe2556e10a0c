"""The games of a results document on the page: turn by turn, with the decisive turns marked."""

from __future__ import annotations

from collections import Counter
from typing import Any

from glory_env.games.glory.bench.stories import ACROSS, LOWEST, MEDIAN
from glory_env.games.glory.state import SERVICES

RULE = (
    "A turn is decisive if one of these is true: it has the largest fall of the pool (the first of "
    "several); the talks fail for the first time; a service breaks its word; the game is lost "
    "in it."
)
ABOUT = {
    MEDIAN: "The game of median welfare: {army} with itself",
    LOWEST: "The first game of lowest welfare: {army} with itself",
    ACROSS: "The game of median welfare: {army} as army, {navy} as navy",
}
# Of a turn's story: what its phases are about. A phase that is not here is under the last one.
PARTS = {
    "tonnage": "Talks",
    "activation": "Activation",
    "movement": "Movement: escorts",
    "combat": "Combat",
    "convoy": "Convoys",
    "production": "Construction from the civil share",
    "turn_13": "Turn 13",
}
REST = "Turn end"


def story(game: dict[str, Any]) -> dict[str, Any]:
    """A game for the page: title, ending, and turns with their marks, split and parts."""
    marked = moments(game)
    totals = [game["start"], *(turn["total"] for turn in game["turns"])]
    turns = [
        {
            **turn,
            "marks": marked.get(turn["turn"], []),
            "split": _split(turn["shares"]),
            "before": before,
            "parts": _parts(turn),
        }
        for before, turn in zip(totals, game["turns"], strict=False)
    ]
    return {**game, "title": ABOUT[game["about"]].format(**game), "turns": turns}


def moments(game: dict[str, Any]) -> dict[int, list[str]]:
    """Turn -> why it is decisive, by RULE; turns that are not are left out."""
    turns = game["turns"]
    before = [game["start"], *(turn["total"] for turn in turns)]
    falls = [start - turn["total"] for start, turn in zip(before, turns, strict=False)]
    failed = [turn["turn"] for turn in turns if turn["deadlock"]]
    reasons: dict[int, list[str]] = {}
    for turn, fall in zip(turns, falls, strict=True):
        marks = []
        if fall > 0 and fall == max(falls) and falls.index(fall) == turns.index(turn):
            marks.append(f"the largest fall of the pool, by {fall} to {turn['total']}")
        if failed[:1] == [turn["turn"]]:
            often = f"the first of {len(failed)} times" if len(failed) > 1 else "only here"
            marks.append(f"the talks fail, {often}")
        marks += turn["broken"]
        if turn is turns[-1] and not game["completed"]:
            marks.append("the game is lost")
        if marks:
            reasons[turn["turn"]] = marks
    return reasons


def _split(shares: list[int]) -> list[dict[str, Any]]:
    """The parts of a split that is not empty, with their widths in per cent."""
    total = sum(shares)
    return [
        {"owner": owner, "tons": tons, "width": f"{100 * tons / total:.2f}"}
        for owner, tons in zip((*SERVICES, "civil"), shares, strict=True)
        if total
    ]


def _parts(turn: dict[str, Any]) -> list[dict[str, Any]]:
    """What happened in a turn under headings, with the figures of the log."""
    figures = {
        "activation": _of_seats("spent", turn["spent"]),
        "combat": _of_seats("lost", turn["loss"]),
    }
    return [
        {
            "title": PARTS.get(phase, REST),
            "figures": figures.get(phase, ""),
            "paragraphs": _counted(paragraphs) if phase == "movement" else paragraphs,
        }
        for phase, paragraphs in turn["story"].items()
    ]


def _counted(paragraphs: list[list[str]]) -> list[list[str]]:
    """Paragraphs that are the same once, with their number: each piece asks for its own escort."""
    counts = Counter(map(tuple, paragraphs))
    return [[*one, f"{n} times"] if n > 1 else [*one] for one, n in counts.items()]


def _of_seats(words: str, values: list[int]) -> str:
    return f"{words}: " + ", ".join(f"{s} {n}" for s, n in zip(SERVICES, values, strict=True))
