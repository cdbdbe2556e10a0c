"""Words beside an offer (option `talk`): what a voice says, and what words weigh in an answer.

An offer has two lines. The first is a statement of the writer's own, what its plan does anyway if
it gets the share it offers itself. The second, with its first offer of a turn only, asks for what
it needs. Both go through a list of kinds, from another place every turn. A deceiving voice says
the same, but looks at its plan and not at its temper: it says what it will not do.
"""

from __future__ import annotations

import numpy as np

from glory_agents.glory.scripted.commander import LENDS_FROM, large_convoys_pay
from glory_agents.glory.scripted.plan import make_plan
from glory_agents.glory.scripted.records import Plan, Script
from glory_agents.glory.scripted.rows import DECEIVING, FORGIVING, PLAN, SILENT, THREATENING
from glory_agents.glory.scripted.temper import is_cross, is_hard, is_wary, trust
from glory_agents.glory.scripted.works import appeal, convoy_lacks
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.glory.actions import AMOUNT, ASK, BOX, END, KIND, TALK
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import contested_boxes, is_ship
from glory_env.games.glory.rules.talk import boxes_for, may_ask, may_say, rows_for
from glory_env.games.glory.rules.tonnage import in_fives
from glory_env.games.glory.state import (
    ARMY,
    BINDING,
    BROKEN,
    DD,
    GROUND,
    KEPT,
    NAVY,
    NONE,
    ROW_DE,
    SAY_AWAY,
    SAY_BUILD,
    SAY_CIVIL,
    SAY_ESCORT,
    SAY_LARGE,
    SAY_NO_GRAB,
    SAY_OWN_LOSSES,
    SAY_PRESENT,
    SAY_SUPPORT,
    SAY_USE,
    SPEAK,
    SPEAK_AMOUNT,
    SPEAK_ASK,
    SPEAK_BOX,
    STEP,
    THREAT_ESCORTS,
    THREAT_POOL,
    THREAT_WALK,
)

# What a seat says of itself, and what army and navy ask for.
SAYS = (
    SAY_ESCORT, SAY_CIVIL, SAY_SUPPORT, SAY_OWN_LOSSES, SAY_USE, SAY_PRESENT, SAY_BUILD, SAY_LARGE,
)  # fmt: skip
ARMY_ASKS = (SAY_ESCORT, SAY_SUPPORT, SAY_BUILD)
NAVY_ASKS = (SAY_CIVIL, SAY_OWN_LOSSES, SAY_BUILD)
ASKED_FOR = 32  # added to the kind of a line that is a request
SAVES = 0.8  # part of the civil share it wants that a seat promises or asks for
PRETENDS = 0.8  # part of its claim that a deceiving voice says it will spend
BURNS_LITTLE = 0.3  # up to this share of losses paid from the total, a seat pays its own losses

# What a trusted statement weighs in an answer, in tonnage, by STATEMENTS; a threat likewise, times
# how often such threats were carried out; and a request for what the seat would not do anyway.
WEIGHTS = (10, 10, 5, 0, 10, 5, 10, 5, 5, 10, 5, 10, 10, 5)
UNWILLING = 30


@rule
def amount(mask: Array[int], tonnage: int) -> int:
    """The legal amount nearest below, else nearest above; -1 if there is none."""
    wanted = min(max(tonnage, 0) // STEP, KIND - AMOUNT - 1)
    for k in range(wanted, -1, -1):
        if mask[AMOUNT + k]:
            return AMOUNT + k
    for k in range(wanted, KIND - AMOUNT):
        if mask[AMOUNT + k]:
            return AMOUNT + k
    return -1


# --- speaking ------------------------------------------------------------------------------
@rule
def speak(g: Game, s: Tables, p: Script, mask: Array[int], army: int, navy: int) -> int:
    """An action for a decision of an offer's lines; army, navy: the shares it will offer."""
    seat = int(g.actor)
    if p.voice == SILENT:
        return END
    own = army if seat == ARMY else navy
    plan = np.zeros(1, PLAN)
    make_plan(plan, g, s, p, seat, own)
    w = plan[0]
    if g.decision == SPEAK or g.decision == SPEAK_ASK:
        line = next_line(w, g, s, p, seat, own, army)
        if line == NONE:
            return END
        if line >= ASKED_FOR:
            return ASK if g.decision == SPEAK else TALK + line - ASKED_FOR
        return TALK + line
    kind = int(g.chosen_statement)
    speaker = NAVY + ARMY - seat if g.chosen_ask else seat
    if g.decision == SPEAK_BOX:
        boxes = boxes_for(g, s, speaker, kind)
        if kind == SAY_SUPPORT and speaker == seat:
            boxes = boxes_with_army(g, s, p, army, boxes)
        box = fullest(w, s, seat, boxes)
        return BOX + box if box != NONE else -1
    if g.decision == SPEAK_AMOUNT:
        return amount(mask, sum_of(w, g, p, kind, own))
    return KIND + ROW_DE


@rule
def next_line(w: Plan, g: Game, s: Tables, p: Script, seat: int, own: int, army: int) -> int:
    """Kind of the next line, ASKED_FOR more for a request; NONE for no more lines."""
    other = NAVY + ARMY - seat
    if p.voice != DECEIVING and is_hard(g, p, seat):
        return NONE
    if p.voice == FORGIVING and is_wary(g, seat):
        return NONE
    lines = int(g.line_count[seat])
    if p.voice == THREATENING and g.offer[other, seat] != NONE:  # refused: its claim is not met
        return next_threat(g, s, seat) if lines == 0 else NONE
    if lines == 0:
        for k in range(len(SAYS)):
            kind = SAYS[(int(g.turn) + int(g.offers) + k) % len(SAYS)]
            if may_say(g, s, seat, kind) and would_say(w, g, s, p, seat, kind, own, army):
                return kind
    is_first = g.log_claim[g.turn, seat] == NONE
    if is_first and (lines == 0 or not g.line_ask[seat, 0]):
        asks = ARMY_ASKS if seat == ARMY else NAVY_ASKS
        for k in range(len(asks)):
            kind = asks[(int(g.turn) + k) % len(asks)]
            if may_ask(g, s, kind) and needs(w, g, s, p, seat, kind):
                return kind + ASKED_FOR
    return NONE


@rule
def next_threat(g: Game, s: Tables, seat: int) -> int:
    """No escorts (navy) or losses paid from the total (army); where that is said, no more talks."""
    first = THREAT_ESCORTS if seat == NAVY else THREAT_POOL
    if may_say(g, s, seat, first):
        return first
    return THREAT_WALK if may_say(g, s, seat, THREAT_WALK) else NONE


@rule
def would_say(
    w: Plan, g: Game, s: Tables, p: Script, seat: int, kind: int, own: int, army: int
) -> bool:
    """Whether a voice says that of its seat; what its temper does, the deceiving ones leave out."""
    if p.voice != DECEIVING and not suits_temper(g, s, p, kind):
        return False
    if kind in (SAY_CIVIL, SAY_USE):
        return sum_of(w, g, p, kind, own) >= g.opt_grid
    if kind == SAY_SUPPORT:
        boxes = boxes_with_army(g, s, p, army, boxes_for(g, s, seat, kind))
        return most_in(w, s, seat, boxes) >= (1 if p.voice == DECEIVING else LENDS_FROM)
    if kind == SAY_PRESENT:
        return most_in(w, s, seat, boxes_for(g, s, seat, kind)) > 0
    if kind == SAY_BUILD:
        return (rows_for(g, s, seat) >> ROW_DE) & 1 == 1 and convoy_lacks(g, s, ROW_DE) > 0.0
    if kind == SAY_LARGE:
        return large_convoys_pay(g, s)
    return True


@rule
def needs(w: Plan, g: Game, s: Tables, p: Script, seat: int, kind: int) -> bool:
    """Whether its plan has a use for that statement of the other seat."""
    if kind == SAY_ESCORT:
        for u in range(s.counters):
            box = int(w.target[u])
            if box != NONE and s.kind[u] == GROUND and not (w.dry[u] >> box) & 1:
                return True
        return False
    if kind == SAY_SUPPORT:
        return most_in(w, s, seat, boxes_for(g, s, NAVY, kind)) > 0
    if kind == SAY_BUILD:
        rows = rows_for(g, s, NAVY + ARMY - seat)
        return (rows >> ROW_DE) & 1 == 1 and convoy_lacks(g, s, ROW_DE) > 0.0
    return True


@rule
def sum_of(w: Plan, g: Game, p: Script, kind: int, own: int) -> int:
    """The amount named: what its plan spends (most of its claim, deceiving), or a civil share."""
    if kind == SAY_USE:
        return in_fives(int(PRETENDS * own)) if p.voice == DECEIVING else int(w.spent)
    return in_fives(int(SAVES * p.civil * g.total))


@rule
def boxes_with_army(g: Game, s: Tables, p: Script, army: int, boxes: int) -> int:
    """Of boxes, bits, those where the army, as p sees it, would fight with that share."""
    found = 0
    if boxes:
        plan = np.zeros(1, PLAN)
        make_plan(plan, g, s, p, ARMY, army)
        for b in range(s.boxes):
            if (boxes >> b) & 1 and count_in(plan[0], s, ARMY, b) > 0:
                found |= 1 << b
    return found


@rule
def fullest(w: Plan, s: Tables, seat: int, boxes: int) -> int:
    """Of boxes, bits, the one its plan sends most units of the seat to; NONE without a box."""
    best = NONE
    most = -1
    for b in range(s.boxes):
        if (boxes >> b) & 1:
            n = count_in(w, s, seat, b)
            if n > most:
                most = n
                best = b
    return best


@rule
def most_in(w: Plan, s: Tables, seat: int, boxes: int) -> int:
    """How many units it sends there; 0 without a box."""
    box = fullest(w, s, seat, boxes)
    return 0 if box == NONE else count_in(w, s, seat, box)


@rule
def count_in(w: Plan, s: Tables, seat: int, box: int) -> int:
    """Units of the seat, ships alone of the navy, that its plan has in a box."""
    n = 0
    for u in range(s.counters):
        if w.target[u] == box and s.service[u] == seat and (seat == ARMY or is_ship(s, u)):
            n += 1
    return n


@rule
def suits_temper(g: Game, s: Tables, p: Script, kind: int) -> bool:
    """Whether the sliders that the statement concerns, and the squadrons, go that way anyway."""
    if kind == SAY_ESCORT:
        return p.escort >= 0.5 and has_free_squadron(g, s)
    if kind == SAY_SUPPORT:
        return p.escort >= 0.5
    if kind == SAY_OWN_LOSSES:
        return p.burn <= BURNS_LITTLE
    if kind == SAY_BUILD:
        return would_build(g, s, p, ROW_DE)
    return True


@rule
def has_free_squadron(g: Game, s: Tables) -> bool:
    """Whether destroyers are neither with the convoys nor at a front."""
    taken = contested_boxes(g, s) | 1 << int(s.convoy)
    for u in range(s.counters):
        if g.place[u] >= 0 and s.kind[u] == DD and not (taken >> int(g.place[u])) & 1:
            return True
    return False


@rule
def would_build(g: Game, s: Tables, p: Script, row: int) -> bool:
    """Whether its producer wants something of a row."""
    return appeal(g, s, p, row, int(s.period[row, g.convoy_method]) + 1) > 0.0


# --- listening -----------------------------------------------------------------------------
@rule
def heard(g: Game, s: Tables, p: Script, seat: int) -> float:
    """What the lines of the other seat's offer are worth to the one that answers, in tonnage.

    Statements weigh by the trust in the other seat. A request for what it would do anyway costs
    nothing, any other UNWILLING; a deceiving voice that nothing binds gives its word for nothing.
    """
    other = NAVY + ARMY - seat
    if g.line_count[other] == 0 or is_hard(g, p, seat):
        return 0.0
    faith = trust(g, p, seat)
    means_it = p.voice != DECEIVING or g.opt_talk == BINDING
    value = 0.0
    for i in range(int(g.line_count[other])):
        kind = int(g.line_kind[other, i])
        if not g.line_ask[other, i]:
            part = faith if kind < THREAT_POOL else carried_out(g, other, kind)
            value += part * WEIGHTS[kind]
        elif means_it and not would_do(g, s, p, seat, kind, int(g.line_argument[other, i])):
            value -= UNWILLING
    return value


@rule
def carried_out(g: Game, seat: int, kind: int) -> float:
    """How often the seat carried out such threats in this game: (yes + 1) / (yes + no + 1)."""
    yes, no = int(g.tally[seat, kind, KEPT + 1]), int(g.tally[seat, kind, BROKEN + 1])
    return (yes + 1) / (yes + no + 1)


@rule
def would_do(g: Game, s: Tables, p: Script, seat: int, kind: int, argument: int) -> bool:
    """Whether the seat, with the share it is offered, would do that anyway."""
    own = int(g.offer[NAVY + ARMY - seat, seat])
    if kind in (SAY_SUPPORT, SAY_PRESENT, SAY_AWAY, SAY_USE):
        plan = np.zeros(1, PLAN)
        make_plan(plan, g, s, p, seat, own)
        if kind == SAY_USE:
            return bool(plan[0].spent >= argument)
        n = count_in(plan[0], s, seat, argument)
        if kind == SAY_SUPPORT:
            return n >= LENDS_FROM and suits_temper(g, s, p, kind)
        return n > 0 if kind == SAY_PRESENT else n == 0
    if kind == SAY_CIVIL:
        return argument <= p.civil * g.total
    if kind == SAY_BUILD:
        return would_build(g, s, p, argument)
    if kind == SAY_LARGE:
        return large_convoys_pay(g, s)
    if kind == SAY_NO_GRAB:
        return p.civil >= 0.5 and not is_cross(g, p, seat)
    if kind in (SAY_ESCORT, SAY_OWN_LOSSES):
        return suits_temper(g, s, p, kind)
    return False  # turn 13 is not given away
