"""Which code of a project a script may run: from its own file, through imports, calls and what is handed over.

Everything in the script's own file counts as run: others may call its functions. Of a module that it imports, the top
level runs (but not what is below `if __name__ == "__main__":`), and the functions that code which runs may call, hand
over or keep. Where code looks names up that can't be seen, all functions of the project count.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator

from farandole.analysis.nodes import is_main_guard
from farandole.analysis.points_to.flow import Flow
from farandole.analysis.points_to.lattice import NOTHING, join
from farandole.analysis.points_to.members import is_called_back
from farandole.analysis.points_to.values import (
    Bound,
    Class,
    Container,
    Function,
    Instance,
    Library,
    ProjectModule,
    Unknown,
    Value,
)
from farandole.analysis.scopes import FunctionNode
from farandole.source.binding import is_special


def reached_scopes(flow: Flow) -> frozenset[ast.AST]:
    """Give the modules, classes and functions of a solved analysis whose own statements the script may run."""
    return frozenset(_Reach(flow).found)


class _Reach:
    """One search: scopes found so far, and methods that wait for their name to be used."""

    def __init__(self, flow: Flow) -> None:
        self.flow = flow
        self.found: dict[ast.AST, None] = {}
        self.created: set[ast.AST] = set()
        self.opened: set[Container] = set()
        self.waiting: dict[str, list[ast.AST]] = {}
        self.used: set[str] = set()
        self.pending: list[ast.AST] = []
        entry = flow.project.entry
        for node, scope in flow.scopes.items():
            if scope.module is entry or isinstance(node, ast.Module):
                self.reach(node)
        while self.pending and len(self.found) < len(self.flow.scopes):
            self._read(self.pending.pop())

    def reach(self, node: ast.AST) -> None:
        """Count a scope as run; a class's body runs where it is defined."""
        if node in self.flow.scopes and node not in self.found:
            self.found[node] = None
            self.pending.append(node)

    def _read(self, scope: ast.AST) -> None:
        self.flow.proceed()
        guarded = self.flow.scopes[scope].module is not self.flow.project.entry
        for node in _own(scope, guarded):
            if isinstance(node, ast.ClassDef | FunctionNode):
                self._define(scope, node)
            elif isinstance(node, ast.expr):
                for value in self.flow.values.get(node, ()):
                    self._hand_over(value, node)
                if isinstance(node, ast.Attribute):
                    self._take(node)
                if isinstance(node, ast.Call):
                    self._look_up(node)

    def _define(self, scope: ast.AST, node: ast.AST) -> None:
        """Read a definition: what is nested in a function that runs, or registered by a decorator, runs too."""
        nested = isinstance(scope, FunctionNode) or isinstance(node, ast.ClassDef | ast.Lambda)
        if nested or any(map(self._registers, getattr(node, "decorator_list", ()))):
            self.reach(node)

    def _registers(self, decorator: ast.expr) -> bool:
        """Say whether a decorator may keep its function somewhere, to be called by other code."""
        target = decorator.func if isinstance(decorator, ast.Call) else decorator
        name = target.attr if isinstance(target, ast.Attribute) else getattr(target, "id", "")
        return self.flow.catalog.fact(f"decorator.{name}", "keeps") is not False

    def _hand_over(self, value: Value, node: ast.AST) -> None:
        """Let a node hand over what it stands for; an object counts where it is made, or its class is the script's own.

        Whatever else stands for it may be run for others, too: `self` in a method that classes share.
        """
        match value:
            case Function(site) | Bound(_, Function(site)):
                self.reach(site.node)
            case Class():
                self._create(value)
            case Instance(site, Class() as owner) if site.node is node or self._is_of_script(site.node):
                self._create(owner)
            case Container() if value not in self.opened:
                self.opened.add(value)
                for each in join(self.flow.items(value).values()):
                    self._hand_over(each, node)

    def _is_of_script(self, made: ast.AST) -> bool:
        return made in self.flow.scopes and self.flow.scopes[made].module is self.flow.project.entry

    def _create(self, owner: Class) -> None:
        """Let the methods of a class be called: those that its libraries or Python call at once, others by name."""
        if owner.site.node in self.created:
            return
        self.created.add(owner.site.node)
        order = self.flow.mro(owner)
        called = any(isinstance(each, Library | Unknown) for each in order)
        for ancestor in order:
            if not isinstance(ancestor, Class):
                continue
            for method in getattr(ancestor.site.node, "body", []):
                if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef):
                    called_by_name = is_special(method.name) or method.name in self.used
                    if called_by_name or (called and is_called_back(self.flow, owner, method.name)):
                        self.reach(method)
                    else:
                        self.waiting.setdefault(method.name, []).append(method)

    def _take(self, node: ast.Attribute) -> None:
        """Let a method or property be called that is taken from an object; if that is unknown, all of its name."""
        receivers = self.flow.values.get(node.value, NOTHING)
        for receiver in receivers:
            match receiver:
                case Instance(_, Class() as owner) | (Class() as owner):
                    for method in self._methods(owner, node.attr):
                        self.reach(method)
        unknown = any(_is_unknown(each) for each in receivers)
        if (unknown or not receivers) and node.attr not in self.used:
            self.used.add(node.attr)
            for method in self.waiting.pop(node.attr, ()):
                self.reach(method)

    def _methods(self, owner: Class, name: str) -> Iterator[ast.AST]:
        for ancestor in self.flow.mro(owner):
            if isinstance(ancestor, Class):
                for method in getattr(ancestor.site.node, "body", []):
                    if isinstance(method, ast.FunctionDef | ast.AsyncFunctionDef) and method.name == name:
                        yield method

    def _look_up(self, node: ast.Call) -> None:
        """Read a call that finds code by a name which is not in the text."""
        names = {each.name for each in self.flow.callees.get(node, ()) if isinstance(each, Library)}
        if any(self.flow.catalog.fact(name, "looks-up") for name in names):
            for each in self.flow.scopes:
                self.reach(each)
        if "builtins.getattr" in names and len(node.args) > 1 and not isinstance(node.args[1], ast.Constant):
            receivers = self.flow.values.get(node.args[0], NOTHING)
            modules = {each.module for each in receivers if isinstance(each, ProjectModule)}
            owners = {each.of for each in receivers if isinstance(each, Instance)}
            for each, scope in self.flow.scopes.items():
                around = scope.parent.node if scope.parent is not None else None
                of_owner = any(isinstance(owner, Class) and owner.site.node is around for owner in owners)
                if scope.module in modules or of_owner or not receivers or receivers.unknown:
                    self.reach(each)


def _is_unknown(value: Value) -> bool:
    match value:
        case Instance(_, Library(name)):
            return not name.partition(".")[0].isidentifier()
    return isinstance(value, Unknown)


def _own(scope: ast.AST, guarded: bool) -> Iterator[ast.AST]:
    """Yield the nodes of a scope itself, with the definitions in it but not their bodies.

    The decorators, defaults and bases of those belong to it, but not bases that are only named: nothing is made of
    them. `guarded` leaves out what only the started file runs.
    """
    pending: list[ast.AST] = [*scope.body] if isinstance(scope, ast.ClassDef) else [*ast.iter_child_nodes(scope)]
    while pending:
        node = pending.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            pending += [*node.decorator_list, *node.args.defaults, *filter(None, node.args.kw_defaults)]
        elif isinstance(node, ast.ClassDef):
            computed = [each for each in node.bases if not isinstance(each, ast.Name | ast.Attribute)]
            pending += [*node.decorator_list, *computed, *(keyword.value for keyword in node.keywords)]
        elif isinstance(node, ast.Lambda):
            pending += [*node.args.defaults, *filter(None, node.args.kw_defaults)]
        elif guarded and is_main_guard(node):
            pending += node.orelse  # type: ignore[attr-defined]
        else:
            pending += ast.iter_child_nodes(node)
