"""The message of a hint of Glory: the advice, with the ids of its choices on the list."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any

from glory_env.games.glory.play.choices import choice_id
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.play.talk_hint import adviser
from glory_env.games.glory.play.view import estimate_words
from glory_env.play.hinting import Hinting


async def begin_hint(
    hinting: Hinting,
    session: GlorySession,
    seq: int,
    is_on_table: Callable[[GlorySession], bool],
    tell: Callable[[dict[str, Any]], None],
    fail: Callable[[Exception], None],
) -> None:
    """Begin to work out a hint for who is asked now.

    seq: of the question. is_on_table: whether that game is still the one that is played. tell:
    called with each message; fail: see `Hinting.start`.
    """
    sequence, seat = session.sequence, session.game.actor
    advise = await asyncio.to_thread(adviser, session)
    value = {
        "policy_estimate": session.estimate(seat),
        "policy_words": estimate_words(session, seat),
    }

    def tell_page(advice: dict[str, Any], is_here: bool) -> None:
        for one in advice["candidates"]:
            one["id"] = choice_id(session, one["choice"]) if is_here else None
        tell({"type": "hint", "seq": seq, **advice, **value})

    def is_here() -> bool:
        return is_on_table(session) and session.sequence == sequence

    hinting.start(advise, is_here, tell_page, fail)
