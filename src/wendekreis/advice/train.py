"""Train the value of Hemispheres from self-play: ``python -m wendekreis.advice.train --help``.

A run has generations. Each plays games with the best weights so far and writes down two kinds of rows: the
features of arrangements that were turned from, with how the game ended (from the last random deviation on), and
the features of arrangements at random, with the chance that the value sees one turn later. The second kind knows little
of the far future and is nearly free of luck; the first kind knows the end and is mostly luck.
A logistic model is fitted around the weights before it, with several weights of the first kind and several
strengths of the pull back; the best of them *by play* on tuning deals goes on. A model that fits better often plays
worse: it was never asked about the arrangements that a player would now choose.

Needs numpy (``pip install wendekreis[study]``). Everything follows from the seed.
"""

import argparse
import random
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from wendekreis.advice.hemispheres import OPEN_END, Effort, card_of
from wendekreis.advice.kernels import kernel
from wendekreis.advice.weights import load_weights, save_weights
from wendekreis.cards import Card, Suit
from wendekreis.deals import Deal, random_deal
from wendekreis.errors import UnfitWeights
from wendekreis.games import game
from wendekreis.rules import Position
from wendekreis.solver import solve

__all__ = ["main", "train"]

DEVIATIONS = (0, 1, 1, 2, 3, 1)
"""Game i of a generation deviates at random so many times (in turn)."""

ROWS_A_GAME = 20
PROBES = 8
PROBING = ((100, 10), (1, 1), (0, 12))
"""Effort of the games played: by value from 100 arrangements; a probe looks at 12 next cards and 10 answers to each."""

TUNING: Effort = ((300,), (1,), (0,))
"""Effort of the tuning games; the policy *value* looks at more arrangements, which tells models apart less."""

CANDIDATES = ((1.0, 300.0), (0.3, 50.0), (0.1, 50.0), (0.3, 1000.0))
"""What is fitted each time: (weight of rows with an outcome, strength of the pull to the weights before)."""

HAND_MADE = {"F": 5.0, "wn": -6.0, "cost2": -2.0, "worse": -1.5, "hard": -1.0, "movable": 0.3, "homes": 2.0}
"""The evaluation that training from scratch begins with."""

TUNING_SEED = 4_000_000
"""Added to the seed for deals that models are chosen on; figures are taken on others again."""


class Match:
    """Games that one set of weights plays by itself, with the kernel as its own dealer."""

    def __init__(self, weights: Sequence[float], effort: Effort) -> None:
        self.player = kernel("_hemispheres_player_kernel").Player(list(weights), effort)  # type: ignore[union-attr]

    def play(self, deal: Deal, seed: int, deviations: int = 0, *rows: Any) -> tuple[bool, int, int]:
        """Play a deal; returns whether it was won, and how many rows of either kind were written."""
        import numpy as np

        kept, chances = rows[:2] if rows else (np.zeros((0, len(feature_names())), np.float32), np.zeros(0, np.float32))
        probing = (PROBES, *rows[2:]) if len(rows) == 4 else ()
        end, count, probed = self.player.play(codes_of(deal), seed, deviations, kept, chances, *probing)
        return solve(end_position(*end), OPEN_END, lines=False).outcome == "won", count, probed


def feature_names() -> list[str]:
    """The names of the features in order."""
    names: list[str] = kernel("_hemispheres_player_kernel").feature_names()  # type: ignore[union-attr]
    return names


def codes_of(deal: Deal) -> bytes:
    """A deal by the kernel's codes."""
    return bytes("DHCS".index(c.suit.letter) << 4 | (c.rank if c.is_red else 14 - c.rank) for c in deal.cards)


def end_position(piles: list[int], up: list[int], waste: list[int]) -> Position:
    """The position that is left when the stock is out, from the kernel's numbers; every barrier still lies."""
    rules = game("hemispheres")
    laid: dict[str, list[Card]] = {}
    for name, code in zip([*(f"n{i}" for i in range(1, 7)), *(f"s{i}" for i in range(1, 7))], piles, strict=True):
        suit, bottom, top = code >> 8, code >> 4 & 15, code & 15
        laid[name] = [card_of(suit << 4 | level) for level in range(bottom, top - 1, -1)] if code else []
    for suit, letter in enumerate("DHCS"):
        for i in (0, 1):
            laid[f"f{letter}{i + 1}"] = [card_of(suit << 4 | level) for level in range(1, up[2 * suit + i] + 1)]
    barriers = {"bN": Card(1, Suit.SPADES), "bE": Card(13, Suit.HEARTS), "bS": Card(1, Suit.CLUBS)}
    for name, card in {**barriers, "bW": Card(13, Suit.DIAMONDS)}.items():
        laid[name] = [card]
    laid["w"] = [card_of(code) for code in waste]
    cards: list[Card] = []
    ids = []
    for pile in rules.piles:
        there = laid.get(pile.name, [])
        ids.append(tuple(range(len(cards), len(cards) + len(there))))
        cards += there
    return Position(rules, tuple(cards), tuple(ids), frozenset())


def gather(weights: Sequence[float], games: int, seed: int) -> tuple[Any, Any, Any, Any]:
    """Play games for training: features and outcomes, features and chances one turn later."""
    import numpy as np

    rules, match, chance = game("hemispheres"), Match(weights, PROBING), random.Random(seed)
    size = len(feature_names())
    kept, seen = np.zeros((80, size), np.float32), np.zeros(80, np.float32)
    probed, targets = np.zeros((400, size), np.float32), np.zeros(400, np.float32)
    outcomes: list[Any] = []
    played: list[Any] = []
    later: list[Any] = []
    later_rows: list[Any] = []
    for i in range(games):
        won, count, more = match.play(
            random_deal(rules, seed, i), i + 1, DEVIATIONS[i % len(DEVIATIONS)], kept, seen, probed, targets
        )
        rows = [0, *sorted(chance.sample(range(1, count), min(count - 1, ROWS_A_GAME - 1)))] if count else []
        played.append(kept[rows])
        outcomes += [float(won)] * len(rows)
        later_rows.append(probed[:more].copy())
        later.append(targets[:more].copy())
    return np.concatenate(played), np.array(outcomes), np.concatenate(later_rows), np.concatenate(later)


def fit(rows: Any, labels: Any, shares: Any, before: Sequence[float], pull: float) -> list[float]:
    """A logistic model of the labels (0 to 1), each row counted by its share, pulled to the weights before.

    Newton's method on features scaled to deviation 1; a step that makes it worse is halved.
    """
    import numpy as np

    mean, deviation = rows.mean(0, dtype=np.float64), rows.std(0, dtype=np.float64)
    used = deviation > 1e-9
    deviation = np.where(used, deviation, 1.0)
    scaled = np.concatenate([np.where(used, (rows - mean) / deviation, 0.0), np.ones((len(rows), 1))], axis=1)
    old = np.array(before)
    start = np.append(old[:-1] * deviation, old[-1] + (old[:-1] * mean).sum())
    pulls = np.diag(np.append(np.full(len(old) - 1, pull), 0.0))
    ridge = 1e-6 * np.eye(len(old))

    def loss(model: Any) -> float:
        logits = scaled @ model
        away = model - start
        return float((shares * (np.logaddexp(0, logits) - labels * logits)).sum() + 0.5 * away @ pulls @ away)

    model, now = start.copy(), loss(start)
    for _ in range(30):
        p = 1 / (1 + np.exp(-np.clip(scaled @ model, -30, 30)))
        slope = scaled.T @ (shares * (labels - p)) - pulls @ (model - start)
        curve = (scaled * (shares * np.maximum(p * (1 - p), 1e-4))[:, None]).T @ scaled + pulls + ridge
        step = np.linalg.solve(curve, slope)
        while np.abs(step).max() > 1e-6 and loss(model + step) > now:
            step /= 2
        model += step
        last, now = now, loss(model)
        if last - now < 1e-6 * abs(last):
            break
    weights = np.where(used, model[:-1] / deviation, 0.0)
    return [*map(float, weights), float(model[-1] - (weights * mean).sum())]


def wins(weights: Sequence[float], deals: int, seed: int, effort: Effort = TUNING) -> int:
    """How many of so many random deals these weights win by value alone."""
    match, rules = Match(weights, effort), game("hemispheres")
    return sum(match.play(random_deal(rules, seed, i), i + 1)[0] for i in range(deals))


def train(
    start: Sequence[float], generations: int, games: int, tuning: int, seed: int, say: Any = lambda text: None
) -> list[float]:
    """Weights after so many generations of so many games, chosen on so many tuning deals."""
    import numpy as np

    best, most = list(start), wins(start, tuning, seed + TUNING_SEED)
    say(f"start: {most} of {tuning} tuning deals won")
    held: list[tuple[Any, Any, Any, Any]] = []
    for generation in range(generations):
        begun = time.process_time()
        held.append(gather(best, games, seed + 1 + generation))
        played, outcomes, probed, later = (np.concatenate(parts) for parts in zip(*held, strict=True))
        say(
            f"generation {generation}: {games} games, {len(played)} rows with outcome ({outcomes.mean():.3f} won),"
            f" {len(probed)} one turn ahead ({later.mean():.3f}), {time.process_time() - begun:.0f} s"
        )
        rows, labels = np.concatenate([played, probed]), np.concatenate([outcomes, later])
        centre, found = best, [(most, best)]
        for share, pull in CANDIDATES:
            shares = np.concatenate([np.full(len(played), share), np.ones(len(probed))])
            weights = fit(rows, labels, shares, centre, pull)
            won = wins(weights, tuning, seed + TUNING_SEED)
            found.append((won, weights))
            say(f"  outcomes count {share:g}, pull {pull:g}: {won} of {tuning} won")
        most, best = max(found, key=lambda item: item[0])
    return best


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the training from the command line."""
    parser = argparse.ArgumentParser(description="Train the value of Hemispheres from self-play.")
    parser.add_argument("out", type=Path, help="the file for the weights")
    parser.add_argument(
        "--start",
        type=Path,
        help="weights to begin with: a file, or one of the package by its name (by default a hand-made evaluation)",
    )
    parser.add_argument("--generations", type=int, default=4)
    parser.add_argument("--games", type=int, default=3000, help="games a generation")
    parser.add_argument("--tuning", type=int, default=500, help="deals that models are chosen on")
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args(arguments)
    if kernel("_hemispheres_player_kernel") is None:
        parser.error("the kernels are not compiled")
    names = feature_names()
    start = [*(HAND_MADE.get(name, 0.0) for name in names), 0.0]
    if given.start:
        try:
            start = load_weights(given.start, names)
        except UnfitWeights as error:
            parser.error(str(error))

    def say(text: str) -> None:
        print(text, file=sys.stderr, flush=True)  # noqa: T201

    weights = train(start, given.generations, given.games, given.tuning, given.seed, say)
    how = (
        f"train --generations {given.generations} --games {given.games} --tuning {given.tuning} --seed {given.seed}"
        + (f" --start {given.start.name}" if given.start else "")
    )
    save_weights(given.out, names, weights, how)
    return 0


if __name__ == "__main__":
    sys.exit(main())
