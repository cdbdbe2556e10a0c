"""The terminal's commands beside choosing: undo, hint, why, copies, the position and the map."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from rich.cells import cell_len

from glory_agents.glory.search.advice import Advice
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.at_terminal import GloryAtTerminal
from glory_env.games.glory.play.explain import Explanation
from glory_env.games.glory.play.hint import is_even
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.render import text
from glory_env.games.glory.words.choice_words import full
from glory_env.games.glory.words.map_text import MapText
from glory_env.games.glory.words.seat_text import SeatText
from glory_env.play.reading import PERSON
from glory_env.record import verify
from glory_env.terminal.at_terminal import Item
from glory_env.terminal.game import Terminal
from glory_env.text import LANGUAGES
from glory_env.text.lazy import Name
from tests.play.player import Player, play_to_person

BOTH = {"army": PERSON, "navy": PERSON}


def session_of(partner: str | None = None) -> GlorySession:
    players = BOTH if partner is None else {"army": partner, "navy": PERSON}
    return GlorySession("teaching", players, seed=0)


def test_undo_takes_back_and_asks_again(tmp_path):
    session = session_of()
    player = Player(session, ["u", "100 50", "u", "120 60", "1", "undo"])
    player.play(tmp_path / "game.jsonl")
    assert "not taken back: There is nothing to take back." in player.text
    assert "Taken back: Army: offers Army 100, Navy 50" in player.text
    assert "Taken back: Navy: accepts the offer" in player.text
    assert [line["choice"] for line in session.record.lines if line["actor"] != "system"] == [
        {"army": 120, "navy": 60}
    ]
    assert player.text.count("\nOffer a split of the total") == 2
    assert verify(tmp_path / "game.jsonl", unfinished=True) == []


def test_a_copy_is_saved_beside_the_game(tmp_path):
    session = session_of()
    (tmp_path / "taken.jsonl").write_text("somebody else's\n")
    answers = ["s", "s ../x", "s taken", "100 50", "s mine", "1"]
    player = Player(session, answers)
    player.play(tmp_path / "game.jsonl")
    for words in (
        "expected a name: s my-game",
        "expected 1 to 64 letters",
        "another game is saved",
    ):
        assert words in player.text
    assert f"saved to {tmp_path / 'mine.jsonl'}" in player.text
    assert len(GlorySession.resume(tmp_path / "mine.jsonl").record.lines) == 2
    assert len(GlorySession.resume(tmp_path / "game.jsonl").record.lines) == 4


def test_the_game_is_kept_after_every_exchange(tmp_path, monkeypatch):
    session = session_of("random")
    kept = []
    save = session.save

    def counted(path: Path) -> None:
        save(path)
        kept.append(len(GlorySession.resume(path).record.lines))

    monkeypatch.setattr(session, "save", counted)
    Player(session, ["100 50", "1", "1", "e"]).play(tmp_path / "game.jsonl")
    assert kept == sorted(kept)
    assert len(kept) >= 3
    assert kept[-1] == len(session.record.lines)


def test_why_shows_what_the_partner_weighed(tmp_path):
    session = session_of("withdraw_in_time")
    player = Player(session, ["w", "0 0", "w"])
    player.play(tmp_path / "game.jsonl")
    assert "Army (withdraw_in_time): " in player.text
    assert re.search(r"-> +\d+%  ", player.text)
    assert "share of 32 draws of the script that lead to it" in player.text


def test_a_hint_tries_whole_choices_in_rollouts(tmp_path):
    session = session_of("withdraw_in_time")
    play_to_person(session)
    before = session.game.snapshot()
    player = Player(session, ["h"])
    player.play(tmp_path / "game.jsonl")
    assert session.game.snapshot() == before
    assert "followed by 200 scripted rollouts with other dice" in player.text
    rows = re.findall(r"completed (\d+)%, Army ([\d.-]+) GP, Navy ([\d.-]+) GP", player.text)
    assert 1 <= len(rows) <= 3
    assert "policy estimate" not in player.text  # no network plays here


@pytest.mark.parametrize(
    ("second", "even"),
    [((0.5, 10.4, 9.0), True), ((0.5, 14.0, 9.0), False), ((0.6, 10.0, 9.0), False)],
)
def test_a_hint_says_where_it_found_no_difference(second, even):
    tried = [
        Advice({}, completion, (army, navy), 0.0, 200, ())
        for completion, army, navy in ((0.5, 10.0, 9.0), second)
    ]
    assert is_even(tried) == even
    assert not is_even(tried[:1])


def test_a_choice_of_the_hint_is_taken_by_its_number(tmp_path):
    session = session_of("withdraw_in_time")
    play_to_person(session)
    before = session.game.clone()
    player = Player(session, ["t 1", "h", "t", "t 9", "take x", "t 2", "t 1"])
    player.play(tmp_path / "game.jsonl")
    rows = re.findall(r"^   (\d)  (.*): completed", player.text, re.MULTILINE)
    assert [number for number, _ in rows] == [str(1 + k) for k in range(len(rows))]
    assert player.text.count("no hint has been given here: h asks for one") == 2
    assert player.text.count(f"expected a number of the hint, 1 to {len(rows)}") == 3
    first = next(line for line in session.record.lines if line["actor"] == "navy")
    assert str(full(before, first["choice"])) == rows[1][1]
    assert session.undo_state().possible


def test_an_amount_is_picked_by_itself_and_not_by_its_place(tmp_path, monkeypatch):
    """Ways of a piece are picked by their place; both stand behind one entry."""
    session = session_of()
    amounts = tuple(Item(Name({"en": str(n)}), {"pool": n}, number=n) for n in (5, 10, 15))
    player = Player(session, ["1", "2", "7", "0", "1", "", "10"])
    monkeypatch.setattr(
        player.at_terminal, "items", lambda seat: [Item(Name({"en": "pay"}), inner=amounts)]
    )
    terminal = Terminal(player.at_terminal, tmp_path / "game.jsonl", player.read, player.show)
    assert terminal._ask("army") == {"pool": 10}
    assert player.text.count("pay; 0 goes back") == 3
    assert player.text.count("is not one of 5, 10, 15, or 0 to go back") == 2


def test_a_watched_game_is_kept_every_turn(tmp_path):
    session = GlorySession("teaching", {"army": "random", "navy": "random"}, seed=0)
    turns, save = [], session.save

    def noted(path: Path) -> None:
        save(path)
        turns.append(session.game.turn)

    session.save = noted
    Player(session, []).play(tmp_path / "game.jsonl")
    assert turns[0] == 2
    assert len(set(turns)) > 1


# --- how it looks --------------------------------------------------------------------------
@pytest.mark.parametrize("scenario", ["glory", "teaching"])
def test_the_map_has_every_box_and_marker(scenario):
    game = Game(scenario, seed=1)
    drawn = MapText(game).text()
    assert drawn.isascii()
    assert max(map(len, drawn.splitlines())) <= text.WIDTH
    for box in range(len(game.scenario.boxes)):
        assert f"|{text.box_cells(game.scenario, game.record, box)[0][:14]}" in drawn
    for marker in game.scenario.markers:
        shown = re.search(rf"!{marker}\b", drawn) is not None
        assert shown == (game.marker(marker) != "base")


def test_the_position_is_what_a_seat_reads():
    session = session_of()
    shown = [str(line) for line in GloryAtTerminal(session).position("navy")]
    assert shown == [str(line) for line in SeatText(session.game, "navy").position()]


def test_a_reason_says_what_was_weighed():
    weighed = [{"words": Name({"en": "accept"}), "probability": 0.6, "chosen": True, "choice": {}}]
    reason = Explanation("cooperative", "because", "share of orders", weighed, 0.25, None)
    assert GloryAtTerminal(session_of()).reason("army", reason) == [
        "Army (cooperative): because",
        "  ->  60%  accept",
        "     (share of orders)",
        "     policy estimate +0.25 before",
    ]


# --- Japanese ------------------------------------------------------------------------------
def test_the_terminal_speaks_japanese(tmp_path):
    session = session_of("withdraw_in_time")
    answers = ["?", "b", "m", "l", "w", "h", "99", "u", "0 7", "0 0", "s", "s copy"]
    player = Player(session, answers, language="ja")
    assert player.play(tmp_path / "game.jsonl") == 0
    for words in (
        "シナリオ teaching", "番号で一覧から選びます", "第1ターン(全4)、船腹配分", "|本土",
        "相手から提案がありました", "陸軍(withdraw_in_time)", "200回ずつ",
        "取り消すものはありません", "名前が必要です", "保存しました",
    ):  # fmt: skip
        assert words in player.text, words


def test_boxes_of_the_map_stand_where_they_do_in_english():
    """A Japanese character takes two cells."""
    game = Game("glory", seed=1)
    rows = zip(*(MapText(game, one).text().splitlines() for one in LANGUAGES), strict=True)
    for english, japanese in rows:
        if "|" in english:
            assert cell_len(japanese[: japanese.index("|")]) == english.index("|")
