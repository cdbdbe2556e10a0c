"""The observation of odds: what a player works out from the charts (`glory_env.engine.odds`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.core.compile import rule
from glory_env.core.records import Game, Tables
from glory_env.core.sections import AT
from glory_env.core.state import AMPHIBIOUS, ARMY, MAX_BOXES, MAX_MARKERS, MAX_TONNAGE
from glory_env.engine import odds
from glory_env.engine.scaling import clip
from glory_env.rules.activation import activation_price
from glory_env.rules.board import contested_boxes, is_ship, is_unit, marker_box

N_FIGURES = 4  # of box_odds; while they are added up, the first two cells hold dice and +1s
PER_GP, PER_LOSS, PER_HUNDRED = 1 / 16, 1 / 128, 1 / 100
TON: Any = np.float32(1 / MAX_TONNAGE)


@rule
def encode_odds(g: Game, s: Tables, out: np.ndarray) -> None:
    """Everything that follows from the charts, with one pass over the counters."""
    contested = contested_boxes(g, s)
    occupied = 0
    army = 0  # boxes with Active units of a service ...
    navy = 0
    fights = 0  # ... and of navy units that fight for the navy
    helped = 0  # and for the army
    ships = 0
    aircraft = 0
    prices = 0  # of the navy in the upper half; sums in registers, not in memory
    beside = 0
    for u in range(s.counters):
        box = int(g.place[u])
        if box < 0 or not is_unit(s, u):
            continue
        if not g.active[u]:
            price = activation_price(g, u, contested) << (16 * int(s.service[u]))
            prices += price
            if (contested >> box) & 1:
                occupied |= 1 << box
                beside += price
        elif (contested >> box) & 1:
            bit = 1 << box
            occupied |= bit
            service = int(s.service[u])
            if service == ARMY:
                army |= bit
            elif g.supports[u]:
                navy |= bit
                helped |= bit
                service = ARMY
            else:
                navy |= bit
                fights |= bit
            j = AT.box_odds + (2 * box + service) * N_FIGURES
            out[j] += np.float32(g.printed_dice[u])
            out[j + 1] += np.float32(odds.modifier_of(s, u))
        elif box == s.convoy:  # escorts are always Active
            ships += 1 if is_ship(s, u) else 0
            aircraft += 0 if is_ship(s, u) else 1
    for service in range(2):
        j = AT.idle_price + 2 * service
        out[j] = np.float32((prices >> (16 * service)) & 0xFFFF) * TON
        out[j + 1] = np.float32((beside >> (16 * service)) & 0xFFFF) * TON
    encode_battles(g, s, army & navy, army | helped, fights, out)
    markers = out[AT.marker_odds : AT.marker_odds + 2 * MAX_MARKERS]
    odds.invasion_odds(g, s, occupied, markers, out[AT.box_entered : AT.box_entered + MAX_BOXES])
    encode_convoys(g, s, ships, aircraft, out)


@rule
def encode_battles(g: Game, s: Tables, both: int, army: int, navy: int, out: np.ndarray) -> None:
    """Each service's fight in every contested box where it has units that fight.

    both: boxes where both have Active units; army, navy: where units fight for them; as bits.
    """
    seen = 0
    for m in range(s.markers):
        box = marker_box(g, s, m)
        if box < 0 or (seen >> box) & 1:
            continue
        seen |= 1 << box
        alone = s.box_kind[box] == AMPHIBIOUS and not (both >> box) & 1
        for service in range(2):
            if ((army if service == ARMY else navy) >> box) & 1:
                j = AT.box_odds + (2 * box + service) * N_FIGURES
                gp, loss, retreat, no_loss = odds.quick_means(
                    g, s, service, int(s.nation[m]), int(out[j]), int(out[j + 1]), alone
                )
                out[j] = clip(gp * PER_GP, 0.0, 20.0)
                out[j + 1] = clip(loss * PER_LOSS, 0.0, 20.0)
                out[j + 2] = clip(retreat, 0.0, 1.0)
                out[j + 3] = clip(no_loss, 0.0, 1.0)


@rule
def encode_convoys(g: Game, s: Tables, ships: int, aircraft: int, out: np.ndarray) -> None:
    """Mean losses of the convoys."""
    now, ship, plane, large = odds.convoy_means(g, s, ships, aircraft)
    out[AT.convoy_odds] = clip(now * PER_HUNDRED, 0.0, 4.0)
    out[AT.convoy_odds + 1] = clip(ship * PER_HUNDRED, 0.0, 4.0)
    out[AT.convoy_odds + 2] = clip(plane * PER_HUNDRED, 0.0, 4.0)
    out[AT.convoy_odds + 3] = clip(large * PER_HUNDRED, 0.0, 4.0)
