"""The position that a seat sees in lines of text, with what stands on each counter."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from glory_env.games.aleutians.play import words
from glory_env.games.aleutians.play.position import View
from glory_env.games.aleutians.play.story import owner
from glory_env.games.aleutians.scenario.load import Scenario
from glory_env.games.aleutians.state import SIDES
from glory_env.text.lazy import Joined, Say, Text

OUT = ("absent", "lost", "withdrawn", "gone")  # of no use any more, or not yet
ABOARD = ("carrier", "submarine")
STATES = ("damaged", "disrupted")
RATINGS = ("strength", "defence", "aa", "torpedo", "lift", "capacity", "range")


def _say(key: str, **values: object) -> Text:
    return Say(f"campaign.player.{key}", **values)


@cache
def facts_of(scenario: Scenario, u: int) -> Text:
    """Kind and ratings of a unit."""
    facts = words.unit_facts(scenario, u)
    kind = "APD" if facts["type"] == "DD" and "lift" in facts else facts["type"]
    ratings = [
        _say("rating", name=Say(f"campaign.rating.{one}"), n=facts[one])
        for one in RATINGS
        if one in facts
    ]
    return Joined([Say(f"campaign.kind.{kind}"), *ratings])


class PositionText:
    """seen: `position_view` of the seat."""

    def __init__(self, scenario: Scenario, seen: View, seat: str) -> None:
        self._scenario, self._seen, self._seat = scenario, seen, seat
        self._number = {unit: u for u, unit in enumerate(scenario.units)}
        self._aboard: dict[str, list[str]] = {}
        for key, one in seen["units"].items():
            if one["place"] in ABOARD:
                self._aboard.setdefault(one["at"], []).append(key)

    def lines(self) -> list[Text]:
        """The whole position."""
        return [
            *self._status(),
            *self._battle(),
            Say("campaign.terminal.fleets"),
            *self._fleets(),
            Say("campaign.terminal.places"),
            *self._places(),
            *self._elsewhere(),
        ]

    # --- parts ---------------------------------------------------------------------------
    def _status(self) -> list[Text]:
        seen = self._seen
        japan, allies = seen["supply"]
        points = {key: seen[key] for key in ("vp", "win", "seattle")}
        lines: list[Text] = [
            self._turn(),
            Say("campaign.terminal.status", **points, japan=japan, allies=allies),
            Say("campaign.terminal.strategy", name=seen["strategy"]["name"]),
        ]
        number, turn = seen["strategy"]["number"], seen["turn"]
        table = self._scenario.data["strategies"][self._seat]["income"]
        if number and table[number - 1][turn:]:
            comes = Joined(str(points) for points in table[number - 1][turn:])
            lines.append(Say("campaign.page.income", list=comes))
        if seen["railway"]:
            lines.append(Say("campaign.event.railway", n=seen["railway"]))
        lines += [_say("soviet")] if seen["soviet"] else []
        lines += [Say("campaign.event.fire")] if seen["fire"] else []
        return lines

    def _turn(self) -> Text:
        seen = self._seen
        weather = [Say(f"campaign.page.{one}") for one in ("winter", "fog") if seen[one]]
        return _say(
            "turn",
            turn=seen["turn"],
            last=seen["last_turn"],
            date=seen["date"],
            phase=seen["phase_words"],
            side=Say(f"campaign.side_short.{seen['side']}"),
            weather=_say("weather", what=Joined(weather)) if weather else "",
        )

    def _battle(self) -> list[Text]:
        battle = self._seen["battle"]
        if battle is None:
            return []
        lines: list[Text] = [
            _say("battle", place=battle["place"], round=battle["round"], apart=battle["apart"])
        ]
        for side, squares in battle["lines"].items():
            ships = [self._name(one) if one else _say("square") for one in squares]
            shown = Joined(ships) if ships else Say("campaign.page.line_hidden")
            lines.append(_say("line", side=Say(f"campaign.side_short.{side}"), ships=shown))
        return lines

    def _fleets(self) -> list[Text]:
        lines: list[Text] = []
        for fleet in self._seen["fleets"]:
            more: list[Text] = [Say("campaign.page.found")] if fleet["found"] else []
            more += [_say("lifts", n=fleet["lifts"])] if fleet.get("lifts") else []
            more += [_say("load", n=fleet["supply"])] if fleet.get("supply") else []
            more += [Say("campaign.page.moves")] if fleet.get("moving") else []
            about = Joined([_ships(fleet["ships"]), *more])
            lines.append(_say("fleet", name=fleet["name"], place=fleet["place"], ships=about))
            if units := self._at("fleet", fleet["id"]):
                lines.append(Say("campaign.terminal.aboard", units=self._units(units)))
        return lines or [Say("campaign.terminal.no_fleet")]

    def _places(self) -> list[Text]:
        worth = {one["id"]: one["vp"] for one in self._scenario.data["sites"]}
        lines: list[Text] = []
        for spot in self._seen["spots"]:
            about: list[Text] = []
            if worth.get(spot["id"]):
                about.append(_say("worth", n=worth[spot["id"]]))
            if spot["holder"]:
                about.append(_say("holder", side=owner(spot["holder"])))
            if spot["field"]:
                size = Say(f"campaign.size.{spot['field']}")
                field = _say("field", size=size, side=owner(spot["field_owner"]))
                about.append(_closed(field, spot["field_disrupted"]))
            if spot["port_owner"]:
                port = _say("port", side=owner(spot["port_owner"]))
                about.append(_closed(port, spot["port_disrupted"]))
            about += [_say("beach", side=owner(side)) for side in spot["beach"]]
            for side in SIDES:
                units = [one for one in self._at("spot", spot["id"]) if self._side(one) == side]
                if units:
                    about.append(_say("standing", side=owner(side), units=self._units(units)))
            if about:
                what = Joined(about, "list.semicolon")
                lines.append(_say("place", name=spot["name"], area=spot["area"], about=what))
        return lines

    def _elsewhere(self) -> list[Text]:
        """Boats and patrols at sea, aircraft flown out, units off the map or in repair."""
        groups: dict[tuple[str, str], list[str]] = {}
        for key, one in self._seen["units"].items():
            if one["place"] not in ("fleet", "spot", *ABOARD, *OUT):
                groups.setdefault((self._side(key), str(one["where"])), []).append(key)
        return [
            _say(
                "elsewhere",
                side=owner(side),
                place=self._seen["units"][units[0]]["where"],
                units=self._units(units),
            )
            for (side, _), units in groups.items()
        ]

    # --- units ---------------------------------------------------------------------------
    def _at(self, place: str, at: str) -> list[str]:
        units = self._seen["units"].items()
        return [key for key, one in units if one["place"] == place and one.get("at") == at]

    def _side(self, unit: str) -> str:
        return SIDES[int(self._scenario.tables[0].side[self._number[unit]])]

    def _name(self, unit: str) -> Text:
        return words.unit(self._scenario, self._number[unit])

    def _units(self, units: Iterable[str]) -> Text:
        """Units with what stands on them; those of which the same is said together."""
        groups: dict[str, tuple[list[Text], Text]] = {}
        for key in units:
            about = self._about(key)
            groups.setdefault(str(about), ([], about))[0].append(self._name(key))
        return Joined(
            (_say("about", unit=Joined(names), about=about) for names, about in groups.values()),
            "list.semicolon",
        )

    def _about(self, unit: str) -> Text:
        one = self._seen["units"][unit]
        states = [Say(f"campaign.page.{flag}") for flag in STATES if one.get(flag)]
        aboard = self._aboard.get(unit)
        load = [_say("carries", units=self._units(aboard))] if aboard else []
        return Joined([facts_of(self._scenario, self._number[unit]), *states, *load])


def _ships(n: int | None) -> Text:
    if n is None:
        return Say("campaign.terminal.unknown_ships")
    return Say("campaign.page.ships_1") if n == 1 else Say("campaign.terminal.ships", n=n)


def _closed(what: Text, is_closed: bool) -> Text:
    return _say("closed", what=what) if is_closed else what
