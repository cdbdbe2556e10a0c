"""The text of one seat of the second game: all its legal actions, and nothing that is hidden."""

from __future__ import annotations

import random
import re
from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env import aleutians_v0
from glory_env.cli.main import main
from glory_env.core.record import copy_games
from glory_env.envs.agent import GameView
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.actions import NUMBER, SHIFT_ACTION
from glory_env.games.aleutians.envs import Game
from glory_env.games.aleutians.generated import kernels
from glory_env.games.aleutians.play.seat_text import GUIDES, AnswerError, SeatText
from glory_env.games.aleutians.rules.free_setup import is_secret
from glory_env.text import LANGUAGES, catalogue
from glory_env.text.answers import listed
from tests.agents.stub_endpoint import first_answer, serving, valid

from .leaks import random_games, scatter
from .positions import scenario

ALL = {"optional_rules": st.OPTIONAL_RULES, "rulings": ["closed_fleet_size"]}


def moments(seed: int, most: int, **options: Any) -> Iterator[Game]:
    """Decisions with a choice of a game of random play."""
    rng = random.Random(seed)
    game = Game(seed=seed, auto_forced=True, **options)
    for _ in range(most):
        if game.outcome != "playing":
            return
        yield game
        game.act(rng.choice(game.legal_actions()))


def assert_all_read_back(game: Game) -> None:
    """Every legal action is once in the text of both languages, and read back as itself."""
    reader = SeatText(game, game.actor)
    found = reader.options()
    assert sorted(k for one in found for k in one.actions) == game.legal_actions()
    for language in LANGUAGES:
        lines = [line.to(language) for line in listed(found)]
        said = {line.partition(". ")[2] or line for line in lines}
        assert len(said) == len(lines), game.decision
        assert "\n".join(lines) in reader.prompt(language, rules=False)
        for k, (one, line) in enumerate(zip(found, lines, strict=True), 1):
            if not one.amounts:
                (action,) = one.actions
                assert reader.read(str(k)) == action
                assert reader.read(line) == action
                continue
            for amount, action in zip(one.amounts, one.actions, strict=True):
                assert action == NUMBER + amount
                answer = f"{amount}" if len(found) == 1 else f"{k} {amount}"
                assert reader.read(f"I agree.\n{answer}") == action


def test_every_legal_action_of_either_seat_is_in_the_text_and_read_back() -> None:
    seats = set()
    for k, game in enumerate(moments(4, 240)):
        if k % 10 == 0:
            seats.add(game.actor)
            assert_all_read_back(game)
    assert seats == set(st.SIDES)


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, ALL, {"setup": "free"}])
def test_every_legal_action_of_whole_games_is_read_back(options: dict[str, Any]) -> None:
    asked = set()
    for seed in range(3):
        for k, game in enumerate(moments(seed, 4000, **options)):
            if game.decision not in asked or k % 5 == 0:
                asked.add(game.decision)
                assert_all_read_back(game)
    assert len(asked) > 30, asked


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_word_is_an_answer_and_supply_is_an_amount(language: str) -> None:
    for game in moments(4, 2000):
        if game.decision == "income" and len(game.legal_actions()) > 1:
            break
    reader = SeatText(game, game.actor)
    (one,) = reader.options()
    assert all(NUMBER <= action < SHIFT_ACTION for action in one.actions)
    assert one.exact is not None
    for action in one.actions:
        assert reader.read(one.exact(action).to(language)) == action


# --- what a seat may know ----------------------------------------------------------------------
def twin_of(games: np.ndarray, seat: int, drawing: int) -> np.ndarray:
    """The position with everything that the seat does not know drawn anew. games: GAME (1,)."""
    twin = copy_games(games).view(np.recarray)
    twin["key"] = drawing
    kernels.hide(twin, 0, scenario().tables, seat)
    if not is_secret(twin[0]):
        scatter(twin[0], scenario().tables[0], seat, np.random.default_rng(drawing))
    return twin


def compare(steps: int, every: int, n: int, **options: Any) -> tuple[int, int]:
    """Positions compared, and those of them in which something hidden was elsewhere."""
    environment = aleutians_v0.raw_env(**options)
    of = {"scenario": scenario(), "options": environment.options}
    before: dict[tuple[int, int], list[np.ndarray]] = {}
    compared = changed = 0
    for count, vector in enumerate(random_games(7, steps, n, **options)):
        if count % every:
            continue
        for i in range(n):
            for seat, name in enumerate(st.SIDES):
                one = copy_games(vector.games[i : i + 1]).view(np.recarray)
                pair = [one, twin_of(one, seat, 1 + compared)]
                earlier = before.get((i, seat), [None, None])
                texts = []
                for now, old in zip(pair, earlier, strict=True):
                    was = None if old is None else Game.of(games=old, **of)
                    texts.append(SeatText(Game.of(games=now, **of), name, was).prompt())
                where = st.DECISIONS[one["decision"][0]]
                assert texts[0] == texts[1], f"{where}, for {name}"
                before[i, seat] = pair
                changed += bool((pair[0]["at"] != pair[1]["at"]).any())
                compared += 1
    return compared, changed


@pytest.mark.parametrize(("steps", "every", "options"), [(520, 40, {}), (60, 6, {"setup": "free"})])
def test_what_a_seat_cannot_see_changes_no_word_of_its_text(
    steps: int, every: int, options: dict[str, Any]
) -> None:
    compared, changed = compare(steps, every, 2, **options)
    assert compared >= 40
    assert changed > compared // 2


@pytest.mark.slow
@pytest.mark.parametrize("options", [{}, ALL, {"setup": "free"}])
def test_nor_does_it_in_many_games(options: dict[str, Any]) -> None:
    compared, changed = compare(1500, 12, 6, **options)
    assert compared >= 1000
    assert changed > compared // 2


def test_a_seat_that_is_not_asked_gets_no_question() -> None:
    game = next(one for one in moments(4, 200) if one.turn == 1)
    other = next(seat for seat in st.SIDES if seat != game.actor)
    reader = SeatText(game, other)
    assert reader.options() == []
    assert reader.question() == []
    assert "## Legal answers" not in reader.prompt()
    with pytest.raises(AnswerError, match="nothing to decide now"):
        reader.read("1")


# --- the other parts ---------------------------------------------------------------------------
def test_the_text_has_the_aim_the_guide_and_what_has_happened() -> None:
    guides = catalogue("en")["campaign"]["guide"]
    early = Game(seed=3, auto_forced=True)
    asked = set()
    for k, game in enumerate(moments(3, 1000)):
        if game.turn == 2:
            break
        if k % 9:
            continue
        kept = game.games.tobytes()
        reader = SeatText(game, game.actor, game)
        text = reader.prompt()
        assert game.games.tobytes() == kept
        assert "<= 0 VP: decisive victory of the Allies; 1-2 VP" in text
        assert "Nothing has changed." in text
        if game.decision in guides:
            assert guides[game.decision] in text
            asked.add(game.decision)
        assert "## Rules" not in reader.prompt(rules=False)
    assert len(asked) > 5
    changes = "\n".join(map(str, SeatText(game, "japan", early).changes()))
    assert "Turn 2 has begun." in changes
    assert "is formed" in changes or "is at" in changes


def test_guides_of_phases_are_there() -> None:
    guides = catalogue("en")["campaign"]["guide"]
    assert {one for names in GUIDES.values() for one in names} <= set(guides)
    assert set(GUIDES) <= set(st.PHASES)


@pytest.mark.parametrize(
    ("answer", "says"),
    [
        ("", "is empty; expected a number from 1 to"),
        ("0", "'0' is no legal answer"),
        ("999", "'999' is no legal answer"),
        ("1 2", "'1 2' is no legal answer"),
        ("attack", "'attack' is no legal answer"),
        ("x" * 2000, "is no legal answer"),
    ],
)
def test_what_is_wrong_with_an_answer_is_said(answer: str, says: str) -> None:
    game = Game(seed=1, auto_forced=True)
    with pytest.raises(AnswerError, match=re.escape(says)):
        SeatText(game, game.actor).read(answer)


# --- the agent -----------------------------------------------------------------------------------
@pytest.mark.parametrize("seat", st.SIDES)
def test_sixty_decisions_by_an_endpoint(seat: str) -> None:
    env = aleutians_v0.raw_env(auto_forced=True)
    env.reset(seed=2)
    partner = make_agent("random", game="aleutians")
    with serving(valid) as stub:
        agent: Any = make_agent(f"llm:url={stub.url}", game="aleutians")
        agent.reset(seat, 1)
        partner.reset(next(one for one in st.SIDES if one != seat), 1)
        while len(stub.bodies) < 60:
            asked = env.agent_selection
            mask, view = env.mask.copy(), GameView(env, asked)
            player = agent if asked == seat else partner
            action = player.act(env.full_observation(asked), mask, view)
            assert mask[action]
            env.step(action)
    counts = agent.counts
    assert (counts.decisions, counts.invalid, counts.fallbacks) == (60, 0, 0)
    prompts = [body["messages"][1]["content"] for body in stub.bodies]
    assert "## Since your last decision" not in prompts[0]
    assert all("## Since your last decision" in one for one in prompts[1:])
    assert all(first_answer(one) for one in prompts)


def test_an_invalid_answer_is_explained_and_then_the_script_decides() -> None:
    game = Game(seed=1, auto_forced=True)
    with serving(lambda *_: "no idea") as stub:
        agent: Any = make_agent(f"llm:url={stub.url},asks=2,language=ja", game="aleutians")
        agent.reset(game.actor, 1)
        action = agent.act(None, game.mask, GameView(game, game.actor))
    assert game.mask[action]
    assert "合法な答えではありません" in stub.bodies[1]["messages"][3]["content"]
    assert (agent.counts.invalid, agent.counts.fallbacks) == (2, 1)
    assert "the fallback decided: careful answers" in agent.explain()


@pytest.mark.slow
def test_a_language_model_is_evaluated(capsys: pytest.CaptureFixture[str]) -> None:
    with serving(valid) as stub:
        name = f"japan=llm:url={stub.url},calls=50"
        words = ["--game", "aleutians", "--seat", name, "--seat", "allies=careful"]
        assert main(["evaluate", *words, "--games", "1"]) == 0
    assert len(stub.bodies) == 50
    assert "japan: decisions" in capsys.readouterr().out
