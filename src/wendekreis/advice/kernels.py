"""Where the player gets its compiled kernels from, or learns that there is none."""

import importlib
import importlib.util
import os
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from typing import Any

from wendekreis.solver.kernels import SWITCH

__all__ = ["kernel"]


@cache
def kernel(name: str) -> Any | None:
    """The compiled module ``wendekreis.advice.NAME``, or ``None`` if it was not compiled: then it is not imported."""
    if os.environ.get(SWITCH) == "off":
        return None
    full_name = f"{__package__}.{name}"
    spec = importlib.util.find_spec(full_name)
    if spec is None or spec.origin is None or not spec.origin.endswith(tuple(EXTENSION_SUFFIXES)):
        return None
    return importlib.import_module(full_name)
