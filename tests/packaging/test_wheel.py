"""The wheel: what is in it, how it is built without a compiler, and that it plays, installed elsewhere."""

import compileall
import json
import os
import re
import shutil
import signal
import subprocess
import sys
import sysconfig
import venv
from collections.abc import Mapping
from http.cookiejar import CookieJar
from pathlib import Path
from typing import Any
from urllib.request import HTTPCookieProcessor, Request, build_opener
from zipfile import ZipFile

import pytest

from tests.packaging.conftest import ROOT, build_wheel
from wendekreis.games import games

KERNEL = '''# cython: language_level=3
"""A kernel such as the solver will have."""
import cython


def add(a: cython.int, b: cython.int) -> cython.int:
    """Add two numbers."""
    return a + b


COMPILED = cython.compiled
'''


@pytest.mark.long  # it compiles every kernel
def test_the_wheel_holds_all_that_is_needed_and_nothing_else(sources: Path, tmp_path: Path) -> None:
    """Client, texts, migrations and licences are in it; tests, tools, C files and databases are not."""
    wheel = ZipFile(build_wheel(sources, tmp_path / "wheels"))
    names = set(wheel.namelist())
    packaged = {
        path.relative_to(sources / "src").as_posix()
        for path in (sources / "src").rglob("*")
        if path.is_file() and ".egg-info" not in path.as_posix()
    }
    assert packaged <= names
    others = {name for name in names - packaged if ".dist-info/" not in name}
    assert others == set() or all(name.endswith((".so", ".pyd")) for name in others)
    assert not [name for name in names if name.endswith((".c", ".pyc", ".sqlite"))]
    for licence in ("LICENSE", "NOTICE"):
        assert [name for name in names if name.endswith(f".dist-info/licenses/{licence}")]
    assert [name for name in names if name.startswith("wendekreis/web/client/fonts/OFL")]


def test_the_build_warns_of_nothing(sources: Path, tmp_path: Path) -> None:
    """No folder of data that setuptools takes for a forgotten package, and none of compiled files for one of ours."""
    only_the_toy_kernel(sources)
    compileall.compile_dir(sources / "src", quiet=1)
    command = [sys.executable, "-m", "pip", "wheel", "--verbose", "--no-deps", "--no-build-isolation"]
    done = subprocess.run(
        [*command, "--wheel-dir", str(tmp_path / "wheels"), str(sources)],
        env={**os.environ, "CC": "false"},
        capture_output=True,
        text=True,
        check=True,
    )
    said = done.stdout + done.stderr
    assert "adding 'wendekreis/web/client/app.js'" in said
    assert not [
        line for line in said.splitlines() if re.search("absent from|_SetuptoolsDeprecation|SetuptoolsWarn", line)
    ]
    (wheel,) = (tmp_path / "wheels").glob("*.whl")
    assert not [name for name in ZipFile(wheel).namelist() if "__pycache__" in name]


@pytest.mark.long
def test_a_kernel_is_compiled_where_there_is_a_compiler(sources: Path, tmp_path: Path) -> None:
    """A file named by the convention becomes an extension module, and its C file stays out of the wheel."""
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    if shutil.which(compiler) is None:
        pytest.skip("there is no C compiler here")
    only_the_toy_kernel(sources)
    wheel = build_wheel(sources, tmp_path / "wheels")
    names = [name for name in ZipFile(wheel).namelist() if "toy_kernel" in name]
    assert sorted(Path(name).suffix for name in names) == [".py", ".so"]
    assert compiled(wheel, tmp_path) == "True 3"


@pytest.mark.long
def test_a_kernel_is_left_out_where_there_is_no_compiler(sources: Path, tmp_path: Path) -> None:
    """The build succeeds all the same; the kernel is there uncompiled, and says so."""
    only_the_toy_kernel(sources)
    wheel = build_wheel(sources, tmp_path / "wheels", {**os.environ, "CC": "false"})
    assert not [name for name in ZipFile(wheel).namelist() if name.endswith((".so", ".c"))]
    assert compiled(wheel, tmp_path) == "False 3"


def only_the_toy_kernel(sources: Path) -> None:
    """Leave one small kernel to build: the real ones take half a minute, and the first test builds them."""
    for path in (sources / "src").rglob("_*_kernel.p*"):
        path.unlink()
    (sources / "src/wendekreis/rules/toy_kernel.py").write_text(KERNEL)


def compiled(wheel: Path, tmp_path: Path) -> str:
    """What the toy kernel of a wheel says of itself."""
    ZipFile(wheel).extractall(tmp_path / "unpacked")
    code = "from wendekreis.rules.toy_kernel import COMPILED, add; print(COMPILED, add(1, 2))"
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(tmp_path / "unpacked")},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=True,
    )
    return done.stdout.strip()


class Page:
    """A player's browser, as far as requests go."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.opener = build_opener(HTTPCookieProcessor(CookieJar()))

    def ask(self, path: str, body: Mapping[str, Any] | None = None) -> Any:
        """GET, or POST with a body as JSON; the answer's JSON, or its text."""
        request = Request(self.url + path, None if body is None else json.dumps(body).encode())
        request.add_header("Content-Type", "application/json")
        request.add_header("Origin", self.url)
        with self.opener.open(request, timeout=20) as answer:
            text = answer.read().decode()
            return json.loads(text) if "json" in answer.headers["Content-Type"] else text


@pytest.mark.long
def test_the_wheel_plays_in_an_empty_environment(sources: Path, tmp_path: Path) -> None:
    """Installed outside the checkout, with an empty home: commands run, every game is served and can be played."""
    wheel = build_wheel(sources, tmp_path / "wheels")
    place = tmp_path / "place"
    venv.create(place / "venv", with_pip=True)
    command = place / "venv/bin/wendekreis"
    environment = {key: value for key, value in os.environ.items() if not key.startswith(("WENDEKREIS_", "XDG_"))}
    environment |= {"HOME": str(place)}
    subprocess.run(
        [place / "venv/bin/python", "-m", "pip", "install", "-q", "-c", ROOT / "requirements.lock", wheel],
        cwd=place,
        check=True,
        capture_output=True,
    )
    listed = subprocess.run([command, "games"], env=environment, cwd=place, capture_output=True, text=True, check=True)
    assert len(listed.stdout.splitlines()) == len(games())

    with subprocess.Popen(
        [command, "serve", "--port", "0"], env=environment, cwd=place, stdout=subprocess.PIPE, text=True
    ) as server:
        assert server.stdout is not None
        try:
            match = re.search(r"http://\S+(?=/)", server.stdout.readline())
            assert match
            page = Page(match[0])
            assert "<script" in page.ask("/")
            for game in page.ask("/api/games")["games"]:
                told = page.ask("/api/plays", {"game": game["id"], "number": "25483"})
                path = f"/api/plays/{told['id']}/move"
                for _ in range(5):
                    told = page.ask(path, {"revision": told["revision"], "move": told["choices"][-1]["move"]})
            assert [play["moves"] for play in page.ask("/api/plays")["plays"]] == [5] * len(games())
        finally:
            server.send_signal(signal.SIGINT)
        assert server.wait(10) == 0
    assert list(place.rglob("*.sqlite"))
