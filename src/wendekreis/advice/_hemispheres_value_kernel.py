# cython: language_level=3, cdivision=True
# mypy: ignore-errors
"""The value of Hemispheres: how likely a player who turns now is to win, as a logit.

``V = bias + Σ weight · feature`` over the features that :data:`NAMES` lists in order; each is worked out from what
the player knows. States are the solver's (``_hemispheres_state_kernel``): in *levels* both colours build alike. Here
the row of a ``Table`` begins with the waste, and the waste of a ``State`` is a beginning of it, bottom to top.

A ``Sight`` is what else is known: how many cards the stock holds, how often each card is among the unseen, how many
of its suit's lower levels are (``lower``), and the weights, the bias last.

*hi* and *lo* are the higher and the lower foundation of a suit; the *top* of a home pile is its lowest level, on which
the next card goes. ``docs/player.md`` tells what the features are.
"""

import cython
from cython.cimports.libc.stdint import uint8_t
from cython.cimports.libc.string import memset
from cython.cimports.wendekreis.advice._hemispheres import FEATURES, wk_highest, wk_lowest
from cython.cimports.wendekreis.solver._hemispheres import State, Table

# fmt: off
NAMES = [
    "n", "wn", "F", "lag", "runs", "dist", "dist2", "pb", "pU", "inv", "hard", "wU", "adj", "asc", "up", "noch",
    "gap", "wplay", "base", "movable", "nsing", "mW", "mU", "mUrg", "dead", "nxU", "nxW", "nxM", "nxT", "ndepth",
    "puF", "puP", "puMin", "uNoch", "ugap", "nacc", "wnn", "cost1", "deficit1", "freed1", "freedEnd1", "dcost1",
    "first1", "cost1n", "cost2", "deficit2", "freed2", "freedEnd2", "dcost2", "first2", "cost2n", "worse", "better",
    "homes", "emptyHalf", "minHomes", "maxHomes", "minLo", "astrayN", "cost2cost2", "cost1wn", "wBalance",
]
# fmt: on

# A level per suit, by card: kept on the stack while a state is valued.
Tops = cython.struct(mask=cython.uint[4], count=uint8_t[64])


def see(sight):
    """Work out ``lower`` and ``stock`` from ``unseen``."""
    suit: cython.int
    level: cython.int
    sight.stock = 0
    for suit in range(4):
        sight.lower[suit][0] = 0
        for level in range(15):
            sight.lower[suit][level + 1] = sight.lower[suit][level] + sight.unseen[suit][level]
            sight.stock += sight.unseen[suit][level]


@cython.cfunc
@cython.inline
@cython.nogil
@cython.exceptval(check=False)
def _freed(tops: cython.pointer(Tops), suit: cython.int, reach: cython.int) -> cython.int:
    """How many home piles of the suit have a top that will go up: at most ``reach``."""
    mask: cython.uint = tops.mask[suit]
    total: cython.int = 0
    level: cython.int
    while mask:
        level = wk_lowest(mask)
        if level > reach:
            break
        total += tops.count[16 * suit + level]
        mask &= mask - 1
    return total


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _dig(
    table: cython.pointer(cython.const[Table]),
    state: cython.pointer(cython.const[State]),
    start: cython.pointer(cython.const[Tops]),
    stuck: cython.pointer(cython.const[uint8_t]),
    in_waste: cython.pointer(cython.const[uint8_t]),
    f: cython.pointer(cython.double),
) -> cython.void:
    """Dig through the waste as if every unseen card were at hand, and count the piles that it costs.

    A level is *blocked* while all its copies that are not up lie in the waste still to be dug (``in_waste``) or are
    ``stuck`` (both counts, 16 levels a suit). *reach* is the first blocked level above *hi*. A card dug up is blocked
    no longer; up to *reach* it goes up; else it goes on the lowest top above it if no level between is blocked;
    else it costs a new pile. Writes cost, deficit, freed before, freed after, Σ 1/(depth+1), first depth, cost · stock.
    """
    tops: Tops = start[0]
    blocked: cython.uint[4]
    reach: cython.int[4]
    freed: cython.int[4]
    suit: cython.int
    level: cython.int
    up: cython.int
    left: cython.int
    top: cython.int
    i: cython.int
    above: cython.uint
    between: cython.uint
    cost: cython.int = 0
    deficit: cython.int = 0
    total: cython.int = 0
    first: cython.int = state.top + 1
    weighted: cython.double = 0
    for suit in range(4):
        blocked[suit] = 0
        for level in range(state.up[2 * suit + 1] + 1, 14):
            up = 1 if level <= state.up[2 * suit] else 0
            left = 2 - up
            i = in_waste[16 * suit + level] + stuck[16 * suit + level]
            if i >= left and not (
                level == 13 and state.barriers >> (3 if suit == 0 else 1 if suit == 1 else 2 if suit == 2 else 0) & 1
            ):
                blocked[suit] |= cython.cast(cython.uint, 1) << level
        above = blocked[suit] >> (state.up[2 * suit] + 1) << (state.up[2 * suit] + 1)
        reach[suit] = wk_lowest(above) if above else 14
        freed[suit] = _freed(cython.address(tops), suit, reach[suit])
        total += freed[suit]
    f[2] = total
    deficit = -total
    for i in range(state.top, -1, -1):
        suit = table.suit[i]
        level = table.level[i]
        if blocked[suit] >> level & 1:
            blocked[suit] &= ~(cython.cast(cython.uint, 1) << level)
            above = blocked[suit] >> (state.up[2 * suit] + 1) << (state.up[2 * suit] + 1)
            reach[suit] = wk_lowest(above) if above else 14
        if level > reach[suit]:
            above = tops.mask[suit] >> (level + 1) << (level + 1)
            top = wk_lowest(above) if above else 0
            if top:
                between = blocked[suit] >> (level + 1) << (level + 1)
                if between and wk_lowest(between) < top:
                    top = 0
            if top:
                tops.count[16 * suit + top] -= 1
                if not tops.count[16 * suit + top]:
                    tops.mask[suit] &= ~(cython.cast(cython.uint, 1) << top)
            else:
                if not cost:
                    first = state.top - i
                cost += 1
                weighted += 1.0 / (state.top - i + 1)
            tops.count[16 * suit + level] += 1
            tops.mask[suit] |= cython.cast(cython.uint, 1) << level
        total -= freed[suit]
        freed[suit] = _freed(cython.address(tops), suit, reach[suit])
        total += freed[suit]
        if cost - total > deficit:
            deficit = cost - total
    f[0] = cost / 5.0
    f[1] = max(-6, deficit) / 4.0
    f[2] /= 4.0
    f[3] = total / 4.0
    f[4] = weighted
    f[5] = first / 10.0
    f[6] = cost * (table.size - state.turned) / 400.0


def value(table, state, sight, f):
    """Write the features to ``f`` (room for FEATURES) and return V."""
    tops: Tops
    in_waste: uint8_t[64]
    below: uint8_t[64]  # waste cards of the suit of lower level
    astray: uint8_t[64]
    none: uint8_t[64]
    next_top: uint8_t[64]  # the lowest home top above a level; 0 if there is none
    max_top: cython.int[4]
    found: cython.uint[4]  # waste levels met so far, bottom to top
    twice: cython.uint[4]  # those met twice
    last: cython.int[4]
    depth: cython.int[64]
    homes: cython.int[2]
    lost: cython.int[2]
    suit: cython.int
    level: cython.int
    bottom: cython.int
    code: cython.int
    slot: cython.int
    i: cython.int
    n: cython.int = sight.stock
    wn: cython.int = state.top + 1
    hi: cython.int
    lo: cython.int
    count: cython.int
    heights: cython.int = 0
    lag: cython.int = 0
    red: cython.int = 0
    playable: cython.int[2]
    placeable: cython.int = 0
    to_foundation: cython.int = 0
    to_pile: cython.int = 0
    no_pile: cython.int = 0
    gap: cython.int = 0
    mask: cython.uint
    v: cython.double
    share: cython.double
    memset(f, 0, FEATURES * cython.sizeof(cython.double))
    memset(cython.address(tops), 0, cython.sizeof(Tops))
    memset(in_waste, 0, 64)
    memset(astray, 0, 64)
    memset(none, 0, 64)
    homes[0] = homes[1] = lost[0] = lost[1] = playable[0] = playable[1] = 0
    for suit in range(4):
        found[suit] = twice[suit] = 0
        last[suit] = 0
        hi = state.up[2 * suit]
        lo = state.up[2 * suit + 1]
        heights += hi + lo
        lag += hi - lo
    for i in range(wn):
        code = table.suit[i] * 16 + table.level[i]
        in_waste[code] += 1
        depth[code] = wn - 1 - i
    for suit in range(4):
        count = 0
        for level in range(16):
            below[16 * suit + level] = count
            count += in_waste[16 * suit + level]
    # Piles.
    for slot in range(12):
        code = state.piles[slot]
        if not code:
            continue
        suit = code >> 8
        bottom = code >> 4 & 15
        level = code & 15
        hi = state.up[2 * suit]
        if (suit < 2) == (slot < 6):
            homes[slot >= 6] += 1
            tops.mask[suit] |= cython.cast(cython.uint, 1) << level
            tops.count[16 * suit + level] += 1
            f[4] += bottom - level
            f[5] += max(0, level - hi - 1)
            f[6] += level - state.up[2 * suit + 1] - 1
            f[7] += below[16 * suit + level]
            f[8] += sight.lower[suit][level]
            f[18] += 13 - bottom
            if in_waste[16 * suit + level - 1] == 0 and sight.unseen[suit][level - 1] == 0:
                f[24] += 1
        else:
            lost[slot >= 6] += 1
            astray[16 * suit + level] += 1
            f[21] += below[16 * suit + level]
            f[22] += sight.lower[suit][level]
            f[23] += 1.0 / (1 + max(0, level - hi - 1))
    for slot in range(12):
        code = state.piles[slot]
        suit = code >> 8
        level = code & 15
        if code and level == code >> 4 & 15 and (suit < 2) == (slot < 6):
            f[20] += 1
            if (
                level == state.up[2 * suit] + 1
                or level == state.up[2 * suit + 1] + 1
                or tops.mask[suit] >> (level + 1) & 1
            ):
                f[19] += 1
    # For each card where it could go, and the unseen ones among them.
    for suit in range(4):
        hi = state.up[2 * suit]
        lo = state.up[2 * suit + 1]
        mask = tops.mask[suit]
        max_top[suit] = wk_highest(mask) if mask else 0
        i = 0
        for level in range(13, 0, -1):
            next_top[16 * suit + level] = i
            count = sight.unseen[suit][level]
            if level == hi + 1 or level == lo + 1:
                placeable += 1
                to_foundation += count
                playable[suit >= 2] += count
            elif i == level + 1:
                placeable += 1
                to_pile += count
                playable[suit >= 2] += count
            if level >= max_top[suit]:
                no_pile += count
            else:
                gap += count * (i - level - 1)
            if mask >> level & 1:
                i = level
        for i in range(1 if lo == hi else 2):
            level = (lo if i else hi) + 1
            code = 16 * suit + level
            if level > 13:
                continue
            if in_waste[code]:
                f[26] += 1
                f[29] += depth[code]
            elif astray[code]:
                f[27] += 1
            elif sight.unseen[suit][level]:
                f[25] += 1
            else:
                f[28] += 1
    # The waste, bottom to top.
    for i in range(wn):
        suit = table.suit[i]
        level = table.level[i]
        red += suit < 2
        mask = found[suit] & ((cython.cast(cython.uint, 1) << level) - 1)
        if mask:
            f[10] += 1
            f[14] += last[suit] < level
            f[12] += mask >> (level - 1) & 1
            while mask:
                f[9] += 1
                mask &= mask - 1
            mask = twice[suit] & ((cython.cast(cython.uint, 1) << level) - 1)
            while mask:
                f[9] += 1
                mask &= mask - 1
        f[13] += found[suit] >> (level + 1) != 0
        f[11] += sight.lower[suit][level]
        if level >= max_top[suit]:
            f[15] += 1
        else:
            f[16] += next_top[16 * suit + level] - level - 1
        if (
            level == state.up[2 * suit] + 1
            or level == state.up[2 * suit + 1] + 1
            or next_top[16 * suit + level] == level + 1
        ):
            f[17] += 1
        twice[suit] |= found[suit] & (cython.cast(cython.uint, 1) << level)
        found[suit] |= cython.cast(cython.uint, 1) << level
        last[suit] = level
    f[0] = n / 80.0
    f[1] = wn / 40.0
    f[2] = heights / 50.0 - 1
    f[3] = lag
    f[4] /= 10
    f[5] /= 10
    f[6] /= 10
    f[7] /= 10
    f[8] /= 20
    f[9] /= 20
    f[10] /= 10
    f[11] /= 50
    f[12] /= 5
    f[13] /= 10
    f[14] /= 5
    f[15] /= 10
    f[16] /= 10
    f[17] /= 5
    f[18] /= 10
    f[21] /= 5
    f[22] /= 5
    f[29] /= 20
    if n:
        share = 1.0 / n
        f[30] = to_foundation * share
        f[31] = to_pile * share
        f[32] = min(playable[0], playable[1]) * share
        f[33] = no_pile * share
        f[34] = gap * share
    f[35] = placeable / 10.0
    f[36] = wn * n / 3200.0
    _dig(table, state, cython.address(tops), astray, in_waste, f + 37)
    _dig(table, state, cython.address(tops), none, in_waste, f + 44)
    f[51] = max(lost[0], lost[1]) / 3.0
    f[52] = min(lost[0], lost[1]) / 3.0
    f[53] = (homes[0] + homes[1]) / 12.0
    f[54] = homes[0] == 0 or homes[1] == 0
    f[55] = min(homes[0], homes[1]) / 3.0
    f[56] = max(homes[0], homes[1]) / 3.0
    f[57] = min(min(state.up[1], state.up[3]), min(state.up[5], state.up[7])) / 5.0
    f[58] = (lost[0] + lost[1]) * n / 240.0
    f[59] = f[44] * f[44]
    f[60] = f[37] * f[1]
    f[61] = abs(2 * red - wn) / 10.0
    v = sight.weights[FEATURES]
    for i in range(FEATURES):
        v += sight.weights[i] * f[i]
    return v
