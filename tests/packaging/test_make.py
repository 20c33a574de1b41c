"""The scripts behind make: what is missing is said in one clear sentence, and what is there is left alone."""

import os
import shutil
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from tests.packaging.conftest import ROOT

TOOLS = ("sh", "cat", "cksum", "dirname", "find", "pwd", "tail", "mktemp", "rm", "sed", "grep", "expand")


@pytest.fixture
def clone(tmp_path: Path) -> Path:
    """A clone with nothing installed, and a path on which there is nothing but the commonest tools."""
    place = tmp_path / "clone"
    shutil.copytree(ROOT / "tools", place / "tools", ignore=shutil.ignore_patterns("node_modules", "__pycache__"))
    for name in ("Makefile", "pyproject.toml", "setup.py", "requirements.lock", "package.json", "package-lock.json"):
        shutil.copyfile(ROOT / name, place / name)
    (place / "src").mkdir()
    (place / "bin").mkdir()
    for tool in TOOLS:
        if found := shutil.which(tool):
            (place / "bin" / tool).symlink_to(found)
    return place


def say(clone: Path, script: str, *arguments: str, environment: Mapping[str, str] | None = None) -> tuple[int, str]:
    """The exit status of a script and what it says, on standard error and otherwise."""
    done = subprocess.run(
        [clone / "tools" / script, *arguments],
        env={"PATH": str(clone / "bin"), **(environment or {})},
        capture_output=True,
        text=True,
        check=False,
    )
    return done.returncode, done.stdout + done.stderr


def fake(clone: Path, name: str, body: str) -> None:
    """Put a program on the path."""
    program = clone / "bin" / name
    program.write_text(f"#!/bin/sh\n{body}\n")
    program.chmod(0o755)


@pytest.mark.parametrize("body", [None, "exit 1"], ids=["missing", "too old or without venv"])
def test_a_python_that_will_not_do_is_told_in_one_sentence(clone: Path, body: str | None) -> None:
    """There is none, or its check of version and modules fails."""
    if body:
        fake(clone, "python3", body)
    status, said = say(clone, "venv.sh", "play")
    assert status == 1
    assert said.count("\n") == 1
    assert "Python 3.11 or newer with its venv module" in said
    assert not (clone / ".venv").exists()


def test_the_check_of_python_looks_for_what_is_needed() -> None:
    """It passes here, and names the version and both modules."""
    (check,) = [line for line in (ROOT / "tools/venv.sh").read_text().splitlines() if line.startswith("fit=")]
    code = check.removeprefix("fit=").strip("'")
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
    assert subprocess.run([sys.executable, "-c", code.replace("(3, 11)", "(9, 9)")], check=False).returncode == 1
    assert "venv" in code
    assert "ensurepip" in code


@pytest.mark.parametrize("body", [None, "exit 1"], ids=["missing", "too old"])
def test_a_node_that_will_not_do_is_told_in_one_sentence(clone: Path, body: str | None) -> None:
    """Only the tests need it."""
    if body:
        fake(clone, "node", body)
    status, said = say(clone, "node.sh")
    assert status == 1
    assert said.count("\n") == 1
    assert "Node 20 or newer with npm" in said


@pytest.mark.long
def test_an_installation_that_fails_shows_why(clone: Path) -> None:
    """The installer's own words, and no stamp, so that the next try begins again."""
    fake(clone, "python3", f'exec "{sys.executable}" "$@"')
    offline = {"PIP_NO_INDEX": "1", "PIP_CONFIG_FILE": os.devnull, "PIP_FIND_LINKS": ""}
    status, said = say(clone, "venv.sh", "play", environment=offline)
    assert status == 1
    assert "The installation failed" in said
    assert "setuptools" in said
    assert not (clone / ".venv/wendekreis-stamp").exists()


def test_quietly_says_little_when_all_is_well(clone: Path) -> None:
    """The last lines only."""
    assert say(clone, "quietly.sh", "1", "sh", "-c", "echo one; echo two") == (0, "two\n")


def test_quietly_says_all_when_something_fails(clone: Path) -> None:
    """Everything, and the status of the command."""
    status, said = say(clone, "quietly.sh", "1", "sh", "-c", "echo one; echo two; exit 3")
    assert status == 3
    assert said.startswith("one\ntwo\n")
    assert "status 3" in said


def test_ci_runs_what_a_user_runs() -> None:
    """`make test`, then `make check-long`, and nothing else."""
    lines = (ROOT / ".ci/run").read_text().splitlines()
    assert [line for line in lines if line.startswith("make")] == ["make test", "make check-long"]
    assert not set(lines) - {"make test", "make check-long", "set -eu", 'cd "$(dirname "$0")/.."'} - set(lines[:2])
