"""The legal actions of the pending decision in words.

An action is one micro-step of the action table. Amounts stand in one line as a range; everything
else has a line of its own.
"""

from __future__ import annotations

from functools import partial

from glory_env.core.blocks import block_of
from glory_env.games.glory import actions as a
from glory_env.games.glory import decisions
from glory_env.games.glory import state as st
from glory_env.games.glory.choices import part_of_choice
from glory_env.games.glory.describe import ROW_KINDS
from glory_env.games.glory.game import Game
from glory_env.games.glory.words import choice_words, facts, names
from glory_env.text import action_key, sentences
from glory_env.text.answers import Option, runs
from glory_env.text.lazy import Say, Text

N = "N"  # in place of the amount in the words of a range
# Decisions that only begin a choice, or go on with one: its numbers are not known yet.
BEGUN = (
    st.OFFER_CIVIL, st.OFFER_ARMY, st.MOVE_PIECE, st.MOVE_EMBARK, st.MOVE_LAND, st.PRODUCE_COUNTER,
    st.SPEAK, st.SPEAK_ASK, st.SPEAK_BOX, st.SPEAK_AMOUNT, st.SPEAK_KIND,
)  # fmt: skip


def options(game: Game) -> list[Option]:
    """The legal actions in the order of the action table; amounts in units of 10,000 tons."""
    legal = game.legal_actions()
    amounts = [action for action in legal if a.AMOUNT <= action < a.KIND]
    entries = [
        Option(words(game, action), _more(game, action), [action], range(0))
        for action in legal
        if action not in amounts
    ]
    before = sum(action < a.AMOUNT for action in legal)
    entries[before:before] = [_range(game, run) for run in runs(amounts)]
    return entries


def _range(game: Game, run: list[int]) -> Option:
    amounts = [(action - a.AMOUNT) * st.STEP for action in run]
    if len(run) == 1:
        return Option(words(game, run[0]), [], run, range(0))
    step = amounts[1] - amounts[0]
    limits = range(amounts[0], amounts[-1] + 1, step)
    return Option(words(game, run[0], N), [], run, limits, partial(words, game))


def words(game: Game, action: int, amount: str | None = None) -> Text:
    """What a micro-step does. amount: in place of the action's own."""
    scenario, decision = game.scenario, decisions.pending(game.record).name
    block = block_of(a.BLOCKS, action)
    k = action - block.start
    if block.name == "counter":
        is_fort = decision == "pay" and scenario.tables[0].kind[k] == st.FORT
        key = action_key(decision, "block", "fort" if is_fort else "counter")
        return Say(key, counter=names.name(scenario, scenario.counters[k]))
    if block.name == "box":
        box = names.place(scenario, scenario.boxes[k])
        return Say(action_key(decision, "block", "box"), box=box)
    if block.name == "amount":
        return Say(action_key(decision, "block", "amount"), amount=amount or k * st.STEP)
    if block.name == "kind":
        return Say(action_key(decision, "block", "kind"), kind=Say(f"kind.{ROW_KINDS[k]}"))
    if action == a.ASK:
        return Say("action.talk.ask")
    if block.name == "talk":
        name = Say(f"statement.{st.STATEMENTS[k]}.name")
        spoken = "asked" if decision == "speak_ask" else "said"
        return Say(f"action.talk.{spoken}", statement=name)
    if a.VERBS[k] == "end" and f"decision.{decision}.end" in sentences("en"):
        return Say(f"decision.{decision}.end")
    return Say(action_key(decision, "verb", a.VERBS[k]))


def _more(game: Game, action: int) -> list[Text]:
    """The particulars of an action that completes its choice; of a piece what it is and where."""
    scenario, g = game.scenario, game.record
    particulars: list[Text] = []
    if action < a.BOX:
        counter = scenario.counters[action]
        particulars = [*names.strength(game, counter), names.place(scenario, game.box(counter))]
    if g.decision in BEGUN:
        return particulars
    choice = part_of_choice(scenario, g, action)
    figures = facts.of_choice(game, choice)
    kept = {key: value for key, value in choice.items() if key != "unit"}
    if kept.get("by") == "sea" and not {"embark", "land"} <= set(kept):
        del kept["by"]  # where it embarks and lands is asked next
    return particulars + choice_words.more(game, kept, figures)
