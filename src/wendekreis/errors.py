"""Everything that Wendekreis refuses, as one tree.

::

    WendekreisError
    ├── Unreadable             text that does not say anything
    │   ├── BadDeal            not the game's cards: some missing and others too many
    │   │   ├── BadCard        a card that does not exist
    │   │   ├── CardsMissing   only missing ones
    │   │   ├── CardsSurplus   only too many
    │   │   └── EmptyDeal      no card at all
    │   ├── BadContact         a setting that names nowhere to write to
    │   ├── BadNumber          not a deal number
    │   │   └── NoNumber       nothing where one should be
    │   ├── BadRecord          a line that does not tell of a play
    │   ├── UnfitWeights       of another version of the player's value
    │   └── UnparsableMove     not a move of this game's notation
    ├── Refused                readable, but not now
    │   ├── IllegalMove        the rules forbid it in this position
    │   ├── GameOver           after a win only undo, restart and a new deal are left
    │   ├── NoneWinnable       winnable deals of this game are unknown, or too rare
    │   ├── NothingToUndo
    │   ├── NothingToRedo
    │   ├── NothingToFinish    it is not certain that playing to the foundations alone wins
    │   ├── StaleRevision      the play has gone on since
    │   └── OutdatedPlay       begun under another version of its game
    ├── NotFound
    │   ├── UnknownGame
    │   ├── UnknownPlay
    │   ├── UnknownPolicy      no way to play that there is
    │   └── UnknownBudget      not a time to think
    ├── StudyError             a study can't begin or go on; what was done is kept. The web knows none of these
    │   ├── HopelessLimits     nothing can be decided within them
    │   ├── MissingExtra       it needs wendekreis[study]
    │   ├── NoScheduler        nobody answers at the address of the cluster
    │   ├── StudyDiffers       a study of this name has other parameters
    │   ├── UnfitWorker        it has another version of the program
    │   ├── UnknownStudy
    │   └── WorkersLost        they stop again and again, or there is none
    ├── Unanswered             a question about a play that gets no answer; the play goes on
    │   ├── NotKnown           the solver can't be asked just now
    │   ├── NoWinnable         no winnable deal was found in the time there is
    │   ├── SolverFailed       the process that was at it ended
    │   ├── Superseded         a newer question of the same kind took its place
    │   └── TooManyAsks        too many questions wait already
    └── StoreError             the database can't do it; nothing was changed
        ├── ForeignDatabase    made by another program
        ├── NewerDatabase      written by a later version of the program
        ├── StoreBusy          locked by somebody else
        ├── StoreReadOnly
        └── StoreFull          no room on the disk

*Unparsable*, *illegal* and *stale* are three things: wrong text, wrong move, wrong moment.
"""

from typing import ClassVar

__all__ = [
    "BadCard",
    "BadContact",
    "BadDeal",
    "BadNumber",
    "BadRecord",
    "CardsMissing",
    "CardsSurplus",
    "EmptyDeal",
    "ForeignDatabase",
    "GameOver",
    "HopelessLimits",
    "IllegalMove",
    "MissingExtra",
    "NewerDatabase",
    "NoNumber",
    "NoScheduler",
    "NoWinnable",
    "NoneWinnable",
    "NotFound",
    "NotKnown",
    "NothingToFinish",
    "NothingToRedo",
    "NothingToUndo",
    "OutdatedPlay",
    "Refused",
    "SolverFailed",
    "StaleRevision",
    "StoreBusy",
    "StoreError",
    "StoreFull",
    "StoreReadOnly",
    "StudyDiffers",
    "StudyError",
    "Superseded",
    "TooManyAsks",
    "Unanswered",
    "UnfitWeights",
    "UnfitWorker",
    "UnknownBudget",
    "UnknownGame",
    "UnknownPlay",
    "UnknownPolicy",
    "UnknownStudy",
    "UnparsableMove",
    "Unreadable",
    "WendekreisError",
    "WorkersLost",
]


class WendekreisError(Exception):
    """The root of the tree.

    ``str()`` gives one clear English sentence: what is wrong, where, and what would be right.
    ``code`` names the kind for programs and for translation; ``params`` are the words and numbers
    that the sentence was made with, for a translation to be made with too.
    """

    code: ClassVar[str] = "error"

    def __init__(self, message: str, **params: str | int) -> None:
        super().__init__(message)
        self.params: dict[str, str | int] = params


class Unreadable(WendekreisError):
    """Text that can't be read as what it should be."""

    code = "unreadable"


class BadDeal(Unreadable):
    """A deal that is not exactly the game's pack.

    ``params`` name the cards ``missing`` and the ``surplus`` ones, in a kind of its own where there are only such:
    the first dozen, and how many more.
    """

    code = "bad_deal"


class BadCard(BadDeal):
    """A card that does not exist, in a deal or alone."""

    code = "bad_card"


class CardsMissing(BadDeal):
    """A deal that lacks cards, and has none too many."""

    code = "cards_missing"


class CardsSurplus(BadDeal):
    """A deal that has cards too many, and lacks none."""

    code = "cards_surplus"


class EmptyDeal(BadDeal):
    """Not a card where a deal should be."""

    code = "empty_deal"


class BadContact(Unreadable):
    """A setting that should name where players write to, and names neither an e-mail address nor a page."""

    code = "bad_contact"


class BadNumber(Unreadable):
    """Not a deal number (RULES, "Numbered deals")."""

    code = "bad_number"


class NoNumber(BadNumber):
    """Nothing where a deal number should be."""

    code = "no_number"


class BadRecord(Unreadable):
    """A line of a file of plays that tells of none; ``field`` names what is wrong in it."""

    code = "bad_record"


class UnparsableMove(Unreadable):
    """Not a move in the game's notation (RULES, "Piles and moves as text")."""

    code = "unparsable_move"


class UnfitWeights(Unreadable):
    """Weights that were made for another version of the player's value, or no weights at all."""

    code = "unfit_weights"


class Refused(WendekreisError):
    """Readable, but it can't be done now; nothing was changed."""

    code = "refused"


class IllegalMove(Refused):
    """A move that the rules forbid in this position."""

    code = "illegal_move"


class GameOver(Refused):
    """The game is won: only undo, restart and a new deal are left (Single Interchange 10)."""

    code = "game_over"


class NoneWinnable(Refused):
    """Winnable deals of this game are unknown, or too rare to look for one."""

    code = "none_winnable"


class NothingToUndo(Refused):
    """The play stands at its start."""

    code = "nothing_to_undo"


class NothingToRedo(Refused):
    """No move was taken back, or another one has been played since."""

    code = "nothing_to_redo"


class NothingToFinish(Refused):
    """It is not certain that playing to the foundations alone wins the game."""

    code = "nothing_to_finish"


class StaleRevision(Refused):
    """A write that names a revision which the play has left behind."""

    code = "stale_revision"


class OutdatedPlay(Refused):
    """The game behaves differently since the play was begun (its version has risen)."""

    code = "outdated_play"


class NotFound(WendekreisError):
    """It does not exist, or not for this player."""

    code = "not_found"


class UnknownGame(NotFound):
    """No game has this id."""

    code = "unknown_game"


class UnknownPlay(NotFound):
    """This player has no such play."""

    code = "unknown_play"


class UnknownPolicy(NotFound):
    """The fair player has no such policy."""

    code = "unknown_policy"


class UnknownBudget(NotFound):
    """Not a time that the fair player can be given to think."""

    code = "unknown_budget"


class StudyError(WendekreisError):
    """A study can't begin or go on, or there is none; the batches that were done are kept."""

    code = "study_error"


class HopelessLimits(StudyError):
    """Limits within which a study would decide nothing."""

    code = "hopeless_limits"


class StudyDiffers(StudyError):
    """A study of this name exists, and it has other parameters; the message says which."""

    code = "study_differs"


class UnknownStudy(StudyError):
    """No study has this name."""

    code = "unknown_study"


class MissingExtra(StudyError):
    """It needs packages that only ``wendekreis[study]`` installs."""

    code = "missing_extra"


class NoScheduler(StudyError):
    """No scheduler answers at the address that was given, or it has no workers."""

    code = "no_scheduler"


class UnfitWorker(StudyError):
    """A worker has another version of the program, or no kernels where others have them."""

    code = "unfit_worker"


class WorkersLost(StudyError):
    """Workers stop before a batch is done, again and again, or there are none any more."""

    code = "workers_lost"


class Unanswered(WendekreisError):
    """A question about a play that gets no answer now; the play itself goes on."""

    code = "unanswered"


class NotKnown(Unanswered):
    """The solver can't be asked just now."""

    code = "not_known"


class NoWinnable(Unanswered):
    """No winnable deal was found in the time there is."""

    code = "no_winnable"


class SolverFailed(Unanswered):
    """The process that was working on the question ended before it had an answer."""

    code = "solver_failed"


class Superseded(Unanswered):
    """A newer question of the same kind about the same play took its place."""

    code = "superseded"


class TooManyAsks(Unanswered):
    """Too many questions wait already, this player's or everybody's; ``seconds`` says when to come back."""

    code = "too_many_asks"


class StoreError(WendekreisError):
    """The database can't do it; what was stored before is whole."""

    code = "store_error"


class ForeignDatabase(StoreError):
    """The database was made by another program; it is left alone."""

    code = "foreign_database"


class NewerDatabase(StoreError):
    """The database was written by a later version of the program; it is left alone."""

    code = "newer_database"


class StoreBusy(StoreError):
    """Another program holds the database."""

    code = "store_busy"


class StoreReadOnly(StoreError):
    """The database can't be written to."""

    code = "store_read_only"


class StoreFull(StoreError):
    """There is no room left for the database."""

    code = "store_full"
