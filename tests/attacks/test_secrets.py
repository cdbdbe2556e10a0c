"""Nothing hidden reaches another seat: two games that differ in it alone look the same to that one.

Every message of the protocol is sent in both, and all that the page is sent has to be equal, byte
by byte; so have all files that can be downloaded.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from starlette.testclient import TestClient

from glory_env.core.dice import key_from_seed
from glory_env.games.aleutians.play import table as tables
from glory_env.games.aleutians.play.hint import adviser
from glory_env.games.aleutians.play.start import new_session as new_campaign
from glory_env.games.aleutians.play.table import CampaignTable
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.table import Table
from glory_env.play.reading import PERSON
from glory_env.play.saves import Saves
from glory_env.play.server import make_app
from glory_env.play.two_pages import ONLOOKER, Apart
from tests.attacks.loop import in_a_loop
from tests.attacks.messages import examples, models

PEOPLE = {"army": PERSON, "navy": PERSON}
TALKED = {"seed": 3, "negotiation": "sealed", "talk": "cheap"}
SCENARIO, SEED = "teaching", 3
MOST = 6  # messages of one type


class Ear:
    """A page that keeps the texts it is sent. seat: as of `Page`."""

    language = "en"

    def __init__(self, seat: str | None) -> None:
        self.seat = seat
        self.texts: list[str] = []

    def send(self, text: str) -> None:
        self.texts.append(text)


async def at_rest(table: Any, page: Ear) -> None:
    """Until nothing is worked out any more: agents, hints."""
    while table._playing._task is not None or table._hinting.is_busy:
        await asyncio.sleep(0.01)


# --- Glory: two people, each at a page of their own -----------------------------------------
def sealed(folder: Path, offer: tuple[int, int], says: int) -> Table:
    """The army has said so much and written its offer; the navy has to."""
    session = GlorySession(SCENARIO, PEOPLE, **TALKED)
    table = Table(session, Saves(folder), apart=Apart())
    play_army(session, offer, says)
    return table


def play_army(session: GlorySession, offer: tuple[int, int], says: int) -> None:
    while session.game.actor == "army":
        choices = session.game.choices() if session.game.decision == "speak" else []
        if choices and says:
            says -= 1
            session.choose(next(one for one in choices if "say" in one))
        elif choices:
            session.choose(choices[-1])
        else:
            session.choose(dict(zip(("army", "navy"), offer, strict=True)))
    assert session.shown < len(session.record.lines)


def heard(table: Table, seat: str, message: dict[str, Any] | None) -> list[str]:
    """All that a page of a seat is sent from its opening on, and after a message."""
    page = Ear(seat)

    async def listen() -> None:
        await table.join(page)
        await at_rest(table, page)
        if message is not None:
            await table.hear(page, json.dumps(message))
            await at_rest(table, page)

    in_a_loop(listen())
    return page.texts


def files_of(table: Table, seat: str) -> list[tuple[str, int, bytes]]:
    """What a page of a seat can download, by name."""
    word = table.apart.keys.get(seat, "") if table.apart else ""
    names = sorted(path.stem for path in table.saves.folder.glob("*.jsonl"))
    found = []
    with TestClient(make_app(table), base_url="http://127.0.0.1:8765") as http:
        for name in {*names, table.name}:
            for line in (None, -1, 0, 3):
                given = {"seat": word} | ({} if line is None else {"line": line})
                answer = http.get(f"/games/{name}.jsonl", params=given)
                found.append((f"{name} {line}", answer.status_code, answer.content))
    return sorted(found)


def looked_at(make: Callable[[], Table], seat: str, kind: str | None) -> list[Any]:
    """What a page of a seat gets to see of a game by all messages of a type, or, without one, by
    opening it and by all downloads. make: the game, as it stands each time anew."""
    table = make()
    if kind is None:
        texts = heard(table, seat, None)
        table.saves.save_as(table.session, "copy", "copy")
        return [without_clock(texts), files_of(table, seat)]
    seq = table.session.noticed.by([seat] if seat else [])
    messages = examples_for(kind, table, seq)
    return [without_clock(heard(make(), seat, message)) for message in messages]


SECRETS = {"an offer": ((50, 60), 0), "another one": ((70, 40), 0), "said more": ((50, 60), 2)}


@pytest.mark.slow
@pytest.mark.parametrize("seat", ["navy", ONLOOKER])
@pytest.mark.parametrize("kind", [None, *models("glory")])
def test_what_is_under_seal_changes_nothing_for_others(tmp_path, kind, seat):
    first = None
    for name, (offer, says) in SECRETS.items():
        found = looked_at(lambda n=name, o=offer, s=says: sealed(tmp_path / n, o, s), seat, kind)
        first = first or found
        assert found == first, name
    assert first


def examples_for(kind: str, table: Any, seq: int) -> list[dict[str, Any]]:
    game = "glory" if isinstance(table, Table) else "aleutians"
    values: dict[str, list[Any]] = {
        "seq": [seq], "id": ["c0"] if game == "glory" else [0], "army": [100], "navy": [100],
        "line": [-1, 0], "counter": [None, "dd_1"], "box": [None], "words": ["good day"],
        "scenario": [SCENARIO], "seed": [7],
    }  # fmt: skip
    # Of a game with an agent the page is shown as much as fits into a time; `ready` of the other
    # person shows that one's view.
    if kind != "lesson":
        values["seat"] = ["both"] if kind == "new" else ["allies"]
        values["name"] = [table.name]
    return examples(game, kind, values)[:MOST]


def without_clock(texts: list[str]) -> list[str]:
    """The day and minute of saved games are left out: no secret, but another one each minute."""

    def clean(value: Any) -> Any:
        if isinstance(value, dict):
            return {key: clean(one) for key, one in value.items() if key != "changed"}
        return [clean(one) for one in value] if isinstance(value, list) else value

    return [json.dumps(clean(json.loads(text))) for text in texts]


def test_while_one_writes_under_seal_the_other_hears_nothing(tmp_path):
    """Neither how often nor what; only the end of it, when the other one is asked."""
    found = []
    for offer, says in SECRETS.values():
        session = GlorySession(SCENARIO, PEOPLE, **TALKED)
        table = Table(session, Saves(tmp_path / f"{offer}{says}"), apart=Apart())
        army, others = Ear("army"), [Ear("navy"), Ear(ONLOOKER)]

        async def play(table=table, army=army, others=others, offer=offer, says=says) -> None:
            for page in (army, *others):
                await table.join(page)
            session, left = table.session, says
            while session.game.actor == "army":
                seq = session.noticed.by(["army"])
                if session.is_offer:
                    message = {"type": "offer", "seq": seq, "army": offer[0], "navy": offer[1]}
                else:
                    choices = session.game.choices()
                    says_more = next(k for k, one in enumerate(choices) if "say" in one)
                    k = says_more if left else len(choices) - 1
                    left -= 1
                    message = {"type": "choose", "seq": seq, "id": f"c{k}"}
                await table.hear(army, json.dumps(message))
                await at_rest(table, army)

        in_a_loop(play())
        assert len(army.texts) > len(others[0].texts)
        found.append([without_clock(page.texts) for page in others])
    assert found[1:] == found[:1] * (len(found) - 1)


# --- the seed ------------------------------------------------------------------------------
@pytest.mark.slow
@pytest.mark.parametrize("seat", ["army", "navy", ONLOOKER])
@pytest.mark.parametrize("kind", [None, *models("glory")])
def test_the_seed_of_a_game_of_two_people_is_told_to_nobody(tmp_path, kind, seat):
    """Two games that differ in their seed alone: the one die rolled so far shows the same."""

    def begun(seed: int) -> Table:
        session = GlorySession(SCENARIO, PEOPLE, seed=seed)
        table = Table(session, Saves(tmp_path / str(seed)), apart=Apart())
        session.choose({"army": 100, "navy": 50})
        assert [roll["faces"] for line in session.record.lines for roll in line["dice"]] == [[2]]
        return table

    first = None
    for seed in (3, 5):
        found = looked_at(lambda s=seed: begun(s), seat, kind)
        first = first or found
        assert found == first
    assert first


def test_it_is_told_when_the_game_is_over_and_to_who_plays_alone(tmp_path):
    alone = Table(GlorySession(SCENARIO, {**PEOPLE, "army": "random"}, seed=7), Saves(tmp_path))
    game = next(one for one in map(json.loads, heard(alone, "navy", None)) if one["type"] == "game")
    assert game["seed"] == 7
    session = GlorySession(SCENARIO, PEOPLE, seed=7)
    table = Table(session, Saves(tmp_path), "both", apart=Apart())
    while not session.is_over:
        session.act(session.game.legal_actions()[-1])
    told = [json.loads(text) for text in heard(table, ONLOOKER, None)]
    assert next(one for one in told if one["type"] == "state")["over"]["seed"] == 7
    table.saves.save_as(session, "both", "both")
    assert {status for _, status, _ in files_of(table, ONLOOKER)} == {200}


def test_nobody_chooses_the_seed_of_a_game_with_another_person(tmp_path):
    table = Table(GlorySession(SCENARIO, PEOPLE, seed=7), Saves(tmp_path), apart=Apart())
    texts = heard(table, "army", {"type": "new", "seat": "both", "scenario": SCENARIO, "seed": 5})
    assert json.loads(texts[-1])["code"] == "not_now"
    assert table.session.game.seed == 7


@pytest.mark.parametrize("options", [{"negotiation": "sealed"}, {"deadlock": "janken"}])
def test_a_saved_game_is_replayed_without_what_is_under_seal(tmp_path, options):
    """A copy of a game at one screen, looked at as a replay before the seal is broken."""
    found = []
    for first in (0, 1):
        session = GlorySession(SCENARIO, PEOPLE, seed=3, **options)
        if "deadlock" in options:
            for _ in range(20):
                if session.game.decision == "janken":
                    break
                session.choose({"army": 350, "navy": 0} if session.is_offer else {"walk": True})
            session.choose(session.game.choices()[first])
        else:
            session.choose({"army": 50 + 10 * first, "navy": 60})
        saves = Saves(tmp_path / str(first))
        saves.save_new(session, "copy")
        table = Table(GlorySession(SCENARIO, PEOPLE, seed=9), saves)
        found.append(without_clock(heard(table, ONLOOKER, {"type": "replay", "name": "copy"})))
    assert found[0] == found[1]


# --- the second game -----------------------------------------------------------------------
def campaign(folder: Path, pick: int, seed: int) -> CampaignTable:
    """Two people at one screen; Japan has placed hidden submarines by `pick`, the Allies ask.

    The dice of the set-up are those of SEED, all to come those of the seed.
    """
    session = new_campaign("both", seed=SEED)
    while session.game.actor == "japan":
        legal = session.game.legal_actions()
        session._act(legal[pick % len(legal)])
    session.game.games["key"] = key_from_seed(seed)
    session.game.seed = session.record.header["seed"] = seed
    table = CampaignTable(session, Saves(folder))
    table.shown = "allies"
    return table


@pytest.mark.parametrize(
    "kind",
    [
        None,
        *(k for k in models("aleutians") if k != "hint"),
        pytest.param("hint", marks=pytest.mark.slow),  # it plays many games on
    ],
)
@pytest.mark.parametrize("what", ["places", "seed"])
def test_hidden_places_and_the_seed_change_nothing_for_the_other_side(
    tmp_path, kind, what, monkeypatch
):
    monkeypatch.setattr(tables, "adviser", partial(adviser, rollouts=8))  # enough to differ
    first = None
    for k in (0, 1):
        folder = tmp_path / str(k)
        other = {"pick": k, "seed": SEED} if what == "places" else {"pick": 0, "seed": SEED + k}
        table = campaign(folder, **other)
        assert table.session.game.actor == "allies"
        messages = [None] if kind is None else examples_for(kind, table, table.session.asked)
        found = [
            without_clock(heard(campaign(folder, **other), "both", message)) for message in messages
        ]
        first = first or found
        assert found == first
    assert first
