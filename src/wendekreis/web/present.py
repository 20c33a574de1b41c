"""From sessions and games to what travels. Nothing is said here that the session does not show the player."""

from collections.abc import Iterable, Iterator, Mapping
from datetime import UTC, datetime
from typing import Any

from wendekreis import rules
from wendekreis.advice.finish import can_finish
from wendekreis.advice.winnable import promises_winnable
from wendekreis.errors import Refused, UnparsableMove
from wendekreis.games import games
from wendekreis.rules import is_won
from wendekreis.session import Session
from wendekreis.store import Play, Summary, Written
from wendekreis.view import Choice, View
from wendekreis.web import wire
from wendekreis.web.wire_history import Frame

__all__ = ["answer", "frames", "games_list", "iso_time", "play_row", "position_view", "still_view", "view"]


def games_list() -> wire.Games:
    """Every game there is."""
    return wire.Games(games=[_game(game) for game in games().values()])


def view(play: Play) -> wire.View:
    """The whole play as the player sees it."""
    deal = play.deal
    seen = play.session.view()
    return wire.View(
        id=play.id,
        game=deal.game.id,
        version=deal.game.version,
        number=deal.number,
        deal=deal.text if deal.number is None else None,
        piles={name: list(ids) for name, ids in seen.piles.items()},
        hints=wire.Hints(advice=play.hints.advice, oracle=play.hints.oracle),
        shown=play.shown,
        faces={str(card): str(face) for card, face in seen.faces.items()},
        **_told(play, seen),
    )


def answer(written: Written) -> wire.Answer:
    """What a write did. Faces are told of the cards that its steps touched and that can be seen after it."""
    play, steps = written.play, written.change.steps
    seen = play.session.view()
    return wire.Answer(steps=[_step(step) for step in steps], faces=_faces(steps, seen), **_told(play, seen))


def position_view(at: Session) -> wire.View:
    """A position that is nobody's play: an example on a page. Nothing can be done with it."""
    return still_view(Play(id="", deal=at.deal, revision=0, played_ms=0, session=at))


def still_view(play: Play) -> wire.View:
    """A play to be looked at: nothing can be done with it."""
    nothing = {"choices": [], "undo": False, "redo": False, "forward": False, "finish": False}
    return view(play).model_copy(update=nothing)


def frames(at: Session, moves: Iterable[str]) -> Iterator[Frame]:
    """What each of these moves does, made one after the other.

    It says less than :func:`answer` does, and costs far less: nobody asks what could be done instead.

    Raises:
        UnparsableMove, Refused: a move can't be made; its place is named, counted from 0.
    """
    for place, move in enumerate(moves):
        try:
            change = at.move(move)
        except (UnparsableMove, Refused) as error:
            raise type(error)(f"move {place} (counted from 0): {error}", **error.params) from None
        seen = at.view()
        yield Frame(
            move=move,
            steps=[_step(step) for step in change.steps],
            faces=_faces(change.steps, seen),
            marks=_marks(seen),
            stock=seen.stock,
            counts=wire.Counts(moves=at.head, turns=at.turns, redeals=at.redeals),
            status="won" if is_won(at.position) else "open",
        )


def play_row(summary: Summary) -> wire.PlayRow:
    """One line of the player's list."""
    return wire.PlayRow.model_validate(
        {
            "id": summary.id,
            "game": summary.game,
            "number": summary.number,
            "moves": summary.moves,
            "status": summary.status,
            "updated": iso_time(summary.updated),
        }
    )


def iso_time(ms: int) -> str:
    """Milliseconds since 1970, as a time by ISO 8601, in UTC."""
    return datetime.fromtimestamp(ms / 1000, UTC).isoformat(timespec="milliseconds")


def _faces(steps: Iterable[rules.Step], seen: View) -> dict[str, str]:
    """The faces of the cards that these steps touched, as far as they can be seen."""
    touched: set[int] = set()
    for step in steps:
        touched.update(card for shift in step.shifts for card in shift.cards)
        touched.update(flip.card for flip in step.flips)
    return {str(card): str(seen.faces[card]) for card in sorted(touched) if card in seen.faces}


def _marks(seen: View) -> dict[str, wire.Mark]:
    return {pile: wire.Mark(kind=mark.kind, arrow=mark.arrow) for pile, mark in seen.marks.items()}


def _told(play: Play, seen: View) -> dict[str, Any]:
    at = play.session
    return {
        "revision": play.revision,
        "status": at.status,
        "stock": seen.stock,
        "choices": _choices(at.choices()),
        "marks": _marks(seen),
        "counts": wire.Counts(moves=at.head, turns=at.turns, redeals=at.redeals),
        "idle": at.idle,
        "undo": at.can_undo,
        "redo": at.can_redo,
        "forward": at.can_forward,
        "finish": can_finish(at),
        "played_ms": play.played_ms,
    }


def _choices(choices: Iterable[Choice]) -> list[wire.Choice]:
    choices = tuple(choices)
    placed = {choice.move.partition("@")[0] for choice in choices if not choice.main}
    told: list[wire.Choice] = []
    for choice in choices:
        if choice.press:
            told.append({"move": choice.move, "press": choice.press})
            continue
        one: wire.Choice = {
            "move": choice.move,
            "from": choice.source,
            "count": choice.count,
            "to": choice.target,
        }
        if choice.swap:
            one["swap"] = True
        if choice.main and choice.move in placed:
            one["main"] = True
        if choice.fill:
            one["fill"] = choice.fill
        told.append(one)
    return told


def _step(step: rules.Step) -> wire.Step:
    return wire.Step(
        cause=step.cause,
        shifts=[
            wire.Shift(
                cards=list(shift.cards[::-1] if shift.turned else shift.cards), from_=shift.source, to=shift.target
            )
            for shift in step.shifts
        ],
        flips=[wire.Flip(card=flip.card, up=flip.up) for flip in step.flips],
    )


def _words(texts: Mapping[str, str]) -> wire.Words:
    return wire.Words(de=texts["de"], en=texts["en"])


def _winnable(game: rules.Game) -> wire.Winnable | None:
    found = game.winnable
    return None if found is None else wire.Winnable.model_validate({**found, "promised": promises_winnable(game)})


def _game(game: rules.Game) -> wire.Game:
    return wire.Game.model_validate(
        {
            "id": game.id,
            "version": game.version,
            "packs": game.packs,
            "cards": game.cards_in_play,
            "names": _words(game.names),
            "blurbs": _words(game.blurbs),
            "redeals": game.has_redeal,
            "winnable": _winnable(game),
            "win_moves": game.win_moves,
            "piles": [
                wire.Pile(
                    name=pile.name,
                    role=pile.role.value,
                    label=_words(pile.label),
                    well=None if pile.well is None else _words(pile.well),
                    arrow=pile.arrow,
                    note=None if pile.note is None else _words(pile.note),
                )
                for pile in game.piles
            ],
            "layouts": {name: dict(layout) for name, layout in game.layouts.items()},
        },
        strict=False,  # a game's file may write its layouts as tuples
    )
