"""The commands for scripts, held to the vectors and to their exit statuses."""

import json
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import pytest

from wendekreis.cli.app import run
from wendekreis.games import games

VECTORS = Path(__file__).parents[1] / "vectors"
GAME = "single-interchange"
DEAL = (
    "6S 4S QC 9H 2D 8C 5S TD 7S 4D 5H 7C 3D 8S 3S 7D 8H 5D 3C 4H AS 9C 2H 5C 9D AD 8D KH 3H 6D AC TC 7H QH 6H 2C"
    " KS 9S 2S KD JH JD AH JC QD TH 6C KC JS TS 4C QS"
)


class Said(NamedTuple):
    """What a command left behind."""

    status: int
    out: str
    err: str


Command = Callable[..., Said]


@pytest.fixture
def command(capsys: pytest.CaptureFixture[str]) -> Command:
    """Run a command in this process."""

    def invoke(*arguments: str | Path) -> Said:
        status = run([str(argument) for argument in arguments])
        said = capsys.readouterr()
        return Said(status, said.out, said.err)

    return invoke


def vectors(kind: str, most: int) -> list[Any]:
    """The first vectors of a kind from each game's file, as test cases."""
    return [
        pytest.param(path.stem.removeprefix(f"{kind}-"), json.loads(line), id=f"{path.stem}-{number}")
        for path in sorted(VECTORS.glob(f"{kind}-*.jsonl"))
        for number, line in enumerate(path.read_text().splitlines()[:most])
    ]


def refused(said: Said, *words: str, status: int = 2) -> None:
    """Assert that a command printed nothing but one line on standard error that holds these words."""
    assert said.status == status
    assert said.out == ""
    assert said.err.count("\n") == 1
    assert said.err.startswith("wendekreis: ")
    for word in words:
        assert word in said.err


@pytest.mark.parametrize(("game", "vector"), vectors("perft", 3))
def test_perft_equals_the_vectors(command: Command, game: str, vector: dict[str, Any]) -> None:
    """The counts are those of an independent program."""
    counts = vector["perft"][:4]
    said = command("perft", game, "--deal-text", vector["deal"], "--depth", str(len(counts) - 1))
    assert said == Said(0, " ".join(map(str, counts)) + "\n", "")


@pytest.mark.parametrize(("game", "vector"), vectors("positions", 4))
def test_moves_equal_the_vectors(command: Command, game: str, vector: dict[str, Any]) -> None:
    """The legal moves of a position, given as deal and moves or as one text, are those of an independent program."""
    expected = Said(0, " ".join(vector["legal"]) + "\n", "")
    assert command("moves", game, "--deal-text", vector["deal"], "--moves", vector["moves"]) == expected
    assert command("moves", game, "--deal-text", f"{vector['deal']} | {vector['moves']}") == expected


@pytest.mark.parametrize("path", sorted(VECTORS.glob("lines-*.jsonl")), ids=lambda path: path.stem)
def test_replay_finds_the_vectors_won(command: Command, tmp_path: Path, path: Path) -> None:
    """Every winning line of a file is won when replayed."""
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    (tmp_path / "deals").write_text("".join(f"{line['deal']}\n" for line in lines))
    (tmp_path / "moves").write_text("".join(f"{line['moves']}\n" for line in lines))
    said = command("replay", path.stem.removeprefix("lines-"), tmp_path / "deals", tmp_path / "moves")
    assert said == Said(0, "".join(f"{index} won\n" for index in range(len(lines))), "")


def test_games_lists_every_game(command: Command) -> None:
    """One line a game, with both names."""
    said = command("games")
    assert said.status == 0
    assert [line.split()[0] for line in said.out.splitlines()] == list(games())
    for line, game in zip(said.out.splitlines(), games().values(), strict=True):
        assert game.names["en"] in line
        assert game.names["de"] in line


@pytest.mark.parametrize("game", games())
def test_a_deal_is_printed_as_text_that_is_read_again(command: Command, game: str) -> None:
    """A numbered deal and its text are the same deal."""
    numbered = command("deal", game, "--number", "25483")
    assert numbered == command("deal", game, "--deal-text", numbered.out.lower())
    assert len(numbered.out.split()) == games()[game].deal_size


@pytest.mark.parametrize(
    ("moves", "words"),
    [
        ("turn t1-t2 t1-t2", ["move 1 (counted from 0)", "t1-t2"]),
        ("turn t1-9", ["'t1-9' is not a move"]),
    ],
)
def test_a_deal_with_moves_that_can_not_be_is_refused(command: Command, moves: str, words: list[str]) -> None:
    """Whatever stands behind the deal is checked, though it is not printed."""
    refused(command("deal", GAME, "--deal-text", f"{DEAL} | {moves}"), *words)
    assert command("deal", GAME, "--deal-text", f"{DEAL} | turn turn") == (0, f"{DEAL}\n", "")


@pytest.mark.parametrize("line_end", ["\n", "\r\n"])
def test_a_comment_in_a_deal_of_several_lines_ends_with_its_line(command: Command, line_end: str) -> None:
    """As in a file, whose lines are read one by one."""
    text = line_end.join(["# my deal", DEAL[:60] + " # its beginning", DEAL[60:]])
    assert command("deal", GAME, "--deal-text", text) == (0, f"{DEAL}\n", "")
    plain = command("moves", GAME, "--deal-text", DEAL)
    assert command("moves", GAME, "--deal-text", text) == plain
    assert command("solve", GAME, "--deal-text", text, "--max-nodes", "1").status == 0


def test_a_random_deal_tells_its_number(command: Command) -> None:
    """The number on standard error deals the same cards again."""
    said = command("deal", GAME)
    assert said.status == 0
    word, number = said.err.split()
    assert word == "number"
    assert command("deal", GAME, "--number", number).out == said.out


def test_divide_adds_up(command: Command) -> None:
    """The counts below the first moves are those of the greatest depth."""
    said = command("perft", GAME, "--deal-text", DEAL, "--depth", "4", "--divide")
    counts, *below = said.out.splitlines()
    assert sum(int(line.split()[1]) for line in below) == int(counts.split()[-1]) == 17
    assert [line.split()[0] for line in below] == command("moves", GAME, "--deal-text", DEAL).out.split()


def test_a_position_without_moves_is_an_empty_line(command: Command) -> None:
    """A script that reads line by line gets its line."""
    vector = next(
        vector
        for line in (VECTORS / "positions-hemispheres.jsonl").read_text().splitlines()
        if not (vector := json.loads(line))["legal"]
    )
    said = command("moves", "hemispheres", "--deal-text", vector["deal"], "--moves", vector["moves"])
    assert said == Said(0, "\n", "")


def test_replay_tells_won_open_and_illegal(command: Command, tmp_path: Path) -> None:
    """Comments are skipped in both files, empty lines only among the deals; moves are counted from 0."""
    vector = json.loads((VECTORS / "lines-single-interchange.jsonl").read_text().splitlines()[0])
    deal, moves = vector["deal"], vector["moves"]
    (tmp_path / "deals").write_text(f"# deals\n{deal}\n\n{deal} # again\n{deal.lower()} | turn\n{deal}\n{deal}\n")
    (tmp_path / "moves").write_text(f"{moves}\n\n# moves\nturn turn t9-t8\nturn redeal\nturn # and no more\n")
    said = command("replay", GAME, tmp_path / "deals", tmp_path / "moves")
    assert said == Said(1, "0 won\n1 open\n2 illegal 2 t9-t8\n3 illegal 1 redeal\n4 open\n", "")


def test_replay_of_nothing_is_nothing(command: Command, tmp_path: Path) -> None:
    """Two empty files are no error."""
    (tmp_path / "deals").touch()
    (tmp_path / "moves").touch()
    assert command("replay", GAME, tmp_path / "deals", tmp_path / "moves") == Said(0, "", "")


def test_replay_reads_files_of_other_systems(command: Command, tmp_path: Path) -> None:
    """A byte order mark, other line ends and a missing last line end make no difference."""
    (tmp_path / "deals").write_bytes(b"\xef\xbb\xbf" + f"{DEAL}\r\n{DEAL}\r\n".encode())
    (tmp_path / "moves").write_bytes(b"turn\r\n\r\nturn")
    said = command("replay", GAME, tmp_path / "deals", tmp_path / "moves")
    refused(said, "2 deals", "3 move lists")
    (tmp_path / "moves").write_bytes(b"turn\r\nturn")
    assert command("replay", GAME, tmp_path / "deals", tmp_path / "moves").out == "0 open\n1 open\n"


def test_replay_refuses_files_of_unequal_length(command: Command, tmp_path: Path) -> None:
    """Both counts are named, and nothing is replayed."""
    (tmp_path / "deals").write_text(f"{DEAL}\n\n")
    (tmp_path / "moves").write_text("turn\n\n")
    refused(command("replay", GAME, tmp_path / "deals", tmp_path / "moves"), "1 deals", "2 move lists")


def test_replay_names_the_line_of_an_unreadable_deal(command: Command, tmp_path: Path) -> None:
    """File and line, and what is wrong with the deal."""
    (tmp_path / "deals").write_text(f"# one\n{DEAL}\n{DEAL.replace('QS', 'KS')}\n")
    (tmp_path / "moves").write_text("\n\n")
    said = command("replay", GAME, tmp_path / "deals", tmp_path / "moves")
    refused(said, f"{tmp_path / 'deals'}, line 3", "missing: QS", "too many: KS")


def test_replay_refuses_what_is_no_text(command: Command, tmp_path: Path) -> None:
    """A file that is not UTF-8, a folder and a missing file are named."""
    (tmp_path / "deals").write_text(f"{DEAL}\n")
    (tmp_path / "moves").write_bytes(b"\nturn \xff\n")
    refused(command("replay", GAME, tmp_path / "deals", tmp_path / "moves"), f"{tmp_path / 'moves'}, line 2", "UTF-8")
    refused(command("replay", GAME, tmp_path / "deals", tmp_path), str(tmp_path))
    refused(command("replay", GAME, tmp_path / "none", tmp_path / "moves"), str(tmp_path / "none"))


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["deal", "klondike"], ["klondike", "hemispheres"]),
        (["deal", GAME, "--number", "0"], ["'0'"]),
        (["deal", GAME, "--number", "ms8589934592"], ["ms8589934592"]),
        (["deal", GAME, "--number", "1", "--deal-text", DEAL], ["--deal-text", "--number"]),
        (["deal", GAME, "--deal-text", DEAL.replace("QS", "XS")], ["XS", "card 52"]),
        (["deal", GAME, "--deal-text", DEAL.replace("QS", "")], ["missing: QS"]),
        (["deal", GAME, "--deal-text", DEAL + " QS"], ["too many: QS"]),
        (["deal", GAME, "--deal-text", DEAL.replace("QS", "KS")], ["missing: QS", "too many: KS"]),
        (["deal", GAME, "--deal-text", ""], ["52 cards"]),
        (["deal", GAME, "--deal-text", "\udcff"], ["not a card"]),
        (["moves", GAME, "--number", "1", "--moves", "turn *1"], ["move 1", "'*1'"]),
        (["moves", GAME, "--number", "1", "--moves", "redeal"], ["move 0", "redeal"]),
        (["moves", GAME, "--deal-text", f"{DEAL} | turn redeal"], ["move 1", "redeal"]),
        (["moves", "hemispheres", "--number", "1", "--moves", "s5xn3"], ["s5xn3"]),
        (["perft", GAME, "--number", "1", "--depth", "-1"], ["--depth"]),
        (["perft", GAME, "--number", "1", "--depth", "two"], ["--depth"]),
        (["perft", GAME, "--number", "1"], ["--depth"]),
        (["serve", "--port", "65536"], ["--port"]),
        (["deal"], ["GAME"]),
        (["deal", GAME, "--wrong"], ["--wrong"]),
        (["dael", GAME], ["dael", "'deal'"]),
    ],
)
def test_bad_input_is_refused_in_one_line(command: Command, arguments: list[str], words: list[str]) -> None:
    """Status 2, nothing on standard output, and one line that says what is wrong."""
    refused(command(*arguments), *words)


def test_help_and_version(command: Command) -> None:
    """Without a command the help is printed; the version is the package's."""
    assert command() == command("--help")
    assert "wendekreis play" in command("-h").out
    assert command("--version").out.startswith("wendekreis 0.")


def examples() -> list[str]:
    """Every example that the help of a script command shows."""
    commands = ("games", "deal", "moves", "perft")
    found = []
    for name in commands:
        done = subprocess.run([sys.executable, "-c", HELP, name, "--help"], capture_output=True, text=True, check=True)
        found += [line.strip() for line in done.stdout.splitlines() if line.startswith("    wendekreis ")]
    return found


HELP = "from wendekreis.cli import main; main()"


@pytest.mark.long
def test_the_examples_of_the_help_run() -> None:
    """What --help shows can be typed into a shell as it stands."""
    shell = shutil.which("sh")
    assert shell
    found = examples()
    assert len(found) >= 6
    prelude = f'wendekreis() {{ {sys.executable!r} -c {HELP!r} "$@"; }}\nset -e\n'
    done = subprocess.run([shell, "-c", prelude + "\n".join(found)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert len(done.stdout.splitlines()) >= len(found)


def test_a_reader_that_stops_early_is_no_error() -> None:
    """As in `wendekreis perft … | head -1`: no traceback, nothing on standard error."""
    process = subprocess.Popen(
        [sys.executable, "-c", HELP, "perft", GAME, "--number", "1", "--depth", "3", "--divide"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
    )
    assert process.stdout
    assert process.stderr
    process.stdout.close()
    assert process.stderr.read() == b""
    process.stderr.close()
    assert process.wait() in (0, 1)


def test_variants(command: Command) -> None:
    """A game's id may go on with what is set otherwise, for each of the commands that take one; not in the list."""
    varied = "single-interchange+spaces=any+faces=up"
    deal = command("deal", varied, "--deal-text", DEAL)
    assert (deal.status, deal.out) == (0, f"{DEAL}\n")
    assert command("moves", varied, "--deal-text", DEAL).out == command("moves", GAME, "--deal-text", DEAL).out
    assert command("perft", varied, "--deal-text", DEAL, "--depth", "2").status == 0
    assert command("solve", varied, "--deal-text", DEAL).out.startswith("0 ")
    assert "+" not in command("games").out
    refused(command("moves", f"{GAME}+spaces=few", "--deal-text", DEAL), "'few'", "spaces=king|any")
    refused(command("solve", f"{GAME}+fill=stock", "--deal-text", DEAL), "'fill'", "faces=alternate|up|top")
