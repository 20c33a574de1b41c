"""JavaScript as it is sent: what is left out of it, that it is the same program, and what the pages name beforehand."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.web.helpers import Player
from wendekreis.web.modules import read_module
from wendekreis.web.pages import CLIENT, MODULES

ROOT = Path(__file__).parents[2]
SOURCES = sorted(CLIENT.rglob("*.js"))

SENT = {
    "let a = 1; // one\n\n  /* two */ let b = 2;   \n": "let a = 1;\n\nlet b = 2;\n",
    "f(a, /* of\ntwo lines */ b)": "f(a,\nb)",
    "return/**/a": "return a",
    "a/**/\n++b": "a\n++b",
    "let s = '// no', t = \"/* no */\";": "let s = '// no', t = \"/* no */\";",
    "let t = `  // no\n  ${a /* kept */ ? `\n   /* no */ ${b}` : ''}\n  `; // yes": (
        "let t = `  // no\n  ${a /* kept */ ? `\n   /* no */ ${b}` : ''}\n  `;"
    ),
    "let r = /[/*]/.test(a) / b; // c\nlet q = a / b / c; x = (y) /2/ 3;": (
        "let r = /[/*]/.test(a) / b;\nlet q = a / b / c; x = (y) /2/ 3;"
    ),
    "if (a) /\\/*x/.exec(b) // c": "if (a) /\\/*x/.exec(b)",
    "class A {\n  #own = 1; // mine\n  static { this.b = 2; }\n  get own() { return this?.#own ?? 0; }\n}": (
        "class A {\n#own = 1;\nstatic { this.b = 2; }\nget own() { return this?.#own ?? 0; }\n}"
    ),
}


@pytest.mark.parametrize(("source", "sent"), SENT.items())
def test_comments_and_indentation_are_left_out(source: str, sent: str) -> None:
    """And nothing else: not what looks like a comment, not what stands in a template, and no line goes away."""
    text = read_module(source.encode()).text.decode()
    assert re.sub(r" +(?=\n|$)", "", text).rstrip() == sent.rstrip()
    assert text.count("\n") == source.count("\n")


@pytest.mark.parametrize("source", ["let = = 1 // x", "`${", "/* never closed", "let a = '\0'; // x\nlet b = `\0`;"])
def test_what_is_not_understood_is_sent_as_it_is(source: str) -> None:
    """Whoever has to mend it sees what they wrote."""
    assert read_module(source.encode()).text == source.encode()


def test_what_a_module_imports() -> None:
    """Statically, from wherever; not what is named in a comment, and not what it will import later, if at all."""
    source = b"""import './a.js';
import {b} from "./b.js"; /** @type {import('./types').X} */
import * as c from '../c.js';
export * from './d.js';
export {e} from './e.js';
export const f = () => import('./later.js');
// import './never.js';
"""
    assert read_module(source).imports == ("./a.js", "./b.js", "../c.js", "./d.js", "./e.js")


def sent_to(folder: Path) -> None:
    """Write the whole client there, its modules as they are sent."""
    for source in CLIENT.rglob("*.*"):
        file = folder / source.relative_to(CLIENT)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(read_module(source.read_bytes()).text if source.suffix == ".js" else source.read_bytes())


def compiled(sources: Path, out: Path) -> dict[str, str]:
    """Each module as the TypeScript compiler prints it, which knows nothing of blanks and keeps no comment."""
    names = [str(path.relative_to(sources)) for path in sorted(sources.rglob("*.js"))]
    command = [str(ROOT / "node_modules/.bin/tsc"), "--allowJs", "--checkJs", "false", "--noCheck", "--removeComments"]
    command += ["--target", "esnext", "--module", "esnext", "--ignoreConfig", "--noResolve", "--rootDir", "."]
    subprocess.run([*command, "--outDir", str(out), *names], cwd=sources, check=True)
    return {name: (out / name).read_text() for name in names}


def test_what_is_sent_is_the_program_that_was_written(tmp_path: Path) -> None:
    """Every module of the client, printed by a compiler, is the same with and without what is left out."""
    sent_to(tmp_path / "sent")
    sent = compiled(tmp_path / "sent", tmp_path / "1")
    assert len(sent) == len(SOURCES)
    assert sent == compiled(CLIENT, tmp_path / "2")
    for source in SOURCES:
        text = (tmp_path / "sent" / source.relative_to(CLIENT)).read_text()
        assert not re.search(r"@param|@typedef|^\s*//", text, re.MULTILINE), f"{source} is sent with its comments"
        assert text.count("\n") == source.read_text().count("\n")


@pytest.mark.long
def test_what_is_sent_passes_the_tests_of_the_client(tmp_path: Path) -> None:
    """They import it in the place of the sources."""
    sent_to(tmp_path / "src/wendekreis/web/client")
    for other in ("web/texts", "games"):
        (tmp_path / "src/wendekreis" / other).symlink_to(ROOT / "src/wendekreis" / other)
    shutil.copytree(ROOT / "tests/client", tmp_path / "tests/client")
    (tmp_path / "package.json").write_text('{"type": "module"}')
    tests = [str(path) for path in (tmp_path / "tests").rglob("*.test.*js")]
    assert tests
    subprocess.run(["node", "--test", *tests], cwd=tmp_path, check=True, stdout=subprocess.DEVNULL)


def test_modules_are_sent_whole_if_wanted(player: Player, monkeypatch: pytest.MonkeyPatch) -> None:
    """For whoever wants to read them in the browser."""
    monkeypatch.setenv("WENDEKREIS_MODULES", "whole")
    assert player.http.get("/client/app.js").content == (CLIENT / "app.js").read_bytes()
    monkeypatch.delenv("WENDEKREIS_MODULES")
    assert player.http.get("/client/app.js").content == read_module((CLIENT / "app.js").read_bytes()).text


def named(player: Player, path: str) -> list[str]:
    """The modules that a page names beforehand."""
    return re.findall(r'<link rel="modulepreload" href="([^"]*)">', player.http.get(path).text)


def test_a_page_names_every_module_that_it_needs(player: Player) -> None:
    """None is missing, none is named twice, none of another page is among them."""
    modules = named(player, "/play/hemispheres")
    assert modules[0] == "/client/app.js"
    assert len(modules) == len(set(modules))
    for module in modules:
        text = player.http.get(module).text
        imports = re.findall(r"""^(?:import|export) [^;=]*?["']([^"';]+)["'];""", text, re.MULTILINE)
        for one in imports:
            assert str(player.http.get(module).url.join(one).path) in modules, f"{module} imports {one}"
    assert not [module for module in modules if module.startswith("/client/pages/")]


def test_a_table_names_what_follows_its_first_picture(player: Player) -> None:
    """With the first modules nothing is missing that a sitting imports, and none is named twice; so are all persons."""
    page = player.http.get("/play/hemispheres").text
    first, later = named(player, "/play/hemispheres"), re.findall(r'<link rel="later" href="([^"]*)">', page)
    assert "/client/play/sitting.js" in later
    assert not {*first} & {*later}
    for module in later:
        text = player.http.get(module).text
        for one in re.findall(r"""^(?:import|export) [^;=]*?["']([^"';]+)["'];""", text, re.MULTILINE):
            assert str(player.http.get(module).url.join(one).path) in {*first, *later}, f"{module} imports {one}"
    pictures = re.findall(r'<link rel="later" as="image" href="([^"]*)">', page)
    assert len(pictures) == 12
    assert all(player.http.get(one).headers["content-type"].startswith("image/svg") for one in pictures)
    assert 'rel="later"' not in player.http.get("/about").text


def test_the_server_and_the_router_mean_the_same_pages(player: Player) -> None:
    """Each page's module is one that the client's router fetches, and the router has no page that the server forgot."""
    routed = set(re.findall(r"import\('\./((?:pages|play)/\w+\.js)'\)", (CLIENT / "app.js").read_text()))
    assert routed == {*MODULES.values(), "pages/missing.js"}
    for first, module in MODULES.items():
        path = f"/{first}/hemispheres" if first in ("play", "replay", "rules") else f"/{first}"
        assert f"/client/{module}" in named(player, path)
    assert "/client/pages/missing.js" in named(player, "/play/nosuch") + named(player, "/about/")
