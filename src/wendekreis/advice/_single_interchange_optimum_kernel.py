# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""The fair optimum of Single Interchange: in how many arrangements of the face-down cards the best player wins.

The player sees what lies open and, stock and waste being known, which cards lie face down, but not where. Every
arrangement of them is as likely as any other, and stays so: what comes to light tells of nothing but itself.

The words are those of the solver's kernel (wendekreis/solver/_single_interchange_kernel.py): a bit a card, cards *in
place* or *free*, the *ends* of the piles, Kings that are *rooted*.

What the player does
--------------------
An end that can leave its place does so at once, up or onto its base. That kernel shows that any line of play that wins
without this move can be played after it, in the same arrangement. Nor does the player lose knowledge: he sees at least
the cards that he would see without the move, so he can play after it as he would have played. So the moves that leave
are made before all else. The card that lies open then may be a new one: the value is the sum over what it can be, each
of the cards that are still hidden, of the arrangements of the others that are won then. When no end can leave and
nothing is to be turned up, a King for a space is all that is left to choose: the value is the largest one. One King at
a time, for what it brings to light may bear on the next.

So the value of a state, a number of arrangements out of all of its hidden cards, is a sum or a maximum of values of
states with fewer cards in place or more rooted Kings, and 1 when nothing is in place. States are kept whole in a table.
A state is: for each pile which row its end is and, if it was hidden, which card; the set of cards still hidden; the
rooted Kings. All the rest follows.

What can't be won
-----------------
A state is given up when not even this can be won: every card still hidden is free, *and* every one is at the same time
an open card that others can be put on. By induction over a winning line in any arrangement: what has left its place
there can leave it here, for its base is here an end, or free and on such a base, or one of the hidden cards; piles are
empty here as soon as there; and a hidden King takes no space here.
"""

import cython
from cython.cimports.libc.stdlib import calloc, free

U64 = cython.typedef(cython.ulonglong)

MOST_COLUMNS = 7
MOST_ROWS = 30
MOST_HIDDEN = 12

Table = cython.struct(
    columns=cython.int,
    aces=cython.ulonglong,
    kings=cython.ulonglong,
    cards=cython.ulonglong,
    rows=cython.ulonglong[240],
    hidden=cython.ulonglong[16],
)
"""``rows``: 30 for each pile, bottom to top, 0 for a hidden card."""

State = cython.struct(
    in_place=cython.ulonglong,
    ends=cython.ulonglong,
    rooted=cython.ulonglong,
    unseen=cython.ulonglong,
    end=cython.ulonglong[8],
    row=cython.schar[8],
    who=cython.uchar[8],
    left=cython.uint,
    spaces=cython.int,
    bright=cython.int,
)
"""``unseen`` are the hidden cards, ``left`` the same by number; of each pile ``end`` is its end or 0, ``row`` where
that is, ``who`` its number from 1 if it was hidden. In a ``bright`` state hidden cards are free, and hide nothing."""

Entry = cython.struct(piles=cython.ulonglong, others=cython.ulonglong, value=cython.longlong)

Memory = cython.struct(
    entries=cython.pointer(Entry), mask=cython.ulonglong, count=cython.ulonglong, most=cython.ulonglong
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def _spread(cards: U64, through: U64) -> U64:
    """The cards, and those that can be reached from them downward through others."""
    cards |= through & (cards >> 1)
    through &= through >> 1
    cards |= through & (cards >> 2)
    through &= through >> 2
    cards |= through & (cards >> 4)
    through &= through >> 4
    return cards | through & (cards >> 8)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _expose(table: cython.pointer(Table), state: cython.pointer(State), pile: cython.int, card: U64) -> cython.void:
    """What lies in the pile's row is its end now, ``card`` if it was hidden and has just been turned up.

    Open cards that it continues in suit make a run with it: they are the end, and it is free. A hidden card stays
    hidden: the pile then has no end.
    """
    rows: cython.p_ulonglong = table.rows + 30 * pile
    row: cython.int = state.row[pile]
    if card:
        state.who[pile] = 0
        while table.hidden[state.who[pile]] != card:
            state.who[pile] += 1
        state.who[pile] += 1
    else:
        state.who[pile] = 0
        while state.bright and row >= 0 and rows[row] == 0:
            row -= 1
        state.row[pile] = row
        if row < 0:
            state.spaces += 1
            return
        card = rows[row]
        if card == 0:
            return
    while row > 0 and rows[row - 1] == card << 1:
        state.in_place ^= card
        row -= 1
        card = rows[row]
        state.row[pile] = row
        state.who[pile] = 0
    state.end[pile] = card
    state.ends |= card
    if row == 0:
        state.rooted |= card & table.kings


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _leave(table: cython.pointer(Table), state: cython.pointer(State), card: U64) -> cython.void:
    """An end leaves its place."""
    pile: cython.int
    state.ends ^= card
    state.in_place ^= card
    for pile in range(table.columns):
        if state.end[pile] == card:
            state.end[pile] = 0
            state.row[pile] -= 1
            _expose(table, state, pile, 0)
            return
    state.spaces += 1  # a King that filled a space


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _close(table: cython.pointer(Table), state: cython.pointer(State)) -> cython.void:
    """Let every end leave that can, until none can."""
    card: U64
    open_cards: U64
    sources: U64
    leaving: U64
    while True:
        open_cards = table.cards & ~state.in_place
        sources = state.ends
        if state.bright:
            sources |= state.unseen
        leaving = state.ends & ((open_cards + table.aces) | (_spread(sources, open_cards) >> 1))
        if not leaving:
            return
        while leaving:
            card = leaving & (~leaving + 1)
            leaving ^= card
            _leave(table, state, card)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _kings(table: cython.pointer(Table), state: cython.pointer(State)) -> U64:
    """The Kings that could fill a space; none when there is no space."""
    open_cards: U64 = table.cards & ~state.in_place
    complete: U64 = ((open_cards + table.aces) >> 1) & table.kings
    if state.spaces <= 0:
        return 0
    return table.kings & (open_cards | state.ends) & ~state.rooted & ~complete & ~state.unseen


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _place(table: cython.pointer(Table), state: cython.pointer(State), king: U64) -> cython.void:
    """A King fills a space."""
    if king & state.ends:
        _leave(table, state, king)
    state.in_place |= king
    state.ends |= king
    state.rooted |= king
    state.spaces -= 1
    _close(table, state)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _number(table: cython.pointer(Table), rooted: U64) -> cython.int:
    """A set of Kings as a number below 16."""
    number: cython.int = 0
    suit: cython.int
    for suit in range(4):
        if (rooted >> (16 * suit)) & 0xFFFF:
            number |= 1 << suit
    return number


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _may_win(table: cython.pointer(Table), state: cython.pointer(State), seen: cython.p_uint) -> cython.bint:
    """Whether a bright, closed state can be won; ``seen`` are the sets of rooted Kings that were tried."""
    after: State
    king: U64
    choice: U64
    number: cython.int
    if state.in_place == 0:
        return True
    choice = _kings(table, state)
    while choice:
        king = choice & (~choice + 1)
        choice ^= king
        number = _number(table, state.rooted | king)
        if (seen[0] >> number) & 1:
            continue
        seen[0] |= cython.cast(cython.uint, 1) << number
        after = state[0]
        _place(table, cython.address(after), king)
        if _may_win(table, cython.address(after), seen):
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_hopeless(table: cython.pointer(Table), state: cython.pointer(State)) -> cython.bint:
    """Whether no arrangement can be won, by what the module's docstring says."""
    light: State = state[0]
    seen: cython.uint = 0
    pile: cython.int
    light.bright = 1
    light.in_place &= ~light.unseen
    for pile in range(table.columns):
        if light.end[pile] == 0 and light.row[pile] >= 0:
            _expose(table, cython.address(light), pile, 0)
    _close(table, cython.address(light))
    return not _may_win(table, cython.address(light), cython.address(seen))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find(memory: cython.pointer(Memory), piles: U64, others: U64) -> cython.pointer(Entry):
    """The place of this state in the table; its value is -1 when it was never there."""
    at: U64 = (piles ^ others << 40 ^ others >> 5) * cython.cast(U64, 0x9E3779B97F4A7C15)
    entry: cython.pointer(Entry)
    at = (at ^ (at >> 29)) & memory.mask
    while True:
        entry = memory.entries + at
        if entry.others == 0 or (entry.piles == piles and entry.others == others):
            return entry
        at = (at + 1) & memory.mask


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _keep(memory: cython.pointer(Memory), piles: U64, others: U64, value: cython.longlong) -> cython.void:
    """Write a value down; not when there is no memory for it."""
    old: cython.pointer(Entry) = memory.entries
    room: U64 = memory.mask + 1
    i: U64
    entry: cython.pointer(Entry)
    if 2 * memory.count >= room:
        entry = cython.cast(cython.pointer(Entry), calloc(2 * room, cython.sizeof(Entry)))
        if entry == cython.NULL:
            memory.most = 0
            return
        memory.entries = entry
        memory.mask = 2 * room - 1
        for i in range(room):
            if old[i].others:
                _find(memory, old[i].piles, old[i].others)[0] = old[i]
        free(old)
    entry = _find(memory, piles, others)
    entry.piles = piles
    entry.others = others
    entry.value = value
    memory.count += 1
    if memory.count > memory.most:
        memory.most = 0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _value(
    table: cython.pointer(Table), memory: cython.pointer(Memory), state: cython.pointer(State)
) -> cython.longlong:
    """In how many arrangements of its hidden cards a closed state is won. Means nothing when ``memory.most`` is 0."""
    after: State
    piles: U64 = 0
    others: U64
    value: cython.longlong = 0
    one: cython.longlong
    choice: U64
    card: U64
    pile: cython.int
    turned: cython.int = -1
    entry: cython.pointer(Entry)
    if state.in_place == 0:
        return 1
    for pile in range(table.columns):
        piles = piles << 9 | (state.row[pile] + 1) << 4 | state.who[pile]
        if state.end[pile] == 0 and state.row[pile] >= 0:
            turned = pile
    others = cython.cast(U64, state.left) << 8 | _number(table, state.rooted) << 1 | 1
    entry = _find(memory, piles, others)
    if entry.others:
        return entry.value
    if memory.most == 0:
        return 0
    if not _is_hopeless(table, state):
        choice = state.unseen if turned >= 0 else _kings(table, state)
        while choice:
            card = choice & (~choice + 1)
            choice ^= card
            after = state[0]
            if turned >= 0:
                after.unseen ^= card
                _expose(table, cython.address(after), turned, card)
                pile = 0
                while table.hidden[pile] != card:
                    pile += 1
                after.left ^= cython.cast(cython.uint, 1) << pile
                _close(table, cython.address(after))
                value += _value(table, memory, cython.address(after))
            else:
                _place(table, cython.address(after), card)
                one = _value(table, memory, cython.address(after))
                if one > value:
                    value = one
    _keep(memory, piles, others, value)
    return value


@cython.cclass
class Optimum:
    """A position as its player knows it, closed: every end has left that can.

    ``piles`` has for each tableau pile its codes, bottom to top, with -1 for a hidden card; ``hidden`` are the codes of
    the hidden cards. All other cards are free. At most so many states are kept.

    Raises:
        ValueError: for what there is no room for.
    """

    _table: Table
    _start: State
    _memory: Memory
    _ranks: cython.int

    def __cinit__(self, ranks: int, piles: list, hidden: list, most_states: int):
        bits: dict = {}
        self._memory.entries = cython.NULL
        table: cython.pointer(Table) = cython.address(self._table)
        state: cython.pointer(State) = cython.address(self._start)
        if not (
            1 <= ranks <= 13
            and len(piles) <= MOST_COLUMNS
            and len(hidden) <= MOST_HIDDEN
            and all(len(codes) <= MOST_ROWS for codes in piles)
            and sum(code < 0 for codes in piles for code in codes) == len(hidden)
            and all(not codes or codes[len(codes) - 1] >= 0 for codes in piles)
            and most_states > 0
        ):
            raise ValueError("there is no room for such a position")
        self._ranks = ranks
        table.columns = len(piles)
        table.aces = table.kings = table.cards = 0
        for code in range(4 * ranks):
            bits[code] = 1 << (16 * (code // ranks) + code % ranks)
            table.cards |= cython.cast(U64, bits[code])
        for code in range(0, 4 * ranks, ranks):
            table.aces |= cython.cast(U64, bits[code])
            table.kings |= cython.cast(U64, bits[code + ranks - 1])
        state.in_place = state.ends = state.rooted = state.unseen = 0
        state.left = (1 << len(hidden)) - 1
        state.spaces = state.bright = 0
        for i, code in enumerate(hidden):
            table.hidden[i] = bits[code]
            state.unseen |= table.hidden[i]
        state.in_place = state.unseen
        for i, codes in enumerate(piles):
            for row, code in enumerate(codes):
                table.rows[30 * i + row] = bits[code] if code >= 0 else 0
                state.in_place |= table.rows[30 * i + row]
            state.end[i] = 0
            state.row[i] = len(codes) - 1
            _expose(table, state, i, 0)
        _close(table, state)
        self._memory.most = most_states
        self._memory.mask = 255
        self._memory.entries = cython.cast(cython.pointer(Entry), calloc(256, cython.sizeof(Entry)))
        if self._memory.entries == cython.NULL:
            raise MemoryError

    def __dealloc__(self):
        free(self._memory.entries)

    @property
    def states(self) -> int:
        """How many states are kept."""
        return self._memory.count

    def wins(self) -> int:
        """In how many arrangements the best player wins; -1 when there are too many states to tell."""
        value: cython.longlong
        with cython.nogil:
            value = _value(cython.address(self._table), cython.address(self._memory), cython.address(self._start))
        return value if self._memory.most else -1

    def kings(self) -> list:
        """For each King that could fill a space, once all has left that can: its code, and the wins with it, or -1."""
        after: State
        value: cython.longlong
        found: list = []
        choice: U64 = 0
        king: U64
        if self._is_closed():
            choice = _kings(cython.address(self._table), cython.address(self._start))
        while choice:
            king = choice & (~choice + 1)
            choice ^= king
            after = self._start
            _place(cython.address(self._table), cython.address(after), king)
            with cython.nogil:
                value = _value(cython.address(self._table), cython.address(self._memory), cython.address(after))
            suit = 0
            while king >> (16 * suit) > 0xFFFF:
                suit += 1
            found.append(((suit + 1) * self._ranks - 1, value if self._memory.most else -1))
        return found

    @cython.cfunc
    def _is_closed(self) -> cython.bint:
        """Whether no hidden card is to be turned up before anything is chosen."""
        pile: cython.int
        for pile in range(self._table.columns):
            if self._start.end[pile] == 0 and self._start.row[pile] >= 0:
                return False
        return True
