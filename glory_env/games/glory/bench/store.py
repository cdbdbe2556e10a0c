"""The results store: games played once, kept by what they depend on, and figures made of them."""

from __future__ import annotations

import hashlib
import json
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import closing
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from glory_env.bench.digests import digests
from glory_env.bench.pairs import Progress, payoffs, play_pairs
from glory_env.bench.results import Results
from glory_env.bench.seeds import REPORTING
from glory_env.bench.statistics import Estimate, Figure, derive
from glory_env.bench.study import Start
from glory_env.bench.study_settings import KeptPlace
from glory_env.core.files import whole_file
from glory_env.envs.agent import Agent, make_pair
from glory_env.games.glory.bench import metrics
from glory_env.games.glory.bench.ablated import PARTNERS, Play, ablated, past_games
from glory_env.games.glory.bench.config import GAMES, PlayConfig
from glory_env.games.glory.bench.job_engine import engine
from glory_env.games.glory.bench.levels import PAID, paid
from glory_env.games.glory.bench.observer import Observer
from glory_env.games.glory.bench.pairing import Pairing, Source
from glory_env.games.glory.bench.policies import code, fingerprint
from glory_env.games.glory.definition import GLORY
from glory_env.games.glory.engine.rewards import parse_reward, reward_params
from glory_env.games.glory.scenario import Scenario, load
from glory_env.games.glory.scenario.variants import board_of, options_of_variant
from glory_env.games.glory.state import SERVICES
from glory_env.jobs import LostJob

FORMAT = 5
# Beside the columns.
SEEDS, TURNS, SECONDS = "seeds", "by_turn", "seconds"
OFFERS, DIGESTS = "offer_log", "digests"
KEPT_PASTS = 8  # in a process
_pasts: dict[tuple[Any, ...], np.ndarray] = {}
C = TypeVar("C", bound=PlayConfig)


class Games(NamedTuple):
    """A pairing's finished games: columns and seeds (N,), how they ran, wall time in seconds.

    digests: text (N,), as `digests.digests` makes them. offers: `metrics.offer_log`.
    """

    columns: dict[str, np.ndarray]
    seeds: np.ndarray
    by_turn: dict[str, Any]
    seconds: float
    digests: np.ndarray
    offers: np.ndarray


class ResultsStore(Generic[C]):
    """The games of a configuration's pairings, in files and, once read, in memory.

    fingerprints: of agents that another store has met in the same run.
    """

    def __init__(self, config: C, fingerprints: Mapping[str, str] | None = None) -> None:
        self.config = config
        self._fingerprints = dict(fingerprints or {})
        self._games: dict[Pairing, Games] = {}
        self._figures: dict[Pairing, dict[str, Estimate | None]] = {}

    # --- where games are kept ---------------------------------------------------------------
    def scenario(self, pair: Pairing) -> Scenario:
        """That of a pairing's games."""
        return board_of(pair.variant, load(self.config.scenario))

    def options(self, pair: Pairing) -> dict[str, Any]:
        """All options of a pairing's games."""
        changed = {"deadlock": pair.deadlock, "talk": pair.talk}
        changed = {name: value for name, value in changed.items() if value}
        options = {**self.config.options.as_dict(), **changed, "solo": pair.solo}
        return {**options, **options_of_variant(pair.variant)}

    def fingerprint(self, name: str) -> str:
        """That of an agent when this store first met it: its files are read once a run.

        `play` keeps no games of an agent whose files have changed since.
        """
        if name not in self._fingerprints:
            self._fingerprints[name] = fingerprint(name)
        return self._fingerprints[name]

    def cache_key(self, pair: Pairing) -> str:
        """Changes with everything that decides how the games of a pairing run."""
        config = self.config
        parts = [FORMAT, code(), self.scenario(pair).id, self.options(pair), pair.angle]
        parts += [self.fingerprint(pair.army), self.fingerprint(pair.navy), config.first_seed]
        parts += [config.deterministic, pair.games or config.games, pair.observed]
        parts += [pair.ablation, pair.ablated]
        parts += [config.search_games, config.search_minutes] if pair.is_slow else []
        return hashlib.sha256(json.dumps(parts, sort_keys=True).encode()).hexdigest()[:24]

    def path(self, pair: Pairing) -> Path:
        """Where a pairing's games are kept."""
        return self.config.folder / GAMES / f"{self.cache_key(pair)}.npz"

    def read(self, pair: Pairing) -> Games | None:
        """A pairing's stored games; None where there are none or the file is damaged."""
        try:
            with np.load(self.path(pair), allow_pickle=False) as file:
                stored = {name: file[name] for name in file.files}
            seeds, turns = stored.pop(SEEDS), json.loads(str(stored.pop(TURNS)))
            seconds, texts, offers = (stored.pop(name) for name in (SECONDS, DIGESTS, OFFERS))
            return Games(stored, seeds, turns, float(seconds), texts, offers)
        except Exception:  # a damaged archive fails in a dozen ways; whatever it was, play again
            return None

    # --- playing ----------------------------------------------------------------------------
    def play(self, pair: Pairing, progress: Progress = None) -> None:
        """Play a pairing and store its games, the file written whole. Errors as of `played`."""
        self._keep(pair, self.played(pair, progress))

    def _keep(self, pair: Pairing, content: bytes) -> None:
        with whole_file(self.path(pair)) as file:
            file.write(content)

    def played(self, pair: Pairing, progress: Progress = None) -> bytes:
        """The games of a pairing, played now: the content of their file.

        ValueError where an agent's files are not those any more that the run began with.
        """
        for name in (pair.army, pair.navy):
            self.fingerprint(name)  # the agents as they are before they are made
        scenario = self.scenario(pair)
        count, first = pair.games or self.config.games, self.config.first_seed
        observer = Observer(count, scenario) if pair.observed else None
        some = self._player(pair, progress, observer)
        start = time.perf_counter()
        if pair.is_slow:
            finals = self._while_time(lambda seed: some(1, seed), count)
        else:
            finals = some(count, first).finals
        seconds = time.perf_counter() - start
        played = metrics.columns(finals, scenario.tables[0]) | _rewards(finals, scenario, pair)
        played |= observer.columns() if observer else {}
        columns = {
            name: values if values.dtype == np.bool_ else values.astype(np.float32)  # half as large
            for name, values in played.items()
        }
        seeds = np.arange(first, first + len(finals), dtype=np.int64)
        turns = np.array(json.dumps(metrics.by_turn(finals, scenario.tables[0])))
        arrays: dict[str, Any] = {**columns, SEEDS: seeds, TURNS: turns, SECONDS: seconds}
        arrays |= {OFFERS: metrics.offer_log(finals), DIGESTS: digests(finals)}
        self._check_unchanged(pair)
        content = BytesIO()
        np.savez_compressed(content, **arrays)
        return content.getvalue()

    def again(self, pair: Pairing, seed: int) -> np.ndarray:
        """One game of a pairing once more, nothing kept: GAME (1,)."""
        return self._player(pair)(1, seed).finals

    def _player(
        self, pair: Pairing, progress: Progress = None, observer: Observer | None = None
    ) -> Callable[[int, int], Results]:
        """Plays so many games of a pairing from a seed on."""
        agents = make_pair(pair.army, pair.navy, pair.solo, deterministic=self.config.deterministic)
        play = partial(
            play_pairs, scenario=self.scenario(pair), reward=pair.angle, **self.options(pair)
        )
        army, navy = (
            ablated(agent, pair.ablation, self._past(pair, agent, seat, play))
            if pair.ablated in ("", seat)
            else agent
            for seat, agent in zip(SERVICES, agents, strict=True)
        )
        return partial(play, army, navy, progress=progress, observer=observer)

    def _past(self, pair: Pairing, agent: Agent, seat: str, play: Play) -> np.ndarray | None:
        """The games that another past is taken from, GAME (N,): the same for all partners, so that
        a process plays them once.
        """
        if pair.ablation not in PARTNERS:
            return None
        own = pair._replace(army="", navy="", games=0, observed=False)
        options = json.dumps(self.options(pair), sort_keys=True)
        name = pair.army if seat == SERVICES[0] else pair.navy
        key = (own, seat, self.fingerprint(name), self.scenario(pair).id, options,
               self.config.deterministic)  # fmt: skip
        if key not in _pasts:
            if len(_pasts) >= KEPT_PASTS:
                _pasts.pop(next(iter(_pasts)))
            _pasts[key] = past_games(agent, pair.ablation, seat, play)
        return _pasts[key]

    def _check_unchanged(self, pair: Pairing) -> None:
        """Its games would go for those of other agents otherwise."""
        for name in (pair.army, pair.navy):
            if fingerprint(name) != self.fingerprint(name):
                raise ValueError(
                    f"{name}: its files have changed during the run, or are not the same on every "
                    "machine; the same command plays anew what is missing"
                )

    def _while_time(self, play_one: Callable[[int], Results], games: int) -> np.ndarray:
        """A planner's games, one by one until the time is over: GAME (N,)."""
        config = self.config
        until = time.perf_counter() + 60 * config.search_minutes
        finals: list[np.ndarray] = []
        while len(finals) < games and (
            len(finals) < config.search_games or time.perf_counter() < until
        ):
            finals.append(play_one(config.first_seed + len(finals)).finals)
        return np.concatenate(finals)

    def play_all(self, pairings: Sequence[Pairing], start: Start | None = None) -> None:
        """`play_missing`, with the progress that `start` gives."""
        wanted = list(dict.fromkeys(pairings))
        self.play_missing(wanted, start(len(wanted)) if start else None)

    def play_missing(
        self,
        pairings: Sequence[Pairing],
        progress: Progress = None,
        kept: Callable[[Pairing], object] | None = None,
    ) -> None:
        """Play what is not stored yet; progress: called with the number of pairings just finished.

        kept: called with each pairing as soon as its games are there. Stopped at any time, what has
        been played stays. LostJob where the process of a pairing is killed again and again.
        """

        def finished(pair: Pairing) -> None:
            if progress:
                progress(1)
            if kept:
                kept(pair)

        left = []
        for pair in dict.fromkeys(pairings):
            if self.read(pair) is None:
                left.append(pair)
            else:
                finished(pair)
        # Planners first: a long pairing at the end would leave the other processes idle.
        left.sort(key=lambda pair: not pair.is_slow)
        play = partial(_play, self.config, self._fingerprints, load(self.config.scenario).id)
        jobs = engine(self.config.jobs, self.config.cluster)
        try:
            with closing(jobs.map(play, left, lambda pair: pair.key)) as results:
                for k, content in results:
                    self._keep(left[k], content)
                    finished(left[k])
        except LostJob as error:
            raise LostJob(
                f"{error}; the same command goes on with the games already played"
            ) from None

    # --- figures ----------------------------------------------------------------------------
    def games(self, pair: Pairing) -> Games:
        """ValueError where they have not been played."""
        if pair not in self._games:
            stored = self.read(pair)
            if stored is None:
                raise ValueError(f"{self.path(pair)}: expected the games of {pair.key}")
            self._games[pair] = stored
        return self._games[pair]

    def figures(self, pair: Pairing) -> dict[str, Estimate | None]:
        """All metrics of a pairing; asked for by tasks and by the list of all pairings."""
        if pair not in self._figures:
            games = self.games(pair)
            self._figures[pair] = metrics.figures(games.columns, games.seeds)
        return self._figures[pair]

    def mean(self, sources: Sequence[Source]) -> np.ndarray:
        """Mean over several pairings' columns, game by game, (N,): row k is one seed.

        Where a planner has played fewer games, only the seeds that all have count.
        """
        columns = [self.games(pair).columns[column] for pair, column in sources]
        count = min(map(len, columns))
        mean: np.ndarray = np.mean([column[:count] for column in columns], axis=0)
        is_share = all(column.dtype == np.bool_ for column in columns)
        # What is 0 or 1 in every game is a share still, with the interval of shares.
        return mean > 0.5 if is_share and np.isin(mean, (0.0, 1.0)).all() else mean

    def table(self, columns: Mapping[str, Sequence[Source]]) -> dict[str, np.ndarray]:
        """Means over several pairings' columns, (N,) each: of the seeds that all have."""
        means = {name: self.mean(sources) for name, sources in columns.items()}
        count = min(map(len, means.values()))
        return {name: values[:count] for name, values in means.items()}

    def derive(
        self, formulas: Mapping[str, Figure], columns: Mapping[str, Sequence[Source]]
    ) -> dict[str, Estimate | None]:
        """`statistics.derive` over means of several pairings' columns, paired by seed."""
        table = self.table(columns)
        return derive(formulas, table, _rows(table))


def _rows(table: Mapping[str, np.ndarray]) -> np.ndarray:
    """Every row is a cluster of its own."""
    return np.arange(len(next(iter(table.values()))))


def _rewards(finals: np.ndarray, scenario: Scenario, pair: Pairing) -> dict[str, np.ndarray]:
    """Of each seat the reward of the pairing's attitude, the selfish one as "payoff", and PAID."""
    columns: dict[str, np.ndarray] = {}
    rewards: dict[str, str | float] = {"reward": pair.angle, "payoff": "selfish"}
    rewards |= {name: name for name in PAID}
    for name, reward in rewards.items():
        params = reward_params(parse_reward(reward))
        pay = payoffs(
            finals, scenario.tables, np.repeat(params[None], len(finals), axis=0), GLORY.kernels
        )
        columns |= {paid(name, seat): pay[:, k] for k, seat in enumerate(SERVICES)}
    return columns


def _play(
    config: PlayConfig, fingerprints: Mapping[str, str], scenario_id: str, pair: Pairing
) -> bytes:
    """In another process, which may be one of another machine."""
    if load(config.scenario).id != scenario_id:
        raise ValueError(f"{config.scenario}: expected the same file on every machine")
    return ResultsStore(config, fingerprints).played(pair)


PlayStore = ResultsStore[PlayConfig]


def store(asked: KeptPlace, games: int, first_seed: int = REPORTING, **more: Any) -> PlayStore:
    """The games of one range of seeds, played and kept as the settings of a study say."""
    place = {"folder": asked.folder, "jobs": asked.jobs, "cluster": asked.cluster}
    return PlayStore(PlayConfig(games=games, first_seed=first_seed, **place, **more))
