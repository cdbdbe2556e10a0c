"""The numbers that name things of the map: directions, hexsides, terrain, regions."""

from __future__ import annotations

DIRECTIONS = ("N", "NE", "SE", "S", "SW", "NW")  # (d + 3) % 6 leads back
NORTH, NORTH_EAST, SOUTH_EAST, SOUTH, SOUTH_WEST, NORTH_WEST = range(6)
# Sets of hexsides for searches: open to ships or ground units; routes without and with the Kwai
# bridge; with a part of water or land; any between two hexes.
SIDE_SETS = 5
OPEN_SIDES, ROUTE_SIDES, KWAI_SIDES, PATH_SIDES, ALL_SIDES = range(SIDE_SETS)
HEXSIDES = "WLBVNwlmX"
(
    WATER,  # ships pass
    LAND,  # ground units pass
    BOTH,  # both pass
    WATER_ONLY,  # ships pass; its land belongs to nobody
    LAND_ONLY,  # ground units pass; its water belongs to nobody
    DEAD_WATER,  # nobody passes, all three
    DEAD_LAND,
    DEAD_BOTH,
    NO_SIDE,
) = range(9)
TERRAINS = ("ocean", "atoll", "open", "jungle", "mixed", "mountain")
OCEAN, ATOLL, OPEN, JUNGLE, MIXED, MOUNTAIN = range(6)
GARRISONS = ("none", "china", "home")
NO_GARRISON, CHINA_GARRISON, HOME_GARRISON = range(3)
REGIONS = (
    "aleutians", "amboina", "andaman_nicobar", "australia", "bali", "borneo", "burma", "caroline",
    "celebes", "ceylon", "china_coast", "china_inland", "dei_other", "formosa", "guam", "hawaii",
    "himalaya", "hokkaido", "hong_kong", "honshu", "india_central", "india_north", "indochina",
    "java", "korea", "kyushu", "malaya", "maldives", "manchuria", "mandates", "marianas",
    "marshall", "midway", "morotai", "new_guinea", "new_hebrides", "oceania", "philippines",
    "ryukyu_bonin", "sakhalin", "sakhalin_north", "siam", "sumatra", "timor", "wake",
)  # fmt: skip
# Who may not enter a hex (8.41), as bits; the Allies' ground units without the Chinese.
BAR_JP_GROUND, BAR_JP_AIR, BAR_AL_GROUND, BAR_CHINESE = 1, 2, 4, 8
BARS = ("jp_ground", "jp_air", "al_ground", "chinese")
