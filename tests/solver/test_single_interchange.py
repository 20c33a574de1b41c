"""Single Interchange, decided outright: held to the plain search on smaller games, and to itself without dominances."""

from array import array

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.solver.helpers import HAS_KERNELS, vectors, wander, wins
from tests.tables import after, table
from wendekreis.deals import parse_deal, random_deal
from wendekreis.games import game
from wendekreis.games.single_interchange import declare
from wendekreis.rules import Game, Position
from wendekreis.solver import Cancel, Limits, packed, plain, solve, solve_packed
from wendekreis.solver.kernels import kernel
from wendekreis.solver.single_interchange import KERNEL, down_rows, packed_piles

pytestmark = pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")

GAME = game("single-interchange")

SMALLER = [(3, 2, 3), (3, 2, 4), (3, 2, 5), (3, 3, 4), (4, 2, 3), (4, 2, 5), (4, 3, 4), (4, 3, 5), (5, 3, 5)]
"""Ranks, columns, rows. The plain search decides nearly every deal of these within 3,000 nodes."""


def agrees(position: Position) -> bool:
    """Whether solver and plain search say the same; false when the plain search can't tell."""
    verdict, exhausted = solve(position), plain.solve(position, Limits(max_nodes=3000))
    if exhausted.outcome == "unknown":
        return False
    assert verdict.outcome == exhausted.outcome
    assert (verdict.outcome == "won") == bool(wins(position, verdict.moves))
    return True


def agree(size: tuple[int, int, int], seeds: range) -> None:
    """On fresh deals and on positions that random moves lead to."""
    smaller = declare(*size)
    decided = 0
    for seed in seeds:
        start = random_deal(smaller, 1, seed).start()
        decided += agrees(start) + agrees(wander(start, seed, 1 + seed % 40))
    assert decided > 1.9 * len(seeds)


@pytest.mark.parametrize("size", SMALLER)
def test_plain_search_agrees(size: tuple[int, int, int]) -> None:
    """360 smaller games and as many positions of them."""
    agree(size, range(40))


@pytest.mark.long
@pytest.mark.parametrize("size", SMALLER)
def test_plain_search_agrees_at_length(size: tuple[int, int, int]) -> None:
    """The same on 4,500 of each."""
    agree(size, range(100, 600))


@settings(max_examples=60, deadline=None, derandomize=True)
@given(st.permutations(range(16)), st.integers(0, 60), st.integers(0, 2**32))
def test_plain_search_agrees_anywhere(order: list[int], moves: int, seed: int) -> None:
    """On deals that hypothesis thinks up, and after any moves."""
    smaller = declare(4, 3, 4)
    agrees(wander(smaller.start([smaller.deck[i] for i in order]), seed, moves))


def slowly(position: Position, up: bool, onto_base: bool) -> bool:
    """The kernel's verdict with dominances switched on or off."""
    compiled = kernel(KERNEL)
    assert compiled is not None
    won, _ = compiled.decide_slowly(position.game.ranks, packed_piles(position), up, onto_base)
    return bool(won)


@pytest.mark.parametrize(("up", "onto_base"), [(True, False), (False, True), (False, False)])
def test_dominances_change_no_verdict(up: bool, onto_base: bool) -> None:
    """Up at once, and onto the next higher card at once, each switched off: on the whole game too."""
    for seed in range(150):
        position = random_deal(GAME, 3, seed).start()
        assert slowly(position, up, onto_base) == (solve(position).outcome == "won")
    for size in SMALLER:
        for seed in range(25):
            position = wander(random_deal(declare(*size), 3, seed).start(), seed, seed)
            assert slowly(position, up, onto_base) == (solve(position).outcome == "won")


def test_the_first_choice_of_king_is_not_the_last() -> None:
    """Among the vectors there are deals that are won only with another King than the first: more than two nodes."""
    nodes = [
        solve(parse_deal(GAME, line["deal"]).start()).nodes for line in vectors("verdicts-single-interchange")[::3]
    ]
    assert max(nodes) > 3
    assert max(nodes) <= 16


def test_a_card_on_its_face_down_base_goes_only_up() -> None:
    """2H covers the face-down 3H: no run, so 4H, which could take the 3H, does not help (rule 5)."""
    smaller = declare(ranks=4, columns=3)
    rest = "AC 2C 3C 4C AD 2D 3D 4D AS 2S 3S"
    shut = table(smaller, {"t1": "AH -3H 2H", "t2": "4H", "t3": "4S", "w": rest})
    assert solve(shut).outcome == plain.solve(shut, Limits()).outcome == "lost"
    open_run = table(smaller, {"t1": "AH 3H 2H", "t2": "4H", "t3": "4S", "w": rest})
    assert solve(open_run).outcome == plain.solve(open_run, Limits()).outcome == "won"


def test_a_card_turned_up_onto_its_open_base_is_a_run() -> None:
    """2H lay face down on the open 3H; turned up it moves with it (rule 5: however it came about)."""
    smaller = declare(ranks=4, columns=3)
    rest = "AC 2C 3C 4C AD 2D 3D 4D AS 2S"
    position = table(smaller, {"t1": "AH 3H -2H 3S", "t2": "4H", "t3": "4S", "w": rest})
    verdict = solve(position)
    assert verdict.outcome == plain.solve(position, Limits()).outcome == "won"
    assert wins(position, verdict.moves)
    assert "t1-t2*2" in map(str, verdict.moves)


def test_kings_taken_back_and_won_positions() -> None:
    """A King taken back into an empty pile goes up again; a won position is won without a move."""
    won = table(
        GAME, {f"f{i}": " ".join(f"{rank}{suit}" for rank in "A23456789TJQK") for i, suit in enumerate("CDHS", 1)}
    )
    assert solve(won).outcome == "won"
    assert solve(won).moves == ()
    back = after(won, "fH-t1 fS-t2 fH-t1")
    assert solve(back).outcome == "won"
    assert wins(back, solve(back).moves)


def test_positions_in_mid_game() -> None:
    """In the vectors' positions, reached by a winning line and random moves, what is won is replayed."""
    verdicts = []
    for line in vectors("positions-single-interchange")[::2]:
        position = after(parse_deal(GAME, line["deal"]).start(), line["moves"])
        verdict = solve(position)
        assert (verdict.outcome == "won") == slowly(position, False, True)
        assert wins(position, verdict.moves) == (verdict.outcome == "won")
        verdicts.append(verdict.outcome)
    assert {"won"} < set(verdicts)


@pytest.mark.parametrize("smaller", [GAME, declare(4, 3, 4), declare(5, 3, 5)], ids=["whole", "4", "5"])
def test_packed_deals_have_the_verdicts_of_positions(smaller: Game) -> None:
    """The batch says what the single call says, nodes included."""
    compiled = kernel(KERNEL)
    assert compiled is not None
    count, rows = 1000, len(random_deal(smaller, 5, 0).start().faces("t1"))
    deals, won, nodes = packed.draw(smaller, 5, 0, count), bytearray(count), bytearray(count)
    columns, down = sum(pile.name.startswith("t") for pile in smaller.piles), down_rows(smaller)
    assert compiled.decide_all(smaller.ranks, columns, rows, down, deals, won, nodes, array("i", [0])) == count
    for number in range(count):
        verdict = solve(random_deal(smaller, 5, number).start())
        assert (verdict.outcome == "won", verdict.nodes) == (bool(won[number]), nodes[number])


def test_a_batch_can_be_cancelled_before_it_begins() -> None:
    """And says that it did nothing."""
    cancel = Cancel()
    cancel.cancel()
    decided = solve_packed(GAME, packed.draw(GAME, 5, 0, 10), cancel)
    assert decided is not None
    assert decided.done == 0


def test_bad_arrays_are_refused() -> None:
    """The kernel checks what it is given before it writes."""
    compiled = kernel(KERNEL)
    assert compiled is not None
    with pytest.raises(ValueError, match="fit"):
        compiled.decide_all(13, 5, 5, 10, bytes(51), bytearray(1), bytearray(1), array("i", [0]))
    with pytest.raises(ValueError, match="game"):
        compiled.decide_all(13, 5, 11, 10, bytes(52), bytearray(1), bytearray(1), array("i", [0]))


@pytest.mark.long
def test_share_of_winnable_deals() -> None:
    """Of ten million random deals as many can be won as an independent program found: 4.2946 … 4.3002 %, and chance."""
    won = 0
    for first in range(0, 10_000_000, 1_000_000):
        decided = solve_packed(GAME, packed.draw(GAME, 11, first, 1_000_000))
        assert decided is not None
        won += sum(decided.won)
    assert 0.04270 < won / 10_000_000 < 0.04325  # four standard errors of either around 4.2974 %
