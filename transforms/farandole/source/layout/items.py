"""Changes of what stands between brackets and commas: the arguments of calls, the elements of displays."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence

from farandole.source.document import Document
from farandole.source.edits import Edit
from farandole.source.layout.expressions import is_bare_tuple, outer_span
from farandole.source.lexical import Span, after_trivia

__all__ = ["add_argument", "insert_element", "remove_argument"]


def add_argument(document: Document, call: ast.Call, text: str, first: bool = False) -> tuple[Edit, ...]:
    """Gives `call` the argument `text`: last of its kind, or `first` of it.

    A keyword stands before `**` arguments, a positional argument before all keywords.
    """
    new = ast.parse(f"_({text})", mode="eval").body
    assert isinstance(new, ast.Call)
    arguments = sorted((*call.args, *call.keywords), key=lambda argument: document.span(argument).start)
    keyword = next((index for index, each in enumerate(arguments) if isinstance(each, ast.keyword)), len(arguments))
    last_positional = max((index + 1 for index, each in enumerate(arguments) if isinstance(each, ast.expr)), default=0)
    unpacking = next((index for index, each in enumerate(arguments) if _is_unpacking(each)), len(arguments))
    if new.args:
        index = 0 if first else keyword
    else:
        index = last_positional if first else max(unpacking, last_positional)
    spans = [_span(document, each) for each in arguments]
    open_end = _open_end(document, call)
    edits: tuple[Edit, ...] = ()
    if spans and spans[0].start < open_end:
        spans = [Span(open_end, spans[0].end - 1)]
        length = spans[0].end - open_end
        opening = Edit(open_end, open_end, "(", once=True, reach=length)
        closing = Edit(spans[0].end, spans[0].end, ")", once=True, reach=-length)
        edits = (opening, closing)
    layer = -1 if new.args else 0
    return edits + _insert(document, Span(open_end, document.span(call).end - 1), spans, index, text, layer)


def remove_argument(document: Document, call: ast.Call, argument: ast.expr | ast.keyword) -> tuple[Edit, ...]:
    """Removes `argument` from `call`, with its comma, and with its line and comment where it has a line for itself."""
    span = _span(document, argument)
    if span.start == _open_end(document, call) - 1:
        span = Span(span.start + 1, span.end - 1)
    edits = [Edit(*span, "", once=True, reach=1, trim="item")]
    comment = re.compile(r"([ \t]*,?)([ \t]*#[^\r\n]*)").match(document.source, span.end)
    if comment is not None and _opens_line(document, span.start):
        edits.append(Edit(comment.start(2), comment.end(2), "", once=True))
    return tuple(edits)


def insert_element(
    document: Document, display: ast.List | ast.Tuple | ast.Set, index: int, text: str
) -> tuple[Edit, ...]:
    """Puts `text` before the element number `index` of `display`, or last if it has not so many."""
    span = document.span(display)
    spans = [outer_span(document, element) for element in display.elts]
    if isinstance(display, ast.Tuple) and is_bare_tuple(document, display):
        if index == 0:
            # The statement may begin here too: the reach tells that the text is inside of it.
            return (Edit(span.start, span.start, f"{text}, ", reach=spans[0].end - span.start + 1, binds=True),)
        return _insert(document, span, spans, index, text)
    if not spans and isinstance(display, ast.Tuple):
        return (Edit(span.start + 1, span.start + 1, f"{text},", glue=" "),)
    return _insert(document, Span(span.start + 1, span.end - 1), spans, index, text)


def _insert(
    document: Document, inside: Span, spans: Sequence[Span], index: int, text: str, layer: int = 0
) -> tuple[Edit, ...]:
    """Put `text` before the item number `index` of those at `spans`, which stand `inside` of brackets."""
    if not spans:
        return (Edit(inside.start, inside.start, text, layer, glue=", "),)
    a_line_each = all(_opens_line(document, span.start) for span in spans[len(spans) > 1 :])
    if index < len(spans):
        at = spans[index].start
        separator = f",{document.newline}{_margin(document, at)}" if a_line_each and _opens_line(document, at) else ", "
        return (Edit(at, at, text + separator, layer),)
    end = spans[-1].end
    reach = spans[-1].start - end - 1
    comma = after_trivia(document.source, end)
    has_comma = comma < inside.end and document.source[comma] == ","
    if not a_line_each:
        if has_comma:
            return (Edit(comma + 1, comma + 1, f" {text}", layer, reach=spans[-1].start - comma - 1, glue=","),)
        return (Edit(end, end, f", {text}", layer, reach=reach),)
    margin = document.newline + _margin(document, spans[-1].start)
    line_end = re.compile(r"[^\r\n]*").match(document.source, comma + 1 if has_comma else end)
    assert line_end is not None
    if line_end.end() >= inside.end or not (has_comma or "#" in line_end.group()):
        return (Edit(end, end, f",{margin}{text}", layer, reach=reach),)
    lead = () if has_comma else (Edit(end, end, ",", once=True, reach=reach),)
    return (*lead, Edit(line_end.end(), line_end.end(), f"{margin}{text},", layer))


def _is_unpacking(argument: ast.expr | ast.keyword) -> bool:
    return isinstance(argument, ast.keyword) and argument.arg is None


def _span(document: Document, argument: ast.expr | ast.keyword) -> Span:
    """The span of an argument, parentheses of its own included."""
    if isinstance(argument, ast.keyword):
        return Span(document.span(argument).start, outer_span(document, argument.value).end)
    return outer_span(document, argument)


def _open_end(document: Document, call: ast.Call) -> int:
    """The end of the parenthesis that opens the arguments."""
    at = after_trivia(document.source, document.span(call.func).end)
    while document.source[at] == ")":
        at = after_trivia(document.source, at + 1)
    return at + 1


def _opens_line(document: Document, offset: int) -> bool:
    line, column = document.position(offset)
    return line > 1 and not document.source[offset - column : offset].strip()


def _margin(document: Document, offset: int) -> str:
    _, column = document.position(offset)
    return document.source[offset - column : offset]
