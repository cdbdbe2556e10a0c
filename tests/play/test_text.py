"""The catalogue: the same keys and placeholders in all languages, every key used, none missing."""

from __future__ import annotations

import re
import string
from pathlib import Path

import pytest

from glory_env.games.glory import actions as a
from glory_env.games.glory import state as st
from glory_env.text import LANGUAGES, action_key, catalogue, say, sentences
from glory_env.text.lazy import Capital, Joined, Name, Say, as_json

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "glory_env/page/js"
# What is said by a person's terminal has to be shown by any terminal.
PAGE_ONLY = ("page.", "option.", "help.")
# Parts of the catalogue that the page walks through as a whole.
WHOLE = ("help.",)


def placeholders(sentence: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(sentence) if name is not None}


def test_all_languages_have_the_same_keys_and_placeholders():
    english = sentences("en")
    for language in LANGUAGES:
        other = sentences(language)
        assert set(other) == set(english)
        for key, sentence in other.items():
            assert placeholders(sentence) == placeholders(english[key]), key
            assert sentence.strip() or key == "list.space", key


def test_english_for_the_terminal_is_ascii():
    for key, sentence in sentences("en").items():
        assert sentence.isascii() or key.startswith(PAGE_ONLY), key


def test_rule_ids_and_targets_do_not_depend_on_the_language():
    for key, sentence in sentences("en").items():
        if key.endswith((".rules", ".target")):
            assert all(sentences(language)[key] == sentence for language in LANGUAGES), key


def used_patterns() -> list[re.Pattern[str]]:
    """The keys that stand in the sources; what is filled in at run time matches anything."""
    parts = "|".join({key.partition(".")[0] for key in sentences("en")})
    token = re.compile(rf"(?:(?<=[\"`])|\b)({parts})\.((?:[\w.-]|\$?\{{[^{{}}]*\}})+)")
    keys = set()
    for file in [*(ROOT / "glory_env").rglob("*.py"), *PAGE.rglob("*.js")]:
        text = file.read_text(encoding="utf-8")
        keys |= {f"{part}.{rest}" for part, rest in token.findall(text)}
        if file.parent.name == "terminal":  # its own sentences are named without their part
            keys |= {f"terminal.{name}" for name in re.findall(r'"(\w+(?:\{\w+\})?)"', text)}
    wild = [".*".join(map(re.escape, re.split(r"\$?\{[^{}]*\}", key))) for key in keys]
    return [re.compile(pattern) for pattern in wild]


def test_every_sentence_is_used():
    patterns = used_patterns()
    unused = [
        key
        for key in sentences("en")
        if not key.startswith(WHOLE) and not any(one.fullmatch(key) for one in patterns)
    ]
    assert unused == []


def test_every_key_of_the_page_is_there():
    keys = sentences("en")
    for file in PAGE.rglob("*.js"):
        for key in re.findall(r'\bt\(\s*"([^"]+)"', file.read_text(encoding="utf-8")):
            assert key in keys, f"{file.name}: {key}"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_has_a_question_and_help(language):
    for decision in st.DECISIONS:
        assert say(f"decision.{decision}.question", language)
        assert say(f"decision.{decision}.help", language)
    for phase in st.PHASES:
        assert say(f"phase.{phase}", language)
    for decision in st.DECISIONS:
        for part, names in (("verb", a.VERBS), ("block", ("counter", "box", "amount", "kind"))):
            for name in names:
                assert action_key(decision, part, name) in sentences(language)


def test_what_is_wrong_is_named():
    with pytest.raises(KeyError, match=r"no sentence 'decision.pay.qestion' in language 'ja'"):
        say("decision.pay.qestion", "ja")
    with pytest.raises(KeyError, match=r"sentence 'reason.not_here' needs a value for 'item'"):
        say("reason.not_here", box="Java")
    with pytest.raises(ValueError, match="language 'fr': expected one of en, ja"):
        catalogue("fr")


def test_texts_are_said_when_their_language_is_known():
    java = Name({"en": "Java", "ja": "ジャワ"})
    words = Joined([Capital(Say("decision.battle.action.box", box=java)), "", "R1"])
    assert str(words) == "Fight in Java, R1"
    assert words.to("ja") == "ジャワで戦う、R1"
    assert as_json({"a": [words], "n": 1}, "en") == '{"a":["Fight in Java, R1"],"n":1}'
    assert Name({"en": "Java", "ja": ""}).to("ja") == "Java"
