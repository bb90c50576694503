"""Edits that know Python's statements and expressions and keep a file's own layout.

Each function gives the edits for one change of a document. What several of them change together is known only to the
`EditSet` that holds them all. `lines` are lines of Python with levels of four spaces; they get the file's own
indentation and line ends.
"""

from farandole.source.layout.expressions import add_item, enlist, replace, wrap
from farandole.source.layout.items import add_argument, insert_element, remove_argument, with_comments
from farandole.source.layout.statements import (
    add_comment,
    delete,
    guard,
    insert_after,
    insert_after_imports,
    insert_at_top,
    insert_before,
    nest,
    replace_statement,
)

__all__ = [
    "add_argument",
    "add_comment",
    "add_item",
    "delete",
    "enlist",
    "guard",
    "insert_after",
    "insert_after_imports",
    "insert_at_top",
    "insert_before",
    "insert_element",
    "nest",
    "remove_argument",
    "replace",
    "replace_statement",
    "with_comments",
    "wrap",
]
