"""Changes of what stands between brackets and commas: the arguments of calls, the elements of displays."""

from __future__ import annotations

import ast
import re
from collections.abc import Sequence
from dataclasses import dataclass

from farandole.source.document import Document
from farandole.source.edit import Edit
from farandole.source.layout.expressions import is_bare_tuple, outer_span, refuse_format
from farandole.source.lexical import SPACES, Span, after_trivia

__all__ = ["add_argument", "insert_element", "remove_argument", "with_comments"]

_COMMENT = re.compile(r"[ \t]*,?([ \t]*#[^\r\n]*)")
_REST = re.compile(r"[^\r\n#]*(#)?[^\r\n]*")


def add_argument(document: Document, call: ast.Call, text: str, first: bool = False) -> tuple[Edit, ...]:
    """Give `call` the argument `text`: last of its kind, or `first` of it.

    A keyword stands before `**` arguments, a positional argument before all keywords.
    """
    refuse_format(document, call, text)
    new = ast.parse(f"_({text})", mode="eval").body
    assert isinstance(new, ast.Call)
    arguments = _arguments(document, call)
    keyword = next((index for index, each in enumerate(arguments) if isinstance(each, ast.keyword)), len(arguments))
    unpacking = next((index for index, each in enumerate(arguments) if _is_unpacking(each)), len(arguments))
    positional_end = max((index + 1 for index, each in enumerate(arguments) if isinstance(each, ast.expr)), default=0)
    places = (0, keyword) if new.args else (positional_end, unpacking)
    spans = [_span(document, each) for each in arguments]
    inside = Span(_open_end(document, call), document.span(call).end - 1)
    edits: tuple[Edit, ...] = ()
    if spans and spans[0].start < inside.start:
        # The parentheses of the only argument, a generator expression, are those of the call.
        spans = [inside]
        edits = (
            Edit(inside.start, inside.start, "(", once=True, reach=inside.end - inside.start),
            Edit(inside.end, inside.end, ")", once=True, reach=inside.start - inside.end),
        )
    items = _Items(document, inside, spans, layer=-1 if new.args else 0)
    return edits + _inserted(items, places[0 if first else 1], text)


def remove_argument(document: Document, call: ast.Call, argument: ast.expr | ast.keyword) -> tuple[Edit, ...]:
    """Remove `argument` from `call`, with its comma, and with its line and comment where it has a line for itself."""
    refuse_format(document, call, "")
    span = _span(document, argument)
    if span.start == _open_end(document, call) - 1:
        span = Span(span.start + 1, span.end - 1)
    edits = [Edit(*span, "", once=True, reach=1, trim="item")]
    comment = _COMMENT.match(document.source, span.end)
    if comment is not None and _opens_line(document, span.start):
        edits.append(Edit(comment.start(1), comment.end(1), "", once=True))
    return tuple(edits)


def insert_element(
    document: Document, display: ast.List | ast.Tuple | ast.Set, index: int, text: str
) -> tuple[Edit, ...]:
    """Put `text` before the element number `index` of `display`, or last if it has not so many."""
    refuse_format(document, display, text)
    span = document.span(display)
    spans = [outer_span(document, element) for element in display.elts]
    if isinstance(display, ast.Tuple) and is_bare_tuple(document, display):
        if index == 0:
            # The statement may begin here too: the reach tells that the text is inside of it.
            return (Edit(span.start, span.start, f"{text}, ", reach=spans[0].end - span.start + 1, binds=True),)
        return _inserted(_Items(document, span, spans), index, text)
    if not spans and isinstance(display, ast.Tuple):
        return (Edit(span.start + 1, span.start + 1, f"{text},", glue=" "),)
    return _inserted(_Items(document, Span(span.start + 1, span.end - 1), spans), index, text)


@dataclass(frozen=True)
class _Items:
    """Items with commas between them: where each stands, and all of them between their brackets."""

    document: Document
    inside: Span
    spans: Sequence[Span]
    layer: int = 0

    @property
    def is_line_each(self) -> bool:
        """Whether each item begins a line, or all but the first of several."""
        return all(_opens_line(self.document, span.start) for span in self.spans[len(self.spans) > 1 :])


def _inserted(items: _Items, index: int, text: str) -> tuple[Edit, ...]:
    """Put `text` before the item number `index`, or last."""
    if not items.spans:
        return (Edit(items.inside.start, items.inside.start, text, items.layer, glue=", "),)
    if index >= len(items.spans):
        return _appended(items, text)
    at = items.spans[index].start
    if items.is_line_each and _opens_line(items.document, at):
        at = with_comments(items.document, at, items.spans[index - 1].end if index else items.inside.start)
    if items.is_line_each and _opens_line(items.document, at):
        return (Edit(at, at, f"{text},{_line_end(items.document, at)}", items.layer),)
    return (Edit(at, at, f"{text}, ", items.layer),)


def with_comments(document: Document, at: int, after: int) -> int:
    """Give the start of an item at `at`, or of the comments on lines of their own right above it, behind `after`."""
    line, _ = document.position(at)
    while line > 1 and (above := document.offset(line - 1, 0)) > after:
        text = document.source[above : document.offset(line, 0)]
        if not text.lstrip().startswith("#"):
            break
        at = above + len(text) - len(text.lstrip())
        line -= 1
    return at


def _appended(items: _Items, text: str) -> tuple[Edit, ...]:
    """Put `text` after the last item, so that another one can follow."""
    source = items.document.source
    start, end = items.spans[-1]
    comma = after_trivia(source, end)
    has_comma = comma < items.inside.end and source[comma] == ","
    if not items.is_line_each:
        if has_comma:
            return (Edit(comma + 1, comma + 1, f" {text}", items.layer, reach=start - comma - 1, glue=","),)
        return (Edit(end, end, f", {text}", items.layer, reach=start - end - 1),)
    separator = _line_end(items.document, start)
    rest = _REST.match(source, comma + 1 if has_comma else end)
    assert rest is not None
    if rest.end() >= items.inside.end or not (has_comma or rest.group(1)):
        return (Edit(end, end, f",{separator}{text}", items.layer, reach=start - end - 1),)
    lead = () if has_comma else (Edit(end, end, ",", once=True, reach=start - end - 1),)
    return (*lead, Edit(rest.end(), rest.end(), f"{separator}{text},", items.layer))


def _arguments(document: Document, call: ast.Call) -> list[ast.expr | ast.keyword]:
    arguments: list[ast.expr | ast.keyword] = [*call.args, *call.keywords]
    return sorted(arguments, key=lambda argument: document.span(argument).start)


def _is_unpacking(argument: ast.expr | ast.keyword) -> bool:
    return isinstance(argument, ast.keyword) and argument.arg is None


def _span(document: Document, argument: ast.expr | ast.keyword) -> Span:
    """Give the span of an argument, parentheses of its own included."""
    if isinstance(argument, ast.keyword):
        return Span(document.span(argument).start, outer_span(document, argument.value).end)
    return outer_span(document, argument)


def _open_end(document: Document, call: ast.Call) -> int:
    """Give the end of the parenthesis that opens the arguments."""
    at = after_trivia(document.source, document.span(call.func).end)
    while document.source[at] == ")":
        at = after_trivia(document.source, at + 1)
    return at + 1


def _opens_line(document: Document, offset: int) -> bool:
    line, column = document.position(offset)
    return line > 1 and not document.source[offset - column : offset].strip(SPACES)


def _line_end(document: Document, offset: int) -> str:
    """Give a line end and the blanks before what begins a line at `offset`."""
    _, column = document.position(offset)
    return document.newline + document.source[offset - column : offset]
