"""How often finishing is offered, rightly not offered, or not decided, and what asking costs.

``python -m benchmarks.finishing GAME SEED PLAYS``: every position of so many won plays, each the line that the solver
found for a random deal, counted by the cards of the stock that were not seen.
"""

import sys
import time
from collections import Counter

from wendekreis.advice.endgame import Endgame, read
from wendekreis.advice.finish import hidden_cards
from wendekreis.deals import random_deal
from wendekreis.games import game
from wendekreis.session import Session
from wendekreis.solver import Limits, solve


def measure(name: str, seed: int, plays: int) -> tuple[Counter[tuple[int, bool | None]], list[float]]:
    """Counts by unseen cards of the stock and answer, and the seconds of each question, sorted."""
    told: Counter[tuple[int, bool | None]] = Counter()
    spent = []
    index = 0
    while plays:
        session = Session(random_deal(game(name), seed, index))
        moves = solve(session.position, Limits(max_nodes=500_000)).moves
        plays -= bool(moves)
        index += 1
        for move in moves:
            start = time.process_time()
            state = read(session.position, hidden_cards(session))
            answer = Endgame(session.game).decide(state)
            spent.append(time.process_time() - start)
            told[state.stock, answer] += 1
            session.move(str(move))
    return told, sorted(spent)


def main() -> None:
    """Print both tables."""
    name, seed, plays = sys.argv[1:]
    told, spent = measure(name, int(seed), int(plays))
    rows = ["stock  positions  offered  not decided"]
    for stock in sorted({stock for stock, _ in told}):
        counts = [told[stock, answer] for answer in (True, False, None)]
        rows.append(f"{stock:5}  {sum(counts):9}  {counts[0]:7}  {counts[2]:11}")
    places = (len(spent) // 2, len(spent) * 9 // 10, len(spent) * 99 // 100, -1)
    rows.append("microseconds (median, 90 %, 99 %, longest): " + " ".join(f"{spent[i] * 1e6:.0f}" for i in places))
    sys.stdout.write("\n".join(rows) + "\n")


if __name__ == "__main__":
    main()
