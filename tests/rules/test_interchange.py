"""Single Interchange and its relatives, rule by rule; test names carry the rule's number."""

import pytest

from tests.tables import after, legal, shown, table
from wendekreis.deals import numbered_deal
from wendekreis.errors import IllegalMove, UnparsableMove
from wendekreis.games import game
from wendekreis.rules import is_won, parse_move, play
from wendekreis.rules.move import Move

SINGLE = game("single-interchange")
UNLIMITED = game("unlimited")


def test_1_dealt_row_by_row_rows_2_and_4_face_down() -> None:
    """Card 6 lies on pile 1."""
    deal = numbered_deal(SINGLE, "1")
    c = list(map(str, deal.cards))
    assert shown(deal.start(), "t1") == f"{c[0]} -{c[5]} {c[10]} -{c[15]} {c[20]}"
    assert shown(deal.start(), "t5") == f"{c[4]} -{c[9]} {c[14]} -{c[19]} {c[24]}"


@pytest.mark.parametrize("name", ["interchange", "unlimited"])
def test_relatives_deal_seven_times_seven(name: str) -> None:
    """Odd rows face up."""
    deal = numbered_deal(game(name), "1")
    c = list(map(str, deal.cards))
    row = [c[7 * i] for i in range(7)]
    assert shown(deal.start(), "t1") == f"{row[0]} -{row[1]} {row[2]} -{row[3]} {row[4]} -{row[5]} {row[6]}"
    assert len(deal.start().faces("stock")) == 55


def test_2_token_26_is_turned_first() -> None:
    """Twenty-seven cards make the stock, the waste is empty."""
    deal = numbered_deal(SINGLE, "1")
    assert shown(deal.start(), "w") == ""
    assert shown(after(deal.start(), "turn"), "w") == str(deal.cards[25])
    assert len(deal.start().faces("stock")) == 27


def test_3_an_ace_opens_any_free_place() -> None:
    """One legal move; the place is named with @, and is no part of the position."""
    position = table(SINGLE, {"f1": "AC", "t1": "5D AH", "stock": "3S"})
    assert legal(position) == ["t1-fH", "turn"]
    assert shown(after(position, "t1-fH"), "f2") == "AH"
    chosen = after(position, "t1-fH@4")
    assert shown(chosen, "f4") == "AH"
    assert chosen.key() == after(position, "t1-fH").key()


def test_3_a_place_is_named_by_an_ace_and_only_when_free() -> None:
    """A taken place, a place that is not there, or a card that is no ace."""
    position = table(SINGLE, {"f1": "AC", "t1": "5D AH", "t2": "2C", "w": "3S"})
    for wrong in ("t1-fH@1", "t1-fH@5", "t2-fC@1", "t2-fC@2"):
        with pytest.raises(IllegalMove):
            play(position, Move.parse(wrong))
    for wrong in ("t1-fH@0", "t1-t2@1", "t1-fH@", "t1-fH@12"):
        with pytest.raises(UnparsableMove):
            parse_move(SINGLE, wrong)


def test_3_then_up_in_suit() -> None:
    """No gaps, no other suit."""
    position = table(SINGLE, {"f1": "AC 2C", "t1": "3C", "t2": "3S", "t3": "4C", "w": "KD"})
    assert [move for move in legal(position) if "-f" in move] == ["t1-fC"]


def test_4_a_foundation_gives_its_top_card_back() -> None:
    """To a pile one rank higher of its suit, a king to an empty pile, never to another foundation."""
    assert "fH-t1" in legal(table(SINGLE, {"f1": "AH 2H", "t1": "3H", "w": "9S"}))
    king = table(SINGLE, {"f1": "QH KH", "t1": "3C", "t2": "4S", "t3": "4D", "t4": "6S"})
    assert "fH-t5" in legal(king)
    two_packs = table(UNLIMITED, {"f1": "AH 2H", "f2": "AH", "w": "9S"})
    assert not [move for move in legal(two_packs) if move.startswith("fH")]


def test_5_a_run_moves_and_so_does_any_tail_of_it() -> None:
    """Down in suit, as dealt or built."""
    position = table(SINGLE, {"t1": "2D 9S 8S 7S", "t2": "8S", "t3": "9S", "t4": "TS", "t5": "4D"})
    assert [move for move in legal(position) if move.startswith("t1")] == ["t1-t2", "t1-t3*2", "t1-t4*3"]


def test_5_a_face_down_card_is_no_part_of_a_run() -> None:
    """Even if it fits."""
    position = table(SINGLE, {"t1": "-9S 8S 7S", "t2": "TS", "t3": "9S", "t4": "4D", "t5": "4D"})
    assert legal(position) == ["t1-t3*2", "t3-t2"]


def test_6_a_king_or_its_run_fills_an_empty_pile() -> None:
    """Also when it is the only run of its pile, and from the waste."""
    position = table(SINGLE, {"t1": "2D KS QS", "t2": "KD", "t3": "3C", "t4": "4C", "w": "KC", "stock": "5D"})
    assert legal(position) == ["t1-t5*2", "t2-t5", "t3-t4", "turn", "w-t5"]


def test_7_a_bared_card_is_turned_up_as_part_of_the_move() -> None:
    """In the same step list."""
    position = table(SINGLE, {"t1": "2D -3C 8H", "t2": "9H", "t3": "6C", "t4": "6D", "t5": "6S"})
    played = play(position, Move.parse("t1-t2"))
    assert [step.cause for step in played.steps] == ["move", "turn_up"]
    assert shown(played.position, "t1") == "2D 3C"


def test_8_a_redeal_turns_the_waste_over_whole() -> None:
    """Order kept, no card turned yet; only when the stock is empty and the waste is not."""
    start = numbered_deal(SINGLE, "1").start()
    through = after(start, "turn " * 27)
    assert "redeal" not in legal(after(start, "turn " * 26))
    again = after(through, "redeal")
    assert shown(again, "w") == ""
    assert shown(again, "stock") == shown(start, "stock")
    empty = table(SINGLE, {"t1": "5H", "t2": "7C"})
    with pytest.raises(IllegalMove, match="the waste is empty"):
        play(empty, Move.parse("redeal"))


def test_interchange_has_no_redeal() -> None:
    """One pass only."""
    position = table(game("interchange"), {"w": "5H", "t1": "7C"})
    with pytest.raises(IllegalMove, match="no redeal"):
        play(position, Move.parse("redeal"))


def test_9_the_waste_gives_its_top_card_and_takes_none() -> None:
    """To tableau or foundation."""
    position = table(SINGLE, {"f1": "AH", "t1": "3H", "t2": "9C", "t3": "8C", "t4": "4C", "t5": "JC", "w": "4S 2H"})
    assert legal(position) == ["redeal", "t3-t2", "w-fH", "w-t1"]
    with pytest.raises(IllegalMove):
        play(position, Move.parse("t3-w"))


def test_10_won_when_every_card_is_up() -> None:
    """The rules do not end there: a king may still be taken back."""
    position = after(table(SINGLE, {"f1": "QH", "t1": "KH"}), "t1-fH")
    assert is_won(position)
    assert "fH-t1" in legal(position)


def test_two_foundations_of_a_suit_make_one_written_move() -> None:
    """The first in layout order takes it, and the first that fits gives it back."""
    position = table(UNLIMITED, {"f1": "AC", "f2": "AH", "f3": "AH", "t1": "2H", "w": "3S"})
    assert [move for move in legal(position) if "-f" in move] == ["t1-fH"]
    assert shown(after(position, "t1-fH"), "f2") == "AH 2H"
    back = table(UNLIMITED, {"f1": "AH", "f2": "AH 2H", "f3": "AC", "t1": "3H", "w": "3S"})
    assert [move for move in legal(back) if move.startswith("fH")] == ["fH-t1"]
    assert shown(after(back, "fH-t1"), "f2") == "AH"


def test_which_foundation_has_which_place_is_no_part_of_the_position() -> None:
    """Nor which of two copies lies where."""
    one = table(UNLIMITED, {"f1": "AC", "f2": "AH"})
    other = table(UNLIMITED, {"f4": "AH", "f7": "AC"})
    assert one.key() == other.key()
