"""Where a play was lost: the verdict after every move, with few searches.

Play only ever leads from a position to some that can be reached from it. So what lies before a won position is won,
and what comes after a lost one is lost; two neighbours, the one won and the other lost, tell the whole play. They are
found by halving. *Unknown* is neither and never counts as lost: where a search came to its limit, the two ends of what
is not known are looked for instead.

>>> from wendekreis.deals import numbered_deal
>>> from wendekreis.games import game
>>> from wendekreis.session import Session
>>> session = Session(numbered_deal(game("single-interchange"), "1"))
>>> _ = session.move("turn")
>>> trace_whole(positions(session), lambda position: Verdict("lost"))
Trace(verdicts=('lost', 'lost'), last_won=None, lost_at=0, between=None)
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import ceil, log2

from wendekreis.rules import Move, Position, play
from wendekreis.session import Session
from wendekreis.solver import Verdict
from wendekreis.solver.verdict import Outcome

__all__ = ["Progress", "Trace", "positions", "trace", "trace_whole"]


@dataclass(frozen=True, slots=True)
class Progress:
    """So many positions have been decided, of about so many."""

    done: int
    of: int


@dataclass(frozen=True, slots=True)
class Trace:
    """The verdict after 0, 1, 2 … moves, and what it says.

    ``last_won`` is the last position that is proved won, by the moves made up to it; ``None`` if none is.
    ``lost_at`` is the move, counted from 1, after which the play could no longer be won; 0 says that
    the deal was lost from the start, and ``None`` that the play is not lost, or that this move is not known exactly.
    ``between`` is given in the last case only: the play is lost, by one of the moves from its first to its
    second number (the first may be 0: perhaps the deal was).

    Verdicts are ``"unknown"`` where a search came to its limit, and between two such positions.
    """

    verdicts: tuple[Outcome, ...]
    last_won: int | None
    lost_at: int | None
    between: tuple[int, int] | None


def positions(session: Session) -> tuple[Position, ...]:
    """The positions of a play from the deal to where it stands."""
    before = [position for _, position in session.earlier()]
    return (*reversed(before), session.position)


def trace(positions: Sequence[Position], decide: Callable[[Position], Verdict]) -> Iterator[Progress | Trace]:
    """Say where a play was lost: progress after each search, and the answer at last.

    ``positions`` are those of a play in order, at least one. A won verdict with its line of play
    also decides the positions after it, as far as the play followed that line. A verdict that was cancelled ends
    the searching, and what is not known by then is unknown.
    """
    last = len(positions) - 1
    won, lost = -1, last + 1  # the last that is known as won, the first that is known as lost
    unknown: list[int] = []  # those between the two that a search did not decide
    done = 0
    while (at := _next(won, lost, unknown, last, done)) is not None:
        verdict = decide(positions[at])
        done += 1
        if verdict.outcome == "won":
            won = at + _followed(positions[at:lost], verdict.moves)
        elif verdict.outcome == "lost":
            lost = at
        else:
            unknown.append(at)
        unknown = [place for place in unknown if won < place < lost]
        yield Progress(done, done + ceil(log2(max(lost - won, 1))))
        if verdict.limit == "cancelled":
            break
    counts: dict[Outcome, int] = {"won": won + 1, "unknown": lost - won - 1, "lost": last + 1 - lost}
    verdicts = tuple(outcome for outcome, count in counts.items() for _ in range(count))
    is_lost, is_exact = lost <= last, won + 1 == lost
    yield Trace(
        verdicts,
        won if won >= 0 else None,
        lost if is_lost and is_exact else None,
        (won + 1, lost) if is_lost and not is_exact else None,
    )


def trace_whole(positions: Sequence[Position], decide: Callable[[Position], Verdict]) -> Trace:
    """As :func:`trace`, the answer only."""
    *_, answer = trace(positions, decide)
    assert isinstance(answer, Trace)
    return answer


def _next(won: int, lost: int, unknown: Sequence[int], last: int, done: int) -> int | None:
    """The position to decide next; ``None`` if no other one could move the ends of what is not known."""
    if done == 0:
        return last  # most plays that are looked at while they go well end here
    if done == 1 and won < 0 < lost and 0 not in unknown:
        return 0
    first, final = (min(unknown), max(unknown)) if unknown else (lost, won)
    if first - won > 1:
        return (won + first) // 2
    if lost - final > 1:
        return (final + lost) // 2
    return None


def _followed(played: Sequence[Position], line: Sequence[Move]) -> int:
    """How many moves of the line the play followed; the first position played is where the line begins."""
    position = played[0]
    for count, (after, move) in enumerate(zip(played[1:], line, strict=False)):
        position = play(position, move).position
        if position != after and position.key() != after.key():
            return count
    return min(len(played) - 1, len(line))
