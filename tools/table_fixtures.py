"""Write tests/client/fixtures/*.json: games and views, as the server sends them, for the client's tests of the table.

Run from the checkout: ``.venv/bin/python -m tools.table_fixtures``. Positions come from the rules pages and the test
vectors, so that every one can be reached by play.
"""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from tools.samples import sample
from wendekreis.deals import parse_deal
from wendekreis.games import game as find_game
from wendekreis.games import games
from wendekreis.rules import Game
from wendekreis.session import Session

ROOT = Path(__file__).parent.parent
VECTORS = ROOT / "tests" / "vectors"
FIXTURES = ROOT / "tests" / "client" / "fixtures"

FINISHED = ("hemispheres", "single-interchange")


def positions() -> Iterator[tuple[str, str, str, list[str]]]:
    """Name of the fixture, game, deal and moves."""
    for game_id in games():
        yield (game_id, game_id, *sample(game_id))
    for game_id in FINISHED:
        yield (f"{game_id}-deal", game_id, *sample(game_id, 1))
        record = json.loads((VECTORS / f"lines-{game_id}.jsonl").read_text().splitlines()[0])
        yield f"{game_id}-won", game_id, record["deal"], record["moves"].split()


def wire_game(game: Game) -> dict[str, Any]:
    """The parts of a game that the table reads."""
    return {
        "id": game.id,
        "redeals": game.has_redeal,
        "piles": [
            {
                "name": pile.name,
                "role": pile.role.value,
                "label": dict(pile.label),
                "well": dict(pile.well) if pile.well else None,
                "arrow": pile.arrow,
            }
            for pile in game.piles
        ],
        "layouts": game.layouts,
    }


def wire_view(session: Session) -> dict[str, Any]:
    """The parts of a view that the table reads."""
    view = session.view()
    return {
        "piles": {name: list(ids) for name, ids in view.piles.items()},
        "stock": view.stock,
        "faces": {str(card): str(face) for card, face in view.faces.items()},
        "marks": {name: {"kind": mark.kind, "arrow": mark.arrow} for name, mark in view.marks.items()},
        "counts": {"moves": session.head, "turns": session.turns, "redeals": session.redeals},
    }


def main() -> None:
    """Write one file for each position."""
    FIXTURES.mkdir(parents=True, exist_ok=True)
    for name, game_id, deal, moves in positions():
        game = find_game(game_id)
        session = Session.load(parse_deal(game, deal), moves)
        data = {"game": wire_game(game), "view": wire_view(session)}
        (FIXTURES / f"{name}.json").write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
