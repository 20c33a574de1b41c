"""The figures of docs/figures.md: their commands, on fewer deals, give figures that agree with them."""

import re
import shlex
from pathlib import Path

import pytest

from tests.solver.helpers import HAS_KERNELS
from tests.study.crews import Here
from wendekreis.cli.app import run
from wendekreis.study import crew
from wendekreis.study.ledger import Ledger
from wendekreis.study.report import report

PAGE = (Path(__file__).parents[2] / "docs" / "figures.md").read_text()

COMMANDS = {
    shlex.split(line)[3]: shlex.split(line) for line in re.findall(r"^ {4}(wendekreis study run .*)$", PAGE, re.M)
}

PACKED = ("", "-takeback-no", "-faces-top", "-faces-up", "-spaces-any")
FEW = {**{f"single-interchange{name}": 5_000_000 for name in PACKED}, "interchange": 100}
"""Deals of the check; of every other study 300."""


def published(name: str) -> tuple[float, float]:
    """The interval of a study's row, as shares."""
    (found,) = re.findall(rf"^\| `{re.escape(name)}` \|.*\| ([\d.]+) … ([\d.]+) \|", PAGE, re.M)
    low, high = found
    return float(low) / 100, float(high) / 100


def test_every_figure_has_its_command() -> None:
    """And no command stands there without a figure."""
    assert re.findall(r"^\| `([\w.-]+)` \|", PAGE, re.M) == list(COMMANDS)


@pytest.mark.long
@pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")
@pytest.mark.parametrize("name", COMMANDS)
def test_a_figure_comes_again(name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The interval of fewer deals meets the published one. The deals are always the first of the same."""
    monkeypatch.setattr(crew, "Pool", lambda jobs: Here())
    words = list(COMMANDS[name])
    place = words.index("--deals") + 1
    words[place] = str(min(int(words[place]), FEW.get(name, 300)))
    assert run([*words[1:], "--directory", str(tmp_path)]) == 0
    with Ledger(tmp_path, name) as ledger:
        low, high = report(ledger).interval
    least, most = published(name)
    assert low <= most
    assert least <= high
