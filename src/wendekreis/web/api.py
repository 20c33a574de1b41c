"""The routes under ``/api``. What each answers and refuses is declared, and docs/api.md tells it to people."""

from fastapi import APIRouter, HTTPException, Request, Response
from starlette.concurrency import run_in_threadpool

from wendekreis.deals import Deal, numbered_deal, parse_moves, parse_position, random_number
from wendekreis.errors import StaleRevision
from wendekreis.games import listed_game
from wendekreis.rules import Move
from wendekreis.store import Request as StoreRequest
from wendekreis.store import Store
from wendekreis.web import present, wire
from wendekreis.web.asks import winnable_number
from wendekreis.web.assets import Asset, send
from wendekreis.web.catalogue import catalogue_asset
from wendekreis.web.players import COOKIE, Allowance, give_cookie, known_player
from wendekreis.web.refusals import declared, refusal
from wendekreis.web.rulespages import rules_html

__all__ = ["api"]

STORE_TROUBLE = (503, 507)
WRITE_TROUBLE = (403, 404, 409, 410, 413, 422, *STORE_TROUBLE)

api = APIRouter(prefix="/api")


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


# --- what there is ---


@api.get("/games", response_model=wire.Games)
def list_games(request: Request) -> Response:
    """Every game: its names, its piles and its layouts."""
    return send(Asset.of_json(present.games_list().model_dump(mode="json")), request)


@api.get("/texts/{lang}", response_model=dict[str, str], responses=declared(404, 422))
def read_texts(lang: str, request: Request) -> Response:
    """The catalogue of texts in a language, ``de`` or ``en``."""
    asset = catalogue_asset(lang)
    if asset is None:
        raise HTTPException(404, f"there are no texts in {lang!r}; there are de and en")
    return send(asset, request)


@api.get("/rules/{game}/{lang}", response_model=wire.RulesPage, responses=declared(404, 422))
def read_rules(game: str, lang: str, request: Request) -> Response:
    """A game's rules in a language, as HTML."""
    html = rules_html(game, lang)
    if html is None:
        raise HTTPException(404, f"there are no rules of {game} in {lang!r}")
    return send(Asset.of_json({"html": html}), request)


# --- plays ---


@api.post(
    "/plays",
    response_model=wire.View,
    status_code=201,
    responses={200: {"model": wire.View}, **declared(400, 403, 404, 410, 413, 422, 429, *STORE_TROUBLE)},
)
async def begin_play(new: wire.NewPlay, request: Request) -> Response:
    """Begin a play, by the deal's number, by the deal as text and perhaps moves, or with neither at random.

    At random it may be ``winnable``. Who has no cookie, or one that is nobody's, becomes a new player. With ``resume``,
    one that was begun is gone on with, 200, and only without one a play begun, 201.
    """
    if (new.number is not None) + (new.deal is not None) + new.winnable > 1:
        message = "deal: give the number, the deal or winnable, not both"
        return refusal(422, "bad_request", message, {"field": "deal"})
    if new.moves is not None and new.number is None:
        return refusal(422, "bad_request", "moves: on which deal? give its number", {"field": "moves"})
    if new.resume and (begun := await run_in_threadpool(_begun, new, request)) is not None:
        return begun
    if new.winnable:
        new = new.model_copy(update={"number": await winnable_number(request, new.game)})
    return await run_in_threadpool(_begin, new, request)


def _begun(new: wire.NewPlay, request: Request) -> Response | None:
    """The play to go on with: the last one touched of those that are not won and of what is asked for."""
    store, game = _store(request), listed_game(new.game)
    player = known_player(request, store)
    if player is None:
        return None
    named = None if new.number is None and new.deal is None else _deal(new)
    if named is not None and named[1]:
        return None  # the moves are to be made: that is another play
    for row in store.open_plays(player, game.id):
        if named is not None and row.number != named[0].number:
            continue
        with store.play(player, row.id) as play:
            if named is None or play.deal.text == named[0].text:
                return _json(present.view(play))
    return None


def _begin(new: wire.NewPlay, request: Request) -> Response:
    store, allowance = _store(request), request.app.state.allowance
    assert isinstance(allowance, Allowance)
    deal, moves = _deal(new)
    player = known_player(request, store)
    who = request.client.host if request.client and player is None else f"player {player}"
    if not allowance.take(who):
        message = f"no more than {allowance.a_minute} new plays a minute"
        return refusal(429, "too_many", message, {"a_minute": allowance.a_minute}, {"Retry-After": "5"})
    if player is None:
        with store.first_play(deal, moves, key=new.key) as (play, secret):
            response = _json(present.view(play), 201)
    else:
        secret = request.cookies[COOKIE]
        with store.new_play(player, deal, moves, key=new.key) as play:
            if play.deal.game != deal.game:
                return refusal(422, "bad_request", "key: it began a play of another game", {"field": "key"})
            response = _json(present.view(play), 201)
    give_cookie(request, response, secret)
    return response


@api.get("/plays", response_model=wire.Plays, responses=declared(404, 422, 503))
def list_plays(request: Request, game: str | None = None) -> Response:
    """The player's plays that are not won, of one game or of all, the last one touched first."""
    if game is not None:
        game = listed_game(game).id
    store = _store(request)
    rows = store.open_plays(known_player(request, store), game)
    return _json(wire.Plays(plays=[present.play_row(row) for row in rows]))


@api.get("/plays/{play}", response_model=wire.View, responses=declared(404, 410, 422, 503))
def read_play(play: str, request: Request) -> Response:
    """A play as it is."""
    store = _store(request)
    with store.play(known_player(request, store), play) as found:
        return _json(present.view(found))


@api.post("/plays/{play}/move", response_model=wire.Answer, responses=declared(400, *WRITE_TROUBLE))
def make_move(play: str, body: wire.MoveRequest, request: Request) -> Response:
    """Make a move, with all that follows from it, and with those that it sets off."""
    return _write(play, body, request, StoreRequest("move", body.move, body.auto))


@api.post("/plays/{play}/undo", response_model=wire.Answer, responses=declared(*WRITE_TROUBLE))
def undo_move(play: str, body: wire.WriteRequest, request: Request) -> Response:
    """Take the last move back, with all that followed from it and all that it set off."""
    return _write(play, body, request, StoreRequest("undo"))


@api.post("/plays/{play}/redo", response_model=wire.Answer, responses=declared(*WRITE_TROUBLE))
def redo_move(play: str, body: wire.WriteRequest, request: Request) -> Response:
    """Make the last move taken back again, with all that it set off."""
    return _write(play, body, request, StoreRequest("redo"))


@api.post("/plays/{play}/restart", response_model=wire.Answer, responses=declared(*WRITE_TROUBLE))
def restart_play(play: str, body: wire.WriteRequest, request: Request) -> Response:
    """Go back to the deal; the moves can be made again by redo until another one is made."""
    return _write(play, body, request, StoreRequest("restart"))


@api.post("/plays/{play}/forward", response_model=wire.Answer, responses=declared(*WRITE_TROUBLE))
def go_forward(play: str, body: wire.ForwardRequest, request: Request) -> Response:
    """Turn cards until the top card of the waste can be played, at most once through the stock."""
    return _write(play, body, request, StoreRequest("forward", auto=body.auto))


@api.post("/plays/{play}/finish", response_model=wire.Answer, responses=declared(*WRITE_TROUBLE))
def finish_play(play: str, body: wire.WriteRequest, request: Request) -> Response:
    """Play to the foundations until the game is won, in one write. Refused unless ``finish`` was said."""
    return _write(play, body, request, StoreRequest("finish"))


@api.post("/plays/{play}/goto", response_model=wire.Answer, responses=declared(*WRITE_TROUBLE))
def go_to(play: str, body: wire.GotoRequest, request: Request) -> Response:
    """Go back or forward in the history, to where so many moves are played; nothing of it is forgotten."""
    return _write(play, body, request, StoreRequest("goto", head=body.head))


@api.post("/plays/{play}/time", response_model=wire.Time, responses=declared(403, 404, 413, 422, *STORE_TROUBLE))
def add_time(play: str, body: wire.TimeRequest, request: Request) -> Response:
    """Add to the time that a play has taken. It changes no revision, so a page may send it as it goes."""
    store = _store(request)
    return _json(wire.Time(played_ms=store.add_time(known_player(request, store), play, body.played_ms)))


# ---


def _deal(new: wire.NewPlay) -> tuple[Deal, tuple[Move, ...]]:
    game = listed_game(new.game)
    if new.deal is not None:
        return parse_position(game, new.deal)
    deal = numbered_deal(game, random_number() if new.number is None else new.number)
    return deal, parse_moves(game, new.moves or "")


def _write(play: str, body: wire.WriteRequest, request: Request, what: StoreRequest) -> Response:
    store = _store(request)
    player = known_player(request, store)
    try:
        with store.write(player, play, body.revision, what, body.played_ms) as written:
            request.app.state.judge.consider(play, written.play.deal)
            return _json(present.answer(written))
    except StaleRevision as stale:
        with store.play(player, play) as now:
            view = present.view(now).model_dump(mode="json", by_alias=True)
        return refusal(409, stale.code, str(stale), stale.params, view=view)


def _json(model: wire.Wire, status: int = 200) -> Response:
    return Response(model.model_dump_json(by_alias=True), status, media_type="application/json")
