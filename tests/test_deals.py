"""Deals as text and by number, and what is said of wrong ones."""

import random

import pytest

from wendekreis.cards import Card, Suit
from wendekreis.deals import normal_number, numbered_deal, parse_deal, parse_position, random_number
from wendekreis.errors import (
    BadCard,
    BadDeal,
    BadNumber,
    CardsMissing,
    CardsSurplus,
    EmptyDeal,
    NoNumber,
    UnknownGame,
    UnparsableMove,
)
from wendekreis.games import game, games

SINGLE = game("single-interchange")
DEAL = numbered_deal(SINGLE, "1").text


@pytest.mark.parametrize(("text", "written"), [("TD", "TD"), ("10D", "TD"), ("10d", "TD"), ("td", "TD"), ("aS", "AS")])
def test_a_card_is_read_in_every_spelling(text: str, written: str) -> None:
    """10 for T, lower case."""
    assert str(Card.parse(text)) == written


@pytest.mark.parametrize(
    "text", ["", "T", "1D", "11D", "XD", "TDD", "TE", "100D", "D10", "T♦", "KＨ", " TD", "ıD", "10"]
)
def test_other_tokens_are_no_cards(text: str) -> None:
    """The message repeats the token."""
    with pytest.raises(BadDeal) as caught:
        Card.parse(text)
    assert repr(text) in str(caught.value)


def test_suits_have_their_colour() -> None:
    """Hearts and diamonds are red."""
    assert {suit.letter: suit.colour for suit in Suit} == {"C": "black", "D": "red", "H": "red", "S": "black"}


@pytest.mark.parametrize("game_id", list(games()))
def test_the_pack_of_each_game(game_id: str) -> None:
    """As many tokens as RULES says, no more."""
    sizes = {"single-interchange": 52, "interchange": 104, "unlimited": 104, "hemispheres": 92}
    assert game(game_id).deal_size == sizes.get(game_id, game(game_id).deal_size)
    cards = list(game(game_id).deck)
    random.Random(1).shuffle(cards)
    text = " ".join(map(str, cards))
    assert parse_deal(game(game_id), f"  {text}\t# shuffled").text == text


def test_hemispheres_leaves_out_starters_and_barriers() -> None:
    """No black king and no red ace; one ace of each black suit, one king of each red one."""
    counts = {
        str(card): game("hemispheres").deck.count(card)
        for card in map(Card.parse, ["KC", "KS", "AH", "AD", "AC", "AS", "KH", "KD", "7H"])
    }
    assert counts == {"KC": 0, "KS": 0, "AH": 0, "AD": 0, "AC": 1, "AS": 1, "KH": 1, "KD": 1, "7H": 2}


@pytest.mark.parametrize(
    ("change", "said"),
    [
        (lambda tokens: tokens[:-1], f"has 51; missing: {DEAL.split()[-1]}"),
        (lambda tokens: [*tokens, "2C"], "has 53; too many: 2C"),
        (lambda tokens: [tokens[1], *tokens[1:]], f"missing: {DEAL.split()[0]}; too many: {DEAL.split()[1]}"),
        (lambda tokens: [*tokens[:3], "1Q", *tokens[4:]], "card 4 of the deal: '1Q' is not a card"),
        (lambda tokens: [], "no deal given; a deal of single-interchange has 52 cards"),
    ],
)
def test_a_wrong_deal_says_which_cards(change, said: str) -> None:  # type: ignore[no-untyped-def]
    """Missing, doubled or misspelt."""
    with pytest.raises(BadDeal) as caught:
        parse_deal(SINGLE, " ".join(change(DEAL.split())))
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_a_comment_ends_with_its_line(line_end: str) -> None:
    """Whatever lines the deal is broken into; between its moves too."""
    tokens = DEAL.split()
    text = line_end.join(
        ["# my deal", " ".join(tokens[:9]), " ".join(tokens[9:40]) + "# AS", "", " ".join(tokens[40:]), "#"]
    )
    assert parse_deal(SINGLE, text).text == DEAL
    deal, moves = parse_position(SINGLE, line_end.join([text, "| turn # t1-t2", "# |", "turn"]))
    assert (deal.text, list(map(str, moves))) == (DEAL, ["turn", "turn"])


@pytest.mark.parametrize(
    ("change", "kind", "said", "params"),
    [
        (lambda tokens: [], EmptyDeal, "no deal given", {"size": 52}),
        (lambda tokens: tokens[:-1], CardsMissing, "has 51; missing: 6H", {"missing": "6H"}),
        (lambda tokens: [*tokens, "2C"], CardsSurplus, "has 53; too many: 2C", {"surplus": "2C"}),
        (
            lambda tokens: ["2C" if token == "KH" else token for token in tokens],
            BadDeal,
            "this deal has 52 cards as it should, but they are not those of single-interchange;"
            " missing: KH; too many: 2C",
            {"missing": "KH", "surplus": "2C"},
        ),
        (
            lambda tokens: ["2C"],
            CardsMissing,
            "has 1; missing: AC 3C 4C 5C 6C 7C 8C 9C TC JC QC KC and 39 more",
            {"missing": "AC 3C 4C 5C 6C 7C 8C 9C TC JC QC KC … (+39)"},
        ),
        (
            lambda tokens: [*tokens, *["AS"] * 1000],
            CardsSurplus,
            "has 1052; too many: AS AS AS AS AS AS AS AS AS AS AS AS and 988 more",
            {"surplus": "AS AS AS AS AS AS AS AS AS AS AS AS … (+988)"},
        ),
        (lambda tokens: [*tokens[:3], "1Q"], BadCard, "card 4 of the deal: '1Q'", {"place": 4, "card": "1Q"}),
        (lambda tokens: ["x" * 999], BadCard, f"card 1 of the deal: '{'x' * 20}' is", {"place": 1, "card": "x" * 20}),
    ],
)
def test_what_is_said_of_a_wrong_deal(change, kind: type, said: str, params: dict[str, object]) -> None:  # type: ignore[no-untyped-def]
    """No part is empty, none is endless, and each kind of wrongness has its own sentence."""
    with pytest.raises(BadDeal) as caught:
        parse_deal(SINGLE, " ".join(change(DEAL.split())))
    assert type(caught.value) is kind
    assert said in str(caught.value)
    assert "\n" not in str(caught.value)
    assert {name: value for name, value in caught.value.params.items() if name != "game"} == params


def test_a_position_with_a_wrong_move() -> None:
    """The moves are read as strictly as anywhere; the place is named, and no more of the move than need be."""
    for move in ("turm", "t1-t2" + "x" * 500):
        with pytest.raises(UnparsableMove, match=r"^move 1 \(counted from 0\): '") as caught:
            parse_position(SINGLE, f"{DEAL} | turn {move}")
        assert caught.value.params == {"move": move[:24]}
        assert len(str(caught.value)) < 200


@pytest.mark.parametrize(
    ("text", "number"),
    [
        ("1", "1"),
        ("007", "7"),
        (" 25483 ", "25483"),
        ("MS5", "ms5"),
        ("9" * 20, "9" * 20),
        ("ms8589934591", "ms8589934591"),
    ],
)
def test_numbers_are_read(text: str, number: str) -> None:
    """And written in one way."""
    assert normal_number(text) == number


@pytest.mark.parametrize(
    "text",
    [
        "0",
        "ms0",
        "-1",
        "+5",
        "1.5",
        "1e3",
        "0x10",
        "1" + "0" * 20,
        "ms8589934592",
        "ms",
        "m5",
        "１",
        "1 2",
        "12\n3",
    ],
)
def test_other_numbers_are_refused(text: str) -> None:
    """The message gives the bounds."""
    with pytest.raises(BadNumber, match=r"1 to 99999999999999999999, and ms1 to ms8589934591"):
        normal_number(text)


@pytest.mark.parametrize("text", ["", " ", "\t\n"])
def test_no_number_is_said_to_be_none(text: str) -> None:
    """Not that nothing is no number."""
    with pytest.raises(NoNumber, match=r"^no number given; deal numbers are 1 to 9+, and ms1 to ms8589934591$"):
        normal_number(text)


def test_a_random_number_is_a_number_that_can_be_told() -> None:
    """Nine digits at most, a different one each time."""
    numbers = {random_number() for _ in range(50)}
    assert len(numbers) > 45
    assert all(len(number) <= 9 and normal_number(number) == number for number in numbers)


def test_plain_numbers_change_generator_at_32000() -> None:
    """Below, a plain number is the Microsoft deal of the same number."""
    assert numbered_deal(SINGLE, "31999").cards == numbered_deal(SINGLE, "ms31999").cards
    assert numbered_deal(SINGLE, "32000").cards != numbered_deal(SINGLE, "ms32000").cards


def test_single_interchange_number_1_is_freecell_number_1() -> None:
    """The Microsoft shuffle of one pack, known to every FreeCell player: JD 2D 9H JC 5D 7H 7C 5H KD …"""
    assert DEAL.startswith("JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD QC KH 3H")


def test_an_unknown_game_is_told_the_known_ones() -> None:
    """By their ids."""
    with pytest.raises(UnknownGame, match="hemispheres, single-interchange, interchange, unlimited"):
        game("klondike")
