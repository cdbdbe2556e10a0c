"""Which chapter answers for a decision.

Generated, do not edit. Write it again with
`python -m glory_env.core.generate glory_env.games.aleutians`.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.trace import Trace
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
    """Fill the mask (int8, one entry per action) with the legal actions of the pending decision.

    All zeros when nobody has to decide; never all zeros at a decision.
    """
    mask[:] = 0
    d = g.decision
    if d == 1:
        setup.legal_place_flying_boat(g, s, mask)
    elif d == 2:
        setup.legal_place_submarine(g, s, mask)
    elif d == 3:
        turn.legal_soviet_entry(g, s, mask)
    elif d == 4:
        turn.legal_second_phase(g, s, mask)
    elif d == 5:
        turn.legal_conditional_force(g, s, mask)
    elif d == 6:
        supply.legal_income(g, s, mask)
    elif d == 7:
        withdrawals.legal_withdraw(g, s, mask)
    elif d == 8:
        arrivals.legal_exchange(g, s, mask)
    elif d == 9:
        replacements.legal_replace(g, s, mask)
    elif d == 10:
        arrivals.legal_arrival(g, s, mask)
    elif d == 11:
        arrivals.legal_arrival_place(g, s, mask)
    elif d == 12:
        transport_flight.legal_transport_flight(g, s, mask)
    elif d == 13:
        transport_flight.legal_transport_field(g, s, mask)
    elif d == 14:
        recon.legal_recon_boat(g, s, mask)
    elif d == 15:
        recon.legal_recon_aircraft(g, s, mask)
    elif d == 16:
        recon.legal_recon_node(g, s, mask)
    elif d == 17:
        search.legal_spot_attack(g, s, mask)
    elif d == 18:
        search.legal_search_submarine(g, s, mask)
    elif d == 19:
        formation.legal_form(g, s, mask)
    elif d == 20:
        formation.legal_form_fleet(g, s, mask)
    elif d == 21:
        formation.legal_load_supply(g, s, mask)
    elif d == 22:
        formation.legal_load_amount(g, s, mask)
    elif d == 23:
        naval.legal_sail(g, s, mask)
    elif d == 24:
        naval.legal_sail_step(g, s, mask)
    elif d == 25:
        submarines.legal_submarine_node(g, s, mask)
    elif d == 26:
        submarines.legal_submarine_cargo(g, s, mask)
    elif d == 27:
        cargo.legal_cargo_loss(g, s, mask)
    elif d == 28:
        air_movement.legal_air_target(g, s, mask)
    elif d == 29:
        air_movement.legal_air_group(g, s, mask)
    elif d == 30:
        air_combat.legal_air_order(g, s, mask)
    elif d == 31:
        air_combat.legal_aim(g, s, mask)
    elif d == 32:
        air_combat.legal_cover(g, s, mask)
    elif d == 33:
        air_combat.legal_air_loss(g, s, mask)
    elif d == 34:
        air_combat.legal_bomb(g, s, mask)
    elif d == 35:
        surface.legal_battle_area(g, s, mask)
    elif d == 36:
        surface.legal_declare(g, s, mask)
    elif d == 37:
        surface.legal_declare_enemy(g, s, mask)
    elif d == 38:
        surface.legal_line(g, s, mask)
    elif d == 39:
        surface.legal_shift(g, s, mask)
    elif d == 40:
        surface.legal_fire(g, s, mask)
    elif d == 41:
        unload.legal_disembark(g, s, mask)
    elif d == 42:
        unload.legal_disembark_spot(g, s, mask)
    elif d == 43:
        supply.legal_recover(g, s, mask)
    elif d == 44:
        landing.legal_land_fleet(g, s, mask)
    elif d == 45:
        landing.legal_land_spot(g, s, mask)
    elif d == 46:
        landing.legal_land_units(g, s, mask)
    elif d == 47:
        gunfire.legal_gunfire(g, s, mask)
    elif d == 48:
        landing.legal_landing_battle(g, s, mask)
    elif d == 49:
        ground_combat.legal_ground_loss(g, s, mask)
    elif d == 50:
        ground.legal_ground_move(g, s, mask)
    elif d == 51:
        ground.legal_ground_move_spot(g, s, mask)
    elif d == 52:
        ground.legal_ground_battle(g, s, mask)
    elif d == 53:
        returns.legal_return_fleet(g, s, mask)
    elif d == 54:
        returns.legal_ashore(g, s, mask)
    elif d == 55:
        airfields.legal_build(g, s, mask)
    elif d == 56:
        returns.legal_return_aircraft(g, s, mask)
    elif d == 57:
        rebase.legal_rebase(g, s, mask)
    elif d == 58:
        rebase.legal_rebase_spot(g, s, mask)
    elif d == 59:
        boats.legal_return_boat(g, s, mask)
    elif d == 60:
        strategy.legal_change_strategy(g, s, mask)
    elif d == 61:
        free_setup.legal_set_up_unit(g, s, mask)
    elif d == 62:
        free_setup.legal_set_up_fleet(g, s, mask)
    elif d == 63:
        raids.legal_raid(g, s, mask)
    elif d == 64:
        conversion.legal_convert(g, s, mask)
    elif d == 65:
        early_ships.legal_early_ship(g, s, mask)
    elif d == 66:
        flags.legal_flag_stack(g, s, mask)
    elif d == 67:
        armed_recon.legal_armed_recon(g, s, mask)
    elif d == 68:
        armed_recon.legal_armed_recon_spot(g, s, mask)
    elif d == 69:
        events.legal_event(g, s, mask)
    elif d == 70:
        events.legal_event_unit(g, s, mask)
    elif d == 71:
        surface_fire.legal_long_shot(g, s, mask)


@rule
def apply(g: Game, s: Tables, t: Trace, action: int) -> None:
    """Carry out one legal micro-step; the caller has checked it against the mask."""
    d = g.decision
    if d == 1:
        setup.apply_place_flying_boat(g, s, t, action)
    elif d == 2:
        setup.apply_place_submarine(g, s, t, action)
    elif d == 3:
        turn.apply_soviet_entry(g, s, t, action)
    elif d == 4:
        turn.apply_second_phase(g, s, t, action)
    elif d == 5:
        turn.apply_conditional_force(g, s, t, action)
    elif d == 6:
        supply.apply_income(g, s, t, action)
    elif d == 7:
        withdrawals.apply_withdraw(g, s, t, action)
    elif d == 8:
        arrivals.apply_exchange(g, s, t, action)
    elif d == 9:
        replacements.apply_replace(g, s, t, action)
    elif d == 10:
        arrivals.apply_arrival(g, s, t, action)
    elif d == 11:
        arrivals.apply_arrival_place(g, s, t, action)
    elif d == 12:
        transport_flight.apply_transport_flight(g, s, t, action)
    elif d == 13:
        transport_flight.apply_transport_field(g, s, t, action)
    elif d == 14:
        recon.apply_recon_boat(g, s, t, action)
    elif d == 15:
        recon.apply_recon_aircraft(g, s, t, action)
    elif d == 16:
        recon.apply_recon_node(g, s, t, action)
    elif d == 17:
        search.apply_spot_attack(g, s, t, action)
    elif d == 18:
        search.apply_search_submarine(g, s, t, action)
    elif d == 19:
        formation.apply_form(g, s, t, action)
    elif d == 20:
        formation.apply_form_fleet(g, s, t, action)
    elif d == 21:
        formation.apply_load_supply(g, s, t, action)
    elif d == 22:
        formation.apply_load_amount(g, s, t, action)
    elif d == 23:
        naval.apply_sail(g, s, t, action)
    elif d == 24:
        naval.apply_sail_step(g, s, t, action)
    elif d == 25:
        submarines.apply_submarine_node(g, s, t, action)
    elif d == 26:
        submarines.apply_submarine_cargo(g, s, t, action)
    elif d == 27:
        cargo.apply_cargo_loss(g, s, t, action)
    elif d == 28:
        air_movement.apply_air_target(g, s, t, action)
    elif d == 29:
        air_movement.apply_air_group(g, s, t, action)
    elif d == 30:
        air_combat.apply_air_order(g, s, t, action)
    elif d == 31:
        air_combat.apply_aim(g, s, t, action)
    elif d == 32:
        air_combat.apply_cover(g, s, t, action)
    elif d == 33:
        air_combat.apply_air_loss(g, s, t, action)
    elif d == 34:
        air_combat.apply_bomb(g, s, t, action)
    elif d == 35:
        surface.apply_battle_area(g, s, t, action)
    elif d == 36:
        surface.apply_declare(g, s, t, action)
    elif d == 37:
        surface.apply_declare_enemy(g, s, t, action)
    elif d == 38:
        surface.apply_line(g, s, t, action)
    elif d == 39:
        surface.apply_shift(g, s, t, action)
    elif d == 40:
        surface.apply_fire(g, s, t, action)
    elif d == 41:
        unload.apply_disembark(g, s, t, action)
    elif d == 42:
        unload.apply_disembark_spot(g, s, t, action)
    elif d == 43:
        supply.apply_recover(g, s, t, action)
    elif d == 44:
        landing.apply_land_fleet(g, s, t, action)
    elif d == 45:
        landing.apply_land_spot(g, s, t, action)
    elif d == 46:
        landing.apply_land_units(g, s, t, action)
    elif d == 47:
        gunfire.apply_gunfire(g, s, t, action)
    elif d == 48:
        landing.apply_landing_battle(g, s, t, action)
    elif d == 49:
        ground_combat.apply_ground_loss(g, s, t, action)
    elif d == 50:
        ground.apply_ground_move(g, s, t, action)
    elif d == 51:
        ground.apply_ground_move_spot(g, s, t, action)
    elif d == 52:
        ground.apply_ground_battle(g, s, t, action)
    elif d == 53:
        returns.apply_return_fleet(g, s, t, action)
    elif d == 54:
        returns.apply_ashore(g, s, t, action)
    elif d == 55:
        airfields.apply_build(g, s, t, action)
    elif d == 56:
        returns.apply_return_aircraft(g, s, t, action)
    elif d == 57:
        rebase.apply_rebase(g, s, t, action)
    elif d == 58:
        rebase.apply_rebase_spot(g, s, t, action)
    elif d == 59:
        boats.apply_return_boat(g, s, t, action)
    elif d == 60:
        strategy.apply_change_strategy(g, s, t, action)
    elif d == 61:
        free_setup.apply_set_up_unit(g, s, t, action)
    elif d == 62:
        free_setup.apply_set_up_fleet(g, s, t, action)
    elif d == 63:
        raids.apply_raid(g, s, t, action)
    elif d == 64:
        conversion.apply_convert(g, s, t, action)
    elif d == 65:
        early_ships.apply_early_ship(g, s, t, action)
    elif d == 66:
        flags.apply_flag_stack(g, s, t, action)
    elif d == 67:
        armed_recon.apply_armed_recon(g, s, t, action)
    elif d == 68:
        armed_recon.apply_armed_recon_spot(g, s, t, action)
    elif d == 69:
        events.apply_event(g, s, t, action)
    elif d == 70:
        events.apply_event_unit(g, s, t, action)
    elif d == 71:
        surface_fire.apply_long_shot(g, s, t, action)
