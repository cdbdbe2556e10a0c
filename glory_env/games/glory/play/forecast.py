"""The total turn by turn if things go on as now, and what would help: for a page's status strip.

The convoys by the odds with the escorts of now; battles as in the turns so far, or by the odds as
units stand; Allied markers and bases by the engine's own turn end, with the markers where they are.
No new Allied move, unit or transport is foreseen. Tonnage in units of 10,000 tons.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from glory_env.core.trace import blank_trace
from glory_env.envs.agent import GameView
from glory_env.games.glory import state as st
from glory_env.games.glory.engine import odds
from glory_env.games.glory.game import Game
from glory_env.games.glory.render import position
from glory_env.games.glory.rules.combat import battle_boxes
from glory_env.games.glory.rules.convoy import LARGE
from glory_env.games.glory.rules.turn_end import apply_occupation
from glory_env.games.glory.words import names
from glory_env.text.lazy import Capital, Joined, Say, Text

LEAST = 5  # savings a turn below this are not worth a word
ESCORTS = {"aircraft", "ship", "all_ships"}  # helps that take a move into the convoy box
# Decisions in which the other helps can be had: fewer battles, losses paid with units; the method.
IN_REACH = {"battles": ("move", "battle", "pay"), "large": ("convoy_request", "convoy_method")}


class Help(NamedTuple):
    """What would save tonnage. key: of its sentence; saves: mean tonnage a turn."""

    key: str
    saves: float


class Forecast(NamedTuple):
    """Changes a turn in the mean, by what causes them, and the total at the end of each turn.

    totals: from the turn being played to the last one. falls: the turn in which the total is
    expected below the floor, or None. helps: what saves most first.
    """

    rates: dict[str, float]
    totals: dict[int, float]
    floor: int
    escorts: tuple[int, int]
    helps: list[Help]

    def less(self, amount: float) -> Forecast:
        """The same with so much less of the total."""
        return self._replace(totals={turn: v - amount for turn, v in self.totals.items()})

    @property
    def falls(self) -> int | None:
        return next((turn for turn, total in self.totals.items() if total < self.floor), None)


def forecast(game: Game) -> Forecast | None:
    """What is to be expected of the total; None where the game is over or in turn 13."""
    g, s = game.record, game.scenario.tables[0]
    if game.outcome != "playing" or g.phase not in range(st.PRODUCTION + 1):
        return None
    convoy, _, _, _ = odds.convoy_odds(g, s)
    battles = _battles_so_far(game)
    ahead = _battles_ahead(game)
    rates = {
        "convoy": -convoy,
        "battles": -(ahead if battles is None else battles),
        "turn_end": _turn_end(game),
    }
    named = int(g.pool_paid) if game.decision == "pay" else 0  # taken when all is paid
    total = game.total - named + _rest_of_turn(game, rates, ahead)
    totals = {game.turn: total}
    for turn in range(game.turn + 1, int(s.last_turn) + 1):
        total = min(total + sum(rates.values()), float(s.cap))
        totals[turn] = total
    floor = position.floor(game.scenario, g)
    return Forecast(rates, totals, floor, odds.convoy_escorts(g, s), _helps(game, rates))


def _rest_of_turn(game: Game, rates: dict[str, float], ahead: float) -> float:
    """What the turn being played is still to change."""
    g = game.record
    change = rates["turn_end"]
    if g.phase < st.CONVOY or (g.phase == st.CONVOY and game.decision != "convoy_damage"):
        change += rates["convoy"]
    if g.phase < st.COMBAT:  # units may still become Active or move
        return change + min(rates["battles"], -ahead)
    return change - ahead if g.phase == st.COMBAT else change


def _battles_so_far(game: Game) -> float | None:
    """Mean of what battles took from the total in a turn; None where none is over yet."""
    g = game.record
    over = int(g.turn) if g.phase > st.COMBAT else int(g.turn) - 1
    return float(g.log_burnt[1 : over + 1].sum()) / over if over else None


def _battles_ahead(game: Game) -> float:
    """Mean loss of the battles of this turn still to be fought, as units stand."""
    g, s = game.record, game.scenario.tables[0]
    if g.phase > st.COMBAT:
        return 0.0
    sums, loss = odds.survey(g, s), 0.0
    for seat in (st.NAVY, st.ARMY):
        open_boxes = -1 if g.phase < st.COMBAT else int(battle_boxes(g, s, seat))
        for box in range(int(s.boxes)):
            if open_boxes >> box & 1:
                loss += odds.battle_means(g, s, sums, seat, box)[1]
    return loss


def _turn_end(game: Game) -> float:
    """What this turn's end does to the total with the markers as they stand (15-2)."""
    twin = Game.of(game.scenario, game.options, game.games)
    start = int(game.scenario.tables[0].start_total)
    twin.games["total"] = start  # neither the floor nor the cap is near
    apply_occupation(twin.record, game.scenario.tables[0], blank_trace()[0])
    return float(int(twin.record.total) - start)


def _helps(game: Game, rates: dict[str, float]) -> list[Help]:
    g, s = game.record, game.scenario.tables[0]
    ships, aircraft = odds.convoy_escorts(g, s)
    now, ship, plane, large = odds.convoy_odds(g, s)
    full = odds.mean_convoy_loss(g, s, int(s.convoy_ships), aircraft, g.convoy_method)
    helps = [Help("aircraft", now - plane), Help("battles", -rates["battles"])]
    if ships < s.convoy_ships:
        helps += [Help("ship", now - ship), Help("all_ships", now - full)]
    if g.convoy_method != LARGE:
        helps.append(Help("large", now - large))
    if int(s.convoy_ships) - ships == 1:
        helps = [one for one in helps if one.key != "all_ships"]  # the same as one ship
    return sorted((one for one in helps if one.saves >= LEAST), key=lambda one: -one.saves)


# --- in words ------------------------------------------------------------------------------
def forecast_view(game: Game, choices: dict[str, Any] | None = None) -> dict[str, Any] | None:
    """The forecast for a page, in the form of docs/play_protocol.md; None as `forecast`.

    choices: of `choices_view`; those that put an escort into the convoy box are named. There is an
    alarm only where one of them does something about it.
    """
    outlook = forecast(game)
    if outlook is None:
        return None
    listed = [one for group in (choices or {"groups": []})["groups"] for one in group["choices"]]
    escorting = [one for one in listed if is_escorting(game, one["choice"])]
    pieces = {counter for one in escorting for counter in one["counters"]}
    help_now = _help_now(game, outlook, len(pieces), bool(listed))
    return {
        "rates": {key: round(value) for key, value in outlook.rates.items()},
        "totals": [{"turn": turn, "total": round(total)} for turn, total in outlook.totals.items()],
        "falls": outlook.falls,
        "alarm": alarm(game, outlook, help_now) if help_now else None,
        "escorts": dict(zip(("ships", "aircraft"), outlook.escorts, strict=True)),
        "helps": [{"key": one.key, "saves": round(one.saves)} for one in outlook.helps],
        "escorting": [one["id"] for one in escorting],
        "words": words(outlook),
        "help_words": help_words(game, outlook) if outlook.helps else "",
    }


def _help_now(game: Game, outlook: Forecast, pieces: int, chooses: bool) -> Help | None:
    """What saves most of all that the choices of now can bring; None where the total lasts.

    pieces: that can move into the convoy box. chooses: something else than amounts can be chosen.
    """
    if outlook.falls is None or not chooses:
        return None
    missing = int(game.scenario.tables[0].convoy_ships) - outlook.escorts[0]

    def is_in_reach(key: str) -> bool:
        if key in ESCORTS:
            return pieces >= (missing if key == "all_ships" else 1)
        return game.decision in IN_REACH[key]

    return next((one for one in outlook.helps if is_in_reach(one.key)), None)


def alarm(game: Game, outlook: Forecast, help_now: Help) -> Text:
    """One line: when the total is expected below the floor, and what helps most now."""
    most = int(game.scenario.tables[0].convoy_ships)
    words = Say(f"forecast.help.{help_now.key}", n=f"{help_now.saves:.0f}", most=most)
    return Say("forecast.alarm", floor=outlook.floor, turn=outlook.falls, help=words)


def is_escorting(game: Game, choice: dict[str, Any]) -> bool:
    """Whether a choice moves a piece into the convoy box."""
    return bool(choice.get("to") == game.scenario.boxes[int(game.scenario.tables[0].convoy)])


def words(outlook: Forecast) -> Text:
    """When the total is expected to fall below the floor, or what will be left, and why."""
    parts: list[Text] = [
        Say(f"forecast.{cause}", change=f"{outlook.rates[cause]:+.0f}", escorts=_escorts(outlook))
        for cause in ("convoy", "battles", "turn_end")
        if round(outlook.rates[cause])
    ]
    rates = Joined(parts or [Say("forecast.nothing")], "list.semicolon")
    if outlook.falls is not None:
        return Say("forecast.falls", floor=outlook.floor, turn=outlook.falls, rates=rates)
    turn, total = list(outlook.totals.items())[-1]
    return Say("forecast.lasts", total=f"{total:.0f}", turn=turn, rates=rates)


def _escorts(outlook: Forecast) -> Text:
    ships, aircraft = outlook.escorts
    if not ships and not aircraft:
        return Say("forecast.no_escorts")
    return Say("forecast.escorts", ships=ships, aircraft=aircraft)


def help_words(game: Game, outlook: Forecast) -> Text:
    """What would save most, and where the convoy box is concerned how much each step saves."""
    most = int(game.scenario.tables[0].convoy_ships)
    parts: list[Text] = [
        Say(f"forecast.help.{one.key}", n=f"{one.saves:.0f}", most=most) for one in outlook.helps
    ]
    listed = Capital(Joined(parts, "list.semicolon"))
    if not ESCORTS.intersection(one.key for one in outlook.helps):
        return Say("forecast.helps", parts=listed)
    box = names.place(game.scenario, game.scenario.boxes[int(game.scenario.tables[0].convoy)])
    return Say("forecast.helps_escorts", parts=listed, box=box)


# --- payments ------------------------------------------------------------------------------
def after_payments(game: Game, amounts: Iterable[int]) -> dict[int, dict[str, Any]]:
    """What each amount paid from the total leads to, 0: nothing from it.

    total: what is left of it; falls: as in a forecast, this turn where the floor is crossed at
    once; words: both as a sentence.
    """
    outlook = forecast(game)
    now = game.total - int(game.record.pool_paid)
    return {amount: _after_payment(game, outlook, now, amount) for amount in amounts}


def _after_payment(game: Game, outlook: Forecast | None, now: int, amount: int) -> dict[str, Any]:
    floor, left = position.floor(game.scenario, game.record), now - amount
    values = {"now": now, "total": left, "floor": floor}
    if left < floor:
        falls, words = game.turn, Say("forecast.paid_lost", **values)
    elif outlook is None:
        falls, words = None, Say("forecast.paid", **values)
    elif (after := outlook.less(amount)).falls is not None:
        falls, words = after.falls, Say("forecast.paid_falls", turn=after.falls, **values)
    else:
        turn, last = list(after.totals.items())[-1]
        falls, words = None, Say("forecast.paid_lasts", left=f"{last:.0f}", turn=turn, **values)
    return {"total": left, "falls": falls, "words": words}


# --- before a decision ---------------------------------------------------------------------
def doubt(game: Game, *choices: dict[str, Any]) -> Text | None:
    """A question before choices that let the total fall below the floor, or sooner; else None.

    Also before moves are ended while an escort could still come into the convoy box.
    """
    before = forecast(game)
    if before is None:
        return None
    if "end" in choices[0]:
        return _leaves_convoys_alone(game, before)
    after = _after(game, choices, before)
    falls = None if after is None else after.falls
    if after is None or falls is None or (before.falls is not None and falls >= before.falls):
        return None
    total = f"{after.totals[falls]:.0f}"
    return Say("forecast.doubt", floor=after.floor, turn=falls, total=total)


def _leaves_convoys_alone(game: Game, outlook: Forecast) -> Text | None:
    saves = max(
        (one.saves for one in outlook.helps if one.key in ("ship", "aircraft")), default=0.0
    )
    if game.decision != "move" or outlook.falls is None or not saves:
        return None
    if not any(is_escorting(game, choice) for choice in game.choices()):
        return None
    values = {"floor": outlook.floor, "turn": outlook.falls, "n": f"{saves:.0f}"}
    return Say("forecast.doubt_escorts", **values)


def _after(game: Game, choices: Sequence[dict[str, Any]], before: Forecast) -> Forecast | None:
    """The forecast after a payment, moves or activations; other choices change nothing in it."""
    if "pool" in choices[0]:
        return before.less(choices[0]["pool"])
    if game.decision not in ("move", "activate"):
        return None
    twin = GameView(game, game.actor).clone(0)  # with other dice: nothing to come is shown
    for choice in choices:
        twin.choose(choice)
    return forecast(twin)
