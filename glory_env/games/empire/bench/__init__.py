"""Figures of games of Empire of the Sun."""
