"""A session in the terminal: it shows, asks and explains, in the person's language."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from glory_env.envs.agent import AgentError, GameView
from glory_env.games.glory.play.ended import over_view
from glory_env.games.glory.play.hint import hint, hint_seed
from glory_env.games.glory.play.motives import reasons
from glory_env.games.glory.play.session import GameSession, Line
from glory_env.games.glory.play.speech import said
from glory_env.games.glory.play.undo import UndoError
from glory_env.games.glory.words import ending, log_words, names
from glory_env.play.saves import ENDING, SaveError, Saves
from glory_env.terminal.asking import Quit, ask_person
from glory_env.terminal.look import Look
from glory_env.terminal.menu import Item, items
from glory_env.text.lazy import Joined, Say, Text


class Back(Exception):
    """The person goes back to the whole list."""


class Undone(Exception):
    """The person has taken something back: what is asked is another decision now."""


class Taken(Exception):
    """The person takes a choice of the hint."""

    def __init__(self, choice: dict[str, Any]) -> None:
        super().__init__(choice)
        self.choice = choice


class Terminal:
    """Talks a session through to its end.

    save: the file the game is kept in. read, show: in place of stdin and print.
    """

    def __init__(
        self,
        session: GameSession,
        save: Path,
        read: Callable[[str], str] = ask_person,
        show: Callable[[str], object] = print,
        look: Look | None = None,
    ) -> None:
        self.session = session
        self.save = save
        self.read = read
        self.show = show
        self.look = look or Look()
        self._heading = ("", 0)
        self._board_turn = 0
        self._kept = session.sequence
        self._hinted: tuple[int, list[dict[str, Any]]] = (-1, [])  # sequence, the choices

    def run(self) -> int:
        """Play; 0 when the game is over or saved, 1 when it could not be saved."""
        try:
            self._play()
        except Quit:
            return self._leave()
        except (EOFError, KeyboardInterrupt):
            self.show("")  # off the line of the prompt
            return self._leave()
        except Exception:  # an agent's, for example: the game is kept all the same
            self._leave()
            raise
        return self._leave()

    # --- the course of play --------------------------------------------------------------
    def _play(self) -> None:
        session = self.session
        self._say(Joined([self.look.title(session), Say("terminal.commands")], "list.space"))
        while not session.is_over:
            self._show_news()
            if not session.waits_for_person:
                turn = session.game.turn
                session.play_on()
                if session.game.turn != turn:
                    self._keep()
                continue
            self._keep()
            if self._board_turn != session.game.turn:
                self._show_board()
            try:
                session.choose(self._ask())
            except Undone:
                self._heading = ("", 0)
        self._show_news()
        self._show_board()
        end = over_view(session, session.game, len(session.record.lines))
        for words in ending.sentences(end):
            self._say(words)

    def _say(self, text: Text | str, /, **values: Any) -> None:
        """Show a text, or a sentence of the terminal's own by its key."""
        self.show(self.look.to(text, **values))

    def _show_board(self) -> None:
        self._board_turn = self.session.game.turn
        self.show(f"\n{self.look.board(self.session.game)}\n")

    def _show_news(self) -> None:
        self._show_lines(self.session.news())
        if self.session.notice is not None:
            self.show(f"! {self.look.to(self.session.notice['words'])}")
            self.session.notice = None

    def _show_lines(self, lines: Sequence[Line]) -> None:
        scenario, numbers = self.session.game.scenario, self._numbers()
        for line in lines:
            if log_words.is_dull(line):
                continue
            if self._heading != (line["phase"], line["turn"]):
                self._heading = (line["phase"], line["turn"])
                self.show(self.look.heading(line))
            for text in self.look.story(scenario, line):
                self.show(text)
            if speech := said(self.session, numbers[id(line)]):
                self.show(self.look.speech(self.session.playing(line["actor"]), speech))

    def _numbers(self) -> dict[int, int]:
        """By the id of a line of the record its number."""
        return {id(line): k for k, line in enumerate(self.session.record.lines)}

    def _keep(self) -> None:
        """Save after an exchange; where that fails a line says so, and play goes on."""
        if self._kept == self.session.sequence or not self.session.has_begun:
            return
        self._kept = self.session.sequence
        try:
            self.session.save(self.save)
        except OSError as error:
            self.show(f"! {self._could_not_save(error)}")

    def _could_not_save(self, error: OSError) -> str:
        reason = error.strerror or error
        return self.look.to("could_not_save", path=self.save, error=reason)

    def _leave(self) -> int:
        session, path = self.session, self.save
        try:
            session.save(path)
        except OSError as error:
            self.show(self._could_not_save(error))
            return 1
        self._say("saved" if session.is_over else "saved_go_on", path=path)
        if session.is_over:
            self._say(Say("review.terminal_how", path=path))
        return 0

    # --- asking --------------------------------------------------------------------------
    def _ask(self) -> dict[str, Any]:
        """A complete legal choice of the person on turn."""
        entries = items(self.session)

        def ask_again() -> None:
            self.show(f"\n{self.look.question(self.session.game)}")
            if entries:
                self.show(self.look.items(entries))

        ask_again()
        while True:
            try:
                if self.session.is_offer:
                    return self._ask_offer(ask_again)
                return self._pick(entries, ask_again)
            except Back:
                ask_again()
            except Taken as taken:
                return taken.choice

    def _answer(self, prompt: str, repeat: Callable[[], object]) -> str:
        """What the person enters that is no command; commands are carried out."""
        seat = names.service(self.session.game.actor)
        while True:
            answer = self.read(self.look.to(prompt, seat=seat)).strip().lower()
            command, *rest = answer.split() or [""]
            if command in ("q", "quit"):
                raise Quit
            if command == "":
                repeat()
            elif command in ("?", "help"):
                self._say("help")
            elif command in ("b", "board"):
                self._show_board()
            elif command in ("m", "map"):
                self.show(self.look.map(self.session.game))
            elif command in ("l", "log"):
                self._show_log(rest)
            elif command in ("w", "why"):
                self._show_why()
            elif command in ("h", "hint"):
                self._show_hint()
            elif command in ("t", "take"):
                self._take(rest)
            elif command in ("u", "undo"):
                self._undo()
            elif command in ("s", "save"):
                self._save_copy(rest)
            else:
                return answer

    def _show_why(self) -> None:
        session, lines = self.session, self.session.record.lines
        last = {lines[k]["actor"]: k for k in session.explanations if k < session.shown}
        explained = session.last_explanations()
        shown = [
            self.look.why(seat, explained[seat], reasons(session, k)) for seat, k in last.items()
        ]
        none = "nothing_yet" if session.agents else "no_agent"
        self.show("\n".join(shown) or self.look.to(none))

    def _show_hint(self) -> None:
        session = self.session
        seat = session.game.actor
        self._say("trying")
        try:
            advice = hint(GameView(session.game, seat), session.game.mask, hint_seed(session))
        except AgentError as error:
            self._say("no_hint", error=error)
        else:
            self.show(self.look.hint(advice, session.estimate(seat)))
            self._hinted = session.sequence, [one["choice"] for one in advice["candidates"]]

    def _take(self, rest: Sequence[str]) -> None:
        """A choice of the hint by its number, as long as that is a hint for this decision."""
        sequence, choices = self._hinted
        number = int(rest[0]) if len(rest) == 1 and rest[0].isdecimal() else 0
        if sequence != self.session.sequence:
            self._say("no_hint_here")
        elif not 1 <= number <= len(choices):
            self._say("hint_number", n=len(choices))
        else:
            raise Taken(choices[number - 1])

    def _undo(self) -> None:
        state = self.session.undo_state()
        try:
            self.session.undo()
        except UndoError:
            self._say("not_taken_back", words=state.words)
        else:
            self._say(state.done or state.words)
            raise Undone

    def _save_copy(self, rest: Sequence[str]) -> None:
        saves = Saves(self.save.parent)
        if len(rest) != 1:
            self._say("name")
            return
        try:
            own = self.save.stem if self.save.suffix == ENDING else None
            saves.save_as(self.session, rest[0], own)
            self._say("saved", path=saves.path(rest[0]))
        except (SaveError, OSError) as error:
            self._say("not_saved", error=error)

    def _show_log(self, rest: list[str]) -> None:
        turn = self.session.game.turn
        if rest and not (len(rest) == 1 and rest[0].isdecimal()):
            self._say("log_usage")
            return
        turn = int(rest[0]) if rest else turn
        lines = [line for line in self.session.old_news() if line["turn"] == turn]
        if not lines:
            self._say("log_nothing", turn=turn)
        self._heading = ("", 0)
        self._show_lines(lines)

    def _pick(self, entries: Sequence[Item], repeat: Callable[[], None]) -> dict[str, Any]:
        """A choice of the list, or of the list behind one of its entries."""
        while True:
            answer = self._answer("prompt", repeat)
            if answer in ("e", "end") and entries[-1].choice == {"end": True}:
                return {"end": True}
            picked = self._item(answer, entries, "not_one_of")
            if picked is None:
                continue
            if picked.choice is not None:
                return picked.choice
            if "pool" in (picked.inner[0].choice or {}):
                return self._pick_amount(picked.inner)
            return self._pick_inner(picked)

    def _item(self, answer: str, entries: Sequence[Item], problem: str) -> Item | None:
        """The entry of a number, or None after an explanation."""
        if answer.isdecimal() and 1 <= int(answer) <= len(entries):
            return entries[int(answer) - 1]
        self._say(problem, answer=answer, n=len(entries))
        return None

    def _pick_inner(self, item: Item) -> dict[str, Any]:
        def repeat() -> None:
            self._say("goes_back", title=item.words)
            self.show(self.look.items(item.inner))

        repeat()
        while True:
            answer = self._answer("prompt_which", repeat)
            if answer == "0":
                raise Back
            picked = self._item(answer, item.inner, "not_one_of_back")
            if picked is not None:
                return picked.choice or {}

    def _pick_amount(self, entries: Sequence[Item]) -> dict[str, Any]:
        amounts = {entry.choice["pool"]: entry.choice for entry in entries if entry.choice}
        legal = Say("terminal.pool_range", low=min(amounts), high=max(amounts))
        self._say(legal)
        while True:
            answer = self._answer("prompt_pool", lambda: self._say(legal))
            if answer == "0":
                raise Back
            if answer.isdecimal() and int(answer) in amounts:
                return amounts[int(answer)]
            self._say("pool_wrong", answer=answer, range=legal)

    def _ask_offer(self, repeat: Callable[[], None]) -> dict[str, int]:
        """Amounts for army and navy; both may stand in the first answer."""
        while True:
            parts = self._answer("prompt_army", repeat).split()
            if len(parts) == 1 and parts[0].isdecimal():
                parts += self._answer("prompt_navy", repeat).split()
            if len(parts) != 2 or not all(part.isdecimal() for part in parts):
                self._say("two_amounts")
                continue
            army, navy = (int(part) for part in parts)
            problem = self.session.offer_problem(army, navy)
            if problem is None:
                return {"army": army, "navy": navy}
            self._say("cannot_offer", army=army, navy=navy, problem=problem)
