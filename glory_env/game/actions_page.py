"""docs/actions.md: the action table, and what its blocks mean at each decision.

`python -m glory_env.game.actions_page FILE` writes the page, without FILE it prints it.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import NamedTuple

from glory_env.core import actions as a
from glory_env.core.state import DECISIONS, ROWS
from glory_env.game.choices import WORDS

YES_NO = (a.YES, a.NO)


class Use(NamedTuple):
    """What one decision asks: of whom, with which actions, by which chapter of the rulebook.

    actions: start of a block, or a verb (several with one meaning together) -> meaning.
    """

    chapter: str
    asked: str
    actions: dict[int | tuple[int, ...], str]


USES = {
    "offer_civil": Use("6, 9", "either", {a.AMOUNT: "civil share of the offer"}),
    "offer_army": Use(
        "6, 9", "either", {a.AMOUNT: "army share of the offer; the rest is the navy's"}
    ),
    "answer": Use(
        "6, 9",
        "who did not offer",
        {
            a.ACCEPT: "the offer is the split",
            a.COUNTER_OFFER: "make an offer instead",
            a.WALK: "end the talks: deadlock",
        },
    ),
    "concede": Use(
        "6-2",
        "winner of the deadlock",
        {
            a.OWN: "the own last offer is the split",
            a.OTHER: "the other's is",
            a.MIDPOINT: "halfway between them",
        },
    ),
    "janken": Use("6-2", "army, then navy", {(a.ROCK, a.PAPER, a.SCISSORS): "the hand, sealed"}),
    "activate": Use(
        "10", "navy, then army", {a.COUNTER: "unit to activate", a.END: "activate no more"}
    ),
    "move_piece": Use(
        "11", "navy, then army", {a.COUNTER: "unit or fort to move", a.END: "move no more"}
    ),
    "move_to": Use("11-1, 11-2", "who moves", {a.BOX: "destination of the piece"}),
    "move_embark": Use("11-3", "army", {a.BOX: "where the sea leg starts, if there is a choice"}),
    "move_land": Use("11-3", "army", {a.BOX: "where the sea leg ends, if there is a choice"}),
    "escort_request": Use("11-3-2", "army", {YES_NO: "ask the navy for an escort"}),
    "escort_grant": Use(
        "11-3-2, 11-3-3", "navy", {a.COUNTER: "squadron lent as escort", a.REFUSE: "no escort"}
    ),
    "embark": Use(
        "11-3-2",
        "army",
        {YES_NO: "after a refusal: sail unescorted, or stop where it would embark"},
    ),
    "battle": Use("12-1", "navy, then army", {a.BOX: "where to fight next"}),
    "support_request": Use("12-8", "army", {YES_NO: "ask the navy for support"}),
    "support": Use("12-8", "navy", {a.COUNTER: "unit lent to the army", a.END: "lend no more"}),
    "hybrid_modifier": Use("17-1", "who fights", {YES_NO: "use up the hybrid's +1"}),
    "pay": Use(
        "12-5, 16",
        "who fought",
        {
            a.AMOUNT: "part of the loss taken from the total",
            a.COUNTER: "unit that takes one damage, or fort given up",
        },
    ),
    "convoy_request": Use("13-1", "army", {YES_NO: "ask the navy for large convoys"}),
    "convoy_method": Use("13-1", "navy", {YES_NO: "change to large convoys for good"}),
    "convoy_damage": Use("13-2-2", "navy", {a.COUNTER: "escort that takes one damage"}),
    "produce": Use(
        "14, 17",
        "either",
        {
            a.COUNTER: "item on the production track to advance",
            a.KIND: "item to start; BCV converts the battleship",
            a.END: "pass",
        },
    ),
    "produce_counter": Use(
        "14", "who picks", {a.COUNTER: "which one to start, where counters of the kind differ"}
    ),
    "vote": Use("14", "who did not pick", {YES_NO: "agree to the proposed item"}),
    "turn_13": Use("19-1", "who has fewer GP", {YES_NO: "declare turn 13"}),
}


def _table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> list[str]:
    lines = [head, ("---",) * len(head), *rows]
    return ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]


def _numbers(start: int, size: int) -> str:
    return f"{start}..{start + size - 1}" if size > 1 else str(start)


def _word(action: int) -> str:
    """A block's name in bold, a verb in code style."""
    verb = action >= a.VERB
    return f"`{a.VERBS[action - a.VERB]}`" if verb else f"**{a.block_of(action).name}**"


def _actions(use: Use) -> str:
    parts = []
    for actions, meaning in use.actions.items():
        words = [_word(k) for k in (actions if isinstance(actions, tuple) else (actions,))]
        parts.append(f"{', '.join(words)}: {meaning}")
    return "; ".join(parts)


def document() -> str:
    """The text of docs/actions.md."""
    kinds = a.block_of(a.KIND)
    blocks: list[tuple[object, ...]] = [
        (block.name, _numbers(block.start, block.size), block.size, block.meaning)
        for block in a.BLOCKS
    ]
    verbs: list[tuple[object, ...]] = [(a.VERB + k, verb) for k, verb in enumerate(a.VERBS)]
    verbs.append((_numbers(a.VERB + len(a.VERBS), a.N_VERBS - len(a.VERBS)), "reserved"))
    rows: list[tuple[object, ...]] = [(kinds.start + k, row) for k, row in enumerate(ROWS)]
    rows.append((_numbers(kinds.start + len(ROWS), kinds.size - len(ROWS)), "reserved"))
    uses: list[tuple[object, ...]] = [
        (name, use.asked, _actions(use), WORDS[DECISIONS.index(name)], use.chapter)
        for name, use in USES.items()
    ]
    return "\n".join(
        [
            "# Actions",
            "",
            "Generated from `glory_env/core/actions.py` and `glory_env/game/actions_page.py`; do",
            "not edit. Write it again with",
            "`python -m glory_env.game.actions_page docs/actions.md`.",
            "",
            f"`Discrete({a.N_ACTIONS})`, the same for every scenario: one flat table of",
            "micro-steps in blocks. A decision uses some blocks and masks the rest; the",
            "observation says which decision is pending and what of the choice has been made so",
            "far. Numbers of counters and boxes are those of the scenario. Counters that differ",
            "in nothing but their number are offered once, by the lowest. `describe(action)` of",
            "the environment puts an action into words.",
            "",
            "## Blocks",
            "",
            *_table(("block", "actions", "size", "entry k"), blocks),
            "",
            "## Verbs",
            "",
            *_table(("action", "verb"), verbs),
            "",
            "## Kinds",
            "",
            "Rows of the production table.",
            "",
            *_table(("action", "kind"), rows),
            "",
            "## Decisions",
            "",
            "Blocks are bold, verbs `like this`. Record word: the name of the complete choice in",
            "the game record; the micro-steps of one choice share it. In solo play one mind is",
            "asked all of this, without `answer`, `concede`, `janken`, the requests, `embark` and",
            "`vote`.",
            "",
            *_table(("decision", "asked of", "actions", "record word", "chapter"), uses),
            "",
        ]
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(document(), encoding="utf-8")
    else:
        print(document(), end="")
