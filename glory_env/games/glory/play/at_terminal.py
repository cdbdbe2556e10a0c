"""Glory at the terminal: the seat's text, the choices in groups, offers in one line."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from glory_env.envs.agent import AgentError, GameView
from glory_env.games.glory import GAME
from glory_env.games.glory.engine.handicaps import NORMAL
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.board_view import handicap_view
from glory_env.games.glory.play.characters import BEST, profile
from glory_env.games.glory.play.end_of_game import over_view
from glory_env.games.glory.play.explain import Explanation
from glory_env.games.glory.play.hint import hint, hint_seed
from glory_env.games.glory.play.menu import ASK, END, PIECE, POOL, SAY, Group
from glory_env.games.glory.play.menu import Entry as Choice
from glory_env.games.glory.play.motives import reasons
from glory_env.games.glory.play.promises import offer_with, worth_saying
from glory_env.games.glory.play.review import Decision, Review, words
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.speech import said
from glory_env.games.glory.words import choice_words, ending, log_words, names, talk_words
from glory_env.games.glory.words.map_text import MapText
from glory_env.games.glory.words.seat_text import SeatText
from glory_env.games.glory.words.talk_words import ARGUMENTS
from glory_env.play.session import UndoError
from glory_env.terminal.at_terminal import AtTerminal, Entry, Hint, Item, Refused, Words
from glory_env.text.lazy import Joined, Say, Text

TALKS = ("offer", "answer")  # decisions at which it matters what happens if the talks fail


class GloryAtTerminal(AtTerminal):
    """A session of Glory. A sealed offer or hand is no entry of the log before it is shown."""

    game, title = GAME.name, Say("terminal.glory")
    help, hides = Say("terminal.help_glory"), False
    session: GlorySession

    def __init__(self, session: GlorySession, language: str = "en") -> None:
        super().__init__(session, language)
        self.commands = dict.fromkeys(("w", "why"), self.why)
        about = handicap_view(session.game.options.handicap)
        if about["name"] != NORMAL:
            self.title = Say("terminal.glory_handicap", name=about["words"])

    # --- people --------------------------------------------------------------------------
    def name(self, seat: str) -> Text:
        return names.service(seat)

    def player(self, who: str) -> Words:
        if (character := profile(who)) is None:
            return who
        if character.level == BEST:
            return character.shown
        return Say("character.level_of", name=character.shown, n=character.level)

    # --- what is shown -------------------------------------------------------------------
    def log_length(self, seat: str) -> int:
        return self.session.shown

    def entry(self, seat: str, k: int) -> Entry | None:
        session = self.session
        line = session.record.lines[k]
        if log_words.is_dull(line):
            return None
        phase = Say(f"phase.{line['phase']}")
        heading = Say("terminal.heading", turn=line["turn"], phase=phase)
        lines = log_words.story(session.game.scenario, line)
        if speech := said(session, k):
            who = profile(agent := session.playing(line["actor"]))
            quote = Say("character.quote", words=Joined(speech, "list.space"))
            lines.append(Say("log.line", actor=who.shown if who else agent, words=quote))
        return Entry(line["turn"], heading, lines)

    def notice(self) -> Text | None:
        notice, self.session.notice = self.session.notice, None
        return None if notice is None else notice["words"]

    def _moment(self, line: int | None) -> Game:
        return self.session.game if line is None else self.session.moments.after(line)

    def position(self, seat: str, line: int | None = None) -> Sequence[Words]:
        return SeatText(self._moment(line), seat).position()

    def map(self, seat: str, line: int | None = None) -> str:
        drawn = MapText(self._moment(line), self.language).text()
        return f"{drawn}\n{self.to(Say('terminal.legend'))}"

    def ending(self) -> Sequence[Text]:
        session = self.session
        return ending.sentences(over_view(session, session.game, len(session.record.lines)))

    # --- choosing ------------------------------------------------------------------------
    def question(self, seat: str) -> Sequence[Text]:
        game = self.session.game
        lines: list[Text] = [choice_words.question(game), choice_words.about(game)]
        fails = choice_words.if_talks_fail(game)
        if game.decision in TALKS and fails is not None:
            lines.append(Joined([Say("deadlock.if_talks_fail"), fails], "list.space"))
        if game.decision == "speak":
            lines.append(Say("terminal.or_offer"))
        return lines

    def items(self, seat: str) -> Sequence[Item]:
        return items(self.session)

    def typed(self, seat: str, answer: str, items: Sequence[Item]) -> Any:
        """An offer as two amounts; `e` for nothing more of a decision."""
        parts = answer.split()
        is_split = len(parts) == 2 and all(part.isdecimal() for part in parts)
        if self.session.is_offer and not is_split:
            raise Refused(Say("terminal.two_amounts"))
        if self.session.makes_offer and is_split:
            army, navy = map(int, parts)
            problem = self.session.offer_problem(army, navy)
            if problem is not None:
                raise Refused(Say("terminal.cannot_offer", army=army, navy=navy, problem=problem))
            return {"army": army, "navy": navy}
        if answer in ("e", "end") and items[-1].choice == {END: True}:
            return {END: True}
        return super().typed(seat, answer, items)

    def choose(self, choice: Any) -> None:
        """A person's choice; with an offer there are no more lines beside it."""
        if "army" not in choice:
            return super().choose(choice)
        for one in offer_with(self.session.game, (), choice):
            self.session.choose(one)

    def undo(self, seat: str) -> Text:
        state = self.session.undo_state()
        try:
            self.session.undo()
        except UndoError:
            raise Refused(Say("terminal.not_taken_back", words=state.words)) from None
        return state.done or state.words

    def hint(self, seat: str) -> Hint:
        session = self.session
        try:
            advice = hint(GameView(session.game, seat), session.game.mask, hint_seed(session))
        except AgentError as error:
            raise Refused(Say("terminal.no_hint", error=error)) from None
        rows = [
            Say(
                "terminal.hint_row",
                choice=one["words"],
                completed=f"{one['completion']:.0%}",
                **{who: f"{points:.1f}" for who, points in one["gp"].items()},
            )
            for one in advice["candidates"]
        ]
        value = session.estimate(seat)
        after = [] if value is None else [Say("terminal.estimate", value=f"{value:+.2f}")]
        return Hint(advice["about"], rows, [one["choice"] for one in advice["candidates"]], after)

    def why(self) -> Sequence[Words]:
        """The agents' explanations of their last choices."""
        session, lines = self.session, self.session.record.lines
        last = {lines[k]["actor"]: k for k in session.explanations if k < session.shown}
        explained = session.last_explanations()
        shown = [
            self.reason(seat, explained[seat], reasons(session, k)) for seat, k in last.items()
        ]
        none = Say("terminal.nothing_yet" if session.agents else "terminal.no_agent")
        return [line for lines in shown for line in lines] or [none]

    def reason(self, seat: str, reason: Explanation, facts: Sequence[Text] = ()) -> list[str]:
        """An agent's explanation of a choice, the facts first."""
        lines = [f"  - {self.to(one)}" for one in facts]
        about = {"seat": names.service(seat), "agent": reason.agent, "text": reason.text}
        lines.append(self.to(Say("terminal.why", **about)))
        for one in reason.alternatives:
            mark = "->" if one["chosen"] else "  "
            lines.append(f"  {mark} {one['probability']:4.0%}  {self.to(one['words'])}")
        if reason.alternatives:
            lines.append(f"     ({reason.about})")
        if reason.before is not None:
            values = {"before": f"{reason.before:+.2f}"}
            if reason.after is not None:
                values["after"] = f"{reason.after:+.2f}"
            lines.append(self.to(Say(f"terminal.{'_'.join(values)}", **values)))
        return lines

    # --- afterwards ----------------------------------------------------------------------
    def review(self) -> Review:
        return Review.of_session(self.session)

    def costly(self, decision: Decision) -> Sequence[Text]:
        phase = Say(f"phase.{decision.phase}")
        at = {"line": decision.line + 1, "turn": decision.turn}
        return [Say("review.row", phase=phase, **at), *words(decision)]


def items(session: GlorySession) -> list[Item]:
    """The choices of the pending decision as one list; none for offers.

    Ways of a piece, amounts, and statements by their arguments stand behind one entry; so do all
    statements but the few worth saying.
    """
    if session.game.decision == "speak":
        return _words(session)
    return _grouped(session)


def _words(session: GlorySession) -> list[Item]:
    """The lines worth saying, all others behind one entry, and nothing more to say."""
    *others, end = _grouped(session)
    lines = worth_saying(session.game)
    few = [Item(talk_words.own_words(session.game.scenario, line), line) for line in lines]
    return [*few, Item(Say("beside.other"), inner=tuple(others)), end] if others else [end]


def _grouped(session: GlorySession) -> list[Item]:
    listed: list[Item] = []
    for group in session.groups():
        if _is_behind(group):
            listed.append(_list_behind(session, group))
        else:
            listed += [Item(_line(entry.full, entry), entry.choice) for entry in group.entries]
    return listed


def _is_behind(group: Group) -> bool:
    if group.key in (SAY, ASK):
        return len(group.entries) > 1 and bool(set(ARGUMENTS) & set(group.entries[0].choice))
    return group.key in (PIECE, POOL) and len(group.entries) > 1


def _list_behind(session: GlorySession, group: Group) -> Item:
    """An amount is picked by itself, not by its place in the list."""
    inner = tuple(
        Item(_line(entry.label, entry), entry.choice, number=entry.choice.get(POOL))
        for entry in group.entries
    )
    if group.key == PIECE:
        return Item(Say("choice.ways", piece=group.title, n=len(inner)), inner=inner)
    if group.key in (SAY, ASK):
        return Item(Say("choice.arguments", statement=group.title, n=len(inner)), inner=inner)
    low, high = group.entries[0].choice[POOL], group.entries[-1].choice[POOL]
    total = session.game.total
    return Item(Say("choice.amounts", low=low, high=high, total=total), inner=inner)


def _line(words: Text, entry: Choice) -> Text:
    return Say("choice.more", choice=words, more=Joined(entry.more)) if entry.more else words
