"""A game built from a position: for rule tests, puzzles and studies of one phase."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from glory_env.core.stepping import PLAY_ON
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.trace import PLACE_NAMES

_PLACES = {name: code for code, name in PLACE_NAMES.items()}


def position(
    phase: str,
    *,
    turn: int = 3,
    total: int = 500,
    markers: Mapping[str, str] | None = None,
    units: Mapping[str, str] | None = None,
    army: int = 0,
    navy: int = 0,
    civil: int = 0,
    gp: tuple[int, int] = (0, 0),
    method: str = "A",
    printed: Mapping[str, Mapping[str, int]] | None = None,
    dice: Sequence[int] | None = None,
    scenario: str = "glory",
    then_stop: bool = False,
    auto_forced: bool = False,
    **options: Any,
) -> Game:
    """A game at the start of `phase` of `turn`, played on to the first decision.

    markers: marker -> box id; those not named stand in their base. units: counter -> "box",
    "box active", "box damaged", "box active damaged", "track 3", "pool", "removed"; those not
    named are out of the game. army, navy, civil: unspent shares. gp: (army, navy). printed:
    counter -> {"dice": n, "tonnage": n} overrides. dice: exactly the faces rolled before the
    first decision. then_stop: stop at the end of the phase even without a decision.
    ValueError or KeyError name what does not exist.
    """
    game = Game(scenario, auto_forced=False, **options)
    s = game.scenario.tables[0]
    g = game.record
    kernels.begin(game.games, 0, game.scenario.tables)
    if phase not in st.PHASES:
        raise ValueError(f"unknown phase {phase!r}: valid are {', '.join(st.PHASES)}")
    g.phase = st.PHASES.index(phase)
    g.turn = turn
    g.total = total
    g.left[:] = (army, navy, civil)
    g.allotment[:] = (army, navy, civil)
    g.allotted_total = total
    g.gp[:] = gp
    g.convoy_method = st.METHODS.index(method)
    g.marker_step[:] = 0
    for marker, box in (markers or {}).items():
        m = game.scenario.markers.index(marker)
        route = list(s.route[m, : s.route_length[m]])
        if box != "base":
            g.marker_step[m] = route.index(game.scenario.boxes.index(box)) + 1
    for u in range(int(s.counters)):
        g.place[u] = st.REMOVED
        g.space[u] = 0
        g.active[u] = 0
    for counter, words in (units or {}).items():
        u = game.counter(counter)
        where, *state = words.split()
        if where == "track":
            g.place[u] = st.TRACK
            g.space[u] = int(state[0])
        else:
            is_named = where in _PLACES
            g.place[u] = _PLACES[where] if is_named else game.scenario.boxes.index(where)
        always = s.kind[u] in (st.DD, st.DE, st.NAVY_AIRCRAFT, st.ARMY_AIRCRAFT)
        g.active[u] = 1 if always or "active" in state else 0
        g.damage[u] = 1 if "damaged" in state else 0
    for counter, values in (printed or {}).items():
        u = game.counter(counter)
        g.printed_dice[u] = values.get("dice", g.printed_dice[u])
        g.printed_tonnage[u] = values.get("tonnage", g.printed_tonnage[u])
    game.lines = []
    game._script(dice)
    game._run(PLAY_ON, one_phase=then_stop)
    game.auto_forced = auto_forced
    game._play_forced()
    game._check_script(dice)
    game.trace["scripted"] = -1
    return game
