"""The routes that tell what the solver or the fair player knows. None of them changes a play.

A question is looked into in a thread (the store), worked on in another process (the pool) and answered as a stream;
the event loop waits for nothing but events.
"""

from dataclasses import dataclass
from itertools import islice
from typing import Any, Literal

from fastapi import APIRouter, Request, Response
from starlette.concurrency import run_in_threadpool

from wendekreis.advice.known import known
from wendekreis.advice.winnable import promises_winnable
from wendekreis.deals import numbered_deal, parse_position
from wendekreis.errors import NoneWinnable, NoWinnable, StaleRevision
from wendekreis.games import game as game_by_id
from wendekreis.session import Session
from wendekreis.solver.verdict import Outcome
from wendekreis.store import Play, Store
from wendekreis.web import present, tasks, wire, wire_asks
from wendekreis.web.desk import Asking, Desk
from wendekreis.web.once import Once
from wendekreis.web.players import known_player
from wendekreis.web.pool import Lane
from wendekreis.web.refusals import declared, refusal
from wendekreis.web.remembered import Found, Spot, key_of
from wendekreis.web.showing import made
from wendekreis.web.stream import MEDIA_TYPE, Emit, EventStream, until_gone

__all__ = ["asks", "winnable_number"]

SECONDS = {"verdict": 10.0, "oracle": 20.0, "line": 20.0, "lost": 60.0}
"""How long a search may take before the answer is that it is not known."""

LOST_EACH = 3.0
"""Seconds for each of the searches that *lost* takes."""

WINNABLE: tuple[tuple[Lane, float, float], ...] = (("quick", 0.1, 0.5), ("long", 0.5, 5.0))
"""For finding a winnable deal: the lane, seconds for each deal, seconds for all."""

LOOK_BACK = 8
"""Positions before this one that may be known as lost: as many as a move with those that it sets off."""

QUICK_SECONDS = 5.0
"""For what takes a blink, unless the machine is overrun."""

EVENT = {
    "type": "object",
    "required": ["event", "data"],
    "properties": {
        "event": {"enum": ["progress", "answer", "error"]},
        "data": {"type": "string", "contentMediaType": "application/json"},
    },
}
"""Each event of a stream, as a schema."""

asks = APIRouter(prefix="/api")


@dataclass(frozen=True, slots=True)
class _Look:
    """What a question needs to know of a play, taken while the play was at hand."""

    who: int | None
    play: str
    revision: int
    played_ms: int
    hints: wire.Hints
    spot: Spot
    seen: tasks.Seen | None
    told: tasks.Told | None
    is_deal: bool
    is_won: bool


def _told(*refusals: int) -> dict[int | str, dict[str, Any]]:
    """What a route of this module answers, for its declaration: a stream, or one of these refusals as JSON."""
    told: dict[int | str, dict[str, Any]] = {
        200: {
            "description": "Events: `progress` now and then, and at last `answer` or `error`",
            "content": {MEDIA_TYPE: {"schema": EVENT}},
        }
    }
    for status, item in declared(*refusals).items():
        schema = {"$ref": f"#/components/schemas/{item['model'].__name__}"}
        told[status] = {"description": item["description"], "content": {"application/json": {"schema": schema}}}
    return told


@asks.post(
    "/plays/{play}/ask/{what}",
    status_code=200,
    response_class=EventStream,
    responses=_told(403, 404, 409, 410, 413, 422, 429, 503, 507),
)
async def ask(play: str, what: wire_asks.What, body: wire_asks.AskRequest, request: Request) -> Response:
    """Ask what is known of a play at this revision. Closing the connection takes the question back."""
    desk, store = _desk(request), _store(request)
    look = await run_in_threadpool(_look, request, store, play, what, body.revision)
    if isinstance(look, Response):
        return look
    asking = desk.admit(f"player {look.who}", play, what, body.revision)

    async def work(emit: Emit) -> str:
        match what:
            case "verdict":
                return await _verdict(asking, emit, look, store)
            case "oracle":
                return await _oracle(asking, emit, look, request)
            case "advice":
                return await _advice(asking, emit, look, request)
            case "chance":
                return await _chance(asking, emit, look)
            case "lost":
                return await _lost(asking, emit, look, request)
            case "line":
                return await _line(asking, emit, look, store)

    return EventStream(lambda emit: asking.answer(emit, work), lambda: desk.dismiss(asking))


@asks.post(
    "/games/{game}/verdict",
    status_code=200,
    response_class=EventStream,
    responses=_told(400, 403, 404, 413, 422, 429, 503, 507),
)
async def ask_deal(game: str, body: wire_asks.DealRequest, request: Request) -> Response:
    """Ask whether a deal can be won, before it is played. Closing the connection takes the question back."""
    if (body.number is None) == (body.deal is None):
        return refusal(422, "bad_request", "deal: give either the number or the deal", {"field": "deal"})
    desk = _desk(request)
    spot, who = await run_in_threadpool(_look_at_deal, request, game, body)
    asking = desk.admit(who, game, "deal", spot.key)

    async def work(emit: Emit) -> str:
        found = await asking.decide(emit, spot, SECONDS["verdict"])
        return wire_asks.DealVerdict(verdict=found.outcome, limit=found.limit).model_dump_json()

    return EventStream(lambda emit: asking.answer(emit, work), lambda: desk.dismiss(asking))


async def winnable_number(request: Request, game: str) -> str:
    """The number of a deal that is proved winnable, for a new play.

    Raises:
        NoneWinnable: winnable deals of this game are unknown or too rare; none is looked for.
        NoWinnable: none was found in time.
        NotKnown, SolverFailed, TooManyAsks: as with any question.
    """
    wanted, desk = game_by_id(game), _desk(request)
    if not promises_winnable(wanted):
        raise NoneWinnable(f"winnable deals of {wanted.id} are too rare to look for one", game=wanted.id)
    who = await run_in_threadpool(_who, request)
    asking = desk.admit(who, f"{wanted.id} {id(request)}", "winnable")
    found: list[str | None] = []

    async def say_nothing(_event: str, _data: str) -> None:
        pass

    async def search() -> None:
        for lane, each, seconds in WINNABLE:
            found.append(await asking.run(say_nothing, lane, seconds, tasks.winnable, wanted.id, each, seconds))
            if found[-1] is not None:
                return

    try:
        await until_gone(request.receive, search())
    finally:
        desk.dismiss(asking)
    if not found or found[-1] is None:
        raise NoWinnable(f"no winnable deal of {wanted.id} was found in time; try again", game=wanted.id)
    return found[-1]


# --- the answers ---


async def _verdict(asking: Asking, emit: Emit, look: _Look, store: Store) -> str:
    found = await asking.decide(emit, look.spot, SECONDS["verdict"])
    await run_in_threadpool(_note, store, look, found.outcome)
    told = wire_asks.VerdictAnswer(revision=look.revision, verdict=found.outcome, limit=found.limit)
    return told.model_dump_json()


async def _oracle(asking: Asking, emit: Emit, look: _Look, request: Request) -> str:
    found = await _proven(asking, emit, look, SECONDS["oracle"])
    move = next(iter(found.moves), None)
    hints = look.hints
    if move is not None or (found.outcome == "lost"):
        hints = await run_in_threadpool(_count, request, look, "oracle")
    told = wire_asks.OracleAnswer(revision=look.revision, verdict=found.outcome, move=move, hints=hints)
    return told.model_dump_json()


async def _line(asking: Asking, emit: Emit, look: _Look, store: Store) -> str:
    found = await _proven(asking, emit, look, SECONDS["line"])
    answers: list[str] = []
    if found.moves:
        arguments = (look.told, found.moves, look.revision, look.played_ms)
        answers = await asking.run(emit, "long", SECONDS["line"], tasks.show, *arguments)
        await run_in_threadpool(store.note_shown, look.who, look.play)
    return f'{{"revision":{look.revision},"verdict":"{found.outcome}","answers":[{",".join(answers)}]}}'


async def _proven(asking: Asking, emit: Emit, look: _Look, seconds: float) -> Found:
    """The verdict, and of a won position a line without detours."""
    found = await asking.decide(emit, look.spot, seconds)
    if found.moves and not found.tidy:
        found = await asking.run(emit, "quick", QUICK_SECONDS, tasks.tidy, look.spot, found.moves)
        asking.desk.remembered.put(look.spot.key, found)
    return found


async def _advice(asking: Asking, emit: Emit, look: _Look, request: Request) -> str:
    best = await asking.run(emit, "quick", QUICK_SECONDS, tasks.advise, look.seen)
    hints = look.hints if best is None else await run_in_threadpool(_count, request, look, "advice")
    told = wire_asks.AdviceAnswer(
        revision=look.revision,
        move=best and best.move,
        reason=best and wire_asks.Reason(code=best.code, params=best.params),
        chance=best and best.chance,
        hints=hints,
    )
    return told.model_dump_json()


async def _chance(asking: Asking, emit: Emit, look: _Look) -> str:
    found = await asking.run(emit, "quick", QUICK_SECONDS, tasks.chance, look.seen)
    value, margin, method = found or (None, None, None)
    told = wire_asks.ChanceAnswer(revision=look.revision, value=value, margin=margin, method=method)
    return told.model_dump_json()


async def _lost(asking: Asking, emit: Emit, look: _Look, request: Request) -> str:
    """Where it was lost: what an oracle tells, and counted like that, unless the play is won.

    It counts where no move is left, too, and the page asks by itself: undo leads on from there.
    """
    assert look.told is not None
    found = await asking.run(emit, "long", SECONDS["lost"], tasks.lost, look.told, LOST_EACH, SECONDS["lost"])
    by = None
    if found.lost_at and found.between is None and found.last_won is not None:
        by = await run_in_threadpool(made, look.told, found.lost_at, look.revision, look.played_ms)
    hints = look.hints
    if not look.is_won and set(found.verdicts) != {"unknown"}:
        hints = await run_in_threadpool(_count, request, look, "oracle")
    told = wire_asks.LostAnswer(
        revision=look.revision,
        hints=hints,
        verdicts=list(found.verdicts),
        last_won=found.last_won,
        lost_at=found.lost_at,
        between=found.between,
        moves=list(look.told.moves[: look.told.head]),
        told=by,
    )
    return told.model_dump_json()


# --- the store's part, in threads ---


def _look(request: Request, store: Store, play: str, what: wire_asks.What, revision: int) -> _Look | Response:
    player = known_player(request, store)
    with store.play(player, play) as found:
        if found.revision != revision:
            stale = StaleRevision(
                f"the play is at revision {found.revision}, not at {revision}",
                revision=found.revision,
                named=revision,
            )
            view = present.view(found).model_dump(mode="json", by_alias=True)
            return refusal(409, stale.code, str(stale), stale.params, view=view)
        look = _taken(player, found, what)
        _carry_on(_desk(request), look, found.session)
        return look


def _carry_on(desk: Desk, look: _Look, session: Session) -> None:
    """What comes after a lost position is lost: no search is needed to say so of the next ones."""
    if desk.remembered.get(look.spot.key) is not None:
        return
    for _, position in islice(session.earlier(), LOOK_BACK):
        before = desk.remembered.get(key_of(position))
        if before is not None and before.outcome == "lost":
            desk.remembered.put(look.spot.key, before)
            return


def _taken(player: int | None, found: Play, what: wire_asks.What) -> _Look:
    session = found.session
    advises, tells = what in ("advice", "chance"), what in ("lost", "line")
    return _Look(
        who=player,
        play=found.id,
        revision=found.revision,
        played_ms=found.played_ms,
        hints=wire.Hints(advice=found.hints.advice, oracle=found.hints.oracle),
        spot=Spot.of(session.position),
        seen=tasks.Seen.of(known(session, remember=what == "advice")) if advises else None,
        told=tasks.Told.of(session) if tells else None,
        is_deal=session.head == 0,
        is_won=session.status == "won",
    )


def _look_at_deal(request: Request, game: str, body: wire_asks.DealRequest) -> tuple[Spot, str]:
    declared_game = game_by_id(game)
    if body.deal is None:
        session = Session(numbered_deal(declared_game, body.number or ""))
    else:
        session = Session.begun(*parse_position(declared_game, body.deal))
    return Spot.of(session.position), _who(request)


def _who(request: Request) -> str:
    """Whose questions are counted together: the player's, or for somebody new those from the address."""
    player = known_player(request, _store(request))
    return f"player {player}" if player is not None or request.client is None else request.client.host


def _note(store: Store, look: _Look, outcome: Outcome) -> None:
    """Note that the light was on; and what was found, if it is of the deal."""
    store.note_light(look.who, look.play)
    if look.is_deal and outcome != "unknown":
        store.set_winnable(look.play, outcome)


def _count(request: Request, look: _Look, kind: Literal["advice", "oracle"]) -> wire.Hints:
    """Count a hint: once for each revision of a play, however often it is asked for there."""
    store, counted = _store(request), request.app.state.counted
    assert isinstance(counted, Once)
    if counted.is_new((look.play, look.revision, kind)):
        hints = store.count_hint(look.who, look.play, kind)
    else:
        with store.play(look.who, look.play) as found:
            hints = found.hints
    return wire.Hints(advice=hints.advice, oracle=hints.oracle)


def _store(request: Request) -> Store:
    store: Store = request.app.state.store
    return store


def _desk(request: Request) -> Desk:
    desk: Desk = request.app.state.desk
    return desk
