"""Agents of the Aleutians Campaign: random, careful, scripted plans, a planner."""

COMPILED = "the agents of the Aleutians Campaign"  # how `core.announce` names it
