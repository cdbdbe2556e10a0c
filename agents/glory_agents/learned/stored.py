"""What the files of networks need to know of a game (`Bundle.networks`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

if TYPE_CHECKING:
    from glory_agents.learned.by_seat import BySeat
    from glory_agents.learned.interface import Interface
    from glory_agents.learned.micro import MicroNetwork
    from glory_agents.learned.network import ActorCritic


class Stored(NamedTuple):
    """One game. Errors are AgentError and name the file.

    about: the JSON beside a network, as it was read. layers: sizes of the hidden layers.
    """

    # check(about, file): whether it was trained for the actions and the observation of here.
    check: Callable[[dict[str, Any], Path], None]
    # build(about, file, layers) -> what makes the network, with new weights.
    build: Callable[[dict[str, Any], Path, Sequence[int]], Callable[[], ActorCritic]]
    # at(labels) -> where the observation has the numbers of these labels, int64; KeyError,
    # TypeError.
    at: Callable[[Sequence[str]], np.ndarray]
    # columns(network) -> labels of what it sees, for its JSON; None: it always sees the same.
    columns: Callable[[ActorCritic], list[str]] | None = None
    # both(networks by seat) -> one, of a game that has one for each seat.
    both: Callable[[Mapping[str, MicroNetwork]], BySeat] | None = None
    # How its networks may play, by name, beside every micro-step.
    interfaces: Mapping[str, Interface] = MappingProxyType({})
    # A subclass of `LearnedAgent` that plays by them; None: one that adds nothing.
    agent: type[Any] | None = None
