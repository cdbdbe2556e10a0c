"""The Aleutians Campaign at the terminal: what a seat sees, as its page has it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from glory_env.games.aleutians import GAME
from glory_env.games.aleutians.play import story
from glory_env.games.aleutians.play.hint import adviser
from glory_env.games.aleutians.play.map_text import MapText
from glory_env.games.aleutians.play.position import View, map_view, position_view
from glory_env.games.aleutians.play.review import (
    Decision,
    Effort,
    Review,
    cost_words,
    gain_words,
    row_words,
)
from glory_env.games.aleutians.play.session import Session
from glory_env.games.aleutians.state import SIDES
from glory_env.play.session import UndoError
from glory_env.terminal.at_terminal import AtTerminal, Entry, Hint, Item, Refused, Words
from glory_env.text.lazy import Joined, Say, Text

PLAN = "plan"  # a choice beside the action numbers: all that the staff proposes
HINT_GAMES = 24  # after each choice of a hint


def _say(key: str, **values: Any) -> Text:
    return Say(f"campaign.terminal.{key}", **values)


class CampaignAtTerminal(AtTerminal):
    """A session of the Aleutians Campaign. effort: of a review."""

    game, title = GAME.name, _say("title")
    help, hides = _say("help"), True
    session: Session

    def __init__(
        self, session: Session, language: str = "en", effort: Effort | None = None
    ) -> None:
        super().__init__(session, language)
        self.effort = effort
        self._board = map_view(session.game.scenario)

    def name(self, seat: str) -> Text:
        return Say(f"campaign.side_short.{seat}")

    # --- what is shown -------------------------------------------------------------------
    def log_length(self, seat: str) -> int:
        """The last entry may still grow while an agent plays."""
        session = self.session
        grows = session.goes_on
        return max(0, len(session.logs[seat]) - grows)

    def entry(self, seat: str, k: int) -> Entry | None:
        one = self._of_line(seat, k) if self.session.is_replay else self.session.logs[seat][k]
        if one is None:
            return None
        where = {"turn": one["turn"], "date": one["date"], "phase": one["phase_words"]}
        rolls: list[Words] = [
            f"{self.to(roll['words'])}: {' '.join(map(str, roll['faces']))}" for roll in one["dice"]
        ]
        heading = _say("heading", **where, side=self.name(one["side"]))
        return Entry(one["turn"], heading, [one["words"], *rolls, *one["events"], *one["also"]])

    def _of_line(self, seat: str, k: int) -> View | None:
        """A line of the record as an entry of a seat's log."""
        session, line = self.session, self.session.record.lines[k]
        if line["actor"] not in SIDES:
            return None
        before, after = self._seen(seat, k - 1), self._seen(seat, k)
        game = session.moments.after(k)
        return story.entry(game.scenario, game.record, line, seat, before, after)

    def _seen(self, seat: str, line: int | None) -> View:
        game = self.session.game if line is None else self.session.moments.after(line)
        return position_view(game.scenario, game.record, SIDES.index(seat))

    def map(self, seat: str, line: int | None = None) -> str:
        return f"{MapText(self._board, self._seen(seat, line)).text()}\n{self.to(_say('legend'))}"

    def position(self, seat: str, line: int | None = None) -> Sequence[Words]:
        """The map, points and supply, fleets with what is aboard, who stands where."""
        seen = self._seen(seat, line)
        japan, allies = seen["supply"]
        points = {key: seen[key] for key in ("vp", "win", "seattle")}
        lines: list[Words] = [
            self.map(seat, line),
            _say("status", **points, japan=japan, allies=allies),
            _say("strategy", name=seen["strategy"]["name"]),
            _say("fleets"),
        ]
        for fleet in seen["fleets"]:
            known = fleet["ships"] is not None
            lines.append(
                _say(
                    "fleet",
                    name=fleet["name"],
                    place=fleet["place"],
                    ships=_say("ships", n=fleet["ships"]) if known else _say("unknown_ships"),
                    found=_say("is_found") if fleet["found"] else "",
                )
            )
            if names := self._names(seen, "fleet", fleet["id"]):
                lines.append(_say("aboard", units=Joined(names)))
        if not seen["fleets"]:
            lines.append(_say("no_fleet"))
        lines.append(_say("places"))
        for spot in seen["spots"]:
            if names := self._names(seen, "spot", spot["id"]):
                who = story.owner(spot["holder"] or spot["field_owner"] or spot["port_owner"])
                about = {"name": spot["name"], "area": spot["area"], "holder": who}
                lines.append(_say("place", **about, units=Joined(names)))
        return lines

    def _names(self, seen: View, place: str, at: str) -> list[Text]:
        """The units that are seen at a place, by name."""
        units = {one["id"]: one["name"] for one in self._board["units"]}
        return [
            units[key]
            for key, one in seen["units"].items()
            if one["place"] == place and one.get("at") == at
        ]

    # --- choosing ------------------------------------------------------------------------
    @property
    def waits_for(self) -> str | None:
        """Nobody as long as a plan that was accepted is carried out."""
        return None if self.session.goes_on else self.session.waits_for

    def _decision(self, seat: str) -> View:
        decision = self.session.decision(seat)
        if decision is None:
            raise ValueError(f"{seat}: nothing is asked of it now")
        return decision

    def question(self, seat: str) -> Sequence[Text]:
        decision = self._decision(seat)
        about = decision["about"].get("words")
        words = decision["question"]
        stopped, plan = self.session.stopped.get(seat), self.session.plan()
        lines = [Say("staff.title"), *(_say("plan_line", line=line) for line in plan.lines)]
        return [
            *([stopped] if stopped else []),
            *(lines if plan.steps else []),
            _say("question", question=words, about=about) if about else words,
        ]

    def items(self, seat: str) -> Sequence[Item]:
        """The choices, and after them the plan of the staff."""
        listed = [Item(one["words"], one["id"]) for one in self._decision(seat)["choices"]]
        n = len(self.session.plan().steps)
        return [*listed, Item(_say("plan" if n > 1 else "plan_one", n=n), PLAN)] if n else listed

    def choose(self, choice: Any) -> None:
        if choice == PLAN:
            self.session.order(self.session.plan().steps, of_staff=True)
        else:
            super().choose(choice)

    def undo(self, seat: str) -> Text:
        """The last choice; the whole plan where that was one and nothing stands against it."""
        session = self.session
        whole = session.last_orders > 1 and session.undo_problem(seat, whole=True) is None
        try:
            session.undo(seat, whole=whole)
        except UndoError as error:
            raise Refused(Say("terminal.not_taken_back", words=error.words)) from None
        return Say("campaign.undo.done")

    def hint(self, seat: str) -> Hint:
        better = adviser(self.session, HINT_GAMES)
        while (hint := better())["more"]:
            pass
        candidates = hint["candidates"]
        rows = [
            Say("campaign.hint.row", words=one["words"], why=Joined(one["reasons"]))
            for one in candidates
        ]
        return Hint(hint["about"], rows, [one["id"] for one in candidates])

    # --- afterwards ----------------------------------------------------------------------
    def review(self) -> Review:
        return Review.of_session(self.session, self.effort)

    def costly(self, decision: Decision) -> Sequence[Text]:
        return [row_words(decision), *gain_words(decision), cost_words(decision)]
