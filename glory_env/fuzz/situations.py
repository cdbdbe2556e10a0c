"""Situations the rules speak of, and the counters for them: has every rule been reached?"""

from __future__ import annotations

from collections import namedtuple
from typing import Any

import numpy as np

from glory_env.core.actions import AMOUNT, BOX, KIND, N_KINDS, N_VERBS, VERB
from glory_env.core.compile import rule
from glory_env.core.state import (
    DECISIONS,
    KINDS,
    MAX_COUNTERS,
    MAX_MARKERS,
    PURPOSES,
    SYSTEM_LINES,
    T_OUTCOME,
)

# situation -> the rules it shows at work
RULES = {
    # 6, 9: the talks about the shares
    "talks_broken_off": "R6-2a",
    "deadlock": "R6-2a",
    "deadlock_by_lot_or_dice": "R6-2b",
    "dice_rolled_again": "R6-2b",
    "janken_played_again": "R6-2b",
    "janken_ends_in_a_lot": "R6-2b",
    "offer_named_at_a_deadlock": "R6-2a",
    "claims_fit": "R9-0a",
    "fixed_split": "R9-0a",
    "split_of_one_mind": "R1-1b R9-0g",
    "shares_set": "R0-2a R0-2c R4-0n R7-0c R8-0c R8-3a R9-0a R9-0b R9-0c R9-0d R9-0e",
    "shares_set_again": "R9-0f",
    "total_falls_below_the_shares": "R9-0h R12-5m",
    # 8: invasion
    "no_invasion": "R8-0a R8-1a",
    "several_bases_invade": "R8-1c",
    "marker_leaves_base": "R8-1b R8-2-1a R8-2-2g",
    "marker_leaves_base_again": "R8-2-1c",
    "marker_lands_among_units": "R8-2-1b",
    "marker_advances": "R4-0i R8-2-2a R8-2-2e R8-2-2g",
    "marker_advances_among_units": "R8-2-2h",
    "marker_passes_a_fort": "R8-2-2i",
    "marker_leaves_another_behind": "R8-2-2f",
    "marker_held": "R8-2-2b",
    "marker_held_by_idle_units": "R8-2-2c",
    "marker_held_by_one_aircraft": "R8-2-2d",
    "marker_at_the_end_of_its_route": "R8-4a R8-4b R8-4c",
    # 10: activation
    "activated": "R3-1h R10-0a R10-1a",
    "activated_with_damage": "R10-1c",
    "activated_at_double_price": "R10-2a R10-2e",
    "activated_at_double_price_on_land": "R10-2b RFAQ-5a",
    "activated_beside_two_markers": "R10-2c",
    "activation_too_dear": "R10-1b",
    "shares_left_over_lapse": "R10-3a",
    # 11: movement
    "idle_units_stay": "R11-0a",
    "moved": "R4-0e R11-0b R11-0c R11-0d R11-1a",
    "moved_far": "R11-1b",
    "stopped_by_a_marker": "R11-2b",
    "left_a_marker": "R11-2e",
    "from_marker_to_marker": "R11-2e",
    "way_ahead_barred_to_the_navy": "R11-2c R11-2d",
    "way_ahead_barred_to_the_army": "R11-2c R11-2d",
    "ship_joins_the_convoys": "R11-2g",
    "coastal_escort_joins_the_convoys": "R11-2j",
    "aircraft_joins_the_convoys": "R11-2g R11-2i",
    "convoy_box_full": "R4-0d R11-2h RFAQ-1a",
    "navy_aircraft_in_a_land_box": "R11-2k",
    "army_aircraft_in_a_sea_box": "R11-2k R11-3-1f",
    "moved_over_land": "R4-0f R11-3-1f",
    "fort_moved": "R11-0e R16-0d",
    "lone_fort_lost": "R16-0c",
    "fort_kept_by_a_unit": "R16-0b R16-0c",
    "sea_transport": "R11-3-1a R11-3-1b R11-3-1c",
    "sea_check_damages": "R11-3-1d",
    "sea_check_removes_a_unit": "R11-3-1g",
    "sea_check_removes_a_fort": "R11-3-1e",
    "embarked_after_a_land_leg": "R11-3-2b",
    "went_on_over_land": "R11-3-2f R11-2l",
    "escorted": "R11-0g R11-3-2a R11-3-2c R11-3-2d R11-3-2e R11-3-2h",
    "escorted_fort": "R11-3-3d",
    "escort_stays_where_the_sea_leg_ends": "R11-3-2f",
    "escort_leaves_a_marker": "R11-3-3b",
    "escort_of_one_mind": "R11-3-2g",
    "second_escort_in_a_phase": "R11-3-3e",
    "no_escort_left_to_ask_for": "R11-3-3a R11-3-3c R11-3-3e",
    "stopped_after_a_refusal": "R11-3-2a",
    # 12: combat
    "battle": "R3-1f R12-1a R12-1c R12-2a R12-2d R12-3a R12-3b R12-3c R12-3d R4-0g",
    "second_service_fights": "R12-1d R12-1e",
    "battle_with_two_markers": "R12-1b",
    "idle_units_do_not_fight": "R12-1c R12-1g",
    "damaged_unit_fights": "R12-2c RFAQ-3a",
    "no_hit": "R12-3e",
    "late_five_misses": "R20-1a",
    "carrier_bonus_hits": "R3-1g R12-6-1a",
    "navy_ignores_retreat": "R12-4b",
    "army_drives_a_marker_back": "R12-4a R12-4c R12-4e R12-4h",
    "army_drives_a_marker_to_its_base": "R12-4d",
    "army_drives_two_markers_back": "R12-4f",
    "marker_retreats_among_units": "R12-4i",
    "loss_doubled": "R12-7a R12-7d",
    "loss_doubled_beside_idle_units": "R12-7b",
    "loss_not_doubled_on_land": "R12-7c",
    "loss_not_doubled_with_both": "R12-7a",
    "loss_not_doubled_by_always_active": "R12-7b",
    "aircraft_turned": "R3-1l R12-6-2a",
    "aircraft_lost": "R12-6-2b",
    "support_lent": "R12-8a R12-8b R12-8d R12-8-1f",
    "support_unasked": "R12-8-1e",
    "support_at_its_limit": "R12-8c",
    "support_fights": "R12-8-1a",
    "support_lends_its_bonus": "R12-8-1b",
    "hybrid_used": "R17-1b R17-1c R17-1d",
    "paid_from_the_total": "R12-5a R12-5b RDN-3c",
    "paid_in_part_from_the_total": "R12-5i",
    "paid_by_damage": "R3-2b R12-5c R12-5d R12-5e",
    "paid_more_than_due": "R12-5g",
    "unit_lost_in_payment": "R12-5f",
    "unit_paid_twice": "R12-5e R12-5h",
    "destroyer_pays": "R3-1j R12-6-3a R12-6-3b",
    "destroyer_lost_in_payment": "R12-6-3b",
    "damage_declined": "R12-5j",
    "units_that_cannot_pay": "R12-5k",
    "navy_unit_pays_for_the_army": "R12-8-1c R12-8-1d",
    "fort_pays": "R3-2g R16-0a",
    "fort_pays_more_than_due": "R16-0f",
    "fort_spared": "R16-0e RFAQ-4a",
    # 13: convoys
    "convoys_attacked": "R2-0b R13-0a R13-2-1a R13-2-1c R4-0l",
    "convoys_without_escort": "R13-2-1e",
    "convoys_with_aircraft": "R13-2-1b",
    "convoys_with_damaged_escort": "R13-2-1d RFAQ-2a",
    "convoys_lose_tonnage": "R13-2-2a R13-2-2f",
    "method_unchanged": "R13-1a",
    "method_changed": "R13-1b R13-1d",
    "method_not_asked_again": "R4-0k R13-0b R13-1c",
    "method_of_one_mind": "R13-1e",
    "escort_damaged": "R13-2-2b R13-2-2c RFAQ-8a",
    "escort_lost": "R13-2-2c",
    "two_damages_on_one_escort": "R13-2-2d",
    "two_damages_spread": "R13-2-2d",
    "convoy_aircraft_unhurt": "R13-2-2e",
    # 14: production
    "advanced": "R14-0c R14-1a R14-1b R14-1d",
    "advanced_at_printed_cost": "R14-0c",
    "started": "R4-0o R14-0a R14-1a R14-1b R14-1e",
    "started_under_large_convoys": "R14-1f",
    "unit_completed": "R14-1g",
    "fort_completed": "R14-1g",
    "transport_completed": "R3-2h R14-1h",
    "transport_meets_the_cap": "R14-2f",
    "rebuilt": "R14-2d",
    "kind_used_up": "R14-2e",
    "one_start_a_turn": "R14-2a",
    "both_aircraft_started": "R14-2b",
    "one_step_a_turn": "R14-2c",
    "item_waits": "R14-1i",
    "civil_left_over_lapses": "R14-1c R14-1j",
    "converted": "R17-0a",
    "converted_away_from_home": "R17-0b",
    "hybrid_completed": "R17-1a",
    # 15: turn update
    "navy_scores_a_box": "R15-0a R15-1a R15-1c",
    "army_scores_a_box": "R15-1b R15-1d",
    "box_scored_beside_a_marker": "R15-1e",
    "box_scored_by_damaged_unit": "R15-1e",
    "box_scored_once_by_many": "R15-1g",
    "aircraft_score_nothing": "R15-1f",
    "first_penalty": "R15-2a",
    "second_penalty": "R15-2b",
    "third_penalty": "R15-2c",
    "penalty_among_units": "R15-2f",
    "base_bonus": "R15-2d",
    "base_bonus_meets_the_cap": "R15-2d",
    "other_bases_pay_nothing": "R15-2g",
    "idle_unit_damaged": "R15-3a",
    "idle_unit_lost": "R15-3c",
    "always_active_spared": "R15-3b R3-1i",
    "deactivated": "R3-1k R15-4a R15-4c",
    "track_untouched": "R4-0a R15-4b",
    "turn_advances": "R15-5a",
    # 18, 19, 20: endings
    "game_over_by_tonnage": "R1-0c R18-1c R18-1d R18-1e",
    "game_over_by_tonnage_in_combat": "R18-1d",
    "game_over_by_tonnage_at_sea": "R18-1d",
    "game_over_between_the_floors": "R18-1f",
    "total_on_the_floor": "R18-1c",
    "game_over_by_home_boxes": "R18-1a R18-1e",
    "two_home_boxes_on_the_last_turn": "R18-1b",
    "late_floor_passed": "R20-2a R20-2b",
    "late_floor_missed": "R20-2a",
    "completed": "R7-0a R7-0b R18-2-1a",
    "won": "R1-1a R18-2-2a",
    "drawn": "R18-2-2b",
    "won_alone": "R18-2-2c",
    "completed_alone": "R0-2d R18-2-2d",
    "turn_13_gap_too_small": "R19-1a R19-1b",
    "turn_13_without_marker": "R19-1c",
    "turn_13_offered": "R19-1a R19-1d",
    "turn_13_fought": "R19-2a R19-2b R19-2c R19-2d R19-2e R19-2f R19-2g R19-2i R19-2j",
    "turn_13_of_one_mind": "R19-1e R19-2h",
    "turn_13_with_sixes_only": "R20-1b",
}  # fmt: skip
NAMES = tuple(RULES)
IS: Any = namedtuple("IS", NAMES)(*range(len(NAMES)))

# What was chosen, told apart by the action's block: kind of counter, box, amount, row, verb.
SLOT_BOX, SLOT_AMOUNT = len(KINDS), len(KINDS) + 1
SLOT_ROW = SLOT_AMOUNT + 1
SLOT_VERB = SLOT_ROW + N_KINDS
SLOTS = SLOT_VERB + N_VERBS

COVERAGE = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("taken", "i8", (len(DECISIONS), SLOTS)),  # [decision][slot of the action]
                ("codes", "i8", (T_OUTCOME + 1,)),  # entries of the trace
                ("rolls", "i8", (len(PURPOSES),)),
                ("lines", "i8", (len(SYSTEM_LINES),)),
                ("situations", "i8", (len(NAMES),)),
                # of the game being played:
                ("marker_home", "i1", (MAX_MARKERS,)),  # was driven back to its base
                ("returned", "i1", (MAX_COUNTERS,)),  # went from the map to the pool
                ("paid", "i1", (MAX_COUNTERS,)),  # took damage in this payment
                ("hit", "i1"),  # the escort that took the first of two damages
            ],
            align=True,
        ),
    )
)


@rule
def slot_of(s, action):
    """The column of `taken` an action belongs to."""
    if action < BOX:
        return int(s.kind[action])
    if action < AMOUNT:
        return SLOT_BOX
    if action < KIND:
        return SLOT_AMOUNT
    if action < VERB:
        return SLOT_ROW + action - KIND
    return SLOT_VERB + action - VERB
