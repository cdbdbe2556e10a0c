"""A new user as a model: takes what is offered or comes first, and fights where markers stand.

It sees what a page sees, the messages of the protocol, and answers with messages of a page.
`python -m tests.play.naive --games 40` prints how long its games last, with and without help;
with `--page` it plays them in Chromium, by clicks; with `--always` it follows the first hint of
every decision.
"""

from __future__ import annotations

import argparse
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from typing import Any

from glory_env.games.glory.play.choices import choice_id, chosen
from glory_env.games.glory.play.promises import offer_with
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.talk_hint import adviser
from glory_env.games.glory.play.view import state_view
from glory_env.games.glory.words.facts import other
from tests.play.player import in_english, play_to_person

Message = dict[str, Any]
TALKS = ("speak", "offer", "answer")  # decisions in which the helped one asks for a hint


class NaivePlayer:
    """Answers states. helped: it does what the forecast says helps, and follows hints in talks.

    always: it follows hints at every decision.
    """

    def __init__(self, helped: bool = False, always: bool = False) -> None:
        self.helped, self.always = helped, always

    def asks_hint(self, state: Message) -> bool:
        """Whether it wants a hint before it answers."""
        return self.helped and (self.always or state["decision"] in TALKS)

    def answer(self, state: Message, hint: Message | None = None) -> Message:
        """The message a page would send. hint: the answer to its `hint`, where it asked for one."""
        if hint is not None and hint["candidates"]:
            return _as_hinted(hint["candidates"][0])
        if state["choices"]["kind"] == "offer":
            return {"type": "offer", **first_split(state)}
        return {"type": "choose", "id": self._choose(state)}

    def _choose(self, state: Message) -> str:
        choices = list(_listed(state))
        if not choices:  # a loss that only the total can pay
            amount = state["choices"]["amount"]
            return str(amount["ids"][str(amount["high"])])
        if self.helped and (advised := _advised(state, choices)):
            return advised
        if state["decision"] == "move":
            fights = [one for one in choices if one["facts"].get("contested")]
            choices = fights or [one for one in choices if one["end"]] or choices
        return str(choices[0]["id"])


class HalfHintedPlayer(NaivePlayer):
    """Asks for a hint at every second of its decisions, and takes the first line of it."""

    def __init__(self) -> None:
        super().__init__()
        self._asked = 0

    def asks_hint(self, state: Message) -> bool:
        self._asked += 1
        return self._asked % 2 == 0


class LessonPlayer(NaivePlayer):
    """Does what the lessons teach: escorts for the convoys first, as many as the box holds,
    then battles; transports before all else; offers that leave the other one half of its need."""

    def answer(self, state: Message, hint: Message | None = None) -> Message:
        if hint is None and state["choices"]["kind"] == "offer":
            return {"type": "offer", **fair_split(state)}
        return super().answer(state, hint)

    def _choose(self, state: Message) -> str:
        choices = list(_listed(state))
        wanted: list[Message] = []
        if state["decision"] == "move" and state["forecast"]:
            wanted = [one for one in choices if one["id"] in state["forecast"]["escorting"]]
        if state["decision"] == "produce":
            wanted = [one for one in choices if _is_transport(one["choice"])]
        return str(wanted[0]["id"]) if wanted else super()._choose(state)


def _is_transport(choice: Message) -> bool:
    return "transport" in choice.get("start", "") + choice.get("advance", "")


def fair_split(state: Message) -> dict[str, int]:
    """Where the sliders start, moved until the other one has half of what it needs."""
    talks, other_one = state["bargain"], other(state["actor"])
    split, grid = first_split(state), talks["grid"]
    half = sum(one["price"] for one in talks["prices"][other_one]) / 2
    least = min(int(-(-half // grid) * grid), talks["room"])
    split[other_one] = max(split[other_one], least)
    split[state["actor"]] = min(split[state["actor"]], talks["room"] - split[other_one])
    return split


def _listed(state: Message) -> Iterator[Message]:
    return (choice for group in state["choices"]["groups"] for choice in group["choices"])


def first_split(state: Message) -> dict[str, int]:
    """Where the page's sliders start."""
    talks, actor = state["bargain"], state["actor"]
    start = talks["last"][other(actor)] or talks["last"][actor] or talks["previous"]
    if start is None or start["army"] + start["navy"] > talks["room"] or not start[other(actor)]:
        start = talks["fair"]
    return {seat: start[seat] // talks["grid"] * talks["grid"] for seat in ("army", "navy")}


def _as_hinted(candidate: Message) -> Message:
    if candidate["id"] is not None:
        return {"type": "choose", "id": candidate["id"]}
    return {"type": "offer", **candidate["choice"]}


def _advised(state: Message, choices: list[Message]) -> str | None:
    """The choice that the forecast says helps, where it warns."""
    forecast = state.get("forecast")
    if not forecast or not forecast["alarm"]:
        return None
    return next((one["id"] for one in choices if one["id"] in forecast["escorting"]), None)


def page_state(session: GlorySession) -> Message:
    """The state that a page gets."""
    return in_english(state_view(session))


def play(
    player: NaivePlayer,
    session: GlorySession,
    seen: Callable[[GlorySession], Message] = page_state,
) -> None:
    """Play a game to its end through what a page gets. seen: the state that the player answers."""
    play_to_person(session)
    while not session.is_over:
        state = seen(session)
        asked = None
        if player.asks_hint(state):
            asked = ask_hint(session)
        answer = player.answer(state, asked)
        if answer["type"] == "offer":
            split = {"army": answer["army"], "navy": answer["navy"]}
            for one in offer_with(session.game, (), split):
                session.choose(one)
        else:
            choice = chosen(session, answer["id"])
            assert choice is not None, answer
            session.choose(choice)
        play_to_person(session)


def ask_hint(session: GlorySession) -> Message:
    """The first hint a page would get."""
    asked = adviser(session)()
    for one in asked["candidates"]:
        one["id"] = choice_id(session, one["choice"])
    return asked


def main() -> None:
    parser = argparse.ArgumentParser(description="Turns that naive games last.")
    parser.add_argument("--games", type=int, default=40, help="half of them with help")
    parser.add_argument("--partner", default=None, help="default: that of glory play")
    parser.add_argument("--seat", default="navy", choices=("army", "navy"))
    parser.add_argument("--scenario", default="glory")
    parser.add_argument("--page", action="store_true", help="played in Chromium, by clicks")
    parser.add_argument(
        "--always", action="store_true", help="hints at every decision, in half as many games"
    )
    given = parser.parse_args()
    with _playing(given.page) as play_one:
        for helped in (True,) if given.always else (False, True):
            name = "with help" if helped else "without help"
            sessions = []
            for seed in range(given.games // 2):
                session = new_session(given.scenario, given.seat, given.partner, seed=seed)
                play_one(NaivePlayer(helped, given.always), session)
                sessions.append(session)
                print(f"seed {seed}, {name}: {_end(session)}, lead {lead(session)}", flush=True)
            print(f"{name}: {summary(sessions)}", flush=True)


def _playing(on_page: bool) -> AbstractContextManager[Callable[[NaivePlayer, GlorySession], None]]:
    if not on_page:
        return nullcontext(play)
    from tests.play.naive_page import at_pages  # Playwright, which is optional

    return at_pages()


def _end(session: GlorySession) -> str:
    return f"turn {session.game.turn:2d} {session.game.outcome}"


def lead(session: GlorySession) -> int:
    """GP of the person less those of the partner, at the end of the game."""
    gp = session.game.gp
    person, partner = session.seats[0], other(session.seats[0])
    return gp[person] - gp[partner]


def summary(sessions: list[GlorySession]) -> str:
    """Lines: games, turns survived, games completed, leads in GP, and how often each end came."""
    turns = [session.game.turn for session in sessions]
    leads = [lead(session) for session in sessions]
    completed = sum(session.game.outcome == "completed" for session in sessions)
    ends = Counter(map(_end, sessions))
    return "\n".join(
        [
            f"{len(turns)} games, mean turn of the end {_mean(turns):.1f}, completed {completed}",
            f"  GP less those of the partner: mean {_mean(leads):+.1f}, "
            f"more in {sum(one > 0 for one in leads)}, as many in {leads.count(0)}",
            *(f"  {end}: {ends[end]}" for end in sorted(ends)),
        ]
    )


def _mean(values: list[int]) -> float:
    return sum(values) / max(1, len(values))


if __name__ == "__main__":
    main()
