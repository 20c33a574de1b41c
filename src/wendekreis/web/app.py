"""The app: everything put together, for uvicorn, for tests, for a server of one's own."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import PackageNotFoundError, version

from fastapi import FastAPI

from wendekreis.store import Database, Store
from wendekreis.web import refusals
from wendekreis.web.api import api
from wendekreis.web.asks import asks
from wendekreis.web.contact import contact
from wendekreis.web.desk import Desk
from wendekreis.web.history import IMPORT, history
from wendekreis.web.install import install
from wendekreis.web.judge import Judge
from wendekreis.web.once import Once
from wendekreis.web.pages import pages
from wendekreis.web.players import Allowance
from wendekreis.web.pool import Pool
from wendekreis.web.security import BodyLimit, LastResort, OwnPagesOnly, SafeHeaders
from wendekreis.web.statistics import statistics
from wendekreis.web.today import Calendar, days

__all__ = ["ROUTERS", "create_app"]

ROUTERS = (api, asks, statistics, history, days, install, pages)

LARGEST_BODY = 16 * 1024
LARGEST_IMPORT = 512 * 1024
NEW_PLAYS_A_MINUTE = 120


def create_app(
    database_url: str | None = None, *, new_plays_a_minute: int = NEW_PLAYS_A_MINUTE, pool: Pool | None = None
) -> FastAPI:
    """Make the app on a database, which is opened and migrated here, and closed when the app shuts down.

    ``database_url`` is as for :func:`wendekreis.store.open_store`. ``new_plays_a_minute`` bounds what one player,
    or one address without a cookie, may begin. ``pool`` are the processes that solve and advise; one that is given
    is its giver's to close, else the app has one of its own, which starts a process when it is first asked something.

    Raises:
        NewerDatabase, ForeignDatabase, StoreBusy, StoreReadOnly, StoreFull, StoreError: the database can't be used; it
            is as it was.
        BadContact: what ``WENDEKREIS_CONTACT`` is set to can't be written to.
    """
    contact()  # refused now, not when somebody wants to write
    store = Store(Database(database_url))
    desk = Desk(pool or Pool())
    judge = Judge(store, desk.pool, desk.remembered)

    @asynccontextmanager
    async def lifespan(_app: FastAPI) -> AsyncIterator[None]:
        desk.pool.open()
        try:
            yield
        finally:
            judge.close()
            if pool is None:
                desk.pool.close()
            store.close()

    app = FastAPI(
        title="Wendekreis",
        version=_version(),
        docs_url=None,  # they load scripts from elsewhere
        redoc_url=None,
        openapi_url="/api/openapi.json",
        redirect_slashes=False,
        lifespan=lifespan,
    )
    app.state.store = store
    app.state.desk = desk
    app.state.judge = judge
    app.state.calendar = Calendar(store, desk.pool)
    app.state.counted = Once()
    app.state.routes = [route for router in ROUTERS for route in router.routes]
    app.state.allowance = Allowance(new_plays_a_minute)
    refusals.install(app)
    for router in ROUTERS:
        app.include_router(router)
    # The last one added sees a request first.
    app.add_middleware(BodyLimit, limit=LARGEST_BODY, of={IMPORT: LARGEST_IMPORT})
    app.add_middleware(OwnPagesOnly)
    app.add_middleware(LastResort)
    app.add_middleware(SafeHeaders)
    return app


def _version() -> str:
    try:
        return version("wendekreis")
    except PackageNotFoundError:  # run from a source tree that is not installed
        return "0"
