"""Sets whose order the script uses: it is another in each process, as the hashes of strings are."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace

from farandole.analysis.points_to.values import Constant, Container, Instance, Value
from farandole.frameworks.script import Script
from farandole.rules.horovod.devices.local_rank import free_name
from farandole.rules.horovod.names import Name, function_after_imports, horovod
from farandole.source import Document, Edit, layout

_SETS = frozenset({"builtins.set", "builtins.frozenset"})
_OF_SETS = frozenset({"union", "intersection", "difference", "symmetric_difference", "copy"})
_TO_LIST = frozenset({"builtins.list"})
_IN_ORDER = frozenset({"builtins.tuple", "builtins.enumerate", "builtins.zip", "builtins.iter"})
_WITHOUT_ORDER = (
    frozenset(f"builtins.{name}" for name in ("set", "frozenset", "sorted", "sum", "len", "min", "max", "any", "all"))
    | {
        f"numpy.{name}"
        for name in ("sum", "prod", "mean", "max", "amax", "min", "amin", "sort", "unique", "any", "all")
    }
    | {f"tensorflow.{name}" for name in ("add_n", "group", "summary.merge")}
)


@dataclass(frozen=True)
class Ordered:
    """What is in another order in each process, and is read in it, by `node`: the `list` that is made of it, or itself.

    It is a set `always`, or on one way only, and something else on another.
    """

    document: Document
    node: ast.expr
    elements: ast.expr
    always: bool = True


def ordered_sets(script: Script) -> Iterator[Ordered]:
    """Yield the sets whose order a script uses, in code that it may run, in the order of the text."""
    for found in _read_in_order(script):
        yield replace(found, always=_is_set(script, found.document, found.elements))


def _read_in_order(script: Script) -> Iterator[Ordered]:
    for document in script.documents:
        nodes = document.nodes(ast.Call, ast.For, ast.ListComp, ast.DictComp, ast.GeneratorExp)
        for node in (each for each in nodes if script.may_run(document, each)):
            match node:
                case ast.Call(args=[elements]) if _is_named(script, node, _TO_LIST):
                    if _may_be_set(script, document, elements) and not _forgets_order(script, document, node):
                        yield Ordered(document, node.func, elements)
                case ast.Call(args=arguments) if _is_named(script, node, _IN_ORDER):
                    for elements in arguments:
                        if _may_be_set(script, document, elements):
                            yield Ordered(document, elements, elements)
                case ast.For(iter=elements) if not _takes_out(node) and _may_be_set(script, document, elements):
                    yield Ordered(document, elements, elements)
                case ast.ListComp() | ast.DictComp() | ast.GeneratorExp():
                    sets = [each.iter for each in node.generators if _may_be_set(script, document, each.iter)]
                    if sets and not _forgets_order(script, document, node):
                        yield from (Ordered(document, each, each) for each in sets)


def is_sortable(script: Script, ordered: Ordered) -> bool:
    """Say whether the elements are written out, and can be sorted: texts all of them, or numbers."""
    held = script.values(ordered.elements)
    written = [each.site.node for each in held if isinstance(each, Container)]
    sets = [each for each in (written if held else [ordered.elements]) if isinstance(each, ast.Set)]
    elements = [each.value if isinstance(each, ast.Constant) else None for node in sets for each in node.elts]
    alike = any(all(isinstance(each, kind) for each in elements) for kind in (str, int | float))
    return bool(sets) and len(sets) == max(1, len(held)) and alike


def order_edits(script: Script, ordered: Ordered) -> tuple[Edit, ...]:
    """Give the edits that sort it where there are several processes; a single one reads it as before."""
    function = _sorting_function(script, ordered.document)
    if ordered.node is ordered.elements:
        edits = layout.wrap(ordered.document, ordered.node, f"{function.text}(", ")")
    else:
        edits = layout.replace(ordered.document, ordered.node, function.text)
    return tuple(replace(edit, once=True) for edit in (*function.edits, *edits))


def _sorting_function(script: Script, document: Document) -> Name:
    """Give a file's function that lists what has no order of its own, with the edits that add it."""
    hvd = horovod(script, document)
    name = free_name(document, "in_one_order", "in_order_of_all")
    lines = [
        f"def {name}(elements):",
        '    """List elements that have no order of their own: sorted, so that all processes have the same."""',
        f"    return (list if {hvd.text}.size() == 1 else sorted)(elements)",
    ]
    return Name(name, (*hvd.edits, *function_after_imports(script, document, lines)))


def _may_be_set(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether an expression is a set, or what holds a set on one way at least."""
    if _is_set(script, document, node):
        return True
    return isinstance(node, ast.Name | ast.Attribute | ast.IfExp | ast.BoolOp) and any(
        _is_made_set(script, value, frozenset()) for value in script.values(node)
    )


def _is_set(script: Script, document: Document, node: ast.expr, seen: frozenset[object] = frozenset()) -> bool:
    """Say whether an expression is a set of something: made here, given to a variable by all its assignments, or returned.

    So is an attribute or a parameter that holds sets alone. What has been `seen` on the way tells nothing more.
    """
    match node:
        case ast.Name():
            return node not in seen and _is_name_of_set(script, document, node, seen)
        case ast.Set() | ast.SetComp():
            return True
        case ast.BinOp(left, ast.BitAnd() | ast.BitOr() | ast.Sub() | ast.BitXor(), right):
            return any(_is_set(script, document, each, seen) for each in (left, right))
        case ast.Call(ast.Attribute(owner, method)) if method in _OF_SETS:
            return _is_set(script, document, owner, seen)
        case ast.Call() | ast.Attribute() | ast.IfExp() | ast.BoolOp():
            return _are_sets(script, script.values(node), seen)
    return False


def _are_sets(script: Script, values: Collection[Value], seen: frozenset[object]) -> bool:
    """Say whether all values are sets: None, which stands for none of them yet, has no elements to be read."""
    given = [each for each in values if each != Constant(None)]
    return bool(given) and all(_is_made_set(script, each, seen) for each in given)


def _is_name_of_set(script: Script, document: Document, name: ast.Name, seen: frozenset[object]) -> bool:
    """Say whether all that a variable is given is a set, or all that a parameter may be."""
    bindings = list(script.slices.assignments(document, name))
    if not bindings:
        return _are_sets(script, script.values(name), seen)
    found = (each.value for each in bindings if each.value not in seen)
    made = [_is_set(script, document, value, seen | {name, value}) for value in found]
    return bool(made) and all(made) and not any(each.part for each in bindings)


def _is_made_set(script: Script, value: Value, seen: frozenset[object]) -> bool:
    """Say whether an object is a set that the project makes; one that has been seen is what the others are."""
    if value in seen:
        return True
    if not isinstance(value, Container | Instance) or not value.site.module.own:
        return False
    match value.site.node:
        case ast.AugAssign(op=ast.BitAnd() | ast.BitOr() | ast.Sub() | ast.BitXor(), value=node):
            pass
        case ast.Set() | ast.SetComp() | ast.BinOp() as node:
            pass
        case ast.Call(ast.Attribute(_, method)) as node if method in _OF_SETS:
            pass
        case made:
            return isinstance(made, ast.Call) and _is_named(script, made, _SETS)
    return _is_set(script, value.site.module.document, node, seen | {value})


def _takes_out(loop: ast.For) -> bool:
    """Say whether all that a loop does is to print each element, to take it out of something, or put it into a set."""
    for statement in loop.body:
        match statement:
            case ast.Delete() | ast.Pass():
                pass
            case ast.Expr(ast.Call(ast.Attribute(attr="pop" | "discard" | "remove" | "add"), [ast.Name()])):
                pass
            case ast.Expr(ast.Call(ast.Name("print"))):
                pass
            case _:
                return False
    return True


def _forgets_order(script: Script, document: Document, node: ast.expr) -> bool:
    """Say whether what is made of a set goes on without its order, by itself or by the name that it is given.

    With a key, equals stay in the order that they had; names of objects are taken to be different.
    """
    match next(document.ancestors(node), None):
        case ast.Call(keywords=keywords) as parent:
            keys = [keyword.value for keyword in keywords if keyword.arg == "key"]
            return _is_named(script, parent, _WITHOUT_ORDER) and all(map(_is_name_of_object, keys))
        case ast.Assign([ast.Name() | ast.Attribute() as target], value) as made if value is node and _is_sorted_next(
            document, made, target
        ):
            return True
        case ast.Assign([ast.Name(name)], value) if value is node:
            uses = [use for use in document.names(name) if isinstance(use.ctx, ast.Load)]
            reached = [
                use for use in uses if any(each.value is node for each in script.slices.assignments(document, use))
            ]
            return bool(reached) and all(_forgets_order(script, document, use) for use in reached)
    return False


def _is_sorted_next(document: Document, made: ast.Assign, target: ast.expr) -> bool:
    """Say whether the statement behind an assignment sorts what that has made, as `names.sort()` does."""
    block = document.block(made)
    match next(iter(block[block.index(made) + 1 :]), None):
        case ast.Expr(ast.Call(ast.Attribute(owner, "sort"), [], keywords)):
            keys = [each.value for each in keywords if each.arg == "key"]
            return ast.unparse(owner) == ast.unparse(target) and all(map(_is_name_of_object, keys))
    return False


def _is_name_of_object(key: ast.expr) -> bool:
    match key:
        case ast.Lambda(ast.arguments(args=[ast.arg(parameter)]), ast.Attribute(ast.Name(name), "name")):
            return parameter == name
    return False


def _is_named(script: Script, node: ast.Call, names: frozenset[str]) -> bool:
    call = script.call(node)
    return call is not None and bool(call.names) and call.names <= names
