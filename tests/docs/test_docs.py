"""The documentation is complete: every game, command, route and setting has its heading, every link a target."""

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.routing import APIRoute

from wendekreis import errors
from wendekreis.cli.app import app as command_line
from wendekreis.games import games
from wendekreis.web.app import ROUTERS

ROOT = Path(__file__).parents[2]
DOCS = ROOT / "docs"
PAGES = sorted([*ROOT.glob("*.md"), *DOCS.glob("*.md")])
COMMANDS = [command.callback.__name__ for command in command_line.registered_commands if command.callback] + [
    f"{group.name} {command.name or (command.callback and command.callback.__name__)}"
    for group in command_line.registered_groups
    if group.typer_instance
    for command in group.typer_instance.registered_commands
]


def headings(page: Path) -> list[str]:
    """The headings of a page, of any level, without code marks; what stands in code blocks is none."""
    text = re.sub(r"^```.*?^```", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    return [line.lstrip("#").strip().replace("`", "") for line in text.splitlines() if re.match(r"#+ ", line)]


def settings() -> set[str]:
    """Every environment variable of ours that the sources name."""
    sources = [*(ROOT / "src").rglob("*.py"), *(ROOT / "tools").rglob("*.py")]
    return {name for source in sources for name in re.findall(r"\"(WENDEKREIS_[A-Z_]+)\"", source.read_text())}


@pytest.mark.parametrize("language", ["de", "en"])
@pytest.mark.parametrize("game", games())
def test_every_game_has_its_rules_page(game: str, language: str) -> None:
    """In both languages, under the game's name."""
    assert headings(DOCS / "rules" / f"{game}.{language}.md")[0] == games()[game].names[language]


def test_every_command_has_its_heading() -> None:
    """And no heading tells of a command that there is not."""
    told = [heading.removeprefix("wendekreis ") for heading in headings(DOCS / "cli.md") if "wendekreis " in heading]
    assert sorted(told) == sorted(COMMANDS)


def test_every_route_has_its_heading() -> None:
    """And no heading tells of a route that there is not."""
    routes = [
        f"{method} {route.path}"
        for router in ROUTERS
        for route in router.routes
        if isinstance(route, APIRoute) and route.include_in_schema
        for method in route.methods or ()
    ]
    told = [heading for heading in headings(DOCS / "api.md") if re.match(r"(GET|POST|PUT|PATCH|DELETE) ", heading)]
    assert sorted(told) == sorted(routes)


def leaves(kind: type[errors.WendekreisError]) -> set[str]:
    """The codes of an error that are raised as they are: those of its narrowest kinds."""
    narrower = kind.__subclasses__()
    return {kind.code}.union(*map(leaves, narrower)) - ({kind.code} if narrower else set())


def test_every_error_code_is_told() -> None:
    """Those that the API can answer with: not those that keep a server from starting, nor those of commands."""
    told = set(re.findall(r"`([a-z_]+)`", (DOCS / "api.md").read_text()))
    no_server = {errors.NewerDatabase, errors.ForeignDatabase, errors.BadContact}
    no_player = {errors.UnfitWeights, errors.UnknownPolicy, errors.UnknownBudget}
    told |= {error.code for error in no_server | no_player} | leaves(errors.StudyError)
    assert leaves(errors.WendekreisError) <= told


def test_every_setting_has_its_heading() -> None:
    """And no heading tells of a setting that nothing reads."""
    assert {heading for heading in headings(DOCS / "settings.md") if heading.isupper()} == settings()


def links() -> Iterator[tuple[Path, str]]:
    """Every relative link of every page."""
    for page in PAGES:
        for target in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
            if "://" not in target:
                yield page, target


@pytest.mark.parametrize(
    ("page", "target"), list(links()), ids=lambda part: part.name if isinstance(part, Path) else part
)
def test_every_link_leads_somewhere(page: Path, target: str) -> None:
    """To a file that is there, and to a heading of it that is there."""
    name, _, anchor = target.partition("#")
    file = page.parent / name if name else page
    assert file.exists()
    if anchor:
        assert anchor in {re.sub(r"[^\w -]", "", heading.lower()).replace(" ", "-") for heading in headings(file)}


def test_the_readme_leads_with_the_two_commands_and_a_picture_of_each_table() -> None:
    """They stand before the first section."""
    lead = (ROOT / "README.md").read_text().partition("\n## ")[0]
    assert lead.index("make play") < lead.index("make test") < lead.index("docs/pictures/hemispheres")
    assert "docs/pictures/single-interchange" in lead


def test_the_library_example_of_the_readme_runs() -> None:
    """It prints the moves it says it prints."""
    (example,) = re.findall(r"^```python\n(.*?)^```", (ROOT / "README.md").read_text(), flags=re.DOTALL | re.MULTILINE)
    exec(compile(example, "README.md", "exec"), {})
