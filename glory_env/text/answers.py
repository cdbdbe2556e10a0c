"""Answers in words: legal actions as a numbered list, and an answer to it read back.

Nothing here knows a game: its lines come as `Option`s. Amounts stand in one line as a range;
everything else has a line of its own, with a number.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Sequence
from typing import NamedTuple

from glory_env.text import LANGUAGES
from glory_env.text.lazy import Joined, Say, Text

LONGEST = 1000  # characters of an answer's last line; the longest legal one has about a hundred
NUMBER = r"(\d{1,9})"
PREFIX = re.compile(r"^(?:answer|答え|回答)\s*:\s*")


class AnswerError(ValueError):
    """An answer that names no single legal action; `words` says what was expected."""

    def __init__(self, words: Text) -> None:
        super().__init__(str(words))
        self.words = words


class Option(NamedTuple):
    """A line of the list: one action, or all amounts of a range.

    words: what it does, with N for the amount of a range. more: its particulars. actions: their
    numbers. amounts: of a range, in the game's units; empty elsewhere. exact: the words of one
    action of a range.
    """

    words: Text
    more: list[Text]
    actions: Sequence[int]
    amounts: range
    exact: Callable[[int], Text] | None = None


def runs(actions: Sequence[int]) -> list[list[int]]:
    """Rising numbers in pieces of equal steps."""
    pieces: list[list[int]] = []
    for action in actions:
        last = pieces[-1] if pieces else []
        if last and (len(last) == 1 or action - last[-1] == last[1] - last[0]):
            last.append(action)
        else:
            pieces.append([action])
    return pieces


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
def read_answer(entries: Sequence[Option], answer: str) -> int:
    """The one legal action that an answer names: AnswerError for every other answer.

    Its last line counts. A number is that of a line of the list, or the amount where the list is
    one range; "2 35" is the amount 35 of the range in line 2. The words are those of a line in any
    language, with an amount in place of N.
    """
    if not entries:
        raise AnswerError(Say("player.wrong.over"))
    lines = [line for line in answer.splitlines() if line.strip(" `*")]
    if not lines:
        raise AnswerError(Say("player.wrong.empty", expected=expected(entries)))
    last = lines[-1]
    if len(last) > LONGEST:  # too long to be one, and some texts take for ever to be made plain
        raise AnswerError(Say("player.wrong.unknown", answer=last[:80], expected=expected(entries)))
    given = PREFIX.sub("", _plain(last)).strip(" `*")
    named = _named(entries)
    numbers = re.fullmatch(rf"{NUMBER}(?:[\s,:]+{NUMBER})?", given)
    if numbers and given not in named:
        return _by_number(entries, given, *numbers.groups())
    numbered = re.match(rf"{NUMBER}[.):]\s*(.+)", given)
    if numbered and given not in named:
        k, given = int(numbered[1]), numbered[2]
        named = _named(entries[k - 1 : k])
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


def _named(entries: Sequence[Option]) -> dict[str, set[int]]:
    """Words -> the actions they name, in all languages, with and without the particulars."""
    named: dict[str, set[int]] = {}
    for one in entries:
        for action in one.actions:
            texts = [one.exact(action)] if one.exact else [one.words, _line(one)]
            for text in texts:
                for language in LANGUAGES:
                    named.setdefault(_plain(text.to(language)), set()).add(action)
    return named


def _plain(text: str) -> str:
    """Without what makes no difference: width of characters, case, spaces, quotes, full stop."""
    folded = unicodedata.normalize("NFKC", text).casefold()
    return " ".join(folded.split()).strip(" .。\"'「」`*")
