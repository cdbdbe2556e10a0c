"""Places that cards name: whether a hex lies in one (`where` of an effect)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.events import (
    ANYWHERE,
    IN_ALEUTIANS,
    IN_HOME_ISLANDS,
    IN_MALAYA_OR_JUNGLE,
    IN_PHILIPPINES,
    ON_ONE_HEX_ISLAND,
)
from glory_env.games.empire.generated.records import Tables
from glory_env.games.empire.state import JUNGLE, MIXED, REGIONS

ALEUTIANS, PHILIPPINE_ISLANDS, MALAY_PENINSULA, BURMESE_LAND, NORTHERN_INDIA = (
    REGIONS.index(name)
    for name in ("aleutians", "philippines", "malaya", "burma", "india_north")
)  # fmt: skip
HOME_ISLANDS = tuple(REGIONS.index(name) for name in ("honshu", "hokkaido", "kyushu"))


@rule
def lies_in(s: Tables, where: int, hex_: int) -> bool:
    """Whether a hex lies in a place that is a region, a kind of land or a one-hex island."""
    region = int(s.region[hex_])
    if where == ANYWHERE:
        return True
    if where == ON_ONE_HEX_ISLAND:
        return s.islet[hex_] != 0
    if where == IN_HOME_ISLANDS:
        return region in HOME_ISLANDS
    if where == IN_MALAYA_OR_JUNGLE:
        return region == MALAY_PENINSULA or s.terrain[hex_] in (JUNGLE, MIXED)
    return (where == IN_ALEUTIANS and region == ALEUTIANS) or (
        where == IN_PHILIPPINES and region == PHILIPPINE_ISLANDS
    )


@rule
def in_burma_or_north(s: Tables, hex_: int) -> bool:
    """Whether a hex is in Burma or the north of India."""
    return s.region[hex_] in (BURMESE_LAND, NORTHERN_INDIA)
