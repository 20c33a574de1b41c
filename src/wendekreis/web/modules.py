"""JavaScript modules as they are sent: without comments and indentation, and with what each of them imports.

What is read is what runs: every statement stays as it is and in its line, so that the line that an error names is the
line in the file. The text is parsed, not guessed at: a template, a regular expression or a string that looks like a
comment is none.
"""

import re
from dataclasses import dataclass
from functools import cache

try:
    import tree_sitter_javascript
    from tree_sitter import Language, Node, Parser

    PARSES = True
except ImportError:  # where there is no parser to be had, modules are sent as they are
    PARSES = False

__all__ = ["Module", "read_module"]


@dataclass(frozen=True, slots=True)
class Module:
    """A module's text to send, and the addresses that it names in ``import … from`` and ``export … from``."""

    text: bytes
    imports: tuple[str, ...] = ()


def read_module(source: bytes) -> Module:
    """Read a module. One that can't be parsed is sent as it is."""
    language = _language()
    if language is None:
        return Module(source)
    root = Parser(language).parse(source).root_node  # a parser of its own: two threads may read at once
    if root.has_error:
        return Module(source)
    comments, templates = _find(root)
    imports = [node.child_by_field_name("source") for node in root.children]
    return Module(
        _without(source, comments, templates),
        tuple(source[one.start_byte + 1 : one.end_byte - 1].decode() for one in imports if one is not None),
    )


@cache
def _language() -> "Language | None":
    return Language(tree_sitter_javascript.language()) if PARSES else None


def _find(root: "Node") -> tuple[list[tuple[int, int]], list[tuple[int, int]]]:
    """Where comments and templates begin and end, in order. What stands inside a template is the template's."""
    comments, templates, waiting = [], [], [root]
    while waiting:
        node = waiting.pop()
        if node.type == "comment":
            comments.append((node.start_byte, node.end_byte))
        elif node.type == "template_string":
            templates.append((node.start_byte, node.end_byte))
        else:
            waiting += reversed(node.children)
    return comments, templates


def _without(source: bytes, comments: list[tuple[int, int]], templates: list[tuple[int, int]]) -> bytes:
    """The text without comments, and without blanks at either end of a line; templates untouched."""
    pieces, kept, at = [], [], 0
    for start, end in sorted(comments + templates):
        pieces.append(source[at:start])
        if (start, end) in templates:
            kept.append(source[start:end])
            pieces.append(b"\0")  # stands for the template; no module holds one
        else:  # a comment that ends a line ends it still; one within a line still parts two words
            pieces.append(b"\n" * source.count(b"\n", start, end) or b" ")
        at = end
    pieces.append(source[at:])
    text = re.sub(rb"[ \t\r]*\n[ \t]*", b"\n", b"".join(pieces))
    parts = text.split(b"\0")
    if len(parts) != len(kept) + 1:
        return source
    return b"".join(part + template for part, template in zip(parts, [*kept, b""], strict=True))
