"""A person who plays the first turn with sensible orders, with as few clicks as the page allows.

It sees and sends what a page does. `--by plan` accepts what the staff proposes wherever there is a
plan; `--by hand` makes the same choices one by one, as every page of this game once had to.
`python -m tests.aleutians.clicks` prints the clicks of both, for both sides.
"""

from __future__ import annotations

import argparse
from collections import Counter
from statistics import median
from typing import NamedTuple

from glory_env.games.aleutians.play.session import Session
from glory_env.games.aleutians.play.staff import proposal
from glory_env.games.aleutians.play.start import new_session


class Clicks(NamedTuple):
    """Of the turns played: clicks by what was clicked on, and the choices in them."""

    by_decision: Counter[str]
    choices: int

    @property
    def total(self) -> int:
        return sum(self.by_decision.values())


def play(session: Session, turns: int = 1, by: str = "plan") -> Clicks:
    """Play so many turns. by: plan or hand."""
    clicks = Counter[str]()
    run(session)
    while not session.is_over and session.game.turn <= turns:
        clicks[session.game.decision] += 1
        if by == "plan" and session.plan().steps:
            session.order(session.plan().steps, of_staff=True)
        else:
            session.choose(proposal(session.game))
        run(session)
    return Clicks(clicks, len([one for one in session.decided if one.game.turn <= turns]))


def run(session: Session) -> None:
    """On to where a person is asked and no orders answer."""
    while session.goes_on:
        session.play_on()


def main() -> None:
    parser = argparse.ArgumentParser(description="Clicks of a first turn.")
    parser.add_argument("--games", type=int, default=10)
    parser.add_argument("--turns", type=int, default=1)
    parser.add_argument("--by", nargs="*", default=["hand", "plan"], choices=("hand", "plan"))
    parser.add_argument("--seats", nargs="*", default=["japan", "allies"])
    given = parser.parse_args()
    for seat in given.seats:
        for by in given.by:
            played = [
                play(new_session(seat, seed=seed), given.turns, by) for seed in range(given.games)
            ]
            totals = sorted(one.total for one in played)
            all_of = sum((one.by_decision for one in played), Counter[str]())
            print(
                f"{seat}, {by}: median {median(totals):g} clicks ({totals[0]} to {totals[-1]}), "
                f"{median(one.choices for one in played):g} choices; {dict(all_of.most_common(8))}"
            )


if __name__ == "__main__":
    main()
