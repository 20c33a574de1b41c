"""Weights of a value: a JSON file with the version of the program that they fit, and a weight a feature, by name."""

import json
import math
from collections.abc import Sequence
from pathlib import Path

from wendekreis.errors import UnfitWeights

__all__ = ["PROGRAM", "load_weights", "save_weights"]

PROGRAM = 2
"""Rises whenever a feature changes what it means: weights made for another version are refused."""


def load_weights(name: str | Path, features: Sequence[str]) -> list[float]:
    """The weights of the features in this order, the bias last. A bare name that is no file here
    is one of the package's own.

    Raises:
        UnfitWeights: when the file is none of these, or was made for another version or other features.
    """
    path = Path(name)
    if isinstance(name, str) or (path.name == str(path) and not path.exists()):
        path = Path(__file__).parent / path.name
    try:
        told = json.loads(path.read_text("utf-8"))
        program, bias, weights = told["program"], float(told["bias"]), dict(told["weights"])
        numbers = [float(weights[feature]) for feature in features] if set(weights) == set(features) else None
    except OSError as error:
        raise UnfitWeights(f"{name}: {error.strerror}", name=path.name) from error
    except KeyError as error:
        raise UnfitWeights(f"{path.name} holds no weights: it lacks {error.args[0]}", name=path.name) from error
    except (TypeError, ValueError) as error:
        raise UnfitWeights(f"{path.name} holds no weights", name=path.name) from error
    if program == PROGRAM and numbers is None:
        odd = min(set(weights) ^ set(features))
        what = "lacks" if odd in features else "has a weight too many,"
        raise UnfitWeights(f"{path.name} {what} {odd!r}; it needs one weight for each feature", name=path.name)
    if numbers is not None and not all(map(math.isfinite, [*numbers, bias])):
        raise UnfitWeights(f"{path.name} holds a weight that is no finite number", name=path.name)
    if program != PROGRAM or numbers is None:
        raise UnfitWeights(
            f"{path.name} holds weights for version {program} of the value, and this program has version {PROGRAM};"
            " train them anew (docs/player.md)",
            name=path.name,
        )
    return [*numbers, bias]


def save_weights(path: Path, features: Sequence[str], weights: Sequence[float], how: str) -> None:
    """Write weights (the bias last) with the version, and a sentence that tells how they were made."""
    named = {feature: round(weight, 6) for feature, weight in zip(features, weights[:-1], strict=True)}
    told = {"program": PROGRAM, "how": how, "bias": round(weights[-1], 6), "weights": named}
    path.write_text(json.dumps(told, indent=1) + "\n", "utf-8")
