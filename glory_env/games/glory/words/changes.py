"""What has changed between two moments of a game, as a seat sees them.

An environment keeps no record of what happened; two moments of the game say it all the same, but
for the dice: offers, the split in force, where pieces went, damage, losses, points, words kept.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.trace import promise_event
from glory_env.games.glory.words import facts, log_words, names
from glory_env.text.lazy import Say, Text


def changes(before: Game, now: Game) -> list[Text]:
    """Lines of text, in the order of the phases; empty where nothing has changed.

    Both are games of one scenario and hold no secret of the other seat (`Game.hide_unseen`).
    """
    b, g, scenario = before.record, now.record, now.scenario
    old, new = before.games[0], now.games[0]
    words: list[Text] = []
    if b.turn != g.turn:
        words.append(Say("player.turn", turn=now.turn))
    for k, seat in enumerate(st.SERVICES):
        offer = facts.offer(now, k)
        if offer and (b.turn != g.turn or offer != facts.offer(before, k)):
            who = names.service(seat)
            words.append(Say("player.offered", who=who, split=names.split(**offer)))
    if g.log_deadlock[g.turn] == 1 and b.log_deadlock[g.turn] != 1:
        words.append(Say("player.talks_failed"))
    if g.log_shares[g.turn].any() and not b.log_shares[g.turn].any():
        words.append(Say("system.tonnage", split=names.split(**now.allotment)))
    events = [*_markers(before, now), *_counters(before, now), *_promises(before, now)]
    words += [log_words.event_words(scenario, event) for event in events]
    stood_down = (old["active"] == 1) & (new["active"] == 0) & (new["place"] >= 0)
    idle = int(np.count_nonzero(stood_down))
    if idle:
        words.append(Say("event.inactive_many", n=idle))
    sunk = int(new["log_convoy_loss"].sum()) - int(old["log_convoy_loss"].sum())
    if sunk:
        words.append(Say("ending.pool.convoy", change=f"{-sunk:+d}"))
    return words + [log_words.event_words(scenario, event) for event in _sums(before, now)]


def _markers(before: Game, now: Game) -> list[dict[str, Any]]:
    places = [(m, before.marker(m), now.marker(m)) for m in now.scenario.markers]
    return [{"marker": m, "to": to} for m, old, to in places if old != to]


def _counters(before: Game, now: Game) -> list[dict[str, Any]]:
    """Pieces that are elsewhere, took damage or became Active."""
    b, g = before.record, now.record
    events: list[dict[str, Any]] = []
    for u, counter in enumerate(now.scenario.counters):
        to = now.box(counter)
        if g.place[u] != b.place[u] or (to == "track" and g.space[u] != b.space[u]):
            events.append({"counter": counter, "to": to, "space": now.space(counter)})
        if g.damage[u] > b.damage[u]:
            events.append({"counter": counter, "damage": int(g.damage[u])})
        if g.active[u] and not b.active[u] and g.place[u] >= 0:
            events.append({"counter": counter, "active": True})
    return events


def _promises(before: Game, now: Game) -> list[dict[str, Any]]:
    """Statements that came into force or were judged."""
    b, g = before.record, now.record
    changed = np.argwhere(g.promise_state != b.promise_state).tolist()
    return [promise(now, *at) for at in changed if g.promise_state[tuple(at)] != st.NOT_MADE]


def promise(game: Game, turn: int, seat: int, line: int) -> dict[str, Any]:
    """A statement of the game as an event {"promise": ..}."""
    g, at = game.record, (turn, seat, line)
    code = 16 * seat + int(g.promise_kind[at])
    return promise_event(game.scenario, code, int(g.promise_state[at]), int(g.promise_argument[at]))


def _sums(before: Game, now: Game) -> list[dict[str, Any]]:
    """Total, glory points and the convoy method."""
    events: list[dict[str, Any]] = []
    if now.total != before.total:
        events.append({"total": now.total, "change": now.total - before.total})
    for seat, gp in now.gp.items():
        if gp != before.gp[seat]:
            events.append({"gp": seat, "change": gp - before.gp[seat], "now": gp})
    return [*events, {"method": now.method}] if now.method != before.method else events
