"""What is asked and what the choices cost, in plain words; what happened is in `telling`.

Tonnage is in units of 10,000 tons. ASCII only: any terminal can show it.
"""

from __future__ import annotations

from typing import Any

from glory_env.core import actions as a
from glory_env.core import state as st
from glory_env.game.describe import describe
from glory_env.game.game import Game
from glory_env.play import facts
from glory_env.render.position import name
from glory_env.scenarios import Scenario

DEADLOCK_WORDS = {
    "lot": "a lot decides whose offer stands",
    "dice": "the higher die decides whose offer stands",
    "janken": "janken decides whose offer stands",
    "zero": "nobody gets anything, all is civil",
    "status_quo": "last turn's shares stand",
    "pro_rata": "both claims are scaled to fit",
}


# --- names ---------------------------------------------------------------------------------
def split_words(army: int, navy: int, civil: int) -> str:
    return f"army {army}, navy {navy}, civil {civil}"


def dice_words(count: int) -> str:
    return "1 die" if count == 1 else f"{count} dice"


def piece(game: Game, counter: str) -> str:
    """A counter with its strength and state."""
    u = game.counter(counter)
    s, g = game.scenario.tables[0], game.record
    about = []
    if s.kind[u] == st.FORT:
        about.append(f"pays up to {int(s.fort_strength)}")
    elif s.kind[u] == st.TRANSPORT:
        about.append(f"+{int(s.transport_yield)} to the total")
    elif g.printed_dice[u] > 0:
        about.append(dice_words(int(g.printed_dice[u])) + (" +1" if s.modifier[u] else ""))
    if g.damage[u]:
        about.append("damaged")
    return name(game.scenario, counter) + (f" ({', '.join(about)})" if about else "")


def where(game: Game, counter: str) -> str:
    """The place of a counter in words."""
    place = game.box(counter)
    return name(game.scenario, place) if place in game.scenario.boxes else f"the {place}"


# --- what is asked -------------------------------------------------------------------------
def question(game: Game) -> str:
    """The pending decision as a question to the service that has to decide."""
    g = game.record
    own, shares = game.actor, game.left
    other = "navy" if own == "army" else "army"
    asked = "asked for it" if g.asked else "did not ask"
    word = game.decision
    if word == "offer":
        return _offer_question(game)
    if word == "answer":
        return f"The {other} offers {offer_words(game, 1 - int(g.actor))}. Your answer?"
    if word == "concede":
        return "The draw is yours. What stands?"
    if word == "janken":
        return "Janken decides whose offer stands: which hand?"
    if word == "activate":
        return f"Which unit becomes Active? {shares[own]} of the {own}'s share is left."
    if word == "move":
        return "Which piece moves? Each moves once; those you do not name stay."
    if word == "escort_request":
        return f"{_sailing(game)} Ask the navy for an escort?"
    if word == "escort_grant":
        return f"{_sailing(game)} Which destroyer squadron escorts it?"
    if word == "embark":
        return f"{_sailing(game)} The navy refuses an escort. What now?"
    if word == "battle":
        return "Where is the next battle? Every one of these boxes will be fought in."
    if word in ("support_request", "support"):
        box = name(game.scenario, game.scenario.boxes[int(g.battle_box)])
        if word == "support":
            return f"Which navy units fight for the army in {box}? The army {asked}."
        return f"Ask the navy to lend units for the army's battle in {box}?"
    if word == "hybrid_modifier":
        return f"{int(g.battle_hits)} hits. Use the hybrid carrier's +1 for one more?"
    if word == "pay":
        box = name(game.scenario, game.scenario.boxes[int(g.battle_box)])
        named = f", {int(g.pool_paid)} from the total is named" if g.pool_paid else ""
        return f"{int(g.loss)} of the loss in {box} is still to be paid{named}. With what?"
    if word == "convoy_request":
        return "Convoys are small. Ask the navy for large ones, for good?"
    if word == "convoy_method":
        return f"Change from small to large convoys? There is no way back. The army {asked}."
    if word == "convoy_damage":
        return f"The escorts take {int(g.convoy_hits)} damage. Which ship?"
    if word == "produce":
        return f"What is built next? {shares['civil']} of the civil share is left."
    if word == "vote":
        return (
            f"The {other} proposes to {choice_words(game, facts.proposal(game), 'produce')}. Agree?"
        )
    if word == "turn_13":
        return "You are behind: declare turn 13 and risk everything at home?"
    return word.replace("_", " ") + "?"


def offer_words(game: Game, seat: int) -> str:
    """The last offer of a seat."""
    split = facts.offer(game, seat)
    return split_words(**split) if split else "nothing yet"


def deadlock_when(game: Game) -> str:
    """What brings the deadlock rule about, and how near it is."""
    rule = DEADLOCK_WORDS[game.options.deadlock]
    if game.options.solo:
        return "One mind splits the total: there are no talks."
    if game.options.negotiation == "fixed":
        return "The split is fixed: there are no talks."
    if game.options.negotiation == "sealed":
        return f"If the two own claims are more than the total together, {rule}."
    left = game.options.max_offers - int(game.record.offers)
    offers = "1 more offer" if left == 1 else f"{left} more offers"
    return f"Whoever walks away brings it about: {rule}. {offers} can be made this turn."


def _offer_question(game: Game) -> str:
    g = game.record
    if game.options.solo:
        return f"How is the total of {game.total} split? Civil gets what is left."
    lines = [f"Offer a split of the total of {game.total}; civil gets what is left."]
    if game.options.negotiation == "alternating":
        lines.append(f"(Offer {int(g.offers) + 1} of at most {game.options.max_offers}.)")
    elif game.options.negotiation == "sealed":
        lines.append("(Both write one unseen; own claims that fit together stand.)")
    return " ".join(lines)


def _sailing(game: Game) -> str:
    known = facts.sailing(game)
    start, end = (name(game.scenario, known[key]) for key in ("from", "to"))
    return f"{piece(game, known['counter'])} sails from {start} to {end}."


# --- choices -------------------------------------------------------------------------------
def choice_words(game: Game, choice: dict[str, Any], word: str | None = None) -> str:
    """A legal choice of the pending decision (or of decision `word`), with what it costs."""
    word = word or game.decision
    value = next(iter(choice.values()))
    if "end" in choice:
        return {"produce": "build nothing more", "support": "lend nothing more"}.get(
            word, f"{word} nothing more"
        )
    if isinstance(value, bool) and len(choice) == 1:
        return _plain_words(game, choice)
    if word == "concede":
        return _concession(game, choice)
    if word == "janken":
        return f"show {value}"
    if word == "activate":
        return _activation(game, value)
    if word == "move":
        return f"{mover_words(game, choice)}: {move_words(game, choice)}"
    if word == "battle":
        return _battle(game, value)
    if word == "pay":
        return _payment(game, choice)
    if word == "produce":
        return _production(game, choice)
    doing = {"escort_grant": "lend", "support": "lend", "convoy_damage": "damage"}[word]
    at = f", {where(game, value)}" if word == "escort_grant" else ""
    return f"{doing} {piece(game, value)}{at}"


def _plain_words(game: Game, choice: dict[str, Any]) -> str:
    """Yes and no, accept, counter, walk, refuse: the environment's own words."""
    key, value = next(iter(choice.items()))
    if key == "accept":
        return f"accept: {offer_words(game, 1 - int(game.record.actor))}"
    if key == "walk":
        return f"walk away: {DEADLOCK_WORDS[game.options.deadlock]}"
    if key in ("counter", "refuse"):
        action = a.VERB + a.VERBS.index(key)
    else:
        action = a.YES if value else a.NO
    return describe(game.scenario, action, game.record)


def _concession(game: Game, choice: dict[str, Any]) -> str:
    words = {
        "own": "insist on your own offer",
        "other": "take the other's offer",
        "midpoint": "take the middle",
    }
    split = facts.of_choice(game, choice, "concede")["split"]
    return f"{words[choice['take']]}: {split_words(**split)}"


def _activation(game: Game, counter: str) -> str:
    known = facts.price(game, counter)
    doubled = ", doubled: an Allied marker is there" if known["doubled"] else ""
    return f"{piece(game, counter)}, {where(game, counter)}: costs {known['price']}{doubled}"


def mover(choice: dict[str, Any]) -> str:
    """The counter that a choice of the movement phase moves."""
    return choice.get("unit") or choice["piece"]


def way_words(scenario: Scenario, choice: dict[str, Any]) -> str:
    """Where a move goes and how."""
    words = f"to {name(scenario, choice['to'])}"
    by = choice.get("by")
    if by == "sea":
        words += f" by sea, from {name(scenario, choice['embark'])}"
        if choice["land"] != choice["to"]:
            words += f", landing at {name(scenario, choice['land'])}"
    elif by:
        words += f" by {by}"
    return words


def mover_words(game: Game, choice: dict[str, Any]) -> str:
    """The piece that moves, and where it stands."""
    return f"{piece(game, mover(choice))}, {where(game, mover(choice))}"


def move_words(game: Game, choice: dict[str, Any]) -> str:
    """A move without its piece: where to, how, what waits there."""
    known = facts.of_choice(game, choice, "move")
    there = " (an Allied marker is there)" if known["contested"] else ""
    check = " (sea check)" if known["check"] else ""
    return way_words(game.scenario, choice) + check + there


def _battle(game: Game, box: str) -> str:
    known = facts.of_choice(game, {"box": box}, "battle")
    against = f", against {' and '.join(known['markers'])}" if known["markers"] else ""
    warning = "; alone there: a loss is doubled" if known["alone"] else ""
    return f"{name(game.scenario, box)}: {dice_words(known['dice'])}{against}{warning}"


def _payment(game: Game, choice: dict[str, Any]) -> str:
    if "pool" in choice:
        return f"{choice['pool']} from the total of {game.total}"
    if "fort" in choice:
        return f"give up {piece(game, choice['fort'])}"
    known = facts.of_choice(game, choice, "pay")
    fate = ", which removes it" if known["removes"] else ""
    return f"damage {piece(game, choice['damage'])}: pays up to {known['covers']}{fate}"


def _production(game: Game, choice: dict[str, Any]) -> str:
    known = facts.of_choice(game, choice, "produce")
    if "advance" in choice:
        space = known["space"]
        then = f"space {known['from_space']} to {space}" if space else "complete"
        return f"advance {piece(game, choice['advance'])} for {known['price']}: {then}"
    terms = f"for {known['price']}, to space {known['space']}"
    if "convert" in choice:
        return f"convert {name(game.scenario, choice['convert'])} into a hybrid carrier {terms}"
    return f"start {piece(game, choice['counter'])} {terms}"
