"""Checks of what partners say: each kind of sentence against the record, line by line."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from glory_agents.glory.characters.traits import CHARACTERS
from glory_env.games.glory import state as st
from glory_env.games.glory.play.best_offer import split_by_needs
from glory_env.games.glory.play.forecast import forecast
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.words import facts
from glory_env.text.lazy import Say

Line = dict[str, Any]


class Case(NamedTuple):
    """A line of a game, and what of it a sentence may be about."""

    session: GlorySession
    k: int

    @property
    def game(self):
        return self.session.moments.before(self.k)

    @property
    def line(self) -> Line:
        return self.session.record.lines[self.k]

    @property
    def seat(self) -> str:
        return self.line["actor"]

    @property
    def other(self) -> str:
        return facts.other(self.seat)

    @property
    def choice(self) -> dict[str, Any]:
        return self.line["choice"]

    @property
    def civil(self) -> int:
        return self.game.total - self.choice["army"] - self.choice["navy"]

    def need(self, seat: str) -> int:
        return facts.need(self.game, seat)

    def lines(self, turn: int, decision: str, actor: str) -> list[tuple[int, Line]]:
        """Lines before this one of that turn, decision and actor, with their numbers."""
        found = enumerate(self.session.record.lines[: self.k])
        return [
            (k, line)
            for k, line in found
            if (line["turn"], line["decision"], line["actor"]) == (turn, decision, actor)
        ]

    def offers(self, actor: str) -> list[Line]:
        return [line["choice"] for _, line in self.lines(self.game.turn, "offer", actor)]

    def theirs(self) -> dict[str, int]:
        """The other's last offer with its civil share."""
        offer = self.offers(self.other)[-1]
        return {**offer, "civil": self.game.total - offer["army"] - offer["navy"]}


Values = dict[str, Any]
Check = Callable[[Case, Values], bool]


def shares(c: Case, v: Values) -> bool:
    """The numbers of an opening are those of offer and needs."""
    return (v["mine"], v["yours"], v["own"], v["theirs"], v["total"]) == (
        c.choice[c.seat], c.choice[c.other], c.need(c.seat), c.need(c.other), c.game.total
    )  # fmt: skip


def falls(c: Case, v: Values) -> bool:
    found = forecast(c.game)
    return found.falls == v["turn"] and found.floor == v["floor"] and v["civil"] == c.civil


def low(c: Case, v: Values) -> bool:
    yours, theirs = c.choice[c.other], c.need(c.other)
    return (v["yours"], v["theirs"]) == (yours, theirs) and 4 * yours < theirs


def lopsided(c: Case) -> bool:
    """The other gives itself half as much again of its need, and the seat less than half."""
    own, other = (c.theirs()[seat] / (c.need(seat) or 1) for seat in (c.seat, c.other))
    return own < 0.5 and (other > 1.5 * own or not c.need(c.other))


def claimed(c: Case, v: Values) -> bool:
    k, first = c.lines(v["turn"], "offer", c.other)[0]
    total = c.session.moments.before(k).total
    return (v["claim"], v["total"]) == (first["choice"][c.other], total) and 2 * v["claim"] > total


def paid(c: Case, turn: int) -> int:
    """What the other has paid from the total for its losses in that turn."""
    return sum(line["choice"].get("pool", 0) for _, line in c.lines(turn, "pay", c.other))


def requests(c: Case, turn: int) -> tuple[int, int]:
    """Escorts that the army asked for in that turn, and those that were granted."""
    asked = [one for _, one in c.lines(turn, "escort_request", "army") if one["choice"]["request"]]
    granted = [one for _, one in c.lines(turn, "escort_grant", "navy") if "unit" in one["choice"]]
    return len(asked), len(granted)


def judged(c: Case, v: Values, state: str) -> bool:
    events = [e for line in c.session.record.lines[: c.k] for e in line["events"]]
    return any(e.get("of") == c.other and e.get("state") == state for e in events)


def standing(c: Case, v: Values, sign: int) -> bool:
    gap = c.game.gp[c.seat] - c.game.gp[c.other]
    return v["gap"] == abs(gap) and (gap > 0) - (gap < 0) == sign and v["turn"] == c.game.turn


def wronged_in(c: Case, turn: int) -> bool:
    """Losses burnt, two escorts refused or a word broken, by lines."""
    asked, granted = requests(c, turn)
    refused = c.seat == "army" and asked >= 2 and not granted
    return refused or paid(c, turn) >= 21 or judged(c, {}, "broken")


def legal_escorts(c: Case) -> set[str]:
    game = c.game
    return {game.box(one["unit"]) for one in game.choices() if "unit" in one}


def boxes(v: Values) -> list[str]:
    return [str(one) for one in v["boxes"].parts]


def names_of(c: Case, ids) -> set[str]:
    from glory_env.games.glory.words import names

    return {str(names.place(c.game.scenario, box)) for box in ids}


def of_value(c: Case) -> list[str]:
    """Boxes worth glory points to the seat."""
    s, k = c.game.scenario.tables[0], ("army", "navy").index(c.seat)
    return [box for b, box in enumerate(c.game.scenario.boxes) if s.box_gp[b, k]]


def spoken(c: Case, seat: str) -> tuple[list[str], list[str]]:
    """What a seat promises and asks for beside its newest offer, without threats."""
    lines = c.session.record.lines
    own = [k for k, line in enumerate(lines[: c.k]) if line["actor"] == seat]
    before = [k for k in own if lines[k]["decision"] == "offer"]
    end = c.k if seat == c.seat else before[-1]
    start = max((k for k in before if k < end), default=-1)
    said = [
        lines[k]["choice"]
        for k in own
        if start < k < end and (lines[k]["turn"], lines[k]["decision"]) == (c.game.turn, "speak")
    ]
    gives = [one["say"] for one in said if not one.get("say", "threat").startswith("threat")]
    return gives, [one["for"] for one in said if "ask" in one]


def parts(v: Values, key: str) -> list[str]:
    """The statements that a sentence names."""
    return [one.key.rpartition(".")[2] for one in v[key].parts]


def beyond(c: Case) -> int:
    """What the seat takes more than in its last offer of the turn, else than by needs."""
    last = c.offers(c.seat)[-1:] or [split_by_needs(c.game)]
    return c.choice[c.seat] - last[0][c.seat]


TRUE: dict[str, Check] = {
    "opening.covers": lambda c, v: shares(c, v) and v["mine"] == v["own"]
    and v["yours"] >= v["theirs"],
    "opening.short": lambda c, v: shares(c, v) and v["own"] + v["theirs"] > v["room"]
    and v["room"] == c.game.total - c.civil and v["civil"] == c.civil,
    "opening.plain": lambda c, v: shares(c, v) and v["mine"] <= v["own"],
    "opening.above": lambda c, v: shares(c, v) and v["mine"] > v["own"],
    "civil": falls,
    "transport": lambda c, v: v["cost"] <= c.civil
    and v["cost"] == int(c.game.scenario.tables[0].cost[st.ROW_TRANSPORT]),
    "counter.lopsided": lambda c, v: lopsided(c),
    "question": lambda c, v: c.theirs()[c.other] > c.need(c.other)
    and v.get("claim", c.theirs()[c.other]) == c.theirs()[c.other],
    "regret": lambda c, v: "walk" in c.choice,
    "counter.more": lambda c, v: v["offered"] == c.theirs()[c.seat] < v["own"] == c.need(c.seat)
    and v["mine"] == c.choice[c.seat] > v["offered"],
    "counter.civil": lambda c, v: v["left"] == c.theirs()["civil"] < v["civil"] == c.civil,
    "counter.plain": lambda c, v: (v["mine"], v["yours"], v["civil"])
    == (c.choice[c.seat], c.choice[c.other], c.civil),
    "counter.yields": lambda c, v: v["before"] == c.offers(c.seat)[-1][c.seat] > v["mine"]
    == c.choice[c.seat],
    "counter.raises": lambda c, v: v["before"] == c.offers(c.seat)[-1][c.seat] < v["mine"]
    == c.choice[c.seat],
    "counter.stays": lambda c, v: c.offers(c.seat)[-1][c.seat] == v["mine"] == c.choice[c.seat],
    "aims": lambda c, v: v["mine"] == c.choice[c.seat] > 0 and v["gp"] > 0
    and set(boxes(v)) <= names_of(c, of_value(c)),
    "stake": lambda c, v: set(boxes(v)) <= names_of(c, facts.contested(c.game) & {*of_value(c)}),
    "low.wrong": lambda c, v: low(c, v) and wronged_in(c, v["wrong"])
    and v["wrong"] >= c.game.turn - CHARACTERS[c.session.players[c.seat].split(":")[0]].memory,
    "low.same": lambda c, v: low(c, v) and v["offered"] == c.theirs()[c.seat]
    and 4 * v["offered"] < v["own"] == c.need(c.seat),
    "low.bound": lambda c, v: low(c, v) and v["total"] == c.game.total,
    "low.idle": lambda c, v: c.need(c.other) == 0 == c.choice[c.other],
    "threat.claim": lambda c, v: v["claim"] == c.offers(c.other)[0][c.other]
    and 2 * v["claim"] > v["total"] == c.game.total,
    "threat.last": lambda c, v: len(c.offers(c.seat)) + len(c.offers(c.other)) + 1
    == c.session.game.options.max_offers,
    "threat.word": lambda c, v: c.choice["say"].startswith("threat"),
    "promise.again": lambda c, v: True,  # always behind `answer`, which is checked
    "deal.more": lambda c, v: spoken(c, c.seat) == ([*parts(v, "give")], [])
    and v["n"] == beyond(c) > 0,
    "deal.gives": lambda c, v: spoken(c, c.seat) == ([*parts(v, "give")], []) and beyond(c) <= 0,
    "deal.less": lambda c, v: spoken(c, c.seat) == ([], [*parts(v, "want")])
    and v["n"] == -beyond(c) > 0,
    "deal.later": lambda c, v: spoken(c, c.seat) == ([], ["civil"])
    and parts(v, "want") == ["civil"] and v["n"] == -beyond(c) > 0,
    "deal.wants": lambda c, v: spoken(c, c.seat) == ([], [*parts(v, "want")]) and beyond(c) >= 0,
    "deal.swap": lambda c, v: spoken(c, c.seat) == ([*parts(v, "give")], [*parts(v, "want")]),
    "word": lambda c, v: spoken(c, c.other)[0] == parts(v, "want")
    and c.theirs()[c.seat] == v["share"] < c.need(c.seat) and "accept" in c.choice,
    "grants": lambda c, v: spoken(c, c.other)[1] == parts(v, "give") and "accept" in c.choice,
    "declines": lambda c, v: set(parts(v, "give"))
    == {*spoken(c, c.other)[1]} - {*spoken(c, c.seat)[0]},
    "doubts": lambda c, v: spoken(c, c.other)[0] == parts(v, "want") and judged(c, v, "broken"),
    "sorry": lambda c, v: any(
        e.get("of") == c.seat and e.get("state") == "broken" and e["promise"] in parts(v, "give")
        for line in c.session.record.lines[: c.k] for e in line["events"]
    ),
    "answer": lambda c, v: v["until"] >= c.game.turn
    and wronged_in(c, v["until"] - CHARACTERS[c.session.players[c.seat].split(":")[0]].memory),
    "accept.asked": lambda c, v: c.theirs()[c.seat] == v["share"] >= c.offers(c.seat)[-1][c.seat],
    "accept.covers": lambda c, v: c.theirs()[c.seat] == v["share"] >= v["own"] == c.need(c.seat),
    "accept.part": lambda c, v: c.theirs()[c.seat] == v["share"] < v["own"] == c.need(c.seat),
    "walk.low": lambda c, v: c.theirs()[c.seat] == v["share"] < v["own"] == c.need(c.seat),
    "walk.plain": lambda c, v: (c.theirs()[c.seat], c.theirs()["civil"])
    == (v["share"], v["civil"]),
    "thanks.more": lambda c, v: v["more"]
    == c.offers(c.other)[-1][c.seat] - c.offers(c.other)[-2][c.seat] > 0,
    "escort.granted": lambda c, v: "unit" in c.choice,
    "escort.refused": lambda c, v: bool(
        legal_escorts(c) - facts.contested(c.game) - {"convoy"}
    ),
    "escort.busy": lambda c, v: legal_escorts(c) <= facts.contested(c.game) | {"convoy"},
    "last.ahead": lambda c, v: standing(c, v, 1),
    "last.behind": lambda c, v: standing(c, v, -1),
    "last.even": lambda c, v: standing(c, v, 0),
}  # fmt: skip
RECALLED: dict[str, Check] = {
    "claimed": claimed,
    "burnt": lambda c, v: v["burnt"] == paid(c, v["turn"]) > 0.7 * v["lost"],
    "spared": lambda c, v: v["lost"] >= 30 and not paid(c, v["turn"]),
    "refused": lambda c, v: requests(c, v["turn"]) == (v["n"], 0),
    "granted": lambda c, v: requests(c, v["turn"]) == (v["n"], v["n"]),
    "kept": lambda c, v: judged(c, v, "kept"),
    "broken": lambda c, v: judged(c, v, "broken"),
}


def kind(sentence: Say) -> str:
    """The key without the number of the sentence."""
    return sentence.key.removeprefix("speech.").rpartition(".")[0]
