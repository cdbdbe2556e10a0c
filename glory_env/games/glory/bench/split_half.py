"""Would other training seeds have led to the opposite verdict? The certificate in two halves.

The cooperative and the selfish family are split in two halves without a common member, and each
half is certified with dice of its own. The zero-sum family is in no inequality: its first member
represents it in both halves.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from glory_env.games.glory.bench.config import BenchConfig
from glory_env.games.glory.bench.dilemma import OPEN, PAYOFFS, certificate, families, verdict
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.state import SERVICES

LEAST = 4  # members of a family that has two halves
APART = 500_000  # between the first seeds of the halves' dice
SPLIT = ("cooperative", "selfish")


def halves(config: BenchConfig) -> list[BenchConfig]:
    """Settings of the certificate of each half: every second member, in the order of their names.

    The first half has the dice of the whole. ValueError for a family of fewer than LEAST members.
    """
    family = {role: sorted(names) for role, names in families(config).items()}
    for role in SPLIT:
        if len(family[role]) < LEAST:
            raise ValueError(
                f"dilemma: halves of a family need at least {LEAST} members, {role} "
                f"{config.dilemma[role]!r} has {len(family[role])}"
            )
    return [
        config.model_copy(
            update={
                "dilemma": {
                    role: "+".join(names[k::2] if role in SPLIT else names[:1])
                    for role, names in family.items()
                },
                "first_seed": config.first_seed + k * APART,
            }
        )
        for k in range(2)
    ]


def compared(
    whole: Mapping[str, Any], halved: Sequence[ResultsStore[BenchConfig]]
) -> dict[str, Any]:
    """The verdicts of the whole's certificate and of both halves, as plain values for JSON.

    halved: the games of each half. "opposite": of how many verdicts one half says shown and the
    other refuted; "half_open": of how many exactly one half is open; "open": share of open
    verdicts, of the whole and of the halves.
    """
    parts = [certificate(store) for store in halved]
    rows = [
        {
            "payoff": payoff,
            "seat": seat,
            "whole": verdict(whole["payoffs"][payoff], seat),
            "halves": [verdict(part["payoffs"][payoff], seat) for part in parts],
        }
        for payoff in PAYOFFS
        for seat in SERVICES
    ]
    each = [said for row in rows for said in row["halves"]]
    differ = [row["halves"] for row in rows if len(set(row["halves"])) > 1]
    return {
        "parts": [
            {
                "first_seed": store.config.first_seed,
                "members": {role: list(families(store.config)[role]) for role in SPLIT},
            }
            for store in halved
        ],
        "verdicts": rows,
        "opposite": sum(OPEN not in said for said in differ),
        "half_open": sum(OPEN in said for said in differ),
        "open": {
            "whole": sum(row["whole"] == OPEN for row in rows) / len(rows),
            "halves": each.count(OPEN) / len(each),
        },
    }
