"""Changes of whole statements: lines before, after and instead of them, and conditions around them."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import dropwhile, takewhile

from farandole.source.document import Document
from farandole.source.edit import Edit
from farandole.source.lexical import SPACES, lex

__all__ = [
    "delete",
    "guard",
    "insert_after",
    "insert_after_imports",
    "insert_at_top",
    "insert_before",
    "nest",
    "replace_statement",
]


def insert_before(
    document: Document, stmt: ast.stmt, lines: Sequence[str], layer: int = 0, once: bool = False
) -> tuple[Edit, ...]:
    """Put `lines` before `stmt`, and outside of conditions that are put around it."""
    place = _place(document, stmt, stmt, before=True)
    laid_out = _laid_out(document, lines, place.margin)
    # Blank lines go before the margin of the statement, so that they stay blank.
    blank = () if place.room else tuple(takewhile(lambda line: not line, laid_out))
    line_start = document.lexis.row(place.start).start
    text = document.newline.join((*laid_out[len(blank) :], place.margin)).removeprefix(place.margin)
    edits = (
        Edit(line_start, line_start, document.newline * len(blank), layer, once),
        Edit(place.start, place.start, text, layer, once),
    )
    return (*place.room, *(edit for edit in edits if edit.text))


def insert_after(
    document: Document, stmt: ast.stmt, lines: Sequence[str], layer: int = 0, once: bool = False
) -> tuple[Edit, ...]:
    """Put `lines` after `stmt` and the comment on its last line, and outside of conditions that are put around it."""
    place = _place(document, stmt, stmt, after=True)
    text = "".join(document.newline + line for line in _laid_out(document, lines, place.margin))
    return (*place.room, Edit(place.end, place.end, text, layer, once, reach=place.start - place.end - 2))


def add_comment(document: Document, node: ast.AST, text: str) -> tuple[Edit, ...]:
    """Put the comment `text` at the end of the line on which `node` begins; nothing where none can stand there."""
    line, _ = document.position(document.span(node).start)
    end = document.offset(line, len(document.text))
    continued = document.text[:end].endswith("\\") and end not in document.lexis.comments
    return () if continued or document.lexis.in_string(end) else (Edit(end, end, f"  # {text}"),)


def insert_at_top(
    document: Document, owner: ast.AST, lines: Sequence[str], layer: int = 0, once: bool = True
) -> tuple[Edit, ...]:
    """Put `lines` first into the body of `owner`, after its docstring and `__future__` imports."""
    body: list[ast.stmt] = getattr(owner, "body", [])
    last = None
    for stmt in body:
        if not (_is_docstring(stmt, body) or _is_future(stmt)):
            break
        last = stmt
    if last is not None:
        return insert_after(document, last, lines, layer, once)
    if body:
        return insert_before(document, body[0], lines, layer, once)
    return _insert_into_nothing(document, lines, layer, once)


def insert_after_imports(
    document: Document,
    lines: Sequence[str],
    layer: int = 0,
    once: bool = True,
    group: ast.stmt | None = None,
) -> tuple[Edit, ...]:
    """Put `lines` after the last import of the module's leading group, or of the one that `group` begins, in its block.

    A group is a run of imports, of `try` statements that begin with one and of `if` statements with nothing else, such
    as `if TYPE_CHECKING`. Statement `group` may be anything. Without imports the place is the top of the module.
    """
    body = document.tree.body if group is None else document.block(group)
    stmts = [stmt for stmt in body if not _is_docstring(stmt, body)]
    if group is not None:
        stmts = list(dropwhile(lambda stmt: stmt is not group, stmts))
    found = [*stmts[: group is not None], *takewhile(_is_import, stmts[group is not None :])]
    if not found:
        return insert_at_top(document, document.tree, lines, layer, once)
    return insert_after(document, found[-1], lines, layer, once)


def replace_statement(document: Document, stmt: ast.stmt, lines: Sequence[str]) -> tuple[Edit, ...]:
    """Put `lines` in the place of `stmt`; the comment behind a simple statement stays."""
    fits = _is_simple(lines)
    place = _place(document, stmt, stmt, before=not fits, after=not fits)
    text = document.newline.join(_laid_out(document, lines, place.margin)).removeprefix(place.margin)
    rest = "" if _is_compound(stmt) else document.text[document.span(stmt).end : place.end]
    return (*place.room, Edit(place.start, place.end, text + rest, reach=1))


def delete(document: Document, stmt: ast.stmt) -> tuple[Edit, ...]:
    """Remove `stmt` with its lines and the comment on the last one; a block that becomes empty gets `pass`."""
    if document.is_elif(stmt):
        place = _place(document, stmt, stmt)
        start = document.span(stmt).start
        return (Edit(start, place.end, "", once=True, reach=1, trim="line"),)
    alone = len(document.block(stmt)) == 1
    place = _place(document, stmt, stmt, before=not alone, after=not alone)
    return (*place.room, Edit(place.start, place.end, "", once=True, reach=1, trim="line"))


def guard(document: Document, stmts: Sequence[ast.stmt], condition: str) -> tuple[Edit, ...]:
    """Put consecutive statements of one block under `if condition:`; ValueError if they are not that."""
    return nest(document, stmts, f"if {condition}:")


def nest(document: Document, stmts: Sequence[ast.stmt], header: str) -> tuple[Edit, ...]:
    """Put consecutive statements of one block below a line such as `with lock:`; ValueError if they are not that."""
    if not stmts:
        raise ValueError("there is no statement to nest")
    block = document.block(stmts[0])
    first = block.index(stmts[0])
    if block[first : first + len(stmts)] != list(stmts):
        raise ValueError("the statements to nest do not follow each other")
    place = _place(document, stmts[0], stmts[-1], before=True, after=True)
    inside = place.end - document.span(stmts[-1]).start + 1
    text = f"{header}{document.newline}{place.margin}{document.indent}"
    reach = place.end - place.start + 1
    return (*place.room, Edit(place.start, place.start, text, once=True, reach=reach, deepens=(place.end, inside)))


@dataclass(frozen=True)
class _Place:
    """Where statements stand once the edits `room` have given them lines of their own, and the margin of these."""

    start: int
    end: int
    margin: str
    room: tuple[Edit, ...]


_MARGIN = re.compile(r"[ \t\f]*")
_BLANK = r"(?:[ \t\f]|\\(?:\r\n|\r|\n))*"
_REST = re.compile(rf"{_BLANK}(?:;{_BLANK})?(?:#[^\r\n]*)?(?=[\r\n]|\Z)")
_COMMENT_LINE = re.compile(r"(?:\r\n|\r|\n)([ \t\f]*)(#[^\r\n]*)?(?=[\r\n]|\Z)")


def _place(document: Document, first: ast.stmt, last: ast.stmt, before: bool = False, after: bool = False) -> _Place:
    """Give the place of statements of one block, with a line end `before` and `after` them where that is asked."""
    if document.is_elif(first):
        return _place_of_elif(document, first)
    block = document.block(first)
    start = document.span(first).start
    row = document.lexis.row(start)
    margin = _margin(document, row.start)
    room: list[Edit] = []
    head = document.span(block[0]).start
    if document.source[row.start : head].strip(SPACES + "\\") and document.lexis.row(head) == row:
        margin += document.indent
        if before or after:
            room.append(_line_end(document, document.lexis.before_trivia(head), head, margin))
    index = block.index(first)
    if before and index and document.lexis.row(document.span(block[index - 1]).start) == row:
        room.append(_line_end(document, document.span(block[index - 1]).end, start, margin))
    index = block.index(last)
    end = document.span(last).end
    if index + 1 < len(block) and document.lexis.row(following := document.span(block[index + 1]).start).start < end:
        if after:
            room.append(_line_end(document, end, following, margin))
    else:
        end = _last_line_end(document, last)
    return _Place(start, end, margin, tuple(room))


def _place_of_elif(document: Document, stmt: ast.stmt) -> _Place:
    """Give the place of what `elif` leads in, as `else:` and an `if` that is one level deeper."""
    start = document.span(stmt).start
    end = _last_line_end(document, stmt)
    margin = _margin(document, document.lexis.row(start).start)
    text = f"else:{document.newline}{margin}{document.indent}"
    inside = end - start + 3
    lead = Edit(start, start + 2, text, once=True, reach=inside, deepens=(end, inside))
    return _Place(start + 2, end, margin, (lead,))


def _line_end(document: Document, start: int, end: int, margin: str) -> Edit:
    return Edit(start, end, document.newline + margin, once=True)


def _last_line_end(document: Document, stmt: ast.stmt) -> int:
    """Give the end of the last line of `stmt`, or of the comments below it that are deeper than it."""
    end = _end(_REST, document.source, document.span(stmt).end)
    if not _is_compound(stmt):
        return end
    depth = _depth(_margin(document, document.lexis.row(document.span(stmt).start).start))
    below = end
    while (line := _COMMENT_LINE.match(document.source, below)) is not None and line.end() > below:
        below = line.end()
        if line.group(2):
            if _depth(line.group(1)) <= depth:
                break
            end = below
    return end


def _insert_into_nothing(document: Document, lines: Sequence[str], layer: int, once: bool) -> tuple[Edit, ...]:
    """Put `lines` into a module without statements, after its comments."""
    end = len(document.source.rstrip(SPACES))
    text = document.newline.join(_laid_out(document, lines, ""))
    if document.source[end:] or not end:
        at = min(_end(re.compile(r"[ \t\f]*(?:\r\n|\r|\n)?"), document.source, end), len(document.source))
        return (Edit(at, at, text + document.newline, layer, once),)
    return (Edit(end, end, document.newline + text, layer, once),)


def _laid_out(document: Document, lines: Sequence[str], margin: str) -> list[str]:
    """Give `lines`, whose levels are four spaces, as they stand in the document at `margin`."""
    text = "\n".join(lines)
    strings = lex(text)
    found: list[str] = []
    position = 0
    for line in text.split("\n"):
        if strings.in_string(position) or not line.strip():
            found.append(line if strings.in_string(position) else "")
        else:
            levels, rest = divmod(len(line) - len(line.lstrip(" ")), 4)
            found.append(margin + document.indent * levels + " " * rest + line.lstrip(" "))
        position += len(line) + 1
    return found


def _margin(document: Document, line: int) -> str:
    return document.source[line : _end(_MARGIN, document.source, line)].rpartition("\f")[2]


def _depth(margin: str) -> int:
    return len(margin.rpartition("\f")[2].expandtabs())


def _is_docstring(stmt: ast.stmt, body: list[ast.stmt]) -> bool:
    return (
        stmt is body[0]
        and isinstance(stmt, ast.Expr)
        and isinstance(stmt.value, ast.Constant)
        and isinstance(stmt.value.value, str)
    )


def _is_future(stmt: ast.stmt) -> bool:
    return isinstance(stmt, ast.ImportFrom) and stmt.module == "__future__"


def _is_import(stmt: ast.stmt) -> bool:
    match stmt:
        case ast.Import() | ast.ImportFrom():
            return True
        case ast.Try(body=[first, *_]):
            return _is_import(first)
        case ast.If(body=body, orelse=orelse):
            return all(map(_is_import, [*body, *orelse]))
    return False


def _is_simple(lines: Sequence[str]) -> bool:
    """Tell whether `lines` are one simple statement, which may share its line with others."""
    try:
        stmts = ast.parse("\n".join(lines)).body
    except SyntaxError:
        return False
    return len(lines) == 1 and len(stmts) == 1 and not _is_compound(stmts[0])


def _is_compound(stmt: ast.stmt) -> bool:
    return hasattr(stmt, "body") or isinstance(stmt, ast.Match)


def _end(pattern: re.Pattern[str], source: str, position: int) -> int:
    match = pattern.match(source, position)
    return position if match is None else match.end()
