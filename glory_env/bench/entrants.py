"""Who is measured: a policy, a family of training seeds, or a policy for each attitude."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import combinations
from pathlib import Path
from typing import NamedTuple

from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.entries import stands_for
from glory_env.bench.config import ANGLES, SELFISH
from glory_env.bench.fingerprint import fingerprint, known
from glory_env.envs.agent import AgentError
from glory_env.scenarios import Scenario
from glory_env.strength.adopt import seeds

# What decides how agents play and what is kept of it, for the cache key of kept games.
SOURCES = {
    "glory_agents": ("**/*.py",),
    "glory_env": (
        "core/*.py", "rules/*.py", "scenarios/*.py", "engine/*.py", "game/*.py", "envs/*.py",
        "bench/pairs.py", "bench/statistics.py", "bench/metrics.py", "bench/store.py",
        "calibration/games.py",
    ),
}  # fmt: skip


class Entrant(NamedTuple):
    """name: in tables. seeds: at each angle the policies trained alike but for their seed."""

    name: str
    seeds: dict[float, tuple[str, ...]]

    def policy(self, angle: float = SELFISH) -> str:
        """Its first policy at an angle."""
        return self.seeds[angle][0]

    @property
    def policies(self) -> tuple[str, ...]:
        """All of its policies."""
        return tuple(dict.fromkeys(name for names in self.seeds.values() for name in names))


def entrants(given: Sequence[str | dict[str, dict[float, str]]]) -> list[Entrant]:
    """Entrants of a configuration's `agents`; AgentError for a name given twice."""
    found = []
    for entry in given:
        if isinstance(entry, str):
            family = _family(entry)
            found.append(Entrant(entry.split("+")[0], dict.fromkeys(ANGLES, family)))
        else:
            ((name, policies),) = entry.items()
            found.append(Entrant(name, {angle: _family(policies[angle]) for angle in ANGLES}))
    names = [entrant.name for entrant in found]
    for name in names:
        if names.count(name) > 1:
            raise AgentError(f"agents: {name!r} is named twice")
    return found


def check(names: Iterable[str], scenario: Scenario) -> None:
    """AgentError where one does not exist or was trained in another scenario."""
    for name in dict.fromkeys(names):
        try:
            agent = known(name)
            if isinstance(agent, LearnedAgent):
                agent.check(scenario)
        except AgentError as error:
            raise AgentError(f"agents: {error}") from None


def distinct(found: Sequence[Entrant]) -> None:
    """AgentError where a policy would be measured twice and taken for two.

    That is a seed twice in a family, or two entrants with the same policies at all angles. Networks
    are the same by their content, whatever they are called, all others by their names.
    """
    for entrant in found:
        for family in entrant.seeds.values():
            _refuse_twins({name: _same(name) for name in family}, family)
    policies = {e.name: tuple(_same(e.policy(angle)) for angle in ANGLES) for e in found}
    _refuse_twins(policies, list(policies))


def _refuse_twins(same: Mapping[str, object], names: Sequence[str]) -> None:
    """AgentError naming the first two names that are the same."""
    for one, other in combinations(names, 2):
        if same[one] == same[other]:
            raise AgentError(f"agents: {one!r} and {other!r} are the same policy: name one of them")


def _same(name: str) -> str:
    """Alike for names of one policy."""
    return fingerprint(name) if kind(name) == "network" else name


def _family(name: str) -> tuple[str, ...]:
    """Seeds joined by +; of a pretrained name without a seed all seeds, the one it means first."""
    if "+" in name:
        return tuple(name.split("+"))
    one = stands_for(name)
    if one is None:
        return (name,)
    others = next(names for names in seeds().values() if one in names)
    return (one, *(other for other in others if other != one))


def is_slow(name: str) -> bool:
    """A planner: it plays game by game."""
    return not hasattr(known(name), "act_batch")


def heeds_objective(name: str) -> bool:
    """Whether it may play otherwise at another angle."""
    agent = known(name)
    return isinstance(agent, LearnedAgent) and "objective.cos" not in agent.about["conditioning"]


def kind(name: str) -> str:
    """network, planner or script, for the tables."""
    if isinstance(known(name), LearnedAgent):
        return "network"
    return "planner" if is_slow(name) else "script"


def sources() -> list[Path]:
    """The files that decide how agents play, in a fixed order."""
    return [
        file
        for package, patterns in SOURCES.items()
        for pattern in patterns
        for file in sorted(Path(str(files(package))).glob(pattern))
    ]


@cache
def code() -> str:
    """sha256 over the sources that decide how agents play."""
    digest = hashlib.sha256()
    for file in sources():
        digest.update(file.read_bytes())
    return digest.hexdigest()
