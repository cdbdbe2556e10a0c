"""Games of people for a study: who played, how long each decision took, hints, chat, answers.

A finished game is kept, as an ordinary record NAME.jsonl and, beside it, NAME.people.json, if every
person in it has agreed at their page; nobody's name is kept, only what the study's own links say.
`glory study people` makes tables of a folder.
"""

from __future__ import annotations

import json
import re
import time
from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Annotated, Any, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, model_validator

from glory_env.core.files import write_whole
from glory_env.play.messages import Refusal
from glory_env.play.reading import PERSON
from glory_env.play.saves import ENDING, name_of_ended
from glory_env.text.lazy import Say

FORMAT = 1
ABOUT = ".people.json"  # ending of the file beside a record
WORD = re.compile(r"[A-Za-z0-9_.-]{1,64}")  # a participant's number, a condition
LONGEST = 2000  # characters of an answer in words
Answer = int | str


class Question(BaseModel):
    """One question after the game. scale: the highest number of an answer from 1; 0: in words."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: Annotated[str, Field(pattern=r"^[A-Za-z0-9_]{1,40}$")]
    text: Annotated[str, Field(min_length=1, max_length=500)]
    scale: Annotated[int, Field(ge=0, le=11)] = 0
    low: Annotated[str, Field(max_length=100)] = ""
    high: Annotated[str, Field(max_length=100)] = ""


class Questions(BaseModel):
    """The file of `glory play --questions`."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    questions: Annotated[tuple[Question, ...], Field(max_length=50)]

    @model_validator(mode="after")
    def _distinct(self) -> Questions:
        ids = [one.id for one in self.questions]
        if len(set(ids)) < len(ids):
            raise ValueError("questions: expected an id of its own for each")
        return self


class Who(NamedTuple):
    """What the address of a page says of its person: a number of the study, a condition."""

    participant: str = ""
    condition: str = ""


NOBODY = Who()


def who(participant: str, condition: str) -> Who:
    """NOBODY for words that cannot be kept as they are."""
    words = [word for word in (participant, condition) if word]
    return Who(participant, condition) if all(map(WORD.fullmatch, words)) else NOBODY


@dataclass
class Seat:
    """What is noted of a person's seat. agreed: None: not asked yet."""

    participant: str = ""
    condition: str = ""
    agreed: bool | None = None
    hints: int = 0
    undone: int = 0
    answers: dict[str, Answer] = field(default_factory=dict)


class People:
    """What is noted of the game on the table, and the folder where it is kept.

    Times are in seconds, from when a page has been sent the decision to its answer.
    """

    def __init__(self, folder: Path, questions: Iterable[Question] = ()) -> None:
        self.folder, self.questions = folder, tuple(questions)
        self._known: dict[str, Who] = {}
        self.begin(None)

    def begin(self, session: Any) -> None:
        """A game comes on the table, None: nothing yet; who plays a seat is known on."""
        players = session.players if session else {}
        people = [seat for seat, player in players.items() if player == PERSON]
        self.seats = {seat: Seat(*self._known.get(seat, NOBODY)) for seat in people}
        self._is_lost = session is None or session.is_replay or not people
        self._from = len(session.record.lines) if session else 0
        self._decisions: list[list[Any]] = []
        self._chat: list[dict[str, Any]] = []
        self._asked: tuple[Any, ...] = ()
        self._since = time.monotonic()
        self._name: str | None = None
        self._problem: str | None = None

    # --- what happens at the table -------------------------------------------------------
    def came(self, seats: Iterable[str], one: Who) -> None:
        """A page opens that plays some seats. What it says of its person holds from now on."""
        if any(one):
            for seat in seats:
                self._known[seat] = one
                if seat in self.seats:
                    self.seats[seat].participant, self.seats[seat].condition = one

    def asked(self, sequence: int, seat: str | None) -> None:
        """The pages hear of a state: a person's time runs from its first telling."""
        if (sequence, seat) != self._asked:
            self._asked, self._since = (sequence, seat), time.monotonic()

    def decided(self, seat: str, line: int, count: int) -> None:
        """A person has made so many choices in one go, from a line of the record on."""
        self._decisions.append([line, count, seat, round(time.monotonic() - self._since, 3)])

    def hinted(self, seats: Iterable[str]) -> None:
        for seat in seats:
            self.seats[seat].hints += 1

    def took_back(self, seats: Iterable[str]) -> None:
        for seat in seats:
            self.seats[seat].undone += 1

    def wrote(self, seat: str, words: str, line: int) -> None:
        self._chat.append({"line": line, "seat": seat, "words": words})

    # --- consent and answers -------------------------------------------------------------
    def agree(self, session: Any, seats: Iterable[str], agreed: bool) -> None:
        """What the person of some seats says; who says no is not kept, nor is the game."""
        for seat in seats:
            self.seats[seat].agreed = agreed
        self.look_at(session)

    def answer(self, session: Any, seats: Iterable[str], answers: Mapping[str, Answer]) -> None:
        """Refusal before the end of the game, and for answers that are none of the questions'."""
        if not session.is_over:
            raise Refusal("not_now", "answers: expected after the end of the game")
        known = {one.id: one for one in self.questions}
        for key, given in answers.items():
            if key not in known:
                raise Refusal("malformed", f"answers: {key!r}: expected the id of a question")
            scale = known[key].scale
            is_word = isinstance(given, str) and len(given) <= LONGEST
            is_number = isinstance(given, int) and 1 <= given <= scale
            if not (is_number if scale else is_word):
                wanted = f"1 to {scale}" if scale else f"at most {LONGEST} characters"
                raise Refusal("malformed", f"answers: {key}: expected {wanted}")
        for seat in seats:
            self.seats[seat].answers = dict(answers)
        self._name = None  # it is written anew
        self.look_at(session)

    def look_at(self, session: Any) -> None:
        """Keep the game if it has ended and everybody agrees."""
        agreed = all(seat.agreed for seat in self.seats.values())
        if self._is_lost or not (session.is_over and agreed) or self._name is not None:
            return
        name = name_of_ended(session.record)
        try:
            self.folder.mkdir(parents=True, exist_ok=True)
            session.save(self.folder / f"{name}{ENDING}")
            write_whole(self.folder / f"{name}{ABOUT}", json.dumps(self._about(session)) + "\n")
        except OSError as error:
            self._problem = f"{self.folder}: {error.strerror or error}"
            return
        self._name, self._problem = name, None

    def _about(self, session: Any) -> dict[str, Any]:
        return {
            "format": FORMAT,
            "players": dict(session.players),
            "seats": {seat: asdict(notes) for seat, notes in self.seats.items()},
            "from": self._from,  # the line from which on times are known
            "decisions": self._decisions,
            "chat": self._chat,
            "questions": [one.model_dump() for one in self.questions],
        }

    def message(self, seats: Iterable[str]) -> dict[str, Any]:
        """For a page that plays these seats: what is asked of its person."""
        own = [self.seats[seat] for seat in seats if seat in self.seats]
        agreed = None if any(one.agreed is None for one in own) else all(o.agreed for o in own)
        return {
            "type": "people",
            "asks": bool(own) and not self._is_lost and agreed is None,
            "agreed": agreed if own else None,
            "questions": [one.model_dump() for one in self.questions] if own else [],
            "answered": any(one.answers for one in own),
            "kept": self._name,
            "problem": self._problem and Say("data.not_kept", reason=self._problem),
        }


def of_study(people: People | None) -> People:
    """Refusal where no games are kept for a study."""
    if people is None:
        raise Refusal("not_now", "people: expected a server that keeps games for a study")
    return people
