"""Drawing of positions: pure functions of a record and its scenario.

- `draw(game, scenario)`: the whole map as SVG text

How it hangs together: `ground` draws what never changes, `counters` who stands where.
"""

from glory_env.games.empire.render.picture import draw

__all__ = ["draw"]
