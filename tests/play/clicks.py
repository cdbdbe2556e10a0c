"""A person who clicks as little as the page allows: it takes what can be done in one go.

It sees and sends what a page does. A choice is one click, a move two (the piece, then its box), a
batch of moves two (its pieces, then their box), any other batch one; an offer is sent as the
sliders stand. Dice are rolled without a question, as the menu allows.
`python -m tests.play.clicks --games 10` prints the clicks and the decisions of whole games.
"""

from __future__ import annotations

import argparse
from collections import Counter
from statistics import median
from typing import Any, NamedTuple

from glory_env.games.glory.play.batches import BOX
from glory_env.games.glory.play.batches import play as play_batch
from glory_env.games.glory.play.choices import chosen, chosen_batch
from glory_env.games.glory.play.promises import offer_with
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.view import state_view
from glory_env.record.lines import is_choice
from tests.play.naive import first_split
from tests.play.player import in_english, play_to_person

Message = dict[str, Any]
TAKEN = {  # batches that are taken where they are offered, in this order
    "activate": ("last", "all"),
    "move": ("convoy",),
    "produce": ("last", "all"),
    "escort_grant": ("refuse",),
}


class Clicks(NamedTuple):
    """Of one game: clicks by decision, own choices in its record."""

    by_decision: Counter[str]
    decisions: int

    @property
    def total(self) -> int:
        return sum(self.by_decision.values())


def play(session: GlorySession) -> Clicks:
    """Play a game to its end with as few clicks as possible."""
    seat, clicks = session.seats[0], Counter[str]()
    play_to_person(session)
    while not session.is_over:
        state = in_english(state_view(session))
        clicks[state["decision"]] += _decide(session, state)
        play_to_person(session)
    own = [line for line in session.record.lines if is_choice(line) and line["actor"] == seat]
    return Clicks(clicks, sum(not line.get("forced") for line in own))


def _decide(session: GlorySession, state: Message) -> int:
    """One decision, or several in one go; how many clicks it takes."""
    choices, decision = state["choices"], state["decision"]
    if choices["kind"] == "offer":
        for one in offer_with(session.game, (), first_split(state)):
            session.choose(one)
        return 1
    transport = _transport(state)
    for key in () if transport else TAKEN.get(decision, ()):
        for group in choices["batches"]:
            if group["key"] == key:
                play_batch(session, chosen_batch(session, group["choices"][0]["id"]))
                return 1
    if decision == "move" and (away := _withdrawal(state)):
        play_batch(session, chosen_batch(session, away))
        return 2
    listed = [choice for group in choices["groups"] for choice in group["choices"]]
    if not listed:
        session.choose(chosen(session, list(choices["amount"]["ids"].values())[-1]))
        return 1
    last = transport or (listed[-1] if decision == "move" else listed[0])
    session.choose(chosen(session, last["id"]))
    return 1 if last["end"] or decision != "move" else 2


def _transport(state: Message) -> Message | None:
    """A new transport, where none has been begun in this turn."""
    if state["decision"] != "produce" or state["facts"]["left"] < 50:
        return None
    listed = [choice for group in state["choices"]["groups"] for choice in group["choices"]]
    return next((one for one in listed if one["choice"].get("start") == "transport"), None)


def _withdrawal(state: Message) -> str | None:
    """All pieces of a box where a marker stands, away to one where none does."""
    for group in state["choices"]["batches"]:
        if group["key"] == BOX and set(group["boxes"]) & set(state["contested"]):
            for way in group["choices"]:
                if not set(way["boxes"]) & set(state["contested"]):
                    return str(way["id"])
    return None


def main() -> None:
    parser = argparse.ArgumentParser(description="Clicks of whole games with batches.")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--partner", default=None, help="default: that of glory play")
    parser.add_argument("--seat", default="navy", choices=("army", "navy"))
    given = parser.parse_args()
    whole = []
    for seed in range(given.games):
        session = new_session("glory", given.seat, given.partner, seed=seed)
        clicks = play(session)
        turn, outcome = session.game.turn, session.game.outcome
        print(
            f"seed {seed}: {clicks.total} clicks, {clicks.decisions} decisions, turn {turn}, "
            f"{outcome} {session.game.cause}; {dict(clicks.by_decision)}"
        )
        if outcome == "completed":
            whole.append(clicks)
    if whole:
        print(
            f"{len(whole)} games of twelve turns: {median(one.total for one in whole)} clicks, "
            f"{median(one.decisions for one in whole)} decisions (medians)"
        )


if __name__ == "__main__":
    main()
