"""What is noted beside the moves: hints, and whether a deal can be won."""

from dataclasses import replace
from pathlib import Path

import pytest

from tests.store.helpers import FORWARD, TURN, begin, dump, read, write
from wendekreis.deals import numbered_deal, parse_position
from wendekreis.errors import UnknownPlay
from wendekreis.games import game
from wendekreis.store import Hints, Outcome, Store, open_store, rows
from wendekreis.store import notes as notes_module


def verdicts(store: Store, player: int) -> list[Outcome | None]:
    """What is known of the deals of a player's plays of Single Interchange: of all but the last begun."""
    (one,) = store.statistics(player, ["single-interchange"])
    return [result.winnable for result in one.recent]


def test_hints_are_counted_apart(store: Store, player: int, file: Path) -> None:
    """With the play, by kind, and over a restart; the revision stays."""
    play, other = begin(store, player), begin(store, player)
    assert store.count_hint(player, play, "advice") == Hints(1, 0)
    assert store.count_hint(player, play, "oracle") == Hints(1, 1)
    assert store.count_hint(player, play, "advice") == Hints(2, 1)
    write(store, player, play, 0, TURN)
    with open_store(f"sqlite:///{file}") as reopened:
        found = read(reopened, player, play)
        assert (found.hints, found.revision) == (Hints(2, 1), 1)
        assert read(reopened, player, other).hints == Hints(0, 0)


def test_notes_are_for_ones_own_plays(store: Store, player: int, file: Path) -> None:
    """For anybody else's, and for none at all, there is no such play; nothing changes."""
    play, stranger = begin(store, player), store.new_player()[0]
    before = dump(file)
    for who, which in ((stranger, play), (None, play), (player, "nosuch")):
        for attempt in (
            lambda who=who, which=which: store.count_hint(who, which, "oracle"),
            lambda who=who, which=which: store.note_light(who, which),
            lambda who=who, which=which: store.note_shown(who, which),
        ):
            with pytest.raises(UnknownPlay):
                attempt()
    with pytest.raises(UnknownPlay):
        store.set_winnable("nosuch", "won")
    assert dump(file) == before


def test_a_light_noted_is_not_noted_again(store: Store, player: int, file: Path) -> None:
    """It shines after every move, and costs a write once."""
    play = begin(store, player)
    store.note_light(player, play)
    before = dump(file)
    store.note_light(player, play)
    assert dump(file) == before


@pytest.mark.parametrize(
    ("said", "known"),
    [
        (["unknown"], "unknown"),
        (["unknown", "won"], "won"),
        (["unknown", "lost", "unknown"], "lost"),
        (["lost", "won"], "lost"),
        (["won", "lost"], "won"),
        (["won", "unknown"], "won"),
    ],
)
def test_what_is_proven_stays(store: Store, player: int, said: list[Outcome], known: Outcome) -> None:
    """Only what is not known can become known."""
    play = begin(store, player)
    write(store, player, play, 0, TURN)
    write(store, player, begin(store, player, number="1"), 0, TURN)
    assert verdicts(store, player) == [None]
    for outcome in said:
        store.set_winnable(play, outcome)
    assert verdicts(store, player) == [known]


def test_equal_deals_share_what_is_known(store: Store, player: int) -> None:
    """Whoever plays them, whenever they were begun, by number or as text; of another version or game, they do not."""
    other = store.new_player()[0]
    deal = numbered_deal(game("single-interchange"), "25483")
    for who in (player, other):
        for given in (deal, replace(deal, number=None)):
            with store.new_play(who, given) as begun:
                play = begun.id
            write(store, who, play, 0, TURN)
    store.set_winnable(play, "lost")
    for who in (player, other):
        write(store, who, begin(store, who), 0, TURN)
        write(store, who, begin(store, who, number="1"), 0, TURN)
        assert verdicts(store, who) == ["lost"] * 3
    same_cards = begin(store, player, "interchange", "5"), begin(store, player, "unlimited", "5")
    for play in same_cards:
        write(store, player, play, 0, TURN)
    store.set_winnable(same_cards[1], "won")
    found = [statistics.deals.winnable for statistics in store.statistics(player, ["interchange", "unlimited"])]
    assert found == [0, 1]


def test_plays_without_a_verdict(store: Store, player: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Those that count, each deal once, the last begun first, and only where the game is here as it was."""
    deals = {number: begin(store, player, number=number) for number in "12345"}
    for number in "1234":
        write(store, player, deals[number], 0, FORWARD)
    again = begin(store, player, number="2")
    write(store, player, again, 0, TURN)
    hemi = begin(store, player, "hemispheres", "1")
    write(store, player, hemi, 0, TURN)
    with store.new_play(
        player, *parse_position(game("unlimited"), numbered_deal(game("unlimited"), "1").text + "|turn")
    ):
        pass
    store.set_winnable(deals["3"], "unknown")
    found = store.plays_without_verdict(player)
    assert [(deal.game.id, deal.number) for _, deal in found] == [
        ("hemispheres", "1"),
        ("single-interchange", "2"),
        ("single-interchange", "4"),
        ("single-interchange", "1"),
    ]
    assert [play for play, _ in found] == [hemi, again, deals["4"], deals["1"]]
    assert store.plays_without_verdict(player, 2) == found[:2]
    assert store.plays_without_verdict(store.new_player()[0]) == []
    for play, _ in found[1:]:
        store.set_winnable(play, "lost")
    assert store.plays_without_verdict(player) == found[:1]
    newer = replace(game("hemispheres"), version=99)
    monkeypatch.setattr(notes_module, "games", lambda: {"hemispheres": newer})
    monkeypatch.setattr(rows, "game_by_id", lambda _id: newer)
    assert store.plays_without_verdict(player) == []
