"""What a partner with a character says beside its choices: sentences made of the position.

Every sentence is true of the position that the choice found, and of what the record of the game
holds. Nothing is drawn: seed, turn, number of the offer and kind decide between sentences of one
meaning, so that a replay says the same.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from typing import Any, NamedTuple
from weakref import WeakKeyDictionary
from zlib import crc32

from glory_agents.glory.characters import style
from glory_agents.glory.characters.bargain import (
    PART,
    Split,
    claimed_too_much,
    need,
    remembered_wrong,
)
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.play import package_speech
from glory_env.games.glory.play.characters import Profile, meant_boxes, profile
from glory_env.games.glory.play.forecast import forecast
from glory_env.games.glory.play.partner_memory import BAD, GOOD, Memory, remembers
from glory_env.games.glory.play.promises import transport_cost
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.rules.board import contested_boxes
from glory_env.games.glory.rules.handicap import margin_of
from glory_env.games.glory.words import facts, names, talk_words
from glory_env.record.lines import Line, is_choice
from glory_env.text import sentences
from glory_env.text.lazy import Joined, Say, Text

NAMED = 2  # boxes in one sentence


class Scene(NamedTuple):
    """A choice of a character and the position it was made in, as its seat saw it.

    before: what the other seat offered in its offer before the last one of this turn, if any.
    """

    game: Game
    seat: str
    who: Profile
    choice: dict[str, Any]
    decision: str
    seed: int
    before: dict[str, int] | None = None

    # --- the position --------------------------------------------------------------------
    @property
    def other(self) -> str:
        return facts.other(self.seat)

    def need(self, seat: str) -> int:
        """What activating all idle units of a service costs."""
        return need(self.game.record, self.game.scenario.tables[0], st.SERVICES.index(seat))

    def offer(self, seat: str) -> dict[str, int] | None:
        """The last offer of a seat in this turn."""
        return facts.offer(self.game, st.SERVICES.index(seat))

    @property
    def wrong(self) -> int:
        """The turn of the wrong that it answers in its offers; 0: none."""
        memory = self.who.traits.memory
        return remembered_wrong(self.game.record, st.SERVICES.index(self.seat), memory)

    def say(self, key: str, **values: Any) -> Text:
        """A sentence of that kind; seed, turn and offer choose among those there are."""
        number = int(self.game.record.offers)
        start = crc32(f"{self.seed}/{self.game.turn}/{key}".encode())
        n = (start + number) % _variants(key)  # another one with every offer of a turn
        return Say(f"speech.{key}.{n}", **values)

    def tone(self, kind: str) -> Text:
        """A word of the character's own, without a claim."""
        return Say(f"character.{self.who.name}.{kind}")


@cache
def _variants(key: str) -> int:
    start = f"speech.{key}."
    return sum(one.startswith(start) for one in sentences("en"))


# --- of a line of the record ---------------------------------------------------------------
def said(session: GlorySession, k: int) -> list[Text]:
    """What the actor of line k says with it; nothing of people and agents without a character."""
    line, known = session.record.lines[k], _SAID.setdefault(session, {})
    if k not in known or known[k][0] is not line:  # undo puts other lines in the place of old ones
        known[k] = line, _said(session, k, line)
    return known[k][1]


_SAID: WeakKeyDictionary[GlorySession, dict[int, tuple[Line, list[Text]]]] = WeakKeyDictionary()


def _said(session: GlorySession, k: int, line: Line) -> list[Text]:
    if line["decision"] not in _SPEAKERS or line.get("forced"):
        return []
    scene = scene_of(session, k)
    if scene is None or _is_repeated(session, k):
        return []
    return _SPEAKERS[line["decision"]](scene)


def scene_of(session: GlorySession, k: int) -> Scene | None:
    """Line k as a scene; None where no character has chosen."""
    line = session.record.lines[k]
    who = profile(session.playing(line["actor"])) if is_choice(line) else None
    if who is None:
        return None
    game = session.moments.before(k).clone()
    game.hide_unseen(line["actor"])
    return Scene(
        game, line["actor"], who, line["choice"], line["decision"], session.game.seed,
        _offer_before(session, k),
    )  # fmt: skip


def _is_repeated(session: GlorySession, k: int) -> bool:
    """Whether an escort was refused in this turn before, so that one more needs no word."""
    lines = session.record.lines

    def refuses(line: Line) -> bool:
        return line["decision"] == "escort_grant" and "refuse" in line["choice"]

    same_turn = takewhile(lambda line: line["turn"] == lines[k]["turn"], reversed(lines[:k]))
    return refuses(lines[k]) and any(refuses(line) for line in same_turn)


def _offer_before(session: GlorySession, k: int) -> dict[str, int] | None:
    """The other seat's last offer but one in this turn, before line k."""
    lines, offers = session.record.lines, list[Line]()
    for line in reversed(lines[:k]):
        if line["turn"] != lines[k]["turn"]:
            break
        if line["decision"] == "offer" and line["actor"] != lines[k]["actor"]:
            offers.append(line)
    return {seat: offers[1]["choice"][seat] for seat in st.SERVICES} if len(offers) > 1 else None


# --- offers --------------------------------------------------------------------------------
def offers(scene: Scene) -> list[Text]:
    """Beside an offer: the first of the turn, or a counter-offer."""
    if scene.game.options.solo:
        return []
    is_first = scene.offer(scene.seat) is None
    theirs = scene.offer(scene.other)
    words = _of_the_turn(scene) if is_first else []
    words += _counter(scene, theirs) if theirs else _opening(scene)
    exchange = package_speech.package(scene)
    words += exchange
    if is_first and not exchange:
        words += _aims(scene)
    return [*words, *_low(scene), *_threats(scene, theirs)]


def _split(scene: Scene) -> tuple[int, int, int]:
    """Own share, the other's and the civil one of the offer that is made."""
    mine, yours = scene.choice[scene.seat], scene.choice[scene.other]
    return mine, yours, scene.game.total - mine - yours


def _of_the_turn(scene: Scene) -> list[Text]:
    """What comes before all else: a greeting, thanks or reproach, the end that is near."""
    game = scene.game
    words = [scene.tone("hello")] if game.turn == 1 else []
    words += [*_memories(scene), *package_speech.sorry(scene)]
    if game.turn >= int(game.scenario.tables[0].last_turn) - 1:
        words.append(_standing(scene))
    return words


def _memories(scene: Scene) -> list[Text]:
    """The wrong that is answered, else the worst or best of last turn."""
    all_of_them, wrong = remembers(scene.game, scene.seat), scene.wrong
    recent = [one for one in all_of_them if one.turn == scene.game.turn - 1]
    if wrong:
        blamed = _blamed(all_of_them, wrong)
        words = [scene.tone("reproach"), *(one.words("reproach") for one in blamed)]
        until = wrong + scene.who.traits.memory
        words.append(scene.say("answer", until=until))
        return [*words, scene.say("promise.again")] if until == scene.game.turn else words
    bad = [one for one in recent if one.kind in BAD]
    if bad:
        return [bad[0].words("reproach")]
    good = [one for one in recent if one.kind in GOOD]
    return [scene.tone("thanks"), good[0].words("thanks")] if good else []


def _blamed(memories: Sequence[Memory], wrong: int) -> list[Memory]:
    """What of that turn was a wrong; a civil share is promised a turn before it is owed."""
    bad = [one for one in memories if one.kind in BAD and one.kind != "claimed"]  # no wrong
    of_turn = [one for one in bad if one.turn == wrong]
    return (of_turn or [one for one in bad if (one.turn, one.kind) == (wrong - 1, "broken")])[:1]


def _standing(scene: Scene) -> Text:
    """Who is ahead, near the end."""
    game, s = scene.game, scene.game.scenario.tables[0]
    gap = game.gp[scene.seat] - game.gp[scene.other]
    key = "even" if not gap else "ahead" if gap > 0 else "behind"
    leader = scene.seat if gap >= 0 else scene.other
    margin = margin_of(game.record, s, st.SERVICES.index(leader))
    values = {"turn": game.turn, "last": int(s.last_turn), "margin": int(margin)}
    return scene.say(f"last.{key}", gap=abs(gap), **values)


def _opening(scene: Scene) -> list[Text]:
    """The first word of a turn: needs, and what the split does to them."""
    mine, yours, civil = _split(scene)
    own, theirs, total = scene.need(scene.seat), scene.need(scene.other), scene.game.total
    values = {"mine": mine, "yours": yours, "own": own, "theirs": theirs, "total": total}
    if mine > own:
        words = [scene.say("opening.above", **values)]
    elif mine == own and yours >= theirs:
        words = [scene.say("opening.covers", **values)]
    elif own + theirs > total - civil:
        words = [scene.say("opening.short", **values, civil=civil, room=total - civil)]
    else:
        words = [scene.say("opening.plain", **values)]
    outlook = forecast(scene.game)
    if outlook is not None and outlook.falls is not None and civil:
        words.append(scene.say("civil", floor=outlook.floor, turn=outlook.falls, civil=civil))
    elif (cost := transport_cost(scene.game)) and civil >= cost:
        words.append(scene.say("transport", cost=cost))
    return words


def _counter(scene: Scene, theirs: dict[str, int]) -> list[Text]:
    """An answer to an offer by another one."""
    mine, yours, civil = _split(scene)
    own, offered, last = scene.need(scene.seat), theirs[scene.seat], scene.offer(scene.seat)
    words = [scene.tone("refuse")]
    if is_lopsided(scene, theirs):
        words.append(scene.say("counter.lopsided"))
    elif offered < own and mine > offered:
        words.append(scene.say("counter.more", offered=offered, own=own, mine=mine))
    elif theirs["civil"] < civil:
        words.append(scene.say("counter.civil", left=theirs["civil"], civil=civil))
    else:
        words.append(scene.say("counter.plain", mine=mine, yours=yours, civil=civil))
    if last is not None and last[scene.seat] != mine:
        before = last[scene.seat]
        words.append(scene.say("counter.yields" if mine < before else "counter.raises",
                               before=before, mine=mine))  # fmt: skip
    elif last is not None:
        words.append(scene.say("counter.stays", mine=mine))
    words += package_speech.heard(scene)
    if theirs[scene.other] > scene.need(scene.other):
        words.append(scene.say("question", claim=theirs[scene.other]))
    return words


def is_lopsided(scene: Scene, theirs: dict[str, int]) -> bool:
    """Whether an offer covers the other's need far better than the speaker's."""
    split = Split(theirs["army"], theirs["navy"])
    k = st.SERVICES.index(scene.seat)
    return style.is_lopsided(scene.game.record, scene.game.scenario.tables[0], split, k)


def _aims(scene: Scene) -> list[Text]:
    """What it means to do with its share, and what is at stake for it."""
    mine, _, _ = _split(scene)
    game, k = scene.game, st.SERVICES.index(scene.seat)
    meant = meant_boxes(game, scene.seat, scene.who, mine)[:NAMED] if mine else []
    points = game.scenario.tables[0].box_gp
    if meant:
        gain = sum(int(points[game.scenario.boxes.index(box), k]) for box in meant)
        return [scene.say("aims", boxes=boxes_in_words(game, meant), gp=gain, mine=mine)]
    held = _contested(game, k)[:NAMED]
    return [scene.say("stake", boxes=boxes_in_words(game, held))] if held else []


def _contested(game: Game, k: int) -> list[str]:
    """Boxes worth glory points to a service where an Allied marker stands."""
    s, bits = game.scenario.tables[0], int(contested_boxes(game.record, game.scenario.tables[0]))
    return [box for b, box in enumerate(game.scenario.boxes) if bits >> b & 1 and s.box_gp[b, k]]


def boxes_in_words(game: Game, boxes: Sequence[str], joined: str = "list.and") -> Text:
    """Their names, joined by a key of the catalogue."""
    return Joined([names.place(game.scenario, box) for box in boxes], joined)


def _low(scene: Scene) -> list[Text]:
    """The reason of an offer below a quarter of the other's need, or of none at all."""
    _, yours, _ = _split(scene)
    theirs, total = scene.need(scene.other), scene.game.total
    if not theirs:
        return [scene.say("low.idle")] if not yours else []
    if PART * yours >= theirs:
        return []
    values = {"yours": yours, "theirs": theirs}
    if scene.wrong:
        return [scene.say("low.wrong", wrong=scene.wrong, **values)]
    offer, own = scene.offer(scene.other), scene.need(scene.seat)
    if offer is not None and PART * offer[scene.seat] < own:
        return [scene.say("low.same", offered=offer[scene.seat], own=own, **values)]
    return [scene.say("low.bound", total=total, **values)]


def _threats(scene: Scene, theirs: dict[str, int] | None) -> list[Text]:
    """What comes of a claim beyond half of the total, and of a refusal of the last offer."""
    game, options = scene.game, scene.game.options
    words = list[Text]()
    other = st.SERVICES.index(scene.other)
    claim = int(game.record.log_claim[game.turn, other])
    if theirs and claimed_too_much(game.record, other, game.turn):
        words.append(scene.say("threat.claim", claim=claim, total=game.total))
    if options.negotiation == "alternating" and int(game.record.offers) + 1 == options.max_offers:
        rule = Say(f"deadlock.{options.deadlock}")
        words.append(scene.say("threat.last", rule=rule))
    return words


# --- answers and words ---------------------------------------------------------------------
def answers(scene: Scene) -> list[Text]:
    """Beside an acceptance or the end of the talks; a counter-offer speaks for itself."""
    offered = scene.offer(scene.other)
    if offered is None or "counter" in scene.choice:
        return []
    share, own, civil = offered[scene.seat], scene.need(scene.seat), offered["civil"]
    if "walk" in scene.choice:
        key = "walk.low" if share < own else "walk.plain"
        words = [scene.tone("refuse"), scene.say(key, share=share, own=own, civil=civil)]
        return [*words, scene.say("regret")]
    last = scene.offer(scene.seat)
    words = [scene.tone("accept")]
    if last is not None and share >= last[scene.seat]:
        words.append(scene.say("accept.asked", share=share))
    elif share >= own:
        words.append(scene.say("accept.covers", share=share, own=own))
    else:
        part = scene.say("accept.part", share=share, own=own)
        words += package_speech.trusted(scene, share) or [part]
    words += package_speech.granted(scene)
    if scene.before is not None and share > scene.before[scene.seat]:
        more = share - scene.before[scene.seat]
        words.append(scene.say("thanks.more", more=more))
    return words


def lines(scene: Scene) -> list[Text]:
    """Beside a threat; of promises and requests the offer speaks that they go with."""
    if not str(scene.choice.get("say")).startswith("threat"):
        return []
    statement = talk_words.statement_of(scene.game.scenario, scene.choice)
    return [scene.say("threat.word", statement=statement)]


def escorts(scene: Scene) -> list[Text]:
    """Beside an escort that is granted or refused."""
    game = scene.game
    piece = names.name(game.scenario, game.scenario.counters[int(game.record.chosen_counter)])
    if "unit" in scene.choice:
        unit = names.name(game.scenario, scene.choice["unit"])
        return [scene.say("escort.granted", unit=unit, piece=piece)]
    key = "refused" if has_free_squadron(game) else "busy"
    return [scene.tone("refuse"), scene.say(f"escort.{key}", piece=piece)]


def has_free_squadron(game: Game) -> bool:
    """Whether a unit that could escort neither guards the convoys nor stands beside a marker."""
    convoy, held = int(game.scenario.tables[0].convoy), facts.contested(game)
    at = [game.box(choice["unit"]) for choice in game.choices() if "unit" in choice]
    return any(box != game.scenario.boxes[convoy] and box not in held for box in at)


_SPEAKERS = {"offer": offers, "answer": answers, "speak": lines, "escort_grant": escorts}
