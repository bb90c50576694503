"""Addresses of documents, and the paths under which the engine knows them."""

from __future__ import annotations

from pathlib import Path
from urllib.parse import quote, unquote, urlsplit

from farandole.source import real
from pygls.uris import to_fs_path

UNSAVED = Path("/unsaved documents")
"""The folder in which documents are put that are no files yet; nothing is read from it or written to it."""


def path_of(uri: str) -> Path | None:
    """Give the path of a document, links followed as the engine does; None for schemes that are not read."""
    scheme = urlsplit(uri).scheme
    if scheme == "file":
        name = to_fs_path(uri)
        return real(Path(name)) if name else None
    if scheme == "untitled":
        return UNSAVED / quote(unquote(uri.partition(":")[2]), safe="")
    return None


def key_of(uri: str) -> str:
    """Give what is the same for all spellings of an address."""
    return unquote(uri)
