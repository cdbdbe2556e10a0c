"""New games by seat and partner, for every front end."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from glory_env.envs.agent import Agent, AgentError
from glory_env.games.glory import GAME
from glory_env.games.glory.engine.options import make_options
from glory_env.games.glory.play.background_networks import late_agent
from glory_env.games.glory.play.characters import at_its_best, profile
from glory_env.games.glory.play.session import STAND_INS, GlorySession
from glory_env.games.glory.scenario import Scenario, load
from glory_env.games.glory.state import SERVICES
from glory_env.play.reading import PERSON, SEEDS
from glory_env.text.lazy import Say

PARTNER = GAME.partner  # where no other is named
WAR = "glory"  # the scenario of the whole war
SEATS = {
    "army": ("army",),
    "navy": ("navy",),
    "both": ("army", "navy"),
    "solo": ("army", "navy"),
    "watch": (),
}


def with_promises(
    options: dict[str, Any], scenario: str, seat: str, partner: str | None
) -> dict[str, Any]:
    """The options of a new game of `glory play`: beside a character the whole war has promises.

    What the options say of `talk` counts; where nobody bargains in turns or unseen there is none.
    partner: None for the default one.
    """
    is_alone = len(SEATS[seat]) != 1 or options.get("solo")
    with_character = partner is None or profile(partner) is not None
    if "talk" in options or is_alone or scenario != WAR or not with_character:
        return options
    fixed = options.get("negotiation") == "fixed"
    return options if fixed else {**options, "talk": "cheap"}


def new_session(
    scenario: str | Path | Scenario,
    seat: str,
    partner: str | None = None,
    partners: Sequence[str | None] = (),
    *,
    seed: int | None = None,
    force: bool = False,
    options: dict[str, Any] | None = None,
) -> GlorySession:
    """A new game. seat: of SEATS; partner: in the other seat, None for the default one, or a
    stand-in with a notice where that cannot play here; partners: army and navy, to be watched, None
    likewise.

    Raises ScenarioError, OptionError, AgentError; ValueError for names that do not go together.
    """
    board = scenario if isinstance(scenario, Scenario) else load(scenario)
    if seed is not None and not 0 <= seed < SEEDS:
        raise ValueError(f"seed {seed}: expected 0 to {SEEDS - 1}")
    settled = make_options(**(options or {})).as_dict()
    if seat == "solo":
        settled["solo"] = True
    elif settled["solo"]:
        raise ValueError("option 'solo': choose the seat 'solo' for it")
    if len(SEATS[seat]) == 2 and (partner or partners):
        raise ValueError(f"partner {partner}: with seat {seat!r} there is none")
    if (seat == "watch") != bool(partners):
        raise ValueError("to watch takes two agents, army and navy, and only that takes them")

    def make(other: str) -> GlorySession:
        other = at_its_best(other)
        seated = [PERSON if s in SEATS[seat] else other for s in SERVICES]
        chosen = [one or other for one in partners] or seated
        players = dict(zip(SERVICES, chosen, strict=True))
        return GlorySession(board, players, seed=seed, force=force, make=make_one, **settled)

    def make_one(name: str, force: bool) -> Agent:
        return late_agent(name, force, board)

    if partner is not None or (len(SEATS[seat]) != 1 and None not in partners):
        return make(partner or PERSON)
    try:
        return make(PARTNER)
    except AgentError as error:
        return _without_the_default(make, error)


def _without_the_default(make: Callable[[str], GlorySession], error: AgentError) -> GlorySession:
    """The first stand-in that can be made, with a notice why."""
    for name in STAND_INS:
        try:
            session = make(name)
        except AgentError:
            continue
        session.notice = {
            "key": "no_trained_partner",
            "facts": {"reason": str(error), "stand_in": name},
            "words": Say("notice.no_trained_partner", reason=str(error), stand_in=name),
        }
        return session
    raise error
