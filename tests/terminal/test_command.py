"""``play --terminal`` where it can't be: one sentence each, and exit status 2."""

import subprocess
import sys

import pytest

WITHOUT = "import sys; sys.modules['textual'] = None\n"
RUN = "from wendekreis.cli import main; main()"


@pytest.mark.parametrize(
    ("before", "arguments", "said"),
    [
        (WITHOUT, ["--terminal"], "to play in the terminal, install wendekreis[terminal]"),
        ("", ["--terminal"], "to play in the terminal, standard input and output must be one"),
        ("", ["hemispheres"], "go with --terminal"),
    ],
)
def test_one_sentence(before: str, arguments: list[str], said: str) -> None:
    """Without the extra, without a terminal, and with a game but no terminal asked for."""
    command = [sys.executable, "-c", before + RUN, "play", *arguments]
    done = subprocess.run(command, stdin=subprocess.DEVNULL, capture_output=True, text=True, timeout=60, check=False)
    assert (done.returncode, done.stdout, done.stderr.count("\n")) == (2, "", 1)
    assert said in done.stderr
