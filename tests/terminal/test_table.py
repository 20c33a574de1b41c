"""The terminal table by keys and mouse: whole games, undo, going on, refusals, and what is kept."""

import os
import time
from collections.abc import Callable
from datetime import UTC, date, datetime
from pathlib import Path

import pytest
from textual.pilot import Pilot
from textual.widgets import Input, OptionList, Static

from tests.terminal.conftest import At
from tests.terminal.driving import app_of, canvas_of, cell_of, grid_of, keys_for, line, walk
from wendekreis.advice import daily
from wendekreis.games import games
from wendekreis.store import Request, Store
from wendekreis.terminal import dialogs
from wendekreis.terminal.grid import fit
from wendekreis.terminal.paint import Spot
from wendekreis.terminal.sitting import Sitting, Standing, known_player
from wendekreis.terminal.table import Table

pytestmark = pytest.mark.anyio

Lay = Callable[..., Sitting]
Line = Callable[[str], tuple[str, list[str]]]
ROWS = 21
"""Rows of a terminal of 24 that the table has."""


async def make(pilot: Pilot[None], moves: list[str]) -> None:
    """Make moves by keys."""
    at = app_of(pilot)
    for move in moves:
        keys, _ = keys_for(at.at, grid_of(pilot), at._cursor, move)
        await pilot.press(*keys)


@pytest.mark.parametrize(
    ("game", "last"),
    [
        pytest.param("single-interchange", 7, id="single-interchange-end"),
        *(
            pytest.param(game, last, id=f"{game}-{name}", marks=pytest.mark.long)
            for game, last, name in (
                ("hemispheres", 7, "end"),
                ("hemispheres", 10_000, "whole"),
                ("single-interchange", 10_000, "whole"),
            )
        ),
    ],
)
async def test_a_won_line_by_keys(game: str, last: int, lay: Lay, at: At, winning_line: Line, store: Store) -> None:
    """The end of a won play, or all of it: every pile is reached by arrows, the win is told and stored."""
    cards, moves = winning_line(game)
    begun, rest = moves[: max(0, len(moves) - last)], moves[-last:]
    sitting = lay(game, " ".join(begun), cards=cards)
    async with at(sitting) as pilot:
        await make(pilot, rest)
        assert sitting.at.status == "won"
        assert "It came out!" in line(pilot, "said")
        assert "IT CAME OUT" in line(pilot, "head")
        if len(line(pilot, "said")) > 78:  # then it takes the place of the keys as well
            assert not app_of(pilot).query_one("#foot").display
        assert app_of(pilot).query_one(Table).size.height == ROWS
    with store.play(sitting.player, sitting.at.play) as play:
        assert play.session.moves == tuple(moves)
        assert play.revision == len(moves)


async def test_undo_redo_restart_and_forward(lay: Lay, at: At) -> None:
    """Each is said, and none can be had where there is nothing to take back."""
    sitting = lay("single-interchange")
    async with at(sitting) as pilot:
        await pilot.press("z")
        assert line(pilot, "said") == "There is no move to take back."
        await pilot.press("t", "f")
        moves = sitting.at.moves
        assert moves > 2
        await pilot.press("z")
        assert sitting.at.moves == 1, "one undo for one command"
        assert line(pilot, "said").startswith("Undone: ")
        await pilot.press("y")
        assert sitting.at.moves == moves
        await pilot.press("r")
        assert (sitting.at.moves, line(pilot, "said")) == (0, "Restarted.")
        await pilot.press("y", "z", "z")
        assert (sitting.at.moves, line(pilot, "said")) == (moves, "Undone: the restart.")
        await pilot.press("r", "t", "z", "z")
        assert (sitting.at.moves, line(pilot, "said")) == (0, "There is no move to take back.")


async def test_a_quit_play_goes_on(lay: Lay, at: At, store: Store) -> None:
    """Another sitting of the same player finds it as it was left, with its history; the time played is kept."""
    sitting = lay("hemispheres")
    async with at(sitting) as pilot:
        await pilot.press("t", "t", "t", "z")
        left = sitting.at
        time.sleep(0.02)
        await pilot.press("q")
    sitting.close()
    again = Sitting(store, sitting.player)
    found = again.left()
    assert found is not None
    assert found == left
    again.go_on(found)
    async with at(again) as pilot:
        assert line(pilot, "said") == "Going on after move 2."
        await pilot.press("y")
        assert again.at.moves == 3
    with store.play(again.player, found.play) as play:
        assert play.played_ms >= 20


async def test_the_terminal_goes_on_with_any_game_or_asks(sitting: Sitting, at: At) -> None:
    """With nothing on the table the games are listed; g lists them again, and the other one is found as it was left."""
    first, second = list(games().values())[:2]
    async with at(sitting, lang="de") as pilot:
        assert app_of(pilot).screen.query_one(OptionList).option_count == len(games())
        await pilot.press("enter")
        assert sitting.at.game is first
        begun = sitting.at.play
        await pilot.press("t", "g", "down", "enter")
        assert sitting.at.game is second
        assert first.names["de"] not in line(pilot, "head")
        await pilot.press("g", "escape", "g", "home", "enter")
        assert (sitting.at.play, sitting.at.moves) == (begun, 1)


async def test_a_new_deal_by_number_or_at_random(lay: Lay, at: At) -> None:
    """A number that there is not is told, and nothing is changed by Escape."""
    sitting = lay("single-interchange")
    async with at(sitting) as pilot:
        await pilot.press("n", "x", "enter")
        assert isinstance(app_of(pilot).focused, Input)
        await pilot.press("escape")
        assert sitting.at.deal.number == "25483"
        await pilot.press("n", *"417", "enter")
        assert sitting.at.deal.number == "417"
        assert line(pilot, "said") == "New deal, No. 417."
        await pilot.press("n", "enter")
        assert sitting.at.deal.number not in ("417", None)


async def chosen(pilot: Pilot[None]) -> str:
    """The day's line of the dialog, once it is known whether there is one; the line has the focus then."""
    await pilot.press("n")
    await app_of(pilot).workers.wait_for_complete()
    await pilot.pause()
    options = app_of(pilot).screen.query_one(OptionList)
    await pilot.press("down")
    return str(options.get_option_at_index(0).prompt) if options.display else ""


async def test_the_deal_of_the_day(lay: Lay, at: At, store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is found and noted as the server does it, begun once, and then gone on with; the number alone begins anew."""
    monkeypatch.setattr(dialogs, "today", lambda: daily.today(datetime(2026, 12, 24, 11, tzinfo=UTC)))
    sitting, day = lay("hemispheres"), date(2026, 12, 24)
    declared = sitting.at.game
    async with at(sitting) as pilot:
        told = await chosen(pilot)
        number = daily.deal_of_day(declared, day)
        assert told == f"▸ Deal of the day: No. {number}"
        assert store.day_numbers(day) == {("hemispheres", declared.version): number}
        await pilot.press("enter")
        assert sitting.at.deal.number == number
        assert line(pilot, "said") == f"New deal, No. {number}."
        await pilot.press("t")
        begun = sitting.at.play
        sitting.begin("hemispheres", "25483")
        assert await chosen(pilot) == told
        assert "You are at move 1." in str(app_of(pilot).screen.query_one("#day", Static).render())
        await pilot.press("enter")
        assert (sitting.at.play, line(pilot, "said")) == (begun, "Going on after move 1.")
        await pilot.press("n", *str(number), "enter")
        assert (sitting.at.play != begun, sitting.at.deal.number, sitting.at.moves) == (True, number, 0)


async def test_a_deal_of_the_day_that_there_is_not(
    lay: Lay, at: At, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a game of which no deal is known to be winnable; or if the search finds none; a number can be typed still."""
    monkeypatch.setattr(dialogs, "deal_of_day", lambda *_: None)
    for game, said in (("interchange", "has no deal of the day"), ("hemispheres", "")):
        async with at(lay(game)) as pilot:
            assert await chosen(pilot) == ("" if said else "▸ Deal of the day: can’t be found here just now")
            assert said in str(app_of(pilot).screen.query_one("#day", Static).render())
            await pilot.press("enter", "escape", "n", *"417", "enter")
            assert app_of(pilot).at.deal.number == "417"


async def test_the_mouse_clicks_and_drags(lay: Lay, at: At) -> None:
    """A click on the stock turns; an exchange is first shown, then made by a second click; or cards are dragged."""
    sitting = lay("hemispheres")
    async with at(sitting) as pilot:
        await pilot.click(Table, offset=cell_of(pilot, Spot("stock", 0)))
        assert sitting.at.turns == 1
        for other in (2, 3):  # the wheel pressed, the right button
            await pilot.click(Table, offset=cell_of(pilot, Spot("stock", 0)), button=other)
        assert sitting.at.turns == 1
        await pilot.click(Table, offset=cell_of(pilot, Spot("n4", 0)))
        assert sitting.at.moves == 1
        assert line(pilot, "said") == "Two of spades picked up. Targets: south pile 2, south pile 4, south pile 6."
        assert "⇄" in canvas_of(pilot).text()
        partner = next(choice.target for choice in sitting.at.choices if choice.source == "n4")
        await pilot.click(Table, offset=cell_of(pilot, Spot(partner, 0)))
        assert sitting.at.moves == 2
        assert "exchanged" in line(pilot, "said")
        await pilot.press("z")
        swap = next(choice for choice in sitting.at.choices if choice.swap and choice.source != "n4")
        await pilot.mouse_down(Table, offset=cell_of(pilot, Spot(swap.source, 0)))
        await pilot.mouse_up(Table, offset=cell_of(pilot, Spot(swap.target, 0)))
        await pilot.pause()
        assert sitting.at.moves == 2


async def test_refused_moves_say_so(lay: Lay, at: At) -> None:
    """A card that can't move, and one that does not fit; what was held is still held."""
    sitting = lay("hemispheres")
    async with at(sitting) as pilot:
        grid = grid_of(pilot)
        await pilot.press(*(walk(grid, "n1", "bN") or ()), "enter")
        assert line(pilot, "said") == "North barrier, ace of spades, 1 card: no move from here."
        await pilot.press(*(walk(grid, "bN", "n4") or ()), "enter", *(walk(grid, "n4", "bN") or ()), "enter")
        assert line(pilot, "said") == "Two of spades does not fit on north barrier."
        await pilot.press("tab", "enter")
        assert sitting.at.moves == 1


async def test_x_sends_to_the_foundation_and_finishes_where_that_is_offered(
    lay: Lay, at: At, winning_line: Line
) -> None:
    """Near the end x plays everything up, in one write that one undo takes back."""
    cards, moves = winning_line("hemispheres")
    sitting = lay("hemispheres", " ".join(moves[:-3]), cards=cards)
    async with at(sitting) as pilot:
        assert "x: Finish" in line(pilot, "head")
        await pilot.press("x")
        assert sitting.at.status == "won"
        await pilot.press("z")
        assert sitting.at.moves == len(moves) - 3
    sitting = lay("single-interchange", "turn " * 10)
    async with at(sitting) as pilot:
        await pilot.press(*(walk(grid_of(pilot), "t1", "w") or ()), "x")
        assert line(pilot, "said") == "Ace of diamonds to foundation 1."


async def test_advice_is_given_in_words_and_marks_and_counted_once(lay: Lay, at: At, store: Store) -> None:
    """It is worked out beside the table."""
    sitting = lay("single-interchange", "turn " * 10)
    async with at(sitting) as pilot:
        for _ in range(2):
            await pilot.press("h")
            await app_of(pilot).workers.wait_for_complete()
            await pilot.pause()
        assert line(pilot, "said") == "Ace of diamonds to foundation 1: the ace of diamonds goes to its foundation."
        await pilot.press("h", "question_mark")  # its answer comes while something lies over the table
        await app_of(pilot).workers.wait_for_complete()
        await pilot.pause()
        assert "foundation" in line(pilot, "said")
        await pilot.press("escape")
        assert "✦" in canvas_of(pilot).text()
    with store.play(sitting.player, sitting.at.play) as play:
        assert play.hints.advice == 1


async def test_a_play_that_went_on_elsewhere(lay: Lay, at: At, store: Store) -> None:
    """The move is not made; the table shows how the play stands now."""
    sitting = lay("single-interchange")
    async with at(sitting) as pilot:
        with store.write(sitting.player, sitting.at.play, 0, Request("forward")) as written:
            moves = written.play.session.head
        await pilot.press("t")
        assert line(pilot, "said") == "The game had gone on; this is how it stands now."
        assert sitting.at.moves == moves
        await pilot.press("t")
        assert sitting.at.moves == moves + 1


async def test_a_store_that_fails_says_so_in_one_sentence(
    lay: Lay, at: At, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And the next key finds the table as it was."""
    sitting = lay("single-interchange")
    async with at(sitting) as pilot:
        with monkeypatch.context() as broken:
            broken.setattr(store.database, "_writers", _Never())
            await pilot.press("t")
        assert line(pilot, "said") == "The database is busy. Nothing was changed."
        await pilot.press("t")
        assert sitting.at.moves == 1


class _Never:
    def turn(self, _timeout: float) -> "_Never":
        """A line that is too long."""
        raise TimeoutError


async def test_help_lists_every_key(lay: Lay, at: At) -> None:
    """All of it fits a terminal of 80 by 24, in both languages."""
    for lang in ("de", "en"):
        async with at(lay("hemispheres"), lang=lang) as pilot:
            await pilot.press("question_mark")
            dialog = app_of(pilot).screen.query_one(".dialog")
            assert dialog.virtual_size.height <= dialog.size.height
            await pilot.press("escape", "d", "t")
            assert len(app_of(pilot).screen_stack) == 1


@pytest.mark.parametrize("colour", ["", "1"])
async def test_no_colour(colour: str, lay: Lay, at: At, monkeypatch: pytest.MonkeyPatch) -> None:
    """With NO_COLOR no cell has a colour of its own: what lies open is in reverse."""
    sitting = lay("hemispheres")
    async with at(sitting):  # the fixture clears the variable, once
        pass
    if colour:
        monkeypatch.setenv("NO_COLOR", colour)
    async with at(sitting) as pilot:
        table = app_of(pilot).query_one(Table)
        styles = {segment.style for y in range(ROWS) for segment in table.render_line(y) if segment.style}
        assert any(style.bgcolor for style in styles) == (not colour)
        assert any(style.reverse for style in styles) == bool(colour)


def test_the_secret_is_the_players_alone_and_serves_several_databases(tmp_path: Path, store: Store) -> None:
    """Its file has mode 0600; each database finds its own player again."""
    from wendekreis.store import open_store

    file = tmp_path / "data" / "terminal-player"
    first = known_player(store, file)
    with open_store("sqlite://") as other:
        other.new_player()
        second = known_player(other, file)
        assert known_player(other, file) == second
    assert known_player(store, file) == first
    assert (first, second) == (1, 2)
    assert file.stat().st_mode & 0o777 == 0o600 or os.name == "nt"


@pytest.mark.parametrize("game", list(games().values()), ids=lambda game: game.id)
def test_arrows_lead_from_every_pile_to_every_other(game: object) -> None:
    """In terminals of any shape."""
    declared = next(other for other in games().values() if other is game)
    for columns, rows in ((80, ROWS), (60, 20), (100, 30), (120, 37), (200, 57), (60, 60)):
        grid = fit(declared.layouts, columns, rows)
        assert grid is not None, (columns, rows)
        first = grid.places[0].pile
        for place in grid.places:
            assert walk(grid, first, place.pile) is not None
            assert walk(grid, place.pile, first) is not None


def test_standing_tells_what_may_be_seen(lay: Lay) -> None:
    """Cards that lie face down have no face, and the stock is a number."""
    at: Standing = lay("single-interchange").at
    assert at.face("t1", 1) is None
    assert str(at.face("t1", 4)) == "6C"
    assert (at.count("stock"), at.face("stock", 0)) == (27, None)
