"""What has happened, as a seat may know it: one entry of the log for each choice.

The game's trace reports dice alone; everything else is the difference of what the seat sees before
and after, so nothing hidden can get in. The words of an enemy's choice are given only for decisions
made in the open; dice rolled in secret are left out.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.generated.records import Game
from glory_env.games.aleutians.play import words
from glory_env.games.aleutians.play.choices import choice_view
from glory_env.games.aleutians.play.position import View
from glory_env.games.aleutians.scenario.load import Scenario
from glory_env.text.lazy import Joined, Say, Text

Line = dict[str, Any]

# Decisions whose answer both sides hear; of all others the enemy sees only what becomes of them.
OPEN = {
    "place_flying_boat", "place_submarine", "soviet_entry", "second_phase", "conditional_force",
    "income", "recon_boat", "recon_aircraft", "recon_node", "spot_attack", "search_submarine",
    "submarine_node", "sail_step", "air_target", "air_order", "aim", "cover", "air_loss", "bomb",
    "battle_area", "declare", "declare_enemy", "shift", "recover", "landing_battle", "ground_loss",
    "ground_move", "ground_move_spot", "ground_battle", "build", "return_boat", "change_strategy",
    "raid", "convert", "armed_recon_spot", "event", "event_unit", "long_shot",
}  # fmt: skip
# Dice only the side that rolls them sees.
SECRET = {"japanese_strategy": "japan", "allied_strategy": "allies", "fleet_d": "allies"}
GONE_PLACES = ("lost",)
TARGETS = {"air_target", "air_order"}  # decisions whose first action names a target of aircraft
# What is no news of the own side, of aircraft and boats of the enemy, and of dice.
EXPECTED = {
    "fleet_at", "fleet_off", "fleet_new", "fleet_gone", "seen", "repaired", "recovered", "moved",
}  # fmt: skip
ROUTINE = {"moved", "repaired", "recovered"}
UNHEARD = {"search"}  # a die without an event has failed


def entry(
    scenario: Scenario, g: Game, line: Line, seat: str, before: View, after: View
) -> dict[str, Any] | None:
    """An entry of a seat's log; None where the seat has noticed nothing.

    g: the game after the choice. line: of the choice as the record has it. before, after: what
    the seat saw (`position_view`).
    """
    actor = line["actor"]
    is_open = actor == seat or line["decision"] in OPEN
    dice = dice_of(line, seat)
    news = list(events(scenario, before, after))
    named = named_units(scenario, line) if is_open else set()
    shown = [one for one in news if not (one.get("moved") and one["units"] <= named)]
    matters = [is_news(one, seat) for one in shown]
    is_heard = line["phase"] != "setup"  # where all begin is on the map
    if not is_open and not news and not dice:
        return None
    who = Say(f"campaign.side_short.{actor}")
    doing = Say("campaign.log_line", actor=who, doing=Say(f"campaign.doing.{line['decision']}"))
    said = choices(scenario, g, line) if is_open else []
    areas = {area for one in news for area in one["areas"]}
    return {
        "turn": line["turn"],
        "date": words.date(scenario, line["turn"]),
        "phase": line["phase"],
        "phase_words": Say(f"campaign.phase.{line['phase']}"),
        "side": before["side"],
        "actor": actor,
        "decision": line["decision"],
        "words": Say("campaign.log_choice", line=doing, words=Joined(said)) if said else doing,
        "doing": doing,
        "said": said,
        "news": is_heard and (any(matters) or any(one["purpose"] not in UNHEARD for one in dice)),
        "dice": dice,
        "events": [one["words"] for one, is_new in zip(shown, matters, strict=True) if is_new],
        "also": [one["words"] for one, is_new in zip(shown, matters, strict=True) if not is_new],
        "areas": sorted(areas | areas_of(scenario, g, line) if is_open else areas),
        "told": is_open,
    }


def merged(last: dict[str, Any], latest: dict[str, Any]) -> dict[str, Any] | None:
    """One entry for two in a row of the same work of the enemy; None where they stay apart."""
    same = all(last[key] == latest[key] for key in ("turn", "phase", "actor", "told"))
    if not same or latest["told"] or str(last["words"]) != str(latest["words"]):
        return None
    both = {key: [*last[key], *latest[key]] for key in ("dice", "events", "also")}
    both |= {"news": last["news"] or latest["news"]}
    return {**last, **both, "areas": sorted({*last["areas"], *latest["areas"]})}


def choices(scenario: Scenario, g: Game, line: Line) -> list[Text]:
    """What a choice names, without the word that it is all where it names anything."""
    actor = st.SIDES.index(line["actor"])
    first, *rest = line["actions"]
    name = words.goal if line["decision"] in TARGETS else words.action
    return [
        name(scenario, g, first, actor),
        *(words.action(scenario, g, k, actor) for k in rest if k not in (a.DONE, a.PASS)),
    ]


def is_news(event: dict[str, Any], seat: str) -> bool:
    """Whether a person should hear of an event that has not asked for it."""
    if event["side"] == seat:
        return event["key"] not in EXPECTED
    return event["key"] not in ROUTINE


def dice_of(line: Line, seat: str) -> list[dict[str, Any]]:
    """The dice rolled in the open, or by the seat itself: what for, and the faces."""
    return [
        {
            "purpose": roll["purpose"],
            "words": Say(f"campaign.die.{roll['purpose']}"),
            "faces": roll["faces"],
        }
        for roll in line["dice"]
        if SECRET.get(roll["purpose"], seat) == seat
    ]


def named_units(scenario: Scenario, line: Line) -> set[str]:
    """Units an open choice names: that they have moved need not be said again."""
    return {scenario.units[k] for k in line["actions"] if k < len(scenario.units)}


def areas_of(scenario: Scenario, g: Game, line: Line) -> set[str]:
    """The areas that an open choice names."""
    views = (choice_view(scenario, g, k) for k in line["actions"] if k >= st.MAX_UNITS)
    return {view["area"] for view in views if "area" in view}


# --- differences of two views --------------------------------------------------------------
def events(scenario: Scenario, before: View, after: View) -> Iterator[dict[str, Any]]:
    """What is new in a seat's view; each with words, areas, and the units it is about."""
    yield from fleet_events(before, after)
    yield from unit_events(scenario, before, after)
    yield from spot_events(before, after)
    yield from battle_events(before, after)
    yield from other_events(before, after)


def new(
    key: str, areas: set[str | None] | None = None, by: str = "", **values: Any
) -> dict[str, Any]:
    """by: the side whose fleet or units it is about."""
    known = {area for area in areas or () if area}
    said = Say(f"campaign.event.{key}", **values)
    return {"key": key, "side": by, "words": said, "areas": known, "units": set()}


def fleet_events(before: View, after: View) -> Iterator[dict[str, Any]]:
    """Fleets that are formed, move, are found or dissolved."""
    old = {one["id"]: one for one in before["fleets"]}
    now = {one["id"]: one for one in after["fleets"]}
    for key, one in now.items():
        was = old.get(key)
        at = {one["area"]}
        if was is None:
            yield new("fleet_new", at, one["side"], fleet=one["name"], place=one["place"])
        elif was["sea"] != one["sea"]:
            moved = "fleet_at" if one["sea"] else "fleet_off"
            places = at | {was["area"]}
            values = {"place": one["place"]} if one["sea"] else {}
            yield new(moved, places, one["side"], fleet=one["name"], **values)
        if was and one["found"] and not was["found"]:
            yield new("fleet_found", at, fleet=one["name"], place=one["place"])
        elif was and was["found"] and not one["found"]:
            yield new("fleet_lost_sight", at, fleet=one["name"])
    for key in old.keys() - now.keys():
        yield new("fleet_gone", {old[key]["area"]}, old[key]["side"], fleet=old[key]["name"])


def unit_events(scenario: Scenario, before: View, after: View) -> Iterator[dict[str, Any]]:
    """Units that come into sight, move, are hit, repaired or lost, alike ones together."""
    kinds: dict[tuple[str, str], list[str]] = {}
    old = old_numbers(scenario, before, after)
    for key, now in after["units"].items():
        was = before["units"].get(old.get(key, key))
        for kind in changes(was, now):
            about = str(now["where"]) if kind in ("seen", "moved") else ""
            kinds.setdefault((kind, about), []).append(key)
    number = {unit: u for u, unit in enumerate(scenario.units)}
    for (kind, about), ids in kinds.items():
        names = words.units(scenario, [number[one] for one in ids])
        place = {"place": after["units"][ids[0]]["where"]} if about else {}
        areas = {after["units"][one].get("area") for one in ids}
        side = st.SIDES[scenario.tables[0].side[number[ids[0]]]]
        event = new(kind, areas, side, units=names, **place)
        yield event | {"units": {old.get(one, one) for one in ids}, "moved": kind == "moved"}


def old_numbers(scenario: Scenario, before: View, after: View) -> dict[str, str]:
    """Like counters whose numbers were dealt anew: id now -> id before.

    Where one stands as another one stood before, it is that one.
    """
    alike, face = scenario.tables[0].alike, scenario.tables[0].face
    faces: dict[int, list[str]] = {}
    for u, one in enumerate(scenario.units):
        if not alike[u] or one not in before["units"] or one not in after["units"]:
            continue
        if state_of(before["units"][one]) != state_of(after["units"][one]):
            faces.setdefault(int(face[u]), []).append(one)
    old: dict[str, str] = {}
    for ids in faces.values():
        left = list(ids)
        for one in ids:
            now = state_of(after["units"][one])
            same = [was for was in left if state_of(before["units"][was]) == now]
            if same:
                old[one] = same[0]
                left.remove(same[0])
        others = [one for one in ids if one not in old]
        old.update(zip(others, left, strict=True))
    return old


def state_of(view: View) -> tuple[Any, ...]:
    """Where a unit is and in what state, to compare."""
    keys = ("place", "at", "group", "damaged", "disrupted", "flown")
    return tuple(view.get(key) for key in keys)


def changes(was: View | None, now: View) -> Iterator[str]:
    """What has become of one unit: keys of `campaign.event`."""
    if was is None:
        yield "seen"
        return
    if now["place"] in GONE_PLACES:
        if was["place"] != now["place"]:
            yield "lost"
        return
    for flag, on, off in (("damaged",) * 2 + ("repaired",), ("disrupted",) * 2 + ("recovered",)):
        if now.get(flag) and not was.get(flag):
            yield on
        elif was.get(flag) and not now.get(flag):
            yield off
    if (was["place"], was.get("at")) != (now["place"], now.get("at")):
        yield "moved"


def spot_events(before: View, after: View) -> Iterator[dict[str, Any]]:
    """Airfields built or disrupted, places that change hands."""
    old = {one["id"]: one for one in before["spots"]}
    for now in after["spots"]:
        was = old.get(now["id"], {"field": 0})
        at: set[str | None] = {now["area"]}
        if was["field"] != now["field"]:
            size = Say(f"campaign.size.{now['field']}")
            yield new("field_built", at, place=now["name"], size=size)
        if "name" not in was:
            continue
        for key in ("holder", "field_owner", "port_owner"):
            if was[key] != now[key]:
                yield new(key, at, place=now["name"], side=owner(now[key]))
        for key in ("field", "port"):
            flag = f"{key}_disrupted"
            if was[flag] != now[flag]:
                yield new(flag if now[flag] else f"{key}_repaired", at, place=now["name"])


def owner(who: str | None) -> Text:
    """A side by its id, or nobody."""
    return Say(f"campaign.side_short.{who}") if who else Say("campaign.nobody")


def battle_events(before: View, after: View) -> Iterator[dict[str, Any]]:
    """A surface battle that begins or ends."""
    if after["battle"] and not before["battle"]:
        battle = after["battle"]
        names = {one["id"]: one["name"] for one in after["fleets"]}
        first, second = (names[key] for key in battle["fleets"])
        yield new("battle", {battle["area"]}, place=battle["place"], first=first, second=second)
    elif before["battle"] and not after["battle"]:
        yield new("battle_over", {before["battle"]["area"]})


def other_events(before: View, after: View) -> Iterator[dict[str, Any]]:
    """Points, supply, strategy, and what happens to a whole side."""
    if before["strategy"]["number"] != after["strategy"]["number"]:
        yield new("strategy", name=after["strategy"]["name"])
    for k, who in enumerate(st.SIDES):
        was, now = before["supply"][k], after["supply"][k]
        if was != now:
            side = Say(f"campaign.side_short.{who}")
            yield new("supply", side=side, before=was, after=now)
    if before["vp"] != after["vp"] and not after["over"]:
        yield new("points", before=before["vp"], after=after["vp"])
    if before["railway"] != after["railway"]:
        yield new("railway", n=after["railway"])
    if before["soviet"] != after["soviet"]:
        yield new("soviet")
    if before["fire"] != after["fire"]:
        yield new("fire" if after["fire"] else "fire_out")
    if after["over"] and not before["over"]:
        yield new("over", level=after["level"])
