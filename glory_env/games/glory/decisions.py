"""Every decision of the game as one object; whatever is keyed by a decision reads it here.

The names and codes stand in `state`, the words in the catalogue of sentences under
`decision.<name>`; the compiled dispatch is written from these objects (`generated.dispatch`).
What is decided stays decided: no decision takes another one back (R6-1d).
"""

from __future__ import annotations

from typing import NamedTuple

from glory_env.games.glory import actions as a
from glory_env.games.glory import state as st
from glory_env.games.glory.generated.records import Game


class Decision(NamedTuple):
    """One thing that a service is asked."""

    code: int  # number in the record of the game; `state.DECISIONS` names it
    phase: int
    module: str  # of `rules`, with `legal_<name>` and `apply_<name>`
    chapter: str  # sections of the rulebook
    asked: str  # who decides
    actions: tuple[int, ...]  # blocks, by their first action, and verbs
    rules: tuple[str, ...] = ()  # rulebook sentences to begin with
    figures: tuple[str, ...] = ()  # what it is about, by the names in `play.facts`
    word: str = ""  # of the complete choice in the game record, if not the name
    key: str = "unit"  # of yes and no, of a counter or of a box in that choice
    continues: bool = False  # goes on with the choice that another decision began
    talk: bool = False  # the services talk to each other

    @property
    def name(self) -> str:
        return st.DECISIONS[self.code]

    @property
    def record_word(self) -> str:
        return self.word or self.name


# By code. The first is what stands in the record while nobody is asked.
ALL = (
    Decision(st.NO_DECISION, st.OVER, "", "", "nobody", ()),
    Decision(
        st.OFFER_CIVIL, st.TONNAGE, "negotiation", "6, 9", "either", (a.AMOUNT,),
        rules=("R6-1a", "R9-0a"), figures=("number",), word="offer", talk=True,
    ),
    Decision(
        st.OFFER_ARMY, st.TONNAGE, "negotiation", "6, 9", "either", (a.AMOUNT,),
        rules=("R6-1a", "R9-0a"), word="offer", continues=True, talk=True,
    ),
    Decision(
        st.ANSWER, st.TONNAGE, "negotiation", "6, 9", "who did not offer",
        (a.ACCEPT, a.COUNTER_OFFER, a.WALK), rules=("R6-2a", "R9-0a"), figures=("answered",),
        talk=True,
    ),
    Decision(
        st.CONCEDE, st.TONNAGE, "negotiation", "6-2", "winner of the deadlock",
        (a.OWN, a.OTHER, a.MIDPOINT), rules=("R6-2d",), figures=("offers",), talk=True,
    ),
    Decision(
        st.JANKEN, st.TONNAGE, "negotiation", "6-2", "army, then navy",
        (a.ROCK, a.PAPER, a.SCISSORS), rules=("R6-2d",), talk=True,
    ),
    Decision(
        st.ACTIVATE, st.ACTIVATION, "activation", "10", "navy, then army", (a.COUNTER, a.END),
        rules=("R10-0a", "R10-2a"), figures=("share", "idle", "battles", "convoys"),
    ),
    Decision(
        st.MOVE_PIECE, st.MOVEMENT, "movement", "11", "navy, then army", (a.COUNTER, a.END),
        rules=("R11-0a", "R11-2a"), word="move",
    ),
    Decision(
        st.MOVE_TO, st.MOVEMENT, "movement", "11-1, 11-2", "who moves", (a.BOX,),
        rules=("R11-0a", "R11-2a"), word="move", continues=True,
    ),
    Decision(
        st.MOVE_EMBARK, st.MOVEMENT, "transport", "11-3", "army", (a.BOX,),
        rules=("R11-0a", "R11-2a"), word="move", continues=True,
    ),
    Decision(
        st.MOVE_LAND, st.MOVEMENT, "transport", "11-3", "army", (a.BOX,),
        rules=("R11-0a", "R11-2a"), word="move", continues=True,
    ),
    Decision(
        st.ESCORT_REQUEST, st.MOVEMENT, "transport", "11-3-2", "army", (a.YES, a.NO),
        rules=("R11-3-2a",), figures=("sailing", "asked"), key="request", talk=True,
    ),
    Decision(
        st.ESCORT_GRANT, st.MOVEMENT, "transport", "11-3-2, 11-3-3", "navy",
        (a.COUNTER, a.REFUSE), rules=("R11-3-2a",), figures=("sailing", "asked"), talk=True,
    ),
    Decision(
        st.EMBARK, st.MOVEMENT, "transport", "11-3-2", "army", (a.YES, a.NO),
        rules=("R11-3-2b",), figures=("sailing", "asked"), key="sail", talk=True,
    ),
    Decision(
        st.BATTLE, st.COMBAT, "combat", "12-1", "navy, then army", (a.BOX,),
        rules=("R12-1a", "R12-7a"), key="box",
    ),
    Decision(
        st.SUPPORT_REQUEST, st.COMBAT, "combat", "12-8", "army", (a.YES, a.NO),
        rules=("R12-8a",), figures=("battle", "asked"), key="request", talk=True,
    ),
    Decision(
        st.SUPPORT, st.COMBAT, "combat", "12-8", "navy", (a.COUNTER, a.END),
        rules=("R12-8c",), figures=("battle", "asked", "sides"), talk=True,
    ),
    Decision(
        st.HYBRID_MODIFIER, st.COMBAT, "combat", "17-1", "who fights", (a.YES, a.NO),
        rules=("R17-1b",), figures=("battle_hits",), key="use",
    ),
    Decision(
        st.PAY, st.COMBAT, "losses", "12-5, 16", "who fought", (a.AMOUNT, a.COUNTER),
        rules=("R12-5a", "R12-5i"), figures=("payment",), key="damage",
    ),
    Decision(
        st.CONVOY_REQUEST, st.CONVOY, "convoy", "13-1", "army", (a.YES, a.NO),
        rules=("R13-1b",), figures=("methods", "convoys"), key="request", talk=True,
    ),
    Decision(
        st.CONVOY_METHOD, st.CONVOY, "convoy", "13-1", "navy", (a.YES, a.NO),
        rules=("R13-1b",), figures=("asked", "methods", "convoys"), key="large", talk=True,
    ),
    Decision(
        st.CONVOY_DAMAGE, st.CONVOY, "convoy", "13-2-2", "navy", (a.COUNTER,),
        rules=("R13-2-2c",), figures=("convoy_hits",),
    ),
    Decision(
        st.PRODUCE, st.PRODUCTION, "production", "14, 17", "either",
        (a.COUNTER, a.KIND, a.END), rules=("R14-0a", "R14-1a"), figures=("civil_share",),
        key="advance",
    ),
    Decision(
        st.PRODUCE_COUNTER, st.PRODUCTION, "production", "14", "who picks", (a.COUNTER,),
        rules=("R14-0a", "R14-1a"), word="produce", key="counter", continues=True,
    ),
    Decision(
        st.VOTE, st.PRODUCTION, "production", "14", "who did not pick", (a.YES, a.NO),
        rules=("R14-1a",), figures=("vote",), key="yes", talk=True,
    ),
    Decision(
        st.DECLARE_TURN_13, st.TURN_13, "turn13", "19-1", "who has fewer GP", (a.YES, a.NO),
        rules=("R19-1a", "R19-2a"), figures=("turn_13",), key="declare",
    ),
    Decision(
        st.SPEAK, st.TONNAGE, "talk", "6", "who writes an offer", (a.TALK, a.ASK, a.END),
        talk=True,
    ),
    Decision(
        st.SPEAK_ASK, st.TONNAGE, "talk", "6", "who writes an offer", (a.TALK,),
        word="speak", continues=True, talk=True,
    ),
    Decision(
        st.SPEAK_BOX, st.TONNAGE, "talk", "6", "who writes an offer", (a.BOX,),
        word="speak", continues=True, talk=True,
    ),
    Decision(
        st.SPEAK_AMOUNT, st.TONNAGE, "talk", "6", "who writes an offer", (a.AMOUNT,),
        word="speak", continues=True, talk=True,
    ),
    Decision(
        st.SPEAK_KIND, st.TONNAGE, "talk", "6", "who writes an offer", (a.KIND,),
        word="speak", continues=True, talk=True,
    ),
)  # fmt: skip
BY_WORD = {decision.record_word: decision for decision in reversed(ALL)}  # the first of a choice


def pending(record: Game) -> Decision:
    """The decision of one element of a GAME array."""
    return ALL[record.decision]
