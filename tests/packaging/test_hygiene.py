"""What is in the repository, and what must not be."""

import json
import re
import tomllib
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.packaging.conftest import ROOT, tracked

# Put together here so that this file does not hold what it looks for.
HOME = re.compile(r"(?<![\w.$}{~])/(?:" + "|".join(("home", "root", "Users", "work", "opt")) + r")/[A-Za-z0-9_.-]+")
HOSTS = re.compile("|".join(("py" + r"pi\.org", "python" + r"hosted\.org", "registry" + r"\.npmjs", "npm" + "mirror")))


def texts() -> list[Path]:
    """Every file of the repository that is text."""
    found = []
    for name in tracked():
        path = ROOT / name
        if path.is_file() and not path.is_symlink():
            with path.open("rb") as file:
                if b"\0" not in file.read(4096):
                    found.append(name)
    return found


@pytest.mark.parametrize(("what", "pattern"), [("a path of somebody's machine", HOME), ("a registry's host", HOSTS)])
def test_no_file_names(what: str, pattern: re.Pattern[str]) -> None:
    """A clone works anywhere, and from any mirror."""
    found = {str(name): match[0] for name in texts() if (match := pattern.search((ROOT / name).read_text()))}
    assert not found, f"these files name {what}"


def test_nothing_that_is_made_is_kept() -> None:
    """No build results, no databases, no caches."""
    made = (".c", ".so", ".pyc", ".sqlite", ".whl")
    assert not [name for name in tracked() if name.suffix in made or "node_modules" in name.parts]


def test_the_lock_files_are_complete() -> None:
    """Each Python package is locked to one version and each dependency is there, each npm package has its checksum."""
    lines = (ROOT / "requirements.lock").read_text().splitlines()
    locked = [Requirement(line) for line in lines if not line.startswith("#")]
    versions = {canonicalize_name(one.name): str(one.specifier).removeprefix("==") for one in locked}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    wanted = [*project["dependencies"], *(one for extra in project["optional-dependencies"].values() for one in extra)]
    for one in map(Requirement, wanted):
        assert one.specifier.contains(versions[canonicalize_name(one.name)]), one

    packages = json.loads((ROOT / "package-lock.json").read_text())["packages"]
    assert all("integrity" in package for name, package in packages.items() if name)


def test_the_notice_names_every_library_and_its_licence() -> None:
    """As the installed packages themselves say; pysol-cards says it in words of its own."""
    declared = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    extras = declared["optional-dependencies"]
    wanted = [*declared["dependencies"], *(one for name in ("study", "terminal", "postgres") for one in extras[name])]
    told = dict(re.findall(r"^  ([a-z-]+) {2,}(\S+)$", (ROOT / "NOTICE").read_text(), re.MULTILINE))
    names = {canonicalize_name(Requirement(one).name) for one in wanted}
    assert set(told) == names
    for name, licence in told.items():
        try:
            said = metadata(name)
        except PackageNotFoundError:  # an extra that is not installed here
            continue
        classifiers = " ".join(one for one in said.get_all("Classifier") or [] if one.startswith("License"))
        words = " ".join([*(said[key] for key in ("License-Expression", "License") if key in said), classifiers])
        assert licence.split("-")[0].casefold() in words.casefold(), (name, licence, words[:200])
