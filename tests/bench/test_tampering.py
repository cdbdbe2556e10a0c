"""Agents that are not part of the project: what they can reach, and what the bench believes."""

from __future__ import annotations

import copy
import gc
import sys
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_agents.registry import AgentError, make_agent
from glory_env import aleutians_v0, glory_v0
from glory_env.bench import play_pairs
from glory_env.cli.main import main
from glory_env.envs.agent import GameView
from glory_env.envs.guard import Guard, guard, guarded, own_view, strangers
from glory_env.games.aleutians.bench.calibration import play_watched
from glory_env.games.glory.bench.ablated import ablated
from glory_env.games.glory.bench.policies import fingerprint, kind
from glory_env.games.glory.envs import GloryVector, SeatBatch
from glory_env.games.glory.game import Game
from glory_env.record import play_record
from tests.bench.agents import Picker

PARTNER = "withdraw_in_time"


class Single:
    """The first legal action, game by game; `spoil` is called with all it has been given."""

    def reset(self, seat: str, seed: int) -> None:
        self.seat = seat

    def act(self, observation: np.ndarray, mask: np.ndarray, env_view: Any) -> int:
        action = int(np.flatnonzero(mask)[0])
        self.spoil(observation, mask, env_view)
        return action

    def explain(self) -> str:
        return "the first one"

    def spoil(self, observation: np.ndarray, mask: np.ndarray, view: Any) -> None:
        """What is given is as it was."""


class Batched(Single):
    """The same for many games."""

    def act_batch(
        self, observations: np.ndarray, masks: np.ndarray, draws: np.ndarray, view: Any
    ) -> np.ndarray:
        actions = masks.argmax(axis=1)
        self.spoil(observations, masks, view)
        return actions


class _Spoils:
    """Writes to everything it can reach from what it is given."""

    def spoil(self, observation: np.ndarray, mask: np.ndarray, view: Any) -> None:
        observation[...], mask[...] = 0, 1
        records = reached(view)
        assert records
        for one in records:
            one["gp"] = 500
            one["total"] = 0


class SpoilsOne(_Spoils, Single):
    pass


class SpoilsMany(_Spoils, Batched):
    pass


class _Frames:
    """Finds the bench's own games in the frames that have called it."""

    def spoil(self, observation: np.ndarray, mask: np.ndarray, view: Any) -> None:
        frame: Any = sys._getframe()
        while frame is not None and not isinstance(frame.f_locals.get("vector"), GloryVector):
            frame = frame.f_back
        if frame is not None:
            frame.f_locals["vector"].games["gp"] = 99


class CheatsOne(_Frames, Single):
    pass


class CheatsMany(_Frames, Batched):
    pass


def reached(start: Any, depth: int = 6) -> list[np.ndarray]:
    """Records of games that can be reached from an object, through closures too."""
    found, known, edge = [], set(), [start]
    for _ in range(depth):
        following = []
        for one in edge:
            for other in gc.get_referents(one):
                if isinstance(other, np.ndarray) and "outcome" in (other.dtype.names or ()):
                    found.append(other)
                if id(other) not in known and not isinstance(other, type):
                    known.add(id(other))
                    following.append(other)
        edge = [one for one in following if not callable(one) or hasattr(one, "__closure__")]
    return found


def played(army: Any, navy: Any, games: int = 2) -> bytes:
    return play_pairs(army, navy, games, 7, "teaching").finals.tobytes()


# --- what they can reach -----------------------------------------------------------------------
@pytest.mark.parametrize(("plain", "spoils"), [(Single, SpoilsOne), (Batched, SpoilsMany)])
def test_what_is_written_to_what_is_given_changes_nothing(plain: Any, spoils: Any) -> None:
    for seat in (0, 1):
        pairs = [[make_agent(PARTNER), make_agent(PARTNER)] for _ in range(2)]
        pairs[0][seat], pairs[1][seat] = plain(), spoils()
        assert played(*pairs[0]) == played(*pairs[1])


def test_so_in_a_single_seat_and_in_a_batch_of_them() -> None:
    for partner in (SpoilsOne, SpoilsMany):
        env = glory_v0.single_agent("navy", partner(), scenario="teaching")
        _, info = env.reset(seed=3)
        done = False
        while not done:
            action = int(np.flatnonzero(info["action_mask"])[0])
            _, _, done, _, info = env.step(action)
            assert (env.env.games["gp"] < 500).all()
        envs = SeatBatch(3, "navy", partner(), scenario="teaching")
        _, infos = envs.reset(seed=3)
        for _ in range(40):
            _, _, done, _, infos = envs.step(infos["action_mask"].argmax(axis=1))
            assert (envs.games.games["gp"] < 500).all()


def test_so_in_a_record() -> None:
    lines = []
    for agents in (Single, SpoilsOne):
        game = Game("teaching", seed=3, auto_forced=True)
        names = {"army": "one", "navy": "other"}
        record = play_record(game, {"army": agents(), "navy": agents()}, names)
        lines.append(record.lines)
    assert lines[0] == lines[1]


@pytest.mark.parametrize("game_class", [Game, aleutians_v0.Game])
def test_a_view_of_its_own_says_what_the_view_says(game_class: Any) -> None:
    """And holds neither the dice nor the record of the game."""
    game = game_class(seed=5)
    rng = np.random.default_rng(5)
    compared = 0
    while game.outcome == "playing" and compared < 25:
        view = GameView(game, game.actor)
        own = own_view(view)
        assert own.legal() == view.legal()
        assert own.scenario is view.scenario
        assert own.seat == view.seat
        assert own.records(3).tobytes() == view.records(3).tobytes()
        assert own.clone(9).games.tobytes() == view.clone(9).games.tobytes()
        assert own.describe(own.legal()[0]) == view.describe(own.legal()[0])
        assert any(found is game.games for found in reached(view))
        assert [int(found["key"][0]) for found in reached(own)] == [0]
        assert not np.shares_memory(reached(own)[0], game.games)
        for _ in range(20):
            if game.outcome == "playing":
                game.act(int(rng.choice(np.flatnonzero(game.mask))))
        compared += 1


def test_the_projects_own_agents_get_what_they_got() -> None:
    """No copy more: they are not behind a guard."""
    for name in (PARTNER, "random", "one_ply:simulations=1", "cooperative-0"):
        agent = make_agent(name)
        assert guarded(agent) is agent
        assert strangers(agent) == []


def test_a_stranger_inside_of_an_agent_of_the_project_is_found() -> None:
    name = f"{__name__}:Batched"
    assert strangers(make_agent(PARTNER), Batched()) == [name]
    assert strangers(ablated(guarded(Batched()), "constant_0")) == [name]
    assert strangers(ablated(make_agent(PARTNER), "constant_0")) == []


def test_a_guard_is_copied_and_set_as_its_agent() -> None:
    own = Picker(last=True)
    behind = guard(own)
    twin = copy.deepcopy(behind)
    assert isinstance(twin, Guard)
    assert twin.guarded_agent is not own
    assert twin.last
    behind.last = False
    assert not own.last
    assert twin.last
    with pytest.raises(AttributeError, match="nothing"):
        behind.nothing  # noqa: B018
    assert not hasattr(guard(Single()), "act_batch")


# --- what the bench believes -------------------------------------------------------------------
@pytest.mark.parametrize("cheats", [CheatsOne, CheatsMany])
def test_games_that_do_not_come_of_the_actions_are_an_error_that_names_the_agent(
    cheats: Any,
) -> None:
    words = f"agent {__name__}:{cheats.__name__}: has changed its games other than by its actions"
    for pair in ((cheats(), make_agent(PARTNER)), (make_agent(PARTNER), cheats())):
        with pytest.raises(AgentError, match=words):
            played(*pair)


def test_an_observer_sees_the_same_games_of_a_stranger() -> None:
    seen: list[bytes] = []
    for agent in (make_agent("random"), Elsewhere(make_agent("random"))):
        seen.append(b"")

        def look(games: np.ndarray, forced: np.ndarray, at: slice) -> None:
            seen[-1] += games.tobytes() + forced.tobytes()

        play_pairs(agent, make_agent(PARTNER), 3, 7, "teaching", observer=look, batch=2)
    assert seen[0] == seen[1] != b""


class Elsewhere:
    """An agent of the project in the hands of a stranger."""

    def __init__(self, agent: Any) -> None:
        self.reset, self.act, self.explain = agent.reset, agent.act, agent.explain
        self.act_batch = agent.act_batch


def test_the_second_game_too() -> None:
    def random() -> Any:
        return make_agent("random", game="aleutians")

    alone = play_watched(random(), random(), 2, 3)
    found = play_watched(Elsewhere(random()), random(), 2, 3)
    assert {name: column.tolist() for name, column in found.columns.items()} == {
        name: column.tolist() for name, column in alone.columns.items()
    }


# --- an agent that ends the program ------------------------------------------------------------
LEAVES = """
import sys
class Player:
    def reset(self, seat, seed): pass
    def act(self, observation, mask, env_view): sys.exit(0)
    def explain(self): return ""
"""


@pytest.mark.parametrize(
    "batch", ["", "    act_batch = act\n    def act_batch(self, *x): exit(0)\n"]
)
def test_evaluate_with_an_agent_that_leaves(batch: str, tmp_path: Path, capsys: Any) -> None:
    (tmp_path / "agent.yaml").write_text("entry: player:Player\n")
    (tmp_path / "player.py").write_text(LEAVES + batch)
    words = ["--army", str(tmp_path), "--games", "2", "--scenario", "teaching"]
    assert main(["evaluate", *words, "--json", str(tmp_path / "found.json")]) == 2
    _out, err = capsys.readouterr()
    assert err.count("\n") == 1
    assert f"agent {str(tmp_path)!r}: act" in err
    assert "SystemExit: 0" in err
    assert not (tmp_path / "found.json").exists()


def test_a_stranger_cannot_pass_for_a_network(tmp_path: Path) -> None:
    """Its fingerprint is that of its files, whatever `path` it says it has."""
    (tmp_path / "agent.yaml").write_text("entry: player:Player\n")
    code = LEAVES.replace("sys.exit(0)", "return 0")
    path = Path(make_agent("cooperative-0").path)
    (tmp_path / "player.py").write_text(f"{code}    path = {str(path)!r}\n")
    assert kind(str(tmp_path)) == "own"
    assert fingerprint(str(tmp_path)) != fingerprint("cooperative-0")
