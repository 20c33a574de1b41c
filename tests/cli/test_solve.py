"""The solve and bench commands: verdicts in order, errors in their place, and a clean end."""

import importlib
import io
import json
import os
import pty
import select
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, NamedTuple

import pytest

from tests.solver.helpers import HAS_KERNELS, vectors, wins
from tests.tables import after
from wendekreis.cli.app import run
from wendekreis.deals import parse_deal, parse_moves, random_deal
from wendekreis.games import game
from wendekreis.solver import solve

GAME = game("single-interchange")
COMMAND = [sys.executable, "-m", "wendekreis"]

verdicts = importlib.import_module("wendekreis.cli.verdicts")
needs_kernels = pytest.mark.skipif(not HAS_KERNELS, reason="the kernels were not compiled")


class Said(NamedTuple):
    """What a command left behind."""

    status: int
    out: list[str]
    err: list[str]


Command = Callable[..., Said]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Command:
    """Run a command in this process, with this text on its standard input."""

    def invoke(*arguments: str | Path, text: str = "") -> Said:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(text.encode())))
        status = run([str(argument) for argument in arguments])
        out, err = capsys.readouterr()
        return Said(status, out.splitlines(), err.splitlines())

    return invoke


DEALS = [random_deal(GAME, 4, index).text for index in range(40)]


@needs_kernels
def test_one_line_a_deal_in_order(command: Command, tmp_path: Path) -> None:
    """From a file and from standard input alike; comments and blank lines are no deals."""
    text = "# some deals\n\n" + "\n".join(DEALS[:20]) + " # the twentieth\n  \n" + "\n".join(DEALS[20:])
    (tmp_path / "deals.txt").write_text("\ufeff" + text)
    expected = [f"{index} {solve(parse_deal(GAME, deal).start()).outcome}" for index, deal in enumerate(DEALS)]
    for said in (
        command("solve", GAME.id, "--deals", tmp_path / "deals.txt"),
        command("solve", GAME.id, text=text),
        command("solve", GAME.id, "--deals", "-", text=text),
        command("solve", GAME.id, "--jobs", "2", text=text),
    ):
        assert (said.status, said.err) == (0, [])
        assert said.out[:-1] == expected
        won = sum(line.endswith("won") for line in expected)
        assert said.out[-1].startswith(f"# 40 deals; {won} won ({100 * won / 40:.4f} %), {40 - won} lost, 0 unknown; ")


@needs_kernels
@pytest.mark.parametrize("game_id", ["single-interchange", "unlimited"])
def test_json_objects(command: Command, game_id: str) -> None:
    """Each with the six keys; moves, when asked for, win from the position on."""
    said = command("solve", game_id, "--random", "12", "--seed", "3", "--json", "--moves", "--max-nodes", "300")
    assert said.status == 0
    assert said.err[-1].startswith("# 12 deals; ")
    objects = [json.loads(line) for line in said.out]
    for index, found in enumerate(objects):
        assert list(found) == ["index", "verdict", "limit", "moves", "nodes", "seconds"]
        assert found["index"] == index
        assert (found["limit"] is None) == (found["verdict"] != "unknown")
        assert (found["moves"] is not None) == (found["verdict"] == "won")
        if found["moves"]:
            position = random_deal(game(game_id), 3, index).start()
            assert wins(position, parse_moves(position.game, found["moves"]))
    silent = [json.loads(line)["moves"] for line in command("solve", game_id, "--random", "12", "--json").out]
    assert silent == [None] * 12


@needs_kernels
def test_random_deals_are_those_of_the_mapping(command: Command) -> None:
    """Index and seed name the deal, however many are solved and by how many jobs."""
    said = command("solve", GAME.id, "--random", "5000", "--seed", "4", "--jobs", "2")
    assert said.out[:40] == command("solve", GAME.id, text="\n".join(DEALS)).out[:40]
    assert [line.split()[0] for line in said.out[:-1]] == [str(index) for index in range(5000)]


@needs_kernels
def test_a_share_of_winnable_deals(command: Command) -> None:
    """As an independent program measured on 200 million deals: 4.2974 %."""
    said = command("solve", GAME.id, "--random", "200000", "--seed", "1")
    share = float(said.out[-1].partition("(")[2].partition(" %")[0])
    assert 4.1 < share < 4.5
    assert "deals per CPU-second" in said.out[-1]


@needs_kernels
def test_positions_are_read(command: Command) -> None:
    """A deal and moves: the verdict, and the line of play, are those of the position after the moves."""
    line = vectors("lines-single-interchange")[0]
    first, rest = line["moves"].split()[:9], line["moves"].split()[9:]
    said = command("solve", GAME.id, "--moves", "--deal-text", f"{line['deal']} | {' '.join(first)}")
    index, verdict, *moves = said.out[0].split()
    assert (said.status, index, verdict, len(said.out)) == (0, "0", "won", 1)
    position = after(parse_deal(GAME, line["deal"]).start(), " ".join(first))
    assert wins(position, parse_moves(GAME, " ".join(moves)))
    everything = command("solve", GAME.id, "--moves", "--deal-text", f"{line['deal']} | {' '.join(first + rest)}")
    assert everything.out == ["0 won"]


def test_numbered_deals(command: Command) -> None:
    """By PySolFC's number."""
    said = command("solve", GAME.id, "--number", "25483", "--max-nodes", "50")
    assert said.status == 0
    assert said.out[0].split()[:2] in (["0", "lost"], ["0", "unknown"])


BAD = {
    DEALS[0].replace("JH", "QH"): ("bad_deal", "missing"),
    DEALS[0].replace("JH", "XX"): ("bad_card", "XX"),
    f"{DEALS[0]} | turn fly": ("unparsable_move", "fly"),
    f"{DEALS[0]} | turn redeal": ("illegal_move", "move 1"),
}


@pytest.mark.parametrize("bad", BAD)
@pytest.mark.parametrize("game_id", [GAME.id])
def test_what_is_wrong_stands_in_its_place(command: Command, game_id: str, bad: str) -> None:
    """With JSON as an object, and the other lines go on; without, the lines before are printed. Exit status 2."""
    code, word = BAD[bad]
    text = "\n".join([*DEALS[:2], bad, *DEALS[2:4]])
    said = command("solve", game_id, "--json", "--max-nodes", "20", text=text)
    objects = [json.loads(line) for line in said.out]
    assert said.status == 2
    assert [found["index"] for found in objects] == [0, 1, 2, 3, 4]
    assert ["error" in found for found in objects] == [False, False, True, False, False]
    assert list(objects[2]) == ["index", "error"]
    assert list(objects[2]["error"]) == ["code", "message", "params"]
    assert objects[2]["error"]["code"] == code
    assert word in objects[2]["error"]["message"]
    assert "1 unreadable" in said.err[-1]
    said = command("solve", game_id, "--max-nodes", "20", text=text)
    assert said.status == 2
    assert [line.split()[0] for line in said.out] == ["0", "1"]
    assert len(said.err) == 1
    assert said.err[0].startswith("wendekreis: deal 2 (counted from 0): ")
    assert word in said.err[0]


def test_bytes_that_are_no_text(command: Command, tmp_path: Path) -> None:
    """Are told like every other unreadable line."""
    (tmp_path / "deals").write_bytes(b"\xff\xfe\n")
    said = command("solve", GAME.id, "--json", "--deals", tmp_path / "deals")
    assert said.status == 2
    assert json.loads(said.out[0])["error"]["code"] == "unreadable"


@pytest.mark.parametrize(
    "arguments",
    [
        ["--max-nodes", "0"],
        ["--max-nodes", "x"],
        ["--max-seconds", "0"],
        ["--max-seconds", "-1"],
        ["--max-seconds", "nan"],
        ["--max-memory", "0"],
        ["--max-memory", "1000001"],
        ["--max-memory", str(2**64)],
        ["--max-nodes", "1.5"],
        ["--max-seconds", "inf"],
        ["--jobs", "1000"],
        ["--random", str(2**64)],
        ["--jobs", "0"],
        ["--random", "0"],
        ["--random", "1", "--seed", "-1"],
        ["--random", "1", "--seed", str(2**64)],
        ["--seed", "1"],
        ["--number", "0"],
        ["--number", "1", "--random", "1"],
        ["--deals", "nowhere/to/be/found"],
        ["--deal-text", ""],
    ],
    ids=" ".join,
)
def test_what_cannot_be_is_refused(command: Command, arguments: list[str]) -> None:
    """In one line, exit status 2."""
    said = command("solve", GAME.id, *arguments)
    assert (said.status, said.out, len(said.err)) == (2, [], 1)


def test_unknown_names_the_limit(command: Command) -> None:
    """The plain line says which limit was reached."""
    said = command("solve", "unlimited", "--random", "6", "--seed", "2", "--max-nodes", "2")
    assert "unknown nodes" in " ".join(said.out)
    assert said.status == 0


def interrupted(arguments: list[str], after_lines: int) -> tuple[int, list[str], str]:
    """A run of the command that gets Ctrl-C once it has printed so many lines: status, output, errors."""
    process = subprocess.Popen(
        [*COMMAND, *arguments], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    assert process.stderr is not None
    lines = [process.stdout.readline() for _ in range(after_lines)]
    process.send_signal(signal.SIGINT)
    rest = process.stdout.read()
    process.wait(20)
    errors = process.stderr.read()
    process.stdout.close()
    process.stderr.close()
    return process.returncode, [line.rstrip("\n") for line in lines] + rest.splitlines(), errors


@needs_kernels
@pytest.mark.parametrize("game_id", ["single-interchange", "unlimited"])
def test_ctrl_c_ends_with_what_is_done(game_id: str) -> None:
    """Whole lines, in order, and the sum of them."""
    arguments = ["solve", game_id, "--random", "50000000", "--seed", "1", "--max-seconds", "5"]
    status, lines, errors = interrupted(arguments, 10)
    assert (status, errors) == (130, "")
    indices = [int(line.split()[0]) for line in lines[:-1]]
    assert indices == list(range(len(indices)))
    assert lines[-1].startswith(f"# interrupted: {len(indices)} deals")


def test_ctrl_c_while_waiting_for_input(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    """Ends it too, with nothing done."""

    def nothing_but_ctrl_c() -> Iterator[bytes]:
        signal.raise_signal(signal.SIGINT)
        yield b""

    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=nothing_but_ctrl_c()))
    handler = signal.getsignal(signal.SIGINT)
    assert run(["solve", GAME.id]) == 130
    assert capsys.readouterr() == ("# interrupted: 0 deals\n", "")
    assert signal.getsignal(signal.SIGINT) is handler


def test_a_reader_that_has_had_enough() -> None:
    """A closed pipe ends it without a trace."""
    script = f"{sys.executable} -m wendekreis solve {GAME.id} --random 100000 --seed 1 --max-nodes 20 | head -n 2"
    done = subprocess.run(script, shell=True, capture_output=True, text=True, timeout=60)
    assert (len(done.stdout.splitlines()), done.stderr) == (2, "")


def test_progress_is_for_a_terminal() -> None:
    """On standard error, and only if that is one."""
    ours, theirs = pty.openpty()
    arguments = ["solve", "unlimited", "--random", "60", "--seed", "1", "--max-nodes", "100"]
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.DEVNULL, stderr=theirs) as process:
        os.close(theirs)
        shown = b""
        while select.select([ours], [], [], 30)[0]:
            try:
                part = os.read(ours, 1000)
            except OSError:  # what reading a terminal that nobody writes to any more gives
                break
            shown += part
        assert process.wait(30) == 0
    os.close(ours)
    assert b" of 60 deals, " in shown
    assert shown.endswith(b"\r\x1b[K")


def test_bench(command: Command) -> None:
    """One row a game, on deals that never change."""
    arguments = ["--deals", "1", "--max-nodes", "20"]
    said = command("bench", *arguments)
    assert said.status == 0
    rows: dict[str, Any] = {line.split()[0]: line.split()[1:] for line in said.out}
    assert (
        rows["unlimited"][:5]
        == {line.split()[0]: line.split()[1:] for line in command("bench", *arguments).out}["unlimited"][:5]
    )
    assert {"hemispheres", "single-interchange", "interchange", "unlimited"} < set(rows)
    assert command("bench", "nothing").status == 2
    assert command("bench", "--deals", "0").status == 2


def asked(process: "subprocess.Popen[bytes]", deal: str) -> bytes:
    """The answer to one deal, written to a command that goes on waiting for more."""
    assert process.stdin is not None
    assert process.stdout is not None
    process.stdin.write(deal.encode() + b"\n")
    process.stdin.flush()
    assert select.select([process.stdout], [], [], 20)[0], "no answer"
    return os.read(process.stdout.fileno(), 10_000)


@needs_kernels
@pytest.mark.parametrize("game_id", ["single-interchange", "hemispheres", "unlimited", "interchange"])
def test_answers_come_line_by_line(game_id: str) -> None:
    """A program may write a deal and read its answer, again and again; Ctrl-C then keeps what was answered."""
    arguments = [*COMMAND, "solve", game_id, "--max-nodes", "500"]
    with subprocess.Popen(arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        for index in range(3):
            answer = asked(process, random_deal(game(game_id), 4, index).text).decode()
            assert answer.split()[0] == str(index)
            assert answer.endswith("\n")
        process.send_signal(signal.SIGINT)
        assert process.stdout is not None
        assert process.stdout.read().startswith(b"# interrupted: 3 deals")
        assert process.wait(20) == 130


@needs_kernels
@pytest.mark.parametrize("stalled", [False, pytest.param(True, marks=pytest.mark.long)], ids=["read", "stalled"])
def test_ctrl_c_between_lines_of_play(stalled: bool) -> None:
    """Within a batch, and though nobody reads the pipe: it ends soon. 0.2 s are meant; tests run beside others."""
    arguments = ["solve", GAME.id, "--random", "500000", "--seed", "1", "--moves"]
    with subprocess.Popen([*COMMAND, *arguments], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL) as process:
        assert process.stdout is not None
        os.read(process.stdout.fileno(), 1)
        time.sleep(1.5 if stalled else 0)
        pressed = time.monotonic()
        process.send_signal(signal.SIGINT)
        rest = b"" if stalled else process.stdout.read()
        assert process.wait(20) == 130
        assert time.monotonic() - pressed < 1
    assert stalled or b"# interrupted: " in rest


def test_a_wrong_move_is_named_by_its_place_and_line(command: Command, tmp_path: Path) -> None:
    """One that is no move as one that is illegal; blank lines and comments count as lines of the file."""
    for bad, code in (("turn fly", "unparsable_move"), ("turn redeal", "illegal_move")):
        (tmp_path / "deals").write_text(f"# two\n\n{DEALS[0]}\n{DEALS[1]} | {bad}\n")
        said = command("solve", GAME.id, "--json", "--max-nodes", "20", "--deals", tmp_path / "deals")
        error = json.loads(said.out[1])["error"]
        assert error["code"] == code
        assert error["message"].startswith("line 4: move 1 (counted from 0): ")
    said = command("solve", GAME.id, "--max-nodes", "20", "--deals", tmp_path / "deals")
    assert said.err[0].startswith("wendekreis: deal 1 (counted from 0): line 4: move 1 ")


@needs_kernels
def test_a_sample_of_wins_is_replayed(command: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those of index 0, 1,000, 2,000 …, and no other line is made where none is asked for."""
    asked_for: list[bool] = []
    real = verdicts.solved

    def noted(*arguments: Any, lines: bool = True) -> Any:
        asked_for.append(lines)
        return real(*arguments, lines=lines)

    monkeypatch.setattr(verdicts, "solved", noted)
    command("solve", "hemispheres", "--random", "6", "--seed", "1", "--max-nodes", "500")
    assert asked_for == [True, *[False] * 5]
    monkeypatch.setattr(verdicts, "SAMPLE", 1)
    monkeypatch.setattr(verdicts.rules, "is_won", lambda position: False)
    with pytest.raises(RuntimeError, match="does not win"):
        command("solve", GAME.id, "--random", "500", "--seed", "1")
