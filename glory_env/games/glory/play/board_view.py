"""What a front end needs to draw a game and does not change while it lasts: the `game` message.

docs/play_protocol.md shows every message.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.games.glory import state as st
from glory_env.games.glory.engine.handicaps import FOR_PEOPLE, handicap_of, name_of
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.characters import profile
from glory_env.games.glory.play.par import par
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.render import position
from glory_env.games.glory.render.layout import MAP, arrange
from glory_env.games.glory.rules import handicap
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.words import names
from glory_env.render.drawing import Area
from glory_env.text.lazy import Say, Text

BOX_KINDS = {st.AMPHIBIOUS: "sea", st.LAND: "land", st.CONVOY_BOX: "convoy"}


def game_view(session: GlorySession, name: str, seats: list[str] | None = None) -> dict[str, Any]:
    """The `game` message; name: under which the game is saved; seats: those of the page, None for
    all that people play."""
    seats = session.seats if seats is None else seats
    scenario = session.game.scenario
    return {
        "type": "game",
        "mode": mode(session, seats),
        "name": name,
        "language": Say("page.language_code"),
        "scenario": scenario.name,
        "seed": None if session.is_secret else session.game.seed,
        "players": {seat: session.playing(seat) for seat in st.SERVICES},
        "characters": {seat: _character(session, seat) for seat in st.SERVICES},
        "seats": seats,
        "options": session.game.options.as_dict(),
        "handicap": handicap_view(session.game.options.handicap),
        "limits": _limits(session),
        "map": {"width": MAP.width, "height": MAP.height},
        "boxes": _boxes(session.game),
        "lines": _lines(scenario),
        "markers": _markers(scenario),
        "counters": _counters(session),
    }


def handicap_view(handicap: str | Mapping[str, int]) -> dict[str, Any]:
    """How hard a game is: its name (None where the numbers have none), in a word and in a line."""
    numbers = handicap_of(handicap)
    name = name_of(numbers)
    if name in FOR_PEOPLE:
        return {
            "name": name,
            "words": Say(f"handicap.{name}.name"),
            "about": Say(f"handicap.{name}.about"),
        }
    listed = ", ".join(f"{key} {value}" for key, value in numbers.items())
    return {"name": name, "words": Say("handicap.own"), "about": listed}


def _character(session: GlorySession, seat: str) -> dict[str, Any] | None:
    character = profile(session.playing(seat))
    return character.as_dict() if character else None


def mode(session: GlorySession, seats: list[str]) -> str:
    """play (one seat, or none of two that people play), both, solo, watch or replay."""
    if session.is_replay:
        return "replay"
    if session.game.options.solo:
        return "solo"
    if not session.seats:
        return "watch"
    return "both" if len(seats) == 2 else "play"


def _limits(session: GlorySession) -> dict[str, Any]:
    s, data = session.game.scenario.tables[0], session.game.scenario.data
    g, late = session.game.record, "20-1" in session.game.options.optional
    return {
        "start": int(handicap.start_of(g, s)),
        "cap": int(s.cap),
        "floor": position.floor(session.game.scenario, g),
        "last_turn": int(s.last_turn),
        "home_loss_until": int(s.home_loss_until),
        "step": st.STEP,
        "margin": {seat: int(handicap.margin_of(g, s, k)) for k, seat in enumerate(st.SERVICES)},
        "solo_gp": int(s.solo_gp),
        "track_spaces": int(s.track_spaces),
        "convoy_ships": int(s.convoy_ships),
        "convoy_aircraft": int(s.convoy_aircraft),
        "hit_from": [int(s.hit_from[0]), int(s.hit_from[1] if late else s.hit_from[0])],
        "late_from": int(s.late_from),
        "turn_13_gap": int(s.turn_13_gap),
        "turn_13_gp": int(s.turn_13_gp),
        "base_bonus": data.get("base_bonus"),
        "par": par(session.game),
    }


def _area(area: Area) -> list[float]:
    """x, y, width, height on the map, whose corner is 0, 0."""
    place = (area.x - MAP.x, area.y - MAP.y, area.width, area.height)
    return [round(value, 1) for value in place]


def _boxes(game: Game) -> list[dict[str, Any]]:
    scenario = game.scenario
    s, areas = scenario.tables[0], arrange(scenario).boxes
    return [
        {
            "id": key,
            "name": names.name(scenario, key),
            "words": _box_words(game, b),
            "kind": BOX_KINDS[int(s.box_kind[b])],
            "area": _area(areas[b]),
            "gp": {seat: int(s.box_gp[b, k]) for k, seat in enumerate(st.SERVICES)},
            "if_allied": position.if_allied(scenario, game.record, b),
            "home_islands": bool(s.home_islands[b]),
        }
        for b, key in enumerate(scenario.boxes)
    ]


def _box_words(game: Game, b: int) -> list[Text]:
    """What there is to say of a box: its kind, what it gives and costs."""
    s = game.scenario.tables[0]
    words: list[Text] = [Say(f"box.{BOX_KINDS[int(s.box_kind[b])]}")]
    for k, seat in enumerate(st.SERVICES):
        if s.box_gp[b, k]:
            words.append(Say("box.gp", n=int(s.box_gp[b, k]), who=names.service(seat)))
    if change := position.if_allied(game.scenario, game.record, b):
        words.append(Say("box.tonnage", n=f"{change:+d}"))
    return [*words, Say("box.home")] if s.home_islands[b] else words


def _lines(scenario: Scenario) -> list[dict[str, str]]:
    s, boxes = scenario.tables[0], scenario.boxes
    return [
        {"from": boxes[a], "to": boxes[b], "kind": kind}
        for kind, lines in (("sea", s.sea_lines), ("land", s.land_lines))
        for a in range(len(boxes))
        for b in range(a + 1, len(boxes))
        if int(lines[a]) >> b & 1
    ]


def _markers(scenario: Scenario) -> list[dict[str, Any]]:
    bases = arrange(scenario).bases
    return [
        {
            "id": marker,
            "name": names.marker(scenario, marker),
            "base_name": names.name(scenario, f"base:{marker}"),
            "nation": st.NATIONS[int(scenario.tables[0].nation[m])],
            "route": [scenario.boxes[box] for box in position.route(scenario, m)],
            "called": position.ever_called(scenario, m),
            "base": _area(bases[m]),
        }
        for m, marker in enumerate(scenario.markers)
    ]


def _counters(session: GlorySession) -> list[dict[str, Any]]:
    scenario, s = session.game.scenario, session.game.scenario.tables[0]
    counters = []
    for u, counter in enumerate(scenario.counters):
        kind = int(s.kind[u])
        value = {st.FORT: int(s.fort_strength), st.TRANSPORT: int(s.transport_yield)}.get(kind)
        counters.append(
            {
                "id": counter,
                "name": names.name(scenario, counter),
                "service": st.SERVICES[int(s.service[u])],
                "kind": st.KINDS[kind],
                "code": Say(f"code.{st.KINDS[kind]}"),
                "dice": int(s.dice[u]),
                "bonus": bool(s.modifier[u]),
                "tonnage": int(s.tonnage[u]),
                "value": value,
            }
        )
    return counters
