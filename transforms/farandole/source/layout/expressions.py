"""Changes of expressions: text around them and in their place, with the parentheses that it takes."""

from __future__ import annotations

import ast
import re

from farandole.source.document import Document
from farandole.source.edit import Edit, EditConflict
from farandole.source.layout.precedence import Precedence, demanded, precedence
from farandole.source.lexical import Span, after_trivia

__all__ = ["is_bare_tuple", "outer_span", "refuse_format", "replace", "wrap"]

_TRIPLE_QUOTED = re.compile(r"\w*(?:\"\"\"|''')")
_ENDS_NAME = re.compile(r"[\w\]]")
_NEXT_LINK = re.compile(r"(?P<margin>[ \t]*(?:\r\n|\r|\n)[ \t]*)(?=\.)")
_HOLE = "_farandole_hole"


def replace(document: Document, node: ast.AST, text: str) -> tuple[Edit, ...]:
    """Put `text` in the place of `node`, in parentheses if it would bind otherwise."""
    refuse_format(document, node, text)
    span = document.span(node)
    if isinstance(node, ast.expr) and outer_span(document, node) == span:
        if _is_bare_generator(document, node):
            span = Span(span.start + 1, span.end - 1)
        if _binds_looser(_expression(text), max(Precedence.TEST, demanded(document.parent(node), node))):
            text = f"({text})"
    expression = _expression(text)
    binds = expression is not None and precedence(expression) < Precedence.ATOM
    return (Edit(*span, _spaced(document, span, text), binds=binds),)


def wrap(
    document: Document, node: ast.expr, before: str, after: str, operator: type[ast.AST] | None = None
) -> tuple[Edit, ...]:
    """Put `before` and `after` around `node`, by insertions only, so that edits within it go together with this one.

    Parentheses are put around the node where the new text binds tighter than it, and around the whole where what is
    around it binds tighter than the new text. `operator` is the operator of which the node becomes an operand, if any.
    A link of a chain has a line of its own where the one behind it has.

    Raises ValueError if `before`, an expression and `after` are no expression together, EditConflict in an f-string
    that cannot hold the text.
    """
    refuse_format(document, node, before + after)
    if isinstance(node, ast.Starred) or not isinstance(getattr(node, "ctx", ast.Load()), ast.Load):
        raise ValueError("only a value can be part of another expression")
    template = _expression(before + _HOLE + after)
    hole = next((each for each in ast.walk(template or node) if isinstance(each, ast.Name) and each.id == _HOLE), None)
    if template is None or hole is None:
        raise ValueError(f"{before}…{after} is no expression")
    around = next((each for each in ast.walk(template) if hole in ast.iter_child_nodes(each)), None)
    if operator is not None and not any(isinstance(each, operator) for each in ast.walk(template)):
        raise ValueError(f"{before}…{after} has no operator {operator.__name__}")
    span = outer_span(document, node)
    needed = Precedence.LIST if around is None else demanded(around, hole)
    if span == document.span(node) and _needs_parentheses(document, node, needed):
        before, after = before + "(", ")" + after
    if _is_bare_generator(document, node):
        span = Span(span.start + 1, span.end - 1)
        before, after = (before + "(", ")" + after) if not before.endswith("((") else (before, after)
    elif _binds_looser(template, demanded(document.parent(node), node)):
        before, after = "(" + before, after + ")"
    before, after = _spaced_around(document, span, before, after)
    link = _NEXT_LINK.match(document.source, span.end)
    if link is not None and not before and after.startswith("."):
        after = link.group("margin") + after
    length = span.end - span.start
    binds = precedence(template) < Precedence.ATOM or needed > Precedence.TEST
    edits = (
        Edit(span.start, span.start, before, reach=length, binds=binds and not after),
        Edit(span.end, span.end, after, reach=-length, binds=binds),
    )
    return tuple(edit for edit in edits if edit.text)


def enlist(document: Document, node: ast.expr, before: str = "", after: str = "") -> tuple[Edit, ...]:
    """Make `node`, between `before` and `after`, the only item of a list: once, however many want it."""
    start, end = outer_span(document, node)
    length = end - start
    edits = (
        Edit(start, start, "[", layer=4, once=True, reach=length),
        Edit(start, start, before, layer=1, once=True, reach=length),
        Edit(end, end, after, layer=1, once=True, reach=-length),
        Edit(end, end, "]", layer=4, once=True, reach=-length),
    )
    return tuple(edit for edit in edits if edit.text)


def add_item(document: Document, node: ast.expr, item: str, *, first: bool) -> tuple[Edit, ...]:
    """Put an item before `node` in the list that `enlist` makes of it, `first` before what others put there."""
    start, end = outer_span(document, node)
    return (Edit(start, start, f"{item}, ", layer=3 if first else 2, reach=end - start),)


def outer_span(document: Document, node: ast.AST) -> Span:
    """Give the span of `node` with all parentheses of its own around it."""
    span = document.span(node)
    if not isinstance(node, ast.expr):
        return span
    parent = document.parent(node)
    closing = document.span(parent).end - 1 if isinstance(parent, ast.Call) and node is not parent.func else -1
    while True:
        start = document.lexis.before_trivia(span.start) - 1
        end = after_trivia(document.source, span.end)
        if start < 0 or document.source[start] != "(" or document.source[end : end + 1] != ")" or end == closing:
            return span
        before = document.lexis.before_trivia(start)
        if isinstance(parent, ast.ClassDef) and _ENDS_NAME.match(document.source[before - 1 : before]):
            return span  # the parentheses around the bases; those of a decorator follow an `@`
        span = Span(start, end + 1)


def _needs_parentheses(document: Document, node: ast.expr, needed: Precedence) -> bool:
    """Tell whether `node`, which has no parentheses, needs them where an expression must bind as `needed`."""
    match node:
        case ast.Tuple():
            return is_bare_tuple(document, node)
        case ast.NamedExpr() | ast.Yield() | ast.YieldFrom():
            return True
        case ast.Constant(value=int()) if document.segment(node)[0].isdigit():
            return needed is Precedence.ATOM
        case ast.Constant() | ast.JoinedStr() if needed > Precedence.TEST:
            # Strings of several lines read as one operand only in parentheses.
            return node.lineno != node.end_lineno and _TRIPLE_QUOTED.match(document.segment(node)) is None
    return precedence(node) < needed


def is_bare_tuple(document: Document, node: ast.Tuple) -> bool:
    """Tell whether a tuple has no parentheses."""
    return bool(node.elts) and outer_span(document, node.elts[0]).start == document.span(node).start


def _is_bare_generator(document: Document, node: ast.AST) -> bool:
    """Tell whether a generator expression is the only argument of a call, and its parentheses are those of the call."""
    if not isinstance(node, ast.GeneratorExp):
        return False
    parent = document.parent(node)
    return (
        isinstance(parent, ast.Call)
        and node is not parent.func
        and document.span(parent).end == document.span(node).end
    )


def _binds_looser(expression: ast.expr | None, needed: Precedence) -> bool:
    return expression is not None and precedence(expression) < needed


def _expression(text: str) -> ast.expr | None:
    try:
        return ast.parse(text.strip(), mode="eval").body
    except SyntaxError:
        return None


def _spaced(document: Document, span: Span, text: str) -> str:
    """Give `text` with spaces where it would run into a word beside `span`."""
    before, after = _spaced_around(document, span, text, text)
    return before[: len(before) - len(text)] + after


def _spaced_around(document: Document, span: Span, before: str, after: str) -> tuple[str, str]:
    if _is_word(before[:1]) and _is_word(document.source[span.start - 1 : span.start] if span.start else ""):
        before = " " + before
    if _is_word(after[-1:]) and _is_word(document.source[span.end : span.end + 1]):
        after += " "
    return before, after


def _is_word(character: str) -> bool:
    return character == "_" or character.isalnum()


def refuse_format(document: Document, node: ast.AST, text: str) -> None:
    """Raise EditConflict if `node` is within an f-string that cannot hold `text`, or does not tell where `node` is."""
    if not any(isinstance(parent, ast.JoinedStr) for parent in document.ancestors(node)):
        return
    line, _ = document.position(document.span(node).start)
    if any(character in text for character in "'\"\\#{}\r\n:!"):
        raise EditConflict(f"{document.path}:{line}: the f-string cannot hold {text!r}")
    found = _expression(document.segment(node))
    if found is None or ast.dump(found) != ast.dump(node):
        raise EditConflict(f"{document.path}:{line}: the place of an expression in an f-string is not known")
