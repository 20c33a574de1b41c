"""Make the icons of an installed page, ``client/icons/*.png``, from the globe of ``icon.svg``.

Run from the checkout: ``.venv/bin/python -m tools.icons``. A browser draws them; with Pillow installed they come out
smaller.
"""

import importlib
from pathlib import Path

from playwright.sync_api import sync_playwright

from tools.chromium import FLAGS, find

ICONS = Path(__file__).parent.parent / "src" / "wendekreis" / "web" / "client" / "icons"
SEA = "#e3eae7"

WANTED = {
    "icon-192": (192, 1.0, ""),
    "icon-512": (512, 1.0, ""),
    "maskable-512": (512, 0.74, SEA),
    "apple-touch-180": (180, 0.84, SEA),
}
"""By name: size in pixels, which share of it the globe takes, and the ground. A maskable icon may lose its corners."""


def main() -> None:
    """Draw all of them."""
    globe = (ICONS / "icon.svg").read_text(encoding="utf-8")
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=find(), args=list(FLAGS))
        for name, (size, share, ground) in WANTED.items():
            page = browser.new_page(viewport={"width": size, "height": size})
            page.set_content(
                "<style>html,body{margin:0;height:100%;display:grid;place-items:center}"
                f"html{{background:{ground or 'transparent'}}}"
                f"svg{{width:{size * share}px;height:{size * share}px}}</style>{globe}"
            )
            file = ICONS / f"{name}.png"
            page.screenshot(path=file, omit_background=not ground)
            page.close()
            shrink(file)
        browser.close()


def shrink(file: Path) -> None:
    """Give an icon a palette with its transparency, if Pillow is there."""
    try:
        image = importlib.import_module("PIL.Image")
    except ImportError:
        return
    with image.open(file) as full:
        full.convert("RGBA").quantize(64, method=image.Quantize.FASTOCTREE).save(file, optimize=True)


if __name__ == "__main__":
    main()
