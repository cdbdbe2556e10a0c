"""From the tables of map and units to what the searches of the rules look up."""

from __future__ import annotations

import numpy as np

from glory_env.games.empire import geography as geo
from glory_env.games.empire import state as st
from glory_env.games.empire.scenario import geometry


def freeze_searches(s: np.record) -> None:
    """Fill the sets of hexsides, of hexes that are barred to some, and the groups of HQs."""
    count, units = int(s.hexes), int(s.units)
    column, row = s.column[:count].astype(np.int64), s.row[:count].astype(np.int64)

    def words(chosen: np.ndarray) -> np.ndarray:
        return geometry.bitmap(np.flatnonzero(chosen[:count]), column, row)

    s.sides[geo.OPEN_SIDES], s.sides[geo.PATH_SIDES] = s.open, s.parts
    s.sides[geo.KWAI_SIDES] = s.road << st.LAND_SHIFT
    s.sides[geo.ROUTE_SIDES] = (s.road & ~s.kwai_road) << st.LAND_SHIFT
    for d in range(6):
        s.sides[geo.ALL_SIDES, d] = words(s.near[:, d] != st.NONE)
    landable = (s.coast != 0) & (s.terrain != geo.MOUNTAIN)
    landable[s.moresby] = True
    s.landable[:] = words(landable)
    s.no_entry[st.JP] = words(s.bars & geo.BAR_JP_GROUND != 0)
    s.no_entry[st.AL] = words(s.bars & geo.BAR_AL_GROUND != 0)
    dry = s.hex_place != st.NONE
    s.chinese_land[:] = words(dry & (s.bars & geo.BAR_CHINESE == 0))
    s.no_flight[:] = words(s.bars & geo.BAR_JP_AIR != 0)
    s.central_india[:] = words(s.region == geo.REGIONS.index("india_central"))
    s.inland_china[:] = words(s.region == geo.REGIONS.index("china_inland"))
    names = {"japan": st.JAPAN_HQS, "us": st.US_HQS, "commonwealth": st.COMMONWEALTH_HQS}
    groups = [names.get(name, st.JOINT_HQS) for name in st.COMMANDS]
    for u in range(units):
        s.group[u] = groups[s.command[u]] if s.kind[u] == st.HQ else 0
        commanded = s.commands[1:, s.unit_class[u]]
        served = sum(1 << groups[k + 1] for k in range(len(commanded)) if commanded[k])
        s.served_by[u] = served
