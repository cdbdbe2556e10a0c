"""Sentences made before their language is known: one view serves pages of all languages."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from glory_env.text import say


class Text:
    """Something to be read by a person: `to(language)`; `str` gives English."""

    def to(self, language: str) -> str:
        """The text in a language."""
        raise NotImplementedError

    def __str__(self) -> str:
        return self.to("en")


class Say(Text):
    """A sentence of the catalogue; its values may be texts themselves."""

    def __init__(self, key: str, /, **values: Any) -> None:
        self.key, self.values = key, values

    def to(self, language: str) -> str:
        values = {name: in_language(value, language) for name, value in self.values.items()}
        return say(self.key, language, **values)


class Name(Text):
    """A proper name; languages it is not known in use the English one."""

    def __init__(self, names: dict[str, str]) -> None:
        self.names = names

    def to(self, language: str) -> str:
        return self.names.get(language) or self.names["en"]


class Joined(Text):
    """Several texts in a row; empty ones are left out. joint: key of what stands between them."""

    def __init__(self, parts: Iterable[Text | str], joint: str = "list.comma") -> None:
        self.parts, self.joint = list(parts), joint

    def to(self, language: str) -> str:
        parts = (in_language(part, language) for part in self.parts)
        return say(self.joint, language).join(part for part in parts if part)


class Capital(Text):
    """A text that begins with a capital letter."""

    def __init__(self, text: Text) -> None:
        self.text = text

    def to(self, language: str) -> str:
        words = self.text.to(language)
        return words[:1].upper() + words[1:]


def in_language(value: Any, language: str) -> Any:
    """A text in a language; anything else as it is."""
    return value.to(language) if isinstance(value, Text) else value


def as_json(message: dict[str, Any], language: str) -> str:
    """A message with all its texts in a language."""
    return json.dumps(message, separators=(",", ":"), default=lambda text: text.to(language))
