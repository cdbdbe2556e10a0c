"""The `state` message: a position, what is asked, what can be chosen, how the talks stand.

docs/play_protocol.md shows every message.
"""

from __future__ import annotations

from typing import Any

from glory_env.games.glory import decisions
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.play import partner_memory
from glory_env.games.glory.play.best_offer import split_by_needs
from glory_env.games.glory.play.characters import profile
from glory_env.games.glory.play.choices import choices_view, counters_view
from glory_env.games.glory.play.end_of_game import over_view
from glory_env.games.glory.play.forecast import forecast_view
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
    contested = facts.contested(game)
    rows = [(turn, position.invasion_row(scenario, turn)) for turn in (game.turn, game.turn + 1)]
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
        "counters": counters_view(game),
        "contested": [box for box in scenario.boxes if box in contested],
        "home_lost": facts.lost_homes(game),
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
