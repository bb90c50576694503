"""Objects that can't be followed and are known by their use: so they are from where they are first held."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from farandole.analysis.def_use import Assignment, DefUse
from farandole.analysis.nodes import own_nodes
from farandole.analysis.points_to.flow import Flow
from farandole.analysis.points_to.functions import decorator_names, is_method
from farandole.analysis.points_to.lattice import NOTHING
from farandole.analysis.points_to.library import opaque
from farandole.analysis.points_to.relations import Field, Parameter, Relation, Variable
from farandole.analysis.points_to.values import Bound, Class, Constant, Function, Instance, Library, Unknown
from farandole.analysis.scopes import FunctionNode, parameters
from farandole.project import SourceModule, bindings


@dataclass(frozen=True)
class _Holder:
    """What first holds an object: a name, a parameter or an attribute of a class, and the node that names it."""

    node: ast.AST
    module: SourceModule
    relation: Relation

    @property
    def key(self) -> ast.AST | Relation:
        """What tells it from others: the node of a name, which stands for other things elsewhere."""
        return self.node if isinstance(self.relation, Variable) else self.relation


def name_by_use(flow: Flow) -> bool:
    """Let what holds objects that can't be followed hold those of the class that alone is set up as they are.

    This waits until all else is settled. Says whether that has changed anything.
    """
    used = list(_set_up(flow))
    if not used:
        return False
    holders = _Holders(flow)
    for module, owner, kind in used:
        if holders.is_imported(kind) and not holders.is_changed(kind):
            for holder in holders.of(module, owner):
                if holder.key not in flow.by_use:
                    site = flow.site(holder.module, holder.node)
                    flow.by_use[holder.key] = opaque(kind, site)
                    flow.fill(holder.relation, flow.by_use[holder.key], site)
                    flow.queue.update(dict.fromkeys(holders.readers(holder)))
    return bool(flow.queue)


def _set_up(flow: Flow) -> Iterator[tuple[SourceModule, ast.expr, str]]:
    """Yield the objects that can't be followed and are set up by a method, as those of one class alone are."""
    for call, module in flow.modules.items():
        if isinstance(call.func, ast.Attribute) and module.own and is_unseen(flow, call.func.value):
            kind = flow.recognition.by_setting_up(call)
            if kind is not None:
                yield module, call.func.value, kind


def is_unseen(flow: Flow, node: ast.expr) -> bool:
    """Say whether nothing but its use tells what an expression stands for, or that it may be None."""
    others = flow.values.get(node, NOTHING) - flow.recognised
    return all(isinstance(each, Unknown) or each == Constant(None) for each in others)


def _unit(module: SourceModule, node: ast.AST) -> ast.AST:
    """Give the function or module with which the code of a node is read."""
    scope = module.document.scope(node)
    while isinstance(scope, ast.ClassDef):
        scope = module.document.scope(scope)
    return scope


class _Holders:
    """What holds the objects that a program can't follow."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.modules = [module for module in flow.stars if module.own]
        self.by_document = {module.document: module for module in self.modules}
        self._found: dict[ast.expr, tuple[_Holder, ...]] = {}

    @cached_property
    def _def_use(self) -> DefUse:
        return DefUse.of(self.by_document, self.flow.scopes)

    def is_imported(self, kind: str) -> bool:
        """Say whether a file of the project imports from the package of a class."""
        statements = (each for module in self.modules for each in self._imports(module))
        return any(name.partition(".")[0] == kind.partition(".")[0] for name in statements)

    def _imports(self, module: SourceModule) -> Iterator[str]:
        for statement in module.document.nodes(ast.Import, ast.ImportFrom):
            if isinstance(statement, ast.Import):
                yield from (self.flow.catalog.canonical(alias.name) for alias in statement.names)
            elif isinstance(statement, ast.ImportFrom):
                yield from (self.flow.catalog.canonical(each.module) for each in bindings(statement, module.package))

    def is_changed(self, kind: str) -> bool:
        """Say whether a class of the project derives from one, and has its own ways of what that is known by."""
        return any(
            isinstance(node, ast.ClassDef)
            and any(isinstance(each, ast.FunctionDef) and self._is_of_use(kind, each.name) for each in node.body)
            and any(
                isinstance(each, Library) and self.flow.catalog.is_a(each.name, kind)
                for each in self.flow.mro(Class(self.flow.site(scope.module, node)))
            )
            for node, scope in self.flow.scopes.items()
            if scope.module.own
        )

    def _is_of_use(self, kind: str, method: str) -> bool:
        entry = self.flow.catalog.entry(f"{kind}.{method}")
        return entry is not None and any(entry.facts.get(fact) for fact in ("known-by", "known-with", "takes-step"))

    def readers(self, holder: _Holder) -> Iterator[ast.AST]:
        """Yield what is read again for what a holder holds, beside those who have asked for it."""
        match holder.relation:
            case Variable():
                yield _unit(holder.module, holder.node)
            case Field(_, str(name)):
                yield from (_unit(module, node) for module in self.modules for node in module.document.attributes(name))

    def of(self, module: SourceModule, node: ast.expr) -> tuple[_Holder, ...]:
        """Give what first holds an object that an expression stands for, where nothing is known of it."""
        if node not in self._found:
            self._found[node] = ()  # what leads back to itself is held by nothing else
            self._found[node] = tuple(self._find(module, node)) if is_unseen(self.flow, node) else ()
        return self._found[node]

    def _find(self, module: SourceModule, node: ast.expr) -> Iterator[_Holder]:
        match node:
            case ast.Name():
                yield from self._of_name(module, node)
            case ast.Attribute():
                yield from self._of_attribute(module, node)
            case ast.Call():
                yield from self._of_call(node)

    def _of_name(self, module: SourceModule, node: ast.Name) -> Iterator[_Holder]:
        home = self.flow.scopes[module.document.scope(node)].home(node.id)
        if home is None:
            return
        for each in self._def_use.names.get((home, node.id), ()):
            if isinstance(each.target, ast.arg) and isinstance(home.node, FunctionNode):
                given = self._passed(home.node, node.id)
                yield from given or [_Holder(each.target, home.module, Parameter(home.node, node.id))]
            elif isinstance(each, Assignment) and is_unseen(self.flow, each.target):
                given = () if each.part else self.of(home.module, each.value)
                yield from given or [_Holder(each.target, home.module, Variable(home, node.id))]

    def _passed(self, function: FunctionNode, name: str) -> tuple[_Holder, ...]:
        """Give what first holds what the calls of a function pass for a parameter."""
        given = [
            (site.module, argument)
            for site in self.flow.callers.get(function, {})
            if site.module.own and (argument := self._argument(site.node, function, name)) is not None
        ]
        return tuple(holder for module, argument in given for holder in self.of(module, argument))

    def _argument(self, call: ast.AST, function: FunctionNode, name: str) -> ast.expr | None:
        """Give what a call passes to a function by the name of a parameter, or in its place."""
        if not isinstance(call, ast.Call) or any(isinstance(each, ast.Starred) for each in call.args):
            return None
        by_name = next((each.value for each in call.keywords if each.arg == name), None)
        callees = self.flow.callees.get(call, NOTHING)
        is_bound = is_method(self.flow.scopes[function]) and "staticmethod" not in decorator_names(function)
        is_bound = is_bound and not any(isinstance(each, Function) and each.site.node is function for each in callees)
        place = [each.arg for each in parameters(function)].index(name) - is_bound
        return by_name or (call.args[place] if 0 <= place < len(call.args) else None)

    def _of_attribute(self, module: SourceModule, node: ast.Attribute) -> Iterator[_Holder]:
        owners = self._owners(node.value)
        given: list[_Holder] = []
        for each in self._def_use.attributes.get(node.attr, ()):
            if isinstance(each.target, ast.Attribute) and not each.part:
                shared = owners.keys() & self._owners(each.target.value)
                given += self.of(self.by_document[each.document], each.value) if shared else ()
        yield from given or [_Holder(node, module, Field(owner, node.attr)) for owner in owners]

    def _owners(self, node: ast.expr) -> dict[ast.AST, None]:
        """Give the nodes that tell whose the attributes of an expression are: of a class, or of what is not seen."""
        found: dict[ast.AST, None] = {}
        for each in self.flow.values.get(node, NOTHING):
            owner = each.of if isinstance(each, Instance) else each
            if isinstance(owner, Class | Unknown) and owner.site.module.own:
                found[owner.site.node] = None
        return found

    def _of_call(self, node: ast.Call) -> Iterator[_Holder]:
        """Yield what first holds what functions of the project return."""
        for callee in self.flow.callees.get(node, NOTHING):
            function = callee.member if isinstance(callee, Bound) else callee
            if isinstance(function, Function) and function.site.module.own:
                for each in own_nodes(function.site.node):
                    if isinstance(each, ast.Return) and each.value is not None:
                        yield from self.of(function.site.module, each.value)
