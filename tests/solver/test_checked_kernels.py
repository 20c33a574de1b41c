"""The kernels once more, built so that every index is checked."""

import os
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


@pytest.mark.long
@pytest.mark.skipif(not HAS_KERNELS, reason="there is no compiler, or there was none")
def test_kernels_stay_within_bounds(tmp_path: Path) -> None:
    """The quick tests of the solvers pass on checked kernels, which stop at the first index that is out of bounds."""
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
    tests = [sys.executable, "-m", "pytest", "tests/solver", "-m", "not long", "-p", "no:xdist"]
    done = subprocess.run(tests, cwd=ROOT, env=environment, capture_output=True, text=True, timeout=1500)
    assert done.returncode == 0, done.stdout + done.stderr
