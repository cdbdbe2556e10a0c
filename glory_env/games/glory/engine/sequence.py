"""Chapter 7, the sequence of play: the file to read first.

A game is a record `g` that always stands at a decision (`g.decision`, asked of `g.actor`) or is
over. `play_on` runs the system's part up to the next decision; each phase is one function
`continue_<phase>` of its chapter, which asks somebody, or does its work and ends the phase. Army
and navy decide (R1-1a), the Allies are part of the system (R1-0b).
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.activation import continue_activation
from glory_env.games.glory.rules.board import clear_choice, is_always_active
from glory_env.games.glory.rules.combat import continue_combat
from glory_env.games.glory.rules.convoy import continue_convoy
from glory_env.games.glory.rules.handicap import start_of
from glory_env.games.glory.rules.invasion import continue_invasion
from glory_env.games.glory.rules.losses import end_battle
from glory_env.games.glory.rules.movement import continue_movement
from glory_env.games.glory.rules.negotiation import continue_tonnage
from glory_env.games.glory.rules.production import continue_production
from glory_env.games.glory.rules.promises import clear_talk
from glory_env.games.glory.rules.turn13 import continue_turn_13
from glory_env.games.glory.rules.turn_end import continue_turn_end
from glory_env.games.glory.state import (
    ACTIVATION,
    COMBAT,
    CONVOY,
    INVASION,
    MAX_COUNTERS,
    MAX_MARKERS,
    MOVEMENT,
    NO_DECISION,
    NONE,
    PLAYING,
    PRODUCTION,
    SYSTEM,
    TONNAGE,
    TURN_END,
)
from glory_env.games.glory.turn_log import clear_log


@rule
def play_on(g: Game, s: Tables, t: Trace) -> None:
    """Go on until somebody has to decide or the game is over (R7-0b).

    With `t.pause` set it also comes back at the end of every phase.
    """
    while g.decision == NO_DECISION and g.outcome == PLAYING:
        phase = g.phase
        if phase == INVASION:  # 8, not on turn 1
            continue_invasion(g, s, t)
        elif phase == TONNAGE:  # 9, and 6 for the bargaining
            continue_tonnage(g, s, t)
        elif phase == ACTIVATION:  # 10
            continue_activation(g, s, t)
        elif phase == MOVEMENT:  # 11
            continue_movement(g, s, t)
        elif phase == COMBAT:  # 12
            continue_combat(g, s, t)
        elif phase == CONVOY:  # 13
            continue_convoy(g, s, t)
        elif phase == PRODUCTION:  # 14
            continue_production(g, s, t)
        elif phase == TURN_END:  # 15
            continue_turn_end(g, s, t)
        else:  # 19, after the last turn
            continue_turn_13(g, s, t)
        if t.pause and g.phase != phase:
            return


@rule
def set_up(g: Game, s: Tables) -> None:
    """Chapter 5: everything on its starting place; turn 1 starts with phase 2 (R7-0c).

    Placement (R5-0b), total (R0-2a) and convoy method (R13-1a) are the scenario's, the same for
    two players and solo (R5-0c). Options and the dice key are left as they are.
    """
    g.turn = 1
    g.phase = TONNAGE
    g.step = 0
    g.decision = NO_DECISION
    g.actor = SYSTEM
    g.outcome = PLAYING
    g.cause = 0
    g.total = start_of(g, s)
    g.allotted_total = 0
    g.allotment[:] = 0
    g.left[:] = 0
    g.gp[:] = 0
    g.convoy_method = s.start_method
    g.damage[:] = 0
    g.moved[:] = 0
    g.escorted[:] = 0
    g.supports[:] = 0
    g.handled[:] = 0
    for m in range(MAX_MARKERS):
        g.marker_step[m] = s.marker_start[m]
    for u in range(MAX_COUNTERS):
        g.place[u] = s.start_place[u]
        g.space[u] = s.start_space[u]
        g.printed_dice[u] = s.dice[u]
        g.printed_tonnage[u] = s.tonnage[u]
        g.active[u] = 0
        if u < s.counters and (is_always_active(s, u) or (s.start_active and g.place[u] >= 0)):
            g.active[u] = 1
    g.asked = 0
    g.opener = 0
    g.offers = 0
    g.offer[:] = NONE
    g.hand[:] = NONE
    g.replays = 0
    g.winner = NONE
    g.fought[:] = 0
    g.convoy_hits = 0
    g.passes = 0
    g.started = 0
    g.refused = 0
    g.converted = 0
    g.bonus_paid = 0
    clear_choice(g)
    clear_talk(g)
    end_battle(g)
    clear_log(g)
