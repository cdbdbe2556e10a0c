"""What the page of any game may say, checked before anything is done (docs/play_protocol.md)."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, TypeAdapter, ValidationError

from glory_env.text.lazy import Text

LARGEST = 16_384  # bytes of a message
NAME = r"^[A-Za-z0-9_-]{1,64}$"  # of a saved game: no dots, no slashes

Seq = Annotated[int, Field(ge=0)]
Name = Annotated[str, Field(pattern=NAME)]
Agent = Annotated[str, Field(min_length=1, max_length=300)]


class Message(BaseModel):
    """One message; unknown keys and values of another kind are refused."""

    model_config = ConfigDict(strict=True, extra="forbid")
    type: str


class Choose(Message):
    """A legal action by its number."""

    type: Literal["choose"]
    seq: Seq
    id: Annotated[int, Field(ge=0, le=10_000)]


class Undo(Message):
    type: Literal["undo"]
    seq: Seq


class Hint(Message):
    type: Literal["hint"]
    seq: Seq


class Load(Message):
    type: Literal["load"]
    name: Name


class Again(Message):
    """The game on the table from right after a line of its record; -1: from its set-up."""

    type: Literal["again"]
    line: Annotated[int, Field(ge=-1, le=1_000_000)]


class Language(Message):
    type: Literal["language"]
    language: Literal["en", "ja"]


class Review(Message):
    type: Literal["review"]
    stop: bool = False


class Refusal(ValueError):
    """A message that is answered with an error and changes nothing.

    code: see docs/play_protocol.md.
    """

    def __init__(self, code: str, words: Text | str) -> None:
        super().__init__(str(words))
        self.code, self.words = code, words


def parse(text: str, adapter: TypeAdapter[Message]) -> Message:
    """The message in a text frame; Refusal says what is wrong with it.

    adapter: of the messages of the game.
    """
    if len(text.encode(errors="replace")) > LARGEST:
        raise Refusal("too_large", f"expected at most {LARGEST} bytes")
    try:
        return adapter.validate_json(text)
    except ValidationError as error:
        first = error.errors(include_url=False, include_input=False)[0]
        where = ".".join(str(part) for part in first["loc"])
        raise Refusal("malformed", f"{where or 'message'}: {first['msg']}") from None
