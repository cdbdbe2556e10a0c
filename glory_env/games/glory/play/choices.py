"""What can be chosen, as the `state` message says it: groups, batches, their ids, and back.

docs/play_protocol.md shows every message.
"""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.batches import ALIKE, BOX, Batch, batches
from glory_env.games.glory.play.dice_odds import dice_odds
from glory_env.games.glory.play.forecast import after_payments
from glory_env.games.glory.play.menu import END, POOL, Choice, Group
from glory_env.games.glory.play.promises import left, worth_saying
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.words import names


def counters_view(game: Game) -> dict[str, dict[str, Any]]:
    """Place and state of every counter; `alike`: the same number, the same looks."""
    g, face = game.record, game.scenario.tables[0].face
    looks: dict[tuple[object, ...], int] = {}
    counters = {}
    for u, counter in enumerate(game.scenario.counters):
        shown = {
            "at": game.box(counter),
            "active": bool(g.place[u] >= 0 and g.active[u]),
            "damage": int(g.damage[u]),
            "dice": int(g.printed_dice[u]),
            "tonnage": int(g.printed_tonnage[u]),
            "moved": bool(g.moved[u]),
            "supports": bool(g.supports[u]),
        }
        if g.place[u] == st.TRACK:
            shown["space"] = int(g.space[u])
        look = (int(face[u]), *shown.values())
        alike = looks.setdefault(look, len(looks))
        words = names.state(game, counter)
        counters[counter] = {**shown, "alike": alike, "words": words}
    return counters


def choices_view(session: GlorySession) -> dict[str, Any]:
    """The legal choices in groups; ids count through all of them.

    lines: those worth saying beside an offer, and how many may be. Of these the groups hold no
    others; all of them are in `lines_view`.
    """
    game = session.game
    if game.decision == "offer":
        nothing = {"most": 0, "ids": []}
        return {"kind": "offer", "groups": [], "amount": None, "batches": [], "lines": nothing}
    kind, lines, few = "list", None, None
    if game.decision == "speak":
        few = {choice_id(session, line): None for line in worth_saying(game)}
        kind, lines = "offer", {"most": left(game), "ids": list(few)}
    listed, amount = _groups(session, few)
    batches_ = _batches(session)
    return {"kind": kind, "groups": listed, "amount": amount, "batches": batches_, "lines": lines}


def lines_view(session: GlorySession) -> list[dict[str, Any]]:
    """All lines that may go with the offer, in groups; none where lines are not asked for."""
    return _groups(session)[0] if session.game.decision == "speak" else []


def _groups(
    session: GlorySession, only: Collection[str | None] | None = None
) -> tuple[list[dict[str, Any]], dict[str, Any] | None]:
    """Groups of choices, and what can be paid from the total. only: the ids to be listed."""
    game = session.game
    alike: dict[int, list[str]] = {}
    for counter, shown in counters_view(game).items():
        alike.setdefault(shown["alike"], []).append(counter)
    same = {counter: like for like in alike.values() for counter in like}
    listed: list[dict[str, Any]] = []
    amount, number = None, 0
    for group in session.groups():
        ids = [f"c{number + k}" for k in range(len(group.entries))]
        number += len(ids)
        if only is not None:
            kept = [k for k, one in enumerate(ids) if one in only]
            group = group._replace(entries=[group.entries[k] for k in kept])
            ids = [ids[k] for k in kept]
        if group.key == POOL:
            amount = _amount(game, group, ids)
        elif ids:
            shown = _group(game, group, ids, same)
            listed.append({"id": f"g{len(listed)}", **shown})
    return listed, amount


def chosen_batch(session: GlorySession, batch_id: str) -> Batch | None:
    """The batch behind an id of `choices_view`; None where there is none."""
    return {f"b{k}": one for k, one in enumerate(batches(session))}.get(batch_id)


def _batches(session: GlorySession) -> list[dict[str, Any]]:
    """What can be done in one go, in the form of groups: the goals of the same pieces are one."""
    game = session.game
    groups: dict[tuple[str, ...], dict[str, Any]] = {}
    for k, one in enumerate(batches(session)):
        key = (one.key, *one.counters) if one.to else (one.key, str(k))
        boxes = [game.box(counter) for counter in one.counters if one.key in (BOX, ALIKE)]
        new = {
            "id": f"bg{len(groups)}", "key": one.key, "title": one.title,
            "boxes": list(dict.fromkeys(boxes)), "counters": one.counters, "choices": [],
        }  # fmt: skip
        shown = {"id": f"b{k}", "label": one.label, "full": one.words, "steps": len(one.choices)}
        shown |= {
            "boxes": [one.to] if one.to else [],
            "counters": [],
            "more": [*one.more],
            "end": False,
        }
        shown |= {"dice": False, "odds": None, "choice": {}, "facts": {}}
        groups.setdefault(key, new)["choices"].append(shown)
    return list(groups.values())


def chosen(session: GlorySession, choice_id: str) -> dict[str, Any] | None:
    """The choice behind an id of `choices_view`; None where there is none."""
    ids = {f"c{k}": choice for k, choice in enumerate(_listed(session))}
    return ids.get(choice_id)


def choice_id(session: GlorySession, choice: dict[str, Any]) -> str | None:
    """The id of a legal choice; None for an offer."""
    listed = _listed(session)
    return f"c{listed.index(choice)}" if choice in listed else None


def _listed(session: GlorySession) -> list[dict[str, Any]]:
    return [entry.choice for group in session.groups() for entry in group.entries]


def _amount(game: Game, group: Group, ids: list[str]) -> dict[str, Any]:
    amounts = {entry.choice["pool"]: one for entry, one in zip(group.entries, ids, strict=True)}
    return {
        "low": min(amounts),
        "high": max(amounts),
        "step": st.STEP,
        "title": group.title,
        "ids": {str(amount): one for amount, one in amounts.items()},
        "after": {str(amount): one for amount, one in after_payments(game, [0, *amounts]).items()},
    }


def _group(game: Game, group: Group, ids: list[str], same: dict[str, list[str]]) -> dict[str, Any]:
    choices: list[dict[str, Any]] = [
        {
            "id": one,
            "label": entry.label,
            "more": entry.more,
            "full": entry.full,
            **_touched(game, entry.choice, same),
            **_dice(game, entry.choice),
            "end": group.key == END,
            "choice": entry.choice,
            "facts": entry.facts,
        }
        for entry, one in zip(group.entries, ids, strict=True)
    ]
    counters = {counter: None for choice in choices for counter in choice["counters"]}
    boxes = {game.box(c): None for c in counters if game.box(c) in game.scenario.boxes}
    if not counters:
        boxes = {box: None for choice in choices for box in choice["boxes"]}
    return {
        "key": group.key,
        "title": group.title,
        "boxes": list(boxes),
        "counters": list(counters),
        "choices": choices,
    }


def _touched(
    game: Game, choice: dict[str, Any], same: dict[str, list[str]]
) -> dict[str, list[str]]:
    """The boxes and counters a choice names, look-alikes included."""
    ids = [value for value in choice.values() if isinstance(value, str)]
    boxes = [value for value in ids if value in game.scenario.boxes]
    return {
        "boxes": boxes[:1],
        "counters": [like for value in ids if value in same for like in same[value]],
    }


def _dice(game: Game, choice: Choice) -> dict[str, Any]:
    """Whether dice follow at once, and their odds; of moves only one by sea can roll."""
    nothing = {"dice": False, "odds": None}
    if choice.get("by", "sea") != "sea" or (game.decision == "move" and "unit" in choice):
        return nothing
    if game.decision == "speak":
        return nothing
    after = game.clone()
    after.choose(choice)
    if not any(line["dice"] for line in after.lines):
        return nothing
    return {"dice": True, "odds": dice_odds(game, choice, after.lines)}
