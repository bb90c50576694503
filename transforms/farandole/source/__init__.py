"""Texts of Python programs: their lines and trees, and the edits that change them."""

from farandole.source import layout
from farandole.source.document import (
    NOTEBOOK,
    Document,
    TooLarge,
    UnreadableFile,
    decode,
    ensure_readable,
    ensure_size,
    parse,
    parse_notebook,
    read,
    real,
)
from farandole.source.edit import Edit, EditConflict
from farandole.source.edit_set import EditSet
from farandole.source.lexical import Span
from farandole.source.recovery import SyntaxProblem

__all__ = [
    "NOTEBOOK",
    "Document",
    "Edit",
    "EditConflict",
    "EditSet",
    "Span",
    "SyntaxProblem",
    "TooLarge",
    "UnreadableFile",
    "decode",
    "ensure_readable",
    "ensure_size",
    "layout",
    "parse",
    "parse_notebook",
    "read",
    "real",
]
