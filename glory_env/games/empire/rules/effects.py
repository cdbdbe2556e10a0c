"""Effects of events that are in force during an offensive (`codes.EFFECTS`)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.codes import NO_EFFECT
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.state import MAX_EFFECTS


@rule
def add_effect(g: Game, code: int, side: int, kinds: int, value: int) -> None:
    """An event puts an effect in force for a side; `kinds`: bits of units' kinds, 0 = any."""
    for k in range(MAX_EFFECTS):
        if g.effect[k] == NO_EFFECT:
            g.effect[k] = code
            g.effect_side[k] = side
            g.effect_kinds[k] = kinds
            g.effect_value[k] = value
            return


@rule
def has_effect(g: Game, code: int, side: int) -> bool:
    """Whether such an effect is in force for a side."""
    for k in range(MAX_EFFECTS):
        if g.effect[k] == code and g.effect_side[k] == side:
            return True
    return False


@rule
def sum_of(g: Game, code: int, side: int) -> int:
    """The values of all such effects of a side together."""
    total = 0
    for k in range(MAX_EFFECTS):
        if g.effect[k] == code and g.effect_side[k] == side:
            total += int(g.effect_value[k])
    return total


@rule
def sum_for(g: Game, s: Tables, code: int, unit: int) -> int:
    """The values of all such effects that touch a unit."""
    total, side, bit = 0, int(s.unit_side[unit]), 1 << int(s.kind[unit])
    for k in range(MAX_EFFECTS):
        if g.effect[k] == code and g.effect_side[k] == side:
            kinds = int(g.effect_kinds[k])
            if kinds == 0 or kinds & bit:
                total += int(g.effect_value[k])
    return total


@rule
def clear_effects(g: Game) -> None:
    """The offensive is over, and with it all effects of its events."""
    for k in range(MAX_EFFECTS):
        g.effect[k] = NO_EFFECT
        g.effect_side[k] = 0
        g.effect_kinds[k] = 0
        g.effect_value[k] = 0
