"""Where players write to whoever runs this server: ``WENDEKREIS_CONTACT``, named on the page about the program."""

import os
import re

from wendekreis.errors import BadContact

__all__ = ["contact"]

VARIABLE = "WENDEKREIS_CONTACT"

_MAIL = re.compile(r"(?:mailto:)?([^\s@\"'<>&?#%:/]+@[^\s@\"'<>&?#%:/]+\.[^\s@\"'<>&?#%:/.]+)", re.IGNORECASE)
_PAGE = re.compile(r"https?://[^\s/\"'<>]+(?:/[^\s\"'<>]*)?", re.IGNORECASE)


def contact() -> str | None:
    """The address to write to, as a link: ``mailto:…`` or ``https://…``. None where nobody has set one.

    Raises:
        BadContact: what is set is neither an e-mail address nor the address of a page.
    """
    told = os.environ.get(VARIABLE, "").strip()
    if not told:
        return None
    if mail := _MAIL.fullmatch(told):
        return f"mailto:{mail[1]}"
    if _PAGE.fullmatch(told):
        return told
    raise BadContact(
        f"{VARIABLE} is {told!r}, which players can't write to; name an e-mail address, as in play@example.org, "
        "or a page, as in https://example.org/contact",
        given=told,
    )
