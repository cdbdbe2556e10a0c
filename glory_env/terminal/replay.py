"""A recorded game in the terminal: line by line, back and forth, with the board of any moment."""

from __future__ import annotations

from collections.abc import Callable

from glory_env.games.glory.game import Game
from glory_env.games.glory.play.ended import over_view
from glory_env.games.glory.play.review import Decision, Review, own_decisions, words
from glory_env.games.glory.play.session import GameSession
from glory_env.games.glory.words import ending, log_words
from glory_env.terminal.asking import ask_person
from glory_env.terminal.look import Look
from glory_env.text.lazy import Joined, Say

REPORTS = 5  # times that a review says how far it is


class TerminalReplay:
    """Shows a session that is only looked at. read, show: in place of stdin and print."""

    def __init__(
        self,
        session: GameSession,
        read: Callable[[str], str] = ask_person,
        show: Callable[[str], object] = print,
        look: Look | None = None,
    ) -> None:
        self.session = session
        self.read = read
        self.show = show
        self.look = look or Look()
        self.at = -1  # the line shown last

    def run(self) -> int:
        """Until the person leaves; 0."""
        lines = self.session.record.lines
        self.show(self.look.to(self.look.title(self.session)))
        self._show_help()
        try:
            while True:
                prompt = self.look.to("prompt_replay", line=self.at + 1, lines=len(lines))
                answer = self.read(prompt).strip().lower()
                if answer in ("q", "quit"):
                    return 0
                self._answer(answer)
        except (EOFError, KeyboardInterrupt):
            self.show("")
            return 0

    def _answer(self, answer: str) -> None:
        lines = self.session.record.lines
        first, *rest = answer.split() or [""]
        if answer == "":
            self._go_on()
        elif answer.isdecimal():
            if not 1 <= int(answer) <= len(lines):
                self.show(self.look.to("no_line", answer=answer, n=len(lines)))
                return
            self._go_to(int(answer) - 1)
        elif first in ("t", "turn"):
            wanted = int(rest[0]) if len(rest) == 1 and rest[0].isdecimal() else 0
            first_line = next((k for k, one in enumerate(lines) if one["turn"] == wanted), None)
            if first_line is not None:
                self._go_to(first_line)
            else:
                self.show(self.look.to("turn_usage", n=lines[-1]["turn"]))
        elif answer in ("b", "board"):
            self.show(self.look.board(self._moment()))
        elif answer in ("m", "map"):
            self.show(self.look.map(self._moment()))
        elif answer in ("r", "review"):
            self._review()
        else:
            if first in ("h", "hint", "u", "undo"):
                self.show(self.look.to(Say("undo.replay")))
            self._show_help()

    # --- the review ------------------------------------------------------------------------
    def _review(self) -> None:
        """Which of a person's own decisions were costly; ctrl-C ends it with what is found."""
        session = self.session
        if not session.is_over or not own_decisions(session):
            key = "nothing" if session.is_over else "not_over"
            self.show(self.look.to(Say(f"review.{key}")))
            return
        review = Review.of_session(session)
        self.show(self.look.to(Say("review.start_terminal", n=len(review.decisions))))
        try:
            while review.more():
                if review.done % (1 + review.of // REPORTS) == 0:
                    self.show(self.look.to(Say("review.progress", done=review.done, of=review.of)))
        except KeyboardInterrupt:
            self.show("")
        for about in review.view(False)["about"]:
            self.show(self.look.to(about))
        for number, decision in enumerate(review.costly, 1):
            self._show_costly(number, decision)

    def _show_costly(self, number: int, decision: Decision) -> None:
        at = {"line": decision.line + 1, "turn": decision.turn}
        phase = Say(f"phase.{decision.phase}")
        self.show(self.look.to(Say("review.row", k=number, phase=phase, **at)))
        for text in words(decision):
            self.show(f"   {self.look.to(text)}")

    def _show_help(self) -> None:
        self.show(self.look.to("replay_help").rstrip("\n"))

    def _moment(self) -> Game:
        return self.session.moments.after(self.at)

    def _go_on(self) -> None:
        """To the next line that is worth showing."""
        lines = self.session.record.lines
        at = self.at + 1
        while at < len(lines) and log_words.is_dull(lines[at]):
            at += 1
        if at < len(lines):
            self._go_to(at)
        else:
            self._show_end()

    def _show_end(self) -> None:
        session = self.session
        if not session.is_over:
            self.show(self.look.to("record_ends"))
            return
        view = over_view(session, session.game, len(session.record.lines))
        self.show(self.look.to(Joined(ending.sentences(view), "list.space")))

    def _go_to(self, at: int) -> None:
        lines = self.session.record.lines
        before = lines[self.at] if self.at >= 0 else None
        self.at = at
        line = lines[at]
        is_new = before is None or (before["phase"], before["turn"]) != (
            line["phase"],
            line["turn"],
        )
        if log_words.is_dull(line):
            self.show(self.look.to("nothing_to_show"))
            return
        heading = [self.look.heading(line)] if is_new else []
        self.show("\n".join([*heading, *self.look.story(self.session.game.scenario, line)]))
