"""The rules pages: Markdown from ``texts/rules``, with tables drawn by the page from real positions.

A fenced block whose first word is ``table`` holds the text form of a position and may say ``caption:`` ::

    ```table w=320
    caption: The last move
    KS 3D … | turn w-n1
    ```

It becomes a ``<figure class="table-figure">`` that carries the view of that position. With a line ``then:`` and moves
it carries, as ``data-frames``, what each of them does: an example that the page plays when it is asked to. Words
``name=value`` on the first line become ``data-name`` attributes of the figure, for the page that draws it.
"""

import os
import re
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

from markdown_it import MarkdownIt
from markdown_it.common.utils import escapeHtml
from markdown_it.renderer import RendererHTML
from markdown_it.token import Token
from markdown_it.utils import EnvType, OptionsDict

from wendekreis.deals import parse_position
from wendekreis.games import listed_game
from wendekreis.session import Session
from wendekreis.web.catalogue import LANGUAGES, TEXTS
from wendekreis.web.present import frames, position_view

__all__ = ["render", "rules_file", "rules_html"]

_SIGNS = {"♣": "C", "♦": "D", "♥": "H", "♠": "S"}
_SIGN = re.compile("[♣♦♥♠]")


def rules_file(game_id: str, lang: str) -> Path | None:
    """The Markdown file of a game's rules: ours, or one beside a game of the player's own."""
    if lang not in LANGUAGES:
        return None
    own = filter(None, os.environ.get("WENDEKREIS_GAMES", "").split(os.pathsep))
    for folder in (TEXTS / "rules", *map(Path, own)):
        file = folder / f"{listed_game(game_id).id}.{lang}.md"
        if file.is_file():
            return file
    return None


def rules_html(game_id: str, lang: str) -> str | None:
    """A game's rules as HTML, or none if nobody has written them in this language.

    Raises:
        UnknownGame: when there is no such game.
    """
    file = rules_file(game_id, lang)
    return None if file is None else _rendered(game_id, file, file.stat().st_mtime_ns)


@lru_cache(maxsize=64)
def _rendered(game_id: str, file: Path, _changed: int) -> str:
    return render(game_id, file.read_text(encoding="utf-8"))


def render(game_id: str, text: str) -> str:
    """Markdown to HTML. HTML in the text is shown, not obeyed.

    Raises:
        BadDeal, UnparsableMove, IllegalMove: when a table is not a position of the game.
    """
    markdown = MarkdownIt("commonmark", {"html": False}, renderer_cls=_Renderer).enable("table")
    tokens = markdown.parse(text)
    for token in tokens:
        # A column's alignment comes as a style attribute, which the content security policy forbids.
        if style := token.attrs.pop("style", None):
            token.attrJoin("class", str(style).replace("text-align:", "align-"))
    return str(markdown.renderer.render(tokens, markdown.options, {"game": game_id}))


class _Renderer(RendererHTML):
    def fence(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A table's figure, or a plain fenced block."""
        words = tokens[idx].info.split()
        if words[:1] == ["table"]:
            return _figure(str(env["game"]), words[1:], tokens[idx].content)
        return super().fence(tokens, idx, options, env)

    def text(self, tokens: Sequence[Token], idx: int, options: OptionsDict, env: EnvType) -> str:
        """A text, its suit signs in their colours."""
        return _signed(super().text(tokens, idx, options, env))


def _signed(html: str) -> str:
    """Suit signs as elements of their own; a selector keeps them from being drawn as emoji."""
    return _SIGN.sub(lambda sign: f'<span class="sign" data-suit="{_SIGNS[sign[0]]}">{sign[0]}\ufe0e</span>', html)


def _figure(game_id: str, words: Sequence[str], content: str) -> str:
    caption, then, position = "", "", []
    for line in content.splitlines():
        name, _, rest = line.partition(":")
        if name.strip() == "caption":
            caption = rest.strip()
        elif name.strip() == "then":
            then = rest
        else:
            position.append(line)
    deal, moves = parse_position(listed_game(game_id), "\n".join(position))
    session = Session.load(deal, [str(move) for move in moves])
    attributes = {"game": game_id, "view": position_view(session).model_dump_json()}
    if then:
        told = [frame.model_dump_json(by_alias=True) for frame in frames(session, then.split())]
        attributes["frames"] = f"[{','.join(told)}]"
    attributes |= {name: value for name, _, value in (word.partition("=") for word in words) if name.isidentifier()}
    data = "".join(f' data-{name}="{escapeHtml(value)}"' for name, value in attributes.items())
    return f'<figure class="table-figure"{data}><figcaption>{_signed(escapeHtml(caption))}</figcaption></figure>\n'
