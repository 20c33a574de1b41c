"""Variants in the solvers: the kernels play by the varied rules, and their verdicts are those of the plain search."""

from array import array
from collections import Counter
from collections.abc import Callable, Iterable
from itertools import product

import pytest

from tests.solver.helpers import HAS_KERNELS, wander, wins
from tests.solver.test_hemispheres import LEAVE_OUT, kernel_perft, samples_of
from tests.solver.test_two_pack import SWITCHES, counts, counts_of_sets, near_order, perft_of_sets
from wendekreis.deals import random_deal
from wendekreis.games import game, hemispheres, interchange, single_interchange, unlimited
from wendekreis.rules import Game, Position, perft
from wendekreis.rules.variants import Variants
from wendekreis.solver import Limits, packed, plain, solve, solve_packed, two_pack
from wendekreis.solver.hemispheres import decide
from wendekreis.solver.kernels import kernel
from wendekreis.solver.single_interchange import ANY_KERNEL, down_rows

pytestmark = pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")

HEMISPHERES = [(2, 1), (3, 1), (3, 2), (4, 1), (4, 2), (5, 1)]
SINGLE = [(3, 2, 5), (3, 3, 4), (4, 2, 3), (4, 2, 5), (4, 3, 4), (4, 3, 5), (5, 3, 5)]
TWO_PACKS = [(2, 2, 3), (3, 2, 9), (3, 3, 4), (3, 3, 7), (3, 4, 6), (4, 4, 7), (5, 4, 5)]


def settings(variants: Variants) -> list[dict[str, str]]:
    """All ways to set the variants, the game's own first."""
    return [dict(zip(variants, values, strict=True)) for values in product(*variants.values())]


def small(declare: Callable[..., Game], size: tuple[int, ...], chosen: dict[str, str]) -> Game:
    """A smaller game of a variant."""
    return declare(*size, **chosen)


def named(chosen: dict[str, str]) -> str:
    """A name for a test."""
    return "+".join(f"{name}={value}" for name, value in chosen.items())


every_hemispheres = pytest.mark.parametrize("chosen", settings(hemispheres.VARIANTS)[1:], ids=named)
every_single = pytest.mark.parametrize("chosen", settings(single_interchange.GAME.variants)[1:], ids=named)
every_two_packs = pytest.mark.parametrize(
    "chosen",
    [one for one in settings(unlimited.GAME.variants) if set(one.values()) & {"up", "top", "any", "no"}],
    ids=named,
)


def dealt(smaller: Game, seeds: range) -> Iterable[Position]:
    """Fresh deals and positions that random moves lead to."""
    for seed in seeds:
        start = near_order(smaller, seed) if seed % 2 else random_deal(smaller, 6, seed).start()
        yield from (start, wander(start, seed, 1 + seed % 40))


def agree(positions: Iterable[Position], max_nodes: int, decided: Counter[str]) -> None:
    """What the plain search can tell the solver says, too; lines are replayed. Counts the outcomes."""
    for position in positions:
        exhausted = plain.solve(position, Limits(max_nodes=max_nodes))
        verdict = solve(position, Limits(max_nodes=20_000))
        assert verdict.outcome == "unknown" or bool(wins(position, verdict.moves)) == (verdict.outcome == "won")
        if exhausted.outcome != "unknown":
            assert verdict.outcome == exhausted.outcome, position.game.id
            decided[exhausted.outcome] += 1


# Hemispheres ----------------------------------------------------------------------------------------


@every_hemispheres
def test_hemispheres(chosen: dict[str, str]) -> None:
    """Perft and verdicts of smaller games."""
    decided: Counter[str] = Counter()
    for number, size in enumerate(HEMISPHERES):
        smaller = small(hemispheres.declare, size, chosen)
        positions = samples_of(smaller, number)
        for position in positions:
            assert kernel_perft(position, 2) == perft(position, 2)
        agree(positions, 250, decided)
    assert decided.total() > 10


@pytest.mark.long
@every_hemispheres
def test_hemispheres_at_length(chosen: dict[str, str]) -> None:
    """The same on many more, won and lost, to a greater depth."""
    decided: Counter[str] = Counter()
    for size in [*HEMISPHERES, (6, 1)]:
        smaller = small(hemispheres.declare, size, chosen)
        for seed in range(100, 108):
            positions = list(samples_of(smaller, seed))
            if seed < 103:
                assert kernel_perft(positions[seed % 3], 3) == perft(positions[seed % 3], 3)
            agree(positions, 1000, decided)
    assert min(decided["won"], decided["lost"]) > 5


@pytest.mark.long
@every_hemispheres
def test_shortcuts_of_hemispheres(chosen: dict[str, str]) -> None:
    """Switched off, one or all, they change no verdict of the exact search."""
    for size in HEMISPHERES:
        for seed in range(200, 206):
            for position in samples_of(small(hemispheres.declare, size, chosen), seed):
                full = decide(position, Limits(), beams=False)
                assert full is not None
                for shortcuts in LEAVE_OUT:
                    verdict = decide(position, Limits(max_nodes=20_000), shortcuts=shortcuts, beams=False)
                    assert verdict is not None
                    assert verdict.outcome in (full.outcome, "unknown")


def test_shortcuts_of_building_in_colour() -> None:
    """The shortcuts that building in colour changes, switched off one by one."""
    for seed in range(200, 206):
        for position in samples_of(hemispheres.declare(4, 1, build="colour", quadrants="yes"), seed):
            full = decide(position, Limits(), beams=False)
            assert full is not None
            for shortcuts in LEAVE_OUT:
                verdict = decide(position, Limits(max_nodes=5000), shortcuts=shortcuts, beams=False)
                assert verdict is not None
                assert verdict.outcome in (full.outcome, "unknown")


@pytest.mark.parametrize("chosen", [{"build": "colour"}, {"fill": "stock"}, {"quadrants": "yes"}], ids=named)
def test_hemispheres_as_a_whole(chosen: dict[str, str]) -> None:
    """Lines of play of the whole game, replayed; perft in mid-game, where piles have both suits of a colour."""
    whole = game(f"hemispheres+{named(chosen)}")
    won = 0
    for index in range(5):
        start = random_deal(whole, 3, index).start()
        verdict = solve(start, Limits(max_nodes=20_000))
        won += verdict.outcome == "won"
        assert verdict.outcome != "won" or wins(start, verdict.moves)
        middle = wander(start, index, 100 * index)
        assert kernel_perft(middle, 2) == perft(middle, 2)
    assert won


# Single Interchange ---------------------------------------------------------------------------------


@every_single
def test_single_interchange(chosen: dict[str, str]) -> None:
    """Verdicts of smaller games; and perft by the moves of the kernel that knows the stock's order."""
    decided: Counter[str] = Counter()
    for number, size in enumerate(SINGLE):
        smaller = small(single_interchange.declare, size, chosen)
        positions = list(dealt(smaller, range(2 * number, 2 * number + 3)))
        for position in positions[::3]:
            assert counts(position, 2) == perft(position, 2)
        agree(positions, 500, decided)
    assert decided.total() > 15


@pytest.mark.long
@every_single
def test_single_interchange_at_length(chosen: dict[str, str]) -> None:
    """The same on many more, won and lost."""
    decided: Counter[str] = Counter()
    for size in SINGLE:
        positions = list(dealt(small(single_interchange.declare, size, chosen), range(100, 114)))
        for position in positions[::9]:
            assert counts(position, 3) == perft(position, 3)
        agree(positions, 3000, decided)
    assert min(decided["won"], decided["lost"]) > 30


def test_two_ways_to_decide_single_interchange() -> None:
    """Its own kernels, and that of two packs with one of them closed, on the whole game; both kinds of spaces."""
    for spaces in ("king", "any"):
        found: Counter[str] = Counter()
        for index in range(150):
            position = random_deal(game(f"single-interchange+spaces={spaces}"), 8, index).start()
            other = two_pack.solve(position, Limits(max_nodes=20_000))
            assert other is not None
            assert other.outcome in (solve(position).outcome, "unknown")
            found[other.outcome] += 1
        assert min(found["won"], found["lost"]) > 4


def test_taking_back_gains_nothing_in_single_interchange() -> None:
    """As the argument says: the verdicts are the same without it, and spaces for any card only add wins."""
    shares = {}
    deals = packed.draw(single_interchange.GAME, 9, 0, 20_000)
    for variant in ("", "+takeback=no", "+spaces=any", "+faces=up", "+faces=top"):
        decided = solve_packed(game(f"single-interchange{variant}"), deals)
        assert decided is not None
        shares[variant] = decided.won
    assert shares[""] == shares["+takeback=no"]
    for more, fewer in (("+spaces=any", ""), ("+faces=up", ""), ("", "+faces=top")):
        assert all(one >= other for one, other in zip(shares[more], shares[fewer], strict=True))
        assert sum(shares[more]) > sum(shares[fewer])


@pytest.mark.parametrize("variant", ["faces=up", "faces=top", "spaces=any", "faces=top+spaces=any"])
def test_packed_deals_of_variants(variant: str) -> None:
    """The batch says what the single call says, nodes included, and every line of play is replayed."""
    varied = game(f"single-interchange+{variant}")
    decided = solve_packed(varied, packed.draw(varied, 5, 0, 400))
    assert decided is not None
    for number in range(400):
        start = random_deal(varied, 5, number).start()
        verdict = solve(start)
        assert (verdict.outcome == "won", verdict.nodes) == (bool(decided.won[number]), decided.nodes[number])
        assert verdict.outcome == "lost" or wins(start, verdict.moves)


def test_variants_without_packed_deals() -> None:
    """A stock that is gone through once is searched, deal by deal; and no variant of another game is packed."""
    for name in ("single-interchange+redeals=none", "unlimited+faces=up", "hemispheres+fill=stock"):
        assert solve_packed(game(name), b"") is None


def test_the_kernel_for_any_spaces_refuses_bad_input() -> None:
    """Before it writes anything; and it has room for so many sets of cards in place and no more."""
    compiled = kernel(ANY_KERNEL)
    assert compiled is not None
    flag = array("i", [0])
    with pytest.raises(ValueError, match="fit"):
        compiled.decide_all(13, 5, 5, 0, bytes(51), bytearray(1), array("H", [0]), flag)
    with pytest.raises(ValueError, match="game"):
        compiled.decide_all(13, 5, 11, 0, bytes(52), bytearray(1), array("H", [0]), flag)
    with pytest.raises(ValueError, match="room"):
        compiled.decide(13, [(bytes([i]), 0) for i in range(52)])
    assert down_rows(single_interchange.declare(4, 3, 5)) == 0b01010
    wide = single_interchange.declare(13, 26, 2, spaces="any")
    assert solve(random_deal(wide, 1, 0).start(), Limits(max_nodes=10)).limit == "nodes"  # the plain search


# Two packs ------------------------------------------------------------------------------------------


@every_two_packs
def test_two_packs(chosen: dict[str, str]) -> None:
    """Perft and verdicts of smaller games."""
    decided: Counter[str] = Counter()
    for number, size in enumerate(TWO_PACKS):
        positions = list(dealt(small(unlimited.declare, size, chosen), range(2 * number, 2 * number + 2)))
        assert counts(positions[number % 4], 2) == perft(positions[number % 4], 2)
        agree(positions, 120, decided)
    assert decided.total() > 15


@pytest.mark.long
@every_two_packs
def test_two_packs_at_length(chosen: dict[str, str]) -> None:
    """The same on many more, won and lost, each dominance on and off."""
    decided: Counter[str] = Counter()
    for size in TWO_PACKS:
        positions = list(dealt(small(unlimited.declare, size, chosen), range(100, 106)))
        for position in positions[::5]:
            assert counts(position, 3) == perft(position, 3)
        agree(positions, 800, decided)
        for position in positions[::3]:
            without = [
                two_pack.solve(position, Limits(max_nodes=5000), flags=two_pack.EVERYTHING & ~switch)
                for switch in (0, *SWITCHES.values())
            ]
            outcomes = {verdict.outcome for verdict in without if verdict is not None}
            assert len(outcomes - {"unknown"}) <= 1, position.game.id
    assert min(decided["won"], decided["lost"]) > 8


def test_sets_instead_of_an_order() -> None:
    """Perft with stock and waste a set, when spaces take any card and when none is taken back."""
    for chosen in ({"spaces": "any"}, {"takeback": "no"}, {"spaces": "any", "takeback": "no"}):
        smaller = small(unlimited.declare, (4, 3, 4), chosen)
        for seed in range(3):
            position = wander(random_deal(smaller, 31, seed).start(), seed, 20 * seed)
            assert counts_of_sets(position, 2) == perft_of_sets(position, 2)


def test_other_redeals_make_the_other_game() -> None:
    """Interchange with redeals is Unlimited, and the other way round."""
    declare: Callable[..., Game]
    for declare, other, redeals in (
        (interchange.declare, unlimited.declare, "unlimited"),
        (unlimited.declare, interchange.declare, "none"),
    ):
        for seed in range(10):
            one = random_deal(declare(4, 3, 5, redeals=redeals), 4, seed).start()
            two = random_deal(other(4, 3, 5), 4, seed).start()
            assert perft(one, 3) == perft(two, 3)
            assert solve(one, Limits(max_nodes=5000)).outcome == solve(two, Limits(max_nodes=5000)).outcome


def test_without_a_kernel_the_plain_search_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """For every variant, and it says the same."""
    positions = [
        random_deal(small(declare, size, chosen), 3, 1).start()
        for declare, variants, size in (
            (hemispheres.declare, hemispheres.VARIANTS, (3, 1)),
            (single_interchange.declare, single_interchange.GAME.variants, (3, 2, 4)),
        )
        for chosen in settings(variants)
    ]
    outcomes = [solve(position).outcome for position in positions]
    for module in ("hemispheres", "single_interchange", "two_pack"):
        monkeypatch.setattr(f"wendekreis.solver.{module}.kernel", lambda name: None)
    assert [solve(position, Limits(max_nodes=20_000)).outcome for position in positions] == outcomes
