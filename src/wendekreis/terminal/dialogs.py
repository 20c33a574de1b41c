"""What opens over the table: the keys, a new deal, the games."""

import asyncio
from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from wendekreis.advice.daily import deal_of_day, today
from wendekreis.advice.winnable import promises_winnable
from wendekreis.deals import normal_number
from wendekreis.errors import NoNumber, WendekreisError
from wendekreis.solver import Cancel
from wendekreis.terminal.sitting import Sitting, Today
from wendekreis.terminal.words import Words

__all__ = ["Games", "Help", "NewDeal"]

CLOSE: Sequence[BindingType] = (Binding("escape", "close", show=False),)


class Help(ModalScreen[None]):
    """Every key, and how the mouse is used."""

    BINDINGS: ClassVar[list[BindingType]] = [*CLOSE, Binding("question_mark,enter,q,space", "close", show=False)]

    def __init__(self, words: Words, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.words, self.keys = words, keys

    def compose(self) -> ComposeResult:
        """A row for each key."""
        wide = max(len(key) for key, _ in self.keys)
        lines = "\n".join(f"{key:<{wide}}  {text}" for key, text in self.keys)
        with VerticalScroll(classes="dialog"):
            yield Label(self.words("key.title"), classes="title")
            yield Static(lines, markup=False)
            yield Static(self.words("terminal.signs"), markup=False, classes="below")
            yield Static(self.words("terminal.mouse"), markup=False, classes="quiet")

    def action_close(self) -> None:
        """Back to the table."""
        self.dismiss()


class NewDeal(ModalScreen[str | Today | None]):
    """Asks for a deal. The result is its number, empty for one at random, or the day's; none to go on as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [*CLOSE, Binding("down", "app.focus_next", show=False)]

    def __init__(self, words: Words, sitting: Sitting) -> None:
        super().__init__()
        self.words, self.sitting = words, sitting
        self._today: Today | None = None
        self._search = Cancel()

    def compose(self) -> ComposeResult:
        """A field for the number, and a line to choose the day's deal by."""
        with Vertical(classes="dialog"):
            yield Label(self.words("new.title"), classes="title")
            yield Input(placeholder=self.words("new.number"))
            yield Static(self.words("terminal.number"), markup=False, classes="quiet", id="wrong")
            yield OptionList(markup=False, classes="below")
            yield Static(markup=False, classes="quiet", id="day")

    def on_mount(self) -> None:
        """Tell the day's deal, or have it found: the table can be used meanwhile."""
        self.run_worker(self._ask_for_today())

    def on_unmount(self) -> None:
        """Nobody waits any more."""
        self._search.cancel()

    async def _ask_for_today(self) -> None:
        words, sitting, game, (day, until) = self.words, self.sitting, self.sitting.at.game, today()
        if not promises_winnable(game):
            self._tell("", words("today.none"))
            return
        hour = until.astimezone().strftime("%H:%M")
        try:
            self._today = sitting.of_day(game, day)
            if self._today is None:
                self._tell(words("today.looking"))
                number = await asyncio.to_thread(deal_of_day, game, day, self._search)
                if number is not None:
                    self._today = sitting.note_day(game, day, number)
        except WendekreisError as error:
            self._tell("", words.error(error))
            return
        found = self._today
        if found is None:
            self._tell(words("today.not_known"))
            return
        self._tell(words("fact.number", number=found.number), words("today.change", hour=hour))

    def _tell(self, number: str, more: str = "") -> None:
        """What is known of the day's deal: a line to be chosen, if there is one, and a sentence."""
        found, words, options = self._today, self.words, self.query_one(OptionList)
        if found is not None and found.moves is not None:
            more = f"{words('today.you_won' if found.is_won else 'today.you', moves=found.moves)} {more}"
        options.display = bool(number)
        options.clear_options()
        options.add_option(Option(f"▸ {words('today.title')}: {number}", disabled=found is None))
        options.highlighted = None if found is None else 0
        self.query_one("#day", Static).update(more)

    def on_option_list_option_selected(self) -> None:
        """Take the deal of the day."""
        if self._today is not None:
            self.dismiss(self._today)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take the number, if it is one."""
        try:
            self.dismiss(normal_number(event.value))
        except NoNumber:
            self.dismiss("")
        except WendekreisError as error:
            said = self.query_one("#wrong", Static)
            said.update(self.words.error(error))
            said.set_classes("bad")

    def action_close(self) -> None:
        """Go on as it is."""
        self.dismiss(None)


class Games(ModalScreen[str | None]):
    """Asks for a game. The result is its id; none to go on as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [*CLOSE]

    def __init__(self, words: Words, games: Sequence[tuple[str, str, str]]) -> None:
        super().__init__()
        self.words, self.games = words, games

    def compose(self) -> ComposeResult:
        """A line for each game: its name, and what was left of it."""
        wide = max(len(name) for _, name, _ in self.games)
        with Vertical(classes="dialog"):
            yield Label(self.words("rules.games"), classes="title")
            yield OptionList(
                *(Option(f"{name:<{wide}}   {left}", id=game) for game, name, left in self.games), markup=False
            )

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        """Take it."""
        self.dismiss(event.option_id)

    def action_close(self) -> None:
        """Go on as it is."""
        self.dismiss(None)
