"""The terminal table as a program: keys and mouse, one line of words, and the play in the store."""

import asyncio
import os
from collections.abc import Callable
from typing import ClassVar, Literal

from textual import events, on
from textual.app import App, ComposeResult
from textual.binding import BindingType
from textual.widgets import Static

from wendekreis.errors import StaleRevision, WendekreisError
from wendekreis.games import games
from wendekreis.rules import Role
from wendekreis.store import Request, open_store
from wendekreis.terminal import hand
from wendekreis.terminal.dialogs import Games, Help, NewDeal
from wendekreis.terminal.grid import Way, nearest
from wendekreis.terminal.hand import Deed, Held
from wendekreis.terminal.keys import BINDINGS, CSS, FOOT, KEYS
from wendekreis.terminal.paint import Marks
from wendekreis.terminal.palette import NO_COLOUR, PALETTES, Palette, is_dark
from wendekreis.terminal.sitting import Happened, Sitting, Standing, Today, known_player, secret_file
from wendekreis.terminal.table import Table
from wendekreis.terminal.words import MANY, Words, capital, language
from wendekreis.view import Choice

__all__ = ["TerminalTable", "run"]

BUSY_SECONDS = 2.0
"""So long a move waits for a database that is locked, and the table with it."""


class TerminalTable(App[None]):
    """The table, with the play that is open; if none is, the player is asked for a game."""

    ENABLE_COMMAND_PALETTE = False
    ALLOW_SELECT = False
    TITLE = "Wendekreis"
    CSS = CSS
    BINDINGS: ClassVar[list[BindingType]] = BINDINGS

    def __init__(self, sitting: Sitting, words: Words, *, dark: bool = True) -> None:
        self._is_plain = bool(os.environ.get("NO_COLOR"))
        super().__init__(ansi_color=self._is_plain)
        self.sitting, self.words, self._is_dark = sitting, words, dark
        self._cursor, self._count = "", 1
        self._held: Held | None = None
        self._hint: dict[str, int] = {}
        self._last: frozenset[int] = frozenset()
        for palette in PALETTES.values():
            self.register_theme(palette.theme)
        self.theme = PALETTES["dark" if dark else "light"].name

    # --- what there is to see ---

    def compose(self) -> ComposeResult:
        """A line about the game, the table, a line about what happened, a line of keys."""
        yield Static(id="head", markup=False)
        yield Table(self.words, self._palette)
        yield Static(id="said", markup=False)
        yield Static(id="foot", markup=False)

    def on_mount(self) -> None:
        """Lay out the play; if there is none, ask which game."""
        if self.sitting.is_open:
            self._lay()
        else:
            self._ask_for_game()

    def on_resize(self, event: events.Resize) -> None:
        """As many keys as there is room for, the last two always."""
        keys = [f"{key} {self.words(text)}" for key, text in FOOT]
        while len(keys) > 2 and len("  ".join(keys)) > event.size.width - 2:
            del keys[-3]
        self.query_one("#foot", Static).update("  ".join(keys))

    @property
    def _palette(self) -> Palette:
        return NO_COLOUR if self._is_plain else PALETTES["dark" if self._is_dark else "light"]

    @property
    def at(self) -> Standing:
        """How the play stands."""
        return self.sitting.at

    def _lay(self, say: str = "") -> None:
        """A play has come to the table."""
        game = self.at.game
        self._held, self._hint, self._last = None, {}, frozenset()
        self._cursor, self._count = game.piles[game.by_role[Role.TABLEAU][0]].name, 1
        self._show()
        self._say(say or self._left())

    def _left(self) -> str:
        """What is said of a play as it comes to the table."""
        at = self.at
        if at.moves:
            return self.words("terminal.went_on", n=at.moves)
        return self.words("told.new", deal=self._deal())

    def _deal(self) -> str:
        number = self.at.deal.number
        return self.words("fact.number", number=number) if number else self.words("fact.own_deal")

    def _show(self) -> None:
        at, words = self.at, self.words
        if self._count > 1 and self._count not in at.counts(self._cursor):
            self._count = 1
        if self._held and not at.targets(*self._held):
            self._held = None
        parts = [at.game.names[words.lang], self._deal(), f"{words('fact.moves')} {at.moves}"]
        if at.game.has_redeal:
            parts.append(f"{words('fact.redeals')} {at.redeals}")
        if at.status != "open":
            parts.append(words(f"status.{at.status}").upper())
        if at.can_finish:
            parts.append(f"x: {words('tool.finish')}")
        self.query_one("#head", Static).update(" · ".join(parts), layout=False)
        lit: dict[str, Literal["target", "partner"]] = {}
        if self._held:
            for pile, choice in at.targets(*self._held).items():
                lit[pile] = "partner" if choice.swap else "target"
        table = self.query_one(Table)
        table.palette = self._palette
        table.show(at, Marks(self._cursor, self._count, self._held, lit, self._hint, self._last))

    def _say(self, text: str, *, bad: bool = False) -> None:
        said = self.query_one("#said", Static)
        said.set_class(bad, "bad")
        # What is long takes the place of the keys as well, so that the table keeps its size.
        self.screen_stack[0].set_class(len(text) > self.size.width - 2, "long")
        said.update(text, layout=False)

    def _refuse(self, text: str) -> None:
        self.bell()
        self._show()
        self._say(text, bad=True)

    # --- the cursor ---

    def action_walk(self, way: Way) -> None:
        """To the next pile; up and down in a fan: more or fewer cards."""
        table = self.query_one(Table)
        if table.grid is None:
            return
        fan = table.grid.place(self._cursor).fan
        if fan and not fan.right and way in ("up", "down"):
            counts = self.at.counts(self._cursor)
            more = (
                [n for n in counts if n > self._count] if way == "up" else [n for n in counts if n < self._count][::-1]
            )
            if more or (way == "down" and self._count > 1):
                self._stand(self._cursor, more[0] if more else 1)
                return
        there = nearest(table.grid, self._cursor, way)
        if there is not None:
            self._stand(there)

    def action_next(self, by: int) -> None:
        """To the next pile that takes what is held; with nothing held, to the next from which something can go."""
        if len(self.screen_stack) > 1:
            self.screen.focus_next()
            return
        at, piles = self.at, [pile.name for pile in self.at.game.piles]
        wanted = at.targets(*self._held) if self._held else {c.source or c.press for c in at.choices}
        here = piles.index(self._cursor)
        around = [piles[(here + by * i) % len(piles)] for i in range(1, len(piles) + 1)]
        there = next((pile for pile in around if pile in wanted), None)
        if there is not None:
            self._stand(there)

    def _stand(self, pile: str, count: int = 1) -> None:
        self._cursor, self._count = pile, count
        self._show()
        choice = self.at.targets(*self._held).get(pile) if self._held else None
        target = "" if choice is None else "pile.partner" if choice.swap else "pile.target"
        self._say(self.words.stop(self.at, pile, count, target=target))

    # --- moves ---

    def action_enter(self) -> None:
        """Pick up or put down; on the stock, turn."""
        self._carry_out(hand.enter(self.at, self._held, self._cursor, self._count))

    def _carry_out(self, deed: Deed) -> None:
        match deed:
            case Choice():
                self._play(deed)
            case Held():
                self._hold(deed)
            case "put back":
                self.action_put_back()
            case "no":
                self._not_there(self._cursor)

    def _hold(self, held: Held) -> None:
        self._held = held
        self._show()
        self._say(self.words.held(self.at, *held))

    def _not_there(self, pile: str) -> None:
        at, words = self.at, self.words
        if self._held:
            card = words.card(at.face(self._held[0], at.count(self._held[0]) - self._held[1]))
            self._refuse(capital(words("terminal.not_there", card=card, to=words.pile(at.game, pile))))
        else:
            self._refuse(f"{words.stop(at, pile)}: {words('terminal.no_move')}")

    def action_put_back(self) -> None:
        """Nothing is held any more."""
        if self._held:
            self._held = None
            self._show()
            self._say(self.words("told.put_back"))

    def action_turn(self) -> None:
        """Turn a card, or the waste over."""
        press = self.at.press()
        if press is None:
            self._refuse(self.words("terminal.no_turn"))
        else:
            self._play(press)

    def action_send(self) -> None:
        """Finish, if that is offered; else the card that is held, or under the cursor, goes to its foundation."""
        if self.at.can_finish:
            self._ask(Request("finish"))
        else:
            self._carry_out(hand.send(self.at, self._held or Held(self._cursor, 1)))

    def action_ask(self, what: Literal["forward", "undo", "redo", "restart"]) -> None:
        """Do something that needs no card."""
        if what == "forward" and self.at.press() is None:
            self._refuse(self.words("terminal.no_turn"))
        else:
            self._ask(Request(what))

    def _play(self, choice: Choice) -> None:
        self._ask(Request("move", choice.move))

    def _ask(self, request: Request) -> None:
        """Have it stored, then show it."""
        try:
            happened = self.sitting.act(request)
        except StaleRevision:
            self._lay(self.words("told.stale"))
        except WendekreisError as error:
            self._refuse(self.words.error(error))
        else:
            self._tell(happened)

    def _tell(self, happened: Happened) -> None:
        what, steps, before, after, of_restart = happened
        self._held, self._hint = None, {}
        recent = steps if len(steps) <= MANY else steps[-1:]
        self._last = frozenset(card for step in recent for s in step.shifts if s.target != "stock" for card in s.cards)
        self._show()
        said = self.words.told("undo_restart" if of_restart else what, steps, before, after)
        self._say(f"{said} n: {self.words('win.again')}." if after.status == "won" else said)

    # --- the mouse ---

    @on(Table.Clicked)
    def _tap(self, event: Table.Clicked) -> None:
        """What was clicked is where the cursor stands from now on."""
        if event.spot is None:
            self.action_put_back()
            return
        deed, mine = hand.tap(self.at, self._held, event.spot, event.twice), hand.held_at(self.at, event.spot)
        self._cursor, self._count = mine.pile, mine.cards if mine.cards in self.at.counts(mine.pile) else 1
        self._carry_out(deed)

    @on(Table.Dropped)
    def _drop(self, event: Table.Dropped) -> None:
        """A card that was dragged goes there, if it may."""
        if self.at.face(*event.source) is None:
            return
        held = hand.held_at(self.at, event.source)
        deed = hand.drop(self.at, held, event.target)
        self._held, self._cursor, self._count = held, event.target, 1
        self._carry_out(deed)

    # --- advice ---

    def action_hint(self) -> None:
        """Ask for the most promising move."""
        self._say(self.words("knows.thinking"))
        self.run_worker(self._advise(), group="advice", exclusive=True)

    async def _advise(self) -> None:
        asked = self.at
        try:
            best = await asyncio.to_thread(Sitting.best, self.sitting.seen())
            if self.at is not asked:
                return
            if best is None:
                self._say(f"{self.words('hint.nothing')}. {self.words('hint.nothing_more')}")
                return
            self.sitting.count_advice()
        except WendekreisError as error:
            self._refuse(self.words.error(error))
            return
        fitting = [choice for choice in asked.choices if choice.move == str(best.move)]
        choice = next(choice for choice in fitting if choice.main)
        self._hint = {choice.press: 1} if choice.press else {choice.source: choice.count, choice.target: 1}
        self._show()
        self._say(self.words.advised(asked, choice, best.reason))

    # --- other plays ---

    def action_new(self) -> None:
        """A new deal of this game."""

        def begin(wanted: str | Today | None) -> None:
            if wanted is not None:
                self._change(lambda: self.sitting.begin(self.at.game.id, wanted))

        self.push_screen(NewDeal(self.words, self.sitting), begin)

    def action_games(self) -> None:
        """Another game, where it was left."""
        self._ask_for_game()

    def _ask_for_game(self) -> None:
        def take(game: str | None) -> None:
            if game is None and not self.sitting.is_open:
                game = next(iter(games()))
            if game is not None and not (self.sitting.is_open and game == self.at.game.id):
                self._change(lambda: self.sitting.go_on_or_begin(game))

        try:
            left = self.sitting.moves_left()
        except WendekreisError as error:
            self._refuse(self.words.error(error))
            return
        words = self.words
        rows = [
            (game.id, game.names[words.lang], words("strip.move", n=left[game.id]) if game.id in left else "")
            for game in games().values()
        ]
        self.push_screen(Games(words, rows), take)

    def _change(self, change: Callable[[], None]) -> None:
        try:
            change()
        except WendekreisError as error:
            if not self.sitting.is_open:
                self.exit(message=self.words.error(error), return_code=2)
                return
            self._refuse(self.words.error(error))
        else:
            self._lay()

    # --- the rest ---

    def action_dark(self) -> None:
        """Light instead of dark, dark instead of light."""
        self._is_dark = not self._is_dark
        self.theme = PALETTES["dark" if self._is_dark else "light"].name
        self._show()

    def action_help(self) -> None:
        """Every key."""
        words = self.words
        self.push_screen(Help(words, [(words(key) if "." in key else key, words(text)) for key, text in KEYS]))

    def on_app_blur(self) -> None:
        """Nobody looks."""
        self.sitting.clock.stop()

    def on_app_focus(self) -> None:
        """Somebody looks."""
        self.sitting.clock.go()


def run(game: str | None, lang: str | None, dark: bool | None) -> int:
    """Play in this terminal until the player has had enough. Returns the exit status.

    ``game`` is what to play, where it was left; without it the play that was left last. The language is the
    environment's unless it is named, and so is whether the terminal is dark.

    Raises:
        UnknownGame: there is no such game.
        StoreError: the database can't be opened.
        OSError: the player's secret can't be kept.
    """
    words = Words(lang or language(os.environ))
    dark = is_dark(os.environ.get("COLORFGBG", "")) if dark is None else dark
    with open_store(busy_seconds=BUSY_SECONDS) as store:
        sitting = Sitting(store, known_player(store, secret_file()))
        if game is not None:
            sitting.go_on_or_begin(game)
        elif (left := sitting.left()) is not None:
            sitting.go_on(left)
        app = TerminalTable(sitting, words, dark=dark)
        app.run()
        sitting.close()
    return app.return_code or 0
