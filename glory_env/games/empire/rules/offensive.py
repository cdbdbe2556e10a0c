"""One offensive, step by step (7.2).

The frame OFFENSIVE stands below the frames of walks, battles and the moves after them. What the
reaction player does in S4 to S9 is in `intelligence.py`, `special_reaction.py`, `reaction.py`.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.empire.actions import PLACE
from glory_env.games.empire.codes import (
    BATTLE,
    CARD_USE,
    EMERGENCIES,
    HEADQUARTERS,
    MOVE_AFTER,
    NEXT_BATTLE,
    OFFENSIVE,
    OPEN_BATTLE,
    RETREATS,
    STACKING,
)
from glory_env.games.empire.events import (
    AT_ACTIVATE,
    AT_AFTER_BATTLE_MOVES,
    AT_AFTER_BATTLES,
    AT_ATTACK,
    AT_BEFORE_REACTION,
    AT_DECLARE,
    AT_END,
    AT_PLAY,
    AT_WEATHER,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.activation import continue_activation
from glory_env.games.empire.rules.afterwards import pass_control, remove_hqs
from glory_env.games.empire.rules.attack_cards import continue_attack_cards
from glory_env.games.empire.rules.battle_hexes import continue_tasks, settle_battles
from glory_env.games.empire.rules.board import touch
from glory_env.games.empire.rules.cards import ALL_SEATS, to_pile
from glory_env.games.empire.rules.effects import clear_effects
from glory_env.games.empire.rules.events import begin_event
from glory_env.games.empire.rules.frames import ask, go_to, pop, push, top
from glory_env.games.empire.rules.intelligence import (
    any_open,
    continue_intelligence_cards,
    continue_intelligence_roll,
    put_away,
)
from glory_env.games.empire.rules.moves import continue_moves
from glory_env.games.empire.rules.reaction import continue_reaction, continue_reaction_hq
from glory_env.games.empire.rules.saved import restore_block, save_block
from glory_env.games.empire.rules.special_reaction import continue_special_reaction, drop_special
from glory_env.games.empire.rules.weather import continue_weather
from glory_env.games.empire.state import (
    BOMBED,
    CARD_DISCARD,
    CARD_FUTURE,
    CARD_HAND,
    MAX_UNITS,
    NO_DECISION,
    NO_TASK,
    NONE,
    SURPRISE,
)

(
    S1_EVENT, S1_HEADQUARTERS, S1_UNITS, S1_GIFTS, S2_MOVES, S3_SETTLE, S3_TASKS, S3_EVENT,
    S4_WEATHER, S4_EVENT, S5_BONUS, S6_SPECIAL, S6_BATTLES, S7_CARDS, S7_DIE, S8_HEADQUARTERS,
    S8_UNITS, S8_SETTLE, S9_ATTACKS, S10_BONUS, S11_BATTLES, S12_ATTACKS, S13_CONTROL, S13_RETREATS,
    S13_REACTION, S13_OFFENSIVE, S13_EVENT, S14_FLIGHT, S14_EVENT, S14_STACKS, S14_END,
) = range(31)  # fmt: skip


@rule
def continue_offensive(g: Game, s: Tables, t: Trace) -> None:
    """The next step of the offensive in work (R7.1-d, R7.2-a to -c, R7.2-l, -n, -o, P-15).

    R4.22-c.
    """
    step, op = int(g.frame_step[top(g)]), int(g.op_side)
    if g.weather:
        call_off(g, s)
    elif g.as_ec and g.taken_back:
        give_card_back(g)
    elif step == S1_HEADQUARTERS:
        ask(g, HEADQUARTERS, op)
    elif step == S1_UNITS:
        continue_activation(g, s)
    elif step == S2_MOVES:
        continue_moves(g, s)
    elif step == S3_TASKS:
        continue_tasks(g, s)
    elif S4_WEATHER <= step <= S9_ATTACKS:
        continue_reactions(g, s, step)
    elif step == S11_BATTLES:
        continue_battles(g, s)
    else:
        go_to(g, step + 1)
        continue_without_choice(g, s, step)


@rule
def continue_reactions(g: Game, s: Tables, step: int) -> None:
    """The steps of the reaction player (R7.2-d to R7.2-j, E-073)."""
    if step == S4_WEATHER:
        continue_weather(g, s)
    elif step == S6_SPECIAL:
        continue_special_reaction(g, s)
    elif step == S6_BATTLES:
        go_to(g, S7_CARDS if any_open(g) else S9_ATTACKS)
    elif step == S7_CARDS:
        continue_intelligence_cards(g, s)
    elif step == S7_DIE:
        continue_intelligence_roll(g, s)
    elif step == S8_HEADQUARTERS:
        continue_reaction_hq(g, s)
    elif step == S8_UNITS:
        continue_reaction(g, s)
    elif step == S9_ATTACKS:
        continue_attack_cards(g, s)
    else:
        go_to(g, step + 1)
        if step == S8_SETTLE:
            drop_special(g)
        elif step == S4_EVENT:
            begin_event(g, AT_WEATHER)
        elif step == S5_BONUS:
            begin_event(g, AT_BEFORE_REACTION)


@rule
def continue_without_choice(g: Game, s: Tables, step: int) -> None:
    """A step that asks nobody itself; events act where their time comes (R7.2-k, R7.2-m).

    Stacks are looked at last; then the offensive is over and the phase goes on (R7.2-p, R7.28-b).
    """
    op = int(g.op_side)
    if step == S1_EVENT:
        begin_event(g, AT_PLAY)
    elif step == S1_GIFTS:
        begin_event(g, AT_ACTIVATE)
    elif step == S3_EVENT:
        begin_event(g, AT_DECLARE)
    elif step == S10_BONUS:
        begin_event(g, AT_ATTACK)
    elif step == S12_ATTACKS:
        begin_event(g, AT_AFTER_BATTLES)
    elif step == S13_EVENT:
        begin_event(g, AT_AFTER_BATTLE_MOVES)
    elif step == S14_EVENT:
        begin_event(g, AT_END)
    elif step == S3_SETTLE:
        settle_battles(g, s)
    elif step == S13_CONTROL:
        pass_control(g, s)
        remove_hqs(g, s)
    elif step == S13_RETREATS:
        push(g, RETREATS, op, 0, 0)
    elif step == S13_REACTION:
        push(g, MOVE_AFTER, 1 - op, 0, 0)
    elif step == S13_OFFENSIVE:
        push(g, MOVE_AFTER, op, 0, 0)
    elif step == S14_FLIGHT:
        push(g, EMERGENCIES, 1 - op, 0, 0)
    elif step == S14_STACKS:
        push(g, STACKING, op, 0, 0)  # active units still count as supplied (E-015)
    else:
        put_away(g, s)
        clear_units(g, s)
        end_offensive(g)
        pop(g)


@rule
def begin_offensive(g: Game, side: int) -> None:
    """A side's card makes an offensive; what was before it is kept (R7.1-a, R7.1-c, R8.22-a).

    R1.3-db.
    """
    g.op_side = side
    save_block(g)
    push(g, OFFENSIVE, side, 0, 0)


@rule
def give_card_back(g: Game) -> None:
    """The event could not be what its card demands: the card is used otherwise (NX-03, R5.31-c).

    All have seen it (GD-11).
    """
    side, card = int(g.op_side), int(g.op_card)
    restore_block(g)
    end_offensive(g)
    pop(g)
    g.as_ec = 0
    if g.from_future:
        to_pile(g, side, card, CARD_FUTURE)
        g.future_card[side] = card
    else:
        to_pile(g, side, card, CARD_HAND)
    g.card_known[side, card] = ALL_SEATS
    g.op_card = NONE
    g.chosen_card = card
    ask(g, CARD_USE, side)


# --- S11 ---------------------------------------------------------------------------------------
@rule
def continue_battles(g: Game, s: Tables) -> None:
    """The offensive player takes the battles in the order he likes (E-021)."""
    waiting, first = 0, NONE
    for k in range(int(g.battles)):
        if g.battle_state[k] == OPEN_BATTLE:
            waiting += 1
            if first == NONE:
                first = k
    if waiting > 1:
        ask(g, NEXT_BATTLE, int(g.op_side))
    elif waiting == 1:
        push(g, BATTLE, int(g.op_side), first, 0)
    else:
        go_to(g, S12_ATTACKS)


@rule
def legal_next_battle(g: Game, s: Tables, mask: Array[int]) -> None:
    """A battle hex whose battle has not been fought."""
    for k in range(int(g.battles)):
        if g.battle_state[k] == OPEN_BATTLE:
            mask[PLACE + int(s.hex_place[g.battle_hex[k]])] = 1


@rule
def apply_next_battle(g: Game, s: Tables, t: Trace, action: int) -> None:
    g.decision = NO_DECISION
    hex_ = int(s.place_hex[action - PLACE])
    for k in range(int(g.battles)):
        if g.battle_hex[k] == hex_:
            push(g, BATTLE, int(g.op_side), k, 0)
            return


# --- S14 ---------------------------------------------------------------------------------------
@rule
def clear_units(g: Game, s: Tables) -> None:
    """Nobody is active any more; what a unit did in the offensive is forgotten (R7.28-a)."""
    for unit in range(MAX_UNITS):
        if g.unit_flags[unit] & ~BOMBED:
            g.unit_flags[unit] &= BOMBED
            touch(g, s, unit)
        g.task[unit] = NO_TASK
        g.home[unit] = NONE
        g.entry[unit] = NONE
        g.carrier[unit] = NONE
        g.elig[unit] = 0
        if g.zone_cancelled[unit]:
            g.zone_cancelled[unit] = 0
            touch(g, s, unit)


@rule
def end_offensive(g: Game) -> None:
    """Battles, landings and effects of the offensive are over (R7.28-a)."""
    g.battles = 0
    g.landings = 0
    g.condition = SURPRISE
    g.zone_entered = 0
    g.barge_used = 0
    g.op_naval = 0
    g.asp_temp[:] = 0
    g.intel_rolled = 0
    g.cards_played = 0
    g.counter_card = NONE
    g.rp_hq = NONE
    g.rp_asp = 0
    g.weather = 0
    g.struck = NONE
    clear_effects(g)


@rule
def call_off(g: Game, s: Tables) -> None:
    """The offensive has not been, and its card not played: it is discarded (R5.32-k to R5.32-o).

    R7.2-d. The reaction card is out of the game; a step it costs goes when all are back.
    """
    op, struck = int(g.op_side), int(g.struck)
    restore_block(g)
    if struck != NONE:
        g.steps[struck] -= 1  # of a full unit
    put_away(g, s)
    if g.op_card != NONE:
        to_pile(g, op, int(g.op_card), CARD_DISCARD)
    g.as_ec = 0
    end_offensive(g)
    pop(g)
