"""The legal choices of the pending decision, in words and in groups, for every front end.

A person never meets a list of a hundred micro-steps: moves stand under their piece, payments from
the total under one entry, activations under their box, statements under what they say.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.words import choice_words, facts, names, talk_words
from glory_env.games.glory.words.talk_words import ARGUMENTS
from glory_env.text.lazy import Capital, Say, Text

Choice = dict[str, Any]
END, POOL, PIECE, BOX, SAY, ASK = "end", "pool", "piece", "box", "say", "ask"
TRANSPORTS = "transports"


class Entry(NamedTuple):
    """A legal choice.

    label: in short, under the title of its group. full: standing alone. more: its particulars.
    facts: the numbers behind them.
    """

    choice: Choice
    label: Text
    full: Text
    more: list[Text]
    facts: facts.Facts


class Group(NamedTuple):
    """Choices that belong together. key: what they share. title: None where it is plain."""

    key: str
    title: Text | None
    entries: list[Entry]


_KEYS = {  # the group of a decision's choices
    "answer": "answer",
    "concede": "concede",
    "janken": "hand",
    "battle": "battle",
    "escort_grant": BOX,
    "activate": BOX,
    "support": "lend",
    "convoy_damage": "damage",
}
_TITLES = {"damage": "units", "fort": "units", "advance": "track", "start": "new", "convert": "new"}


def groups(game: Game) -> list[Group]:
    """The legal choices, grouped; transports first, "nothing more" last. Empty for offers (too
    many)."""
    if game.decision == "offer":
        return []
    by_group: dict[tuple[str, str], Group] = {}
    for choice in game.choices():
        key, about = _group(game, choice)
        if (key, about) not in by_group:
            by_group[key, about] = Group(key, _title(game, key, about), [])
        numbers = facts.of_choice(game, choice)
        words = choice_words.label(game, choice), choice_words.full(game, choice)
        if key in (SAY, ASK):
            words = talk_words.own_words(game.scenario, choice), words[1]
        entry = Entry(choice, *words, choice_words.more(game, choice, numbers), numbers)
        by_group[key, about].entries.append(entry)
    return sorted(by_group.values(), key=lambda group: _RANK.get(group.key, 0))  # stable


_RANK = {TRANSPORTS: -1, END: 1}


def is_transport(game: Game, choice: Choice) -> bool:
    """Whether a choice of the production phase builds a transport."""
    if "advance" not in choice:
        return bool(choice.get("start") == st.ROWS[st.ROW_TRANSPORT])
    row = game.scenario.tables[0].row[game.counter(choice["advance"])]
    return int(row) == st.ROW_TRANSPORT


def _group(game: Game, choice: Choice) -> tuple[str, str]:
    """The key of a choice's group, and the counter or box it is about."""
    first, decision = next(iter(choice)), game.decision
    if first in (END, POOL):
        return first, ""
    if first in (SAY, ASK):
        has_argument = any(key in choice for key in ARGUMENTS)
        return first, str(choice.get("for") or choice["say"]) if has_argument else ""
    if decision == "move":
        return PIECE, choice_words.mover(choice)
    if first == "refuse":
        return first, ""
    key = _KEYS.get(decision, "yes_no")
    if decision == "produce" and is_transport(game, choice):
        return TRANSPORTS, TRANSPORTS
    if decision in ("pay", "produce"):
        key = first
    return key, game.box(choice["unit"]) if key == BOX else _TITLES.get(key, "")


def _title(game: Game, key: str, about: str) -> Text | None:
    if key in (SAY, ASK):
        if not about:
            return Say(f"choice.{key}")
        words = Say(f"statement.{about}.name")
        return Capital(Say(f"action.talk.{choice_words.SPOKEN[key]}", statement=words))
    if key == PIECE:
        where = names.place(game.scenario, game.box(about))
        return Say("choice.at", piece=names.piece(game, about), place=where)
    if key == BOX:
        return names.place(game.scenario, about)
    if key == POOL:
        return Say("choice.pool")
    return Say(f"choice.{about}") if about and game.decision in ("pay", "produce") else None


def offer_problem(game: Game, army: int, navy: int) -> Text | None:
    """Why a split cannot be offered; None if it can."""
    total, grid = game.total, game.options.grid
    if army < 0 or navy < 0:
        return Say("offer.negative")
    if army % grid or navy % grid:
        return Say("offer.grid", grid=grid)
    room = total - total % grid
    return Say("offer.room", sum=army + navy, room=room) if army + navy > room else None
