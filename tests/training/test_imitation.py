"""Imitation: what is learnt from a teacher, kept, and refused."""

from __future__ import annotations

import json
import shutil
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.policy_file import load_policy
from glory_agents.learned.shipped import STARTS
from glory_env.bench import play_pairs
from glory_env.cli.main import main
from glory_env.envs.agent import AgentError, GamesView, make_agent
from glory_env.game.settings import ConfigError, make_settings, read_settings
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.engine.observe_units import index_all
from glory_env.games.glory.envs import GloryVector
from glory_env.games.glory.run_settings import ImitationConfig
from glory_env.games.glory.scenario import load
from glory_env.games.glory.sections import AT, SECTIONS
from glory_env.games.glory.state import MAX_COUNTERS
from glory_env.report.curves import IMITATED
from glory_env.training.adopt import read_progress
from glory_env.training.cloning import recorded_decisions
from tests.training.making import finish, new_imitation

if TYPE_CHECKING:
    from glory_agents.glory.pointer import PointerNetwork
    from glory_env.training.imitation import Imitation
    from glory_env.training.memory import Memory

FACES = load("glory").tables[0]["face"]


def small(runs: Path, **values: Any) -> ImitationConfig:
    chosen = {"scenario": "teaching", "teacher": "withdraw_in_time", "slots": 64, "batch": 256}
    chosen |= {"layers": (32, 32), "memory": 4096, "steps": 64 * 4 * 40, "games": 20, "runs": runs}
    return ImitationConfig(**{**chosen, **values})


def learn(config: ImitationConfig, resume: bool = False) -> tuple[Imitation, Path]:
    imitation = new_imitation(config, resume)
    return imitation, finish(imitation)


def new_network(layers: tuple[int, int] = (384, 384)) -> PointerNetwork:
    from glory_agents.glory.pointer import PointerNetwork

    return PointerNetwork(FACES, layers)


def new_memory(network: PointerNetwork, size: int, **values: Any) -> Memory:
    from glory_env.training.memory import Memory

    return Memory(network, size, N_ACTIONS, **values)


@pytest.fixture(scope="module")
def learnt(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The policy of a short imitation, to be read or copied."""
    return learn(small(tmp_path_factory.mktemp("runs"), steps=256))[1]


def played(n: int = 64, steps: int = 90, **options: Any) -> GloryVector:
    games = GloryVector(n, seed=3, **options)
    for count in range(steps):
        games.step(games.sample(2, count))
    return games


# --- the network -----------------------------------------------------------------------------
def test_states_of_counters_are_those_of_the_index(torch: Any) -> None:
    games = played()
    expected = np.zeros((64, MAX_COUNTERS), np.int16)
    index_all(games.games, expected)
    *_, states, places = new_network().look(torch.from_numpy(games.observations))
    np.testing.assert_array_equal(states, expected)
    np.testing.assert_array_equal(places, np.maximum(games.games["place"], -1) + 1)


def test_like_counters_in_one_place_and_state_get_one_score(torch: Any) -> None:
    games = played()
    network = new_network()
    torch.nn.init.normal_(network.ask_counter.bias)
    inputs = torch.from_numpy(games.observations)
    hidden, boxes = torch.randn(64, 384), torch.rand(64, 24, 32)
    looked = network.look(inputs)
    scores = network._score_counters(looked, hidden, boxes).detach().numpy()
    states = looked.states
    pairs = 0
    for game in range(64):
        groups: dict[tuple[int, int], set[float]] = {}
        for u in range(MAX_COUNTERS):
            key = int(FACES[u]), int(states[game, u])
            pairs += key in groups
            groups.setdefault(key, set()).add(float(scores[game, u]))
        assert all(len(found) == 1 for found in groups.values())
    assert pairs > 64


def test_every_column_that_it_names_reaches_an_output(torch: Any) -> None:
    from glory_agents.glory.pointer import own_columns

    torch.manual_seed(0)
    network = new_network()
    torch.nn.init.normal_(network.usual.weight)
    inputs = torch.rand(8, SECTIONS[-1].stop, requires_grad=True)
    logits, values = network(inputs)
    (logits.square().sum() + values.sum()).backward()
    reached = set(np.flatnonzero(inputs.grad.abs().sum(0)))
    counters = set(range(AT.counter_box, AT.counter_chosen + MAX_COUNTERS))  # they are numbers
    assert set(own_columns()) - counters == reached  # of rows of a table: no gradient


# --- learning --------------------------------------------------------------------------------
def filled_memory(size: int = 10, decisions: int = 16) -> Memory:
    """Of one position of games of random play, where action k was the k-th that was learnt from."""
    memory = new_memory(new_network(), size)
    seen = played(decisions).observations
    for k in range(0, decisions, 4):
        masks = np.ones((4, N_ACTIONS), np.int8)
        memory.add(seen[k : k + 4], masks, np.arange(k, k + 4))
    return memory


def test_memory_keeps_the_newest(torch: Any) -> None:
    memory = filled_memory()
    assert memory.filled == 10
    decided = memory.take(memory.newest(8))
    assert decided.actions.tolist() == [8, 9, 10, 11, 12, 13, 14, 15]
    seen = torch.from_numpy(played(16).observations)[8:]
    expected = new_network().look(seen)
    for kept, part in zip(decided.looked, expected, strict=True):
        torch.testing.assert_close(kept.float(), part.float(), atol=1e-3, rtol=1e-3)
    assert decided.legal.all()


def test_memory_by_kind_keeps_as_many_of_each(torch: Any) -> None:
    """Also of a kind that comes seldom, and of one that fills its part more than once."""
    network = new_network()
    kinds, each = len(network.kinds), 5
    memory = new_memory(network, kinds * each, by_kind=True)
    seen = np.zeros((40, SECTIONS[-1].stop), np.float32)
    often, seldom = AT.decision + network.kinds[1], AT.decision + network.kinds[2]
    seen[:, often] = 1.0
    seen[3, often], seen[3, seldom] = 0.0, 1.0
    for k in range(0, 40, 8):
        memory.add(seen[k : k + 8], np.ones((8, N_ACTIONS), np.int8), np.arange(k, k + 8))
    assert memory.filled == each + 1
    assert memory.take(memory.newest(3)).actions.tolist() == [37, 38, 39]
    torch.manual_seed(1)
    drawn = memory.take(memory.draw(6_000, 0.0)).actions
    assert sorted(set(drawn.tolist())) == [3, 35, 36, 37, 38, 39]
    assert abs(int((drawn == 3).sum()) - 1_000) < 120


def test_decisions_with_a_large_loss_are_drawn_more_often(torch: Any) -> None:
    memory = filled_memory(16)
    torch.manual_seed(1)
    memory.note(memory.newest(16), torch.full((16,), -1e-6))
    memory.note(np.array([3]), torch.tensor([-1.0]))
    counts = np.bincount(memory.draw(10_000, 0.5), minlength=16)
    # Least weights are 0.1 for the fifteen, 1 for the one.
    assert abs(counts[3] / 10_000 - 1 / 2.5) < 0.03
    assert counts.min() > 250
    memory.add(played(2).observations, np.ones((2, N_ACTIONS), np.int8), np.array([1, 2]))
    counts = np.bincount(memory.draw(10_000, 1.0), minlength=16)
    assert counts[:2].min() > counts[3] > counts[4:].max()  # new ones come first


def test_it_learns_what_the_teacher_plays(tmp_path: Path, torch: Any) -> None:
    config = small(tmp_path)
    imitation, folder = learn(config)
    games = played(scenario="teaching", steps=30)
    teacher = make_agent(config.teacher)
    agents = {"learnt": LearnedAgent(folder), "new": LearnedAgent(folder)}
    torch.manual_seed(1)
    agents["new"].player.network = new_network((32, 32))
    agreed = dict.fromkeys(agents, 0)
    for count in range(60):
        view = make_view(games)
        wanted = teacher.act_batch(games.observations, games.masks, np.zeros(64), view)
        for name, agent in agents.items():
            found = agent.act_batch(games.observations, games.masks, np.zeros(64), view)
            agreed[name] += int((found == wanted).sum())
        games.step(games.sample(5, count))
    assert agreed["learnt"] > agreed["new"] + 0.2 * 64 * 60
    assert imitation.figures().agreement > 0.3
    about = json.loads((folder / "policy.json").read_text())
    assert about["steps"] == imitation.decisions
    assert about["config"]["teacher"] == "withdraw_in_time"


def make_view(games: GloryVector) -> GamesView:
    return GamesView(games.scenario, games.games, np.arange(games.n))


def test_a_run_goes_on(tmp_path: Path, torch: Any) -> None:
    config = small(tmp_path, steps=64 * 4 * 3)
    first, folder = learn(config)
    before = {name: t.clone() for name, t in first.network.state_dict().items()}
    again = new_imitation(small(tmp_path, steps=64 * 4 * 6), resume=True)
    assert again.decisions == first.decisions
    for name, tensor in again.network.state_dict().items():
        torch.testing.assert_close(tensor, before[name])
    moments = again.optimizer.state_dict()["state"]
    for number, kept in first.optimizer.state_dict()["state"].items():
        torch.testing.assert_close(moments[number]["exp_avg_sq"], kept["exp_avg_sq"])
    finish(again)
    assert again.decisions == 64 * 4 * 6
    assert json.loads((folder / "policy.json").read_text())["steps"] == 64 * 4 * 6
    points = read_progress(config.folder, IMITATED)  # one for each part: so few rounds are no more
    assert [point["time/decisions"] for point in points] == [64 * 4 * 3, 64 * 4 * 6]
    assert all(0 <= point["imitation/agreement"] <= 1 for point in points)
    assert points[0]["time/minutes"] < points[1]["time/minutes"]


def test_it_plays_its_likeliest_action_unless_set_otherwise(learnt: Path) -> None:
    assert LearnedAgent(learnt).deterministic
    assert make_agent(str(learnt)).deterministic
    assert not make_agent(f"{learnt}:deterministic=false").deterministic


def test_solo_games_are_among_them(tmp_path: Path) -> None:
    imitation, folder = learn(small(tmp_path, steps=256 * 20, solo_share=0.25))
    assert imitation.games.games["opt_solo"].sum() == 16
    assert not [name for name in load_policy(folder)[1]["conditioning"] if name.startswith("solo")]


def test_scripts_play_their_seats_and_the_teacher_is_asked_there_too(tmp_path: Path) -> None:
    config = small(tmp_path, scenario="glory", script_share=0.5, scripts=("stonewaller",))
    imitation = new_imitation(config)
    for _ in range(30):
        imitation._watch()
    games, has_script = imitation.games.games, imitation._script_of >= 0
    assert 20 < has_script.sum() < 44
    claims = games["log_claim"][np.arange(64), 1, imitation._script_seat]
    shares = claims / games["log_shares"][:, 1].sum(axis=1)
    assert (shares[has_script] > 0.8).all()
    assert (shares[~has_script] < 0.6).all()
    assert imitation.memory.filled == 30 * 64


@pytest.mark.slow
def test_the_shipped_start_plays_every_micro_step_and_asks_no_script(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def never(*_: Any) -> None:
        raise AssertionError("a script has been asked")

    agent = LearnedAgent(STARTS / "micro")
    stored = agent.about["config"]
    config = {key: stored[key] for key in ImitationConfig.model_fields if key in stored}
    file = Path(__file__).parents[2] / "configs" / "imitate" / "in_kind.yaml"
    assert make_settings(ImitationConfig, config, "micro") == read_settings(ImitationConfig, file)
    assert not agent.about["git"]["changed"]
    for module in ("glory_agents.glory.scripted.agent", "glory_agents.glory.macro.player"):
        monkeypatch.setattr(f"{module}.script_all", never)
    results = play_pairs(agent, agent, games=40, seed=3)
    assert results.completed.mean() > 0.4


# --- bad input -------------------------------------------------------------------------------
def test_a_damaged_checkpoint_is_refused(tmp_path: Path) -> None:
    config = small(tmp_path, steps=256)
    learn(config)
    file = next(config.folder.glob("checkpoint-*.safetensors"))
    file.write_bytes(file.read_bytes()[:-1])
    with pytest.raises(ConfigError, match=r"checkpoint-256\.safetensors: .*cannot be read: .*sha"):
        new_imitation(small(tmp_path, steps=512), resume=True)


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"teacher": "turn_planner"}, "a planner is too slow here"),
        ({"teacher": "nobody"}, "teacher: unknown agent 'nobody'"),
        ({"scripts": ("nobody",)}, "scripts: unknown agent 'nobody'"),
        ({"scripts": ("mcts",)}, "scripts: agent 'mcts': a planner is too slow here"),
        ({"teacher": "cooperative-macro-0"}, "teacher: .*trained in another scenario"),
    ],
)
def test_a_teacher_that_cannot_be_one(tmp_path: Path, values: dict[str, Any], words: str) -> None:
    with pytest.raises(AgentError, match=words):
        new_imitation(small(tmp_path, **values))
    assert not list(tmp_path.iterdir())


@pytest.mark.parametrize(
    ("values", "words"),
    [
        ({"script_share": 0.1}, "script_share is above 0, but scripts names no agent"),
        ({"by_kind": True, "records": "games.jsonl"}, "by_kind: expected with a teacher"),
        ({"script_share": 0.1, "scripts": ("held_out",)}, "kept for measuring generalisation"),
    ],
)
def test_settings_that_do_not_fit_together(
    tmp_path: Path, values: dict[str, Any], words: str
) -> None:
    with pytest.raises(ValueError, match=words):
        small(tmp_path, **values)


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"kind": "pointers"}, "network is .*expected a perceptron, or a pointer"),
        ({"faces": [0, 1]}, "network is .*the faces of 80 counters"),
        ({"faces": [0] * 79 + [900]}, "network is .*the faces of 80 counters"),
        ({"faces": [0] * 80}, "does not hold this network"),
    ],
)
def test_a_damaged_network_is_refused(
    learnt: Path, tmp_path: Path, change: dict[str, Any], words: str
) -> None:
    folder = shutil.copytree(learnt, tmp_path / "policy")
    path = folder / "policy.json"
    about = json.loads(path.read_text())
    about["network"] |= change
    path.write_text(json.dumps(about))
    with pytest.raises(AgentError, match=words):
        load_policy(folder)


def test_the_command(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = (
        "imitate --scenario teaching --teacher withdraw_in_time --steps 512 --games 4 --slots 64"
    )
    assert main([*words.split(), "--batch", "64", "--runs", str(tmp_path)]) == 0
    printed = capsys.readouterr().out
    for row in ("the network, likeliest actions", "drawn actions", "its teacher withdraw_in_time"):
        assert row in printed
    assert main(["imitate", "--techer", "random"]) == 2
    assert "did you mean '--teacher'" in capsys.readouterr().err


# --- records ---------------------------------------------------------------------------------
def recorded(folder: Path, *names: str, games: int = 3, scenario: str = "teaching") -> Path:
    folder.mkdir(exist_ok=True)
    for name in names:
        words = ["record", "--out", str(folder / f"{name}.jsonl"), "--games", str(games)]
        assert main([*words, "--scenario", scenario, "--army", name, "--navy", name]) == 0
    return folder


@pytest.mark.slow
def test_recorded_decisions_are_those_of_the_games(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "games", "withdraw_in_time", "civil_first")
    found = recorded_decisions(folder, "teaching")
    assert found.masks[np.arange(len(found.actions)), found.actions].all()
    assert (found.masks.sum(axis=1) > 1).all()
    agent = make_agent("withdraw_in_time")
    asked: list[int] = []
    games = GloryVector(1, "teaching", seed=1, autoreset=False)
    while games.seats[0] < 2:
        view = GamesView(games.scenario, games.games, np.zeros(1, np.int64))
        np.testing.assert_array_equal(
            found.observations[-sum_of_first(folder) :][len(asked)],
            games.observations[0].astype(np.float16),
        )
        asked.append(int(agent.act_batch(games.observations, games.masks, np.zeros(1), view)[0]))
        games.step(np.array(asked[-1:]))


def sum_of_first(folder: Path) -> int:
    return len(recorded_decisions(folder / "withdraw_in_time.jsonl", "teaching").actions)


@pytest.mark.slow
def test_records_are_learnt_without_a_game(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "games", "withdraw_in_time")
    before, _ = learn(small(tmp_path / "runs", steps=512, records=str(folder)))
    longer = small(tmp_path / "runs", name="longer", steps=40_000, records=str(folder))
    after, policy = learn(longer)
    assert after.figures().loss < before.figures().loss
    assert after.figures().agreement > 2 * before.figures().agreement
    further, _ = learn(small(tmp_path / "runs", name="on", steps=512, start=str(policy)))
    assert further.figures().agreement > before.figures().agreement


def test_records_that_cannot_be_learnt_from_are_refused(tmp_path: Path) -> None:
    folder = recorded(tmp_path / "games", "withdraw_in_time", games=1)
    for path, words in (
        (tmp_path, "holds no finished game"),
        (tmp_path / "nothing.jsonl", "nothing.jsonl"),
    ):
        with pytest.raises(ConfigError, match=f"records: .*{words}"):
            new_imitation(small(tmp_path / "runs", records=str(path)))
    with pytest.raises(ConfigError, match="of another scenario than glory"):
        new_imitation(small(tmp_path / "runs", scenario="glory", records=str(folder)))
    assert not (tmp_path / "runs").exists()
