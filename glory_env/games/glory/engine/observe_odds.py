"""The observation of odds: what a player works out from the charts (`engine.odds`)."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_env.core.compile import rule
from glory_env.games.glory.engine import odds
from glory_env.games.glory.engine.observe_units import N_FIGURES, Sums
from glory_env.games.glory.engine.scaling import clip
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import marker_box
from glory_env.games.glory.sections import AT, PER_UNIT
from glory_env.games.glory.state import AMPHIBIOUS, ARMY, MAX_BOXES, MAX_MARKERS, MAX_TONNAGE

PER_GP, PER_LOSS, PER_HUNDRED = 1 / 16, 1 / 128, 1 / 100
HALF = 0xFFFFFFFF  # of the bits of a sum for both services
TON: Any = np.float32(1 / MAX_TONNAGE)


@rule
def encode_odds(g: Game, s: Tables, sums: Sums, out: np.ndarray) -> None:
    """Everything that follows from the charts; sums: what `encode_units` has returned."""
    units, army, navy, for_army, for_navy, prices, beside = sums
    for service in range(2):
        j = AT.idle_price + 2 * service
        out[j] = np.float32((prices >> (32 * service)) & HALF) * TON
        out[j + 1] = np.float32((beside >> (32 * service)) & HALF) * TON
    encode_battles(g, s, army & navy, for_army, for_navy, out)
    markers = out[AT.marker_odds : AT.marker_odds + 2 * MAX_MARKERS]
    odds.invasion_odds(g, s, units, markers, out[AT.box_entered : AT.box_entered + MAX_BOXES])
    encode_convoys(g, s, out)


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
def encode_convoys(g: Game, s: Tables, out: np.ndarray) -> None:
    """Mean losses of the convoys, by the escorts that `encode_units` has counted."""
    ships = int(out[AT.box_ships_active + int(s.convoy)] / PER_UNIT)  # always Active
    aircraft = int(out[AT.box_navy_aircraft + int(s.convoy)] / PER_UNIT)
    now, ship, plane, large = odds.convoy_means(g, s, ships, aircraft)
    out[AT.convoy_odds] = clip(now * PER_HUNDRED, 0.0, 4.0)
    out[AT.convoy_odds + 1] = clip(ship * PER_HUNDRED, 0.0, 4.0)
    out[AT.convoy_odds + 2] = clip(plane * PER_HUNDRED, 0.0, 4.0)
    out[AT.convoy_odds + 3] = clip(large * PER_HUNDRED, 0.0, 4.0)
