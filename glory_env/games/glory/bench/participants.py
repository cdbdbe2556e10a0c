"""What is measured: a policy, a family of training seeds, or a policy for each attitude."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from itertools import combinations
from typing import Any, NamedTuple

from glory_agents.learned.names import TENSORS
from glory_agents.learned.shipped import PRETRAINED, alias_target, is_installed, seeds_of
from glory_env.envs.agent import AgentError
from glory_env.games.glory.bench.config import ANGLES, SELFISH
from glory_env.games.glory.bench.policies import fingerprint, is_network, kind, policy
from glory_env.games.glory.scenario import Scenario


class Participant(NamedTuple):
    """name: in tables. seeds: at each angle the policies trained alike but for their seed. games:
    how many a pairing of one of them has in tables of its own, 0 for as many as are configured."""

    name: str
    seeds: dict[float, tuple[str, ...]]
    games: int = 0

    def policy(self, angle: float = SELFISH) -> str:
        """Its first policy at an angle."""
        return self.seeds[angle][0]

    @property
    def policies(self) -> tuple[str, ...]:
        """All of its policies."""
        return tuple(dict.fromkeys(name for names in self.seeds.values() for name in names))


def participants(
    entries: Sequence[str | dict[str, dict[float, str]]], family_games: int = 0
) -> list[Participant]:
    """Participants of a configuration's `agents`; AgentError for a name given twice.

    family_games: `Pairing.games` of the members of a family of several.
    """
    named = []
    for entry in entries:
        if isinstance(entry, str):
            name, seeds = entry.split("+")[0], dict.fromkeys(ANGLES, members(entry))
        else:
            ((name, policies),) = entry.items()
            seeds = {angle: members(policies[angle]) for angle in ANGLES}
        several = any(len(family) > 1 for family in seeds.values())
        named.append(Participant(name, seeds, family_games if several else 0))
    names = [participant.name for participant in named]
    for name in names:
        if names.count(name) > 1:
            raise AgentError(f"agents: {name!r} is named twice")
    return named


def check(names: Iterable[str], scenario: Scenario) -> None:
    """AgentError where one does not exist or was trained in another scenario."""
    for name in dict.fromkeys(names):
        try:
            agent: Any = policy(name)
            if is_network(agent):
                agent.check(scenario)
        except AgentError as error:
            raise AgentError(f"agents: {error}") from None


def distinct(measured: Sequence[Participant]) -> None:
    """AgentError where a policy would be measured twice and taken for two.

    That is a seed twice in a family, or two participants with the same policies at all
    angles. Networks are the same by their content, whatever they are called, all others by their
    names.
    """
    for participant in measured:
        for family in participant.seeds.values():
            _refuse_twins({name: _same(name) for name in family}, family)
    policies = {e.name: tuple(_same(e.policy(angle)) for angle in ANGLES) for e in measured}
    _refuse_twins(policies, list(policies))


def _refuse_twins(same: Mapping[str, object], names: Sequence[str]) -> None:
    """AgentError naming the first two names that are the same."""
    for one, other in combinations(names, 2):
        if same[one] == same[other]:
            raise AgentError(f"agents: {one!r} and {other!r} are the same policy: name one of them")


def _same(name: str) -> str:
    """Alike for names of one policy."""
    return fingerprint(name) if kind(name) == "network" else name


def members(name: str) -> tuple[str, ...]:
    """The policies of a family: seeds joined by +, or those that a single name means.

    A pretrained name without a seed means all seeds that are installed, the one whose alias it is
    first; a line on stderr tells which are not.
    """
    if "+" in name:
        return tuple(name.split("+"))
    one = alias_target(name)
    if one is None:
        return (name,)
    others = next((names for names in families().values() if one in names), ())
    if away := [seed for seed in seeds_of(one) if not is_installed(seed)]:
        _tell(
            f"{name}: without {', '.join(away)}: their weights are not installed, they are in the "
            f"repository of the project; played by {', '.join(others)}"
        )
    return (one, *(other for other in others if other != one))


@cache
def _tell(line: str) -> None:
    """Once in a process."""
    print(line, file=sys.stderr)


def families() -> dict[str, list[str]]:
    """Objective -> the networks of the project that are installed, by seed."""
    by_name: dict[str, list[tuple[int, str]]] = {}
    for file in PRETRAINED.glob(f"*/{TENSORS}"):
        about: dict[str, Any] = json.loads(file.with_suffix(".json").read_text(encoding="utf-8"))
        network = about["seed"], file.parent.name
        by_name.setdefault(about["config"]["name"], []).append(network)
    return {name: [network for _, network in sorted(by_name[name])] for name in sorted(by_name)}
