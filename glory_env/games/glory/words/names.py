"""Names of boxes, counters and markers in every language, and what there is to say of a counter."""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache

from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.render import position
from glory_env.games.glory.rules.board import can_be_inactive
from glory_env.games.glory.scenario import Scenario
from glory_env.text.lazy import Joined, Name, Say, Text


@lru_cache(maxsize=8)
def _japanese(scenario: Scenario) -> dict[str, str]:
    """Names of all ids; counters of one name differ by the number of their id."""
    names = {key: given["ja"] for key, given in scenario.names.items() if given.get("ja")}
    count = Counter(names.get(counter) for counter in scenario.counters)
    for counter in scenario.counters:
        number = re.search(r"\d+$", counter)
        if number and count[names.get(counter)] > 1 and counter in names:
            names[counter] += f" {int(number[0])}"
    return names


def name(scenario: Scenario, key: str) -> Text:
    """A box, a counter, or a base as base:<marker>."""
    return Name({"en": position.name(scenario, key), "ja": _japanese(scenario).get(key, "")})


def place(scenario: Scenario, key: str) -> Text:
    """A box, or where counters and markers are that stand in none."""
    return name(scenario, key) if key in scenario.boxes else Say(f"place.{key}")


def marker(scenario: Scenario, letter: str) -> Text:
    """An Allied marker: its letter and base."""
    return Say("piece.marker", m=letter, base=name(scenario, f"base:{letter}"))


def service(seat: str) -> Text:
    """army, navy, civil, system or nobody."""
    return Say(f"service.{seat}")


def split(army: int, navy: int, civil: int | None = None) -> Text:
    """The shares of an offer."""
    if civil is None:
        return Say("choice.split_two", army=army, navy=navy)
    return Say("choice.split", army=army, navy=navy, civil=civil)


def dice(count: int) -> Text:
    """So many dice."""
    return Say("piece.dice_1") if count == 1 else Say("piece.dice_n", n=count)


# --- counters ------------------------------------------------------------------------------
def strength(game: Game, counter: str) -> list[Text]:
    """What a counter rolls, pays or yields."""
    u, s = game.counter(counter), game.scenario.tables[0]
    if s.kind[u] == st.FORT:
        return [Say("piece.pays_n", n=int(s.fort_strength))]
    if s.kind[u] == st.TRANSPORT:
        return [Say("piece.yields_n", n=int(s.transport_yield))]
    rolls = [dice(int(game.record.printed_dice[u]))]
    return [*rolls, Say("piece.plus_one")] if s.modifier[u] else rolls


def state(game: Game, counter: str) -> list[Text]:
    """Kind, strength, cost and state of a counter."""
    u, g, s = game.counter(counter), game.record, game.scenario.tables[0]
    is_unit = s.kind[u] < st.FORT
    words: list[Text] = [Say(f"kind.{st.KINDS[s.kind[u]]}"), *strength(game, counter)]
    if is_unit and g.printed_tonnage[u]:
        words.append(Say("piece.tonnage_n", n=int(g.printed_tonnage[u])))
    if is_unit and g.place[u] >= 0:
        if can_be_inactive(s, u):
            words.append(Say("piece.active" if g.active[u] else "piece.idle"))
        else:
            words.append(Say("piece.always"))
    return [*words, Say("piece.damaged")] if g.damage[u] else words


def piece(game: Game, counter: str) -> Text:
    """A counter with its strength, and whether it is damaged."""
    about = strength(game, counter)
    if game.record.damage[game.counter(counter)]:
        about.append(Say("piece.damaged"))
    return Say("piece.details", name=name(game.scenario, counter), about=Joined(about))
