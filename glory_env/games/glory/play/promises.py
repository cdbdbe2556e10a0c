"""Promises beside a person's offer: the few lines worth saying, and an offer made with them.

All of them are among the choices of the decision `speak` (docs/talk.md); these are the ones that a
person meets first. The same position, the same lines.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from glory_agents.glory.characters.bargain import rows_to_begin
from glory_agents.glory.scripted.commander import large_convoys_pay
from glory_agents.glory.scripted.words import has_free_squadron
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.best_offer import split_by_needs
from glory_env.games.glory.words import facts

Choice = dict[str, Any]
MOST = 6  # lines on the table at a time
CIVIL = 0.4  # part of the total that a line leaves the yards in the next turn
USED = 0.8  # part of its share by needs that a service says it will use
NEAR_THE_END = 1  # turns before the last one in which turn 13 is spoken of


def worth_saying(game: Game) -> list[Choice]:
    """At most MOST legal lines of the decision `speak`, what one gives and what one asks for in
    turn; any two of them go together. Empty for other decisions."""
    if game.decision != "speak":
        return []
    legal = game.choices()
    gives = _legal(legal, _lines(game, game.actor, "say"), "say")
    asks = _legal(legal, _lines(game, facts.other(game.actor), "ask"), "for")
    found: list[Choice] = []
    for k in range(max(len(gives), len(asks))):
        found += gives[k : k + 1] + asks[k : k + 1]
    return found[:MOST]


def _legal(legal: Sequence[Choice], lines: Iterator[Choice], key: str) -> list[Choice]:
    """Of lines the first legal one of each statement."""
    by_statement: dict[str, Choice] = {}
    for line in lines:
        if line in legal:
            by_statement.setdefault(line[key], line)
    return list(by_statement.values())


def left(game: Game) -> int:
    """How many lines may still be written beside the offer."""
    is_speaking = game.decision == "speak"
    return st.MAX_LINES - int(game.record.line_count[game.record.actor]) if is_speaking else 0


def offer_with(game: Game, lines: Sequence[Choice], split: Choice) -> list[Choice]:
    """The choices, one after the other, that write those lines and then the offer.

    IllegalChoice where one of them is not legal; the game stays as it is.
    """
    choices = [*lines, split]
    if game.decision == "speak" and len(lines) < left(game):
        choices.insert(len(lines), {"end": True})
    twin = game.clone()
    for choice in choices:
        twin.choose(choice)
    return choices


# --- which are worth it --------------------------------------------------------------------
def _lines(game: Game, speaker: str, verb: str) -> Iterator[Choice]:
    """What a service might promise now, as the line that says it or asks for it, best first."""
    for name, argument in _statements(game, speaker):
        if verb == "say":
            yield {"say": name, **argument}
        else:
            yield {"ask": speaker, "for": name, **argument}


def _statements(game: Game, speaker: str) -> Iterator[tuple[str, Choice]]:
    g, s, k = game.record, game.scenario.tables[0], st.SERVICES.index(speaker)
    is_own = speaker == game.actor
    if k == st.NAVY:
        if has_free_squadron(g, s):
            yield "escort", {}
        for box in _boxes(game, st.ARMY):
            yield "support", {"box": box}
    if not is_own:
        yield "civil", {"amount": _on_grid(game, CIVIL * game.total)}
    yield "own_losses", {}
    if transport_cost(game):
        yield "build", {"kind": st.ROWS[st.ROW_TRANSPORT]}
    if is_own and g.turn % 2:  # one of the two, in turn
        yield "civil", {"amount": _on_grid(game, CIVIL * game.total)}
    if is_own and (share := split_by_needs(game)[speaker]):
        yield "use", {"amount": _on_grid(game, USED * share)}
    if k == st.NAVY and large_convoys_pay(g, s):
        yield "large_convoys", {}
    if g.turn >= s.last_turn - NEAR_THE_END:
        yield "no_turn_13", {}
    yield "no_grab", {}
    for box in _boxes(game, k):
        yield "present", {"box": box}


def transport_cost(game: Game) -> int:
    """The price of beginning a transport that is ready before the end; 0 where none can be."""
    g, s, row = game.record, game.scenario.tables[0], st.ROW_TRANSPORT
    is_in_time = int(g.turn) + int(s.period[row, g.convoy_method]) <= int(s.last_turn)
    return int(s.cost[row]) if is_in_time and int(rows_to_begin(g, s)) >> row & 1 else 0


def _boxes(game: Game, k: int) -> list[str]:
    """Boxes with an Allied marker where service k has units, most glory points of its own first."""
    s, boxes = game.scenario.tables[0], game.scenario.boxes
    held = {int(place) for u, place in enumerate(game.record.place) if s.service[u] == k}
    near = [b for b in sorted(map(boxes.index, facts.contested(game))) if b in held]
    return [boxes[b] for b in sorted(near, key=lambda b: -int(s.box_gp[b, k]))]


def _on_grid(game: Game, amount: float) -> int:
    grid = game.options.grid
    return int(amount) // grid * grid
