"""The terminal's face of a session: it shows, asks and explains."""

from __future__ import annotations

import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

from glory_env.envs.agent import AgentError, GameView
from glory_env.play import telling, words
from glory_env.play.ending import over_view
from glory_env.play.hint import hint
from glory_env.play.menu import Entry
from glory_env.play.saves import ENDING, SaveError, Saves
from glory_env.play.session import PERSON, GameSession, Line, UndoError
from glory_env.play.terminal_look import Look

HELP = """\
A number picks an entry of the list; 0 goes back from a list behind an entry.
  ?       this help               b   the board        m   the map
  Enter   the choices again       l   what happened this turn, l 3: in turn 3
  e       nothing more of this    w   why the partner did what it did last
  h       a hint: three choices   t   take a choice of the hint: t 2
  u       undo: take back what you chose last, but never a die
  s NAME  save a copy as NAME     q   save and quit (so do ctrl-C and the end of input)
The game is saved by itself after every exchange. Tonnage is in units of 10,000 tons. Army and
navy gather glory points (GP) each for itself, but share one total of shipping: below the floor
the game is over and both have lost."""


class Quit(Exception):
    """The person leaves."""


class Back(Exception):
    """The person goes back to the whole list."""


def ask_person(prompt: str) -> str:
    """A line from stdin; where that is no terminal it is echoed. EOFError at the end."""
    if sys.stdin.isatty():
        return input(prompt)
    line = sys.stdin.readline()
    if not line:
        print(prompt, flush=True)
        raise EOFError
    print(prompt + line.rstrip("\n"), flush=True)
    return line


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
        people = " and ".join(s for s, who in session.players.items() if who == PERSON)
        others = ", ".join(f"{s}: {who}" for s, who in session.players.items() if who != PERSON)
        self.show(
            f"Glory, scenario {session.game.scenario.name}, seed {session.game.seed}. "
            f"You play the {people or 'part of a spectator'}{f' ({others})' if others else ''}. "
            "? shows the commands."
        )
        while not session.is_over:
            self._tell_news()
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
        self._tell_news()
        self._show_board()
        for line in over_view(session.game, session.record.lines)["why"]:
            self.show(line)

    def _show_board(self) -> None:
        self._board_turn = self.session.game.turn
        self.show(f"\n{self.look.board(self.session.game)}\n")

    def _tell_news(self) -> None:
        self._tell(self.session.news())
        if self.session.notice is not None:
            self.show(f"! {self.session.notice['words']}")
            self.session.notice = None

    def _tell(self, lines: Sequence[Line]) -> None:
        said, self._heading = telling.story(self.session.game.scenario, lines, self._heading)
        for line in said:
            self.show(line)

    def _keep(self) -> None:
        """Save after an exchange; where that fails it is said, and play goes on."""
        if self._kept == self.session.sequence or not self.session.has_begun:
            return
        self._kept = self.session.sequence
        try:
            self.session.save(self.save)
        except OSError as error:
            self.show(f"! could not save to {self.save}: {error.strerror or error}")

    def _leave(self) -> int:
        session, path = self.session, self.save
        try:
            session.save(path)
        except OSError as error:
            self.show(f"could not save to {path}: {error.strerror or error}")
            return 1
        more = "" if session.is_over else f". Go on: python play.py --terminal --resume {path}"
        self.show(f"saved to {path}{more}")
        return 0

    # --- asking --------------------------------------------------------------------------
    def _ask(self) -> dict[str, Any]:
        """A complete legal choice of the person on turn."""
        entries = self.session.menu()

        def ask_again() -> None:
            self.show(f"\n{words.question(self.session.game)}")
            if entries:
                self.show(self.look.entries(entries))

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
        while True:
            answer = self.read(f"{self.session.game.actor}{prompt}> ").strip().lower()
            command, *rest = answer.split() or [""]
            if command in ("q", "quit"):
                raise Quit
            if command == "":
                repeat()
            elif command in ("?", "help"):
                self.show(HELP)
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
        said = self.session.last_explanations()
        lines = [self.look.why(seat, one) for seat, one in said.items()]
        none = "nothing has been decided yet" if self.session.agents else "no agent plays here"
        self.show("\n".join(lines) or none)

    def _show_hint(self) -> None:
        session = self.session
        seat = session.game.actor
        self.show("trying choices out ...")
        try:
            found = hint(GameView(session.game, seat), session.game.mask, session.sequence)
        except AgentError as error:
            self.show(f"no hint: {error}")
        else:
            self.show(self.look.hint(found, session.estimate(seat)))
            self._hinted = session.sequence, [one["choice"] for one in found["candidates"]]

    def _take(self, rest: Sequence[str]) -> None:
        """A choice of the hint by its number, as long as that is a hint for this decision."""
        sequence, choices = self._hinted
        number = int(rest[0]) if len(rest) == 1 and rest[0].isdecimal() else 0
        if sequence != self.session.sequence:
            self.show("no hint has been given here: h asks for one")
        elif not 1 <= number <= len(choices):
            self.show(f"expected a number of the hint, 1 to {len(choices)}: t 1")
        else:
            raise Taken(choices[number - 1])

    def _undo(self) -> None:
        state = self.session.undo_state()
        try:
            self.session.undo()
        except UndoError as error:
            self.show(f"not taken back: {error}")
        else:
            self.show(state.words)
            raise Undone

    def _save_copy(self, rest: Sequence[str]) -> None:
        saves = Saves(self.save.parent)
        if len(rest) != 1:
            self.show("expected a name: s my-game")
            return
        try:
            own = self.save.stem if self.save.suffix == ENDING else None
            saves.save_as(self.session, rest[0], own)
            self.show(f"saved to {saves.path(rest[0])}")
        except (SaveError, OSError) as error:
            self.show(f"not saved: {error}")

    def _show_log(self, rest: list[str]) -> None:
        turn = self.session.game.turn
        if rest and not (len(rest) == 1 and rest[0].isdecimal()):
            self.show("l shows this turn, l 3 what happened in turn 3")
            return
        turn = int(rest[0]) if rest else turn
        told = self.session.told()
        lines = [line for line in told if line["turn"] == turn]
        if not lines:
            self.show(f"nothing has happened in turn {turn}")
        self._heading = ("", 0)
        self._tell(lines)

    def _pick(self, entries: Sequence[Entry], repeat: Callable[[], None]) -> dict[str, Any]:
        """A choice of the list, or of the list behind one of its entries."""
        while True:
            answer = self._answer("", repeat)
            if answer in ("e", "end") and entries[-1].choice == {"end": True}:
                return {"end": True}
            picked = self._entry(answer, entries, "")
            if picked is None:
                continue
            if picked.choice is not None:
                return picked.choice
            if "pool" in (picked.inner[0].choice or {}):
                return self._pick_amount(picked.inner)
            return self._pick_inner(picked)

    def _entry(self, answer: str, entries: Sequence[Entry], back: str) -> Entry | None:
        """The entry of a number, or None after an explanation."""
        if answer.isdecimal() and 1 <= int(answer) <= len(entries):
            return entries[int(answer) - 1]
        self.show(f"{answer!r} is not one of 1 to {len(entries)}{back}; ? shows the commands")
        return None

    def _pick_inner(self, group: Entry) -> dict[str, Any]:
        def repeat() -> None:
            self.show(f"{group.words}; 0 goes back")
            self.show(self.look.entries(group.inner))

        repeat()
        while True:
            answer = self._answer(" which", repeat)
            if answer == "0":
                raise Back
            picked = self._entry(answer, group.inner, ", or 0 to go back")
            if picked is not None:
                return picked.choice or {}

    def _pick_amount(self, entries: Sequence[Entry]) -> dict[str, Any]:
        amounts = {entry.choice["pool"]: entry.choice for entry in entries if entry.choice}
        legal = f"{min(amounts)} to {max(amounts)} in fives, or 0 to go back"
        self.show(legal)
        while True:
            answer = self._answer(" from the total", lambda: self.show(legal))
            if answer == "0":
                raise Back
            if answer.isdecimal() and int(answer) in amounts:
                return amounts[int(answer)]
            self.show(f"{answer!r} cannot be paid: {legal}")

    def _ask_offer(self, repeat: Callable[[], None]) -> dict[str, int]:
        """Amounts for army and navy; both may stand in the first answer."""
        while True:
            given = self._answer(" army", repeat).split()
            if len(given) == 1 and given[0].isdecimal():
                given += self._answer(" navy", repeat).split()
            if len(given) != 2 or not all(part.isdecimal() for part in given):
                self.show("expected two amounts, for army and navy: for example 120 180")
                continue
            army, navy = (int(part) for part in given)
            problem = self.session.offer_problem(army, navy)
            if not problem:
                return {"army": army, "navy": navy}
            self.show(f"army {army}, navy {navy} cannot be offered: {problem}")
