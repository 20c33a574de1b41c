"""Deals: numbered as PySolFC numbers them, or given as text; and positions as text.

>>> from wendekreis.games import game
>>> deal = numbered_deal(game("single-interchange"), "25483")
>>> deal.number, deal.text[:14], len(deal.cards)
('25483', 'TS 4S QD JC 9S', 52)
>>> parse_deal(deal.game, deal.text).cards == deal.cards
True
"""

import re
import secrets
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from pysol_cards.random import LCRandom31, MTRandom

from wendekreis.cards import KING, Card, Suit, compare_packs
from wendekreis.errors import (
    BadCard,
    BadDeal,
    BadNumber,
    CardsMissing,
    CardsSurplus,
    EmptyDeal,
    NoNumber,
    UnparsableMove,
)
from wendekreis.rules import Game, Move, Position, parse_move

__all__ = [
    "Deal",
    "normal_number",
    "numbered_deal",
    "parse_deal",
    "parse_moves",
    "parse_position",
    "random_deal",
    "random_number",
]

LARGEST_NUMBER = 10**20 - 1
LARGEST_MS_NUMBER = 2**33 - 1
FIRST_MERSENNE_NUMBER = 32000
"""From here on a plain number seeds the Mersenne Twister; below, the Microsoft generator."""

LARGEST_SEED = 2**64 - 1
"""The largest seed and the largest index of random deals."""

LONGEST_MOVE = 24
"""No move is written longer, so a longer token need not be repeated whole to say that it is none."""

SHOWN_CARDS = 12
"""So many cards are named in a sentence about a wrong deal; the others are counted."""

_NUMBER = re.compile(r"(ms)?([0-9]{1,40})")
_COMMENT = re.compile(r"#[^\r\n]*")
_PACK_ORDER = (Suit.CLUBS, Suit.SPADES, Suit.HEARTS, Suit.DIAMONDS)


@dataclass(frozen=True, slots=True)
class Deal:
    """The order in which the cards leave the shuffled pack, and so the whole game to be played.

    ``number`` is the deal's number when it was asked for by number, else ``None``.
    """

    game: Game = field(repr=False)
    cards: tuple[Card, ...]
    number: str | None = None

    @property
    def text(self) -> str:
        """The deal as one line of tokens."""
        return " ".join(map(str, self.cards))

    def start(self) -> Position:
        """The position after the deal."""
        return self.game.start(self.cards)


def parse_deal(game: Game, text: str) -> Deal:
    """Read a deal: tokens separated by white space, line ends included; ``#`` starts a comment, to the end of its line.

    Raises:
        BadCard: when a token is no card; it is named, and its place.
        EmptyDeal: when there is no token at all.
        CardsMissing, CardsSurplus, BadDeal: when the cards are not exactly the game's: some are missing, some
            are too many, or both. They are named.
    """
    cards = []
    for place, token in enumerate(_without_comments(text).split(), start=1):
        try:
            cards.append(Card.parse(token))
        except BadCard as error:
            raise BadCard(f"card {place} of the deal: {error}", place=place, **error.params) from None
    if not cards:
        raise EmptyDeal(
            f"no deal given; a deal of {game.id} has {game.deal_size} cards", game=game.id, size=game.deal_size
        )
    missing, surplus = (names.split() for names in compare_packs(cards, game.deck))
    if missing or surplus:
        raise _wrong(game, len(cards), missing, surplus)
    return Deal(game, tuple(cards))


def _wrong(game: Game, count: int, missing: list[str], surplus: list[str]) -> BadDeal:
    """What is to be said of so many cards that are not the game's."""
    kind = BadDeal if missing and surplus else CardsMissing if missing else CardsSurplus
    if count == game.deal_size:
        said = f"this deal has {count} cards as it should, but they are not those of {game.id}"
    else:
        said = f"a deal of {game.id} has {game.deal_size} cards, this one has {count}"
    params: dict[str, str] = {}
    for name, title, cards in (("missing", "missing", missing), ("surplus", "too many", surplus)):
        if cards:
            shown, more = " ".join(cards[:SHOWN_CARDS]), len(cards) - SHOWN_CARDS
            said += f"; {title}: {shown}" + (f" and {more} more" if more > 0 else "")
            # For a sentence in any language, so without words.
            params[name] = shown + (f" … (+{more})" if more > 0 else "")
    return kind(said, game=game.id, **params)


def _without_comments(text: str) -> str:
    """The text without its comments, each of which ends with its line."""
    return _COMMENT.sub("", text)


def parse_moves(game: Game, text: str) -> tuple[Move, ...]:
    """Read a move list: moves separated by white space.

    Raises:
        UnparsableMove: for the first one that is not of the game's notation; its place is named, counted from 0.
    """
    moves = []
    for place, token in enumerate(text.split()):
        try:
            moves.append(parse_move(game, token[:LONGEST_MOVE]))
        except UnparsableMove as error:
            raise UnparsableMove(f"move {place} (counted from 0): {error}", **error.params) from None
    return tuple(moves)


def parse_position(game: Game, text: str) -> tuple[Deal, tuple[Move, ...]]:
    """Read the text form of a position: a deal, or a deal, ``|`` and the moves since. The moves are not played.

    Raises:
        BadDeal: as for :func:`parse_deal`.
        UnparsableMove: as for :func:`parse_moves`.
    """
    deal, _, moves = _without_comments(text).partition("|")
    return parse_deal(game, deal), parse_moves(game, moves)


def normal_number(text: str) -> str:
    """The one way to write a deal number: no white space around it, no leading zeros, ``ms`` in lower case.

    Raises:
        NoNumber: when there is nothing but white space.
        BadNumber: when it is not a number that deals have.
    """
    bounds = f"1 to {LARGEST_NUMBER}, and ms1 to ms{LARGEST_MS_NUMBER}"
    if not text.strip():
        raise NoNumber(f"no number given; deal numbers are {bounds}")
    match = _NUMBER.fullmatch(text.strip().lower()) if text.isascii() else None
    prefix, number = (match[1] or "", int(match[2])) if match else ("", 0)
    if not 1 <= number <= (LARGEST_MS_NUMBER if prefix else LARGEST_NUMBER):
        raise BadNumber(f"{text[:60]!r} is not a deal number; those are {bounds}", number=text[:60].strip())
    return f"{prefix}{number}"


def random_number() -> str:
    """A deal number at random, of at most nine digits so that it can be told to somebody."""
    return str(FIRST_MERSENNE_NUMBER + secrets.randbelow(10**9 - FIRST_MERSENNE_NUMBER))


def numbered_deal(game: Game, number: str) -> Deal:
    """The deal that PySolFC lays out under this number (RULES, "Numbered deals").

    Raises:
        BadNumber: when it is not a number that deals have.
    """
    number = normal_number(number)
    seed = int(number.removeprefix("ms"))
    microsoft = number.startswith("ms") or seed < FIRST_MERSENNE_NUMBER
    cards = [
        (copy, Card(rank, suit)) for copy in range(game.packs) for suit in _PACK_ORDER for rank in range(1, KING + 1)
    ]
    if microsoft and game.packs == 1:  # as FreeCell deals are: the aces of C D H S, the twos …
        cards.sort(key=lambda item: (item[1].rank, item[1].suit.letter))
    generator = LCRandom31(seed) if microsoft else MTRandom(seed)
    generator.shuffle(cards)
    cards.reverse()  # the talon is dealt from its end
    return Deal(game, _without_laid_out(game, cards), number)


def _without_laid_out(game: Game, cards: Sequence[tuple[int, Card]]) -> tuple[Card, ...]:
    """The cards less those that lie on the table before the deal: the first pack's copy of each goes first."""
    surplus = Counter(card for _, card in cards)
    surplus.subtract(game.deck)
    taken = {(copy, card) for copy, card in cards if copy < surplus[card]}
    return tuple(card for copy, card in cards if (copy, card) not in taken)


def random_deal(game: Game, seed: int, index: int) -> Deal:
    """Deal number ``index``, from 0, of the random deals that a seed stands for. Not a numbered deal of any program.

    The one mapping from (seed, index) to a deal, the same for ever and on every machine: all programs and studies
    draw their deals from it, each deal by itself. With ``mix`` the finalizer of SplitMix64, all
    modulo 2⁶⁴: the generator's state is mix(mix(seed + γ) + (index + 1) γ), γ = 0x9E3779B97F4A7C15; each step adds γ
    to it and takes the upper 32 bits of its mix. From the cards by suit and rank, place 0, 1 … each takes a
    card from those that are left, itself included, by Lemire's multiplication with rejection, so that every
    one is equally likely.

    >>> from wendekreis.games import game
    >>> random_deal(game("single-interchange"), 1, 0).text[:14]
    'JH QS JD 4S 9D'

    Raises:
        ValueError: when seed or index are not from 0 to 2⁶⁴ − 1.
    """
    if not (0 <= seed <= LARGEST_SEED and 0 <= index <= LARGEST_SEED):
        raise ValueError("seed and index are numbers from 0 to 2**64 - 1")
    cards = sorted(game.deck, key=lambda card: (card.suit.letter, card.rank))
    state = _mix(_mix(seed + _GAMMA) + (index + 1) * _GAMMA)
    for place in range(len(cards) - 1):
        left = len(cards) - place
        while True:
            state = (state + _GAMMA) & LARGEST_SEED
            product = (_mix(state) >> 32) * left
            if product & 0xFFFFFFFF >= (1 << 32) % left:
                break
        chosen = place + (product >> 32)
        cards[place], cards[chosen] = cards[chosen], cards[place]
    return Deal(game, tuple(cards))


_GAMMA = 0x9E3779B97F4A7C15


def _mix(word: int) -> int:
    """Let every bit of a 64-bit word bear on every bit of the result: the finalizer of SplitMix64."""
    word &= LARGEST_SEED
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 & LARGEST_SEED
    word = (word ^ word >> 27) * 0x94D049BB133111EB & LARGEST_SEED
    return word ^ word >> 31
