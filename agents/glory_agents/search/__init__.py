"""Planners: search on copies of the game with other dice."""
