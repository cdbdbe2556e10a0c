"""A network as safetensors (float16) and JSON: what is needed to act, and nothing that runs code.

A folder holds policy.safetensors and policy.json; the policy of a game with a network for each
seat is a folder of such folders, one for each seat. What a game has to say of its networks it says
in `Bundle.networks`. Loading refuses a network that was trained for another version of the game, a
damaged file, or a pair that does not belong together.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from safetensors import SafetensorError

from glory_agents.learned import columns, format_2
from glory_agents.learned.game_networks import interfaces_of, stored_of
from glory_agents.learned.names import ABOUT, FLAT, MOST_BYTES, TENSORS
from glory_agents.learned.shipped import missing
from glory_agents.learned.stored import Stored
from glory_env import games
from glory_env.core.errors import shown
from glory_env.core.files import whole_file, write_whole
from glory_env.envs.agent import AgentError

# What imports torch is imported by the functions that need it: who reads the JSON alone does not
# wait for it.
if TYPE_CHECKING:
    import torch

    from glory_agents.learned.micro import MicroNetwork
    from glory_agents.learned.network import ActorCritic

FORMAT = "glory-policy-3"
ALIAS = "glory-policy-alias-1"  # a folder that refers to one beside it
MOST_LAYERS = 64


def save_policy(
    folder: Path, network: ActorCritic, about: dict[str, Any], short: bool = False
) -> None:
    """Write both files, of each seat where there is one network for each. about:
    `files.provenance` and whatever else is to be kept, or that of a loaded policy; `config` in it
    holds the settings, of which interface, layers and activation rebuild the network. short: name
    the list of its columns where the project has it (`columns.shortened`).

    A process that is killed meanwhile leaves what was there, or a folder that `load_policy`
    refuses: the old JSON files go before the first new file comes.
    """
    from glory_agents.learned.by_seat import BySeat

    parts: dict[Path, ActorCritic] = {folder: network}
    if isinstance(network, BySeat):
        parts = {folder / seat: one for seat, one in network.networks.items()}
    files = {part: _files(one, about, short) for part, one in parts.items()}
    for part in parts:
        (part / ABOUT).unlink(missing_ok=True)
    for part, (content, _) in files.items():
        with whole_file(part / TENSORS) as file:
            file.write(content)
    for part, (_, text) in files.items():
        write_whole(part / ABOUT, text)


def is_whole(folder: Path) -> bool:
    """Whether a folder has all files of a policy: False for what a killed process has begun."""
    for seats in (games.game(name).seats for name in games.GAMES):
        if any((folder / seat).is_dir() for seat in seats):
            return tuple(_seats_in(folder)) == seats
    return (folder / ABOUT).exists()


def _files(network: ActorCritic, about: dict[str, Any], short: bool) -> tuple[bytes, str]:
    """The tensors and the JSON of one network, as they are written."""
    from safetensors.torch import save

    halves = {k: v.detach().half().contiguous() for k, v in network.state_dict().items()}
    content = save(halves)
    head = {"format": FORMAT, "tensors_sha256": hashlib.sha256(content).hexdigest()}
    described = {**head, **about, **head, "network": network.described()}  # the head comes first
    if (columns_of := _stored(about).columns) is not None:
        described["columns"] = columns_of(network)
    return content, columns.written(columns.shortened(described) if short else described)


def _game(about: dict[str, Any]) -> Any:
    """Which game a network plays; older files do not say."""
    return about.get("game", games.DEFAULT)


def _stored(about: dict[str, Any]) -> Stored:
    return stored_of(_game(about))


def _seats_in(folder: Path) -> list[str]:
    """The seats that have a folder of their own in it, in their order."""
    seats = [] if (folder / ABOUT).exists() else _all_seats()
    return [seat for seat in seats if (folder / seat / ABOUT).exists()]


def _all_seats() -> list[str]:
    """Those of all games, each once: games may have seats of the same names."""
    return list(dict.fromkeys(seat for name in games.GAMES for seat in games.game(name).seats))


def _as_one(networks: dict[str, ActorCritic], about: dict[str, Any], folder: Path) -> ActorCritic:
    """The networks of both seats as one policy; AgentError where they are not that."""
    bundle = games.game(_game(about))
    both, seats = _stored(about).both, bundle.seats
    of_seats = {seat: net for seat, net in networks.items() if getattr(net, "seat", None) == seat}
    if both is None or tuple(of_seats) != seats:
        raise AgentError(f"{folder}: expected a network of each seat: {', '.join(seats)}")
    return both(cast("dict[str, MicroNetwork]", of_seats))


def save_alias(folder: Path, of: str) -> None:
    """Let a folder refer to the policy in the folder `of` beside it."""
    write_whole(folder / ABOUT, json.dumps({"format": ALIAS, "of": of}, indent=2) + "\n")


def load_policy(path: str | Path, force: bool = False) -> tuple[ActorCritic, dict[str, Any]]:
    """Network (float32, for use, not training) and JSON of a folder or its .safetensors file.

    AgentError where something is missing or does not fit; `force` loads in spite of another
    action table, other outputs or another checksum, for those who know what they do. The JSON of
    a policy of both seats is that of its first seat.
    """
    if seats := _seats_in(Path(path)):
        loaded = {seat: _load(Path(path) / seat, force) for seat in seats}
        networks = {seat: network for seat, (network, _) in loaded.items()}
        about = loaded[seats[0]][1]
        return _as_one(networks, about, Path(path)), about
    return _load(path, force)


def _load(path: str | Path, force: bool) -> tuple[ActorCritic, dict[str, Any]]:
    """One network and its JSON."""
    file, content, text = read_policy(path)
    about_file, about = file.with_suffix(".json"), json.loads(text)
    if isinstance(about, dict) and about.get("format") == format_2.FORMAT:
        about = format_2.upgraded(about, about_file)
    if not isinstance(about, dict) or about.get("format") != FORMAT:
        raise AgentError(f"{about_file}: expected format {FORMAT!r}")
    if _game(about) not in list(games.GAMES):
        raise AgentError(
            f"{about_file}: game is {shown(_game(about))}, expected {' or '.join(games.GAMES)}"
        )
    if not force:
        _check(about, about_file, hashlib.sha256(content).hexdigest())
    return _build(about, about_file, file, content, force), about


def read_policy(path: str | Path) -> tuple[Path, bytes, bytes]:
    """The .safetensors file that a folder or a file refers to, its bytes, and those of the JSON
    beside it with its columns in full; AgentError where one cannot be read.
    """
    file = Path(path) if Path(path).suffix == ".safetensors" else Path(path) / TENSORS
    about_file = file.with_suffix(".json")
    try:
        if (of := _alias_target(about_file)) is not None:
            file = about_file.parent.parent / of / TENSORS
            about_file = file.with_suffix(".json")
            if _alias_target(about_file) is not None:
                raise AgentError(f"{about_file}: expected a network, found another alias")
        if words := missing(file.parent):
            raise AgentError(words)
        return file, _bytes(file, TENSORS), columns.expanded(_bytes(about_file, ABOUT), about_file)
    except OSError as error:
        raise AgentError(f"{error.filename}: cannot be read ({error.strerror})") from None


def _alias_target(about_file: Path) -> str | None:
    """The folder beside its own that an alias means; None for a network. AgentError, OSError."""
    try:
        about = json.loads(_bytes(about_file, ABOUT))
    except (ValueError, RecursionError) as error:
        raise AgentError(f"{about_file}: not JSON: {error}") from None
    if not isinstance(about, dict) or about.get("format") != ALIAS:
        return None
    of = about.get("of")
    if not isinstance(of, str) or of != Path(of).name or of == "..":
        raise AgentError(f"{about_file}: of is {shown(of)}, expected a folder's name")
    return of


def _bytes(file: Path, kind: str) -> bytes:
    """A file of TENSORS or ABOUT; AgentError where it is too large to be one, OSError."""
    if (size := file.stat().st_size) > MOST_BYTES[kind]:
        most = f"{MOST_BYTES[kind] / 1e6:g} MB"
        raise AgentError(f"{file}: expected at most {most}, it has {size / 1e6:,.0f} MB")
    return file.read_bytes()


def _check(about: dict[str, Any], about_file: Path, digest: str) -> None:
    _stored(about).check(about, about_file)
    if not isinstance(about.get("scenario_id"), str):
        raise AgentError(f"{about_file}: scenario_id is missing: where was it trained?")
    if about.get("tensors_sha256") != digest:
        raise AgentError(f"{about_file}: tensors_sha256 does not fit the file of tensors beside it")


def _build(
    about: dict[str, Any], about_file: Path, file: Path, content: bytes, force: bool
) -> ActorCritic:
    import torch
    from safetensors.torch import load

    from glory_agents.learned.micro import MicroNetwork
    from glory_agents.learned.network import ACTIVATIONS

    config = about.get("config")
    settings = config if isinstance(config, dict) else {}
    layers: Any = settings.get("layers")
    asked = settings.get("activation"), settings.get("interface")
    known = interfaces_of(_game(about))
    is_known = all(isinstance(name, str) for name in asked)
    is_known = is_known and asked[0] in ACTIVATIONS and asked[1] in known
    sound = isinstance(layers, list) and len(layers) <= MOST_LAYERS
    if not sound or not all(type(n) is int and n > 0 for n in layers) or not is_known:
        raise AgentError(
            f"{about_file}: config.layers is {shown(layers)}, config.activation {shown(asked[0])}, "
            f"config.interface {shown(asked[1])}; expected a list of sizes, one of "
            f"{', '.join(ACTIVATIONS)} and one of {', '.join(known)}"
        )
    kind = known[settings["interface"]]
    if not force and about.get("outputs") != kind.outputs():
        raise AgentError(
            f"{about_file}: outputs differs from the heads of this version: the network's "
            "outputs mean something else here; force=True loads it anyway"
        )
    try:
        tensors = load(content)
        build = _stored(about).build(about, about_file, layers)
        _check_size(build, tensors, f"config.layers is {shown(layers)}")
        network = build()
        tensors = {name: tensor.float() for name, tensor in tensors.items()}
        network.load_state_dict(tensors)
    except AgentError:
        raise
    except (SafetensorError, RuntimeError, ValueError, TypeError, OverflowError) as error:
        reason = str(error).strip().splitlines()
        raise AgentError(f"{file}: does not hold this network: {' '.join(reason)}") from None
    if not all(bool(torch.isfinite(tensor).all()) for tensor in tensors.values()):
        raise AgentError(f"{file}: holds numbers that are not finite")
    if isinstance(network, MicroNetwork) and asked[1] != FLAT:
        raise AgentError(
            f"{about_file}: config.interface is {asked[1]!r}, expected {FLAT!r}: the network is "
            "for every micro-step"
        )
    return network.eval()


def _check_size(
    build: Callable[[], ActorCritic], tensors: dict[str, torch.Tensor], asked: str
) -> None:
    """ValueError where the network is larger than its file, before anything is allocated for it."""
    import torch

    with torch.device("meta"):  # shapes alone
        needed = sum(tensor.numel() for tensor in build().state_dict().values())
    held = sum(tensor.numel() for tensor in tensors.values())
    if needed > held:
        raise ValueError(f"{asked}, which needs {needed:,} numbers, it has {held:,}")
