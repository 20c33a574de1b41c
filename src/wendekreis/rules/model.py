"""The values the rules speak of: pile, game, position, step.

A :class:`Game` declares, a :class:`Position` holds, a :class:`Step` tells what happened between two
positions. All of them are frozen. Nothing here knows a particular game.

Cards lie in piles as *ids*: a card's place in the deal, from 0, with the cards that are laid out before
the deal after those. Two copies of a card have two ids and one face.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from functools import cached_property
from typing import Any, Literal, NamedTuple, TypeAlias

from wendekreis.cards import KING, Card
from wendekreis.rules.move import Move
from wendekreis.rules.variants import Variants

__all__ = [
    "Accepts",
    "Flip",
    "Game",
    "Kind",
    "LaidOut",
    "Lifts",
    "Mark",
    "Pile",
    "Position",
    "Role",
    "Settle",
    "Shift",
    "Step",
    "Texts",
]

Texts: TypeAlias = Mapping[str, str]
"""One text in each language: ``{"de": …, "en": …}``."""

Accepts: TypeAlias = "Callable[[Position, int, int, Sequence[int]], bool]"
"""``accepts(position, source, target, ids)``: does the pile *target* take these cards from *source*?

Piles are indices into ``game.piles``; ids are bottom to top and not yet moved. Only sources that lift
the cards are asked about.
"""

Lifts: TypeAlias = "Callable[[Position, int], Iterable[int]]"
"""``lifts(position, pile)``: how many cards may be taken off the pile at once, each possible number once."""

Settle: TypeAlias = "Callable[[Position], Step | None]"
"""What follows from a move by itself: the next step that the position calls for, or nothing."""


class Role(StrEnum):
    """What a pile is for."""

    TABLEAU = "tableau"
    FOUNDATION = "foundation"
    BARRIER = "barrier"
    WASTE = "waste"
    STOCK = "stock"


def nothing(position: "Position", source: int, target: int, ids: Sequence[int]) -> bool:
    """Accepts no card."""
    return False


def no_card(position: "Position", pile: int) -> Iterable[int]:
    """Lifts no card."""
    return ()


@dataclass(frozen=True, slots=True)
class Pile:
    """A place for cards.

    ``name`` is unique in the game; the notation writes foundations by suit instead. ``well`` is what an
    empty place shows, ``arrow`` the way a foundation builds, ``note`` says in a few words what may be done there; the
    rules read none of them.
    """

    name: str
    role: Role
    label: Texts
    accepts: Accepts = nothing
    lifts: Lifts = no_card
    well: Texts | None = None
    arrow: Literal["up", "down"] | None = None
    note: Texts | None = None


class Shift(NamedTuple):
    """Cards that go from the top of one pile to the top of another.

    ``cards`` are ids, bottom to top as they lay at the source. ``turned`` means that they are turned over
    as a whole, so that they land in the opposite order (a redeal).
    """

    source: str
    target: str
    cards: tuple[int, ...]
    turned: bool = False


class Flip(NamedTuple):
    """A card that is turned where it lies, face up or face down."""

    card: int
    up: bool


class Step(NamedTuple):
    """Shifts and flips that happen at the same time, and why.

    ``cause`` is ``"move"`` (the player's own), ``"turn_up"`` or ``"fill"`` (consequences).
    """

    shifts: tuple[Shift, ...] = ()
    flips: tuple[Flip, ...] = ()
    cause: Literal["move", "turn_up", "fill"] = "move"

    def inverse(self) -> "Step":
        """The step that takes this one back."""
        return Step(
            tuple(Shift(s.target, s.source, s.cards[::-1] if s.turned else s.cards, s.turned) for s in self.shifts),
            tuple(Flip(flip.card, not flip.up) for flip in self.flips),
            self.cause,
        )


class Kind(NamedTuple):
    """A kind of move: which there are, and what one of them does first.

    ``moves(position)`` gives every legal move of the kind, once each, in any order. ``step(position,
    move)`` gives the step of one whose form is ``form``, legal or not.

    Raises (``step``):
        IllegalMove: when the rules forbid it here.
    """

    form: str
    moves: "Callable[[Position], Iterator[Move]]"
    step: "Callable[[Position, Move], Step]"


class LaidOut(NamedTuple):
    """A deal laid out: the face of every id, the ids of every pile bottom to top, the ids that lie face down."""

    cards: tuple[Card, ...]
    piles: Mapping[str, Sequence[int]]
    down: frozenset[int] = frozenset()


class Mark(NamedTuple):
    """Something to be seen about a pile, and the way (up or down the table) it points."""

    kind: str
    arrow: Literal["up", "down"] | None = None


def _no_marks(position: "Position") -> Mapping[str, Mark]:
    return {}


@dataclass(frozen=True, eq=False)
class Game:
    """One game: everything that tells it from another, as a value.

    ``id`` names it everywhere, ``version`` rises whenever its behaviour changes and never otherwise.
    ``deck`` are the cards that a deal holds (any order); ``lay_out`` puts a deal on the table. ``kinds``
    are the kinds of moves, ``settles`` what follows from a move, in order of precedence.
    ``variants`` says what of the rules can be set and ``setting`` how it is set here; the id of a variant has that
    behind a ``+``. ``packs`` and ``ranks`` tell the size, ``quiet_moves`` the forms that change no card's place but by
    turning the stock (RULES, "Stuck"). ``marks``, ``blurbs``, ``layouts`` and ``order`` are for the
    table, ``winnable`` is a measurement: of so many random deals this many are ``"won"``, ``"lost"`` and ``"unknown"``
    with all cards known; ``win_moves`` is another: how many moves a winning line has, turns of the stock included. The
    rules read none of them.
    """

    id: str
    version: int
    packs: int
    names: Texts
    blurbs: Texts
    piles: tuple[Pile, ...]
    deck: tuple[Card, ...]
    lay_out: Callable[[tuple[Card, ...]], LaidOut]
    kinds: tuple[Kind, ...]
    settles: tuple[Settle, ...]
    ranks: int = KING
    marks: "Callable[[Position], Mapping[str, Mark]]" = _no_marks
    layouts: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)
    order: int = 100
    winnable: Mapping[Literal["won", "lost", "unknown"], int] | None = None
    win_moves: int | None = None
    variants: Variants = field(default_factory=dict)
    setting: Mapping[str, str] = field(default_factory=dict)

    @property
    def base(self) -> str:
        """The id of the game that this is a variant of, or is."""
        return self.id.partition("+")[0]

    @property
    def deal_size(self) -> int:
        """How many cards a deal has."""
        return len(self.deck)

    @property
    def cards_in_play(self) -> int:
        """How many cards the whole game has, those laid out before the deal included."""
        return self.packs * self.ranks * 4

    @cached_property
    def index(self) -> Mapping[str, int]:
        """The place of each pile in ``piles`` by name."""
        return {pile.name: i for i, pile in enumerate(self.piles)}

    @cached_property
    def by_role(self) -> Mapping[Role, tuple[int, ...]]:
        """The places of the piles of each role, in order."""
        return {role: tuple(i for i, p in enumerate(self.piles) if p.role is role) for role in Role}

    @cached_property
    def sources(self) -> tuple[int, ...]:
        """The piles that can ever give a card by transfer."""
        return tuple(i for i, pile in enumerate(self.piles) if pile.lifts is not no_card)

    @cached_property
    def targets(self) -> tuple[int, ...]:
        """The piles that can ever take a card by transfer, foundations last."""
        takers = [i for i, pile in enumerate(self.piles) if pile.accepts is not nothing]
        return tuple(sorted(takers, key=lambda i: self.piles[i].role is Role.FOUNDATION))

    @cached_property
    def kind(self) -> Mapping[str, Kind]:
        """The kinds of moves by their form."""
        return {kind.form: kind for kind in self.kinds}

    @property
    def has_redeal(self) -> bool:
        """Whether the waste may become the stock again."""
        return "redeal" in self.kind

    def start(self, cards: Sequence[Card]) -> "Position":
        """The position after the deal. ``cards`` must be exactly the deck, in deal order; who deals sees to it."""
        laid = self.lay_out(tuple(cards))
        piles = tuple(tuple(laid.piles.get(pile.name, ())) for pile in self.piles)
        return Position(self, laid.cards, piles, laid.down)


@dataclass(frozen=True, slots=True)
class Position:
    """Where every card lies.

    ``cards[id]`` is the face of a card, ``piles[i]`` the ids in ``game.piles[i]``, bottom to top; of the
    stock the last is the next to be turned. ``down`` are the tableau cards that lie face down.

    Equality tells copies of a card apart; :meth:`key` does not.
    """

    game: Game = field(repr=False)
    cards: tuple[Card, ...] = field(repr=False)
    piles: tuple[tuple[int, ...], ...]
    down: frozenset[int]

    def faces(self, name: str) -> tuple[Card, ...]:
        """The cards of a pile, bottom to top, whether they can be seen or not."""
        return tuple(self.cards[i] for i in self.piles[self.game.index[name]])

    def after(self, step: Step) -> "Position":
        """The position after a step, which must fit this one."""
        piles, index = list(self.piles), self.game.index
        for source, _, cards, _ in step.shifts:
            place = index[source]
            piles[place] = piles[place][: len(piles[place]) - len(cards)]
        for _, target, cards, turned in step.shifts:
            piles[index[target]] += cards[::-1] if turned else cards
        down = self.down
        for card, up in step.flips:
            down = down - {card} if up else down | {card}
        return Position(self.game, self.cards, tuple(piles), down)

    def key(self) -> tuple[tuple[str, ...], ...]:
        """What makes two positions of a game the same: copies are alike, and so are a suit's foundations.

        A face-down card has a ``-`` before it. Which place a foundation has is no part of the position
        (Single Interchange 3).
        """
        fixed: list[tuple[str, ...]] = []
        foundations: list[tuple[str, ...]] = []
        for pile, ids in zip(self.game.piles, self.piles, strict=True):
            text = tuple(f"-{self.cards[i]}" if i in self.down else str(self.cards[i]) for i in ids)
            (foundations if pile.role is Role.FOUNDATION else fixed).append(text)
        return (*fixed, *sorted(foundations))
