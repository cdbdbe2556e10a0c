"""From score to reward: what a seat is paid for how a game ended. No rule of the game is here.

The ending for seat i (j is the other): o_i = 1 win, -1 loss, 0 draw; g_i = clip(GP_i/65, 0, 2)/2.

    utility  u_i = v_m at game over, else v_c + v_w o_i            W > D > L > M by construction
    score    s_i = w o_i + (1 - w) g_i                             in [-w, 1]
    mixture  mix(x) = (cos t x_i + sin t x_j) / (|cos t| + |sin t|)
    reward   R_i = v_m at game over, else v_c + v_w mix(s)         in [v_c - v_w, v_c + v_w]
    raw      R_i = v_w (s_i - s_j), 0 at game over                 in v_w [-(1 + w), 1 + w]
    joint    R_i = v_m at game over, else v_c + v_w min(1, lower GP / 66)   of solo play, too
    shaping  Phi_i = .3 mix(GP)/65 + .2 clip((total - floor)/(start - floor), 0, 1)
                     - .2 min(2, home boxes lost)/2, and 0 once the game is over
    survival a fixed sum for each turn that begins after the first, turn 13 included; a game that
             ends, completed or not, begins none

Shaping and survival are paid on the way and are off unless asked for; the reward without them, R,
is `reward_unshaped` in the last info of a game.

The joint loss at game over stays outside the mixture, so it is the worst ending at every angle.
`zero_sum_raw` leaves it out, which is a hazard: a game over is then worth a draw, so the trailing
seat gains by sinking the common total; use it only to study that.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np

from glory_env.core.arrays import Array
from glory_env.core.compile import rule
from glory_env.core.errors import OptionError, shown, unknown
from glory_env.games.glory.generated.records import Game, Tables
from glory_env.games.glory.rules.handicap import floor_of, margin_of, start_of
from glory_env.games.glory.rules.victory import count_lost_home_boxes
from glory_env.games.glory.state import ARMY, COMPLETED, GAME_OVER, NAVY, PLAYING, SERVICES

KINDS = ("blend", "zero_sum_raw", "joint")
BLEND, RAW, JOINT = range(len(KINDS))
GP_SCALE = 65  # the glory points of a good game (18-2-2c)
W_GP, W_TOTAL, W_HOME = 0.3, 0.2, 0.2  # of the potential
V_M, V_C, V_W = -1.0, 0.5, 0.5

# Columns of a parameter row, one row per seat, float64.
COS, SIN, OUTCOME_WEIGHT, JOINT_LOSS, CENTRE, SPREAD, KIND, SHAPING, SURVIVAL = range(9)
N_PARAMS = 9


def _is_number(value: Any) -> bool:
    return (
        isinstance(value, int | float | np.integer | np.floating)
        and not isinstance(value, bool)
        and math.isfinite(value)
    )


@dataclass(frozen=True)
class RewardSpec:
    """The reward of one seat; angles in degrees, utilities without unit.

    theta: 45 values both seats the same, 0 only its own, -45 its own minus the other. w: weight
    of the outcome in the score, the rest goes to glory points. v_m, v_c, v_w: utility of game
    over, of a draw, and what a win adds to it. ValueError unless win > draw > loss > game over.
    """

    theta: float = 45.0
    w: float = 0.5
    v_m: float = V_M
    v_c: float = V_C
    v_w: float = V_W
    kind: str = "blend"

    def __post_init__(self) -> None:
        if self.kind not in KINDS:
            raise ValueError(unknown("reward kind", self.kind, KINDS))
        for name in ("theta", "w", "v_m", "v_c", "v_w"):
            value = getattr(self, name)
            if not _is_number(value):
                raise ValueError(f"reward: {name} is {value!r}, expected a finite number")
        if not -180 <= self.theta <= 180:
            raise ValueError(f"reward: theta is {self.theta}, expected -180..180 degrees")
        if not 0 <= self.w <= 1:
            raise ValueError(f"reward: w is {self.w}, expected 0..1")
        win, draw, loss, joint_loss = self.utilities
        if not win > draw > loss > joint_loss:
            raise ValueError(
                f"reward: utilities must fall from win to draw to loss to game over, but "
                f"v_c + v_w, v_c, v_c - v_w, v_m are {win:g}, {draw:g}, {loss:g}, {joint_loss:g}"
            )

    @property
    def utilities(self) -> tuple[float, float, float, float]:
        """Utility of win, draw, loss and game over."""
        return self.v_c + self.v_w, self.v_c, self.v_c - self.v_w, self.v_m

    @property
    def bounds(self) -> tuple[float, float]:
        """Lowest and highest terminal reward (without shaping)."""
        if self.kind == "zero_sum_raw":
            return -self.v_w * (1 + self.w), self.v_w * (1 + self.w)
        return self.v_m, self.v_c + self.v_w


PRESETS = {
    "cooperative": RewardSpec(45.0),
    "selfish": RewardSpec(0.0),
    "zero_sum": RewardSpec(-45.0),
    "zero_sum_raw": RewardSpec(-45.0, kind="zero_sum_raw"),
    "joint": RewardSpec(45.0, kind="joint"),
    # The levels of the benchmark: what a joint loss costs (docs/benchmark.md). In a completed game
    # the outcome alone counts, so at 0 and at -45 degrees the first two are the same.
    "assurance": RewardSpec(0.0, w=1.0),
    "rivalry": RewardSpec(0.0, w=1.0, v_m=-0.05),
    "spite": RewardSpec(-45.0, kind="zero_sum_raw"),
    # The outcome alone, and a loss nearly as bad as a game over: it pays to stop cooperating
    # (docs/results/tension.md). The number is (win - loss) / (loss - game over).
    "brinkmanship_3": RewardSpec(0.0, w=1.0, v_c=0.25, v_w=0.75),
    "brinkmanship_9": RewardSpec(0.0, w=1.0, v_c=0.1, v_w=0.9),
}
SOLO_REWARD = "joint"  # of a single controller for both services

OneReward: TypeAlias = str | float | RewardSpec
Reward: TypeAlias = OneReward | Mapping[str, OneReward]
USUAL = "selfish"  # what is paid where nothing else is asked for


def _one_spec(spec: object) -> RewardSpec:
    if isinstance(spec, RewardSpec):
        return spec
    if isinstance(spec, str):
        if spec in PRESETS:
            return PRESETS[spec]
        raise ValueError(unknown("reward", spec, tuple(PRESETS)) + ", or an angle in degrees")
    if _is_number(spec):
        return RewardSpec(float(spec))  # type: ignore[arg-type]
    raise ValueError(
        f"reward is {spec!r}, expected a preset ({', '.join(PRESETS)}), an angle in degrees, "
        "a RewardSpec, or a mapping of army and navy to one of these"
    )


def parse_reward(spec: Reward) -> tuple[RewardSpec, RewardSpec]:
    """The rewards of (army, navy): one spec for both, or a mapping with both seats.

    A spec is a preset's name, an angle in degrees or a RewardSpec; None: USUAL. ValueError with the
    valid names, the nearest first.
    """
    spec = USUAL if spec is None else spec
    if not isinstance(spec, Mapping):
        return _one_spec(spec), _one_spec(spec)
    for seat in spec:
        if seat not in SERVICES:
            raise ValueError(unknown("seat in reward", seat, SERVICES))
    for seat in SERVICES:
        if seat not in spec:
            raise ValueError(f"reward: no entry for {seat}; a mapping needs army and navy")
    return _one_spec(spec["army"]), _one_spec(spec["navy"])


def brinkmanship(spec: RewardSpec) -> float:
    """B = (W - L) / (L - M): what winning is worth over what a joint loss costs the loser.

    Infinite for zero_sum_raw, where a joint loss costs a loser nothing.
    """
    if spec.kind == "zero_sum_raw":
        return math.inf
    win, _, loss, joint_loss = spec.utilities
    return (win - loss) / (loss - joint_loss)


def reward_params(
    specs: tuple[RewardSpec, RewardSpec],
    shaping: float | None = None,
    survival: float | None = None,
) -> np.ndarray:
    """The specs of (army, navy) as compiled code takes them: shape (2, N_PARAMS), float64.

    The first two columns are the objective angle of the game record. shaping: weight of the
    potential. survival: paid to both seats for each turn that begins. None: neither; OptionError
    for what is negative or not a finite number.
    """
    for name, weight in (("shaping", shaping), ("survival", survival)):
        if weight is not None and (not _is_number(weight) or weight < 0):
            raise OptionError(
                f"option {name!r}: expected None or a number of at least 0, got {shown(weight)}"
            )
    rows = []
    for spec in specs:
        angle = math.radians(spec.theta)
        kind = float(KINDS.index(spec.kind))
        values = [spec.w, spec.v_m, spec.v_c, spec.v_w, kind, shaping or 0.0, survival or 0.0]
        rows.append([math.cos(angle), math.sin(angle), *values])
    return np.array(rows, np.float64)


# --- compiled: the same text for one game and for a batch -----------------------------------
@rule
def outcome_of(g: Game, s: Tables, seat: int) -> int:
    """o: 1 for a win, -1 for a loss, 0 for a draw, a game over or a game in play (18-2-2)."""
    if g.outcome != COMPLETED:
        return 0
    lead = int(g.gp[seat]) - int(g.gp[1 - seat])
    if lead >= margin_of(g, s, seat):
        return 1
    return -1 if -lead >= margin_of(g, s, 1 - seat) else 0


@rule
def utility(g: Game, s: Tables, params: Array[float], seat: int) -> float:
    """u of a finished game: v_m, or v_c + v_w o. 0 while in play."""
    if g.outcome == PLAYING:
        return 0.0
    if g.outcome == GAME_OVER:
        return params[seat, JOINT_LOSS]
    return params[seat, CENTRE] + params[seat, SPREAD] * outcome_of(g, s, seat)


@rule
def score(g: Game, s: Tables, weight: float, seat: int) -> float:
    """s = w o + (1 - w) g of a completed game, in [-w, 1]."""
    glory = min(max(int(g.gp[seat]) / GP_SCALE, 0.0), 2.0) / 2
    return weight * outcome_of(g, s, seat) + (1.0 - weight) * glory


@rule
def mix(params: Array[float], seat: int, own: float, other: float) -> float:
    """The seat's objective over (own, other): its angle, scaled so that the weights sum to 1."""
    cos = params[seat, COS]
    sin = params[seat, SIN]
    return (cos * own + sin * other) / (abs(cos) + abs(sin))


@rule
def terminal_reward(g: Game, s: Tables, params: Array[float], seat: int) -> float:
    """R of a finished game for one seat; 0 while in play. params: see reward_params."""
    if g.outcome == PLAYING:
        return 0.0
    kind = params[seat, KIND]
    if g.outcome == GAME_OVER:
        return 0.0 if kind == RAW else params[seat, JOINT_LOSS]
    if kind == JOINT:
        return params[seat, CENTRE] + params[seat, SPREAD] * joint_score(g, s)
    own = score(g, s, params[seat, OUTCOME_WEIGHT], seat)
    other = score(g, s, params[seat, OUTCOME_WEIGHT], 1 - seat)
    if kind == RAW:
        return params[seat, SPREAD] * (own - other)
    return params[seat, CENTRE] + params[seat, SPREAD] * mix(params, seat, own, other)


@rule
def rewards_of(g: Game, s: Tables, params: Array[float], out: Array[float]) -> None:
    """Write R of army and navy into out, shape (2,): zeros while in play."""
    out[ARMY] = terminal_reward(g, s, params, ARMY)
    out[NAVY] = terminal_reward(g, s, params, NAVY)


@rule
def potential(g: Game, s: Tables, params: Array[float], seat: int) -> float:
    """Shaping weight times Phi. A step pays F = Phi(after) - Phi(before), gamma being 1.

    Phi is 0 once the game is over, so the F of an episode add up to minus the Phi it began with,
    whatever was played: the order of policies does not change.
    """
    weight = params[seat, SHAPING]
    if weight == 0.0 or g.outcome != PLAYING:
        return 0.0
    floor = floor_of(g, s)
    span = max(1, start_of(g, s) - floor)
    reserve = min(max((int(g.total) - floor) / span, 0.0), 1.0)
    lost = min(count_lost_home_boxes(g, s), 2) / 2
    glory = mix(params, seat, float(g.gp[seat]), float(g.gp[1 - seat])) / GP_SCALE
    return weight * (W_GP * glory + W_TOTAL * reserve - W_HOME * lost)


@rule
def joint_score(g: Game, s: Tables) -> float:
    """The lower GP over the first victorious score of solo play, in [0, 1]."""
    lower = max(0, min(int(g.gp[ARMY]), int(g.gp[NAVY])))
    return min(1.0, lower / (int(s.solo_gp) + 1))


@rule
def survival_reward(params: Array[float], seat: int, turns: int) -> float:
    """What a seat is paid for turns that have begun."""
    return params[seat, SURVIVAL] * turns
