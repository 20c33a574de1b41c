"""Where solvers get their compiled kernels from, or learn that there is none."""

import importlib
import importlib.util
import os
from functools import cache
from importlib.machinery import EXTENSION_SUFFIXES
from typing import Any

__all__ = ["SWITCH", "kernel"]

SWITCH = "WENDEKREIS_KERNELS"
"""The environment variable that, set to ``off``, makes a process do without its kernels."""


@cache
def kernel(name: str) -> Any | None:
    """The compiled module ``wendekreis.solver.NAME``, or ``None`` if it was not compiled.

    An uncompiled kernel is never run: its unsigned arithmetic would not wrap, and it would need Cython at run
    time. So its file is not even imported.
    """
    if os.environ.get(SWITCH) == "off":
        return None
    full_name = f"{__package__}.{name}"
    spec = importlib.util.find_spec(full_name)
    if spec is None or spec.origin is None or not spec.origin.endswith(tuple(EXTENSION_SUFFIXES)):
        return None
    return importlib.import_module(full_name)
