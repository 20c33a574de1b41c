"""What must hold for every game, declared here or by somebody else: one set of tests over all of them."""

import json
from collections import Counter
from pathlib import Path
from statistics import median

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from wendekreis.deals import Deal, numbered_deal, parse_deal, parse_position
from wendekreis.games import game as game_named
from wendekreis.games import games
from wendekreis.rules import Position, Role, is_won, legal_moves, parse_move, play
from wendekreis.session import Session

GAMES = list(games().values())
IDS = [game.id for game in GAMES]
TESTS = Path(__file__).parents[1]

VARIANTS = [
    f"{game.id}+{name}={value}" for game in GAMES for name, values in game.variants.items() for value in values[1:]
]
"""Each value of each variant, by itself; and all that are not a game's own, together."""
VARIANTS += [
    f"{game.id}+" + "+".join(f"{name}={values[-1]}" for name, values in game.variants.items())
    for game in GAMES
    if game.variants
]

every_game = pytest.mark.parametrize("game_id", IDS)
every_variant = pytest.mark.parametrize("game_id", VARIANTS)


def random_deal(draw: st.DrawFn, game_id: str) -> Deal:
    """A deal of the game: a shuffled pack."""
    game = game_named(game_id)
    return Deal(game, tuple(draw(st.permutations(game.deck))))


@st.composite
def plays(draw: st.DrawFn, game_id: str, length: int = 60) -> tuple[Deal, list[str]]:
    """A deal and legal moves from it; mostly not turns, so that cards do move."""
    deal = random_deal(draw, game_id)
    position, moves = deal.start(), []
    for _ in range(draw(st.integers(0, length))):
        legal = legal_moves(position)
        if not legal:
            break
        weighed = [move for move in legal for _ in range(1 if move.form == "turn" else 3)]
        move = weighed[draw(st.integers(0, len(weighed) - 1))]
        moves.append(str(move))
        position = play(position, move).position
    return deal, moves


def check_table(position: Position) -> None:
    """Every card lies in one place, the face-down ones in the tableau and never on top."""
    placed = [card for ids in position.piles for card in ids]
    assert sorted(placed) == list(range(len(position.cards)))
    assert len(position.cards) == position.game.cards_in_play
    tableau = {card for i in position.game.by_role[Role.TABLEAU] for card in position.piles[i]}
    assert position.down <= tableau
    assert not {position.piles[i][-1] for i in position.game.by_role[Role.TABLEAU] if position.piles[i]} & position.down


@every_game
@settings(max_examples=40, deadline=None)
@given(data=st.data())
def test_random_play(game_id: str, data: st.DataObject) -> None:
    """Cards are conserved, moves are unique, in order and read back, and the steps lead where the move leads."""
    follow(*data.draw(plays(game_id)))


@every_variant
@settings(max_examples=3, deadline=None)
@given(data=st.data())
def test_random_play_of_variants(game_id: str, data: st.DataObject) -> None:
    """The same of each variant."""
    follow(*data.draw(plays(game_id)))


def follow(deal: Deal, moves: list[str]) -> None:
    """Play these moves, and check all that must hold on the way."""
    position = deal.start()
    check_table(position)
    faces = Counter(position.cards)
    for text in moves:
        legal = legal_moves(position)
        written = [str(move) for move in legal]
        assert written == sorted(set(written))
        assert [parse_move(position.game, move) for move in written] == list(legal)
        played = play(position, parse_move(position.game, text))
        check_table(played.position)
        assert Counter(played.position.cards) == faces
        forward = position
        for step in played.steps:
            forward = forward.after(step)
        assert forward == played.position
        for step in reversed(played.steps):
            forward = forward.after(step.inverse())
        assert forward == position
        position = played.position


@every_game
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_undo_to_the_start_restores_the_deal(game_id: str, data: st.DataObject) -> None:
    """Byte for byte; and redoing everything leads to the same position again."""
    deal, moves = data.draw(plays(game_id))
    session = Session(deal)
    start = session.position
    for text in moves:
        if session.status != "won":
            session.move(text)
    end, head = session.position, session.head
    while session.can_undo:
        session.undo()
    assert session.position == start
    assert parse_deal(deal.game, session.deal.text).cards == deal.cards
    while session.can_redo:
        session.redo()
    assert (session.position, session.head) == (end, head)
    assert Session.load(deal, session.moves, head).position == end


@every_game
@settings(max_examples=15, deadline=None)
@given(data=st.data())
def test_moves_that_set_others_off(game_id: str, data: st.DataObject) -> None:
    """Undo and redo take them together, the history can be gone anywhere in, and it loads as it was."""
    deal, moves = data.draw(plays(game_id, 30))
    session = Session(deal)
    stands, positions = [0], [session.position]
    for text in moves:
        if session.status == "won":
            break
        if session.head and data.draw(st.booleans()):
            session.follow(text)
            stands.pop()
        else:
            session.move(text)
        stands.append(session.head)
        positions.append(session.position)
    back = [session.head]
    while session.can_undo:
        there = session.position
        for step in session.undo().steps:
            there = there.after(step)
        assert there == session.position == positions[session.head]
        back.append(session.head)
    assert back[::-1] == stands
    on = [0]
    while session.can_redo:
        session.redo()
        on.append(session.head)
    assert on == stands
    for _ in range(3):
        head = data.draw(st.integers(0, session.move_count))
        if head != session.head:
            session.goto(head)
        loaded = Session.load(deal, session.moves, head, session.set_off, session.taken_back)
        assert loaded.position == session.position == positions[head]
        assert (loaded.set_off, loaded.taken_down) == (session.set_off, session.taken_down)


@every_game
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_text_form_of_a_position(game_id: str, data: st.DataObject) -> None:
    """Deal and moves read back, in lower case and with 10 for T too."""
    deal, moves = data.draw(plays(game_id, 20))
    text = f"{deal.text} | {' '.join(moves)} # a comment"
    again, parsed = parse_position(deal.game, text)
    assert (again.text, [str(move) for move in parsed]) == (deal.text, moves)
    assert parse_deal(deal.game, deal.text.replace("T", "10").lower()).cards == deal.cards


@every_game
def test_legal_and_playable_are_the_same(game_id: str) -> None:
    """Of all moves that can be written, exactly the legal ones can be played (in a handful of positions)."""
    compare_legal_and_playable(game_id, plies=8)


@every_variant
def test_legal_and_playable_are_the_same_in_variants(game_id: str) -> None:
    """The same of each variant, late in a play."""
    compare_legal_and_playable(game_id, plies=2, moves_between=60)


def compare_legal_and_playable(game_id: str, plies: int, moves_between: int = 6) -> None:
    """Look at so many positions of a deal."""
    from wendekreis.errors import IllegalMove
    from wendekreis.rules import Move

    game = game_named(game_id)
    names = [pile.name for pile in game.piles if pile.role not in (Role.FOUNDATION, Role.STOCK)]
    names += [f"f{suit}" for suit in "CDHS"]
    written = [f"{a}-{b}{n}" for a in names for b in names for n in ("", "*2", "*3")]
    written += [f"{a}x{b}" for a in names for b in names if a[0] == "n" and b[0] == "s"] + ["turn", "redeal"]
    position = numbered_deal(game, "7").start()
    for ply in range(plies):
        legal = {str(move) for move in legal_moves(position)}
        playable = set()
        for text in written:
            try:
                play(position, Move.parse(text))
            except IllegalMove:
                continue
            playable.add(text)
        assert playable == legal
        for step in range(moves_between):
            moves = legal_moves(position)
            if moves:
                position = play(position, moves[(ply + step // 6) % len(moves)]).position


@every_game
def test_declaration(game_id: str) -> None:
    """Names and labels in both languages, every pile in every layout, nothing else in any."""
    game = games()[game_id]
    for texts in (game.names, game.blurbs, *(pile.label for pile in game.piles)):
        assert set(texts) == {"de", "en"}
        assert all(texts.values())
    assert game.version >= 1
    assert len({pile.name for pile in game.piles}) == len(game.piles)
    assert game.layouts
    for layout in game.layouts.values():
        assert set(layout["piles"]) == {pile.name for pile in game.piles}
    assert not is_won(numbered_deal(game, "1").start())


@every_game
def test_every_game_has_its_files(game_id: str) -> None:
    """A perft file, a golden play-through and a rules page in each language: none is missing."""
    pages = TESTS.parent / "src" / "wendekreis" / "web" / "texts" / "rules"
    wanted = [TESTS / "vectors" / f"perft-{game_id}.jsonl", TESTS / "goldens" / f"{game_id}.txt"]
    wanted += [pages / f"{game_id}.{language}.md" for language in ("de", "en")]
    assert [path.name for path in wanted if not path.is_file()] == []


def test_no_perft_file_or_golden_without_a_game() -> None:
    """What is left of a game that is gone is found."""
    found = {path.stem.removeprefix("perft-") for path in (TESTS / "vectors").glob("perft-*.jsonl")}
    found |= {path.stem for path in (TESTS / "goldens").glob("*.txt")}
    assert found == set(IDS)


@every_game
def test_the_length_of_a_win_is_that_of_the_lines(game_id: str) -> None:
    """What the start page tells a newcomer is the median of the winning lines that are kept; of none, nothing."""
    path = TESTS / "vectors" / f"lines-{game_id}.jsonl"
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    lengths = [len(json.loads(line)["moves"].split()) for line in lines]
    assert game_named(game_id).win_moves == (median(lengths) if lengths else None)
