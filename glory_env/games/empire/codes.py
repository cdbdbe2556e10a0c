"""What the machine that plays a game asks and does, by name: questions, frames, roles, effects.

A frame is a piece of work in progress; the last one on the stack is the one that goes on.
"""

from __future__ import annotations

# --- battles -------------------------------------------------------------------------------
ROLES = ("none", "inside", "from_outside", "escort")
NO_ROLE, INSIDE, FROM_OUTSIDE, ESCORT_ROLE = range(4)
# Of `battle_flags`: RP stood there before a landing; OP takes the hex; kamikaze struck there, and
# once more than usual
DEFENDED, TAKEN, STRUCK, STRUCK_MORE = 1, 2, 4, 8
EFFECTS = (
    "none", "an_die", "gc_die", "attack", "defence", "critical_on_nine", "tsuji", "half_defence",
    "silent",
)  # fmt: skip
(
    NO_EFFECT,
    AN_DIE,  # added to the side's die of air-naval combat
    GC_DIE,
    ATTACK,  # added to each attack strength, of some kinds of units
    DEFENCE,  # in air-naval combat
    CRITICAL_ON_NINE,  # modified
    TSUJI,  # all modifiers of ground combat are one number
    HALF_DEFENCE,
    SILENT,  # does not fire
) = range(9)

# --- questions and frames ------------------------------------------------------------------
DECISIONS = (
    "none", "card", "card_use", "withdraw_hq", "return_hq", "return_port", "headquarters",
    "activate", "move_unit", "move_stack", "move_kind", "move_place", "move_target",
    "move_offset", "walk_step", "leave_unit", "leave_place", "task_unit", "task_place",
    "next_battle", "hit", "survivor", "weak_critical", "shift_from", "shift_to", "retreat",
    "move_after_unit", "move_after_place", "emergency", "over_stack",
    "arrival_unit", "arrival_place", "divisions", "replace_unit", "replace_steps", "replace_place",
    "bomber", "weather", "special_reaction",
    "intelligence_card", "intelligence_roll", "late_card", "reaction_hq", "react_unit",
    "react_stack", "react_kind", "react_place", "react_target", "react_offset", "react_step",
    "attack_card",
    "india_unit", "india_place", "route_hex",
    "seize", "event_unit", "event_place", "swap_give", "swap_take", "first_card", "exchange_card",
    "free_ship",
    "event_loss", "send_back", "kamikaze_battle", "kamikaze_unit", "kamikaze_step",
    "weather_at_once",
    "take_back", "air_hex", "express_hex", "raided_unit", "coming_place",
)  # fmt: skip
(
    _, CARD_CHOICE, CARD_USE, WITHDRAW_HQ, RETURN_HQ, RETURN_PORT, HEADQUARTERS, ACTIVATE,
    MOVE_UNIT, MOVE_STACK, MOVE_KIND, MOVE_PLACE, MOVE_TARGET, MOVE_OFFSET, WALK_STEP,
    LEAVE_UNIT, LEAVE_PLACE, TASK_UNIT, TASK_PLACE, NEXT_BATTLE, HIT, SURVIVOR, WEAK_CRITICAL,
    SHIFT_FROM, SHIFT_TO, RETREAT, MOVE_AFTER_UNIT, MOVE_AFTER_PLACE, EMERGENCY, OVER_STACK,
    ARRIVAL_UNIT, ARRIVAL_PLACE, DIVISIONS, REPLACE_UNIT, REPLACE_STEPS, REPLACE_PLACE,
    BOMBER,
    WEATHER, SPECIAL_REACTION, INTELLIGENCE_CARD, INTELLIGENCE_ROLL, LATE_CARD, REACTION_HQ,
    REACT_UNIT, REACT_STACK, REACT_KIND, REACT_PLACE, REACT_TARGET, REACT_OFFSET, REACT_STEP,
    ATTACK_CARD,
    INDIA_UNIT, INDIA_PLACE, ROUTE_HEX,
    SEIZE, EVENT_UNIT, EVENT_PLACE, SWAP_GIVE, SWAP_TAKE, FIRST_CARD, EXCHANGE_CARD,
    FREE_SHIP,
    EVENT_LOSS, SEND_BACK, KAMIKAZE_BATTLE, KAMIKAZE_UNIT, KAMIKAZE_STEP,
    WEATHER_AT_ONCE,
    TAKE_BACK_EVENT, AIR_HEX, EXPRESS_PLACE, RAIDED_UNIT, COMING_PLACE,
) = range(len(DECISIONS))  # fmt: skip
FRAMES = (
    "none", "game", "offensives_phase", "offensive", "walk", "disengagement", "battle", "fire",
    "retreats", "move_after", "emergencies", "stacking",
    "strategic", "replacements",
    "political", "india_leaves",
    "event",
    "first_hands",
)  # fmt: skip
(
    NO_FRAME, GAME_FRAME, OFFENSIVES_PHASE, OFFENSIVE, WALKING, DISENGAGEMENT, BATTLE, FIRE,
    RETREATS, MOVE_AFTER, EMERGENCIES, STACKING,
    STRATEGIC_FRAME, REPLACEMENTS,
    POLITICAL_FRAME, INDIA_LEAVES,
    EVENT_FRAME,
    FIRST_HANDS,
) = range(len(FRAMES))  # fmt: skip
BATTLE_STATES = ("open", "fought", "dropped")
OPEN_BATTLE, FOUGHT_BATTLE, DROPPED_BATTLE = range(3)
# Of `battle_sr`: no special reaction; its die has succeeded; units have come for it
NO_SPECIAL, SPECIAL_WON, SPECIAL_JOINED = range(3)
# How a game ended
OUTCOMES = ("playing", "completed")
PLAYING, COMPLETED = range(2)
CAUSES = ("none", "will", "resources", "points", "surrender", "bombing", "held_out")
(
    NO_CAUSE, WILL_BROKEN, RESOURCES_LOST, BY_POINTS, SURRENDER, BOMBED_OUT, HELD_OUT,
) = range(len(CAUSES))  # fmt: skip
# Bits of `once`: what happens once in a game
(
    ONCE_FEW_RESOURCES, ONCE_ALASKA, ONCE_HAWAII, ONCE_ALL_SEVEN, ONCE_KAUAI_VP, ONCE_HAWAII_VP,
    ONCE_OAHU_VP, ONCE_SEVEN_BACK, ONCE_FOUR_BOMBINGS, ONCE_NO_ESCORTS,
) = (1 << k for k in range(10))  # fmt: skip
