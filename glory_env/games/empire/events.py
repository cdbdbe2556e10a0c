"""What events of cards do: the words of `effects` and `need` in `cards.yaml`, by number.

An effect has a word, the time it acts at, and arguments: the side it helps or that chooses, which
units, markers or places it is about (`of`, `where`, `kinds`, `unit`, `other`, `hex`) and one or two
numbers. What the numbers are is said with each word.
"""

from __future__ import annotations

MAX_CARD_EFFECTS = 4  # of a card

CARD_EFFECTS = (
    "none",
    # Limits and gifts of an offensive; with no time of their own
    "kinds",  # only these kinds of units are activated; m = 1: of one kind alone
    "ground_max",  # at most n ground units (of: brigade)
    "only",  # only these units
    "ground_only",  # of the ground units only these
    "must_activate",  # one of these, if one can be
    "free_units",  # these are activated beyond the number
    "no_supply",  # the HQ and its units need none
    "rivalry_exception",  # what rivals may do together
    "any_nation",  # the HQ leads units of all nations
    "naval_hexes",  # ships of both sides move n hexes
    "army_lands",  # on one-hex islands without Marines
    "no_reaction_asp",
    "fixed_condition",  # no card changes it
    "no_weather",  # calls the offensive off
    "lv_of_ov",  # LV = OV of the opponent's card + n
    "late",  # may follow a failed die
    "forced",  # how the card must be used
    # activate: when the units are known
    "asp_temp",  # n ASP for this offensive
    "take_hex",
    "express",
    "raid",  # a die up to n costs a B-29 a step; in the China box or within m of Tokyo
    "escort",  # n more, or none any more
    # declare: when the moves are done
    "all_battles",  # lie in such hexes
    "one_battle",  # lies in such a hex
    "landing_near",  # within n hexes of hex
    "island_group",
    "airborne",
    # weather, intelligence
    "cancel",  # the offensive (unit: led by this HQ)
    "intelligence_die",  # n is added to the side's while hex is in no zone, no US CA within m of it
    "send_back",
    # battles
    "an_die",  # n is added to the side's
    "gc_die",
    "attack",  # n is added to that of such units, in air-naval combat
    "defence",
    "gc_attack",
    "critical_on_nine",
    "tsuji",  # n replaces all modifiers of ground combat
    # losses
    "lose_step",  # one such unit; the side chooses it
    "submarine",  # one step by a die up to n, then two by one up to m
    "kamikaze",  # n steps in a battle within m hexes of Tokyo
    "kamikaze_more",  # n steps more in one of those battles
    # play: at once
    "asp_more",  # n more for the rest of the game
    "replacements",  # n steps; the rest is kept, m = 1: lost; m = 2: and only for reduced units
    "one_step",  # so for one of some units
    "place_unit",
    "exchange_hq",  # unit leaves, other comes
    "next_turn",  # the unit arrives then
    "evacuate",  # n ground units
    "redeploy",  # n ships and an HQ, within m hexes of a resource
    "will",  # n boxes
    "war",  # in Europe; n = 1: major victory
    "rivalry",  # n = 1: on
    "china",  # n boxes; m = 1: into the end box, too
    "india",  # n boxes
    "india_loss",
    "mark",  # for the rest of the game
    "route",
    "soviets",
    "delay",
    "swap",
    "lose_card",
)  # fmt: skip
(
    NO_CARD_EFFECT, FX_KINDS, FX_GROUND_MAX, FX_ONLY, FX_GROUND_ONLY, FX_MUST_ACTIVATE,
    FX_FREE_UNITS, FX_NO_SUPPLY, FX_RIVALRY_EXCEPTION, FX_ANY_NATION, FX_NAVAL_HEXES, FX_ARMY_LANDS,
    FX_NO_REACTION_ASP, FX_FIXED_CONDITION, FX_NO_WEATHER, FX_LV_OF_OV, FX_LATE, FX_FORCED,
    FX_ASP_TEMP, FX_TAKE_HEX, FX_EXPRESS, FX_RAID, FX_ESCORT, FX_ALL_BATTLES, FX_ONE_BATTLE,
    FX_LANDING_NEAR, FX_ISLAND_GROUP, FX_AIRBORNE, FX_CANCEL, FX_INTELLIGENCE_DIE, FX_SEND_BACK,
    FX_AN_DIE, FX_GC_DIE, FX_ATTACK, FX_DEFENCE, FX_GC_ATTACK, FX_CRITICAL_ON_NINE, FX_TSUJI,
    FX_LOSE_STEP, FX_SUBMARINE, FX_KAMIKAZE, FX_KAMIKAZE_MORE, FX_ASP_MORE, FX_REPLACEMENTS,
    FX_ONE_STEP, FX_PLACE_UNIT, FX_EXCHANGE_HQ, FX_NEXT_TURN, FX_EVACUATE, FX_REDEPLOY, FX_WILL,
    FX_WAR, FX_RIVALRY, FX_CHINA, FX_INDIA, FX_INDIA_LOSS, FX_MARK, FX_ROUTE, FX_SOVIETS, FX_DELAY,
    FX_SWAP, FX_LOSE_CARD,
) = range(len(CARD_EFFECTS))  # fmt: skip

TIMES = (
    "always", "play", "activate", "declare", "weather", "before_reaction", "intelligence", "attack",
    "battle", "after_battles", "after_battle_moves", "end",
)  # fmt: skip
(
    AT_ALWAYS, AT_PLAY, AT_ACTIVATE, AT_DECLARE, AT_WEATHER, AT_BEFORE_REACTION, AT_INTELLIGENCE,
    AT_ATTACK, AT_BATTLE, AT_AFTER_BATTLES, AT_AFTER_BATTLE_MOVES, AT_END,
) = range(len(TIMES))  # fmt: skip

# Units, markers or cases an effect is about
SUBJECTS = (
    "none",
    # units
    "air", "ground", "naval", "chinese", "brigade", "cv", "ca", "ca_cl_apd", "carrier",
    "us_carrier", "us_ca", "us_ground", "australian", "commonwealth",
    "commonwealth_chinese_us_air", "us_air_us_australian_ground", "chinese_army",
    # units in a case; idle: not active, within m hexes
    "commonwealth_ship", "idle_carrier_near", "al_air_with_bb", "full_indian_corps",
    "full_ca_or_dd", "jp_air_near_us_hq", "passed_ca_cl_apd", "jp_air_in_offensive",
    "idle_in_port", "carrier_at_home",
    # markers
    "barges", "no_barges", "doolittle", "hump", "interceptors", "island_forts", "kwai", "tojo",
    # cases
    "no_kill_by_one",
    # further units
    "china_air",
)  # fmt: skip
(
    OF_NONE, OF_AIR, OF_GROUND, OF_NAVAL, OF_CHINESE, OF_BRIGADE, OF_CV, OF_CA, OF_CA_CL_APD,
    OF_CARRIER, OF_US_CARRIER, OF_US_CA, OF_US_GROUND, OF_AUSTRALIAN, OF_COMMONWEALTH,
    OF_COMMONWEALTH_CHINESE_US_AIR, OF_US_AIR_US_AUSTRALIAN_GROUND, OF_CHINESE_ARMY,
    OF_COMMONWEALTH_SHIP, OF_IDLE_CARRIER_NEAR, OF_AL_AIR_WITH_BB, OF_FULL_INDIAN_CORPS,
    OF_FULL_CA_OR_DD, OF_JP_AIR_NEAR_US_HQ, OF_PASSED_CA_CL_APD, OF_JP_AIR_IN_OFFENSIVE,
    OF_IDLE_IN_PORT, OF_CARRIER_AT_HOME, OF_BARGES, OF_NO_BARGES, OF_DOOLITTLE, OF_HUMP,
    OF_INTERCEPTORS, OF_ISLAND_FORTS, OF_KWAI, OF_TOJO, OF_NO_KILL_BY_ONE, OF_CHINA_AIR,
) = range(len(SUBJECTS))  # fmt: skip

WHERE = (
    "anywhere", "one_hex_island", "home_islands", "aleutians", "philippines", "malaya_or_jungle",
    "australia", "burma_or_india_north", "dutch_islands", "india_north", "india_or_burma",
)  # fmt: skip
(
    ANYWHERE, ON_ONE_HEX_ISLAND, IN_HOME_ISLANDS, IN_ALEUTIANS, IN_PHILIPPINES,
    IN_MALAYA_OR_JUNGLE,
    IN_AUSTRALIA, IN_BURMA_OR_INDIA_NORTH, IN_DUTCH_ISLANDS, IN_INDIA_NORTH, IN_INDIA_OR_BURMA,
) = range(len(WHERE))  # fmt: skip

NEEDS = (
    "nothing",
    "active_air_or_ships",  # of Japan
    "active_in_burma",  # a Japanese ground unit in Burma or North India
    "air_near_us_hq",  # a Japanese one outside the home islands, in its command range
    "b29_in_china",
    "b29_in_range",  # of Tokyo
    "doolittle",  # the raid was an event
    "jp_2813",  # Japan controls the hex
    "kwai_hexes",  # Japan controls both
    "no_rivalry",  # of the own services
    "seac_leads",  # the offensive
    "first_turn",  # with rules of its own, which are missing: never met
)  # fmt: skip
(
    NEEDS_NOTHING, NEEDS_ACTIVE_AIR_OR_SHIPS, NEEDS_ACTIVE_IN_BURMA, NEEDS_AIR_NEAR_US_HQ,
    NEEDS_B29_IN_CHINA, NEEDS_B29_IN_RANGE, NEEDS_DOOLITTLE, NEEDS_JP_2813, NEEDS_KWAI_HEXES,
    NEEDS_NO_RIVALRY, NEEDS_SEAC_LEADS, NEEDS_FIRST_TURN,
) = range(len(NEEDS))  # fmt: skip
