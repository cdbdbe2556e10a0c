"""The whole content of a scenario: its own few lines, the data files, and its changes to them.

A scenario file says under `changes`, by data file, what differs from it: mappings are merged,
everything else is replaced, null takes a key away. So an owner of the game writes into one file
what the print says otherwise.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import Any

from glory_env.core import yaml_file
from glory_env.scenario.problems import Problems, ScenarioError

DATA = Path(__file__).resolve().parent / "data"
PARTS = ("map", "units", "setups", "tables", "cards", "victory")
CHANGES, PROVENANCE = "changes", "provenance"


class DataProblems(Problems):
    """Problems that name the file a value comes from: a data file, or the scenario's own."""

    def __init__(self, path: Path, changes: dict[str, Any]) -> None:
        super().__init__(path)
        self._changes = changes

    def add(self, key: str, value: Any, expected: str) -> None:
        super().add(self._named(key), value, expected)

    def changed(self, key: str) -> bool:
        """Whether the scenario's own file changes what a key names."""
        part, *below = key.split(".")
        return _reaches(self._changes.get(part), below)

    def _named(self, key: str) -> str:
        prefix, _, rest = key.partition(".") if key.startswith(f"{PROVENANCE}.") else ("", "", key)
        part, _, below = rest.partition(".")
        if part not in PARTS or not below:
            return key
        if self.changed(rest):
            return f"{CHANGES}.{rest}"
        return f"{part}.yaml: {prefix + '.' if prefix else ''}{below}"


def _reaches(changes: Any, segments: list[str]) -> bool:
    """Whether changes touch what a key names."""
    for segment in segments:
        if not isinstance(changes, dict):
            break
        by_text = {str(key): value for key, value in changes.items()}
        if segment not in by_text:
            return False
        changes = by_text[segment]
    return changes is not None


@cache
def part_of(folder: Path, part: str) -> dict[str, Any]:
    """The content of a data file.

    Raises:
        ScenarioError: no such file, or no mapping in YAML.
    """
    path = folder / f"{part}.yaml"
    try:
        content = yaml_file.read(path)
    except yaml_file.YamlError as error:
        raise ScenarioError(str(error)) from None
    except OSError as error:
        raise ScenarioError(f"{path}: {error.strerror}, expected a data file") from None
    if not isinstance(content, dict):
        raise ScenarioError(f"{path}: found {type(content).__name__}, expected a mapping")
    return content


def merged(content: Any, changes: Any) -> Any:
    """Content with the changes made."""
    if not isinstance(content, dict) or not isinstance(changes, dict):
        return changes
    whole = dict(content)
    for key, change in changes.items():
        if change is None and key in whole:
            del whole[key]
        elif change is not None:
            whole[key] = merged(whole.get(key), change)
    return whole


def gather(
    path: Path, own: dict[str, Any], folder: Path = DATA
) -> tuple[dict[str, Any], DataProblems]:
    """The whole content of a scenario file, and where to note what is wrong with it."""
    whole = {key: value for key, value in own.items() if key != CHANGES}
    given = own.get(CHANGES)
    changes = given if isinstance(given, dict) else {}
    problems = DataProblems(path, changes)
    if given is not None and not isinstance(given, dict):
        problems.add(CHANGES, given, f"a mapping with some of the keys {', '.join(PARTS)}")
    for part in changes:
        if part not in PARTS:
            problems.add(f"{CHANGES}.{part}", changes[part], f"one of {', '.join(PARTS)}")
    sources: dict[str, Any] = {}
    for part in PARTS:
        if part in own:
            problems.add(part, own[part], f"it under {CHANGES}")
        content = part_of(folder, part)
        for key, source in (content.get(PROVENANCE) or {}).items():
            sources[f"{part}.{key}"] = source
        content = {key: value for key, value in content.items() if key != PROVENANCE}
        whole[part] = merged(content, changes.get(part, {}))
    whole[PROVENANCE] = sources | (own.get(PROVENANCE) or {})
    problems.raise_errors()
    return whole, problems
