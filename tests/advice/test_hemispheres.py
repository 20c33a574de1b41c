"""The player of Hemispheres: its kernels are held to the rules engine, and it wins."""

import json
import math
import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from wendekreis.advice import hemispheres
from wendekreis.advice.kernels import kernel
from wendekreis.advice.known import known
from wendekreis.advice.player import play_out
from wendekreis.advice.weights import PROGRAM, load_weights
from wendekreis.deals import parse_deal, random_deal
from wendekreis.errors import UnfitWeights
from wendekreis.games import game
from wendekreis.rules import is_won, parse_move, play
from wendekreis.session import Session

GAME = game("hemispheres")

pytestmark = pytest.mark.skipif(
    kernel("_hemispheres_player_kernel") is None, reason="the kernels are not compiled here"
)


def played_on(index: int, moves: int) -> Session:
    """A play by the value player, stopped after so many moves."""
    play_on = play_out(random_deal(GAME, 21, index), "value")
    return Session.load(random_deal(GAME, 21, index), play_on.moves[:moves])


@pytest.mark.parametrize("index", range(8))
def test_a_won_play_replays(index: int) -> None:
    """The rules engine plays every move that the player made, to the win that it claims."""
    played = play_out(random_deal(GAME, 20, index), "value")
    position = parse_deal(GAME, played.deal).start()
    for text in played.moves:
        position = play(position, parse_move(GAME, text)).position
    assert is_won(position) == played.won
    assert played.turns == sum(text == "turn" for text in played.moves)


@pytest.mark.parametrize("moves", [80, *(pytest.param(n, marks=pytest.mark.long) for n in (0, 10, 25, 40, 60))])
def test_no_move_of_the_rules_leads_to_a_better_arrangement(moves: int) -> None:
    """The rules engine's own moves, three deep at random, never find a higher value than the search chose."""
    seen = known(played_on(moves, moves))
    if seen.is_open:
        pytest.skip("nothing is hidden")
    answer = hemispheres.plan(seen, "value", 1.0)
    assert answer is not None
    assert answer.chance is not None
    chance = random.Random(moves)
    for _ in range(60):
        session = played_on(moves, moves)
        for _ in range(3):
            quiet = [move for move in session.legal_moves if move.form != "turn" and move.source[0] != "b"]
            if quiet:
                session.move(str(chance.choice(quiet)))
        there = known(session)
        if len(there.pile("stock")) == len(seen.pile("stock")):
            value = hemispheres.value_of(there)
            assert value is not None
            assert 1 / (1 + math.exp(-value[0])) <= answer.chance + 1e-9


def test_features_are_what_they_are_said_to_be() -> None:
    """Some of them, counted anew from the cards."""
    names = kernel("_hemispheres_player_kernel").feature_names()  # type: ignore[union-attr]
    for moves in (0, 15, 30, 45, 60):
        seen = known(played_on(1, moves))
        answer = hemispheres.value_of(seen)
        assert answer is not None
        told = dict(zip(names, answer[1], strict=True))
        astray = {"n": 0, "s": 0}
        homes = 0
        for letter in "ns":
            for i in range(1, 7):
                pile = seen.pile(f"{letter}{i}")
                if pile and pile[0] is not None:
                    is_home = pile[0].is_red == (letter == "n")
                    homes += is_home
                    astray[letter] += not is_home
        foundations = [len(seen.piles[seen.game.index[f"f{suit}{i}"]]) for suit in "DHCS" for i in (1, 2)]
        waste = seen.pile("w")
        assert told["n"] == pytest.approx(len(seen.pile("stock")) / 80)
        assert told["wn"] == pytest.approx(len(waste) / 40)
        assert told["F"] == pytest.approx(sum(foundations) / 50 - 1)
        assert told["lag"] == sum(abs(foundations[k] - foundations[k + 1]) for k in range(0, 8, 2))
        assert told["worse"] == pytest.approx(max(astray.values()) / 3)
        assert told["better"] == pytest.approx(min(astray.values()) / 3)
        assert told["homes"] == pytest.approx(homes / 12)

        def level(card: object) -> int:
            return card.rank if card.is_red else 14 - card.rank  # type: ignore[attr-defined, no-any-return]

        hard = sum(
            any(under.suit is card.suit and level(under) < level(card) for under in waste[:i] if under)
            for i, card in enumerate(waste)
            if card
        )
        assert told["hard"] == pytest.approx(hard / 10)


def test_the_open_end_is_played_by_the_solver() -> None:
    """A known winning line, stopped when the stock is out, is won from there."""
    vector = json.loads((Path(__file__).parents[1] / "vectors/lines-hemispheres.jsonl").read_text().splitlines()[0])
    session = Session(parse_deal(GAME, vector["deal"]))
    for text in vector["moves"].split():
        if not session.position.piles[GAME.index["stock"]]:
            break
        session.move(text)
    answer = hemispheres.plan(known(session), "value", 1.0)
    assert answer is not None
    for move in answer.moves:
        session.move(str(move))
    assert session.status == "won"


def test_more_effort_costs_more_and_stays_a_plan() -> None:
    """Every budget's plan is legal and ends with a turn."""
    seen = known(played_on(2, 20))
    for ms in hemispheres.EFFORTS:
        answer = hemispheres.plan(seen, "search", ms)
        assert answer is not None
        session = played_on(2, 20)
        for move in answer.moves:
            session.move(str(move))
        assert answer.moves[-1].form == "turn"
    assert hemispheres.effort(0.001) == hemispheres.EFFORTS[min(hemispheres.EFFORTS)]
    assert hemispheres.effort(21) == hemispheres.effort(20)


def test_weights_of_another_version_are_refused(tmp_path: Path) -> None:
    """With one sentence, as are files that hold no weights or other features."""
    own = Path(hemispheres.__file__).parent / "hemispheres_value.json"
    told = json.loads(own.read_text())
    names = list(told["weights"])
    assert len(load_weights(own, names)) == len(names) + 1
    path = tmp_path / "weights.json"
    nothing = float("nan")
    wrongs: list[tuple[object, str]] = [
        ({**told, "program": PROGRAM + 1}, f"for version {PROGRAM + 1}"),
        ({**told, "weights": {name: told["weights"][name] for name in names[1:]}}, f"lacks {names[0]!r}"),
        ({**told, "weights": {**told["weights"], "zeal": 1}}, "too many, 'zeal'"),
        ({**told, "weights": dict.fromkeys(names, nothing)}, "no finite number"),
        ({"bias": 1}, "lacks program"),
        ([], "holds no weights"),
    ]
    for wrong, why in wrongs:
        path.write_text(json.dumps(wrong))
        with pytest.raises(UnfitWeights, match=why):
            load_weights(path, names)
    path.write_text("{")
    with pytest.raises(UnfitWeights):
        load_weights(path, names)


def test_threads_do_not_disturb_each_other() -> None:
    """Plans made at the same time are those made one after the other."""
    sights = [known(played_on(index, 15)) for index in range(8)]
    alone = [hemispheres.plan(seen, "search", 1.0) for seen in sights]
    with ThreadPoolExecutor(4) as pool:
        assert list(pool.map(lambda seen: hemispheres.plan(seen, "search", 1.0), sights * 4)) == alone * 4


@pytest.mark.long
def test_value_wins_nineteen_games_in_twenty() -> None:
    """On 200 deals; fewer than 176 would come once in ten thousand times if it won 95 %."""
    assert sum(play_out(random_deal(GAME, 22, i), "value").won for i in range(200)) >= 176


@pytest.mark.long
def test_training_and_calibration_run_end_to_end(tmp_path: Path) -> None:
    """On a small setting; the weights that come out are read and play."""
    pytest.importorskip("numpy")
    pytest.importorskip("matplotlib")
    from wendekreis.advice import calibrate, train

    out = tmp_path / "weights.json"
    assert train.main([str(out), "--generations", "2", "--games", "40", "--tuning", "20", "--seed", "3"]) == 0
    weights = load_weights(out, train.feature_names())
    assert train.wins(weights, 20, 5) >= 4
    again = tmp_path / "again.json"
    train.main([str(again), "--generations", "2", "--games", "40", "--tuning", "20", "--seed", "3"])
    assert again.read_text() == out.read_text()
    plot, classes = tmp_path / "plot.svg", tmp_path / "classes.json"
    assert calibrate.main([str(plot), "--classes", str(classes), "--games", "30"]) == 0
    assert plot.read_text().startswith("<?xml")
    assert sum(count for _, _, count in json.loads(classes.read_text())["classes"]) >= 30
