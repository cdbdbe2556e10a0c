"""The legal choices of the pending decision, in words and in groups, for every face.

A person never meets a list of a hundred micro-steps: moves stand under their piece, payments from
the total under one entry, activations under their box.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from glory_env.game.game import Game
from glory_env.play import words

Choice = dict[str, Any]


class Entry(NamedTuple):
    """One item of a menu: words, and a complete choice or the menu behind it."""

    words: str
    choice: Choice | None = None
    inner: tuple[Entry, ...] = ()


class Group(NamedTuple):
    """Choices that belong together.

    key: what they have in common (`piece`, `box`, `pool`, `end` ...). title: in words. short: the
    choices under that title, in the order of `entries`, whose words stand alone.
    """

    key: str
    title: str
    entries: tuple[Entry, ...]
    short: tuple[str, ...]


_TITLES = {
    "answer": ("answer", "Your answer"),
    "concede": ("concede", "What stands?"),
    "janken": ("hand", "Your hand"),
    "battle": ("battle", "Battles to be fought"),
    "escort_grant": ("lend", "Escorts to lend"),
    "support": ("lend", "Units to lend"),
    "convoy_damage": ("damage", "Escorts"),
}
_KEYS = {  # of a choice's first key, where the decision does not say enough
    "damage": ("damage", "By damage"),
    "fort": ("fort", "By forts"),
    "advance": ("advance", "On the production track"),
    "start": ("start", "To be started"),
    "convert": ("convert", "A conversion"),
}
END, POOL, PIECE = "end", "pool", "piece"


def groups(game: Game) -> list[Group]:
    """The legal choices, grouped; "nothing more" last. Empty for offers (too many)."""
    if game.decision == "offer":
        return []
    found: dict[tuple[str, str], list[tuple[Entry, str]]] = {}
    pieces: dict[str, str] = {}  # words of what moves: the same for all its ways
    for choice in game.choices():
        if game.decision == "move" and "to" in choice:
            mover = words.mover(choice)
            if mover not in pieces:
                pieces[mover] = words.mover_words(game, choice)
            title = pieces[mover]
            group = PIECE, title
            short = words.move_words(game, choice)
            entry = Entry(f"{title}: {short}", choice)
        else:
            group = _group(game, choice)
            short = words.choice_words(game, choice)
            entry = Entry(short, choice)
        found.setdefault(group, []).append((entry, short))
    ordered = sorted(found.items(), key=lambda item: item[0][0] == END)  # stable
    return [
        Group(key, title, tuple(e for e, _ in inside), tuple(s for _, s in inside))
        for (key, title), inside in ordered
    ]


def _group(game: Game, choice: Choice) -> tuple[str, str]:
    """Key and title of the group a choice stands in."""
    first, word = next(iter(choice)), game.decision
    if first == "end":
        return END, "Enough"
    if first == "pool":
        return POOL, f"From the total of {game.total}"
    if word == "activate":
        return "box", words.where(game, choice["unit"])
    if word in ("pay", "produce"):
        return _KEYS[first]
    return _TITLES.get(word, ("yes_no", "Your decision"))


def menu(game: Game, found: list[Group]) -> list[Entry]:
    """The groups as one list of entries with lists behind them."""
    entries: list[Entry] = []
    for group in found:
        many = len(group.entries) > 1
        if group.key == PIECE and many:
            title = f"{group.title}: {len(group.entries)} ways"
            entries.append(Entry(title, inner=group.entries))
        elif group.key == POOL and many:
            amounts = [entry.choice["pool"] for entry in group.entries if entry.choice]
            title = f"{min(amounts)} to {max(amounts)} from the total of {game.total}"
            entries.append(Entry(title, inner=group.entries))
        else:
            entries += group.entries
    return entries


def offer_problem(game: Game, army: int, navy: int) -> str:
    """Why a split cannot be offered; empty if it can."""
    total, grid = game.total, game.options.grid
    if army < 0 or navy < 0:
        return "amounts are 0 or more"
    if army % grid or navy % grid:
        return f"amounts are multiples of {grid}"
    room = total - total % grid
    if army + navy > room:
        return f"army and navy together are {army + navy}, more than {room}"
    return ""
