"""One player at the terminal, and the play that lies before him: every change is stored before it is shown."""

import os
import time
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NamedTuple

import platformdirs

from wendekreis.advice.advise import Advised, advise
from wendekreis.advice.finish import can_finish
from wendekreis.advice.known import Known, known
from wendekreis.cards import Card
from wendekreis.deals import Deal, numbered_deal, random_number
from wendekreis.errors import OutdatedPlay, StaleRevision, UnknownGame, WendekreisError
from wendekreis.games import game as game_by_id
from wendekreis.rules import Game, Step
from wendekreis.session import Status
from wendekreis.store import Play, Request, Store
from wendekreis.terminal.spans import Spans
from wendekreis.view import Choice, View

__all__ = ["Happened", "Sitting", "Standing", "Today", "known_player", "secret_file"]


@dataclass(frozen=True, slots=True)
class Standing:
    """How a play stands: all that the table shows of it."""

    play: str
    revision: int
    deal: Deal
    view: View
    choices: tuple[Choice, ...]
    status: Status
    moves: int
    turns: int
    redeals: int
    can_undo: bool
    can_redo: bool
    can_finish: bool

    @classmethod
    def of(cls, play: Play) -> "Standing":
        """Take it from a play, which may change afterwards."""
        at = play.session
        return cls(
            play=play.id,
            revision=play.revision,
            deal=play.deal,
            view=at.view(),
            choices=at.choices(),
            status=at.status,
            moves=at.head,
            turns=at.turns,
            redeals=at.redeals,
            can_undo=at.can_undo,
            can_redo=at.can_redo,
            can_finish=can_finish(at),
        )

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.deal.game

    def is_stock(self, pile: str) -> bool:
        """Whether it is the pile of which only the number of cards is known."""
        return pile not in self.view.piles

    def count(self, pile: str) -> int:
        """How many cards lie there."""
        return self.view.stock if self.is_stock(pile) else len(self.view.piles[pile])

    def face(self, pile: str, index: int) -> Card | None:
        """The face of a card, counted from the bottom; ``None`` if it lies face down or is not there."""
        ids = self.view.piles.get(pile, ())
        return self.view.faces.get(ids[index]) if 0 <= index < len(ids) else None

    # What the hand can do -----------------------------------------------------------------------------

    def press(self, pile: str | None = None) -> Choice | None:
        """What a press on this pile does, or on any."""
        return next((c for c in self.choices if c.press and pile in (None, c.press)), None)

    def counts(self, pile: str) -> list[int]:
        """How many cards can be picked up from a pile, the smallest number first."""
        return sorted({choice.count for choice in self.choices if choice.source == pile})

    def targets(self, pile: str, count: int) -> dict[str, Choice]:
        """Where so many cards of a pile may go."""
        found: dict[str, Choice] = {}
        for choice in self.choices:
            if choice.source == pile and choice.count == count and (choice.main or choice.target not in found):
                found[choice.target] = choice
        return found


class Happened(NamedTuple):
    """A write: what was asked for, the steps it led to, and how the play stood before and stands now.

    ``of_restart``: it was an undo, and what it took back is a restart.
    """

    what: str
    steps: tuple[Step, ...]
    before: Standing
    after: Standing
    of_restart: bool = False


class Today(NamedTuple):
    """The deal of a day, and the player's own play of it, if there is one; no moves if none was made in it."""

    number: str
    play: str | None
    is_won: bool
    moves: int | None


class Clock:
    """The time that is being played. It stands still while nobody looks."""

    def __init__(self, now: Callable[[], float] = time.monotonic) -> None:
        self._now = now
        self._since: float | None = now()
        self._before = 0.0

    @property
    def ms(self) -> int:
        """Milliseconds since they were last taken."""
        running = 0.0 if self._since is None else self._now() - self._since
        return int(1000 * (self._before + running))

    def stop(self) -> None:
        """Nobody looks."""
        self._before, self._since = self.ms / 1000, None

    def go(self) -> None:
        """Somebody looks."""
        self._since = self._now() if self._since is None else self._since

    def take(self) -> None:
        """Begin anew: the time has been stored."""
        self._before = 0.0
        self._since = None if self._since is None else self._now()


class Sitting:
    """A player, the store, and the play that is on the table once it has been opened or begun.

    Every method may raise a ``StoreError``; then nothing was changed.
    """

    def __init__(self, store: Store, player: int) -> None:
        self.store, self.player = store, player
        self.clock = Clock()
        self._at: Standing | None = None
        self._spans = Spans()
        self._advised: set[tuple[str, int]] = set()

    @property
    def at(self) -> Standing:
        """How the play on the table stands."""
        assert self._at is not None
        return self._at

    @property
    def is_open(self) -> bool:
        """Whether there is a play on the table."""
        return self._at is not None

    def left(self, game: str | None = None) -> Standing | None:
        """The play that was touched last and is not won, of this game or of any, if it can still be gone on with."""
        for row in self.store.open_plays(self.player, game):
            try:
                with self.store.play(self.player, row.id) as play:
                    return Standing.of(play)
            except (OutdatedPlay, UnknownGame):
                continue
        return None

    def moves_left(self) -> dict[str, int]:
        """By game, how many moves have been made in the play of it that was left last."""
        found: dict[str, int] = {}
        for row in self.store.open_plays(self.player):
            found.setdefault(row.game, row.moves)
        return found

    def go_on(self, at: Standing) -> None:
        """Lay a play on the table."""
        self._leave()
        self._at, self._spans = at, Spans()

    def begin(self, game: str, wanted: str | Today = "") -> None:
        """Begin a play, by the deal's number or at random; or the day's, going on with one's own play of it.

        Raises:
            UnknownGame, BadNumber: there is no such deal.
        """
        own = wanted.play if isinstance(wanted, Today) else None
        number = wanted.number if isinstance(wanted, Today) else wanted or random_number()
        deal = numbered_deal(game_by_id(game), number)
        with self.store.play(self.player, own) if own else self.store.new_play(self.player, deal) as play:
            at = Standing.of(play)
        self.go_on(at)

    def go_on_or_begin(self, game: str) -> None:
        """Go on with what was left, or begin a play at random.

        Raises:
            UnknownGame: there is no such game.
        """
        left = self.left(game_by_id(game).id)
        if left is None:
            self.begin(game)
        else:
            self.go_on(left)

    def of_day(self, game: Game, day: date) -> Today | None:
        """The deal of the day, if it is known here."""
        number = self.store.day_numbers(day).get((game.id, game.version))
        if number is None:
            return None
        own = self.store.tally(self.player, game, number).own
        if own is None:
            return Today(number, None, is_won=False, moves=None)
        return Today(number, own.id, own.won, own.moves or None)

    def note_day(self, game: Game, day: date, number: str) -> Today | None:
        """The deal of the day has been found. One that somebody else has noted meanwhile counts."""
        self.store.note_day(day, game, number)
        return self.of_day(game, day)

    def act(self, request: Request) -> Happened:
        """Do what the request says, and store it. An undo takes back a whole command.

        Raises:
            StaleRevision: the play has gone on elsewhere; it lies on the table as it is now.
            Refused: what the session says; the table is as it was.
        """
        before, what = self.at, request.action
        goal = self._spans.goal(what, before.moves)
        of_restart = what == "undo" and self._spans.undoes_restart(before.moves)
        asked = request if goal is None else Request("goto", head=goal)
        try:
            with self.store.write(self.player, before.play, before.revision, asked, self.clock.ms) as written:
                self._at, steps = Standing.of(written.play), written.change.steps
        except StaleRevision:
            with self.store.play(self.player, before.play) as play:
                self._at, self._spans = Standing.of(play), Spans()
            raise
        self._spans.note(what, before.moves, self.at.moves)
        self.clock.take()
        return Happened(what, steps, before, self.at, of_restart)

    def seen(self) -> Known:
        """What the player knows, for advice."""
        with self.store.play(self.player, self.at.play) as play:
            return known(play.session)

    @staticmethod
    def best(seen: Known) -> Advised | None:
        """The most promising move. It may take a while, and touches nothing: for another thread."""
        return next(iter(advise(seen)), None)

    def count_advice(self) -> None:
        """Count a hint: once for each revision of a play, however often it is asked for there."""
        now = (self.at.play, self.at.revision)
        if now not in self._advised:
            self.store.count_hint(self.player, self.at.play, "advice")
            self._advised.add(now)

    def _leave(self) -> None:
        if self._at is not None:
            self.store.add_time(self.player, self.at.play, self.clock.ms)
        self.clock.take()

    def close(self) -> None:
        """Store the time since the last move, if that can be: it is not worth an error."""
        try:
            self._leave()
        except WendekreisError:
            return


# --- the player of this machine ---


def secret_file() -> Path:
    """Where the secrets of the terminal's player are kept: a line for each database that he has played in."""
    return platformdirs.user_data_path("wendekreis", appauthor=False) / "terminal-player"


def known_player(store: Store, file: Path) -> int:
    """The player whose secret the file has; a new one, kept there, if this database knows none of them.

    Two terminals that begin at the same time agree in the end: the first line that is known counts.

    Raises:
        OSError: the file can't be read or written.
    """
    player = _first_known(store, file)
    if player is None:
        _, secret = store.new_player()
        file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        descriptor = os.open(file, os.O_WRONLY | os.O_APPEND | os.O_CREAT, 0o600)
        with os.fdopen(descriptor, "a", encoding="ascii") as out:
            out.write(f"{secret}\n")
        player = _first_known(store, file)
        assert player is not None
    return player


def _first_known(store: Store, file: Path) -> int | None:
    try:
        secrets = file.read_text(encoding="ascii").split()
    except FileNotFoundError:
        return None
    return next((player for secret in secrets if (player := store.player(secret)) is not None), None)
