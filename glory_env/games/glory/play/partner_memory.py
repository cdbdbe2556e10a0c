"""What a partner remembers of the other seat: granted, refused, taken, broken, turn by turn.

All of it is read from the record of the game, so that a resumed, replayed or undone game
remembers what it should.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from glory_agents.glory.characters.bargain import burnt_much, claimed_too_much
from glory_agents.glory.scripted.temper import MATTERS
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.trace import statement_argument
from glory_env.games.glory.words import names, talk_words
from glory_env.text.lazy import Say, Text

GOOD = ("granted", "spared", "kept")
BAD = ("claimed", "burnt", "refused", "broken")
MOST = 12  # memories on show


class Memory(NamedTuple):
    """One thing the other seat has done. kind: of GOOD or BAD; values: of its sentence."""

    turn: int
    kind: str
    values: dict[str, Any]

    def words(self, voice: str) -> Text:
        """Its sentence: voice `memory` for a list, `thanks` or `reproach` to the other's face."""
        return Say(f"recall.{voice}.{self.kind}", turn=self.turn, **self.values)


def remembers(game: Game, seat: str) -> list[Memory]:
    """What a seat remembers of the other one's finished turns, the oldest first."""
    return [one for turn in range(1, game.turn) for one in _of_turn(game, seat, turn)]


def view(game: Game, seat: str) -> list[dict[str, Any]]:
    """The newest memories for a page, the newest first."""
    memories = remembers(game, seat)[-MOST:][::-1]
    return [
        {"turn": one.turn, "kind": one.kind, "good": one.kind in GOOD, "words": one.words("memory")}
        for one in memories
    ]


def _of_turn(game: Game, seat: str, turn: int) -> list[Memory]:
    g, other = game.record, 1 - st.SERVICES.index(seat)
    memories: list[Memory] = []

    def add(kind: str, **values: Any) -> None:
        memories.append(Memory(turn, kind, values))

    total, claim = int(g.log_shares[turn].sum()), int(g.log_claim[turn, other])
    if claimed_too_much(g, other, turn):
        add("claimed", claim=claim, total=total)
    lost, burnt = int(g.log_loss[turn, other]), int(g.log_burnt[turn, other])
    if burnt_much(g, other, turn):
        add("burnt", burnt=burnt, lost=lost)
    elif lost >= MATTERS and not burnt:
        add("spared", lost=lost)
    asked, granted = int(g.log_asked[turn]), int(g.log_granted[turn])
    if seat == "army" and asked and granted in (0, asked):
        add("granted" if granted else "refused", n=asked)
    for state, words in _promises(game, turn, other):
        if state in (st.KEPT, st.BROKEN):
            add("kept" if state == st.KEPT else "broken", statement=words)
    return memories


def _promises(game: Game, turn: int, k: int) -> Iterator[tuple[int, Text]]:
    """What service k has promised in a turn, threats left out: what became of it, in words."""
    g = game.record
    for i in range(st.MAX_LINES):
        state, kind = int(g.promise_state[turn, k, i]), int(g.promise_kind[turn, k, i])
        if state != st.NOT_MADE and kind < st.THREAT_POOL:
            line = statement_argument(game.scenario, kind, int(g.promise_argument[turn, k, i]))
            yield state, talk_words.statement(game.scenario, st.STATEMENTS[kind], line)


def ledger(game: Game) -> list[dict[str, Any]]:
    """Every promise of the game by turn and service with what became of it; empty without talk."""
    rows = []
    for turn in range(1, game.turn + 1):
        for k, seat in enumerate(st.SERVICES):
            for state, words in _promises(game, turn, k):
                name = st.PROMISE_STATES[state]
                says = Say(f"promise.{name}", who=names.service(seat), statement=words)
                rows.append({"turn": turn, "of": seat, "state": name, "words": says})
    return rows
