"""The command line as a whole: which commands there are, and how an error leaves it.

Every error is one line on standard error. The exit status is 0 when all went well, 1 when what was asked
for can't be had (a port is taken, a replayed line is illegal), and 2 when something could not be read or was
refused: the command line, a deal, a move, a file, a database.
"""

import errno
import os
import sys
from collections.abc import Sequence
from typing import Annotated

import typer

from wendekreis import __version__
from wendekreis.cli import bench, player, scripts, server, solve, study
from wendekreis.errors import WendekreisError

__all__ = ["app", "main", "run"]

DISK = frozenset(getattr(errno, name) for name in ("ENOSPC", "EDQUOT", "EFBIG", "EIO") if hasattr(errno, name))
"""What the system says when a file takes no more."""

app = typer.Typer(
    name="wendekreis",
    add_completion=False,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
)

for command in (
    server.play,
    scripts.games,
    server.serve,
    scripts.deal,
    scripts.moves,
    scripts.perft,
    scripts.replay,
    solve.solve,
    bench.bench,
    player.player,
    player.compare,
):
    app.command()(command)
app.add_typer(study.study, name="study")


def _show_version(wanted: bool) -> None:
    if wanted:
        print(f"wendekreis {__version__}")
        raise typer.Exit


@app.callback(invoke_without_command=True)
def wendekreis(
    context: typer.Context,
    show_version: Annotated[
        bool,
        typer.Option("--version", help="Print the version.", callback=_show_version, is_eager=True),
    ] = False,
) -> None:
    """Two rare patience games, Hemispheres and Single Interchange, and their relatives.

    To play in the browser, run: wendekreis play

    \b
    The other commands are for scripts:
      wendekreis games
      wendekreis deal hemispheres --number 25483
      wendekreis moves hemispheres --number 25483 --moves "turn turn"
    """
    if context.invoked_subcommand is None:
        print(context.get_help())


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command, as given or as the shell gave it, and return its exit status."""
    try:
        status = app(args=arguments, prog_name="wendekreis", standalone_mode=False)
        sys.stdout.flush()
    except typer.TyperException as error:
        return _complain(error.format_message(), error.exit_code)
    except WendekreisError as error:
        return _complain(str(error), 2)
    except BrokenPipeError:
        # Whoever read us has had enough. What Python would still flush on its way out goes nowhere.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 1
    except OSError as error:
        if error.filename is None and error.errno in DISK:
            # All data goes to standard output; what Python holds back of it would fail once more on its way out.
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
            return _complain(f"standard output: {error.strerror}", 2)
        return _complain(f"{error.filename}: {error.strerror}" if error.filename else f"{error.strerror}", 1)
    except KeyboardInterrupt:
        return 130
    return status if isinstance(status, int) else 0


def _complain(message: str, status: int) -> int:
    print("wendekreis:", " ".join(message.split()), file=sys.stderr)
    return status


def main() -> None:
    """Run the command line and leave the program with its exit status."""
    sys.exit(run())
