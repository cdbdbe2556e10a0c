"""What a card may be used for, its piles, and the phases of a turn (1.25, 3.0, 5.0, 17.26)."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.core.trace import blank_trace
from glory_env.games.empire.actions import (
    CARD,
    DISCARD,
    DONE,
    EVENT,
    N_ACTIONS,
    OC_AGREEMENT,
    OC_OFFENSIVE,
    PASS,
    UNIT,
)
from glory_env.games.empire.codes import DECISIONS
from glory_env.games.empire.engine.sequence import play_on
from glory_env.games.empire.generated.dispatch import apply, legal
from glory_env.games.empire.rules import cards, initiative, moves, ships, turn
from glory_env.games.empire.scenario import load, names
from glory_env.games.empire.start import start_position
from glory_env.games.empire.state import (
    AL,
    CARD_DECK,
    CARD_DISCARD,
    CARD_HAND,
    CARD_REMOVED,
    CARD_TABLE,
    JP,
    NONE,
    PHASES,
)
from tests.covers import covers

from . import world
from .test_cards import Phase

EVENT_CARD = 20  # by number from 0: an Allied military card, OV 3, LV 4


def allied(*held: int) -> Phase:
    """The Allies hold these cards, by number from 0, and more than Japan; events are on."""
    phase = Phase((1, 0))
    g = phase.g
    g.events, g.future_card[:] = 1, NONE
    for card in held:
        cards.to_pile(g, AL, card, CARD_HAND)
    phase.begin()
    assert g.actor == AL
    return phase


def used(action: int) -> Phase:
    """The card is used so, and the HQ is the one of the Central Pacific."""
    phase = allied(EVENT_CARD, 40)
    phase.say(CARD + EVENT_CARD)
    assert {EVENT, OC_OFFENSIVE, DISCARD} <= set(phase.options())
    phase.say(action)
    if action != DISCARD:
        phase.say(UNIT + world.unit_of("a_hq_cpac"))
    return phase


@covers("R1.25-d", "R1.3-dh", "R5.0-g", "R5.0-i", "R5.1-c")
@pytest.mark.parametrize(("action", "event"), [(EVENT, 1), (OC_OFFENSIVE, 0)])
def test_a_card_is_an_operation_or_an_event(action, event):
    """LV units more than the ER, or OV; ships and land units go as far as the OV says either way.

    As one of them it is not the other: it has left the hand and lies on the table.
    """
    phase = used(action)
    g, s = phase.g, phase.s
    hq = world.unit_of("a_hq_cpac")
    assert g.as_ec == event
    assert g.op_max - s.efficiency[hq] == (4 if event else 3)
    assert g.ov == s.card_ov[AL, EVENT_CARD] == 3
    assert (ships.naval_allowance(g, s), moves.land_points(g, s)) == (15, 6)
    assert (g.card_at[AL, EVENT_CARD], g.hand[AL]) == (CARD_TABLE, 1)


@covers("R5.0-g", "R1.3-cl")
def test_a_card_may_be_thrown_away():
    phase = used(DISCARD)
    assert (phase.g.card_at[AL, EVENT_CARD], phase.g.actor) == (CARD_DISCARD, JP)


@covers("R1.3-cl", "R1.3-df")
def test_discards_come_back_and_removed_cards_do_not():
    phase = Phase((4, 0))
    g = phase.g
    one, other = phase.hand(JP)[:2]
    cards.to_pile(g, JP, one, CARD_DISCARD)
    cards.to_pile(g, JP, other, CARD_REMOVED)
    cards.shuffle_discards(g, phase.s, JP)
    assert (g.card_at[JP, one], g.card_at[JP, other]) == (CARD_DECK, CARD_REMOVED)
    while cards.draw_card(g, phase.s, JP) != NONE:
        pass
    assert (g.card_at[JP, one], g.card_at[JP, other]) == (CARD_HAND, CARD_REMOVED)


@covers("R1.3-dj")
@pytest.mark.parametrize("side", [JP, AL])
def test_each_side_draws_and_plays_of_its_own_deck(side):
    phase = Phase((3, 3))
    g = phase.g
    before = [np.array(g.card_at[k]) for k in range(2)]
    card = cards.draw_card(g, phase.s, side)
    assert before[side][card] == CARD_DECK
    assert (np.array(g.card_at[1 - side]) == before[1 - side]).all()
    g.passes[:] = 0
    g.side = side
    g.future_card[:] = NONE
    initiative.begin_offensives(g)
    g.hand[1 - side] = 0
    play_on(g, phase.s, phase.trace[0])
    assert g.actor == side
    assert {action - CARD for action in phase.options()} == set(phase.hand(side))


@covers("R17.37-a", "R17.47-a", "R17.9-b")
@pytest.mark.parametrize("name", names())
def test_three_operations_end_a_rivalry_in_scenarios_of_a_year_alone(name):
    s, g = load(name).tables[0], start_position(load(name))[0]
    g.actor, g.side = JP, JP
    g.rivalry[:] = 1
    ov = np.array(s.card_ov[JP])
    for value in (2, 3):
        g.chosen_card = int(np.flatnonzero(ov == value)[0])
        mask = np.zeros(N_ACTIONS, np.int8)
        initiative.legal_card_use(g, s, mask)
        assert bool(mask[OC_AGREEMENT]) == (value == 3 and name.startswith("year_"))


# --- the turn ------------------------------------------------------------------------------------
@covers("R1.25-e")
def test_markers_of_events_stay_for_later_turns():
    s, g = world.scenario("y1943").tables[0], world.start("y1943")
    turn.begin_game(g)
    g.doctrine, g.pt_boats, g.barges, g.escort, g.bomb_drm, g.tojo = 1, 1, 2, 3, 1, 1
    turn.end_turn(g, s)
    assert g.turn == 6
    assert (g.doctrine, g.pt_boats, g.barges, g.escort, g.bomb_drm, g.tojo) == (1, 1, 2, 3, 1, 1)


@covers("R3.0-a", "R3.0-b", "R3.0-d", "R3.0-e", "R4.22-a")
def test_the_phases_of_a_turn():
    """1943 with one card a side: offensives, then what follows up to the cards of the next turn."""
    s, g, trace = world.scenario("y1943").tables[0], world.start("y1943"), blank_trace()
    g.key, g.future_card[:], trace["pause"] = 5, NONE, 1
    turn.begin_game(g)
    asked: list[str] = []
    phases: list[str] = []
    while g.turn == 5 or g.phase != PHASES.index("offensives"):
        play_on(g, s, trace[0])
        if phases[-1:] != [PHASES[g.phase]]:
            phases.append(PHASES[g.phase])
        if g.turn == 5 and len(phases) == 1:  # all cards but one of each side
            for side in range(2):
                for card in np.flatnonzero(np.array(g.card_at[side]) == CARD_HAND)[1:].tolist():
                    cards.to_pile(g, side, card, CARD_DISCARD)
        if g.decision:
            asked.append(DECISIONS[g.decision])
            mask = np.zeros(N_ACTIONS, np.int8)
            legal(g, s, mask)
            wanted = [action for action in (DISCARD, PASS, DONE) if mask[action]]
            apply(g, s, trace[0], wanted[0] if wanted else int(np.flatnonzero(mask)[0]))
    assert phases == [
        "turn_start", "offensives", "political", "attrition", "turn_end", "strategic", "offensives",
    ]  # fmt: skip
    assert asked[:4] == ["card", "card_use"] * 2
    later = [name for name in asked[4:] if name in ("arrival_unit", "replace_unit")]
    assert list(dict.fromkeys(later)) == ["arrival_unit", "replace_unit"]
    assert later == sorted(later)
    assert list(g.hand) == [7 - int(g.submarines) - int(g.bombings), 7]
