"""A session in the terminal: it shows what a seat may see, asks, and carries out commands.

Where two people share the terminal and something is hidden, the view of one leaves the screen
before the other's comes.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from glory_env.play.saves import ENDING, SaveError, Saves
from glory_env.terminal.at_terminal import AtTerminal, Item, Refused
from glory_env.terminal.screen import Quit, Screen, ask_person
from glory_env.text.lazy import Joined, Say, Text

CLEAR = "\n" * 60  # the other person's view leaves the screen


class Undone(Exception):
    """The person has taken something back: what is asked is another decision now."""


class Taken(Exception):
    """The person takes a choice of the hint."""

    def __init__(self, choice: Any) -> None:
        super().__init__(choice)
        self.choice = choice


class Terminal(Screen):
    """Talks a session through to its end. save: the file the game is kept in."""

    def __init__(
        self,
        game: AtTerminal,
        save: Path,
        read: Callable[[str], str] = ask_person,
        show: Callable[[str], object] = print,
    ) -> None:
        super().__init__(game, read, show)
        self.session, self.save = game.session, save
        people = self.session.seats
        self._is_shared = game.hides and len(people) > 1
        # The seat whose view is on the screen.
        self._at = None if self._is_shared else (people or list(self.session.players))[0]
        begun = self.session.has_begun
        # How many entries of each seat's log the screen has shown.
        lengths = {seat: game.log_length(seat) for seat in self.session.players}
        self._shown = lengths if begun else dict.fromkeys(lengths, 0)
        self._turn = 0  # of the position shown last
        self._kept = self.session.sequence
        self._hinted: tuple[int, Sequence[Any]] = (-1, ())  # sequence, the choices
        self._commands: dict[str, Callable[[str, list[str]], object]] = {}
        for names, do in (
            ("q quit", self._quit),
            ("? help", self._help),
            ("b board", lambda seat, _: self._show_position(seat)),
            ("m map", lambda seat, _: self.show(game.map(seat))),
            ("l log", self._show_log),
            ("h hint", self._hint),
            ("t take", self._take),
            ("u undo", self._undo),
            ("s save", self._save_copy),
        ):
            self._commands |= dict.fromkeys(names.split(), do)
        for name, tell in game.commands.items():
            self._commands[name] = lambda *_, tell=tell: self.say(*tell())

    def run(self) -> int:
        """Play; 0 when the game is over or saved, 1 when it could not be saved."""
        try:
            self._play()
        except Quit:
            pass
        except (EOFError, KeyboardInterrupt):
            self.show("")  # off the line of the prompt
        except Exception:  # an agent's, for example: the game is kept all the same
            self._leave()
            raise
        return self._leave()

    # --- the course of play --------------------------------------------------------------
    def _play(self) -> None:
        session = self.session
        self.say(Joined([self.title(), Say("terminal.commands")], "list.space"))
        while not session.is_over:
            seat = self.game.waits_for
            if not self._is_shared:
                self._tell()
            if seat is None:
                turn = session.game.turn
                session.play_on()
                if session.game.turn != turn:
                    self._keep()
                continue
            self._hand_over(seat)
            self._keep()
            if self._turn != session.game.turn:
                self._show_position(seat)
            try:
                self.game.choose(self._ask(seat))
            except Undone:
                self.heading = ""
        for seat in session.seats if self._is_shared else [str(self._at)]:
            self._at = seat
            self._tell()
        self._show_position(str(self._at))
        self.say(*self.game.ending())
        if session.seats and session.has_begun:
            while self.read(self.game.to(Say("terminal.after"))).strip().lower() == "r":
                self.review()

    def _tell(self) -> None:
        """What the seat on the screen has not been told yet, and what a person should know."""
        seat = str(self._at)
        start = self._shown[seat]
        self._shown[seat] = max(start, self.game.log_length(seat))
        for k in range(start, self._shown[seat]):
            self.show_entry(seat, k)
        if (notice := self.game.notice()) is not None:
            self.say(f"! {self.game.to(notice)}")

    def _hand_over(self, seat: str) -> None:
        """Hide what is on the screen until the next person is there, and tell the news."""
        if self._is_shared and self._at != seat:
            self.say(CLEAR)
            self.read(self.game.to(Say("terminal.hand_over", seat=self.game.name(seat))) + " ")
            self.heading, self._turn = "", 0
        self._at = seat
        self._tell()

    def _show_position(self, seat: str) -> None:
        self._turn = self.session.game.turn
        self.say("", *self.game.position(seat))

    # --- asking --------------------------------------------------------------------------
    def _ask(self, seat: str) -> Any:
        """A complete legal choice of a person."""
        listed = self.game.items(seat)
        behind: Item | None = None  # the entry whose list is on the screen
        self._show_choices(seat, listed, behind)
        while True:
            key = "terminal.prompt" if behind is None else "terminal.prompt_which"
            answer = self.read(self.game.to(Say(key, seat=self.game.name(seat)))).strip()
            command, *rest = answer.split() or [""]
            shown = listed if behind is None else behind.inner
            numbers = {item.number or k: item for k, item in enumerate(shown, 1)}
            picked = numbers.get(int(answer)) if answer.isdecimal() else None
            if picked is not None and not picked.inner:
                return picked.choice
            if picked is not None or answer == "" or (behind and answer == "0"):
                behind = picked or (behind if answer == "" else None)
                self._show_choices(seat, listed, behind)
                continue
            try:
                if (do := self._commands.get(command.lower())) is not None:
                    do(seat, rest)
                elif behind is not None:
                    spread = ", ".join(map(str, numbers))
                    self.say(Say("terminal.not_one_of_back", answer=answer, numbers=spread))
                else:
                    return self.game.typed(seat, answer.lower(), listed)
            except Refused as problem:
                self.say(problem.words)
            except Taken as taken:
                return taken.choice

    def _show_choices(self, seat: str, listed: Sequence[Item], behind: Item | None) -> None:
        if behind is None:
            self.say("", *self.game.question(seat))
        else:
            self.say(Say("terminal.goes_back", title=behind.words))
        for k, item in enumerate(listed if behind is None else behind.inner, 1):
            self.show(f"{item.number or k:4d}  {self.game.to(item.words)}")

    # --- commands ------------------------------------------------------------------------
    def _quit(self, seat: str, rest: list[str]) -> None:
        raise Quit

    def _help(self, seat: str, rest: list[str]) -> None:
        self.say(Say("terminal.help"), self.game.help)

    def _show_log(self, seat: str, rest: list[str]) -> None:
        """What has happened in a turn."""
        if rest and not (len(rest) == 1 and rest[0].isdecimal()):
            raise Refused(Say("terminal.log_usage"))
        turn = int(rest[0]) if rest else self.session.game.turn
        self.heading = ""
        for k in range(self._shown[seat]):
            if (entry := self.game.entry(seat, k)) is not None and entry.turn == turn:
                self.show_entry(seat, k)
        if not self.heading:
            raise Refused(Say("terminal.log_nothing", turn=turn))

    def _hint(self, seat: str, rest: list[str]) -> None:
        self.say(Say("terminal.trying"))
        hint = self.game.hint(seat)
        rows = (f"   {k}  {self.game.to(row)}" for k, row in enumerate(hint.rows, 1))
        self.say(*hint.about, *rows, *hint.after)
        self._hinted = self.session.sequence, hint.choices

    def _take(self, seat: str, rest: list[str]) -> None:
        """A choice of the hint by its number, as long as that is a hint for this decision."""
        sequence, choices = self._hinted
        number = int(rest[0]) if len(rest) == 1 and rest[0].isdecimal() else 0
        if sequence != self.session.sequence:
            raise Refused(Say("terminal.no_hint_here"))
        if not 1 <= number <= len(choices):
            raise Refused(Say("terminal.hint_number", n=len(choices)))
        raise Taken(choices[number - 1])

    def _undo(self, seat: str, rest: list[str]) -> None:
        self.say(self.game.undo(seat))
        self._shown = {
            one: min(count, self.game.log_length(one)) for one, count in self._shown.items()
        }
        raise Undone

    # --- keeping -------------------------------------------------------------------------
    def _keep(self) -> None:
        """Save after an exchange; where that fails a line says so, and play goes on."""
        if self._kept == self.session.sequence or not self.session.has_begun:
            return
        self._kept = self.session.sequence
        if (problem := self._save()) is not None:
            self.say(f"! {self.game.to(problem)}")

    def _save(self) -> Text | None:
        """Why the game could not be saved; None where it is."""
        try:
            self.session.save(self.save)
        except OSError as error:
            reason = error.strerror or error
            return Say("terminal.could_not_save", path=self.save, error=reason)
        return None

    def _save_copy(self, seat: str, rest: list[str]) -> None:
        if len(rest) != 1:
            raise Refused(Say("terminal.name"))
        saves = Saves(self.save.parent)
        try:
            own = self.save.stem if self.save.suffix == ENDING else None
            saves.save_as(self.session, rest[0], own)
        except (SaveError, OSError) as error:
            raise Refused(Say("terminal.not_saved", error=error)) from None
        self.say(Say("terminal.saved", path=saves.path(rest[0])))

    def _leave(self) -> int:
        if (problem := self._save()) is not None:
            self.say(problem)
            return 1
        key = "saved" if self.session.is_over else "saved_go_on"
        self.say(Say(f"terminal.{key}", path=self.save, game=self.game.game))
        return 0
