"""docs/actions.md: the action table, and what its blocks mean at each decision.

`python -m glory_env.games.glory.actions_page FILE` writes the page, without FILE it prints it.
"""

from __future__ import annotations

import sys
from pathlib import Path

from glory_env.core.blocks import block_of
from glory_env.games.glory import actions as a
from glory_env.games.glory import decisions
from glory_env.games.glory.state import PAY, ROWS, SPEAK_ASK, STATEMENTS
from glory_env.text import action_key, say

# Entry k of a block, in the words of a decision.
ENTRY = {"counter": "counter k", "box": "box k", "amount": "5k", "kind": "piece of row k"}


def _table(head: tuple[str, ...], rows: list[tuple[object, ...]]) -> list[str]:
    lines = [head, ("---",) * len(head), *rows]
    return ["| " + " | ".join(str(cell) for cell in line) + " |" for line in lines]


def _numbers(start: int, size: int) -> str:
    return f"{start}..{start + size - 1}" if size > 1 else str(start)


def _meaning(decision: decisions.Decision, action: int) -> str:
    """A block's name in bold or a verb in code style, and what it means at a decision."""
    if a.VERB <= action < a.TALK:
        verb = a.VERBS[action - a.VERB]
        words = say(action_key(decision.name, "verb", verb))
        return f"`{verb}`" if words == verb else f"`{verb}`: {words}"
    if action == a.ASK:
        return f"`ask`: {say('action.talk.ask')}"
    block = block_of(a.BLOCKS, action).name
    if action == a.TALK:
        kind = "asked" if decision.code == SPEAK_ASK else "said"
        return f"**{block}**: {say(f'action.talk.{kind}', statement='statement k')}"
    keys = (block, "fort") if decision.code == PAY and action == a.COUNTER else (block,)
    words = ", or ".join(say(action_key(decision.name, "block", key), **ENTRY) for key in keys)
    return f"**{block}**: {words}"


def _row(decision: decisions.Decision) -> tuple[object, ...]:
    return (
        decision.name,
        decision.asked,
        "<br>".join(say(f"decision.{decision.name}.{part}") for part in ("question", "help")),
        "; ".join(_meaning(decision, action) for action in decision.actions),
        decision.record_word,
        decision.chapter,
    )


def document() -> str:
    """The text of docs/actions.md."""
    kinds = block_of(a.BLOCKS, a.KIND)
    blocks: list[tuple[object, ...]] = [
        (block.name, _numbers(block.start, block.size), block.size, block.meaning)
        for block in a.BLOCKS
    ]
    verbs: list[tuple[object, ...]] = [(a.VERB + k, verb) for k, verb in enumerate(a.VERBS)]
    verbs.append((_numbers(a.VERB + len(a.VERBS), a.N_VERBS - len(a.VERBS)), "reserved"))
    rows: list[tuple[object, ...]] = [(kinds.start + k, row) for k, row in enumerate(ROWS)]
    rows.append((_numbers(kinds.start + len(ROWS), kinds.size - len(ROWS)), "reserved"))
    talk: list[tuple[object, ...]] = [
        (a.TALK + k, f"`{name}`", say(f"statement.{name}.name"))
        for k, name in enumerate(STATEMENTS)
    ]
    talk.append((a.ASK, "`ask`", say("action.talk.ask")))
    rest = a.TALK + a.N_TALK - a.ASK - 1
    talk.append((_numbers(a.ASK + 1, rest), "reserved", ""))
    uses = [_row(decision) for decision in decisions.ALL[1:]]
    return "\n".join(
        [
            "# Actions",
            "",
            "Generated from `actions.py` and `decisions.py` in `glory_env/games/glory/` and the",
            "catalogue of sentences; do not edit. Write it again with",
            "`python -m glory_env.games.glory.actions_page docs/actions.md`.",
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
            "![The numbers of boxes and counters of the full scenario](numbers.svg)",
            "",
            "Picture by `python -m glory_env.games.glory.render.numbers docs/numbers.svg`.",
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
            "## Talk",
            "",
            "Statements of the option `talk` ([Talk](talk.md)); without it they are never legal.",
            "Boxes, amounts and kinds that a statement needs are asked for next, by the blocks",
            "above.",
            "",
            *_table(("action", "word", "says"), talk),
            "",
            "## Decisions",
            "",
            "Blocks are bold, verbs `like this`. Record word: the name of the complete choice in",
            "the game record; the micro-steps of one choice share it. In solo play a single",
            "controller is asked all of this, without `answer`, `concede`, `janken`, the requests,",
            "`embark` and `vote`.",
            "",
            *_table(
                ("decision", "asked of", "question", "actions", "record word", "chapter"), uses
            ),
            "",
        ]
    )


if __name__ == "__main__":
    if len(sys.argv) > 1:
        Path(sys.argv[1]).write_text(document(), encoding="utf-8")
    else:
        print(document(), end="")
