"""The game as one seat reads it: all that a text player or a language model needs to decide.

    reader = SeatText(view.clone(seed=0), "navy", before)   # view: of an agent, or Game.clone()
    print(reader.prompt("en"))
    action = reader.read("3")                               # or AnswerError says what was expected

Nothing that the seat has not been shown is in any of it: a sealed offer or hand of the other seat.
"""

from __future__ import annotations

from collections.abc import Sequence

from glory_env.game.seat_text import GameSeatText
from glory_env.games.glory import decisions
from glory_env.games.glory import state as st
from glory_env.games.glory.describe import ROW_KINDS
from glory_env.games.glory.game import Game
from glory_env.games.glory.rules.negotiation import NAMING
from glory_env.games.glory.words import answers, board_words, choice_words, facts, names, talk_words
from glory_env.games.glory.words.changes import changes, promise
from glory_env.text import catalogue
from glory_env.text.answers import AnswerError, Option
from glory_env.text.lazy import Joined, Say, Text

__all__ = ["AnswerError", "SeatText"]
TALKS = (st.OFFER_CIVIL, st.OFFER_ARMY, st.ANSWER)  # it matters what happens if they fail


class SeatText(GameSeatText):
    """One moment of a game for a seat, "army" or "navy"; arguments as for `GameSeatText`."""

    position_heading = Say("player.position")
    game: Game

    def introduction(self) -> Text:
        """Who the reader is."""
        is_solo = self.game.options.solo
        who = names.service(self.game.actor if is_solo else self.seat)
        return Say("player.solo" if is_solo else "player.seat", who=who)

    def rules(self) -> list[tuple[Text, list[Text]]]:
        """Headings with short rules: the aim, and the phase that is being played."""
        sections: list[tuple[Text, list[Text]]] = [(Say("player.aim"), _points("aim"))]
        phase = self.game.phase
        if phase in catalogue("en")["help"]:
            sections.append((Say("player.phase", phase=Say(f"phase.{phase}")), _points(phase)))
        return sections

    def position(self) -> list[Text]:
        """Turn, shares and points; each box; what lies beside the map; promises in force."""
        game = self.game
        lines = [*board_words.header(game), *board_words.boxes(game), *board_words.beside(game)]
        open_ones = (game.record.promise_state == st.OPEN).nonzero()
        for at in zip(*(axis.tolist() for axis in open_ones), strict=True):
            lines.append(talk_words.event(game.scenario, promise(game, *at)))
        return lines

    def changes(self) -> list[Text]:
        """What has happened since the moment `before`; empty without one."""
        return [] if self.before is None else changes(self.before, self.game)

    def question(self) -> list[Text]:
        """The pending decision with all that it depends on; empty after the end."""
        game, decision = self.game, decisions.pending(self.game.record)
        if decision.code == st.NO_DECISION:
            return []
        if decision.continues:
            key = f"decision.{decision.name}"
            lines: list[Text] = [Say(f"{key}.question"), Say(f"{key}.help"), *self._chosen()]
        else:
            has_failed = game.phase == "tonnage" and game.record.step == NAMING
            lines = [choice_words.question(game), choice_words.about(game, has_failed)]
            if decision.code == st.OFFER_CIVIL:
                lines.append(Say("decision.offer_civil.help"))
        if decision.phase == st.TONNAGE and decision.code != st.ANSWER:
            lines += self._offers()
        fails = choice_words.if_talks_fail(game)
        if decision.code in TALKS and fails is not None:
            lines.append(Joined([Say("deadlock.if_talks_fail"), fails], "list.space"))
        return lines

    def options(self) -> list[Option]:
        """The legal actions: one line each, amounts as ranges."""
        return answers.options(self.game)

    # --- inside --------------------------------------------------------------------------
    def _chosen(self) -> list[Text]:
        """The parts of the choice that have been made."""
        game, g, scenario = self.game, self.game.record, self.game.scenario
        parts: list[Text] = []
        if g.chosen_civil != st.NONE:
            civil, total = int(g.chosen_civil), game.total - game.total % int(g.opt_grid)
            parts += [Say("choice.civil", civil=civil), Say("player.rest", n=total - civil)]
        if g.chosen_kind != st.NONE:
            parts.append(Say("choice.start", piece=Say(f"kind.{ROW_KINDS[g.chosen_kind]}")))
        if g.chosen_counter != st.NONE:
            counter = scenario.counters[int(g.chosen_counter)]
            place = names.place(scenario, game.box(counter))
            parts.append(Say("choice.at", piece=names.piece(game, counter), place=place))
        for key, box in (("go to", g.chosen_box), ("embark", g.chosen_embark)):
            if box != st.NONE:
                step = "move_to" if key == "go to" else "move_embark"
                where = names.place(scenario, scenario.boxes[int(box)])
                parts.append(Say(f"decision.{step}.action.box", box=where))
        if g.chosen_statement != st.NONE:
            name = Say(f"statement.{st.STATEMENTS[int(g.chosen_statement)]}.name")
            spoken = "asked" if g.chosen_ask else "said"
            parts.append(Say(f"action.talk.{spoken}", statement=name))
        return parts

    def _offers(self) -> list[Text]:
        """The last offers that the seat has seen."""
        lines: list[Text] = []
        for k, seat in enumerate(st.SERVICES):
            offer = facts.offer(self.game, k)
            if offer is not None and not self.game.options.solo:
                who = names.service(seat)
                lines.append(Say("player.offered", who=who, split=names.split(**offer)))
        return lines


def _points(part: str) -> list[Text]:
    """The points of a part of the rules in short."""
    count: Sequence[object] = catalogue("en")["help"][part]["points"]
    return [Say(f"help.{part}.points.{k}.text") for k in range(len(count))]
