"""Copies of the sources to build from, as a user's clone has them."""

import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]


def tracked() -> Iterator[Path]:
    """The files under version control (and those about to be), relative to the root of the checkout."""
    git = shutil.which("git")
    if git is None or not (ROOT / ".git").exists():
        pytest.skip("only a checkout with git knows which files it consists of")
    listing = subprocess.run(
        [git, "-c", f"safe.directory={ROOT}", "ls-files", "-z", "--cached", "--others", "--exclude-standard"],
        cwd=ROOT,
        capture_output=True,
        check=True,
    )
    for name in filter(None, listing.stdout.decode().split("\0")):
        if (ROOT / name).exists():
            yield Path(name)


@pytest.fixture
def sources(tmp_path: Path) -> Path:
    """A copy of what a wheel is built from."""
    copy = tmp_path / "sources"
    for name in tracked():
        if name.parts[0] == "src" or len(name.parts) == 1:
            target = copy / name
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(ROOT / name, target)
    return copy


def build_wheel(sources: Path, into: Path, environment: dict[str, str] | None = None) -> Path:
    """Build the wheel with the build tools of this environment; nothing is downloaded."""
    command = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*command, "--wheel-dir", str(into), str(sources)], env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout + done.stderr
    (wheel,) = into.glob("*.whl")
    return wheel
