"""Best response: how much another player can gain against one frozen policy.

The reply is looked for seat by seat, in three places: among all public scripts and the first
network of each family (the field); by a search over a script's parameters, from the field's best
script; and by a network that is trained against the policy alone, from the field's best network.
Half of a budget of minutes is the script search's, half is the network's; the games of the field
are no part of it. Of all that was found, and of the policy itself, the one with the highest utility
on the seeds from SELECTION on is measured on the reporting seeds. Its gain is a lower bound of the
exploitability: what is found is an approximate best response (Timbers et al. 2022).
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple, cast

import numpy as np
from pydantic import Field, field_validator
from rich.console import Console

from glory_agents.glory.scripted.agent import ScriptedAgent
from glory_agents.glory.scripted.rows import PARAMETERS
from glory_agents.learned.agent import LearnedAgent
from glory_agents.learned.names import FLAT
from glory_agents.learned.shipped import scenario_of
from glory_agents.registry import check_configured, check_listed
from glory_env import __version__
from glory_env.bench.pairs import play_pairs
from glory_env.bench.seeds import SELECTION
from glory_env.bench.statistics import bootstrap
from glory_env.core import json_file
from glory_env.core.files import write_whole
from glory_env.core.json_file import JsonError
from glory_env.envs.agent import Agent, AgentError, is_held_out, make_agent
from glory_env.game.settings import ConfigError, make_settings, read_settings
from glory_env.games.glory import GAME
from glory_env.games.glory.bench.best_responses import BOTH, FORMAT, file_name, read_responses, slug
from glory_env.games.glory.bench.config import PlayConfig
from glory_env.games.glory.bench.pairing import Pairing, Side, pairing, seatings
from glory_env.games.glory.bench.participants import families
from glory_env.games.glory.bench.policies import fingerprint, is_slow, policy
from glory_env.games.glory.bench.store import ResultsStore
from glory_env.games.glory.run_settings import TrainConfig
from glory_env.games.glory.scenario import load
from glory_env.games.glory.state import ARMY, SERVICES
from glory_env.games.glory.studies.partners import SCRIPTS
from glory_env.report.progress import progress_bars
from glory_env.report.tables import Table, interval, text
from glory_env.training.script_search import GAMES, ScriptSearch, Space, Utility
from glory_env.training.settings import AgentNames

ITSELF, FIELD, SCRIPT, NETWORK = "itself", "field", "script", "network"
FOUND = "found.json"  # in the run's folder: the policy, and what was found for each budget
SHOWN = ("response", "gain", "victim", "damage")
HALF_MINUTE = 30.0  # seconds of a minute that are the script search's, both seats together

SPACE = Space(
    GAME.name,
    ScriptedAgent,
    {parameter.name: parameter for parameter in PARAMETERS},
    {
        "claim": 1.0, "concession": 1.0, "honesty": 1.0, "escort": 1.0, "burn": 1.0,
        "retreat_turn": 13.0, "taste": 1.0, "retaliation": 1.0, "civil": 1.0, "care": 10.0,
        "thrift": 2.0,
    },
)  # fmt: skip

Columns = Mapping[str, np.ndarray]
Figures = dict[str, dict[str, list[float | None]]]


class ResponseConfig(PlayConfig):
    """Settings of a best response; docs/benchmark.md explains each."""

    agent: str = Field("", description="the frozen policy, by name")
    minutes: tuple[float, ...] = Field(
        (2, 6, 18), min_length=1, description="budgets of the search, each with a result of its own"
    )
    seed: int = Field(0, ge=0, lt=2**31, description="of the search")
    selection_games: int = Field(
        200, ge=1, le=SELECTION, description="of each candidate, to choose the reply"
    )
    field: AgentNames = Field(
        (), description="agents among which a reply is looked for; empty: scripts and networks"
    )
    network: dict[str, Any] = Field({}, description="settings of the network, as of a training")
    runs: Path = Field(Path("runs"), description="folder of the runs' folders")

    @field_validator("minutes")
    @classmethod
    def _rising(cls, minutes: tuple[float, ...]) -> tuple[float, ...]:
        if minutes[0] <= 0 or list(minutes) != sorted(set(minutes)):
            raise ValueError(f"expected budgets above 0, each larger than the last, got {minutes}")
        return minutes

    @property
    def place(self) -> Path:
        """The run's folder."""
        return self.runs / f"best-response-{slug(self.agent)}-{self.seed}"

    def trained(self, minutes: float, start: str) -> TrainConfig:
        """Settings of the network for a budget. start: the network it begins with, by name; ""."""
        own: dict[str, Any] = {
            "name": NETWORK, "seed": self.seed, "runs": self.place, "minutes": minutes / 2,
            "scenario": self.scenario, "options": self.options, "reward": "selfish",
            "self_share": 0, "past_share": 0, "script_share": 1, "scripts": (self.agent,),
            "rivals": (),
        }  # fmt: skip
        if start:
            agent = cast(LearnedAgent, policy(start))
            own |= {"start": str(agent.path), "layers": agent.about["config"]["layers"]}
        return make_settings(TrainConfig, {**self.network, **own}, "network")


def settings(path: Path, agent: str, **changes: Any) -> ResponseConfig:
    """The configuration of a file for an agent; changes: what replaces the file's, if not empty.

    ConfigError where something is wrong or the agent is held out, AgentError where the file names
    an agent that is not part of the project.
    """
    if is_held_out(agent):
        raise ConfigError(f"{agent!r} is kept for measuring: nothing may be trained against it")
    given = {key: value for key, value in changes.items() if value not in (None, ())}
    base = read_settings(ResponseConfig, path).model_dump()
    of_file = {key: value for key, value in base.items() if key not in given}
    check_configured(path, of_file, (agent,))
    return make_settings(ResponseConfig, {**base, **given, "agent": agent}, path)


class Reply(NamedTuple):
    """An agent that answers the policy, by name, and where it was found."""

    agent: str
    kind: str


def best_response(
    config: ResponseConfig, folder: Path, console: Console, resume: bool = False
) -> list[Path]:
    """Look for replies with each budget, measure them, store the results; returns their files.

    AgentError, ConfigError or ValueError, before anything is written, where the policy cannot be
    met, the run's folder is another run's or a stored result is damaged.
    """
    read_responses(folder)
    if is_slow(config.agent):
        raise AgentError(f"agent {config.agent!r}: a planner is too slow to be searched against")
    search = _Search(config, resume)
    console.print(f"{config.place}: best response to {config.agent}; Ctrl-C stops the run")
    files = []
    for minutes in config.minutes:
        document = search.measure(search.look(minutes, console), minutes)
        console.print(as_text(document), markup=False)
        file = folder / file_name(document)
        write_whole(file, json.dumps(document, indent=1) + "\n")
        console.print(f"written to {file}", markup=False)
        files.append(file)
    return files


def field(config: ResponseConfig) -> list[str]:
    """Agents among which a reply is looked for: those of the settings, else all public scripts and
    of each family the first network that was trained in this scenario."""
    if config.field:
        return list(config.field)
    board = load(config.scenario)
    first = (names[0] for names in families().values())
    return [*SCRIPTS, *(name for name in first if scenario_of(name) == board.id)]


def utility_beside(partner: Agent, seat: int, **settings: Any) -> Utility:
    """What a script in a seat, 0 army, 1 navy, gets beside a partner that plays in batches.

    settings: of `play_pairs`.
    """

    def utility(script: Agent, first: int) -> float:
        pair = (script, partner) if seat == ARMY else (partner, script)
        results = play_pairs(*pair, games=GAMES, seed=first, **settings)
        return float(results.columns()[f"utility_{SERVICES[seat]}"].mean())

    return utility


def is_note(note: Any) -> bool:
    """Whether it has the form of the notes of a run: the policy, and lists of names."""
    if not isinstance(note, dict) or not {"victim", "scripts"} <= note.keys():
        return False
    lists = note["scripts"].values() if isinstance(note["scripts"], dict) else [None]
    return all(isinstance(one, list) and all(isinstance(n, str) for n in one) for one in lists)


class _Search:
    """What has been found so far."""

    def __init__(self, config: ResponseConfig, resume: bool) -> None:
        self.config = config
        self.field = field(config)
        self._choosing = self._store(config.selection_games, SELECTION)
        self._note = config.place / FOUND
        self._begin(resume)
        self._play(self._choosing, [p for n in self.field for p, _ in self._sides(n)])
        partner = make_agent(config.agent)
        settings = {"scenario": config.scenario, **vars(config.options)}
        self._scripts = [
            ScriptSearch(
                self._best(seat, [n for n in self.field if isinstance(policy(n), ScriptedAgent)]),
                utility_beside(partner, seat, **settings), config.seed, SPACE,
            )
            for seat in range(len(SERVICES))
        ]  # fmt: skip
        self._searched = 0.0  # minutes

    def _begin(self, resume: bool) -> None:
        place, victim = self.config.place, fingerprint(self.config.agent)
        for name in self.field:
            policy(name)  # AgentError for one that does not exist
        self.config.trained(1.0, "")  # ConfigError for wrong settings of the network
        if not resume:
            if self._note.exists():
                raise ConfigError(
                    f"{place} already holds a run: --resume goes on with it, "
                    "another --seed starts a new one"
                )
            self._found: dict[str, Any] = {"victim": victim, "scripts": {}}
            write_whole(self._note, json.dumps(self._found) + "\n")
            return
        try:
            self._found = json_file.read(self._note)
        except OSError:
            raise ConfigError(f"{place} holds no run to resume") from None
        except JsonError as error:
            raise ConfigError(str(error)) from None
        if not is_note(self._found):
            raise ConfigError(f"{self._note}: expected the notes of a run of `glory respond`")
        for scripts in self._found["scripts"].values():
            for name in scripts:  # they are made: this is a file as any other
                check_listed(name, given=self.field)
        if self._found["victim"] != victim:
            raise ConfigError(
                f"{place}: {self.config.agent} has changed since; start with another --seed"
            )

    def _store(self, games: int, first_seed: int) -> ResultsStore[PlayConfig]:
        keys = ("scenario", "options", "folder", "jobs", "cluster")
        shared = {key: getattr(self.config, key) for key in keys}
        return ResultsStore(PlayConfig(games=games, first_seed=first_seed, **shared))

    def _sides(self, name: str) -> list[Side]:
        """A reply in either seat, with the policy in the other."""
        return seatings(name, self.config.agent)

    def _play(self, store: ResultsStore[PlayConfig], pairings: Sequence[Pairing]) -> None:
        with progress_bars("pairing") as progress:
            store.play_all(pairings, progress)

    def _utility(self, name: str, seat: int) -> float:
        """Mean on the selection seeds, which have been played."""
        pair, service = self._sides(name)[seat]
        return float(self._choosing.mean([(pair, f"utility_{service}")]).mean())

    def _best(self, seat: int, names: Sequence[str]) -> str:
        if not names:
            raise ConfigError("field: expected a script among its agents, to search from")
        return max(names, key=lambda name: self._utility(name, seat))

    def _start(self) -> str:
        """The field's best network for every micro-step, by name; "" without one."""
        flat = [name for name in self.field if _is_flat(policy(name))]
        both = range(len(SERVICES))
        return max(flat, key=lambda name: sum(self._utility(name, s) for s in both), default="")

    def look(self, minutes: float, console: Console) -> list[Reply]:
        """Search up to a budget; the best reply that has been found, army's and navy's."""
        from glory_env.training.trainer import Trainer  # not before something is searched

        config, key = self.config, f"{minutes:g}"
        if key not in self._found["scripts"]:
            seconds = (minutes - self._searched) * HALF_MINUTE / len(SERVICES)
            scripts = [search.run(seconds) for search in self._scripts]
            self._searched = minutes
            trained = config.trained(minutes, self._start())
            network = Trainer(trained, (trained.folder / "checkpoint.json").exists()).run(console)
            shutil.copytree(network, self._network(key), dirs_exist_ok=True)
            self._found["scripts"][key] = scripts
            write_whole(self._note, json.dumps(self._found) + "\n")
        return [self._choose(seat, minutes) for seat in range(len(SERVICES))]

    def _network(self, budget: str) -> Path:
        return self.config.place / f"at-{budget}"

    def _choose(self, seat: int, minutes: float) -> Reply:
        """The candidate with the highest utility on the selection seeds; of equals the first."""
        by_minutes = {k: v for k, v in self._found["scripts"].items() if float(k) <= minutes}
        networks = [str(self._network(key)) for key in by_minutes]
        drawn = [f"{name}:deterministic=false" for name in networks]
        candidates = [
            Reply(self.config.agent, ITSELF),
            *(Reply(name, FIELD) for name in self.field),
            *(Reply(scripts[seat], SCRIPT) for scripts in by_minutes.values()),
            *(Reply(name, NETWORK) for name in (*networks, *drawn)),
        ]
        self._play(self._choosing, [self._sides(reply.agent)[seat][0] for reply in candidates])
        return max(candidates, key=lambda reply: self._utility(reply.agent, seat))

    def measure(self, replies: list[Reply], minutes: float) -> dict[str, Any]:
        """The replies on the reporting seeds, as plain values for JSON."""
        config, store = self.config, self._store(self.config.games, self.config.first_seed)
        itself = pairing(config.agent, config.agent)
        played = [self._sides(reply.agent)[seat][0] for seat, reply in enumerate(replies)]
        self._play(store, [itself, *played])
        alone = store.games(itself)
        columns: list[Columns] = [store.games(pair).columns for pair in played]
        for seat, service in enumerate(SERVICES):
            column = f"utility_{service}"
            if columns[seat][column].mean() < alone.columns[column].mean():
                # What was chosen on other seeds loses here: no reply is worse than the policy.
                replies[seat], columns[seat] = Reply(config.agent, ITSELF), alone.columns
        board = load(config.scenario)
        return {
            "format": FORMAT,
            "agent": config.agent,
            "fingerprint": fingerprint(config.agent),
            "scenario": board.name,
            "scenario_id": board.id,
            "options": config.options.as_dict(),
            "version": __version__,
            "minutes": minutes,
            "seed": config.seed,
            "search": {
                "field": self.field,
                "start": self._start(),
                "selection": {"first": SELECTION, "games": config.selection_games},
            },
            "replies": {
                service: {**reply._asdict(), "fingerprint": fingerprint(reply.agent)}
                for service, reply in zip(SERVICES, replies, strict=True)
            },
            "seeds": {"first": config.first_seed, "games": config.games},
            "figures": figures(alone.columns, columns[0], columns[1], alone.seeds),
        }


def _is_flat(agent: Agent) -> bool:
    return isinstance(agent, LearnedAgent) and agent.about["config"]["interface"] == FLAT


def figures(alone: Columns, as_army: Columns, as_navy: Columns, seeds: np.ndarray) -> Figures:
    """Seat of the reply, or "both" -> figure -> mean and 95 % interval, clustered by seed.

    alone: columns (N,) of the policy with itself; as_army, as_navy: of the reply in that seat, the
    policy in the other; the same seeds, int64 (N,), in all. response, victim: their utilities;
    policy, policy_with_itself: what the policy gets in these two seats with itself. gain: response
    - policy. damage: policy_with_itself - victim. "both": the mean over the two seats.
    """
    sides: list[dict[str, np.ndarray]] = []
    for seat, met in enumerate((as_army, as_navy)):
        here, there = f"utility_{SERVICES[seat]}", f"utility_{SERVICES[1 - seat]}"
        sides.append(
            {
                "response": met[here],
                "victim": met[there],
                "policy": alone[here],
                "policy_with_itself": alone[there],
                "gain": met[here] - alone[here],
                "damage": alone[there] - met[there],
            }
        )
    both = {name: np.concatenate([side[name] for side in sides]) for name in sides[0]}
    by_place: Figures = {}
    for place, values in zip((*SERVICES, BOTH), (*sides, both), strict=True):
        clusters = np.tile(seeds, len(values["gain"]) // len(seeds))
        estimates = bootstrap(values, clusters)
        by_place[place] = {name: one.rounded(4) for name, one in estimates.items()}
    return by_place


def as_text(document: dict[str, Any]) -> str:
    """The result as a table."""
    seeds, replies = document["seeds"], document["replies"]
    rows = [
        [place, *(interval(values[name], "signed") for name in SHOWN)]
        for place, values in document["figures"].items()
    ]
    reply_lines = "\n".join(
        f"{seat}: {one['agent']} ({one['kind']})" for seat, one in replies.items()
    )
    note = (
        f"{reply_lines}\n{seeds['games']} games a seating from seed {seeds['first']}, scenario "
        f"{document['scenario']}; utility, mean [95 % interval]; gain and damage: against the "
        "policy with itself"
    )
    title = f"best response to {document['agent']}, {document['minutes']:g} minutes"
    return text([Table("", title, note, ["response as", *SHOWN], rows)])
