"""Chapters 6 and 9: bargaining over the shipping, its protocols and deadlock rules."""

from __future__ import annotations

import pytest

from tests.rules.common import END, idle_turn, position, rolls
from tests.rules.kit import covers

ACCEPT, COUNTER, WALK = {"accept": True}, {"counter": True}, {"walk": True}
ARMY_OFFER, NAVY_OFFER = {"army": 200, "navy": 100}, {"army": 105, "navy": 200}


def tonnage(opener=1, **options):
    """A negotiation over 500, opened by the army (opener 1-3) or the navy (4-6)."""
    dice = [] if opener is None else [opener]
    return position("tonnage", turn=5, total=500, dice=dice, **options)


def shares(game):
    return tuple(game.allotment[seat] for seat in ("army", "navy", "civil"))


@pytest.mark.parametrize(
    ("die", "seat"), [(1, "army"), (2, "army"), (3, "army"), (4, "navy"), (5, "navy"), (6, "navy")]
)
@covers("R6-2b", "R2-0b")
def test_a_die_draws_the_opener(die, seat):
    game = tonnage(die)
    assert (game.decision, game.actor) == ("offer", seat)
    assert not any(game.is_legal(choice) for choice in (ACCEPT, COUNTER, WALK))


@covers("R9-0a", "R9-0c", "R9-0d", "R1-0b")
def test_an_accepted_offer_is_the_split():
    game = tonnage(6)
    game.play(NAVY_OFFER)
    assert (game.decision, game.actor) == ("answer", "army")
    game.play(ACCEPT)
    assert shares(game) == (105, 200, 195)
    assert game.left == game.allotment
    assert (game.total, game.phase) == (500, "activation")


@pytest.mark.parametrize(
    ("offer", "legal"),
    [
        ((250, 250), True),
        ((250, 255), False),
        ((-5, 0), False),
        ((102, 100), False),
        ((100, 101), False),
        ((500, 0), True),
        ((0, 505), False),
    ],
)
@covers("R9-0b", "R9-0e", "A-57")
def test_what_may_be_offered(offer, legal):
    assert tonnage().is_legal({"army": offer[0], "navy": offer[1]}) is legal


@pytest.mark.parametrize(
    ("offer", "legal"), [((125, 200), True), ((120, 200), False), ((475, 25), True)]
)
@covers("R9-0b")
def test_coarse_grid(offer, legal):
    assert tonnage(grid=25).is_legal({"army": offer[0], "navy": offer[1]}) is legal


@covers("R9-0c")
def test_on_a_coarse_grid_the_remainder_is_civil():
    game = position("tonnage", turn=1, total=630, grid=25, dice=[1])
    game.play({"army": 125, "navy": 500}, ACCEPT)
    assert shares(game) == (125, 500, 5)


@covers("R6-2a", "R9-0a")
def test_offers_alternate():
    game = tonnage(2)
    game.play(ARMY_OFFER, COUNTER)
    assert (game.decision, game.actor) == ("offer", "navy")
    game.play(NAVY_OFFER)
    assert (game.decision, game.actor) == ("answer", "army")
    game.play(ACCEPT)
    assert shares(game) == (105, 200, 195)


@pytest.mark.parametrize("limit", [1, 2, 6])
@covers("A-62", "R6-2a")
def test_the_last_offer_is_taken_or_refused(limit):
    game = tonnage(1, max_offers=limit)
    for _ in range(limit - 1):
        game.play(ARMY_OFFER)
        game.play(COUNTER)
    game.play(ARMY_OFFER)
    assert game.decision == "answer"
    assert game.is_legal(ACCEPT)
    assert game.is_legal(WALK)
    assert not game.is_legal(COUNTER)


def deadlock(rule, army=ARMY_OFFER, navy=NAVY_OFFER, dice=(), **options):
    """Both seats have made an offer and the army walks away."""
    game = tonnage(1, deadlock=rule, **options)
    game.play(army, COUNTER, navy)
    game.choose(WALK, dice=dice)
    return game


@pytest.mark.parametrize(
    ("die", "take", "split"),
    [
        (1, "own", (200, 100, 200)),
        (3, "other", (105, 200, 195)),
        (4, "own", (105, 200, 195)),
        (6, "other", (200, 100, 200)),
        (2, "midpoint", (150, 150, 200)),  # the army's mean is 152.5
        (5, "midpoint", (150, 150, 200)),
    ],
)
@covers("R6-2b", "R6-2c", "A-62", "R0-2c")
def test_lot(die, take, split):
    game = deadlock("lot", dice=[die])
    assert rolls(game, "lot") == [[die]]
    assert (game.decision, game.actor) == ("concede", "army" if die <= 3 else "navy")
    game.play({"take": take})
    assert shares(game) == split
    assert game.phase == "activation"


@covers("A-62")
def test_lot_is_the_default():
    game = tonnage(1)
    game.play(ARMY_OFFER, COUNTER, NAVY_OFFER)
    game.choose(WALK, dice=[5])
    assert (game.decision, game.actor) == ("concede", "navy")


@pytest.mark.parametrize("opener", [1, 4])
@covers("R6-2b")
def test_a_seat_without_an_offer_names_one_first(opener):
    game = tonnage(opener, deadlock="lot")
    first, second = ("army", "navy") if opener == 1 else ("navy", "army")
    assert game.actor == first
    game.play(ARMY_OFFER, WALK)
    assert (game.decision, game.actor) == ("offer", second)
    game.choose(NAVY_OFFER, dice=[1 if second == "army" else 6])
    assert (game.decision, game.actor) == ("concede", second)
    game.play({"take": "own"})
    assert shares(game) == (105, 200, 195)


@pytest.mark.parametrize(
    ("faces", "winner"), [([5, 2], "army"), ([2, 3], "navy"), ([4, 4, 1, 1, 1, 6], "navy")]
)
@covers("R6-2b")
def test_dice(faces, winner):
    game = deadlock("dice", dice=faces)
    assert (game.decision, game.actor) == ("concede", winner)
    game.play({"take": "own"})
    assert shares(game) == ((200, 100, 200) if winner == "army" else (105, 200, 195))


@covers("R6-2b")
def test_dice_that_never_differ_end_in_a_lot():
    game = deadlock("dice", dice=[4] * 100 + [2])
    assert rolls(game, "lot") == [[2]]
    assert (game.decision, game.actor) == ("concede", "army")


def show_hands(game, army, navy, dice=()):
    for last in (False, True):
        hand = {"army": army, "navy": navy}[game.actor]
        game.choose({"hand": hand}, dice=dice if last else ())


@pytest.mark.parametrize(
    ("army", "navy", "winner"),
    [
        ("rock", "scissors", "army"),
        ("scissors", "paper", "army"),
        ("paper", "rock", "army"),
        ("scissors", "rock", "navy"),
        ("paper", "scissors", "navy"),
        ("rock", "paper", "navy"),
    ],
)
@covers("R6-2b")
def test_janken(army, navy, winner):
    game = deadlock("janken")
    assert game.decision == "janken"
    show_hands(game, army, navy)
    assert (game.decision, game.actor) == ("concede", winner)
    game.play({"take": "other"})
    assert shares(game) == ((105, 200, 195) if winner == "army" else (200, 100, 200))


@covers("R6-2b")
def test_janken_is_replayed_three_times_then_a_lot_decides():
    game = deadlock("janken")
    for _ in range(3):
        show_hands(game, "rock", "rock")
        assert game.decision == "janken"
    show_hands(game, "paper", "paper", dice=[2])
    assert (game.decision, game.actor) == ("concede", "army")
    game = deadlock("janken")
    show_hands(game, "rock", "rock")
    show_hands(game, "rock", "paper")
    assert (game.decision, game.actor) == ("concede", "navy")


@covers("A-62")
def test_zero():
    game = tonnage(1, deadlock="zero")
    game.play(ARMY_OFFER, WALK)
    assert shares(game) == (0, 0, 500)
    assert game.phase == "activation"


@covers("A-62")
def test_status_quo():
    game = position("tonnage", turn=1, total=500, deadlock="status_quo", dice=[1])
    game.play(ARMY_OFFER, WALK)
    assert shares(game) == (0, 0, 500)
    game = position(
        "tonnage", turn=4, total=500, deadlock="status_quo", markers={"Ch": "hunan"}, dice=[1]
    )
    idle_turn(game, 200, 100)  # the convoys cost 70
    assert (game.turn, game.total) == (5, 430)
    game.play({"army": 0, "navy": 0}, WALK)
    assert shares(game) == (170, 85, 175)  # 172 and 86, rounded down


@covers("A-62")
def test_status_quo_does_not_grow_with_the_total():
    units = {"naf_1": "convoy"} | {f"de_{n}": "convoy" for n in (1, 2, 3, 4)}
    game = position(
        "tonnage", turn=4, total=500, method="B", deadlock="status_quo", units=units, dice=[1]
    )
    game.play(ARMY_OFFER, ACCEPT, END, END, END)
    game.choose(END, dice=[6, 1])  # the convoys cost 10
    game.play(END)
    game.choose(END, dice=[1, 1])  # base Ch brings 50
    game.play({"army": 0, "navy": 0}, WALK)
    assert shares(game) == (200, 100, 240)


@pytest.mark.parametrize(
    ("army", "navy", "split"),
    [
        ((250, 0), (0, 250), (185, 185, 130)),  # 187.5 each of 375
        ((300, 50), (100, 100), (280, 90, 130)),  # 281.25 and 93.75
        ((150, 0), (0, 200), (150, 200, 150)),
    ],
)
@covers("A-62")
def test_pro_rata(army, navy, split):
    offers = [{"army": a, "navy": n} for a, n in (army, navy)]
    game = deadlock("pro_rata", *offers)
    assert shares(game) == split
    assert game.phase == "activation"


@covers("A-62", "R6-2b")
def test_pro_rata_needs_both_claims():
    game = tonnage(6, deadlock="pro_rata")
    game.play({"army": 0, "navy": 250}, WALK)
    assert (game.decision, game.actor) == ("offer", "army")
    game.play({"army": 250, "navy": 0})
    assert shares(game) == (185, 185, 130)


@covers("A-62")
def test_break_off():
    game = tonnage(1, deadlock="zero", break_off=1.0)
    game.choose(ARMY_OFFER, dice=[50])
    assert shares(game) == (0, 0, 500)
    for face, broken in ((50, True), (51, False)):
        game = tonnage(1, deadlock="zero", break_off=0.5)
        game.choose(ARMY_OFFER, dice=[face])
        assert (game.phase == "activation") is broken


def sealed(army, navy, dice=()):
    game = tonnage(None, negotiation="sealed")
    for last in (False, True):
        assert game.decision == "offer"
        split = {"army": army, "navy": navy}[game.actor]
        game.choose({"army": split[0], "navy": split[1]}, dice=dice if last else ())
    return game


@covers("R9-0a")
def test_sealed_claims_that_fit_stand():
    game = sealed((200, 300), (300, 150))
    assert shares(game) == (200, 150, 150)
    assert game.phase == "activation"
    assert shares(sealed((300, 0), (0, 200))) == (300, 200, 0)


@covers("A-62")
def test_sealed_claims_that_do_not_fit_are_a_deadlock():
    game = sealed((300, 0), (0, 205), dice=[3])
    assert (game.decision, game.actor) == ("concede", "army")
    game.play({"take": "midpoint"})
    assert shares(game) == (150, 100, 250)


@covers("A-62", "R9-0a")
def test_what_is_sealed_can_be_hidden_from_the_other_seat():
    seen = set()
    for offer in (ARMY_OFFER, NAVY_OFFER):
        game = tonnage(None, negotiation="sealed", seed=1)
        game.play(offer)
        assert (game.decision, game.actor) == ("offer", "navy")
        game.hide_unseen("navy")
        seen.add(game.snapshot())
    assert len(seen) == 1
    seen = set()
    for hand in ("rock", "paper"):
        game = deadlock("janken", seed=1)
        game.play({"hand": hand})
        assert (game.decision, game.actor) == ("janken", "navy")
        before = game.snapshot()
        game.hide_unseen("army")
        assert game.snapshot() == before  # the own hand is known
        game.hide_unseen("navy")
        seen.add(game.snapshot())
    assert len(seen) == 1


@pytest.mark.parametrize(
    ("total", "fractions", "split"),
    [(500, (0.3, 0.4), (150, 200, 150)), (510, (0.3, 0.4), (150, 200, 160))],
)
@covers("R9-0c")
def test_fixed_fractions(total, fractions, split):
    game = position(
        "tonnage", turn=5, total=total, negotiation="fixed", fixed_split=fractions, dice=[]
    )
    assert shares(game) == split
    assert game.phase == "activation"


@covers("R9-0c", "R9-0e")
def test_fixed_by_needs_keeps_the_civil_floor():
    units = {f"army_{n:02}": "homeland" for n in range(1, 16)} | {"nagato": "homeland"}
    game = position(
        "tonnage", turn=5, total=400, units=units, negotiation="fixed", fixed_split="needs"
    )
    army, navy, civil = shares(game)
    assert army + navy + civil == 400
    assert army % 5 == navy % 5 == 0
    assert army > navy
    assert civil >= 100


@covers("R9-0h", "A-30")
def test_a_later_fall_of_the_total_leaves_the_shares():
    game = position(
        "combat",
        turn=5,
        total=500,
        civil=100,
        markers={"N": "solomons"},
        units={"dd_1": "solomons"},
    )
    game.choose({"box": "solomons"}, dice=[1])
    game.play({"pool": 100})
    assert (game.total, game.left["civil"]) == (400, 100)
    game.play({"request": False})
    game.choose({"large": False}, dice=[6, 1])
    assert (game.total, game.left["civil"]) == (330, 100)


@covers("R9-0f", "R10-3a")
def test_shares_are_made_afresh_each_turn():
    game = position("tonnage", turn=4, total=500, markers={"Ch": "hunan"}, dice=[1])
    idle_turn(game, 200, 100)
    game.play({"army": 5, "navy": 10}, ACCEPT)
    assert game.left == {"army": 5, "navy": 10, "civil": 415}
    game.play(END, END)
    assert game.left == {"army": 0, "navy": 0, "civil": 415}
