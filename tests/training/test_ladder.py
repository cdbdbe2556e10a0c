"""Plain MaskablePPO on the ladder: it begins as the start plays, it learns, the page says so."""

from __future__ import annotations

import dataclasses
import json
from pathlib import Path
from typing import TYPE_CHECKING, Any, get_args, get_type_hints

import gymnasium
import numpy as np
import pytest
from gymnasium import spaces

from glory_agents.glory.macro.parameters import SIZES, rows_of
from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.probabilities import softmax
from glory_agents.learned.shipped import folder_of
from glory_env.bench import play_pairs
from glory_env.bench.statistics import Estimate
from glory_env.cli.main import main
from glory_env.core.errors import OptionError
from glory_env.envs.agent import AgentError, GameView, RandomAgent, make_agent
from glory_env.games.glory.sections import OBSERVATION_SIZE
from glory_env.games.glory.studies.settings import Ladder
from glory_env.glory_v0 import raw_env
from glory_env.vector import GloryVector

if TYPE_CHECKING:
    from sb3_contrib import MaskablePPO

SMALL = {"learning_rate": 3e-4, "n_steps": 4, "batch_size": 32, "n_epochs": 1, "gae_lambda": 0.98}
GAMES = "glory"
RUNGS = get_args(get_args(get_type_hints(Ladder)["rungs"])[0])  # of tuple[Literal[...], ...]


# Modules that import torch and stable-baselines3.
@pytest.fixture(scope="module")
def sb3() -> Any:
    from glory_agents.learned import sb3

    return sb3


@pytest.fixture(scope="module")
def ladder() -> Any:
    from glory_env.games.glory.studies import ladder

    return ladder


@pytest.fixture(scope="module")
def report() -> Any:
    from glory_env.games.glory.studies import ladder_page

    return ladder_page


@pytest.fixture
def macro_model(torch: Any, ladder: Any) -> MaskablePPO:
    """A model of script parameters, whose choices differ from situation to situation."""
    rung = ladder.RUNGS["macro"]
    model = rung.model(dataclasses.replace(rung, slots=2).games(0), 0)
    with torch.no_grad():
        model.policy.action_net.weight.mul_(100)
    return model


def new_model(**settings: Any) -> MaskablePPO:
    from sb3_contrib import MaskablePPO

    from glory_agents.learned.sb3 import start_kwargs
    from glory_env.training.vecenv import GloryVecEnv

    env = GloryVecEnv(8, GAMES, partners=[RandomAgent()], reward="cooperative", seed=1)
    kwargs = start_kwargs("micro", "float32")
    return MaskablePPO("MlpPolicy", env, policy_kwargs=kwargs, device="cpu", **SMALL, **settings)


def positions(n: int = 64, steps: int = 40) -> tuple[np.ndarray, np.ndarray]:
    """Observations and masks of games under way, some with options the start has not seen."""
    vector = GloryVector(n, GAMES, seed=3, negotiation="sealed")
    rng = np.random.default_rng(0)
    for _ in range(steps):
        vector.step(RandomAgent().act_batch(None, vector.masks, rng.random(n)))
    return vector.observations.copy(), vector.masks.copy()


# --- the start inside SB3 ------------------------------------------------------------------
@pytest.mark.parametrize("sharpen", [1.0, 2.0])
def test_before_training_it_plays_exactly_as_the_start(
    sharpen: float, torch: Any, sb3: Any
) -> None:
    model, start = new_model(), LearnedAgent(folder_of("micro"))
    sb3.play_as_start(model, sharpen)
    seen, masks = positions()
    logits = sharpen * start.network.logits(start.condition(seen))
    logits[masks == 0] = -np.inf
    likely = sb3.ModelAgent(model).probabilities(seen, masks)
    np.testing.assert_allclose(likely, softmax(logits), atol=2e-5)
    draws = np.zeros(len(seen))
    played = sb3.ModelAgent(model).act_batch(seen, masks, draws)
    assert played.tolist() == start.act_batch(seen, masks, draws).tolist()
    with torch.no_grad():
        values = model.policy.predict_values(torch.from_numpy(seen))[:, 0].numpy()
    np.testing.assert_allclose(values, start.network.values(start.condition(seen)), atol=1e-5)


def test_without_play_as_start_it_plays_something_else(sb3: Any) -> None:
    seen, masks = positions()
    start, played = LearnedAgent(folder_of("micro")), sb3.ModelAgent(new_model(seed=1))
    draws = np.zeros(len(seen))
    assert (played.act_batch(seen, masks, draws) != start.act_batch(seen, masks, draws)).any()


def test_the_value_learns_first_and_then_the_policy_but_never_the_last_layers(
    torch: Any, sb3: Any
) -> None:
    model = new_model(seed=0)
    sb3.play_as_start(model)
    network: Any = model.policy.features_extractor.network
    seen = []

    class Weights(sb3.ValueFirst):
        """Keeps some weights at the start of every rollout."""

        def _on_rollout_start(self) -> None:
            super()._on_rollout_start()
            layers = network.head, network.value[0], self.model.policy.action_net
            seen.append([layer.weight.detach().clone() for layer in layers])

    model.learn(4 * 4 * 8, callback=Weights(2))
    policy, value, last = ([torch.equal(a[k], seen[0][k]) for a in seen] for k in range(3))
    assert policy == [True, True, True, False]
    assert value == [True, False, False, False]
    assert last == [True] * 4


def test_after_saving_and_loading_it_plays_alike(tmp_path: Path, sb3: Any) -> None:
    model = new_model(seed=0)
    sb3.play_as_start(model)
    model.learn(4 * 8)
    model.save(tmp_path / "model.zip")
    loaded = type(model).load(tmp_path / "model.zip", device="cpu")
    seen, masks = positions()
    wanted = sb3.ModelAgent(model).probabilities(seen, masks)
    np.testing.assert_allclose(sb3.ModelAgent(loaded).probabilities(seen, masks), wanted, atol=1e-6)
    sb3.play_as_start(loaded)
    np.testing.assert_allclose(sb3.ModelAgent(loaded).probabilities(seen, masks), wanted, atol=1e-6)
    assert not any(weight.requires_grad for weight in loaded.policy.action_net.parameters())


@pytest.mark.slow
def test_a_model_plays_pairs_alike_one_by_one_and_in_batches(sb3: Any) -> None:
    model = new_model()
    sb3.play_as_start(model)
    agent = sb3.ModelAgent(model, deterministic=False)
    batch, single = (play_pairs(agent, agent, 2, 7, GAMES, batch=size) for size in (2, 1))
    np.testing.assert_array_equal(batch.gp, single.gp)

    class Single:
        """The same without batches."""

        reset, act = staticmethod(agent.reset), staticmethod(agent.act)

    partner = make_agent("withdraw_in_time")
    by_act: Any = Single()
    one = play_pairs(by_act, partner, 1, 7, GAMES)
    np.testing.assert_array_equal(one.gp, play_pairs(agent, partner, 1, 7, GAMES).gp)


def test_a_model_of_script_parameters_plays_by_them_and_is_a_partner(
    tmp_path: Path, macro_model: MaskablePPO
) -> None:
    from glory_agents.glory.macro.model_agent import MacroModelAgent

    macro_model.save(tmp_path / "model.zip")
    likeliest, drawn = (
        MacroModelAgent(macro_model.load(tmp_path / "model.zip", device="cpu"), deterministic)
        for deterministic in (True, False)
    )
    seen, _ = positions(16)
    draws = np.random.default_rng(0).random((16, len(SIZES)))
    chosen = likeliest.choices(seen, draws)
    assert chosen.tolist() == likeliest.model.predict(seen, deterministic=True)[0].tolist()
    assert (chosen != drawn.choices(seen, draws)).any()
    assert likeliest.script_rows(seen, draws).tobytes() == rows_of(chosen).tobytes()
    by_batch = play_pairs(likeliest, drawn, 2, 7, GAMES)  # where it plays, the likeliest alone
    np.testing.assert_array_equal(by_batch.gp, play_pairs(drawn, likeliest, 2, 7, GAMES).gp)
    env = gymnasium.make("GloryMacro-v0", seat="navy", partner=drawn)
    env.reset(seed=1)
    assert env.step(env.action_space.sample())[0].shape == seen[0].shape
    game = raw_env()
    game.reset(seed=1)
    now, view = game.observe(game.agent_selection), GameView(game, game.agent_selection)
    action = likeliest.act(now["observation"], now["action_mask"], view)
    assert now["action_mask"][action]
    assert "script parameters for this turn: negotiator" in likeliest.explain()


def test_explain_names_the_likeliest_actions(sb3: Any) -> None:
    model = new_model()
    sb3.play_as_start(model)
    agent, (seen, masks) = sb3.ModelAgent(model), positions(2)
    assert agent.explain() == "nothing has been decided yet"
    action = agent.act(seen[0], masks[0])
    likely = agent.probabilities(seen[:1], masks[:1])[0]
    assert agent.explain().startswith(
        f"action {action} ({likely[action]:.0%}); the network weighed"
    )
    assert action == likely.argmax()


def test_bad_input_names_the_argument(sb3: Any, ladder: Any, macro_model: MaskablePPO) -> None:
    from glory_agents.glory.macro.model_agent import MacroModelAgent

    space = spaces.Box(-1, 1, (OBSERVATION_SIZE,))
    with pytest.raises(ValueError, match=r"observation_space: shape \(5,\), expected"):
        sb3.StartFeatures(spaces.Box(-1, 1, (5,)))
    with pytest.raises(ValueError, match="unknown precision 'half'"):
        sb3.StartFeatures(space, precision="half")
    with pytest.raises(AgentError, match="nowhere"):
        sb3.StartFeatures(space, "nowhere")
    with pytest.raises(AgentError, match="expected a network for every micro-step"):
        sb3.StartFeatures(
            space, folder_of("micro").parents[1] / "pretrained" / "cooperative-macro-0"
        )
    model = new_model()
    for sharpen in (0.0, -1.0, float("nan"), "2", True):
        with pytest.raises(ValueError, match=r"sharpen: .*, expected a number above 0"):
            sb3.play_as_start(model, sharpen)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="updates: -1, expected"):
        sb3.ValueFirst(-1)
    plain = ladder.RUNGS["teaching"].model(ladder.RUNGS["teaching"].games(0), 0)
    with pytest.raises(ValueError, match="expected one made with policy_kwargs=start_kwargs"):
        sb3.play_as_start(plain)
    with pytest.raises(ValueError, match=r"model: its actions are Multi.*, expected Discrete"):
        sb3.ModelAgent(macro_model)
    with pytest.raises(ValueError, match=r"model: its actions are Disc.*, expected MultiDiscrete"):
        MacroModelAgent(plain)


# --- the rungs -----------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("name", RUNGS)
def test_every_rung_trains_and_is_measured(
    name: str, monkeypatch: pytest.MonkeyPatch, ladder: Any
) -> None:
    rung = dataclasses.replace(ladder.RUNGS[name], slots=4, settings=SMALL)
    monkeypatch.setitem(ladder.RUNGS, name, rung)
    told: list[str] = []
    found = ladder.climb(name, 0.003, 2, points=1, tell=told.append)
    first, last = found["curve"]
    assert (first["steps"], first["minutes"]) == (0, 0.0)
    assert last["steps"] > 0
    assert last["steps"] % (4 * 4) == 0
    assert set(last["lines"]) == {f"{mode}, {o}" for mode in ladder.MODES for o in rung.others}
    for figures in last["lines"].values():
        assert 0 <= figures[rung.figure][0] <= 1
        assert ("victory" in figures) == rung.solo
    assert len(told) == 2
    assert json.loads(json.dumps(found)) == found


@pytest.mark.slow
def test_teaching_is_learnt_from_nothing_in_seconds(ladder: Any) -> None:
    rung = ladder.RUNGS["teaching"]
    model = rung.model(rung.games(0), 0)
    line, found = ladder.judged_line(rung.partner), []
    for steps in (0, 40_000):
        if steps:
            model.learn(steps)
        lines = ladder.evaluate(rung, model, 200)
        found.append(Estimate.read(lines[line]["completion"]))
    before, after = found
    assert after.low > before.high


def test_evaluations_repeat_and_leave_the_model_alone(torch: Any, ladder: Any) -> None:
    rung = dataclasses.replace(ladder.RUNGS["macro"], slots=4, settings=SMALL)
    model = rung.model(rung.games(0), 0)
    state = torch.get_rng_state()
    assert ladder.evaluate(rung, model, 20) == ladder.evaluate(rung, model, 20)
    assert torch.equal(state, torch.get_rng_state())


def test_bad_numbers_are_refused(ladder: Any) -> None:
    for given, words in (
        ((0.0, 2, 1, 0), "minutes: 0.0"), ((float("inf"), 2, 1, 0), "minutes: inf"),
        ((float("nan"), 2, 1, 0), "minutes: nan"), ((1.0, 3, 1, 0), "games: 3, expected an even"),
        ((1.0, 0, 1, 0), "games: 0"), ((1.0, 2, 0, 0), "points: 0"), ((1.0, 2, 1, -1), "seed: -1"),
    ):  # fmt: skip
        with pytest.raises(OptionError, match=words):
            ladder.climb("glory", *given)
    with pytest.raises(OptionError, match="unknown rung 'glori': did you mean 'glory'"):
        ladder.climb("glori", 1.0, 2)


# --- the page ------------------------------------------------------------------------------
def measured(before: list[float], after: list[float]) -> dict[str, Any]:
    """A rung with a curve of two points, made by hand."""
    curve = [
        {"minutes": minutes, "steps": 1000 * k,
         "lines": {"drawn, random": {"completion": value, "turns": [4.0, None, None]}}}
        for k, (minutes, value) in enumerate([(0.0, before), (15.2, after)])
    ]  # fmt: skip
    return {
        "id": "GloryTeaching-v0", "partner": "random", "start": "", "slots": 64, "shaping": 1.0,
        "settings": SMALL, "figure": "completion", "games": 400, "seed": 0, "curve": curve,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("after", "word"), [([0.9, 0.85, 0.95], "yes"), ([0.5, 0.39, 0.6], "no"), ([0.1, 0, 0.2], "no")]
)
def test_the_page_says_whether_it_learns(after: list[float], word: str, report: Any) -> None:
    summary, curve = report.tables({"teaching": measured([0.35, 0.3, 0.4], after)})
    rows = {row[0].split(":")[0]: row for row in summary.rows}
    assert rows["`teaching`"][-1] == word
    assert rows["`teaching`"][-3] == "35.0 % [30.0, 40.0]"
    assert all(rows[f"`{name}`"][-1] == report.NOT_MEASURED for name in ("macro", "solo", "glory"))
    assert curve.rows[-2] == ["15.2 CPU minutes, 1,000 transitions"]
    assert curve.rows[-1][2] == "4.00"


def test_the_command_keeps_what_was_measured_before(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    ladder: Any,
) -> None:
    page = tmp_path / "ladder.md"
    stored = {"teaching": measured([0.35, 0.3, 0.4], [0.9, 0.85, 0.95])}
    page.with_suffix(".json").write_text(ladder.as_json(stored), encoding="utf-8")
    small = dataclasses.replace(ladder.RUNGS["macro"], slots=4, settings=SMALL)
    monkeypatch.setitem(ladder.RUNGS, "macro", small)
    arguments = ["macro", "--minutes", "0.002", "--games", "2", "--points", "1"]
    assert main(["study", "ladder", *arguments, "--write", str(page)]) == 0
    found = ladder.read(page.with_suffix(".json"))
    assert list(found) == ["macro", "teaching"]
    assert found["teaching"] == stored["teaching"]
    text = page.read_text(encoding="utf-8")
    assert "### Macro" in text
    assert "### Teaching" in text
    assert page.with_suffix(".png").read_bytes().startswith(b"\x89PNG")
    assert "GloryMacro-v0, 0.0 minutes" in capsys.readouterr().out


def test_the_command_refuses_bad_input(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], report: Any
) -> None:
    page = str(tmp_path / "ladder.md")
    bad = tmp_path / "bad.json"
    for content, words in (
        ("{", "expected JSON, got nothing more"),
        ("{}", "expected format 'glory-ladder-1'"),
        ('{"format": "glory-ladder-1", "rungs": 1}', "rungs: expected an object, got 1"),
    ):
        bad.write_text(content, encoding="utf-8")
        assert main(["study", "ladder", "--page-only", "--write", str(bad.with_suffix(".md"))]) == 2
        assert words in capsys.readouterr().err
    for arguments, words in (
        (["--games", "3", "--write", page], "games: 3"),
        (["glory", "--page-only", "--write", page], "--page-only: expected without rungs"),
        (["--write", str(tmp_path / "ladder.txt")], "expected a file that ends in .md"),
    ):
        assert main(["study", "ladder", *arguments]) == 2
        assert words in capsys.readouterr().err
    assert main(["study", "ladder", "--page-only", "--write", page]) == 0
    assert report.NOT_MEASURED in Path(page).read_text(encoding="utf-8")


def test_the_command_offers_every_rung(ladder: Any) -> None:
    assert tuple(ladder.RUNGS) == RUNGS
