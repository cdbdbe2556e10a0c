"""The one flat action table: blocks of micro-steps, the same for every decision and scenario.

A decision reuses blocks: picking a counter is action `COUNTER + number` whether it is
activated, moved or damaged; the observation says which decision is pending. The order of the
blocks is frozen; a change bumps the environment's version.
"""

from __future__ import annotations

import hashlib

from glory_env.core.blocks import Block
from glory_env.games.glory.state import MAX_BOXES, MAX_COUNTERS, MAX_TONNAGE, ROWS, STATEMENTS, STEP

VERBS = (
    "end", "yes", "no", "accept", "counter", "walk", "own", "other", "midpoint",
    "rock", "paper", "scissors", "refuse",
)  # fmt: skip
N_VERBS, N_KINDS, N_TALK = 24, 10, 24

COUNTER = 0
BOX = COUNTER + MAX_COUNTERS
AMOUNT = BOX + MAX_BOXES
KIND = AMOUNT + MAX_TONNAGE // STEP + 1
VERB = KIND + N_KINDS
TALK = VERB + N_VERBS
ASK = TALK + len(STATEMENTS)
N_ACTIONS = TALK + N_TALK
TALK_WORDS = (*STATEMENTS, "ask")

BLOCKS = (
    Block("counter", COUNTER, MAX_COUNTERS, "pick counter k of the scenario"),
    Block("box", BOX, MAX_BOXES, "pick box k of the scenario"),
    Block("amount", AMOUNT, KIND - AMOUNT, f"{STEP}k units of 10,000 tons"),
    Block("kind", KIND, N_KINDS, "start production row k: " + ", ".join(ROWS)),
    Block("verb", VERB, N_VERBS, ", ".join(VERBS)),
    Block("talk", TALK, N_TALK, "say statement k: " + ", ".join(TALK_WORDS)),
)

(
    END, YES, NO, ACCEPT, COUNTER_OFFER, WALK, OWN, OTHER, MIDPOINT, ROCK, PAPER, SCISSORS, REFUSE,
) = range(VERB, VERB + len(VERBS))  # fmt: skip


def table_hash(verbs: int = len(VERBS)) -> str:
    """Of the names, starts and sizes of the blocks and of the first `verbs` verbs, in hex.

    That is what a stored policy depends on: a verb that comes later has a number of its own.
    """
    blocks = [(block.name, block.start, block.size) for block in BLOCKS]
    return hashlib.sha256(repr((blocks, VERBS[:verbs])).encode()).hexdigest()[:16]
