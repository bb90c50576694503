"""A hook of MkDocs: an entry of the navigation that is a folder stands for the pages of the folder."""

from __future__ import annotations

from pathlib import Path
from typing import Any


def on_config(config: Any) -> Any:
    """Put the pages in place of the folders."""
    config.nav = _expanded(config.nav, Path(config.docs_dir))
    return config


def _expanded(nav: Any, docs: Path) -> Any:
    """Give a part of the navigation with its folders expanded; a list takes the pages of its folders into itself."""
    if isinstance(nav, dict):
        return {title: _expanded(inner, docs) for title, inner in nav.items()}
    if isinstance(nav, list):
        parts = [_expanded(entry, docs) for entry in nav]
        return [page for part in parts for page in (part if isinstance(part, list) else [part])]
    return _pages(docs / nav, docs) if nav.endswith("/") else nav


def _pages(folder: Path, docs: Path) -> list[str]:
    """Give the pages of a folder, its index first."""
    paths = sorted(folder.glob("*.md"), key=lambda path: (path.stem not in ("README", "index"), path.name))
    return [path.relative_to(docs).as_posix() for path in paths]
