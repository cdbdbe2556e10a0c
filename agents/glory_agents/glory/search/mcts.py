"""Monte-Carlo tree search with payoff vectors, as in max^n: each seat maximises its own component.

The tree is open loop: a node represents the choices that lead to it, and each iteration plays
them on a fresh copy with its own dice, so a node's mean runs over the dice. At every node the
acting seat picks by UCB on its component of the mean (with the objective cooperative both are
the same number: their sum). A new leaf is judged by several scripted rollouts in one call.
"""

from __future__ import annotations

import math
import time

import numpy as np

from glory_agents.glory.search.candidates import NO_STEP, Line, candidates
from glory_agents.glory.search.flat import weigh
from glory_agents.glory.search.planner import Planner, Root, Settings, Weighed
from glory_agents.glory.search.rollouts import NO_LINE
from glory_agents.glory.search.weights import share_of_turn
from glory_agents.search.budget import Share
from glory_agents.search.halving import trusted
from glory_env.core.record import copy_games
from glory_env.core.stepping import LOOK
from glory_env.envs.agent import GameView
from glory_env.games.glory.game import Game
from glory_env.games.glory.state import OFFER_ARMY, OFFER_CIVIL, TONNAGE

EXPLORE = 0.7  # weight of what is little known; payoffs are scaled to 0..1 by those seen
WIDTH = 2.0  # children a node below the root may have: WIDTH * sqrt(visits)
MOST_BELOW = 12  # candidates of such a node
LEAF = 4  # rollouts of a new leaf; fewer where that would leave under LEAVES leaves
LEAVES = 32


class Node:
    """What is known about a sequence of choices: visits, and the sum of payoffs by seat."""

    __slots__ = ("children", "lines", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.total = np.zeros(2)
        self.lines: list[Line] = []  # candidates; found when a way first leads through
        self.children: dict[Line, Node] = {}


class MCTS(Planner):
    """UCT over the micro-steps of both seats; an offer is one step."""

    def _search(self, root: Root, share: Share) -> list[Weighed]:
        leaf = max(1, min(LEAF, share.affords() // LEAVES))
        tree = Tree(root, leaf)
        while share.keys(leaf):
            began = time.perf_counter()
            tree.iterate()
            share.spend(leaf, time.perf_counter() - began)
        seen = [np.array(tree.seen[line]) for line in root.lines]
        tried = [k for k, own in enumerate(seen) if len(own)]
        if not tried:
            return []
        favourite = max(tried, key=lambda k: (len(seen[k]), seen[k].mean(), -k))
        weighed = weigh(root, seen, trusted(seen, [0, favourite]))
        return [one._replace(rollouts=one.rollouts * leaf) for one in weighed]


class Tree:
    """One search from one root.

    root: its lines are the choices at the top; leaf: rollouts of a new leaf. The k-th visits of
    all children of the top have the same dice. seen: own payoffs of each line, visit by visit.
    """

    def __init__(self, root: Root, leaf: int) -> None:
        self.root = root
        self.leaf = leaf
        self.top = Node()
        self.top.lines = root.lines
        self.seen: dict[Line, list[float]] = {line: [] for line in root.lines}
        self._keys: list[np.ndarray] = []
        self._low = np.full(2, math.inf)
        self._high = np.full(2, -math.inf)

    def iterate(self) -> None:
        """One way down to a new leaf, and its payoffs all the way up."""
        root = self.root
        games = copy_games(root.games)
        g = games[0]
        first = self.choose(self.top, root.lines, root.seat)
        if len(self.seen[first]) == len(self._keys):
            self._keys.append(root.keys(1 + self.leaf))
        keys = self._keys[len(self.seen[first])]
        games["key"] = keys[0]
        root.roller.step(games, LOOK)
        path = [self.top]
        line = first
        while True:
            node = path[-1].children.setdefault(line, Node())
            path.append(node)
            choices = self._play(games, line)
            if choices == 0 or node.visits == 0 or g.turn >= root.turn:
                break
            line = self.choose(node, self._legal(node, games), int(g.actor))
        payoff = root.roller.roll(games, NO_LINE, root.rows, keys[1:], root.turn, root.params)
        mean = payoff[0].mean(axis=0)
        for node in path:
            node.visits += 1
            node.total += mean
        self._low = np.minimum(self._low, mean)
        self._high = np.maximum(self._high, mean)
        self.seen[first].append(float(mean[root.seat]))

    def choose(self, node: Node, lines: list[Line], seat: int) -> Line:
        """By UCB on the seat's own mean; lines not tried yet come first, as far as WIDTH lets."""
        tried = [line for line in lines if line in node.children]
        width = len(lines) if node is self.top else math.ceil(WIDTH * math.sqrt(node.visits))
        if len(tried) < min(width, len(lines)):
            return next(line for line in lines if line not in node.children)
        span = max(1e-9, self._high[seat] - self._low[seat])
        log = math.log(node.visits + 1)

        def bound(line: Line) -> float:
            child = node.children[line]
            mean: float = (child.total[seat] / child.visits - self._low[seat]) / span
            return mean + EXPLORE * math.sqrt(log / child.visits)

        return max(tried, key=bound)

    def _play(self, games: np.ndarray, line: Line) -> int:
        roller = self.root.roller
        choices = roller.step(games, line[0])
        if line[1] != NO_STEP and games["decision"][0] == OFFER_ARMY and roller.mask[line[1]]:
            choices = roller.step(games, line[1])
        return choices

    def _legal(self, node: Node, games: np.ndarray) -> list[Line]:
        """The node's candidates that these dice allow; searched again where there is none."""
        roller, root = self.root.roller, self.root
        mask = roller.mask.copy()
        lines = [line for line in node.lines if mask[line[0]]]
        if not lines:
            proposals = roller.propose(games, root.rows, 0)
            lines = candidates(games[0], mask, proposals, MOST_BELOW, root.rng)
            node.lines = node.lines + lines
        return lines


def rollouts_per_second(turns: int = 2, seconds: float = 1.0) -> float:
    """Rollouts of that many turns which MCTS completes in a second, at the first offer of glory.

    seconds: how long it thinks. The tree's own work is counted in.
    """
    share = share_of_turn(TONNAGE, OFFER_CIVIL)
    game = Game("glory", seed=0, auto_forced=True)
    planner = MCTS(Settings(seconds=seconds / share, horizon=turns))
    roller = planner.roller_for(game.scenario)
    began = time.perf_counter()
    planner.act(None, game.mask, GameView(game, game.actor))
    return roller.rollouts / (time.perf_counter() - began)
