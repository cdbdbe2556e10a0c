"""Binding statements that a program does not play, cases that are no tests, with reasons."""

NOT_MODELLED: dict[str, str] = {}
NOT_TESTED: dict[str, str] = {}
NOT_VECTORS: dict[str, str] = {}
