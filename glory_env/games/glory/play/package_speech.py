"""What a character says of promises: the exchange that an offer is, what it hears, its own words.

All of it is read from the lines beside the offers and from the record, as in `speech`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from glory_agents.glory.characters.words import Line, written
from glory_env.games.glory import state as st
from glory_env.games.glory.play.best_offer import split_by_needs
from glory_env.games.glory.trace import statement_argument
from glory_env.games.glory.words import talk_words
from glory_env.text.lazy import Joined, Say, Text

if TYPE_CHECKING:
    from glory_env.games.glory.play.speech import Scene


def package(scene: Scene) -> list[Text]:
    """Of an offer with promises: what is exchanged for what."""
    gives, wants = own_lines(scene)
    if not gives and not wants:
        return []
    give, want = in_words(scene, "gives", gives), in_words(scene, "wants", wants)
    more = _more(scene)
    if gives and wants:
        return [scene.say("deal.swap", give=give, want=want)]
    if gives:
        key = "more" if more > 0 else "gives"
        return [scene.say(f"deal.{key}", give=give, n=more)]
    key = "wants" if more >= 0 else "less"
    if key == "less" and all(line.kind == st.SAY_CIVIL for line in wants):
        key = "later"
    return [scene.say(f"deal.{key}", want=want, n=-more)]


def _more(scene: Scene) -> int:
    """What it takes more than in its offer before, or than by needs, where that was none."""
    last, mine = scene.offer(scene.seat), int(scene.choice[scene.seat])
    return mine - (last or split_by_needs(scene.game))[scene.seat]


def heard(scene: Scene) -> list[Text]:
    """Beside a counter-offer: of the promises and requests that it answers."""
    says, asks = their_lines(scene)
    given = {line.kind for line in own_lines(scene)[0]}
    words: list[Text] = []
    if says and (turn := _broken(scene, scene.other)):
        words.append(scene.say("doubts", want=in_words(scene, "wants", says), turn=turn))
    if refused := [line for line in asks if line.kind not in given]:
        words.append(scene.say("declines", give=in_words(scene, "gives", refused)))
    return words


def trusted(scene: Scene, share: int) -> list[Text]:
    """Beside the acceptance of less than it needs: the promises that make it do."""
    says, _ = their_lines(scene)
    if not says or _broken(scene, scene.other):
        return []
    return [scene.say("word", want=in_words(scene, "wants", says), share=share)]


def granted(scene: Scene) -> list[Text]:
    """Beside an acceptance: what it promises with it."""
    _, asks = their_lines(scene)
    return [scene.say("grants", give=in_words(scene, "gives", asks))] if asks else []


def sorry(scene: Scene) -> list[Text]:
    """A word of its own that was broken in the turn before."""
    k, last = st.SERVICES.index(scene.seat), scene.game.turn - 1
    broken = [line for line, state in promised(scene, k, last) if state == st.BROKEN]
    return [scene.say("sorry", give=in_words(scene, "gives", broken))] if broken else []


# --- lines ---------------------------------------------------------------------------------
def own_lines(scene: Scene) -> tuple[list[Line], list[Line]]:
    """What the speaker has written beside the offer that it makes: promises, requests."""
    return _lines(scene, scene.seat)


def their_lines(scene: Scene) -> tuple[list[Line], list[Line]]:
    """The same of the other seat's last offer of this turn; nothing where there is none."""
    return _lines(scene, scene.other) if scene.offer(scene.other) else ([], [])


def _lines(scene: Scene, seat: str) -> tuple[list[Line], list[Line]]:
    lines = written(scene.game.record, st.SERVICES.index(seat))
    lines = [line for line in lines if line.kind < st.THREAT_POOL]
    says = [line for line in lines if not line.is_ask]
    return says, [line for line in lines if line.is_ask]


def promised(scene: Scene, k: int, turn: int) -> list[tuple[Line, int]]:
    """The promises that service k made in a turn, and what has become of them."""
    g = scene.game.record
    made = [
        (int(g.promise_kind[turn, k, i]), int(g.promise_argument[turn, k, i]),
         int(g.promise_state[turn, k, i]))
        for i in range(st.MAX_LINES)
    ]  # fmt: skip
    return [
        (Line(kind, False, argument), state)
        for kind, argument, state in made
        if state != st.NOT_MADE and kind < st.THREAT_POOL
    ]


def _broken(scene: Scene, seat: str) -> int:
    """The last turn of which a promise of a seat was broken; 0: none."""
    k = st.SERVICES.index(seat)
    for turn in range(scene.game.turn, 0, -1):
        if any(state == st.BROKEN for _, state in promised(scene, k, turn)):
            return turn
    return 0


def in_words(scene: Scene, side: str, lines: list[Line]) -> Text:
    """Promises as what one service gives or wants. side: gives or wants."""
    scenario = scene.game.scenario
    words: list[Text | str] = []
    for line in lines:
        argument: dict[str, Any] = statement_argument(scenario, line.kind, line.argument)
        values = talk_words.values_of(scenario, argument)
        words.append(Say(f"package.{side}.{st.STATEMENTS[line.kind]}", **values))
    return Joined(words, "list.and")
