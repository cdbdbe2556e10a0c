"""Readings of the rules that a table may choose between: name, values, the default first."""

from __future__ import annotations

NO_YES = ("no", "yes")
YES_NO = ("yes", "no")

SWITCHES: dict[str, tuple[str, ...]] = {
    "sr_grants_reaction": NO_YES,
    "port_over_land": NO_YES,
    "marines_everywhere": NO_YES,
    "sgt_any_port": NO_YES,
    "hq_blocks_activation": NO_YES,
    "zones_on_mixed_sides_free": NO_YES,
    "wide_jp_sources": NO_YES,
    "attrition_in_order": NO_YES,
    "draft_repeat": ("boxed_and_waiting", "boxed_only", "every_turn"),
    "interceptors_return": NO_YES,
    "malaya_control": ("general", "none"),
    "liberation": ("once", "repeatable"),
    "india_event_revolts": ("may_enter", "next_nss", "stop_at_unstable"),
    "india_reset": ("on_recapture", "each_nss"),
    "china_oc_interval": ("attempts", "successes"),
    "china_air_delay": YES_NO,
    "hump_at_ledo": NO_YES,
    "kwai_path_test": YES_NO,
    "bombing_row": ("turns_9_to_12", "any_four"),
    "alaska_same_hex": ("yes", "any"),
    "pw_few_resources": ("3", "1"),
    "one_year_tojo": ("oc", "event"),
    "vp_supply_test": ("scenario", "on", "off"),
    "vp_1944_new_guinea": ("graded", "additive"),
    "vp_1943_q": ("-1", "-3"),
    "fuel_shortage_ports": ("many", "one"),
}
SWITCH_NAMES = tuple(SWITCHES)
(
    SR_GRANTS_REACTION, PORT_OVER_LAND, MARINES_EVERYWHERE, SGT_ANY_PORT, HQ_BLOCKS_ACTIVATION,
    ZONES_ON_MIXED_SIDES_FREE, WIDE_JP_SOURCES, ATTRITION_IN_ORDER, DRAFT_REPEAT,
    INTERCEPTORS_RETURN, MALAYA_CONTROL, LIBERATION, INDIA_EVENT_REVOLTS, INDIA_RESET,
    CHINA_OC_INTERVAL, CHINA_AIR_DELAY, HUMP_AT_LEDO, KWAI_PATH_TEST, BOMBING_ROW, ALASKA_SAME_HEX,
    PW_FEW_RESOURCES, ONE_YEAR_TOJO, VP_SUPPLY_TEST, VP_1944_NEW_GUINEA, VP_1943_Q,
    FUEL_SHORTAGE_PORTS,
) = range(len(SWITCH_NAMES))  # fmt: skip
