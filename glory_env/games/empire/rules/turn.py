"""The turn: its phases, and the end of the game (4.1 to 4.5, RSQ-1, RSQ-2).

The frame of the game is the lowest one; it goes from one phase to the next.
"""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.codes import (
    BOMBED_OUT,
    BY_POINTS,
    GAME_FRAME,
    HELD_OUT,
    RESOURCES_LOST,
    WILL_BROKEN,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.attrition import attrition, attrition_after_japan
from glory_env.games.empire.rules.board import holder_of
from glory_env.games.empire.rules.cards import resource_hexes, shuffle_discards
from glory_env.games.empire.rules.ending import DECISIVE, end_game
from glory_env.games.empire.rules.express import end_express
from glory_env.games.empire.rules.first_hands import begin_first_hands
from glory_env.games.empire.rules.frames import go_to, next_step, push, top
from glory_env.games.empire.rules.initiative import begin_offensives
from glory_env.games.empire.rules.japan import bombed_out
from glory_env.games.empire.rules.political import begin_political
from glory_env.games.empire.rules.strategic_phase import MOST_PROGRESS, begin_strategic
from glory_env.games.empire.rules.victory import level_of, note_hawaii, vp
from glory_env.games.empire.state import (
    AL,
    ATTRITION,
    NONE,
    OFFENSIVES,
    POLITICAL_PHASE,
    STRATEGIC_PHASE,
    TURN_END,
    TURN_START,
)
from glory_env.games.empire.victories import VICTORIES

BEGIN_TURN, BEGIN_OFFENSIVES, AFTER_OFFENSIVES, ATTRITION_STEP, LATE_ATTRITION, END_TURN = range(6)
CAMPAIGN, V1942 = VICTORIES.index("campaign"), VICTORIES.index("v1942")
LAST_OF_1942 = 4  # turn


@rule
def begin_game(g: Game) -> None:
    """The first turn of the scenario begins."""
    push(g, GAME_FRAME, 0, 0, 0)


@rule
def continue_game(g: Game, s: Tables) -> None:
    """The next phase of the turn (R4.0-a, R3.0-e)."""
    step = int(g.frame_step[top(g)])
    next_step(g)
    if step == BEGIN_TURN:
        g.phase = TURN_START
        begin_turn(g, s)
    elif step == BEGIN_OFFENSIVES:
        g.phase = OFFENSIVES
        begin_offensives(g)
    elif step == AFTER_OFFENSIVES:
        g.phase = POLITICAL_PHASE
        g.passes[0] = g.passes[1] = 0  # R12.4-c, R12.51-c
        begin_political(g)
    elif step == ATTRITION_STEP:
        g.phase = ATTRITION
        attrition(g, s)
    elif step == LATE_ATTRITION:
        attrition_after_japan(g, s)
    else:
        g.phase = TURN_END
        note_hawaii(g, s)
        end_turn(g, s)


@rule
def begin_turn(g: Game, s: Tables) -> None:
    """ASP are free again, control is remembered (R8.45-h, R10.3-b, R16.47-c).

    The first turn of a scenario begins with its hands, a later one with the strategic phase
    (R17.2-a).

    R17.3-a, R17.4-a, R17.12-a.
    """
    for side in range(2):
        g.asp_used[side] = 0
        g.last_action[side] = 0
    for place in range(s.places):
        if s.place_hex[place] != NONE:
            g.ctrl_start[place] = holder_of(g, s, int(s.place_hex[place]))
    g.action_no = 0
    if g.turn == s.first_turn:
        g.progress_goal = min(MOST_PROGRESS, int(g.asp[AL]))  # PX-9
        begin_first_hands(g)
    else:
        g.phase = STRATEGIC_PHASE
        begin_strategic(g)


@rule
def end_turn(g: Game, s: Tables) -> None:
    """Japan's win by a broken will, the end of 1942, the last turn, or the next (R4.5-a to -d).

    A campaign ends with the last turn if nobody has won before (R16.0-a, R16.1-b, R16.1-c).
    Where it is due a deck takes its discards and is shuffled (R5.37-d).

    R2.3-c, R3.0-f, R17.13-a.
    """
    end_express(g)
    if g.will == 0:
        end_game(g, WILL_BROKEN, DECISIVE)
    elif s.victory == V1942 and g.turn == LAST_OF_1942 and resources_lost(g, s):
        end_game(g, RESOURCES_LOST, -DECISIVE)
    elif g.turn == s.last_turn and s.victory == CAMPAIGN:
        if bombed_out(g, s):
            end_game(g, BOMBED_OUT, -DECISIVE)
        else:
            end_game(g, HELD_OUT, DECISIVE)
    elif g.turn == s.last_turn:
        end_game(g, BY_POINTS, level_of(vp(g, s)))
    else:
        g.turn += 1
        for side in range(2):
            if g.reshuffle[side]:
                shuffle_discards(g, s, side)
                g.reshuffle[side] = 0
        go_to(g, BEGIN_TURN)


@rule
def resources_lost(g: Game, s: Tables) -> bool:
    """Japan holds fewer resource hexes than it needs (R17.27-a, R17.VP-c)."""
    return resource_hexes(g, s) < int(s.fewest_resources)
