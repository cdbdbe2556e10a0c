"""The longest possible game of the Aleutians Campaign, in decisions: a sum over all maxima.

Counted are micro-steps, by the phase they are asked in. Why no phase asks more:

- A unit has one go in a stage: it is placed, formed, flown, landed, moved or returned once.
- A recon unit stands still while fleets move. A fleet enters each part of the sea at most twice in
  a move (N-60), so it comes into the area of a unit at most `2 * MAX_PARTS` times.
- A fleet moves once in S3 and fights once in S4; at each target a side has one group of aircraft.
- Two passes in a row end an alternation, so there are no more passes than goes, and two.
- A loss takes a unit away, and an interrupt for lost lifts (R8-4j) is a loss.
"""

from __future__ import annotations

from glory_env.games.aleutians.state import (
    FLEETS,
    LANDINGS,
    MAX_GROUPS,
    MAX_NODES,
    MAX_SHIPS,
    MAX_SPOTS,
    MAX_TURNS,
    MAX_UNITS,
    PHASES,
    SLOTS,
)

MAX_PARTS = 4  # parts of the sea in one area; the loader checks it
VISITS = 2  # of a part of the sea in one move
ROUNDS = 3  # of a surface battle
OPERATIONS = 4  # operation phases of a turn
CARGO = MAX_UNITS  # ground units that lost lifts can take along

MAX_PER_PHASE = dict.fromkeys(PHASES, 0) | {
    "setup": MAX_UNITS + SLOTS,  # the fleets of the free set-up
    "turn_start": 4,  # Soviet entry, two raids, the conversion of carrier aircraft
    "second_phase": 1,
    # Truk and Yokosuka forces; early ships and their end; flags and their end
    "phase_start": 2 + MAX_UNITS + 1 + MAX_SPOTS + 1,
    # income; withdrawals and their end; exchanges, replacements and arrivals (a unit and its
    # place), two ends
    "supply": 1 + MAX_UNITS + 1 + 2 * MAX_UNITS + 2 + CARGO,
    # flights (unit, field) and their end; a unit: pick, node, a pass before it, an attack on each
    # enemy fleet, evacuation; two passes for boats and two for aircraft
    "recon": 2 * MAX_UNITS + 1 + (4 + FLEETS) * MAX_UNITS + 4 + CARGO,
    # forming (unit, fleet) and its end; loading (fleet, number) and its end; fleets picked, steps,
    # stops; submarines sent (unit, node, cargo); the end; the reactions of recon units; searches
    # for submarines
    "naval": 2 * MAX_UNITS + 1 + 2 * FLEETS + 1 + FLEETS * (1 + VISITS * MAX_NODES + 1)
    + 3 * MAX_UNITS + 1 + FLEETS * VISITS * MAX_PARTS * MAX_UNITS + FLEETS * MAX_UNITS + CARGO,
    # targets, a pass before each and two; aircraft and the end of each group; order; aims; covers
    # by aircraft and by ships; losses; bomb or stay; a chit offered for each operation, its unit
    "air": 2 * MAX_GROUPS + 2 + MAX_UNITS + MAX_GROUPS + MAX_GROUPS + MAX_UNITS + MAX_UNITS
    + SLOTS * MAX_SHIPS + MAX_UNITS + MAX_GROUPS + MAX_GROUPS + 1 + CARGO,
    # areas; declarations (fleet, enemy), passes; lines; a chit for each battle; in each round the
    # shift, two weapons, and the shots over a distance (16.5)
    "surface": MAX_NODES + 2 * FLEETS + FLEETS + 2 * MAX_NODES
    + FLEETS * (2 * MAX_SHIPS + 1 + ROUNDS * (3 + 2 * MAX_SHIPS)) + CARGO,
    # troops (unit, spot) and their end; scouts off submarines; recovery of units, field and port of
    # a spot, and its end
    "unload": 2 * MAX_UNITS + 1 + MAX_UNITS + 3 * MAX_SPOTS + 1,
    # scouts (unit, spot) and their end; markers (fleet, spot) and their end; units and the end of
    # each landing; gunfire; battles, a chit for each and its unit; their losses
    "landing": 2 * MAX_UNITS + 1 + 2 * LANDINGS + 1 + MAX_UNITS + LANDINGS + MAX_UNITS
    + 2 * LANDINGS + 1 + LANDINGS * MAX_UNITS,
    "ground_move": 2 * MAX_UNITS + MAX_SPOTS + 1,  # units (unit, spot), flags and their end
    # battles, a chit for each and its unit, and their end; a unit stands in one of them
    "ground_battle": 2 * MAX_SPOTS + 2 + MAX_UNITS,
    # fleets; troops ashore; building and its end; aircraft; base changes (unit, spot) and their
    # end; boats
    "return": FLEETS + MAX_UNITS + MAX_SPOTS + 1 + MAX_UNITS + 2 * MAX_UNITS + 1 + MAX_UNITS,
    # one transport of each side, the big withdrawal and its end, a change of each strategy
    "victory": 2 + MAX_UNITS + 1 + 2 + CARGO,
}  # fmt: skip
ONCE_A_GAME = ("setup",)
ONCE_A_TURN = ("turn_start", "midway", "victory", "over")
MAX_DECISIONS = (
    sum(MAX_PER_PHASE[phase] for phase in ONCE_A_GAME)
    + MAX_TURNS * sum(MAX_PER_PHASE[phase] for phase in ONCE_A_TURN)
    + MAX_TURNS
    * OPERATIONS
    * sum(n for phase, n in MAX_PER_PHASE.items() if phase not in ONCE_A_GAME + ONCE_A_TURN)
)
