"""The table of the balance of the Aleutians Campaign."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.aleutians.bench.balance import judge, plan
from glory_env.games.aleutians.studies.settings import Balance
from glory_env.report.crossplay import circumstances, page_of
from glory_env.report.tables import Page, Table, interval


def table(document: Mapping[str, Any]) -> Table:
    """Who plays, how often Japan wins by bid, and the bid at which it wins half."""
    bids = document["bids"]
    rows = []
    for row in document["rows"]:
        fair = "none of these" if row["fair"] is None else f"{row['fair']:+.1f}"
        shares = [interval(row[f"bid_{bid}"], "share") for bid in bids]
        more = [interval(row["vp"], "number"), interval(row["early"], "share")]
        rows.append([row["japan"], row["allies"], *shares, fair, *more])
    note = (
        "Games that Japan ends above an Allied victory, where it begins with so many VP (bid; 0: "
        "as printed). fair: the bid at which it wins half, by a straight line between whole bids. "
        "VP at the end, early: without a bid; early: games that ended before the last turn."
    )
    heads = ["Japan", "Allies", *(f"bid {bid:+d}" if bid else "bid 0" for bid in bids), "fair",
             "VP at the end", "early"]  # fmt: skip
    return Table("balance", "balance", note, heads, rows)


def page(document: dict[str, Any]) -> Page:
    """The balance, on a page."""
    return page_of("Balance of the Aleutians Campaign", document, circumstances(document),
                   [table(document)])  # fmt: skip


STUDY = Study(Balance, plan, judge, page)
