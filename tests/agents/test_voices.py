"""What each voice says, keeps, breaks, carries out and forgives."""

from __future__ import annotations

import numpy as np
import pytest

from glory_agents.glory.scripted.rows import VOICES
from glory_agents.registry import make_agent
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import END
from glory_env.games.glory.game import Game
from glory_env.games.glory.position import position
from tests.agents.playing import action_of, choice_of, play_phase
from tests.agents.test_parts import CRUISERS, escort_asked_for, front, lost_battle, yards
from tests.agents.test_talk import IN_NEED, OTHER, is_cross, talks

ARMY, NAVY = range(2)
SPEAKING = VOICES[1:]
NAMED = ("honest", "deceiver", "threatening", "forgiving")


def code(statement: str) -> int:
    return st.STATEMENTS.index(statement)


def speaks(seat: str, turn: int = 6, talk: str = "cheap", **more) -> Game:
    """The seat writes the first lines of the turn; a squadron is free and the convoys lack some."""
    units = {**IN_NEED, "dd_1": "homeland", "de_1": "pool"}
    return talks(seat, turn, units=units, talk=talk, **more)


def lines_of(name: str, game: Game) -> list[dict]:
    """The lines an agent would write; the game stays as it is."""
    twin, lines = game.clone(), []
    while twin.decision.startswith("speak"):
        twin.act(action_of(name, twin))
        lines += [line["choice"] for line in twin.lines if line["choice"] != {"end": True}]
    return lines


def kinds_of(name: str, seat: str, key: str, **more) -> set[str]:
    """Statements said ("say") or asked for ("for") in first offers of many turns."""
    lines = [line for turn in range(2, 11) for line in lines_of(name, speaks(seat, turn, **more))]
    return {line[key] for line in lines if key in line}


def promise(game: Game, seat: int, statement: str, argument: int = st.NONE, turn: int = 0) -> Game:
    """The seat has promised that, in this turn or in the one given."""
    return word(game, seat, statement, st.OPEN, turn or game.turn, argument)


def word(game: Game, seat: int, statement: str, state: int, turn: int, argument: int = 0) -> Game:
    g, row = game.record, turn
    g.opt_talk = max(int(g.opt_talk), st.CHEAP)
    i = int((g.promise_kind[row, seat] != st.NONE).sum())
    g.promise_kind[row, seat, i] = code(statement)
    g.promise_argument[row, seat, i] = argument
    g.promise_state[row, seat, i] = state
    if state == st.OPEN:
        g.promised[seat] |= 1 << code(statement)
    return game


# --- what is said --------------------------------------------------------------------------
@pytest.mark.parametrize("seat", st.SERVICES)
def test_the_silent_say_nothing(seat):
    for turn in range(1, 12):
        for name in ("withdraw_in_time", "tit_for_tat", "stonewaller", "needs_splitter"):
            assert lines_of(name, speaks(seat, turn)) == []


def test_the_honest_say_what_they_do_and_ask_for_what_they_need():
    assert kinds_of("honest", "army", "say") >= {"civil", "own_losses", "use", "present"}
    assert kinds_of("honest", "navy", "say") >= {"escort", "civil", "own_losses", "use"}
    assert "escort" not in kinds_of("honest", "army", "say")
    assert kinds_of("honest", "army", "for") <= {"escort", "support", "build"}
    assert kinds_of("honest", "navy", "for") == {"civil", "own_losses", "build"}


def test_nothing_is_said_that_the_temper_does_not_do_but_by_deceiving_voices():
    rough = "honest:escort=0,burn=1,taste=1"
    for seat in st.SERVICES:
        assert not kinds_of(rough, seat, "say") & {"escort", "own_losses", "build"}
        kinds = kinds_of("honest", seat, "say")
        assert kinds_of(rough + ",voice=deceiving", seat, "say") >= kinds


def test_a_request_stands_in_the_first_offer_of_a_turn_alone():
    game = speaks("navy")
    assert any("for" in line for line in lines_of("honest", game))
    game.record.log_claim[game.turn, NAVY] = 100
    assert lines_of("honest", game) != []
    assert not any("for" in line for line in lines_of("honest", game))


@pytest.mark.parametrize("seat", st.SERVICES)
def test_the_amount_said_is_what_its_plan_spends(seat):
    for turn in range(2, 11):
        for line in lines_of("honest", speaks(seat, turn)):
            if line.get("say") == "use":
                offer = choice_of("withdraw_in_time:claim=0,honesty=1", talks(seat, turn))
                assert 0 < line["amount"] <= offer[seat]
                return
    raise AssertionError("never said")


def test_who_is_cross_says_nothing():
    game = speaks("army")
    game.record.log_claim[5, NAVY] = 550
    assert lines_of("honest", game) != []
    assert lines_of("honest:retaliation=1", game) == []


# --- what is kept --------------------------------------------------------------------------
def test_an_escort_promised_is_granted_even_from_the_convoys():
    for names, grants in ((("honest:escort=0",), True), (("deceiver:escort=0",), False)):
        for name in names:
            game = promise(escort_asked_for(dd_1="convoy"), NAVY, "escort")
            assert (choice_of(name, game) == {"unit": "dd_1"}) == grants
    assert choice_of("honest:escort=0", escort_asked_for(dd_1="homeland")) == {"refuse": True}


@pytest.mark.parametrize(("voice", "lent"), [("honest", 1), ("deceiving", 0)])
def test_a_ship_promised_is_lent(voice, lent):
    fleet = dict.fromkeys(CRUISERS[:2], "marshalls active")
    units = {**fleet, "army_01": "marshalls active"}
    game = position("combat", markers={"N": "marshalls"}, units=units, dice=())
    promise(game, NAVY, "support", game.scenario.boxes.index("marshalls"))
    game.choose({"box": "marshalls"}, dice=())
    game.choose({"request": True}, dice=())
    choice = choice_of(f"withdraw_in_time:escort=0,voice={voice}", game)
    assert ("unit" in choice) == bool(lent)


@pytest.mark.parametrize(("voice", "most"), [("honest", 10), ("deceiving", 80)])
def test_own_losses_are_paid_with_own_units(voice, most):
    game = promise(lost_battle(), NAVY, "own_losses")
    before = game.total
    while game.decision == "pay":
        game.act(action_of(f"withdraw_in_time:burn=1,voice={voice}", game))
    assert before - game.total == most


@pytest.mark.parametrize(("voice", "keeps"), [("honest", True), ("deceiving", False)])
def test_as_much_is_spent_as_was_promised(voice, keeps):
    game = promise(front(army=200, navy=200), ARMY, "use", 20)
    promise(game, NAVY, "use", 20)
    play_phase(f"never_activate:voice={voice}", game)
    assert ((game.record.log_spent[3] >= 20) == keeps).all()


@pytest.mark.parametrize(("voice", "keeps"), [("honest", True), ("deceiving", False)])
def test_units_are_where_they_were_promised(voice, keeps):
    game = front(army=200, navy=200)
    boxes = game.scenario.boxes
    promise(game, NAVY, "present", boxes.index("solomons"))
    promise(game, ARMY, "away", boxes.index("akyab"))
    for _ in range(2):  # activation, movement
        play_phase(f"withdraw_in_time:retreat_turn=1,voice={voice}", game)
    fleet = ("kongo_1", "kongo_2", "takao", "yamato", "cl_1")
    there = any(game.box(ship) == "solomons" and game.is_active(ship) for ship in fleet)
    assert there == keeps
    if keeps:
        assert not any(game.box(u) == "akyab" and game.is_active(u) for u in ("army_01", "army_02"))


@pytest.mark.parametrize("seat", st.SERVICES)
@pytest.mark.parametrize(("voice", "keeps"), [("honest", True), ("deceiving", False)])
def test_the_civil_share_promised_is_offered(seat, voice, keeps):
    game = promise(speaks(seat), st.SERVICES.index(seat), "civil", 450, turn=5)
    while game.decision.startswith("speak"):
        game.act(END)
    offer = choice_of(f"withdraw_in_time:civil=0.2,claim=1,voice={voice}", game)
    assert (game.total - offer["army"] - offer["navy"] >= 450) == keeps


@pytest.mark.parametrize("seat", st.SERVICES)
@pytest.mark.parametrize(("voice", "keeps"), [("honest", True), ("deceiving", False)])
def test_no_grab_holds_even_where_it_is_hard(seat, voice, keeps):
    game = promise(speaks(seat, turn=12), st.SERVICES.index(seat), "no_grab", turn=3)
    game.act(END)
    offer = choice_of(f"turn_12_grab:voice={voice}", game)
    assert (2 * offer[seat] <= game.total) == keeps


@pytest.mark.parametrize(("voice", "first"), [("honest", "fort"), ("deceiving", "DE")])
def test_what_was_promised_is_built_first(voice, first):
    game = yards(2, 80)
    promise(game, NAVY, "build", st.ROW_FORT)
    assert choice_of(f"withdraw_in_time:voice={voice}", game)["start"] == first


@pytest.mark.parametrize(("voice", "changes"), [("honest", True), ("deceiving", False)])
def test_the_method_promised_is_taken(voice, changes):
    game = promise(position("convoy", units={}, dice=()), NAVY, "large_convoys")
    game.choose({"request": False}, dice=())
    assert choice_of(f"withdraw_in_time:voice={voice}", game) == {"large": changes}


# --- what binds ----------------------------------------------------------------------------
def test_a_bound_deceiver_does_what_is_left_with_sense():
    units = {"army_01": "homeland active", "dd_1": "convoy", "dd_2": "homeland"}
    game = promise(position("movement", units=units, dice=(), talk="binding"), NAVY, "escort")
    game.choose({"end": True}, dice=())
    move = {"piece": "army_01", "to": "taiwan_okinawa", "by": "sea"}
    game.choose({**move, "embark": "homeland", "land": "taiwan_okinawa"}, dice=())
    game.choose({"request": True}, dice=())
    assert {choice_of("deceiver:escort=0", game, k)["unit"] for k in range(5)} == {"dd_2"}
    game = speaks("army", talk="binding")
    promise(game, ARMY, "civil", 450, turn=5)
    while game.decision.startswith("speak"):
        game.act(END)
    offers = [choice_of("deceiver:civil=0.1,claim=1", game, k) for k in range(5)]
    assert {game.total - offer["army"] - offer["navy"] for offer in offers} == {450}


# --- what words weigh ----------------------------------------------------------------------
def answered(game: Game, name: str, own: int, lines: tuple[dict, ...] = ()) -> bool:
    """Whether a seat accepts an offer of so much for itself, with lines beside it."""
    twin = game.clone()
    writer, seat = twin.actor, OTHER[twin.actor]
    for line in lines:
        twin.choose(line, dice=())
    if twin.decision == "speak":
        twin.choose({"end": True}, dice=())
    twin.choose({seat: own, writer: 50}, dice=())
    return choice_of(name, twin) == {"accept": True}


def least(game: Game, name: str, lines: tuple[dict, ...] = ()) -> int:
    """The least share it accepts."""
    return next(own for own in range(0, 400, 5) if answered(game, name, own, lines))


@pytest.mark.parametrize("name", ["honest", "tit_for_tat"])
def test_a_promise_is_worth_something_until_words_are_broken(name):
    promised = ({"say": "own_losses"},)
    game = speaks("army")
    plain = least(game, name)
    trusted = least(game, name, promised)
    assert trusted == plain - 10
    for turn in (2, 3, 4):  # long enough ago to anger nobody
        word(game, ARMY, "own_losses", st.BROKEN, turn)
    assert trusted < least(game, name, promised) <= plain


def test_a_request_for_what_it_would_not_do_has_its_price():
    game = speaks("army")
    request = ({"ask": "navy", "for": "own_losses"},)
    for burn, price in ((0.1, 0), (0.8, 30)):
        name = f"honest:burn={burn}"
        assert least(game, name, request) - least(game, name) == price
    liar = "honest:burn=0.8,voice=deceiving"
    assert least(game, liar, request) == least(game, liar)
    bound = speaks("army", talk="binding")
    assert least(bound, liar, request) - least(bound, liar) == 30


# --- threats -------------------------------------------------------------------------------
def refused(seat: str) -> Game:
    """An offer of the seat was answered by one that gives it little; it writes again."""
    game = speaks(seat)
    game.choose({"end": True}, dice=())
    game.choose({seat: 200, OTHER[seat]: 50}, dice=())
    game.choose({"counter": True}, dice=())
    game.choose({"end": True}, dice=())
    game.choose({seat: 0, OTHER[seat]: 200}, dice=())
    return game


@pytest.mark.parametrize(
    ("seat", "threat"), [("army", "threat_pool"), ("navy", "threat_escorts")]
)  # fmt: skip
def test_who_threatens_does_so_when_its_claim_is_not_met(seat, threat):
    assert not any(
        "threat" in line.get("say", "") for line in lines_of("threatening", speaks(seat))
    )
    game = refused(seat)
    assert choice_of("threatening", game) == {"counter": True}
    game.choose({"counter": True}, dice=())
    assert lines_of("threatening", game) == [{"say": threat}]
    g = game.record
    g.threat_state[game.turn, st.SERVICES.index(seat), code(threat) - st.THREAT_POOL] = st.OPEN
    assert lines_of("threatening", game) == [{"say": "threat_walk"}]
    for name in ("honest", "forgiving", "deceiver"):
        assert not any("threat" in line.get("say", "") for line in lines_of(name, game))


def test_threats_are_carried_out():
    def threatened(game: Game, seat: int, kind: str) -> Game:
        game.record.opt_talk = st.CHEAP
        game.record.threat_state[game.turn, seat, code(kind) - st.THREAT_POOL] = st.OPEN
        return game

    game = refused("army")
    assert choice_of("threatening", threatened(game, ARMY, "threat_walk")) == {"walk": True}
    game = threatened(escort_asked_for(dd_1="homeland"), NAVY, "threat_escorts")
    assert choice_of("threatening:escort=1", game) == {"refuse": True}
    game = threatened(lost_battle(), NAVY, "threat_pool")
    before = game.total
    while game.decision == "pay":
        game.act(action_of("threatening:burn=0", game))
    assert before - game.total == 80


# --- broken words --------------------------------------------------------------------------
@pytest.mark.parametrize("seat", st.SERVICES)
def test_a_broken_word_is_a_wrong_for_one_turn(seat):
    other = 1 - st.SERVICES.index(seat)

    def silenced(game: Game) -> Game:
        while game.decision.startswith("speak"):
            game.act(END)
        return game

    for name in ("tit_for_tat", "grim", "forgiving"):
        assert is_cross(name, silenced(word(speaks(seat), other, "use", st.BROKEN, 5)))
        assert is_cross(name, silenced(word(speaks(seat), other, "civil", st.BROKEN, 4)))
        late = silenced(word(speaks(seat), other, "use", st.BROKEN, 4))
        assert is_cross(name, late) == (name == "grim")
        assert not is_cross(name, silenced(word(speaks(seat), other, "use", st.KEPT, 5)))
    assert not is_cross("honest", silenced(word(speaks(seat), other, "use", st.BROKEN, 5)))
    off = word(speaks(seat), other, "use", st.BROKEN, 5)
    silenced(off).record.opt_talk = st.NO_TALK
    assert not is_cross("tit_for_tat", off)


def test_retaliation_is_the_share_of_broken_words_answered():
    answers = []
    for total in range(300):
        game = word(speaks("army"), NAVY, "use", st.BROKEN, 5)
        game.record.log_total[5] = 300 + total
        answers.append(lines_of("honest:retaliation=0.7", game) == [])
    assert 0.6 < np.mean(answers) < 0.8


def test_the_forgiving_trust_again_once_words_are_kept():
    promised = ({"say": "own_losses"},)
    game = speaks("army")
    assert lines_of("forgiving", speaks("navy")) != []
    trusted = least(game, "forgiving", promised)
    plain = least(game, "forgiving")
    word(game, ARMY, "use", st.BROKEN, 3)
    assert least(game, "forgiving", promised) == plain > trusted
    assert lines_of("forgiving", word(speaks("navy"), ARMY, "use", st.BROKEN, 3)) == []
    assert lines_of("honest", word(speaks("navy"), ARMY, "use", st.BROKEN, 3)) != []
    word(game, ARMY, "use", st.KEPT, 4)
    assert trusted <= least(game, "forgiving", promised) < plain
    kept = word(word(speaks("navy"), ARMY, "use", st.BROKEN, 3), ARMY, "use", st.KEPT, 4)
    assert lines_of("forgiving", kept) != []


# --- the scripts ---------------------------------------------------------------------------
def test_every_voice_has_a_script():
    voices = {VOICES[int(make_agent(name).row["voice"][0])] for name in NAMED}
    assert voices == set(SPEAKING)
