"""Chapter 15: the turn update phase, five steps in fixed order (R15-0a)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.dice import begin_line
from glory_env.core.trace import Trace
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import (
    can_be_inactive,
    contested_boxes,
    end_phase,
    gain_gp,
    give_damage,
    is_ship,
    raise_total,
    set_active,
)
from glory_env.games.glory.rules.handicap import occupation_loss_of
from glory_env.games.glory.rules.victory import is_over, lose_total, test_floor, test_home_boxes
from glory_env.games.glory.state import (
    ARMY,
    BONUS_ONCE,
    GROUND,
    INVASION,
    LINE_TURN_END,
    NAVY,
    NET_TURN_END,
    NONE,
    TURN_13,
)
from glory_env.games.glory.turn_log import log_standing


@rule
def continue_turn_end(g: Game, s: Tables, t: Trace) -> None:
    """The steps in order; twelve turns in the printed game (R7-0a)."""
    begin_line(g, t, LINE_TURN_END)
    score_boxes(g, s, t)
    apply_occupation(g, s, t)
    if is_over(g):
        return
    damage_idle_units(g, s, t)
    deactivate(g, s, t)
    log_standing(g)
    # The turn marker moves, no more (R15-5a); after the last turn, turn 13 is tested.
    if g.turn == s.last_turn:
        end_phase(g, t, TURN_13)
    else:
        end_phase(g, t, INVASION)
        g.turn += 1


@rule
def score_boxes(g: Game, s: Tables, t: Trace) -> None:
    """15-1: an Active ship for the navy, an Active ground unit for the army, once a box.

    R15-1a, b, f, g: aircraft hold nothing. Damage and markers do not matter (R15-1e).
    """
    ships = 0
    ground = 0
    for u in range(s.counters):
        if g.place[u] >= 0 and g.active[u]:
            if is_ship(s, u):
                ships |= 1 << int(g.place[u])
            elif s.kind[u] == GROUND:
                ground |= 1 << int(g.place[u])
    for b in range(s.boxes):
        if (ships >> b) & 1 and s.box_gp[b, NAVY]:
            gain_gp(g, t, NAVY, s.box_gp[b, NAVY])
        if (ground >> b) & 1 and s.box_gp[b, ARMY]:
            gain_gp(g, t, ARMY, s.box_gp[b, ARMY])


@rule
def apply_occupation(g: Game, s: Tables, t: Trace) -> None:
    """15-2: penalties in box order, floor test after each, the base bonus, test A (N-20).

    R15-2a, b, c: for the boxes where markers stand now, with or without units (R15-2f).
    """
    contested = contested_boxes(g, s)
    together = 0
    for b in range(s.boxes):
        loss = occupation_loss_of(g, s, b)
        if (contested >> b) & 1 and loss > 0:
            if g.switch[NET_TURN_END]:  # A-27 alternative: one test of the net effect
                together += loss
            else:
                lose_total(g, s, t, loss)
                if is_over(g):
                    return
    pay_base_bonus(g, s, t, together)
    if not is_over(g):
        test_floor(g, s, t)  # the net effect, and optional rule 20-2
    test_home_boxes(g, s, t)


@rule
def pay_base_bonus(g: Game, s: Tables, t: Trace, penalties: int) -> None:
    """R15-2d: its marker in the bonus base, every turn (A-02); the cap holds (A-29).

    No other base has an effect (R15-2g).
    `penalties` are those still to be taken off where 15-2 counts as one net change; a net loss
    that ends the game leaves no bonus.
    """
    m = int(s.bonus_marker)
    due = m != NONE and g.marker_step[m] == 0 and not (g.switch[BONUS_ONCE] and g.bonus_paid)
    net = (int(s.bonus_tonnage) if due else 0) - penalties
    if net > 0:
        raise_total(g, s, t, net)
    else:
        lose_total(g, s, t, -net)
    if due and not is_over(g):
        g.bonus_paid = 1
        gain_gp(g, t, ARMY, s.bonus_gp)


@rule
def damage_idle_units(g: Game, s: Tables, t: Trace) -> None:
    """15-3: No-Active ships and ground units with a marker in their box; one damage each.

    R15-3a; DD, DE and aircraft are never idle (R15-3b). A second damage removes (R15-3c, A-47).
    """
    contested = contested_boxes(g, s)
    for u in range(s.counters):
        if (
            g.place[u] >= 0
            and not g.active[u]
            and (contested >> int(g.place[u])) & 1
            and can_be_inactive(s, u)
        ):
            give_damage(g, s, t, u)


@rule
def deactivate(g: Game, s: Tables, t: Trace) -> None:
    """15-4: all Active units on the map but DD, DE and aircraft (R15-4a).

    Nothing on the production track (R15-4b); the points of this turn are already given (R15-4c).
    """
    for u in range(s.counters):
        if g.place[u] >= 0 and g.active[u] and can_be_inactive(s, u):
            set_active(g, t, u, 0)
