"""Habits of the library: the drawn exception tree, examples that run, public names that exist."""

import doctest
import importlib
import pkgutil
import re

import pytest

from wendekreis import errors

LIBRARY = [
    "cards",
    "deals",
    "errors",
    "games",
    "rules",
    "rules.engine",
    "rules.model",
    "rules.move",
    "rules.vocabulary",
]
LIBRARY += ["session"]


def modules() -> list[str]:
    """Every module that is part of the library."""
    names = ["wendekreis", *(f"wendekreis.{name}" for name in LIBRARY)]
    folder = importlib.import_module("wendekreis.games").__path__
    found = [f"wendekreis.games.{info.name}" for info in pkgutil.iter_modules(folder)]
    return names + found


@pytest.mark.parametrize("name", modules())
def test_examples_run(name: str) -> None:
    """Every doctest of the library."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", modules())
def test_public_names_exist(name: str) -> None:
    """``__all__`` is sorted and true, and each public thing has a docstring."""
    module = importlib.import_module(name)
    public = getattr(module, "__all__", [])
    assert len(public) == len(set(public))
    for item in public:
        assert hasattr(module, item), item
        value = getattr(module, item)
        if callable(value) and getattr(value, "__module__", "").startswith("wendekreis"):
            assert value.__doc__, item


def test_the_exception_tree_is_drawn_as_it_is() -> None:
    """The docstring of ``errors`` draws each class under its base, in the order they are declared."""
    drawn: list[tuple[str, str]] = []
    path = ["Exception"]
    for line in (errors.__doc__ or "").splitlines():
        match = re.match(r"^    ([│ ]*(?:[├└]── )?)([A-Z]\w+)", line)
        if match:
            depth = len(match[1]) // 4
            path = [*path[: depth + 1], match[2]]
            drawn.append((path[-1], path[-2]))
    declared = [
        (name, cls.__bases__[0].__name__)
        for name, cls in vars(errors).items()
        if isinstance(cls, type) and issubclass(cls, errors.WendekreisError)
    ]
    assert sorted(drawn) == sorted(declared)
    assert {name for name, _ in declared} == set(errors.__all__)


def test_every_error_has_a_code_of_its_own() -> None:
    """Snake case, and no two alike."""
    codes = [getattr(errors, name).code for name in errors.__all__]
    assert len(codes) == len(set(codes))
    assert all(re.fullmatch(r"[a-z]+(_[a-z]+)*", code) for code in codes)
