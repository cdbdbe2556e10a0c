"""Chapter 11: the movement phase: navy units one by one, then army units and forts.

A piece moves at most once (N-05). Where it can go is `rules.paths` (11-1, 11-2), a
move with a sea leg goes on in `rules.transport` (11-3).
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.glory.actions import BOX, COUNTER, END
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.board import ask, end_phase, is_offered, put
from glory_env.games.glory.rules.forts import remove_lone_forts
from glory_env.games.glory.rules.paths import destinations, first_steps, land_destinations
from glory_env.games.glory.rules.promises import judge_movement
from glory_env.games.glory.rules.transport import begin_transport, end_move
from glory_env.games.glory.state import ARMY, COMBAT, FORT, GROUND, MOVE_PIECE, MOVE_TO, NAVY


@rule
def continue_movement(g: Game, s: Tables, t: Trace) -> None:
    """The navy moves first (R11-0c)."""
    ask(g, MOVE_PIECE, NAVY)


@rule
def has_its_move(g: Game, s: Tables, u: int) -> int:
    """An Active unit, or a fort, of the acting service that has not moved (R11-0a, R11-0d).

    A fort moves by itself, with or without a unit (R16-0d).
    """
    return (
        g.place[u] >= 0
        and s.service[u] == g.actor
        and not g.moved[u]
        and (g.active[u] or s.kind[u] == FORT)
    )


@rule
def legal_move_piece(g: Game, s: Tables, mask: Array[int]) -> None:
    """Piece by piece (R11-1a), what can go somewhere (R11-0e); nothing has to move (R11-0b)."""
    mask[END] = 1
    for u in range(s.counters):  # what looks the same can go where the other can: the search last
        if has_its_move(g, s, u) and not is_offered(g, s, mask, u) and first_steps(g, s, u) != 0:
            mask[COUNTER + u] = 1


@rule
def apply_move_piece(g: Game, s: Tables, t: Trace, action: int) -> None:
    """The navy's end is final (R11-0c, R11-0g), the army's closes the phase (R11-0f)."""
    if action != END:
        g.chosen_counter = action - COUNTER
        ask(g, MOVE_TO, g.actor)
    elif g.actor == NAVY:
        ask(g, MOVE_PIECE, ARMY)
    else:
        remove_lone_forts(g, s, t)
        g.moved[:] = 0
        g.escorted[:] = 0
        judge_movement(g, t)
        end_phase(g, t, COMBAT)


@rule
def legal_move_to(g: Game, s: Tables, mask: Array[int]) -> None:
    boxes = destinations(g, s, int(g.chosen_counter))
    for b in range(s.boxes):
        mask[BOX + b] = (boxes >> b) & 1


@rule
def apply_move_to(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Sea transport is a ground unit or fort on a blue line, nothing else (R11-3-1a, f)."""
    u = int(g.chosen_counter)
    box = action - BOX
    by_land = s.kind[u] == GROUND or s.kind[u] == FORT
    if by_land and not (land_destinations(g, s, u) >> box) & 1:
        g.chosen_box = box
        begin_transport(g, s, t)
    else:
        put(g, s, t, u, box)
        end_move(g)
