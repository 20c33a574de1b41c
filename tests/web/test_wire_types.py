"""The client's wire types are those of the server."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import wire_types

ROOT = Path(__file__).parents[2]


def test_the_file_is_up_to_date() -> None:
    """Made anew from the server's models, it is the file that the client is checked with."""
    assert wire_types.TARGET.read_text(encoding="utf-8") == wire_types.wire_types()


def test_the_tool_says_whether_it_is() -> None:
    """By its exit status, for a hook."""
    done = subprocess.run([sys.executable, ROOT / "tools/wire_types.py", "--check"], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "", "")


def test_the_tool_does_not_guess() -> None:
    """A schema that it does not know is an error."""
    with pytest.raises(ValueError, match="no type"):
        wire_types._type({"type": "object"})
