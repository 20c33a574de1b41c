"""The commands that bring the table: play for oneself, in the browser or the terminal; serve for others."""

import socket
import sys
import threading
import webbrowser
from collections.abc import Callable
from typing import Annotated, Literal, TypeAlias

import typer
import uvicorn

__all__ = ["play", "serve"]

PORT = 8104
"""The port that is tried first."""

Language: TypeAlias = Literal["de", "en"]

TRIES = 100
"""How many ports ``play`` tries, one after the other."""

Port = Annotated[int, typer.Option("--port", metavar="PORT", min=0, max=65535, help="The port; 0 takes any free one.")]


def play(
    game: Annotated[
        str | None,
        typer.Argument(metavar="GAME", help="With --terminal: the game, where it was left.", show_default=False),
    ] = None,
    port: Port = PORT,
    browser: Annotated[bool, typer.Option("--browser/--no-browser", help="Open the browser.")] = True,
    terminal: Annotated[bool, typer.Option("--terminal", help="Play in this terminal, without a server.")] = False,
    lang: Annotated[
        Language | None,
        typer.Option("--lang", help="With --terminal: the language; else that of LANG.", show_default=False),
    ] = None,
    dark: Annotated[
        bool | None,
        typer.Option(
            "--dark/--light", help="With --terminal: the colours; else those that fit the terminal.", show_default=False
        ),
    ] = None,
) -> None:
    """Play in the browser: start the server on this machine and open the table. Or play in this terminal.

    If the port is taken, the next free one is used. Ctrl-C stops the server; every game is kept.

    \b
    Examples:
      wendekreis play
      wendekreis play --port 9000 --no-browser
      wendekreis play --terminal hemispheres
    """
    if terminal:
        _in_terminal(game, lang, dark)
        return
    if not (game is None and lang is None and dark is None):
        raise typer.BadParameter("GAME, --lang, --dark and --light go with --terminal")
    host = "127.0.0.1"
    listener = _next_free(host, port)
    url = _url(listener)

    def ready() -> None:
        print(f"Wendekreis is ready at {url} (Ctrl-C stops it).", flush=True)
        if browser:
            # In a thread of its own: a browser in the terminal would hold up the server.
            threading.Thread(target=_browse, args=(url,), daemon=True).start()

    _run(listener, ready)


def serve(
    host: Annotated[str, typer.Option("--host", metavar="HOST", help="The address.")] = "127.0.0.1",
    port: Port = PORT,
) -> None:
    """Serve the table to others, without opening a browser.

    \b
    Example:
      wendekreis serve --host 0.0.0.0 --port 8104
    """
    try:
        listener = _listen(host, port)
    except OSError as error:
        raise typer.TyperException(f"can't listen on {host} port {port}: {error.strerror}") from error
    _run(listener, lambda: print(f"Wendekreis is serving at {_url(listener)}", flush=True))


def _in_terminal(game: str | None, lang: str | None, dark: bool | None) -> None:
    try:
        from wendekreis.terminal.app import run
    except ModuleNotFoundError as failure:
        if (failure.name or "").partition(".")[0] not in ("textual", "rich"):
            raise
        raise _refused("to play in the terminal, install wendekreis[terminal]") from None
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        raise _refused("to play in the terminal, standard input and output must be one")
    if status := run(game, lang, dark):
        raise typer.Exit(status)


def _refused(message: str) -> typer.TyperException:
    error = typer.TyperException(message)
    error.exit_code = 2
    return error


def _browse(url: str) -> None:
    if not webbrowser.open(url):
        print("No browser could be opened here; open that address yourself.", flush=True)


def _listen(host: str, port: int) -> socket.socket:
    """A socket that listens there; held from now on, so that nobody takes the port before the server runs."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listener = socket.create_server((host, port), family=family, backlog=2048)
    # The connections inherit it. asyncio would see to it only for a socket that it has made itself, and without it an
    # answer in two pieces (head and body) waits 40 ms for the other side's delayed acknowledgement.
    listener.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return listener


def _next_free(host: str, port: int) -> socket.socket:
    last = min(port + TRIES, 65536) - 1
    for candidate in range(port, last + 1):
        try:
            listener = _listen(host, candidate)
        except OSError:
            continue
        if candidate != port:
            print(f"Port {port} is taken; using {candidate} instead.", flush=True)
        return listener
    raise typer.TyperException(f"no port from {port} to {last} is free; name another one with --port")


def _url(listener: socket.socket) -> str:
    host, port = listener.getsockname()[:2]
    return f"http://[{host}]:{port}/" if ":" in host else f"http://{host}:{port}/"


class _Server(uvicorn.Server):
    """A server that tells when it answers, and when it is about to stop."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None], stop: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready, self._stop = ready, stop

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Start, then say so."""
        await super().startup(sockets)
        if self.started:
            self._ready()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Stop what answers would be waited for, then shut down."""
        self._stop()
        await super().shutdown(sockets)


def _run(listener: socket.socket, ready: Callable[[], None]) -> None:
    """Serve until Ctrl-C or SIGTERM."""
    # Imported here, for no other command needs the web.
    from wendekreis.web.app import create_app
    from wendekreis.web.version import client_version

    app = create_app()
    # By the time that a browser has been opened, the pages have been rendered.
    threading.Thread(target=client_version, daemon=True).start()
    config = uvicorn.Config(
        app, log_level="warning", access_log=False, server_header=False, timeout_graceful_shutdown=3
    )
    try:
        _Server(config, ready, app.state.desk.pool.close).run(sockets=[listener])
    except KeyboardInterrupt:
        print()  # the shell's prompt goes below the ^C
