"""The client's wire types are those of the server."""

import sys
from pathlib import Path

import pytest

from tools import wire_types


def test_the_file_is_up_to_date() -> None:
    """Made anew from the server's models, it is the file that the client is checked with."""
    assert wire_types.TARGET.read_text(encoding="utf-8") == wire_types.wire_types()


def test_the_tool_says_whether_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """By its exit status, and by the command that puts it right."""
    monkeypatch.setattr(wire_types, "TARGET", tmp_path / "wire.d.ts")
    for arguments, status in ((["--check"], 1), ([], 0), (["--check"], 0)):
        monkeypatch.setattr(sys, "argv", ["wire_types.py", *arguments])
        assert wire_types.main() == status
        assert ("python tools/wire_types.py" in capsys.readouterr().err) == (status == 1)


def test_the_tool_does_not_guess() -> None:
    """A schema that it does not know is an error."""
    with pytest.raises(ValueError, match="no type"):
        wire_types._type({"type": "object"})
