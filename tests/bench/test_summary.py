"""The sentences of the summary say as much as the intervals support."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory.report.summary import sentences

Value = list[float | None]


def made(welfare: dict[str, Value], gains: dict[str, Value]) -> dict[str, Any]:
    """A document with figures of two or more participants."""
    return {
        "agents": {name: {"row": name, "kind": "script"} for name in welfare},
        "with_itself": {name: {"0": {"welfare": value}} for name, value in welfare.items()},
        "crossplay": {
            "exploitability": {name: {"both": value} for name, value in gains.items()},
            "best_reply": {name: {"army": "two", "navy": "two"} for name in gains},
        },
        "tasks": {},
    }


def test_what_intervals_tell_apart_is_said() -> None:
    document = made(
        {"one": [0.5, 0.4, 0.6], "two": [0.9, 0.8, 1.0], "three": [0.55, 0.45, 0.65]},
        {"one": [0.3, 0.2, 0.4], "two": [0.0, None, None], "three": [0.25, 0.15, 0.35]},
    )
    assert sentences(document) == [
        "two has the highest welfare with itself, 0.90 [0.80, 1.00].",
        "one has the highest exploitability, +0.300 [+0.200, +0.400], "
        "but it is not distinguishable from three.",
        "two has the lowest exploitability, +0.000 [+0.000, +0.000].",
    ]


def test_what_they_do_not_tell_apart_is_not() -> None:
    names = ("a", "b", "c", "d", "e", "f")
    document = made({name: [0.5, 0.4, 0.6] for name in names}, {})
    assert sentences(document) == [
        "a has the highest welfare with itself, 0.50 [0.40, 0.60], "
        "but it is not distinguishable from any other participant."
    ]
    document = made({**{name: [0.5, 0.4, 0.6] for name in names}, "g": [0.1, 0.0, 0.2]}, {})
    (sentence,) = sentences(document)
    assert sentence.endswith("but it is not distinguishable from b, c, d and 2 more.")


def test_without_an_interval_or_a_rival_nothing_is_claimed() -> None:
    document = made({"one": [0.5, None, None], "two": [0.9, 0.8, 1.0]}, {})
    (sentence,) = sentences(document)
    assert sentence.endswith("not distinguishable from any other participant.")
    assert sentences(made({"one": [0.5, 0.4, 0.6]}, {"one": [0.3, 0.2, 0.4]})) == []
