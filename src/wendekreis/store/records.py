"""A play as one line of JSON: how plays leave the database and are brought into another one.

The deal and the moves are in the notation of everything else, so that ``wendekreis replay`` and other programs can read
them. Of a line that somebody has written by hand, ``game``, a ``deal`` or a ``number``, and ``moves`` are enough.

>>> record = Record.parse('{"game": "hemispheres", "number": "25483", "moves": "turn turn"}')
>>> record.session().head, record.version
(2, 1)
"""

import hashlib
import json
from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Annotated, Any, NamedTuple, Self

from pydantic import AwareDatetime, BaseModel, ConfigDict, Field, ValidationError

from wendekreis.deals import Deal, normal_number, numbered_deal, parse_deal
from wendekreis.errors import BadRecord, OutdatedPlay
from wendekreis.games import listed_game
from wendekreis.rules import Role, is_won
from wendekreis.session import Session
from wendekreis.store.identity import now
from wendekreis.store.requests import Request

__all__ = ["Record", "Win"]

SLACK_MS = 24 * 3600 * 1000
"""A machine's clock may be wrong by so much."""

Milliseconds = Annotated[int, Field(ge=0, le=2**53 - 1)]
Count = Annotated[int, Field(ge=0, le=2**31 - 1)]


class Win(NamedTuple):
    """The first win of a play: when (milliseconds since 1970, UTC), the time played, and the moves made until then."""

    at: int
    played_ms: int
    moves: int


class _Line(BaseModel):
    model_config = ConfigDict(strict=True, extra="forbid", frozen=True)


class _WinLine(_Line):
    at: AwareDatetime
    played_ms: Milliseconds
    moves: Count


class _HintsLine(_Line):
    advice: Count = 0
    oracle: Count = 0
    light: bool = False
    shown: bool = False


class _RecordLine(_Line):
    game: str = Field(max_length=64)
    version: Count | None = None
    number: str | None = Field(default=None, max_length=64)
    deal: str | None = Field(default=None, max_length=8192)
    moves: str = ""
    set_off: list[Count] = []
    taken_back: list[Count] = []
    head: Count | None = None
    given: Count = 0
    began: AwareDatetime | None = None
    updated: AwareDatetime | None = None
    played_ms: Milliseconds = 0
    won: _WinLine | None = None
    hints: _HintsLine = _HintsLine()
    id: str | None = Field(default=None, pattern="^[A-Za-z0-9_-]{1,32}$")


@dataclass(frozen=True, slots=True)
class Record:
    """A play: what :mod:`wendekreis.store.tables` tells of it, in times since 1970, UTC. ``set_off`` are places in
    ``moves``; ``digest`` stands for a play that has no ``id``.
    """

    id: str | None
    game: str
    version: int
    number: str | None
    deal: str
    moves: tuple[str, ...]
    set_off: tuple[int, ...]
    head: int
    given: int
    began: int
    updated: int
    played_ms: int
    won: Win | None
    advice: int
    oracle: int
    light: bool
    shown: bool
    digest: str | None = None
    taken_back: tuple[int, ...] = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Read a line, and play it through.

        Raises:
            BadRecord: it is not such a line, or says what can't be.
            UnknownGame, OutdatedPlay: there is no such game, or it is of another version here.
            BadDeal, BadNumber, UnparsableMove, Refused: as reading the deal and making the moves say.
        """
        line = _read(text)
        game = listed_game(line.game)
        version = game.version if line.version is None else line.version
        if version != game.version:
            raise OutdatedPlay(
                f"this play is of version {version} of {game.id}, which is at version {game.version} here",
                game=game.id,
                version=version,
            )
        deal = _deal(line)
        moves = tuple(line.moves.split())
        head = len(moves) if line.head is None else line.head
        if head > len(moves) or line.given > len(moves):
            raise BadRecord(f"head and given are at most the number of moves, {len(moves)}", field="head")
        if line.set_off and (min(line.set_off) == 0 or max(line.set_off) >= len(moves)):
            raise BadRecord("set_off names a move that was not made or follows none", field="set_off")
        clock = now()
        began = clock if line.began is None else _ms(line.began)
        updated = began if line.updated is None else _ms(line.updated)
        if not 0 <= began <= updated <= clock + SLACK_MS:
            raise BadRecord("began comes before updated, and neither lies in the future", field="updated")
        record = cls(
            id=line.id,
            game=game.id,
            version=version,
            number=deal.number,
            deal=deal.text,
            moves=moves,
            set_off=tuple(sorted(set(line.set_off))),
            head=head,
            given=line.given,
            began=began,
            updated=updated,
            played_ms=line.played_ms,
            won=None if line.won is None else Win(_ms(line.won.at), line.won.played_ms, line.won.moves),
            advice=line.hints.advice,
            oracle=line.hints.oracle,
            light=line.hints.light,
            shown=line.hints.shown,
            taken_back=tuple(sorted(set(line.taken_back))),
            digest=None if line.id else "=" + hashlib.sha256(json.dumps(json.loads(text)).encode()).hexdigest()[:40],
        )
        won = record.won
        session = record.session()
        if not session.taken_back <= _below(session):
            raise BadRecord("taken_back names a card that is none, or lies on a foundation", field="taken_back")
        if won is not None and not (_ends_in_a_win(session) and began <= won.at <= clock + SLACK_MS and won.moves):
            raise BadRecord("the moves do not end in the win that the line tells of", field="won")
        return record

    def session(self) -> Session:
        """The play, played through.

        Raises:
            UnparsableMove, Refused: a move can't be made.
        """
        deal = replace(parse_deal(listed_game(self.game), self.deal), number=self.number)
        return Session.load(deal, self.moves, self.head, self.set_off, self.taken_back)

    def win_of(self, session: Session) -> Win | None:
        """The first win, by what is told of it or, where nothing is, by the moves. None for one that was begun won."""
        if self.won is not None or not _ends_in_a_win(session) or self.given == len(self.moves):
            return self.won
        return Win(self.updated, self.played_ms, len(self.moves))

    @property
    def ends_in_a_win(self) -> bool:
        """Whether its moves, those taken back included, lead to a win."""
        return _ends_in_a_win(self.session())

    def as_won(self, log: Iterable[Any]) -> Self:
        """The same as it stood at its first win, by its log of writes (``request``, ``added``)."""
        session = Session(replace(parse_deal(listed_game(self.game), self.deal), number=self.number))
        for write in log:
            Request.parse(write.request).apply(session, (write.added or "").split())
            if is_won(session.position):
                break
        set_off = tuple(sorted(session.set_off))
        return replace(self, moves=session.moves, set_off=set_off, head=session.head, taken_back=())

    def __str__(self) -> str:
        won = self.won and {"at": _iso(self.won.at), "played_ms": self.won.played_ms, "moves": self.won.moves}
        hints = {"advice": self.advice, "oracle": self.oracle, "light": self.light, "shown": self.shown}
        line = {
            "game": self.game,
            "version": self.version,
            "number": self.number,
            # Until it was won the number stands for the cards: nobody is to read here what still lies hidden.
            "deal": self.deal if self.number is None or self.won is not None else None,
            "moves": " ".join(self.moves),
            "set_off": list(self.set_off),
            **({"taken_back": list(self.taken_back)} if self.taken_back else {}),
            "head": self.head,
            "given": self.given,
            "began": _iso(self.began),
            "updated": _iso(self.updated),
            "played_ms": self.played_ms,
            "won": won,
            "hints": hints,
            "id": self.id,
        }
        return json.dumps(line)


def _read(text: str) -> _RecordLine:
    try:
        return _RecordLine.model_validate_json(text)
    except ValidationError as error:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            raise BadRecord("not a line of JSON", field="") from None
        place = ".".join(map(str, first["loc"]))
        raise BadRecord(f"{place or 'line'}: {first['msg']}", field=place) from None


def _deal(line: _RecordLine) -> Deal:
    game = listed_game(line.game)
    if line.number is None and line.deal is None:
        raise BadRecord("deal: there is neither a deal nor a number", field="deal")
    if line.deal is None:
        return numbered_deal(game, line.number or "")
    deal = parse_deal(game, line.deal)
    if line.number is None:
        return deal
    number = normal_number(line.number)
    if numbered_deal(game, number).cards != deal.cards:
        raise BadRecord(f"the deal is not that of number {number}", field="number")
    return replace(deal, number=number)


def _ends_in_a_win(session: Session) -> bool:
    return is_won(session.last_position)


def _below(session: Session) -> set[int]:
    """The cards that are not on a foundation."""
    foundations = session.game.by_role[Role.FOUNDATION]
    return {card for i, pile in enumerate(session.position.piles) if i not in foundations for card in pile}


def _ms(when: datetime) -> int:
    return (when - _EPOCH) // timedelta(milliseconds=1)


def _iso(ms: int) -> str:
    return (_EPOCH + timedelta(milliseconds=ms)).isoformat(timespec="milliseconds")


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
