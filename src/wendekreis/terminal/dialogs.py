"""What opens over the table: the keys, a new deal, the games."""

from collections.abc import Sequence
from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Label, OptionList, Static
from textual.widgets.option_list import Option

from wendekreis.deals import normal_number
from wendekreis.errors import NoNumber, WendekreisError
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


class NewDeal(ModalScreen[str | None]):
    """Asks for a deal's number. The result is the number, empty for a deal at random; none to go on as it is."""

    BINDINGS: ClassVar[list[BindingType]] = [*CLOSE]

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.words = words

    def compose(self) -> ComposeResult:
        """A field for the number."""
        with Vertical(classes="dialog"):
            yield Label(self.words("new.title"), classes="title")
            yield Input(placeholder=self.words("new.number"))
            yield Static(self.words("terminal.number"), markup=False, classes="quiet", id="wrong")

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
