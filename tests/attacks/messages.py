"""Messages of every type of a game's protocol, made from its models.

A new type, or a new field of one, is covered without a change here.
"""

from __future__ import annotations

import itertools
import types
import typing
from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, Any, Literal, Union

from pydantic import TypeAdapter

from glory_env.games.aleutians.play import messages as aleutians
from glory_env.games.glory.play import messages as glory
from glory_env.play.messages import Message

UNIONS = {"glory": glory.AnyMessage, "aleutians": aleutians.AnyMessage}


def models(game: str) -> dict[str, type[Message]]:
    """The models of all messages by their type."""
    union = typing.get_args(UNIONS[game])[0]
    found = {typing.get_args(m.model_fields["type"].annotation)[0]: m for m in _members(union)}
    assert found
    return found


def _members(union: Any) -> Sequence[type[Message]]:
    return typing.get_args(union)


def examples(
    game: str, kind: str, values: Mapping[str, Sequence[Any]] | None = None
) -> list[dict[str, Any]]:
    """Valid messages of a type: every combination of the values of its fields.

    values: of fields by name; those of other fields come from their kind. None: without the fields
    that may be left out.
    """
    model = models(game)[kind]
    fields = {
        name: list((values or {}).get(name) or _values(field.annotation))
        for name, field in model.model_fields.items()
        if values is not None or field.is_required()
    }
    made = [dict(zip(fields, row, strict=True)) for row in itertools.product(*fields.values())]
    adapter: TypeAdapter[Any] = TypeAdapter(model)
    for message in made:
        adapter.validate_python(message)
    return made


def _values(kind: Any) -> Iterator[Any]:
    origin = typing.get_origin(kind)
    if origin is Literal:
        yield from typing.get_args(kind)
    elif origin is Annotated:
        yield from _values(typing.get_args(kind)[0])
    elif origin in (Union, types.UnionType):
        for one in typing.get_args(kind):
            yield from _values(one)
    elif origin is list:
        yield [next(_values(typing.get_args(kind)[0])) for _ in range(2)]
    else:
        yield {bool: False, int: 1, float: 1.0, str: "one", dict: {}, type(None): None}[
            origin or kind
        ]
