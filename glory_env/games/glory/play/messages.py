"""What a page of Glory may say, checked before anything is done (docs/play_protocol.md)."""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import AfterValidator, Field, TypeAdapter

from glory_env.games.glory.state import MAX_LINES
from glory_env.play.messages import (
    Again,
    Agent,
    Hint,
    Language,
    Load,
    Message,
    Name,
    Refusal,
    Review,
    Seq,
    Undo,
)

if TYPE_CHECKING:
    from glory_env.games.glory.scenario import Scenario

Amount = Annotated[int, Field(ge=-10_000, le=10_000)]
Id = Annotated[str, Field(max_length=64)]


JOINERS = "\u200c\u200d"  # of letters and of emoji; nothing else that is not seen is kept


def written(words: str) -> str:
    """A line as another person may be shown it: without control characters and marks that turn the
    direction of writing. ValueError where nothing is left."""
    marks = ("Cc", "Cf", "Cs", "Co", "Cn")
    spaced = " ".join(words.split())  # line breaks of all kinds
    shown = "".join(c for c in spaced if c in JOINERS or unicodedata.category(c) not in marks)
    if not shown.strip(f" {JOINERS}"):
        raise ValueError("expected something to read")
    return shown.strip()


Lines = Annotated[list[Id], Field(max_length=MAX_LINES)]  # beside an offer, by their ids


class Choose(Message):
    type: Literal["choose"]
    seq: Seq
    id: Id
    asks: bool = False


class Offer(Message):
    type: Literal["offer"]
    seq: Seq
    army: Amount
    navy: Amount
    lines: Lines = Field(default_factory=list)


class AllLines(Message):
    """All lines that may go with the offer, not only those worth saying."""

    type: Literal["lines"]
    seq: Seq


class Judge(Message):
    type: Literal["judge"]
    seq: Seq
    army: Amount
    navy: Amount
    lines: Lines = Field(default_factory=list)


class WhyNot(Message):
    type: Literal["why_not"]
    counter: Id | None = None
    box: Id | None = None

    def clicked(self, scenario: Scenario) -> tuple[str | None, str | None]:
        """Counter and box, one of which is None; Refusal where it is none of the scenario."""
        ids = [one for one in (self.counter, self.box) if one]
        if len(ids) != 1 or ids[0] not in (scenario.counters if self.counter else scenario.boxes):
            raise Refusal("malformed", "why_not: expected one counter or one box of the scenario")
        return self.counter, self.box


class Look(Message):
    type: Literal["look"]
    line: Annotated[int, Field(ge=-1, le=1_000_000)]


class Save(Message):
    type: Literal["save"]
    name: Name


class Replay(Message):
    type: Literal["replay"]
    name: Name


class New(Message):
    type: Literal["new"]
    seat: Literal["army", "navy", "both", "solo", "watch"]
    partner: Agent | None = None
    partners: Annotated[list[Agent | None], Field(min_length=2, max_length=2)] | None = None
    scenario: Annotated[str, Field(max_length=100)] = "glory"
    seed: int | None = None
    options: Annotated[dict[str, Any], Field(max_length=20)] = Field(default_factory=dict)


class Results(Message):
    type: Literal["results"]


class Pace(Message):
    type: Literal["pace"]
    playing: bool | None = None
    delay: Annotated[float, Field(ge=0, le=5, strict=False)] | None = None
    step: bool = False


class Chat(Message):
    type: Literal["chat"]
    words: Annotated[str, Field(min_length=1, max_length=500), AfterValidator(written)]


class Consent(Message):
    type: Literal["consent"]
    keep: bool


class Agree(Message):
    type: Literal["agree"]
    keep: bool


class Answers(Message):
    type: Literal["answers"]
    answers: Annotated[dict[Id, int | str], Field(max_length=50)]


class Lesson(Message):
    """seat: of a coached game; in the lessons the person is the Navy."""

    type: Literal["lesson"]
    name: Literal["pool", "talks", "battle", "end", "coached"]
    seat: Literal["army", "navy"] = "navy"


class Rate(Message):
    type: Literal["rate"]
    rating: Annotated[int, Field(ge=1, le=5)]


AnyMessage = Annotated[
    Choose
    | Offer
    | Judge
    | AllLines
    | Undo
    | Hint
    | WhyNot
    | Look
    | Save
    | Load
    | Replay
    | New
    | Language
    | Pace
    | Review
    | Again
    | Results
    | Consent
    | Lesson
    | Agree
    | Answers
    | Rate
    | Chat,
    Field(discriminator="type"),
]
ADAPTER: TypeAdapter[Message] = TypeAdapter(AnyMessage)
OF_ONLOOKERS = (Look, WhyNot, Language, Chat)  # what who only looks on may say
