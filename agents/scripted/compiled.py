"""The `rule` decorator for the compiled functions of the agents."""

from pathlib import Path

from glory_env.engine.compile import rules_of

rule = rules_of(Path(__file__).resolve().parent.parent, constants=("rows.py",))
