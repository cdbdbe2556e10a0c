"""After a game: which of a person's own decisions were costly, by games played out from them.

Every decision, a micro-step with more than one choice, is weighed in worlds that agree with what
its seat knew then. Rounds as in `glory_env.play.rollout_rounds`, each with new worlds and dice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from glory_agents.aleutians.advice import Candidates
from glory_agents.aleutians.playouts import Ended, Playouts, scripts_for, worlds_of
from glory_env.envs.agent import GameView
from glory_env.games.aleutians.play import words
from glory_env.games.aleutians.play.choices import about
from glory_env.games.aleutians.play.session import Before, Session
from glory_env.play import rollout_rounds
from glory_env.play.rollout_rounds import Mean, Round, Rounds, Weighed
from glory_env.text.lazy import Joined, Say, Text

OTHERS = 2  # options beside the one that was chosen


class Effort(NamedTuple):
    """Games of each option, and how many decisions come into the rounds after the first."""

    screened: int = 6
    looked_at: int = 48
    looked_at_games: int = 24
    followed: int = 14
    followed_games: int = 64
    checked: int = 6
    checked_games: int = 256


class Option(NamedTuple):
    """A choice and what it led to. payoff: mean reward of the seat; points: mean VP of Japan.

    won: share of games the seat has won.
    """

    action: int
    payoff: float = 0.0
    points: float = 0.0
    won: float = 0.0


class Gain(NamedTuple):
    """What another option leads to beyond what was chosen: reward, VP of Japan, share won."""

    payoff: Mean
    points: Mean
    won: Mean

    @property
    def is_sure(self) -> bool:
        """Better by the reward: its interval lies above 0."""
        return self.payoff.low > 0


class Decision(Weighed[Option, Gain]):
    """One decision of a person. line: of the record; game: as it stood then."""

    def __init__(self, about: Before) -> None:
        super().__init__()
        self.game, self.seat, self.chosen = about.game, about.seat, about.action
        self.line, self.turn, self.phase = about.lines, about.game.turn, about.game.phase

    def words_of(self, action: int) -> Text:
        return words.choice(self.game.scenario, self.game.record, action)


class Review(Rounds[Decision]):
    """The own decisions of a finished game, weighed with each call of `more`.

    players: agents' names by seat; seed: of worlds and dice.
    """

    def __init__(
        self,
        decisions: Sequence[Decision],
        players: dict[str, str],
        seed: int,
        effort: Effort | None = None,
    ) -> None:
        self.effort = effort = effort or Effort()
        rounds = [
            Round(lambda one: self._play(one, effort.looked_at_games), effort.looked_at),
            Round(lambda one: self._play(one, effort.followed_games), effort.followed),
            Round(self._check, effort.checked),
        ]
        super().__init__(list(decisions), self._screen, rounds)
        self._players = players
        self._rng = np.random.default_rng(seed)
        self._candidates = Candidates()

    @classmethod
    def of_session(cls, session: Session, effort: Effort | None = None) -> Review:
        """Made while the session stands still; `more` may then run in another thread."""
        decisions = [Decision(one) for one in session.decided]
        return cls(decisions, session.players, session.game.seed + 1, effort)

    def _screen(self, decision: Decision) -> None:
        view = GameView(decision.game, decision.seat)
        # What was chosen may be among them.
        promising = self._candidates.of(view, decision.game.mask, OTHERS + 1, self._rng)
        others = [one for one in promising if one != decision.chosen][:OTHERS]
        decision.options = [Option(one) for one in (decision.chosen, *others)]
        self._play(decision, self.effort.screened)

    def _play(self, decision: Decision, games: int) -> Ended:
        """Weigh the options of a decision in so many new worlds."""
        view = GameView(decision.game, decision.seat)
        drawn = worlds_of(view, self._rng.integers(0, 1 << 62, games))
        scripts = scripts_for(decision.seat, self._players)
        playouts = Playouts(decision.game.scenario, decision.seat, scripts)
        ended = playouts.play(drawn, [one.action for one in decision.options])
        means = (values.mean(axis=1) for values in (ended.payoff, ended.points, ended.won))
        rows = zip(decision.options, *means, strict=True)
        first, *others = [Option(one.action, *map(float, row)) for one, *row in rows]
        decision.options = [first, *sorted(others, key=lambda one: -one.payoff)]
        return ended

    def _check(self, decision: Decision) -> None:
        rest = decision.options[2:]
        decision.options = decision.options[:2]
        ended = self._play(decision, self.effort.checked_games)
        decision.options += rest
        pairs = (ended.payoff, ended.points, ended.won.astype(float))
        decision.gain = Gain(*(Mean.of(values[1] - values[0]) for values in pairs))

    # --- what it shows -------------------------------------------------------------------
    def view(self, is_running: bool) -> dict[str, Any]:
        """In the form of a `review` message (docs/aleutians/play.md)."""
        seats = dict.fromkeys(one.seat for one in self.decisions)
        notes = [self._by(seat) for seat in seats]
        return self.message(is_running, self.effort.checked_games, notes, _view)

    def _by(self, seat: str) -> Text:
        scripts = scripts_for(seat, self._players)
        other = next(side for side in scripts if side != seat)
        own = Say(f"campaign.side_short.{seat}")
        names = {"own": scripts[seat], "other": scripts[other]}
        return Say("campaign.review.by_script", side=own, **names)


def row_words(decision: Decision) -> Text:
    """Which decision it was: turn, date, phase, side, question."""
    game = decision.game
    asked = Say(
        "campaign.review.row",
        turn=decision.turn,
        date=words.date(game.scenario, decision.turn),
        phase=words.phase(game.record),
        side=Say(f"campaign.side_short.{decision.seat}"),
        question=words.question(game.record),
    )
    what = about(game.scenario, game.record).get("words")
    return Say("campaign.action.about", what=asked, about=what) if what else asked


def cost_words(decision: Decision) -> Text:
    """What the decision has cost, in games won and VP where a difference is known."""
    gain, is_japan = decision.known_gain, decision.seat == "japan"
    points = gain.points.mean if is_japan else -gain.points.mean
    parts: list[Text] = []
    if gain.won.is_known:
        parts.append(Say("campaign.review.cost_won", n=round(100 * gain.won.mean)))
    if gain.points.is_known and points > 0:
        key = f"campaign.review.cost_points_{decision.seat}"
        parts.append(Say(key, n=f"{points:.1f}"))
    what = Joined(parts, "list.and") if parts else Say("campaign.review.cost_level")
    return Say("campaign.review.cost", what=what)


def gain_words(decision: Decision) -> list[Text]:
    """What was chosen, what would have been better, and by how much."""
    chosen, better = (decision.words_of(one.action) for one in decision.options[:2])
    return rollout_rounds.gain_words(chosen, better, _parts(decision))


def _parts(decision: Decision) -> list[Text]:
    """The outcome with its interval; games won and VP where a difference is known."""
    gain, (chosen, better) = decision.known_gain, decision.options[:2]
    low, high = (f"{value:+.2f}" for value in gain.payoff[1:])
    values = {"chosen": f"{chosen.payoff:+.2f}", "better": f"{better.payoff:+.2f}"}
    parts: list[Text] = [Say("campaign.review.outcome", low=low, high=high, **values)]
    if gain.won.is_known:
        low, high = (f"{100 * value:+.0f}" for value in gain.won[1:])
        values = {"chosen": f"{chosen.won:.0%}", "better": f"{better.won:.0%}"}
        parts.append(Say("campaign.review.won", low=low, high=high, **values))
    if gain.points.is_known:
        low, high = (f"{value:+.1f}" for value in gain.points[1:])
        values = {"chosen": f"{chosen.points:.1f}", "better": f"{better.points:.1f}"}
        parts.append(Say("campaign.review.points", low=low, high=high, **values))
    return parts


def _view(decision: Decision) -> dict[str, Any]:
    gain = decision.known_gain
    return {
        "line": decision.line,
        "turn": decision.turn,
        "phase": decision.phase,
        "actor": decision.seat,
        "decision": decision.game.decision,
        "row": row_words(decision),
        "words": gain_words(decision),
        "cost": cost_words(decision),
        "options": [
            {
                "id": one.action,
                "words": decision.words_of(one.action),
                "outcome": round(one.payoff, 3),
                "points": round(one.points, 2),
                "won": round(one.won, 3),
            }
            for one in decision.options
        ],
        "gain": {
            "outcome": gain.payoff.rounded(3),
            "points": gain.points.rounded(2),
            "won": gain.won.rounded(3),
        },
    }
