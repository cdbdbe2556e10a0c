"""Binding statements that a program does not play, each with its reason."""

NOT_MODELLED: dict[str, str] = {}
NOT_TESTED: dict[str, str] = {}
