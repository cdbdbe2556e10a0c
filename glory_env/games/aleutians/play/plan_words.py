"""The steps of a plan in words: what belongs together is one line."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

from glory_env.games.aleutians import actions as a
from glory_env.games.aleutians import state as st
from glory_env.games.aleutians.envs import Game
from glory_env.games.aleutians.generated.records import Game as Record
from glory_env.games.aleutians.play import words
from glory_env.games.aleutians.play.choices import choice_view
from glory_env.games.aleutians.play.orders import GRAVE, IDLE, ROUTINE
from glory_env.games.aleutians.rules.air_targets import action_of
from glory_env.games.aleutians.scenario.load import Scenario
from glory_env.text.lazy import Capital, Joined, Name, Say, Text

# Decisions that choose what another one goes on with.
_OPENS = {
    "recon_boat", "recon_aircraft", "rebase", "arrival", "transport_flight", "load_supply",
    "form", "disembark", "ground_move",
}  # fmt: skip
# Decisions after which the unit stands where it was sent to: the kind of their line.
_MOVES = {
    "arrival_place": "arrival", "transport_flight": "flight", "transport_field": "flight",
    "disembark": "ashore", "disembark_spot": "ashore", "ground_move": "march",
    "ground_move_spot": "march", "return_aircraft": "base", "rebase_spot": "base",
    "return_boat": "base", "place_flying_boat": "begin", "place_submarine": "begin",
    "set_up_unit": "begin", "arrival": "arrival", "rebase": "base", "ashore": "ashore",
    "recon_node": "recon", "submarine_node": "boat",
}  # fmt: skip
_POINTED = {"aim": "aim", "cover": "cover", "spot_attack": "spot_attack", "gunfire": "aim"}
# What only follows from the rest of the plan.
_UNSAID = {"air_order", "battle_area", "bomb"}
# Decisions that each name one more unit of a list: the kind of its line.
_LISTS = {
    "air_loss": "loss", "cargo_loss": "loss", "ground_loss": "loss", "withdraw": "leave_game",
    "line": "line",
}  # fmt: skip
_SAME = {"declare_enemy": "declare"}  # said in the line of another decision


class _Line(NamedTuple):
    kind: str
    slot: int
    units: list[int]
    parts: list[Text]
    areas: list[str]
    first: int


class Told(NamedTuple):
    """A line of a plan. areas: that it is about; first: of its steps, None where it has none."""

    words: Text
    areas: list[str]
    first: int | None


class PlanWords:
    """Takes the steps in a game to plan on, and keeps what they say.

    folds: say in one line that aircraft and boats go home, since that is decided later.
    """

    def __init__(self, scenario: Scenario, *, folds: bool) -> None:
        self._scenario, self._folds = scenario, folds
        self._lines: dict[tuple[Any, ...], _Line] = {}
        self._idle: dict[str, None] = {}  # doings in which nothing is done, in order
        self._busy: set[str] = set()
        self._touched: _Line | None = None  # by the last step
        self._step = 0
        self._opened: int | None = None  # the step that the next one goes on with

    def take(self, game: Game, action: int, step: int) -> None:
        """Let the seat take a step, and note it. step: its number in the plan."""
        self._step, self._opened = step if self._opened is None else self._opened, None
        decision, g = game.decision, game.record
        before = int(g.chosen_unit), int(g.chosen_fleet), int(g.sailing)
        said = words.action(self._scenario, g, action, int(g.actor))
        area = choice_view(self._scenario, g, action).get("area") if action >= a.NODE else None
        self._touched = None
        if decision in ("air_target", "air_group") and action not in IDLE:
            self._to_target(decision, action, g)
        game.act(action)
        doing = str(_doing(decision))
        if action in IDLE and decision not in GRAVE and decision != "return_fleet":
            self._idle.setdefault(decision)
            return
        self._busy.add(doing)
        if decision in _UNSAID:
            return
        if self._folds and decision in ROUTINE:
            self._line("home", "home")
            return
        self._note(decision, action, before, said, game.record)
        if decision in _OPENS and self._touched is None:
            self._opened = self._step
        if area and self._touched:
            self._touched.areas.append(str(area))

    def _note(
        self, decision: str, action: int, before: tuple[int, int, int], said: Text, g: Record
    ) -> None:
        """before: the chosen unit, the chosen fleet and who sails, before the step; g: after it."""
        chosen, fleet, sailing = before
        named = action if action < a.NODE else chosen
        if decision in ("form", "form_fleet"):
            if g.place[named] == st.FLEET:
                self._line("form", int(g.at[named])).units.append(named)
        elif decision == "sail" and action >= a.OWN_FLEET:
            self._line("sail", words.slot_of(action, int(g.actor)))
        elif decision == "sail_step":
            self._line("sail", sailing).parts.append(said)
        elif decision == "land_units":
            [*_, last] = [one for one in self._lines.values() if one.kind == "land"] or [
                self._line("land", fleet)
            ]
            last.units.append(action)
        elif decision == "land_fleet":
            self._line("land", words.slot_of(action, int(g.actor)))
        elif decision == "land_spot":
            self._line("land", fleet).parts.append(said)
        elif decision == "return_fleet":
            kind = "stay" if action == a.PASS else "return"
            line = self._line(kind, action)
            line.parts.append(words.fleet(fleet, whose=False))
            line.units.append(action)
        elif decision == "load_amount":
            self._line("load", fleet).parts.append(said)
        elif decision in _MOVES and (decision not in _OPENS or self._stands(g, named)):
            place = words.where(self._scenario, g, named)
            line = self._line(_MOVES[decision], str(place))
            line.units.append(named)
            line.parts[:] = [place]
        elif decision in _POINTED and action < a.NODE:
            line = self._line(_POINTED[decision], action)
            line.parts[:] = [said]
            if chosen != st.NONE and decision != "spot_attack":
                line.units.append(chosen)
        elif decision in _LISTS:
            self._line(_LISTS[decision], decision).units.append(action)
        elif decision not in _OPENS | {"sail", "air_target", "air_group"}:
            line = self._line("other", _SAME.get(decision, decision))
            line.parts.append(said)

    def _to_target(self, decision: str, action: int, g: Record) -> None:
        """Aircraft are sent to a target, which is chosen first. g: before the step."""
        target, actor = action, int(g.actor)
        if decision == "air_group":
            target = action_of(int(g.chosen_kind), int(g.chosen_target), actor)
        is_attack = words.attacks(self._scenario, g, target, actor)
        line = self._line("air" if is_attack else "guard", target)
        line.parts[:] = [words.goal(self._scenario, g, target, actor)]
        line.areas[:] = [str(choice_view(self._scenario, g, target)["area"])]
        if decision == "air_group":
            line.units.append(action)

    @staticmethod
    def _stands(g: Record, u: int) -> bool:
        """Whether the unit has been moved at once, since there was one place only."""
        return bool(u != st.NONE and g.chosen_unit != u)

    def _line(self, kind: str, key: Any) -> _Line:
        slot = key if isinstance(key, int) else -1
        self._touched = self._lines.setdefault(
            (kind, key), _Line(kind, slot, [], [], [], self._step)
        )
        return self._touched

    # --- in words ------------------------------------------------------------------------
    def lines(self) -> list[Told]:
        """All that is done, and what is left alone in one line more."""
        said = [(self._say(key, line), line) for key, line in self._lines.items()]
        left = {str(_doing(one)): _doing(one) for one in self._idle}
        nothing = [text for doing, text in left.items() if doing not in self._busy]
        lines = [
            Told(Capital(one), [*dict.fromkeys(line.areas)], line.first)
            for one, line in said
            if one is not None
        ]
        if nothing:
            key = "rest" if lines else "nothing"
            lines.append(Told(Say(f"staff.{key}", what=Joined(nothing)), [], None))
        return lines

    def _say(self, key: tuple[Any, ...], line: _Line) -> Text | None:
        makers: dict[str, Callable[[tuple[Any, ...], _Line], Text | None]] = {
            "form": self._of_fleet, "sail": self._of_fleet, "land": self._of_fleet,
            "load": self._of_fleet, "return": self._of_return, "stay": self._of_return,
            "other": self._of_other,
        }  # fmt: skip
        return makers.get(line.kind, self._of_units)(key, line)

    def _of_fleet(self, key: tuple[Any, ...], line: _Line) -> Text | None:
        who = words.fleet(line.slot, whose=False)
        path = Joined(line.parts, "list.arrow")
        if line.kind == "sail" and not line.parts:
            return None
        if line.kind == "land":
            place = line.parts[0] if line.parts else None
            values = {"fleet": who, "units": self.names(line.units)}
            if place is None:
                return Say("staff.land_here", **values)
            return Say("staff.land", place=place, **values)
        return Say(f"staff.{line.kind}", fleet=who, units=self.names(line.units), path=path)

    def _of_return(self, key: tuple[Any, ...], line: _Line) -> Text:
        fleets = Joined(line.parts)
        if line.kind == "stay":
            return Say("staff.stay", fleets=fleets)
        n = line.units[0]
        if n == a.BOX_ACTION:
            return Say("staff.leave", fleets=fleets)
        place = words.node(self._scenario, n - a.NODE)
        return Say("staff.return", fleets=fleets, place=place)

    def _of_units(self, key: tuple[Any, ...], line: _Line) -> Text:
        place = line.parts[0] if line.parts else ""
        units = self.names(line.units)
        if line.kind == "aim" and not line.units:
            units = Say("campaign.nobody")
        return Say(f"staff.{line.kind}", units=units, place=place)

    def _of_other(self, key: tuple[Any, ...], line: _Line) -> Text:
        if key[1] in GRAVE:
            return Say("staff.asked", doing=_doing(key[1]), what=Joined(line.parts))
        return Say("staff.other", doing=_doing(key[1]), what=Joined(line.parts))

    def names(self, units: list[int]) -> Text:
        """Units by name; several that share one are counted."""
        scenario = self._scenario
        count = Counter(scenario.names[scenario.units[u]]["en"] for u in units)
        said: dict[str, Text] = {}
        for u in units:
            name = scenario.names[scenario.units[u]]
            n = count[name["en"]]
            if n > 1:
                said[name["en"]] = Say("staff.times", n=n, name=Name(name))
            else:
                said[name["en"]] = words.unit(scenario, u)
        return Joined(said.values())


def _doing(decision: str) -> Text:
    return Say(f"campaign.doing.{decision}")
