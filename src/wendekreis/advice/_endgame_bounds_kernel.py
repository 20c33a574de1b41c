# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""What tells at once that a state of the game in which cards only go up is won for certain, or that it is not.

The points are those of endgame.py.
"""

import cython
from cython.cimports.libc.stdint import uint64_t
from cython.cimports.wendekreis.advice._endgame import ROWS


def is_hopeless(root, state):
    """Point 7."""
    most: cython.int[4]
    length: cython.int[17]
    usable: uint64_t = 0
    left: uint64_t
    card: cython.int
    i: cython.int
    k: cython.int
    moved: cython.bint = True
    is_set: cython.bint = root.globe or root.redeals
    fitting: cython.int = 0
    unseen: cython.int = 0
    bare: cython.int = 0
    shut_in: cython.int = 0
    for i in range(4):
        most[i] = state.up[2 * i + 1]
    for i in range(root.piles):
        length[i] = state.length[i]
    k = state.height
    if is_set:
        for i in range(state.height):
            usable |= cython.cast(uint64_t, 1) << state.waste[i]
        k = 0
    while moved:
        moved = False
        for i in range(4):
            while (usable >> (16 * i + most[i] + 1)) & 1 and most[i] < root.ranks:
                most[i] += 1
                moved = True
        while k and (state.waste[k - 1] & 15) <= most[state.waste[k - 1] >> 4] + 1:
            k -= 1
            most[state.waste[k] >> 4] = max(most[state.waste[k] >> 4], state.waste[k] & 15)
            moved = True
        for i in range(root.piles):
            while length[i]:
                card = root.base[i * ROWS + length[i] - 1]
                if length[i] == state.length[i] and state.shown[i]:
                    card = state.shown[i]
                if card == 0 or (card & 15) > most[card >> 4] + 1:
                    break
                length[i] -= 1
                most[card >> 4] = max(most[card >> 4], card & 15)
                moved = True
    if state.once == 0:
        if k:
            return True
        for i in range(4):
            if (usable >> (16 * i)) & 0xFFFF & (cython.cast(uint64_t, 0xFFFE) << most[i]):
                return True
        for i in range(root.piles):
            k += length[i]
        return k > 0
    left = state.once
    for card in range(64):
        if (left >> card) & 1:
            k = 1 + ((state.twice >> card) & 1)
            unseen += k
            if (card & 15) <= most[card >> 4] + 1:
                fitting += k
    for i in range(root.piles):
        for k in range(length[i]):
            card = root.base[i * ROWS + k]
            if card == 0 and not (k == state.length[i] - 1 and state.shown[i]):
                if k == length[i] - 1:
                    bare += 1
                else:
                    shut_in += 1
    return fitting <= shut_in and unseen - fitting >= bare


def is_buried(root, state):
    """Point 9."""
    stop: cython.int[4]
    met: uint64_t = 0
    bit: uint64_t
    card: cython.int
    cut: cython.int
    i: cython.int
    half: cython.int
    suits: cython.int
    more: cython.int
    for i in range(4):
        stop[i] = root.ranks
    for cut in range(state.height):
        card = state.waste[cut]
        bit = cython.cast(uint64_t, 1) << card
        if not met & bit:
            met |= bit
        elif (card & 15) <= stop[card >> 4]:
            stop[card >> 4] = (card & 15) - 1
            for half in range(2):
                suits = root.home[0 if half == 0 else root.columns - 1]
                more = 0
                for i in range(cut + 1, state.height):
                    card = state.waste[i]
                    if (suits >> (card >> 4)) & 1 and (card & 15) > stop[card >> 4]:
                        more += 1
                for i in range(0 if half == 0 else root.north, root.north if half == 0 else root.columns):
                    if state.length[i]:
                        card = state.shown[i] if state.length[i] == 1 and state.shown[i] else root.base[i * ROWS]
                        if (card & 15) <= stop[card >> 4]:
                            more -= 1
                if more > 0:
                    return True
    return False


def is_roomy(root, state):
    """Point 10."""
    wanted: cython.int[4]
    length: cython.int[16]
    up: cython.int[8]
    card: cython.int
    i: cython.int
    half: cython.int
    first: cython.int
    last: cython.int
    need: cython.int
    suits: cython.int
    under: cython.int
    moved: cython.bint
    for i in range(4):
        wanted[i] = 0
    for i in range(state.height):
        card = state.waste[i]
        wanted[card >> 4] += (card & 15) - 1 > state.up[2 * (card >> 4)]
    if state.once:
        for card in range(64):
            if (state.once >> card) & 1 and (card & 15) - 1 > state.up[2 * (card >> 4)]:
                wanted[card >> 4] += 1 + ((state.twice >> card) & 1)
    for half in range(2):
        first = 0 if half == 0 else root.north
        last = root.north if half == 0 else root.columns
        suits = root.home[first]
        need = 0
        for i in range(4):
            if (suits >> i) & 1:
                need += wanted[i]
        if need > last - first:
            return False
        for i in range(8):
            up[i] = state.up[i]
        for i in range(first, last):
            length[i] = state.length[i]
        moved = need > 0
        while moved:
            moved = False
            for i in range(first, last):
                while length[i]:
                    card = root.base[i * ROWS + length[i] - 1]
                    if length[i] == state.length[i] and state.shown[i]:
                        card = state.shown[i]
                    under = (card & 15) - 1
                    if up[2 * (card >> 4)] == under and up[2 * (card >> 4) + 1] != under:
                        up[2 * (card >> 4)] += 1
                    elif up[2 * (card >> 4) + 1] == under:
                        up[2 * (card >> 4) + 1] += 1
                    else:
                        break
                    length[i] -= 1
                    moved = True
                    if length[i] == 0:
                        need -= 1
        for i in range(first, last):
            need -= state.length[i] == 0
        if need > 0:
            return False
    return True
