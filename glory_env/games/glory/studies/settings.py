"""What may be asked of each of Glory's studies: settings, whose fields are its flags.

Nothing that plays is imported here, so that `--help` does not wait for the rules.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Literal

import tyro

from glory_env.bench.study_settings import (
    KeptPlace,
    OptionalFile,
    OptionalInt,
    Place,
    Players,
    names,
)

COOPERATION = Path("evaluate/cooperation")
FAMILIES = Path("evaluate/families")


@dataclass(frozen=True, kw_only=True)
class Talk(Place):
    """Play every pair of scripts without talk, with cheap and with binding talk, and compare.

    Args:
        games: of each ordered pair with each talk, on the same seeds.
        seed: of the first game.
        scenario: name or path of a .yaml file.
        scripts: who plays.
    """

    games: int = 200
    seed: int = 1_000_000
    scenario: str = "glory"
    scripts: Annotated[tuple[str, ...], names("four that speak and two that do not")] = ()


@dataclass(frozen=True, kw_only=True)
class Reciprocity:
    """Measure whether agents answer in kind, and what their offers are worth.

    Args:
        agents: names or checkpoints; none that plans.
        games: of each kind.
        positions: stored ones of each kind of decision.
        seed: of the first game.
        scenario: name or path of a .yaml file.
        parts: of swapped, in_play, used, low, promises.
    """

    agents: Players = ()
    games: int = 400
    positions: int = 1000
    seed: int = 1_000_000
    scenario: str = "glory"
    parts: Annotated[tuple[str, ...], names("all")] = ()


@dataclass(frozen=True, kw_only=True)
class Reputation(KeptPlace):
    """Measure what a good past is worth, and whether an agent's memory protects it.

    Every game is kept: an interrupted run goes on where it stopped.

    Args:
        agents: names or checkpoints, none that plans; training seeds of one family joined by +.
        games: of each pairing that is measured.
        selection_games: of each taker, to choose the strongest.
        level: of payoff: assurance, rivalry or spite.
        takers: who may exploit the agent.
        held_out: takers that it was not trained with.
        givers: partners that are generous or fair.
        scenario: name or path of a .yaml file.
    """

    agents: Players = ()
    games: int = 400
    selection_games: int = 100
    level: str = "rivalry"
    takers: Annotated[tuple[str, ...], names("the two families that defect, four others")] = (
        "dial-macro-0", "competitive", "spiteful", "demands_60", "always_grim", "greedy_gp",
    )  # fmt: skip
    held_out: Annotated[tuple[str, ...], names("dial-macro-0, demands_60 and competitive")] = (
        "dial-macro-0", "demands_60", "competitive",
    )  # fmt: skip
    givers: Annotated[tuple[str, ...], names("always_saint, needs_splitter and in_kind")] = (
        "always_saint", "needs_splitter", "in_kind",
    )  # fmt: skip
    scenario: str = "glory"


@dataclass(frozen=True, kw_only=True)
class Promises(KeptPlace):
    """Measure what promises are worth to families that were trained with and without them.

    Every game is kept: an interrupted run goes on where it stopped.

    Args:
        off: the family without words: a name, or training seeds joined by +.
        cheap: that with words that bind nobody.
        binding: that with words that are kept by rule.
        games: of each pairing.
        level: of payoff: assurance, rivalry or spite.
        scenario: name or path of a .yaml file.
    """

    off: str = "silent"
    cheap: str = "cheap"
    binding: str = "binding"
    games: int = 200
    level: str = "rivalry"
    scenario: str = "glory"


@dataclass(frozen=True, kw_only=True)
class People:
    """Tables of the games of people that `glory play --people FOLDER` has kept.

    Args:
        folder: of the games.
    """

    folder: tyro.conf.Positional[Path]


@dataclass(frozen=True, kw_only=True)
class Tension(KeptPlace):
    """Measure what the best replies to the best pair of a field gain, and what they cost.

    Every game is kept: an interrupted run goes on where it stopped.

    Args:
        agents: the field. Networks refuse boards they have not learnt.
        games: of each pairing that is measured.
        selection_games: of all pairings, to choose pairs and replies.
        boards: floor_150, floor_200, start_530, margin_1; the scenario as it is comes on top.
        scenario: name or path of a .yaml file.
    """

    agents: tyro.conf.Positional[Annotated[tuple[str, ...], names("fourteen scripts")]] = ()
    games: int = 1000
    selection_games: int = 100
    boards: Annotated[tuple[str, ...], names("all")] = ()
    scenario: str = "glory"


@dataclass(frozen=True, kw_only=True)
class OfFile:
    """What goes over a file of settings.

    Args:
        agent: one that the file names and that is not part of the project: its code is run (may be
            repeated).
        jobs: processes.
        cluster: plays on this Ray cluster in place of processes: HOST:PORT, or auto.
    """

    agent: tyro.conf.UseAppendAction[
        Annotated[tuple[str, ...], tyro.conf.arg(metavar="NAME", help_behavior_hint="")]
    ] = ()
    jobs: OptionalInt = None
    cluster: Annotated[
        str | None, tyro.conf.arg(metavar="STR", help_behavior_hint="(default: the file's)")
    ] = None


@dataclass(frozen=True, kw_only=True)
class Families(OfFile):
    """Measure what families of other motives do to each other, at three levels of payoff.

    Every game is kept: an interrupted run goes on where it stopped.

    Args:
        config: YAML file of settings, or evaluate/NAME of the project.
        games: of every pairing.
    """

    config: Path = FAMILIES
    games: OptionalInt = None


@dataclass(frozen=True, kw_only=True)
class Cooperation(OfFile):
    """Measure whether the benchmark measures cooperation: negotiation rules, then ablations.

    Every game is kept: an interrupted run goes on where it stopped.

    Args:
        config: YAML file of settings, or evaluate/NAME of the project.
        games: of every pairing; with a family in the proportion of the file.
        quick: the same as 200 games.
    """

    config: Path = COOPERATION
    games: OptionalInt = None
    quick: bool = False


@dataclass(frozen=True, kw_only=True)
class Partners(KeptPlace):
    """Compare players with the best script for each partner, and with the partner itself.

    Every game is kept: an interrupted run goes on where it stopped, and a second player meets
    scripts that have been played already.

    Args:
        agents: the players, names or folders; training seeds of one family together.
        games: of each pairing.
        seed: of the first of these games; 2,000,000 and the next ones choose the best scripts.
        selection_games: of each script with each partner, to choose the best ones.
        search_games: of each pairing with a planner, of both kinds.
        no_search: leave planners out.
        partners: names, or `temperaments`, `outside` (six agents with habits of their own) or
            `scripts` (all public ones).
        scripts: the best ones are looked for among these.
        scenario: name or path of a .yaml file.
        best_scripts: figures of an earlier run (its --json), whose best scripts are taken; that
            saves the games that choose them.
    """

    agents: Players = ()
    games: int = 1000
    seed: int = 1_000_000
    selection_games: int = 400
    search_games: int = 50
    no_search: bool = False
    partners: Annotated[tuple[str, ...], names("temperaments and outside")] = (
        "temperaments", "outside",
    )  # fmt: skip
    scripts: Annotated[tuple[str, ...], names("all public ones")] = ()
    scenario: str = "glory"
    best_scripts: OptionalFile = None


@dataclass(frozen=True, kw_only=True)
class Strength(KeptPlace):
    """Measure the networks that come with the project, and write their page.

    What has been measured is kept with the networks: only what is missing or out of date is played.
    The run may be stopped at any time.

    Args:
        games: of a pairing.
        only: of the pairings, those with this in their names.
        no_search: leave the planner out.
        page_only: play nothing; write the page of what is stored.
        write: the page; the learning curves (.png) go beside it.
    """

    games: int = 1000
    only: str = ""
    no_search: bool = False
    page_only: bool = False
    write: Path = Path("docs/results/training.md")


@dataclass(frozen=True, kw_only=True)
class Ladder:
    """Train plain MaskablePPO on rungs of the ladder, measure what it learns, write the page.

    Rungs may be measured one by one: what was measured before stays on the page.

    Args:
        rungs: of macro, teaching, solo, glory.
        minutes: of CPU time for each rung, on one core; evaluations come on top.
        games: of each line of an evaluation, an even number.
        points: evaluations after the one before the training, at even distances.
        seed: of weights, sampling and the dice of the training.
        page_only: train nothing; write the page of what is stored.
        write: the page; figures (.json) and curves (.png) go beside it.
    """

    rungs: tyro.conf.Positional[
        Annotated[
            tuple[Literal["macro", "teaching", "solo", "glory"], ...],
            tyro.conf.arg(metavar="RUNG ...", help_behavior_hint="(default: all)"),
        ]
    ] = ()
    minutes: float = 15.0
    games: int = 400
    points: int = 5
    seed: int = 0
    page_only: bool = False
    write: Path = Path("docs/results/ladder.md")


@dataclass(frozen=True, kw_only=True)
class Calibrate(KeptPlace):
    """Check what the designer says about balance by play; or play agents against agents.

    A missed statement is a result, no error: the exit code is 0.

    Args:
        games: of a pairing; of a cell of the matrix.
        minutes: for each search agent.
        no_search: leave the search agents out.
        quick: a few games of each, to try the command.
        tuning: other seeds than those of the report, for changes of the scenario.
        scenario: name or path of a .yaml file.
        matrix: every agent against every agent.
        agents: of the matrix.
        game: glory, or aleutians, which has fewer flags (--game aleutians --help).
    """

    games: Annotated[
        int | None, tyro.conf.arg(metavar="INT", help_behavior_hint="(default: 1000, matrix 200)")
    ] = None
    minutes: float = 20.0
    no_search: bool = False
    quick: bool = False
    tuning: bool = False
    scenario: str = "glory"
    matrix: bool = False
    agents: Annotated[tuple[str, ...], names("random and all scripts")] = ()
    game: str = "glory"
