"""The part of the build that pyproject.toml cannot say: compiled kernels, found by their file name.

Every ``src/wendekreis/**/*_kernel.py`` is a kernel: plain Python with Cython's annotations (*pure Python
mode*), whose first line is ``# cython: language_level=3``. It is compiled if Cython and a C compiler are
there and left as it is if not: each extension is optional, and without it the package falls back on its
plain Python code. The C files go to ``build/`` and are never part of a wheel; no flag names the machine
that builds, so a wheel runs on every other one.
"""

from pathlib import Path

from setuptools import Extension, setup

SOURCE = Path("src")


def kernels() -> list[Extension]:
    """One optional extension for each kernel file, as Cython translates it; none without Cython."""
    extensions = [
        Extension(".".join(path.relative_to(SOURCE).with_suffix("").parts), [path.as_posix()], optional=True)
        for path in sorted(SOURCE.glob("wendekreis/**/*_kernel.py"))
    ]
    if not extensions:
        return []
    try:
        from Cython.Build import cythonize
    except ImportError:
        return []
    compiled: list[Extension] = cythonize(  # type: ignore[no-untyped-call,unused-ignore]
        extensions, build_dir="build/cython", language_level=3
    )
    for extension in compiled:
        extension.optional = True
    return compiled


setup(ext_modules=kernels())
