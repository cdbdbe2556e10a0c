"""The `rule` decorator for the compiled functions of the agents."""

from pathlib import Path

from glory_env.core.compile import cache_of, rules_in

FOLDER = cache_of(Path(__file__).resolve().parent.parent, constants=("rows.py",))
rule = rules_in(FOLDER)
