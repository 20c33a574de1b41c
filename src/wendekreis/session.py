"""One played game: its history, and what the player may see.

A session is the one mutable thing below the store. Every change either happens whole or raises and leaves
the session as it was. Positions are kept, so that no change costs more in a long play than in a short one.
"""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from typing import Literal, NamedTuple, Self

from wendekreis.deals import Deal
from wendekreis.errors import GameOver, IllegalMove, NothingToRedo, NothingToUndo, Refused
from wendekreis.rules import Game, Move, Position, Role, Step, is_won, legal_moves, parse_move, play
from wendekreis.view import QUIET, Choice, View, choices_of, view_of

__all__ = ["Change", "Session", "Status"]

Status = Literal["open", "won", "stuck"]


class Change(NamedTuple):
    """What a write did: the steps in the order they happen, and the moves it added to the history.

    The last ``set_off`` of the moves were set off by the one before them.
    """

    steps: tuple[Step, ...]
    moves: tuple[str, ...] = ()
    set_off: int = 0


@dataclass(slots=True)
class _Ply:
    """A move in the history: as written, what it did, the position after it and the counts up to there.

    The first ply of a session is the deal itself, with no move. ``looked_at`` counts the cards turned since the last
    move of another kind; ``set_off`` says that the move before brought it about; ``taken_down`` is as
    :attr:`Session.taken_down`.
    """

    move: str
    steps: tuple[Step, ...]
    position: Position
    turns: int = 0
    redeals: int = 0
    looked_at: int = 0
    set_off: bool = False
    taken_down: frozenset[int] = frozenset()
    _legal: tuple[Move, ...] | None = None

    @property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves after it, looked for once; none when the game is won (Single Interchange 10)."""
        if self._legal is None:
            self._legal = () if is_won(self.position) else legal_moves(self.position)
        return self._legal

    def next(self, text: str, set_off: bool = False) -> "_Ply":
        """The ply of one more move."""
        move = parse_move(self.position.game, text)
        played = play(self.position, move)
        turns, redeals = self.turns + (move.form == "turn"), self.redeals + (move.form == "redeal")
        looked_at = self.looked_at + (move.form == "turn") if move.form in QUIET else 0
        down = self._down_after(played.steps[0], set_off)
        return _Ply(str(move), played.steps, played.position, turns, redeals, looked_at, set_off, down)

    def _down_after(self, step: Step, set_off: bool) -> frozenset[int]:
        game, down = self.position.game, self.taken_down
        foundations = game.by_role[Role.FOUNDATION]
        for source, target, cards, _ in step.shifts:
            if game.index[target] in foundations:
                down = down.difference(cards) if down else down
            elif game.index[source] in foundations and not set_off:
                down = down.union(cards)
        return down


class Session:
    """A play of one deal: the moves so far, and where in them the play stands (``head``).

    A move may set others off (:meth:`follow`); undo and redo take them together. ``taken_back`` are the ids of the
    cards that going back in the history took off a foundation, and that have not gone up again since: unlike the rest
    it does not follow from moves and head, for the moves may be forgotten. A restart forgets it.
    """

    def __init__(self, deal: Deal) -> None:
        self.deal = deal
        self.head = 0
        self.taken_back: frozenset[int] = frozenset()
        self._plies = [_Ply("", (), deal.start())]

    @classmethod
    def load(
        cls,
        deal: Deal,
        moves: Sequence[str],
        head: int | None = None,
        set_off: Collection[int] = (),
        taken_back: Collection[int] = (),
    ) -> Self:
        """Make the session that stands after ``moves[:head]`` (all of them by default).

        ``set_off`` are the places in ``moves``, counted from 0, of those that the move before them set off;
        ``taken_back`` is as the session's own.

        Raises:
            UnparsableMove, IllegalMove: when the moves do not follow from the deal.
            ValueError: when ``head`` or a place in ``set_off`` is not within them, or the first move is set off.
        """
        session = cls(deal)
        head = len(moves) if head is None else head
        if not 0 <= head <= len(moves):
            raise ValueError(f"head {head} is not within {len(moves)} moves")
        if set_off and not 0 < min(set_off) <= max(set_off) < len(moves):
            raise ValueError(f"not every place in {sorted(set_off)} is that of a move with another before it")
        for place, text in enumerate(moves):
            session._plies.append(session._plies[-1].next(text, place in set_off))
        session.head = head
        session.taken_back = frozenset(taken_back)
        return session

    @classmethod
    def begun(cls, deal: Deal, moves: Sequence[Move] = ()) -> Self:
        """Make the session in which these moves have been made, as a player makes them.

        Raises:
            IllegalMove, GameOver: naming the first move that can't be made, and its place, counted from 0.
        """
        session = cls(deal)
        for place, move in enumerate(moves):
            try:
                session.move(str(move))
            except Refused as error:
                raise type(error)(f"move {place} (counted from 0): {error}", **error.params) from None
        return session

    # What there is ----------------------------------------------------------------------------------

    @property
    def game(self) -> Game:
        """The game that is played."""
        return self.deal.game

    @property
    def moves(self) -> tuple[str, ...]:
        """Every move of the history as written, those taken back (beyond ``head``) included."""
        return tuple(ply.move for ply in self._plies[1:])

    @property
    def move_count(self) -> int:
        """How many moves the history holds, those taken back included."""
        return len(self._plies) - 1

    @property
    def set_off(self) -> frozenset[int]:
        """The places in :attr:`moves`, counted from 0, of those that the move before them set off."""
        return frozenset(place for place, ply in enumerate(self._plies[1:]) if ply.set_off)

    @property
    def taken_down(self) -> frozenset[int]:
        """The ids of the cards that the player has taken off a foundation, by a move of his own or by going back in the
        history, and that have not gone up again since: he wants them down, so they never go up by themselves.
        """
        return self._plies[self.head].taken_down | self.taken_back

    @property
    def position(self) -> Position:
        """Where the play stands."""
        return self._plies[self.head].position

    @property
    def last_position(self) -> Position:
        """Where the history ends, moves taken back included."""
        return self._plies[-1].position

    def earlier(self) -> Iterator[tuple[str, Position]]:
        """The positions before this one, latest first, each with the move that was made there."""
        for index in range(self.head, 0, -1):
            yield self._plies[index].move, self._plies[index - 1].position

    @property
    def turns(self) -> int:
        """How many cards have been turned from the stock up to here."""
        return self._plies[self.head].turns

    @property
    def redeals(self) -> int:
        """How many redeals there have been up to here."""
        return self._plies[self.head].redeals

    @property
    def idle(self) -> int:
        """How often every card of stock and waste has been turned since anything else was done."""
        index, piles = self.game.index, self.position.piles
        cards = len(piles[index["stock"]]) + len(piles[index["w"]])
        return self._plies[self.head].looked_at // cards if cards else 0

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The legal moves here, in the engine's order; none once the game is won (Single Interchange 10)."""
        return self._plies[self.head].legal

    @property
    def status(self) -> Status:
        """``won``, ``stuck`` (RULES, "Stuck") or ``open``."""
        if is_won(self.position):
            return "won"
        return "stuck" if self._is_stuck() else "open"

    @property
    def can_undo(self) -> bool:
        """Whether there is a move to take back."""
        return self.head > 0

    @property
    def can_redo(self) -> bool:
        """Whether there is a move taken back that can be played again."""
        return self.head < self.move_count

    @property
    def can_forward(self) -> bool:
        """Whether :meth:`forward` would turn a card."""
        return any(move.form in QUIET for move in self.legal_moves)

    # What can be done ---------------------------------------------------------------------------------

    def move(self, text: str) -> Change:
        """Play a move; moves that were taken back are forgotten.

        Raises:
            UnparsableMove, IllegalMove: the session is as it was.
            GameOver: after a win.
        """
        return self._add(text, False)

    def follow(self, text: str) -> Change:
        """Play a move that the last one set off: an undo takes both back, and a redo plays both again.

        Raises:
            UnparsableMove, IllegalMove: the session is as it was; also at the start, where no move is the last one.
            GameOver: after a win.
        """
        if not self.head:
            raise IllegalMove(f"{text}: there is no move that can have set it off", move=text)
        return self._add(text, True)

    def undo(self) -> Change:
        """Take the last move back, with all that followed from it and all that it set off.

        Raises:
            NothingToUndo: at the start.
        """
        if not self.can_undo:
            raise NothingToUndo("there is no move to take back: the play stands at its start")
        head = self.head - 1
        while self._plies[head + 1].set_off:
            head -= 1
        return self._go(head)

    def redo(self) -> Change:
        """Play the last move taken back again, with all that it set off.

        Raises:
            NothingToRedo: when there is none.
        """
        if not self.can_redo:
            raise NothingToRedo("there is no move to play again: none was taken back since the last move")
        head = self.head + 1
        while head < self.move_count and self._plies[head + 1].set_off:
            head += 1
        return self._go(head)

    def restart(self) -> Change:
        """Go back to the deal; the moves can be played again until another one is made.

        Raises:
            NothingToUndo: at the start.
        """
        if not self.can_undo:
            raise NothingToUndo("there is nothing to restart: the play stands at its start")
        change = self._go(0)
        self.taken_back = frozenset()
        return change

    def goto(self, head: int) -> Change:
        """Go to where so many moves of the history are played: back or forward, also between a move and what it set
        off. Nothing is forgotten, so that one can go anywhere else from there, until another move is made.

        Raises:
            NothingToRedo: the history is not that long.
            NothingToUndo: there already, or before the start.
        """
        if head > self.move_count:
            raise NothingToRedo(f"there is no move {head} to go to: the play has {self.move_count}")
        if head == self.head or head < 0:
            raise NothingToUndo(f"there is nothing to take back: the play stands at move {self.head}")
        return self._go(head)

    def forward(self) -> Change:
        """Turn cards, with a redeal where there is one, until the top of the waste can be played.

        Each turn is a move of its own in the history. When no card of the stock and waste can be played, it goes
        once through them and stops where it began; without a redeal, at the end of the stock.

        Raises:
            IllegalMove: when there is no card to turn.
            GameOver: after a win.
        """
        self._refuse_after_win("forward")
        if not self.can_forward:
            raise IllegalMove("there is no card to turn: the stock is empty", move="turn")
        index = self.game.index
        left = len(self.position.piles[index["stock"]]) + len(self.position.piles[index["w"]])
        steps: list[Step] = []
        moves: list[str] = []
        while left:
            quiet = next((str(move) for move in self.legal_moves if move.form in QUIET), None)
            if quiet is None:
                break
            change = self.move(quiet)
            steps += change.steps
            moves += change.moves
            if quiet == "turn":
                left -= 1
                if any(move.source == "w" for move in self.legal_moves):
                    break
        return Change(tuple(steps), tuple(moves))

    # What the player may see --------------------------------------------------------------------------

    def view(self) -> View:
        """The table as the player sees it."""
        return view_of(self.position)

    def choices(self) -> tuple[Choice, ...]:
        """What the player can do by hand here, in the order of the legal moves."""
        return tuple(choice for move in self.legal_moves for choice in choices_of(self.position, move))

    # ----------------------------------------------------------------------------------------------

    def _add(self, text: str, set_off: bool) -> Change:
        self._refuse_after_win(text)
        ply = self._plies[self.head].next(text, set_off)
        del self._plies[self.head + 1 :]
        self._plies.append(ply)
        self.head += 1
        self._note_taken_back(ply.steps)
        return Change(ply.steps, (ply.move,), int(set_off))

    def _go(self, head: int) -> Change:
        back = [step for ply in self._plies[self.head : head : -1] for step in _backwards(ply.steps)]
        on = [step for ply in self._plies[self.head + 1 : head + 1] for step in ply.steps]
        self.head = head
        self._note_taken_back(back, going_back=True)
        self._note_taken_back(on)
        return Change((*back, *on))

    def _note_taken_back(self, steps: Sequence[Step], going_back: bool = False) -> None:
        index, foundations = self.game.index, self.game.by_role[Role.FOUNDATION]
        noted = self.taken_back
        for source, target, cards, _ in (shift for step in steps for shift in step.shifts):
            if index[target] in foundations:
                noted = noted.difference(cards) if noted else noted
            elif going_back and index[source] in foundations:
                noted = noted.union(cards)
        self.taken_back = noted

    def _refuse_after_win(self, what: str) -> None:
        if is_won(self.position):
            raise GameOver(f"{what}: the game is won; undo, restart or a new deal are left", move=what)

    def _is_stuck(self) -> bool:
        """Whether nothing but turning is left, and has been through every card of stock and waste."""
        if not self.legal_moves:
            return True
        index = self.game.index
        stock, waste = index["stock"], index["w"]
        unseen = set(self.position.piles[stock]) | set(self.position.piles[waste])
        for ply in self._plies[self.head :: -1]:
            if any(move.form not in QUIET for move in ply.legal):
                return False
            unseen.difference_update(ply.position.piles[waste][-1:])
            if not unseen:
                return True
            if ply.move not in QUIET:
                return False
        return False


def _backwards(steps: tuple[Step, ...]) -> tuple[Step, ...]:
    return tuple(step.inverse() for step in reversed(steps))
