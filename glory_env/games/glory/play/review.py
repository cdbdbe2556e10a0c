"""After a game: which of a person's own decisions were costly, by games played out from them.

Three rounds, each with dice of its own and never the game's:

1. Every decision: what was chosen and the most promising others, by the rollouts of a hint.
2. The FOLLOWED decisions at which another option looked best by most: games with the partner.
3. The CHECKED of these that still do: more games, of what was chosen and the best other option.

Only what round 3 measures is reported. Its dice have had no part in the choice of what is measured.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np

from glory_agents.glory.search.advice import Adviser
from glory_agents.registry import check_listed
from glory_env.envs.agent import AgentError, BatchAgent, GameView, make_agent, plays_batches
from glory_env.games.glory.play.habits import Habits
from glory_env.games.glory.play.playouts import Ended, Pair, play_all
from glory_env.games.glory.play.session import STAND_INS, GlorySession
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.words import names
from glory_env.games.glory.words.choice_words import full
from glory_env.play.reading import PERSON
from glory_env.play.rollout_rounds import Mean, Round, Rounds, Weighed, gain_words
from glory_env.record.lines import is_choice
from glory_env.text.lazy import Say, Text

OTHERS = 2  # options beside the one that was chosen
SCREENED = 24  # rollouts of each option of every decision
FOLLOWED, FOLLOWED_GAMES = 10, 64  # decisions of the second round; games of each option
CHECKED, CHECKED_GAMES = 6, 256


class Option(NamedTuple):
    """A choice as the game record writes it, its micro-steps, what it led to and its payoff.

    completion: share of the games; gp: mean of the own service; payoff: mean reward of the seat.
    """

    choice: dict[str, Any]
    actions: tuple[int, ...]
    completion: float
    gp: float
    payoff: float


class Gain(NamedTuple):
    """What another option leads to beyond what was chosen: completion (a share), GP, payoff."""

    completion: Mean
    gp: Mean
    payoff: Mean

    @property
    def is_sure(self) -> bool:
        """Better by the reward, and by completion or GP: the intervals lie above 0."""
        return self.payoff.low > 0 and max(self.completion.low, self.gp.low) > 0


class Decision(Weighed[Option, Gain]):
    """One decision of a person. line: in the record; game: as it stood before."""

    def __init__(self, session: GlorySession, line: int) -> None:
        super().__init__()
        about = session.record.lines[line]
        self.line, self.turn, self.seat = line, int(about["turn"]), str(about["actor"])
        self.phase = str(about["phase"])
        self.game = session.moments.before(line)
        self.chosen = tuple(int(action) for action in about["actions"]), dict(about["choice"])


class Review(Rounds[Decision]):
    """A finished game: first the habits of the person, then the own decisions, weighed with each
    call of `more`. habits: None where one person does not play beside an agent."""

    def __init__(
        self, decisions: list[Decision], agents: Pair, about: Text, seed: int, habits: Habits | None
    ) -> None:
        rounds = [Round(self._follow, FOLLOWED), Round(self._check, CHECKED)]
        super().__init__(decisions, self._screen, rounds)
        self.habits = habits
        self.of += habits.of if habits else 0
        self.agents, self.about = agents, about
        self._rng, self._seed = np.random.default_rng(seed), seed
        self._adviser = Adviser()

    @classmethod
    def of_session(cls, session: GlorySession) -> Review:
        """Made while the session stands still; `more` may then run in another thread."""
        decisions = [Decision(session, line) for line in own_decisions(session)]
        agents, about = _continuation(session)
        habits = Habits.of_session(session) if decisions else None
        return cls(decisions, agents, about, session.game.seed + 1, habits)

    def more(self) -> bool:
        if self.habits and self.habits.more():
            self.done += 1
            return True
        return super().more()

    def _screen(self, decision: Decision) -> None:
        game, seat = decision.game, SERVICES.index(decision.seat)
        self._adviser.reset(decision.seat, self._seed + decision.line)
        view = GameView(game, decision.seat)
        actions, choice = decision.chosen
        promising = self._adviser.beside(view, game.mask, actions, choice, OTHERS, SCREENED)
        decision.options = [
            Option(one.choice, one.actions, one.completion, one.gp[seat], one.payoff)
            for one in promising
        ]

    def _follow(self, decision: Decision) -> None:
        first, *others = self._played(decision, decision.options, FOLLOWED_GAMES)[0]
        decision.options = [first, *sorted(others, key=lambda one: -one.payoff)]

    def _check(self, decision: Decision) -> None:
        pair = decision.options[:2]
        checked, ended = self._played(decision, pair, CHECKED_GAMES)
        decision.options[:2] = checked
        seat = SERVICES.index(decision.seat)
        decision.gain = Gain(
            Mean.of(ended.completed[1].astype(float) - ended.completed[0]),
            Mean.of((ended.gp[1] - ended.gp[0])[:, seat]),
            Mean.of((ended.payoff[1] - ended.payoff[0])[:, seat]),
        )

    def _played(
        self, decision: Decision, options: list[Option], games: int
    ) -> tuple[list[Option], Ended]:
        """Options with the figures of new games."""
        keys = self._rng.integers(0, 1 << 62, games)
        seat = SERVICES.index(decision.seat)
        ended = play_all(decision.game, [one.actions for one in options], keys, self.agents)
        means = zip(
            ended.completed.mean(axis=1),
            ended.gp[:, :, seat].mean(axis=1),
            ended.payoff[:, :, seat].mean(axis=1),
            strict=True,
        )
        rows = zip(options, means, strict=True)
        return [Option(one.choice, one.actions, *map(float, mean)) for one, mean in rows], ended

    # --- what it shows -------------------------------------------------------------------
    def view(self, is_running: bool) -> dict[str, Any]:
        """In the form of a `review` message (docs/play_protocol.md)."""
        message = self.message(is_running, CHECKED_GAMES, [self.about], _view)
        return message | {"habits": self.habits.view() if self.habits else []}


def own_decisions(session: GlorySession) -> list[int]:
    """The lines of the record in which a person has decided and could have decided otherwise."""
    return [
        k
        for k, line in enumerate(session.record.lines)
        if is_choice(line)
        and session.players.get(line["actor"]) == PERSON
        and not line.get("forced")
        and line["decision"] != "janken"  # a hand cannot be planned
    ]


def _continuation(session: GlorySession) -> tuple[Pair, Text]:
    """Who plays on: a script for a person, the partner itself where it plays many games at once."""
    script = STAND_INS[0]
    agents: list[BatchAgent] = []
    about: Text = Say("review.by_script", script=script)
    for seat in SERVICES:
        agent = make_agent(script)
        name = session.playing(seat)
        if name != PERSON:
            partner = _partner(session, seat)
            if partner is not None:
                agent, about = partner, Say("review.by_partner", agent=name, script=script)
            else:
                about = Say("review.not_partner", agent=name, script=script)
        assert plays_batches(agent)
        agents.append(agent)
    return (agents[0], agents[1]), about


def _partner(session: GlorySession, seat: str) -> BatchAgent | None:
    """The agent of a seat; None where it cannot be made here or plays one game at a time."""
    try:
        agent = session.agents.get(seat)
        if agent is None:  # the game is replayed: its record is anybody's
            check_listed(session.playing(seat), given=session.given)
            agent = make_agent(session.playing(seat))
        return agent if plays_batches(agent) else None
    except AgentError:
        return None


# --- in words ------------------------------------------------------------------------------
def _view(decision: Decision) -> dict[str, Any]:
    gain = decision.known_gain
    return {
        "line": decision.line,
        "turn": decision.turn,
        "phase": decision.phase,
        "actor": decision.seat,
        "words": words(decision),
        "options": [
            {
                "words": full(decision.game, one.choice),
                "choice": one.choice,
                "completion": round(one.completion, 3),
                "gp": round(one.gp, 1),
            }
            for one in decision.options
        ],
        "gain": {
            "completion": gain.completion.rounded(3),
            "gp": gain.gp.rounded(1),
        },
    }


def words(decision: Decision) -> list[Text]:
    """What was chosen, what would have been better, and by how much."""
    chosen, better = (full(decision.game, one.choice) for one in decision.options[:2])
    return gain_words(chosen, better, _parts(decision))


def _parts(decision: Decision) -> list[Text]:
    """Both figures, each with its interval; of one whose interval holds 0 that nothing is known."""
    gain, who = decision.known_gain, names.service(decision.seat)
    chosen, better = decision.options[:2]
    parts: list[Text] = []
    if gain.completion.is_known:
        low, high = (f"{100 * value:+.0f}" for value in gain.completion[1:])
        shares = {"chosen": f"{chosen.completion:.0%}", "better": f"{better.completion:.0%}"}
        parts.append(Say("review.completion", low=low, high=high, **shares))
    else:
        parts.append(Say("review.completion_even"))
    if gain.gp.is_known:
        low, high = (f"{value:+.1f}" for value in gain.gp[1:])
        points = {"chosen": f"{chosen.gp:.1f}", "better": f"{better.gp:.1f}"}
        parts.append(Say("review.gp", who=who, low=low, high=high, **points))
    else:
        parts.append(Say("review.gp_even", who=who))
    return parts
