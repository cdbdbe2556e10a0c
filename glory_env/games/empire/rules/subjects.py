"""The units that events speak of, by what is printed on them (`of` of an effect)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.events import (
    OF_AIR,
    OF_AUSTRALIAN,
    OF_BRIGADE,
    OF_CA,
    OF_CA_CL_APD,
    OF_CARRIER,
    OF_CHINESE_ARMY,
    OF_COMMONWEALTH,
    OF_COMMONWEALTH_CHINESE_US_AIR,
    OF_CV,
    OF_NONE,
    OF_US_AIR_US_AUSTRALIAN_GROUND,
    OF_US_CA,
    OF_US_CARRIER,
    OF_US_GROUND,
)
from glory_env.games.empire.generated.records import Tables
from glory_env.games.empire.state import (
    AIR,
    APD,
    BRIGADE,
    CA,
    CL,
    COMMONWEALTH,
    CV,
    FIELD_ARMY,
    GROUND,
    NAT_AUSTRALIAN,
    NAT_CHINESE,
    NAT_US,
)


@rule
def is_of(s: Tables, of: int, unit: int) -> bool:
    """Whether a unit is one of these (E-564: carriers are all three types)."""
    if of == OF_NONE:
        return True
    if of in (OF_US_CARRIER, OF_US_CA, OF_US_GROUND) and s.nat[unit] != NAT_US:
        return False
    if of == OF_AIR:
        return bool(s.kind[unit] == AIR)
    if of == OF_CV:
        return bool(s.type[unit] == CV)
    if of in (OF_CARRIER, OF_US_CARRIER):
        return s.is_carrier[unit] != 0
    if of in (OF_CA, OF_US_CA):
        return bool(s.type[unit] == CA)
    if of == OF_CA_CL_APD:
        return s.type[unit] in (CA, CL, APD)
    if of == OF_US_GROUND:
        return bool(s.kind[unit] == GROUND)
    return is_of_nation(s, of, unit)


@rule
def is_of_nation(s: Tables, of: int, unit: int) -> bool:
    """The same for units of some nations, and for sizes of ground units."""
    nation, kind, size = int(s.nat[unit]), int(s.kind[unit]), int(s.unit_size[unit])
    if of == OF_BRIGADE:
        return size == BRIGADE
    if of == OF_AUSTRALIAN:
        return nation == NAT_AUSTRALIAN
    if of == OF_CHINESE_ARMY:
        return nation == NAT_CHINESE and kind == GROUND and size == FIELD_ARMY
    if of == OF_US_AIR_US_AUSTRALIAN_GROUND:
        american = nation == NAT_US and kind in (AIR, GROUND)
        return american or (nation == NAT_AUSTRALIAN and kind == GROUND)
    commonwealth = nation in COMMONWEALTH
    if of == OF_COMMONWEALTH_CHINESE_US_AIR:
        return commonwealth or nation == NAT_CHINESE or (nation == NAT_US and kind == AIR)
    return of == OF_COMMONWEALTH and commonwealth
