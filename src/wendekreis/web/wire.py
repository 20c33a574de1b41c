"""What travels between server and page. ``client/wire.d.ts`` is made from these models (``tools/wire_types.py``).

Card ids are a card's place in the deal; JSON writes them as strings where they are keys. A face is a card's
text form. What may be missing is missing, never null, except where a type says null.
"""

from typing import Annotated, Literal, NotRequired

from pydantic import BaseModel, ConfigDict, Field
from typing_extensions import TypedDict

__all__ = [
    "Answer",
    "Auto",
    "Choice",
    "Counts",
    "ErrorBody",
    "ErrorDetail",
    "Fan",
    "Flip",
    "ForwardRequest",
    "Game",
    "Games",
    "GotoRequest",
    "Hints",
    "Layout",
    "Mark",
    "MoveRequest",
    "NewPlay",
    "Pile",
    "PlayRow",
    "Plays",
    "RulesPage",
    "Shift",
    "StaleBody",
    "Step",
    "Time",
    "TimeRequest",
    "Told",
    "View",
    "Winnable",
    "Words",
    "WriteRequest",
]

Role = Literal["tableau", "foundation", "barrier", "waste", "stock"]
Status = Literal["open", "won", "stuck"]
Arrow = Literal["up", "down"]
Auto = Literal["off", "safe", "always"]
Milliseconds = Annotated[int, Field(ge=0, le=2**53 - 1)]


class Wire(BaseModel):
    """Strict both ways: no conversion of types, no unknown fields."""

    model_config = ConfigDict(strict=True, extra="forbid", frozen=True, populate_by_name=True)


# --- games ---


class Words(Wire):
    """One text in each language."""

    de: str
    en: str


class Pile(Wire):
    """A place for cards. ``well`` is what it shows when empty, ``arrow`` the way a foundation builds, ``note`` what may
    be done there, in a few words.
    """

    name: str
    role: Role
    label: Words
    well: Words | None
    arrow: Arrow | None
    note: Words | None


class Fan(TypedDict, total=False):
    """How the cards of a pile lie, in steps of card heights (down) or widths (right).

    ``down`` is the step after a face-up card and after a face-down one, ``to`` the y that the fan must not pass,
    ``last`` how many cards are fanned at most.
    """

    down: list[float]
    right: list[float]
    to: float
    last: int


class Layout(TypedDict):
    """A table in card units: x in card widths, y in card heights, to a card's top left corner.

    ``piles`` is in paint order: x, y and perhaps a fan. ``aspect`` bounds a card's height by width; ``globe`` is
    centre, half axes and exponent of a superellipse; ``tools`` is a box for buttons, ``info`` a place for counts.
    """

    size: tuple[float, float]
    aspect: tuple[float, float]
    grow: NotRequired[bool]
    globe: NotRequired[list[float]]
    tools: NotRequired[list[float]]
    info: NotRequired[list[float]]
    piles: dict[str, list[float | Fan]]


class Winnable(Wire):
    """So many random deals of a game were found to be winnable, lost, and not decided.

    ``promised``: winnable ones are frequent enough to be asked for.
    """

    won: int
    lost: int
    unknown: int
    promised: bool


class Game(Wire):
    """A game, as far as the table needs to know it. ``cards`` is how many are in play; ``winnable`` is null if nobody
    has measured it, ``win_moves``, how many moves a winning line has, if none is known.
    """

    id: str
    version: int
    packs: int
    cards: int
    names: Words
    blurbs: Words
    redeals: bool
    winnable: Winnable | None
    win_moves: int | None
    piles: list[Pile]
    layouts: dict[str, Layout]


class Games(Wire):
    """Every game there is, in the order to show them in."""

    games: list[Game]


class RulesPage(Wire):
    """A game's rules as HTML."""

    html: str


# --- a play as the player sees it ---

Choice = TypedDict(
    "Choice",
    {
        "move": str,
        "from": NotRequired[str],
        "count": NotRequired[int],
        "to": NotRequired[str],
        "press": NotRequired[str],
        "swap": NotRequired[bool],
        "main": NotRequired[bool],
        "fill": NotRequired[str],
    },
)
Choice.__doc__ = """One thing to do by hand, and the move that it is.

Either ``count`` cards go ``from`` a pile ``to`` another, or the pile ``press`` is pressed. An exchange is there from
each side (``swap``); an ace once for each free foundation, of which the plain move's is ``main``. If the move empties a
place that is filled by itself, ``fill`` is the pile whose top card drops into it.
"""


class Mark(Wire):
    """Something to be seen about a pile, and the way it points."""

    kind: str
    arrow: Arrow | None


class Counts(Wire):
    """Moves made (those taken back are not), cards turned and redeals."""

    moves: int
    turns: int
    redeals: int


class Shift(Wire):
    """Cards that go from the top of one pile to the top of another; ``cards`` as they then lie there, bottom to top."""

    cards: list[int]
    from_: str = Field(alias="from")
    to: str


class Flip(Wire):
    """A card that is turned where it lies."""

    card: int
    up: bool


class Step(Wire):
    """What happens at one time, and why: the player's own move or a consequence of it."""

    cause: Literal["move", "turn_up", "fill"]
    shifts: list[Shift]
    flips: list[Flip]


class Told(Wire):
    """What a view and an answer both say of the position reached.

    ``faces`` holds the cards that can be seen: in a view all of them, in an answer those that its steps touched.
    ``idle`` is how often every card of stock and waste has been turned since anything else was done.
    ``forward`` says whether going forward to the next playable card would do something; ``finish``, whether playing to
    the foundations alone (with turns and redeals) wins, wherever the hidden cards are.
    """

    revision: int
    status: Status
    stock: int
    faces: dict[str, str]
    choices: list[Choice]
    marks: dict[str, Mark]
    counts: Counts
    idle: int
    undo: bool
    redo: bool
    forward: bool
    finish: bool
    played_ms: int


class Hints(Wire):
    """How many hints a play has been given: advice, from what the player may know, and the oracle's."""

    advice: int
    oracle: int


class View(Told):
    """The whole play. A card in ``piles`` (ids, bottom to top) without a face lies face down.

    ``number`` is the deal's; when the deal was given as text it is null and ``deal`` is that text. ``shown``: a proven
    line was shown before the play was won; it counts as no win.
    """

    id: str
    game: str
    version: int
    number: str | None
    deal: str | None
    piles: dict[str, list[int]]
    hints: Hints
    shown: bool


class Answer(Told):
    """What a write did: the steps, in the order they happen, and what is the case after them."""

    steps: list[Step]


class PlayRow(Wire):
    """One of the player's plays. ``updated`` is a time by ISO 8601, in UTC."""

    id: str
    game: str
    number: str | None
    moves: int
    status: Status
    updated: str


class Plays(Wire):
    """The player's plays that are not won, the last one touched first."""

    plays: list[PlayRow]


class Time(Wire):
    """The whole time a play has taken."""

    played_ms: int


# --- what the page sends ---


class NewPlay(Wire):
    """A new play: by the deal's number, by the deal itself (moves may follow it), or with neither at random.

    ``moves`` are made first, on a deal of this number. ``winnable`` has it be one at random that is proved winnable.
    The same ``key`` again gets the play that was begun with it. ``resume`` rather goes on with the newest play that is
    not won: of this number or this deal, or with neither of the game.
    """

    game: str = Field(min_length=1, max_length=64)
    number: str | None = Field(default=None, max_length=64)
    deal: str | None = Field(default=None, max_length=8192)
    moves: str | None = Field(default=None, max_length=12_000)
    winnable: bool = False
    resume: bool = False
    key: str | None = Field(default=None, pattern="^[A-Za-z0-9_-]{1,64}$")


class WriteRequest(Wire):
    """A change to a play at the revision that the page has seen.

    ``played_ms`` is the time played since it was last handed over.
    """

    revision: int = Field(ge=0, le=2**31 - 1)
    played_ms: Milliseconds = 0


class MoveRequest(WriteRequest):
    """A move, written as in the choices.

    ``auto`` says which cards then go to the foundations by themselves, in the same write: none, those that can never
    be missed below, or all that can.
    """

    move: str = Field(min_length=1, max_length=24)
    auto: Auto = "off"


class ForwardRequest(WriteRequest):
    """Forward to the next playable card; ``auto`` as with a move."""

    auto: Auto = "off"


class GotoRequest(WriteRequest):
    """Back or forward in the history, to where ``head`` of its moves are played."""

    head: int = Field(ge=0, le=2**31 - 1)


class TimeRequest(Wire):
    """Time played since it was last handed over."""

    played_ms: Milliseconds


# --- errors ---


class ErrorDetail(Wire):
    """What is wrong: ``code`` for programs and for translation (the text ``error.CODE`` with ``params``), ``message``
    for people, in English.
    """

    code: str
    message: str
    params: dict[str, str | int]


class ErrorBody(Wire):
    """The one shape of every answer that says no."""

    error: ErrorDetail


class StaleBody(ErrorBody):
    """The play has gone on since: how it is now."""

    view: View
