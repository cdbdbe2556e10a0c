"""The legal actions of the pending decision in words, and answers in words read back.

An action is one micro-step of the action table. Amounts stand in one line as a range; everything
else has a line of its own, with a number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from typing import NamedTuple

from glory_env.games.glory import actions as a
from glory_env.games.glory import decisions
from glory_env.games.glory import state as st
from glory_env.games.glory.choices import part_of_choice
from glory_env.games.glory.describe import ROW_KINDS
from glory_env.games.glory.game import Game
from glory_env.games.glory.words import choice_words, facts, names
from glory_env.text import LANGUAGES, action_key, sentences
from glory_env.text.answers import AnswerError
from glory_env.text.lazy import Joined, Say, Text

N = "N"  # in place of the amount in the words of a range
# Decisions that only begin a choice, or go on with one: its numbers are not known yet.
BEGUN = (
    st.OFFER_CIVIL, st.OFFER_ARMY, st.MOVE_PIECE, st.MOVE_EMBARK, st.MOVE_LAND, st.PRODUCE_COUNTER,
    st.SPEAK, st.SPEAK_ASK, st.SPEAK_BOX, st.SPEAK_AMOUNT, st.SPEAK_KIND,
)  # fmt: skip
LONGEST = 1000  # characters of an answer's last line; the longest legal one has about a hundred
NUMBER = r"(\d{1,9})"
PREFIX = re.compile(r"^(?:answer|答え|回答)\s*:\s*")


class Option(NamedTuple):
    """A line of the list: one action, or all amounts of a range.

    words: what it does, with N for the amount of a range. more: its particulars. actions: their
    numbers. amounts: of a range, in units of 10,000 tons; empty elsewhere.
    """

    words: Text
    more: list[Text]
    actions: Sequence[int]
    amounts: range


def options(game: Game) -> list[Option]:
    """The legal actions in the order of the action table."""
    entries: list[Option] = []
    run: list[int] = []
    legal = game.legal_actions()
    for k, action in enumerate(legal):
        if not a.AMOUNT <= action < a.KIND:
            entries.append(Option(words(game, action), _more(game, action), [action], range(0)))
            continue
        run.append(action)
        after = legal[k + 1 : k + 2]
        if len(run) > 1 and after and after[0] < a.KIND and after[0] - action == run[1] - run[0]:
            continue
        if len(run) == 1 and after and after[0] < a.KIND:
            continue
        entries.append(_range(game, run))
        run = []
    return entries


def _range(game: Game, run: list[int]) -> Option:
    amounts = [(action - a.AMOUNT) * st.STEP for action in run]
    if len(run) == 1:
        return Option(words(game, run[0]), [], run, range(0))
    step = amounts[1] - amounts[0]
    return Option(words(game, run[0], N), [], run, range(amounts[0], amounts[-1] + 1, step))


def words(game: Game, action: int, amount: str | None = None) -> Text:
    """What a micro-step does. amount: in place of the action's own."""
    scenario, decision = game.scenario, decisions.pending(game.record).name
    block = a.block_of(action)
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


# --- the list ------------------------------------------------------------------------------
def listed(entries: Sequence[Option]) -> list[Text]:
    """The lines of the list."""
    lines: list[Text] = []
    for k, one in enumerate(entries, 1):
        limits = _limits(one)
        if one.amounts and len(entries) == 1:
            lines.append(Say("player.range", words=one.words, **limits))
        elif one.amounts:
            lines.append(Say("player.range_entry", k=k, words=one.words, **limits))
        else:
            lines.append(Say("player.entry", n=k, words=_line(one)))
    return lines


def expected(entries: Sequence[Option]) -> Text:
    """What an answer is, in words."""
    if len(entries) == 1 and entries[0].amounts:
        return Say("player.expect_amount", **_limits(entries[0]))
    for k, one in enumerate(entries, 1):
        if one.amounts:
            return Say("player.expect_pair", n=len(entries), k=k)
    return Say("player.expect_entry", n=len(entries))


def _line(one: Option) -> Text:
    return Say("choice.more", choice=one.words, more=Joined(one.more)) if one.more else one.words


def _limits(one: Option) -> dict[str, int]:
    if not one.amounts:
        return {}
    return {"low": one.amounts[0], "high": one.amounts[-1], "step": one.amounts.step}


# --- reading an answer -----------------------------------------------------------------------
def read_answer(game: Game, answer: str) -> int:
    """The one legal action that an answer names: AnswerError for every other answer.

    Its last line counts. A number is that of a line of the list, or the amount where the list is
    one range; "2 35" is the amount 35 of the range in line 2. The words are those of a line in any
    language, with an amount in place of N.
    """
    entries = options(game)
    if not entries:
        raise AnswerError(Say("player.wrong.over"))
    lines = [line for line in answer.splitlines() if line.strip(" `*")]
    if not lines:
        raise AnswerError(Say("player.wrong.empty", expected=expected(entries)))
    last = lines[-1]
    if len(last) > LONGEST:  # too long to be one, and some texts take for ever to be made plain
        raise AnswerError(Say("player.wrong.unknown", answer=last[:80], expected=expected(entries)))
    given = PREFIX.sub("", _plain(last)).strip(" `*")
    named = _named(game, entries)
    numbers = re.fullmatch(rf"{NUMBER}(?:[\s,:]+{NUMBER})?", given)
    if numbers and given not in named:
        return _by_number(entries, given, *numbers.groups())
    numbered = re.match(rf"{NUMBER}[.):]\s*(.+)", given)
    if numbered and given not in named:
        k, given = int(numbered[1]), numbered[2]
        named = _named(game, entries[k - 1 : k])
    actions = named.get(given, set())
    if len(actions) == 1:
        return actions.pop()
    key = "player.wrong.several" if actions else "player.wrong.unknown"
    raise AnswerError(Say(key, answer=given[:80], expected=expected(entries)))


def _by_number(entries: Sequence[Option], given: str, first: str, second: str | None) -> int:
    is_alone = len(entries) == 1 and bool(entries[0].amounts)
    k, amount = (1, first) if is_alone and second is None else (int(first), second)
    if not 1 <= k <= len(entries) or (amount is not None and not entries[k - 1].amounts):
        raise AnswerError(Say("player.wrong.unknown", answer=given, expected=expected(entries)))
    one = entries[k - 1]
    if not one.amounts:
        return one.actions[0]
    if amount is None:
        raise AnswerError(Say("player.wrong.pair", answer=given, k=k, **_limits(one)))
    if int(amount) not in one.amounts:
        raise AnswerError(Say("player.wrong.amount", answer=given, **_limits(one)))
    return one.actions[one.amounts.index(int(amount))]


def _named(game: Game, entries: Sequence[Option]) -> dict[str, set[int]]:
    """Words -> the actions they name, in all languages, with and without the particulars."""
    named: dict[str, set[int]] = {}
    for one in entries:
        for action in one.actions:
            texts = [words(game, action)] if one.amounts else [one.words, _line(one)]
            for text in texts:
                for language in LANGUAGES:
                    named.setdefault(_plain(text.to(language)), set()).add(action)
    return named


def _plain(text: str) -> str:
    """Without what makes no difference: width of characters, case, spaces, quotes, full stop."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(folded.split()).strip(" .。\"'「」`*")
