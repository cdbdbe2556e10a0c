"""A hint for the person who is asked: choices with a reason, by games played out from them.

A choice that these games do not tell apart from the others is left out; so a hint may be empty.
The games begin in worlds that agree with what the seat knows, with other dice. So neither choices
nor figures tell anything that is hidden.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from glory_agents.aleutians.advice import ROLLOUTS, Advice, Adviser, Reason
from glory_agents.aleutians.playouts import scripts_for
from glory_env.envs.agent import GameView
from glory_env.games.aleutians.envs import Game
from glory_env.games.aleutians.play import words
from glory_env.games.aleutians.play.session import Session
from glory_env.games.aleutians.scenario.load import Scenario
from glory_env.games.aleutians.state import SIDES
from glory_env.play.reading import SEEDS
from glory_env.text.lazy import Say, Text

Hint = dict[str, Any]
# The smallest difference that a person is told, by what a reason is about: a share of games, VP,
# units.
LEAST = {"won": 0.05, "soon": 0.5, "lost": 0.5, "taken": 0.5}


def adviser(session: Session, rollouts: int = ROLLOUTS) -> Callable[[], Hint]:
    """What works out the hint for who is asked now; each call makes it better while `more` is true.

    It has a copy of the game, so the game may go on meanwhile. The hint is in the form of a `hint`
    message. rollouts: games after each choice in all. ValueError where no person is asked.
    """
    seat = session.waits_for
    if seat is None:
        raise ValueError("no person is asked now")
    game, scripts = session.game.clone(), scripts_for(seat, session.players)
    # The seed is what both sides know: how many choices people have made.
    advisers = Adviser(GameView(game, seat), game.mask, SEEDS + session.asked, scripts, rollouts)
    other = next(side for side in scripts if side != seat)

    def better() -> Hint:
        advice, played = [large(one) for one in advisers.more()], advisers.rollouts
        names = {"own": scripts[seat], "other": scripts[other]}
        rows = [
            {"id": one.action, "words": words.choice(game.scenario, game.record, one.action)}
            | figures(one)
            for one in sorted(advice, key=lambda one: not one.reasons or not one.reasons[0].is_good)
            if one.reasons
        ]
        about: list[Text] = [Say("campaign.hint.about", n=played, **names)] if rows else []
        more = {"rollouts": played, "more": not advisers.is_done}
        return {**more, "about": about, "candidates": rows}

    return better


def compile_ahead(scenario: Scenario) -> None:
    """Work out a small hint, so that the first one of a person need not be waited for."""
    game = Game(scenario)
    scripts = scripts_for(game.actor, dict.fromkeys(SIDES, ""))
    Adviser(GameView(game, game.actor), game.mask, 0, scripts, rollouts=1).more()


def large(one: Advice) -> Advice:
    """The advice with the reasons that are large enough to be told to a person."""
    return one._replace(
        reasons=tuple(
            each for each in one.reasons if abs(each.here - each.others) >= LEAST[each.about]
        )
    )


def figures(one: Advice) -> dict[str, Any]:
    """outcome: mean reward of the seat; points: mean VP of Japan; won: share of games; reasons: in
    words; good: whether the first of them speaks for the choice."""
    return {
        "outcome": round(one.payoff, 3),
        "points": round(one.points, 2),
        "won": round(one.won, 3),
        "reasons": [reason(each) for each in one.reasons],
        "good": one.reasons[0].is_good,
    }


def reason(one: Reason) -> Text:
    """What speaks for a choice or against it."""
    shown = ".0%" if one.about == "won" else ".1f"
    values = {"here": format(one.here, shown), "others": format(one.others, shown)}
    return Say(f"campaign.hint.{one.about}", **values)
