"""Is a folder fit to be measured? What `glory bench submit-check` looks at.

An entrant is a folder with an `agent.yaml` (`glory_agents.custom_agents`). It is played a little,
in both seats, on dice that are kept for this (`SEEDS`), and nothing of it is kept.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np

from glory_agents.custom_agents import CARD, read_card
from glory_agents.registry import is_held_out, make_agent
from glory_env.bench.digests import content
from glory_env.bench.pairs import BATCH, play_pairs
from glory_env.envs.agent import Agent, AgentError, GameView, plays_batches
from glory_env.envs.guard import BatchGuard, Guard, SeenGames, one_line
from glory_env.games.glory.bench.policies import fingerprint

SEEDS = 9_000_000  # the first of the dice
GAMES = 20
SINGLY = 2  # games that are played decision by decision as well
PARTNER = "withdraw_in_time"
ASKED = ("name", "about", "authors", "licence", "trained_with", "budget")  # of the card


class Finding(NamedTuple):
    """What was looked at. passed: None where there is nothing to pass."""

    what: str
    passed: bool | None
    says: str


class OneByOne:
    """An agent without its `act_batch`."""

    def __init__(self, agent: Agent) -> None:
        self.agent = agent
        self.reset, self.act, self.explain = agent.reset, agent.act, agent.explain


class _Compared(Guard):
    """An agent that may not write to what it is given: AgentError where it has."""

    def _call(self, method: str, *given: Any) -> Any:
        before = [array.copy() for array in _arrays(given)]
        answer = super()._call(method, *given)
        for what, old, new in zip(_GIVEN.get(method, ()), before, _arrays(given), strict=False):
            if old.tobytes() != new.tobytes():
                raise AgentError(f"{method} has written to the {what} that it was given")
        return answer


class _ComparedBatch(_Compared, BatchGuard):
    pass


_GIVEN = {
    "act": ("observation", "mask", "record"),
    "act_batch": ("observations", "masks", "draws", "records"),
}


def _arrays(given: tuple[Any, ...]) -> list[np.ndarray]:
    """What is handed over at a call of `act` or `act_batch`."""
    arrays = []
    for one in given:
        if isinstance(one, GameView):
            arrays.append(one._game.games)
        elif isinstance(one, SeenGames):
            arrays.append(one._games)
        elif isinstance(one, np.ndarray):
            arrays.append(one)
    return arrays


def compared(agent: Any) -> Agent:
    """An agent that is not part of the project, watched for what it writes."""
    if not isinstance(agent, Guard):
        raise AgentError("expected an agent that is not part of the project")
    kind = _ComparedBatch if plays_batches(agent) else _Compared
    return kind(agent.guarded_agent, agent.guarded_name)


def check(folder: Path, scenario: str = "glory") -> Iterator[Finding]:
    """One finding after the other; none after the first that keeps the agent from playing.

    AgentError for a folder without a card, or with one that cannot be read.
    """
    if not (folder / CARD).is_file():
        raise AgentError(f"{folder}: expected a folder with {CARD}")
    card, name = read_card(folder), str(folder)
    missing = [key for key in ASKED if not getattr(card, key)]
    yield Finding(
        "card", not missing, f"{CARD} lacks {', '.join(missing)}" if missing else card.name
    )
    held = [one for one in card.trained_with if is_held_out(one)]
    says = f"learnt from {', '.join(held)}, which are kept for measuring" if held else "public only"
    yield Finding("learnt from", not held, says)
    try:
        agent = make_agent(name)
    except AgentError as error:
        yield Finding("made", False, str(error))
        return
    yield Finding("made", True, card.entry)
    in_batches = plays_batches(agent)
    slowly = "no act_batch: it is played game by game, and in few tasks"
    yield Finding("many games at once", None, "act_batch" if in_batches else slowly)
    games = GAMES if in_batches else SINGLY
    started = time.perf_counter()
    try:
        first = digest(name, games, scenario, wrap=compared)
    except Exception as error:  # foreign code, and the engine's word for an illegal action
        yield Finding("plays", False, one_line(error))
        return
    seconds = time.perf_counter() - started
    yield Finding("plays", True, f"{games} games in each seat with {PARTNER}, {seconds:.1f} s")
    same = "the same games from the same seeds"
    yield _alike(same, first, lambda: digest(name, games, scenario))
    if in_batches:
        few = "the same games whatever is played beside them"
        yield _alike(few, first, lambda: digest(name, games, scenario, batch=7))
        whole = digest(name, SINGLY, scenario)
        single = "act plays as act_batch"
        yield _alike(single, whole, lambda: digest(name, SINGLY, scenario, wrap=OneByOne))
    size = sum(file.stat().st_size for file in folder.rglob("*") if file.is_file())
    yield Finding("size", None, f"{size / 1e6:.1f} MB")
    yield Finding("fingerprint", None, fingerprint(name)[:16])
    yield Finding("digest", None, first[:16])


def digest(
    name: str,
    games: int = GAMES,
    scenario: str = "glory",
    batch: int = BATCH,
    wrap: Callable[[Agent], Any] = lambda agent: agent,
) -> str:
    """sha256 in hex over an agent's games from SEEDS on, in both seats with PARTNER.

    It shows whether an agent is the one that a published table measured.
    """
    hasher = sha256()
    for pair in ((name, PARTNER), (PARTNER, name)):
        army, navy = (wrap(make_agent(one)) if one == name else make_agent(one) for one in pair)
        finals = play_pairs(army, navy, games, SEEDS, scenario, batch=batch).finals
        hasher.update(b"".join(content(finals)))
    return hasher.hexdigest()


def _alike(what: str, wanted: str, played: Callable[[], str]) -> Finding:
    try:
        actual = played()
    except Exception as error:  # foreign code
        return Finding(what, False, one_line(error))
    return Finding(what, actual == wanted, "yes" if actual == wanted else "no: other games")
