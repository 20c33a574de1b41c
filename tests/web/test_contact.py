"""Where players write to whoever runs the server: only an address that can be written to, and on every page's shell."""

import pytest

from tests.web.helpers import Player
from wendekreis.errors import BadContact
from wendekreis.web.app import create_app
from wendekreis.web.contact import contact


@pytest.mark.parametrize(
    ("told", "link"),
    [
        ("play@example.org", "mailto:play@example.org"),
        (" Spiel+1@sub.example.org ", "mailto:Spiel+1@sub.example.org"),
        ("mailto:play@example.org", "mailto:play@example.org"),
        ("https://example.org/contact?a=1&b=2", "https://example.org/contact?a=1&b=2"),
        ("http://localhost:80", "http://localhost:80"),
    ],
)
def test_an_address_is_a_link(told: str, link: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An e-mail address with and without its scheme, and a page."""
    monkeypatch.setenv("WENDEKREIS_CONTACT", told)
    assert contact() == link


@pytest.mark.parametrize("told", ["", "  "])
def test_without_an_address_there_is_none(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """An empty setting is no setting."""
    monkeypatch.setenv("WENDEKREIS_CONTACT", told)
    assert contact() is None


@pytest.mark.parametrize(
    "told",
    [
        "Karin",
        "javascript:alert(1)",
        "a@b",
        "mailto:",
        "https://",
        'https://x/"><script>',
        "a@b.de?cc=c@d.de",
        "a@b.de, c@d.de",
    ],
)
def test_what_nobody_can_write_to_is_refused_at_the_start(told: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """The server does not start, and says in one sentence which setting, what it is, and what would be right."""
    monkeypatch.setenv("WENDEKREIS_CONTACT", told)
    with pytest.raises(BadContact, match=r"WENDEKREIS_CONTACT is .*; name an e-mail address, .*, or a page, .*"):
        create_app("sqlite://")


def test_every_page_names_it(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """The shell says where to write to, and a page in a browser's store is told that it is an older one."""
    before = player.http.get("/about")
    assert "contact" not in before.text
    monkeypatch.setenv("WENDEKREIS_CONTACT", "https://example.org/?a=1&b=2")
    now = player.http.get("/about")
    assert '<meta name="contact" content="https://example.org/?a=1&amp;b=2">' in now.text
    assert now.headers["Wendekreis-Client"] != before.headers["Wendekreis-Client"]
