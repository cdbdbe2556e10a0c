"""Environments: PettingZoo, gymnasium, many games at once; and what an agent is."""
