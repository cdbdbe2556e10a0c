"""What the terminal shows, in a language: with colours tables, else plain lines.

In English without colours all is ASCII, and the board is that of `render`.
"""

from __future__ import annotations

import io
import textwrap
from collections.abc import Sequence
from typing import Any

from rich import box
from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text as Styled

from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.characters import profile
from glory_env.games.glory.play.explain import Explanation
from glory_env.games.glory.play.session import GameSession, Line
from glory_env.games.glory.render import text
from glory_env.games.glory.scenario import Scenario
from glory_env.games.glory.words import board_words, choice_words, log_words, names
from glory_env.play.reading import PERSON
from glory_env.terminal.map_text import MapText
from glory_env.terminal.menu import Item
from glory_env.text.lazy import Joined, Say, Text

KIND_STYLES = {"sea": "bright_blue", "land": "yellow", "convoy": "green"}
TALKS = ("offer", "answer")  # decisions at which it matters what happens if the talks fail


class Look:
    """Turns what is shown into lines. colour: with ANSI colours and drawn tables."""

    def __init__(
        self, colour: bool = False, width: int = text.WIDTH + 2, language: str = "en"
    ) -> None:
        self.colour = colour
        self.width = width
        self.language = language

    def to(self, text: Text | str, /, **values: Any) -> str:
        """A text, or a sentence of the terminal's own by its key, in the language."""
        if isinstance(text, str):
            text = Say(f"terminal.{text}", **values)
        return text.to(self.language)

    # --- the course of play --------------------------------------------------------------
    def title(self, session: GameSession) -> Text:
        """Scenario, seed and who plays."""
        you = Say("terminal.you")

        def shown(agent: str) -> Text | str:
            found = profile(agent)
            if found is None:
                return agent
            return Say("character.level_of", name=found.shown, n=found.level)

        players = [
            Say("log.line", actor=names.service(seat), words=you if who == PERSON else shown(who))
            for seat, who in session.players.items()
        ]
        game = session.game
        scenario = {"scenario": game.scenario.name, "seed": game.seed}
        return Say("terminal.title", **scenario, players=Joined(players))

    def heading(self, line: Line) -> str:
        """Turn and phase, above the first line of a phase."""
        phase = Say(f"phase.{line['phase']}")
        return "\n" + self.to("heading", turn=line["turn"], phase=phase)

    def story(self, scenario: Scenario, line: Line) -> list[str]:
        """A line of the record, and indented what followed."""
        first, *rest = (words.to(self.language) for words in log_words.story(scenario, line))
        return [first, *(f"  {words}" for words in rest)]

    def question(self, game: Game) -> str:
        """What is asked, what it is about, and what happens if the talks fail."""
        lines: list[Text] = [choice_words.question(game), choice_words.about(game)]
        fails = choice_words.if_talks_fail(game)
        if game.decision in TALKS and fails is not None:
            lines.append(Joined([Say("deadlock.if_talks_fail"), fails], "list.space"))
        return "\n".join(self.to(line) for line in lines)

    # --- the position --------------------------------------------------------------------
    def board(self, game: Game) -> str:
        """The position as a table of boxes with what lies beside the map."""
        if not self.colour and self.language == "en":
            return text.board(game.scenario, game.record)
        head = Styled("\n".join(map(self.to, board_words.header(game))))
        beside = Styled("\n".join(map(self.to, board_words.beside(game))), style="dim")
        parts = Group(Panel(head, title=self._bar(game)), self._boxes(game), beside)
        return self._drawn(parts)

    def _boxes(self, game: Game) -> Table:
        scenario, record = game.scenario, game.record
        table = Table(box=box.SIMPLE_HEAD, pad_edge=False, padding=(0, 1, 0, 0))
        heads = [self.to(key) for key in ("box", "kind", "value", "allied")]
        styles = ("", "", "", "bold red", "orange3", "sky_blue2")
        heads += [self.to(names.service(seat)) for seat in st.SERVICES]
        for head, style, (_, width) in zip(heads, styles, text.COLUMNS, strict=True):
            table.add_column(head, style=style, min_width=min(width, 24))
        for b, key in enumerate(scenario.boxes):
            _, kind, *rest = text.box_cells(scenario, record, b)
            shade = KIND_STYLES[kind]
            name = Styled(self.to(names.name(scenario, key)), style=f"bold {shade}")
            table.add_row(name, Styled(self.to(f"kind_{kind}"), style=shade), *rest)
        return table

    def _bar(self, game: Game) -> Styled:
        """The total between floor and cap."""
        tables = game.scenario.tables[0]
        floor, cap = int(tables.floor[int(game.options.solo)]), int(tables.cap)
        filled = round(30 * max(0, game.total) / cap)
        style = "red" if game.total < floor + 100 else "green"
        return Styled.assemble(("#" * filled, style), ("-" * (30 - filled), "dim"))

    def map(self, game: Game) -> str:
        """The map: boxes where they lie, with lines, markers and how much stands there."""
        drawn = MapText(game, self.language).text()
        drawn.append(self.to("legend"))
        return self._drawn(drawn) if self.colour else drawn.plain

    # --- lists and reasons ---------------------------------------------------------------
    def items(self, items: Sequence[Item]) -> str:
        """A list with its numbers."""
        lines = [self.to(item.words) for item in items]
        if not self.colour:
            return "\n".join(self._numbered(number, line) for number, line in enumerate(lines, 1))
        table = Table(box=None, show_header=False, pad_edge=False)
        table.add_column(justify="right", style="bold cyan", width=4)
        table.add_column(overflow="fold")
        for number, line in enumerate(lines, 1):
            table.add_row(str(number), Styled(line))
        return self._drawn(table)

    def _numbered(self, number: int, line: str) -> str:
        first = f"{number:4d}  "
        if cell_len(line) > len(line):  # wide characters have no spaces to break at
            return first + line
        return textwrap.fill(line, self.width, initial_indent=first, subsequent_indent=" " * 6)

    def hint(self, advice: dict[str, Any], estimate: float | None) -> str:
        """The best choices, numbered, with what became of them; the network's value apart."""
        rows = [
            (
                f"{number}  {self.to(one['words'])}",
                f"{one['completion']:.0%}",
                *(f"{points:.1f}" for points in one["gp"].values()),
            )
            for number, one in enumerate(advice["candidates"], 1)
        ]
        lines = [self.to(words) for words in advice["about"]]
        if self.colour:
            heads = [self.to("choice"), self.to("completed")]
            heads += [self.to("gp", who=names.service(seat)) for seat in st.SERVICES]
            table = Table(*heads, box=box.SIMPLE_HEAD)
            for row in rows:
                table.add_row(*(Styled(cell) for cell in row))
            lines.append(self._drawn(table))
        else:
            for choice, completed, army, navy in rows:
                points = {"army": army, "navy": navy}
                lines.append(self.to("hint_row", choice=choice, completed=completed, **points))
        if estimate is not None:
            lines.append(self.to("estimate", value=f"{estimate:+.2f}"))
        return "\n".join(lines)

    def speech(self, agent: str, words: Sequence[Text]) -> str:
        """What a partner with a character says, indented."""
        who = profile(agent)
        quote = Say("character.quote", words=Joined(words, "list.space"))
        line = self.to(Say("log.line", actor=who.shown if who else agent, words=quote))
        return textwrap.indent(line, "  ")

    def why(self, seat: str, reason: Explanation, facts: Sequence[Text] = ()) -> str:
        """An agent's explanation of its last choice, the facts first."""
        service = names.service(seat)
        lines = [f"  - {self.to(one)}" for one in facts]
        lines.append(self.to("why", seat=service, agent=reason.agent, text=reason.text))
        for one in reason.alternatives:
            mark = "->" if one["chosen"] else "  "
            lines.append(f"  {mark} {one['probability']:4.0%}  {self.to(one['words'])}")
        if reason.alternatives:
            lines.append(f"     ({reason.about})")
        if reason.before is not None:
            after = "" if reason.after is None else f"{reason.after:+.2f}"
            key = "before_after" if after else "before"
            lines.append(self.to(key, before=f"{reason.before:+.2f}", after=after))
        return "\n".join(lines)

    def _drawn(self, thing: RenderableType) -> str:
        out = io.StringIO()
        console = Console(
            file=out, width=self.width, highlight=False,
            force_terminal=self.colour, no_color=not self.colour,
        )  # fmt: skip
        console.print(thing)
        return out.getvalue().rstrip("\n")
