"""What a page of the Aleutians Campaign may say, checked before anything is done."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from glory_env.play.messages import (
    Again,
    Agent,
    Choose,
    Hint,
    Language,
    Load,
    Message,
    Review,
    Seq,
    Undo,
)


class Ready(Message):
    """The person of a seat is at the screen: its view may be shown."""

    type: Literal["ready"]
    seat: Literal["japan", "allies"]


class New(Message):
    """Another game."""

    type: Literal["new"]
    seat: Literal["japan", "allies", "both"]
    partner: Agent | None = None
    seed: int | None = None


class TakeBack(Undo):
    """whole: the last orders, not their last step alone."""

    whole: bool = False


class Accept(Message):
    """The plan that the staff proposes. steps: only so many of it; None: all."""

    type: Literal["accept"]
    seq: Seq
    steps: Annotated[int, Field(ge=1, le=10_000)] | None = None


class Together(Message):
    """Choices of one kind in one go: the key of a group's `all`."""

    type: Literal["together"]
    seq: Seq
    key: Annotated[str, Field(max_length=60)]


AnyMessage = Annotated[
    Choose | TakeBack | Accept | Together | Hint | Review | Again | Ready | New | Load | Language,
    Field(discriminator="type"),
]
ADAPTER: TypeAdapter[Message] = TypeAdapter(AnyMessage)
