"""The catalogue of texts, shared by page and server: flat keys, one file a language."""

import json
from pathlib import Path

from wendekreis.web.assets import Asset, Folder

__all__ = ["LANGUAGES", "TEXTS", "catalogue", "catalogue_asset"]

TEXTS = Path(__file__).parent / "texts"
LANGUAGES = ("de", "en")

_folder = Folder(TEXTS)


def catalogue_asset(lang: str) -> Asset | None:
    """The catalogue of a language as it is sent, or none for a language that there is not."""
    return _folder.get(f"{lang}.json") if lang in LANGUAGES else None


def catalogue(lang: str) -> dict[str, str]:
    """The catalogue of a language: texts by key, with ``{name}`` where a parameter goes.

    Raises:
        KeyError: for a language that there is not.
    """
    asset = catalogue_asset(lang)
    if asset is None:
        raise KeyError(lang)
    texts: dict[str, str] = json.loads(asset.body)
    return texts
