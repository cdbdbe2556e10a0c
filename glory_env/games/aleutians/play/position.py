"""What a seat sees, as plain data: the map once, and the position at every decision.

Nothing hidden is in it (RHI): enemy ships of unfound fleets, their cargo and deck aircraft, the
other strategy, loaded supply, a line of battle and a choice of weapon before they are shown. It
holds what the observation of the seat holds, in words and lists.
"""

from __future__ import annotations

from typing import Any

from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.describe import FLEET_LETTERS, spot_name
from glory_env.games.aleutians.generated.records import Game
from glory_env.games.aleutians.play import words
from glory_env.games.aleutians.play.sight import Fields, areas_seen
from glory_env.games.aleutians.rules.free_setup import is_secret
from glory_env.games.aleutians.rules.schedule import DRAW_AT_MIDWAY
from glory_env.games.aleutians.rules.surface import is_shown
from glory_env.games.aleutians.rules.task_forces import lifts_in, seattle_shown, ships_in
from glory_env.games.aleutians.rules.victory import final_vp, vp
from glory_env.games.aleutians.scenario.load import Scenario
from glory_env.games.aleutians.text import area_name
from glory_env.text.lazy import Name, Say, Text

View = dict[str, Any]
FIRST_OF_JAPAN = 2  # of the levels of victory


def map_view(scenario: Scenario) -> View:
    """Areas, parts of the sea, places and units of a scenario: what never changes.

    xy: km from the middle of the map, y to the north. links: neighbours at sea.
    """
    data, places = scenario.data, scenario.coordinates
    areas = [
        {"id": one["id"], "land": one["land"], "coast": one["coast"], "xy": places[one["id"]]}
        for one in data["areas"]
    ]
    seas = [
        {
            "id": one["id"],
            "area": one["area"],
            "name": words.node(scenario, n),
            "xy": places[f"sea:{one['id']}"],
            "ice": one["ice"],
            "links": one["links"],
        }
        for n, one in enumerate(data["seas"])
    ]
    sites = [
        {
            "id": one["id"],
            "name": Name(scenario.names[one["id"]]),
            "area": one["area"],
            "xy": places[one["id"]],
            "island": one["island"],
            "port": one["port"],
            "vp": one["vp"],
        }
        for one in data["sites"]
    ]
    s = scenario.tables[0]
    income = data["strategies"]
    return {
        "areas": areas,
        "seas": seas,
        "sites": sites,
        "units": [words.unit_facts(scenario, u) for u in range(int(s.units))],
        "turns": [words.date(scenario, k) for k in range(1, int(s.last_turn) + 1)],
        "levels": [int(points) for points in s.levels[:4]],
        "supply_cap": [int(cap) for cap in s.supply_cap],
        "income": {one: income[one]["income"] for one in st.SIDES},
    }


def position_view(scenario: Scenario, g: Game, seat: int) -> View:
    """The position as a seat (0 Japan, 1 the Allies) may see it."""
    s = scenario.tables[0]
    turn = int(g.turn)
    secret = is_secret(g)
    over = bool(g.outcome != st.PLAYING)
    fields: Any = Fields(g)
    areas = areas_seen(g, s, seat)
    seen = {u: unit_view(scenario, fields, u, area) for u, area in areas.items()}
    return {
        "turn": turn,
        "last_turn": int(s.last_turn),
        "date": words.date(scenario, turn),
        "season": str(scenario.data["turns"]["season"][max(0, turn - 1)]),
        "winter": bool(s.winter[turn]),
        "fog": bool(s.fog[turn]),
        "phase": st.PHASES[g.phase],
        "phase_words": words.phase(g),
        "side": st.SIDES[g.side],
        "op": int(g.op),
        "over": over,
        "level": words.level(g) if over else None,
        "winner": st.SIDES[int(g.level) < FIRST_OF_JAPAN] if over else None,
        "vp": int(final_vp(g, s) if over else vp(g, s)) if turn else 0,
        "win": int(s.japan_wins[g.soviet]),
        "supply": [int(points) for points in g.supply],
        "seattle": int(seattle_shown(g, seat)),
        "strategy": strategy_view(g, seat),
        "changed": [bool(tried) for tried in g.changed],
        "midway": "none" if not g.midway else "us" if g.midway < DRAW_AT_MIDWAY else "draw",
        "railway": int(g.railway),
        "soviet": bool(g.soviet),
        "fire": bool(g.depot_fire),
        "fleets": [
            fleet_view(scenario, g, k, seat)
            for k in range(st.SLOTS)
            if fields.fleet_used[k] and not (secret and k // st.FLEETS != seat)
        ],
        "spots": [
            spot_view(scenario, fields, p) for p in range(st.MAX_SPOTS) if fields.spot_used[p]
        ],
        "units": {scenario.units[u]: view for u, view in seen.items()},
        "battle": battle_view(scenario, g, seat),
    }


def strategy_view(g: Game, seat: int) -> View:
    """A side's own strategy card: number (0: none yet) and name."""
    number = int(g.strategy[seat])
    return {"number": number, "name": words.strategy(seat, number)}


def unit_view(scenario: Scenario, g: Game, u: int, area: int) -> View:
    """Where a unit is and in what state; `at` is a spot, sea, fleet or unit by its id.

    area: where it is, or NONE.
    """
    place, at = int(g.place[u]), int(g.at[u])
    view: View = {"place": st.PLACES[place], "where": words.where(scenario, g, u)}
    if place == st.SPOT:
        view["at"] = spot_name(scenario, at)
    elif place == st.SEA and at < st.MAX_NODES:
        view["at"] = scenario.nodes[at]
    elif place == st.FLEET:
        view["at"] = slot_id(at)
    elif place in words.CARRIED:
        view["at"] = scenario.units[at]
    elif place == st.TARGET:
        view["group"] = at
    if place == st.TARGET:
        area = int(g.group_area[at])
    if area != st.NONE:
        view["area"] = area_name(area)
    for flag in ("damaged", "disrupted", "flown"):
        if getattr(g, flag)[u]:
            view[flag] = True
    return view


def slot_id(slot: int) -> str:
    """japan_A to allies_D."""
    return f"{st.SIDES[slot // st.FLEETS]}_{FLEET_LETTERS[slot % st.FLEETS]}"


def fleet_view(scenario: Scenario, g: Game, slot: int, seat: int) -> View:
    """Marker, place and number of ships are open; what is loaded only to the owner (A-32)."""
    s = scenario.tables[0]
    own = slot // st.FLEETS == seat
    n = int(g.fleet_node[slot])
    view: View = {
        "id": slot_id(slot),
        "name": words.fleet(slot),
        "letter": FLEET_LETTERS[slot % st.FLEETS],
        "side": st.SIDES[slot // st.FLEETS],
        "sea": None if n == st.NONE else scenario.nodes[n],
        "area": None if n == st.NONE else words.area_of_node(scenario, n),
        "place": words.fleet_place(scenario, g, slot),
        "found": bool(g.fleet_found[slot]),
        "fought": bool(g.fleet_fought[slot]),
        "deadline": bool(g.fleet_deadline[slot]),
        "ships": None,
    }
    if own or not g.switch[st.CLOSED_FLEET_SIZE]:
        view["ships"] = int(ships_in(g, s, slot))
    if own:
        view["supply"] = int(g.fleet_supply[slot])
        view["lifts"] = int(lifts_in(g, s, slot))
        view["moving"] = bool(g.sailing == slot)
    return view


def spot_view(scenario: Scenario, g: Game, p: int) -> View:
    """A place on land: field, port, who holds it, what is disrupted."""
    return {
        "id": spot_name(scenario, p),
        "name": words.spot(scenario, g, p),
        "area": area_name(int(g.spot_area[p])),
        "field": int(g.field[p]),
        "holder": _owner(int(g.holder[p])),
        "field_owner": _owner(int(g.field_owner[p])),
        "port_owner": _owner(int(g.port_owner[p])),
        "field_disrupted": bool(g.field_disrupted[p]),
        "port_disrupted": bool(g.port_disrupted[p]),
        "beach": [st.SIDES[k] for k in range(2) if g.beach[p, k]],
    }


def _owner(number: int) -> str | None:
    return None if number == st.NONE else (*st.SIDES, "soviet")[number]


def battle_view(scenario: Scenario, g: Game, seat: int) -> View | None:
    """The surface battle that is fought: both lines by square, as far as they are shown."""
    slots = [int(slot) for slot in g.battle_fleet]
    if st.NONE in slots:
        return None
    lines: View = {}
    for who, slot in enumerate(slots):
        shown = who == seat or is_shown(g, slot)
        count = max(int(g.line_length[who]), _laid(g, who)) if shown else 0
        squares = [int(u) for u in g.line[who, :count]]
        lines[st.SIDES[who]] = [None if u == st.NONE else scenario.units[u] for u in squares]
    return {
        "sea": scenario.nodes[int(g.battle_node)],
        "area": words.area_of_node(scenario, int(g.battle_node)),
        "place": words.node(scenario, int(g.battle_node)),
        "fleets": [slot_id(slot) for slot in slots],
        "round": int(g.battle_round),
        "apart": _apart(int(scenario.tables[0].start_gap) + 1 - int(g.line_shift)),
        "lead": int(g.lead) if g.actor == seat else 0,
        "lines": lines,
        "weapon": int(g.fire_mode[seat]),
    }


def _apart(squares: int) -> Text:
    """How far the leading ships of two lines are from each other; below 0: past each other."""
    key = "apart" if squares > 0 else "past" if squares < 0 else "abreast"
    return Say(f"campaign.battle.{key}", n=abs(squares))


def _laid(g: Game, who: int) -> int:
    """Squares of a line in use so far; there are no gaps while it is laid out."""
    return int((g.line[who] != st.NONE).sum())
