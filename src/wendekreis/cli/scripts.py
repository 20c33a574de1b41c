"""The commands for scripts: games, deal, moves, perft, replay.

They print data and nothing else to standard output, in the text forms of the rules.
"""

import sys
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Annotated

import typer

from wendekreis import deals, rules
from wendekreis.deals import Deal
from wendekreis.errors import Unreadable, WendekreisError
from wendekreis.games import game as game_named
from wendekreis.games import games as all_games
from wendekreis.rules import Game, Position

__all__ = ["deal", "games", "moves", "perft", "replay"]

GameId = Annotated[str, typer.Argument(metavar="GAME", help="A game's id; the games command lists them.")]
DealText = Annotated[
    str | None,
    typer.Option(
        "--deal-text",
        metavar="TOKENS",
        help="The deal as text; moves may follow it, as in 'TOKENS | MOVES'.",
    ),
]
Number = Annotated[
    str | None,
    typer.Option("--number", metavar="N", help="The deal's number, as PySolFC counts; 'msN' for the Microsoft deals."),
]
Moves = Annotated[str, typer.Option("--moves", metavar="MOVES", help="Moves to make first, separated by white space.")]


def games() -> None:
    """List the games: id, English name, German name.

    \b
    Example:
      wendekreis games
    """
    known = all_games()
    names = {game.id: game.names["en"] for game in known.values()}
    id_width, name_width = max(map(len, names)), max(map(len, names.values()))
    for game in known.values():
        print(f"{game.id:{id_width}}  {names[game.id]:{name_width}}  {game.names['de']}")


def deal(game: GameId, deal_text: DealText = None, number: Number = None) -> None:
    """Print a deal as one line of tokens. Moves behind it are checked, and not printed.

    Without --deal-text and --number the deal is a random one; its number is named on standard error.

    \b
    Examples:
      wendekreis deal hemispheres --number 25483
      wendekreis deal single-interchange
    """
    given, first = _given(game, deal_text, number)
    _after(given.start(), map(str, first))
    print(given.text)


def moves(game: GameId, deal_text: DealText = None, number: Number = None, moves: Moves = "") -> None:
    """Print the legal moves of a position, one line, sorted.

    \b
    Examples:
      wendekreis moves hemispheres --number 25483
      wendekreis moves single-interchange --number 1 --moves "turn turn"
    """
    print(*rules.legal_moves(_position(game, deal_text, number, moves)))


def perft(
    game: GameId,
    depth: Annotated[int, typer.Option("--depth", metavar="D", min=0, help="The greatest length to count.")],
    deal_text: DealText = None,
    number: Number = None,
    moves: Moves = "",
    divide: Annotated[
        bool, typer.Option("--divide", help="Print the count below each first move too, a line each.")
    ] = False,
) -> None:
    """Count the sequences of legal moves of length 0, 1 … D, on one line.

    \b
    Examples:
      wendekreis perft hemispheres --number 25483 --depth 3
      wendekreis perft hemispheres --number 25483 --depth 2 --divide
    """
    position = _position(game, deal_text, number, moves)
    print(*rules.perft(position, depth))
    if divide and depth:
        for move, count in rules.divide(position, depth).items():
            print(move, count)


def replay(
    game: GameId,
    deals_file: Annotated[Path, typer.Argument(metavar="DEALS", help="A file with a deal a line.")],
    moves_file: Annotated[Path, typer.Argument(metavar="MOVES", help="A file with a move list a line.")],
) -> None:
    """Replay move lists on deals, and say how each play ends.

    Both files are read line by line; the first move list belongs to the first deal, and so on. Lines that
    begin with # are skipped in both, blank lines in DEALS only: an empty line of MOVES is a play without
    moves.

    Prints 'INDEX won', 'INDEX open' or 'INDEX illegal N MOVE' for each play, INDEX and N counted from 0.
    The exit status is 1 if any move is illegal or unparsable, and 2 if a deal is unreadable or the files
    differ in length.

    \b
    Example:
      wendekreis replay hemispheres deals.txt moves.txt
    """
    rules_of = game_named(game)
    starts = list(_starts(rules_of, deals_file))
    lists = [line.partition("#")[0].split() for _, line in _lines(moves_file) if not line.lstrip().startswith("#")]
    if len(starts) != len(lists):
        raise Unreadable(
            f"{deals_file} holds {len(starts)} deals and {moves_file} {len(lists)} move lists;"
            " there must be as many of both"
        )
    endings = [_ending(start, texts) for start, texts in zip(starts, lists, strict=True)]
    for index, ending in enumerate(endings):
        print(index, ending)
    if any(ending.startswith("illegal") for ending in endings):
        raise typer.Exit(1)


def _given(game: str, text: str | None, number: str | None) -> tuple[Deal, tuple[rules.Move, ...]]:
    """The deal that the options name, and the moves that stood behind it."""
    rules_of = game_named(game)
    if text is not None and number is not None:
        raise typer.BadParameter("give one of --deal-text and --number, not both")
    if text is not None:
        return deals.parse_position(rules_of, text)
    if number is None:
        number = deals.random_number()
        print(f"number {number}", file=sys.stderr)
    return deals.numbered_deal(rules_of, number), ()


def _position(game: str, text: str | None, number: str | None, moves: str) -> Position:
    given, first = _given(game, text, number)
    return _after(given.start(), [*map(str, first), *moves.split()])


def _after(position: Position, texts: Iterable[str]) -> Position:
    """The position after these moves.

    Raises:
        Unreadable: naming the first move that is unparsable or illegal, and its place, counted from 0.
    """
    for place, text in enumerate(texts):
        try:
            position = rules.play(position, rules.parse_move(position.game, text)).position
        except WendekreisError as error:
            raise Unreadable(f"move {place} (counted from 0): {error}") from error
    return position


def _ending(position: Position, texts: Iterable[str]) -> str:
    """How a play ends: ``won``, ``open`` or ``illegal N MOVE``."""
    for place, text in enumerate(texts):
        try:
            position = rules.play(position, rules.parse_move(position.game, text)).position
        except WendekreisError:
            return f"illegal {place} {text}"
    return "won" if rules.is_won(position) else "open"


def _starts(game: Game, path: Path) -> Iterator[Position]:
    """The position of each deal in a file; a line may hold moves behind its deal."""
    for number, line in _lines(path):
        if not line.partition("#")[0].strip():
            continue
        try:
            given, first = deals.parse_position(game, line)
            yield _after(given.start(), map(str, first))
        except WendekreisError as error:
            raise Unreadable(f"{path}, line {number}: {error}") from error


def _lines(path: Path) -> Iterator[tuple[int, str]]:
    """The lines of a UTF-8 text file with their numbers, from 1; the last line end ends the last line."""
    try:
        lines = path.read_bytes().removeprefix(b"\xef\xbb\xbf").split(b"\n")
    except OSError as error:
        raise Unreadable(f"{path}: {error.strerror}") from error
    if not lines[-1]:
        lines.pop()
    for number, line in enumerate(lines, 1):
        try:
            yield number, line.decode()
        except UnicodeDecodeError as error:
            raise Unreadable(f"{path}, line {number}: this is not UTF-8 text") from error
