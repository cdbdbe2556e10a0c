"""The session: menus, words with costs, what is held back, files that are refused."""

from __future__ import annotations

import json

import pytest

from glory_env.core.errors import OptionError
from glory_env.games.glory.game import IllegalChoice
from glory_env.games.glory.play.at_terminal import items
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.position import position
from glory_env.games.glory.scenario import ScenarioError
from glory_env.games.glory.words import choice_words, facts
from glory_env.games.glory.words.choice_words import about, full, question
from glory_env.games.glory.words.ending import headline
from glory_env.games.glory.words.log_words import events, story
from glory_env.play.reading import PERSON
from glory_env.record import RecordError
from glory_env.text import LANGUAGES
from tests.play.player import Player, at

BOTH = {"army": PERSON, "navy": PERSON}


def menu_words(session: GlorySession) -> list[str]:
    return [str(item.words) for item in items(session)]


# --- words ---------------------------------------------------------------------------------
def test_activation_says_price_and_doubling():
    units = {"army_01": "homeland", "army_03": "solomons", "shokaku": "marshalls"}
    game = position(
        "activation", scenario="teaching", army=100, navy=100, units=units,
        markers={"N": "solomons"},
    )  # fmt: skip
    assert menu_words(at(game)) == [
        "Activate Shokaku class (1 die, +1 to a die) at Marshalls: costs 20",
        "Activate nothing more",
    ]
    game.choose({"end": True})
    assert str(question(game)) == "Which unit becomes Active?"
    assert str(about(game)) == (
        "100 of your share is left; what is not spent is lost. To activate all that is idle would "
        "cost 90. Mean loss of the convoys 38, with one escort more 30."
    )
    assert menu_words(at(game)) == [
        "Activate Army 1 (4 dice) at Home Islands: costs 30",
        "Activate Army 3 (4 dice) at Solomons: costs 60, doubled: an Allied marker is there",
        "Activate nothing more",
    ]


def test_battle_and_payment_say_dice_doubling_and_what_a_damage_pays():
    units = {"dd_1": "solomons damaged", "myoko": "solomons active"}
    game = position("combat", scenario="teaching", turn=1, units=units, markers={"N": "solomons"})
    session = at(game)
    assert menu_words(session) == [
        "Fight in Solomons: 2 dice, against N, alone there: a loss is doubled, "
        "mean 1.1 GP, loss 53, retreat (DR) 0%"
    ]
    session.choose({"box": "solomons"})
    lines = [str(text) for line in session.record.lines for text in story(game.scenario, line)]
    assert any(line.startswith("Battle: ") for line in lines)
    assert any("loss doubled to" in line for line in lines)
    assert str(about(game)).startswith("Battle in Solomons: ")
    after = game.total - game.record.loss
    assert str(about(game)).endswith(
        "so the loss is doubled. All of it from the total would "
        f"leave {after}; damage and forts here can pay 60."
    )
    damage = "Take one damage on"
    assert f"{damage} Myoko class (1 die): covers 15" in menu_words(session)
    assert f"{damage} Destroyer Squadron 1 (1 die, damaged): covers 30, removes it" in menu_words(
        session
    )


def test_payments_from_the_total_are_one_entry():
    units = {"dd_1": "solomons"}
    game = position("combat", scenario="teaching", turn=1, units=units, markers={"N": "solomons"})
    session = at(game)
    session.choose({"box": "solomons"})
    pool = items(session)[-1]
    loss = int(game.record.loss)
    assert str(pool.words) == f"5 to {loss} from the total of 500"
    assert [entry.choice["pool"] for entry in pool.inner] == list(range(5, loss + 1, 5))


def test_moves_are_grouped_by_piece_and_look_alikes_stand_once():
    units = {"dd_1": "homeland", "dd_2": "homeland", "naf_1": "homeland"}
    session = at(position("movement", scenario="teaching", units=units))
    entries = items(session)
    assert [str(entry.words).split(" at ")[0] for entry in entries] == [
        "Destroyer Squadron 1 (1 die)",
        "Air Fleet 1 (1 die)",
        "Finish the moves",
    ]
    assert entries[0].choice is None
    assert {"unit": "dd_1", "to": "convoy"} in [entry.choice for entry in entries[0].inner]


def test_sea_moves_say_where_they_embark_and_that_dice_fall():
    units = {"army_01": "saigon active", "army_02": "rangoon active"}
    game = position("movement", scenario="teaching", units=units)
    game.choose({"end": True})  # the navy moves first
    choice = {
        "piece": "army_01", "to": "bonins", "by": "sea", "embark": "saigon", "land": "bonins"
    }  # fmt: skip
    assert game.is_legal(choice)
    assert str(full(game, choice)) == "Army 1 (4 dice) at Saigon: to Bonin Islands"
    more = choice_words.more(game, choice, facts.of_choice(game, choice))
    assert [str(words) for words in more] == ["by sea from Saigon", "sea check"]


def test_production_says_price_and_space():
    units = {"taiho": "track 2", "agano": "track 1", "transport_1": "pool"}
    game = position("production", scenario="teaching", civil=100, units=units)
    *items, end = menu_words(at(game))
    assert items == [
        "Start: transport: costs 35, to space 1",
        "Advance: Taiho: costs 25, space 2 to 1",
        "Advance: Agano class: costs 10, complete",
    ]
    assert end.startswith("Build nothing more: 100 will be lost, unless the ")


def test_concession_says_what_each_choice_would_give():
    session = GlorySession("teaching", BOTH, seed=3)
    session.choose({"army": 100, "navy": 50})
    session.choose({"walk": True})
    session.choose({"army": 20, "navy": 200})
    assert session.game.decision == "concede"
    assert sorted(words.split(": ")[-1] for words in menu_words(session)) == [
        "Army 100, Navy 50, Civil 200",
        "Army 20, Navy 200, Civil 130",
        "Army 60, Navy 125, Civil 165",
    ]


def test_events_in_words():
    scenario = GlorySession("teaching", BOTH, seed=0).game.scenario
    reported = [
        {"total": 300, "change": -20},
        {"gp": "navy", "change": 3, "now": 12},
        {"marker": "N", "to": "base"},
        {"counter": "dd_1", "to": "pool"},
        {"counter": "taiho", "to": "track", "space": 2},
        {"battle": "solomons", "hits": 2, "loss": "DR"},
        {"counter": "dd_1", "active": False},
        {"counter": "dd_2", "active": False},
        {"outcome": "game_over", "cause": "home_boxes"},
    ]
    assert [str(words) for words in events(scenario, {"choice": None, "events": reported})] == [
        "total -20: now 300",
        "Navy +3 GP: now 12",
        "Allied marker N (Nauru) goes to its base",
        "Destroyer Squadron 1 goes to the pool",
        "Taiho: production track, space 2",
        "Solomons: 2 hits, the Allies retreat",
        "the game is over",
        "2 units stand down",
    ]


@pytest.mark.parametrize(
    "options",
    [
        {"production": "joint_vote", "deadlock": "janken"},
        {"negotiation": "sealed", "deadlock": "pro_rata"},
        {"negotiation": "fixed", "fixed_split": [0.3, 0.3]},
        {"solo": True},
    ],
)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_and_every_line_has_words(options, language, tmp_path):
    """Whole games of a random person on both seats; a missing word would raise."""
    session = GlorySession("teaching", BOTH, seed=5, **options)
    player = Player(session, language=language)
    assert player.play(tmp_path / "game.jsonl") == 0
    assert session.is_over
    assert headline(session.game).to(language) in player.text
    assert "None" not in player.text
    assert player.text.isascii() == (language == "en")


# --- offers --------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("army", "navy", "problem"),
    [
        (0, 0, ""),
        (350, 0, ""),
        (345, 10, "Army and Navy together are 355, more than 350"),
        (7, 0, "amounts are multiples of 5"),
        (-5, 0, "amounts are 0 or more"),
    ],
)
def test_offers_are_checked_before_they_are_made(army, navy, problem):
    session = GlorySession("teaching", BOTH, seed=0)
    assert str(session.offer_problem(army, navy) or "") == problem
    assert session.game.is_legal({"army": army, "navy": navy}) == (not problem)


def test_an_illegal_choice_changes_nothing():
    session = GlorySession("teaching", BOTH, seed=0)
    before = session.game.snapshot(), list(session.record.lines)
    with pytest.raises(IllegalChoice):
        session.choose({"army": 7, "navy": 0})
    assert (session.game.snapshot(), session.record.lines) == before


# --- what is still sealed ------------------------------------------------------------------
def test_a_sealed_offer_is_held_back_until_both_are_written():
    session = GlorySession("teaching", BOTH, seed=0, negotiation="sealed")
    session.choose({"army": 100, "navy": 50})
    assert session.game.actor == "navy"
    assert session.shown == 0
    session.choose({"army": 50, "navy": 100})
    shown = session.record.lines[: session.shown]
    assert [line["choice"] for line in shown if line["decision"] == "offer"] == [
        {"army": 100, "navy": 50},
        {"army": 50, "navy": 100},
    ]


def test_a_janken_hand_is_held_back_until_both_are_shown():
    session = GlorySession("teaching", BOTH, seed=0, negotiation="sealed", deadlock="janken")
    session.choose({"army": 350, "navy": 0})
    session.choose({"army": 0, "navy": 350})
    before = session.shown
    session.choose({"hand": "rock"})
    assert session.shown == before
    session.choose({"hand": "paper"})
    shown = session.record.lines[before : session.shown]
    assert [line["choice"] for line in shown] == [{"hand": "rock"}, {"hand": "paper"}]


# --- agents --------------------------------------------------------------------------------
def test_agents_see_their_own_seat_and_the_default_objective():
    session = GlorySession("teaching", {"army": "random", "navy": PERSON}, seed=0)
    seen = []

    class Spy:
        def act(self, observation, mask, view):
            seen.append((observation[:2].tolist(), view.seat, view.legal() == mask.nonzero()[0]))
            return int(mask.nonzero()[0][0])

        def explain(self):
            return "the first that is legal"

    session.agents["army"] = Spy()
    while not session.waits_for:
        session.play_on()
    assert seen
    assert all(seat == [1.0, 0.0] and who == "army" and same.all() for seat, who, same in seen)
    assert session.game.record.objective.tolist() == [[1.0, 0.0], [1.0, 0.0]]


def test_one_mind_takes_no_partner():
    with pytest.raises(OptionError, match="one person plays both seats"):
        GlorySession("teaching", {"army": "random", "navy": PERSON}, solo=True)


# --- files ---------------------------------------------------------------------------------
@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> list[str]:
    """The lines of a game left after forty answers."""
    session = GlorySession("teaching", {"army": PERSON, "navy": "random"}, seed=2)
    whole = Player(session)
    file = tmp_path_factory.mktemp("saved") / "game.jsonl"
    whole.play(file)
    session = GlorySession("teaching", {"army": PERSON, "navy": "random"}, seed=2)
    Player(session, whole.given[:40]).play(file)
    return file.read_text().splitlines()


def edited(lines: list[str], number: int, **changes) -> list[str]:
    line = {**json.loads(lines[number]), **changes}
    return [*lines[:number], json.dumps(line, separators=(",", ":")), *lines[number + 1 :]]


def line_with(lines: list[str], key: str) -> int:
    return next(k for k, line in enumerate(lines) if k and json.loads(line).get(key))


def refusal(lines: list[str], path) -> str:
    path.write_text("".join(line + "\n" for line in lines))
    with pytest.raises((RecordError, ValueError)) as caught:
        GlorySession.resume(path)
    return str(caught.value)


def test_a_saved_game_is_taken_up(saved, tmp_path):
    path = tmp_path / "game.jsonl"
    path.write_text("".join(line + "\n" for line in saved))
    session = GlorySession.resume(path)
    assert session.waits_for
    assert session.shown == len(session.record.lines)
    assert len(session.record.lines) == len(saved) - 1


def test_changed_dice_are_refused(saved, tmp_path):
    number = line_with(saved, "dice")
    dice = json.loads(saved[number])["dice"]
    dice[0]["faces"][0] = 7 - dice[0]["faces"][0]
    message = refusal(edited(saved, number, dice=dice), tmp_path / "game.jsonl")
    assert f"line {number + 1}: dice[0].faces[0]: expected" in message


def test_a_changed_choice_is_refused(saved, tmp_path):
    number = next(k for k, line in enumerate(saved) if '"unit"' in line or '"piece"' in line)
    message = refusal(edited(saved, number, choice={"unit": "taiho"}), tmp_path / "game.jsonl")
    assert f"line {number + 1}: choice" in message


def test_an_illegal_action_is_refused(saved, tmp_path):
    number = line_with(saved, "actions")
    message = refusal(edited(saved, number, actions=[0]), tmp_path / "game.jsonl")
    assert f"line {number + 1}: actions: expected legal ones, got 0" in message


def test_a_line_taken_out_is_refused(saved, tmp_path):
    number = line_with(saved, "events")
    assert "expected" in refusal(saved[:number] + saved[number + 1 :], tmp_path / "game.jsonl")


@pytest.mark.parametrize(
    ("changes", "words"),
    [
        ({"scenario_id": "0" * 64}, "scenario_id"),
        ({"scenario": "nowhere"}, "expected one of"),
        ({"seed": 9}, "expected"),
        ({"states": True}, "states"),
        ({"agents": {"army": "person", "navy": "nobody"}}, "unknown agent 'nobody'"),
    ],
)
def test_a_foreign_header_is_refused(saved, tmp_path, changes, words):
    assert words in refusal(edited(saved, 0, **changes), tmp_path / "game.jsonl")


def test_an_option_that_does_not_exist_is_named(saved, tmp_path):
    options = {**json.loads(saved[0])["options"], "deadlok": "lot"}
    words = "options.deadlok: expected no such key"
    assert words in refusal(edited(saved, 0, options=options), tmp_path / "game.jsonl")


def test_no_record_at_all_is_refused(tmp_path):
    assert "line 1" in refusal(["good day"], tmp_path / "game.jsonl")


def test_two_games_in_a_file_are_refused(tmp_path):
    session = GlorySession("teaching", BOTH, seed=5, negotiation="fixed")
    path = tmp_path / "game.jsonl"
    Player(session).play(path)
    assert "one game in the file" in refusal(path.read_text().splitlines() * 2, path)


def test_an_unknown_scenario_is_named():
    with pytest.raises(ScenarioError, match="teaching"):
        GlorySession("teachng", BOTH)


def test_a_person_reads_whether_the_own_seat_has_won():
    game = position("turn_end", turn=12, total=500, gp=(50, 0), units={"army_01": "homeland"})
    assert game.winner == "army"
    # With the 10 GP that the army gets at the turn end as base bonus.
    assert str(headline(game, ["navy"])) == "You have lost: your 0 GP against 60 of the Army."
    assert str(headline(game, ["army"])) == "You have won: your 60 GP against 0 of the Navy."
    assert str(headline(game, ["army", "navy"])) == str(headline(game)) == "The Army wins."
