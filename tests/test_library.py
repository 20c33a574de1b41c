"""Habits of the library: the drawn exception tree, a code for every error."""

import re

from wendekreis import errors


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
