"""Hold the chances that are shown to games played: ``python -m wendekreis.advice.calibrate --help``.

Games of Hemispheres are played by value alone, by the kernel as its own dealer. Of each game the chances shown
before its turns are kept, one in eight, and grouped by how high they are; each is compared with how its game ended.
The intervals count a game once in a class, so that one game's turns are not taken for many.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from pathlib import Path

from wendekreis.advice.hemispheres import VALUE
from wendekreis.advice.kernels import kernel
from wendekreis.advice.plan import wilson
from wendekreis.advice.train import Match, feature_names
from wendekreis.advice.weights import load_weights
from wendekreis.deals import random_deal
from wendekreis.games import game

__all__ = ["TOPS", "classes", "main"]

TOPS = (0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.85, 0.9, 0.95, 0.98, 1.0)
"""The upper ends of the classes of chances."""

EVERY = 8


def classes(games: int, seed: int) -> list[tuple[float, float, int, int]]:
    """Play games; of each class its upper end, the mean chance shown, the games won in it and all its games."""
    import numpy as np

    names = feature_names()
    match, rules = Match(load_weights("hemispheres_value.json", names), VALUE), game("hemispheres")
    kept, seen = np.zeros((80, len(names)), np.float32), np.zeros(80, np.float32)
    shown: list[list[float]] = [[] for _ in TOPS]
    won, count = [0] * len(TOPS), [0] * len(TOPS)
    for i in range(games):
        # One game in three deviates at random, so that the lower classes are met as well.
        is_won, rows, _ = match.play(random_deal(rules, seed, i), i + 1, 3 if i % 3 == 0 else 0, kept, seen)
        met = set()
        for chance in seen[i % EVERY : rows : EVERY]:
            place = next(k for k, top in enumerate(TOPS) if chance <= top)
            if place not in met:
                met.add(place)
                shown[place].append(float(chance))
                won[place] += is_won
                count[place] += 1
    means = [sum(part) / len(part) if part else 0.0 for part in shown]
    return list(zip(TOPS, means, won, count, strict=True))


def plot(found: Sequence[tuple[float, float, int, int]], games: int, path: Path) -> None:
    """Draw the chance shown against games won, with 95 % intervals."""
    import matplotlib as mpl

    mpl.use("svg")
    mpl.rcParams["svg.hashsalt"] = "wendekreis"
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(figsize=(6, 6))
    axes.plot([0, 1], [0, 1], color="0.7", linewidth=1)
    for _, mean, won, count in found:
        if count:
            low, high = wilson(won, count)
            axes.plot([mean, mean], [low, high], color="tab:blue", linewidth=1)
            axes.plot([mean], [won / count], "o", color="tab:blue", markersize=3 + min(9, count**0.5 / 6))
    axes.set(xlabel="chance shown", ylabel=f"share won ({games} games)", xlim=(0, 1), ylim=(0, 1), aspect="equal")
    axes.set_title("Hemispheres: the value held to games it played")
    figure.savefig(path, metadata={"Date": None})


def main(arguments: Sequence[str] | None = None) -> int:
    """Play, write the classes into the package, and draw the plot."""
    parser = argparse.ArgumentParser(description="Hold the chances shown to games played.")
    parser.add_argument("plot", type=Path, help="the SVG file to draw")
    parser.add_argument("--classes", type=Path, default=Path(__file__).parent / "hemispheres_calibration.json")
    parser.add_argument("--games", type=int, default=1500)
    parser.add_argument("--seed", type=int, default=31)
    given = parser.parse_args(arguments)
    if kernel("_hemispheres_player_kernel") is None:
        parser.error("the kernels are not compiled")
    found = classes(given.games, given.seed)
    told = {
        "how": f"calibrate --games {given.games} --seed {given.seed}",
        "classes": [[top, won, count] for top, _, won, count in found],
    }
    given.classes.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
    plot(found, given.games, given.plot)
    for top, mean, won, count in found:
        print(f"up to {top:g}: shown {mean:.3f}, won {won} of {count}", file=sys.stderr)  # noqa: T201
    return 0


if __name__ == "__main__":
    sys.exit(main())
