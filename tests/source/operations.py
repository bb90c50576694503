"""Changes of a document in two forms: as edits of its text, and as what its tree is afterwards."""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from random import Random

from farandole.source import Document, Edit, EditConflict, EditSet, layout

HOLE = "hole"
TEMPLATES = ("hole * n", "n - hole", "f(hole)", "max(1, hole // n)", "hole ** 2", "-hole", "hole if n else None")
TEMPLATES += ("hole.shard(n)", "not hole", "hole or n", "(hole, n)[0]", "[hole] + n", "await_(hole) < n", "hole[0]")
LINES = (("x()",), ("if x:", "    y", "else:", "    z"), ("s = '''a", " b'''"), ("# why", "x()"), ("", "x()", ""))
TEXTS = ("a", "a + b", "a if b else c", "f(a)", "a, b", "not a", "-a", "a.b")


@dataclass
class Outcome:
    """What operations say about the nodes of the tree."""

    before: dict[ast.stmt, list[ast.stmt]] = field(default_factory=dict)
    after: dict[ast.stmt, list[ast.stmt]] = field(default_factory=dict)
    instead: dict[ast.stmt, list[ast.stmt]] = field(default_factory=dict)
    deleted: set[ast.stmt] = field(default_factory=set)
    guards: list[tuple[list[ast.stmt], str]] = field(default_factory=list)
    templates: dict[ast.expr, list[str]] = field(default_factory=dict)
    positional: dict[ast.Call, list[str]] = field(default_factory=dict)
    keywords: dict[ast.Call, list[str]] = field(default_factory=dict)
    removed: set[ast.AST] = field(default_factory=set)
    elements: dict[ast.expr, list[tuple[int, str]]] = field(default_factory=dict)


@dataclass(frozen=True)
class Operation:
    """One change: its edits, and how it is told to an outcome."""

    name: str
    edits: tuple[Edit, ...]
    tell: Callable[[Outcome], object]


def operated(document: Document, random: Random, count: int) -> tuple[list[str], EditSet, ast.Module]:
    """Choose up to `count` operations that go together, and give their names, their edits and the tree they make."""
    edits = EditSet.empty()
    outcome = Outcome()
    names = []
    nodes = list(ast.walk(document.tree))
    for _ in range(count):
        try:
            operation = _chosen(document, nodes, random)
            edits |= EditSet.of(document, operation.edits)
        except (EditConflict, _Unsuitable):
            continue
        operation.tell(outcome)
        names.append(operation.name)
    return names, edits, ast.Module(_block(document, outcome, document.tree.body), [])


class _Unsuitable(Exception):
    pass


def _chosen(document: Document, nodes: Sequence[ast.AST], random: Random) -> Operation:
    node = random.choice(nodes)
    while True:
        kinds = list(_kinds(document, node))
        if kinds:
            return random.choice(kinds)(document, node, random)
        if isinstance(node, ast.Module):
            raise _Unsuitable
        try:
            node = document.parent(node)
        except KeyError:
            raise _Unsuitable from None


_Kind = Callable[[Document, ast.AST, Random], Operation]


def _kinds(document: Document, node: ast.AST) -> Iterator[_Kind]:
    if isinstance(node, ast.stmt):
        yield from (_insert_before, _insert_after, _guard, _delete, _replace_statement)
    if isinstance(node, ast.expr) and _is_value(document, node):
        yield from (_wrap, _replace)
    if isinstance(node, ast.Call) and not _in_pattern(document, node):
        yield _add_argument
        if node.args or node.keywords:
            yield _remove_argument
    if isinstance(node, ast.List | ast.Tuple | ast.Set) and _is_value(document, node):
        yield _insert_element


def _is_value(document: Document, node: ast.AST) -> bool:
    parent = document.parent(node)
    if isinstance(node, ast.Starred | ast.Slice | ast.FormattedValue) or _in_pattern(document, node):
        return False
    if isinstance(parent, ast.JoinedStr) or (isinstance(parent, ast.FormattedValue) and node is parent.format_spec):
        return False
    if isinstance(parent, ast.pattern) or (isinstance(parent, ast.AnnAssign) and node is parent.target):
        return False
    if isinstance(node, ast.Tuple) and isinstance(parent, ast.Subscript):
        return False
    return isinstance(getattr(node, "ctx", ast.Load()), ast.Load)


def _in_pattern(document: Document, node: ast.AST) -> bool:
    return any(isinstance(parent, ast.pattern) for parent in document.ancestors(node))


def _name(document: Document, kind: str, node: ast.AST, *more: object) -> str:
    return f"{kind} {document.segment(node)!r} {more}"


def _insert_before(document: Document, node: ast.AST, random: Random) -> Operation:
    assert isinstance(node, ast.stmt)
    lines = random.choice(LINES)
    stmts = ast.parse("\n".join(lines)).body
    edits = layout.insert_before(document, node, lines)
    return Operation(
        _name(document, "insert_before", node, lines),
        edits,
        lambda told: told.before.setdefault(node, []).extend(stmts),
    )


def _insert_after(document: Document, node: ast.AST, random: Random) -> Operation:
    assert isinstance(node, ast.stmt)
    lines = random.choice(LINES)
    stmts = ast.parse("\n".join(lines)).body
    edits = layout.insert_after(document, node, lines)
    return Operation(
        _name(document, "insert_after", node, lines), edits, lambda told: told.after.setdefault(node, []).extend(stmts)
    )


def _guard(document: Document, node: ast.AST, random: Random) -> Operation:
    assert isinstance(node, ast.stmt)
    block = document.block(node)
    first = block.index(node)
    stmts = block[first : first + random.choice((1, 1, 2, 3))]
    condition = random.choice(("r == 0", "q"))
    edits = layout.guard(document, stmts, condition)
    return Operation(
        _name(document, "guard", node, len(stmts), condition),
        edits,
        lambda told: (stmts, condition) in told.guards or told.guards.append((stmts, condition)),
    )


def _delete(document: Document, node: ast.AST, random: Random) -> Operation:
    assert isinstance(node, ast.stmt)
    return Operation(
        _name(document, "delete", node), layout.delete(document, node), lambda told: told.deleted.add(node)
    )


def _replace_statement(document: Document, node: ast.AST, random: Random) -> Operation:
    assert isinstance(node, ast.stmt)
    lines = random.choice(LINES[:3])
    stmts = ast.parse("\n".join(lines)).body
    edits = layout.replace_statement(document, node, lines)
    return Operation(
        _name(document, "replace_statement", node, lines), edits, lambda told: told.instead.update({node: stmts})
    )


def _wrap(document: Document, node: ast.AST, random: Random) -> Operation:
    assert isinstance(node, ast.expr)
    template = random.choice(TEMPLATES)
    before, after = template.split(HOLE)
    edits = layout.wrap(document, node, before, after)
    return Operation(
        _name(document, "wrap", node, template),
        edits,
        lambda told: told.templates.setdefault(node, []).append(template),
    )


def _replace(document: Document, node: ast.AST, random: Random) -> Operation:
    assert isinstance(node, ast.expr)
    text = random.choice(TEXTS)
    if isinstance(document.parent(node), ast.withitem) and text == "a, b":
        raise _Unsuitable  # `with (a, b)` is two items
    edits = layout.replace(document, node, text)
    return Operation(
        _name(document, "replace", node, text), edits, lambda told: told.templates.setdefault(node, []).insert(0, text)
    )


def _add_argument(document: Document, node: ast.AST, random: Random) -> Operation:
    assert isinstance(node, ast.Call)
    text = random.choice(("new", "[new, x]", "k9=new"))
    edits = layout.add_argument(document, node, text)
    name = _name(document, "add_argument", node, text)
    if text.startswith("k9"):
        return Operation(name, edits, lambda told: told.keywords.setdefault(node, []).append("new"))
    return Operation(name, edits, lambda told: told.positional.setdefault(node, []).append(text))


def _remove_argument(document: Document, node: ast.AST, random: Random) -> Operation:
    assert isinstance(node, ast.Call)
    argument = random.choice([*node.args, *node.keywords])
    edits = layout.remove_argument(document, node, argument)
    name = _name(document, "remove_argument", node, document.segment(argument))
    return Operation(name, edits, lambda told: told.removed.add(argument))


def _insert_element(document: Document, node: ast.AST, random: Random) -> Operation:
    assert isinstance(node, ast.List | ast.Tuple | ast.Set)
    index = random.randint(0, len(node.elts))
    edits = layout.insert_element(document, node, index, "new")
    return Operation(
        _name(document, "insert_element", node, index),
        edits,
        lambda told: told.elements.setdefault(node, []).append((index, "new")),
    )


def _block(document: Document, outcome: Outcome, block: list[ast.stmt]) -> list[ast.stmt]:
    """Give what becomes of the statements of one block."""
    found: list[ast.stmt] = []
    around = [(stmts, condition) for stmts, condition in outcome.guards if block and stmts[0] in block]
    around.sort(key=lambda guard: -len(guard[0]))
    opened: list[tuple[ast.stmt, list[ast.stmt]]] = []
    for stmt in block:
        target = opened[-1][1] if opened else found
        target += outcome.before.get(stmt, [])
        for stmts, condition in _openings(around, stmt):
            body: list[ast.stmt] = []
            (opened[-1][1] if opened else found).append(ast.If(ast.parse(condition, mode="eval").body, body, []))
            opened.append((stmts[-1], body))
        target = opened[-1][1] if opened else found
        if _is_emptied(document, outcome, stmt, block):
            target.append(ast.Pass())
        elif stmt not in outcome.deleted:
            target += outcome.instead.get(stmt) or [_node(document, outcome, stmt)]  # type: ignore[list-item]
        while opened and opened[-1][0] is stmt:
            opened.pop()
        target = opened[-1][1] if opened else found
        target += outcome.after.get(stmt, [])
    return found


def _openings(guards: Iterable[tuple[list[ast.stmt], str]], stmt: ast.stmt) -> list[tuple[list[ast.stmt], str]]:
    """Give the guards that begin at a statement, outer ones first; of two around the same statements the later one."""
    found = [guard for guard in guards if guard[0][0] is stmt]
    return sorted(reversed(found), key=lambda guard: -len(guard[0]))


def _is_emptied(document: Document, outcome: Outcome, stmt: ast.stmt, block: list[ast.stmt]) -> bool:
    groups = [block, *(stmts for stmts, _ in outcome.guards)]
    return any(
        stmt is group[-1]
        and all(each in outcome.deleted for each in group)
        and not document.segment(group[0]).startswith("elif")
        for group in groups
    )


def _node(document: Document, outcome: Outcome, node: ast.AST) -> ast.AST:
    """Give what becomes of a node that stays."""
    values = {}
    for name, value in ast.iter_fields(node):
        if isinstance(value, list):
            if value and isinstance(value[0], ast.stmt):
                values[name] = _block(document, outcome, value)
            else:
                values[name] = [
                    _node(document, outcome, each) if isinstance(each, ast.AST) else each
                    for each in value
                    if each not in outcome.removed
                ]
        elif isinstance(value, ast.AST):
            values[name] = _node(document, outcome, value)
        else:
            values[name] = value
    found = type(node)(**values)
    if isinstance(node, ast.Call) and isinstance(found, ast.Call):
        _give_arguments(document, outcome, node, found)
    elements = sorted(outcome.elements.get(node, []), key=lambda element: element[0])  # type: ignore[call-overload]
    for shift, (index, text) in enumerate(elements):
        found.elts.insert(index + shift, ast.parse(text, mode="eval").body)  # type: ignore[attr-defined]
    for template in outcome.templates.get(node, []):  # type: ignore[call-overload]
        found = _Filling(found).visit(ast.parse(template, mode="eval")).body
    return found


def _give_arguments(document: Document, outcome: Outcome, node: ast.Call, found: ast.Call) -> None:
    keyword = min((document.span(each).start for each in node.keywords), default=len(document.text))
    index = sum(document.span(each).start < keyword and each not in outcome.removed for each in node.args)
    found.args[index:index] = [ast.parse(text, mode="eval").body for text in outcome.positional.get(node, [])]
    index = next((place for place, each in enumerate(found.keywords) if each.arg is None), len(found.keywords))
    if any(each.arg is None for each in node.keywords):
        index = next(place for place, each in enumerate(node.keywords) if each.arg is None)
        index -= sum(each in outcome.removed for each in node.keywords[:index])
    found.keywords[index:index] = [
        ast.keyword("k9", ast.parse(text, mode="eval").body) for text in outcome.keywords.get(node, [])
    ]


class _Filling(ast.NodeTransformer):
    def __init__(self, filling: ast.AST) -> None:
        self.filling = filling

    def visit_Name(self, node: ast.Name) -> ast.AST:
        return self.filling if node.id == HOLE else node
