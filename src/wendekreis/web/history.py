"""The routes of a player's plays as a list, as moving pictures, and as a file."""

import re
from collections.abc import Iterator, Sequence

from fastapi import APIRouter, Query, Request, Response
from fastapi.responses import StreamingResponse
from starlette.concurrency import run_in_threadpool

from wendekreis.deals import numbered_deal, parse_deal, parse_moves
from wendekreis.errors import BadRecord, WendekreisError
from wendekreis.games import games, listed_game
from wendekreis.session import Session
from wendekreis.store import Entry, Place, Play, Record, Store
from wendekreis.web import present, wire
from wendekreis.web import wire_history as told
from wendekreis.web.players import Allowance, give_cookie, known_player
from wendekreis.web.refusals import declared, refusal

__all__ = ["IMPORT", "history"]

history = APIRouter(prefix="/api")

IMPORT = "/api/import"

PAGE = 50
MOST = 200
"""Plays on a page of the history: as a rule, and at most."""

_PLACE = re.compile(r"([0-9]{1,18})-([A-Za-z0-9_-]{1,32})")


@history.get("/history", response_model=told.History, responses=declared(404, 422, 503))
def read_history(
    request: Request,
    game: str | None = None,
    after: str | None = Query(default=None, max_length=64),
    limit: int = Query(default=PAGE, ge=1, le=MOST),
) -> Response:
    """The player's plays in which anything was done, the last one touched first: one page of them."""
    if game is not None:
        game = listed_game(game).id
    place = None
    if after is not None:
        match = _PLACE.fullmatch(after)
        if match is None:
            return refusal(422, "bad_request", "after: not what a page gave as next", {"field": "after"})
        place = Place(int(match[1]), match[2])
    store = _store(request)
    entries, more = store.history(known_player(request, store), game, place, limit)
    page = told.History(plays=[_row(entry) for entry in entries], next=more and f"{more.updated}-{more.id}")
    return _json(page)


@history.get("/plays/{play}/replay", response_model=told.Replay, responses=declared(404, 410, 422, 503))
def replay_play(play: str, request: Request) -> Response:
    """A play of the player's from its deal on, move by move, those taken back included."""
    store = _store(request)
    with store.play(known_player(request, store), play) as found:
        deal, moves, head = found.deal, found.session.moves, found.session.head
        shown = found.id, found.revision, found.played_ms
    # Played through anew: what the store lends is not to be held while that is done.
    return _json(_replay(Play(*shown[:1], deal, *shown[1:], Session(deal)), moves, head, own=True))


@history.post("/replay", response_model=told.Replay, responses=declared(400, 403, 404, 413, 422, 503, 507))
def replay_moves(body: told.Moves) -> Response:
    """These moves on this deal, one by one: a replay that somebody has handed on."""
    if (body.number is None) == (body.deal is None):
        return refusal(422, "bad_request", "deal: give either the number or the deal", {"field": "deal"})
    game = listed_game(body.game)
    deal = parse_deal(game, body.deal) if body.deal is not None else numbered_deal(game, body.number or "")
    moves = [str(move) for move in parse_moves(game, body.moves)]
    play = Play(id="", deal=deal, revision=0, played_ms=0, session=Session(deal))
    return _json(_replay(play, moves, len(moves), own=False))


@history.get(
    "/export",
    response_class=StreamingResponse,
    responses={
        200: {
            "description": "A play a line, each as JSON",
            "content": {"application/x-ndjson": {"schema": {"type": "string"}}},
        },
        **declared(503),
    },
)
def export_plays(request: Request) -> Response:
    """All plays of the player in which anything was done, as a file: a play a line, each as JSON."""
    store = _store(request)
    player = known_player(request, store)

    def lines() -> Iterator[str]:
        for record in store.records(player):
            yield f"{record}\n"

    headers = {"Content-Disposition": 'attachment; filename="wendekreis.jsonl"'}
    return StreamingResponse(lines(), headers=headers, media_type="application/x-ndjson")


@history.post(
    "/import",
    response_model=told.Brought,
    responses=declared(400, 403, 404, 410, 413, 422, 429, 503, 507),
)
async def import_plays(body: told.Import, request: Request) -> Response:
    """Bring plays in from lines of a file; if one line is not as it should be, none of them.

    Who has no cookie, or one that is nobody's, becomes a new player.
    """
    return await run_in_threadpool(_import, body, request)


def _import(body: told.Import, request: Request) -> Response:
    store, allowance = _store(request), request.app.state.allowance
    assert isinstance(allowance, Allowance)
    player = known_player(request, store)
    who = request.client.host if request.client and player is None else f"player {player}"
    if not allowance.take(who):
        message = f"no more than {allowance.a_minute} new plays a minute"
        return refusal(429, "too_many", message, {"a_minute": allowance.a_minute}, {"Retry-After": "5"})
    records = _records(body.lines, body.first)
    if body.check or not records:
        known = store.known_records(player, records)
        return _json(told.Brought(added=len(records) - known, known=known))
    secret = None
    if player is None:
        player, secret = store.new_player()
    brought = store.bring(player, records)
    response = _json(told.Brought(**brought._asdict()))
    if secret is not None:
        give_cookie(request, response, secret)
    return response


def _records(lines: Sequence[str], first: int) -> list[Record]:
    """The plays that lines tell of; blank lines are passed over.

    Raises:
        BadRecord: naming the first line that tells of none, what is wrong with it, and by which error's name.
    """
    records = []
    for number, line in enumerate(lines, start=first):
        if not line.strip():
            continue
        try:
            records.append(Record.parse(line))
        except WendekreisError as error:
            raise BadRecord(f"line {number}: {error}", **{**error.params, "line": number, "why": error.code}) from None
    return records


def _row(entry: Entry) -> told.HistoryRow:
    game = games().get(entry.game)
    return told.HistoryRow.model_validate(
        {
            "id": entry.id,
            "game": entry.game,
            "number": entry.number,
            "status": entry.status,
            "won": entry.won,
            "shown": entry.shown,
            "counts": entry.counts,
            "brought": entry.brought,
            "here": game is not None and game.version == entry.version,
            "moves": entry.moves,
            "played_ms": entry.played_ms,
            "began": present.iso_time(entry.began),
            "updated": present.iso_time(entry.updated),
        }
    )


def _replay(play: Play, moves: Sequence[str], head: int, *, own: bool) -> told.Replay:
    """The play's session stands at the deal; it is moved on."""
    view = present.still_view(play)
    return told.Replay(view=view, frames=list(present.frames(play.session, moves)), head=head, own=own)


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _json(model: wire.Wire) -> Response:
    return Response(model.model_dump_json(by_alias=True), media_type="application/json")
