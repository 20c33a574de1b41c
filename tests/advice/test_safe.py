"""Moves up that can never hurt: by brute force over all that may be hidden, on small packs."""

import random
from dataclasses import replace
from itertools import islice

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.advice.arrangements import SMALL, plays, positions, rearranged
from wendekreis.advice.known import known
from wendekreis.advice.safe import next_auto, safe_moves
from wendekreis.deals import random_deal
from wendekreis.games import game, games
from wendekreis.rules import Position, play
from wendekreis.session import Session
from wendekreis.solver import Limits, hemispheres, plain, two_pack
from wendekreis.solver.kernels import kernel

needs_kernels = pytest.mark.skipif(kernel("_hemispheres_search_kernel") is None, reason="no compiled kernels here")
LIMITS = Limits(max_nodes=20_000)


def outcome(position: Position) -> str:
    """By searches that leave nothing out, above all not the alternatives to a safe move."""
    verdict = None
    if position.game.id == "hemispheres":
        verdict = hemispheres.decide(position, LIMITS, shortcuts=hemispheres.Shortcut.ALIKE_PILES, lines=False)
    elif position.game.packs == 2:
        verdict = two_pack.solve(position, LIMITS, flags=0, ordered=True, lines=False)
    return (verdict or plain.solve(position, Limits(max_nodes=400), lines=False)).outcome


def check_safe(name: str, seed: int, count: int, most: int) -> tuple[int, int]:
    """Compare the verdicts before and after each safe move; how many there were of moves, and of verdicts won."""
    moves, won = set(), 0
    for session in plays(SMALL[name], seed, count, eager=0.3):
        seen = known(session)
        for move in safe_moves(seen):
            assert move in session.legal_moves
            if (seen, move) in moves:
                continue
            moves.add((seen, move))
            for position in positions(seen, most):
                after = outcome(play(position, move).position)
                if after == "won":  # so it was before, too
                    won += 1
                elif after == "lost":
                    assert outcome(position) != "won", f"{move} hurts"
    return len(moves), won


@needs_kernels
@pytest.mark.parametrize("name", SMALL)
def test_a_safe_move_changes_no_verdict(name: str) -> None:
    """Whatever the hidden cards are."""
    moves, won = check_safe(name, 5, count=3, most=4)
    assert moves > 3
    assert won


@needs_kernels
@pytest.mark.long
@pytest.mark.parametrize("name", SMALL)
def test_a_safe_move_changes_no_verdict_at_length(name: str) -> None:
    """The same for many more plays and arrangements."""
    assert check_safe(name, 10, count=25, most=12)[0] > 100


@pytest.mark.parametrize("game_id", games())
@settings(deadline=None, max_examples=4)
@given(st.integers(0, 2**32), st.integers(0, 2**32))
def test_safe_moves_do_not_depend_on_hidden_cards(game_id: str, seed: int, order: int) -> None:
    """Neither does what goes up by itself."""
    session = next(
        islice(plays(game(game_id), seed, 4, eager=0.5), seed % 40, None), Session(random_deal(game(game_id), 1, 1))
    )
    other = rearranged(session, order)
    assert safe_moves(known(session)) == safe_moves(known(other))
    assert next_auto(session, "safe") == next_auto(other, "safe")
    assert next_auto(session, "always") == next_auto(other, "always")


def run(session: Session, mode: str) -> list[str]:
    """Everything that goes up by itself, one after the other."""
    moves = []
    while move := next_auto(session, "safe" if mode == "safe" else "always"):
        session.move(str(move))
        moves.append(str(move))
        assert len(moves) <= 104
    return moves


@pytest.mark.parametrize("game_id", games())
def test_what_goes_up_by_itself_comes_to_an_end(game_id: str) -> None:
    """In mode *always* nothing that may go up is left; what *safe* plays is among what it may."""
    for session in islice(plays(game(game_id), 3, 2, eager=0.1), 0, None, 25):
        safe = Session.load(session.deal, session.moves)
        always = Session.load(session.deal, session.moves)
        run(safe, "safe")
        assert not safe_moves(known(safe))
        run(always, "always")
        assert not [m for m in always.legal_moves if m.target[:1] == "f" and m.source[:1] != "f"]


def test_all_of_one_pack_is_safe_and_the_first_of_two_copies_is_not() -> None:
    """A second copy still needs its base; the lower foundation never does."""
    single = Session(random_deal(game("single-interchange"), 3, 2))
    chance = random.Random(1)
    for _ in range(80):
        up = {move for move in single.legal_moves if move.target[:1] == "f"}
        assert set(safe_moves(known(single))) == up
        single.move(str(chance.choice(single.legal_moves)))
    kept = 0
    for session in plays(SMALL["unlimited, tall"], 2, 8, eager=0.9):
        up = {move for move in session.legal_moves if move.target[:1] == "f"}
        kept += len(up - set(safe_moves(known(session))))
    assert kept


def test_hemispheres_keeps_what_a_fill_would_replace() -> None:
    """The only card of a pile, and a card of the waste, stay while there is something to fill with."""
    kept = set()
    for session in plays(SMALL["hemispheres"], 4, 30, eager=0.5):
        stock = session.position.piles[session.game.index["stock"]]
        waste = session.position.piles[session.game.index["w"]]
        safe = {move.source for move in safe_moves(known(session))}
        for move in session.legal_moves:
            if move.target[:1] == "f" and move.source[0] != "b" and (stock or len(waste) > 1):
                size = len(session.position.piles[session.game.index[move.source]])
                if move.source == "w" or size == 1:
                    assert move.source not in safe
                    kept.add(move.source[0])
    assert kept == {"n", "s", "w"}


def test_a_card_taken_back_does_not_go_up_by_itself() -> None:
    """Until it has been put up again by hand."""
    taken = 0
    for session in plays(game("single-interchange"), 8, 12, eager=0.9):
        back = next((move for move in session.legal_moves if move.source[:1] == "f"), None)
        if back is None:
            continue
        other = Session.load(session.deal, session.moves)
        other.move(str(back))
        up = f"{back.target}-{back.source}"
        assert up in map(str, safe_moves(known(other)))
        assert up not in run(other, "safe")
        assert up not in run(other, "always")
        if up in map(str, other.legal_moves):
            other.move(up)
            assert not other.taken_down
            taken += 1
    assert taken


def test_nothing_is_told_of_a_game_that_nobody_argued_about() -> None:
    """A variant has an id of its own."""
    other, told = replace(SMALL["single-interchange"], id="single-interchange+takeback=no"), 0
    for session in plays(other, 5, 3, eager=0.3):
        assert safe_moves(known(session)) == ()
        assert next_auto(session, "safe") is None
        told += next_auto(session, "always") is not None
    assert told
