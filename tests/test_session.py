"""A played game: undo, redo, restart, forward, status, and what the player may see."""

import json
from pathlib import Path

import pytest

from tests.tables import legal
from wendekreis.cards import Card
from wendekreis.deals import Deal, numbered_deal, parse_deal
from wendekreis.errors import GameOver, IllegalMove, NothingToRedo, NothingToUndo, UnparsableMove
from wendekreis.games import game, games
from wendekreis.rules import Move, Played, Position, Role, Step, play
from wendekreis.session import Session

VECTORS = Path(__file__).parent / "vectors"


def winning_line(game_id: str) -> tuple[Deal, list[str]]:
    """A deal and a line that wins it."""
    vector = json.loads((VECTORS / f"lines-{game_id}.jsonl").read_text().splitlines()[0])
    return parse_deal(game(game_id), vector["deal"]), vector["moves"].split()


def single(number: str = "1") -> Session:
    """A fresh play of Single Interchange."""
    return Session(numbered_deal(game("single-interchange"), number))


def played_out(game_id: str) -> Session:
    """A play, each card played that goes up or on, that came to rest with nothing but quiet moves left."""
    for number in range(1, 300):
        session = Session(numbered_deal(game(game_id), str(number)))
        for _ in range(200):
            useful = [m for m in session.legal_moves if m.source == "w" or m.target[:1] == "f"]
            if useful:
                session.move(str(useful[0]))
            elif session.can_forward and session.status == "open":
                session.forward()
            else:
                break
        if session.status == "stuck":
            return session
    pytest.fail(f"none of 300 deals of {game_id} gets stuck")


def test_one_undo_takes_a_move_back_with_all_its_consequences() -> None:
    """An emptied pile that was filled is as it was, and the steps come in the opposite order."""
    session = Session(numbered_deal(game("hemispheres"), "25483"))
    before = session.position
    done = session.move("n2-n5")
    assert [step.cause for step in done.steps] == ["move", "fill"]
    undone = session.undo()
    assert [step.cause for step in undone.steps] == ["fill", "move"]
    assert session.position == before
    assert session.redo().steps == done.steps


def test_a_refused_move_changes_nothing() -> None:
    """Neither an illegal nor an unparsable one, not even the moves to be redone."""
    session = single()
    for _ in range(3):
        session.move("turn")
    session.undo()
    before = (session.position, session.moves, session.head)
    for wrong in ("t1-t1", "redeal", "n1-n2", "nonsense"):
        with pytest.raises((IllegalMove, UnparsableMove)):
            session.move(wrong)
    assert (session.position, session.moves, session.head) == before
    assert session.can_redo


def test_a_new_move_forgets_what_was_taken_back() -> None:
    """The history is one line."""
    session = Session(numbered_deal(game("hemispheres"), "25483"))
    session.move("n3-fH")
    session.move("turn")
    session.undo()
    session.undo()
    session.move("turn")
    assert session.moves == ("turn",)
    with pytest.raises(NothingToRedo):
        session.redo()


def test_restart_goes_back_to_the_same_deal_and_can_be_redone() -> None:
    """Nothing is lost by it."""
    session = single()
    start = session.position
    for _ in range(5):
        session.move("turn")
    end = session.position
    steps = session.restart().steps
    assert session.position == start
    assert len(steps) == 5
    for _ in range(5):
        session.redo()
    assert session.position == end
    session.restart()
    with pytest.raises(NothingToUndo):
        session.restart()
    with pytest.raises(NothingToUndo):
        session.undo()


@pytest.mark.parametrize("game_id", ["single-interchange", "hemispheres", "unlimited"])
def test_after_a_win_only_undo_and_restart_are_left(game_id: str) -> None:
    """No move, though the rules would have one (Single Interchange 10)."""
    deal, moves = winning_line(game_id)
    session = Session.load(deal, moves)
    assert session.status == "won"
    assert session.legal_moves == ()
    assert session.choices() == ()
    with pytest.raises(GameOver):
        session.move("turn")
    with pytest.raises(GameOver):
        session.forward()
    session.undo()
    assert session.status in ("open",)
    session.move(moves[-1])
    assert session.status in ("won",)


def test_forward_turns_until_the_waste_can_be_played() -> None:
    """Each turn is a move of its own."""
    session = single("25483")
    change = session.forward()
    assert change.moves == ("turn",) * 10
    assert session.head == 10
    assert "w-fD" in legal(session.position)
    session.undo()
    assert session.head == 9
    assert "w-fD" not in legal(session.position)


def test_forward_goes_once_through_and_redeals_where_it_may() -> None:
    """When nothing can be played it ends with the card that was on top."""
    session = played_out("single-interchange")
    top = session.position.faces("w")[-1]
    cards = len(session.position.faces("w")) + len(session.position.faces("stock"))
    change = session.forward()
    assert change.moves.count("redeal") == 1
    assert change.moves.count("turn") == cards
    assert session.position.faces("w")[-1] == top
    assert session.status == "stuck"


def test_stuck_is_said_when_every_card_was_seen_and_not_before() -> None:
    """RULES, "Stuck": only turn and redeal are legal, and have been through every card of stock and waste."""
    session = played_out("single-interchange")
    while session.can_undo and {move.form for move in session.legal_moves} <= {"turn", "redeal"}:
        session.undo()
    session.redo()
    while not {move.form for move in session.legal_moves} <= {"turn", "redeal"}:
        session.redo()
    seen: set[Card] = set()
    cards = set(session.position.faces("w")) | set(session.position.faces("stock"))
    while True:
        seen.update(session.position.faces("w")[-1:])
        assert (session.status == "stuck") is (seen == cards)
        if seen == cards:
            break
        session.move(str(session.legal_moves[0]))
    session.undo()
    assert session.status in ("open",)


def test_stuck_without_any_legal_move() -> None:
    """Interchange, its one pass over and nothing to play; undo opens it again."""
    session = played_out("interchange")
    assert session.legal_moves == ()
    session.undo()
    assert session.status in ("open",)


@pytest.mark.parametrize("game_id", list(games()))
def test_the_view_shows_what_lies_open_and_no_more(game_id: str) -> None:
    """No face of a face-down card, no id of a stock card."""
    session = Session(numbered_deal(game(game_id), "3"))
    for _ in range(12):
        view, position = session.view(), session.position
        stock = position.piles[position.game.index["stock"]]
        assert view.stock == len(stock)
        assert "stock" not in view.piles
        seen = {card for ids in view.piles.values() for card in ids}
        assert seen.isdisjoint(stock)
        assert set(view.faces) == seen - position.down
        assert all(view.faces[card] == position.cards[card] for card in view.faces)
        session.move("turn")


def test_choices_are_the_legal_moves_by_hand() -> None:
    """An exchange from both sides, a press for turns, every free place for an ace."""
    session = Session(numbered_deal(game("hemispheres"), "25483"))
    choices = session.choices()
    assert {c.move for c in choices} == {str(m) for m in session.legal_moves}
    assert [(c.source, c.target) for c in choices if c.move == "n4xs2"] == [("n4", "s2"), ("s2", "n4")]
    assert [c.press for c in choices if c.move == "turn"] == ["stock"]
    assert [(c.source, c.target) for c in choices if c.move == "n3-fH"] == [("n3", "fH1")]

    ace = single("25483")
    ace.forward()
    places = [(c.move, c.target, c.main) for c in ace.choices() if c.source == "w"]
    assert places == [("w-fD", "f1", True)] + [(f"w-fD@{i}", f"f{i}", False) for i in (2, 3, 4)]
    ace.move("w-fD@3")
    assert [str(card) for card in ace.position.faces("f3")] == ["AD"]
    assert ace.moves[-1] == "w-fD@3"
    assert ace.position.game.piles[ace.position.game.index["f3"]].role is Role.FOUNDATION


def test_a_choice_says_from_where_the_place_that_it_empties_is_filled() -> None:
    """Hemispheres 9: from the waste while it has a card, else from the stock; nothing of the kind elsewhere."""
    session = Session(numbered_deal(game("hemispheres"), "25483"))
    told = set()
    for _ in range(2):
        for choice in session.choices():
            change = Session.load(session.deal, [*session.moves, choice.move])
            done = change.position.faces(choice.source) if choice.source else []
            lone = bool(choice.source) and not choice.swap and len(session.position.faces(choice.source)) == 1
            filled = lone and choice.source[0] in "ns"
            assert bool(choice.fill) == filled, choice
            if filled:
                assert done == session.position.faces(choice.fill)[-1:], choice
                told.add(choice.fill)
        session.move("turn")
    assert told == {"stock", "w"}
    assert not any(choice.fill for choice in single("25483").choices())


def test_passes_that_changed_nothing_are_counted() -> None:
    """By cards turned, with redeals or none between; any other move begins anew, and undo takes it back."""
    session = single()
    around = len(session.position.faces("stock"))
    for _ in range(around):
        assert session.idle == 0
        session.move("turn")
    assert session.idle == 1
    session.move("redeal")
    for _ in range(around - 1):
        session.move("turn")
    assert session.idle == 1
    session.move("turn")
    assert session.idle == 2
    session.undo()
    assert session.idle == 1
    other = next(move for move in session.legal_moves if move.form not in ("turn", "redeal"))
    session.move(str(other))
    assert session.idle == 0


def test_a_long_play_costs_no_more_than_a_short_one(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counted, not timed: a move plays one move, whatever came before."""
    session = single()
    for _ in range(40):
        for _ in range(27):
            session.move("turn")
        session.move("redeal")
    counted = 0

    def counting(position: Position, move: Move) -> Played:
        nonlocal counted
        counted += 1
        return play(position, move)

    monkeypatch.setattr("wendekreis.session.play", counting)
    session.move("turn")
    session.undo()
    session.redo()
    assert counted == 1
    assert (session.turns, session.redeals) == (40 * 27 + 1, 40)


def test_load_refuses_what_does_not_follow() -> None:
    """A head outside the moves, an illegal move."""
    deal = numbered_deal(game("single-interchange"), "1")
    with pytest.raises(ValueError, match="head 3"):
        Session.load(deal, ["turn"], 3)
    with pytest.raises(IllegalMove):
        Session.load(deal, ["redeal"])


def set_off_play() -> Session:
    """Three turns; the second has set the third off, and a fourth came after."""
    session = single()
    session.move("turn")
    session.move("turn")
    session.follow("turn")
    session.move("turn")
    return session


def test_one_undo_takes_back_a_move_and_what_it_set_off() -> None:
    """And one redo plays both again."""
    session = set_off_play()
    assert session.set_off == {2}
    heads = [session.head]
    steps = []
    while session.can_undo:
        steps.append(len(session.undo().steps))
        heads.append(session.head)
    assert (heads, steps) == ([4, 3, 1, 0], [1, 2, 1])
    while session.can_redo:
        session.redo()
        heads.append(session.head)
    assert heads[4:] == [1, 3, 4]
    assert session.restart().steps == tuple(step for move in (4, 3, 2, 1) for step in backwards(session, move))
    session.redo()
    session.move("turn")
    assert session.set_off == frozenset(), "a move forgets what was taken back, and what that set off"


def backwards(session: Session, move: int) -> tuple[Step, ...]:
    """The steps that take back the so manieth move of a history, counted from 1."""
    other = Session.load(session.deal, session.moves[:move])
    return other.undo().steps


def test_a_move_that_is_set_off_can_be_refused() -> None:
    """At the start nothing can have set it off; an illegal one is illegal, and nothing changes."""
    session = single()
    with pytest.raises(IllegalMove, match="set it off"):
        session.follow("turn")
    session.move("turn")
    with pytest.raises(IllegalMove):
        session.follow("redeal")
    assert (session.moves, session.set_off) == (("turn",), frozenset())
    deal, moves = winning_line("hemispheres")
    won = Session.load(deal, moves)
    with pytest.raises(GameOver):
        won.follow("turn")


def test_one_can_go_anywhere_in_the_history() -> None:
    """Back and forward in one change, also between a move and what it set off; not past either end."""
    session = set_off_play()
    positions = [Session.load(session.deal, session.moves, head).position for head in range(5)]
    for head in (2, 0, 3, 1, 4, 2):
        there, change = session.position, session.goto(head)
        for step in change.steps:
            there = there.after(step)
        assert (session.head, session.position, change.moves) == (head, positions[head], ())
        assert there == positions[head]
    with pytest.raises(NothingToUndo, match="stands at move 2"):
        session.goto(2)
    with pytest.raises(NothingToUndo):
        session.goto(-1)
    with pytest.raises(NothingToRedo, match="the play has 4"):
        session.goto(5)
    assert session.redo().steps
    assert session.head == 3, "from between, redo plays what is left of the two"
    session.goto(2)
    session.undo()
    assert session.head == 1, "and undo takes back what there was"


def test_a_card_taken_down_is_remembered_until_it_goes_up_again() -> None:
    """By its id, as of each moment of the history; what goes up and down otherwise is not."""
    deal, moves = winning_line("single-interchange")
    session = Session.load(deal, moves)
    session.undo()
    down = None
    while down is None:
        session.undo()
        down = next((move for move in session.legal_moves if move.source[:1] == "f"), None)
    at, before = session.head, session.position
    session = Session.load(deal, moves[:at])  # one that has never gone back
    session.move(str(down))
    (card,) = session.taken_down
    assert before.cards[card] == session.position.faces(down.target)[-1]
    session.move(f"{down.target}-{down.source}")
    assert session.taken_down == frozenset()
    session.undo()
    assert session.taken_down == {card}
    again = Session.load(deal, session.moves, at + 1)
    assert again.taken_down == {card}
    assert Session.load(deal, session.moves, at).taken_down == frozenset()
    assert Session.load(deal, session.moves, at + 1, {at}).taken_down == frozenset(), "not the player's own"


@pytest.mark.parametrize("set_off", [{0}, {4}, {1, 4}, {-1}])
def test_load_refuses_a_move_set_off_by_none(set_off: set[int]) -> None:
    """The first move, and those that there are not."""
    session = set_off_play()
    assert Session.load(session.deal, session.moves, 1, session.set_off).redo().steps != ()
    with pytest.raises(ValueError, match="with another before it"):
        Session.load(session.deal, session.moves, 4, set_off)
