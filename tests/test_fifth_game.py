"""A game is one file: dropped in, it is played by the library and the command line like the others.

The web and the page have the same test in their own rooms.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

FIFTH = Path(__file__).parent / "fifth"


def run(*arguments: str, games: Path = FIFTH) -> subprocess.CompletedProcess[str]:
    """Run Python with the fifth game's folder named in the environment."""
    environment = {**os.environ, "WENDEKREIS_GAMES": str(games)}
    return subprocess.run([sys.executable, *arguments], env=environment, capture_output=True, text=True, timeout=120)


def test_the_library_finds_and_plays_it() -> None:
    """Random play, undo to the start: what holds for every game holds for it."""
    code = """
import random
from wendekreis import Session, game, numbered_deal
from wendekreis.games import games
assert list(games())[-1] == "klondike"
for number in range(1, 20):
    session, chance = Session(numbered_deal(game("klondike"), str(number))), random.Random(number)
    start = session.position
    while session.status == "open" and session.head < 200:
        session.move(str(chance.choice(session.legal_moves)))
    while session.can_undo:
        session.undo()
    assert session.position == start
"""
    done = run("-c", code)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_command_line_plays_it() -> None:
    """Deal, legal moves and counts, without a word about it anywhere else."""
    assert "klondike" in run("-m", "wendekreis", "games").stdout
    deal = run("-m", "wendekreis", "deal", "klondike", "--number", "1")
    assert len(deal.stdout.split()) == 52
    moves = run("-m", "wendekreis", "moves", "klondike", "--deal-text", deal.stdout.strip(), "--moves", "turn turn")
    assert "turn" in moves.stdout.split()
    counts = run("-m", "wendekreis", "perft", "klondike", "--number", "1", "--depth", "2")
    assert counts.stdout.split()[:2] == [
        "1",
        str(len(run("-m", "wendekreis", "moves", "klondike", "--number", "1").stdout.split())),
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [("GAME = None\n", "declares no GAME"), ("from klondike import GAME\n", "klondike")],
)
def test_a_file_that_declares_no_game_is_named(tmp_path: Path, text: str, said: str) -> None:
    """And not passed over."""
    (tmp_path / "broken.py").write_text(text)
    done = run("-c", "import wendekreis.games as found; found.games()", games=tmp_path)
    assert done.returncode == 1
    assert said in done.stderr.splitlines()[-1]
