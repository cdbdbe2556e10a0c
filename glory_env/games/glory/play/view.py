"""The `state` message: a position, what is asked, what can be chosen, how the talks stand.

docs/play_protocol.md shows every message.
"""

from __future__ import annotations

from typing import Any

from glory_env.games.glory import decisions
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.play import partner_memory
from glory_env.games.glory.play.batches import ALIKE, BOX, Batch, batches
from glory_env.games.glory.play.best_offer import split_by_needs
from glory_env.games.glory.play.characters import profile
from glory_env.games.glory.play.dice_odds import dice_odds
from glory_env.games.glory.play.end_of_game import over_view
from glory_env.games.glory.play.forecast import after_payments, forecast_view
from glory_env.games.glory.play.menu import END, POOL, Choice, Group
from glory_env.games.glory.play.promises import left, worth_saying
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.speech import said
from glory_env.games.glory.play.undo import Undo
from glory_env.games.glory.render import position
from glory_env.games.glory.rules.handicap import start_of
from glory_env.games.glory.words import choice_words, facts, log_words, names, talk_words
from glory_env.play.reading import PERSON
from glory_env.record.lines import Line, is_choice
from glory_env.text.lazy import Say, Text

_KINDS = {
    "answer": ("accept", "counter", "walk"),
    "concede": ("take",),
    "janken": ("hand",),
    "speak": ("say", "ask"),
}


def estimate_words(session: GlorySession, seat: str) -> Text:
    """Whose policy estimate of a seat comes with a hint."""
    agents = [name for name in map(session.playing, st.SERVICES) if name != PERSON]
    agent = agents[0] if agents else Say("service.nobody")
    return Say("hint.estimate_of", agent=agent, seat=names.service(seat))


def state_view(session: GlorySession, seats: list[str] | None = None) -> dict[str, Any]:
    """The game as it stands, for who plays those seats (None: all of people), asked or waiting."""
    seats = session.seats if seats is None else seats
    game = _seen(session, seats)
    asks = session.waits_for in seats
    undo = undo_state(session, seats)._asdict()
    choices = choices_view(session) if asks else None
    return {
        **_position(session, game, session.shown, seats),
        "waiting": "person" if asks else waiting(session),
        "choices": choices,
        "forecast": forecast_view(game, choices),
        "undo": undo,
        "notice": session.notice,
    }


def moment_view(session: GlorySession, line: int, seats: list[str] | None = None) -> dict[str, Any]:
    """The position right after a line of the record, -1: as set up, in the form of a state."""
    seats = session.seats if seats is None else seats
    game = session.moments.after(line)
    undo = undo_state(session, seats)._asdict()
    nothing = {"waiting": "nobody", "choices": None, "notice": None, "undo": undo}
    return {
        **_position(session, game, line + 1, seats), **nothing, "forecast": forecast_view(game)
    }  # fmt: skip


def waiting(session: GlorySession) -> str:
    """Who is waited for where it is not a person."""
    return "nobody" if session.is_over or session.is_replay else "partner"


def undo_state(session: GlorySession, seats: list[str]) -> Undo:
    """Whether who plays those seats can take back the last exchange; key as of the session's, or
    no_person (they play none), or other (it began with a choice of the other seat)."""
    if not seats:
        return Undo(False, "no_person", Say("undo.no_person"))
    state = session.undo_state()
    if state.line is not None and session.record.lines[state.line]["actor"] not in seats:
        return Undo(False, "other", Say("undo.other"))
    return state


def _seen(session: GlorySession, seats: list[str]) -> Game:
    """The game without what a page has not been shown yet; who plays both seats sees it from the
    seat to act, who only looks on, from none."""
    game = session.game.clone()
    asked = [game.actor] if game.actor in seats else []
    for seat in asked or seats or st.SERVICES:
        game.hide_unseen(seat)
    return game


def _position(session: GlorySession, game: Game, lines: int, seats: list[str]) -> dict[str, Any]:
    scenario = game.scenario
    question, about = _question(session, game, lines)
    rows = [(turn, position.invasion_row(scenario, turn)) for turn in (game.turn, game.turn + 1)]
    held = [box for box in scenario.boxes if box in facts.contested(game)]
    return {
        "type": "state",
        "seq": session.noticed.by(seats),
        "lines": lines,
        "turn": game.turn,
        "phase": game.phase,
        "phase_words": Say(f"phase.{game.phase}"),
        "actor": game.actor,
        "decision": game.decision,
        "question": question,
        "about": about,
        "facts": facts.of_question(game),
        "rules": list(decisions.pending(game.record).rules),
        "total": game.total,
        "shares": game.allotment,
        "left": game.left,
        "gp": game.gp,
        "method": game.method,
        "markers": {marker: game.marker(marker) for marker in scenario.markers},
        "counters": _counters(game),
        "contested": held,
        "home_lost": [b for b in held if scenario.tables[0].home_islands[scenario.boxes.index(b)]],
        "invasion": [{"turn": turn, "row": row} for turn, row in rows if row],
        "history": _history(game),
        "bargain": _bargain(session, game, lines),
        "memory": {seat: partner_memory.view(game, seat) for seat in _characters(session)},
        "ledger": partner_memory.ledger(game),
        "over": over_view(session, game, lines, seats) if game.outcome != "playing" else None,
    }


def _question(session: GlorySession, game: Game, lines: int) -> tuple[Text | str, Text | str]:
    """What is asked, and what it is about; lines beside an offer are a part of it."""
    if game.decision == "none":
        return "", ""
    has_failed = _has_failed(session, game, lines)
    if game.decision == "speak":
        return choice_words.of_offer(game, has_failed)
    return choice_words.question(game), choice_words.about(game, has_failed)


def _characters(session: GlorySession) -> list[str]:
    """The seats of partners with a character."""
    return [seat for seat in st.SERVICES if profile(session.playing(seat))]


def _counters(game: Game) -> dict[str, dict[str, Any]]:
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


# --- choices -------------------------------------------------------------------------------
def choices_view(session: GlorySession) -> dict[str, Any]:
    """The legal choices in groups; ids count through all of them.

    lines: those worth saying beside an offer, and how many may be.
    """
    game = session.game
    if game.decision == "offer":
        nothing = {"most": 0, "ids": []}
        return {"kind": "offer", "groups": [], "amount": None, "batches": [], "lines": nothing}
    alike: dict[int, list[str]] = {}
    for counter, shown in _counters(game).items():
        alike.setdefault(shown["alike"], []).append(counter)
    same = {counter: like for like in alike.values() for counter in like}
    listed: list[dict[str, Any]] = []
    amount, number = None, 0
    for group in session.groups():
        ids = [f"c{number + k}" for k in range(len(group.entries))]
        number += len(ids)
        if group.key == POOL:
            amount = _amount(game, group, ids)
        else:
            shown = _group(game, group, ids, same)
            listed.append({"id": f"g{len(listed)}", **shown})
    kind, lines = "list", None
    if game.decision == "speak":
        few = [choice_id(session, line) for line in worth_saying(game)]
        kind, lines = "offer", {"most": left(game), "ids": few}
    batches_ = _batches(session)
    return {"kind": kind, "groups": listed, "amount": amount, "batches": batches_, "lines": lines}


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


# --- the talks -----------------------------------------------------------------------------
def _bargain(session: GlorySession, game: Game, lines: int) -> dict[str, Any]:
    g, options = game.record, game.options
    before = {seat: int(g.log_shares[max(0, game.turn - 1)][k]) for k, seat in enumerate(_SHARES)}
    talk = []
    for k in range(min(lines, session.shown) - 1, -1, -1):
        line = session.record.lines[k]
        if line["turn"] != game.turn:
            break
        is_talk = is_choice(line) and decisions.BY_WORD[line["decision"]].talk
        if is_talk and not line.get("forced") and not log_words.is_dull(line):
            talk.append(_said(session, game, k, line))
        elif line["decision"] == "tonnage":
            split = game.allotment
            words = Say("system.tonnage", split=names.split(**split))
            about = {"line": k, "actor": "system", "kind": "in_force", "split": split}
            talk.append({**about, "words": words})
    return {
        "protocol": options.negotiation,
        "open": game.phase == "tonnage",
        "grid": options.grid,
        "room": game.total - game.total % options.grid,
        "offers": int(g.offers),
        "max_offers": options.max_offers,
        "opener": st.SERVICES[int(g.opener)],
        "last": {seat: facts.offer(game, k) for k, seat in enumerate(st.SERVICES)},
        "previous": before if game.turn > 1 else None,
        "fair": split_by_needs(game) if game.phase == "tonnage" else None,
        "prices": {seat: facts.prices(game, seat) for seat in st.SERVICES},
        "talk": talk[::-1],
        "deadlock": {
            "rule": options.deadlock,
            "words": choice_words.if_talks_fail(game),
        },
        "track_cost": facts.track_cost(game),
    }


_SHARES = (*st.SERVICES, "civil")


def _has_failed(session: GlorySession, game: Game, lines: int) -> bool:
    """Whether the talks of this turn have ended without a split."""
    last = session.record.lines[min(lines, session.shown) - 1] if lines else None
    if last is None or last["turn"] != game.turn:
        return False
    rolls = [roll["purpose"] for roll in last["dice"]]
    return "walk" in (last["choice"] or {}) or "break_off" in rolls


def _said(session: GlorySession, game: Game, k: int, line: Line) -> dict[str, Any]:
    kind, choice = line["decision"], line["choice"]
    if kind in _KINDS:
        kind = next(key for key in choice)
    entry = {"line": k, "actor": line["actor"], "kind": kind, "choice": choice}
    entry["speech"] = said(session, k)
    if kind in ("say", "ask"):
        entry["beside"] = talk_words.own_words(game.scenario, choice)
    if kind != "offer":
        return {**entry, "words": log_words.done(game.scenario, line)}
    total = session.moments.before(k).total
    split = facts.shares(choice["army"], choice["navy"], total - choice["army"] - choice["navy"])
    return {**entry, "words": log_words.done(game.scenario, line, total), "split": split}


def _history(game: Game) -> list[dict[str, Any]]:
    """Total, glory points and shares by turn; 0: the set-up, last: the turn being played."""
    g = game.record
    last = game.turn
    start = int(start_of(g, game.scenario.tables[0]))
    rows: list[dict[str, Any]] = [
        {"turn": 0, "total": start, "army": 0, "navy": 0, "shares": None, "deadlock": False}
    ]
    for turn in range(1, last + 1):
        now = turn == last
        gp = list(game.gp.values()) if now else [int(v) for v in g.log_gp[turn]]
        rows.append(
            {
                "turn": turn,
                "total": game.total if now else int(g.log_total[turn]),
                "army": gp[0],
                "navy": gp[1],
                "shares": facts.shares(*(int(v) for v in g.log_shares[turn])),
                "deadlock": bool(g.log_deadlock[turn]),
            }
        )
    return rows
