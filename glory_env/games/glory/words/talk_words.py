"""Statements beside offers, and what became of them, in words (option `talk`)."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory import state as st
from glory_env.games.glory.describe import ROW_KINDS
from glory_env.games.glory.game import Game
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.trace import statement_argument
from glory_env.games.glory.words import names
from glory_env.text.lazy import Say, Text

ARGUMENTS = ("box", "amount", "kind")
NEEDS = {
    "support": "box", "present": "box", "away": "box", "use": "amount", "civil": "amount",
    "build": "kind",
}  # fmt: skip


def statement(scenario: Scenario, name: str, line: dict[str, Any]) -> Text:
    """A statement with its argument, which stands in `line` as in a choice or an event.

    Without it where the argument is still to be chosen.
    """
    if name in NEEDS and NEEDS[name] not in line:
        return Say(f"statement.{name}.name")
    return Say(f"statement.{name}.full", **values_of(scenario, line))


def values_of(scenario: Scenario, line: dict[str, Any]) -> dict[str, Any]:
    """The argument of a statement as a value of its sentences."""
    values: dict[str, Any] = {}
    if "box" in line:
        values["box"] = names.place(scenario, line["box"])
    if "amount" in line:
        values["amount"] = line["amount"]
    if "kind" in line:
        values["kind"] = Say(f"kind.{ROW_KINDS[st.ROWS.index(line['kind'])]}")
    return values


def own_words(scenario: Scenario, line: dict[str, Any]) -> Text:
    """A complete line as its writer says it to the other service."""
    verb, name = ("ask", line["for"]) if "ask" in line else ("say", line["say"])
    return Say(f"beside.{verb}.{name}", **values_of(scenario, line))


def statement_of(scenario: Scenario, line: dict[str, Any]) -> Text:
    """The statement that a line says or asks for."""
    return statement(scenario, line["for"] if "ask" in line else line["say"], line)


def spoken(scenario: Scenario, line: dict[str, Any]) -> Text:
    """A line beside an offer, as what somebody does: {"say": ..} or {"ask": seat, "for": ..}."""
    words = statement_of(scenario, line)
    if "say" in line:
        return Say("done.say", statement=words)
    return Say("done.ask", who=names.service(line["ask"]), statement=words)


def beside_offer(game: Game, seat: int) -> list[Text]:
    """The lines with a seat's last offer, 0 army, 1 navy."""
    g, words = game.record, list[Text]()
    for i in range(int(g.line_count[seat])):
        kind = int(g.line_kind[seat, i])
        line = statement_argument(game.scenario, kind, int(g.line_argument[seat, i]))
        name = st.STATEMENTS[kind]
        if g.line_ask[seat, i]:
            line = {"ask": st.SERVICES[1 - seat], "for": name, **line}
        else:
            line = {"say": name, **line}
        actor = names.service(st.SERVICES[seat])
        words.append(Say("log.line", actor=actor, words=spoken(game.scenario, line)))
    return words


def asked_of(game: Game, seat: int) -> bool:
    """Whether the other's last offer asks something of a seat, 0 army, 1 navy."""
    g, other = game.record, 1 - seat
    return any(g.line_ask[other, i] for i in range(int(g.line_count[other])))


def event(scenario: Scenario, entry: dict[str, Any]) -> Text:
    """What became of a statement: an event {"promise": ..} of the record."""
    state = entry["state"]
    if state == "open" and st.STATEMENTS.index(entry["promise"]) >= st.THREAT_POOL:
        state = "threatened"
    words = statement(scenario, entry["promise"], entry)
    return Say(f"promise.{state}", who=names.service(entry["of"]), statement=words)
