"""Every sentence of the game once a language: the catalogue that the page, the terminal,
`describe` and the generated docs read.

A key is the path to a sentence in the YAML files of a language, joined by dots:
`say("decision.pay.question", "ja")`. Placeholders stand in braces: `{counter}`.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from importlib.resources import files
from typing import Any

import yaml

LANGUAGES = ("en", "ja")


@cache
def catalogue(language: str) -> dict[str, Any]:
    """All files of a language as one nested dict; ValueError for a language that is not there."""
    if language not in LANGUAGES:
        raise ValueError(f"language {language!r}: expected one of {', '.join(LANGUAGES)}")
    merged: dict[str, Any] = {}
    folder = files(__package__) / language
    for file in sorted(folder.iterdir(), key=lambda one: one.name):
        # The base loader leaves all scalars as text: `yes` is a verb here.
        merged |= yaml.load(file.read_text(encoding="utf-8"), yaml.BaseLoader)
    return merged


@cache
def sentences(language: str) -> dict[str, str]:
    """Key -> sentence of a language."""
    return dict(_flat("", catalogue(language)))


def _flat(path: str, node: Any) -> Iterator[tuple[str, str]]:
    if isinstance(node, str):
        yield path, node
        return
    for key, inner in node.items() if isinstance(node, dict) else enumerate(node):
        yield from _flat(f"{path}.{key}" if path else str(key), inner)


def say(key: str, language: str = "en", **values: Any) -> str:
    """A sentence with its placeholders filled in. KeyError names the key or the placeholder."""
    texts = sentences(language)
    if key not in texts:
        raise KeyError(f"no sentence {key!r} in language {language!r}")
    try:
        return texts[key].format(**values)
    except KeyError as error:
        raise KeyError(f"sentence {key!r} needs a value for {error}") from None


def action_key(decision: str, part: str, name: str) -> str:
    """The key of what a micro-step means at a decision.

    part: "block" with the name of an action block, or "verb" with a verb. Yes, no and blocks mean
    something of their own at most decisions; the rest is the same everywhere.
    """
    own = f"decision.{decision}.action.{name}"
    is_own = (part == "block" or name in ("yes", "no")) and own in sentences("en")
    return own if is_own else f"action.{part}.{name}"
