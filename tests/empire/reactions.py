"""Positions of the reaction player's steps: landings, battles and hands laid in the laboratory.

The common position: the Allies have landed at Hollandia 3520, empty and Japanese; Japan has
aircraft and a cruiser at Wewak 3720, an army at Biak 3319 and its HQ at Truk.
"""

from __future__ import annotations

from collections.abc import Iterable

from glory_env.games.empire.laboratory import Laboratory
from glory_env.games.empire.rules.battle_hexes import landing_at, name_landing
from glory_env.games.empire.rules.board import remove_unit
from glory_env.games.empire.rules.frames import go_to
from glory_env.games.empire.rules.offensive import S4_WEATHER, begin_offensive
from glory_env.games.empire.state import ABSENT, CARD_TABLE, FIRST_COVER, PILES

from . import world
from .battles import Choices

HQ = "j_hq_southseas"
HOLLANDIA, WEWAK, BIAK, AITAPE, TRUK, SEA = 3520, 3720, 3319, 3620, 4017, 3419
EVENT = 40  # Allied military card without effects: OV 3, values 3 as an operation and 5 as an event
SURPRISE_EVENT = 13  # OV 3, value 3


class Answered(Laboratory):
    """An offensive of which all moves are made."""

    def moved(
        self,
        *dice: int,
        landings: Iterable[int] = (),
        battles: Iterable[int] = (),
        covers: dict[str, int] | None = None,
        zone: bool = True,
        event: bool = False,
    ) -> Answered:
        """Go on with S4; covers: who covers which landing."""
        self.g.as_ec, self.g.zone_entered = event, zone
        for number in landings:
            name_landing(self.g, self.hex_at(number))
        for number in battles:
            self.battle(number)
        for name, number in (covers or {}).items():
            self.g.task[self.unit(name)] = FIRST_COVER + landing_at(self.g, self.hex_at(number))
        self.dice(*dice)
        begin_offensive(self.g, int(self.g.op_side))
        go_to(self.g, S4_WEATHER)
        self._play_on()
        return self

    def task(self, name: str) -> int | None:
        """The printed number of the battle hex a unit was given, None without one."""
        k = int(self.g.task[self.unit(name)])
        return self.scenario.hexes[int(self.g.battle_hex[k])] if 0 <= k < FIRST_COVER else None

    def until(self, decision: str) -> Answered:
        """Answer with no, done or pass until this is asked, or the offensive is over."""
        while self.decision not in (decision, "none"):
            options = self.options()
            words = [word for word in ("no", "done", "pass") if word in options]
            self.answer(options[words[0] if words else next(iter(options))])
        return self


def laid(card: int = EVENT, setup: str = "y1943", side: str = "AL", turn: int = 6) -> Answered:
    """An empty map and an offensive with this card."""
    lab = Answered(world.scenario(setup), side, turn=turn)
    lab.card(card)
    return lab


def hollandia(card: int = EVENT, task: int = 0, hq: int = TRUK) -> Answered:
    """The common position; task: battle hex of both carriers, 0 if they cover the landing."""
    lab = laid(card)
    lab.g.rivalry[:] = 0
    lab.control("JP", HOLLANDIA, WEWAK, BIAK, AITAPE, TRUK)
    lab.put("j_hq_southseas", hq)
    lab.put("j_ad6", WEWAK)
    lab.put("j_nachi", WEWAK)
    lab.put("j_a18", BIAK, steps=1)
    lab.put("a_lexington", HOLLANDIA, fights=task)
    lab.put("a_1md", HOLLANDIA, landed=True, home=3823)
    lab.put("a_enterprise", SEA, fights=task)
    return lab


BOTH_COVER = {"a_lexington": HOLLANDIA, "a_enterprise": HOLLANDIA}


def words(lab: Answered) -> set[str]:
    return set(lab.options())


def away(lab: Answered, name: str) -> None:
    """A unit is not there after all."""
    remove_unit(lab.g, lab.s, lab.unit(name), ABSENT, 0)


def fight(lab: Answered) -> None:
    """Answer up to the moves after the battles."""
    choose = Choices()
    while lab.decision not in ("none", "move_after_unit"):
        options = lab.options()
        lab.answer(options[choose(lab, options)])


def reacting(*dice: int, event: bool = False, task: int = 0, covers=None, **more) -> Answered:
    """The landing at Hollandia is a battle hex, the condition interception, and Truk reacts."""
    lab = hollandia(task=task)
    for name, number in more.items():
        lab.put(name, number)
    lab.moved(
        0, 0, *dice, landings=[HOLLANDIA], battles=[task] if task else [], event=event,
        covers=BOTH_COVER if covers is None else covers,
    )  # fmt: skip
    lab.say("3520", "yes", HQ)
    return lab


# --- reaction cards ----------------------------------------------------------------------------
LAE, CAIRNS, MORESBY, RABAUL, SAIPAN, NAGOYA = 3822, 3727, 3823, 4021, 3813, 3607
DACCA = 1905


def pile(lab: Answered, card: str) -> str:
    """Where a card like JP24 lies."""
    side, number = card[:2], int(card[2:])
    return PILES[lab.g.card_at[("JP", "AL").index(side), number - 1]]


def played(lab: Answered, number: int, event: bool = True) -> Answered:
    """The card of the offensive lies on the table."""
    lab.card(number)
    lab.g.card_at[lab.g.op_side, number - 1] = CARD_TABLE
    lab.g.as_ec = event
    return lab


def sailing(
    *held: int, card: int = EVENT, event: bool = True, ship: str = "a_northampton"
) -> Answered:
    """An Allied ship has sailed from Cairns to Port Moresby; Japan holds these cards."""
    lab = laid(card, setup="y1942", turn=2)
    played(lab, card)
    lab.hold("JP", *held)
    lab.control("AL", CAIRNS, MORESBY)
    for name in ("a_hq_swpac", ship):
        lab.put(name, CAIRNS, active=False)
    lab.put("a_ind3", DACCA, active=False)
    lab.lead(event, lv=3)
    lab.say("a_hq_swpac", ship, ship, "sail", str(MORESBY))
    return lab
