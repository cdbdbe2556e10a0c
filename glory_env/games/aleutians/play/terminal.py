"""The Aleutians Campaign in a terminal: it shows what a seat may see, asks and tells.

Where two people share the terminal, the view of one is hidden before the other's comes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from glory_env.games.aleutians.play import story
from glory_env.games.aleutians.play.hint import adviser
from glory_env.games.aleutians.play.map_text import MapText
from glory_env.games.aleutians.play.position import View, map_view
from glory_env.games.aleutians.play.review import Effort, Review, gain_words, row_words
from glory_env.games.aleutians.play.session import Session, UndoError
from glory_env.games.aleutians.state import SIDES
from glory_env.play.reading import PERSON
from glory_env.play.saves import SaveError, Saves
from glory_env.terminal.asking import Quit, ask_person
from glory_env.text.lazy import Joined, Say, Text

CLEAR = "\n" * 60  # the other person's view leaves the screen
RECENT = 15  # entries that `l` shows
HINT_GAMES = 24  # after each choice of a hint
REPORTS = 5  # times that a review says how far it is


class Taken(Exception):
    """The person takes a choice of the hint."""

    def __init__(self, action: int) -> None:
        super().__init__(str(action))
        self.action = action


class Terminal:
    """Talks a session through to its end.

    save: the file the game is kept in. read, show: in place of stdin and print. effort: of a
    review.
    """

    def __init__(
        self,
        session: Session,
        save: Path,
        read: Callable[[str], str] = ask_person,
        show: Callable[[str], object] = print,
        language: str = "en",
        effort: Effort | None = None,
    ) -> None:
        self.effort = effort
        self.session = session
        self.save = save
        self.read = read
        self.show = show
        self.language = language
        self._board = map_view(session.game.scenario)
        self._told = {seat: len(log) for seat, log in session.logs.items()}
        self._heading: dict[str, Any] = {}
        self._at: str | None = None  # the seat whose view is on the screen
        self._hinted: tuple[int, list[int]] = (-1, [])  # `asked` of the session, the choices

    def run(self) -> int:
        """Play; 0 when the game is over or saved, 1 when it could not be saved."""
        try:
            self._play()
        except Quit:
            pass
        except (EOFError, KeyboardInterrupt):
            self.show("")  # off the line of the prompt
        except Exception:  # an agent's, for example: the game is kept all the same
            self._keep()
            raise
        return self._leave()

    # --- the course of play --------------------------------------------------------------
    def _play(self) -> None:
        session = self.session
        players = [
            Say(
                "campaign.terminal.player",
                side=Say(f"campaign.side_short.{seat}"),
                who=Say("campaign.terminal.you") if who == PERSON else who,
            )
            for seat, who in session.players.items()
        ]
        self._say("title", seed=session.game.seed, players=Joined(players))
        while not session.is_over:
            session.play_to_person()
            seat = session.waits_for
            if seat is None:
                break
            self._hand_over(seat)
            self._tell(seat)
            action = self._ask(seat)
            if action is not None:
                turn = session.game.turn
                session.choose(action)
                if session.game.turn != turn:
                    self._keep()
        for seat in session.seats or SIDES[:1]:
            self._tell(seat)
        if session.decided:
            self._after()

    def _after(self) -> None:
        """The game is over: a review, as often as it is asked for."""
        while self.read(self._to(Say("campaign.terminal.after"))).strip().lower() == "r":
            self._review()

    def _review(self) -> None:
        """Which of a person's own decisions were costly; ctrl-C ends it with what is found."""
        review = Review.of_session(self.session, self.effort)
        self._say("review_start", n=len(review.decisions))
        try:
            while review.more():
                if review.done % (1 + review.of // REPORTS) == 0:
                    self.show(self._to(Say("review.progress", done=review.done, of=review.of)))
        except KeyboardInterrupt:
            self.show("")
        for about in review.view(False)["about"]:
            self.show(self._to(about))
        for number, decision in enumerate(review.costly, 1):
            self._say("review_row", k=number, row=row_words(decision))
            for text in gain_words(decision):
                self.show(f"   {self._to(text)}")

    def _say(self, key: str, **values: Any) -> None:
        """Show a sentence of the terminal's own."""
        self.show(Say(f"campaign.terminal.{key}", **values).to(self.language))

    def _to(self, text: Text) -> str:
        return text.to(self.language)

    def _hand_over(self, seat: str) -> None:
        """Hide what is on the screen until the next person is there."""
        if self._at == seat:
            return
        if len(self.session.seats) > 1:
            self.show(CLEAR)
            side = Say(f"campaign.side_short.{seat}")
            self.read(self._to(Say("campaign.terminal.hand_over", side=side)) + " ")
        self._at = seat
        self._heading = {}
        self._show_situation(seat)

    def _tell(self, seat: str) -> None:
        """What a seat has not been told yet."""
        log = self.session.logs[seat]
        self._show_entries(log[self._told[seat] :])
        self._told[seat] = len(log)

    def _show_entries(self, entries: Sequence[View]) -> None:
        for one in entries:
            heading = {key: one[key] for key in ("turn", "phase")}
            if heading != self._heading:
                self._heading = heading
                side = Say(f"campaign.side_short.{one['side']}")
                where = {"turn": one["turn"], "date": one["date"], "phase": one["phase_words"]}
                self.show("")
                self._say("heading", **where, side=side)
            self.show(self._to(one["words"]))
            for roll in one["dice"]:
                self.show(f"    {self._to(roll['words'])}: {' '.join(map(str, roll['faces']))}")
            for words in one["events"]:
                self.show(f"    {self._to(words)}")

    # --- asking --------------------------------------------------------------------------
    def _ask(self, seat: str) -> int | None:
        """The legal action a person picks; None where the game has gone back."""
        decision = self.session.decision(seat)
        if decision is None:
            raise ValueError(f"{seat}: nothing is asked of it now")
        choices = decision["choices"]
        self._show_question(decision)
        side = Say(f"campaign.side_short.{seat}")
        while True:
            answer = self.read(self._to(Say("campaign.terminal.prompt", side=side))).strip()
            command, *rest = answer.split() or [""]
            if command.isdecimal() and not rest and 1 <= int(command) <= len(choices):
                return int(choices[int(command) - 1]["id"])
            if command == "u":
                if self._undo(seat):
                    return None
            elif command == "":
                self._show_question(decision)
            else:
                try:
                    known = self._obey(command.lower(), rest, seat)
                except Taken as taken:
                    return taken.action
                if not known:
                    self._say("wrong", answer=answer, n=len(choices))

    def _show_question(self, decision: View) -> None:
        words = decision["question"].to(self.language)
        about = decision["about"].get("words")
        self.show(f"\n{words}" + (f" [{self._to(about)}]" if about else ""))
        for number, one in enumerate(decision["choices"], 1):
            self.show(f"{number:4d}  {self._to(one['words'])}")

    def _obey(self, command: str, rest: Sequence[str], seat: str) -> bool:
        """Carry out a command; False where it is none."""
        if command == "q":
            raise Quit
        if command == "?":
            self._say("help")
        elif command == "m":
            self._show_map(seat)
        elif command == "b":
            self._show_situation(seat)
        elif command == "l":
            count = int(rest[0]) if rest and rest[0].isdecimal() else RECENT
            self._heading = {}
            self._show_entries(self.session.logs[seat][-count:] if count else [])
        elif command == "h":
            self._show_hint()
        elif command == "t":
            self._take(rest)
        elif command == "s":
            self._save_copy(rest)
        else:
            return False
        return True

    def _show_hint(self) -> None:
        self._say("trying")
        better = adviser(self.session, HINT_GAMES)
        while (hint := better())["more"]:
            pass
        for about in hint["about"]:
            self.show(self._to(about))
        unsure = Say("campaign.hint.unsure")
        all_even = all(one["even"] for one in hint["candidates"])  # then `about` says so
        for number, one in enumerate(hint["candidates"], 1):
            figures = {"outcome": f"{one['outcome']:+.2f}", "won": f"{one['won']:.0%}"}
            points = f"{one['points']:.1f}"
            row = Say("campaign.hint.row", n=number, words=one["words"], points=points, **figures)
            is_unsure = one["even"] and number > 1 and not all_even
            shown = Say("campaign.hint.row_unsure", row=row, unsure=unsure) if is_unsure else row
            self.show(f"  {self._to(shown)}")
        self._hinted = self.session.asked, [one["id"] for one in hint["candidates"]]

    def _take(self, rest: Sequence[str]) -> None:
        """A choice of the hint by its number, as long as that is a hint for this decision."""
        asked, choices = self._hinted
        number = int(rest[0]) if len(rest) == 1 and rest[0].isdecimal() else 0
        if asked != self.session.asked:
            self._say("no_hint")
        elif not 1 <= number <= len(choices):
            self._say("hint_number", n=len(choices))
        else:
            raise Taken(choices[number - 1])

    def _undo(self, seat: str) -> bool:
        try:
            self.session.undo(seat)
        except UndoError as error:
            self.show(self._to(error.words))
            return False
        self._told = {one: min(self._told[one], len(log)) for one, log in self.session.logs.items()}
        self.show(self._to(Say("campaign.undo.done")))
        return True

    # --- what is shown -------------------------------------------------------------------
    def _show_map(self, seat: str) -> None:
        self.show(MapText(self._board, self.session.position(seat)).text())
        self._say("legend")

    def _show_situation(self, seat: str) -> None:
        """The map, points and supply, fleets with what is aboard, who stands where."""
        position = self.session.position(seat)
        self._show_map(seat)
        japan, allies = position["supply"]
        points = {"vp": position["vp"], "win": position["win"], "seattle": position["seattle"]}
        self._say("status", **points, japan=japan, allies=allies)
        self._say("strategy", name=position["strategy"]["name"])
        self._say("fleets")
        for fleet in position["fleets"]:
            self._show_fleet(position, fleet)
        if not position["fleets"]:
            self._say("no_fleet")
        self._say("places")
        for spot in position["spots"]:
            names = self._names(position, "spot", spot["id"])
            if names:
                who = story.owner(spot["holder"] or spot["field_owner"] or spot["port_owner"])
                values = {"name": spot["name"], "area": spot["area"], "holder": who}
                self._say("place", **values, units=names)

    def _show_fleet(self, position: View, fleet: View) -> None:
        key = "ships" if fleet["ships"] is not None else "unknown_ships"
        values = {"n": fleet["ships"]} if fleet["ships"] is not None else {}
        ships = Say(f"campaign.terminal.{key}", **values)
        found = Say("campaign.terminal.is_found") if fleet["found"] else ""
        where = {"name": fleet["name"], "place": fleet["place"]}
        self._say("fleet", **where, ships=ships, found=found)
        names = self._names(position, "fleet", fleet["id"])
        if names:
            self._say("aboard", units=names)

    def _names(self, position: View, place: str, at: str) -> Text | None:
        """The units that are seen at a place, by name."""
        units = {one["id"]: one["name"] for one in self._board["units"]}
        found = [
            units[key]
            for key, one in position["units"].items()
            if one["place"] == place and one.get("at") == at
        ]
        return Joined(found) if found else None

    # --- keeping -------------------------------------------------------------------------
    def _keep(self) -> bool:
        """Save the game; a line says where that cannot be."""
        try:
            self.session.save(self.save)
        except OSError as error:
            self._say("not_saved", path=self.save, error=error.strerror or error)
            return False
        return True

    def _save_copy(self, rest: Sequence[str]) -> None:
        if len(rest) != 1:
            self._say("name")
            return
        try:
            Saves(self.save.parent).save_as(self.session, rest[0], None)
        except (OSError, SaveError) as error:
            self._say("not_saved", path=rest[0], error=error)
        else:
            self._say("saved", path=rest[0])

    def _leave(self) -> int:
        if not self._keep():
            return 1
        self._say("saved" if self.session.is_over else "go_on", path=self.save)
        return 0
