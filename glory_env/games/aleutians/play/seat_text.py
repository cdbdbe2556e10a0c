"""The Aleutians Campaign as one seat reads it: all that a text player or a language model needs.

    reader = SeatText(view.clone(seed=0), "japan", before)  # view: of an agent, or Game.clone()
    print(reader.prompt("en"))
    action = reader.read("3")                               # or AnswerError says what was expected

It is made of what the seat's page is made of (`position_view`), so nothing hidden is in it.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

from glory_env.game.seat_text import GameSeatText
from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians.envs import Game
from glory_env.games.aleutians.play import story, words
from glory_env.games.aleutians.play.choices import about, in_order
from glory_env.games.aleutians.play.position import map_view, position_view
from glory_env.games.aleutians.play.position_text import PositionText, facts_of
from glory_env.games.aleutians.scenario.load import Scenario
from glory_env.games.aleutians.state import SIDES
from glory_env.text import sentences
from glory_env.text.answers import AnswerError, Option, runs
from glory_env.text.lazy import Joined, Say, Text

__all__ = ["AnswerError", "SeatText"]

N = "N"  # in place of the amount in the words of a range
# Decisions of each phase that have a guide, in the order in which they are asked.
GUIDES = {
    "setup": ("place_flying_boat", "place_submarine"),
    "second_phase": ("second_phase",),
    "supply": ("income", "withdraw", "arrival"),
    "recon": ("recon_boat", "recon_aircraft", "recon_node", "spot_attack"),
    "naval": ("form", "load_supply", "sail", "sail_step", "submarine_node", "search_submarine"),
    "air": ("air_target", "air_group", "air_order", "aim", "cover", "air_loss", "bomb"),
    "surface": ("battle_area", "declare", "line", "shift", "fire"),
    "unload": ("disembark", "recover"),
    "landing": ("land_fleet", "gunfire", "landing_battle", "ground_loss"),
    "ground_move": ("ground_move",),
    "ground_battle": ("ground_loss",),
    "return": ("return_fleet", "build", "return_aircraft", "rebase"),
    "victory": ("change_strategy", "withdraw"),
}
AT_SEA = ("setup", "recon", "naval")  # phases that ask for ways at sea


class SeatText(GameSeatText):
    """One moment of a game for a seat, "japan" or "allies"; arguments as for `GameSeatText`."""

    position_heading = Say("campaign.player.position")
    game: Game

    def introduction(self) -> Text:
        """Which side the reader leads."""
        return Say("campaign.player.seat", side=Say(f"campaign.side_short.{self.seat}"))

    # --- the parts -----------------------------------------------------------------------
    def rules(self) -> list[tuple[Text, list[Text]]]:
        """Headings with short rules: the aim, the phase that is being played, ways at sea."""
        sections: list[tuple[Text, list[Text]]] = [(Say("player.aim"), self._aim())]
        phase = self.game.phase
        asked = [self.game.decision] if self._is_asked else []
        names = dict.fromkeys([*asked, *GUIDES.get(phase, ())])
        guides = [_guide(one) for one in names if f"campaign.guide.{one}" in sentences("en")]
        if guides:
            sections.append((Say("player.phase", phase=words.phase(self.game.record)), guides))
        if phase in AT_SEA:
            sections.append((Say("campaign.player.sea"), _links(self.game.scenario)))
        return sections

    def position(self) -> list[Text]:
        """Turn, points, supply; fleets, places, and all units that the seat sees."""
        return PositionText(self.game.scenario, self._view(self.game), self.seat).lines()

    def changes(self) -> list[Text]:
        """What has happened since the moment `before`; empty without one."""
        if self.before is None:
            return []
        old, now = self._view(self.before), self._view(self.game)
        begun = [Say("player.turn", turn=now["turn"])] if now["turn"] != old["turn"] else []
        return [*begun, *(one["words"] for one in story.events(self.game.scenario, old, now))]

    def question(self) -> list[Text]:
        """What is asked, and of which piece or fight; empty where the seat is not asked."""
        if not self._is_asked:
            return []
        asked, named = words.question(self.game.record), about(self.game.scenario, self._g)
        if "words" not in named:
            return [asked]
        return [Say("campaign.terminal.question", question=asked, about=named["words"])]

    def options(self) -> list[Option]:
        """The legal actions, endings last; empty where the seat is not asked."""
        if not self._is_asked:
            return []
        legal = in_order(self.game.legal_actions())
        entries = [self._option(k) for k in legal if not _is_number(k)]
        ranges = [self._range(run) for run in runs([k for k in legal if _is_number(k)])]
        return [*ranges, *entries]

    # --- inside --------------------------------------------------------------------------
    @property
    def _g(self) -> Any:
        return self.game.record

    @property
    def _is_asked(self) -> bool:
        return self.game.actor == self.seat

    def _view(self, game: Game) -> dict[str, Any]:
        return position_view(game.scenario, game.record, SIDES.index(self.seat))

    def _option(self, action: int) -> Option:
        scenario, g = self.game.scenario, self._g
        named, more = words.named(scenario, g, action), []
        if action < a.NODE:
            side = int(scenario.tables[0].side[action])
            more = [] if SIDES[side] == self.seat else [words.side(side)]
            more += [facts_of(scenario, action)]
        if (where := words.stands(scenario, g, action)) is not None:
            more.append(Say("campaign.player.now", where=where))
        return Option(named, more, [action], range(0))

    def _range(self, run: list[int]) -> Option:
        if len(run) == 1:
            return Option(_points(run[0]), [], run, range(0))
        amounts = range(run[0] - a.NUMBER, run[-1] - a.NUMBER + 1, run[1] - run[0])
        return Option(Say("campaign.player.supply", n=N), [], run, amounts, _points)

    def _aim(self) -> list[Text]:
        s = self.game.scenario.tables[0]
        ends = [int(points) for points in s.levels[:4]]
        win = int(s.japan_wins[self._g.soviet])
        spans = [f"<= {ends[0]}"]
        spans += [f"{low + 1}-{high}" for low, high in pairwise(ends)]
        spans.append(f">= {ends[-1] + 1}")
        levels = [
            Say("campaign.player.level", span=span, level=Say(f"campaign.level.{k}"))
            for k, span in enumerate(spans)
        ]
        return [
            Say(f"campaign.welcome.job_{self.seat}"),
            Say("campaign.player.points", win=win, lose=ends[0]),
            Joined(levels, "list.semicolon"),
            *(Say(f"campaign.welcome.{one}") for one in ("turn", "hidden", "supply")),
            Say("campaign.player.map"),
        ]


def _is_number(action: int) -> bool:
    return a.NUMBER <= action < a.SHIFT_ACTION


def _points(action: int) -> Text:
    return Say("campaign.player.supply", n=action - a.NUMBER)


def _guide(decision: str) -> Text:
    asked = Say(f"campaign.question.{decision}")
    return Say("campaign.player.point", question=asked, guide=Say(f"campaign.guide.{decision}"))


@cache
def _links(scenario: Scenario) -> list[Text]:
    seas = map_view(scenario)["seas"]
    names = {one["id"]: one["name"] for one in seas}
    return [
        Say(
            "campaign.player.links",
            sea=one["name"],
            links=Joined([names[link] for link in one["links"]]),
        )
        for one in seas
    ]
