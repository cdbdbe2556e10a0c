"""Two plans for the civil share of a turn, as the scripts would build: safe and bold."""

from __future__ import annotations

from typing import Any, NamedTuple

from glory_agents.glory.scripted.named import row_of
from glory_agents.glory.scripted.works import build
from glory_env.games.glory.actions import END
from glory_env.games.glory.game import Game
from glory_env.games.glory.words.choice_words import label
from glory_env.text.lazy import Text

Choice = dict[str, Any]
SAFE, BOLD = "safe", "bold"
SCRIPT = "withdraw_in_time"
# Whether arms are wanted (1) or shipping (0), one after the other: what the first leaves is spent.
TASTES = {SAFE: (0.0, 1.0), BOLD: (1.0, 0.0)}


class Plan(NamedTuple):
    """name: SAFE or BOLD. choices: one after the other. steps: they in words."""

    name: str
    choices: list[Choice]
    steps: list[Text]


def plans(game: Game) -> list[Plan]:
    """For who is to build next; a plan that builds nothing is left out, and the bold one where it
    builds the same. None where the other seat votes on every step."""
    if game.options.production == "joint_vote":
        return []
    safe, bold = (_plan(game, name) for name in (SAFE, BOLD))
    is_same = sorted(map(str, safe.choices)) == sorted(map(str, bold.choices))
    return [one for one in ([safe] if is_same else [safe, bold]) if one.choices]


def _plan(game: Game, name: str) -> Plan:
    """Built on a copy of the game in which the other seat builds nothing more."""
    twin, seat = game.clone(), game.actor
    plan = Plan(name, [], [])
    for taste in TASTES[name]:
        row = row_of(SCRIPT, {"taste": taste})[0]
        while twin.phase == "production":
            if twin.actor != seat:
                twin.choose({"end": True})
                continue
            action = int(build(twin.record, twin.scenario.tables[0], row, twin.mask))
            if action == END:
                break
            twin.act(action)
            while twin.decision == "produce_counter":
                twin.act(twin.legal_actions()[0])
            choice = next(line["choice"] for line in twin.lines if line["actor"] == seat)
            plan.choices.append(choice)
            plan.steps.append(label(game, choice))
    return plan
