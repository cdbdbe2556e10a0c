"""Which agents a page may name: those it is offered, of any game."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from glory_agents.registry import registry
from glory_env import games
from glory_env.core.errors import unknown
from glory_env.play.messages import Refusal


@dataclass
class Allowed:
    """What a page may name.

    agents, scenario: given by the person who started the server, besides those of the project.
    """

    agents: frozenset[str] = frozenset()
    scenario: Path | None = None
    force: bool = False
    game: str = games.DEFAULT

    def offered(self) -> list[dict[str, str]]:
        """Name, one line about it and group of every agent that a page may name."""
        own = [{"name": name, "about": "", "group": ""} for name in sorted(self.agents)]
        return [
            {"name": name, "about": one.about, "group": one.group}
            for name, one in registry(self.game).items()
            if one.in_files is not None and one.installed and name not in self.agents
        ] + own

    def check_offered(self, name: str) -> None:
        """Refusal for a name that a page is not offered: to make an agent may run its code."""
        names = [one["name"] for one in self.offered()]
        if name not in names and name not in games.game(self.game).page_agents():
            raise Refusal("bad_input", unknown("partner", name, names))
