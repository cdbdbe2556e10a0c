"""From charts, cards and victory points to the tables."""

from __future__ import annotations

import numpy as np

from glory_env.games.empire import events, victories
from glory_env.games.empire import geography as geo
from glory_env.games.empire import state as st
from glory_env.games.empire.scenario.freeze_map import Board
from glory_env.games.empire.scenario.schema import File
from glory_env.games.empire.scenario.schema_cards import Card, CardEffect
from glory_env.games.empire.scenario.schema_charts import Charts, FactorRows


def freeze_charts(file: File, board: Board, s: np.record) -> None:
    """Fill the tables of the charts and of the victory points."""
    charts = file.tables
    for k, name in enumerate(geo.TERRAINS):
        ground = getattr(charts.terrain, name)
        s.mp[k], s.drm[k] = ground.mp, ground.drm
    for k, mp in enumerate((2, 4, 6)):
        hexes = np.flatnonzero(np.isin(s.terrain, np.flatnonzero(s.mp == mp)))
        words = np.zeros(st.COLUMNS, np.int64)
        for h in hexes[hexes < s.hexes]:
            words[s.column[h]] |= np.int64(1) << np.int64(s.row[h])
        s.cost[k] = words << st.LAND_SHIFT
    s.ground_move, s.naval_move = charts.movement.ground, charts.movement.naval
    s.emergency_move, s.supply_mp = charts.movement.emergency, charts.movement.supply_leg
    s.zone_radius = charts.movement.zone
    s.stack[:] = charts.stacking.naval, charts.stacking.others
    s.an_factor[:], s.gc_factor[:] = _factors(charts.air_naval), _factors(charts.ground)
    modifiers = charts.modifiers
    s.ambush_drm, s.surprise_drm = modifiers.ambush, modifiers.surprise
    s.us_air_drm[1:] = modifiers.us_air
    s.support_drm[:] = modifiers.naval_support, modifiers.air_support
    s.landing_drm, s.armour_drm = modifiers.landing, modifiers.armour
    s.wie_level[:] = charts.wie_levels
    s.draft[:] = [st.NONE if die is None else die for die in charts.draft]
    _by_turn(charts, s)
    _victory(file, board, s)


def _factors(rows: FactorRows) -> list[int]:
    """The factor of each modified die from 0 to 15."""
    return [
        next(factor for last, factor in rows if last is None or die <= last) for die in range(16)
    ]


def _by_turn(charts: Charts, s: np.record) -> None:
    steps = charts.replacements
    s.repl_ground[st.JP, 1:], s.repl_ground[st.AL, 1:] = steps.jp_ground, steps.al_ground
    s.repl_air[st.AL, 1:] = steps.al_air
    s.repl_naval[st.JP, 1:], s.repl_naval[st.AL, 1:] = steps.jp_naval, steps.us_naval
    s.repl_oahu[1:], s.repl_cw[1:] = steps.oahu, steps.commonwealth_naval
    s.repl_chinese[1:] = steps.chinese
    s.al_draw[1:], s.jp_passes[:] = charts.allied_draw, charts.japanese_passes
    s.progress[list(charts.progress)] = 1


def _victory(file: File, board: Board, s: np.record) -> None:
    s.philippine_ports[:] = board.bits(file.victory.philippine_ports)
    s.fewest_resources = file.victory.fewest_resources
    items = list(file.victory.items.get(file.goal, {}).values())
    s.items = len(items)
    for k, item in enumerate(items):
        s.item_test[k], s.item_points[k] = victories.ITEM_TESTS.index(item.when), item.points


def freeze_cards(file: File, index: dict[str, int], hexes: dict[int, int], s: np.record) -> None:
    """Fill the tables of the cards; index: units by id; hexes: their numbers as printed."""
    for field in ("fx_side", "fx_unit", "fx_other", "fx_hex"):
        s[field][:] = st.NONE
    hq_number = {int(u): k for k, u in enumerate(s.hq_unit[: s.hqs])}
    numbers = {name: hq_number[u] for name, u in index.items() if u in hq_number}
    for name, card in file.cards.cards.items():
        side, k = st.SIDES.index(name[:2]), int(name[2:]) - 1
        s.cards[side] = max(s.cards[side], k + 1)
        _card(s, side, k, card, numbers)
        for slot, effect in enumerate(card.effects):
            _effect(s, (side, k, slot), effect, index, hexes)


def _card(s: np.record, side: int, k: int, card: Card, hqs: dict[str, int]) -> None:
    """What is printed on a card: OV, LV, values, the kind of its event (R5.1-a, R5.3-b)."""
    s.card_kind[side, k] = st.CARD_KINDS.index(card.kind)
    s.card_sub[side, k] = st.CARD_SUBS.index(card.sub or "none")
    s.card_ov[side, k] = card.ov
    s.card_iv[side, k] = [st.NONE if value is None else value for value in card.iv]
    s.card_lv[side, k] = st.NONE if card.lv is None else card.lv
    s.card_lv_alt[side, k] = st.NONE if card.lv_alt is None else card.lv_alt
    s.card_alt_hq[side, k] = sum(1 << hqs[name] for name in card.alt_hq)
    s.card_hq[side, k] = sum(1 << hqs[name] for name in card.hq)
    s.card_intel[side, k] = st.CONDITIONS.index(card.intel) if card.intel else st.NONE
    s.card_removed[side, k], s.card_draw[side, k] = card.removed, card.draw
    s.card_year_event[side, k], s.card_future[side, k] = card.year_event, card.future
    s.card_need[side, k] = events.NEEDS.index(card.need or events.NEEDS[0])


def _effect(
    s: np.record,
    at: tuple[int, int, int],
    effect: CardEffect,
    index: dict[str, int],
    hexes: dict[int, int],
) -> None:
    s.fx[at] = events.CARD_EFFECTS.index(effect.do)
    s.fx_at[at] = events.TIMES.index(effect.at)
    s.fx_side[at] = st.SIDES.index(effect.side) if effect.side else st.NONE
    s.fx_of[at] = events.SUBJECTS.index(effect.of or events.SUBJECTS[0])
    s.fx_where[at] = events.WHERE.index(effect.where or events.WHERE[0])
    s.fx_kinds[at] = sum(1 << st.UNIT_KINDS.index(kind) for kind in effect.kinds)
    s.fx_unit[at] = index[effect.unit] if effect.unit else st.NONE
    s.fx_other[at] = index[effect.other] if effect.other else st.NONE
    s.fx_hex[at] = hexes[effect.hex] if effect.hex else st.NONE
    s.fx_n[at], s.fx_m[at] = effect.n, effect.m
