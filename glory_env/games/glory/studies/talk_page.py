"""The tables of `glory study talk`: what words change, what was said and kept, what lies cost."""

from __future__ import annotations

from typing import Any

from glory_env.bench.statistics import ENOUGH
from glory_env.bench.study import Study
from glory_env.games.glory.state import STATEMENTS, TALKS, TALLY, THREAT_POOL
from glory_env.games.glory.studies.settings import Talk
from glory_env.games.glory.studies.talk import (
    LATER,
    MEASURES,
    SILENT,
    SPEAKING,
    WITH_WORDS,
    judge,
    plan,
)
from glory_env.report.tables import Page, Table, Value, interval, origin, seconds

FORMS = {"completion": "share", "welfare": "number", "agreement": "share"}
CHANGES = ("cheap - off", "binding - off", "binding - cheap")
ABOUT = {
    "completion": "Games completed.",
    "welfare": "GP of both over 130, 0 if not completed.",
    "agreement": "Turns with talks that agreed, of all turns with talks.",
}
PRICE_NOTE = (
    f"Offers of the listener in the {LATER} turns after a turn in which a word of the speaker was "
    "judged: the speaker's share of the total in the listener's first offer, in percent points "
    "where it is a difference. All speakers together. *apart*: after turns with a broken word less "
    "after turns in which words were kept and none broken, each compared only with turns of the "
    "same number in the same pairing and seating, weighted by the turns with a broken word. "
    "*change*: the same comparison of the share offered after less that in the "
    f"{LATER} turns before. A negative value is a price. Words for the whole game (no grab, no "
    "turn 13) are left out. Scripts without retaliation (`honest`, `deceiver`, `threatening`, "
    "`withdraw_in_time`) never answer a wrong with their offers: their rows show how far such a "
    "comparison is off by itself."
)


def tables(document: dict[str, Any]) -> list[Table]:
    """All tables of what `bench.talk.judge` gives."""
    all_tables = [_overall(document["groups"])]
    all_tables += [_of_pairs(document["pairs"], name) for name in MEASURES]
    for talk in WITH_WORDS:
        by_kind = document["statements"][talk]
        words, threats = STATEMENTS[:THREAT_POOL], STATEMENTS[THREAT_POOL:]
        all_tables.append(
            _counted(f"statements by kind, talk = {talk}", "A game, both seats, all pairings.",
                     {kind: by_kind[kind] for kind in words}, TALLY, "kept of judged")
        )  # fmt: skip
        all_tables.append(
            _counted(f"threats by kind, talk = {talk}", "A game, both seats, all pairings.",
                     {kind: by_kind[kind] for kind in threats}, _THREATS, "carried out of judged")
        )  # fmt: skip
    for talk in WITH_WORDS:
        by_speaker = document["speakers"][talk]
        all_tables.append(
            _counted(f"statements by speaker, talk = {talk}", _BY_SPEAKER,
                     {name: by_speaker[name]["words"] for name in by_speaker}, TALLY,
                     "kept of judged")
        )  # fmt: skip
        all_tables.append(
            _counted(f"threats by speaker, talk = {talk}", "A game and seat of the script.",
                     {name: by_speaker[name]["threats"] for name in by_speaker}, _THREATS,
                     "carried out of judged")
        )  # fmt: skip
    for talk in WITH_WORDS:
        if sum(entry["broken"] for entry in document["price"][talk].values()) >= ENOUGH:
            all_tables.append(_price(document["price"][talk], talk))
    return all_tables


_THREATS = tuple(column for column in TALLY if column != "asked")
_NAMES = {"kept": "carried out", "broken": "not carried out"}
_BY_SPEAKER = (
    "A game and seat of the script. *asked*: what it asked for; *made*: what came into force in "
    "its name, by its own offers or because it accepted a request."
)


def circumstances(document: dict[str, Any]) -> str:
    """What was played, in one sentence."""
    seeds = document["seeds"]
    return (
        f"{origin(document)}, {seeds['games']} games of each ordered pair of scripts with "
        f"each talk ({', '.join(TALKS)}), from seed {seeds['first']}, the same seeds everywhere; "
        "means with 95 % bootstrap intervals clustered by seed"
    )


def reading(document: dict[str, Any]) -> str:
    """Who speaks and who does not."""
    speak, silent = (
        [f"`{name}`" for name in document["scripts"] if name in group]
        for group in (SPEAKING, SILENT)
    )
    parts = []
    if speak:
        parts.append(f"{', '.join(speak)} speak")
    if silent:
        parts.append(f"{', '.join(silent)} say nothing but weigh what they hear")
    return "; ".join(parts)


def _overall(groups: dict[str, Any]) -> Table:
    rows = []
    for group, by_measure in groups.items():
        rows.append([f"{group} pairs" if group == "all" else group])
        for talk in TALKS:
            figures = (interval(by_measure[name][talk], FORMS[name]) for name in MEASURES)
            rows.append([f"talk = {talk}", *figures])
        for change in CHANGES:
            rows.append([change, *(_apart(by_measure[name][change], name) for name in MEASURES)])
    note = (
        "Ordered pairs together. Differences of shares are in percent points. Scripts meet the "
        "same draws with talk and without, so that pairs in which none speaks play the same games."
    )
    return Table("play", "what talk changes", note, ["", *MEASURES], rows)


def _of_pairs(pairs: list[dict[str, Any]], name: str) -> Table:
    heads = [f"talk = {talk}" for talk in TALKS]
    rows = [
        [
            " and ".join(entry["pair"]),
            *(interval(entry[name][talk], FORMS[name]) for talk in TALKS),
            *(_apart(entry[name][change], name) for change in CHANGES[:2]),
        ]
        for entry in pairs
    ]
    return Table("play", f"{name} by pair", f"{ABOUT[name]} Both seatings.",
                 ["pair", *heads, *CHANGES[:2]], rows)  # fmt: skip


def _apart(value: Value, name: str) -> str:
    return interval(value, "points" if FORMS[name] == "share" else "lead")


def _counted(
    title: str, note: str, by_name: dict[str, Any], columns: tuple[str, ...], share: str
) -> Table:
    heads = [_NAMES.get(c, c) if "threats" in title else c for c in columns]
    rows = [
        [
            name.replace("_", " ") if name in STATEMENTS else name,
            *(interval(counts[column], "number") for column in columns),
            interval(counts["share kept"], "share"),
        ]
        for name, counts in by_name.items()
    ]
    return Table("words", title, note, ["", *heads, share], rows)


def _price(by_listener: dict[str, Any], talk: str) -> Table:
    rows = [
        [
            name,
            f"{entry['broken']}",
            f"{entry['kept']}",
            *(interval(entry.get(f"after_{word}"), "share") for word in ("broken", "kept")),
            *(interval(entry.get(what), "points") for what in ("apart", "change")),
        ]
        for name, entry in by_listener.items()
    ]
    head = ["listener", "turns, broken", "turns, kept", "offered after broken",
            "offered after kept", "apart", "change"]  # fmt: skip
    return Table("price", f"what a broken word costs, talk = {talk}", PRICE_NOTE, head, rows)


def page(document: dict[str, Any]) -> Page:
    """What words do, on a page."""
    about = circumstances(document)
    heading = f"{about}, {seconds(document)}"
    return Page("Talk", f"{about}. {reading(document)}.", heading, tables(document))


STUDY = Study(Talk, plan, judge, page, unit="game", keeps=False)
