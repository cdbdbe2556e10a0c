"""The stack of frames: what is in work, how far it has come, and who is asked."""

from __future__ import annotations

from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game


@rule
def push(g: Game, state: int, side: int, first: int, second: int) -> None:
    """Begin a piece of work at its step 0; what pushed it goes on when it is popped."""
    d = int(g.depth)
    g.frame_state[d] = state
    g.frame_step[d] = 0
    g.frame_side[d] = side
    g.frame_1[d] = first
    g.frame_2[d] = second
    g.depth = d + 1


@rule
def pop(g: Game) -> None:
    """The piece of work is done."""
    g.depth -= 1


@rule
def top(g: Game) -> int:
    """The index of the frame in work."""
    return int(g.depth) - 1


@rule
def go_to(g: Game, step: int) -> None:
    """The frame in work comes to a step."""
    g.frame_step[int(g.depth) - 1] = step


@rule
def next_step(g: Game) -> None:
    """The frame in work comes to its next step."""
    g.frame_step[int(g.depth) - 1] += 1


@rule
def ask(g: Game, decision: int, side: int) -> None:
    """The game stops at this decision of a side."""
    g.decision = decision
    g.actor = side
