"""Find the Chromium that the browser tests drive; ``python -m tools.chromium`` prints its path.

Looked for in this order: the program that ``WENDEKREIS_CHROMIUM`` names; one on the path; the one that
Playwright downloaded. If there is none, the command installs one: Debian's package if we are root there,
else Playwright's own download.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

__all__ = ["FLAGS", "find", "install"]

NAMES = ("chromium", "chromium-browser", "google-chrome-stable", "google-chrome", "chrome")
MAC = Path("/Applications/Google Chrome.app/Contents/MacOS/Google Chrome")

OFF = (
    # Two pages of the browser's own for its address bar, which it loads anew beside every page, and which take as long.
    "WebUIOmniboxPopup",
    "WebUIOmniboxAimPopup",
    # The last such flag counts alone: what Playwright turns off stays off.
    "AimEnabled",
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "LensOverlay",
    "MediaRouter",
    "NetworkTimeServiceQuerying",
    "OptimizationHints",
    "PaintHolding",
    "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)
"""What the tests' browser does without."""

FLAGS = (
    "--no-sandbox",  # root in a container has no sandbox to give; the pages are our own
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    f"--disable-features={','.join(OFF)}",
)
"""How the tests start it: as a browser that talks to our server and to nobody else."""


def find() -> str | None:
    """The path of a Chromium or Chrome that is there already, or ``None``."""
    if named := os.environ.get("WENDEKREIS_CHROMIUM"):
        return named
    for name in NAMES:
        if path := shutil.which(name):
            return path
    if MAC.exists():
        return str(MAC)
    return _of_playwright()


def _of_playwright() -> str | None:
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    return path if path and Path(path).exists() else None


def install() -> str | None:
    """Install one and return its path; ``None`` if that can't be done here."""
    if shutil.which("apt-get") and os.geteuid() == 0:
        print("Installing Debian's chromium for the browser tests …", file=sys.stderr)
        apt = ("apt-get", "-o", "Dpkg::Use-Pty=0", "-qq")
        quiet = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        _succeeds([*apt, "update"], quiet)
        _succeeds([*apt, "install", "--yes", "--no-install-recommends", "chromium"], quiet)
        if path := find():
            return path
    print("Downloading Playwright's chromium for the browser tests …", file=sys.stderr)
    if _succeeds([sys.executable, "-m", "playwright", "install", "chromium"], dict(os.environ)):
        return _of_playwright()
    return None


def _succeeds(command: Sequence[str], environment: dict[str, str]) -> bool:
    silent = subprocess.DEVNULL
    return subprocess.run(command, env=environment, stdout=silent, stderr=silent, check=False).returncode == 0


def main() -> int:
    """Print the path, or say in one sentence what to do."""
    path = find() or install()
    if path is None:
        print(
            "The browser tests need Chromium, and neither Debian's package nor Playwright's download could "
            "be had: install Chromium or Chrome, or name one with WENDEKREIS_CHROMIUM=/path/to/chromium.",
            file=sys.stderr,
        )
        return 1
    print(path)
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
