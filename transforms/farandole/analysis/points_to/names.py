"""What names stand for: variables, builtins, imports, and what a module offers to others."""

from __future__ import annotations

import ast
import builtins
from typing import cast

from farandole.analysis.nodes import holds_in_python_3
from farandole.analysis.points_to.flow import Flow, Frame
from farandole.analysis.points_to.lattice import NOTHING, Values, one
from farandole.analysis.points_to.relations import Variable
from farandole.analysis.points_to.values import Library, ProjectModule, Site, Value
from farandole.catalog.entries import BY_STAR
from farandole.project import SourceModule, bindings
from farandole.project.imports import absolute

_OF_MODULES = frozenset({"__file__", "__path__", "__annotations__", "__builtins__", "__cached__"})
"""Names that every module has, beside those of `builtins`."""

_OF_PYTHON_2 = frozenset({"xrange", "raw_input", "unicode", "basestring", "long", "unichr", "reduce"})
"""Builtins of Python 2, in which much training code is written that Python 3 can read."""


def name_values(frame: Frame, node: ast.Name) -> Values:
    """Give what a name stands for where it is read."""
    flow, scope, name = frame.flow, frame.scope, node.id
    if name in frame.environment:
        home = scope.home(name) if name in scope.shared else None
        shared = flow.ask(Variable(home, name)) if home is not None else NOTHING
        return frame.environment[name] | shared
    home = scope.home(name)
    if home is scope and isinstance(scope.node, ast.ClassDef):  # not bound yet: it is the module's, as in `name = name`
        home = scope.top if name in scope.top.names else None
    if home is scope and scope is scope.top:  # not bound yet: it is what `*` has brought, as in `name = name()`
        brought = _re_exported(flow, scope.module, name, frozenset())
        if brought and not _is_guess(flow, brought, name):
            return brought
    if home is not None:
        given = flow.row(Variable(home, name))
        return given if given is not None else flow.absent(frame.site(node), "is given no value that is seen")
    starred = _re_exported(flow, scope.module, name, frozenset())
    if starred:
        return starred
    if hasattr(builtins, name) or name in _OF_MODULES | _OF_PYTHON_2:
        return one(Library(f"builtins.{name}"))
    return flow.absent(frame.site(node), "is bound nowhere")


def module_member(flow: Flow, module: SourceModule, name: str, site: Site) -> Values:
    """Give what a name of a module's top level stands for, re-exports and submodules included."""
    top = flow.scopes[module.document.tree]
    if name in top.names:
        return flow.ask(Variable(top, name))
    if module.is_package and not _binds_by_star(flow, module, name, frozenset()):
        submodule = flow.project.module(f"{module.package}.{name}")
        if submodule is not None:
            flow.enter(submodule)
            return one(ProjectModule(submodule))
    found = _re_exported(flow, module, name, frozenset())
    if found:
        return found
    stored = flow.row(Variable(top, name))
    return stored if stored is not None else flow.absent(site, "is no name of a module that is read")


def _re_exported(flow: Flow, module: SourceModule, name: str, seen: frozenset[SourceModule]) -> Values:
    """Give what a name stands for in the modules that one imports with `*`; `seen` are those that led here.

    A library is taken to have any name, but one that the catalogue describes, or that a module of the project is seen
    to bind to something else, goes before one that it does not, also while nothing is known yet of what that module
    binds it to. Of the others those go first of which the catalogue knows nothing: it would have their names, else.
    """
    offered = [(star, _star_member(flow, star, name, seen | {module})) for star in flow.stars[module]]
    found = [values for _, values in offered if values]
    known = [
        values
        for star, values in offered
        if values and (_is_bound(flow, module, star, name, seen) or not _is_guess(flow, values, name))
    ]
    if known or not found:
        return known[0] if known else NOTHING
    if _binds_by_star(flow, module, name, seen):
        return NOTHING
    return next((values for values in found if not any(_is_described(flow, value) for value in values)), found[0])


def _binds_by_star(flow: Flow, module: SourceModule, name: str, seen: frozenset[SourceModule]) -> bool:
    """Say whether a module of the project that one imports with `*` binds a name, as a class named like its module."""
    return any(_is_bound(flow, module, star, name, seen) for star in flow.stars[module])


def _is_bound(flow: Flow, module: SourceModule, star: str, name: str, seen: frozenset[SourceModule]) -> bool:
    """Say whether what a module imports with `*` is of the project and binds a name, itself or by such imports."""
    each = flow.project.module(star)
    if each is None or each in seen:
        return False
    flow.enter(each)
    own = name in flow.scopes[each.document.tree].names and not _imports_from(each, name, module)
    return own or _binds_by_star(flow, each, name, seen | {module, each})


def _imports_from(module: SourceModule, name: str, package: SourceModule) -> bool:
    """Say whether a module has a name from the package itself: then it stands for the package's module of that name."""
    statements = module.document.nodes(ast.ImportFrom)
    found = (each for statement in statements for each in bindings(statement, module.package))
    return any(each.name == each.member == name and each.module == package.package for each in found)


def _is_guess(flow: Flow, values: Values, name: str) -> bool:
    named = (value.name for value in values if isinstance(value, Library))
    return any(full.endswith(f".{name}") and flow.catalog.entry(full) is None for full in named)


def _is_described(flow: Flow, value: Value) -> bool:
    """Say whether a value is of a library of which the catalogue knows something."""
    return isinstance(value, Library) and flow.catalog.knows(value.name.partition(".")[0])


def _star_member(flow: Flow, module_name: str, name: str, seen: frozenset[SourceModule]) -> Values:
    module = flow.project.module(module_name)
    if module is not None:
        flow.enter(module)
        top = flow.scopes[module.document.tree]
        if name in top.names:
            return flow.ask(Variable(top, name))
        return NOTHING if module in seen else _re_exported(flow, module, name, seen)
    full = flow.catalog.canonical(f"{module_name}.{name}")
    if flow.catalog.entry(full) is None and name in BY_STAR:
        return one(Library(BY_STAR[name]))
    if flow.catalog.entry(full) is not None or not hasattr(builtins, name):
        return one(Library(full))
    return NOTHING


def bind_imports(frame: Frame, statement: ast.Import | ast.ImportFrom) -> None:
    """Bind the names of an import statement, and load the modules of the project that it reaches in Python 3."""
    if _is_left_by_python_3(frame, statement):
        return
    site = frame.site(statement)
    for binding in bindings(statement, frame.scope.module.package):
        frame.bind(binding.name, _imported(frame.flow, binding.module, binding.member, site), site)
    package = frame.scope.module.package
    names = [alias.name for alias in statement.names] if isinstance(statement, ast.Import) else []
    for name in names or [absolute(cast(ast.ImportFrom, statement), package)]:
        _run(frame.flow, name)


def _is_left_by_python_3(frame: Frame, statement: ast.stmt) -> bool:
    """Say whether a statement stands in a branch that Python 3 does not take."""
    inner: ast.AST = statement
    for outer in frame.scope.module.document.ancestors(statement):
        if isinstance(outer, ast.If) and holds_in_python_3(outer.test) is (inner in outer.orelse):
            return True
        inner = outer
    return False


def _run(flow: Flow, name: str) -> None:
    """Enter a module, and before it the packages in which it lies: these may register what others look up."""
    parts = name.split(".")
    for end in range(1, len(parts) + 1):
        module = flow.project.module(".".join(parts[:end]))
        if module is not None and (module.own or end == len(parts)):
            flow.enter(module)


def _imported(flow: Flow, module_name: str, member: str | None, site: Site) -> Values:
    module = flow.project.module(module_name)
    if module is not None:
        flow.enter(module)
        if member is None:
            return one(ProjectModule(module))
        if module is not site.module or not module.is_package:
            return module_member(flow, module, member, site)
    if member is not None:  # a package that imports from itself asks for a module in it
        submodule = flow.project.module(f"{module_name}.{member}" if module_name else member)
        if submodule is not None:
            flow.enter(submodule)
            return one(ProjectModule(submodule))
    if module is not None and member is not None:
        return module_member(flow, module, member, site)
    return one(Library(flow.catalog.canonical(f"{module_name}.{member}" if member else module_name)))
