"""The tables of a suite's results document."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory.bench.metrics import METRICS
from glory_env.games.glory.engine.options import changed
from glory_env.games.glory.report import standing
from glory_env.games.glory.state import SERVICES
from glory_env.report.tables import MISSING, Table, interval, matrix, mean

NOT_RUN = "not run"


def tables(document: dict[str, Any]) -> list[Table]:
    """Every table of a results document, in reading order."""
    placed = document.get(standing.PART)
    all_tables = standing.tables(placed) if placed else []
    all_tables += [_task(document, name) for name in document["tasks"]]
    all_tables += _budgets(document["tasks"].get("best_response", {}).get("budgets", {}))
    if document["crossplay"]:
        all_tables += [_field(document["crossplay"]), *_matrix(document["crossplay"])]
        all_tables += _metagame(document["crossplay"])
    return [*all_tables, _metrics(document)]


# --- one table a task ----------------------------------------------------------------------
def _task(document: dict[str, Any], name: str) -> Table:
    task = document["tasks"][name]
    columns, origins = task["columns"], task.get("found")
    missing = NOT_RUN if name == "best_response" else MISSING
    rows = []
    for agent, row in task["rows"].items():
        cells = [interval(row[c["key"]], c["form"]) for c in columns]
        shown = [missing if text == MISSING else text for text in cells]
        rows.append([agent, *shown, *([origins.get(agent, MISSING)] if origins else [])])
    head = ["agent", *(c["label"] for c in columns), *(["by"] if origins else [])]
    return Table(name, name.replace("_", " "), task["question"], head, rows)


def _budgets(by_agent: dict[str, Any]) -> list[Table]:
    """What searches of different lengths gain, a row for each policy that was searched against."""
    minutes = sorted({budget for gains in by_agent.values() for budget, _ in gains})
    rows = []
    for name, gains in by_agent.items():
        by_budget = dict(map(tuple, gains))
        rows.append([name, *(interval(by_budget.get(budget), "signed") for budget in minutes)])
    about = "Gain, mean of both seats, by the minutes of the search: a lower bound each."
    head = ["agent", *(f"{budget:g} minutes" for budget in minutes)]
    return [Table("best_response", "best response by budget", about, head, rows)] if rows else []


def _metrics(document: dict[str, Any]) -> Table:
    """Every metric of every participant with itself, selfish."""
    own = {agent: by_angle["0"] for agent, by_angle in document["with_itself"].items()}
    rows = [
        [name, metric.about, *(interval(figures[name], metric.form) for figures in own.values())]
        for name, metric in METRICS.items()
    ]
    return Table("pairings", "all metrics, with itself", "0 degrees", ["metric", "of", *own], rows)


# --- cross-play ----------------------------------------------------------------------------
def _field(crossplay: dict[str, Any]) -> Table:
    rows = []
    for name in sorted(crossplay["agents"], key=lambda name: -_mean_of(crossplay["field"][name])):
        replies = crossplay["best_reply"][name]
        rows.append(
            [
                name,
                *(interval(crossplay["field"][name][seat], "signed") for seat in SERVICES),
                *(interval(crossplay["regret"][name][seat], "signed") for seat in SERVICES),
                interval(crossplay["exploitability"][name]["both"], "signed"),
                f"{replies['army']}, {replies['navy']}",
            ]
        )
    gain = crossplay["pairing"]
    note = "Mean utility with every agent of the matrix; by utility, not a rating."
    if gain["gain"] is not None:
        note += (
            f" The same dice for all pairings: correlation {gain['correlation']:+.2f} between two "
            f"armies' utilities with one navy, worth {gain['gain']:.2f} times as many games with "
            f"dice of their own (medians of {gain['comparisons']} comparisons)."
        )
    head = ["agent", "utility as army", "as navy", "regret as army", "as navy",
            "exploitability, at least", "best replies: army, navy"]  # fmt: skip
    return Table("crossplay", "cross-play: field and regret", note, head, rows)


def _mean_of(by_seat: dict[str, Any]) -> float:
    return float(sum(value[0] for value in by_seat.values() if value))


def _matrix(crossplay: dict[str, Any]) -> list[Table]:
    """Two tables of means: what the army gets, and what the navy gets."""
    cells = [
        [[mean(value, "lead", 2) for value in row] for row in crossplay[key]]
        for key in ("u_row", "u_col")
    ]
    note = "Rows play the army, columns the navy, by the rows' numbers."
    titles = [f"cross-play: utility of the {seat}" for seat in SERVICES]
    return matrix("crossplay", titles, note, crossplay["agents"], cells)


def _metagame(crossplay: dict[str, Any]) -> list[Table]:
    """Who would be chosen, and what best replies lead to."""
    metagame = crossplay["metagame"]
    replies = metagame["best_replies"]
    ends = " Best replies in turn end in: " + "; ".join(
        ", ".join(f"{one['army']} with {one['navy']}" for one in end) for end in replies["ends"]
    )
    head = ["agent", "best navy against it", "best army against it"]
    to_army, to_navy = replies["to_army"], replies["to_navy"]
    rows = [[name, to_army[name], to_navy[name]] for name in crossplay["agents"]]
    if metagame["missing"]:
        note = (
            "Alpha-rank and Nash equilibria were not computed: the extra openspiel is not "
            f"installed ({', '.join(metagame['missing'])})." + ends
        )
        return [Table("metagame", "meta-game", note, head, rows)]
    note = (
        "Alpha-rank: share of the time that a population of imitators plays the policy. In "
        f"equilibrium: in how many of {metagame['resamples']} resamples of the dice it has a part "
        "in a Nash equilibrium." + ends
    )
    for row in rows:
        for seat in SERVICES:
            share = metagame["in_support"][seat][row[0]]
            support = MISSING if metagame["equilibria"] is None else f"{100 * share:.0f} %"
            row += [interval(metagame["alpha_rank"][seat][row[0]], "share"), support]
    head += [f"{what} as {seat}" for seat in SERVICES for what in ("alpha-rank", "in equilibrium")]
    mixed = [
        [*(_strategy(one[seat]) for seat in SERVICES),
         *(mean([one[f"utility_{seat}"]], "signed", 3) for seat in SERVICES)]
        for one in metagame["equilibria"] or []
    ]  # fmt: skip
    about = "Of the means."
    if metagame["equilibria"] is None:
        about = "Not computed: too many policies are left that no mixture of others dominates."
    return [
        Table("metagame", "meta-game", note, head, rows),
        Table("metagame", "meta-game: Nash equilibria",
              about,
              ["army plays", "navy plays", "utility of the army", "of the navy"], mixed),
    ]  # fmt: skip


def _strategy(shares: dict[str, float]) -> str:
    return ", ".join(f"{name} {100 * share:.0f} %" for name, share in shares.items())


# --- as text -------------------------------------------------------------------------------
def circumstances(document: dict[str, Any]) -> str:
    """What all figures depend on, in three lines."""
    seeds, held = document["seeds"], document["held_out"]
    options = "".join(f", {name}={value}" for name, value in changed(document["options"]).items())
    angles = ", ".join(f"{name} {angle:g}" for name, angle in document["reward"].items())
    return (
        f"glory_env {document['package']} (code {document['code']}), scenario "
        f"{document['scenario']} ({document['scenario_id'][:12]}), deadlock rule "
        f"{document['deadlock']}{options}; objective in degrees: {angles}.\n"
        f"{_games(seeds)} from seed {seeds['first']}{_planners(document)}, "
        f"actions {'likeliest' if document['deterministic'] else 'sampled'}; "
        f"mean [95 % interval]: {document['intervals']['kind']}, "
        f"{document['intervals']['resamples']} resamples.\n"
        f"Held-out partners: seeds {', '.join(map(str, held['seeds']))}; sha256 of their "
        f"parameters {held['sha256']}.{_hidden(document)}"
    )


def _games(seeds: dict[str, int]) -> str:
    """Of a pairing, and of one with a member of a family where these are others."""
    text = f"{seeds['games']} games a pairing"
    same = seeds["of_families"] == seeds["games"]
    return text if same else f"{text}, {seeds['of_families']} with a member of a family,"


def _hidden(document: dict[str, Any]) -> str:
    """The hidden partners, where there are any."""
    hidden = document["hidden"]
    if not hidden["agents"]:
        return ""
    names = ", ".join(hidden["agents"])
    return f"\nHidden partners: {names}; sha256 of what they are {hidden['sha256']}."


def _planners(document: dict[str, Any]) -> str:
    """How many games planners had the time for; nothing without planners."""
    played = [pair["games"] for pair in document["pairings"].values() if pair["planner"]]
    if not played:
        return ""
    search = document["search"]
    return (
        f" (planners {min(played)} to {max(played)}: what {search['minutes']:g} minutes a pairing "
        f"allow, at least {search['games']})"
    )
