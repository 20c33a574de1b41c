"""Hemispheres, rule by rule (docs/rules/hemispheres.en.md); test names carry the rule's number."""

import pytest

from tests.tables import after, legal, shown, table
from wendekreis.deals import numbered_deal
from wendekreis.errors import IllegalMove
from wendekreis.games import game
from wendekreis.rules import Position, is_won, play
from wendekreis.rules.move import Move

HEMISPHERES = game("hemispheres")


def ring(piles: dict[str, str]) -> Position:
    """A table whose other ring piles hold a card that neither moves nor takes one, so that none is empty."""
    idle = {f"n{i}": "AD" for i in range(1, 7)} | {f"s{i}": "KC" for i in range(1, 7)}
    return table(HEMISPHERES, idle | piles)


def test_1_the_arms_from_the_centre_outwards() -> None:
    """North K♠ A♥ A♠, east K♣ A♥ K♥, south K♣ A♦ A♣, west K♠ A♦ K♦."""
    start = numbered_deal(HEMISPHERES, "1").start()
    arms = {"N": ("fS1", "fH1", "bN"), "E": ("fC1", "fH2", "bE"), "S": ("fC2", "fD2", "bS"), "W": ("fS2", "fD1", "bW")}
    laid = {arm: " ".join(shown(start, name) for name in names) for arm, names in arms.items()}
    assert laid == {"N": "KS AH AS", "E": "KC AH KH", "S": "KC AD AC", "W": "KS AD KD"}


def test_2_twelve_piles_clockwise_from_the_west_barrier() -> None:
    """The first twelve cards are n1 … n6, s1 … s6; the thirteenth is the first one turned."""
    deal = numbered_deal(HEMISPHERES, "1")
    start = deal.start()
    names = [f"{half}{i}" for half in "ns" for i in range(1, 7)]
    assert " ".join(shown(start, name) for name in names) == " ".join(map(str, deal.cards[:12]))
    assert shown(after(start, "turn"), "w") == str(deal.cards[12])
    assert len(start.faces("stock")) == 80


def test_3_red_foundations_build_up_black_ones_down() -> None:
    """From ace to king in red, from king to ace in black, in suit."""
    position = table(HEMISPHERES, {"fH1": "AH", "fS1": "KS", "n1": "2H", "n2": "2D", "s1": "QS", "s2": "QC", "w": "9H"})
    assert legal(position) == ["n1-fH", "s1-fS"]


def test_4_piles_build_in_suit_at_home() -> None:
    """North down with red cards, south up with black ones, no wrap-around."""
    position = table(HEMISPHERES, {"n1": "9H", "n2": "8H", "n3": "TD", "s1": "4S", "s2": "5S", "s3": "3C", "w": "QH"})
    assert legal(position) == ["n2-n1", "s2-s1"]
    assert legal(table(HEMISPHERES, {"n1": "AD", "n2": "KD", "s1": "KC", "s2": "AC", "w": "5H"})) == []


def test_5_a_card_astray_is_neither_built_upon_nor_played() -> None:
    """A red card in the south, a black one in the north."""
    position = table(HEMISPHERES, {"s1": "2H", "n1": "3H", "fH1": "AH", "n2": "QS", "fS1": "KS", "w": "JS"})
    assert legal(position) == ["n2xs1"]


def test_6_red_in_the_south_and_black_in_the_north_change_places() -> None:
    """One move, two shifts at the same time, nothing is filled."""
    position = ring({"n3": "9C", "s5": "6H", "n4": "4D", "w": "2C"})
    played = play(position, Move.parse("n3xs5"))
    assert [len(step.shifts) for step in played.steps] == [2]
    assert shown(played.position, "n3") == "6H"
    assert shown(played.position, "s5") == "9C"
    for wrong in ("n4xs5", "n3xs4"):
        with pytest.raises(IllegalMove, match="no card astray"):
            play(position, Move.parse(wrong))


def test_7_one_card_moves_at_a_time() -> None:
    """Only the top card of a pile, never a sequence."""
    position = table(HEMISPHERES, {"n1": "9H 8H", "n2": "9H", "n3": "TH", "w": "2S"})
    assert legal(position) == ["n1-n2", "n2-n3"]
    with pytest.raises(IllegalMove):
        play(position, Move.parse("n1-n3*2"))


def test_8_the_waste_card_goes_home_or_to_a_foundation() -> None:
    """A black card may not even fit into the north."""
    assert legal(table(HEMISPHERES, {"w": "5H", "n1": "6H", "s1": "4H", "fH1": "4H"})) == ["w-fH", "w-n1"]
    assert legal(table(HEMISPHERES, {"w": "5S", "s1": "4S", "n1": "6S"})) == ["w-s1"]


def test_9_an_empty_pile_is_filled_from_the_waste_first() -> None:
    """After the moved card has landed: a card played from the waste can't fill the place of itself."""
    position = ring({"n1": "8H", "n2": "9H", "w": "2C 3C", "stock": "5D"})
    played = play(position, Move.parse("n1-n2"))
    assert [step.cause for step in played.steps] == ["move", "fill"]
    assert shown(played.position, "n1") == "3C"
    assert shown(played.position, "w") == "2C"


def test_9_and_from_the_stock_when_there_is_no_waste() -> None:
    """The next card of the stock, without a turn."""
    position = after(ring({"n1": "8H", "n2": "9H", "stock": "5D 6D"}), "n1-n2")
    assert shown(position, "n1") == "6D"
    assert shown(position, "w") == ""
    assert shown(position, "stock") == "5D"


def test_10_late_spaces_take_any_top_card() -> None:
    """Either hemisphere, a card astray too, also the only card of its pile; no barrier card."""
    full = {f"{half}{i}": "5S" for half in "ns" for i in range(1, 7)}
    position = table(HEMISPHERES, {"n1": "9H 8H", "n2": "4S", "bE": "KH"})
    moves = legal(position)
    assert {"n1-n3", "n1-s1", "n2-n3", "n2-s1"} <= set(moves)
    assert not [move for move in moves if move.startswith("bE")]
    assert "n1-n3" not in legal(table(HEMISPHERES, {"n1": "9H 8H", "n2": "4S", "w": "4C"}))
    assert legal(table(HEMISPHERES, full)) == []


def test_10_and_home_or_astray_goes_by_where_it_lies() -> None:
    """Carried south through a space, a black card may be built upon."""
    position = after(table(HEMISPHERES, {"n2": "4S", "s2": "5S"}), "n2-s1")
    assert "s2-s1" in legal(position)


def test_11_a_barrier_card_goes_to_its_foundation_only() -> None:
    """An emptied barrier stays empty."""
    position = table(HEMISPHERES, {"bN": "AS", "fS1": "2S", "bE": "KH", "n1": "QH", "w": "3D"})
    assert legal(position) == ["bN-fS"]
    position = after(position, "bN-fS")
    assert shown(position, "bN") == ""
    with pytest.raises(IllegalMove):
        play(position, Move.parse("n1-bN"))


def test_12_one_pass_without_redeal() -> None:
    """When the stock is empty there is no turn and no redeal."""
    position = table(HEMISPHERES, {"n1": "9H", "w": "4C"})
    assert legal(position) == []
    for move in ("turn", "redeal"):
        with pytest.raises(IllegalMove):
            play(position, Move.parse(move))


def test_13_cards_never_leave_a_foundation() -> None:
    """Not even onto a pile that would take them."""
    position = table(HEMISPHERES, {"n1": "3H", "fH1": "AH 2H", "w": "4C"})
    assert "fH-n1" not in legal(position)
    with pytest.raises(IllegalMove):
        play(position, Move.parse("fH-n1"))


def test_14_won_when_all_cards_are_up() -> None:
    """And no earlier."""
    position = table(HEMISPHERES, {"fH1": "AH", "n1": "2H"})
    assert not is_won(position)
    assert is_won(after(position, "n1-fH"))
