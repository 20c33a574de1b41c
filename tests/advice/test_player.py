"""The player on all games: policies, budgets, whole plays, and what it refuses."""

from fractions import Fraction
from itertools import islice

import pytest

from wendekreis.advice import single_interchange, two_pack
from wendekreis.advice.advise import REASONS, advise, reason_of, win_chance
from wendekreis.advice.known import Known, known
from wendekreis.advice.optimum import exact_chance
from wendekreis.advice.player import POLICIES, choose, plan, play_out, strategies
from wendekreis.deals import random_deal
from wendekreis.errors import UnknownBudget, UnknownPolicy
from wendekreis.games import game, games
from wendekreis.rules import Move, play
from wendekreis.session import Session
from wendekreis.solver import solve
from wendekreis.solver.kernels import kernel
from wendekreis.web.catalogue import catalogue

SINGLE = game("single-interchange")

needs_kernels = pytest.mark.skipif(kernel("_single_interchange_kernel") is None, reason="no compiled kernels here")


def test_every_game_of_the_house_has_a_player() -> None:
    """Found by its file."""
    assert set(strategies()) == {"hemispheres", "single-interchange", "unlimited", "interchange"}


@pytest.mark.parametrize("policy", POLICIES)
@pytest.mark.parametrize("game_id", games())
def test_a_play_comes_to_its_end_and_replays(game_id: str, policy: str) -> None:
    """With the cheapest budget; and again alike."""
    if policy == "search" and game_id == "unlimited":
        pytest.skip("what value does, with more arrangements")
    deal = random_deal(game(game_id), 1, 1)
    played = play_out(deal, policy, 0.5)
    session = Session.load(deal, played.moves)
    assert played.won == (session.status == "won")
    assert played.turns == session.turns
    assert play_out(deal, policy, 0.5).moves == played.moves


def test_without_kernels_the_greedy_player_answers(monkeypatch: pytest.MonkeyPatch) -> None:
    """As it does for a game that has no player of its own."""
    for module in (
        "wendekreis.advice.hemispheres",
        "wendekreis.advice.two_pack",
        "wendekreis.advice.single_interchange",
    ):
        monkeypatch.setattr(f"{module}.kernel", lambda name: None)
    monkeypatch.setattr("wendekreis.advice.hemispheres._player", lambda effort: None)
    for game_id in games():
        seen = known(Session(random_deal(game(game_id), 1, 1)))
        assert plan(seen, "search") == plan(seen, "greedy")
        assert win_chance(seen) is None
        assert {item.chance for item in advise(seen)} == {None}


def test_greedy_goes_up_before_it_exchanges_before_it_builds_before_it_turns() -> None:
    """Through a whole play."""
    session = Session(random_deal(game("hemispheres"), 1, 1))
    while (move := choose(known(session), "greedy")) is not None:
        up = [m for m in session.legal_moves if m.target[:1] == "f"]
        exchanges = [m for m in session.legal_moves if m.form == "exchange"]
        if up:
            assert move in up
        elif exchanges:
            assert move in exchanges
        session.move(str(move))


@pytest.mark.parametrize("turn_ms", [0.0, -1.0, float("nan"), float("inf")])
def test_what_is_no_budget_is_refused(turn_ms: float) -> None:
    """And what is no policy; the message names those that there are."""
    seen = known(Session(random_deal(SINGLE, 1, 1)))
    with pytest.raises(UnknownBudget):
        plan(seen, "search", turn_ms)
    with pytest.raises(UnknownPolicy, match="greedy, value, search"):
        plan(seen, "clever")


@needs_kernels
def test_the_share_of_the_arrangements_of_single_interchange_is_what_the_solver_says_of_each() -> None:
    """Where all are counted. The chance is what the best play makes of them: as much, or less."""
    met = set()
    for index in range(150):
        deal = random_deal(SINGLE, 2, index)
        session = Session.load(deal, play_out(deal, "value").moves)
        while session.head and len(known(session).unseen) < 2:
            session.undo()
        seen = known(session)
        if not 2 <= len(seen.unseen) <= 4:
            continue
        whole, orders = seen.orders(24)
        assert whole
        won = sum(solve(seen.position(order)).outcome == "won" for order in orders)
        share = single_interchange.share(seen)
        assert share is not None
        assert (share.value, share.margin, share.method) == (won / len(orders), 0.0, "all")
        chance = single_interchange.chance(seen)
        assert chance is not None
        assert chance.value <= share.value
        met.add(index)
    assert len(met) >= 3


@needs_kernels
def test_only_a_king_can_lose_a_part_of_the_exact_chance() -> None:
    """After each legal move, what the best play expects: the mean over the cards that the move may bring to light."""
    lost = 0
    for index in (2, 3, 5, 22):
        deal = random_deal(SINGLE, 8, index)
        session = Session.load(deal, play_out(deal, "value").moves)
        while session.redeals:
            session.undo()
            seen = known(session)
            moves, now = seen.moves(), exact_chance(seen)
            kings = [move for move in moves if move.target[:1] == "t" and not seen.pile(move.target)]
            if now is not None and now.wins and kings:
                after = [_expected(seen, move) for move in moves]
                assert single_interchange.chances(seen, moves) == list(map(float, after))
                assert max(after) == now.chance
                lost += min(after) < now.chance
    assert lost >= 3


def _expected(seen: Known, move: Move) -> Fraction:
    """The mean of the exact chance over orders of the cards not seen in which each lies at each place once."""
    bests = []
    for turn in range(len(seen.unseen) or 1):
        before = seen.position(seen.unseen[turn:] + seen.unseen[:turn])
        after = play(before, move).position
        hidden = set(seen.hidden_places()) - (before.down - after.down)
        piles = tuple(tuple(None if i in hidden else after.cards[i] for i in pile) for pile in after.piles)
        best = exact_chance(Known(seen.game, piles, tuple(after.cards[i] for i in sorted(hidden))))
        assert best is not None
        bests.append(best.chance)
    return sum(bests, Fraction(0)) / len(bests)


@needs_kernels
def test_the_chance_of_a_fresh_deal_says_how_far_off_it_may_be() -> None:
    """A sample has a margin, a solved position none."""
    chance = win_chance(known(Session(random_deal(SINGLE, 3, 3))))
    assert chance is not None
    assert chance.method == "sample"
    assert 0 < chance.margin < 0.05
    two = two_pack.chance(known(Session(random_deal(game("interchange"), 3, 3))), 4)
    assert two is not None
    assert two.method == "sample"


@pytest.mark.parametrize("lang", ["de", "en"])
def test_every_reason_has_its_text(lang: str) -> None:
    """In both languages."""
    assert {f"advice.{code}" for code in REASONS} <= set(catalogue(lang))


@pytest.mark.parametrize("game_id", games())
def test_a_reason_names_a_card_that_lies_open(game_id: str) -> None:
    """Where its text has room for one; and the card that moves, or is built upon, is the one named."""
    session = Session(random_deal(game(game_id), 4, 3))
    met = set()
    for turn in range(60):
        seen = known(session)
        shown = {str(card) for pile in seen.piles for card in pile if card}
        for move in seen.moves():
            reason = reason_of(seen, move)
            met.add(reason.code)
            assert ("{card}" in catalogue("en")[f"advice.{reason.code}"]) == ("card" in reason.params)
            assert ("{card}" in catalogue("de")[f"advice.{reason.code}"]) == ("card" in reason.params)
            assert set(reason.params.values()) <= shown
            if reason.code == "goes_up":
                assert reason.params["card"] == str(seen.pile(move.source)[-1])
            elif reason.code == "builds":
                assert reason.params["card"] == str(seen.pile(move.target)[-1])
            elif reason.code == "takes_space":
                assert reason.params["card"] == str(seen.pile(move.source)[-move.count])
        quiet = [move for move in seen.moves() if move.form in ("turn", "redeal")]
        choice = choose(seen, "greedy") if turn % 3 or not quiet else quiet[0]
        if choice is None:
            break
        session.move(str(choice))
    assert {"goes_up", "builds", "takes_back", "frees"} & met


@needs_kernels
@pytest.mark.parametrize("game_id", games())
def test_advice_lists_the_legal_moves_best_first_and_never_goes_round(game_id: str) -> None:
    """Followed for a while, it meets no position twice but by turning."""
    session = Session(random_deal(game(game_id), 4, 2))
    met = set()
    for _ in range(60 if game_id in ("hemispheres", "single-interchange") else 8):
        seen = known(session)
        advised = advise(seen, 0.5)
        if not advised:
            break
        assert {item.move for item in advised} <= set(session.legal_moves)
        assert all(item.reason.code in REASONS for item in advised)
        chances = [item.chance for item in advised if item.chance is not None]
        assert chances == sorted(chances, reverse=True)
        assert (seen.piles, session.redeals) not in met
        met.add((seen.piles, session.redeals))
        session.move(str(advised[0].move))


@needs_kernels
def test_a_move_that_only_undoes_the_last_one_is_never_advised() -> None:
    """Whatever the play: a run moved to another pile of its suit is not advised back."""
    found = 0
    for index in range(60):
        session = Session(random_deal(game("hemispheres"), 6, index))
        for move in islice(session.legal_moves, 20):
            if move.form == "transfer" and move.target[0] in "ns":
                before = known(session)
                trial = Session.load(session.deal, [str(move)])
                after = known(trial)
                for item in advise(after, 0.5):
                    trial.move(str(item.move))
                    assert known(trial).piles != before.piles
                    trial.undo()
                found += 1
    assert found


@pytest.mark.long
@needs_kernels
def test_unlimited_is_won_more_often_than_by_the_known_greedy_player() -> None:
    """PySolFC's own wins 13 of 100: eight of 30 would come to it three times in a hundred."""
    deals = [random_deal(game("unlimited"), 9, i) for i in range(30)]
    assert sum(play_out(deal).won for deal in deals) >= 8
