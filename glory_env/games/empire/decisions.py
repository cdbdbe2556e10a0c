"""Every decision of the game as one object; the compiled dispatch is written from them."""

from __future__ import annotations

from typing import NamedTuple

from glory_env.games.empire import codes
from glory_env.games.empire.state import NO_DECISION


class Decision(NamedTuple):
    """One thing that a side is asked."""

    code: int  # number in the record of the game; `codes.DECISIONS` names it
    module: str  # of `rules`, with `legal_<name>` and `apply_<name>`
    continues: bool = False  # goes on with the choice that another decision began
    always: bool = False  # asked where one answer alone is legal, too: a hand would show (GD-01)

    @property
    def name(self) -> str:
        return codes.DECISIONS[self.code]

    @property
    def record_word(self) -> str:
        return self.name


# By code. The first is what stands in the record while nobody is asked.
ALL = (
    Decision(NO_DECISION, ""),
    Decision(codes.CARD_CHOICE, "initiative"),
    Decision(codes.CARD_USE, "initiative", continues=True),
    Decision(codes.WITHDRAW_HQ, "hq_moves"),
    Decision(codes.RETURN_HQ, "hq_moves"),
    Decision(codes.RETURN_PORT, "hq_moves", continues=True),
    Decision(codes.HEADQUARTERS, "activation"),
    Decision(codes.ACTIVATE, "activation"),
    Decision(codes.MOVE_UNIT, "moves"),
    Decision(codes.MOVE_STACK, "moves", continues=True),
    Decision(codes.MOVE_KIND, "moves", continues=True),
    Decision(codes.MOVE_PLACE, "moves", continues=True),
    Decision(codes.MOVE_TARGET, "moves", continues=True),
    Decision(codes.MOVE_OFFSET, "moves", continues=True),
    Decision(codes.WALK_STEP, "walk"),
    Decision(codes.LEAVE_UNIT, "walk"),
    Decision(codes.LEAVE_PLACE, "walk", continues=True),
    Decision(codes.TASK_UNIT, "battle_hexes"),
    Decision(codes.TASK_PLACE, "battle_hexes", continues=True),
    Decision(codes.NEXT_BATTLE, "offensive"),
    Decision(codes.HIT, "hits"),
    Decision(codes.SURVIVOR, "hits"),
    Decision(codes.WEAK_CRITICAL, "hits"),
    Decision(codes.SHIFT_FROM, "carrier_shift"),
    Decision(codes.SHIFT_TO, "carrier_shift", continues=True),
    Decision(codes.RETREAT, "retreat"),
    Decision(codes.MOVE_AFTER_UNIT, "afterwards"),
    Decision(codes.MOVE_AFTER_PLACE, "afterwards", continues=True),
    Decision(codes.EMERGENCY, "emergency"),
    Decision(codes.OVER_STACK, "stacking"),
    Decision(codes.ARRIVAL_UNIT, "arrivals"),
    Decision(codes.ARRIVAL_PLACE, "arrivals", continues=True),
    Decision(codes.DIVISIONS, "replacements"),
    Decision(codes.REPLACE_UNIT, "replacements"),
    Decision(codes.REPLACE_STEPS, "replacements", continues=True),
    Decision(codes.REPLACE_PLACE, "replacements", continues=True),
    Decision(codes.BOMBER, "bombing"),
    Decision(codes.WEATHER, "weather", always=True),
    Decision(codes.SPECIAL_REACTION, "special_reaction"),
    Decision(codes.INTELLIGENCE_CARD, "intelligence", always=True),
    Decision(codes.INTELLIGENCE_ROLL, "intelligence"),
    Decision(codes.LATE_CARD, "intelligence", continues=True, always=True),
    Decision(codes.REACTION_HQ, "reaction"),
    Decision(codes.REACT_UNIT, "reaction"),
    Decision(codes.REACT_STACK, "reaction", continues=True),
    Decision(codes.REACT_KIND, "reaction_moves", continues=True),
    Decision(codes.REACT_PLACE, "reaction_moves", continues=True),
    Decision(codes.REACT_TARGET, "reaction_moves", continues=True),
    Decision(codes.REACT_OFFSET, "reaction_moves", continues=True),
    Decision(codes.REACT_STEP, "reaction_moves", continues=True),
    Decision(codes.ATTACK_CARD, "attack_cards", always=True),
    Decision(codes.INDIA_UNIT, "india"),
    Decision(codes.INDIA_PLACE, "india", continues=True),
    Decision(codes.ROUTE_HEX, "roads"),
    Decision(codes.SEIZE, "initiative", always=True),
    Decision(codes.EVENT_UNIT, "event_units"),
    Decision(codes.EVENT_PLACE, "event_units"),
    Decision(codes.SWAP_GIVE, "event_cards", always=True),
    Decision(codes.SWAP_TAKE, "event_cards"),
    Decision(codes.FIRST_CARD, "first_hands"),
    Decision(codes.EXCHANGE_CARD, "first_hands", always=True),
    Decision(codes.FREE_SHIP, "first_hands"),
    Decision(codes.EVENT_LOSS, "attack_effects"),
    Decision(codes.SEND_BACK, "weather"),
    Decision(codes.KAMIKAZE_BATTLE, "kamikaze"),
    Decision(codes.KAMIKAZE_UNIT, "kamikaze", continues=True),
    Decision(codes.KAMIKAZE_STEP, "kamikaze", continues=True),
    Decision(codes.WEATHER_AT_ONCE, "weather", always=True),
    Decision(codes.TAKE_BACK_EVENT, "event_clauses"),
    Decision(codes.AIR_HEX, "air_drops"),
    Decision(codes.EXPRESS_PLACE, "express"),
    Decision(codes.RAIDED_UNIT, "raids"),
    Decision(codes.COMING_PLACE, "coming_units"),
)
