"""The golden games: which there are, how they are chosen, and how they are written down."""

from __future__ import annotations

import random
import re
from pathlib import Path
from typing import Any, NamedTuple

from glory_env.games.glory import actions as a
from glory_env.games.glory import state as st
from glory_env.games.glory.describe import describe
from glory_env.games.glory.game import Game
from glory_env.games.glory.render.text import board_line
from glory_env.games.glory.trace import add_state
from glory_env.record.lines import digest_of

FOLDER = Path(__file__).resolve().parent


class Golden(NamedTuple):
    """One golden game: scenario, seed of dice and choices, last turn to show, options."""

    scenario: str
    seed: int
    turns: int
    options: dict[str, Any]


# Whole games unless `turns` says less. Seeds are picked so that together they show everything a
# record can hold (tests/test_golden.py counts).
GAMES = {
    "teaching_default": Golden("teaching", 36, 99, {}),
    "teaching_sealed_dice": Golden(
        "teaching", 29, 99, {"negotiation": "sealed", "deadlock": "dice"}
    ),
    "teaching_janken": Golden("teaching", 6, 99, {"deadlock": "janken", "break_off": 0.25}),
    "teaching_status_quo": Golden(
        "teaching",
        221,
        99,
        {"deadlock": "status_quo", "production": "navy_first", "max_offers": 2},
    ),
    "teaching_pro_rata": Golden(
        "teaching",
        29,
        99,
        {"negotiation": "sealed", "deadlock": "pro_rata", "production": "joint_vote"},
    ),
    "teaching_optional": Golden(
        "teaching",
        37,
        99,
        {
            "negotiation": "fixed",
            "fixed_split": (0.4, 0.35),
            "production": "army_first",
            "optional": ("20-1", "20-2"),
        },
    ),
    "teaching_talk": Golden("teaching", 65, 99, {"talk": "cheap"}),
    "teaching_solo": Golden("teaching", 31, 99, {"solo": True}),
    "glory_two_turns": Golden("glory", 10, 2, {}),
    "glory_three_turns": Golden(
        "glory", 10, 3, {"deadlock": "zero", "grid": 25, "rulings": {"absorbers": "box"}}
    ),
}


def path_of(name: str) -> Path:
    return FOLDER / f"{name}.txt"


def start(golden: Golden) -> Game:
    """The game at its first decision; its lines hold a board line after every state."""
    return Game(golden.scenario, seed=golden.seed, on_phase_end=_show, **golden.options)


def _show(game: Game, turn: int, phase: str) -> None:
    add_state(game, turn, phase)
    game.lines.append({"board": board_line(game.scenario, game.record)})


def is_finished(golden: Golden, game: Game) -> bool:
    return game.outcome != "playing" or game.turn > golden.turns


# --- choosing ------------------------------------------------------------------------------
def pick(game: Game, rng: random.Random) -> int:
    """A legal action: splits that leave each its share, menus seldom ended at once."""
    legal = game.legal_actions()
    if game.record.decision in (st.OFFER_CIVIL, st.OFFER_ARMY):
        share = 0.1 + 0.3 * rng.random()
        if game.record.decision == st.OFFER_ARMY:
            share = 0.2 + 0.5 * rng.random()
        wanted = share * game.total / st.STEP
        return min(legal, key=lambda action: abs(action - a.AMOUNT - wanted))
    rest = [action for action in legal if action != a.END]
    if a.END in legal and (not rest or rng.random() < 0.2):
        return a.END
    return rest[int(rng.random() * len(rest))]


# --- writing -------------------------------------------------------------------------------
def write_down(name: str, actions: list[int] | None = None) -> str:
    """The text of a golden game; actions: those of its file (None = chosen anew)."""
    golden = GAMES[name]
    game = start(golden)
    rng = random.Random(golden.seed)
    given = iter(actions) if actions is not None else None
    options = " ".join(f"{key}={value}" for key, value in golden.options.items())
    out = [name, f"scenario {golden.scenario}, seed {golden.seed}, {options or 'usual options'}"]
    lines, words = list(game.lines), []
    out += [_text(line, words) for line in game.lines]
    while not is_finished(golden, game):
        action = next(given) if given is not None else pick(game, rng)
        words.append(describe(game.scenario, action, game.record))
        game.act(action)
        lines += game.lines
        out += [_text(line, words) for line in game.lines]
        if game.lines:
            words = []
    gp = f"army {game.gp['army']}, navy {game.gp['navy']}"
    out.append(f"{game.outcome}, cause {game.cause}, turn {game.turn}, {gp}, won: {game.winner}")
    out.append(f"digest {digest_of(line for line in lines if 'board' not in line)}")
    return "\n".join(line for line in out if line) + "\n"


def actions_in(text: str) -> list[int]:
    """The actions of a golden game's text: the numbers in brackets at the ends of choices."""
    return [int(n) for part in re.findall(r"\[([\d ]+)\]", text) for n in part.split()]


def digest_in(text: str) -> str:
    return text.split()[-1]


def _text(line: dict[str, Any], words: list[str]) -> str:
    """One line of a record in words; words: those of the choice's micro-steps."""
    if "state" in line:
        return ""
    if "board" in line:
        return f"= {line['board']}"
    parts = [f"  {line['actor']} {line['decision']}"]
    if line["actor"] != "system":
        numbers = " ".join(map(str, line["actions"]))
        forced = " (only choice)" if line.get("forced") else ""
        parts.append(f"{'; '.join(words)}{forced} [{numbers}]")
    elif line["choice"]:
        parts.append(", ".join(f"{key} {value}" for key, value in line["choice"].items()))
    for roll in line["dice"]:
        parts.append(f"{roll['purpose']} {' '.join(map(str, roll['faces']))}")
    if line["events"]:
        parts.append("-> " + ", ".join(map(_event, line["events"])))
    return " | ".join(parts)


def _event(event: dict[str, Any]) -> str:
    """For example "total -50 = 300", "marker D to base", "fort_1 to homeland"."""
    if "change" in event:
        name = "total" if "total" in event else f"{event['gp']} GP"
        return f"{name} {event['change']:+d} = {event.get('total', event.get('now'))}"
    return " ".join(
        str(value) if key == "counter" else f"{key} {value}" for key, value in event.items()
    )
