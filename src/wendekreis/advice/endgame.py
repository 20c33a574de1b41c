"""The game in which cards only go up: can it be won for certain, wherever the hidden cards are?

Moves are those to foundations, turns and redeals. The player knows what lies open and may choose by what
comes to light; the hidden cards lie as badly as they can. So the question is one of a game against an opponent who
deals each hidden card when it comes to light, from those not seen yet (all that is left is possible, in any order):
*certain* is a position in which some move leads to certain ones only, whatever comes to light with it; or all is up.

States are searched so, depth first, each kept with its answer. What is left out, and why:

1. *A move up that can never hurt is made at once*: a card whose lower cards are all up, under the conditions of
   :mod:`wendekreis.advice.safe`. With moves up alone the argument is short: any way to play from before the move is a
   way to play after it in which this card is left out. Nothing is blocked by that, and each rank has as many cards up
   as there, at each time. The heights are those with one card more.
2. *Stock and waste are a set where there are redeals* (Single Interchange 8): turning through them costs nothing,
   shows all of them, and brings each to the top. So they are looked through first. What lies face down
   is then one of the sets that may remain of the cards not seen; each of these is searched.
3. *Hemispheres: no pile is emptied while the waste is empty and the stock is not.* The next card may be turned
   first; if it is then put where it would have gone by itself the position is the same, and the player has seen it.
4. *Hemispheres: a card astray is the end* (rule 5: it can't go up, and no exchange is made here). So no pile is emptied
   that the top of the waste would lie astray in.
5. *Hemispheres: with waste and stock out, nothing astray, all goes up.* Each pile is a run of one suit, lowest on
   top. Of the lowest cards of a suit that are not up, each is the top of its pile or a barrier, and it fits: its
   lower cards are all up. No fill follows.
6. *Hopeless states.* Let the known cards go up by the mildest rule: a card needs one copy of the next lower one
   up, no more (and in Hemispheres any card of the waste may be taken). No way to play brings more of them up before
   a hidden card goes up. Of the cards not seen, let A be those that could then go up, and let the piles have *h* hidden
   cards, *e* of them with nothing on them any more. If A ≤ h - e, and there are *e* others, the opponent lays the A
   cards where nothing comes to them, and *e* others on the piles: nothing hidden ever goes up. With nothing hidden
   in piles that is: A = 0.
7. *No circle, then certain* (games with redeals). Let the player make the moves of point 1 alone: a card may go up when
   all lower cards of its suit have, and those that lie on it. Then all goes up unless these needs go round in a
   circle. See :func:`has_circle`. With one pack every move up is one of point 1, so there *certain* is: no circle.

A search that would take too long is given up, and says no; ``MOST_STATES`` bounds it. In the plays of the tests
and of docs/knowledge.md that never happens.
"""

from collections.abc import Iterable, Iterator, Set
from functools import cache
from itertools import combinations
from math import comb
from typing import NamedTuple

from wendekreis.advice.safe import AROUND_THE_GLOBE, FAMILY, step_of
from wendekreis.cards import Card, Suit
from wendekreis.rules import Game, Position, Role

__all__ = ["Endgame", "Option", "State", "code_of", "has_circle", "is_hopeless", "read", "suit_of"]

MOST_STATES = 100
"""So many states with a choice are searched at most: a tenth of a second."""

SUITS = tuple(Suit)
HIDDEN = 0
WASTE, TURN = -1, -2

Option = tuple[int, int]
"""A move: the pile that its card leaves, or ``WASTE``, and the card's code; or ``(TURN, 0)``."""


class State(NamedTuple):
    """What is known of a position, as codes: a card's suit times 16, and its place in its foundation from 1 on.

    ``up`` are the heights of each suit's foundations, the lowest first; ``piles`` the tableau piles, then the
    barriers, bottom to top, 0 for a card not seen; ``waste`` the waste, bottom to top, or sorted all that is known of
    waste and stock where there are redeals; ``stock`` counts the cards of the stock that have not been seen;
    ``unseen`` are the cards not seen, sorted.
    """

    up: tuple[tuple[int, ...], ...]
    piles: tuple[tuple[int, ...], ...]
    waste: tuple[int, ...]
    stock: int
    unseen: tuple[int, ...]


def read(position: Position, hidden: Set[int]) -> State:
    """The state of a position of which these cards (ids) have not been seen.

    Of these, nothing but which cards they are all together is looked at.
    """
    game, piles = position.game, position.piles
    table, by_role = _codes(game), game.by_role
    codes = [table[card] for card in position.cards]
    heights: list[list[int]] = [[] for _ in SUITS]
    for i in by_role[Role.FOUNDATION]:
        if piles[i]:
            heights[codes[piles[i][-1]] >> 4].append(len(piles[i]))
    rest = [
        tuple(HIDDEN if c in hidden else codes[c] for c in piles[i])
        for role in (Role.TABLEAU, Role.BARRIER)
        for i in by_role[role]
    ]
    waste = [codes[c] for c in piles[game.index["w"]]]
    stock = piles[game.index["stock"]]
    if game.has_redeal:
        waste = sorted([*waste, *(codes[c] for c in stock if c not in hidden)])
    return State(
        tuple(tuple(sorted([0] * (game.packs - len(lens)) + lens)) for lens in heights),
        tuple(rest),
        tuple(waste),
        sum(c in hidden for c in stock),
        tuple(sorted(codes[c] for c in hidden)),
    )


def code_of(game: Game, card: Card) -> int:
    """The code of a card."""
    return _codes(game)[card]


def suit_of(code: int) -> Suit:
    """The suit of the card of a code."""
    return SUITS[code >> 4]


@cache
def _codes(game: Game) -> dict[Card, int]:
    return {
        Card(rank, suit): SUITS.index(suit) << 4 | step_of(game, Card(rank, suit))
        for suit in SUITS
        for rank in range(1, game.ranks + 1)
    }


class _TooLong(Exception):  # noqa: N818 (it is no error)
    """More states than there is time for."""


class Endgame:
    """The search for one game. Answers are kept for its lifetime, so that finishing asks nothing twice."""

    def __init__(self, game: Game) -> None:
        self.is_known = game.id in FAMILY | AROUND_THE_GLOBE
        self.redeals, self.packs = game.has_redeal, game.packs
        self.globe = game.id in AROUND_THE_GLOBE
        tableau = game.by_role[Role.TABLEAU]
        self.columns = len(tableau)
        # In Hemispheres, the suits (as a set of bits) that are at home in each pile of the tableau.
        red = sum(1 << i for i, suit in enumerate(SUITS) if suit.is_red)
        self.home = [red if game.piles[i].name[0] == "n" else 15 - red for i in tableau]
        self.north = sum(game.piles[i].name[0] == "n" for i in tableau)
        self.states = 0
        self._answers: dict[State, bool] = {}

    def certain(self, state: State) -> bool:
        """Whether the state is won for certain; also false when it would take too long to see."""
        if not self.is_known or (self.globe and self._is_astray(state)) or is_hopeless(state, self.redeals, self.globe):
            return False
        self.states = 0
        try:
            return self._certain(state)
        except _TooLong:
            return False

    def _certain(self, state: State) -> bool:
        if not (self.redeals and state.stock):
            if self.redeals and HIDDEN in map(min, filter(None, state.piles)):
                if not has_circle(state):
                    return True
                if self.packs == 1:
                    return False
            return self._wins(state)
        face_down = len(state.unseen) - state.stock
        if not face_down:
            return self._wins(state._replace(waste=tuple(sorted(state.waste + state.unseen)), stock=0, unseen=()))
        if not has_circle(state):
            return True
        return self.packs > 1 and all(map(self._wins, _looked_through(state, face_down)))

    def options(self, state: State) -> Iterator[Option]:
        """The moves, but for those that point 3 and 4 leave out."""
        up = state.up
        for i, pile in enumerate(state.piles):
            if pile and (pile[-1] & 15) - 1 in up[pile[-1] >> 4] and not self._fills_badly(state, i):
                yield i, pile[-1]
        for card in dict.fromkeys(state.waste if self.redeals else state.waste[-1:]):
            if (card & 15) - 1 in up[card >> 4]:
                yield WASTE, card
        if state.stock and not self.redeals:
            yield TURN, 0

    def outcomes(self, state: State, option: Option) -> list[State]:
        """The states that a move may lead to: one for each card that may come to light, those that fit least first."""
        source, card = option
        if source == TURN:
            return [
                state._replace(waste=(*state.waste, shown), stock=state.stock - 1, unseen=rest)
                for shown, rest in _shown(state)
            ]
        suit = card >> 4
        heights = list(state.up[suit])
        heights[heights.index((card & 15) - 1)] += 1
        up = (*state.up[:suit], tuple(sorted(heights)), *state.up[suit + 1 :])
        if source == WASTE:
            if self.redeals:
                at = state.waste.index(card)
                return [state._replace(up=up, waste=state.waste[:at] + state.waste[at + 1 :])]
            return [state._replace(up=up, waste=state.waste[:-1])]
        left, waste = state.piles[source][:-1], state.waste
        before, behind = state.piles[:source], state.piles[source + 1 :]
        if left and left[-1] == HIDDEN:
            return [
                state._replace(up=up, piles=(*before, (*left[:-1], shown), *behind), unseen=rest)
                for shown, rest in _shown(state)
            ]
        if self.globe and not left and source < self.columns and waste:
            left, waste = waste[-1:], waste[:-1]
        return [state._replace(up=up, piles=(*before, left, *behind), waste=waste)]

    def safe(self, state: State) -> Option | None:
        """A move that can never hurt (point 1), if there is one."""
        up, out = state.up, not state.waste and not state.stock
        for i, pile in enumerate(state.piles):
            is_free = not self.globe or len(pile) > 1 or i >= self.columns or out
            if pile and is_free and (pile[-1] & 15) - 1 == up[pile[-1] >> 4][0]:
                return i, pile[-1]
        if self.redeals:
            usable: Iterable[int] = state.waste
        else:
            usable = () if self.globe and (len(state.waste) > 1 or state.stock) else state.waste[-1:]
        return next(((WASTE, card) for card in usable if (card & 15) - 1 == up[card >> 4][0]), None)

    def _wins(self, state: State) -> bool:
        while (option := self.safe(state)) is not None:
            first, *others = self.outcomes(state, option)
            if others:
                return all(map(self._wins, (first, *others)))
            state = first
        if not state.waste and not state.stock and (self.globe or not any(state.piles)):
            return True  # point 5
        key = self._key(state)
        answer = self._answers.get(key)
        if answer is None:
            self.states += 1
            if self.states > MOST_STATES:
                raise _TooLong
            answer = not is_hopeless(state, self.redeals, self.globe) and any(
                all(map(self._wins, self.outcomes(state, option))) for option in self.options(state)
            )
            self._answers[key] = answer
        return answer

    def _key(self, state: State) -> State:
        """Piles are alike, in Hemispheres those of a hemisphere."""
        piles, north, south = state.piles, self.north, self.columns
        return state._replace(piles=(*sorted(piles[:north]), *sorted(piles[north:south]), *piles[south:]))

    def _is_astray(self, state: State) -> bool:
        tops = zip(state.piles, self.home, strict=False)
        return any(pile and not home >> (pile[-1] >> 4) & 1 for pile, home in tops)

    def _fills_badly(self, state: State, pile: int) -> bool:
        """Points 3 and 4: whether this move empties a pile that an unknown card, or one that is astray, would fill."""
        if not self.globe or pile >= self.columns or len(state.piles[pile]) > 1:
            return False
        if state.waste:
            return not self.home[pile] >> (state.waste[-1] >> 4) & 1
        return state.stock > 0


def _shown(state: State) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Each card that may come to light, and what is left then; those that can't go up first, the lowest first."""
    unseen = state.unseen
    for card in sorted(set(unseen), key=lambda card: ((card & 15) - 1 in state.up[card >> 4], card & 15)):
        at = unseen.index(card)
        yield card, unseen[:at] + unseen[at + 1 :]


def _looked_through(state: State, face_down: int) -> Iterator[State]:
    """What may be known when the whole stock has been seen (point 2)."""
    if comb(len(state.unseen), face_down) > MOST_STATES:
        raise _TooLong
    for left in sorted(set(combinations(state.unseen, face_down))):
        rest = list(state.unseen)
        for card in left:
            rest.remove(card)
        yield state._replace(waste=tuple(sorted((*state.waste, *rest))), stock=0, unseen=left)


def is_hopeless(state: State, redeals: bool, globe: bool) -> bool:
    """Whether the hidden cards can lie so that none of them ever goes up; with none, whether not all goes up (6)."""
    most = [heights[-1] for heights in state.up]
    piles = [list(pile) for pile in state.piles if pile]
    if redeals or globe:
        piles += [[card] for card in state.waste]
    elif state.waste:
        piles.append(list(state.waste))
    moved = True
    while moved:
        moved = False
        for pile in piles:
            while pile and pile[-1] and pile[-1] & 15 <= most[pile[-1] >> 4] + 1:
                card = pile.pop()
                most[card >> 4] = max(most[card >> 4], card & 15)
                moved = True
    if not state.unseen:
        return any(piles)
    fitting = sum(card & 15 <= most[card >> 4] + 1 for card in state.unseen)
    bare = sum(pile[-1:] == [HIDDEN] for pile in piles)
    shut_in = sum(pile.count(HIDDEN) for pile in piles) - bare
    return fitting <= shut_in and len(state.unseen) - fitting >= bare


def has_circle(state: State) -> bool:
    """Whether for some arrangement of what is hidden the needs of point 7 go round in a circle.

    A card needs all lower cards of its suit to be up, and all that lie on it. Cards of stock and waste lie under
    none. A shortest circle goes through piles and suits in turn, each at most once: in a pile down from a card *u*
    to a card *x* that it covers, in the suit of *x* up from *x* to a higher card, the next pile's *u*. (If it came
    through a suit twice, from x to u and from y to v, then x is lower than v or y lower than u, for else
    v ≤ x < u ≤ y < v; so there is a shorter one. The same holds for a pile, with heights in it.) For such a circle it
    is best that *u* is as high and *x* as low as can be. What a hidden place holds is up to the opponent: a *u* of
    suit s is the highest not seen, an *x* the lowest. They are two cards, since x is lower than u, and each
    suit has one of either. So it is enough to look at these.
    """
    highest, lowest = [0] * len(SUITS), [0] * len(SUITS)
    for card in state.unseen:
        highest[card >> 4] = max(highest[card >> 4], card & 15)
        lowest[card >> 4] = min(lowest[card >> 4] or 99, card & 15)
    ways = [_ways(pile, highest, lowest) for pile in state.piles]

    def goes_round(first: int, high: int, suit: int, low: int, piles: int, suits: int) -> bool:
        """Whether a circle that began with a ``u`` of suit ``first`` and came to an ``x`` can be closed."""
        if suit == first:
            return low < high
        if suits >> suit & 1:
            return False
        return any(
            goes_round(first, high, other, lower, piles | 1 << i, suits | 1 << suit)
            for i, ways_of_pile in enumerate(ways)
            if not piles >> i & 1
            for (start, other), pairs in ways_of_pile.items()
            if start == suit
            for top, lower in pairs
            if low < top
        )

    return any(
        goes_round(start, top, suit, low, 1 << i, 1 << start)
        for i, ways_of_pile in enumerate(ways)
        for (start, suit), pairs in ways_of_pile.items()
        for top, low in pairs
    )


def _ways(pile: tuple[int, ...], highest: list[int], lowest: list[int]) -> dict[tuple[int, int], set[tuple[int, int]]]:
    """The ways down a pile: by the suits of upper and lower card, their pairs of heights, but for those of no use."""
    ways: dict[tuple[int, int], set[tuple[int, int]]] = {}
    above = [0] * len(SUITS)  # the highest card of each suit on the way down
    for card in reversed(pile):
        unders = (
            [(s, lowest[s]) for s in range(len(SUITS)) if lowest[s]] if card == HIDDEN else [(card >> 4, card & 15)]
        )
        for suit, low in unders:
            for start, top in enumerate(above):
                if top:
                    pairs = ways.setdefault((start, suit), set())
                    if not any(t >= top and w <= low for t, w in pairs):
                        pairs.add((top, low))
        if card == HIDDEN:
            above = list(map(max, above, highest))
        else:
            above[card >> 4] = max(above[card >> 4], card & 15)
    return ways
