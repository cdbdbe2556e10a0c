"""Names of pieces and places, decisions and actions, as texts of the catalogue.

Units, nodes (parts of the sea), spots (places on land) and slots (fleets) are numbers, as in the
rules.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Any

from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.describe import FLEET_LETTERS, item_of
from glory_env.games.aleutians.generated.records import Game
from glory_env.games.aleutians.rules.air_targets import kind_of, target_of, target_side
from glory_env.games.aleutians.scenario.load import Scenario
from glory_env.games.aleutians.text import area_name
from glory_env.text.lazy import Joined, Name, Say, Text

PASSES = {
    "air_target", "declare", "gunfire", "recon_aircraft", "recon_boat", "return_fleet",
    "spot_attack", "submarine_cargo", "transport_flight",
}  # fmt: skip
CARRIED = (st.CARRIER, st.SUBMARINE)


@cache
def _numbers(scenario: Scenario) -> dict[int, int]:
    """Of units that share their name with others of their side, which one of them it is."""
    side = scenario.tables[0].side
    keys = [(int(side[u]), scenario.names[unit]["en"]) for u, unit in enumerate(scenario.units)]
    total, seen, numbers = Counter(keys), Counter[tuple[int, str]](), {}
    for u, key in enumerate(keys):
        seen[key] += 1
        if total[key] > 1:
            numbers[u] = seen[key]
    return numbers


@cache
def unit(scenario: Scenario, u: int) -> Text:
    """The name of a unit, with a number where its side has several of that name."""
    name = Name(scenario.names[scenario.units[u]])
    number = _numbers(scenario).get(u)
    return name if number is None else Say("campaign.numbered", name=name, n=number)


def units(scenario: Scenario, numbers: list[int]) -> Text:
    """Several units by name."""
    return Joined([unit(scenario, u) for u in numbers])


def side(number: int) -> Text:
    """The name of a side; "nobody" for NONE."""
    if number == st.NONE:
        return Say("campaign.nobody")
    return Say(f"campaign.side_short.{(*st.SIDES, 'soviet')[number]}")


def area_of_node(scenario: Scenario, n: int) -> str:
    """A1 to D15."""
    return area_name(int(scenario.tables[0].node_area[n]))


def node(scenario: Scenario, n: int) -> Text:
    """A part of the sea: its area, and its name where it has one."""
    return Name(scenario.names[f"sea:{scenario.nodes[n]}"])


def sky(scenario: Scenario, at: int) -> Text:
    """Where a boat or aircraft with the place SEA is; an aircraft may be over an area without sea.

    at: a part of the sea, or MAX_NODES and the area.
    """
    if at < st.MAX_NODES:
        return node(scenario, at)
    area = area_name(at - st.MAX_NODES)
    return Name({"en": area, "ja": area})


def spot(scenario: Scenario, g: Game, p: int) -> Text:
    """A place on land; a field built in the game is named after its area, a later one numbered."""
    if p < len(scenario.spots):
        return Name(scenario.names[scenario.spots[p]])
    area = int(g.spot_area[p])
    name = Say("campaign.built", area=area_name(area))
    built = range(st.MAX_SPOTS - st.BUILT_SPOTS, p)
    earlier = sum(bool(g.spot_used[k]) and int(g.spot_area[k]) == area for k in built)
    return Say("campaign.numbered", name=name, n=earlier + 1) if earlier else name


def fleet(slot: int, whose: bool = True) -> Text:
    """A fleet by its letter, with its side or without."""
    letter = FLEET_LETTERS[slot % st.FLEETS]
    if not whose:
        return Say("campaign.fleet", letter=letter)
    return Say("campaign.fleet_of", side=side(slot // st.FLEETS), letter=letter)


def fleet_place(scenario: Scenario, g: Game, slot: int) -> Text:
    """Where a fleet is."""
    n = int(g.fleet_node[slot])
    return Say("campaign.place.box") if n == st.NONE else node(scenario, n)


def where(scenario: Scenario, g: Game, u: int) -> Text:
    """Where a unit that may be seen is."""
    place, at = int(g.place[u]), int(g.at[u])
    if place == st.SPOT:
        return spot(scenario, g, at)
    if place == st.SEA:
        return sky(scenario, at)
    key = f"campaign.place.{st.PLACES[place]}"
    if place == st.FLEET:
        is_ship = scenario.tables[0].kind[u] == st.SHIP
        return Say(
            "campaign.place.in_fleet" if is_ship else key, letter=FLEET_LETTERS[at % st.FLEETS]
        )
    if place == st.CARRIER:
        return Say(key, ship=unit(scenario, at))
    if place == st.TARGET:
        return Say("campaign.place.flown", place=target(scenario, g, at))
    return Say(key, n=int(g.when[u])) if place == st.REPAIR else Say(key)


def target(scenario: Scenario, g: Game, k: int) -> Text:
    """What group k of aircraft has been sent to."""
    kind, at = int(g.group_kind[k]), int(g.group_target[k])
    if kind == st.AT_FLEET:
        return fleet(at)
    if kind == st.AT_GROUND and g.group_state[k] == st.SUPPORT:
        return Say("campaign.action.ground", place=spot(scenario, g, at))
    if kind == st.AT_GROUND:
        return standing(scenario, g, at)
    key = "campaign.action.field" if kind == st.AT_FIELD else "campaign.action.port"
    return Say(key, place=spot(scenario, g, at))


def standing(scenario: Scenario, g: Game, u: int) -> Text:
    """A unit with the place on land where it stands, if that is open: no flag lies on it."""
    s = scenario.tables[0]
    if g.place[u] != st.SPOT or (s.kind[u] == st.GROUND and g.flag[g.at[u], s.side[u]]):
        return unit(scenario, u)
    return Say("campaign.action.at", what=unit(scenario, u), place=spot(scenario, g, int(g.at[u])))


def goal(scenario: Scenario, g: Game, number: int, actor: int) -> Text:
    """The action that names a target of aircraft, with where a unit stands."""
    if number < a.NODE:
        return standing(scenario, g, number - a.UNIT)
    return action(scenario, g, number, actor)


def attacks(scenario: Scenario, g: Game, number: int, actor: int) -> bool:
    """Whether aircraft sent to a target attack there; else they defend it."""
    s = scenario.tables[0]
    return bool(target_side(g, s, kind_of(s, number), target_of(number, actor)) != actor)


def phase(g: Game) -> Text:
    """The phase of the game."""
    return Say(f"campaign.phase.{st.PHASES[g.phase]}")


def date(scenario: Scenario, turn: int) -> str:
    """Year and month of a turn; empty before the first."""
    calendar = scenario.data["turns"]["calendar"]
    return str(calendar[turn - 1]) if 1 <= turn <= len(calendar) else ""


def strategy(who: int, number: int) -> Text:
    """The name of a strategy of a side; 0 is none yet."""
    if number == st.NO_STRATEGY:
        return Say("campaign.strategy.none")
    return Say(f"campaign.strategy.{st.SIDES[who]}.{number}")


def question(g: Game) -> Text:
    """What the pending decision asks."""
    return Say(f"campaign.question.{st.DECISIONS[g.decision]}")


def action(scenario: Scenario, g: Game, number: int, actor: int) -> Text:
    """An action of a side in words; `g` is the game at the decision or after it."""
    block, item = item_of(scenario, number)
    if block == "unit":
        return unit(scenario, number - a.UNIT)
    if block == "node":
        return node(scenario, number - a.NODE)
    if block == "spot":
        return spot(scenario, g, number - a.SPOT_ACTION)
    if block in ("field", "port"):
        p = number - (a.FIELD if block == "field" else a.PORT)
        return Say(f"campaign.action.{block}", place=spot(scenario, g, p))
    if block in ("own_fleet", "enemy_fleet"):
        return Say(f"campaign.action.{block}", letter=item)
    if block == "box":
        return Say("campaign.action.box")
    if block == "verb":
        return Say(f"campaign.action.verb.{item}")
    if block == "shift":
        return Say(f"campaign.action.{'forward' if int(item) > 0 else 'back'}", n=abs(int(item)))
    return Say(f"campaign.action.{block}", n=item)


def named(scenario: Scenario, g: Game, number: int) -> Text:
    """An action of the pending decision; a pass says what is not done."""
    decision = st.DECISIONS[g.decision]
    if number == a.PASS and decision in PASSES:
        return Say(f"campaign.pass.{decision}")
    return action(scenario, g, number, int(g.actor))


def choice(scenario: Scenario, g: Game, number: int) -> Text:
    """The same, with where the piece it names is now."""
    words, now = named(scenario, g, number), stands(scenario, g, number)
    return words if now is None else Say("campaign.action.from", what=words, where=now)


def stands(scenario: Scenario, g: Game, number: int) -> Text | None:
    """Where the unit or fleet is that an action names; None where it names none."""
    if number < a.NODE:  # a unit
        return where(scenario, g, number - a.UNIT)
    if a.OWN_FLEET <= number < a.BOX_ACTION:
        slot = slot_of(number, int(g.actor))
        if g.fleet_used[slot]:
            return fleet_place(scenario, g, slot)
    return None


def slot_of(number: int, actor: int) -> int:
    """The fleet an action of a side names."""
    if number < a.ENEMY_FLEET:
        return actor * st.FLEETS + number - a.OWN_FLEET
    return (1 - actor) * st.FLEETS + number - a.ENEMY_FLEET


def level(g: Game) -> Text:
    """How a finished game ended."""
    return Say(f"campaign.level.{int(g.level)}")


def unit_facts(scenario: Scenario, u: int) -> dict[str, Any]:
    """What stands on a counter: kind, type and ratings; the same all game long."""
    s = scenario.tables[0]
    kind = int(s.kind[u])
    types = {st.AIRCRAFT: st.AIR_TYPES, st.GROUND: st.ARMS}.get(kind, st.SHIP_TYPES)
    facts = {
        "id": scenario.units[u],
        "name": unit(scenario, u),
        "side": st.SIDES[s.side[u]],
        "kind": st.UNIT_KINDS[kind],
        "type": types[s.type[u]],
    }
    for rating in ("strength", "defence", "aa", "torpedo", "lift", "capacity", "range"):
        if s[rating][u]:
            facts[rating] = int(s[rating][u])
    return facts
