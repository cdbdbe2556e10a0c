"""The tables of `glory study promises`: what promises are worth, then how the games go."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from glory_env.bench.study import Study
from glory_env.games.glory.state import SERVICES
from glory_env.games.glory.studies.aims import bounds
from glory_env.games.glory.studies.promises import COMPARED, judge, plan
from glory_env.games.glory.studies.settings import Promises
from glory_env.report.tables import Page, Table, interval, origin, seconds

WORDS = {"off": "no words", "cheap": "cheap", "binding": "binding"}
WORTH_NOTE = (
    "Each family with itself. *trained cheap, plays no words*: the networks that learnt in games "
    "with cheap words, which cannot speak now. Completed in points."
)
GAMES_NOTE = (
    "*deadlocks*: of the turns with talks. *promises*: made in a game by both seats together, "
    "threats left out; *kept*: of those that were kept or broken. Army, navy: utility."
)
AIM_NOTE = (
    "Fixed before the games. *met*: the 95 % interval lies within the aim, *missed*: outside, "
    "*open*: neither."
)
FORMS = {"completed": "share", "welfare": "number", **dict.fromkeys(SERVICES, "lead"),
         "deadlocks": "share", "promises": "number", "kept": "share"}  # fmt: skip


def tables(document: Mapping[str, Any]) -> list[Table]:
    """All tables of what `promises.judge` gives."""
    rows = [
        [one["what"], bounds(one), interval(one["value"], one["form"]), one["verdict"]]
        for one in document["verdicts"]
    ]
    aims = Table("verdicts", "against the aim", AIM_NOTE, ["", "aim", "measured", "verdict"], rows)
    return [aims, _differences(document["differences"]), _games(document["games"])]


def game_words(game: Any) -> str:
    """A family and the games that it plays."""
    own, talk = game
    return f"trained {WORDS[own]}, plays {WORDS[talk]}" if own != talk else WORDS[own]


def _differences(found: list[list[Any]]) -> Table:
    forms = {name: "points" if name == "completed" else "lead" for name in COMPARED}
    by_pair: dict[str, dict[str, Any]] = {}
    for one, other, name, value in found:
        by_pair.setdefault(f"{game_words(one)} less {game_words(other)}", {})[name] = value
    rows = [
        [label, *(interval(of[name], form) for name, form in forms.items())]
        for label, of in by_pair.items()
    ]
    return Table("differences", "what promises are worth", WORTH_NOTE, ["", *forms], rows)


def _games(found: list[list[Any]]) -> Table:
    by_game: dict[str, dict[str, Any]] = {}
    for game, name, value in found:
        by_game.setdefault(game_words(game), {})[name] = value
    rows = [
        [label, *(interval(of[name], form) for name, form in FORMS.items())]
        for label, of in by_game.items()
    ]
    return Table("games", "with itself", GAMES_NOTE, ["", *FORMS], rows)


def circumstances(document: Mapping[str, Any]) -> str:
    """What was played, in one sentence."""
    seeds = document["seeds"]
    families = "; ".join(
        f"{WORDS[talk]}: {', '.join(members)}" for talk, members in document["families"].items()
    )
    return (
        f"{origin(document)}, utilities of {document['level']} ({document['utilities']}); "
        f"{seeds['games']:,} games of each pairing of different members from seed "
        f"{seeds['first']}; means with 95 % intervals over training seeds and dice; {families}"
    )


def page(document: dict[str, Any]) -> Page:
    """What promises are worth, on a page."""
    about = circumstances(document)
    title = "What promises are worth"
    return Page(title, f"{about}.", f"{about}, {seconds(document)}", tables(document), 2)


STUDY = Study(Promises, plan, judge, page)
