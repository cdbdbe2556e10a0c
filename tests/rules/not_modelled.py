"""Binding statements that a program does not play, each with its reason."""

NOT_MODELLED: dict[str, str] = {
    "R5-0a": "who plays which service is settled before the game, by those who seat the players",
    "R6-0a": (
        "free talk has no form here; consent is asked at fixed decisions: offers, escort, support, "
        "convoy method, votes on production"
    ),
    "R6-1a": "matters outside the game cannot be named in any action",
    "R6-1b": "follows R6-1a: there is no such breach to punish",
    "R6-1c": "follows R6-1a: talk about real time has no form here",
    "R6-1e": "a choice is announced and carried out in one step, with no moment between to talk",
    "R8-0b": "whose hand throws this die has no consequence; the system rolls it",
}
NOT_TESTED: dict[str, str] = {}
