"""Scenarios of every game: values with provenance, reading, problems."""
