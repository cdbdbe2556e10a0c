"""Agents of the Aleutians Campaign: random, careful, scripted plans, a planner."""
