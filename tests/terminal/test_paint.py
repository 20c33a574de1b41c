"""What stands in the cells: nothing hides anything, in any size; fans, marks and faces."""

from collections.abc import Callable
from pathlib import Path

import pytest

from wendekreis.cards import Card
from wendekreis.games import games
from wendekreis.rules import Role
from wendekreis.terminal.faces import middle
from wendekreis.terminal.grid import Fan, Place, fit, strips
from wendekreis.terminal.paint import Canvas, Marks, paint
from wendekreis.terminal.palette import PALETTES, is_dark
from wendekreis.terminal.sitting import Sitting, Standing
from wendekreis.terminal.words import Words, language

Lay = Callable[..., Sitting]

SIZES = ((80, 21), (50, 13), (60, 15), (60, 20), (120, 37), (200, 57))
WORDS = Words("en")
PICTURES = Path(__file__).parent / "pictures"


def painted(at: Standing, columns: int, rows: int, marks: Marks | None = None) -> Canvas:
    """The table in so many cells."""
    grid = fit(at.game.layouts, columns, rows)
    assert grid is not None
    return paint(grid, at, WORDS, marks or Marks())


def shown(canvas: Canvas, pile: str) -> str:
    """The signs of a pile, row by row."""
    rows = zip(canvas.signs, canvas.spots, strict=True)
    kept = ["".join(s for s, spot in zip(*row, strict=True) if spot and spot.pile == pile).strip() for row in rows]
    return "\n".join(line for line in kept if line)


@pytest.mark.parametrize("game", games())
def test_every_pile_of_any_game_is_to_be_seen(game: str, lay: Lay) -> None:
    """At the start, in terminals of any size."""
    at = lay(game).at
    for size in SIZES:
        canvas = painted(at, *size)
        assert all(shown(canvas, pile.name) for pile in at.game.piles), size


@pytest.mark.parametrize("moves", [60, 10_000])
@pytest.mark.parametrize("game", ["hemispheres", "single-interchange", "unlimited"])
def test_every_pile_and_every_open_card_can_be_read(
    game: str, moves: int, lay: Lay, winning_line: Callable[[str], tuple[str, list[str]]]
) -> None:
    """In the middle and at the end of a play, in any size: the index of each card that no other lies on,
    and in a fan that of each open card.
    """
    cards, line = winning_line(game)
    at = lay(game, " ".join(line[:moves]), cards=cards).at
    for size in SIZES:
        canvas = painted(at, *size)
        grid = fit(at.game.layouts, *size)
        assert grid is not None
        for place in grid.places:
            text, count = shown(canvas, place.pile), at.count(place.pile)
            assert text, (size, place.pile)
            if at.is_stock(place.pile):
                assert not count or str(count) in text
                continue
            last = place.fan.last or count if place.fan else 1
            for index in range(max(0, count - last), count):
                card = at.face(place.pile, index)
                suit = {"C": "♣", "D": "♦", "H": "♥", "S": "♠"}
                if card is not None:
                    assert f"{WORDS.rank(card)}{suit[card.suit.letter]}" in text, (size, place.pile)


@pytest.mark.parametrize("file", sorted(PICTURES.glob("*.txt")), ids=lambda file: file.stem)
def test_the_first_table_of_a_terminal_of_80_by_24(file: Path, lay: Lay) -> None:
    """As it has been looked at. After a change on purpose, empty the file, run this twice, and look at it again."""
    at = lay(file.stem, "turn turn turn").at
    cursor = at.game.piles[at.game.by_role[Role.TABLEAU][0]].name
    text = painted(at, 80, 21, Marks(cursor)).text() + "\n"
    if not file.read_text():
        file.write_text(text)
        pytest.fail(f"{file.name} was empty; it is not any more")
    assert text == file.read_text()


def test_no_layout_for_too_small_a_terminal() -> None:
    """The table then says so."""
    for game in games().values():
        assert fit(game.layouts, 20, 8) is None


@pytest.mark.parametrize(
    ("up", "room", "rows", "seen"),
    [
        ([True, False, True], 20, [0, 2, 3], 4),
        ([True, False, True], 6, [0, 1, 2], 4),
        ([True, False, True], 4, [0, 1, 2], 2),
        ([False] * 6 + [True], 5, [0, 0, 0, 1, 2, 3, 4], 1),
        ([True] * 5, 3, [0, 0, 0, 1, 2], 1),
        ([], 5, [0], 4),
    ],
)
def test_a_fan_shrinks_as_it_grows(up: list[bool], room: int, rows: list[int], seen: int) -> None:
    """First the steps, then the last card; then face-down cards lie over each other, in the end others."""
    place = Place("t1", 0, 0, Fan(0, 2, 1, None, room))
    offsets, height = strips(place, up, (6, 4))
    assert ([y for _, y in offsets], height) == (rows[: len(up)], seen)


def test_marks_are_seen_without_colours(lay: Lay) -> None:
    """Astray, exchange, count, last move, barrier, the way a foundation builds."""
    at = lay("hemispheres", "turn turn").at
    swap = next(choice for choice in at.choices if choice.swap)
    last = frozenset(at.view.piles["w"][-1:])
    canvas = painted(at, 80, 21, Marks("n1", 1, (swap.source, 1), {swap.target: "partner"}, {}, last))
    assert "⇄" in shown(canvas, swap.target)
    assert "↓" in shown(canvas, swap.source)
    assert "≡2" in shown(canvas, "w")
    assert "•" in shown(canvas, "w")
    assert "═" in shown(canvas, "bN")
    assert "▲" in shown(canvas, "fD1")
    assert {canvas.looks[y][x].paper for y, row in enumerate(canvas.spots) for x, s in enumerate(row) if s} >= {
        "lit",
        "held",
        "astray",
        "back",
    }


def test_pips_are_as_many_as_the_rank() -> None:
    """On every card that is large enough; a court card has a frame."""
    for height in range(7, 16):
        for rank in range(1, 11):
            cells = list(middle(Card.parse(f"{'A23456789T'[rank - 1]}H"), "", 11, height))
            assert len(set(cells)) == len(cells) == rank
            assert all(0 < y < height - 1 or rank == 1 for _, y, _ in cells)
        assert any("╭" in text for _, _, text in middle(Card.parse("QH"), "Q", 11, height))


def test_colours_can_be_read() -> None:
    """Each ink on its paper has a contrast of 4.5 (WCAG 2.2, 1.4.3), and signs that are no text one of 3."""
    pairs = [
        (suit, paper) for suit in ("suit-C", "suit-D", "suit-H", "suit-S") for paper in ("paper", "under", "astray")
    ]
    pairs += [("ink", "table"), ("quiet", "table"), ("bad", "table"), ("bar-ink", "bar"), ("back-ink", "back")]
    pairs += [("note", "paper"), ("sign", "paper"), ("sign", "lit"), ("sign", "astray"), ("quiet", "surface")]
    signs = [("focus", paper) for paper in ("table", "north", "south")] + [("well-line", "well"), ("held-bar", "table")]
    for palette in PALETTES.values():
        for ink, paper in pairs:
            assert contrast(palette.colours[ink], palette.colours[paper]) >= 4.5, (palette.name, ink, paper)
        for ink, paper in signs:
            assert contrast(palette.colours[ink], palette.colours[paper]) >= 3, (palette.name, ink, paper)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, by WCAG's formula."""
    light, dark = sorted((_luminance(one), _luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)


def _luminance(colour: str) -> float:
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize(
    ("environment", "lang"),
    [
        ({"LANG": "de_AT.UTF-8"}, "de"),
        ({"LANG": "de_DE", "LC_ALL": "C"}, "en"),
        ({"LC_MESSAGES": "de_CH", "LANG": "fr_CH"}, "de"),
        ({"LANG": "fr_FR"}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_the_environments(environment: dict[str, str], lang: str) -> None:
    """In POSIX's order; English for a language that there is not."""
    assert language(environment) == lang


@pytest.mark.parametrize(
    ("told", "dark"), [("15;0", True), ("0;15", False), ("0;default;15", False), ("12;8", True), ("", True)]
)
def test_light_and_dark_terminals(told: str, dark: bool) -> None:
    """As COLORFGBG tells; dark if nothing does."""
    assert is_dark(told) is dark
