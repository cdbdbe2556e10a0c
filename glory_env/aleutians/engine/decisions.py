"""Which function of which chapter answers for a decision."""

from __future__ import annotations

from glory_env.aleutians.records import Game, Tables
from glory_env.aleutians.rules.air_combat import (
    apply_aim,
    apply_air_loss,
    apply_air_order,
    apply_bomb,
    apply_cover,
    legal_aim,
    legal_air_loss,
    legal_air_order,
    legal_bomb,
    legal_cover,
)
from glory_env.aleutians.rules.air_movement import (
    apply_air_group,
    apply_air_target,
    legal_air_group,
    legal_air_target,
)
from glory_env.aleutians.rules.airfields import apply_build, legal_build
from glory_env.aleutians.rules.arrivals import (
    apply_arrival,
    apply_arrival_place,
    apply_exchange,
    legal_arrival,
    legal_arrival_place,
    legal_exchange,
)
from glory_env.aleutians.rules.cargo import apply_cargo_loss, legal_cargo_loss
from glory_env.aleutians.rules.formation import (
    apply_form,
    apply_form_fleet,
    apply_load_amount,
    apply_load_supply,
    legal_form,
    legal_form_fleet,
    legal_load_amount,
    legal_load_supply,
)
from glory_env.aleutians.rules.ground import (
    apply_ground_battle,
    apply_ground_move,
    apply_ground_move_spot,
    legal_ground_battle,
    legal_ground_move,
    legal_ground_move_spot,
)
from glory_env.aleutians.rules.ground_combat import apply_ground_loss, legal_ground_loss
from glory_env.aleutians.rules.gunfire import apply_gunfire, legal_gunfire
from glory_env.aleutians.rules.landing import (
    apply_land_fleet,
    apply_land_spot,
    apply_land_units,
    apply_landing_battle,
    legal_land_fleet,
    legal_land_spot,
    legal_land_units,
    legal_landing_battle,
)
from glory_env.aleutians.rules.naval import apply_sail, apply_sail_step, legal_sail, legal_sail_step
from glory_env.aleutians.rules.rebase import (
    apply_rebase,
    apply_rebase_spot,
    legal_rebase,
    legal_rebase_spot,
)
from glory_env.aleutians.rules.recon import (
    apply_recon_aircraft,
    apply_recon_boat,
    apply_recon_node,
    legal_recon_aircraft,
    legal_recon_boat,
    legal_recon_node,
)
from glory_env.aleutians.rules.replacements import apply_replace, legal_replace
from glory_env.aleutians.rules.returns import (
    apply_ashore,
    apply_return_aircraft,
    apply_return_boat,
    apply_return_fleet,
    legal_ashore,
    legal_return_aircraft,
    legal_return_boat,
    legal_return_fleet,
)
from glory_env.aleutians.rules.search import (
    apply_search_submarine,
    apply_spot_attack,
    legal_search_submarine,
    legal_spot_attack,
)
from glory_env.aleutians.rules.setup import (
    apply_place_flying_boat,
    apply_place_submarine,
    legal_place_flying_boat,
    legal_place_submarine,
)
from glory_env.aleutians.rules.strategy import apply_change_strategy, legal_change_strategy
from glory_env.aleutians.rules.submarines import (
    apply_submarine_cargo,
    apply_submarine_node,
    legal_submarine_cargo,
    legal_submarine_node,
)
from glory_env.aleutians.rules.supply import (
    apply_income,
    apply_recover,
    legal_income,
    legal_recover,
)
from glory_env.aleutians.rules.surface import (
    apply_battle_area,
    apply_declare,
    apply_declare_enemy,
    apply_fire,
    apply_line,
    apply_shift,
    legal_battle_area,
    legal_declare,
    legal_declare_enemy,
    legal_fire,
    legal_line,
    legal_shift,
)
from glory_env.aleutians.rules.transport_flight import (
    apply_transport_field,
    apply_transport_flight,
    legal_transport_field,
    legal_transport_flight,
)
from glory_env.aleutians.rules.turn import (
    apply_conditional_force,
    apply_second_phase,
    apply_soviet_entry,
    legal_conditional_force,
    legal_second_phase,
    legal_soviet_entry,
)
from glory_env.aleutians.rules.unload import (
    apply_disembark,
    apply_disembark_spot,
    legal_disembark,
    legal_disembark_spot,
)
from glory_env.aleutians.rules.withdrawals import apply_withdraw, legal_withdraw
from glory_env.aleutians.state import (
    AIM,
    AIR_GROUP,
    AIR_LOSS,
    AIR_ORDER,
    AIR_TARGET,
    ARRIVAL,
    ARRIVAL_PLACE,
    ASHORE,
    ASK_SECOND_PHASE,
    BATTLE_AREA,
    BOMB,
    BUILD,
    CARGO_LOSS,
    CHANGE_STRATEGY,
    CONDITIONAL_FORCE,
    COVER,
    DECLARE,
    DECLARE_ENEMY,
    DISEMBARK,
    DISEMBARK_SPOT,
    EXCHANGE,
    FIRE,
    FORM,
    FORM_FLEET,
    GROUND_BATTLE_SPOT,
    GROUND_LOSS,
    GROUND_MOVE_SPOT,
    GROUND_MOVE_UNIT,
    GUNFIRE,
    INCOME,
    LANDING_BATTLE,
    LAND_FLEET,
    LAND_SPOT,
    LAND_UNITS,
    LINE,
    LOAD_AMOUNT,
    LOAD_SUPPLY,
    PLACE_FLYING_BOAT,
    PLACE_SUBMARINE,
    REBASE,
    REBASE_SPOT,
    RECON_AIRCRAFT,
    RECON_BOAT,
    RECON_NODE,
    RECOVER,
    REPLACE,
    RETURN_AIRCRAFT,
    RETURN_BOAT,
    RETURN_FLEET,
    SAIL,
    SAIL_STEP,
    SEARCH_SUBMARINE,
    SHIFT,
    SOVIET_ENTRY,
    SPOT_ATTACK,
    SUBMARINE_CARGO,
    SUBMARINE_NODE,
    TRANSPORT_FIELD,
    TRANSPORT_FLIGHT,
    WITHDRAW,
)
from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.records import Trace


@rule
def legal(g: Game, s: Tables, mask: Array[int]) -> None:
    """Write the legal actions of the pending decision into mask, int8 (N_ACTIONS,)."""
    mask[:] = 0
    decision = g.decision
    if decision == PLACE_FLYING_BOAT:
        legal_place_flying_boat(g, s, mask)
    elif decision == PLACE_SUBMARINE:
        legal_place_submarine(g, s, mask)
    elif decision == SOVIET_ENTRY:
        legal_soviet_entry(g, s, mask)
    elif decision == ASK_SECOND_PHASE:
        legal_second_phase(g, s, mask)
    elif decision == CONDITIONAL_FORCE:
        legal_conditional_force(g, s, mask)
    elif decision == INCOME:
        legal_income(g, s, mask)
    elif decision == WITHDRAW:
        legal_withdraw(g, s, mask)
    elif decision == EXCHANGE:
        legal_exchange(g, s, mask)
    elif decision == REPLACE:
        legal_replace(g, s, mask)
    elif decision == ARRIVAL:
        legal_arrival(g, s, mask)
    elif decision == ARRIVAL_PLACE:
        legal_arrival_place(g, s, mask)
    elif decision == TRANSPORT_FLIGHT:
        legal_transport_flight(g, s, mask)
    elif decision == TRANSPORT_FIELD:
        legal_transport_field(g, s, mask)
    elif decision == RECON_BOAT:
        legal_recon_boat(g, s, mask)
    elif decision == RECON_AIRCRAFT:
        legal_recon_aircraft(g, s, mask)
    elif decision == RECON_NODE:
        legal_recon_node(g, s, mask)
    elif decision == SPOT_ATTACK:
        legal_spot_attack(g, s, mask)
    elif decision == SEARCH_SUBMARINE:
        legal_search_submarine(g, s, mask)
    elif decision == FORM:
        legal_form(g, s, mask)
    elif decision == FORM_FLEET:
        legal_form_fleet(g, s, mask)
    elif decision == LOAD_SUPPLY:
        legal_load_supply(g, s, mask)
    elif decision == LOAD_AMOUNT:
        legal_load_amount(g, s, mask)
    elif decision == SAIL:
        legal_sail(g, s, mask)
    elif decision == SAIL_STEP:
        legal_sail_step(g, s, mask)
    elif decision == SUBMARINE_NODE:
        legal_submarine_node(g, s, mask)
    elif decision == SUBMARINE_CARGO:
        legal_submarine_cargo(g, s, mask)
    elif decision == CARGO_LOSS:
        legal_cargo_loss(g, s, mask)
    elif decision == AIR_TARGET:
        legal_air_target(g, s, mask)
    elif decision == AIR_GROUP:
        legal_air_group(g, s, mask)
    elif decision == AIR_ORDER:
        legal_air_order(g, s, mask)
    elif decision == AIM:
        legal_aim(g, s, mask)
    elif decision == COVER:
        legal_cover(g, s, mask)
    elif decision == AIR_LOSS:
        legal_air_loss(g, s, mask)
    elif decision == BOMB:
        legal_bomb(g, s, mask)
    elif decision == BATTLE_AREA:
        legal_battle_area(g, s, mask)
    elif decision == DECLARE:
        legal_declare(g, s, mask)
    elif decision == DECLARE_ENEMY:
        legal_declare_enemy(g, s, mask)
    elif decision == LINE:
        legal_line(g, s, mask)
    elif decision == SHIFT:
        legal_shift(g, s, mask)
    elif decision == FIRE:
        legal_fire(g, s, mask)
    elif decision == DISEMBARK:
        legal_disembark(g, s, mask)
    elif decision == DISEMBARK_SPOT:
        legal_disembark_spot(g, s, mask)
    elif decision == RECOVER:
        legal_recover(g, s, mask)
    elif decision == LAND_FLEET:
        legal_land_fleet(g, s, mask)
    elif decision == LAND_SPOT:
        legal_land_spot(g, s, mask)
    elif decision == LAND_UNITS:
        legal_land_units(g, s, mask)
    elif decision == GUNFIRE:
        legal_gunfire(g, s, mask)
    elif decision == LANDING_BATTLE:
        legal_landing_battle(g, s, mask)
    elif decision == GROUND_LOSS:
        legal_ground_loss(g, s, mask)
    elif decision == GROUND_MOVE_UNIT:
        legal_ground_move(g, s, mask)
    elif decision == GROUND_MOVE_SPOT:
        legal_ground_move_spot(g, s, mask)
    elif decision == GROUND_BATTLE_SPOT:
        legal_ground_battle(g, s, mask)
    elif decision == RETURN_FLEET:
        legal_return_fleet(g, s, mask)
    elif decision == ASHORE:
        legal_ashore(g, s, mask)
    elif decision == BUILD:
        legal_build(g, s, mask)
    elif decision == RETURN_AIRCRAFT:
        legal_return_aircraft(g, s, mask)
    elif decision == REBASE:
        legal_rebase(g, s, mask)
    elif decision == REBASE_SPOT:
        legal_rebase_spot(g, s, mask)
    elif decision == RETURN_BOAT:
        legal_return_boat(g, s, mask)
    elif decision == CHANGE_STRATEGY:
        legal_change_strategy(g, s, mask)


@rule
def apply(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Carry out a legal action of the pending decision."""
    decision = g.decision
    if decision == PLACE_FLYING_BOAT:
        apply_place_flying_boat(g, s, t, action)
    elif decision == PLACE_SUBMARINE:
        apply_place_submarine(g, s, t, action)
    elif decision == SOVIET_ENTRY:
        apply_soviet_entry(g, s, t, action)
    elif decision == ASK_SECOND_PHASE:
        apply_second_phase(g, s, t, action)
    elif decision == CONDITIONAL_FORCE:
        apply_conditional_force(g, s, t, action)
    elif decision == INCOME:
        apply_income(g, s, t, action)
    elif decision == WITHDRAW:
        apply_withdraw(g, s, t, action)
    elif decision == EXCHANGE:
        apply_exchange(g, s, t, action)
    elif decision == REPLACE:
        apply_replace(g, s, t, action)
    elif decision == ARRIVAL:
        apply_arrival(g, s, t, action)
    elif decision == ARRIVAL_PLACE:
        apply_arrival_place(g, s, t, action)
    elif decision == TRANSPORT_FLIGHT:
        apply_transport_flight(g, s, t, action)
    elif decision == TRANSPORT_FIELD:
        apply_transport_field(g, s, t, action)
    elif decision == RECON_BOAT:
        apply_recon_boat(g, s, t, action)
    elif decision == RECON_AIRCRAFT:
        apply_recon_aircraft(g, s, t, action)
    elif decision == RECON_NODE:
        apply_recon_node(g, s, t, action)
    elif decision == SPOT_ATTACK:
        apply_spot_attack(g, s, t, action)
    elif decision == SEARCH_SUBMARINE:
        apply_search_submarine(g, s, t, action)
    elif decision == FORM:
        apply_form(g, s, t, action)
    elif decision == FORM_FLEET:
        apply_form_fleet(g, s, t, action)
    elif decision == LOAD_SUPPLY:
        apply_load_supply(g, s, t, action)
    elif decision == LOAD_AMOUNT:
        apply_load_amount(g, s, t, action)
    elif decision == SAIL:
        apply_sail(g, s, t, action)
    elif decision == SAIL_STEP:
        apply_sail_step(g, s, t, action)
    elif decision == SUBMARINE_NODE:
        apply_submarine_node(g, s, t, action)
    elif decision == SUBMARINE_CARGO:
        apply_submarine_cargo(g, s, t, action)
    elif decision == CARGO_LOSS:
        apply_cargo_loss(g, s, t, action)
    elif decision == AIR_TARGET:
        apply_air_target(g, s, t, action)
    elif decision == AIR_GROUP:
        apply_air_group(g, s, t, action)
    elif decision == AIR_ORDER:
        apply_air_order(g, s, t, action)
    elif decision == AIM:
        apply_aim(g, s, t, action)
    elif decision == COVER:
        apply_cover(g, s, t, action)
    elif decision == AIR_LOSS:
        apply_air_loss(g, s, t, action)
    elif decision == BOMB:
        apply_bomb(g, s, t, action)
    elif decision == BATTLE_AREA:
        apply_battle_area(g, s, t, action)
    elif decision == DECLARE:
        apply_declare(g, s, t, action)
    elif decision == DECLARE_ENEMY:
        apply_declare_enemy(g, s, t, action)
    elif decision == LINE:
        apply_line(g, s, t, action)
    elif decision == SHIFT:
        apply_shift(g, s, t, action)
    elif decision == FIRE:
        apply_fire(g, s, t, action)
    elif decision == DISEMBARK:
        apply_disembark(g, s, t, action)
    elif decision == DISEMBARK_SPOT:
        apply_disembark_spot(g, s, t, action)
    elif decision == RECOVER:
        apply_recover(g, s, t, action)
    elif decision == LAND_FLEET:
        apply_land_fleet(g, s, t, action)
    elif decision == LAND_SPOT:
        apply_land_spot(g, s, t, action)
    elif decision == LAND_UNITS:
        apply_land_units(g, s, t, action)
    elif decision == GUNFIRE:
        apply_gunfire(g, s, t, action)
    elif decision == LANDING_BATTLE:
        apply_landing_battle(g, s, t, action)
    elif decision == GROUND_LOSS:
        apply_ground_loss(g, s, t, action)
    elif decision == GROUND_MOVE_UNIT:
        apply_ground_move(g, s, t, action)
    elif decision == GROUND_MOVE_SPOT:
        apply_ground_move_spot(g, s, t, action)
    elif decision == GROUND_BATTLE_SPOT:
        apply_ground_battle(g, s, t, action)
    elif decision == RETURN_FLEET:
        apply_return_fleet(g, s, t, action)
    elif decision == ASHORE:
        apply_ashore(g, s, t, action)
    elif decision == BUILD:
        apply_build(g, s, t, action)
    elif decision == RETURN_AIRCRAFT:
        apply_return_aircraft(g, s, t, action)
    elif decision == REBASE:
        apply_rebase(g, s, t, action)
    elif decision == REBASE_SPOT:
        apply_rebase_spot(g, s, t, action)
    elif decision == RETURN_BOAT:
        apply_return_boat(g, s, t, action)
    elif decision == CHANGE_STRATEGY:
        apply_change_strategy(g, s, t, action)
