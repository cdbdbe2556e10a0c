"""The one flat action table of the Aleutians Campaign: blocks of micro-steps."""

from __future__ import annotations

from glory_env.core.blocks import Block
from glory_env.games.aleutians.state import FLEETS, MAX_NODES, MAX_SPOTS, MAX_UNITS

VERBS = (
    "pass", "done", "yes", "no", "torpedo", "gun", "bomb", "support", "small", "expand",
    "carry_company", "carry_supply", "evacuate",
)  # fmt: skip
N_VERBS, N_NUMBERS, MAX_SHIFT = 24, 8, 7

UNIT = 0
NODE = UNIT + MAX_UNITS
SPOT_ACTION = NODE + MAX_NODES
FIELD = SPOT_ACTION + MAX_SPOTS
PORT = FIELD + MAX_SPOTS
OWN_FLEET = PORT + MAX_SPOTS
ENEMY_FLEET = OWN_FLEET + FLEETS
BOX_ACTION = ENEMY_FLEET + FLEETS
NUMBER = BOX_ACTION + 1
SHIFT_ACTION = NUMBER + N_NUMBERS  # -7 .. -1, then +1 .. +7
VERB = SHIFT_ACTION + 2 * MAX_SHIFT
N_ACTIONS = VERB + N_VERBS

(
    PASS, DONE, YES, NO, TORPEDO, GUN, BOMB_NOW, STAY, BUILD_SMALL, EXPAND, CARRY_COMPANY,
    CARRY_SUPPLY, EVACUATE,
) = range(VERB, VERB + len(VERBS))  # fmt: skip

BLOCKS = (
    Block("unit", UNIT, MAX_UNITS, "unit k of the scenario, own or enemy"),
    Block("node", NODE, MAX_NODES, "part k of the sea"),
    Block("spot", SPOT_ACTION, MAX_SPOTS, "place k on land, or the ground units there"),
    Block("field", FIELD, MAX_SPOTS, "airfield of place k"),
    Block("port", PORT, MAX_SPOTS, "printed port, or the fuel depot, of place k"),
    Block("own_fleet", OWN_FLEET, FLEETS, "own fleet A to D"),
    Block("enemy_fleet", ENEMY_FLEET, FLEETS, "enemy fleet A to D"),
    Block("box", BOX_ACTION, 1, "off-map box of the own side"),
    Block("number", NUMBER, N_NUMBERS, "0 to 7"),
    Block("shift", SHIFT_ACTION, 2 * MAX_SHIFT, "move the line by -7 to -1, 1 to 7 squares"),
    Block("verb", VERB, N_VERBS, ", ".join(VERBS)),
)
