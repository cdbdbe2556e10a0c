"""The sentences of the summary say as much as the intervals support."""

from __future__ import annotations

from typing import Any

import pytest

from glory_env.games.glory.report.summary import sentences

Value = list[float | None]


def made(
    welfare: dict[str, Value], gains: dict[str, Value], anarchy: Value | None = None
) -> dict[str, Any]:
    """A document with figures of two or more participants."""
    payoff = {"simultaneous": dict.fromkeys(("army", "navy"), inequalities())}
    return {
        "agents": {name: {"row": name, "kind": "script"} for name in welfare},
        "with_itself": {name: {"0": {"welfare": value}} for name, value in welfare.items()},
        "crossplay": {
            "exploitability": {name: {"both": value} for name, value in gains.items()},
            "best_reply": {name: {"army": "two", "navy": "two"} for name in gains},
        },
        "certificate": anarchy
        and {"payoffs": {"utility": payoff}, "price_of_anarchy": {"selfish": anarchy}},
        "tasks": {},
    }


def inequalities() -> dict[str, Value]:
    names = ("R - P", "R - S", "2R - T - S", "greed T - R", "fear P - S")
    return {name: [0.5, 0.25, 0.75] for name in names}


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


@pytest.mark.parametrize(
    ("anarchy", "words"),
    [
        ([1.5, 1.25, 1.75], "1.50 [1.25, 1.75], above 1."),
        ([0.5, 0.25, 0.75], "0.50 [0.25, 0.75], below 1."),
        ([1.0, 0.75, 1.25], "1.00 [0.75, 1.25], which is not distinguishable from 1."),
        ([3.0, None, None], "3.00, without an interval."),
    ],
)
def test_certificate_in_a_sentence(anarchy: Value, words: str) -> None:
    (sentence,) = sentences(made({"one": [0.5, 0.4, 0.6]}, {}, anarchy))
    assert sentence == (
        "Dilemma certificate: by utility: dilemma shown for the army, dilemma shown for the navy. "
        f"The price of anarchy is {words}"
    )
