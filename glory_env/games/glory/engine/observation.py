"""What a seat sees: one float32 vector of fixed length, drawn from one table (engine/sections.py).

`python -m glory_env.games.glory.engine.observation FILE` writes docs/observation.md from the same
table.

Never shown: the dice key, the other seat's objective angle (unless the game reveals it), an
offer the other seat has written but not yet opened, the other hand while janken is undecided.
Printed values, lines and charts do not change in a game and are in the scenario, not here.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from itertools import product
from pathlib import Path
from typing import Any

import numpy as np
from gymnasium import spaces

from glory_env.core.compile import rule
from glory_env.core.errors import OptionError, shown, unknown
from glory_env.games.glory.engine.observe_log import encode_means, encode_past
from glory_env.games.glory.engine.observe_odds import encode_odds
from glory_env.games.glory.engine.observe_talk import encode_talk
from glory_env.games.glory.engine.observe_units import N_INDICES, encode_chosen, encode_units
from glory_env.games.glory.engine.scaling import add, clip, flag, share, tons
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.handicap import floor_of, margin_of
from glory_env.games.glory.rules.negotiation import JANKEN_REPLAYS, NAMING, is_sealed_now
from glory_env.games.glory.sections import (
    AT,
    OBSERVATION_SIZE,
    OBSERVATION_VERSION,
    PER_MARKER,
    SECTIONS,
    TRACK_SCALE,
    Section,
)
from glory_env.games.glory.state import (
    ARMY,
    ASIDE,
    CIVIL,
    COMBAT,
    COMPLETED,
    DECISIONS,
    GAME_OVER,
    JANKEN,
    MAX_BOXES,
    MAX_COUNTERS,
    MAX_ESCORTS,
    MAX_HITS,
    MAX_MARKERS,
    MAX_OFFERS_LIMIT,
    MAX_TONNAGE,
    MAX_TURNS,
    MOVEMENT,
    NAVY,
    PHASES,
    POOL,
    PRODUCTION,
    REMOVED,
    ROWS,
    SWITCHES,
    TONNAGE,
    TRACK,
)

N_PHASES, N_DECISIONS, N_ROWS = len(PHASES), len(DECISIONS), len(ROWS)
N_SWITCHES = len(SWITCHES)
MAP_TO_UNIT = 1 / MAX_BOXES
# Of the observation's own type: nothing is converted.
SPACE_TO_UNIT: Any = np.float32(1 / TRACK_SCALE)
ZERO: Any = np.float32(0)
HALF: Any = np.float32(0.5)
ONE: Any = np.float32(1)


# --- the encoder ---------------------------------------------------------------------------
@rule
def encode(g: Game, s: Tables, seat: int, out: np.ndarray) -> None:
    """Write what `seat` (0 army, 1 navy) sees into out, float32, shape (OBSERVATION_SIZE,)."""
    out[: AT.counter_box] = 0.0
    out[AT.counter_chosen :] = 0.0  # the sections between are written in full
    _encode_situation(g, s, seat, out)
    _encode_negotiation(g, s, seat, out)
    _encode_accounts(g, s, seat, out)
    _encode_combat_and_production(g, out)
    _encode_invasion(g, s, out)
    _encode_markers(g, s, out)
    _encode_counters(g, out)
    _encode_boxes(g, out)
    sums = encode_units(g, s, out)
    encode_odds(g, s, sums, out)
    encode_chosen(g, s, out)
    encode_past(g, out)
    encode_means(g, out)
    encode_talk(g, seat, out)


@rule
def _encode_situation(g: Game, s: Tables, seat: int, out: np.ndarray) -> None:
    out[AT.seat + seat] = 1.0
    out[AT.to_act] = 1.0 if g.actor == seat else 0.0
    out[AT.solo] = g.opt_solo
    out[AT.turn] = share(g.turn, s.last_turn)
    out[AT.turn + 1] = share(int(s.last_turn) - int(g.turn), MAX_TURNS)
    flag(out, AT.phase, N_PHASES, g.phase)
    flag(out, AT.decision, N_DECISIONS, g.decision)
    flag(out, AT.actor, 2, g.actor)
    out[AT.objective] = g.objective[seat, 0]
    out[AT.objective + 1] = g.objective[seat, 1]
    if g.reveal_objective:
        out[AT.other_objective] = 1.0
        out[AT.other_objective + 1] = g.objective[1 - seat, 0]
        out[AT.other_objective + 2] = g.objective[1 - seat, 1]
    out[AT.outcome] = 1.0 if g.outcome == COMPLETED else 0.0
    out[AT.outcome + 1] = 1.0 if g.outcome == GAME_OVER else 0.0
    for k in range(N_SWITCHES):
        out[AT.rules + k] = g.switch[k]


@rule
def _encode_negotiation(g: Game, s: Tables, seat: int, out: np.ndarray) -> None:
    out[AT.protocol + int(g.opt_protocol)] = 1.0
    out[AT.deadlock + int(g.opt_deadlock)] = 1.0
    out[AT.production_rule + int(g.opt_production)] = 1.0
    out[AT.talk + int(g.opt_talk)] = 1.0
    out[AT.terms] = share(g.opt_grid, 25)
    out[AT.terms + 1] = share(g.opt_max_offers, MAX_OFFERS_LIMIT)
    out[AT.terms + 2] = share(g.opt_break_off, 100)
    out[AT.terms + 3] = share(g.opt_civil_floor, 100)
    for k in range(2):
        fixed = int(g.opt_fixed[k])
        out[AT.terms + 4 + k] = -1.0 if fixed < 0 else share(fixed, 100)
    out[AT.negotiation] = share(int(g.opt_max_offers) - int(g.offers), MAX_OFFERS_LIMIT)
    flag(out, AT.negotiation + 1, 2, g.opener)
    out[AT.negotiation + 3] = 1.0 if g.phase == TONNAGE and g.step == NAMING else 0.0
    out[AT.asked] = g.asked
    sealed = is_sealed_now(g)
    for k in range(2):
        if g.offer[k, ARMY] >= 0 and (k == seat or not sealed):
            for part in range(3):
                out[AT.offers + 4 * k + part] = share(g.offer[k, part], g.total)
            out[AT.offers + 4 * k + 3] = 1.0
        if k == seat or g.decision != JANKEN:
            flag(out, AT.hands + 3 * k, 3, g.hand[k])
    out[AT.janken_replays] = share(g.replays, JANKEN_REPLAYS)
    if g.chosen_civil >= 0 and g.actor == seat:
        out[AT.chosen_civil] = 1.0
        out[AT.chosen_civil + 1] = share(g.chosen_civil, g.total)


@rule
def _encode_accounts(g: Game, s: Tables, seat: int, out: np.ndarray) -> None:
    out[AT.tonnage] = tons(g.total)
    out[AT.tonnage + 1] = tons(g.allotted_total)
    out[AT.tonnage + 2] = tons(s.cap)
    out[AT.tonnage + 3] = tons(int(g.total) - floor_of(g, s))
    for k in range(CIVIL + 1):
        out[AT.allotment + k] = share(g.allotment[k], MAX_TONNAGE)
        out[AT.left + k] = share(g.left[k], MAX_TONNAGE)
    for k in range(2):
        out[AT.glory + k] = clip(int(g.gp[k]) / 100, 0.0, 2.0)
    lead = int(g.gp[seat]) - int(g.gp[1 - seat])
    out[AT.lead] = clip(lead / 100, -2.0, 2.0)
    ahead = seat if lead > 0 else 1 - seat
    out[AT.lead + 1] = clip(lead / max(1, margin_of(g, s, ahead)), -1.0, 1.0)
    out[AT.once] = g.convoy_method
    out[AT.once + 1] = g.converted
    out[AT.once + 2] = g.bonus_paid


@rule
def _encode_combat_and_production(g: Game, out: np.ndarray) -> None:
    out[AT.payment] = clip(int(g.loss) / 100, 0.0, 4.0)
    out[AT.payment + 1] = clip(int(g.pool_paid) / 100, 0.0, 4.0)
    if g.battle_box >= 0:
        out[AT.battle] = share(g.battle_hits, MAX_HITS)
        out[AT.battle + 1] = g.battle_alone
        flag(out, AT.battle + 2, 2, g.battle_service)
    out[AT.battle + 4] = share(g.convoy_hits, MAX_ESCORTS)
    flag(out, AT.chosen_kind, N_ROWS, g.chosen_kind)
    if g.phase == PRODUCTION:
        out[AT.passes] = share(g.passes, 2)
        for row in range(N_ROWS):
            out[AT.started + row] = (int(g.started) >> row) & 1
            out[AT.refused + row] = (int(g.refused) >> row) & 1


@rule
def _encode_invasion(g: Game, s: Tables, out: np.ndarray) -> None:
    for ahead in range(2):
        turn = int(g.turn) + ahead
        if 1 <= turn <= s.last_turn:
            j = AT.invasion + ahead * 6 * MAX_MARKERS
            for k in range(6 * MAX_MARKERS):
                out[j + k] = s.invasion_shown[turn, k]


@rule
def _encode_markers(g: Game, s: Tables, out: np.ndarray) -> None:
    for m in range(s.markers):
        step = int(g.marker_step[m])
        j = AT.markers + 3 * m
        out[j] = 1.0
        if step == 0:
            out[j + 1] = 1.0
        else:
            out[j + 2] = share(step, s.route_length[m])
            add(out, AT.box_markers + int(s.route[m, step - 1]), PER_MARKER)


@rule
def _encode_counters(g: Game, out: np.ndarray) -> None:
    """One number of every counter after the other: loops without a branch, many at a time."""
    for u in range(MAX_COUNTERS):
        out[AT.counter_box + u] = (max(int(g.place[u]), -1) + 1) * MAP_TO_UNIT
    for u in range(MAX_COUNTERS):
        out[AT.counter_active + u] = g.active[u]
        out[AT.counter_damage + u] = np.float32(g.damage[u]) * HALF
    for u in range(MAX_COUNTERS):
        out[AT.counter_space + u] = min(np.float32(g.space[u]) * SPACE_TO_UNIT, ONE)
    for u in range(MAX_COUNTERS):
        place = np.float32(g.place[u])
        state = ONE if place == np.float32(POOL) else ZERO
        state = HALF if place == np.float32(TRACK) else state
        state = -ONE if place == np.float32(REMOVED) else state
        out[AT.counter_state + u] = -HALF if place == np.float32(ASIDE) else state
    if g.phase == MOVEMENT:
        for u in range(MAX_COUNTERS):
            out[AT.counter_used + u] = (np.float32(g.moved[u]) + np.float32(g.escorted[u])) * HALF
    elif g.phase == COMBAT:
        for u in range(MAX_COUNTERS):
            out[AT.counter_used + u] = g.supports[u]
    elif g.phase == PRODUCTION:
        for u in range(MAX_COUNTERS):
            out[AT.counter_used + u] = g.handled[u]
    else:
        out[AT.counter_used : AT.counter_used + MAX_COUNTERS] = 0.0
    if g.chosen_counter >= 0:
        out[AT.counter_chosen + int(g.chosen_counter)] = 1.0


@rule
def _encode_boxes(g: Game, out: np.ndarray) -> None:
    if g.phase == COMBAT:
        for box in range(MAX_BOXES):
            out[AT.box_fought_army + box] = (int(g.fought[ARMY]) >> box) & 1
            out[AT.box_fought_navy + box] = (int(g.fought[NAVY]) >> box) & 1
    if g.battle_box >= 0:
        out[AT.box_battle + int(g.battle_box)] = 1.0
    if g.chosen_box >= 0:
        out[AT.box_chosen + int(g.chosen_box)] = 1.0
    if g.chosen_embark >= 0:
        out[AT.box_sea_leg + int(g.chosen_embark)] = -1.0
    if g.chosen_landing >= 0:
        out[AT.box_sea_leg + int(g.chosen_landing)] = 1.0


# --- space, views, documentation -----------------------------------------------------------
# `without`, names of sections: of the shorter vector that has all other sections, in order.
def space(without: Sequence[str] = ()) -> spaces.Box:
    """The observation space: float32, shape (OBSERVATION_SIZE,), each section's own range."""
    sections = sections_without(without)
    low = np.concatenate([np.full(s.size, s.low, np.float32) for s in sections])
    high = np.concatenate([np.full(s.size, s.high, np.float32) for s in sections])
    return spaces.Box(low, high, dtype=np.float32)


def index_space() -> spaces.Box:
    """The space of `observe_units.index_counters`: int16, shape (MAX_COUNTERS,)."""
    return spaces.Box(0, N_INDICES - 1, (MAX_COUNTERS,), np.int16)


def sections_without(without: Sequence[str]) -> tuple[Section, ...]:
    """All sections but those named, one after the other; OptionError for a wrong name."""
    names = tuple(s.name for s in SECTIONS)
    if not isinstance(without, list | tuple):
        words = "expected a list of names of sections"
        raise OptionError(f"option 'without': {words}, got {shown(without)}")
    for name in without:
        if name not in names:
            raise OptionError(unknown("value for option 'without':", name, names))
    sections: list[Section] = []
    start = 0
    for section in SECTIONS:
        if section.name not in without:
            sections.append(section._replace(start=start))
            start += section.size
    if not sections:
        raise OptionError("option 'without': at least one section has to stay")
    return tuple(sections)


def columns_without(without: Sequence[str]) -> np.ndarray:
    """Which entries of the whole vector stay, in order: int64; OptionError for a wrong name."""
    names = [section.name for section in sections_without(without)]
    return np.concatenate([np.arange(s.start, s.stop) for s in SECTIONS if s.name in names])


def views(observation: np.ndarray, without: Sequence[str] = ()) -> dict[str, np.ndarray]:
    """Named views, no copies: section name -> array of shape (..., *section.shape).

    `observation` has shape (..., OBSERVATION_SIZE); ValueError for another last axis.
    """
    sections = sections_without(without)
    size = sections[-1].stop
    if observation.shape[-1:] != (size,):
        raise ValueError(f"an observation has shape (..., {size}), not {observation.shape}")
    lead = observation.shape[:-1]
    return {s.name: observation[..., s.start : s.stop].reshape(*lead, *s.shape) for s in sections}


def labels(without: Sequence[str] = ()) -> tuple[str, ...]:
    """The name of each entry of the vector, such as "offers[1].civil" or "counter_damage[3]"."""
    names = []
    for s in sections_without(without):
        for place in product(*map(range, s.shape)):
            name = f".{s.columns[place[-1]]}" if s.columns else ""
            numbers = place[:-1] if s.columns else place
            names.append(s.name + "".join(f"[{k}]" for k in numbers) + name)
    return tuple(names)


def indices_of(names: Sequence[str]) -> np.ndarray:
    """Where entries stand by their labels, int64 (len(names),); KeyError for one that is not."""
    places = {label: k for k, label in enumerate(labels())}
    return np.array([places[name] for name in names], np.int64)


def document() -> str:
    """The text of docs/observation.md."""
    lines = [
        "# Observation",
        "",
        "Generated from the table in `glory_env/games/glory/sections.py`; do not edit. Write it "
        "again with `python -m glory_env.games.glory.engine.observation docs/observation.md`.",
        "",
        f"Version {OBSERVATION_VERSION}: {OBSERVATION_SIZE} numbers, float32, the same for every "
        "scenario. `engine.observation.views` gives the sections by name. Army comes "
        "before navy wherever both are listed; entry k of a counter or box section belongs to "
        "counter or box k of the scenario, as in the action table. The column `record` names the "
        "fields of the game record a section may depend on.",
        "",
        "| section | start | shape | unit | range | columns | record | meaning |",
        "|---|---|---|---|---|---|---|---|",
    ]
    for s in SECTIONS:
        shape = " x ".join(map(str, s.shape))
        cells = [s.name, s.start, shape, s.unit, f"{s.low:g} to {s.high:g}"]
        cells += [", ".join(s.columns), ", ".join(s.fields.split()), s.meaning]
        lines.append("| " + " | ".join(str(cell) for cell in cells) + " |")
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(document(), encoding="utf-8")
    else:
        print(document(), end="")
