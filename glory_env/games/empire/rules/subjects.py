"""The units that events speak of, by what is printed on them (`of` of an effect)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.events import (
    OF_AIR,
    OF_CA,
    OF_CA_CL_APD,
    OF_CARRIER,
    OF_CV,
    OF_NONE,
    OF_US_CA,
    OF_US_CARRIER,
    OF_US_GROUND,
)
from glory_env.games.empire.generated.records import Tables
from glory_env.games.empire.state import AIR, APD, CA, CL, CV, GROUND, NAT_US


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
    return of == OF_US_GROUND and s.kind[unit] == GROUND
