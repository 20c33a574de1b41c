"""Hemispheres for the player: value and search by the kernels, the open end by the solver.

What the kernels do stands in ``_hemispheres_value_kernel.py`` and ``_hemispheres_search_kernel.py``; here is who asks
them, with which weights and how much effort. Rule numbers are those of Hemispheres.
"""

import json
import math
import threading
from collections import Counter
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from wendekreis.advice.kernels import kernel
from wendekreis.advice.known import Known
from wendekreis.advice.plan import Chance, Plan, wilson
from wendekreis.advice.weights import load_weights
from wendekreis.cards import Card, Suit
from wendekreis.rules import Move, play
from wendekreis.solver import Limits, solve
from wendekreis.solver.hemispheres import Shortcut, describe

__all__ = ["EFFORTS", "PLAYS", "Effort", "chance", "chances", "plan"]

PLAYS = ("hemispheres",)

Effort = tuple[tuple[int, ...], tuple[int, ...], tuple[int, ...]]
"""What the kernel's ``Player`` takes: arrangements looked at, told apart, kinds of next cards; by depth."""

VALUE: Effort = ((3000,), (1,), (0,))
EFFORTS: dict[float, Effort] = {
    0.2: ((300,), (1,), (0,)),
    1.0: ((3000, 8), (6, 1), (0, 8)),
    5.0: ((3000, 10), (10, 1), (0, 0)),
    20.0: ((3000, 10, 5), (8, 2, 1), (0, 0, 4)),
    100.0: ((3000, 10, 10), (12, 3, 1), (0, 0, 8)),
}
"""Effort by milliseconds a turn, on the machine of docs/player.md. A budget takes the largest that it has room for:
by numbers and not by the clock, so that a play is the same on every machine."""

OPEN_END = Limits(max_nodes=200_000, max_memory=500)
"""How far the solver looks when nothing is hidden any more; less than half a second."""

OPEN_ADVICE = Limits(max_nodes=10_000, max_memory=100)
"""The same after each of the legal moves, for advice."""

LATE, LATE_FROM_MS, CLEAR = 40, 5.0, 0.92
"""With so many cards in the stock at most, from this budget on, and while it is not clear that it is won, the solver
tells arrangements apart, by orders of the stock drawn at random."""

LATE_CANDIDATES, LATE_ORDERS, LATE_HOPELESS = 8, 16, 3.0
LATE_NODES = Limits(max_nodes=1000, max_memory=100)

SHORTCUTS = Shortcut.BARRIERS_LAST | Shortcut.ALIKE_PILES | Shortcut.SAFE_TOPS
"""Those of the solver's that hold whatever is hidden: barriers last, alike piles, safe tops."""

_SUITS = "DHCS"
_NAMES = [*(f"n{i}" for i in range(1, 7)), *(f"s{i}" for i in range(1, 7))]
_WASTE, _FOUNDATION = 12, 12
_RANKS = 13


def plan(known: Known, policy: str, turn_ms: float) -> Plan | None:
    """The moves up to the next turn of the stock, that turn included; or to the win, when nothing is hidden.

    Returns:
        ``None`` without compiled kernels, or for a game of another size.
    """
    player = _player(VALUE if policy == "value" else effort(turn_ms))
    if player is None or known.game.ranks != _RANKS:
        return None
    if known.is_open:
        return open_end(known)
    moves, chance = player.plan(describe(known.position(), SHORTCUTS), unseen_counts(known), known.seed())
    if policy == "search" and turn_ms >= LATE_FROM_MS and len(known.pile("stock")) <= LATE and chance < CLEAR:
        return _late(known, player)
    line = [_move(*move) for move in moves]
    if known.pile("stock"):
        line.append(Move("turn"))
    return Plan(tuple(line), chance)


def _late(known: Known, player: Any) -> Plan:
    """Near the end: the arrangement from which the solver wins most orders of the stock, of some drawn at random.

    The value knows little of the end, and the orders are few then. The solver knows each order it is given, and so
    thinks too well of what a player can do; the fewer cards are left the less that matters.
    """
    description = describe(known.position(), SHORTCUTS)
    found = player.candidates(description, unseen_counts(known), LATE_CANDIDATES)
    _, orders = known.orders(LATE_ORDERS)
    template = known.position()
    best, most = [], -1
    for moves, value in found:
        if value < found[0][1] - LATE_HOPELESS:
            break
        line = [*(_move(*move) for move in moves), Move("turn")]
        after = template
        for move in line:
            after = play(after, move).position
        won = sum(solve(known.dealt(after, order), LATE_NODES, lines=False).outcome == "won" for order in orders)
        if won > most:
            best, most = line, won
        if most == len(orders):
            break
    return Plan(tuple(best), most / len(orders))


def open_end(known: Known) -> Plan:
    """What is left when nothing is hidden: the solver's line, or none."""
    verdict = solve(known.position(), OPEN_END)
    if verdict.outcome == "won":
        return Plan(verdict.moves, 1.0)
    return Plan((), 0.0 if verdict.outcome == "lost" else None)


def effort(turn_ms: float) -> Effort:
    """The largest effort within so many milliseconds a turn; the least one, if there is no room even for that."""
    return EFFORTS[max((ms for ms in EFFORTS if ms <= turn_ms), default=min(EFFORTS))]


def unseen_counts(known: Known) -> bytes:
    """How often each card is among the unseen, by the kernel's code."""
    counts = bytearray(64)
    for card in known.unseen:
        counts[_code(card)] += 1
    return bytes(counts)


def value_of(known: Known) -> tuple[float, list[float]] | None:
    """V of a position as it stands, a logit, and its features; ``None`` without kernels."""
    player = _player(VALUE)
    if player is None or known.game.ranks != _RANKS:
        return None
    v, features = player.features(describe(known.position(), SHORTCUTS), unseen_counts(known))
    return v, features


_own = threading.local()
"""Each thread has its own players: one searches in its own room, and the GIL is not held."""


def _player(wanted: Effort) -> Any | None:
    compiled = kernel("_hemispheres_player_kernel")
    if compiled is None:
        return None
    players: dict[Effort, Any] = _own.__dict__.setdefault("players", {})
    if wanted not in players:
        players[wanted] = compiled.Player(load_weights("hemispheres_value.json", compiled.feature_names()), wanted)
    return players[wanted]


def _code(card: Card) -> int:
    return _SUITS.index(card.suit.letter) << 4 | (card.rank if card.is_red else _RANKS + 1 - card.rank)


def card_of(code: int) -> Card:
    """The card of a kernel's code."""
    suit, level = Suit(_SUITS[code >> 4]), code & 15
    return Card(level if suit.is_red else _RANKS + 1 - level, suit)


@cache
def _move(source: int, target: int, suit: int, is_exchange: bool) -> Move:
    if is_exchange:
        return Move("exchange", _NAMES[source], _NAMES[target])
    name = "w" if source == _WASTE else _NAMES[source]
    return Move("transfer", name, f"f{_SUITS[suit]}" if target == _FOUNDATION else _NAMES[target])


def chance(known: Known) -> Chance | None:
    """The value of the best arrangement, and how far such values were off in games played (docs/player.md)."""
    if _player(VALUE) is None or known.game.ranks != _RANKS:
        return None
    if known.is_open:
        outcome = solve(known.position(), OPEN_END, lines=False).outcome
        return None if outcome == "unknown" else Chance(float(outcome == "won"), 0.0, "open")
    answer = plan(known, "value", min(EFFORTS))
    if answer is None or answer.chance is None:
        return None
    return Chance(answer.chance, margin(answer.chance), "value")


def chances(known: Known, moves: Sequence[Move]) -> list[float | None] | None:
    """The chance after each of these moves: of the best arrangement that can still be reached; of a turn, as it stands.

    Where a move brings a card of the stock to light (Hemispheres 9), the mean over the card.
    """
    now = value_of(known)
    if known.is_open or now is None:
        return None if now is None else [_open_chance(known, move) for move in moves]
    found: list[float | None] = []
    for move in moves:
        if move.form == "turn":
            found.append(1 / (1 + math.exp(-now[0])))
            continue
        total = 0.0
        weights = Counter(known.unseen) if _draws(known, move) else {known.unseen[0]: 1}
        for card, count in weights.items():
            total += count * _chance_after(known, move, card)
        found.append(total / sum(weights.values()))
    return found


def _draws(known: Known, move: Move) -> bool:
    """Whether the pile that the move empties is filled from the stock."""
    source = known.pile(move.source) if move.form == "transfer" and move.source[0] in "nsw" else ()
    return move.source[:1] in ("n", "s") and len(source) == 1 and not known.pile("w") and bool(known.pile("stock"))


def _chance_after(known: Known, move: Move, next_card: Card) -> float:
    """The chance after a move, with this card the next of the stock."""
    rest = list(known.unseen)
    rest.remove(next_card)
    before = known.position([*rest, next_card])  # the stock is the last pile, its last card the next one
    after = play(before, move).position
    drawn = len(before.piles[known.game.index["stock"]]) != len(after.piles[known.game.index["stock"]])
    counts = bytearray(64)
    for card in rest if drawn else known.unseen:
        counts[_code(card)] += 1
    player = _player(EFFORTS[min(EFFORTS)])
    assert player is not None
    _, chance = player.plan(describe(after, SHORTCUTS), bytes(counts), known.seed())
    return float(chance)


def _open_chance(known: Known, move: Move) -> float | None:
    outcome = solve(play(known.position(), move).position, OPEN_ADVICE, lines=False).outcome
    return None if outcome == "unknown" else float(outcome == "won")


@cache
def calibration() -> tuple[tuple[float, int, int], ...]:
    """Games played by the value, in classes of the chance it showed: its upper end, games won, games."""
    told = json.loads((Path(__file__).parent / "hemispheres_calibration.json").read_text("utf-8"))
    return tuple((float(top), int(won), int(count)) for top, won, count in told["classes"])


def margin(shown: float) -> float:
    """How far off a chance shown may be: the farther end of the interval of the games that it was held to."""
    for top, won, count in calibration():
        if shown <= top and count:
            low, high = wilson(won, count)
            return max(abs(shown - low), abs(high - shown))
    return 1.0
