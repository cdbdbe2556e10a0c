"""The legal choices as one numbered list: ways of a piece and amounts behind one entry."""

from __future__ import annotations

from typing import NamedTuple

from glory_env.games.glory.play.menu import ASK, PIECE, POOL, SAY, Choice, Entry, Group
from glory_env.games.glory.play.session import GameSession
from glory_env.games.glory.words.talk_words import ARGUMENTS
from glory_env.text.lazy import Joined, Say, Text


class Item(NamedTuple):
    """An entry of a list: a complete choice, or the list behind it."""

    words: Text
    choice: Choice | None = None
    inner: tuple[Item, ...] = ()


def items(session: GameSession) -> list[Item]:
    """The choices of the pending decision; none for offers."""
    listed: list[Item] = []
    for group in session.groups():
        if _is_behind(group):
            listed.append(_list_behind(session, group))
        else:
            listed += [Item(_line(entry.full, entry), entry.choice) for entry in group.entries]
    return listed


def _is_behind(group: Group) -> bool:
    """Whether the choices of a group stand behind one entry: statements by their arguments."""
    if group.key in (SAY, ASK):
        return len(group.entries) > 1 and bool(set(ARGUMENTS) & set(group.entries[0].choice))
    return group.key in (PIECE, POOL) and len(group.entries) > 1


def _list_behind(session: GameSession, group: Group) -> Item:
    inner = tuple(Item(_line(entry.label, entry), entry.choice) for entry in group.entries)
    if group.key == PIECE:
        return Item(Say("choice.ways", piece=group.title, n=len(inner)), inner=inner)
    if group.key in (SAY, ASK):
        return Item(Say("choice.arguments", statement=group.title, n=len(inner)), inner=inner)
    amounts = [entry.choice["pool"] for entry in group.entries]
    total, low, high = session.game.total, min(amounts), max(amounts)
    return Item(Say("choice.amounts", low=low, high=high, total=total), inner=inner)


def _line(words: Text, entry: Entry) -> Text:
    return Say("choice.more", choice=words, more=Joined(entry.more)) if entry.more else words
