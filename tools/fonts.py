"""Make the client's fonts: letters, weights and features that the pages use, of the fonts that fontsource publishes.

    cd tools/assets && npm install && npm run fonts

Each of the three is about half of what it was. A letter that no text of ours has is not in them; it is drawn in the
next font of the list, and a test tells when a text has got such a letter: run this again.
"""

import shutil
from collections.abc import Iterator
from pathlib import Path

from fontTools.subset import Options, Subsetter
from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont

__all__ = ["FONTS", "letters"]

ROOT = Path(__file__).parents[1]
PUBLISHED = ROOT / "tools/assets/node_modules/@fontsource-variable"
PACKAGE = ROOT / "src/wendekreis"
FONTS = PACKAGE / "web/client/fonts"

ALWAYS = "".join(map(chr, range(32, 127))) + "\u00a0ÄÖÜäöüßéèêáàçñ„“”‚‘’–—…·•×−±°½"
"""What any page may come to need: numbers, what is typed, German, a name from next door, and marks."""

WEIGHTS: dict[str, tuple[str, tuple[int, int] | int]] = {
    "vollkorn.woff2": ("vollkorn/files/vollkorn-latin-wght-normal.woff2", (400, 700)),
    "vollkorn-italic.woff2": ("vollkorn/files/vollkorn-latin-wght-italic.woff2", 400),  # the globe's labels
    "commissioner.woff2": ("commissioner/files/commissioner-latin-wght-normal.woff2", (400, 700)),
}
"""Each font's source, and the weights that the style sheets ask for; ``css/fonts.css`` says the same."""

FEATURES = ["calt", "ccmp", "kern", "liga", "lnum", "locl", "mark", "mkmk", "pnum", "rvrn", "tnum"]


def letters() -> set[str]:
    """Every character of the pages: of texts, rules, games, and the client's own files."""
    return set(ALWAYS).union(*(file.read_text(encoding="utf-8") for file in _texts())) - {"\n", "\t"}


def _texts() -> Iterator[Path]:
    yield from (PACKAGE / "web/texts").rglob("*.*")
    yield from (PACKAGE / "games").glob("*.py")
    for kind in ("*.js", "*.css", "*.html"):
        yield from (PACKAGE / "web/client").rglob(kind)


def _make(source: Path, target: Path, weights: tuple[int, int] | int) -> None:
    font = TTFont(source)
    options = Options()
    options.layout_features = FEATURES
    options.flavor = "woff2"
    options.name_IDs = [0, 1, 2, 3, 4, 5, 6, 13, 14]  # whose it is, and under which licence
    options.notdef_outline = True
    options.hinting = False
    chosen = Subsetter(options)
    chosen.populate(text="".join(letters()))
    chosen.subset(font)
    instantiateVariableFont(font, {"wght": weights}, inplace=True)
    font.flavor = "woff2"
    font.save(target)


def main() -> None:
    """Make all three, and say how large they are; their licences go beside them."""
    for name, (source, weights) in WEIGHTS.items():
        _make(PUBLISHED / source, FONTS / name, weights)
        print(f"{name:24}{(PUBLISHED / source).stat().st_size:7} bytes, now {(FONTS / name).stat().st_size:6}")
    for name in ("Vollkorn", "Commissioner"):
        shutil.copyfile(PUBLISHED / name.lower() / "LICENSE", FONTS / f"OFL-{name}.txt")


if __name__ == "__main__":
    main()
