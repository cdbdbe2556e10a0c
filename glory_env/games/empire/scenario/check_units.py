"""What must be true of the counters and of the cards."""

from __future__ import annotations

from glory_env.games.empire import state as st
from glory_env.games.empire.events import MAX_CARD_EFFECTS
from glory_env.games.empire.scenario.freeze_map import hex_numbers
from glory_env.games.empire.scenario.freeze_units import CARRIERS
from glory_env.games.empire.scenario.schema import File, Unit
from glory_env.games.empire.scenario.schema_cards import Card
from glory_env.scenario.problems import ABSENT, Problems, check_known

TYPES = {"naval": st.TYPES[1:10], "air": st.TYPES[10:13], "ground": st.TYPES[13:], "hq": ()}
WITH_SERVICE = ("japan", "us")


def check_units(file: File, problems: Problems) -> None:
    """All checks of units and cards; errors go to `problems`."""
    units = file.units.units
    if len(units) > st.MAX_UNITS:
        problems.add("units.units", f"{len(units)} entries", f"at most {st.MAX_UNITS}")
    for name, unit in units.items():
        key = f"units.units.{name}"
        _check_kind(key, unit, problems)
        _check_ratings(key, unit, problems)
        _check_landing(key, unit, problems)
        if unit.arrives and unit.card:
            problems.add(f"{key}.card", unit.card, "none where it arrives by the schedule")
        if unit.card and unit.card != "none":
            check_known(f"{key}.card", unit.card, list(file.cards.cards), problems)
        if unit.pair and check_known(f"{key}.pair", unit.pair, list(units), problems):
            other = units[unit.pair]
            if other.pair != name or {unit.kind, other.kind} != {"air"}:
                problems.add(f"{key}.pair", unit.pair, f"an air unit that has {name} as its pair")
    _check_cards(file, problems)


def _check_kind(key: str, unit: Unit, problems: Problems) -> None:
    """Type, nation, service and size fit the kind."""
    if (unit.nation == "japan") != (unit.side == "JP"):
        problems.add(f"{key}.side", unit.side, f"the side of {unit.nation}")
    if unit.kind != "hq" and unit.type not in TYPES[unit.kind]:
        expected = f"one of {', '.join(TYPES[unit.kind])}"
        problems.add(f"{key}.type", unit.type or ABSENT, expected)
    if unit.kind == "hq" and unit.type:
        problems.add(f"{key}.type", unit.type, "none for an HQ")
    wanted = unit.kind != "hq" and unit.nation in WITH_SERVICE
    if wanted != (unit.service is not None):
        expected = "army or navy, for Japan and the US only"
        problems.add(f"{key}.service", unit.service or ABSENT, expected)
    if (unit.kind == "ground") != (unit.size is not None):
        problems.add(f"{key}.size", unit.size or ABSENT, "a size, for ground units only")
    if (unit.kind == "hq") != (unit.command is not None):
        problems.add(f"{key}.command", unit.command or ABSENT, "what an HQ commands, HQs only")
    if unit.kind == "hq" and not unit.range:
        problems.add(f"{key}.range", unit.range, "the range of the HQ")


def _check_ratings(key: str, unit: Unit, problems: Problems) -> None:
    """As many numbers as the kind has; the reduced side is no stronger."""
    if unit.kind == "hq":
        if unit.full or unit.reduced:
            problems.add(f"{key}.full", list(unit.full or ()), "none for an HQ")
        return
    if unit.full is None:
        problems.add(f"{key}.full", ABSENT, "[attack, defence] or [attack, defence, range]")
        return
    flies = unit.kind == "air" or unit.type in CARRIERS
    for name, ratings in (("full", unit.full), ("reduced", unit.reduced)):
        if ratings and len(ratings) != 2 + flies:
            problems.add(f"{key}.{name}", list(ratings), f"{2 + flies} numbers")
    if unit.reduced and (unit.reduced[0] > unit.full[0] or unit.reduced[1:] != unit.full[1:]):
        expected = f"no more attack than {unit.full[0]}, all else as on the full side"
        problems.add(f"{key}.reduced", list(unit.reduced), expected)
    if (unit.type == "air") != (unit.extended > 0) or (
        unit.type == "air" and unit.extended <= unit.full[-1]
    ):
        expected = "more than the range for an air unit, 0 for all others"
        problems.add(f"{key}.extended", unit.extended, expected)
    if unit.bracketed and not unit.extended:
        problems.add(f"{key}.bracketed", True, "an extended range to stand in brackets")
    if unit.starts_reduced and not unit.reduced:
        problems.add(f"{key}.starts_reduced", True, "a counter with two sides")


def _check_landing(key: str, unit: Unit, problems: Problems) -> None:
    if unit.kind != "ground" and (unit.landing or unit.strategic):
        problems.add(f"{key}.landing", unit.landing or "strategic", "ground units only")
    fits = {"lift": unit.kind == "naval", "cargo": unit.type == "snlf"}
    if unit.organic and not fits[unit.organic]:
        problems.add(f"{key}.organic", unit.organic, "lift for ships, cargo for snlf")


def _check_cards(file: File, problems: Problems) -> None:
    """Numbers from 1 without a gap; HQs that there are, of the card's side."""
    for side in st.SIDES:
        numbers = sorted(int(name[2:]) for name in file.cards.cards if name[:2] == side)
        if not numbers or numbers[-1] > min(len(numbers), st.MAX_CARDS):
            gap = next(k for k in range(1, st.MAX_CARDS + 2) if k not in numbers)
            expected = f"the cards {side}1 to {side}{max(numbers, default=1)}"
            problems.add(f"cards.cards.{side}{gap}", ABSENT, expected)
    hqs = {name: unit.side for name, unit in file.units.units.items() if unit.kind == "hq"}
    for name, card in file.cards.cards.items():
        if name == "none":
            problems.add("cards.cards.none", name, "a card like JP1")
            continue
        own = [hq for hq, side in hqs.items() if side == name[:2]]
        for field in ("hq", "alt_hq"):
            for hq in getattr(card, field):
                check_known(f"cards.cards.{name}.{field}", hq, own, problems)
        if (card.lv_alt is None) != (not card.alt_hq):
            problems.add(f"cards.cards.{name}.lv_alt", card.lv_alt, "alt_hq with it, or neither")
        _check_effects(f"cards.cards.{name}.effects", card, file, problems)


def _check_effects(key: str, card: Card, file: File, problems: Problems) -> None:
    """As many as a card has room for; units and hexes that there are."""
    if len(card.effects) > MAX_CARD_EFFECTS:
        problems.add(key, f"{len(card.effects)} effects", f"at most {MAX_CARD_EFFECTS}")
    for k, effect in enumerate(card.effects):
        for field in ("unit", "other"):
            if unit := getattr(effect, field):
                check_known(f"{key}.{k}.{field}", unit, list(file.units.units), problems)
        if effect.hex and effect.hex not in hex_numbers(file.map):
            problems.add(f"{key}.{k}.hex", effect.hex, "a hex of the map")
