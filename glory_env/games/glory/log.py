"""A finished game's log turn by turn, with what stands out in words."""

from __future__ import annotations

from typing import Any

from glory_env.games.glory.state import CAUSES, CIVIL, COMPLETED, SERVICES

DEAR = 50  # losses of a service in a turn worth a remark


def turn_of(game: Any, turn: int) -> dict[str, Any]:
    """A turn of a finished game's log; tonnage in units of 10,000 tons."""
    log = {
        name.removeprefix("log_"): game[name][turn].tolist()
        for name in game.dtype.names
        if name.startswith("log_")
    }
    return {"turn": turn, **log, "remarks": remarks(log)}


def remarks(log: dict[str, Any]) -> list[str]:
    """What stands out in a turn."""
    noted = []
    if log["deadlock"]:
        noted.append(f"the talks fail after {log['offers']} offers")
    elif log["offers"]:
        noted.append("agreed at once" if log["offers"] == 1 else f"agreed at offer {log['offers']}")
    total = sum(log["shares"])
    if total:
        noted.append(f"{log['shares'][CIVIL] / total:.0%} stays civil")
    for seat, name in enumerate(SERVICES):
        loss, burnt = log["loss"][seat], log["burnt"][seat]
        if loss >= DEAR:
            noted.append(
                f"the {name} loses {loss} in combat and takes {burnt} of it from the total"
            )
        if log["doubled"][seat]:
            noted.append(f"the {name} fights alone, which costs {log['doubled'][seat]} more")
    if log["asked"]:
        noted.append(f"{log['granted']} of {log['asked']} escorts granted")
    if log["convoy_loss"]:
        noted.append(f"convoys lose {log['convoy_loss']}")
    return noted


def ending(game: Any) -> str:
    """How the game ended, in words."""
    army, navy = (int(gp) for gp in game["gp"])
    if game["outcome"] == COMPLETED:
        return f"completed: army {army} GP, navy {navy} GP, total {int(game['total'])}"
    cause = CAUSES[game["cause"]].replace("_", " ")
    return f"both lose on turn {int(game['turn'])} by {cause}, total {int(game['total'])}"
