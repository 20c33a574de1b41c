"""Write tests/client/fixtures/*.json: games and views, as the server sends them, for the client's tests of the table.

Run from the checkout: ``.venv/bin/python -m tools.table_fixtures``. Positions come from the test vectors, so that
every picture shows a table that play can reach; a test of the server holds the wire's shape.
"""

import json
from pathlib import Path
from typing import Any

from wendekreis.deals import parse_deal
from wendekreis.games import game as find_game
from wendekreis.rules import Game
from wendekreis.session import Session

ROOT = Path(__file__).parent.parent
VECTORS = ROOT / "tests" / "vectors"
FIXTURES = ROOT / "tests" / "client" / "fixtures"

# name of the fixture: game, file of the vectors, line of the file, moves played (None: all)
POSITIONS = {
    "hemispheres": ("hemispheres", "lines", 0, 70),
    "hemispheres-deal": ("hemispheres", "lines", 0, 0),
    "hemispheres-won": ("hemispheres", "lines", 0, None),
    "single-interchange": ("single-interchange", "lines", 0, 100),
    "single-interchange-deal": ("single-interchange", "lines", 0, 0),
    "single-interchange-won": ("single-interchange", "lines", 0, None),
    "interchange": ("interchange", "positions", 0, 60),
    "unlimited": ("unlimited", "lines", 0, 470),
}


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
    for name, (game_id, kind, line, length) in POSITIONS.items():
        record = json.loads((VECTORS / f"{kind}-{game_id}.jsonl").read_text().splitlines()[line])
        game = find_game(game_id)
        session = Session.load(parse_deal(game, record["deal"]), record["moves"].split()[:length])
        data = {"game": wire_game(game), "view": wire_view(session)}
        (FIXTURES / f"{name}.json").write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")) + "\n")


if __name__ == "__main__":
    main()
