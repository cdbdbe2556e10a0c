"""The decision objects of Glory against the rules, the words and random play."""

from __future__ import annotations

import ast
import inspect
from importlib import import_module

import numpy as np
import pytest

from glory_agents.glory.careful import careful_all
from glory_env.core.blocks import block_of
from glory_env.core.dice import key_from_seed
from glory_env.core.generate import texts
from glory_env.core.trace import blank_trace
from glory_env.games import GAMES
from glory_env.games.glory import actions, decisions, state
from glory_env.games.glory.decisions import Decision
from glory_env.games.glory.engine.options import make_options
from glory_env.games.glory.generated import kernels
from glory_env.games.glory.scenario import load
from glory_env.games.glory.words.facts import FIGURES
from glory_env.text import LANGUAGES, action_key, sentences

ASKED = decisions.ALL[1:]
BLOCKS = {block.start: block for block in actions.BLOCKS}
each_decision = pytest.mark.parametrize("decision", ASKED, ids=lambda decision: decision.name)
# The constants of actions.py: starts of blocks, and verbs.
NAMES = {
    name: k for name, k in vars(actions).items() if type(k) is int and not hasattr(state, name)
}


def test_every_code_has_its_object():
    assert [decision.code for decision in decisions.ALL] == list(range(len(state.DECISIONS)))
    assert len({decision.name for decision in decisions.ALL}) == len(state.DECISIONS)


@pytest.mark.parametrize("name", GAMES)
def test_the_compiled_entry_points_are_up_to_date(name: str):
    package = f"glory_env.games.{name}"
    for path, text in texts(package).items():
        written = path.read_text(encoding="utf-8")
        assert written == text, f"run python -m glory_env.core.generate {package}"


@each_decision
def test_actions_are_those_of_the_rules(decision: Decision):
    module = import_module(f"glory_env.games.glory.rules.{decision.module}")
    tree = ast.parse(inspect.getsource(getattr(module, f"legal_{decision.name}")))
    names = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    offered = {NAMES[name] for name in names & set(NAMES)}
    if "offer_counter" in names:
        offered.add(actions.COUNTER)
    assert set(decision.actions) == offered


@each_decision
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_decision_and_action_has_words(decision: Decision, language: str):
    keys = {f"decision.{decision.name}.{part}" for part in ("question", "help")}
    for action in decision.actions:
        if action == actions.ASK:
            keys.add("action.talk.ask")
        elif action == actions.TALK:
            keys |= {"action.talk.said", "action.talk.asked"}
            keys |= {f"statement.{name}.name" for name in state.STATEMENTS}
        elif action in BLOCKS and action != actions.VERB:
            keys.add(action_key(decision.name, "block", BLOCKS[action].name))
        else:
            keys.add(action_key(decision.name, "verb", actions.VERBS[action - actions.VERB]))
    assert keys - set(sentences(language)) == set()


# Hardly ever met by chance; the rule tests ask them.
RARE = {"move_embark", "move_land", "hybrid_modifier", "produce_counter"}


# --- random play ---------------------------------------------------------------------------
def used(mask: np.ndarray) -> set[int]:
    """Blocks, verbs and the request of the legal actions."""
    legal = np.flatnonzero(mask).tolist()
    single = {*range(actions.VERB, actions.TALK), actions.ASK}
    return {k if k in single else block_of(actions.BLOCKS, k).start for k in legal}


def play(options: dict, seed: int, legal: dict[int, set[int]], actors: dict[int, set[int]]) -> None:
    """One random game, careful for seeds by 2: what is legal at each decision, who is asked."""
    tables, rng = load("glory").tables, np.random.default_rng(seed)
    games, trace = np.zeros(1, state.GAME), blank_trace()
    masks, chosen = np.zeros((1, actions.N_ACTIONS), np.int8), np.zeros(1, np.int64)
    make_options(**options).write(games)
    games["key"] = key_from_seed(seed)
    kernels.begin(games, 0, tables)
    kernels.step(games, 0, tables, trace, masks[0], kernels.PLAY_ON, False)
    g, count = games[0], 0
    while g.outcome == state.PLAYING:
        decision = decisions.pending(g)
        assert g.phase == decision.phase
        legal.setdefault(decision.code, set()).update(used(masks[0]))
        actors.setdefault(decision.code, set()).add(int(g.actor))
        careful_all(games, tables, masks, seed, count, chosen)
        action = rng.choice(np.flatnonzero(masks[0])) if seed % 2 else chosen[0]
        kernels.step(games, 0, tables, trace, masks[0], int(action), False)
        count += 1


def test_random_play_meets_the_actions_and_services_of_the_objects():
    legal: dict[int, set[int]] = {}
    actors: dict[int, set[int]] = {}
    for seed in range(60):
        play({"deadlock": ("lot", "janken")[seed // 2 % 2]}, seed, legal, actors)
        play({"production": "joint_vote"}, seed, legal, actors)
        play({"talk": "cheap"}, seed, legal, actors)
    for decision in ASKED:
        if decision.code in legal:
            assert legal[decision.code] == set(decision.actions), decision.name
            if decision.asked in state.SERVICES:
                assert actors[decision.code] == {state.SERVICES.index(decision.asked)}
    missed = {decision.name for decision in ASKED} - {state.DECISIONS[code] for code in legal}
    assert missed <= RARE


def test_every_figure_of_a_question_is_known():
    assert {name for decision in decisions.ALL for name in decision.figures} == set(FIGURES)
