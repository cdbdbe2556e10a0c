"""What play and replay share: lines that a person types, words and log entries that are shown."""

from __future__ import annotations

import sys
from collections.abc import Callable

from glory_env.play.reading import PERSON
from glory_env.terminal.at_terminal import AtTerminal, Words
from glory_env.text.lazy import Joined, Say, Text

LONGEST = 1000  # characters of a line; int() refuses a few thousand digits
REPORTS = 5  # times that a review says how far it is


class Quit(Exception):
    """The person leaves."""


def ask_person(prompt: str) -> str:
    """A line from stdin, up to LONGEST; where that is no terminal it is echoed. EOFError at the
    end.
    """
    if sys.stdin.isatty():
        return input(prompt)[:LONGEST]
    line = sys.stdin.readline()[:LONGEST]
    if not line:
        print(prompt, flush=True)
        raise EOFError
    print(prompt + line.rstrip("\n"), flush=True)
    return line


class Screen:
    """Shows a game. read, show: in place of stdin and print."""

    def __init__(
        self,
        game: AtTerminal,
        read: Callable[[str], str] = ask_person,
        show: Callable[[str], object] = print,
    ) -> None:
        self.game, self.read, self.show = game, read, show
        self.heading = ""  # of what was shown last

    def say(self, *texts: Words) -> None:
        for text in texts:
            self.show(self.game.to(text))

    def title(self) -> Text:
        """Game, scenario, seed and who plays."""
        game, session = self.game, self.game.session
        you = Say("terminal.you")
        players = [
            Say("log.line", actor=game.name(seat), words=you if who == PERSON else game.player(who))
            for seat, who in session.players.items()
        ]
        about = {"scenario": session.game.scenario.name, "seed": session.game.seed}
        return Say("terminal.title", game=game.title, **about, players=Joined(players))

    def show_entry(self, seat: str, k: int) -> bool:
        """Show entry k of a seat's log, below its heading where that is new; False: it is empty."""
        entry = self.game.entry(seat, k)
        if entry is None:
            return False
        heading = self.game.to(entry.heading)
        if heading != self.heading:
            self.heading = heading
            self.say("", heading)
        first, *rest = (self.game.to(line) for line in entry.lines)
        self.say(first, *(f"    {line}" for line in rest))
        return True

    def review(self) -> None:
        """Which of a person's own decisions were costly; ctrl-C ends it with what is found."""
        review = self.game.review() if self.game.session.is_over else None
        if review is None or not review.decisions:
            self.say(Say(f"review.{'not_over' if review is None else 'nothing'}"))
            return
        self.say(Say("review.start_terminal", n=len(review.decisions)))
        try:
            while review.more():
                if review.done % (1 + review.of // REPORTS) == 0:
                    self.say(Say("review.progress", done=review.done, of=review.of))
        except KeyboardInterrupt:
            self.show("")
        found = review.view(False)
        self.say(*(one["words"] for one in found.get("habits", ())), *found["about"])
        for k, decision in enumerate(review.costly, 1):
            row, *rest = (self.game.to(text) for text in self.game.costly(decision))
            self.say(f"{k}. {row}", *(f"   {line}" for line in rest))
