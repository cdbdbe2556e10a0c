"""YAML from outside: plain values, or one error in one line that names the place."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from glory_env.core.errors import one_line, shown

try:  # libyaml, ten times as fast, where PyYAML was built with it
    from yaml import CSafeLoader as SafeLoader
except ImportError:
    from yaml import SafeLoader  # type: ignore[assignment]

MAX_DEPTH = 50  # lists and mappings inside each other
MAX_VALUES = 100_000  # an alias counts as often as it is used
MAX_BITS = 64  # of a whole number
MAX_LETTERS = 100  # of a number, and whatever else is no text
MAX_BYTES = 1 << 22  # of a file
MAX_EVENTS = 4 * MAX_VALUES  # of the parser; fewer for each value
_TEXT = "tag:yaml.org,2002:str"
_MAPPING, _LIST = "tag:yaml.org,2002:map", "tag:yaml.org,2002:seq"


class YamlError(ValueError):
    """Text that is no YAML, or YAML that is more than plain values; the message is one line."""


def read(path: Path) -> Any:
    """The value in a YAML file, None for an empty one; as `parse`, with the file in the error.

    OSError where the file cannot be read.
    """
    with path.open("rb") as file:
        raw = file.read(MAX_BYTES + 1)
    if len(raw) > MAX_BYTES:
        raise YamlError(f"{path}: expected at most {MAX_BYTES:,} bytes of YAML, got more")
    try:
        return parse(raw.decode("utf-8-sig"))
    except YamlError as error:
        raise YamlError(
            f"{path}{', ' if str(error).startswith('line ') else ': '}{error}"
        ) from None
    except UnicodeDecodeError as error:
        raise YamlError(f"{path}: {error}, expected text in UTF-8") from None


def parse(text: str) -> Any:
    """The value of a YAML text: lists, mappings without repeated keys, and plain values.

    Raises YamlError, which names line, column and key where they are known, for whatever else
    YAML may hold: other tags, dates that are none, whole numbers of more than MAX_BITS, more than
    MAX_DEPTH or MAX_VALUES.
    """
    try:
        _check_depth(text)
        loader = SafeLoader(text)
        try:
            node = loader.get_single_node()
            return None if node is None else _Values(loader).of(node, ())
        finally:
            loader.dispose()
    except yaml.MarkedYAMLError as error:
        mark, problem = error.problem_mark or error.context_mark, error.problem
        if "nesting depth" in str(problem):  # PyYAML looks ahead, and has a limit of its own
            problem = f"more than {MAX_DEPTH} levels"
        words = one_line(str(problem), 250)
        raise YamlError(f"{_place(mark)}{words}, expected YAML of plain values") from None
    except UnicodeEncodeError as error:
        half = error.object[error.start]
        raise YamlError(f"{half!r} is half of a surrogate pair, expected YAML") from None
    except yaml.YAMLError as error:
        raise YamlError(f"{' '.join(str(error).split())}, expected YAML of plain values") from None


def _check_depth(text: str) -> None:
    """Before the parsers that call themselves for every level, and end the process with it."""
    depth = 0
    for k, event in enumerate(yaml.parse(text, SafeLoader)):
        if k > MAX_EVENTS:
            raise _problem(event.start_mark, (), f"more than {MAX_VALUES} values")
        depth += isinstance(event, yaml.CollectionStartEvent)
        depth -= isinstance(event, yaml.CollectionEndEvent)
        if depth > MAX_DEPTH:
            raise _problem(event.start_mark, (), f"more than {MAX_DEPTH} levels")


def _place(mark: Any) -> str:
    return f"line {mark.line + 1}, column {mark.column + 1}: " if mark else ""


def _problem(mark: Any, keys: tuple[Any, ...], words: str) -> yaml.MarkedYAMLError:
    key = one_line(f"key {'.'.join(map(str, keys))}: ", 200) if keys else ""
    return yaml.MarkedYAMLError(problem=key + words, problem_mark=mark)


class _Values:
    """Makes values of the nodes of one document."""

    def __init__(self, loader: Any) -> None:
        self._loader = loader
        self._count = 0

    def of(self, node: Any, keys: tuple[Any, ...]) -> Any:
        """The value of a node; keys: those that lead to it."""
        self._count += 1
        if self._count > MAX_VALUES or len(keys) > MAX_DEPTH:  # an alias may hold itself
            raise _problem(
                node.start_mark,
                keys[:3],
                f"more than {MAX_DEPTH} levels or {MAX_VALUES} values, aliases included",
            )
        if isinstance(node, yaml.ScalarNode):
            return self._scalar(node, keys)
        if node.tag == _LIST:
            return [self.of(child, (*keys, k)) for k, child in enumerate(node.value)]
        if node.tag == _MAPPING:
            return self._mapping(node, keys)
        raise _problem(node.start_mark, keys, f"a value with the tag {shown(node.tag)}")

    def _mapping(self, node: Any, keys: tuple[Any, ...]) -> dict[Any, Any]:
        values: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, yaml.ScalarNode):
                raise _problem(key_node.start_mark, keys, "a key that is a list or a mapping")
            key = self.of(key_node, keys)
            if key in values:
                words = f"key {shown(key)} stands here a second time"
                raise _problem(key_node.start_mark, keys, words)
            values[key] = self.of(value_node, (*keys, key))
        return values

    def _scalar(self, node: Any, keys: tuple[Any, ...]) -> Any:
        if node.tag != _TEXT and len(node.value) > MAX_LETTERS:  # their readers take their time
            raise _problem(node.start_mark, keys, f"{shown(node.value)} is too large a number")
        try:
            value = self._loader.construct_object(node)
        except yaml.YAMLError as error:
            words = getattr(error, "problem", None) or str(error)
            raise _problem(node.start_mark, keys, words) from None
        except Exception as error:  # whatever date, number and binary readers raise
            words = f"{shown(node.value)} is no {node.tag.rpartition(':')[2]} ({error})"
            words = one_line(" ".join(words.split()))
            raise _problem(node.start_mark, keys, words) from None
        if isinstance(value, int) and value.bit_length() > MAX_BITS:
            raise _problem(node.start_mark, keys, f"{shown(node.value)} is too large a number")
        return value
