"""Saved games of the page: by themselves, by name, taken up, looked at, refused."""

from __future__ import annotations

import json
import math
import os
from json import loads

import pytest

from glory_env.cli.play import _new_file
from glory_env.games.glory.play.opening import hello
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.start import new_session
from glory_env.games.glory.play.table import Table
from glory_env.games.glory.scenario import load
from glory_env.play.allowed_agents import Allowed
from glory_env.play.saves import FOLDER, SaveError, Saves
from glory_env.record import verify
from tests.play.pages import new_table, pages


@pytest.fixture
def table(tmp_path):
    return new_table(tmp_path)


def save_as(page, name: str) -> dict:
    """Save under a name; the list with it."""
    page.say(type="save", name=name)
    while (saved := page.until("saved")).get("name") != name:
        assert saved["type"] == "saved", saved
    return saved


def some_choices(page, count: int = 8) -> None:
    for _ in range(count):
        page.choose()


@pytest.mark.parametrize(
    "name", ["", "..", "../x", "a/b", "a\\b", "a.b", "x" * 65, "a b", "x\n", "x\0", "名"]
)
def test_names_that_could_lead_elsewhere_are_refused(tmp_path, name):
    saves = Saves(tmp_path / "games")
    with pytest.raises(SaveError):
        saves.path(name)
    with pytest.raises(SaveError):
        saves.existing(name)


def test_numbers_of_new_games_go_on(tmp_path):
    saves = Saves(tmp_path)
    assert saves.new_name() == "game-1"
    for name in ("game-3", "game-x", "other-9"):
        (tmp_path / f"{name}.jsonl").write_text("{}\n")
    assert saves.new_name() == "game-4"
    assert saves.listed() == []  # none of them is a record


def test_of_a_saved_game_its_ends_are_read_once(tmp_path, monkeypatch, table):
    session = new_session("teaching", "navy", "random", seed=3)
    session.save(tmp_path / "long.jsonl")
    lines = (tmp_path / "long.jsonl").read_bytes().splitlines(keepends=True)
    (tmp_path / "long.jsonl").write_bytes(lines[0] + lines[-1] * 20_000)
    reads: list[int] = []

    def count(text: str | bytes) -> object:
        if isinstance(text, bytes):  # of a saved game; the names of partners come from texts
            reads.append(len(text))
        return loads(text)

    monkeypatch.setattr(json, "loads", count)
    for _ in range(3):
        message = hello(table.saves, table.name, table.allowed)
        assert [one["name"] for one in message["saved"]] == ["long"]
        assert message["unfinished"] == "long"
    assert len(reads) == 2
    assert sum(reads) < 5000
    (tmp_path / "long.jsonl").write_bytes(lines[0].replace(b"random", b"greedy") + lines[-1])
    agents = hello(table.saves, table.name, table.allowed)["saved"][0]["agents"]
    assert agents["army"] == "greedy"


def header(**changes: object) -> str:
    """One line like a record's header."""
    agents = {"army": "random", "navy": "person"}
    return json.dumps({"scenario": "teaching", "seed": 1, "agents": agents, **changes})


ODD = {
    "infinite": header(seed=math.inf).replace("Infinity", "1e999"),
    "infinite-turn": header() + '\n{"turn": 1e999}',
    "brackets": "[" * 100_000,
    "no-text": header(scenario="\ud800"),
    "empty": "",
}


def test_odd_files_in_the_folder_keep_nobody_from_playing(table):
    """They are left out of the list; only what looks like a game is listed."""
    folder = table.saves.folder
    for name, text in ODD.items():
        (folder / f"{name}.jsonl").write_text(text + "\n")
    (folder / "folder.jsonl").mkdir()
    (folder / "nowhere.jsonl").symlink_to(folder / "no such file")
    with pages(table) as [page]:
        listed = {one["name"] for one in page.last["hello"]["saved"]}
        assert listed == {"no-text"}
        for name in ODD:
            for way in ("load", "replay"):
                refused = page.ask("error", type=way, name=name)
                assert refused["code"] == "refused"
                assert f"{name}.jsonl: " in refused["detail"]
        page.choose()


def test_a_saved_game_with_infinite_options_is_refused(table):
    with pages(table) as [page]:
        some_choices(page)
        save_as(page, "mine")
        file = table.saves.path("mine")
        file.write_text(file.read_text().replace('"grid":5', '"grid":1e400', 1))
        refused = page.ask("error", type="load", name="mine")
        assert refused["code"] == "refused"
        assert (
            "line 1: expected JSON, got '1e400', which is too large a number" in refused["detail"]
        )


def test_two_servers_in_one_folder_save_two_games(tmp_path):
    """Both would begin game-1: the second to save takes the next name and tells its page."""
    tables = [new_table(tmp_path, seed=seed) for seed in (1, 2)]
    assert [table.name for table in tables] == ["game-1", "game-1"]
    for table in tables:
        with pages(table) as [page]:
            some_choices(page, 3)
            page.ask("moment", type="look", line=-1)
            assert page.last["game"]["name"] == table.name
    assert [table.name for table in tables] == ["game-1", "game-2"]
    for table in tables:
        kept = GlorySession.resume(table.saves.path(table.name))
        assert kept.record.lines == table.session.record.lines


def test_a_copy_never_takes_the_name_another_server_has_taken(tmp_path):
    first, second = (new_table(tmp_path, seed=seed) for seed in (1, 2))
    with pages(first) as [page]:
        some_choices(page, 3)
    with pages(second) as [page]:
        assert page.ask("error", type="save", name="game-1")["code"] == "name"
        save_as(page, "game-2")
    assert GlorySession.resume(tmp_path / "game-1.jsonl").game.seed == 1


def test_two_games_in_the_terminal_have_two_files(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    games = [new_session("teaching", "both", seed=seed) for seed in (1, 2)]
    assert [_new_file(game, FOLDER).name for game in games] == ["game-1.jsonl", "game-2.jsonl"]


def test_a_name_is_free_again_after_a_save_that_failed(tmp_path, monkeypatch):
    saves, session = Saves(tmp_path), new_session("teaching", "both", seed=1)

    def full(path: object) -> None:
        raise OSError("no space left")

    with monkeypatch.context() as patched:
        patched.setattr(session, "save", full)
        with pytest.raises(OSError, match="no space"):
            saves.save_new(session, "game-1")
    assert saves.save_new(session, "game-1") == "game-1"


def test_a_game_is_saved_after_every_exchange(table):
    """What a crash leaves behind is the game as it stood when the person was asked."""
    with pages(table) as [page]:
        assert list(table.saves.folder.iterdir()) == []  # nobody has chosen yet
        for _ in range(5):
            page.choose()
            file = table.saves.path(table.name)
            page.ask("moment", type="look", line=-1)  # answered after the exchange is kept
            kept = GlorySession.resume(file)
            assert kept.record.lines == table.session.record.lines
            assert kept.game.snapshot() == table.session.game.snapshot()
            assert kept.waits_for


def test_a_new_server_goes_on_with_the_game_of_the_old_one(table, tmp_path):
    with pages(table) as [page]:
        some_choices(page)
        state = page.state
    with pages(new_table(tmp_path, seed=99)) as [page]:
        hello = page.last["hello"]
        assert hello["unfinished"] == "game-1"
        assert [(one["name"], one["over"]) for one in hello["saved"]] == [("game-1", False)]
        page.ask("game", type="load", name="game-1")
        page.until("state")
        page.my_turn()
        same = ("turn", "decision", "counters", "total", "history", "choices", "lines")
        assert {key: page.state[key] for key in same} == {key: state[key] for key in same}
        assert page.last["game"]["name"] == "game-1"
        assert page.last["log"]["from"] == 0
        page.choose()


def test_after_undo_the_file_is_the_game_too(table):
    with pages(table) as [page]:
        some_choices(page, 1)
        while not page.state["undo"]["possible"]:
            page.choose()
        page.ask("state", type="undo", seq=page.state["seq"])
        page.my_turn()
        page.ask("moment", type="look", line=-1)
        kept = GlorySession.resume(table.saves.path(table.name))
        assert kept.record.lines == table.session.record.lines


def test_a_copy_goes_under_a_free_name_only(table):
    other = b"somebody else's"
    table.saves.folder.joinpath("taken.jsonl").write_bytes(other)
    with pages(table) as [page]:
        some_choices(page)
        saved = save_as(page, "mine")
        assert {one["name"] for one in saved["saved"]} == {"mine", table.name}
        refused = page.ask("error", type="save", name="taken")
        assert refused["code"] == "name"
        assert "another game" in refused["detail"]
    assert table.saves.folder.joinpath("taken.jsonl").read_bytes() == other
    assert verify(table.saves.path("mine"), unfinished=True) == []


def test_beginning_another_game_loses_nothing(table):
    with pages(table) as [page]:
        some_choices(page)
        before, name = list(table.session.record.lines), table.name
        seq = page.state["seq"]
        new = {"seat": "army", "partner": "random", "scenario": "teaching", "seed": 5}
        game = page.ask("game", type="new", options={"deadlock": "dice"}, **new)
        assert (game["seed"], game["seats"], game["options"]["deadlock"]) == (5, ["army"], "dice")
        assert game["name"] != name
        assert page.until("state")["seq"] > seq  # no answer to the old game fits the new one
        assert page.last["log"]["from"] == 0
        assert name in [one["name"] for one in page.until("saved")["saved"]]
        page.my_turn()
        page.choose()
    assert GlorySession.resume(table.saves.path(name)).record.lines == before


@pytest.mark.parametrize("seat", ["both", "solo", "navy"])
def test_new_games_of_every_kind(table, seat):
    with pages(table) as [page]:
        game = page.ask("game", type="new", seat=seat, partner=None, scenario="teaching")
        assert game["mode"] == {"navy": "play"}.get(seat, seat)
        page.until("state")
        page.my_turn()
        if seat == "navy":  # its network knows another scenario only: a script plays for it
            assert page.state["notice"] is None
            assert game["players"]["army"] == "sakaki"
        else:
            assert len(game["seats"]) == 2
        page.choose()


@pytest.mark.slow
def test_a_finished_game_is_loaded_to_look_at(table):
    with pages(table) as [page]:
        while page.state["over"] is None:
            groups = page.state["choices"]["groups"]
            page.choose(groups[-1]["choices"][-1]["id"] if groups else "c0")
        name, over, lines = table.name, page.state["over"], page.state["lines"]
        page.ask("game", type="new", seat="navy", partner="random", scenario="teaching")
        page.until("state")
        game = page.ask("game", type="load", name=name)
        page.until("state")
        assert (game["mode"], game["seats"]) == ("replay", [])
        assert (page.state["over"], page.state["lines"]) == (over, lines)
        assert page.state["undo"]["key"] == "no_person"
        refused = page.ask("error", type="choose", seq=page.state["seq"], id="c0")
        assert refused["code"] == "not_now"
        assert page.ask("moment", type="look", line=4)["state"]["turn"] == 1


def test_the_commands_own_scenario_file_goes_by_its_name(tmp_path):
    """Begun anew, saved and loaded; no other path is taken from a page."""
    own = tmp_path / "mine.yaml"
    own.write_text(load("teaching").path.read_text(encoding="utf-8"), encoding="utf-8")
    session = new_session(own, "navy", "random", seed=1)
    table = Table(session, Saves(tmp_path / "games"), allowed=Allowed(scenario=own))
    with pages(table) as [page]:
        some_choices(page, 3)
        name = table.name
        new = {"type": "new", "seat": "navy", "partner": "random"}
        assert page.ask("game", scenario="mine", **new)["scenario"] == "mine"
        page.until("state")
        assert page.ask("game", scenario="teaching", **new)["scenario"] == "teaching"
        page.until("state")
        page.my_turn()
        page.choose()
        taught = table.name
        assert page.ask("error", scenario=str(own), **new)["code"] == "bad_input"
        for saved, scenario in ((name, "mine"), (taught, "teaching")):
            assert page.ask("game", type="load", name=saved)["scenario"] == scenario
            page.until("state")


def edit_dice(lines: list[dict]) -> str:
    line = next(line for line in lines if line.get("dice"))
    face = line["dice"][0]["faces"][0]
    line["dice"][0]["faces"][0] = 7 - face
    return "dice[0].faces[0]"


def edit_scenario(lines: list[dict]) -> str:
    lines[0]["scenario"] = "../../secret.yaml"
    return "scenario: expected one of glory, teaching"


def edit_seed(lines: list[dict]) -> str:
    lines[0]["seed"] += 1
    return "expected"


@pytest.mark.parametrize("edit", [edit_dice, edit_scenario, edit_seed])
@pytest.mark.parametrize("way", ["load", "replay"])
def test_an_edited_file_is_refused_with_the_reason(table, edit, way):
    with pages(table) as [page]:
        some_choices(page)
        save_as(page, "mine")
        file = table.saves.path("mine")
        lines = [json.loads(line) for line in file.read_text().splitlines()]
        words = edit(lines)
        file.write_text("".join(json.dumps(line, separators=(",", ":")) + "\n" for line in lines))
        before = table.session.game.snapshot(), table.name
        refused = page.ask("error", type=way, name="mine")
        assert refused["code"] == "refused"
        assert words in refused["detail"]
        assert (table.session.game.snapshot(), table.name) == before
        page.choose()


@pytest.mark.slow
def test_an_edited_end_is_refused(table):
    with pages(table) as [page]:
        while page.state["over"] is None:
            groups = page.state["choices"]["groups"]
            page.choose(groups[-1]["choices"][-1]["id"] if groups else "c0")
    file = table.saves.path(table.name)
    text = file.read_text()
    gp = table.session.record.footer["gp"]["navy"]
    assert text.count(f'"gp":{{"army":{table.session.game.gp["army"]},"navy":{gp}}}') == 1
    file.write_text(text.replace(f'"navy":{gp}}},"completed"', f'"navy":{gp + 50}}},"completed"'))
    with pytest.raises(ValueError, match=r"gp\.navy: expected"):
        GlorySession.resume(file)


def test_a_folder_that_cannot_be_written_is_said_and_play_goes_on(table, tmp_path):
    table.saves.folder = tmp_path / "file"
    table.saves.folder.write_text("no folder")
    with pages(table) as [page]:
        page.choose()
        while page.state["notice"] is None:
            page.until("state")
        assert page.state["notice"]["key"] == "not_saved"
        page.choose()


def test_a_persons_game_is_offered_before_one_that_was_watched(tmp_path):
    saves = Saves(tmp_path)
    saves.save_as(new_session("teaching", "navy", "random", seed=1), "own", None)
    watched = new_session("teaching", "watch", partners=["random", "random"])
    saves.save_as(watched, "watched", None)
    os.utime(saves.path("own"), (1, 1))
    assert [one["name"] for one in saves.listed()] == ["watched", "own"]
    assert saves.unfinished("") == "own"
    assert saves.unfinished("own") == "watched"
