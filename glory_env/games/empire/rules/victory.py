"""Victory points of Japan and the level they mean (17.27, 17.38, 17.48).

A list of points is data (`item_test`, `item_points`); here is what each of its tests counts. The
record is fresh when these are asked.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.empire.codes import ONCE_HAWAII_VP, ONCE_KAUAI_VP, ONCE_OAHU_VP
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.geography import REGIONS
from glory_env.games.empire.rules.bitmaps import clear, flood
from glory_env.games.empire.rules.board import ANY_KIND, any_in, controls, hex_of, holder_of
from glory_env.games.empire.rules.kunming import road_is_open
from glory_env.games.empire.rules.supply import (
    FLOOD,
    LINKS,
    LIVE,
    OWN_PORTS,
    free_hexes,
    scratch,
)
from glory_env.games.empire.rules.zones import live_zones
from glory_env.games.empire.state import (
    AL,
    GROUPS,
    INDIA,
    INDIA_BOXES,
    JAPAN_HQS,
    JP,
    LAND_SHIFT,
    MANDATES,
    MARSHALLS,
    NEW_GUINEA,
    NONE,
)
from glory_env.games.empire.switches import VP_1943_Q, VP_1944_NEW_GUINEA, VP_SUPPLY_TEST
from glory_env.games.empire.victories import ITEM_TESTS, VICTORIES

MANDATE_REGION, GUINEA_REGION = (REGIONS.index(name) for name in ("mandates", "new_guinea"))
UNREST, STRIKES = INDIA_BOXES.index("unrest"), INDIA_BOXES.index("strikes")
V1943, V1944 = VICTORIES.index("v1943"), VICTORIES.index("v1944")
KAUAI, HAWAII, RABAUL = 5708, 5908, 4021  # printed numbers
MANY = 4  # Mandate hexes, ports of New Guinea
FAR, NEAR_TOKYO = 11, 8
Q_OTHERWISE = -3  # points of `port_within_11` by the other reading
TACTICAL, JAPANESE, DECISIVE = 3, 6, 10  # the least points of each level
SWITCH_ON, SWITCH_OFF = 1, 2
(
    NOTHING, CHINA_SURRENDERED, ROAD_CLOSED, LINE_CUT, NORTH_INDIA_EACH, INDIA_UNREST,
    INDIA_UNSTABLE, MANDATES_JP, WILL_BELOW_6, WILL_ABOVE_5, KAUAI_HAWAII_EACH, OAHU, MANDATES_AL,
    FOUR_MANDATES_AL, MARSHALLS_AL, NEW_GUINEA_AL, FOUR_GUINEA_PORTS_AL, PORT_WITHIN_11,
    RESOURCES_AL_EACH, NEW_GUINEA_JP, NEW_GUINEA_NOT_AL, RABAUL_NOT_AL, NO_PHILIPPINE_PORT,
    ONE_PHILIPPINE_PORT, NO_PORT_WITHIN_8,
) = range(len(ITEM_TESTS))  # fmt: skip


# --- whose a hex is ------------------------------------------------------------------------
@rule
def in_supply_for(g: Game, s: Tables, hex_: int, side: int) -> bool:
    """Whether some unit of a side, no HQ, would be supplied in a hex (R17.VP-b)."""
    word, c = 0, int(s.column[hex_])
    for group in range(GROUPS):
        if (group == JAPAN_HQS) == (side == JP):
            word |= g.served[group, c]
    return (word >> int(s.row[hex_])) & 1 == 1


@rule
def supply_counts(g: Game, s: Tables) -> bool:
    """Whether hexes out of supply count for who held them at the start (R17.VP-b, E-555)."""
    choice = g.switch[VP_SUPPLY_TEST]
    if g.tournament or choice == SWITCH_ON:
        return True
    return choice != SWITCH_OFF and s.victory != V1944


@rule
def counts_for(g: Game, s: Tables, hex_: int) -> int:
    """The side a hex counts for (R17.VP-a, R17.VP-b)."""
    holder = holder_of(g, s, hex_)
    if not supply_counts(g, s) or in_supply_for(g, s, hex_, holder):
        return holder
    return 1 - ((s.start_ctrl[s.column[hex_]] >> s.row[hex_]) & 1)


# --- what is counted -------------------------------------------------------------------------
@rule
def line_is_cut(g: Game, s: Tables, w: np.ndarray) -> bool:
    """No supply line joins Townsville and Oahu (17.27 C)."""
    if not controls(g, s, int(s.townsville), AL) or not controls(g, s, int(s.oahu), AL):
        return True
    clear(w, FLOOD)
    bit = 1 << int(s.row[s.townsville])
    w[FLOOD, int(s.column[s.townsville])] = bit | (bit << LAND_SHIFT)
    flood(w, FLOOD, LINKS, OWN_PORTS)
    word = w[FLOOD, int(s.column[s.oahu])]
    return bool(((word | (word >> LAND_SHIFT)) >> int(s.row[s.oahu])) & 1 == 0)


@rule
def places_of(g: Game, s: Tables, test: int) -> int:
    """Hexes that count for the Allies, in NORTH_INDIA_EACH for Japan (E-527, E-559)."""
    found = 0
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE:
            continue
        side = AL
        if test == NORTH_INDIA_EACH:
            fits, side = (s.india_north[s.column[hex_]] >> s.row[hex_]) & 1 == 1, JP
        elif test == FOUR_MANDATES_AL:
            fits = s.region[hex_] == MANDATE_REGION and s.named[hex_] != 0
        elif test == FOUR_GUINEA_PORTS_AL:
            fits = s.region[hex_] == GUINEA_REGION and s.has_port[hex_] != 0
        elif test == RESOURCES_AL_EACH:
            fits = s.resource[hex_] != 0
        else:
            far = FAR if test == PORT_WITHIN_11 else NEAR_TOKYO
            fits = s.has_port[hex_] != 0 and s.dist[s.tokyo, hex_] <= far
        if fits and counts_for(g, s, hex_) == side:
            found += 1
    return found


@rule
def philippine_ports(g: Game, s: Tables) -> int:
    """Philippine ports of the Allies that are in supply (E-558)."""
    found = 0
    for place in range(s.places):
        hex_ = int(s.place_hex[place])
        if hex_ == NONE or (s.philippine_ports[s.column[hex_]] >> s.row[hex_]) & 1 == 0:
            continue
        if controls(g, s, hex_, AL) and in_supply_for(g, s, hex_, AL):
            found += 1
    return found


@rule
def count_item(g: Game, s: Tables, w: np.ndarray, test: int) -> int:
    """How often an item is earned; one that is or is not counts once (R17.VP-d)."""
    if test == CHINA_SURRENDERED:
        return int(g.china_surrendered)
    if test == ROAD_CLOSED:
        return int(not road_is_open(g, s, w))
    if test == LINE_CUT:
        return int(line_is_cut(g, s, w))
    if test == INDIA_UNREST:
        return int(not g.surrendered[INDIA] and UNREST <= g.india <= STRIKES)
    if test == INDIA_UNSTABLE:
        return int(g.surrendered[INDIA] or g.india > STRIKES)
    if test == WILL_BELOW_6:
        return max(6 - int(g.will), 0)
    if test == WILL_ABOVE_5:
        return max(int(g.will) - 5, 0)
    if test == KAUAI_HAWAII_EACH:
        return int(g.once & ONCE_KAUAI_VP != 0) + int(g.once & ONCE_HAWAII_VP != 0)
    if test == OAHU:
        return int(g.once & ONCE_OAHU_VP != 0)
    return count_nations(g, s, test)


@rule
def count_nations(g: Game, s: Tables, test: int) -> int:
    """Items of areas and ports (E-556 to E-560, R17.VP-e)."""
    guinea = int(g.holder[NEW_GUINEA])
    if test == MANDATES_JP:
        return int(g.holder[MANDATES] == JP)
    if test == MANDATES_AL:
        return int(g.holder[MANDATES] == AL)
    if test == FOUR_MANDATES_AL:
        return int(g.holder[MANDATES] != AL and places_of(g, s, test) >= MANY)
    if test == MARSHALLS_AL:
        return int(g.holder[MARSHALLS] == AL)
    if test == NEW_GUINEA_AL:
        return int(guinea == AL)
    if test == FOUR_GUINEA_PORTS_AL:
        return int(guinea != AL and places_of(g, s, test) >= MANY)
    if test == NEW_GUINEA_JP:
        return int(guinea == JP)
    if test == NEW_GUINEA_NOT_AL:
        graded = g.switch[VP_1944_NEW_GUINEA] == 0
        return int(guinea != AL and not (graded and guinea == JP))
    if test == RABAUL_NOT_AL:
        rabaul = hex_of(s, RABAUL)
        return int(not controls(g, s, rabaul, AL) or not in_supply_for(g, s, rabaul, AL))
    if test == NO_PHILIPPINE_PORT:
        return int(philippine_ports(g, s) == 0)
    if test == ONE_PHILIPPINE_PORT:
        return int(philippine_ports(g, s) == 1)
    if test == NO_PORT_WITHIN_8:
        return int(places_of(g, s, test) == 0)
    if test == PORT_WITHIN_11:
        return int(places_of(g, s, test) > 0)
    return places_of(g, s, test)  # NORTH_INDIA_EACH, RESOURCES_AL_EACH


# --- points and levels -----------------------------------------------------------------------
@rule
def item_value(g: Game, s: Tables, w: np.ndarray, k: int) -> int:
    """Points of item k of the scenario's list, in the position as it is."""
    test, points = int(s.item_test[k]), int(s.item_points[k])
    if test == PORT_WITHIN_11 and g.switch[VP_1943_Q]:
        points = Q_OTHERWISE
    return points * count_item(g, s, w, test)


@rule
def ready_for_points(g: Game, s: Tables, w: np.ndarray) -> None:
    """Zones, supply and the sea of the Allies, which the tests ask for."""
    live_zones(g, w, AL, LIVE)
    free_hexes(g, s, w, AL)


@rule
def vp(g: Game, s: Tables) -> int:
    """Japan's victory points with what bids give, as it stands (17.27, 17.38, 17.48)."""
    w = scratch()
    ready_for_points(g, s, w)
    total = int(g.vp_adjust)
    for k in range(int(s.items)):
        total += item_value(g, s, w, k)
    return total


@rule
def level_of(points: int) -> int:
    """-2 the Allies win decisively, -1 tactically, 1 and 2 Japan does (VP table)."""
    if points >= DECISIVE:
        return 2
    if points >= JAPANESE:
        return 1
    return -1 if points >= TACTICAL else -2


@rule
def note_hawaii(g: Game, s: Tables) -> None:
    """At the end of a turn: Kauai, Hawaii, Oahu with a Japanese unit count for good (E-560b)."""
    spots = ((KAUAI, ONCE_KAUAI_VP), (HAWAII, ONCE_HAWAII_VP))
    for number, flag in spots:
        hex_ = hex_of(s, number)
        if controls(g, s, hex_, JP) and any_in(g, s, hex_, JP, ANY_KIND):
            g.once |= flag
    if controls(g, s, int(s.oahu), JP) and any_in(g, s, int(s.oahu), JP, ANY_KIND):
        g.once |= ONCE_OAHU_VP
