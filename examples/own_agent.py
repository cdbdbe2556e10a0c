"""An agent of your own: a script's orders, but it accepts any offer that gives it enough.

python examples/own_agent.py [GAMES]

Printed are completion and the army's mean Glory Points, for the agent and for the script alone.
Commands know the agent by its place: glory evaluate --army own_agent:Content --navy grim
"""

import sys

from glory_agents import make_agent
from glory_env.bench import play_pairs
from glory_env.games.glory.actions import ACCEPT

SCRIPT = "withdraw_in_time"


class Content:
    """claim: the fraction of the pool with which it is content, as text or number."""

    def __init__(self, claim: float | str = 0.2) -> None:
        self.claim = float(claim)
        self.script = make_agent(SCRIPT)
        self.why = ""

    def reset(self, seat, seed) -> None:
        """A new game begins."""
        self.script.reset(seat, seed)
        self.seat = ("army", "navy").index(seat)

    def act(self, observation, mask, env_view) -> int:
        """A legal action."""
        action = self.script.act(observation, mask, env_view)
        self.why = f"as {SCRIPT} does"
        if mask[ACCEPT]:
            game = env_view.records()[0]
            offered = int(game["offer"][1 - self.seat][self.seat])  # in the other's offer
            if offered >= self.claim * int(game["total"]):
                action, self.why = ACCEPT, f"an offer of {offered} is enough"
        return int(action)

    def explain(self) -> str:
        """Why it chose the last action."""
        return self.why


def main(games: int = 60) -> dict[str, float]:
    """Completion in so many games as the army, with the script as the navy."""
    found = {}
    for name, army in ((SCRIPT, make_agent(SCRIPT)), ("content", Content())):
        results = play_pairs(army, make_agent(SCRIPT), games, seed=1000)
        figures = results.columns()
        found[name] = float(figures["completed"].mean())
        points = float(results.finals["gp"][:, 0].mean())
        print(f"{name}: completed {found[name]:.1%}, army {points:.1f} GP in the mean")
    return found


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
