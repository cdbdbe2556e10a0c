"""What a scenario says of its start and its end, by name."""

from __future__ import annotations

SETUPS = ("y1941", "y1942", "y1943", "y1944")
STARTS = ("turn_one", "offensives")
VICTORIES = ("campaign", "v1942", "v1943", "v1944")
MAX_ITEMS = 20  # of a list of victory points
# What Japan has victory points for; "each" counts hexes or boxes.
ITEM_TESTS = (
    "none", "china_surrendered", "road_closed", "line_cut", "north_india_each", "india_unrest",
    "india_unstable", "mandates_jp", "will_below_6_each", "will_above_5_each",
    "kauai_hawaii_each", "oahu", "mandates_al", "four_mandates_al", "marshalls_al",
    "new_guinea_al", "four_new_guinea_ports_al", "port_within_11", "resources_al_each",
    "new_guinea_jp", "new_guinea_not_al", "rabaul_not_al", "no_philippine_port",
    "one_philippine_port", "no_port_within_8",
)  # fmt: skip
