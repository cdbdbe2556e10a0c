"""RLlib (new API stack): PPO for both seats on the batched engine, on one machine or many.

```python
from glory_env.games.glory.rllib import ppo_config, save

algorithm = ppo_config("glory", start="micro").env_runners(num_env_runners=2).build_algo()
for _ in range(100):
    algorithm.train()
save(algorithm, "runs/rllib")  # a folder each for army and navy: agents for every command
```

Needs the extra `scale`. docs/scale.md has the figures.
"""

from glory_env.games.glory.rllib.config import ppo_config
from glory_env.games.glory.rllib.export import save
from glory_env.games.glory.rllib.runner import set_partners

__all__ = ["ppo_config", "save", "set_partners"]
