"""Definitions and uses: where each name, attribute and item gets its values, and where names are read."""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from farandole.analysis.scopes import FunctionNode, Scope, parameters
from farandole.source import Document

STATEMENTS = (ast.Assign, ast.AugAssign)
"""The statements that assign a value to a name or attribute, as their only purpose."""

_MEETING_NAMES = (
    ast.stmt,
    ast.Name,
    ast.NamedExpr,
    ast.Lambda,
    ast.comprehension,
    ast.withitem,
    ast.ExceptHandler,
    ast.pattern,
)
"""The nodes that may define a name, an attribute or an item, or use a name."""


@dataclass(frozen=True)
class Definition:
    """A place where a name, an attribute or an item gets a value.

    `target` is the node that names it: a `Name`, `Attribute` or `Subscript`, or the parameter, import, definition,
    handler or pattern.
    """

    document: Document
    target: ast.AST

    @property
    def line(self) -> int:
        """The line on which the target stands."""
        return getattr(self.target, "lineno", 0)


@dataclass(frozen=True)
class Assignment(Definition):
    """A definition by an expression that stands in the text.

    `part` says that the target is given only a part of the value, which stands at `positions` in the tuples that are
    taken apart, if that is known. `by` is what assigns it: a statement, `:=`, a loop, a `with` or a comprehension.
    """

    target: ast.Name | ast.Attribute | ast.Subscript
    value: ast.expr
    part: bool
    positions: tuple[int, ...]
    by: ast.AST


@dataclass(frozen=True, eq=False)
class DefUse:
    """The definitions and uses of a program's files, in the order of the text within each scope.

    `names` and `uses` are told by the scope in which a name is bound, `attributes` by their name alone, and `items` by
    their constant key, as it is written. `of_target` are those of names and attributes.
    """

    names: Mapping[tuple[Scope, str], Sequence[Definition]]
    attributes: Mapping[str, Sequence[Assignment]]
    items: Mapping[str, Sequence[Assignment]]
    uses: Mapping[tuple[Scope, str], Sequence[ast.Name]]
    of_target: Mapping[ast.AST, Definition]

    @classmethod
    def of(cls, documents: Iterable[Document], scopes: Mapping[ast.AST, Scope]) -> DefUse:
        """Collect the definitions and uses of some files, whose scopes are given by their nodes."""
        names: defaultdict[tuple[Scope, str], list[Definition]] = defaultdict(list)
        attributes: defaultdict[str, list[Assignment]] = defaultdict(list)
        items: defaultdict[str, list[Assignment]] = defaultdict(list)
        uses: defaultdict[tuple[Scope, str], list[ast.Name]] = defaultdict(list)
        of_target: dict[ast.AST, Definition] = {}
        for document in documents:
            for node in document.nodes(*_MEETING_NAMES):
                for name, definition in _definitions(document, node):
                    if isinstance(definition, Assignment) and isinstance(definition.target, ast.Subscript):
                        items[name].append(definition)
                        continue
                    of_target[definition.target] = definition
                    if isinstance(definition, Assignment) and isinstance(definition.target, ast.Attribute):
                        attributes[name].append(definition)
                    else:
                        scope = scopes[node if isinstance(definition.target, ast.arg) else document.scope(node)]
                        names[scope.home(name) or scope, name].append(definition)
                if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
                    home = scopes[document.scope(node)].home(node.id)
                    if home is not None:
                        uses[home, node.id].append(node)
        return cls(names, attributes, items, uses, of_target)

    def assigned_in(
        self, document: Document, node: ast.AST, kinds: tuple[type[ast.stmt], ...] = STATEMENTS
    ) -> Iterator[Assignment]:
        """Yield what statements of these kinds assign in a node, in the order of the text."""
        for target in document.within(node):
            found = self.of_target.get(target)
            if isinstance(found, Assignment) and isinstance(found.by, kinds):
                yield found

    def items_in(self, document: Document) -> Iterator[Assignment]:
        """Yield what a file assigns to items with a constant key, key by key."""
        return (each for assigned in self.items.values() for each in assigned if each.document is document)

    def values_in(
        self, document: Document, nodes: Iterable[ast.AST], kinds: tuple[type[ast.stmt], ...] = STATEMENTS
    ) -> dict[str, list[ast.expr]]:
        """Give, by the names that statements of these kinds assign in some nodes, the values that they get."""
        found: dict[str, list[ast.expr]] = {}
        for assignment in (each for node in nodes for each in self.assigned_in(document, node, kinds)):
            if isinstance(assignment.target, ast.Name):
                found.setdefault(assignment.target.id, []).append(assignment.value)
        return found

    def first(self, scope: Scope, name: str) -> int:
        """Give the line on which a scope first binds a name; 0 for a parameter, and where it does not bind it."""
        definitions = self.names.get((scope, name), ())
        if any(isinstance(each.target, ast.arg) for each in definitions):
            return 0
        return min((each.line for each in definitions), default=0)


def given_name(document: Document, value: ast.AST) -> str:
    """Give the name that an assignment gives an expression, also beside others: `a, b = x, y`; else an empty text."""
    match document.parent(value):
        case ast.Assign([ast.Name(name)]):
            return name
        case ast.Tuple(values) as several:
            match document.parent(several):
                case ast.Assign([ast.Tuple(targets)]) if len(targets) == len(values):
                    return next(
                        (
                            target.id
                            for target, each in zip(targets, values, strict=True)
                            if each is value and isinstance(target, ast.Name)
                        ),
                        "",
                    )
    return ""


def _definitions(  # noqa: PLR0912
    document: Document, node: ast.AST
) -> Iterator[tuple[str, Definition]]:
    """Yield the names, attributes and keys of items that a node itself defines."""
    match node:
        case ast.Assign(targets, value):
            for target in targets:
                yield from _targets(document, node, target, value, None)
        case ast.NamedExpr(target, value):
            yield from _targets(document, node, target, value, None)
        case ast.AugAssign(target, _, value) | ast.For(target, value) | ast.AsyncFor(target, value):
            yield from _targets(document, node, target, value, ())
        case ast.comprehension(target, value) | ast.withitem(value, ast.expr() as target):
            yield from _targets(document, node, target, value, ())
        case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.ClassDef(name):
            yield name, Definition(document, node)
        case ast.ExceptHandler(name=str(name)) | ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)):
            yield name, Definition(document, node)
        case ast.MatchMapping(rest=str(name)):
            yield name, Definition(document, node)
        case ast.Import(names):
            for alias in names:
                yield alias.asname or alias.name.partition(".")[0], Definition(document, alias)
        case ast.ImportFrom(names=names):
            for alias in names:
                if alias.name != "*":
                    yield alias.asname or alias.name, Definition(document, alias)
    if isinstance(node, FunctionNode):
        yield from ((parameter.arg, Definition(document, parameter)) for parameter in parameters(node))


def _targets(
    document: Document, by: ast.AST, target: ast.AST, value: ast.expr, positions: tuple[int, ...] | None
) -> Iterator[tuple[str, Definition]]:
    """Yield the names, attributes and keys of a target; `positions` are of a part of the value, None for all of it."""
    match target:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            yield name, Assignment(document, target, value, positions is not None, positions or (), by)
        case ast.Subscript(slice=ast.Constant(key)):
            yield repr(key), Assignment(document, target, value, positions is not None, positions or (), by)
        case ast.Starred(inner):
            yield from _targets(document, by, inner, value, None if positions is None else ())
        case ast.Tuple(elements) | ast.List(elements):
            parts = value.elts if isinstance(value, ast.Tuple | ast.List) and positions is None else []
            for position, element in enumerate(elements):
                if len(parts) == len(elements):
                    yield from _targets(document, by, element, parts[position], None)
                else:
                    whole = positions == () or any(isinstance(each, ast.Starred) for each in elements)
                    yield from _targets(document, by, element, value, () if whole else (*(positions or ()), position))
