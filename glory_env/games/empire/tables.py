"""TABLES: everything the data files say of a scenario, as one NumPy record."""

from __future__ import annotations

from glory_env.core.record import record
from glory_env.games.empire.events import MAX_CARD_EFFECTS
from glory_env.games.empire.geography import SIDE_SETS, TERRAINS
from glory_env.games.empire.state import (
    CLASSES,
    COLUMNS,
    COMMANDS,
    MAX_CARDS,
    MAX_FIELDS,
    MAX_HEXES,
    MAX_PLACES,
    MAX_TURNS,
    MAX_UNITS,
    NATIONS,
    NO_ROUTE_HEXES,
    ROWS,
)
from glory_env.games.empire.state import GAME as GAME  # for the types of both records
from glory_env.games.empire.victories import MAX_ITEMS

_U, _H, _P, _F, _C, _K = MAX_UNITS, MAX_HEXES, MAX_PLACES, MAX_FIELDS, COLUMNS, MAX_CARDS
_E = MAX_CARD_EFFECTS
_T, _N = MAX_TURNS + 1, len(NATIONS)

TABLES = record(
    [
        ("hexes", "i2"),
        ("units", "i2"),
        ("places", "i2"),  # of them, the last one is the China box
        ("fields", "i2"),  # airfields; field `fields` is the China box
        ("first_turn", "i1"),
        ("last_turn", "i1"),
        ("one_year", "i1"),
        ("starts", "i1"),  # by STARTS
        ("victory", "i1"),  # by VICTORIES
        # Hexes
        ("hex_id", "i2", (_H,)),  # printed number
        ("column", "i1", (_H,)),
        ("row", "i1", (_H,)),
        ("hex_at", "i2", (_C, ROWS)),  # NONE = no hex
        ("near", "i2", (_H, 6)),  # neighbour in each direction, NONE = no hex
        ("hexside", "i1", (_H, 6)),  # by HEXSIDES
        ("road_side", "i1", (_H, 6)),  # 1 a route, 2 a route of the Kwai bridge
        ("terrain", "i1", (_H,)),
        ("region", "i1", (_H,)),  # NONE for the sea
        ("bars", "i1", (_H,)),  # by BAR_*
        ("has_port", "i1", (_H,)),
        ("has_field", "i1", (_H,)),
        ("city", "i1", (_H,)),
        ("resource", "i1", (_H,)),
        ("garrison", "i1", (_H,)),  # by GARRISONS
        ("named", "i1", (_H,)),  # port, airfield, city or resource
        ("coast", "i1", (_H,)),
        ("islet", "i1", (_H,)),  # one-hex island
        ("edge", "i1", (_H,)),  # of the map, for the Allies: 1 east, 2 south, 4 west
        ("place_hex", "i2", (_P,)),  # NONE for the China box
        ("hex_place", "i2", (_H,)),  # NONE for the sea
        ("field_hex", "i2", (_F,)),  # NONE for the China box
        ("hex_field", "i2", (_H,)),
        ("dist", "i1", (_H, _H)),  # hexes from one to the other, over hexes there are
        ("mp", "i1", (len(TERRAINS),)),  # half points to enter, 0 = no
        ("drm", "i1", (len(TERRAINS),)),  # die of the attacker in ground combat
        # Bitmaps
        ("open", "i8", (6, _C)),  # hexes whose side is open, by direction: ships, ground
        ("road", "i8", (6, _C)),  # hexes whose side has a route, low half
        ("kwai_road", "i8", (6, _C)),  # of them, those that need the bridge
        ("parts", "i8", (6, _C)),  # sides with a part of water, of land, passable or not
        ("cost", "i8", (3, _C)),  # hexes that cost 2, 4, 6 half points to enter, high half
        ("zone", "i8", (_H, 5)),  # hexes within 2, in columns c-2 .. c+2
        ("ring", "i8", (_H, 7)),  # hexes within 3, in columns c-3 .. c+3
        ("port_bits", "i8", (_C,)),
        ("field_bits", "i8", (_C,)),
        ("exist", "i8", (_C,)),
        ("land_bits", "i8", (_C,)),  # hexes with land
        ("coast_bits", "i8", (_C,)),
        ("islet_bits", "i8", (_C,)),
        ("garrison_bits", "i8", (_C,)),
        ("sources", "i8", (2, _C)),  # of supply, by side, two media (P-4)
        ("wide_sources", "i8", (_C,)),  # Japan's further ones of the switch
        ("east_sources", "i8", (_C,)),  # the Allies' in the east only
        # For the searches: hexsides by what crosses them, and hexes some may enter (bitmaps)
        ("sides", "i8", (SIDE_SETS, 6, _C)),
        ("landable", "i8", (_C,)),  # coasts a landing may come to (8.45)
        ("no_entry", "i8", (2, _C)),  # to ground units, by side, not the Chinese (8.41)
        ("chinese_land", "i8", (_C,)),
        ("no_flight", "i8", (_C,)),
        ("central_india", "i8", (_C,)),
        ("inland_china", "i8", (_C,)),
        ("group", "i1", (_U,)),  # of an HQ, by HQ_GROUPS
        ("served_by", "i1", (_U,)),  # groups whose HQs supply and activate the unit, as bits
        # Hexes with a part in the rules
        ("ferry", "i2"),
        ("kunming", "i2"),
        ("moresby", "i2"),  # mountain that can be landed on
        ("tokyo", "i2"),
        ("rangoon", "i2"),
        ("townsville", "i2"),
        ("oahu", "i2"),
        ("no_route_hex", "i2", (NO_ROUTE_HEXES,)),
        ("guns", "i2", (2,)),
        ("madras", "i2"),
        ("box_links", "i2", (2,)),  # fields one leg from the China box ...
        ("ledo", "i2"),  # ... and one more by a switch
        ("box_capacity", "i1"),
        ("box_b29", "i1"),
        # Nations, bitmaps of hexes
        ("nation_land", "i8", (_N, _C)),
        ("nation_bases", "i8", (_N, _C)),
        ("nation_keys", "i8", (_N, _C)),  # hexes that decide its surrender
        ("nation_will", "i1", (_N,)),
        ("india_north", "i8", (_C,)),
        ("refuge", "i8", (_C,)),  # of the Indian government
        ("honshu", "i8", (_C,)),
        ("hawaii", "i8", (_C,)),
        ("alaska", "i8", (_C,)),
        # Units
        ("unit_side", "i1", (_U,)),  # NONE beyond `units`
        ("kind", "i1", (_U,)),
        ("type", "i1", (_U,)),
        ("nat", "i1", (_U,)),
        ("service", "i1", (_U,)),
        ("unit_size", "i1", (_U,)),
        ("attack", "i1", (_U, 2)),  # full, reduced; a one-sided counter has both alike
        ("defence", "i1", (_U, 2)),
        ("range", "i1", (_U,)),
        ("extended", "i1", (_U,)),  # extended range of aircraft, 0 = none
        ("bracketed", "i1", (_U,)),  # no battle after using it
        ("full_steps", "i1", (_U,)),
        ("dotted", "i1", (_U,)),  # pre-war unit: no replacements
        ("is_carrier", "i1", (_U,)),
        ("landing", "i1", (_U,)),  # by LANDING_COSTS
        ("strategic_move", "i1", (_U,)),
        ("organic", "i1", (_U,)),  # by ORGANIC
        ("pair", "i2", (_U,)),  # of the same formation, or NONE
        ("europe", "i1", (_U,)),
        ("command_range", "i1", (_U,)),  # of an HQ
        ("efficiency", "i1", (_U,)),
        ("command", "i1", (_U,)),  # by COMMANDS
        ("unit_class", "i1", (_U,)),  # by CLASSES; HQs too, that of their own nation
        ("commands", "i1", (len(COMMANDS), len(CLASSES))),
        ("arrival", "i1", (_U,)),  # turn of the schedule, 0 = none
        ("arrival_card", "i2", (_U,)),  # side * MAX_CARDS + number from 0, NONE = none
        ("arrives_full", "i1", (_U,)),  # steps at arrival
        ("garrison_attack", "i1", (3,)),  # by GARRISONS
        ("garrison_defence", "i1", (3,)),
        # Start
        ("start_place", "i1", (_U,)),
        ("start_hex", "i2", (_U,)),
        ("start_steps", "i1", (_U,)),
        ("start_when", "i1", (_U,)),
        ("start_ctrl", "i8", (_C,)),
        ("start_no_route", "i1", (NO_ROUTE_HEXES,)),
        ("start_surrendered", "i1", (_N,)),
        ("start_holder", "i1", (_N,)),
        ("start_front", "i1"),
        ("start_divisions", "i1"),
        ("start_road", "i1"),
        ("start_hump", "i1"),
        ("start_india", "i1"),
        ("start_wie", "i1"),
        ("start_will", "i1"),
        ("start_asp", "i1", (2,)),
        ("start_barges", "i1"),
        ("start_resources", "i1"),
        ("start_tojo", "i1"),
        ("start_rivalry", "i1", (2,)),
        ("start_kwai", "i1"),
        ("start_air_repl", "i1"),
        ("start_naval_repl", "i1"),
        ("start_escort", "i1"),
        ("start_pt_boats", "i1"),
        ("start_doctrine", "i1"),
        ("start_passes", "i1", (2,)),
        ("start_alaska", "i1"),
        ("start_card", "i1", (2, _K)),  # pile, by PILES
        ("start_future", "i1", (2,)),  # number of the card from 0, NONE = none
        ("start_hand", "i1", (2,)),  # cards to draw
        # Cards, by side and number from 0
        ("cards", "i1", (2,)),
        ("card_kind", "i1", (2, _K)),
        ("card_sub", "i1", (2, _K)),
        ("card_ov", "i1", (2, _K)),
        ("card_iv", "i1", (2, _K, 2)),  # as OC, as EC; NONE = none printed
        ("card_lv", "i1", (2, _K)),  # NONE = none printed
        ("card_lv_alt", "i1", (2, _K)),  # under one of ...
        ("card_alt_hq", "i8", (2, _K)),  # ... these HQs; both sets by number among the HQs
        ("card_hq", "i8", (2, _K)),  # HQs that may lead it as EC, 0 = any
        ("card_intel", "i1", (2, _K)),  # condition it sets, NONE = none
        ("card_removed", "i1", (2, _K)),  # when played as event
        ("card_draw", "i1", (2, _K)),
        ("card_year_event", "i1", (2, _K)),  # may be an event in a one-year scenario
        ("card_future", "i1", (2, _K)),  # may be set aside
        ("card_need", "i1", (2, _K)),  # by events.NEEDS
        # What its event does; by the words of events.py
        ("fx", "i1", (2, _K, _E)),
        ("fx_at", "i1", (2, _K, _E)),
        ("fx_side", "i1", (2, _K, _E)),  # NONE = none; so for unit, other and hex
        ("fx_of", "i1", (2, _K, _E)),
        ("fx_where", "i1", (2, _K, _E)),
        ("fx_kinds", "i1", (2, _K, _E)),  # bits of UNIT_KINDS
        ("fx_unit", "i2", (2, _K, _E)),
        ("fx_other", "i2", (2, _K, _E)),
        ("fx_hex", "i2", (2, _K, _E)),
        ("fx_n", "i1", (2, _K, _E)),
        ("fx_m", "i1", (2, _K, _E)),
        ("hqs", "i1"),
        ("hq_unit", "i2", (16,)),  # unit of each HQ number
        # Charts
        ("an_factor", "i1", (16,)),  # quarters by modified die, clamped to 0..15
        ("gc_factor", "i1", (16,)),  # halves
        ("ambush_drm", "i1"),
        ("surprise_drm", "i1"),
        ("us_air_drm", "i1", (_T,)),
        ("support_drm", "i1", (2,)),  # naval, air
        ("landing_drm", "i1"),
        ("armour_drm", "i1"),
        ("ground_move", "i1"),  # points for each OV
        ("naval_move", "i1"),
        ("emergency_move", "i1"),
        ("supply_mp", "i1"),  # half points of the last leg
        ("zone_radius", "i1"),
        ("stack", "i1", (2,)),  # naval units; air and ground units
        (
            "draft",
            "i1",
            (5,),
        ),  # highest die that drafts, by level; NONE = none
        ("wie_level", "i1", (11,)),  # level by box 3 .. -7
        ("repl_ground", "i1", (2, _T)),
        ("repl_air", "i1", (2, _T)),
        ("repl_naval", "i1", (2, _T)),
        ("repl_oahu", "i1", (_T,)),
        ("repl_cw", "i1", (_T,)),
        ("repl_chinese", "i1", (_T,)),
        ("cw_ports", "i8", (_C,)),
        ("al_draw", "i1", (_T,)),
        ("jp_passes", "i1", (8,)),  # by cards drawn
        ("progress", "i1", (_T,)),  # 1 = progress of the war counts
        # Victory points of Japan
        ("fewest_resources", "i1"),  # of 1942: below it the Allies win
        ("philippine_ports", "i8", (_C,)),
        ("items", "i1"),
        ("item_test", "i1", (MAX_ITEMS,)),  # by ITEM_TESTS
        ("item_points", "i1", (MAX_ITEMS,)),
        # Nations
        ("leaves_burma", "i1", (_U,)),  # out of the game when Burma surrenders
        ("helps_china", "i1", (_U,)),  # from the China box against an attack there
        ("china_air", "i1", (_U,)),  # helped by the card of the Hump
    ],
)
