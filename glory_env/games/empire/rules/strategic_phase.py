"""The strategic phase: reinforcements, replacements, strategic war, deal (4.1, RSQ-S)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.codes import STRATEGIC_FRAME
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.arrivals import ask_arrival, call_up, send_to_wait, settle_in
from glory_env.games.empire.rules.board import ANY_KIND, HQ_BIT
from glory_env.games.empire.rules.bombing import continue_bombing, look_at_interceptors
from glory_env.games.empire.rules.cards import deal
from glory_env.games.empire.rules.draft import war_level
from glory_env.games.empire.rules.frames import next_step, pop, push, top
from glory_env.games.empire.rules.replacements import begin_replacements, hand_out
from glory_env.games.empire.rules.strategic_war import submarines
from glory_env.games.empire.state import AL, BOMBED, JP

FIRST_ASP = 2  # turn
NO_ASP_LEVEL = 3  # of the war in Europe
MOST_PROGRESS = 4
(
    CALL_UP, ALLIES_ARRIVE, JAPAN_ARRIVES, ARRIVED, ALLIES_REPLACE, JAPAN_REPLACES, REPLACED,
    SUBMARINES, BOMBING, DEAL,
) = range(10)  # fmt: skip


@rule
def begin_strategic(g: Game) -> None:
    """The strategic phase of a turn begins."""
    push(g, STRATEGIC_FRAME, 0, 0, 0)


@rule
def continue_strategic(g: Game, s: Tables, t: Trace) -> None:
    """The next step, or the next question of a step (R10.11-g, R11.0-f, R3.0-a, R3.0-b)."""
    step = int(g.frame_step[top(g)])
    if step in (ALLIES_ARRIVE, JAPAN_ARRIVES):
        side = AL if step == ALLIES_ARRIVE else JP
        if not ask_arrival(g, s, side):
            send_to_wait(g, s, t, side)
            next_step(g)
        return
    if step == BOMBING:
        continue_bombing(g, s)
        return
    if step == DEAL:
        pop(g)
        settle_in(g, s, ANY_KIND, True)
        deal(g, s)
        return
    next_step(g)
    if step == CALL_UP:
        begin_phase(g, s)
        call_up(g, s, t)
    elif step == ARRIVED:
        settle_in(g, s, ANY_KIND & ~HQ_BIT, True)
        g.progress_goal = min(MOST_PROGRESS, int(g.asp[AL]))  # R16.47-b
    elif step == ALLIES_REPLACE:
        hand_out(g, s)
        begin_replacements(g, AL)
    elif step == JAPAN_REPLACES:
        begin_replacements(g, JP)
    elif step == REPLACED:
        settle_in(g, s, ANY_KIND, False)
    else:
        look_at_interceptors(g, s)
        submarines(g, s, t)


@rule
def begin_phase(g: Game, s: Tables) -> None:
    """The Allies' new ASP, for good (R10.3-a, R10.31-a, R10.31-b); Japan gets none (R10.32-a).

    The bombing of the turn before is forgotten.
    """
    if g.turn >= FIRST_ASP and war_level(g, s) < NO_ASP_LEVEL:
        g.asp[AL] += 1
    g.submarines = 0
    g.bombings = 0
    for unit in range(s.units):
        g.unit_flags[unit] &= ~BOMBED
