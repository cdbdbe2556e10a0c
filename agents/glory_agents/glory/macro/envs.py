"""The macro level: a step is a turn, an action one value for every parameter of a script.

| fact | value |
|---|---|
| agents | `army`, `navy`, both at once, when the first decision of a turn is pending |
| actions | `MultiDiscrete(SIZES)`: which value for each of `parameters.HEADS`; all are legal |
| observation | what the seat sees at the start of the turn: a float32 Box (OBSERVATION_SIZE,) |
| rewards | as in glory_v0, those of the whole turn |
| length | at most one step a turn, twelve in the scenario `glory` |

The turn is then played by the two scripts, in compiled code. Both agents terminate together; their
infos hold what those of glory_v0 hold (`glory_env.envs.aec`).

    env = macro_v0.parallel_env(reward="cooperative")
    observations, infos = env.reset(seed=1)
    while env.agents:
        actions = {agent: env.action_space(agent).sample() for agent in env.agents}
        observations, rewards, terminations, truncations, infos = env.step(actions)
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv, ParallelEnv
from pettingzoo.utils import wrappers
from pettingzoo.utils.conversions import parallel_to_aec

from glory_agents.base import Agent
from glory_agents.glory.macro.parameters import HEADS, SIZES, rows_of
from glory_agents.glory.macro.partners import MacroPartner, macro_partner
from glory_agents.glory.macro.turns import play_turns
from glory_agents.glory.scripted.rows import SCRIPT
from glory_agents.registry import make_agent
from glory_env.core.dice import key_from_seed, new_key
from glory_env.core.errors import IllegalAction, OptionError, check_switches, shown, unknown
from glory_env.core.stepping import PLAY_ON
from glory_env.core.trace import blank_trace
from glory_env.core.whole import check_seed
from glory_env.envs.infos import UNSHAPED, blank_info, copy_info
from glory_env.envs.seen import Given, Seen
from glory_env.games.glory import state as st
from glory_env.games.glory.actions import N_ACTIONS
from glory_env.games.glory.definition import GLORY
from glory_env.games.glory.engine.options import make_options
from glory_env.games.glory.generated import kernels

OWN_OPTIONS = (
    "scenario", "reward", "shaping", "survival", "render_mode", "reveal_objective", "without",
    "observation_index",
)  # fmt: skip


class MacroParallelEnv(ParallelEnv):
    """Both seats choose the script parameters of the turn at the same time.

    scenario, reward, shaping, survival, render_mode, reveal_objective, without, observation_index:
    as for `glory_v0.raw_env`; with observation_index an observation is a Dict of `observation` and
    `observation_index`. Everything else: `glory_env.games.glory.engine.options.Options`.
    IllegalAction, and nothing has been played, where an action is not one whole number in its range
    for every head.
    """

    metadata = {  # noqa: RUF012 (PettingZoo reads it from the class)
        "name": "glory_macro_v0",
        "render_modes": list(GLORY.render_modes),
        "render_fps": 2,
    }

    def __init__(
        self,
        scenario: Any = None,
        *,
        reward: Any = "selfish",
        shaping: float | None = None,
        survival: float | None = None,
        render_mode: str | None = None,
        reveal_objective: bool = False,
        without: Sequence[str] = (),
        observation_index: bool = False,
        **options: Any,
    ) -> None:
        if render_mode is not None and render_mode not in GLORY.render_modes:
            raise OptionError(unknown("render_mode", render_mode, GLORY.render_modes))
        self.render_mode = render_mode
        self.scenario = GLORY.scenario(scenario)
        self.options = make_options(OWN_OPTIONS, **options)
        if self.options.solo:
            raise OptionError("option 'solo': the solo variant is glory_env.solo_v0")
        check_switches(reveal_objective=reveal_objective)
        self._params = GLORY.reward(reward, shaping, survival)
        self._shaped = bool(shaping or survival)
        self.games = np.zeros(1, st.GAME)
        self.options.write(self.games)
        GLORY.objective(self.games, self._params, reveal_objective)
        self._trace, self._mask = blank_trace(), np.zeros(N_ACTIONS, np.int8)
        self._key, self._episode = key_from_seed(secrets.randbits(32)), 0
        self._has_begun = False
        self.blank = blank_info(GLORY, self.scenario, self._shaped)
        self.possible_agents = list(st.SERVICES)
        self.agents: list[str] = []
        self.seen = Seen(GLORY, without, observation_index)
        box = self.seen.box
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.seen.space)
        self.action_spaces = {agent: spaces.MultiDiscrete(list(SIZES)) for agent in st.SERVICES}
        self.state_space = spaces.Box(np.tile(box.low, 2), np.tile(box.high, 2))

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.MultiDiscrete[np.int64]:
        return self.action_spaces[agent]

    # --- playing -------------------------------------------------------------------------
    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[dict[str, Given], dict[str, dict[str, Any]]]:
        """A new game. seed: of dice and scripts; None goes on from the last. options: ignored."""
        if seed is not None:
            self._key, self._episode = key_from_seed(check_seed(seed)), 0
        self.games["key"] = new_key(self._key, self._episode) if self._episode else self._key
        self._episode += 1
        kernels.begin(self.games, 0, self.scenario.tables)
        kernels.step(self.games, 0, self.scenario.tables, self._trace, self._mask, PLAY_ON, True)
        self.agents = self.possible_agents[:]
        self._has_begun = True
        self._show()
        return self._observations(), {agent: self.info(agent) for agent in self.agents}

    def step(self, actions: dict[str, Any]) -> tuple[dict[str, Any], ...]:
        """One turn: (observations, rewards, terminations, truncations, infos), by agent.

        actions: for every agent integers (heads,), each the index of a value. ResetNeeded before
        `reset`.
        """
        if self._has_begun and not self.agents and not actions:
            return {}, {}, {}, {}, {}
        self.check_in_play()
        if not isinstance(actions, dict) or set(actions) != set(self.agents):
            wanted = " and ".join(self.agents)
            raise IllegalAction(f"expected actions of {wanted}, got {shown(actions)}")
        choices = np.stack([checked(agent, actions[agent]) for agent in self.possible_agents])
        agents = self.agents
        paid = self.play(rows_of(choices))
        over = self.is_over
        return (
            self._observations(),
            dict(zip(agents, paid.tolist(), strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: self.info(agent) for agent in agents},
        )

    def play(self, rows: np.ndarray) -> np.ndarray:
        """One turn by any two scripts, SCRIPT (2,) of army and navy; rewards float64 (2,)."""
        self.check_in_play()
        paid = np.zeros(2)
        play_turns(
            self.games, self.scenario.tables, self._trace, self._mask, rows[None],
            self._params[None], paid[None],
        )  # fmt: skip
        if self.is_over:
            self.agents = []
        self._show()
        return paid

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return bool(self.games["outcome"][0] != st.PLAYING)

    def check_in_play(self) -> None:
        """ResetNeeded before the first game, IllegalAction after its end."""
        self._check_begun()
        if self.is_over:
            raise IllegalAction("the game is over, no action is legal: call reset()")

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise ResetNeeded("there is no game yet: call reset() first")

    # --- seeing --------------------------------------------------------------------------
    def observe(self, agent: str) -> Given:
        """What the seat is given now: an element of `observation_space`."""
        return self.seen.give(self.full_observation(agent), self.games, self._mask, self.is_over)

    def full_observation(self, agent: str) -> np.ndarray:
        """All that the seat sees now, whatever `without` says: float32 (OBSERVATION_SIZE,)."""
        self._check_begun()
        out = np.empty(self.seen.full.shape, np.float32)
        seat = self.possible_agents.index(agent)
        kernels.observe(self.games, 0, self.scenario.tables, seat, out)
        return out

    def _observations(self) -> dict[str, Given]:
        return {agent: self.observe(agent) for agent in self.possible_agents}

    def info(self, agent: str) -> dict[str, Any]:
        """How the game has ended for the seat, as in glory_v0; all 0 before the end."""
        if not self.is_over:
            return copy_info(self.blank)
        seat, tables = self.possible_agents.index(agent), self.scenario.tables
        info = GLORY.final_info(self.games[0], tables[0], seat)
        if self._shaped:
            outcome = np.zeros(2)
            kernels.pay(self.games, 0, tables, self._params, outcome)
            info[UNSHAPED] = float(outcome[seat])
        return info

    def state(self) -> np.ndarray:
        """Both seats' observations, army first: float32, shape (2 * OBSERVATION_SIZE,), or less."""
        return np.concatenate(
            [self.seen.take(self.full_observation(agent)) for agent in self.possible_agents]
        )

    def render(self) -> str | np.ndarray | None:
        """As `glory_v0.raw_env.render`."""
        return GLORY.draw(self.scenario, self.games[0], self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is open."""


class MacroEnv(gymnasium.Env[Given, np.ndarray]):
    """One seat, the parameters of the other set by a partner.

    seat: "army" or "navy". partner: a script or a macro network, as an agent or by name, or an
    object with `script_rows` (`macro.partners.MacroPartner`); AgentError for others.
    options: of `macro_v0.parallel_env`.

    Observation Box float32 (OBSERVATION_SIZE,), action MultiDiscrete(SIZES). With observation_index
    a Dict of `observation` and `observation_index`. The partner sees the whole observation,
    whatever `without` says. The last info is that of glory_v0. Also
    `gymnasium.make("glory_env:GloryMacro-v0")`.
    """

    metadata = MacroParallelEnv.metadata

    def __init__(
        self,
        seat: str = "army",
        partner: str | Agent | MacroPartner = "withdraw_in_time",
        **options: Any,
    ) -> None:
        if seat not in st.SERVICES:
            raise OptionError(unknown("seat", seat, st.SERVICES))
        self.env = MacroParallelEnv(**options)
        self.render_mode, self.seen = self.env.render_mode, self.env.seen
        self.seat, self._number = seat, st.SERVICES.index(seat)
        agent = make_agent(partner) if isinstance(partner, str) else partner
        self.partner = macro_partner(agent, partner if isinstance(partner, str) else "")
        if hasattr(agent, "check"):  # a network: whether it knows the scenario
            agent.check(self.env.scenario)
        self.observation_space = self.env.observation_space(seat)
        self.action_space = self.env.action_space(seat)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Given, dict[str, Any]]:
        """A new game. seed: of dice, scripts and the partner's draws."""
        seed = None if seed is None else check_seed(seed)
        super().reset(seed=seed)
        observations, infos = self.env.reset(seed=seed)
        return observations[self.seat], infos[self.seat]

    def step(self, action: Any) -> tuple[Given, float, bool, bool, dict[str, Any]]:
        """One turn; IllegalAction changes nothing."""
        self.env.check_in_play()
        rows = np.zeros(2, SCRIPT)
        rows[self._number] = rows_of(checked(self.seat, action)[None])[0]
        other = self.env.full_observation(st.SERVICES[1 - self._number])
        draws = self.np_random.random((1, len(HEADS)))
        rows[1 - self._number] = self.partner.script_rows(other[None], draws)[0]
        paid = self.env.play(rows)
        info = self.env.info(self.seat)
        seen = self.env.observe(self.seat)
        return seen, float(paid[self._number]), self.env.is_over, False, info

    def render(self) -> Any:
        """As `glory_v0.raw_env.render`."""
        return self.env.render()


def checked(seat: str, action: Any) -> np.ndarray:
    """An action as choices int64 (heads,); IllegalAction says what was expected."""
    try:
        choices = np.asarray(action)
    except ValueError:  # rows of different lengths
        choices = np.empty(0)
    if choices.dtype.kind not in "iu" or choices.shape != (len(HEADS),):
        names = ", ".join(head.name for head in HEADS)
        raise IllegalAction(
            f"{seat}: expected {len(HEADS)} whole numbers, one for each of {names}; "
            f"got {shown(action)}"
        )
    for head, choice in zip(HEADS, choices.tolist(), strict=True):
        if not 0 <= choice < len(head.values):
            raise IllegalAction(
                f"{seat}: {head.name} is {choice}, expected 0 to {len(head.values) - 1}, the "
                f"number of one of its values {', '.join(map(str, head.values))}"
            )
    return choices.astype(np.int64)


def parallel_env(**options: Any) -> MacroParallelEnv:
    """The environment as a PettingZoo ParallelEnv; options as for `MacroParallelEnv`."""
    return MacroParallelEnv(**options)


def raw_env(**options: Any) -> AECEnv:
    """The same as an AEC environment: army and navy choose one after the other, unseen."""
    return parallel_to_aec(parallel_env(**options))


def env(**options: Any) -> AECEnv:
    """`raw_env` with PettingZoo's check of the order of calls."""
    return wrappers.OrderEnforcingWrapper(raw_env(**options))
