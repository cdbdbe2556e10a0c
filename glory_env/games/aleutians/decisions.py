"""Every decision of the game as one object; the compiled dispatch is written from them."""

from __future__ import annotations

from typing import NamedTuple

from glory_env.games.aleutians import state as st


class Decision(NamedTuple):
    """One thing that a side is asked."""

    code: int  # number in the record of the game; `state.DECISIONS` names it
    module: str  # of `rules`, with `legal_<name>` and `apply_<name>`
    continues: bool = False  # goes on with the choice that another decision began

    @property
    def name(self) -> str:
        return st.DECISIONS[self.code]

    @property
    def record_word(self) -> str:
        return self.name


# By code. The first is what stands in the record while nobody is asked.
ALL = (
    Decision(st.NO_DECISION, ""),
    Decision(st.PLACE_FLYING_BOAT, "setup"),
    Decision(st.PLACE_SUBMARINE, "setup"),
    Decision(st.SOVIET_ENTRY, "turn"),
    Decision(st.ASK_SECOND_PHASE, "turn"),
    Decision(st.CONDITIONAL_FORCE, "turn"),
    Decision(st.INCOME, "supply"),
    Decision(st.WITHDRAW, "withdrawals"),
    Decision(st.EXCHANGE, "arrivals"),
    Decision(st.REPLACE, "replacements"),
    Decision(st.ARRIVAL, "arrivals"),
    Decision(st.ARRIVAL_PLACE, "arrivals", continues=True),
    Decision(st.TRANSPORT_FLIGHT, "transport_flight"),
    Decision(st.TRANSPORT_FIELD, "transport_flight", continues=True),
    Decision(st.RECON_BOAT, "recon"),
    Decision(st.RECON_AIRCRAFT, "recon"),
    Decision(st.RECON_NODE, "recon", continues=True),
    Decision(st.SPOT_ATTACK, "search"),
    Decision(st.SEARCH_SUBMARINE, "search"),
    Decision(st.FORM, "formation"),
    Decision(st.FORM_FLEET, "formation", continues=True),
    Decision(st.LOAD_SUPPLY, "formation"),
    Decision(st.LOAD_AMOUNT, "formation", continues=True),
    Decision(st.SAIL, "naval"),
    Decision(st.SAIL_STEP, "naval", continues=True),
    Decision(st.SUBMARINE_NODE, "submarines", continues=True),
    Decision(st.SUBMARINE_CARGO, "submarines", continues=True),
    Decision(st.CARGO_LOSS, "cargo"),
    Decision(st.AIR_TARGET, "air_movement"),
    Decision(st.AIR_GROUP, "air_movement", continues=True),
    Decision(st.AIR_ORDER, "air_combat"),
    Decision(st.AIM, "air_combat"),
    Decision(st.COVER, "air_combat"),
    Decision(st.AIR_LOSS, "air_combat"),
    Decision(st.BOMB, "air_combat"),
    Decision(st.BATTLE_AREA, "surface"),
    Decision(st.DECLARE, "surface"),
    Decision(st.DECLARE_ENEMY, "surface", continues=True),
    Decision(st.LINE, "surface"),
    Decision(st.SHIFT, "surface"),
    Decision(st.FIRE, "surface"),
    Decision(st.DISEMBARK, "unload"),
    Decision(st.DISEMBARK_SPOT, "unload", continues=True),
    Decision(st.RECOVER, "supply"),
    Decision(st.LAND_FLEET, "landing"),
    Decision(st.LAND_SPOT, "landing", continues=True),
    Decision(st.LAND_UNITS, "landing", continues=True),
    Decision(st.GUNFIRE, "gunfire"),
    Decision(st.LANDING_BATTLE, "landing"),
    Decision(st.GROUND_LOSS, "ground_combat"),
    Decision(st.GROUND_MOVE_UNIT, "ground"),
    Decision(st.GROUND_MOVE_SPOT, "ground", continues=True),
    Decision(st.GROUND_BATTLE_SPOT, "ground"),
    Decision(st.RETURN_FLEET, "returns"),
    Decision(st.ASHORE, "returns"),
    Decision(st.BUILD, "airfields"),
    Decision(st.RETURN_AIRCRAFT, "returns"),
    Decision(st.REBASE, "rebase"),
    Decision(st.REBASE_SPOT, "rebase", continues=True),
    Decision(st.RETURN_BOAT, "boats"),
    Decision(st.CHANGE_STRATEGY, "strategy"),
    Decision(st.SET_UP_UNIT, "free_setup"),
    Decision(st.SET_UP_FLEET, "free_setup"),
    Decision(st.RAID, "raids"),
    Decision(st.CONVERT, "conversion"),
    Decision(st.EARLY_SHIP, "early_ships"),
    Decision(st.FLAG_STACK, "flags"),
    Decision(st.ARMED_RECON, "armed_recon"),
    Decision(st.ARMED_RECON_SPOT, "armed_recon", continues=True),
    Decision(st.EVENT, "events"),
    Decision(st.EVENT_UNIT, "events"),
    Decision(st.LONG_SHOT, "surface_fire"),
)
