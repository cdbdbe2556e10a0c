"""A first game with a coach: a normal game whose first three turns have one goal each.

After a turn the card says whether its goal was met and what that was worth; then the game goes on
as any other. It is a coached game by the name of its file, and all else is read from its record.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from glory_env.games.glory import state as st
from glory_env.games.glory.engine import odds
from glory_env.games.glory.play import lesson_checks as check
from glory_env.games.glory.play.lesson_checks import Played
from glory_env.games.glory.play.lessons import lesson_message
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.words import facts, names
from glory_env.text.lazy import Say

COACHED = "coached"  # how the names of such games begin
SCENARIO, PARTNER = "glory", "hayashi"
OPTIONS = {"handicap": "gentle", "talk": "cheap"}


class Goal(NamedTuple):
    """key: of its sentences. target: the part of the page, empty where none is meant."""

    key: str
    judge: Callable[[Played], str]
    target: str | None = "choices"


def two_transports(p: Played) -> str:
    return check.judged(p.transports() >= _wanted(p), p.is_past("production"))


def no_lone_battle(p: Played) -> str:
    if p.lone_battles():
        return check.OTHER
    return check.judged(p.is_past("combat"), False)


_LATER = (Goal("transports", two_transports), Goal("battles", no_lone_battle, "map"))
GOALS = {
    "navy": (Goal("convoys", check.convoys_escorted, "map"), *_LATER),
    "army": (Goal("split", check.agreed, "offer"), *_LATER),
}


def begin(seat: str) -> GlorySession:
    """A new coached game; AgentError where the partner's network is not there."""
    return new_session(SCENARIO, seat, PARTNER, options=OPTIONS)


def view(file: str, session: GlorySession) -> dict[str, Any] | None:
    """The message `lesson` of a game saved under that name; None where it has no coach.

    `words` is null once the coach has nothing more to say.
    """
    if not file.startswith(f"{COACHED}-") or session.is_replay or len(session.seats) != 1:
        return None
    seat = session.seats[0]
    goals, turn = GOALS[seat], session.game.turn
    turns = [Played(session, seat, k + 1) for k in range(len(goals))]
    states = [
        goal.judge(p) if p.turn <= turn else check.OPEN
        for goal, p in zip(goals, turns, strict=True)
    ]
    at = turn - 1 if turn <= len(goals) and not session.is_over else None
    message = lesson_message(COACHED, states, at)
    if at is not None:
        key = f"lesson.coached.{goals[at].key}"
        values = _values(turns[at])
        message["words"] = Say("lesson.coached.goal", turn=turn, goal=Say(f"{key}.todo", **values))
        message["question"] = Say(f"{key}.question", **values)
        message["target"] = goals[at].target
    elif turn == len(goals) + 1 or session.is_over:
        message["words"] = Say("lesson.coached.over")
    over = [k for k, p in enumerate(turns) if p.is_over]
    if over and message["words"]:
        k = over[-1]
        result = Say(f"lesson.coached.{goals[k].key}.{states[k]}", **_values(turns[k]))
        message["said"] = Say("lesson.coached.result", turn=k + 1, result=result)
    return message


def _on_track(p: Played) -> int:
    """Transports on the production track when the turn began."""
    first = next((n for n, one in enumerate(p.session.record.lines) if one["turn"] == p.turn), None)
    game = p.game if first is None else p.session.moments.before(first)
    places, kinds = game.record.place, p.tables.kind
    return sum(places[u] == st.TRACK and kinds[u] == st.TRANSPORT for u in range(p.tables.counters))


def _wanted(p: Played) -> int:
    """One can be begun in a turn, and what is on the track can be moved on."""
    return 1 + min(1, _on_track(p))


def _values(p: Played) -> dict[str, Any]:
    """What the sentences of a turn's goal name."""
    g, s = p.game.record, p.tables
    sailed = p.before_convoys().record
    ships, aircraft = odds.convoy_escorts(sailed, s)

    def loss(of: int) -> float:
        return odds.mean_convoy_loss(sailed, s, of, aircraft, sailed.convoy_method)

    other = facts.other(p.seat)
    values: dict[str, Any] = {
        "other": names.service(other),
        "full": int(s.convoy_ships),
        "ships": int(ships),
        "saved": round(loss(0) - loss(ships)),
        "more": round(loss(ships) - loss(int(s.convoy_ships))),
        "wanted": _wanted(p),
        "moved": p.transports(),
        "pays": p.transports() * int(s.transport_yield),
        "yields": int(s.transport_yield),
        "fought": len(p.dice()),
        "lone": p.lone_battles(),
        "lost": int(g.log_loss[p.turn, p.k]),
        "doubled": int(g.log_doubled[p.turn, p.k]),
    }
    before = p.before_split()
    for name, seat in (("own", p.seat), ("their", other)):
        values[f"{name}_share"] = int(g.log_shares[p.turn, st.SERVICES.index(seat)])
        values[f"{name}_need"] = facts.need(before or p.game, seat)
    return values
