"""`glory study reputation`: other pasts, figures of games made by hand, verdicts, the command."""

from __future__ import annotations

import json
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from glory_agents.registry import make_agent
from glory_env.bench import play_pairs
from glory_env.cli.main import main
from glory_env.games.glory.bench import ablated as ablations
from glory_env.games.glory.bench import store as stores
from glory_env.games.glory.bench.ablated import (
    FROZEN_LOG,
    GENEROUS_PAST,
    GRIM_PAST,
    OtherPast,
    ablated,
    past_games,
)
from glory_env.games.glory.bench.config import PlayConfig
from glory_env.games.glory.bench.pairing import Pairing
from glory_env.games.glory.bench.positions import PAST_SECTIONS
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.sections import BY_SECTION, OBSERVATION_SIZE
from glory_env.games.glory.state import GAME, SERVICES
from glory_env.games.glory.studies.aims import MET, MISSED, OPEN, verdict
from glory_env.games.glory.studies.reputation import ITSELF, judged, pairings, parts, strongest
from glory_env.games.glory.studies.reputation_aims import AIMS
from glory_env.games.glory.studies.reputation_page import STUDY, tables
from glory_env.games.glory.studies.settings import Reputation
from tests.bench import handmade
from tests.bench.agents import Picker
from tests.bench.handmade import Handmade, made
from tests.bench.refusal import refused

BOARD, GAMES, SEED = "teaching", 12, 3
PLAY = partial(play_pairs, scenario=BOARD)
AGENT, TAKER, WEAK, GIVER = "tit_for_tat", "demands_60", "conceder", "always_saint"
ASKED = Reputation(agents=(AGENT,), takers=(WEAK, TAKER), held_out=(TAKER,), givers=(GIVER,))


@pytest.fixture(autouse=True)
def _few_donors(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ablations, "DONORS", 6)


# --- another past ----------------------------------------------------------------------------
def played(agent: Any, seat: str, ablation: str) -> bytes:
    """Games beside a partner that gives what is asked for, on the same dice."""
    donors = past_games(agent, ablation, seat, PLAY) if ablation else None
    shown, partner = ablated(agent, ablation, donors), make_agent("takes_first_offer")
    pair = (shown, partner) if seat == "army" else (partner, shown)
    return PLAY(*pair, GAMES, SEED).finals.tobytes()


@pytest.mark.parametrize("seat", SERVICES)
def test_only_who_remembers_plays_otherwise_with_another_past(seat: str) -> None:
    for name, forgets in (("withdraw_in_time", True), ("tit_for_tat", False)):
        agent = make_agent(name)
        as_it_is, grim = (played(agent, seat, past) for past in ("", GRIM_PAST))
        assert (as_it_is == grim) == forgets, name
        assert (grim == played(agent, seat, GENEROUS_PAST)) == forgets, name


class Keeping(Picker):
    """Plays the script and keeps what it sees and the records that it is given."""

    def __init__(self) -> None:
        super().__init__()
        self.agent: Any = make_agent("withdraw_in_time")
        self.seen: list[np.ndarray] = []
        self.records: list[np.ndarray] = []

    def act_batch(self, observations: Any, masks: Any, draws: Any, view: Any = None) -> Any:
        self.seen.append(observations)
        self.records.append(view.records())
        return self.agent.act_batch(observations, masks, draws, view)


def test_another_past_changes_nothing_but_the_past() -> None:
    own, shown, partner = Keeping(), Keeping(), make_agent("tit_for_tat")
    PLAY(own, partner, GAMES, SEED)
    donors = past_games(make_agent("withdraw_in_time"), GENEROUS_PAST, "army", PLAY)
    PLAY(ablated(shown, GENEROUS_PAST, donors), partner, GAMES, SEED)
    inside = np.zeros(OBSERVATION_SIZE, np.bool_)
    for name in PAST_SECTIONS:
        inside[BY_SECTION[name].start : BY_SECTION[name].stop] = True
    changed = 0
    for before, after in zip(own.seen, shown.seen, strict=True):
        np.testing.assert_array_equal(before[:, ~inside], after[:, ~inside])
        changed += int((before[:, inside] != after[:, inside]).any())
    assert changed > 10
    for before, after in zip(own.records, shown.records, strict=True):
        for name in GAME.names:
            if not name.startswith("log_"):
                np.testing.assert_array_equal(before[name], after[name])
        turn = before["turn"]
        assert (before["log_offers"][np.arange(len(turn)), turn]
                == after["log_offers"][np.arange(len(turn)), turn]).all()  # fmt: skip


def test_a_past_that_ends_goes_on_with_the_next_and_the_longest_one() -> None:
    donors = np.zeros(3, GAME)
    donors["turn"] = (3, 5, 2)
    shown = OtherPast(make_agent("grim"), donors)._shown
    assert shown[:, 1:8].tolist() == [
        [0, 0, 0, 1, 1, 1, 1], [1, 1, 1, 1, 1, 1, 1], [2, 2, 0, 1, 1, 1, 1]
    ]  # fmt: skip


def test_turns_that_no_donor_has_come_to_stay_as_they_were() -> None:
    donors, games = np.zeros(1, GAME), np.zeros(1, GAME)
    donors["turn"], games["turn"] = 3, 6
    donors["log_offers"], games["log_offers"] = 2, 4
    told = OtherPast(make_agent("grim"), donors)._told(games)
    assert told["log_offers"][0, 1:7].tolist() == [2, 2, 4, 4, 4, 4]


def test_one_seat_alone_is_shown_another_past(tmp_path: Path) -> None:
    store = ResultsStore(PlayConfig(scenario=BOARD, folder=tmp_path))
    pair = Pairing("grim", "stonewaller")
    blind = {seat: pair._replace(ablation=FROZEN_LOG, ablated=seat) for seat in ("", *SERVICES)}
    assert len({store.cache_key(one) for one in (pair, *blind.values())}) == 4
    assert [one.key for one in blind.values()] == [
        f"grim | stonewaller (frozen_log{seat})" for seat in ("", " army", " navy")
    ]
    games = {k: [store.again(one, s).tobytes() for s in range(4)] for k, one in blind.items()}
    as_it_is = [store.again(pair, seed).tobytes() for seed in range(4)]
    assert games["navy"] == as_it_is  # it has no memory
    assert games["army"] == games[""] != as_it_is


def test_the_games_of_a_past_are_played_once_for_all_partners(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked = []

    def counted(agent: Any, ablation: str, seat: str, play: Any) -> np.ndarray:
        asked.append((agent.name, ablation, seat))
        return past_games(agent, ablation, seat, play)

    monkeypatch.setattr(stores, "_pasts", {})
    monkeypatch.setattr(stores, "past_games", counted)
    store = ResultsStore(PlayConfig(scenario=BOARD, folder=tmp_path))
    shown = {"ablation": GRIM_PAST, "ablated": "army"}
    games = [
        store.again(Pairing(agent, partner, **shown), SEED).tobytes()
        for agent, partner in ((AGENT, TAKER), (AGENT, WEAK), ("grim", TAKER), (AGENT, TAKER))
    ]
    assert asked == [(AGENT, GRIM_PAST, "army"), ("grim", GRIM_PAST, "army")]
    assert games[0] == games[3]


# --- figures ---------------------------------------------------------------------------------
def utilities(pair: Pairing) -> tuple[float, float]:
    """What army and navy get, of the agent's games."""
    seat = 0 if pair.army == AGENT else 1
    partner = (pair.navy, pair.army)[seat]
    own, other = {
        (TAKER, ""): (0.3, 0.7),
        (TAKER, FROZEN_LOG): (0.25, 0.75),
        (TAKER, GENEROUS_PAST): (0.1, 0.8),
        (TAKER, GRIM_PAST): (0.35, 0.6),
        (WEAK, ""): (0.6, 0.2),
        (GIVER, GENEROUS_PAST): (0.5, 0.6),
        (GIVER, GRIM_PAST): (0.7, 0.1),
        (AGENT, ""): (0.4, 0.5),
        (AGENT, GENEROUS_PAST): (0.4, 0.5),
        (AGENT, GRIM_PAST): (0.4, 0.5),
    }[partner, pair.ablation]
    if pair == Pairing(AGENT, AGENT):
        return own, other
    if pair.ablated:
        seat = SERVICES.index(pair.ablated)
    return (own, other) if seat == 0 else (other, own)


def store(folder: Path) -> Handmade:
    """Forty games of each pairing, of which 36 are completed; each seat gets the same in all."""
    games = {}
    for pair in pairings(parts(ASKED, (AGENT,))):
        army, navy = utilities(pair)
        columns = {
            "rivalry_army": np.full(40, army), "rivalry_navy": np.full(40, navy),
            "completed": np.arange(40) % 10 > 0, "welfare": np.full(40, 0.8),
            "agreements": np.full(40, 9), "talks": np.full(40, 12),
        }  # fmt: skip
        games[pair] = made(columns)
    return Handmade(handmade.config(folder, AGENT), games)


@pytest.fixture
def found(tmp_path: Path) -> dict[str, Any]:
    games: Any = store(tmp_path)
    chosen = strongest(games, ASKED, (AGENT,))
    return judged(games, ASKED, (AGENT,), chosen)


def mean_of(rows: list[list[Any]], *names: str) -> float:
    (value,) = (row[-1] for row in rows if tuple(row[:-1]) == names)
    assert value is not None
    return float(value[0])


def test_figures_of_games_made_by_hand(found: dict[str, Any]) -> None:
    assert mean_of(found["itself"], "completed") == 0.9
    assert mean_of(found["itself"], "deadlocks") == 0.25
    assert mean_of(found["itself"], "army") == pytest.approx(0.4)
    assert found["strongest"] == {"army": TAKER, "navy": TAKER}
    # The taker gets 0.7; the agent with itself 0.4 as army and 0.5 as navy.
    for seat, gain, loss in (("army", 0.3, 0.2), ("navy", 0.2, 0.1)):
        assert mean_of(found["taken"], TAKER, seat, "gain") == pytest.approx(gain)
        assert mean_of(found["taken"], TAKER, seat, "loss") == pytest.approx(loss)
        assert mean_of(found["taken"], WEAK, seat, "gain") == pytest.approx(gain - 0.5)
    for seat in SERVICES:
        for past, own, other in ((FROZEN_LOG, 0.05, -0.05), (GENEROUS_PAST, 0.2, -0.1)):
            assert mean_of(found["memory"], TAKER, seat, past, "own") == pytest.approx(own)
            assert mean_of(found["memory"], TAKER, seat, past, "other") == pytest.approx(other)
            assert mean_of(found["memory"], TAKER, seat, past, "completed") == 0
        for partner, own, other in ((TAKER, -0.25, 0.2), (GIVER, -0.2, 0.5), (ITSELF, 0.0, 0.0)):
            assert mean_of(found["worth"], partner, seat, "own") == pytest.approx(own)
            assert mean_of(found["worth"], partner, seat, "other") == pytest.approx(other)
    values = {one["key"]: one["value"] for one in found["verdicts"]}
    assert list(values) == [aim.key for aim in AIMS]
    assert values["taker army"][0] == pytest.approx(0.3)
    assert values[GENEROUS_PAST][0] == pytest.approx(0.2)
    assert values["response army"] is None


def test_who_plays_whom() -> None:
    wanted = pairings(parts(ASKED, (AGENT,)))
    # With itself; two takers as they are; three pasts beside a taker, two beside a giver, itself.
    assert len(wanted) == 1 + 2 * 2 + 2 * (3 + 2 + 2)
    family = ("conceder:claim=0.1", "conceder:claim=0.2", "conceder:claim=0.3")
    columns = parts(ASKED, family)
    assert len(columns["completed"].sources) == 6  # different members
    assert len(pairings(columns)) == 6 + 3 * 2 * 2 + 3 * 2 * (3 + 2) + 6 * 2 * 2


@pytest.mark.parametrize(
    ("key", "value", "said"),
    [
        ("completed", [0.9, 0.8, 0.95], MET),  # the bound belongs to it
        ("completed", [0.85, 0.79, 0.9], OPEN),
        ("completed", [0.7, 0.6, 0.79], MISSED),
        ("completed", [0.9, None, None], OPEN),
        ("taker army", [-0.1, -0.2, 0.0], MET),
        ("taker army", [0.2, 0.05, 0.3], OPEN),
        ("taker army", [0.2, 0.11, 0.3], MISSED),
        (FROZEN_LOG, [0.0, None, None], MISSED),  # no game differs
        (FROZEN_LOG, [0.2, 0.1, 0.3], MET),
        ("response navy", None, OPEN),
    ],
)
def test_verdicts(key: str, value: Any, said: str) -> None:
    (aim,) = (one for one in AIMS if one.key == key)
    assert verdict(aim, value)["verdict"] == said


def test_the_page_says_what_was_reached(found: dict[str, Any]) -> None:
    aims = {aim.key: aim for aim in AIMS}
    found["verdicts"] = [
        verdict(aims["completed"], [0.85, 0.81, 0.89]),
        verdict(aims["taker navy"], [0.26, 0.14, 0.38]),
        verdict(aims["response army"], None),
        verdict(aims[GENEROUS_PAST], [0.0, None, None]),
    ]
    first, *others = tables({"agents": {AGENT: found}})
    assert first.rows == [
        [AGENT],
        ["completed with itself", "at least 80.0 %", "85.0 % [81.0, 89.0]", "met"],
        [f"gain of the strongest taker as navy, {TAKER}", "at most +0.10",
         "+0.26 [+0.14, +0.38]", "missed"],
        ["gain of the stored best response as army", "at most +0.10", "not run", "open"],
        ["memory against takers held out, less a generous past", "at least +0.10", "+0.00",
         "missed"],
    ]  # fmt: skip
    by_part = {table.part: table for table in others}
    assert by_part["itself"].rows[0][0] == AGENT
    assert by_part["itself"].rows[0][1].startswith("90.0 % [")
    assert by_part["itself"].rows[0][2:] == ["25.0 %", "0.80", "+0.40", "+0.50"]
    assert [TAKER, "+0.30", "+0.20", "+0.20", "+0.10"] in by_part["taken"].rows
    assert [TAKER, "navy", "+0.05", "-0.05", "+0.0", "+0.20", "-0.10", "+0.0"] in (
        by_part["memory"].rows
    )
    assert [GIVER, "army", "+0.50", "-0.20", "+0.0"] in by_part["worth"].rows


def test_the_page_names_the_members_of_families(found: dict[str, Any]) -> None:
    partners = {"selfish": {"selfish-1": "a", "selfish-0": "b"}, "grim": {"grim": "c"}}
    document = {
        "package": "0", "scenario": "glory", "scenario_id": "1", "level": "rivalry",
        "utilities": "1, 0", "seeds": {"first": 1, "games": 40}, "wall_time_s": 1.0,
        "selection_seeds": {"first": 2, "games": 5}, "partners": partners, "agents": {AGENT: found},
    }  # fmt: skip
    assert STUDY.page(document).about.endswith("seeds and dice; selfish: selfish-1, selfish-0.")


def test_a_family_is_measured_with_all_its_members(tmp_path: Path) -> None:
    """What a member gets with itself does not count, and all others alike."""
    family = ("conceder", "grim", "boulware")
    asked = Reputation(agents=("+".join(family),), takers=(TAKER,), held_out=(TAKER,), givers=())
    games = {}
    for pair in pairings(parts(asked, family)):
        level = 0.1 * (family.index(pair.army) if pair.army in family else 5)
        noise = np.random.default_rng(len(games)).normal(0, 0.01, 40)
        columns = {
            "rivalry_army": level + noise, "rivalry_navy": 0.5 + noise,
            "completed": np.arange(40) % 10 > 0, "welfare": noise,
            "agreements": np.full(40, 9), "talks": np.full(40, 12),
        }  # fmt: skip
        games[pair] = made(columns)
    store: Any = Handmade(handmade.config(tmp_path, family[0]), games)
    found = judged(store, asked, family, dict.fromkeys(SERVICES, TAKER))
    for table, names, value in (
        ("itself", ("army",), 0.1), ("itself", ("navy",), 0.5),
        ("taken", (TAKER, "army", "gain"), 0.4), ("taken", (TAKER, "navy", "gain"), 0.0),
        ("taken", (TAKER, "navy", "loss"), 0.0), ("memory", (TAKER, "army", FROZEN_LOG, "own"), 0),
    ):  # fmt: skip
        assert mean_of(found[table], *names) == pytest.approx(value, abs=0.02), (table, names)
    said = {one["key"]: one for one in found["verdicts"]}
    mean, low, high = said["taker army"]["value"]
    assert low < 0.35 < mean < 0.45 < high  # over three members, which differ much: dice do little
    assert said["taker army"]["verdict"] == MISSED


def test_a_stored_best_response_is_judged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def stored(minutes: int, army: float, navy: float) -> dict[str, Any]:
        figures = {
            s: {"gain": [g, g - 0.05, g + 0.05]} for s, g in (("army", army), ("navy", navy))
        }
        return {"minutes": minutes, "figures": figures,
                "replies": {seat: {"kind": "script"} for seat in SERVICES}}  # fmt: skip

    known = {AGENT: [stored(2, 0.9, 0.9), stored(18, 0.3, 0.01)]}
    monkeypatch.setattr(
        "glory_env.games.glory.bench.best_responses.responses_to", lambda _, __, name: known[name]
    )
    games: Any = store(tmp_path)
    found = judged(games, ASKED, (AGENT,), dict.fromkeys(SERVICES, TAKER))
    said = {one["key"]: one["verdict"] for one in found["verdicts"]}
    assert (said["response army"], said["response navy"]) == (MISSED, MET)
    assert found["responses"][AGENT]["from"].startswith("search, 18 minutes")


# --- the command -------------------------------------------------------------------------------
FEW = ["--takers", "grim", "--held-out", "grim", "--givers", "conceder"]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (FEW, ["agents: expected at least one name"]),
        ([AGENT, *FEW, "--level", "rivalary"], ["unknown level 'rivalary'", "'rivalry'"]),
        ([AGENT, *FEW[2:], "--takers", "one_ply"], ["takers: 'one_ply'", "plays in batches"]),
        (["one_ply", *FEW], ["agents: 'one_ply'", "plays in batches"]),
        ([AGENT, "--takers", "grimm"], ["takers: unknown agent 'grimm'"]),
        ([AGENT, *FEW, "--scenario", BOARD, "--held-out", "dial-macro-0"],
         ["held_out: dial-macro-0 is not installed, or was trained in another scenario",
          "--held-out"]),
        ([AGENT, f"{AGENT}:retaliation=1", *FEW, "--games", "0"], ["--games: expected 1"]),
        ([AGENT, AGENT, *FEW], [f"agents: '{AGENT}' is named twice"]),
    ],
)  # fmt: skip
def test_bad_input_is_one_line(words: list[str], said: list[str], capsys: Any) -> None:
    refused(["study", "reputation", *words], said, capsys)


@pytest.mark.slow
def test_the_command(tmp_path: Path, capsys: Any) -> None:
    out = tmp_path / "out.json"
    words = ["study", "reputation", "withdraw_in_time", *FEW, "--scenario", BOARD,
             "--games", "20", "--selection-games", "5", "--folder", str(tmp_path / "games"),
             "--json", str(out), "--write", str(tmp_path / "page.md")]  # fmt: skip
    assert main(words) == 0
    assert "against the aims" in capsys.readouterr().out
    document = json.loads(out.read_text())
    agent = document["agents"]["withdraw_in_time"]
    for table in ("memory", "worth"):
        assert agent[table]
        assert {row[-1][0] for row in agent[table]} == {0.0}
    assert {one["verdict"] for one in agent["verdicts"][-2:]} == {MISSED}
    assert document["command"].startswith("glory study reputation withdraw_in_time")
    again = STUDY.page(document)
    assert [table.part for table in again.tables] == [
        "verdicts", "itself", "taken", "memory", "worth"
    ]  # fmt: skip
