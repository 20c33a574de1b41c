"""Names that can't be guessed, and the time, as the tables have them."""

import secrets
import time

__all__ = ["new_id", "now"]


def new_id() -> str:
    """A random name for a play: 96 bits."""
    return secrets.token_urlsafe(12)


def now() -> int:
    """Milliseconds since 1970, UTC."""
    return time.time_ns() // 1_000_000
