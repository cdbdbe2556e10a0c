"""The sequence of play (5.2): the file to read first.

A game is a record `g` that always stands at a decision (`g.decision`, asked of `g.actor`) or is
over. `play_on` runs the system's part up to the next decision. Each phase is one function
`continue_<phase>` of its chapter, which asks a side, or does its work and ends the phase. Two
interrupts come before the phase: CARGO where a fleet has lost lifts (R8-4j), and SEARCH where a
fleet may be found or attacked (chapter 9).
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.engine.alike import note_unseen
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.air_movement import continue_air
from glory_env.games.aleutians.rules.cargo import continue_cargo
from glory_env.games.aleutians.rules.flags import check_flags
from glory_env.games.aleutians.rules.ground import continue_ground_battle, continue_ground_move
from glory_env.games.aleutians.rules.landing import continue_landing
from glory_env.games.aleutians.rules.naval import continue_naval
from glory_env.games.aleutians.rules.recon import continue_recon
from glory_env.games.aleutians.rules.returns import continue_return
from glory_env.games.aleutians.rules.search import continue_search
from glory_env.games.aleutians.rules.setup import continue_set_up
from glory_env.games.aleutians.rules.setup import set_up as set_up  # the first step
from glory_env.games.aleutians.rules.supply import continue_supply
from glory_env.games.aleutians.rules.surface import continue_surface
from glory_env.games.aleutians.rules.turn import (
    continue_midway,
    continue_phase_start,
    continue_second_phase,
    continue_turn_start,
)
from glory_env.games.aleutians.rules.unload import continue_unload
from glory_env.games.aleutians.rules.victory import check_paramushiro, continue_victory
from glory_env.games.aleutians.state import (
    AIR,
    GROUND_BATTLE,
    GROUND_MOVE,
    LANDING,
    MIDWAY,
    NAVAL,
    NO_DECISION,
    NONE,
    PHASE_START,
    PLAYING,
    RECON_STAGE,
    RETURN,
    SECOND_PHASE,
    SET_UP,
    SUPPLY,
    SURFACE,
    TURN_START,
    UNLOAD,
)


@rule
def play_on(g: Game, s: Tables, t: Trace) -> None:
    """Go on until a side has to decide or the game is over (RSQ-1a).

    With `t.pause` set it also comes back at the end of every phase.
    """
    check_paramushiro(g, s)  # what the last choice has captured
    check_flags(g, s)
    note_unseen(g, s)
    while g.decision == NO_DECISION and g.outcome == PLAYING:
        phase = g.phase
        if g.short_fleet != NONE:
            continue_cargo(g, s, t)
        elif g.search_unit != NONE or g.search_fleet != NONE:
            continue_search(g, s, t)
        else:
            continue_phase(g, s, t)
        check_paramushiro(g, s)
        check_flags(g, s)
        note_unseen(g, s)
        if t.pause and g.phase != phase:
            return


@rule
def continue_phase(g: Game, s: Tables, t: Trace) -> None:
    """One piece of work of the phase, without the interrupts (RSQ-3a, R5-2b)."""
    phase = g.phase
    if phase == SET_UP:
        continue_set_up(g, s, t)
    elif phase == TURN_START:
        continue_turn_start(g, s, t)
    elif phase == SECOND_PHASE:  # 6.5.1
        continue_second_phase(g, s, t)
    elif phase == PHASE_START:
        continue_phase_start(g, s, t)
    elif phase == SUPPLY:  # S1: 6
        continue_supply(g, s, t)
    elif phase == RECON_STAGE:  # S2: 7, 9
        continue_recon(g, s, t)
    elif phase == NAVAL:  # S3: 8, 9
        continue_naval(g, s, t)
    elif phase == AIR:  # S4: 10
        continue_air(g, s, t)
    elif phase == SURFACE:  # S4: 11
        continue_surface(g, s, t)
    elif phase == UNLOAD:  # end of S4: 6.5.3, 8.4
        continue_unload(g, s, t)
    elif phase == LANDING:  # S5: 12
        continue_landing(g, s, t)
    elif phase == GROUND_MOVE:  # S6: 13.2
        continue_ground_move(g, s, t)
    elif phase == GROUND_BATTLE:  # S7: 13.3
        continue_ground_battle(g, s, t)
    elif phase == RETURN:  # S8: 14
        continue_return(g, s, t)
    elif phase == MIDWAY:  # 5.4
        continue_midway(g, s, t)
    else:  # VICTORY: 4
        continue_victory(g, s, t)
