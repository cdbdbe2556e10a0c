"""A split judged before it is offered: how often the partner at hand would accept it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from typing import Any

from glory_env.games.glory.play.asked_partner import ASKED, AskedPartner, Choice, Split
from glory_env.games.glory.play.session import GlorySession
from glory_env.games.glory.words import names
from glory_env.play.messages import Refusal
from glory_env.text.lazy import Say


class Judging:
    """The partner as it is asked about one question, kept while that question is open."""

    def __init__(self) -> None:
        self._at: tuple[GlorySession, int] | None = None
        self._partner: AskedPartner | None = None
        self._one_at_a_time = asyncio.Lock()

    async def partner(self, session: GlorySession) -> tuple[AskedPartner, bool]:
        """For the offer that a person is to make, and whether it is asked about it for the first
        time. Under the lock of the table. Refusal where nobody can be asked."""
        at = session, session.sequence
        if self._at == at and self._partner is not None:
            return self._partner, False
        partner = None
        if session.makes_offer:
            partner = await asyncio.to_thread(AskedPartner.of, session)
        if partner is None:
            raise Refusal("not_now", "judge: expected an offer to an agent, in turns")
        self._at, self._partner = at, partner
        return partner, True

    async def judged(
        self, partner: AskedPartner, split: Split, before: Sequence[Choice]
    ) -> dict[str, Any]:
        """The message without its `seq`. before: the choices before the split, its lines."""
        async with self._one_at_a_time:
            accepted = await asyncio.to_thread(partner.accepted, split, before) or 0
        key = "all" if accepted == ASKED else "some" if accepted else "none"
        words = Say(f"judge.{key}", who=names.service(partner.other), k=accepted, n=ASKED)
        return {
            "type": "judged", **split, "accepted": accepted, "asked": ASKED, "words": words,
        }  # fmt: skip
