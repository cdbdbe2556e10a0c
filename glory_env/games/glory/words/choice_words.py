"""What is asked, and what every choice would do: texts made of `facts`."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory import decisions
from glory_env.games.glory import state as st
from glory_env.games.glory.describe import ROW_KINDS
from glory_env.games.glory.game import Game
from glory_env.games.glory.words import facts, names, talk_words
from glory_env.text import action_key, sentences
from glory_env.text.lazy import Capital, Joined, Say, Text

Choice = dict[str, Any]

VERBS = ("accept", "counter", "walk", "refuse")
SPOKEN = {"say": "said", "ask": "asked"}
DISTINCT = ("CV", "BB", "CA", "CL")  # kinds whose counters differ: built by name


# --- what is asked -------------------------------------------------------------------------
def question(game: Game) -> Text:
    """The pending decision as a question to the service that has to decide."""
    kind = decisions.BY_WORD[game.decision].name
    return Say(f"decision.{kind}.{'only' if is_only_battle(game) else 'question'}")


def is_only_battle(game: Game) -> bool:
    """Whether the one battle that is left is to be fought."""
    return game.decision == "battle" and int(game.mask.sum()) == 1


def about(game: Game, has_failed: bool = False) -> Text:
    """What the question is about, with its figures. has_failed: the talks, before this offer."""
    decision, figures = game.decision, facts.of_question(game)
    key = f"decision.{decisions.BY_WORD[decision].name}"
    if decision == "offer":
        return of_offer(game, has_failed)[1]
    part = "about" if f"{key}.about" in sentences("en") else "help"
    words: list[Text] = []
    if not is_only_battle(game):
        words.append(Say(f"{key}.{part}", **_values(game, figures)))
    if "asked" in figures and decision in ("support", "convoy_method") and not game.options.solo:
        words.append(Say(f"decision.asked.{'yes' if figures['asked'] else 'no'}"))
    if figures.get("doubled"):
        words.append(Say(f"{key}.about_doubled"))
    if decision == "answer":
        words += talk_words.beside_offer(game, 1 - int(game.record.actor))
    if figures.get("pool_paid"):
        words.append(Say(f"{key}.about_named", amount=figures["pool_paid"]))
    return Joined([*words, *_chances(game, figures)], "list.space")


def of_offer(game: Game, has_failed: bool = False) -> tuple[Text, Text]:
    """The question of an offer and what it is about, also where lines may still be said first."""
    key = f"decision.{decisions.BY_WORD['offer'].name}"
    about = Say(f"{key}.about{_offer_case(game, has_failed)}", **_offer_values(game))
    return Say(f"{key}.question"), about


def _chances(game: Game, figures: facts.Facts) -> list[Text]:
    """What can be worked out from the charts for this question."""
    words: list[Text] = []
    if "idle_price" in figures:
        words.append(Say("chance.idle", price=figures["idle_price"]))
    for one in figures.get("battles", ()):
        box = names.place(game.scenario, one["box"])
        who = names.service(one["who"])
        words.append(Say("chance.battle", who=who, box=box, means=means(one)))
    if "after" in figures:
        words.append(Say("chance.payment", after=figures["after"], capacity=figures["capacity"]))
    if "convoy_loss" in figures:
        now, more = figures["convoy_loss"], figures["convoy_loss_escorted"]
        words.append(Say("chance.convoys", now=f"{now:.0f}", more=f"{more:.0f}"))
    return words


def means(battle: facts.Facts) -> Text:
    """The means of a battle in short."""
    return Say(
        "chance.means",
        gp=f"{battle['gp']:.1f}",
        loss=f"{battle['loss']:.0f}",
        retreat=f"{100 * battle['retreat']:.0f}",
    )


def _offer_case(game: Game, has_failed: bool) -> str:
    if game.options.solo:
        return "_solo"
    if has_failed:
        return "_named"
    return "_sealed" if game.options.negotiation == "sealed" else ""


def _offer_values(game: Game) -> dict[str, Any]:
    return {"number": int(game.record.offers) + 1, "most": game.options.max_offers}


def _values(game: Game, figures: facts.Facts) -> dict[str, Any]:
    """The figures of a question, with names in place of ids."""
    values: dict[str, Any] = {
        key: value for key, value in figures.items() if isinstance(value, (int, float))
    }
    if "box" in figures:
        values["box"] = names.place(game.scenario, figures["box"])
    if game.decision == "answer":
        values |= {
            "other": names.service(figures["from"]),
            "split": names.split(**figures["offer"]),
        }
    elif game.decision == "vote":
        proposed = {key: figures["choice"][key] for key in figures["choice"] if key != "facts"}
        values |= {
            "other": names.service(figures["from"]),
            "item": label(game, proposed, "produce"),
        }
    elif "counter" in figures:
        values["piece"] = names.name(game.scenario, figures["counter"])
        values["from_box"] = names.place(game.scenario, figures["from"])
        values["to_box"] = names.place(game.scenario, figures["to"])
        losses = game.scenario.data["sea_transport_loss"]
        for key, column in (("alone", "unescorted"), ("escorted", "escorted")):
            values[key] = ", ".join(map(str, losses[column])) or "-"
    return values


def if_talks_fail(game: Game) -> Text | None:
    """What happens if the talks fail, and when they do; None where there are no talks."""
    options = game.options
    if options.solo or options.negotiation == "fixed":
        return None
    rule = Say(f"deadlock.{options.deadlock}")
    return Joined([rule, Say(f"deadlock.when_{options.negotiation}")], "list.space")


# --- choices -------------------------------------------------------------------------------
def label(game: Game, choice: Choice, decision: str | None = None) -> Text:
    """A choice in short, under a heading that says what it is about."""
    decision = decision or game.decision
    key, value = next(iter(choice.items()))
    if key == "end":
        return Capital(Say(f"decision.{decisions.BY_WORD[decision].name}.end"))
    if key == "ask" and "for" not in choice:
        return Say("choice.ask")
    if key in ("say", "ask"):
        return Capital(talk_words.statement_of(game.scenario, choice))
    if key == "accept" and talk_words.asked_of(game, int(game.record.actor)):
        return Say("choice.accept_asked")
    if verb := _verb(key, value):
        return Capital(Say(action_key(decision, "verb", verb)))
    if "to" in choice:
        return names.place(game.scenario, choice["to"])
    if key == "pool":
        return Capital(Say("decision.pay.action.amount", amount=value))
    if key in ("advance", "convert"):
        return Say(f"choice.{key}", piece=names.name(game.scenario, value))
    if key == "start":
        return Say("choice.start", piece=_started(game, choice))
    if key in ("army", "navy"):
        return _offer(game, choice)
    if key == "civil":
        return Say("choice.civil", civil=value)
    if key == "amount":  # of a statement, as is the kind
        return Joined([str(value)])
    if key == "kind":
        return Say(f"kind.{ROW_KINDS[st.ROWS.index(value)]}")
    return names.name(game.scenario, value)


def _verb(key: str, value: Any) -> str:
    """The verb a choice consists of, or empty."""
    if key in VERBS:
        return key
    if key in ("take", "hand"):
        return str(value)
    return ("no", "yes")[value] if isinstance(value, bool) else ""


def _started(game: Game, choice: Choice) -> Text:
    if choice["start"] in DISTINCT and "counter" in choice:
        return names.name(game.scenario, choice["counter"])
    return Say(f"kind.{ROW_KINDS[st.ROWS.index(choice['start'])]}")


def _offer(game: Game, choice: Choice) -> Text:
    civil = choice.get("civil", game.total - choice["army"] - choice["navy"])
    return names.split(choice["army"], choice["navy"], civil)


def full(game: Game, choice: Choice) -> Text:
    """A choice that stands alone: its counters with their strength and place."""
    decision = game.decision
    key, value = next(iter(choice.items()))
    if "to" in choice:
        piece, box = mover(choice), names.place(game.scenario, choice["to"])
        where = names.place(game.scenario, game.box(piece))
        return Say("choice.move", piece=names.piece(game, piece), place=where, box=box)
    if key == "army":
        return Say("choice.offer", split=_offer(game, choice))
    if key in ("say", "ask"):
        words = talk_words.statement_of(game.scenario, choice)
        return Capital(Say(f"action.talk.{SPOKEN[key]}", statement=words))
    if key == "box":
        box = names.place(game.scenario, value)
        return Capital(Say(f"decision.{decision}.action.box", box=box))
    if key not in ("unit", "damage", "fort"):
        return label(game, choice)
    counter: Text = names.piece(game, value)
    if decision in ("activate", "escort_grant"):
        where = names.place(game.scenario, game.box(value))
        counter = Say("choice.at", piece=counter, place=where)
    name = "fort" if key == "fort" else "counter"
    return Capital(Say(f"decision.{decision}.action.{name}", counter=counter))


def mover(choice: Choice) -> str:
    """The counter that a choice of the movement phase moves."""
    return str(choice.get("unit") or choice["piece"])


def more(game: Game, choice: Choice, figures: facts.Facts) -> list[Text]:
    """The particulars of a choice as short phrases. figures: `facts.of_choice`."""
    words: list[Text] = []
    if "price" in figures:
        words.append(Say("choice.price", n=figures["price"]))
    if figures.get("doubled"):
        words.append(Say("choice.doubled"))
    words += _way(game, choice, figures)
    if "dice" in figures:
        words.append(names.dice(figures["dice"]))
    if figures.get("markers"):
        words.append(Say("choice.against", markers=", ".join(figures["markers"])))
    if "covers" in figures and "pool" not in choice:
        words.append(Say("choice.covers", n=figures["covers"]))
    words += [Say(f"choice.{key}") for key in ("alone", "removes") if figures.get(key)]
    if figures.get("means"):
        words.append(means(figures["means"]))
    if "space" in figures:
        words.append(_space(figures))
    if "split" in figures:
        words.append(names.split(**figures["split"]))
    if "lost" in figures:
        key = "lost_unless" if figures["others"] else "lost"
        other = names.service(facts.other(game.actor))
        words.append(Say(f"choice.{key}", n=figures["lost"], other=other))
    if "unit" in choice and game.decision not in ("activate", "move"):
        words += names.state(game, choice["unit"])
    return words


def _way(game: Game, choice: Choice, figures: facts.Facts) -> list[Text]:
    words: list[Text] = []
    if choice.get("by") == "sea":
        start, to = (names.place(game.scenario, choice[key]) for key in ("embark", "land"))
        key = "by_sea" if choice["land"] == choice["to"] else "by_sea_to"
        words.append(Say(f"choice.{key}", start=start, to=to))
    elif "by" in choice:
        words.append(Say(f"choice.by_{choice['by']}"))
    if figures.get("check"):
        words.append(Say("choice.sea_check"))
    return [*words, Say("choice.contested")] if figures.get("contested") else words


def _space(figures: facts.Facts) -> Text:
    if not figures.get("from_space"):
        return Say("choice.to_space", n=figures["space"])
    if not figures["space"]:
        return Say("choice.complete")
    return Say("choice.from_to_space", a=figures["from_space"], b=figures["space"])
