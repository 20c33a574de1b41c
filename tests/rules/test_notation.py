"""The notation of moves (RULES, "Piles and moves as text")."""

import pytest

from wendekreis.errors import IllegalMove, UnparsableMove
from wendekreis.games import game
from wendekreis.rules import Move, parse_move, play

GOOD = ["turn", "redeal", "w-t3", "t1-fH", "fH-t2", "t1-t3*2", "t1-t3*13", "t2-fH@3"]
GOOD_HEMISPHERES = ["turn", "n2-n5", "bE-fH", "w-s4", "n3xs5", "w-fC"]
BAD = [
    *("", "Turn", "TURN", "T1-T2", "t1-t2*1", "t1-t2*0", "t1-t2*02", "t1-t2*", "*1", "t1", "t1-", "-t1", "t1 -t2"),
    *("t1-t2 ", " t1-t2", "t1–t2", "t0-t1", "t10-t1", "fh-t1", "fX-t1", "f1-t1", "stock-w", "w-stock", "s5xn3"),
    *("t1xt2", "n3xs5*2", "n3-n4@1", "t٣-t1", "turn*2", "redeal@1", "t1-t2*100", "t1-fH*2@1", "bn-fS", "bS1-fS"),
]


@pytest.mark.parametrize("text", GOOD)
def test_a_move_reads_back_as_it_is_written(text: str) -> None:
    """str() is the inverse of parse."""
    assert str(parse_move(game("single-interchange"), text)) == text


@pytest.mark.parametrize("text", GOOD_HEMISPHERES)
def test_a_move_of_hemispheres_reads_back(text: str) -> None:
    """The same with the piles of the circle."""
    assert str(parse_move(game("hemispheres"), text)) == text


@pytest.mark.parametrize("text", BAD)
def test_anything_else_is_unparsable(text: str) -> None:
    """And the message repeats it."""
    with pytest.raises(UnparsableMove) as caught:
        Move.parse(text)
    assert repr(text) in str(caught.value)


@pytest.mark.parametrize(
    ("game_id", "text"),
    [
        ("single-interchange", "t6-t1"),
        ("single-interchange", "n1-n2"),
        ("hemispheres", "t1-t2"),
        ("unlimited", "t8-t1"),
    ],
)
def test_piles_of_other_games_are_unparsable(game_id: str, text: str) -> None:
    """The message names the pile."""
    with pytest.raises(UnparsableMove, match="it has no pile"):
        parse_move(game(game_id), text)


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("t1-t1", "the pile it lies on"),
        ("redeal", "the stock is not empty"),
        ("w-t1", "w is empty"),
        ("t1-t2*5", "does not give a run of 5"),
        ("fH-t1", "fH is empty"),
        ("t1-w", "w does not take"),
    ],
)
def test_an_illegal_move_says_why(text: str, why: str) -> None:
    """One clear sentence with the move in it."""
    from wendekreis.deals import numbered_deal

    position = numbered_deal(game("single-interchange"), "1").start()
    with pytest.raises(IllegalMove, match=why) as caught:
        play(position, parse_move(position.game, text))
    assert str(caught.value).startswith(text)
    assert caught.value.params["move"] == text
