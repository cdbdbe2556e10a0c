"""Agents of either game by name: each game has its own, and the other game's are refused."""

from __future__ import annotations

import pytest

from glory_agents.aleutians.rows import NAMED, PARAMETERS, script_row
from glory_agents.registry import AgentError, make_agent, registry
from glory_env.cli.main import main
from glory_env.games.aleutians.state import SIDES

from .positions import GAME, agent


def refusal(name: str, game: str) -> str:
    with pytest.raises(AgentError) as error:
        make_agent(name, game=game)
    return str(error.value)


@pytest.mark.parametrize("name", registry(GAME))
def test_every_name_makes_an_agent_that_says_something(name):
    entry = registry(GAME)[name]
    assert entry.about
    assert all(entry.parameters.values())
    player = agent(name)
    player.reset(SIDES[1], 3)
    assert player.explain()


def test_glory_keeps_its_agents():
    names = set(registry())
    assert "withdraw_in_time" in names
    assert names.isdisjoint(set(NAMED) | {"rollouts", "careful"})


def test_an_agent_of_the_other_game_is_refused_by_name():
    words = refusal("withdraw_in_time", GAME)
    assert "plays glory, not aleutians" in words
    assert "historical" in words
    assert "plays aleutians, not glory" in refusal("historical", "glory")


def test_unknown_names_games_and_parameters_are_refused():
    assert "historical" in refusal("historcal", GAME)
    assert "aleutians" in refusal("random", "chess")
    assert "reserve" in refusal("historical:reserves=1", GAME)
    assert "from 0 to 7" in refusal("historical:reserve=8", GAME)
    assert "script" in refusal("rollouts:script=nobody", GAME)


def test_variants_are_the_same_script_with_other_numbers():
    rows = {name: script_row(name)[0] for name in NAMED}
    for name in set(NAMED) - {"historical"}:
        assert any(rows[name][p.name] != rows["historical"][p.name] for p in PARAMETERS)
    row = agent("historical:odds=3,guard=4").row[0]
    assert (row.odds, row.guard, row.reserve) == (3.0, 4, rows["historical"].reserve)


def test_the_list_of_agents_shows_those_of_the_game(capsys):
    assert main(["agents", "--game", GAME]) == 0
    shown = capsys.readouterr().out
    assert "historical" in shown
    assert "withdraw_in_time" not in shown
