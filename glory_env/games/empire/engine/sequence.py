"""The sequence of play: the file to read first.

A game is a record `g` that always stands at a decision (`g.decision`, asked of `g.actor`) or has no
piece of work left. `play_on` looks at the last frame of the stack and lets its chapter go on, which
asks a side, pushes another frame, or comes to its next step.

Zones and supply are made fresh here: a chapter finds them so whenever it goes on or is asked for
what is legal. Only what changes them and looks at them in one step has to call `refresh` itself.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.codes import (
    BATTLE,
    DISENGAGEMENT,
    EMERGENCIES,
    EVENT_FRAME,
    FIRE,
    FIRST_HANDS,
    GAME_FRAME,
    INDIA_LEAVES,
    MOVE_AFTER,
    OFFENSIVE,
    OFFENSIVES_PHASE,
    POLITICAL_FRAME,
    REPLACEMENTS,
    RETREATS,
    STRATEGIC_FRAME,
    WALKING,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.afterwards import continue_move_after
from glory_env.games.empire.rules.battle import continue_battle
from glory_env.games.empire.rules.emergency import continue_emergencies
from glory_env.games.empire.rules.events import continue_event
from glory_env.games.empire.rules.fire import continue_fire
from glory_env.games.empire.rules.first_hands import continue_first_hands
from glory_env.games.empire.rules.frames import top
from glory_env.games.empire.rules.india import continue_india_leaves
from glory_env.games.empire.rules.initiative import continue_offensives_phase
from glory_env.games.empire.rules.mutual import refresh
from glory_env.games.empire.rules.offensive import continue_offensive
from glory_env.games.empire.rules.political import continue_political
from glory_env.games.empire.rules.replacements import continue_replacements
from glory_env.games.empire.rules.retreat import continue_retreats
from glory_env.games.empire.rules.set_up import start
from glory_env.games.empire.rules.stacking import continue_stacking
from glory_env.games.empire.rules.strategic_phase import continue_strategic
from glory_env.games.empire.rules.turn import begin_game, continue_game
from glory_env.games.empire.rules.walk import continue_disengagement, continue_walk
from glory_env.games.empire.state import NO_DECISION, NOBODY


@rule
def set_up(g: Game, s: Tables) -> None:
    """The start of the scenario; its first turn begins when the game goes on."""
    start(g, s)
    begin_game(g)


@rule
def play_on(g: Game, s: Tables, t: Trace) -> None:
    """Go on until a side has to decide or nothing is in work.

    With `t.pause` set it also comes back at the end of every phase.
    """
    phase = g.phase
    while True:
        refresh(g, s)
        if g.decision != NO_DECISION:
            return
        g.actor = NOBODY
        if g.depth == 0 or (t.pause and g.phase != phase):
            return
        state = g.frame_state[top(g)]
        if state == GAME_FRAME:
            continue_game(g, s)
        elif state == OFFENSIVES_PHASE:
            continue_offensives_phase(g, s)
        elif state == OFFENSIVE:
            continue_offensive(g, s, t)
        elif state == WALKING:
            continue_walk(g, s)
        elif state == DISENGAGEMENT:
            continue_disengagement(g, s)
        elif state == BATTLE:
            continue_battle(g, s, t)
        elif state == FIRE:
            continue_fire(g, s, t)
        elif state == RETREATS:
            continue_retreats(g, s, t)
        elif state == MOVE_AFTER:
            continue_move_after(g, s, t)
        elif state == EMERGENCIES:
            continue_emergencies(g, s, t)
        elif state == STRATEGIC_FRAME:
            continue_strategic(g, s, t)
        elif state == REPLACEMENTS:
            continue_replacements(g, s)
        elif state == POLITICAL_FRAME:
            continue_political(g, s)
        elif state == INDIA_LEAVES:
            continue_india_leaves(g, s)
        elif state == EVENT_FRAME:
            continue_event(g, s, t)
        elif state == FIRST_HANDS:
            continue_first_hands(g, s)
        else:
            continue_stacking(g, s, t)
