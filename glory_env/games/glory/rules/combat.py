"""Chapter 12: the combat phase: every navy battle, then every army battle.

Inside one combat (A-13): who fights is fixed, dice, modifiers, hits, results table, doubling
(12-7), glory points, retreat with the army's bonus die, aircraft damage, payment
(`rules.losses`), game-over check.
"""

from __future__ import annotations

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.dice import begin_roll, die, write
from glory_env.core.trace import Trace
from glory_env.games.glory.actions import BOX, COUNTER, END, NO, YES
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import (
    active_boxes,
    ask,
    contested_boxes,
    end_phase,
    gain_gp,
    give_damage,
    is_aircraft,
    is_unit,
    marker_box,
    move_marker,
    offer_counter,
)
from glory_env.games.glory.rules.carriers import count_hits, count_modifiers, hybrid_in, use_hybrid
from glory_env.games.glory.rules.handicap import battle_loss_of
from glory_env.games.glory.rules.losses import begin_payment
from glory_env.games.glory.rules.options import lowest_hit
from glory_env.games.glory.rules.promises import (
    count_lent,
    is_bound,
    is_promised,
    judge_combat,
    judge_presence,
    judge_support,
    promises_now,
)
from glory_env.games.glory.state import (
    AMPHIBIOUS,
    ARMY,
    BATTLE,
    BATTLES_FIXED,
    CONVOY,
    DR,
    HYBRID_MODIFIER,
    MAX_HITS,
    NAVY,
    NO_TALK,
    NONE,
    ROLL_COMBAT,
    ROLL_DR_BONUS,
    SAY_SUPPORT,
    STACK_MODIFIERS,
    SUPPORT,
    SUPPORT_REQUEST,
    T_DOUBLED,
    T_RESULT,
)

NAVY_STEP, ARMY_STEP = 1, 2


@rule
def continue_combat(g: Game, s: Tables, t: Trace) -> None:
    """The next battle, the navy's first (R12-1d); the list is made again each time (N-15)."""
    if g.step == 0:
        g.fought[:] = 0
        g.step = NAVY_STEP
        if g.opt_talk != NO_TALK:
            judge_presence(g, s, t)
    if g.step == NAVY_STEP:
        if battle_boxes(g, s, NAVY):
            ask(g, BATTLE, NAVY)
            return
        g.step = ARMY_STEP
        if g.switch[BATTLES_FIXED]:  # A-15 b: markers driven into other boxes open no battle
            g.fought[ARMY] = ~contested_boxes(g, s)
    if battle_boxes(g, s, ARMY):
        ask(g, BATTLE, ARMY)
        return
    g.supports[:] = 0
    if g.opt_talk != NO_TALK:
        judge_combat(g, t)
    end_phase(g, t, CONVOY)


@rule
def battle_boxes(g: Game, s: Tables, service: int) -> int:
    """Contested boxes with Active units of a service that has not fought there (R12-1a, b, g)."""
    return contested_boxes(g, s) & active_boxes(g, s, service) & ~int(g.fought[service])


@rule
def legal_battle(g: Game, s: Tables, mask: Array[int]) -> None:
    """One box at a time (R12-1c), in the order the acting service likes (A-56)."""
    boxes = battle_boxes(g, s, g.actor)
    for b in range(s.boxes):
        mask[BOX + b] = (boxes >> b) & 1


@rule
def apply_battle(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.battle_box = action - BOX
    g.battle_service = g.actor
    g.asked = 0
    if g.actor == NAVY and can_support(g, s):
        if g.opt_solo:
            ask(g, SUPPORT, NAVY)
        else:
            ask(g, SUPPORT_REQUEST, ARMY)
    else:
        fight(g, s, t)


# --- support (12-8) ------------------------------------------------------------------------
@rule
def can_support(g: Game, s: Tables) -> int:
    """Amphibious box, an Active army unit, two Active navy units (R12-8a, R12-8d).

    Only the navy is asked: the army lends nothing (R12-8e).
    """
    return (
        s.box_kind[g.battle_box] == AMPHIBIOUS
        and (active_boxes(g, s, ARMY) >> int(g.battle_box)) & 1
        and count_own_fighters(g, s) >= 2
    )


@rule
def count_own_fighters(g: Game, s: Tables) -> int:
    """Active navy units in the battle's box that are not lent to the army."""
    n = 0
    for u in range(s.counters):
        if fights_for(g, s, u, NAVY):
            n += 1
    return n


@rule
def legal_support_request(g: Game, s: Tables, mask: Array[int]) -> None:
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_support_request(g: Game, s: Tables, t: Trace, action: int) -> None:
    """A wish only: the navy decides either way (A-41)."""
    g.asked = 1 if action == YES else 0
    g.log_support_asked[g.turn] += g.asked
    ask(g, SUPPORT, NAVY)


@rule
def legal_support(g: Game, s: Tables, mask: Array[int]) -> None:
    """Unit by unit (N-14); one Active navy unit must fight itself (R12-8c)."""
    mask[END] = 1
    if count_own_fighters(g, s) >= 2:
        for u in range(s.counters):
            if fights_for(g, s, u, NAVY):
                offer_counter(g, s, mask, u)
        box = int(g.battle_box)
        if is_bound(g, NAVY, SAY_SUPPORT) and promises_now(g, NAVY, SAY_SUPPORT, box):
            mask[END] = 1 if count_lent(g, s, box) > 0 else 0


@rule
def apply_support(g: Game, s: Tables, t: Trace, action: int) -> None:
    if action == END:
        if is_promised(g, NAVY, SAY_SUPPORT):
            judge_support(g, s, t)
        fight(g, s, t)
    else:
        g.supports[action - COUNTER] = 1
        g.log_lent[g.turn] += 1


# --- one combat ----------------------------------------------------------------------------
@rule
def fights_for(g: Game, s: Tables, u: int, service: int) -> bool:
    """Active units of the service in the box, all of them (R12-1c, R12-2d, A-58).

    Navy units in support fight with the army and only there (R12-8b, R12-8-1a).
    """
    if g.place[u] != g.battle_box or not g.active[u] or not is_unit(s, u):
        return False
    if s.service[u] == NAVY:
        return (service == ARMY) == (g.supports[u] == 1)
    return service == ARMY


@rule
def fight(g: Game, s: Tables, t: Trace) -> None:
    """Roll a die for each point of strength (R3-1f); 5 and 6 are hits (R12-2a).

    Whether one service is alone is settled before the roll: what counts is Active units, DD and
    aircraft among them (R12-7b, A-14), and only in amphibious boxes (R12-7c).
    """
    box = int(g.battle_box)
    service = int(g.battle_service)
    both = active_boxes(g, s, ARMY) & active_boxes(g, s, NAVY)
    g.battle_alone = 1 if s.box_kind[box] == AMPHIBIOUS and not (both >> box) & 1 else 0
    fights = np.zeros(s.counters, np.int8)
    strength = 0
    for u in range(s.counters):
        if fights_for(g, s, u, service):
            fights[u] = 1
            strength += g.printed_dice[u]
    counts = np.zeros(7, np.int64)
    begin_roll(t, ROLL_COMBAT)
    for i in range(strength):
        counts[die(g, t, ROLL_COMBAT, service, box, i)] += 1
    modifiers = count_modifiers(g, s, fights)
    threshold = lowest_hit(g, s)
    g.battle_hits = count_hits(counts, threshold, modifiers, g.switch[STACK_MODIFIERS])
    more = count_hits(counts, threshold, modifiers + 1, g.switch[STACK_MODIFIERS])
    if more > g.battle_hits and hybrid_in(s, fights) != NONE:
        ask(g, HYBRID_MODIFIER, service)  # N-12
    else:
        resolve_combat(g, s, t)


@rule
def legal_hybrid_modifier(g: Game, s: Tables, mask: Array[int]) -> None:
    """The +1 may be kept for a later combat (R17-1d)."""
    mask[YES] = 1
    mask[NO] = 1


@rule
def apply_hybrid_modifier(g: Game, s: Tables, t: Trace, action: int) -> None:
    if action == YES:
        g.battle_hits += 1
        use_hybrid(g, s, t)
    resolve_combat(g, s, t)


@rule
def resolve_combat(g: Game, s: Tables, t: Trace) -> None:
    """The results table by turn, nation and hits; the highest row serves all beyond (A-53).

    R12-2b, R12-3a, b. No hit is a row like the others (R12-3e). Points first, then the retreat
    where the cell says DR (R12-4a); a loss is doubled before it is paid (R12-7d).
    """
    box = int(g.battle_box)
    service = int(g.battle_service)
    row = min(int(g.battle_hits), MAX_HITS - 1)
    nation = nation_in(g, s, box)
    loss = battle_loss_of(g, s, nation, row)
    write(t, T_RESULT, box, g.battle_hits, loss)
    g.fought[service] |= 1 << box
    g.log_battles[g.turn, service] += 1
    if s.box_kind[box] == AMPHIBIOUS and not g.battle_alone:
        g.log_together[g.turn] += 1
    gain_gp(g, t, service, s.crt_gp[g.turn, nation, row])
    if loss == DR:
        loss = 0  # R12-4b, R12-4h, A-17
        if service == ARMY:
            retreat_markers(g, s, t, box)
    elif g.battle_alone and loss > 0:
        g.log_doubled[g.turn, service] += loss
        loss *= 2  # R12-7a
        write(t, T_DOUBLED, box, loss, 0)
    damage_aircraft(g, s, t, service)
    begin_payment(g, s, loss)


@rule
def nation_in(g: Game, s: Tables, box: int) -> int:
    """Nation of the Allied force in a box; no box can hold markers of two nations (A-10)."""
    for m in range(s.markers):
        if marker_box(g, s, m) == box:
            return int(s.nation[m])
    return NONE


@rule
def retreat_markers(g: Game, s: Tables, t: Trace, box: int) -> None:
    """Each marker goes one step toward its own base; one bonus die for the army (12-4, A-16).

    R12-4c..f: from the first box of its route it goes to the base. A unit that stands where it
    arrives does not matter (R12-4i).
    """
    for m in range(s.markers):
        if marker_box(g, s, m) == box:
            move_marker(g, s, t, m, g.marker_step[m] - 1)
    begin_roll(t, ROLL_DR_BONUS)
    gain_gp(g, t, ARMY, die(g, t, ROLL_DR_BONUS, ARMY, box, 0))


@rule
def damage_aircraft(g: Game, s: Tables, t: Trace, service: int) -> None:
    """Every aircraft that fought takes one damage, before payment (R12-6-2a, b; N-13)."""
    for u in range(s.counters):
        if is_aircraft(s, u) and fights_for(g, s, u, service):
            give_damage(g, s, t, u)
