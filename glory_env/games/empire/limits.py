"""The longest possible game of Empire of the Sun, in decisions: a sum over all maxima.

Counted are micro-steps. Why no loop is endless:

- Every action of the offensives phase uses a card or a pass. A side has at most 7 cards drawn, 3
  by events and the one set aside, which may be set aside again once (5.35, 7.29).
- An offensive activates a unit once, and moves it once: it is picked, stacked, given a kind, a hex,
  a target, an offset and a task. A walk is at most 6 hexes; after each one the units there may
  leave, each once for a hex. What is taken back is played once more.
- Every hit takes a step of a unit or of a garrison.
- After the battles a unit moves once, flees once, and leaves an overfull hex once.
- An event asks for a card given and one taken, for a place and up to five units with their ports,
  or for each of its replacement steps.
- In the strategic phase a unit arrives once, and each replaced step is one of a unit.
"""

from __future__ import annotations

from glory_env.games.empire.state import MAX_TURNS, MAX_UNITS

ACTIVE = 26 + 11  # units of an offensive, and of the reaction to it
MOVE_STEPS = 8  # choices of one unit's move
WALK = 6  # hexes
CARDS = 7 + 3 + 1  # of a side in a turn
ACTIONS = 2 * (CARDS + 1) + 2 * 2  # of both sides: cards, the one set aside, passes
MAX_PER_OFFENSIVE = (
    2 * (MAX_UNITS + ACTIVE * MOVE_STEPS + ACTIVE * (WALK + 1) * (1 + 2 * WALK))  # and taken back
    + 9 * CARDS  # reaction cards
    + 2 * MAX_UNITS + 2 * 60  # steps lost, garrisons
    + 3 * MAX_UNITS  # after the battles
)  # fmt: skip
MAX_PER_EVENT = 24  # two effects with steps: each a unit, its steps and its place; a route
FIRST_CHOICES = 3  # of hands, and of who goes first
FREE_MOVES = 2 * MAX_UNITS  # a ship and its port, then those of overfull hexes (17.25 C)
MAX_STRATEGIC = 2 * 3 * MAX_UNITS + 60
MAX_PER_TURN = ACTIONS * (MAX_PER_OFFENSIVE + MAX_PER_EVENT) + MAX_STRATEGIC + 2 * MAX_UNITS
MAX_DECISIONS = MAX_TURNS * (MAX_PER_TURN + FIRST_CHOICES) + FREE_MOVES
