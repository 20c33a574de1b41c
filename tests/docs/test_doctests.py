"""The examples in the docstrings are true."""

import doctest
import importlib
import pkgutil

import pytest

import wendekreis

MODULES = sorted(
    info.name
    for info in pkgutil.walk_packages(wendekreis.__path__, "wendekreis.")
    if ".migrations" not in info.name and not info.name.endswith(("__main__", "_kernel"))
)


@pytest.mark.parametrize("name", ["wendekreis", *MODULES])
def test_the_examples_of_a_module(name: str) -> None:
    """Each gives what it says."""
    assert doctest.testmod(importlib.import_module(name)).failed == 0


@pytest.mark.parametrize("name", ["wendekreis", *MODULES])
def test_the_public_names_of_a_module(name: str) -> None:
    """``__all__`` names what is there, once; what others may call is documented. A game's file needs none."""
    module = importlib.import_module(name)
    public = getattr(module, "__all__", None)
    if public is None:
        own = [each for each, value in vars(module).items() if getattr(value, "__module__", "") == name]
        assert name.startswith("wendekreis.games.") or all(each.startswith("_") for each in own)
        return
    assert len(set(public)) == len(public)
    for each in public:
        value = getattr(module, each)
        if callable(value) and getattr(value, "__module__", "").startswith("wendekreis"):
            assert value.__doc__, f"{name}.{each} has no docstring"
