"""The Soviet Union enters the war (chapter 15)."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules.bases import owns_field
from glory_env.games.aleutians.rules.board import roll
from glory_env.games.aleutians.rules.control import give
from glory_env.games.aleutians.rules.schedule import railway_open
from glory_env.games.aleutians.rules.victory import check_paramushiro, counted_vp
from glory_env.games.aleutians.state import ALLIES, LARGE, NOME_FIELD, ROLL_SOVIET, SOVIET

FIRST_TURN = 7  # of an attempt (R15-1a)
NEEDED = 7  # die and modifiers (R15-1b)
FEW_POINTS, MANY_POINTS = 3, 6  # of Japan: +1, -1


@rule
def has_base(g: Game, s: Tables) -> bool:
    """The railway is finished; by the optional rule: Nome has a large Allied field (R16-1a)."""
    if not g.opt_rules[NOME_FIELD]:
        return railway_open(g)
    return owns_field(g, s, ALLIES, int(s.nome)) and g.field[s.nome] == LARGE


@rule
def may_attempt(g: Game, s: Tables) -> bool:
    """From turn 7, once per game (R15-1a); by the optional rule only with the field of Nome
    (R16-1a).
    """
    if g.opt_rules[NOME_FIELD] and not has_base(g, s):
        return False
    return bool(g.turn >= FIRST_TURN and not g.soviet_tried)


@rule
def attempt(g: Game, s: Tables, t: Trace) -> None:
    """Roll for entry: the railway helps, and so do few VP of Japan (R15-1b, R15-1c, RDX-22)."""
    g.soviet_tried = 1
    points = counted_vp(g, s)
    total = roll(g, t, ROLL_SOVIET) + int(has_base(g, s))
    if points <= FEW_POINTS:
        total += 1
    elif points >= MANY_POINTS:
        total -= 1
    if total >= NEEDED:
        enter(g, s)


@rule
def enter(g: Game, s: Tables) -> None:
    """Soviet ground, facilities and the division act as Allied ones (R15-2a, R15-2b, R15-2c)."""
    g.soviet = 1
    for p in range(s.spots):
        if s.colour[p] == SOVIET:
            give(g, s, p, ALLIES)
    check_paramushiro(g, s)
