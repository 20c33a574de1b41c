"""Commands that went through many moves at once: each is one thing to the player, and one undo takes it back.

The session's undo takes back one move, so these are gone back to by their place in the history. The table in the
browser does the same.
"""

from dataclasses import dataclass, field

__all__ = ["Spans"]


@dataclass
class Spans:
    """What one command did to the history of the play on the table, as far as it can be taken back."""

    rows: list[tuple[int, int]] = field(default_factory=list)
    """Cards turned in a row: so many moves were played before, and after."""
    restarted: int | None = None
    """So many moves were played before a restart."""

    def undoes_restart(self, head: int) -> bool:
        """Whether the next undo takes back a restart."""
        return head == 0 and self.restarted is not None

    def goal(self, what: str, head: int) -> int | None:
        """Where an undo or a redo leads that is more than the session's own."""
        if what == "redo":
            return next((end for start, end in self.rows if start == head), None)
        if what == "undo":
            return self.restarted if head == 0 else next((start for start, end in self.rows if end == head), None)
        return None

    def note(self, what: str, before: int, after: int) -> None:
        """Note what was done, and how many moves were played before and after it."""
        if what == "restart":
            self.restarted = before
        elif what not in ("undo", "redo"):
            self.restarted = None
            self.rows = [row for row in self.rows if row[1] <= before]
            if what == "forward" and after > before + 1:
                self.rows.append((before, after))
        elif self.restarted is not None and after >= self.restarted:
            self.restarted = None
