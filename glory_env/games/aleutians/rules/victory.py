"""Victory points and the end of the game; the victory phase (chapter 4, 15.2)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import japan_holds_land
from glory_env.games.aleutians.rules.board import ask, end_phase, ground_count
from glory_env.games.aleutians.rules.control import standing
from glory_env.games.aleutians.rules.forces import leave
from glory_env.games.aleutians.rules.strategy import (
    change_strategies,
    first_roll,
    is_asked_to_change,
)
from glory_env.games.aleutians.state import (
    ALLIES,
    BY_LAST_TURN,
    BY_PARAMUSHIRO,
    BY_POINTS,
    CHANGE_STRATEGY,
    COMPLETED,
    FLEET,
    GROUND,
    J1,
    J4,
    JAPAN,
    L4,
    LEVELS,
    NO_DECISION,
    OVER,
    PLAYING,
    POINTS_COUNT_STRATEGY,
    SPOT,
    SUBMARINE,
    SYSTEM,
    TURN_START,
)

START, ASK_JAPAN, ASK_ALLIES, COUNT, LEAVE = range(5)  # steps of VICTORY
ALLIED_DECISIVE, JAPAN_DECISIVE = 0, len(LEVELS) - 1
DELAY_TURN = 7  # of the test for J4 (R4-1d)


# --- points (4.1) ----------------------------------------------------------------------------
@rule
def place_points(g: Game, s: Tables) -> int:
    """VP of the places Japan holds now (R4-1a, R4-1b).

    An island: only Japanese units stand there (R3-2e); Paramushiro also when it is empty (A-04).
    Anchorage and Nome: by their facilities (A-03).
    """
    japan, allies = standing(g, s, JAPAN), standing(g, s, ALLIES)
    total = 0
    for p in range(s.sites):
        if s.vp[p] == 0:
            continue
        if s.island[p]:
            own = s.colour[p] == JAPAN or (japan >> p) & 1 == 1
            holds = own and (allies >> p) & 1 == 0
        else:
            holds = japan_holds_land(g, s, p)
        if holds:
            total += int(s.vp[p])
    return total


@rule
def vp(g: Game, s: Tables) -> int:
    """Japan's VP as both sides see them: places held now, and what has been scored (R4-3a)."""
    return place_points(g, s) + int(g.points)


@rule
def strategy_points(g: Game, s: Tables) -> int:
    """VP of the strategies in force (R4-1c, R4-1d, R4-1e); secret until the end."""
    total = int(g.strategy[ALLIES] == L4)
    if g.strategy[JAPAN] == J4 and g.paramushiro_only:
        total += 1
    if g.strategy[JAPAN] == J1:
        total -= 1
    return total


@rule
def final_vp(g: Game, s: Tables) -> int:
    """VP at the end of the game, with those of the strategies (R4-1i)."""
    return vp(g, s) + strategy_points(g, s)


@rule
def counted_vp(g: Game, s: Tables) -> int:
    """VP for sudden death, a change of strategy and the Soviet roll (A-05)."""
    return final_vp(g, s) if g.switch[POINTS_COUNT_STRATEGY] else vp(g, s)


@rule
def only_on_paramushiro(g: Game, s: Tables) -> bool:
    """No Japanese ground unit on the map, aboard a fleet or a submarine is elsewhere (A-06, N-51).

    Units off map do not matter; nor does it that there are none.
    """
    for u in range(s.units):
        if s.side[u] != JAPAN or s.kind[u] != GROUND:
            continue
        if g.place[u] == SPOT and g.at[u] != s.paramushiro:
            return False
        if g.place[u] == FLEET or g.place[u] == SUBMARINE:
            return False
    return True


# --- the end (4.2, 4.3, 15.2) ----------------------------------------------------------------
@rule
def finish(g: Game, level: int, cause: int) -> None:
    """The game is over at this very moment; nobody is asked any more."""
    g.outcome = COMPLETED
    g.level = level
    g.cause = cause
    g.phase = OVER
    g.decision = NO_DECISION
    g.actor = SYSTEM


@rule
def level_of(g: Game, s: Tables, points: int) -> int:
    """The level of a finished game (R4-2a); one step for Japan after entry (R15-2f, A-73)."""
    level = 0
    while level < JAPAN_DECISIVE and points > s.levels[level]:
        level += 1
    return min(JAPAN_DECISIVE, level + int(g.soviet))


@rule
def check_paramushiro(g: Game, s: Tables) -> None:
    """After Soviet entry Allied control of Paramushiro ends the game at once (R4-3b, R15-2e).

    Allied control: only Allied ground units stand there (A-04, N-50).
    """
    if not g.soviet or g.outcome != PLAYING:
        return
    p = int(s.paramushiro)
    if ground_count(g, s, ALLIES, p) > 0 and ground_count(g, s, JAPAN, p) == 0:
        finish(g, ALLIED_DECISIVE, BY_PARAMUSHIRO)


@rule
def judge_points(g: Game, s: Tables) -> None:
    """Sudden death (R4-3a), with other numbers after Soviet entry (R4-3c, R15-2g, R15-2h)."""
    points = counted_vp(g, s)
    if points >= s.japan_wins[g.soviet]:
        finish(g, JAPAN_DECISIVE, BY_POINTS)
    elif points <= s.levels[ALLIED_DECISIVE] and not g.soviet:
        finish(g, ALLIED_DECISIVE, BY_POINTS)
    elif g.turn == s.last_turn:  # R5-1a
        finish(g, level_of(g, s, final_vp(g, s)), BY_LAST_TURN)


# --- the victory phase (RSQ-9a, A-89) --------------------------------------------------------
@rule
def continue_victory(g: Game, s: Tables, t: Trace) -> None:
    """Japan's first roll in turn 1, changes of strategy, VP, withdrawals (RSQ-9a)."""
    if g.step == START:
        if g.turn == 1:
            first_roll(g, s, t, JAPAN)
        g.step = ASK_JAPAN
    if g.step == ASK_JAPAN:
        if is_asked_to_change(g, JAPAN):
            ask(g, CHANGE_STRATEGY, JAPAN)
            return
        g.step = ASK_ALLIES
    if g.step == ASK_ALLIES:
        if is_asked_to_change(g, ALLIES):
            ask(g, CHANGE_STRATEGY, ALLIES)
            return
        g.step = COUNT
    if g.step == COUNT:
        change_strategies(g, s, t, counted_vp(g, s))
        if g.turn == DELAY_TURN:
            g.paramushiro_only = int(only_on_paramushiro(g, s))
        judge_points(g, s)
        if g.outcome != PLAYING:
            return
        g.step = LEAVE
        g.queue = 0
    if leave(g, s, t):
        return
    g.turn += 1
    end_phase(g, TURN_START)
