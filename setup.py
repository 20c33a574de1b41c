"""The part of the build that pyproject.toml cannot say: compiled kernels, found by their file name.

Every ``src/wendekreis/**/*_kernel.py`` is a kernel: plain Python with Cython's annotations (*pure Python
mode*), whose first line is ``# cython: language_level=3``. It is compiled if Cython and a C compiler are
there and left as it is if not: each extension is optional, and without it the package falls back on its
plain Python code. The C files go to ``build/`` and are never part of a wheel; no flag names the machine
that builds, so a wheel runs on every other one.

With ``WENDEKREIS_CHECKED=1`` in the environment indices are checked, and a missing compiler is an error: such kernels
are slow and for tests (``make check-long``). The switches for that stand here and nowhere else, for a kernel's
first line would win over them. An index of a Python sequence or a memoryview that is out of bounds raises; one of a C
array whose length the compiler knows stops the process, and so does a shift that is too wide. Not covered: indices
behind a bare pointer (the states a search holds, buffers passed on as pointers). Where it is cheap the kernels
check those themselves, by ``ensure`` (``_checks.pxd``), in this build alone.
"""

import os
from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src")
CHECKED = os.environ.get("WENDEKREIS_CHECKED") == "1"

DIRECTIVES = {"boundscheck": CHECKED, "wraparound": False, "initializedcheck": CHECKED}
CHECKING_FLAGS = ["-O1", "-fsanitize=bounds,shift", "-fsanitize-undefined-trap-on-error"] if CHECKED else []


def kernels() -> list[Extension]:
    """One optional extension for each kernel file, as Cython translates it; none without Cython."""
    extensions = [
        Extension(
            ".".join(path.relative_to(SOURCE).with_suffix("").parts),
            [path.as_posix()],
            extra_compile_args=CHECKING_FLAGS,
            define_macros=[("WENDEKREIS_CHECKED", "1")] if CHECKED else [],
            optional=not CHECKED,
        )
        for path in sorted(SOURCE.glob("wendekreis/**/*_kernel.py"))
    ]
    if not extensions:
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    compiled: list[Extension] = cythonize(  # type: ignore[no-untyped-call,unused-ignore]
        extensions,
        build_dir="build/checked" if CHECKED else "build/cython",
        compiler_directives={"language_level": 3, **DIRECTIVES},
    )
    for extension in compiled:
        extension.optional = not CHECKED
    return compiled


setup(ext_modules=kernels())
