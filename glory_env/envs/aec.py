"""Glory as a PettingZoo environment: Army and Navy, one shared pool of shipping.

| fact | value |
|---|---|
| agents | `army`, `navy`; AEC only: turns are not simultaneous, there is no parallel form |
| actions | `Discrete(N_ACTIONS)`, masked: one flat table of micro-steps (docs/actions.md) |
| observation | a float32 Box (OBSERVATION_SIZE,) and the `action_mask`, int8 (N_ACTIONS,) |
| rewards | at the end; with `shaping` or `survival` also before (`engine.rewards` of Glory) |
| length | at most MAX_DECISIONS decisions |

The same agent may act many times in a row. Both agents terminate together; `infos` of both then
hold outcome, cause, turn, gp, margin (own minus other) and result; with shaping or survival also
reward_unshaped, the reward without both. Every info has these keys from the reset on; until the end
all are 0. They are numbers, gp an array int64 (2,) of army and navy; `glory_v0.info_words` says
them in words. Versions: see CHANGELOG.md.
"""

from __future__ import annotations

import copy
import secrets
from collections.abc import Sequence
from typing import Any, ClassVar, Self

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from pettingzoo import AECEnv

from glory_env.core.dice import key_from_seed, new_key
from glory_env.core.errors import IllegalAction, OptionError, UnknownOption, check_switches, unknown
from glory_env.core.record import copy_games
from glory_env.core.stepping import ILLEGAL, LOOK, PLAY_ON
from glory_env.core.trace import blank_trace
from glory_env.core.whole import check_seed
from glory_env.envs.illegal import RAISE, Illegal
from glory_env.envs.infos import UNSHAPED, blank_info, copy_info
from glory_env.envs.seen import ZEROS, Seen, own_space
from glory_env.game.definition import GameDefinition
from glory_env.game.play import GamePlay
from glory_env.game.snapshot import Snapshots

OWN_OPTIONS = (
    "scenario", "reward", "shaping", "survival", "auto_forced", "render_mode", "reveal_objective",
    "without", "observation_index", "illegal", "mask_at_end",
)  # fmt: skip


class GameEnv(AECEnv):
    """A game as an AEC environment; an illegal action raises IllegalAction, or what `illegal` says.

    scenario: name or path. reward: preset, angle in degrees, RewardSpec or one per seat; None: the
    game's usual one.
    shaping: None or the weight of the potential. survival: None or what both seats are paid for
    each turn that begins after the first. auto_forced: play decisions with a single legal action
    at once. render_mode: None, "human", "ansi" or "rgb_array". reveal_objective: show each seat the
    other's angle. without: names of sections (docs/observation.md) that the observation does not
    have; what is left follows in order. observation_index: also give `observation_index`, int16,
    for embedding tables: place and state of each counter as one number, or the whole observation in
    small integers, as the game has it (`GameDefinition.indices`).
    illegal: "raise", "end" or "noop" (`glory_env.envs.illegal`). mask_at_end: "zeros" or "ones",
    what the mask is when the game is over (docs/clients.md). Everything else: options of the game
    (`GameDefinition.options`).
    """

    game_class: ClassVar[type[GamePlay]]
    definition: ClassVar[GameDefinition]

    def __init_subclass__(cls, **values: Any) -> None:
        super().__init_subclass__(**values)
        game = cls.definition = cls.game_class.definition
        cls.metadata = {  # PettingZoo reads it from the class
            "name": game.name,
            "is_parallelizable": False,
            "render_modes": list(game.render_modes),
            "render_fps": 2,
        }

    def __init__(
        self,
        scenario: Any = None,
        *,
        reward: Any = None,
        shaping: float | None = None,
        survival: float | None = None,
        auto_forced: bool = True,
        render_mode: str | None = None,
        reveal_objective: bool = False,
        without: Sequence[str] = (),
        observation_index: bool = False,
        illegal: str = RAISE,
        mask_at_end: str = ZEROS,
        **options: Any,
    ) -> None:
        super().__init__()
        game = self.definition
        if render_mode is not None and render_mode not in game.render_modes:
            # A TypeError, too: Stable-Baselines3 asks for "rgb_array" and goes on without it.
            raise UnknownOption(unknown("render_mode", render_mode, game.render_modes))
        self.render_mode = render_mode
        self.scenario = game.scenario(scenario)
        self.options = game.options(OWN_OPTIONS, **options)
        if self.options.solo:
            raise OptionError("option 'solo': the solo variant is glory_env.solo_v0")
        check_switches(auto_forced=auto_forced, reveal_objective=reveal_objective)
        self.auto_forced = bool(auto_forced)
        self._params = game.reward(reward, shaping, survival)
        self._shaped = bool(shaping or survival)
        self._survival = survival or 0.0
        self.games = np.zeros(1, game.record)
        self.options.write(self.games)
        game.objective(self.games, self._params, reveal_objective)
        self._snapshots = Snapshots(game, self.scenario, self.games)
        self._trace = blank_trace()
        self.mask = np.zeros(game.n_actions, np.int8)
        self._episode = 0
        self._key = key_from_seed(secrets.randbits(32))
        self.possible_agents = list(game.seats)
        self.agents: list[str] = []
        self.agent_selection = self.possible_agents[0]
        self._has_begun = False
        self._illegal = {seat: Illegal(illegal) for seat in game.seats}
        self.blank = blank_info(game, self.scenario, self._shaped)
        self.seen = Seen(game, without, observation_index, True, mask_at_end)
        box = self.seen.box
        seats = len(game.seats)
        self.observation_spaces = dict.fromkeys(self.possible_agents, self.seen.space)
        self.action_spaces = {seat: spaces.Discrete(game.n_actions) for seat in game.seats}
        self.state_space = spaces.Box(np.tile(box.low, seats), np.tile(box.high, seats))

    # --- spaces --------------------------------------------------------------------------
    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Discrete:
        return self.action_spaces[agent]

    # --- playing -------------------------------------------------------------------------
    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game. seed: of the dice; None goes on from the last seed. options: ignored."""
        if seed is not None:
            self._key = key_from_seed(check_seed(seed))
            self._episode = 0
        key = self._key if self._episode == 0 else new_key(self._key, self._episode)
        self._episode += 1
        self.games["key"] = key
        self.definition.kernels.begin(self.games, 0, self.scenario.tables)
        self._begin()
        self.definition.kernels.step(
            self.games,
            0,
            self.scenario.tables,
            self._trace,
            self.mask,
            PLAY_ON,
            self.auto_forced,
        )
        self.agent_selection = self.possible_agents[self.games["actor"][0]]
        self._note_standing()
        self._show()

    def _begin(self) -> None:
        """What PettingZoo keeps by agent, for a game in which nothing has been paid yet."""
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        for illegal in self._illegal.values():
            illegal.begin()
        self.infos: dict[str, dict[str, Any]] = {
            agent: {**copy_info(self.blank), **illegal.info}
            for agent, illegal in self._illegal.items()
        }
        self._has_begun = True

    def _check_begun(self) -> None:
        if not self._has_begun:
            raise ResetNeeded("there is no game yet: call reset() or restore() first")

    def step(self, action: int | None) -> None:
        """One micro-step of the agent on turn; None for a terminated agent.

        For everything else what `illegal` says; ResetNeeded before `reset`.
        """
        self._check_begun()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        # Negative numbers mean other things to the engine.
        count, number = ILLEGAL, self.definition.action_number(action)
        if number >= 0:
            count = self.definition.kernels.step(
                self.games,
                0,
                self.scenario.tables,
                self._trace,
                self.mask,
                number,
                self.auto_forced,
            )
        if count == ILLEGAL:
            self._note_illegal(agent, action)
            return
        self._illegal[agent].note_legal()
        self._cumulative_rewards[agent] = 0.0
        if count == 0:
            self._end()
        else:
            self.agent_selection = self.possible_agents[self.games["actor"][0]]
            if self._shaped:
                self._pay(np.zeros(len(self.possible_agents)))
        if self._shaped or count == 0:
            self._accumulate_rewards()
        self._show()

    def _note_illegal(self, agent: str, action: Any) -> None:
        words = self.definition.explain_illegal(self.scenario, self.games[0], self.mask, action)
        reward, is_end, is_cut = self._illegal[agent].note(IllegalAction(words), action)
        for illegal in self._illegal.values():
            illegal.has_warned = True
        self._cumulative_rewards[agent] = 0.0
        self.rewards = {**dict.fromkeys(self.agents, 0.0), agent: reward}
        self.terminations = dict.fromkeys(self.agents, is_end)
        self.truncations = dict.fromkeys(self.agents, is_cut)
        self.infos[agent] = {**self.infos[agent], **self._illegal[agent].info}
        self._accumulate_rewards()

    def _end(self) -> None:
        terminal = np.zeros(len(self.possible_agents))
        self.definition.kernels.pay(self.games, 0, self.scenario.tables, self._params, terminal)
        self._pay(terminal)
        self.terminations = dict.fromkeys(self.agents, True)
        for seat, agent in enumerate(self.possible_agents):
            end = self.definition.final_info(self.games[0], self.scenario.tables[0], seat)
            self.infos[agent] = {**self.infos[agent], **end}
            if self._shaped:
                self.infos[agent][UNSHAPED] = float(terminal[seat])

    def _pay(self, terminal: np.ndarray) -> None:
        """This step's rewards: terminal, the change of the potential (gamma = 1), survival."""
        before, turn = self._potentials, self._turn
        self._note_standing()
        paid = terminal + self._potentials - before + self._survival * (self._turn - turn)
        self.rewards.update(zip(self.possible_agents, paid.tolist(), strict=True))

    def _note_standing(self) -> None:
        """What the next step is paid against."""
        self._turn = int(self.games["turn"][0])
        self._potentials = self._potential()

    def _potential(self) -> np.ndarray:
        values = np.zeros(len(self.possible_agents))
        if self._shaped:
            self.definition.kernels.potentials(
                self.games, 0, self.scenario.tables, self._params, values
            )
        return values

    # --- seeing --------------------------------------------------------------------------
    def observe(self, agent: str) -> dict[str, np.ndarray]:
        """{"observation": float32 (OBSERVATION_SIZE,), "action_mask": int8 (N_ACTIONS,)}.

        `without` makes the observation shorter; observation_index adds a key of that name. The mask
        is all zeros for the agent not on turn, and after the end what `mask_at_end` says.
        ResetNeeded before `reset`.
        """
        full = self.full_observation(agent)
        is_over = self.games["outcome"][0] != 0 or any(
            illegal.has_ended for illegal in self._illegal.values()
        )
        on_turn = agent == self.agent_selection and not is_over
        mask = self.mask if on_turn else np.zeros(len(self.mask), np.int8)
        return self.seen.split(full, self.games, mask, is_over)

    def full_observation(self, agent: str) -> np.ndarray:
        """All that the seat sees, whatever `without` says: float32 (OBSERVATION_SIZE,).

        Scripts and networks want this one. ResetNeeded before `reset`.
        """
        self._check_begun()
        out = np.empty(self.seen.full.shape, np.float32)
        seat = self.possible_agents.index(agent)
        self.definition.kernels.observe(self.games, 0, self.scenario.tables, seat, out)
        return out

    def state(self) -> np.ndarray:
        """Both seats' observations, army first: float32, shape (2 * OBSERVATION_SIZE,), or less."""
        return np.concatenate(
            [self.seen.take(self.full_observation(agent)) for agent in self.possible_agents]
        )

    def describe(self, action: int) -> str:
        """An action in plain words, for the decision now pending."""
        return self.definition.describe(self.scenario, action, self.games[0])

    def render(self) -> str | np.ndarray | None:
        """A text board ("ansi") or an image (height, width, 3) uint8 ("rgb_array").

        "human" prints the text board; it does so after every reset and step, too.
        """
        return self.definition.draw(self.scenario, self.games[0], self.render_mode)

    def _show(self) -> None:
        if self.render_mode == "human":
            self.render()

    def close(self) -> None:
        """Nothing is open."""

    # --- copies --------------------------------------------------------------------------
    def to_bytes(self) -> bytes:
        """The whole game (with the key of its dice), for `restore` with the same options."""
        return self._snapshots.write(self.games)

    def restore(self, data: bytes) -> None:
        """Go back to a snapshot.

        ValueError, and nothing has changed, where it was damaged or is not one of this version,
        this scenario and these options.
        """
        record = self._snapshots.read(data, stops=False)
        # Bytes, not fields: NumPy assigns a record field by field, thirty times slower.
        self.games.view(np.uint8)[:] = record
        self._begin()
        count = self.definition.kernels.step(
            self.games, 0, self.scenario.tables, self._trace, self.mask, LOOK, False
        )
        self._note_standing()
        if count == 0:
            self.agent_selection = self.possible_agents[0]
            self._end()
        else:
            self.agent_selection = self.possible_agents[self.games["actor"][0]]

    def clone(self, reseed: int | None = None, seat: str | None = None) -> Self:
        """An independent copy; with `reseed` its future dice are those of another seed.

        With `seat`, the agent whose turn it is, the copy is a world to plan in: what the seat does
        not know is drawn from `reseed`, or taken out, as in `GameView.clone`. ValueError for
        another agent, or without `reseed`; ResetNeeded before `reset`. Its spaces draw the samples
        that those here would draw next.
        """
        self._check_begun()
        if seat is not None and (reseed is None or seat != self.agent_selection):
            raise ValueError(
                f"clone: seat is {seat!r} and reseed {reseed!r}, expected the agent whose turn it "
                f"is, {self.agent_selection!r}, and a number"
            )
        twin = object.__new__(type(self))
        twin.__dict__.update(self.__dict__)
        twin.games = copy_games(self.games)
        twin.mask = self.mask.copy()
        twin._potentials = self._potentials.copy()
        for name in ("agents", "rewards", "_cumulative_rewards", "terminations", "truncations"):
            setattr(twin, name, getattr(self, name).copy())
        twin.infos = {agent: dict(info) for agent, info in self.infos.items()}
        twin._illegal = copy.deepcopy(self._illegal)
        twin._trace = self._trace.copy()
        seen = own_space(self.seen.space)
        twin.observation_spaces = dict.fromkeys(self.possible_agents, seen)
        twin.action_spaces = {name: own_space(one) for name, one in self.action_spaces.items()}
        twin.state_space = own_space(self.state_space)
        if reseed is not None:
            twin.games["key"] = key_from_seed(check_seed(reseed, "reseed"))
        if seat is not None:
            index = self.possible_agents.index(seat)
            self.definition.kernels.hide(twin.games, 0, self.scenario.tables, index)
            twin._note_standing()
        return twin
