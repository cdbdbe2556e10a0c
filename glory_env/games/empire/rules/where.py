"""Places that cards name: whether a hex lies in one (`where` of an effect)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.events import (
    ANYWHERE,
    IN_ALEUTIANS,
    IN_AUSTRALIA,
    IN_BURMA_OR_INDIA_NORTH,
    IN_DUTCH_ISLANDS,
    IN_HOME_ISLANDS,
    IN_INDIA_NORTH,
    IN_INDIA_OR_BURMA,
    IN_MALAYA_OR_JUNGLE,
    IN_PHILIPPINES,
    ON_ONE_HEX_ISLAND,
)
from glory_env.games.empire.generated.records import Tables
from glory_env.games.empire.geography import JUNGLE, MIXED, REGIONS

ALEUTIANS, MAINLAND, PHILIPPINE_ISLANDS, BURMA, INDIA_NORTH, MALAY_PENINSULA = (
    REGIONS.index(name)
    for name in ("aleutians", "australia", "philippines", "burma", "india_north", "malaya")
)
INDIA_AND_BURMA = tuple(
    REGIONS.index(name) for name in ("india_north", "india_central", "ceylon", "burma")
)
HOME_ISLANDS = tuple(REGIONS.index(name) for name in ("honshu", "hokkaido", "kyushu"))
DUTCH_ISLANDS = tuple(REGIONS.index(name) for name in ("java", "borneo", "sumatra", "celebes"))


@rule
def lies_in(s: Tables, where: int, hex_: int) -> bool:
    """Whether a hex lies in a place that is a region, a terrain or a one-hex island."""
    region = int(s.region[hex_])
    if where == ANYWHERE:
        return True
    if where == ON_ONE_HEX_ISLAND:
        return s.islet[hex_] != 0
    if where == IN_HOME_ISLANDS:
        return region in HOME_ISLANDS
    if where == IN_DUTCH_ISLANDS:
        return region in DUTCH_ISLANDS
    if where == IN_BURMA_OR_INDIA_NORTH:
        return region in (BURMA, INDIA_NORTH)
    if where == IN_INDIA_NORTH:
        return region == INDIA_NORTH
    if where == IN_INDIA_OR_BURMA:
        return region in INDIA_AND_BURMA
    if where == IN_MALAYA_OR_JUNGLE:
        return region == MALAY_PENINSULA or s.terrain[hex_] in (JUNGLE, MIXED)
    return (
        (where == IN_ALEUTIANS and region == ALEUTIANS)
        or (where == IN_AUSTRALIA and region == MAINLAND)
        or (where == IN_PHILIPPINES and region == PHILIPPINE_ISLANDS)
    )
