"""Effects at once: tracks, markers, replacements and units of an event (5.33, 5.34)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.codes import ROUTE_HEX
from glory_env.games.empire.events import (
    FX_ASP_MORE,
    FX_CHINA,
    FX_DELAY,
    FX_ESCORT,
    FX_EVACUATE,
    FX_EXCHANGE_HQ,
    FX_INDIA,
    FX_INDIA_LOSS,
    FX_LOSE_CARD,
    FX_LOSE_STEP,
    FX_MARK,
    FX_NEXT_TURN,
    FX_ONE_STEP,
    FX_PLACE_UNIT,
    FX_REDEPLOY,
    FX_REPLACEMENTS,
    FX_RIVALRY,
    FX_ROUTE,
    FX_SOVIETS,
    FX_SWAP,
    FX_WAR,
    FX_WILL,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.board import hex_of, set_control
from glory_env.games.empire.rules.china import move_front, restore_front
from glory_env.games.empire.rules.coming_units import bring_unit, exchange_hq, send_for
from glory_env.games.empire.rules.event_cards import lose_random_card, offer_swap
from glory_env.games.empire.rules.event_moves import evacuate, redeploy
from glory_env.games.empire.rules.event_units import raid
from glory_env.games.empire.rules.frames import ask
from glory_env.games.empire.rules.india import move_india
from glory_env.games.empire.rules.replacements import begin_event_steps
from glory_env.games.empire.rules.roads import any_route
from glory_env.games.empire.rules.tracks import (
    move_escort,
    move_will,
    set_mark,
    set_rivalry,
    war_victory,
)
from glory_env.games.empire.state import AL

MANCHURIA = (3302, 3303)  # printed numbers
LEAST_ASP = 1


@rule
def do_track_effect(g: Game, s: Tables, t: Trace, side: int, card: int, slot: int) -> None:
    """One effect from `asp_more` on, or any effect at once (R5.34-a, R5.33-a)."""
    word, n = int(s.fx[side, card, slot]), int(s.fx_n[side, card, slot])
    helped = int(s.fx_side[side, card, slot])
    if word == FX_WILL:
        move_will(g, n)
    elif word == FX_WAR:
        war_victory(g, helped, n)
    elif word == FX_RIVALRY:
        set_rivalry(g, helped, n)
    elif word == FX_CHINA:
        move_china(g, s, n, int(s.fx_m[side, card, slot]))
    elif word == FX_INDIA:
        move_india(g, n)
    elif word == FX_INDIA_LOSS:
        lose_indian_step(g)
    elif word == FX_MARK:
        set_mark(g, int(s.fx_of[side, card, slot]))
    elif word == FX_ESCORT:
        move_escort(g, n)
    elif word == FX_ASP_MORE:
        g.asp[helped] = max(int(g.asp[helped]) + n, LEAST_ASP)
    elif word == FX_DELAY:
        g.delay_al = 1
    elif word == FX_SOVIETS:
        take_manchuria(g, s)
    elif word == FX_EXCHANGE_HQ:
        exchange_hq(g, s, side, card, slot)
    else:
        do_asking_effect(g, s, t, side, card, slot)


@rule
def do_asking_effect(g: Game, s: Tables, t: Trace, side: int, card: int, slot: int) -> None:
    """One of those that ask the player, or roll."""
    word = int(s.fx[side, card, slot])
    if word in (FX_REPLACEMENTS, FX_ONE_STEP):
        begin_event_steps(g, s, side, card, slot)
    elif word == FX_PLACE_UNIT:
        bring_unit(g, s, side, card, slot)
    elif word == FX_ROUTE:
        if any_route(g, s, side):
            ask(g, ROUTE_HEX, side)
    elif word == FX_SWAP:
        offer_swap(g, s)
    elif word == FX_EVACUATE:
        evacuate(g, s)
    elif word == FX_REDEPLOY:
        redeploy(g, s)
    elif word == FX_LOSE_STEP:
        raid(g, s, side, card, slot)
    elif word == FX_NEXT_TURN:
        send_for(g, s, int(s.fx_unit[side, card, slot]))
    elif word == FX_LOSE_CARD:
        lose_random_card(g, s, t, 1 - side)


@rule
def move_china(g: Game, s: Tables, boxes: int, enters: int) -> None:
    """The front moves, toward the collapse or back; into an end box if the card says so.

    China surrenders at once in the last one (R13.73-a).
    """
    if boxes < 0 and enters:
        restore_front(g, -boxes)
    else:
        move_front(g, s, boxes)


@rule
def lose_indian_step(g: Game) -> None:
    """Next turn the Allies have one ground step less, and the Commonwealth none (E-579)."""
    following = int(g.turn) + 1
    g.india_lost = g.india_lost + 1 if g.india_repl == following else 1
    g.india_repl = following


@rule
def take_manchuria(g: Game, s: Tables) -> None:
    """The Soviets give two hexes to the Allies for good (R13.91-a, E-543)."""
    g.soviet = 1
    for number in MANCHURIA:
        set_control(g, s, hex_of(s, number), AL)
