"""How a player has done: what counts, once, and what does not."""

from collections.abc import Callable
from itertools import count

import pytest

from tests.store.helpers import TURN, UNDO, begin, read, write
from wendekreis.deals import parse_deal, parse_position
from wendekreis.games import game
from wendekreis.store import GameStatistics, Outcome, Request, Store
from wendekreis.store import plays as plays_module
from wendekreis.store.statistics import Deals, HintCounts, Range, Streak

GAME = "single-interchange"
OUTCOMES: list[tuple[str, Outcome]] = [("1", "lost"), ("2", "unknown"), ("3", "won")]
FINISH, REDO = Request("finish"), Request("redo")

Lines = Callable[[str], tuple[str, list[str]]]


@pytest.fixture(autouse=True)
def clock(monkeypatch: pytest.MonkeyPatch) -> None:
    """A second goes by at each look at the clock, so that no two plays begin at one time."""
    ticks = count(1_000_000, 1000)
    monkeypatch.setattr(plays_module, "_now", lambda: next(ticks))


def of(store: Store, player: int | None) -> GameStatistics:
    """How the player has done at Single Interchange."""
    (found,) = store.statistics(player, [GAME])
    return found


def begin_winnable(store: Store, player: int, lines: Lines) -> str:
    """Begin a play that ``finish`` wins."""
    with store.new_play(player, parse_deal(game(GAME), lines(GAME)[0])) as begun:
        return begun.id


def win(store: Store, player: int, lines: Lines, played_ms: int = 0) -> str:
    """Play and win. Returns the play."""
    play = begin_winnable(store, player, lines)
    write(store, player, play, 0, FINISH, played_ms)
    return play


def lose(store: Store, player: int, number: str = "1") -> str:
    """Turn one card. Returns the play, which is given up as soon as another counts."""
    play = begin(store, player, number=number)
    write(store, player, play, 0, TURN)
    return play


def test_nobody_has_played_nothing(store: Store, player: int) -> None:
    """Zeros, nulls, and every game that was asked for."""
    for who in (player, None):
        found = store.statistics(who, ["hemispheres", GAME])
        assert [one.game for one in found] == ["hemispheres", GAME]
        assert found[0] == GameStatistics(
            "hemispheres",
            0,
            0,
            Deals(0, 0, 0, 0),
            Streak(0, 0, 0),
            Range(None, None),
            Range(None, None),
            HintCounts(0, 0, 0, 0, 0, 0),
            (),
        )


def test_a_play_counts_once_a_card_has_moved(store: Store, player: int) -> None:
    """Neither looking at it nor hints make it count; a turn does, even one taken back."""
    play = begin(store, player)
    read(store, player, play)
    store.count_hint(player, play, "oracle")
    store.note_light(player, play)
    assert of(store, player).played == 0
    write(store, player, play, 0, TURN)
    write(store, player, play, 1, UNDO)
    found = of(store, player)
    assert (found.played, found.won, found.recent, found.streak) == (1, 0, (), Streak(0, 0, 0))
    assert found.hints == HintCounts(0, 1, 0, 1, 1, 0)


def test_a_play_begun_in_the_middle_never_counts(store: Store, player: int, winning_line: Lines) -> None:
    """Not even when it is won; but then the deal can be."""
    text, line = winning_line(GAME)
    for moves in (line[:-1], line):
        with store.new_play(player, *parse_position(game(GAME), f"{text} | {' '.join(moves)}")) as begun:
            play, revision = begun.id, begun.revision
        if moves != line:
            write(store, player, play, revision, Request("move", line[-1]))
    assert of(store, player).played == 0
    write(store, player, begin_winnable(store, player, winning_line), 0, TURN)
    assert of(store, player).deals == Deals(1, 0, 0, 0)


@pytest.mark.usefixtures("finish_wins")
def test_a_win_counts_once(store: Store, player: int, winning_line: Lines) -> None:
    """As it was then: undo, a second win, and more time change nothing."""
    line = winning_line(GAME)[1]
    play = win(store, player, winning_line, 1500)
    first = of(store, player)
    assert (first.played, first.won, first.streak) == (1, 1, Streak(1, 1, 0))
    assert (first.time_ms, first.moves) == (Range(1500, 1500), Range(len(line), len(line)))
    assert first.deals == Deals(1, 0, 0, 1)
    ((result),) = first.recent
    assert (result.id, result.won, result.played_ms, result.winnable) == (play, True, 1500, "won")
    for revision, request in enumerate((UNDO, REDO, UNDO, TURN, UNDO, FINISH, UNDO, TURN), start=1):
        write(store, player, play, revision, request, 700)
        assert of(store, player) == first
    store.note_shown(player, play)
    assert of(store, player) == first, "what is shown after a win takes nothing from it"


@pytest.mark.usefixtures("finish_wins")
def test_a_play_finished_after_a_line_was_shown_is_no_win(store: Store, player: int, winning_line: Lines) -> None:
    """It is over, and breaks a run of wins."""
    win(store, player, winning_line)
    play = begin_winnable(store, player, winning_line)
    store.note_shown(player, play)
    write(store, player, play, 0, FINISH, 10)
    found = of(store, player)
    assert (found.played, found.won, found.streak) == (2, 1, Streak(-1, 1, 1))
    assert [result.won for result in found.recent] == [True, False]
    assert found.deals == Deals(2, 0, 0, 1)
    assert (found.time_ms.best, found.hints.shown) == (0, 1)


@pytest.mark.usefixtures("finish_wins")
def test_runs_are_in_the_order_of_beginning(store: Store, player: int, winning_line: Lines) -> None:
    """The last play is not over until it is won; one that is won later is won where it began."""
    win(store, player, winning_line)
    win(store, player, winning_line)
    given_up = begin_winnable(store, player, winning_line)
    write(store, player, given_up, 0, TURN)
    assert of(store, player).streak == Streak(2, 2, 0)
    begin(store, player)
    begin(store, player, "hemispheres")
    assert of(store, player).streak == Streak(2, 2, 0), "nothing has been played of them, or it is another game"
    lose(store, player)
    assert of(store, player).streak == Streak(-1, 2, 1)
    lose(store, player)
    assert of(store, player).streak == Streak(-2, 2, 2)
    win(store, player, winning_line)
    found = of(store, player)
    assert (found.streak, found.played, found.won) == (Streak(1, 2, 3), 6, 3)
    assert [result.won for result in found.recent] == [True, True, False, False, False, True]
    write(store, player, given_up, 1, UNDO)
    write(store, player, given_up, 2, FINISH)
    assert of(store, player).streak == Streak(1, 3, 2)
    assert of(store, store.new_player()[0]).played == 0


@pytest.mark.usefixtures("finish_wins")
def test_best_and_mean_are_of_the_wins(store: Store, player: int, winning_line: Lines) -> None:
    """Rounded; a loss has no part in them."""
    for played_ms in (400, 101, 300):
        win(store, player, winning_line, played_ms)
    lose(store, player)
    lose(store, player)
    found = of(store, player)
    assert found.time_ms == Range(101, 267)
    assert [result.played_ms for result in found.recent] == [400, 101, 300, 0]


def test_deals_are_told_apart_by_what_is_known(store: Store, player: int) -> None:
    """A search that could not tell is as good as none."""
    for number, outcome in OUTCOMES:
        store.set_winnable(lose(store, player, number), outcome)
    lose(store, player, "4")
    found = of(store, player)
    assert found.deals == Deals(winnable=1, lost=1, unknown=2, won_of_winnable=0)
    assert [result.winnable for result in found.recent] == ["lost", "unknown", "won"]


def test_the_last_hundred_are_told_one_by_one(store: Store, player: int) -> None:
    """The sums are over all."""
    ids = [lose(store, player) for _ in range(103)]
    found = of(store, player)
    assert (found.played, found.streak) == (103, Streak(-102, 0, 102))
    assert [result.id for result in found.recent] == ids[2:-1]
