"""How much of a turn's time a planner spends on a decision."""

from __future__ import annotations

from glory_env.games.glory import state as st

# What a decision is worth thinking about, by what search gained at each kind in trial games.
WEIGHTS = {
    st.OFFER_CIVIL: 6.0,
    st.OFFER_ARMY: 3.0,
    st.ANSWER: 4.0,
    st.CONCEDE: 4.0,
    st.CONVOY_METHOD: 4.0,
    st.DECLARE_TURN_13: 4.0,
    st.PAY: 3.0,
    st.ACTIVATE: 2.0,
    st.MOVE_PIECE: 1.0,
    st.MOVE_TO: 1.0,
}
LIGHT = 0.3  # all others
# The weights a seat still expects in the turn when a phase begins, rounded up.
STILL = {
    st.TONNAGE: 40.0,
    st.ACTIVATION: 24.0,
    st.MOVEMENT: 16.0,
    st.COMBAT: 8.0,
    st.CONVOY: 5.0,
    st.PRODUCTION: 1.5,
    st.TURN_13: 4.0,
}


def share_of_turn(phase: int, decision: int) -> float:
    """The part of what is left of the turn that a decision of a phase gets, 0..1."""
    return min(1.0, WEIGHTS.get(decision, LIGHT) / STILL[phase])
