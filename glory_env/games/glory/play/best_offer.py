"""The best offers for a person that the partner at hand would accept, found by asking it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from glory_agents.glory.characters.bargain import by_needs
from glory_env.games.glory import state as st
from glory_env.games.glory.game import Game
from glory_env.games.glory.play.asked_partner import AskedPartner, Split, room
from glory_env.games.glory.words import facts

MOST = 3  # offers worth a thought


class Found(NamedTuple):
    """taken: offers that it would accept, the best for the person first. nearest: where there is
    none, the one that it comes nearest to accepting."""

    taken: list[Split]
    nearest: Split


def best_offers(partner: AskedPartner) -> Found:
    """Along the split for each civil share, the largest own share that the partner accepts.

    An own share beyond the own need is of no use and is never asked for. Fair splits and what the
    partner offers itself are tried, too.
    """
    game, seat = partner.game, partner.seat
    wants = min(facts.need(game, seat), room(game))
    theirs = [*_theirs(partner)]
    best = [_most(partner, civil, wants) for civil in _civil_shares(game, theirs)]
    best.sort(key=lambda split: split[seat] if split else 0, reverse=True)
    taken: list[Split] = []
    for one in [*best, split_by_needs(game), *theirs]:
        if len(taken) == MOST:
            break
        if one and one not in taken and game.is_legal(one) and partner.would_take(one):
            taken.append(one)
    taken.sort(key=lambda split: (min(split[seat], wants), split[partner.other]), reverse=True)
    return Found(taken, _nearest(partner, theirs))


def split_by_needs(game: Game) -> Split:
    """The split that the rule "fixed by needs" would put in force, on the grid of offers."""
    shares = by_needs(game.record, game.scenario.tables[0])
    grid = game.options.grid
    return {seat: share // grid * grid for seat, share in zip(st.SERVICES, shares, strict=True)}


def _theirs(partner: AskedPartner) -> Iterator[Split]:
    """What the partner has offered last, and what it would offer after one by needs."""
    offered = facts.offer(partner.game, st.SERVICES.index(partner.other))
    if offered:
        yield {seat: offered[seat] for seat in st.SERVICES}
    counter = partner.counter_offer(split_by_needs(partner.game))
    if counter:
        yield counter


def _civil_shares(game: Game, theirs: list[Split]) -> list[int]:
    """What is left to civil by needs and in the partner's offers, as far as that is sensible."""
    fair = room(game) - sum(split_by_needs(game).values())
    shares = [fair, *(room(game) - sum(split.values()) for split in theirs)]
    most = max(fair, game.total // 2)
    return [civil for civil in dict.fromkeys(shares) if 0 <= civil <= most]


def _most(partner: AskedPartner, civil: int, wants: int) -> Split | None:
    """The offer with the largest own share, at most that, which the partner seems to accept beside
    a civil share; None where it accepts not even all of the rest."""
    grid, both = partner.game.options.grid, room(partner.game) - civil

    def split(steps: int) -> Split:
        own = min(steps * grid, both)
        return {seat: own if seat == partner.seat else both - own for seat in st.SERVICES}

    high = -(-min(wants, both) // grid)
    if partner.seems_to_take(split(high)):
        return split(high)
    if not partner.seems_to_take(split(0)):
        return None
    low = 0
    while high - low > 1:
        middle = (low + high) // 2
        if partner.seems_to_take(split(middle)):
            low = middle
        else:
            high = middle
    return split(low)


def _nearest(partner: AskedPartner, theirs: list[Split]) -> Split:
    """Of the offers asked about the one accepted most often; else what the partner would offer."""
    offered = [one for one in theirs if partner.game.is_legal(one)]
    share, best = max(
        ((share, one) for one, share in partner.tried()),
        key=lambda tried: (tried[0], tried[1][partner.seat]),
    )
    return best if share or not offered else offered[-1]
