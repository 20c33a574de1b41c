"""The player and compare commands."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from wendekreis.advice.kernels import kernel
from wendekreis.deals import random_deal
from wendekreis.games import game, games


def command(*arguments: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run the command line as a user does."""
    return subprocess.run(
        [sys.executable, "-m", "wendekreis", *arguments],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
        env={**os.environ, **environment},
    )


def test_player_plays_random_deals_and_sums_up(tmp_path: Path) -> None:
    """An object a deal, whose deal and moves replay to the same end; the sum on standard error."""
    done = command("player", "single-interchange", "--random", "4", "--seed", "2", "--policy", "value", "--json")
    assert done.returncode == 0
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [item["index"] for item in told] == [0, 1, 2, 3]
    assert all(set(item) == {"index", "deal", "won", "moves", "turns", "seconds"} for item in told)
    assert told[1]["deal"] == random_deal(game("single-interchange"), 2, 1).text
    deals, moves = tmp_path / "deals", tmp_path / "moves"
    deals.write_text("".join(item["deal"] + "\n" for item in told))
    moves.write_text("".join(item["moves"] + "\n" for item in told))
    replayed = command("replay", "single-interchange", str(deals), str(moves))
    assert replayed.stdout.split() == [
        word for item in told for word in (str(item["index"]), "won" if item["won"] else "open")
    ]
    assert done.stderr.startswith("# ")
    assert "of 4 won" in done.stderr
    assert "95 % interval" in done.stderr


def test_player_takes_a_deal_a_number_or_a_file(tmp_path: Path) -> None:
    """A line may be a position: its moves come first."""
    deal = random_deal(game("hemispheres"), 2, 0).text
    path = tmp_path / "deals"
    path.write_text(f"# a comment\n{deal} | turn turn\n")
    done = command("player", "hemispheres", "--deals", str(path), "--policy", "greedy", "--moves")
    assert done.stdout.splitlines()[0].split()[2:4] == ["turn", "turn"]
    assert command("player", "hemispheres", "--deal-text", deal, "--policy", "greedy").returncode == 0
    assert command("player", "hemispheres", "--number", "25483", "--policy", "greedy").returncode == 0


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--random", "1", "--policy", "clever"), "greedy, value, search"),
        (("--random", "1", "--turn-ms", "0"), "is no budget"),
        (("--random", "0"), "--random"),
        (("--deal-text", "KH KH"), "too many: KH"),
        (("--deal-text", "XX"), "not a card"),
        ((), "give one of"),
        (("--random", "1", "--number", "1"), "give one of"),
        (("--number", "1", "--seed", "1"), "--seed"),
        (("--deals", "no such file"), "no such file"),
    ],
)
def test_bad_input_is_told_in_one_line(arguments: tuple[str, ...], said: str) -> None:
    """With exit status 2, before anything is played."""
    done = command("player", "hemispheres", *arguments)
    assert done.returncode == 2
    assert said in done.stderr.splitlines()[-1]
    assert not done.stdout


def test_a_position_whose_moves_do_not_follow_is_refused(tmp_path: Path) -> None:
    """The line of the file is named."""
    path = tmp_path / "deals"
    path.write_text(random_deal(game("hemispheres"), 2, 0).text + " | redeal\n")
    done = command("player", "hemispheres", "--deals", str(path))
    assert done.returncode == 2
    assert "line 1" in done.stderr


def test_compare_plays_each_deal_twice() -> None:
    """And tells how uneven the split is; in two processes as in one."""
    arguments = (
        "compare",
        "single-interchange",
        "--first",
        "greedy",
        "--second",
        "value",
        "--random",
        "6",
        "--seed",
        "3",
    )
    done = command(*arguments)
    assert done.returncode == 0
    assert "both won" in done.stdout
    assert "points" in done.stdout
    assert command(*arguments, "--jobs", "2").stdout == done.stdout
    assert command("compare", "hemispheres", "--first", "best").returncode == 2


def test_without_a_player_the_commands_say_so() -> None:
    """Exit status 2; greedy needs no kernels."""
    for arguments in (("player", "hemispheres", "--number", "1"), ("compare", "hemispheres", "--random", "1")):
        done = command(*arguments, WENDEKREIS_KERNELS="off")
        assert done.returncode == 2
        assert "there is no player for hemispheres" in " ".join(done.stderr.replace("│", "").split())
        assert not done.stdout
    greedy = ("player", "hemispheres", "--number", "1", "--policy", "greedy")
    assert command(*greedy, WENDEKREIS_KERNELS="off").returncode == 0


def test_a_file_without_deals_is_refused(tmp_path: Path) -> None:
    """In a sentence."""
    path = tmp_path / "deals"
    path.write_text("# nothing\n\n")
    done = command("player", "hemispheres", "--deals", str(path))
    assert done.returncode == 2
    assert "there is no deal in it" in done.stderr


def test_with_json_a_bad_line_stands_in_its_place(tmp_path: Path) -> None:
    """The others go on; exit status 2 at the end, as solve does."""
    path = tmp_path / "deals"
    path.write_text(f"XX\n{random_deal(game('hemispheres'), 2, 0).text}\n")
    done = command("player", "hemispheres", "--deals", str(path), "--policy", "greedy", "--json")
    assert done.returncode == 2
    bad, good = map(json.loads, done.stdout.splitlines())
    assert bad["index"] == 0
    assert set(bad["error"]) == {"code", "message", "params"}
    assert good["index"] == 1
    assert "of 1 won" in done.stderr


def test_compare_says_that_there_is_no_difference() -> None:
    """First and second are told apart even if they are the same policy."""
    done = command(
        "compare", "single-interchange", "--first", "greedy", "--second", "greedy", "--random", "3", "--seed", "3"
    )
    assert "no difference in 3 deals" in done.stdout
    assert "only the first 0, only the second 0" in done.stdout


def test_training_takes_weights_by_name_or_says_what_is_wrong(tmp_path: Path) -> None:
    """One sentence, no traceback."""
    done = subprocess.run(
        [sys.executable, "-m", "wendekreis.advice.train", str(tmp_path / "out"), "--start", "no such file"],
        capture_output=True,
        text=True,
        check=False,
        timeout=120,
    )
    assert done.returncode == 2
    assert "Traceback" not in done.stderr


@pytest.mark.parametrize("policy", ["value", "search"])
@pytest.mark.parametrize("name", sorted(games()))
def test_every_game_has_a_player(name: str, policy: str) -> None:
    """A game in which no way to win is seen is played on nevertheless; so many processes as deals are enough."""
    if kernel("_hemispheres_player_kernel") is None:
        pytest.skip("the kernels are not compiled here")
    done = command(
        "player", name, "--random", "2", "--seed", "3", "--policy", policy, "--turn-ms", "1", "--jobs", "1000000"
    )
    assert done.returncode == 0, done.stderr
    assert "of 2 won" in done.stdout + done.stderr
