"""The head of a model card, as Hugging Face reads it: YAML between two lines of dashes."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NamedTuple

import yaml

TASK = "reinforcement-learning"
TAGS = (TASK, "multi-agent", "pettingzoo", "board-game", "safetensors")


class Metric(NamedTuple):
    """A measured mean; kind: in one word, name: what it is of."""

    kind: str
    name: str
    value: float


def front_matter(
    name: str, scenario: str, methods: Iterable[str], metrics: Iterable[Metric]
) -> list[str]:
    """The lines, an empty one after them. methods: tags of how it was trained; without metrics the
    card has no results.
    """
    head: dict[str, Any] = {
        "license": "mit",
        "library_name": "glory-env",
        "pipeline_tag": TASK,
        "tags": [*TAGS, *sorted(set(methods))],
    }
    measured = [
        {"type": kind, "name": words, "value": value, "verified": False}
        for kind, words, value in metrics
    ]
    if measured:
        result = {
            "task": {"type": TASK, "name": TASK},
            "dataset": {"name": f"scenario {scenario}", "type": scenario},
            "metrics": measured,
        }
        head["model-index"] = [{"name": name, "results": [result]}]
    return ["---", *yaml.safe_dump(head, sort_keys=False).splitlines(), "---", ""]
