"""How long a kept move and a long play's load take. `make benchmark` prints the figures; the tests run each once."""

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from wendekreis.deals import numbered_deal
from wendekreis.games import game
from wendekreis.store import Auto, Request, Store, open_store

Benchmark = Callable[..., Any]

LONG = 1000
TURN, REDEAL, UNDO = Request("move", "turn"), Request("move", "redeal"), Request("undo")


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    """A store on a fresh database, which waits for the disk as it does for a player."""
    with open_store(f"sqlite:///{tmp_path}/w.sqlite") as opened:
        yield opened


def long_play(store: Store, moves: int) -> tuple[int, str, int]:
    """A player, a play of so many quiet moves, its revision."""
    player, _ = store.new_player()
    with store.new_play(player, numbered_deal(game("unlimited"), "25483")) as begun:
        play = begun.id
    for revision in range(moves):
        with store.play(player, play) as found:
            turn = any(move.form == "turn" for move in found.session.legal_moves)
        with store.write(player, play, revision, TURN if turn else REDEAL):
            pass
    return player, play, moves


@pytest.mark.parametrize("length", [10, LONG])
def test_a_move_and_its_undo(benchmark: Benchmark, store: Store, length: int) -> None:
    """Two writes, each synced to the disk; a long play's cost no more than a short one's."""
    player, play, revision = long_play(store, length)

    def both() -> None:
        nonlocal revision
        for request in (UNDO, Request("redo")):
            with store.write(player, play, revision, request) as written:
                revision = written.play.revision

    benchmark(both)


@pytest.mark.parametrize("game_id", ["hemispheres", "single-interchange"])
@pytest.mark.parametrize("auto", ["off", "safe", "always"])
def test_a_move_that_may_set_others_off(benchmark: Benchmark, store: Store, game_id: str, auto: Auto) -> None:
    """A turn and its undo, with the look for cards that go up by themselves."""
    player, _ = store.new_player()
    with store.new_play(player, numbered_deal(game(game_id), "25483")) as begun:
        play, revision = begun.id, 0

    def both() -> None:
        nonlocal revision
        for request in (Request("move", "turn", auto), UNDO):
            with store.write(player, play, revision, request) as written:
                revision = written.play.revision

    benchmark(both)


def test_the_statistics_of_200_plays(benchmark: Benchmark, store: Store) -> None:
    """One look at all of them."""
    player, _ = store.new_player()
    deal = numbered_deal(game("hemispheres"), "25483")
    for _ in range(200):
        with store.new_play(player, deal) as begun:
            play = begun.id
        with store.write(player, play, 0, TURN):
            pass
    (found,) = benchmark(store.statistics, player, ["hemispheres"])
    assert found.played == 200


@pytest.mark.long
def test_loading_a_play_of_1000_moves(benchmark: Benchmark, store: Store) -> None:
    """From the database, with nothing kept in memory: to take under 300 ms."""
    player, play, revision = long_play(store, LONG)

    def load() -> None:
        store.shelf.take(play, revision)
        with store.play(player, play) as found:
            assert found.session.head == LONG

    benchmark(load)


@pytest.mark.long
def test_an_answer_lost_1000_moves_ago(benchmark: Benchmark, store: Store) -> None:
    """The dearest repetition there is: the whole log is folded."""
    player, play, revision = long_play(store, LONG)
    last = Request("move", "turn")
    with store.write(player, play, revision, UNDO):
        pass

    def again() -> None:
        with store.write(player, play, revision - 1, last) as written:
            assert written.repeated

    benchmark(again)
