"""The route of a player's statistics."""

from dataclasses import asdict

from fastapi import APIRouter, Request, Response

from wendekreis.games import games
from wendekreis.store import GameStatistics, Store
from wendekreis.web import wire_statistics as wire
from wendekreis.web.players import known_player
from wendekreis.web.present import iso_time
from wendekreis.web.refusals import declared

__all__ = ["statistics"]

statistics = APIRouter(prefix="/api")


@statistics.get("/statistics", response_model=wire.Statistics, responses=declared(503))
def read_statistics(request: Request) -> Response:
    """How the player has done at each game: all zeros and nulls for somebody new."""
    store: Store = request.app.state.store
    player = known_player(request, store)
    found = store.statistics(player, list(games()))
    if player is not None:
        request.app.state.judge.reconsider(store.plays_without_verdict(player))
    told = wire.Statistics(games=[_game(one) for one in found])
    return Response(told.model_dump_json(), media_type="application/json")


def _game(one: GameStatistics) -> wire.GameStatistics:
    return wire.GameStatistics(
        game=one.game,
        played=one.played,
        won=one.won,
        deals=wire.DealCounts(**one.deals._asdict()),
        streak=wire.Streak(**one.streak._asdict()),
        time_ms=wire.Range(**one.time_ms._asdict()),
        moves=wire.Range(**one.moves._asdict()),
        hints=wire.HintCounts(**one.hints._asdict()),
        recent=[wire.Result(**{**asdict(result), "ended": iso_time(result.ended)}) for result in one.recent],
    )
