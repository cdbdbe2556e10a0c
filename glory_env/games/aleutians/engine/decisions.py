"""Which function of which chapter answers for a decision, by its name."""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.generated.records import Game, Tables
from glory_env.games.aleutians.rules import (
    air_combat,
    air_movement,
    airfields,
    armed_recon,
    arrivals,
    boats,
    cargo,
    conversion,
    early_ships,
    events,
    flags,
    formation,
    free_setup,
    ground,
    ground_combat,
    gunfire,
    landing,
    naval,
    raids,
    rebase,
    recon,
    replacements,
    returns,
    search,
    setup,
    strategy,
    submarines,
    supply,
    surface,
    surface_fire,
    transport_flight,
    turn,
    unload,
    withdrawals,
)


@rule
def legal(g: Game, s: Tables, mask: Array[int]) -> None:
    """Write the legal actions of the pending decision into mask, int8 (N_ACTIONS,)."""
    mask[:] = 0
    decision = g.decision
    if decision == st.PLACE_FLYING_BOAT:
        setup.legal_place_flying_boat(g, s, mask)
    elif decision == st.PLACE_SUBMARINE:
        setup.legal_place_submarine(g, s, mask)
    elif decision == st.SOVIET_ENTRY:
        turn.legal_soviet_entry(g, s, mask)
    elif decision == st.ASK_SECOND_PHASE:
        turn.legal_second_phase(g, s, mask)
    elif decision == st.CONDITIONAL_FORCE:
        turn.legal_conditional_force(g, s, mask)
    elif decision == st.INCOME:
        supply.legal_income(g, s, mask)
    elif decision == st.WITHDRAW:
        withdrawals.legal_withdraw(g, s, mask)
    elif decision == st.EXCHANGE:
        arrivals.legal_exchange(g, s, mask)
    elif decision == st.REPLACE:
        replacements.legal_replace(g, s, mask)
    elif decision == st.ARRIVAL:
        arrivals.legal_arrival(g, s, mask)
    elif decision == st.ARRIVAL_PLACE:
        arrivals.legal_arrival_place(g, s, mask)
    elif decision == st.TRANSPORT_FLIGHT:
        transport_flight.legal_transport_flight(g, s, mask)
    elif decision == st.TRANSPORT_FIELD:
        transport_flight.legal_transport_field(g, s, mask)
    elif decision == st.RECON_BOAT:
        recon.legal_recon_boat(g, s, mask)
    elif decision == st.RECON_AIRCRAFT:
        recon.legal_recon_aircraft(g, s, mask)
    elif decision == st.RECON_NODE:
        recon.legal_recon_node(g, s, mask)
    elif decision == st.SPOT_ATTACK:
        search.legal_spot_attack(g, s, mask)
    elif decision == st.SEARCH_SUBMARINE:
        search.legal_search_submarine(g, s, mask)
    elif decision == st.FORM:
        formation.legal_form(g, s, mask)
    elif decision == st.FORM_FLEET:
        formation.legal_form_fleet(g, s, mask)
    elif decision == st.LOAD_SUPPLY:
        formation.legal_load_supply(g, s, mask)
    elif decision == st.LOAD_AMOUNT:
        formation.legal_load_amount(g, s, mask)
    elif decision == st.SAIL:
        naval.legal_sail(g, s, mask)
    elif decision == st.SAIL_STEP:
        naval.legal_sail_step(g, s, mask)
    elif decision == st.SUBMARINE_NODE:
        submarines.legal_submarine_node(g, s, mask)
    elif decision == st.SUBMARINE_CARGO:
        submarines.legal_submarine_cargo(g, s, mask)
    elif decision == st.CARGO_LOSS:
        cargo.legal_cargo_loss(g, s, mask)
    elif decision == st.AIR_TARGET:
        air_movement.legal_air_target(g, s, mask)
    elif decision == st.AIR_GROUP:
        air_movement.legal_air_group(g, s, mask)
    elif decision == st.AIR_ORDER:
        air_combat.legal_air_order(g, s, mask)
    elif decision == st.AIM:
        air_combat.legal_aim(g, s, mask)
    elif decision == st.COVER:
        air_combat.legal_cover(g, s, mask)
    elif decision == st.AIR_LOSS:
        air_combat.legal_air_loss(g, s, mask)
    elif decision == st.BOMB:
        air_combat.legal_bomb(g, s, mask)
    elif decision == st.BATTLE_AREA:
        surface.legal_battle_area(g, s, mask)
    elif decision == st.DECLARE:
        surface.legal_declare(g, s, mask)
    elif decision == st.DECLARE_ENEMY:
        surface.legal_declare_enemy(g, s, mask)
    elif decision == st.LINE:
        surface.legal_line(g, s, mask)
    elif decision == st.SHIFT:
        surface.legal_shift(g, s, mask)
    elif decision == st.FIRE:
        surface.legal_fire(g, s, mask)
    elif decision == st.DISEMBARK:
        unload.legal_disembark(g, s, mask)
    elif decision == st.DISEMBARK_SPOT:
        unload.legal_disembark_spot(g, s, mask)
    elif decision == st.RECOVER:
        supply.legal_recover(g, s, mask)
    elif decision == st.LAND_FLEET:
        landing.legal_land_fleet(g, s, mask)
    elif decision == st.LAND_SPOT:
        landing.legal_land_spot(g, s, mask)
    elif decision == st.LAND_UNITS:
        landing.legal_land_units(g, s, mask)
    elif decision == st.GUNFIRE:
        gunfire.legal_gunfire(g, s, mask)
    elif decision == st.LANDING_BATTLE:
        landing.legal_landing_battle(g, s, mask)
    elif decision == st.GROUND_LOSS:
        ground_combat.legal_ground_loss(g, s, mask)
    elif decision == st.GROUND_MOVE_UNIT:
        ground.legal_ground_move(g, s, mask)
    elif decision == st.GROUND_MOVE_SPOT:
        ground.legal_ground_move_spot(g, s, mask)
    elif decision == st.GROUND_BATTLE_SPOT:
        ground.legal_ground_battle(g, s, mask)
    elif decision == st.RETURN_FLEET:
        returns.legal_return_fleet(g, s, mask)
    elif decision == st.ASHORE:
        returns.legal_ashore(g, s, mask)
    elif decision == st.BUILD:
        airfields.legal_build(g, s, mask)
    elif decision == st.RETURN_AIRCRAFT:
        returns.legal_return_aircraft(g, s, mask)
    elif decision == st.REBASE:
        rebase.legal_rebase(g, s, mask)
    elif decision == st.REBASE_SPOT:
        rebase.legal_rebase_spot(g, s, mask)
    elif decision == st.RETURN_BOAT:
        boats.legal_return_boat(g, s, mask)
    elif decision == st.CHANGE_STRATEGY:
        strategy.legal_change_strategy(g, s, mask)
    elif decision == st.SET_UP_UNIT:
        free_setup.legal_set_up_unit(g, s, mask)
    elif decision == st.SET_UP_FLEET:
        free_setup.legal_set_up_fleet(g, s, mask)
    elif decision == st.RAID:
        raids.legal_raid(g, s, mask)
    elif decision == st.CONVERT:
        conversion.legal_convert(g, s, mask)
    elif decision == st.EARLY_SHIP:
        early_ships.legal_early_ship(g, s, mask)
    elif decision == st.FLAG_STACK:
        flags.legal_flag_stack(g, s, mask)
    elif decision == st.ARMED_RECON:
        armed_recon.legal_armed_recon(g, s, mask)
    elif decision == st.ARMED_RECON_SPOT:
        armed_recon.legal_armed_recon_spot(g, s, mask)
    elif decision == st.EVENT:
        events.legal_event(g, s, mask)
    elif decision == st.EVENT_UNIT:
        events.legal_event_unit(g, s, mask)
    elif decision == st.LONG_SHOT:
        surface_fire.legal_long_shot(g, s, mask)


@rule
def apply(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Carry out a legal action of the pending decision."""
    decision = g.decision
    if decision == st.PLACE_FLYING_BOAT:
        setup.apply_place_flying_boat(g, s, t, action)
    elif decision == st.PLACE_SUBMARINE:
        setup.apply_place_submarine(g, s, t, action)
    elif decision == st.SOVIET_ENTRY:
        turn.apply_soviet_entry(g, s, t, action)
    elif decision == st.ASK_SECOND_PHASE:
        turn.apply_second_phase(g, s, t, action)
    elif decision == st.CONDITIONAL_FORCE:
        turn.apply_conditional_force(g, s, t, action)
    elif decision == st.INCOME:
        supply.apply_income(g, s, t, action)
    elif decision == st.WITHDRAW:
        withdrawals.apply_withdraw(g, s, t, action)
    elif decision == st.EXCHANGE:
        arrivals.apply_exchange(g, s, t, action)
    elif decision == st.REPLACE:
        replacements.apply_replace(g, s, t, action)
    elif decision == st.ARRIVAL:
        arrivals.apply_arrival(g, s, t, action)
    elif decision == st.ARRIVAL_PLACE:
        arrivals.apply_arrival_place(g, s, t, action)
    elif decision == st.TRANSPORT_FLIGHT:
        transport_flight.apply_transport_flight(g, s, t, action)
    elif decision == st.TRANSPORT_FIELD:
        transport_flight.apply_transport_field(g, s, t, action)
    elif decision == st.RECON_BOAT:
        recon.apply_recon_boat(g, s, t, action)
    elif decision == st.RECON_AIRCRAFT:
        recon.apply_recon_aircraft(g, s, t, action)
    elif decision == st.RECON_NODE:
        recon.apply_recon_node(g, s, t, action)
    elif decision == st.SPOT_ATTACK:
        search.apply_spot_attack(g, s, t, action)
    elif decision == st.SEARCH_SUBMARINE:
        search.apply_search_submarine(g, s, t, action)
    elif decision == st.FORM:
        formation.apply_form(g, s, t, action)
    elif decision == st.FORM_FLEET:
        formation.apply_form_fleet(g, s, t, action)
    elif decision == st.LOAD_SUPPLY:
        formation.apply_load_supply(g, s, t, action)
    elif decision == st.LOAD_AMOUNT:
        formation.apply_load_amount(g, s, t, action)
    elif decision == st.SAIL:
        naval.apply_sail(g, s, t, action)
    elif decision == st.SAIL_STEP:
        naval.apply_sail_step(g, s, t, action)
    elif decision == st.SUBMARINE_NODE:
        submarines.apply_submarine_node(g, s, t, action)
    elif decision == st.SUBMARINE_CARGO:
        submarines.apply_submarine_cargo(g, s, t, action)
    elif decision == st.CARGO_LOSS:
        cargo.apply_cargo_loss(g, s, t, action)
    elif decision == st.AIR_TARGET:
        air_movement.apply_air_target(g, s, t, action)
    elif decision == st.AIR_GROUP:
        air_movement.apply_air_group(g, s, t, action)
    elif decision == st.AIR_ORDER:
        air_combat.apply_air_order(g, s, t, action)
    elif decision == st.AIM:
        air_combat.apply_aim(g, s, t, action)
    elif decision == st.COVER:
        air_combat.apply_cover(g, s, t, action)
    elif decision == st.AIR_LOSS:
        air_combat.apply_air_loss(g, s, t, action)
    elif decision == st.BOMB:
        air_combat.apply_bomb(g, s, t, action)
    elif decision == st.BATTLE_AREA:
        surface.apply_battle_area(g, s, t, action)
    elif decision == st.DECLARE:
        surface.apply_declare(g, s, t, action)
    elif decision == st.DECLARE_ENEMY:
        surface.apply_declare_enemy(g, s, t, action)
    elif decision == st.LINE:
        surface.apply_line(g, s, t, action)
    elif decision == st.SHIFT:
        surface.apply_shift(g, s, t, action)
    elif decision == st.FIRE:
        surface.apply_fire(g, s, t, action)
    elif decision == st.DISEMBARK:
        unload.apply_disembark(g, s, t, action)
    elif decision == st.DISEMBARK_SPOT:
        unload.apply_disembark_spot(g, s, t, action)
    elif decision == st.RECOVER:
        supply.apply_recover(g, s, t, action)
    elif decision == st.LAND_FLEET:
        landing.apply_land_fleet(g, s, t, action)
    elif decision == st.LAND_SPOT:
        landing.apply_land_spot(g, s, t, action)
    elif decision == st.LAND_UNITS:
        landing.apply_land_units(g, s, t, action)
    elif decision == st.GUNFIRE:
        gunfire.apply_gunfire(g, s, t, action)
    elif decision == st.LANDING_BATTLE:
        landing.apply_landing_battle(g, s, t, action)
    elif decision == st.GROUND_LOSS:
        ground_combat.apply_ground_loss(g, s, t, action)
    elif decision == st.GROUND_MOVE_UNIT:
        ground.apply_ground_move(g, s, t, action)
    elif decision == st.GROUND_MOVE_SPOT:
        ground.apply_ground_move_spot(g, s, t, action)
    elif decision == st.GROUND_BATTLE_SPOT:
        ground.apply_ground_battle(g, s, t, action)
    elif decision == st.RETURN_FLEET:
        returns.apply_return_fleet(g, s, t, action)
    elif decision == st.ASHORE:
        returns.apply_ashore(g, s, t, action)
    elif decision == st.BUILD:
        airfields.apply_build(g, s, t, action)
    elif decision == st.RETURN_AIRCRAFT:
        returns.apply_return_aircraft(g, s, t, action)
    elif decision == st.REBASE:
        rebase.apply_rebase(g, s, t, action)
    elif decision == st.REBASE_SPOT:
        rebase.apply_rebase_spot(g, s, t, action)
    elif decision == st.RETURN_BOAT:
        boats.apply_return_boat(g, s, t, action)
    elif decision == st.CHANGE_STRATEGY:
        strategy.apply_change_strategy(g, s, t, action)
    elif decision == st.SET_UP_UNIT:
        free_setup.apply_set_up_unit(g, s, t, action)
    elif decision == st.SET_UP_FLEET:
        free_setup.apply_set_up_fleet(g, s, t, action)
    elif decision == st.RAID:
        raids.apply_raid(g, s, t, action)
    elif decision == st.CONVERT:
        conversion.apply_convert(g, s, t, action)
    elif decision == st.EARLY_SHIP:
        early_ships.apply_early_ship(g, s, t, action)
    elif decision == st.FLAG_STACK:
        flags.apply_flag_stack(g, s, t, action)
    elif decision == st.ARMED_RECON:
        armed_recon.apply_armed_recon(g, s, t, action)
    elif decision == st.ARMED_RECON_SPOT:
        armed_recon.apply_armed_recon_spot(g, s, t, action)
    elif decision == st.EVENT:
        events.apply_event(g, s, t, action)
    elif decision == st.EVENT_UNIT:
        events.apply_event_unit(g, s, t, action)
    elif decision == st.LONG_SHOT:
        surface_fire.apply_long_shot(g, s, t, action)
