"""What every rendering shows of a position: names, stacks of equal counters, Allied markers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from glory_env.games.glory import decisions
from glory_env.games.glory.generated.records import Game
from glory_env.games.glory.rules.handicap import floor_of, occupation_loss_of
from glory_env.games.glory.state import (
    AMPHIBIOUS,
    ANSWER,
    ARMY_AIRCRAFT,
    BASE,
    CAUSES,
    CL,
    COMPLETED,
    CONCEDE,
    CONVOY_DAMAGE,
    DECISIONS,
    ESCORT_REQUEST,
    FORT,
    GAME_OVER,
    GROUND,
    HYBRID_MODIFIER,
    LAND,
    METHODS,
    NAVY_AIRCRAFT,
    NO_DECISION,
    NONE,
    OFFER_CIVIL,
    PAY,
    PHASES,
    ROWS,
    SEALED,
    SERVICES,
    STATEMENTS,
    SUPPORT,
    SUPPORT_REQUEST,
    SYSTEM,
    TRANSPORT,
    VOTE,
)

if TYPE_CHECKING:
    from glory_env.games.glory.scenario import Scenario

# Short codes of the kinds of counter, in the order of state.KINDS.
CODES = ("BB", "BCV", "CV", "CVL", "CA", "CL", "DD", "DE", "Air", "Air", "Army", "Fort", "Tpt")
BOX_KINDS = {AMPHIBIOUS: "sea", LAND: "land"}
METHOD_NAMES = {"A": "A (small)", "B": "B (large)"}


class Stack(NamedTuple):
    """Counters that differ in nothing but their number, at one place."""

    counters: tuple[int, ...]
    kind: int  # state.KINDS
    service: int
    code: str  # of the kind
    label: str  # class name of a larger ship if asked for, the code for everything else
    strength: int  # dice; of a fort the loss it covers, of a transport its yield (10,000 tons)
    bonus: bool  # has the +1 die modifier
    tonnage: int  # cost in units of 10,000 tons
    active: bool  # False off the map
    damage: int


def name(scenario: Scenario, key: str) -> str:
    """English name of a box, unit or base; without one the id in readable form."""
    given = scenario.names.get(key, {}).get("en")
    return given or key.removeprefix("base:").replace("_", " ").capitalize()


def marker_box(scenario: Scenario, record: Game, marker: int) -> int:
    """The box an Allied marker stands in, BASE while it is in its base."""
    step = int(record.marker_step[marker])
    return int(scenario.tables[0].route[marker, step - 1]) if step else BASE


def markers_in(scenario: Scenario, record: Game, box: int) -> list[int]:
    """The Allied markers that stand in a box; with BASE those that stand in their bases."""
    count = int(scenario.tables[0].markers)
    return [m for m in range(count) if marker_box(scenario, record, m) == box]


def stacks(
    scenario: Scenario, record: Game, counters: Sequence[int], by_class: bool = False
) -> list[Stack]:
    """The given counters as stacks: army first, ships by kind, active ones before the others.

    With `by_class` ships of different classes stand apart even where all values are the same,
    and the labels tell the services apart.
    """
    tables = scenario.tables[0]
    groups: dict[Stack, list[int]] = {}
    for counter in counters:
        kind, service = int(tables.kind[counter]), int(tables.service[counter])
        label = CODES[kind]
        if by_class and kind <= CL:
            label = re.sub(r" \d+$", "", name(scenario, scenario.counters[counter]))
        elif by_class and kind in (NAVY_AIRCRAFT, ARMY_AIRCRAFT):
            label = f"{SERVICES[service].capitalize()} air"
        strength = int(record.printed_dice[counter])
        if kind == FORT:
            strength = int(tables.fort_strength)
        elif kind == TRANSPORT:
            strength = int(tables.transport_yield)
        like = Stack(
            counters=(),
            kind=kind,
            service=service,
            code=CODES[kind],
            label=label,
            strength=strength,
            bonus=bool(tables.modifier[counter]),
            tonnage=int(record.printed_tonnage[counter]),
            active=bool(record.place[counter] >= 0 and record.active[counter]),
            damage=int(record.damage[counter]),
        )
        groups.setdefault(like, []).append(counter)

    def order(like: Stack) -> tuple[Any, ...]:
        return like.service, like.kind, not like.active, like.damage, like.label, groups[like]

    return [like._replace(counters=tuple(groups[like])) for like in sorted(groups, key=order)]


def counters_at(scenario: Scenario, record: Game, place: int) -> list[int]:
    """Counters in a box, or at POOL, TRACK, REMOVED."""
    count = int(scenario.tables[0].counters)
    return [u for u in range(count) if int(record.place[u]) == place]


def stacks_at(scenario: Scenario, record: Game, place: int, by_class: bool = False) -> list[Stack]:
    """The stacks in a box, or at POOL, TRACK, REMOVED."""
    return stacks(scenario, record, counters_at(scenario, record, place), by_class)


def route(scenario: Scenario, marker: int) -> list[int]:
    """The boxes of a marker's route, from its base outward."""
    tables = scenario.tables[0]
    length = int(tables.route_length[marker])
    return [int(box) for box in tables.route[marker, :length]]


def ever_called(scenario: Scenario, marker: int) -> bool:
    """Whether the invasion table calls this marker at all; if not, its route is for retreat."""
    return bool(((scenario.tables[0].invasion >> marker) & 1).any())


def invasion_row(scenario: Scenario, turn: int) -> list[str]:
    """Markers called by die 1..6 in a turn, for example "B+N"; "-" for none."""
    tables = scenario.tables[0]
    if not 1 <= turn <= int(tables.last_turn):
        return []
    row = []
    for bits in tables.invasion[turn, 1:7]:
        called = [marker for m, marker in enumerate(scenario.markers) if int(bits) >> m & 1]
        row.append("+".join(called) or "-")
    return row


def floor(scenario: Scenario, record: Game) -> int:
    """Total below which the game is lost, in units of 10,000 tons."""
    return int(floor_of(record, scenario.tables[0]))


def method(record: Game) -> str:
    """The convoy method in force, "A" or "B"."""
    return METHODS[int(record.convoy_method)]


def phase(record: Game) -> str:
    """The phase in words."""
    return PHASES[int(record.phase)].replace("_", " ")


def pending(record: Game) -> str:
    """The pending decision, for example "navy to move piece"; empty where there is none."""
    if int(record.decision) == NO_DECISION or int(record.actor) == SYSTEM:
        return ""
    decision = DECISIONS[int(record.decision)].replace("_", " ")
    return f"{SERVICES[int(record.actor)]}: {decision}"


def about(scenario: Scenario, record: Game) -> list[str]:
    """What the pending decision depends on and the board does not show, in short phrases."""
    decision = decisions.pending(record)
    figures, code = decision.figures, decision.code
    words: list[str] = []
    if code in (OFFER_CIVIL, ANSWER, CONCEDE):
        words += [
            f"{SERVICES[seat]} offers army {army}, navy {navy}, civil {civil}"
            for seat, (army, navy, civil) in enumerate(record.offer.tolist())
            if army != NONE and (code != OFFER_CIVIL or record.opt_protocol != SEALED)
        ]
    if decision.continues or code == VOTE or "sailing" in figures:
        words += _chosen(scenario, record)
    if code in (SUPPORT_REQUEST, SUPPORT, HYBRID_MODIFIER, PAY):
        words.append(f"battle in {name(scenario, scenario.boxes[int(record.battle_box)])}")
    if code == HYBRID_MODIFIER:
        words.append(f"hits {int(record.battle_hits)}")
    if code == PAY:
        words.append(f"loss still to be paid {int(record.loss)}")
        words.append(f"paid from the total {int(record.pool_paid)}")
    if code == CONVOY_DAMAGE:
        words.append(f"damages to be given to escorts {int(record.convoy_hits)}")
    if "asked" in figures and code not in (ESCORT_REQUEST, SUPPORT_REQUEST):
        words.append("the army asked for it" if record.asked else "the army did not ask for it")
    return words


def _chosen(scenario: Scenario, record: Game) -> list[str]:
    """The part of the choice that has been made."""
    words = [STATEMENTS[record.chosen_statement]] if record.chosen_statement != NONE else []
    if record.chosen_civil != NONE:
        words.append(f"civil {int(record.chosen_civil)}")
    if record.chosen_kind != NONE:
        words.append(f"build {ROWS[record.chosen_kind]}")
    if (counter := int(record.chosen_counter)) != NONE:
        place = int(record.place[counter])
        where = f" in {name(scenario, scenario.boxes[place])}" if place >= 0 else ""
        words.append(f"{name(scenario, scenario.counters[counter])}{where}")
    for word, box in (
        ("to", int(record.chosen_box)),
        ("embarks in", int(record.chosen_embark)),
        ("lands in", int(record.chosen_landing)),
    ):
        if box != NONE:
            words.append(f"{word} {name(scenario, scenario.boxes[box])}")
    return words


def outcome(record: Game) -> str:
    """How the game ended; empty while it is being played."""
    if int(record.outcome) == COMPLETED:
        return "completed"
    if int(record.outcome) == GAME_OVER:
        return "game over: " + CAUSES[int(record.cause)].replace("_", " ")
    return ""


def if_allied(scenario: Scenario, record: Game, box: int) -> int:
    """What an Allied marker in a box does to the total each turn, in units of 10,000 tons: <= 0."""
    return -int(occupation_loss_of(record, scenario.tables[0], box))


def box_value(scenario: Scenario, record: Game, box: int) -> str:
    """GP a turn and change of the total, for example "A1" or "N2 -50T"; empty for none."""
    tables = scenario.tables[0]
    parts = [f"{letter}{gp}" for letter, gp in zip("AN", tables.box_gp[box], strict=True) if gp]
    if change := if_allied(scenario, record, box):
        parts.append(f"{change:+d}T")
    return " ".join(parts)


def convoy_escorts(scenario: Scenario, record: Game) -> tuple[int, int]:
    """Ships and aircraft in the convoy box."""
    tables = scenario.tables[0]
    inside = counters_at(scenario, record, int(tables.convoy))
    aircraft = sum(int(tables.kind[u]) in (NAVY_AIRCRAFT, ARMY_AIRCRAFT) for u in inside)
    return len(inside) - aircraft, aircraft


NAMED_STRENGTH = (GROUND, FORT)  # kinds whose strength is worth naming in text
