"""Talk: what is hidden while offers are sealed, and what the log keeps of the bargaining."""

from __future__ import annotations

import numpy as np
import pytest

from glory_env.games.glory import state as st
from glory_env.games.glory.generated import kernels
from tests.rules.common import END
from tests.rules.talking import (
    COUNTER,
    RANGOON,
    ask,
    ends,
    promised,
    say,
    sayable,
    talks,
    tally,
    write,
)
from tests.rules.test_talk_words import BOTH, FULL, OF_NAVY

# --- sealed --------------------------------------------------------------------------------
SEALED = {"opener": None, "negotiation": "sealed", **FULL}


def test_sealed_nothing_is_asked_for_and_nobody_threatens():
    game = talks(**SEALED)
    assert set(sayable(game)) == BOTH
    assert not game.is_legal(ask("navy", "escort"))
    write(game)
    assert set(sayable(game)) == BOTH | OF_NAVY
    assert sayable(game, asked=True) == {}


def test_sealed_both_seats_statements_stand_if_the_claims_fit():
    game = talks(**SEALED)
    write(game, say("own_losses"), say("use", amount=30), army=200, navy=300)
    assert tally(game, "own_losses", "army") == {}
    events = write(game, say("escort"), army=100, navy=150)
    assert [(e["promise"], e["of"]) for e in events] == [
        ("own_losses", "army"), ("use", "army"), ("escort", "navy"),
    ]  # fmt: skip
    assert tally(game, "own_losses", "army") == {"offered": 1, "made": 1}


def test_sealed_claims_that_do_not_fit():
    game = talks(**SEALED)
    write(game, say("own_losses"), army=400, navy=0)
    assert write(game, say("escort"), army=0, navy=400) == []
    assert tally(game, "own_losses", "army") == {"offered": 1}
    assert tally(game, "escort", "navy") == {"offered": 1}


@pytest.mark.parametrize("way", ["hide", "conceal"])
@pytest.mark.parametrize("spoken", [0, 1])
def test_sealed_lines_are_hidden(way, spoken):
    """While the second seat speaks and while it writes its split."""
    seen = set()
    for lines in ([], [say("own_losses")], [say("use", amount=30), say("present", box="rangoon")]):
        game = talks(seed=1, **SEALED)
        write(game, *lines)
        game.play(*[END] * spoken)
        assert (game.actor, game.decision) == ("navy", "offer" if spoken else "speak")
        if way == "conceal":
            kernels.conceal(game.games, game.scenario.tables)
        else:
            game.hide_unseen("navy")
        seen.add(game.games.tobytes())
    assert len(seen) == 1


def test_the_writer_does_not_forget_its_own_lines():
    game = talks(seed=1, **SEALED)
    game.play(say("own_losses"))
    before = game.games.tobytes()
    game.hide_unseen("army")
    assert game.games.tobytes() == before
    game.hide_unseen("navy")
    assert game.record.line_kind[st.ARMY].tolist() == [st.NONE, st.NONE]


def test_a_shown_offer_is_not_hidden():
    game = talks("army", seed=1, **FULL)
    write(game, say("own_losses"), ask("navy", "escort"))
    before = game.games.copy()
    game.hide_unseen("navy")
    assert np.array_equal(before, game.games)


# --- the log
@pytest.mark.parametrize(("pool", "breach"), [(20, 0), (25, 5), (60, 40), (None, 0)])
def test_the_log_has_the_largest_breach_whatever_was_said(pool, breach):
    game = promised("navy", units={"nagato": "rangoon active"}, **RANGOON)
    ends(game, 4)
    game.choose({"box": "rangoon"}, dice=[1])
    game.play({"pool": pool} if pool else {"damage": "nagato"})
    while game.decision == "pay":
        game.play({"damage": "nagato"} if game.is_legal({"damage": "nagato"}) else {"pool": 20})
    assert game.record.log_breach[5].tolist() == [0, breach]


def test_the_log_of_the_offers():
    game = talks("army")
    for army, navy in ((100, 150), (50, 300), (120, 200)):
        write(game, army=army, navy=navy)
        if game.record.offers < 3:
            game.play(COUNTER)
    g = game.record
    assert (g.log_first_other[5].tolist(), g.log_first_civil[5].tolist()) == ([150, 50], [250, 150])
    assert g.log_last_claim[5].tolist() == [120, 300]
    assert g.log_first_civil[4].tolist() == [st.NONE, st.NONE]
