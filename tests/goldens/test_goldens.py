"""One readable play-through a game: deal, legal moves, steps and positions as text.

The files were read line by line against RULES when they were made. To make one anew after a change of behaviour
(which is also a new ``version`` of the game): ``python -m tests.goldens.test_goldens``, and read it again.
"""

from pathlib import Path

import pytest

from tests.tables import shown
from wendekreis.deals import numbered_deal
from wendekreis.games import games
from wendekreis.rules import Position, Step
from wendekreis.session import Session

HERE = Path(__file__).parent
PLIES = 40


def lines_of(position: Position) -> list[str]:
    """The piles that hold cards, a few on a line."""
    texts = []
    for pile in position.game.piles:
        if text := shown(position, pile.name):
            texts.append(f"{pile.name}[{text}]")
    return ["  " + "  ".join(texts[i : i + 6]) for i in range(0, len(texts), 6)]


def told(position: Position, step: Step) -> str:
    """A step in words."""
    shifts = [
        f"{s.source}>{s.target} {' '.join(str(position.cards[c]) for c in s.cards)}{' turned' * s.turned}"
        for s in step.shifts
    ]
    flips = [f"{position.cards[flip.card]} {'up' if flip.up else 'down'}" for flip in step.flips]
    return f"{step.cause}({'; '.join(shifts + flips)})"


def playthrough(game_id: str) -> str:
    """Deal 25483: a move that is no turn where there is one (a different one each time), else what is left."""
    deal = numbered_deal(games()[game_id], "25483")
    session = Session(deal)
    lines = [f"# {game_id} version {deal.game.version}, deal {deal.number}", deal.text, "", *lines_of(session.position)]
    for ply in range(PLIES):
        legal = [str(move) for move in session.legal_moves]
        lines += ["", f"{ply}: {session.status}; legal: {' '.join(legal)}"]
        if session.status != "open":
            break
        quiet = {"turn", "redeal"}
        pick = [move for move in legal if move not in quiet] or legal
        move = pick[ply % len(pick)]
        if ply and ply % 3 == 0 and quiet & set(legal):
            move = (quiet & set(legal)).pop()
        change = session.move(move)
        steps = " ".join(told(session.position, step) for step in change.steps)
        lines += [f"{move} = {steps}", *lines_of(session.position)]
    return "\n".join(lines) + "\n"


@pytest.mark.parametrize("game_id", list(games()))
def test_golden(game_id: str) -> None:
    """The play-through is that of the file."""
    assert playthrough(game_id) == (HERE / f"{game_id}.txt").read_text(encoding="utf-8")


if __name__ == "__main__":
    for name in games():
        (HERE / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
