"""The deals of the day: found beside everything else, remembered, and told with how they were played."""

import logging
import threading
import time
from concurrent.futures import CancelledError
from datetime import date
from functools import partial
from typing import Annotated, Literal

from fastapi import APIRouter, HTTPException, Query, Request, Response

from wendekreis.advice.daily import end_of, today
from wendekreis.advice.winnable import promises_winnable
from wendekreis.errors import Unanswered, WendekreisError
from wendekreis.games import game as known_game
from wendekreis.games import games
from wendekreis.rules import Game
from wendekreis.store import Store
from wendekreis.web import tasks
from wendekreis.web import wire_history as wire
from wendekreis.web.players import known_player
from wendekreis.web.pool import Job, Pool
from wendekreis.web.refusals import declared

__all__ = ["Calendar", "days"]

log = logging.getLogger("wendekreis.web")

days = APIRouter(prefix="/api")

SECONDS = 60.0
"""So long a day's deal may take to be found; it takes far less than one."""

RANK = 50
"""After all that somebody asks, and before what nobody waits for."""

AGAIN = 30.0
"""Seconds until a search that has failed is begun again."""

State = Literal["known", "looking", "none", "not_known"]


class Calendar:
    """Knows the deals of a day, and has those found that are not known yet. Nobody is kept waiting."""

    def __init__(self, store: Store, pool: Pool) -> None:
        self._store, self._pool = store, pool
        self._lock = threading.Lock()
        self._numbers: dict[tuple[date, str, int], str] = {}
        self._begun: dict[tuple[date, str, int], float] = {}

    def number(self, day: date, game: Game) -> tuple[State, str | None]:
        """The number of the day's deal, or why there is none yet; then it is looked for."""
        if not promises_winnable(game):
            return "none", None
        key = (day, game.id, game.version)
        with self._lock:
            if key in self._numbers:
                return "known", self._numbers[key]
        stored = self._store.day_numbers(day).get((game.id, game.version))
        if stored is not None:
            with self._lock:
                # The days before are forgotten here; the store keeps them.
                self._numbers = {known: number for known, number in self._numbers.items() if known[0] == day}
                self._numbers[key] = stored
            return "known", stored
        return self._look(key, game), None

    def _look(self, key: tuple[date, str, int], game: Game) -> State:
        with self._lock:
            begun = self._begun.get(key)
            if begun is not None and time.monotonic() < begun + AGAIN:
                return "looking"
            self._begun[key] = time.monotonic()
        try:
            job = self._pool.begin("long", SECONDS, tasks.day, game.id, key[0].isoformat(), rank=RANK)
        except Unanswered:
            with self._lock:
                del self._begun[key]
            return "not_known"
        job.future.add_done_callback(partial(self._done, key, game, job))
        return "looking"

    def _done(self, key: tuple[date, str, int], game: Game, job: Job, _future: object) -> None:
        try:
            number: str | None = job.future.result()
            if number is not None:
                self._store.note_day(key[0], game, number)
        except (CancelledError, MemoryError, WendekreisError) as error:
            log.warning("the deal of the day of %s was not found: %s", game.id, error)


@days.get("/today", response_model=wire.Today, responses=declared(404, 422, 503, 507))
def read_today(
    request: Request, game: str | None = None, number: Annotated[str | None, Query(max_length=64)] = None
) -> Response:
    """The deal of the day of each game, or of one, how it was played, and the player's own play of it.

    With a number, of the day whose deal that was, so that who began before midnight is told how others did; of today,
    if it was none.
    """
    if number is not None and game is None:
        raise HTTPException(422, "number: of which game?")
    store: Store = request.app.state.store
    calendar: Calendar = request.app.state.calendar
    player = known_player(request, store)
    wanted = list(games().values()) if game is None else [known_game(game)]
    before = None if number is None else store.day_of(wanted[0], number)
    day, until = today() if before is None else (before, end_of(before))
    told = wire.Today(
        day=day.isoformat(),
        until=until.isoformat(),
        games=[
            _game(store, player, one, *(calendar.number(day, one) if before is None else ("known", number)))
            for one in wanted
        ],
    )
    return Response(told.model_dump_json(), media_type="application/json")


def _game(store: Store, player: int | None, game: Game, state: State, number: str | None) -> wire.TodayGame:
    if number is None:
        return wire.TodayGame(
            game=game.id, state=state, number=None, players=0, solved=0, moves=None, bars=[], play=None
        )
    tally = store.tally(player, game, number)
    own = tally.own
    return wire.TodayGame(
        game=game.id,
        state=state,
        number=number,
        players=tally.players,
        solved=tally.solved,
        moves=None if tally.moves is None else wire.Spread(**tally.moves._asdict()),
        bars=[wire.Bar(**bar._asdict()) for bar in tally.bars],
        play=None if own is None else wire.TodayPlay(id=own.id, won=own.won, moves=own.moves),
    )
