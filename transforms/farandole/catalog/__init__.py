"""What is known about libraries, as data: which names are optimizers, models or writers, and how they are called."""

from __future__ import annotations

from farandole.catalog.entries import Catalog, Entry
from farandole.catalog.loader import load
from farandole.catalog.tables import CatalogError

__all__ = ["Catalog", "CatalogError", "Entry", "load"]
