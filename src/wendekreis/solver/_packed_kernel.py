# cython: language_level=3
"""Packed deals at the speed of C: drawn by seed and index, and read from text.

A packed deal is its cards in deal order as *codes*, a byte each: ``suit * ranks + rank - 1``, suits C D H S.
"""

import cython
from cython.cimports.libc.string import memcpy, memset

U64 = cython.typedef(cython.ulonglong)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
@cython.inline
def _mix(word: U64) -> U64:
    word = (word ^ (word >> 30)) * cython.cast(U64, 0xBF58476D1CE4E5B9)
    word = (word ^ (word >> 27)) * cython.cast(U64, 0x94D049BB133111EB)
    return word ^ (word >> 31)


@cython.cdivision(True)
def draw(deck: cython.const[cython.uchar][::1], seed: U64, first: U64, deals: cython.uchar[::1]) -> None:
    """Fill ``deals`` with the random deals ``first``, ``first + 1`` …; the GIL is released.

    The mapping is that of :func:`wendekreis.deals.random_deal`; ``deck`` are the codes of the pack, sorted.
    """
    size: cython.Py_ssize_t = deck.shape[0]
    count: cython.Py_ssize_t
    i: cython.Py_ssize_t
    gamma: U64 = cython.cast(U64, 0x9E3779B97F4A7C15)
    start: U64
    state: U64
    product: U64
    low: cython.uint
    place: cython.uint
    left: cython.uint
    chosen: cython.uint
    card: cython.uchar
    deal: cython.pointer(cython.uchar)
    if size == 0 or deals.shape[0] == 0:
        return
    count = deals.shape[0] // size
    if count * size != deals.shape[0]:
        raise ValueError("there is room for a part of a deal")
    with cython.nogil:
        start = _mix(seed + gamma)
        for i in range(count):
            deal = cython.address(deals[i * size])
            memcpy(deal, cython.address(deck[0]), size)
            state = _mix(start + (first + cython.cast(U64, i) + 1) * gamma)
            for place in range(cython.cast(cython.uint, size - 1)):
                left = cython.cast(cython.uint, size) - place
                while True:
                    state += gamma
                    product = (_mix(state) >> 32) * left
                    low = cython.cast(cython.uint, product)
                    # 2³² mod left, which is (2³² - left) mod left, is below left: hardly ever a division.
                    if low >= left or low >= (~left + 1) % left:
                        break
                chosen = place + cython.cast(cython.uint, product >> 32)
                card = deal[place]
                deal[place] = deal[chosen]
                deal[chosen] = card


def read(
    line: bytes,
    deck: cython.const[cython.uchar][::1],
    ranks: cython.int,
    deals: cython.uchar[::1],
    number: cython.Py_ssize_t,
) -> cython.bint:
    """Read a line that is nothing but a deal into place ``number`` of ``deals``.

    Returns:
        False for every other line: comment, moves behind the deal, wrong cards. It is to be read by
        :mod:`wendekreis.deals` then, which says what is wrong.
    """
    size: cython.Py_ssize_t = deck.shape[0]
    text: cython.pointer(cython.const[cython.uchar]) = line
    length: cython.Py_ssize_t = len(line)
    i: cython.Py_ssize_t = 0
    place: cython.Py_ssize_t = 0
    letter: cython.int
    rank: cython.int
    suit: cython.int
    missing: cython.schar[256]
    out: cython.pointer(cython.uchar)
    if number < 0 or (number + 1) * size > deals.shape[0] or size == 0:
        raise ValueError("there is no room for the deal")
    out = cython.address(deals[number * size])
    memset(missing, 0, 256)
    for place in range(size):
        missing[deck[place]] += 1
    place = 0
    while True:
        while i < length and (text[i] == 32 or 9 <= text[i] <= 13):
            i += 1
        if i == length:
            return place == size
        if place == size or i + 2 > length:
            return False
        letter = text[i] & 0xDF if text[i] >= 64 else text[i]  # to upper case
        i += 1
        if 50 <= letter <= 57:  # 2 … 9
            rank = letter - 49
        elif letter == 84:  # T
            rank = 9
        elif letter == 74:  # J
            rank = 10
        elif letter == 81:  # Q
            rank = 11
        elif letter == 75:  # K
            rank = 12
        elif letter == 65:  # A
            rank = 0
        elif letter == 49 and text[i] == 48 and i + 1 < length:  # 10
            rank = 9
            i += 1
        else:
            return False
        letter = text[i] & 0xDF if text[i] >= 64 else text[i]
        i += 1
        if letter == 67:
            suit = 0
        elif letter == 68:
            suit = 1
        elif letter == 72:
            suit = 2
        elif letter == 83:
            suit = 3
        else:
            return False
        if i < length and not (text[i] == 32 or 9 <= text[i] <= 13):
            return False
        if rank >= ranks:
            return False
        out[place] = cython.cast(cython.uchar, suit * ranks + rank)
        missing[out[place]] -= 1
        if missing[out[place]] < 0:
            return False
        place += 1
