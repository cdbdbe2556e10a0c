"""Records, terminal play and evaluation by the shared machines."""

from __future__ import annotations

import io
import json

import pytest

from glory_env.cli.games import Sitting, named
from glory_env.cli.main import main
from glory_env.cli.plain_play import PlainPlay
from glory_env.games.empire.actions import SET_ASIDE
from glory_env.games.empire.codes import CARD_USE
from glory_env.games.empire.envs import Game
from glory_env.play.plain_view import words_of
from glory_env.record import read
from tests.covers import covers


def test_what_is_recorded_is_verified(tmp_path, capsys):
    path = tmp_path / "game.jsonl"
    given = ["--option", "bid=2", "--option", "rulings={liberation: repeatable}"]
    assert main(["record", "--game", "empire", "--seed", "3", *given, "--out", str(path)]) == 0
    capsys.readouterr()
    assert main(["verify", str(path)]) == 0
    assert "1 games, no difference" in capsys.readouterr().out
    (record,) = read(path, game="empire_v0")
    assert record.header["options"]["rulings"] == {"liberation": "repeatable"}
    lines = path.read_text(encoding="utf-8").splitlines()
    dice = next(k for k, line in enumerate(lines) if '"dice":[{' in line)
    changed = json.loads(lines[dice])
    changed["dice"][0]["faces"][0] = changed["dice"][0]["faces"][0] % 10 + 1
    lines[dice] = json.dumps(changed)
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert main(["verify", str(path)]) == 1
    assert f"line {dice + 1}: dice[0].faces[0]: expected" in capsys.readouterr().err


def test_random_play_is_evaluated(capsys):
    both = ["--seat", "japan=random", "--seat", "allies=random"]
    assert main(["evaluate", "--game", "empire", *both, "--games", "2"]) == 0
    assert "random (Japan) against random (the Allies), 2 games" in capsys.readouterr().out


@covers("R7.29-b", "R7.29-h")
def test_the_other_side_does_not_read_which_card_is_set_aside():
    for seed in range(30):
        game = Game(seed=seed)
        while game.record.decision != CARD_USE or not game.mask[SET_ASIDE]:
            game.act(game.legal_actions()[0])
            if game.outcome != "playing":
                break
        else:
            break
    seat = game.actor
    (other,) = {"japan", "allies"} - {seat}
    game.act(SET_ASIDE)
    line = next(one for one in game.lines if one["choice"])
    assert "card" in words_of(game, line, (seat,))[0]
    assert words_of(game, line, (other,))[0] == "set_aside True"


def test_a_person_plays_with_the_plan():
    """Where no partner is named."""
    asked = Sitting(None, 1, {}, False, False, frozenset(), False, False, None)
    session = PlainPlay(named("empire")).new({"japan": "person", "allies": None}, asked)
    assert session.players == {"japan": "person", "allies": "plan"}


@pytest.mark.parametrize("seat", ["japan", "allies"])
def test_a_person_plays_a_turn_at_the_terminal(seat, monkeypatch, capsys, tmp_path):
    """By the numbers of the lists, the last choice always, until the second turn."""
    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 250))
    monkeypatch.chdir(tmp_path)
    assert main(["play", "--game", "empire", "--seat", seat, "--seed", "4", "--terminal"]) == 0
    shown = capsys.readouterr().out
    assert "Tokyo" in shown
    assert "--- turn 6, " in shown
