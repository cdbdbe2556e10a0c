"""A game as the terminal sees it: what each game says for itself, in its own words."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, NamedTuple, Protocol

from glory_env.text.lazy import Say, Text, in_language

Words = Text | str


class Item(NamedTuple):
    """An entry of a list: a complete choice, or the list behind it. number: in place of its own."""

    words: Text
    choice: Any = None
    inner: tuple[Item, ...] = ()
    number: int | None = None


class Entry(NamedTuple):
    """One thing that has happened: the first line of it, and what followed."""

    turn: int
    heading: Text
    lines: Sequence[Words]


class Hint(NamedTuple):
    """The best choices, the best first, a row each; about, after: what is said of them."""

    about: Sequence[Words]
    rows: Sequence[Words]
    choices: Sequence[Any]
    after: Sequence[Words] = ()


class Refused(ValueError):
    """What cannot be done; the words say why."""

    def __init__(self, words: Text) -> None:
        super().__init__(str(words))
        self.words = words


class AtTerminal(Protocol):
    """A session at the terminal. Moments of a replay are numbered by the lines of the record.

    session: as `glory_env.play.session.GameSession`.
    game, title: its name in commands and in words. commands: by name what it adds to them, help:
    what it says of these. hides: whether one seat may not see what the other sees.
    """

    game: str
    title: Text
    help: Text
    hides: bool
    session: Any
    language: str
    commands: Mapping[str, Callable[[], Sequence[Words]]]

    def __init__(self, session: Any, language: str = "en") -> None:
        self.session, self.language = session, language
        self.commands = {}

    def to(self, words: Words) -> str:
        """Words in the language of the terminal."""
        return str(in_language(words, self.language))

    def name(self, seat: str) -> Text:
        """A seat in words."""

    def player(self, who: str) -> Words:
        """An agent in words."""
        return who

    @property
    def waits_for(self) -> str | None:
        """The seat of a person who has to choose now, of more than one choice."""
        seat: str | None = self.session.waits_for
        return seat

    def log_length(self, seat: str) -> int:
        """How many entries a seat's log has."""

    def entry(self, seat: str, k: int) -> Entry | None:
        """Entry k of a seat's log; None where it says nothing."""

    def notice(self) -> Text | None:
        """What a person should know now, once."""
        return None

    def position(self, seat: str, line: int | None = None) -> Sequence[Words]:
        """The position as a seat may see it; line: after that line of the record."""

    def map(self, seat: str, line: int | None = None) -> str:
        """The map in characters, likewise."""

    def ending(self) -> Sequence[Text]:
        """How a finished game has ended, where its log does not say so."""
        return ()

    def question(self, seat: str) -> Sequence[Text]:
        """What is asked, and what it depends on."""

    def items(self, seat: str) -> Sequence[Item]:
        """The choices; none where a choice has to be typed."""

    def typed(self, seat: str, answer: str, items: Sequence[Item]) -> Any:
        """The choice that an answer names which is no number of the list; Refused."""
        raise Refused(Say("terminal.not_one_of", answer=answer, n=len(items)))

    def choose(self, choice: Any) -> None:
        """A person's choice."""
        self.session.choose(choice)

    def undo(self, seat: str) -> Text:
        """Take back a seat's last choice, and say so; Refused where that cannot be."""

    def hint(self, seat: str) -> Hint:
        """The best choices that are found; Refused where none can be."""

    def review(self) -> Any:
        """The own decisions of people in a finished game, to be weighed (`Rounds`)."""

    def costly(self, decision: Any) -> Sequence[Text]:
        """A costly decision: which it was, then what would have been better."""
