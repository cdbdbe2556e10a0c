"""How a script bargains, in hand-made positions."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.glory.scripted.plan import need
from glory_agents.glory.scripted.script import script_one
from glory_agents.registry import make_agent
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.position import position
from glory_env.games.glory.scenario import load
from tests.agents.playing import BY_LOT, SCRIPTS, choice_of

TABLES = load("glory").tables[0]
NEGOTIATORS = [name for name in SCRIPTS if name not in BY_LOT]
OTHER = {"army": "navy", "navy": "army"}

IN_NEED = {
    "kongo_1": "solomons", "kongo_2": "solomons", "takao": "marshalls", "yamato": "homeland",
    "army_01": "akyab", "army_02": "akyab", "army_03": "rangoon", "army_04": "homeland",
}  # fmt: skip


def talks(seat: str, turn: int = 6, total: int = 600, units: dict | None = None, **more) -> Game:
    """A seat opens the talks; all was quiet before."""
    game = position(
        "tonnage",
        turn=turn,
        total=total,
        markers={"N": "solomons", "C": "akyab"},
        units=IN_NEED if units is None else units,
        dice=[] if more.get("solo") else [1 if seat == "army" else 6],
        **more,
    )
    game.record.log_shares[1:turn] = (100, 100, 400)
    return game


def claims(name: str, game: Game) -> list[int]:
    """Its own share in its offers, if offer after offer had been made; 6 are the most."""
    found = []
    for offers in range(6):
        game.record.offers = offers
        found.append(choice_of(name, game)[game.actor])
    return found


def needs_of(name: str, game: Game) -> list[int]:
    """What a script reckons that army and navy need."""
    return [int(need(game.record, TABLES, make_agent(name).row[0], seat)) for seat in range(2)]


def test_one_mind_gives_each_service_what_its_own_script_needs() -> None:
    """The navy's script decides what the navy needs, and whether it lends an escort."""
    game = talks("army", solo=True)
    rows = [make_agent(name).row for name in ("withdraw_in_time", "greedy_gp")]
    rows[1]["civil"] = rows[0]["civil"] = 0.25
    army, navy = needs_of("withdraw_in_time", game)[0], needs_of("greedy_gp", game)[1]
    assert navy != needs_of("withdraw_in_time", game)[1]
    assert army + navy <= 450
    split = [divided(game, np.concatenate(pair)) for pair in (rows, [rows[0], rows[0]])]
    assert split[0] == [army // 5 * 5, navy // 5 * 5]
    assert split[1][1] != split[0][1]


def divided(game: Game, rows: np.ndarray) -> list[int]:
    """Army and navy share by scripts of both, SCRIPT (2,)."""
    game = game.clone()
    for _ in range(2):
        mask = game.mask
        game.act(int(script_one(game.games, 0, game.scenario.tables, rows, mask, 0.5)))
    return [int(game.record.allotment[seat]) for seat in range(2)]


def wrong(game: Game, turn: int, way: str = "claim") -> Game:
    """In that turn the partner did something that may be answered."""
    other = 1 - st.SERVICES.index(game.actor)
    record = game.record
    if way == "claim":
        record.log_claim[turn, other] = 550
    elif way == "burn":
        record.log_loss[turn, other], record.log_burnt[turn, other] = 100, 100
    else:
        record.log_asked[turn], record.log_granted[turn] = 3, 0
    return game


def is_cross(name: str, game: Game) -> bool:
    """Whether it claims nearly all there is."""
    return choice_of(name, game)[game.actor] > 0.8 * game.total


@pytest.mark.parametrize("seat", st.SERVICES)
@pytest.mark.parametrize("way", ["claim", "burn", "escorts"])
def test_tit_for_tat_answers_for_a_turn_and_grim_for_ever(seat, way):
    answers = seat == "army" or way != "escorts"  # nobody refuses the navy an escort
    for name in ("tit_for_tat", "grim"):
        assert not is_cross(name, talks(seat))
        assert is_cross(name, wrong(talks(seat), 5, way)) == answers
        assert is_cross(name, wrong(talks(seat), 2, way)) == (answers and name == "grim")
    for name in ("withdraw_in_time", "conceder", "boulware"):  # no retaliation
        assert not is_cross(name, wrong(talks(seat), 5, way))


@pytest.mark.parametrize(
    ("name", "low", "high"),
    [("generous_tit_for_tat", 0.6, 0.8), ("vengeful", 0.6, 0.8), ("tit_for_tat", 1.0, 1.0)],
)
def test_the_share_of_wrongs_that_is_answered(name, low, high):
    game = wrong(talks("army"), 5)
    crossed = []
    for total in range(300):
        game.record.log_total[5] = 300 + total
        crossed.append(is_cross(name, game))
        if total < 20:  # settled for the turn: not drawn anew for every decision
            claimed = {choice_of(name, game, seed)["army"] for seed in range(5)}
            assert len(claimed) == 1
    assert low <= np.mean(crossed) <= high


@pytest.mark.parametrize("seat", st.SERVICES)
def test_claims_fall_as_the_talks_go_on(seat):
    hard, soft = claims("boulware", talks(seat)), claims("conceder", talks(seat))
    assert hard[0] == soft[0]
    for found in (hard, soft):
        assert found == sorted(found, reverse=True)
    assert all(a > b for a, b in zip(hard[1:], soft[1:], strict=True))
    assert hard[0] - hard[3] < 0.25 * (hard[0] - hard[5]) or hard[3] == hard[0]
    assert soft[0] - soft[1] > 0.25 * (soft[0] - soft[5])
    assert (
        claims("boulware:claim=0", talks(seat))[0] < hard[0] < claims("stonewaller", talks(seat))[0]
    )


@pytest.mark.parametrize("seat", st.SERVICES)
def test_who_is_not_honest_names_more(seat):
    def first(honesty: float) -> int:
        return claims(f"withdraw_in_time:claim=0,honesty={honesty}", talks(seat))[0]

    wanted = needs_of("withdraw_in_time", talks(seat))[st.SERVICES.index(seat)]
    assert wanted >= 50
    assert abs(first(1.0) - wanted) < st.STEP
    assert abs(first(0.0) - 2 * wanted) <= st.STEP
    assert first(1.0) < first(0.5) < first(0.0)


@pytest.mark.parametrize("seat", st.SERVICES)
def test_the_splitter_offers_what_both_need(seat):
    game = talks(seat)
    needs = needs_of("needs_splitter", game)
    assert min(needs) > 0
    offer = choice_of("needs_splitter", game)
    assert abs(offer["army"] - needs[0]) < st.STEP
    assert abs(offer["navy"] - needs[1]) < st.STEP


@pytest.mark.parametrize("civil", [0.25, 0.5, 0.8])
def test_the_splitter_scales_both_needs_to_what_the_civil_share_leaves(civil):
    game = talks("army", total=200)
    needs = needs_of("needs_splitter", game)
    room = (1 - civil) * 200
    offer = choice_of(f"needs_splitter:civil={civil}", game)
    scale = min(1.0, room / sum(needs))
    assert scale < 1.0 or civil == 0.25
    assert offer["army"] + offer["navy"] <= room
    for k, seat in enumerate(st.SERVICES):
        assert scale * needs[k] - 2 * st.STEP < offer[seat] <= scale * needs[k]


@pytest.mark.parametrize("seat", st.SERVICES)
def test_the_stonewaller_yields_nothing(seat):
    other = OTHER[seat]
    claimed = claims("stonewaller", talks(seat))
    assert len(set(claimed)) == 1
    assert claimed[0] > 0.8 * 600
    for given in (0, 300, claimed[0] - 5, claimed[0], 600):
        game = talks(other)
        game.choose({seat: given, other: 0}, dice=())
        assert (choice_of("stonewaller", game) == {"accept": True}) == (given >= claimed[0])
    game = talks(other, max_offers=1)
    game.choose({seat: 300, other: 100}, dice=())
    assert choice_of("stonewaller", game) == {"walk": True}


@pytest.mark.parametrize("name", NEGOTIATORS)
@pytest.mark.parametrize("seat", st.SERVICES)
def test_whoever_wins_the_lot_takes_own_or_meets_halfway(name, seat):
    """A negotiator keeps its own offer, unless it is one who yields readily."""
    other = OTHER[seat]
    game = talks(other, max_offers=1)
    game.choose({seat: 50, other: 300}, dice=())
    game.choose({"walk": True}, dice=())
    game.choose({seat: 300, other: 50}, dice=[1 if seat == "army" else 6])
    assert (game.actor, game.decision) == (seat, "concede")
    took = choice_of(name, game)["take"]
    if name in ("stonewaller", "boulware"):
        assert took == "own"
    elif name in ("conceder", "yielding"):
        assert took == "midpoint"
    else:
        assert took in ("own", "midpoint")


@pytest.mark.parametrize("seat", st.SERVICES)
@pytest.mark.parametrize(("name", "turn"), [("deceiver", 9), ("turn_12_grab", 12)])
def test_who_grabs_does_so_late(name, turn, seat):
    assert not is_cross(name, talks(seat, turn=turn - 1))
    assert is_cross(name, talks(seat, turn=turn))


@pytest.mark.parametrize("name", NEGOTIATORS)
@pytest.mark.parametrize("seat", st.SERVICES)
def test_what_serves_everybody_is_accepted(name, seat):
    """Nobody turns down nearly everything, but for those who want it civil."""
    other = OTHER[seat]
    given = 100 if make_agent(name).row["civil"][0] > 0.6 else 300
    game = talks(other, units={"yamato": "homeland", "army_04": "homeland"})
    game.choose({seat: given, other: 0}, dice=())
    if name != "stonewaller":
        assert choice_of(name, game) == {"accept": True}
