"""What a page of the Aleutians Campaign may say, checked before anything is done."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import Field, TypeAdapter

from glory_env.play.messages import Agent, Choose, Hint, Language, Load, Message, Review, Undo


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


AnyMessage = Annotated[
    Choose | Undo | Hint | Review | Ready | New | Load | Language, Field(discriminator="type")
]
ADAPTER: TypeAdapter[Message] = TypeAdapter(AnyMessage)
