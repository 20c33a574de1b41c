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
2. *So is a card on the further foundation, if its other copy covers nothing* (Interchange and Unlimited): if that lies
   lowest in its pile, or in a set as of point 3. After the move one plays as before it, but that the copy which
   goes up first has done so already. Where that was the other one, it stands in for this one later; it
   lies where it lay alone, and kept nothing from going up meanwhile.
3. *Stock and waste are a set where there are redeals* (Single Interchange 8): turning through them costs nothing,
   shows all of them, and brings each to the top. So they are looked through first. What lies face down
   is then one of the sets that may remain of the cards not seen; each of these is searched.
4. *Hemispheres: no pile is emptied while the waste is empty and the stock is not.* The next card may be turned
   first; if it is then put where it would have gone by itself the position is the same, and the player has seen it.
5. *Hemispheres: a card astray is the end* (rule 5: it can't go up, and no exchange is made here). So no pile is emptied
   that the top of the waste would lie astray in.
6. *Hemispheres: with waste and stock out, nothing astray, all goes up.* Each pile is a run of one suit, lowest on
   top. Of the lowest cards of a suit that are not up, each is the top of its pile or a barrier, and it fits: its
   lower cards are all up. No fill follows.
7. *Hopeless states.* Let the known cards go up by the mildest rule: a card needs one copy of the next lower one
   up, no more (and in Hemispheres any card of the waste may be taken). No way to play brings more of them up before
   a hidden card goes up. Of the cards not seen, let A be those that could then go up, and let the piles have *h* hidden
   cards, *e* of them with nothing on them any more. If A ≤ h - e, and there are *e* others, the opponent lays the A
   cards where nothing comes to them, and *e* others on the piles: nothing hidden ever goes up. With nothing hidden
   in piles that is: A = 0.
8. *No circle, then certain* (games with redeals). Let the player make the moves of point 1 alone: a card may go up when
   all lower cards of its suit have, and those that lie on it. Then all goes up unless these needs go round in a
   circle. See :mod:`wendekreis.advice.circles`. With one pack every move up is one of point 1, so there *certain* is:
   no circle.
9. *A waste in which cards are buried* (Hemispheres): see :func:`wendekreis.advice.bounds.is_buried`.
10. *Room for all that is left* (Hemispheres): see :func:`wendekreis.advice.bounds.is_roomy`.
11. *What is lost face up is not certain* (Unlimited, with the kernel). The hidden cards are laid out in some
    arrangements at random, always the same ones, and searched as if they were known.

With two packs a compiled kernel searches, by these points and more (_endgame_search_kernel.py); with one, or
without the kernel, what stands here does.

The search is bounded, so that it never holds up a move: what would take more than ``KERNEL_STATES`` states is given
up; the answer is no then. Without the kernel the bound is ``MOST_STATES``, and where without redeals more than
``MOST_STOCK`` cards of the stock are not known there is no search but for point 10. See docs/knowledge.md for how often
that is.
"""

from collections.abc import Iterable, Iterator, Set
from functools import cache
from itertools import combinations
from math import comb
from random import Random
from typing import Any

from wendekreis.advice.bounds import State, is_buried, is_hopeless, is_roomy
from wendekreis.advice.circles import HIDDEN, has_circle
from wendekreis.advice.kernels import kernel
from wendekreis.advice.safe import AROUND_THE_GLOBE, FAMILY, step_of
from wendekreis.cards import Card, Suit
from wendekreis.rules import Game, Position, Role

__all__ = [
    "KERNEL_STATES",
    "TURN",
    "WASTE",
    "Endgame",
    "Option",
    "State",
    "code_of",
    "read",
    "suit_of",
]

KERNEL = "_endgame_search_kernel"
KERNEL_COLUMNS = 12

MOST_STOCK = 8
"""Without redeals, no more unseen cards of the stock are searched in all their orders."""

MOST_STATES = 1000
"""So many states with a choice are searched at most: a tenth of a second."""

KERNEL_STATES = 35_000
"""So many the kernel searches at most: a twentieth of a second."""

ARRANGEMENTS = 60
ARRANGED_STATES = 100
"""How many arrangements of the hidden cards are tried, and the kernel's bound for each."""

SUITS = tuple(Suit)
WASTE, TURN = -1, -2

Option = tuple[int, int]
"""A move: the pile that its card leaves, or ``WASTE``, and the card's code; or ``(TURN, 0)``."""


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
        self.ranks = game.ranks
        self.halves = ((range(self.north), red), (range(self.north, self.columns), 15 - red))
        self.states, self.most = 0, KERNEL_STATES
        self._answers: dict[State, bool] = {}
        self._kernel: Any | None = None
        self._room = 0

    def certain(self, state: State, most: int = KERNEL_STATES) -> bool:
        """Whether the state is won for certain; also false when it would take too long to see.

        ``most`` is the bound, with the kernel.
        """
        return self.decide(state, most) is True

    def decide(self, state: State, most: int = KERNEL_STATES) -> bool | None:
        """The same, ``None`` when it would take too long to see."""
        if not self.is_known or (self.globe and self._is_astray(state)) or self._is_hopeless(state):
            return False
        self.states = 0
        self.most = most
        try:
            return self._certain(state)
        except _TooLong:
            return None

    def _certain(self, state: State) -> bool:
        if not self.redeals and state.stock > MOST_STOCK and not self.has_kernel:
            return self.globe and is_roomy(state, self.halves)
        if not self.redeals:
            return self._search(state)
        face_down = len(state.unseen) - state.stock
        if not face_down:
            return self._search(state._replace(waste=tuple(sorted(state.waste + state.unseen)), stock=0, unseen=()))
        if not has_circle(state.piles, state.unseen):
            return True
        if self.packs == 1 or (self.has_kernel and self._is_lost_face_up(state)):
            return False
        return all(map(self._search, _looked_through(state, face_down) if state.stock else (state,)))

    @property
    def has_kernel(self) -> bool:
        """Whether the kernel searches."""
        return self.packs == 2 and self.columns <= KERNEL_COLUMNS and kernel(KERNEL) is not None

    def _is_lost_face_up(self, state: State) -> bool:
        """Whether some of a few arrangements of the hidden cards is lost even when all of them are known (point 11)."""
        chance, unseen = Random(0), list(state.unseen)
        for _ in range(ARRANGEMENTS):
            chance.shuffle(unseen)
            rest = iter(unseen)
            piles = tuple(tuple(card or next(rest) for card in pile) for pile in state.piles)
            waste = tuple(sorted((*state.waste, *rest)))
            self.states = max(0, self.most - ARRANGED_STATES)
            try:
                if not self._search(State(state.up, piles, waste, 0, ())):
                    return True
            except _TooLong:
                pass
        self.states = 0
        return False

    def _search(self, state: State) -> bool:
        """Search, by the kernel if there is one for it."""
        if not self.has_kernel:
            return self._wins(state)
        if self._kernel is None or self._room < self.most:
            make = kernel(KERNEL).Endgame  # type: ignore[union-attr]
            self._room = self.most
            self._kernel = make(self.globe, self.redeals, self.north, self.home, self.ranks, self._room)
        answer, states = self._kernel.certain(state, self.most - self.states)
        self.states += states
        if answer < 0:
            raise _TooLong
        return bool(answer)

    def options(self, state: State) -> Iterator[Option]:
        """The moves, but for those that points 4 and 5 leave out."""
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
                for shown, rest in self._shown(state)
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
                for shown, rest in self._shown(state)
            ]
        if self.globe and not left and source < self.columns and waste:
            left, waste = waste[-1:], waste[:-1]
        return [state._replace(up=up, piles=(*before, left, *behind), waste=waste)]

    def safe(self, state: State) -> Option | None:
        """A move that can never hurt (points 1 and 2), if there is one."""
        up, out = state.up, not state.waste and not state.stock
        for i, pile in enumerate(state.piles):
            is_free = not self.globe or len(pile) > 1 or i >= self.columns or out
            if pile and is_free and self._hurts_nobody(state, i, pile[-1], up[pile[-1] >> 4]):
                return i, pile[-1]
        if self.redeals:
            usable: Iterable[int] = state.waste
        else:
            usable = () if self.globe and (len(state.waste) > 1 or state.stock) else state.waste[-1:]
        fitting = (card for card in usable if self._hurts_nobody(state, WASTE, card, up[card >> 4]))
        return next(((WASTE, card) for card in fitting), None)

    def _hurts_nobody(self, state: State, source: int, card: int, heights: tuple[int, ...]) -> bool:
        under = (card & 15) - 1
        if under == heights[0]:
            return True  # point 1
        if under not in heights or self.globe:
            return False
        # Point 2: where does the other copy lie?
        if self.redeals and state.waste.count(card) > (source == WASTE):
            return True
        return any(pile and pile[0] == card and (i != source or len(pile) > 1) for i, pile in enumerate(state.piles))

    def _wins(self, state: State) -> bool:
        outcomes = [state]
        while len(outcomes) == 1 and (option := self.safe(state := outcomes[0])) is not None:
            outcomes = self.outcomes(state, option)
        if not state.waste and not state.stock and (self.globe or not any(state.piles)):
            return True  # point 6
        key = self._key(state)
        answer = self._answers.get(key)
        if answer is None:
            self.states += 1
            if self.states > MOST_STATES:
                raise _TooLong
            choices = (self.outcomes(state, option) for option in self.options(state))
            ways = [outcomes] if len(outcomes) > 1 else choices
            answer = (self.globe and is_roomy(state, self.halves)) or (
                not self._is_hopeless(state) and any(all(map(self._wins, way)) for way in ways)
            )
            self._answers[key] = answer
        return answer

    def _is_hopeless(self, state: State) -> bool:
        if is_hopeless(state, self.redeals, self.globe):
            return True
        return self.globe and is_buried(state, self.ranks, self.halves)

    def _shown(self, state: State) -> Iterator[tuple[int, tuple[int, ...]]]:
        """Each card that may come to light, and what is left then; those that can't go up first, the lowest first."""
        unseen = state.unseen
        for card in sorted(set(unseen), key=lambda card: ((card & 15) - 1 in state.up[card >> 4], card & 15)):
            at = unseen.index(card)
            yield card, unseen[:at] + unseen[at + 1 :]

    def _key(self, state: State) -> State:
        """Piles are alike, in Hemispheres those of a hemisphere."""
        piles, north, south = state.piles, self.north, self.columns
        return state._replace(piles=(*sorted(piles[:north]), *sorted(piles[north:south]), *piles[south:]))

    def _is_astray(self, state: State) -> bool:
        tops = zip(state.piles, self.home, strict=False)
        return any(pile and not home >> (pile[-1] >> 4) & 1 for pile, home in tops)

    def _fills_badly(self, state: State, pile: int) -> bool:
        """Points 4 and 5: whether this move empties a pile that an unknown card, or one that is astray, would fill."""
        if not self.globe or pile >= self.columns or len(state.piles[pile]) > 1:
            return False
        if state.waste:
            return not self.home[pile] >> (state.waste[-1] >> 4) & 1
        return state.stock > 0


def _looked_through(state: State, face_down: int) -> Iterator[State]:
    """What may be known when the whole stock has been seen (point 3)."""
    if comb(len(state.unseen), face_down) > MOST_STATES:
        raise _TooLong
    for left in sorted(set(combinations(state.unseen, face_down))):
        rest = list(state.unseen)
        for card in left:
            rest.remove(card)
        yield state._replace(waste=tuple(sorted((*state.waste, *rest))), stock=0, unseen=left)
