"""Variants: how they are written, and what each of them changes."""

import pytest

from tests.tables import after, legal, table
from wendekreis.deals import numbered_deal, random_deal
from wendekreis.errors import IllegalMove, UnknownGame
from wendekreis.games import game, games, listed_game
from wendekreis.games.hemispheres import declare as hemispheres
from wendekreis.rules import Position

SPELLINGS = {
    "single-interchange+spaces=any": "single-interchange+spaces=any",
    "single-interchange+takeback=no+faces=up": "single-interchange+faces=up+takeback=no",
    "single-interchange+spaces=king+faces=alternate": "single-interchange",
    "single-interchange+redeals=unlimited": "single-interchange",
    "interchange+redeals=none": "interchange",
    "interchange+redeals=unlimited": "interchange+redeals=unlimited",
    "hemispheres+quadrants=yes+barriers=any+build=colour": "hemispheres+build=colour+quadrants=yes",
}


@pytest.mark.parametrize("written", SPELLINGS)
def test_one_game_for_all_spellings(written: str) -> None:
    """Names sorted, the game's own values left out; the same object each time, not among the games."""
    found = game(written)
    assert found.id == SPELLINGS[written]
    assert game(found.id) is found
    assert found.base == written.partition("+")[0]
    assert (found.id in games()) == ("+" not in found.id)


REFUSED = {
    "single-interchange+": "''",
    "single-interchange+spaces": "'spaces'",
    "single-interchange+spaces=queen": "spaces can't be 'queen'",
    "single-interchange+fill=stock": "'fill'",
    "single-interchange+spaces=any+spaces=any": "spaces is set twice",
    "single-interchange+spaces=any ": "'any '",
    "single-interchange+Spaces=any": "'Spaces'",
}


@pytest.mark.parametrize("written", REFUSED)
def test_what_is_no_variant(written: str) -> None:
    """One sentence that says what is wrong and what there is."""
    with pytest.raises(UnknownGame) as caught:
        game(written)
    assert REFUSED[written] in str(caught.value)
    assert "faces=alternate|up|top, spaces=king|any, takeback=yes|no, redeals=unlimited|none" in str(caught.value)


def test_games_without_the_variant_or_the_game() -> None:
    """Variants are the game's own; an unknown game is an unknown game; and variants are not listed."""
    with pytest.raises(UnknownGame, match=r"fill=waste\|stock"):
        game("hemispheres+faces=up")
    with pytest.raises(UnknownGame, match="the games are"):
        game("patience+faces=up")
    with pytest.raises(UnknownGame, match="the games are"):
        listed_game("single-interchange+spaces=any")


def test_deals_are_those_of_the_game() -> None:
    """A number, or a seed and an index, deals a variant the same cards."""
    for base in games():
        for name, values in games()[base].variants.items():
            varied = game(f"{base}+{name}={values[-1]}")
            assert numbered_deal(varied, "25483").cards == numbered_deal(games()[base], "25483").cards
            assert random_deal(varied, 1, 2).cards == random_deal(games()[base], 1, 2).cards


@pytest.mark.parametrize(("faces", "down"), [("alternate", 10), ("up", 0), ("top", 20)])
def test_faces(faces: str, down: int) -> None:
    """How many cards of the tableau lie face down."""
    position = numbered_deal(game(f"single-interchange+faces={faces}"), "1").start()
    assert len(position.down) == down
    assert down < 20 or position.down == set(range(20))


def moves(position: Position) -> set[str]:
    """The legal moves as they are written."""
    return set(legal(position))


def test_spaces() -> None:
    """Any card or run fills an empty pile: from a pile, the waste, a foundation."""
    piles = {"t1": "KC 8H 7H", "w": "5D", "f1": "AS 2S"}
    kings = moves(table(game("single-interchange"), piles))
    every = moves(table(game("single-interchange+spaces=any"), piles))
    assert every - kings >= {"t1-t2", "t1-t2*2", "w-t2", "fS-t2"}
    assert kings < every
    assert "t1-t2*3" not in every


def test_the_higher_foundation_fills_a_space() -> None:
    """Where two foundations of a suit could give different cards, wherever they lie."""
    for first, second in (("AS", "AS 2S"), ("AS 2S", "AS")):
        position = table(game("unlimited+spaces=any"), {"t1": "KC", "f1": first, "f2": second})
        assert [str(card) for card in after(position, "fS-t2").faces("t2")] == ["2S"]


def test_takeback() -> None:
    """No card leaves a foundation."""
    piles = {"t1": "4S", "f1": "AS 2S 3S"}
    assert "fS-t1" in moves(table(game("single-interchange"), piles))
    shut = table(game("single-interchange+takeback=no"), piles)
    assert "fS-t1" not in moves(shut)
    with pytest.raises(IllegalMove):
        after(shut, "fS-t1")


def test_redeals() -> None:
    """None in Single Interchange, as many as one likes in Interchange."""
    through = " ".join(["turn"] * 27)
    assert "redeal" not in moves(after(numbered_deal(game("single-interchange+redeals=none"), "1").start(), through))
    through = " ".join(["turn"] * 55)
    assert "redeal" in moves(after(numbered_deal(game("interchange+redeals=unlimited"), "1").start(), through))


def test_fill() -> None:
    """From the stock while it has a card, though the waste has one too; then from the waste."""
    piles = {"n1": "KH", "n2": "QH", "w": "5C", "stock": "6C 7C"}
    assert [str(card) for card in after(table(game("hemispheres"), piles), "n2-n1").faces("n2")] == ["5C"]
    filled = after(table(game("hemispheres+fill=stock"), piles), "n2-n1")
    assert [str(card) for card in filled.faces("n2")] == ["7C"]
    empty = table(game("hemispheres+fill=stock"), piles | {"stock": ""})
    assert [str(card) for card in after(empty, "n2-n1").faces("n2")] == ["5C"]


def test_build_in_colour() -> None:
    """Red on red, black on black; foundations stay in suit, and no red card goes on a black one."""
    piles = {"n1": "KH", "n2": "QD", "s1": "5C", "s2": "6S", "n3": "4C", "fD1": "AD 2D", "w": "3H"}
    assert not {"n2-n1", "s2-s1"} & moves(table(game("hemispheres"), piles))
    varied = moves(table(game("hemispheres+build=colour"), piles))
    assert {"n2-n1", "s2-s1"} <= varied
    assert not {"w-fD", "w-n3"} & varied


def test_quadrants() -> None:
    """A tableau card builds in its own quadrant, one of the waste in its hemisphere; exchanges know no quadrants."""
    piles = {"n1": "KH", "n3": "QH", "n4": "KH", "n5": "QH", "w": "QH", "n6": "4C", "s1": "5H"}
    assert {"n3-n1", "n3-n4", "n5-n1", "n5-n4"} <= moves(table(game("hemispheres"), piles))
    varied = moves(table(game("hemispheres+quadrants=yes"), piles))
    assert {"n3-n1", "n5-n4", "w-n1", "w-n4", "n6xs1"} <= varied
    assert not {"n3-n4", "n5-n1"} & varied


def test_late_spaces_cross_quadrants() -> None:
    """An empty pile takes any top card, as without the variant."""
    varied = table(game("hemispheres+quadrants=yes"), {"n1": "KH", "s1": "5C"})
    assert {"n1-n6", "n1-s6", "s1-n2"} <= moves(varied)


def test_barriers_at_the_end() -> None:
    """A barrier that fits waits for the last of the other cards."""
    small = hemispheres(ranks=3, quadrant=1, barriers="end")
    spades, others = "3S 2S", {"fS2": "3S 2S AS", "fC1": "3C 2C", "fC2": "3C 2C AC", "fD1": "AD 2D", "fD2": "AD 2D 3D"}
    barriers = {"bN": "AS", "bE": "3H", "bS": "AC", "bW": "3D"}
    early = table(small, {"fS1": spades, **others, "fH1": "AH 2H", "fH2": "AH 2H", "n1": "3H", **barriers})
    assert {"n1-fH"} <= moves(early)
    assert not {move for move in moves(early) if move[0] == "b"}
    assert {"bN-fS", "bE-fH", "bS-fC", "bW-fD"} <= moves(after(early, "n1-fH"))
