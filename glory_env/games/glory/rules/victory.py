"""Chapter 18: game over, completion and the winner."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import write
from glory_env.core.trace import Trace
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import ask_nobody, clear_choice, contested_boxes
from glory_env.games.glory.rules.handicap import floor_of, margin_of
from glory_env.games.glory.rules.promises import judge_end
from glory_env.games.glory.state import (
    ARMY,
    BY_HOME_BOXES,
    BY_TONNAGE,
    COMPLETED,
    GAME_OVER,
    LATE_FLOOR,
    NAVY,
    NONE,
    OVER,
    PLAYING,
    T_OUTCOME,
    T_PHASE,
    T_TOTAL,
)
from glory_env.games.glory.turn_log import log_standing


@rule
def end_game(g: Game, t: Trace, outcome: int, cause: int) -> None:
    """The game is over at this very moment (R18-1d), lost or played to its end (R1-0c)."""
    write(t, T_PHASE, g.phase, g.turn, 0)
    log_standing(g)
    judge_end(g, t, outcome)
    g.outcome = outcome
    g.cause = cause
    g.phase = OVER
    clear_choice(g)
    ask_nobody(g)
    write(t, T_OUTCOME, outcome, cause, 0)


@rule
def is_over(g: Game) -> bool:
    return g.outcome != PLAYING


@rule
def test_floor(g: Game, s: Tables, t: Trace) -> None:
    """Game over B: the total is below 100, solo 150; the floor itself is safe (R18-1c, f).

    The higher floor is what playing alone costs (R0-2d).
    """
    if g.outcome == PLAYING and g.total < floor_of(g, s):
        end_game(g, t, GAME_OVER, BY_TONNAGE)


@rule
def lose_total(g: Game, s: Tables, t: Trace, tonnage: int) -> None:
    """The total falls; tested at once (A-27) unless optional rule 20-2 waits for 15-2.

    It may then be below the floor for a while (R20-2a, b). The shares stay as they are (R9-0h).
    """
    if tonnage > 0:
        g.total -= tonnage
        write(t, T_TOTAL, -tonnage, g.total, 0)
        if not g.switch[LATE_FLOOR]:
            test_floor(g, s, t)


@rule
def count_lost_home_boxes(g: Game, s: Tables) -> int:
    """How many of the home-island boxes hold a marker; two markers count once (A-48)."""
    contested = contested_boxes(g, s)
    lost = 0
    for b in range(s.boxes):
        if s.home_islands[b] and (contested >> b) & 1:
            lost += 1
    return lost


@rule
def test_home_boxes(g: Game, s: Tables, t: Trace) -> None:
    """Game over A: any two of the home-island boxes, on turn 11 or earlier (R18-1a, b)."""
    if g.outcome == PLAYING and g.turn <= s.home_loss_until and count_lost_home_boxes(g, s) >= 2:
        end_game(g, t, GAME_OVER, BY_HOME_BOXES)


@rule
def complete(g: Game, t: Trace) -> None:
    """Turn 12 was played without game over: both have completed the game (R18-2-1a)."""
    end_game(g, t, COMPLETED, 0)


@rule
def winner(g: Game, s: Tables) -> int:
    """The service 10 or more GP ahead after completion, else NONE (R18-2-2a, b).

    Game over has no winner, whatever the points: both have lost (R18-1e, A-49).
    """
    if g.outcome != COMPLETED:
        return NONE
    if g.gp[ARMY] - g.gp[NAVY] >= margin_of(g, s, ARMY):
        return ARMY
    if g.gp[NAVY] - g.gp[ARMY] >= margin_of(g, s, NAVY):
        return NAVY
    return NONE


@rule
def is_solo_victory(g: Game, s: Tables) -> bool:
    """Completed (floor 150) with both services above 65 GP (R18-2-2c, N-21).

    Completion alone is the aim of practice games (R18-2-2d).
    """
    return g.outcome == COMPLETED and min(g.gp[ARMY], g.gp[NAVY]) > s.solo_gp
