"""The kernels once more, built so that indices are checked.

Those of Python sequences and memoryviews, of C arrays whose length the compiler knows, and those that the kernels check
themselves (``ensure``). Other indices behind bare pointers are not.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.solver.helpers import HAS_KERNELS

ROOT = Path(__file__).parents[2]

WHERE = """
import sys
from pathlib import Path
from wendekreis.solver.kernels import kernel
names = [path.stem for path in Path("src/wendekreis/solver").glob("*_kernel.py")]
places = {name: getattr(kernel(name), "__file__", None) for name in names}
assert places and all(place and place.startswith(sys.argv[1]) for place in places.values()), places
"""


TRANSLATE = """
import setuptools
setuptools.setup = lambda **given: None
exec(open("setup.py").read())
"""

INDEX = re.compile(r"= __Pyx_GetItemInt\(.*?, __Pyx_Py\w+, [01], ([01]), ")
"""Cython's access to an item of any sequence; the group says whether the index is checked."""


def test_no_kernel_decides_for_itself_what_is_checked() -> None:
    """Its first line, or a decorator, would win over setup.py."""
    for path in (ROOT / "src").rglob("*_kernel.py"):
        text = path.read_text()
        assert text.startswith("# cython: language_level=3")
        assert not re.search("boundscheck|wraparound|initializedcheck", text), path


@pytest.mark.skipif(not HAS_KERNELS, reason="there is no compiler, or there was none")
@pytest.mark.parametrize("checked", [pytest.param(False, marks=pytest.mark.long), True], ids=["ordinary", "checked"])
def test_the_generated_c_checks_what_it_should(tmp_path: Path, checked: bool) -> None:
    """Memoryviews and sequences, in the checked build and in no other."""
    package = tmp_path / "src" / "wendekreis" / "solver"
    package.mkdir(parents=True)
    (package.parent / "__init__.py").touch()
    (package / "__init__.py").touch()
    shutil.copy(ROOT / "setup.py", tmp_path)
    for name in ("_two_pack_state_kernel", "_single_interchange_kernel"):
        for suffix in (".py", ".pxd"):
            shutil.copy(ROOT / "src" / "wendekreis" / "solver" / f"{name}{suffix}", package)
    environment = os.environ | {"WENDEKREIS_CHECKED": "1" if checked else "0"}
    translate = [sys.executable, "-c", TRANSLATE]
    done = subprocess.run(translate, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=100)
    assert done.returncode == 0, done.stdout + done.stderr
    written = {path.stem: path.read_text() for path in (tmp_path / "build").rglob("*.c")}
    assert ("__Pyx_RaiseBufferIndexError(" in written["_single_interchange_kernel"]) is checked
    indices = INDEX.findall(written["_two_pack_state_kernel"])
    assert indices
    assert set(indices) == {"1" if checked else "0"}


@pytest.mark.long
@pytest.mark.first
@pytest.mark.skipif(not HAS_KERNELS, reason="there is no compiler, or there was none")
def test_kernels_stay_within_bounds(tmp_path: Path) -> None:
    """Quick tests pass on checked kernels, which stop at an index that is out of bounds.

    They are those of the solvers, and of the search for a certain end.
    """
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE", "NOTICE"):
        shutil.copy(ROOT / name, tmp_path)
    shutil.copytree(ROOT / "src", tmp_path / "src", ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"))
    environment = os.environ | {"WENDEKREIS_CHECKED": "1"}
    build = [sys.executable, "setup.py", "--quiet", "build_ext", "--inplace"]
    built = subprocess.run(build, cwd=tmp_path, env=environment, capture_output=True, text=True, timeout=900)
    assert built.returncode == 0, built.stdout + built.stderr
    environment |= {"PYTHONPATH": str(tmp_path / "src")}
    seen = [sys.executable, "-c", WHERE, str(tmp_path)]
    subprocess.run(seen, cwd=tmp_path, env=environment, check=True, timeout=60)
    tests = [sys.executable, "-m", "pytest", "tests/solver", "tests/advice/test_endgame_kernel.py"]
    tests += ["-m", "not long", "-p", "no:xdist"]
    done = subprocess.run(tests, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stdout + done.stderr
