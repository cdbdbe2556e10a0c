"""The scripts by name. Fixed before anything was measured with them."""

from __future__ import annotations

from typing import Any

import numpy as np

from glory_agents.glory.scripted.rows import SLIDERS, script_row

_BASE: dict[str, Any] = {
    "negotiator": "timed",
    "commander": "withdraw",
    "producer": "shipping",
    "claim": 0.1,
    "concession": 0.5,
    "honesty": 0.9,
    "escort": 0.8,
    "burn": 0.1,
    "retreat_turn": 4,
    "taste": 0.0,
    "retaliation": 0.0,
    "civil": 0.5,
    "care": 3.4,
    "thrift": 0.4,
    "voice": "silent",
}

# name -> (one line about it, what differs from the ordinary script)
NAMED: dict[str, tuple[str, dict[str, Any]]] = {
    "random_pass": (
        "random micro-steps, but every other time it rather ends",
        {"negotiator": "random", "commander": "passive", "producer": "random"},
    ),
    "greedy_gp": (
        "all for glory points of this turn, whatever they cost",
        {"commander": "greedy", "claim": 0.7, "burn": 1.0, "civil": 0.05, "care": 0.0,
         "thrift": 0.0, "producer": "none", "escort": 0.3},
    ),
    "hold_the_line": (
        "fights wherever a marker stands and gives up nothing",
        {"commander": "hold"},
    ),
    "withdraw_in_time": ("fights at sea early, then retires; holds what is cheap to hold", {}),
    "civil_first": (
        "avoids every fight and wants shipping first",
        {"retreat_turn": 1, "civil": 0.65, "claim": 0.0, "care": 5.0, "thrift": 1.0},
    ),
    "needs_splitter": ("offers both what they need, and nothing else", {"negotiator": "splitter"}),
    "stonewaller": ("claims nearly everything and never yields", {"negotiator": "stonewaller"}),
    "boulware": ("a high claim, given up only at the end", {"claim": 0.6, "concession": 0.1}),
    "conceder": ("a high claim, given up at once", {"claim": 0.6, "concession": 0.9}),
    "tit_for_tat": (
        "fair until wronged, then hard for a turn",
        {"claim": 0.0, "honesty": 1.0, "concession": 0.9, "retaliation": 1.0},
    ),
    "generous_tit_for_tat": (
        "tit for tat that lets three wrongs in ten pass",
        {"claim": 0.0, "honesty": 1.0, "concession": 0.9, "retaliation": 0.7},
    ),
    "grim": (
        "fair until wronged once, then hard for ever",
        {"negotiator": "grim", "claim": 0.0, "honesty": 1.0, "concession": 0.9, "retaliation": 1.0},
    ),
    "deceiver": (
        "names twice its need, yields readily, grabs from turn 9 on; keeps no word",
        {"negotiator": "deceiver", "honesty": 0.0, "concession": 0.9, "escort": 0.2, "burn": 1.0,
         "voice": "deceiving"},
    ),
    "honest": (
        "says what it will do, asks for what it needs, and keeps its word",
        {"claim": 0.0, "honesty": 1.0, "concession": 0.9, "voice": "honest"},
    ),
    "threatening": (
        "a high claim; threatens when it is not met, and carries it out",
        {"claim": 0.6, "concession": 0.1, "voice": "threatening"},
    ),
    "forgiving": (
        "honest; answers a broken word for one turn, and trusts again once words are kept",
        {"claim": 0.0, "honesty": 1.0, "concession": 0.9, "retaliation": 1.0,
         "voice": "forgiving"},
    ),
    # Degenerate plans: the scenario must not reward them.
    "china_offensive": (
        "degenerate: the army has eyes for China alone",
        {"commander": "china", "civil": 0.2, "thrift": 0.0},
    ),
    "all_civil": (
        "degenerate: no tonnage for the services",
        {"commander": "civil", "civil": 1.0, "claim": 0.0, "thrift": 10.0},
    ),
    "all_transports": (
        "degenerate: nothing but transports is built",
        {"commander": "civil", "producer": "transports", "civil": 0.7, "claim": 0.0},
    ),
    "never_activate": (
        "degenerate: claims its share and lets it lapse",
        {"commander": "civil", "claim": 0.5, "thrift": 10.0},
    ),
    "turn_12_grab": (
        "degenerate: ordinary until turn 12, then takes all",
        {"negotiator": "grab"},
    ),
}  # fmt: skip


# The public temperaments: all sliders in the middle but the one a temperament is named for. Public
# ones stay in [0, 0.7]; what lies beyond is kept for held-out partners.
MIDDLE = {**dict.fromkeys(SLIDERS, 0.35), "honesty": 0.65}
PUBLIC = 0.7
BEYOND = 2  # sliders of a held-out temperament above the public range, at least

TEMPERAMENTS: dict[str, tuple[str, str, float]] = {  # name -> (about, slider, value)
    "grasping": ("claims most at first", "claim", PUBLIC),
    "yielding": ("gives way soonest in the talks", "concession", PUBLIC),
    "bluffing": ("names far more than it needs", "honesty", 0.0),
    "helpful": ("grants most of the escorts asked for", "escort", PUBLIC),
    "spendthrift": ("pays losses from the total", "burn", PUBLIC),
    "dogged": ("keeps its fleet at sea for long", "withdrawal", PUBLIC),
    "arming": ("builds arms of its own", "taste", PUBLIC),
    "vengeful": ("answers wrongs in kind", "retaliation", PUBLIC),
}

for _name, (_about, _slider, _value) in TEMPERAMENTS.items():
    NAMED[_name] = (_about, {**MIDDLE, _slider: _value})


DEGENERATE = ("china_offensive", "all_civil", "all_transports", "never_activate", "turn_12_grab")


def draw_sliders(seed: int, low: float = 0.0, high: float = PUBLIC) -> dict[str, float]:
    """The sliders of a temperament drawn from the family; the same seed, the same temperament.

    ValueError where not 0 <= low <= high <= 1.
    """
    if not 0.0 <= low <= high <= 1.0:
        raise ValueError(f"expected 0 <= low <= high <= 1, got {low} and {high}")
    draws = np.random.default_rng(seed).uniform(low, high, len(SLIDERS))
    return {name: round(float(x), 3) for name, x in zip(SLIDERS, draws, strict=True)}


def draw_held_out(seed: int) -> dict[str, float]:
    """The sliders of a held-out temperament; the same seed, the same temperament.

    At least two are in (0.7, 1] and all others in [0, 0.7]: drawn evenly from what of the family
    lies there. ValueError where the seed is not a whole number of at least 0.
    """
    if not isinstance(seed, int | np.integer) or isinstance(seed, bool) or seed < 0:
        raise ValueError(f"seed: expected a whole number of at least 0, got {seed!r}")
    rng = np.random.default_rng(seed)
    while True:
        draws = rng.integers(0, 1001, len(SLIDERS)) / 1000
        if np.count_nonzero(draws > PUBLIC) >= BEYOND:
            return dict(zip(SLIDERS, draws.tolist(), strict=True))


def values_of(name: str) -> dict[str, Any]:
    """All parameters of a named script; the withdrawal slider sets retreat_turn."""
    values = {**_BASE, **NAMED[name][1]}
    if "withdrawal" in values:
        del values["retreat_turn"]
    return values


def row_of(name: str, given: dict[str, Any] | None = None) -> np.ndarray:
    """SCRIPT (1,) of a named script, parameters replaced by those given (AgentError if wrong)."""
    return script_row({**values_of(name), **(given or {})})
