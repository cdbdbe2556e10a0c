"""Which players of a game have a character, and what a page shows of them."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from typing import Any, NamedTuple

from glory_agents.glory.characters.player import Character, split
from glory_agents.glory.characters.traits import CHARACTERS, PLANNER, WEAKEST, Traits
from glory_env.envs.agent import AgentError, GameView
from glory_env.games.glory.game import Game
from glory_env.games.glory.state import SERVICES
from glory_env.play.session import observation
from glory_env.text.lazy import Say, Text

LEVELS = range(WEAKEST, PLANNER + 1)
BEST = PLANNER - 1  # of those that answer at once: what plays where no level is named
_MINDS = 2  # characters kept loaded


class Profile(NamedTuple):
    """A character in a seat."""

    name: str
    level: int

    @property
    def traits(self) -> Traits:
        return CHARACTERS[self.name]

    @property
    def shown(self) -> Text:
        """Its name as people read it."""
        return Say(f"character.{self.name}.name")

    def as_dict(self) -> dict[str, Any]:
        """For the page, which has the sentences of `character.<id>` itself."""
        return {"id": self.name, "level": self.level}


def profile(agent: str) -> Profile | None:
    """The character that an agent's name means; None for all other agents and for people."""
    try:
        parts = split(agent)
    except AgentError:
        return None
    return None if parts is None else Profile(*parts)


def listed_characters() -> list[dict[str, Any]]:
    """All characters, the default one first, with the level at which they play with people."""
    return [{"id": name, "level": BEST} for name in CHARACTERS]


def at_its_best(name: str) -> str:
    """A character without a level as it plays with people; any other agent as it is named."""
    traits = CHARACTERS.get(name)
    return name if traits is None or traits.level == BEST else f"{name}:level={BEST}"


def character_names() -> frozenset[str]:
    """All names of characters with a level, as a page asks for them."""
    return frozenset(f"{name}:level={level}" for name in CHARACTERS for level in LEVELS)


@lru_cache(maxsize=_MINDS)
def _mind(name: str, level: int) -> Character:
    """A character to ask what it means to do, apart from the one that plays."""
    return Character(name, level)


def goals(game: Game, seat: str, who: Profile, share: int) -> dict[str, str]:
    """Where a character's plan sends which counter of its seat, for so large a share.

    Ids of counters and boxes. The same position, the same plan. Empty for the last level, whose
    planner makes its plans later, and where the network cannot be loaded.
    """
    if who.level == PLANNER:
        return {}
    seen, view, k = observation(game, seat), GameView(game, seat), SERVICES.index(seat)
    try:
        return _mind(who.name, who.level).targets(seen, view, "calm", k, share)
    except AgentError:
        return {}


def meant_boxes(game: Game, seat: str, who: Profile, share: int) -> list[str]:
    """Boxes worth glory points to a seat that its plan puts Active units in, most units first."""
    placed = Counter(goals(game, seat, who, share).values())
    points = game.scenario.tables[0].box_gp[:, SERVICES.index(seat)]
    boxes = [box for b, box in enumerate(game.scenario.boxes) if placed.get(box) and points[b]]
    return sorted(boxes, key=lambda box: -placed[box])
