"""Branches and loops of staged functions: which are decided by tensors, and what they bind."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Sequence

from farandole.analysis.nodes import own_nodes
from farandole.analysis.scopes import parameters
from farandole.frameworks.script import Script
from farandole.frameworks.staging.staged import Member, Stage
from farandole.rules.staging.reporting import staged_nodes
from farandole.source.binding import names_in

Loop = ast.For | ast.While
_LEAVES = ast.Return | ast.Raise | ast.Break | ast.Continue


def converted_nodes(script: Script) -> Iterator[tuple[Member, ast.AST]]:
    """Yield the nodes of functions whose control flow AutoGraph converts."""
    for member, node in staged_nodes(script, Stage.TF_FUNCTION):
        autograph = member.root.option("autograph")
        if autograph is None or script.constants(autograph) == {True}:
            yield member, node


def branches_on_tensors(script: Script) -> Iterator[tuple[Member, ast.If]]:
    """Yield the `if` statements that AutoGraph makes a branch of the graph."""
    for member, node in converted_nodes(script):
        if isinstance(node, ast.If) and script.tensors.decides(member.document, node.test, member):
            yield member, node


def loops_of_graph(script: Script) -> Iterator[tuple[Member, Loop]]:
    """Yield the loops that AutoGraph surely makes operations of the graph."""
    for member, node in converted_nodes(script):
        if isinstance(node, Loop) and is_loop_of_graph(script, member, node):
            yield member, node


def is_over_dataset(script: Script, loop: ast.For) -> bool:
    """Say whether a loop surely goes over a dataset."""
    values = script.values(loop.iter)
    return bool(values) and len(values) == len(script.instances(loop.iter, "dataset"))


def is_loop_of_graph(script: Script, member: Member, loop: ast.AST) -> bool:
    """Say whether AutoGraph surely makes a loop of the graph of a statement."""
    match loop:
        case ast.While(test):
            return script.tensors.decides(member.document, test, member)
        case ast.For(iter=ast.Call(ast.Name("range"), arguments)):
            return any(script.tensors.is_tensor(member.document, each, member) for each in arguments)
        case ast.For(iter=iterated):
            return is_over_dataset(script, loop) or script.tensors.is_tensor(member.document, iterated, member)
    return False


def stored(stmts: Sequence[ast.stmt]) -> frozenset[str]:
    """Give the names that statements may bind, those of functions inside them left out."""
    return frozenset(
        node.id
        for stmt in stmts
        for node in (stmt, *own_nodes(stmt))
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    )


def surely_stored(stmts: Sequence[ast.stmt]) -> frozenset[str]:
    """Give the names that statements bind whichever way they take."""
    found: frozenset[str] = frozenset()
    for stmt in stmts:
        match stmt:
            case ast.If(_, body, orelse):
                found |= surely_stored(body) & surely_stored(orelse)
            case ast.With(body=body):
                found |= surely_stored(body) | stored(
                    [ast.Expr(item.optional_vars) for item in stmt.items if item.optional_vars]
                )
            case ast.For() | ast.While() | ast.Try() | ast.FunctionDef() | ast.ClassDef():
                pass
            case _:
                found |= stored([stmt])
    return found


def leaves(stmts: Sequence[ast.stmt]) -> bool:
    """Say whether statements may leave the block that they stand in."""
    return any(isinstance(node, _LEAVES) for stmt in stmts for node in (stmt, *own_nodes(stmt)))


def stores_of(member: Member, name: str) -> list[ast.Name]:
    """Give the places in a function where a name is bound by a statement."""
    return [
        node
        for node in own_nodes(member.function)
        if isinstance(node, ast.Name) and node.id == name and isinstance(node.ctx, ast.Store | ast.Del)
    ]


def bound_before(member: Member, loop: Loop, name: str) -> ast.expr | None:
    """Give the value that a plain assignment before a loop gives a name which nothing else but the loop binds, else None."""
    outside = [each for each in stores_of(member, name) if not within(member, each, loop)]
    stmt = member.document.statement(outside[0]) if len(outside) == 1 else None
    if not isinstance(stmt, ast.Assign) or stmt.targets != outside:
        return None
    block = member.document.block(stmt)
    follows = any(each is loop or within(member, loop, each) for each in block[block.index(stmt) + 1 :])
    return stmt.value if follows else None


def read_after(member: Member, stmt: ast.stmt, name: str) -> list[ast.Name]:
    """Give the places in a function, after a statement, where a name is read."""
    end = member.document.span(stmt).end
    return [
        node
        for node in ast.walk(member.function)
        if isinstance(node, ast.Name)
        and node.id == name
        and isinstance(node.ctx, ast.Load)
        and member.document.span(node).start >= end
    ]


def within(member: Member, node: ast.AST, outer: ast.AST) -> bool:
    """Say whether a node stands in another one."""
    return any(each is outer for each in member.document.ancestors(node))


def is_pure(script: Script, node: ast.expr) -> bool:
    """Say whether an expression can be evaluated once more without any effect: it calls functions of tensors only."""
    for each in ast.walk(node):
        if isinstance(each, ast.Await | ast.Yield | ast.YieldFrom | ast.NamedExpr | ast.Lambda):
            return False
        if isinstance(each, ast.Call):
            names = script.names_of(each.func)
            if not names or not all(_is_plain_function(name) for name in names):
                return False
    return True


def _is_plain_function(name: str) -> bool:
    modules = ("tensorflow.math.", "tensorflow.nn.", "tensorflow.linalg.", "torch.nn.functional.")
    package, _, last = name.rpartition(".")
    return (package in ("tensorflow", "torch") and last[:1].islower()) or name.startswith(modules)


def elementwise_of(node: ast.expr) -> str:
    """Give the one name of which an expression is computed element by element with numbers, else an empty text."""
    names = set()
    for each in ast.walk(node):
        match each:
            case ast.Name(name):
                names.add(name)
            case ast.BinOp(op=ast.Add() | ast.Sub() | ast.Mult() | ast.Div() | ast.Pow()) | ast.UnaryOp(op=ast.USub()):
                pass
            case ast.Constant(int() | float()) | ast.operator() | ast.unaryop() | ast.expr_context():
                pass
            case _:
                return ""
    return names.pop() if len(names) == 1 else ""


def is_bound_here_only(script: Script, member: Member, branch: ast.If, name: str) -> bool:
    """Say whether a branch alone binds a name of a function, outside of loops."""
    if name in {each.arg for each in parameters(member.function)}:
        return False
    scope = script.flow.scopes[member.function]
    in_loop = any(isinstance(each, ast.For | ast.While) for each in member.document.ancestors(branch))
    return (
        scope.home(name) is scope
        and not in_loop
        and all(within(member, each, branch) for each in stores_of(member, name))
    )


def zeros_for(script: Script, member: Member, branch: ast.If, name: str) -> str:
    """Give the argument of `zeros_like` for a name that one plain assignment of a branch binds, else an empty text."""
    stores = stores_of(member, name)
    stmt = member.document.statement(stores[0]) if len(stores) == 1 else None
    if not isinstance(stmt, ast.Assign) or not any(stmt is each for each in (*branch.body, *branch.orelse)):
        return ""
    if stmt.targets != [stores[0]] or not script.tensors.is_tensor(member.document, stmt.value, member):
        base = elementwise_of(stmt.value)
        plain = isinstance(stmt, ast.Assign) and stmt.targets == [stores[0]]
        known = base in {each.arg for each in parameters(member.function)} and base not in ("self", "cls")
        return base if plain and known and base not in stored([branch]) else ""
    if not is_pure(script, stmt.value) or not names_in(stmt.value).isdisjoint(stored([branch])):
        return ""
    base = elementwise_of(stmt.value)
    return base or " ".join(member.document.segment(stmt.value).split())


def bound_in_one_branch(script: Script, member: Member, branch: ast.If) -> list[str]:
    """Give the names that an `if` binds in some of its branches only, and code after it reads."""
    if leaves([branch]) or member.document.is_elif(branch):
        return []
    return [
        name
        for name in sorted(stored([branch]) - surely_stored([branch]))
        if is_bound_here_only(script, member, branch, name) and read_after(member, branch, name)
    ]
