"""The political phase: nations in order, the will, then who has to flee (4.3, 13.1, RSQ-S)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.codes import (
    EMERGENCIES,
    POLITICAL_FRAME,
    STACKING,
    SURRENDER,
)
from glory_env.games.empire.generated.records import Game, Tables
from glory_env.games.empire.rules.afterwards import remove_hqs
from glory_env.games.empire.rules.ending import DECISIVE, end_game
from glory_env.games.empire.rules.frames import next_step, pop, push, top
from glory_env.games.empire.rules.india import look_at_india
from glory_env.games.empire.rules.japan import surrenders
from glory_env.games.empire.rules.nations import look_at_area, look_at_minor
from glory_env.games.empire.rules.will import look_at_will
from glory_env.games.empire.state import (
    AUSTRALIA,
    BURMA,
    COLUMNS,
    DUTCH_EAST_INDIES,
    INDIA,
    JP,
    MALAYA,
    MANDATES,
    MARSHALLS,
    NEW_GUINEA,
    PHILIPPINES,
)

ORDER = (
    NEW_GUINEA, PHILIPPINES, MALAYA, DUTCH_EAST_INDIES, BURMA, INDIA, AUSTRALIA, MANDATES,
    MARSHALLS,
)  # fmt: skip
HQ_STEP, JAPAN_STEP, WILL_STEP, FLIGHT, STACKS = range(len(ORDER), len(ORDER) + 5)


@rule
def begin_political(g: Game) -> None:
    """The political phase begins; control before it is kept."""
    for c in range(COLUMNS):
        g.saved_ctrl[c] = g.ctrl[c]
    push(g, POLITICAL_FRAME, JP, 0, 0)


@rule
def look_at_nation(g: Game, s: Tables, nation: int) -> None:
    """One nation's turn in the national status segment (R4.31-c)."""
    if nation == INDIA:
        look_at_india(g, s)
    elif nation in (NEW_GUINEA, MANDATES, MARSHALLS):
        look_at_area(g, s, nation)
    else:
        look_at_minor(g, s, nation)


@rule
def continue_political(g: Game, s: Tables) -> None:
    """Nation by nation, Japan, the will, emergency moves, stacking (R13.1-h, R13.1-i, E-511).

    Ships and aircraft whose hex has changed hands flee at the end (R13.22-d, R13.84-b, R13.92-a).
    """
    step = int(g.frame_step[top(g)])
    next_step(g)
    if step < len(ORDER):
        look_at_nation(g, s, int(ORDER[step]))
    elif step == HQ_STEP:
        remove_hqs(g, s)
    elif step == JAPAN_STEP:
        if surrenders(g, s):
            end_game(g, SURRENDER, -DECISIVE)
    elif step == WILL_STEP:
        look_at_will(g, s)
    elif step == FLIGHT:
        push(g, EMERGENCIES, JP, 0, 0)
    elif step == STACKS:
        push(g, STACKING, JP, 0, 0)
    else:
        pop(g)
