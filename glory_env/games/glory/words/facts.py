"""The numbers behind what is asked and what each choice would do; `choice_words` says them.

Plain values, ids as in the scenario file; tonnage in units of 10,000 tons.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from glory_env.games.glory import decisions
from glory_env.games.glory import state as st
from glory_env.games.glory.engine import odds
from glory_env.games.glory.game import Game
from glory_env.games.glory.rules.activation import activation_price, is_idle
from glory_env.games.glory.rules.board import contested_boxes
from glory_env.games.glory.rules.losses import damage_capacity
from glory_env.games.glory.rules.options import lowest_hit
from glory_env.games.glory.rules.production import step_cost
from glory_env.games.glory.rules.turn13 import count_turn_13_dice, trailing
from glory_env.games.glory.words import charts

Facts = dict[str, Any]
DIE = 3.5  # the mean of one


def contested(game: Game) -> set[str]:
    """The boxes that hold an Allied marker; by whole columns, since every choice asks for it."""
    scenario = game.scenario
    routes, steps = scenario.tables["route"][0], game.games["marker_step"][0].tolist()
    return {scenario.boxes[routes[m, step - 1]] for m, step in enumerate(steps) if step}


def lost_homes(game: Game) -> list[str]:
    """The boxes of the home islands that hold an Allied marker."""
    held, homes = contested(game), game.scenario.tables["home_islands"][0]
    return [box for b, box in enumerate(game.scenario.boxes) if homes[b] and box in held]


def offer(game: Game, seat: int) -> dict[str, int] | None:
    """The last offer of a seat, 0 army, 1 navy; None if it has made none."""
    amounts = [int(v) for v in game.record.offer[seat]]
    return None if amounts[0] == st.NONE else shares(*amounts)


def shares(army: int, navy: int, civil: int) -> dict[str, int]:
    return {"army": army, "navy": navy, "civil": civil}


def other(seat: str) -> str:
    return "navy" if seat == "army" else "army"


# --- what is asked -------------------------------------------------------------------------
def of_question(game: Game) -> Facts:
    """What the pending decision is about; empty where its name says all."""
    figures: Facts = {}
    for name in decisions.BY_WORD[game.decision].figures:
        figures |= FIGURES[name](game)
    return figures


def answered(game: Game) -> Facts:
    """The offer on the table."""
    return {"offer": offer(game, 1 - int(game.record.actor)), "from": other(game.actor)}


def sailing(game: Game) -> Facts:
    """The piece that is to cross the sea, from where to where."""
    g, boxes = game.record, game.scenario.boxes
    counter = game.scenario.counters[int(g.chosen_counter)]
    return {
        "counter": counter, "from": boxes[int(g.chosen_embark)], "to": boxes[int(g.chosen_landing)],
    }  # fmt: skip


def payment(game: Game) -> Facts:
    """The loss of a battle that is to be paid; what stays if the total pays all of it."""
    g = game.record
    loss, paid = int(g.loss), int(g.pool_paid)
    return {
        **battle(game), "loss": loss, "pool_paid": paid, "doubled": bool(g.battle_alone),
        "after": odds.total_after_loss(g),
        "capacity": int(damage_capacity(g, game.scenario.tables[0])),
    }  # fmt: skip


def battle(game: Game) -> Facts:
    """The box of the battle."""
    return {"box": game.scenario.boxes[int(game.record.battle_box)]}


def battles(game: Game) -> Facts:
    """The battles the acting service would have now, as units stand."""
    seat = int(game.record.actor)
    return {"battles": [f for box in game.scenario.boxes if (f := fight(game, seat, box))]}


def sides(game: Game) -> Facts:
    """Both services in the box of the battle, as units are lent so far."""
    box = game.scenario.boxes[int(game.record.battle_box)]
    return {"battles": [f for seat in (st.NAVY, st.ARMY) if (f := fight(game, seat, box))]}


def fight(game: Game, seat: int, box: str) -> Facts:
    """Means of a battle with what a service has Active in a box; empty where it has none."""
    g, s = game.record, game.scenario.tables[0]
    b = game.scenario.boxes.index(box)
    sums = odds.survey(g, s)
    if not sums[seat, b, odds.UNITS] or box not in contested(game):
        return {}
    gp, loss, retreat, _ = odds.battle_means(g, s, sums, seat, b)
    means = {"gp": round(gp, 2), "loss": round(loss, 1), "retreat": round(retreat, 3)}
    return {"who": st.SERVICES[seat], "box": box, **means}


def convoys(game: Game) -> Facts:
    """Mean loss of the convoys with the escorts as they are, and with one ship more."""
    now, ship, _, _ = odds.convoy_odds(game.record, game.scenario.tables[0])
    return {"convoy_loss": round(now, 1), "convoy_loss_escorted": round(ship, 1)}


def idle(game: Game) -> Facts:
    """What it costs to activate all that the acting service has idle."""
    g = game.record
    prices = odds.survey(g, game.scenario.tables[0])[int(g.actor), :, odds.PRICE]
    return {"idle_price": int(prices.sum())}


def vote(game: Game) -> Facts:
    """The proposed item with its numbers."""
    choice = proposal(game)
    proposed = {**choice, "facts": of_choice(game, choice, "produce")}
    return {"choice": proposed, "from": other(game.actor)}


def proposal(game: Game) -> dict[str, Any]:
    """The item of production that waits for the other service's vote, as a choice."""
    g, counter = game.record, game.scenario.counters[int(game.record.chosen_counter)]
    if g.chosen_kind == st.NONE:
        return {"advance": counter}
    if g.chosen_kind == st.ROW_BCV:
        return {"convert": game.scenario.counters[int(game.scenario.tables[0].hybrid_from)]}
    return {"start": st.ROWS[g.chosen_kind], "counter": counter}


def turn_13(game: Game) -> Facts:
    """What turn 13 would be for the service that may declare it.

    expected: GP in the mean; hit: the lowest face that hits.
    """
    g, s = game.record, game.scenario.tables[0]
    dice, more = int(count_turn_13_dice(g, s)), int(s.turn_13_dice)
    hit, gain = int(lowest_hit(g, s)), int(s.turn_13_gp)
    return {
        "declarer": st.SERVICES[int(trailing(g))],
        "gap": abs(game.gp["army"] - game.gp["navy"]),
        "dice": dice,
        "more": more,
        "hit": hit,
        "gp": gain,
        "expected": round((dice + more * DIE) * (7 - hit) / 6 * gain, 1),
    }


FIGURES: dict[str, Callable[[Game], Facts]] = {  # by the names in the objects of decisions
    "number": lambda game: {"number": int(game.record.offers) + 1},
    "answered": answered,
    "offers": lambda game: {"offers": {seat: offer(game, k) for k, seat in enumerate(st.SERVICES)}},
    "share": lambda game: {"left": game.left[game.actor]},
    "civil_share": lambda game: {"left": game.left["civil"]},
    "sailing": sailing,
    "asked": lambda game: {"asked": bool(game.record.asked)},
    "battle": battle,
    "battles": battles,
    "sides": sides,
    "convoys": convoys,
    "idle": idle,
    "battle_hits": lambda game: {"hits": int(game.record.battle_hits)},
    "methods": lambda game: {"methods": charts.methods(game)},
    "convoy_hits": lambda game: {"hits": int(game.record.convoy_hits)},
    "payment": payment,
    "vote": vote,
    "turn_13": turn_13,
}


# --- choices -------------------------------------------------------------------------------
def of_choice(game: Game, choice: dict[str, Any], word: str | None = None) -> Facts:
    """The numbers behind a legal choice of the pending decision (or of decision `word`)."""
    word = word or game.decision
    if "end" in choice:
        return _unspent(game) if word == "produce" else {}
    if word == "answer":
        if "accept" in choice:
            return {"split": offer(game, 1 - int(game.record.actor))}
        return {"deadlock": game.options.deadlock} if "walk" in choice else {}
    if word == "concede":
        after = game.clone()
        after.choose(choice)
        return {"split": after.allotment}
    if word == "activate":
        return price(game, choice["unit"])
    if word == "move":
        by_sea = choice.get("by") == "sea"
        return {"contested": choice["to"] in contested(game), "check": by_sea}
    if word == "escort_grant" and "unit" in choice:
        return {"at": game.box(choice["unit"])}
    if word == "battle":
        return _battle(game, choice["box"])
    if word == "pay":
        return _payment(game, choice)
    if word == "produce":
        return _production(game, choice)
    return {}


def _unspent(game: Game) -> Facts:
    """What is lost of the civil share if nobody builds more; whether the other may still build."""
    left, others = game.left["civil"], not (game.record.passes or game.options.solo)
    return {"lost": left, "others": others} if left else {}


def price(game: Game, counter: str) -> Facts:
    """What activating a counter costs, and whether a marker in its box doubles that."""
    g, u = game.record, game.counter(counter)
    cost = int(activation_price(g, u, contested_boxes(g, game.scenario.tables[0])))
    return {"price": cost, "doubled": cost > int(g.printed_tonnage[u])}


def prices(game: Game, seat: str) -> list[Facts]:
    """Every unit a service could activate, cheapest first."""
    g, s = game.record, game.scenario.tables[0]
    units = [
        {"counter": counter, **price(game, counter), "box": game.box(counter)}
        for u, counter in enumerate(game.scenario.counters)
        if s.service[u] == st.SERVICES.index(seat) and is_idle(g, s, u)
    ]
    return sorted(units, key=lambda one: one["price"])


def need(game: Game, seat: str) -> int:
    """What activating all idle units of a service costs, in units of 10,000 tons."""
    return sum(one["price"] for one in prices(game, seat))


def _battle(game: Game, box: str) -> Facts:
    g, s = game.record, game.scenario.tables[0]
    b, seat = game.scenario.boxes.index(box), int(g.actor)
    sums = odds.survey(g, s)
    dice, alone = int(sums[seat, b, odds.DICE]), bool(odds.is_alone(s, sums, b))
    markers = [m for m in game.scenario.markers if game.marker(m) == box]
    return {"dice": dice, "markers": markers, "alone": alone, "means": fight(game, seat, box)}


def _payment(game: Game, choice: dict[str, Any]) -> Facts:
    if "pool" in choice:
        return {"covers": choice["pool"], "removes": False}
    if "fort" in choice:
        return {"covers": int(game.scenario.tables[0].fort_strength), "removes": True}
    u = game.counter(choice["damage"])
    covers = int(game.record.printed_tonnage[u])
    return {"covers": covers, "removes": bool(game.record.damage[u])}


def track_cost(game: Game) -> int:
    """What it costs to advance all that is on the production track."""
    g, s = game.record, game.scenario.tables[0]
    return sum(int(step_cost(g, s, u)) for u in range(int(s.counters)) if g.place[u] == st.TRACK)


def _production(game: Game, choice: dict[str, Any]) -> Facts:
    g, s = game.record, game.scenario.tables[0]
    if "advance" in choice:
        u = game.counter(choice["advance"])
        space = int(g.space[u])
        return {"price": int(step_cost(g, s, u)), "from_space": space, "space": space - 1}
    row = st.ROW_BCV if "convert" in choice else st.ROWS.index(choice["start"])
    return {"price": int(s.cost[row]), "space": int(s.period[row, g.convoy_method])}
