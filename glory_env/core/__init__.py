"""The record of a game, its action table and observation table, dice, and compilation."""
