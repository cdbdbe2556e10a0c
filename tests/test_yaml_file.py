"""The one reader of YAML: everything that YAML may raise is one line that names the place."""

from __future__ import annotations

import pytest

from glory_env.cli.arguments import options_from, value_of
from glory_env.core import yaml_file
from glory_env.core.errors import OptionError, shown
from glory_env.core.yaml_file import YamlError, parse
from glory_env.game.settings import ConfigError, read_settings
from glory_env.games.glory.run_settings import TrainConfig
from glory_env.games.glory.scenario import ScenarioError, load

BOMB = "a: &a [1, 2, 3, 4, 5, 6, 7, 8, 9]\n" + "".join(
    f"{name}: &{name} [{', '.join([f'*{before}'] * 9)}]\n"
    for before, name in zip("abcdefgh", "bcdefghi", strict=True)
)
# What stands as the value of the key `seed`, and what is said about it.
VALUES = [
    ("2001-99-99", "key seed: '2001-99-99' is no timestamp (month must be in 1..12)"),
    ('!!timestamp "x"', "key seed: 'x' is no timestamp"),
    ('!!int "abc"', "key seed: 'abc' is no int"),
    ('!!float "abc"', "key seed: 'abc' is no float"),
    ('!!bool "abc"', "key seed: 'abc' is no bool"),
    ('!!binary "a"', "key seed: "),
    ("!!python/name:os.system x", "key seed: could not determine a constructor"),
    ("!!set {a, b}", "key seed: a value with the tag 'tag:yaml.org,2002:set'"),
    ("9" * 5001, "key seed: '9999"),
    ("0x" + "f" * 5001, "is too large a number"),
    ("-18446744073709551616", "key seed: '-18446744073709551616' is too large a number"),
    ("[" * 3000, "more than 50 levels"),
    ("[" * 100_000, "more than 50 levels"),
    ("{a: " * 3000, "more than 50 levels"),
    ("\n  inner: {a: 1, a: 2}", "key seed.inner: key 'a' stands here a second time"),
    ("{[1]: 2}", "key seed: a key that is a list or a mapping"),
    ("&a [*a]", "more than 50 levels or 100000 values"),
    ("*nothing", "found undefined alias"),
    ("[1", "did not find expected"),
    ("\x07", "expected YAML of plain values"),
    ("1:" * 500_000 + "1", "is too large a number"),  # by sixties; hours, if it were made one
    ("2001-01-01 " + " " * 200 + "01:01:01", "is too large a number"),
    ("!!binary " + "A" * 200, "is too large a number"),
    ('"\\ud800"', "found invalid Unicode character escape code"),
    ("!<" + "x" * 100_000 + "> 1", "could not determine a constructor for the tag 'xxx"),
    ('{"\\e[2J\\u202e": !!int x}', r"key seed.\x1b[2J\u202e: 'x' is no int"),
    ("[" + "a, " * 400_000 + "]", "more than 100000 values"),
    ("{<<: {a: 1}}", "could not determine a constructor for the tag 'tag:yaml.org,2002:merge'"),
]


@pytest.mark.parametrize(("text", "words"), VALUES)
def test_every_reader_names_file_place_and_key(text, words, tmp_path):
    file = tmp_path / "own.yaml"
    file.write_text(f"seed: {text}")
    for read, kind in (
        (yaml_file.read, YamlError),
        (load, ScenarioError),
        (lambda path: read_settings(TrainConfig, path), ConfigError),
    ):
        with pytest.raises(kind) as caught:
            read(file)
        message = str(caught.value)
        assert message.startswith(str(file))
        assert words in message
        assert "\n" not in message
        assert len(message) < len(str(file)) + 400


@pytest.mark.parametrize(("text", "words"), VALUES)
def test_values_of_commands(text, words):
    with pytest.raises(OptionError) as caught:
        value_of("--reward", f"{{seed: {text}}}" if "\n" not in text else f"seed: {text}")
    message = str(caught.value)
    assert message.startswith("--reward: '")
    assert "is not a YAML value: " in message
    assert len(message) < 500


@pytest.mark.parametrize("option", ["grid=2001-99-99", "rulings=" + "[" * 3000, "grid=!!int x"])
def test_an_option_of_a_command_is_named(option):
    with pytest.raises(OptionError, match=f"^option '{option.partition('=')[0]}': "):
        options_from([option])


def test_an_alias_counts_as_often_as_it_is_used(tmp_path):
    file = tmp_path / "bomb.yaml"
    file.write_text(BOMB)
    with pytest.raises(ScenarioError, match="more than 50 levels or 100000 values"):
        load(file)
    shared = parse("a: &a [1, 2]\nb: [*a, *a]")
    assert shared == {"a": [1, 2], "b": [[1, 2], [1, 2]]}


def test_half_of_a_surrogate_pair_is_refused():
    """A byte of the command line that is no UTF-8 becomes one."""
    with pytest.raises(OptionError, match="is half of a surrogate pair, expected YAML"):
        options_from(["deadlock=\udcff"])


def test_a_file_is_read_up_to_the_bound(tmp_path, monkeypatch):
    monkeypatch.setattr(yaml_file, "MAX_BYTES", 10)
    file = tmp_path / "own.yaml"
    file.write_text("a: 123456\n")
    assert yaml_file.read(file) == {"a": 123456}
    file.write_text("a: 1234567\n")
    for read, kind in (
        (load, ScenarioError),
        (lambda p: read_settings(TrainConfig, p), ConfigError),
    ):
        with pytest.raises(kind, match=r"own\.yaml: expected at most 10 bytes of YAML, got more"):
            read(file)


def test_a_file_with_many_wrong_keys_has_the_first_listed(tmp_path):
    file = tmp_path / "own.yaml"
    file.write_text("".join(f"'k\\x1b{k}': 1\n" for k in range(5000)))
    for read, kind in (
        (load, ScenarioError),
        (lambda p: read_settings(TrainConfig, p), ConfigError),
    ):
        with pytest.raises(kind) as caught:
            read(file)
        assert str(caught.value).count("\n") <= 21
        assert " more" in str(caught.value).splitlines()[-1]


def test_plain_values_are_what_pyyaml_makes_of_them():
    text = 'a: [1, -2.5, .inf, yes, ~, 0x10, 1e3, "é"]\n3: {b: text}\n'
    assert parse(text) == {
        "a": [1, -2.5, float("inf"), True, None, 16, "1e3", "é"],
        3: {"b": "text"},
    }
    assert parse("") is None
    assert parse("18446744073709551615") == 2**64 - 1


def test_long_values_are_cut_in_messages(tmp_path):
    file = tmp_path / "own.yaml"
    file.write_text(f"minutes: {'x' * 9000}\nlayers: {[[[[1] * 900]]] * 900}\n")
    with pytest.raises(ConfigError) as caught:
        read_settings(TrainConfig, file)
    assert all(len(line) < len(str(file)) + 400 for line in str(caught.value).splitlines())
    assert len(shown(["x" * 9000] * 9000)) < 800
