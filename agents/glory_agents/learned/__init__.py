"""Trained networks: the network, its files, and the agent that plays one."""
