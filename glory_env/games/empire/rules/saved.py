"""What an offensive may change up to S4, kept to be put back (5.32, NX-03).

A weather card calls an offensive off; an event whose clause is not met is taken back. Then units,
control and tracks are what they were when the card was played. Cards and dice are not put back.
"""

from __future__ import annotations

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.games.empire.generated.records import Game
from glory_env.games.empire.state import ALL_DIRTY, MAX_UNITS, NO_TASK, NONE

(
    KEPT_ASP,
    KEPT_ASP_USED,
    KEPT_ASP_TEMP,
    KEPT_RIVALRY,
    KEPT_NAVAL,
    KEPT_AIR,
    KEPT_GROUND,
) = range(7)  # rows of `saved_sides`
(
    KEPT_CW,
    KEPT_CHINESE,
    KEPT_DIVISIONS,
    KEPT_ESCORT,
    KEPT_BARGES,
    KEPT_EXPRESS_HEX,
    KEPT_EXPRESS_TURN,
    KEPT_INDIA,
    KEPT_WILL,
    KEPT_WAR,
    KEPT_FRONT,
) = range(11)  # of `saved_tracks`


@rule
def copy_to(there: Array[int], here: Array[int]) -> None:
    """Put the numbers of one array into another of the same length."""
    for k in range(here.shape[0]):
        there[k] = here[k]


@rule
def save_block(g: Game) -> None:
    """An offensive begins: keep what it may change (R5.32-k, R7.1-c)."""
    copy_to(g.saved_ctrl, g.ctrl)
    copy_to(g.saved_fallen, g.fallen)
    copy_to(g.saved_hex, g.hex)
    copy_to(g.saved_place, g.place)
    copy_to(g.saved_when, g.when)
    copy_to(g.saved_steps, g.steps)
    copy_to(g.saved_flags, g.unit_flags)
    copy_to(g.saved_delayable, g.delayable)
    copy_to(g.saved_routes, g.routes_built)
    copy_to(g.saved_runs[0], g.alaska_runs)
    copy_to(g.saved_runs[1], g.hawaii_runs)
    copy_to(g.saved_sides[KEPT_ASP], g.asp)
    copy_to(g.saved_sides[KEPT_ASP_USED], g.asp_used)
    copy_to(g.saved_sides[KEPT_ASP_TEMP], g.asp_temp)
    copy_to(g.saved_sides[KEPT_RIVALRY], g.rivalry)
    copy_to(g.saved_sides[KEPT_NAVAL], g.naval_repl)
    copy_to(g.saved_sides[KEPT_AIR], g.air_repl)
    copy_to(g.saved_sides[KEPT_GROUND], g.ground_repl)
    g.saved_tracks[KEPT_CW] = g.cw_repl
    g.saved_tracks[KEPT_CHINESE] = g.chinese_repl
    g.saved_tracks[KEPT_DIVISIONS] = g.divisions
    g.saved_tracks[KEPT_ESCORT] = g.escort
    g.saved_tracks[KEPT_BARGES] = g.barges
    g.saved_tracks[KEPT_EXPRESS_HEX] = g.express_hex
    g.saved_tracks[KEPT_EXPRESS_TURN] = g.express_turn
    g.saved_tracks[KEPT_INDIA] = g.india
    g.saved_tracks[KEPT_WILL] = g.will
    g.saved_tracks[KEPT_WAR] = g.wie
    g.saved_tracks[KEPT_FRONT] = g.front


@rule
def restore_block(g: Game) -> None:
    """The offensive has not been: all is where it was, ASP are unused (R5.32-k, R5.32-n)."""
    copy_to(g.ctrl, g.saved_ctrl)
    copy_to(g.fallen, g.saved_fallen)
    restore_units(g)
    copy_to(g.routes_built, g.saved_routes)
    copy_to(g.alaska_runs, g.saved_runs[0])
    copy_to(g.hawaii_runs, g.saved_runs[1])
    copy_to(g.asp, g.saved_sides[KEPT_ASP])
    copy_to(g.asp_used, g.saved_sides[KEPT_ASP_USED])
    copy_to(g.asp_temp, g.saved_sides[KEPT_ASP_TEMP])
    copy_to(g.rivalry, g.saved_sides[KEPT_RIVALRY])
    copy_to(g.naval_repl, g.saved_sides[KEPT_NAVAL])
    copy_to(g.air_repl, g.saved_sides[KEPT_AIR])
    copy_to(g.ground_repl, g.saved_sides[KEPT_GROUND])
    g.cw_repl = g.saved_tracks[KEPT_CW]
    g.chinese_repl = g.saved_tracks[KEPT_CHINESE]
    g.divisions = g.saved_tracks[KEPT_DIVISIONS]
    g.escort = g.saved_tracks[KEPT_ESCORT]
    g.barges = g.saved_tracks[KEPT_BARGES]
    g.express_hex = g.saved_tracks[KEPT_EXPRESS_HEX]
    g.express_turn = g.saved_tracks[KEPT_EXPRESS_TURN]
    g.india = g.saved_tracks[KEPT_INDIA]
    g.will = g.saved_tracks[KEPT_WILL]
    g.wie = g.saved_tracks[KEPT_WAR]
    g.front = g.saved_tracks[KEPT_FRONT]
    g.dirty = ALL_DIRTY


@rule
def restore_units(g: Game) -> None:
    """All units stand where they stood, as they were; nobody is active."""
    copy_to(g.hex, g.saved_hex)
    copy_to(g.place, g.saved_place)
    copy_to(g.when, g.saved_when)
    copy_to(g.steps, g.saved_steps)
    copy_to(g.unit_flags, g.saved_flags)
    copy_to(g.delayable, g.saved_delayable)
    for unit in range(MAX_UNITS):
        g.home[unit] = NONE
        g.entry[unit] = NONE
        g.task[unit] = NO_TASK
        g.carrier[unit] = NONE
        g.elig[unit] = 0
        g.zone_cancelled[unit] = 0
