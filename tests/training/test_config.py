"""Settings: files, flags, and what a wrong one is answered with."""

from __future__ import annotations

from pathlib import Path

import pytest

from glory_env.game.settings import ConfigError, make_settings, read_settings
from glory_env.games import GAMES
from glory_env.games.glory.run_settings import TrainConfig
from glory_env.training.commands import IMITATE, TRAIN, Command, game_of, model, parse_command

CONFIGS = sorted((Path(__file__).parents[2] / "configs" / "train").glob("*.yaml"))
IMITATIONS = sorted((Path(__file__).parents[2] / "configs" / "imitate").glob("*.yaml"))
COMPETITIVE = next(path for path in CONFIGS if path.stem == "competitive")


@pytest.mark.parametrize("path", IMITATIONS, ids=lambda path: path.stem)
def test_the_imitations_of_the_repository_are_valid(path: Path) -> None:
    kind = model(IMITATE, game_of(["--config", str(path)]))
    config = read_settings(kind, path)
    assert make_settings(kind, config.plain(), "again") == config


def parsed(words: list[str], default: Path) -> Command:
    return parse_command(words, default, TrainConfig, "")


def write(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "mine.yaml"
    path.write_text(text, encoding="utf-8")
    return path


@pytest.mark.parametrize("path", CONFIGS, ids=lambda path: path.stem)
def test_the_files_of_the_repository_are_valid(path: Path) -> None:
    kind = model(TRAIN, game_of(["--config", str(path)]))
    config = read_settings(kind, path)
    assert config.name == path.stem
    assert make_settings(kind, config.plain(), "again") == config


def test_the_manual_explains_every_key() -> None:
    manual = (Path(__file__).parents[2] / "docs" / "training.md").read_text(encoding="utf-8")
    kinds = [model(command, game) for command in (TRAIN, IMITATE) for game in GAMES]
    keys = [key for kind in kinds for key in kind.model_fields]
    assert [key for key in keys if f"| `{key}`" not in manual] == []


def test_without_flags_the_file_holds() -> None:
    config, resume, _ = parsed([], COMPETITIVE)
    assert config == read_settings(TrainConfig, COMPETITIVE)
    assert not resume


def test_flags_go_over_the_file() -> None:
    words = "--minutes 1 --seed 3 --layers 32 16 --negotiation sealed --reward 30 --resume"
    config, resume, _ = parsed(words.split(), COMPETITIVE)
    assert resume
    assert (config.name, config.minutes, config.seed) == ("competitive", 1.0, 3)
    assert (config.layers, config.options.negotiation, config.reward) == ((32, 16), "sealed", 30.0)
    cooperative = COMPETITIVE.with_name("cooperative.yaml")
    config, resume, _ = parsed(["--config", str(cooperative), "--seed", "4"], COMPETITIVE)
    assert not resume
    assert (config.name, config.reward, config.seed) == ("cooperative", "cooperative", 4)
    assert parsed([f"--config={cooperative}"], COMPETITIVE)[0].name == "cooperative"


def test_minutes_take_the_place_of_the_steps_of_a_file(tmp_path: Path) -> None:
    path = write(tmp_path, "name: mine\nsteps: 700_000\n")
    assert parsed([], path).config.steps == 700_000
    assert parsed(["--minutes", "3"], path).config.steps == 0
    assert parsed(["--minutes=3", "--steps=9"], path).config.steps == 9
    assert parsed(["--resume"], path).config.steps == 700_000


def test_a_level_is_the_reward_of_its_name() -> None:
    assert parsed(["--level", "rivalry"], COMPETITIVE)[0].spec == "rivalry"
    assert parsed(["--level=spite"], COMPETITIVE)[0].reward == "spite"
    with pytest.raises(ConfigError, match="did you mean '--level'"):
        parsed(["--levle", "rivalry"], COMPETITIVE)


def test_numbers_with_an_exponent_are_numbers(tmp_path: Path) -> None:
    assert read_settings(TrainConfig, write(tmp_path, "learning_rate: 1e-4")).learning_rate == 1e-4


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("minuts: 3", ["'minuts'", "did you mean 'minutes'", "valid are minutes", "gamma"]),
        ("options: {negotation: sealed}", ["'options.negotiation'", "valid are"]),
        ("options: {negotiation: seald}", ["'seald'", "did you mean 'sealed'", "alternating"]),
        ("options: {solo: true}", ["'solo'", "two seats"]),
        ("scenario: glori", ["glori", "glory, teaching"]),
        ("reward: {theta: unifrom}", ["reward", "theta is 'unifrom'"]),
        ("reward: {theta: uniform, v_n: 0}", ["'v_n'", "valid are", "v_m"]),
        ("reward: selfis", ["'selfis'", "did you mean 'selfish'", "cooperative"]),
        *(
            (f"reward: {x}", ["reward:", "uniform, cooperative", "an angle"])
            for x in (
                "true",
                "[1]",
                ".nan",
                "",
            )
        ),
        ("3: 4", ["3:", "Keys should be strings"]),
        ("minutes: 3\nminutes: 4", ["key 'minutes' stands here a second time"]),
        ("name: ..", ["name:", "got '..'"]),
        ("options: {negotiation: sealed}\nscripts: [held_out]", ["scripts:", "'held_out'"]),
        ("minutes: 0", ["minutes:", "greater than 0", "got 0"]),
        ("minutes: soon", ["minutes:", "valid number", "got 'soon'"]),
        ("gamma: .inf", ["gamma:", "finite number", "got inf"]),
        ("name: a/b", ["name:", "got 'a/b'"]),
        ("layers: [0.5]", ["layers.0:", "got 0.5"]),
        ("layers: [0, 5]", ["layers.0:", "greater than 0", "got 0"]),
        ("layers: [1, 2, 3]", ["layers:", "at most 2 items"]),
        ("precision: half", ["precision:", "'auto', 'float32' or 'bfloat16'", "got 'half'"]),
        ("minuts: 3\nseed: -1", ["'minuts'", "seed:", "got -1"]),
        ("- 3", ["expected keys and values"]),
        ("a: [", ["line 2, column ", "expected YAML"]),
    ],
)
def test_a_wrong_file_is_reported_with_file_key_and_value(
    text: str, words: list[str], tmp_path: Path
) -> None:
    path = write(tmp_path, text)
    with pytest.raises(ConfigError) as caught:
        read_settings(TrainConfig, path)
    message = str(caught.value)
    for word in (str(path), *words):
        assert word in message
    assert all(line.startswith(str(path)) for line in message.splitlines()[:1])


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(ConfigError, match=r"nowhere\.yaml: cannot be read"):
        parsed(["--config", "nowhere.yaml"], COMPETITIVE)


@pytest.mark.parametrize("words", [["--config"], ["--config="], ["--config", "--seed", "3"]])
def test_a_file_that_is_not_named_is_asked_for(words: list[str]) -> None:
    with pytest.raises(ConfigError, match="--config: expected a YAML file"):
        parsed(words, COMPETITIVE)


def test_an_unknown_flag_is_reported_with_the_near_misses_first() -> None:
    with pytest.raises(ConfigError, match=r"'--minuts': did you mean '--minutes'.*--gamma"):
        parsed(["--minuts", "3"], COMPETITIVE)


def test_a_wrong_value_of_a_flag_is_reported(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as caught:
        parsed(["--negotiation", "seald"], COMPETITIVE)
    assert caught.value.code == 2
    assert "sealed" in capsys.readouterr().err


def test_settings_of_the_project_go_by_name(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.chdir(tmp_path)
    assert parsed(["--config", "train/spiteful"], CONFIGS[0]).config.name == "spiteful"
    with pytest.raises(ConfigError, match="train/spitefull: cannot be read"):
        parsed(["--config", "train/spitefull"], CONFIGS[0])
