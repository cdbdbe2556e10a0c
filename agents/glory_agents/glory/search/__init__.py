"""Planners of Glory."""
