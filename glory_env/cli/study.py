"""`glory study NAME`: one question that games answer, measured, printed and written down."""

from __future__ import annotations

import importlib
import inspect
import shlex
from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields
from functools import partial
from typing import Annotated, Any

import tyro

from glory_env.bench.study_settings import OptionalFile
from glory_env.cli import games as parts
from glory_env.cli.results import GAMES_ARE_KEPT, check_files, deliver
from glory_env.core.errors import unknown
from glory_env.games import DEFAULT


@dataclass(frozen=True, kw_only=True)
class Files:
    """Where results go.

    Args:
        json: write all figures.
        write: write the tables as a page of the docs.
    """

    json: OptionalFile = None
    write: OptionalFile = None


def _about(settings: type) -> list[str]:
    """What a study is about, in lines; the first one says it alone."""
    return (inspect.getdoc(settings) or "").partition("\n\nArgs:")[0].splitlines()


def usage() -> str:
    """What `glory study` prints."""
    studies = parts.named(DEFAULT).studies()
    width = max(map(len, studies))
    rows = (f"  {name:{width}}  {_about(one)[0]}" for name, (one, _) in studies.items())
    lines = ("usage: glory study NAME [OPTIONS]", "", *rows, "", "glory study NAME --help")
    return "\n".join(lines)


def prepare(arguments: Sequence[str]) -> Callable[[], object]:
    """The study that the first word names, with its flags; without one the list of studies."""
    name, *rest = arguments or ["--help"]
    if name in ("-h", "--help"):
        return partial(print, usage())
    studies = parts.named(parts.game_of(rest)).studies()
    if name not in studies:
        raise ValueError(unknown("study", name, studies))
    settings, module = studies[name]
    asked, files = _parsed(name, settings, rest)
    return partial(run, module, asked, files, shlex.join(["glory", "study", *arguments]))


def _parsed(name: str, settings: type, words: Sequence[str]) -> tuple[Any, Files]:
    """Settings and files; ValueError in one line for a flag that the study does not have."""
    root = tyro.conf.arg(name="")
    own = "write" in {field.name for field in fields(settings)}  # with a page of its own
    parts = (settings,) if own else (settings, Files)
    both: Any = tuple[tuple(Annotated[part, root] for part in parts)]  # type: ignore[misc]
    parsed, more = tyro.cli(
        both,
        prog=f"glory study {name}",
        description="\n".join(_about(settings)),
        args=list(words),
        config=(tyro.conf.FlagCreatePairsOff, tyro.conf.OmitArgPrefixes),
        return_unknown_args=True,
    )
    if more:
        flags = [f"--{one.name.replace('_', '-')}" for part in parts for one in fields(part)]
        raise ValueError(unknown("flag", more[0], flags))
    asked, *files = parsed
    return asked, files[0] if files else Files(write=asked.write)


def _study(module: str) -> Any:
    return importlib.import_module(module).STUDY


def run(module: str, asked: Any, files: Files, command: str) -> None:
    """Measure, write the files that are asked for, print the tables."""
    from glory_env.bench.study import COMMAND
    from glory_env.report.progress import progress_bars

    check_files(files.json, files.write)
    study = _study(module)
    try:
        with progress_bars(study.unit) as progress:
            document = study.measure(asked, progress)
    except KeyboardInterrupt:
        if not study.keeps:
            raise
        raise KeyboardInterrupt(GAMES_ARE_KEPT) from None
    if COMMAND in document:
        document[COMMAND] = command
    deliver(document, files.json, files.write, study.page)
