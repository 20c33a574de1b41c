"""The keys of the terminal table, what is said of them, and how the lines around the table look."""

from textual.binding import Binding, BindingType

__all__ = ["BINDINGS", "CSS", "FOOT", "KEYS"]

KEYS = (
    ("← → ↑ ↓", "terminal.key_arrows"),
    ("Tab", "terminal.key_tab"),
    ("key.enter_name", "key.enter"),
    ("Esc", "key.escape"),
    ("t", "key.turn"),
    ("f", "key.forward"),
    ("x", "terminal.key_send"),
    ("z  y", "terminal.key_undo"),
    ("h", "key.hint"),
    ("n", "key.new"),
    ("r", "key.restart"),
    ("g", "terminal.key_games"),
    ("d", "terminal.key_dark"),
    ("q", "terminal.key_quit"),
)

FOOT = (
    ("t", "terminal.turn"),
    ("f", "tool.forward"),
    ("z", "tool.undo"),
    ("y", "tool.redo"),
    ("h", "tool.hint"),
    ("n", "tool.new"),
    ("g", "rules.games"),
    ("?", "key.title"),
    ("q", "terminal.quit"),
)


def _quiet(key: str, action: str) -> Binding:
    return Binding(key, action, show=False)


BINDINGS: list[BindingType] = [
    *(_quiet(way, f"walk('{way}')") for way in ("left", "right", "up", "down")),
    # Before the screen, which would look for something to focus.
    Binding("tab", "next(1)", show=False, priority=True),
    Binding("shift+tab", "next(-1)", show=False, priority=True),
    _quiet("enter,space", "enter"),
    _quiet("escape", "put_back"),
    _quiet("t", "turn"),
    *(_quiet(key, f"ask('{what}')") for key, what in (("f", "forward"), ("y", "redo"), ("r", "restart"))),
    _quiet("z,u", "ask('undo')"),
    _quiet("x", "send"),
    _quiet("h", "hint"),
    _quiet("n", "new"),
    _quiet("g", "games"),
    _quiet("d", "dark"),
    _quiet("question_mark,f1", "help"),
    _quiet("q,ctrl+c,ctrl+q", "quit"),
]

CSS = """
#head, #foot { height: 1; padding: 0 1; }
#head { background: $bar; color: $bar-ink; }
#foot { color: $quiet; }
#said { height: 1; padding: 0 1; text-style: bold; }
.long #said { height: 2; }
.long #foot { display: none; }
#said.bad { color: $error; }
Help, NewDeal, Games { align: center middle; }
.dialog { width: auto; min-width: 40; max-width: 92%; height: auto; max-height: 100%; padding: 0 2; }
.dialog { background: $surface; border: round $edge; }
.dialog .title { text-style: bold; color: $accent; }
.dialog Static, .dialog OptionList { width: auto; max-width: 100%; }
.dialog Input, .dialog OptionList { width: 44; }
.dialog OptionList { height: auto; border: none; background: $surface; padding: 0; }
.dialog OptionList:focus { background-tint: $surface 0%; }
NewDeal OptionList:blur > .option-list--option-highlighted { background: $surface; color: $foreground; }
NewDeal OptionList:blur > .option-list--option-highlighted { text-style: none; }
.below { margin-top: 1; }
.quiet { color: $quiet; }
.bad { color: $error; }
"""
