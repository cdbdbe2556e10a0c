"""Games worth reading: which of a run they are, and each of them turn by turn in words."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import groupby
from typing import Any

import numpy as np

from glory_env.envs.agent import make_pair
from glory_env.games.glory.bench import crossplay, tasks
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.participants import Participant
from glory_env.games.glory.bench.policies import is_slow
from glory_env.games.glory.game import Game
from glory_env.games.glory.log import ending, turn_of
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.state import COMPLETED, SERVICES
from glory_env.games.glory.words import log_words
from glory_env.record import play_record
from glory_env.text.lazy import Joined, Say, Text

MEDIAN, LOWEST, ACROSS = "median", "lowest", "across"
# Phases that are shown in full; of other phases only a line with an event of these keys.
IN_FULL = ("tonnage", "activation", "combat", "convoy", "production", "turn_13")
EVENTS = frozenset(("total", "promise", "battle", "doubled_loss", "method"))
# In other phases as well: what one service asks of the other.
ASKED = ("escort_request", "escort_grant", "embark", "support_request", "support")
Line = dict[str, Any]
Passage = tuple[Line, Text, list[str]]  # a line, what was done, what followed


def stories(store: tasks.Store, measured: Sequence[Participant]) -> list[dict[str, Any]]:
    """The games to read, as plain values for JSON; tonnage in units of 10,000 tons.

    Of the first participant that is no planner with itself the game of median and the first one of
    lowest welfare; with cross-play also the one of median welfare of the first two rows of the
    matrix, the first as army. Each is played once more from its seed: the same game, with the
    record that the stored columns lack.
    """
    first = next((p for p in measured if not is_slow(p.policy())), measured[0])
    wanted = [
        (MEDIAN, first, first, tasks.itself(first)),
        (LOWEST, first, first, tasks.itself(first)),
    ]
    rows = crossplay.players(measured) if "crossplay" in store.config.tasks else []
    if len(rows) > 1:
        army, navy = rows[:2]
        wanted += [
            (ACROSS, army, navy, pair)
            for pair in crossplay.pairings(store.config, rows)
            if (pair.army, pair.navy) == (army.policy(), navy.policy())
        ]
    return [
        {"about": about, "army": army.name, "navy": navy.name, **_game(store, pair, about)}
        for about, army, navy, pair in wanted
    ]


def _game(store: tasks.Store, pair: Pairing, about: str) -> dict[str, Any]:
    """The game of a pairing that is wanted, and its turns."""
    games = store.games(pair)
    order = np.argsort(games.columns["welfare"], kind="stable")
    k = order[0 if about == LOWEST else len(order) // 2]
    seed = int(games.seeds[k])
    game = Game(
        store.scenario(pair), seed=seed, auto_forced=True, reward=pair.angle, **store.options(pair)
    )
    start = game.total
    lines = _replayed(game, pair, store.config.deterministic)
    return {
        "seed": seed,
        "welfare": round(float(games.columns["welfare"][k]), 4),
        "start": start,
        "completed": bool(game.record.outcome == COMPLETED),
        "turns": turns(game, lines, start),
        "ending": ending(game.record),
    }


def _replayed(game: Game, pair: Pairing, deterministic: bool) -> list[Line]:
    """The record's lines of a game that is played to its end, with the draws of a measured game."""
    agents = make_pair(pair.army, pair.navy, deterministic=deterministic)
    for seat, agent in zip(SERVICES, agents, strict=True):
        agent.reset(seat, game.seed)
    # Functions are not reset once more with a seed of the record's own.
    acts = {seat: agent.act for seat, agent in zip(SERVICES, agents, strict=True)}
    return play_record(game, acts).lines


# --- in words ------------------------------------------------------------------------------
def turns(game: Game, lines: Sequence[Line], start: int) -> list[dict[str, Any]]:
    """The turns of a finished game: log and remarks as in `turn_of`, and what was done.

    lines: of its record. start: the total before them. story: phase -> paragraphs; the first text
    of a paragraph is what was done, the others are what followed. broken: words not kept.
    """
    shown: list[dict[str, Any]] = []
    # A declared turn 13 is a turn of the log, but of the record the last phase of turn 12.
    last = int(game.record.turn)
    for turn, some in groupby(
        lines, lambda line: last if line["phase"] == "turn_13" else int(line["turn"])
    ):
        of_turn = list(some)
        before = shown[-1]["total"] if shown else start
        shown.append(
            {
                **turn_of(game.record, turn),
                "story": _story(game.scenario, of_turn, before),
                "broken": [
                    words for line in of_turn for words in _events(game.scenario, line, _is_broken)
                ],
            }
        )
    return shown


def _story(scenario: Scenario, lines: Sequence[Line], total: int) -> dict[str, list[list[str]]]:
    """A turn's lines by phase. total: before them."""
    story: dict[str, list[list[str]]] = {}
    for phase, some in groupby(lines, lambda line: str(line["phase"])):
        passages: list[Passage] = []
        for line in some:
            details = _events(scenario, line, _is_shown)
            if _is_worth_reading(line, details):
                words = log_words.headline(scenario, line, total)
                if phase == "tonnage":
                    details = [*(str(log_words.roll(**roll)) for roll in line["dice"]), *details]
                passages.append((line, words, details))
            total = next((e["total"] for e in line["events"][::-1] if "total" in e), total)
        if passages:
            story[phase] = _paragraphs(passages)
    return story


def _is_worth_reading(line: Line, details: Sequence[str]) -> bool:
    """A choice of a phase that is shown in full, or one with consequences."""
    if details:
        return True
    if log_words.is_dull(line) or line["decision"] == "opener" or "end" in (line["choice"] or {}):
        return False
    return line["phase"] in IN_FULL or line["decision"] in ASKED


def _events(scenario: Scenario, line: Line, wanted: Callable[[Line], bool]) -> list[str]:
    """The wanted ones of what a line led to, in words."""
    kept = [event for event in line["events"] if wanted(event)]
    return [str(words) for words in log_words.events(scenario, {**line, "events": kept})]


def _is_shown(event: Line) -> bool:
    return not EVENTS.isdisjoint(event)


def _is_broken(event: Line) -> bool:
    return "promise" in event and event["state"] == "broken"


def _paragraphs(passages: Sequence[Passage]) -> list[list[str]]:
    """A paragraph a line; lines that name a piece each and led to nothing make one together."""
    paragraphs = []
    for _, some in groupby(passages, _alike):
        (line, words, details), *more = some
        if more and isinstance(words, Say):
            pieces = [words, *(other for _, other, _ in more if isinstance(other, Say))]
            words = Say(words.key, piece=Joined([one.values["piece"] for one in pieces]))
        if line["actor"] != "system":
            words = log_words.with_actor(line, words)
        paragraphs.append([str(words), *details])
    return paragraphs


def _alike(passage: Passage) -> object:
    """The same for lines that can be written as one."""
    line, words, details = passage
    if isinstance(words, Say) and words.values.keys() == {"piece"} and not details:
        return line["actor"], words.key
    return id(line)
