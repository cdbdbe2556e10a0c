"""A plan to accept: all that the staff of a seat would do to the end of the phase at hand.

It is played through in a world that agrees with what the seat knows, with other dice, so it tells
nothing that is hidden. What the enemy or dice bring about is not in it, unless that is asked now.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from glory_env.envs.agent import GameView
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.envs import Game
from glory_env.games.aleutians.play.orders import ROUTINE, SUDDEN, Step, when
from glory_env.games.aleutians.play.plan_words import PlanWords, Told
from glory_env.games.aleutians.play.staff import enemy_proposal, proposal
from glory_env.play.reading import SEEDS
from glory_env.text.lazy import Say, Text

LONGEST = 250  # steps
FARTHEST = 1500  # micro-steps of both sides that are looked ahead


class Plan(NamedTuple):
    """steps: one after the other; told: they in words, those of one kind together."""

    steps: list[Step]
    told: list[Told]

    @property
    def lines(self) -> list[Text]:
        return [one.words for one in self.told]

    def view(self) -> dict[str, Any]:
        """In the form of `plan` in a `state` message."""
        return {
            "lines": self.lines,
            "areas": [one.areas for one in self.told],
            "firsts": [one.first for one in self.told],
            "steps": len(self.steps),
        }


def plan(game: Game, seat: str) -> Plan:
    """For the seat that is asked now."""
    twin: Game = GameView(game, seat).clone(SEEDS)
    is_sudden = twin.decision in SUDDEN
    rolled = twin.games["rolled"].tolist()
    words = PlanWords(game.scenario, folds=game.decision not in ROUTINE)
    steps: list[Step] = []
    begun = when(twin)
    for _ in range(FARTHEST):
        if twin.outcome != "playing" or when(twin) != begun or len(steps) == LONGEST:
            break
        legal = twin.legal_actions()
        if twin.actor != seat:
            if is_sudden:
                break  # the other side decides
            twin.act(legal[0] if len(legal) == 1 else enemy_proposal(twin))
            continue
        decision = twin.decision
        action = legal[0] if len(legal) == 1 else proposal(twin)
        if is_sudden and (decision not in SUDDEN or twin.games["rolled"].tolist() != rolled):
            break  # it is over, or dice decide how it goes on
        if is_sudden or decision not in SUDDEN:
            words.take(twin, action, len(steps))
            if len(legal) > 1:
                steps.append(Step(decision, action))
        else:
            twin.act(action)
    return Plan(steps, words.lines())


def headline(game: Game, seat: str, *, goes_on: bool = False) -> Text:
    """What the plan is for. goes_on: whether an earlier plan goes on afterwards."""
    g = game.record
    if game.decision in SUDDEN:
        return Say("staff.sudden_held" if goes_on else "staff.sudden")
    if g.phase == st.SET_UP:
        return Say("staff.setup")
    own = st.SIDES[int(g.side)] == seat
    return Say("staff.own_phase" if own else "staff.other_phase")
