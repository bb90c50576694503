"""Who is what: a points-to analysis of a script and the modules that it reaches.

Sets of allocation sites flow through assignments, parameters and returns, attributes of `self` (one set for each class
and attribute), and the items of containers, until nothing changes. Inside one scope the order of statements counts and
branches are joined; what other scopes see of a name is the union of all that is ever assigned to it. Calls are not
distinguished by their context.
"""

from __future__ import annotations

import ast
import builtins
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import cast

from farandole.analysis.points_to.values import (
    NOTHING,
    Bound,
    Class,
    Constant,
    Container,
    Function,
    Instance,
    Library,
    ProjectModule,
    Site,
    Super,
    Value,
    Values,
)
from farandole.analysis.scopes import Comprehension, FunctionNode, Scope, parameters, scopes
from farandole.catalog import Catalog, Entry
from farandole.project import Project, SourceModule, bindings, star_imports

Key = tuple[object, ...]
Environment = dict[str, Values]

ANY = object()
"""The key of container items whose own key is not literal."""

LARGEST_SET = 64
"""A set that grows beyond this many values says nothing more."""

LONGEST_NAME = 10
"""The most dots of a qualified name; `x = x.next` must end."""

MODEL_KEYWORDS: Mapping[str, frozenset[str]] = {
    "compile": frozenset({"loss", "optimizer"}),
    "fit": frozenset({"epochs", "callbacks", "validation_data", "steps_per_epoch"}),
    "fit_generator": frozenset({"epochs", "steps_per_epoch"}),
}
"""Arguments by which a method of an unknown object is known to be a Keras model's."""

DEEPEST_LOOP = 3
"""Loops nested deeper than this are read once, not until their environment is stable."""


class Flow:
    """The analysis of one project; after `run`, `values` holds what every expression may stand for."""

    def __init__(self, project: Project, catalog: Catalog) -> None:
        """Prepare the analysis; nothing is read before `run`."""
        self.project = project
        self.catalog = catalog
        self.values: dict[ast.expr, Values] = {}
        self.callees: dict[ast.Call, Values] = {}
        self.modules: dict[ast.Call, SourceModule] = {}
        self.scopes: dict[ast.AST, Scope] = {}
        self.traced: set[ast.AST] = set()
        self.callers: defaultdict[ast.AST, set[Site]] = defaultdict(set)
        self._cells: defaultdict[Key, Values] = defaultdict(frozenset)
        self._readers: defaultdict[Key, set[ast.AST]] = defaultdict(set)
        self._queue: dict[ast.AST, None] = {}
        self._stars: dict[SourceModule, tuple[str, ...]] = {}
        self._unit: ast.AST | None = None
        self._lineages: dict[Class, list[Class | Library]] = {}
        self._generators: set[ast.AST] = set()
        self._unresolved: set[ast.AST] = set()
        self._infers = False
        self._called_methods: dict[ast.AST, dict[str, set[str]]] = {}
        self._loops = 0
        self._unpacked: dict[ast.AST, object] = {}

    def run(self, proceed: Callable[[], None]) -> None:
        """Read the script and everything that it reaches, until nothing changes; `proceed` may end it by raising."""
        self.enter(self.project.entry)
        self._settle(proceed)
        self._infers = True
        self._queue.update(dict.fromkeys(self._unresolved))
        self._settle(proceed)

    def _settle(self, proceed: Callable[[], None]) -> None:
        while self._queue:
            proceed()
            unit = next(iter(self._queue))
            del self._queue[unit]
            self._unit = unit
            self._read_unit(self.scopes[unit])
        self._unit = None

    def enter(self, module: SourceModule) -> None:
        """Take a module into the analysis."""
        if module in self._stars:
            return
        self._stars[module] = star_imports(module.document.tree, module.package)
        table = scopes(module)
        self.scopes.update(table)
        self._generators.update(scope.node for scope in table.values() if _is_generator(scope.node))
        for node in table:
            if isinstance(node, ast.Module) or (module.own and not isinstance(node, ast.ClassDef)):
                self._queue[node] = None

    # Cells: what is known of variables, fields, parameters, results and items.

    def cell(self, *key: object) -> Values:
        """Give what a cell holds, and read it again in the unit at hand whenever it grows."""
        if self._unit is not None:
            self._readers[key].add(self._unit)
        return self._cells.get(key, NOTHING)

    def _fill(self, values: Values, *key: object) -> None:
        old = self._cells.get(key, NOTHING)
        if values <= old or len(old) >= LARGEST_SET:
            return
        self._cells[key] = old | values
        self._queue.update(dict.fromkeys(self._readers[key]))

    def items(self, container: Container) -> Mapping[object, Values]:
        """Give the items of a container by literal key or index; `ANY` holds the others."""
        keys = self.cell("keys", container.site)
        named: dict[object, Values] = {
            key.value: self.cell("item", container.site, key.value) for key in keys if isinstance(key, Constant)
        }
        return {**named, ANY: self.cell("item", container.site, ANY)}

    def _put_item(self, container: Container, key: object, values: Values) -> None:
        if key is not ANY:
            self._fill(frozenset({Constant(key)}), "keys", container.site)  # type: ignore[arg-type]
        self._fill(values, "item", container.site, key)

    def inputs(self, instance: Instance) -> Values:
        """Give the receiver and the arguments of the call that created an instance."""
        return self.cell("inputs", instance.site)

    # Units: a module's or a function's own statements.

    def _read_unit(self, scope: Scope) -> None:
        environment: Environment = {}
        node = scope.node
        if isinstance(node, ast.Module):
            self._block(node.body, environment, scope)
            return
        assert not isinstance(node, ast.ClassDef)
        for parameter in parameters(node):
            environment[parameter.arg] = self.cell("parameter", node, parameter.arg)
            self._fill(environment[parameter.arg], "variable", scope, parameter.arg)
        if isinstance(node, ast.Lambda):
            self._fill(self._value(node.body, environment, scope), "result", node)
            return
        first = next(iter(parameters(node)), None)
        if scope.parent is not None and isinstance(scope.parent.node, ast.ClassDef) and first is not None:
            owner = Class(Site(scope.module, scope.parent.node))
            environment[first.arg] |= self._receiver_of(node, owner)
            self._fill(environment[first.arg], "variable", scope, first.arg)
        self._block(node.body, environment, scope)

    def _receiver_of(self, method: ast.AST, owner: Class) -> Values:
        """Give what the first parameter of a method stands for whoever calls it."""
        kinds = {_last_name(decorator) for decorator in getattr(method, "decorator_list", [])}
        if "staticmethod" in kinds:
            return NOTHING
        if "classmethod" in kinds or getattr(method, "name", "") == "__new__":
            return frozenset({owner})
        return frozenset({Instance(owner.site, owner)})

    def _block(self, statements: list[ast.stmt], environment: Environment, scope: Scope) -> bool:
        """Read statements in order, changing `environment`; say whether the end can be reached."""
        return all([self._statement(statement, environment, scope) for statement in statements])

    def _statement(self, statement: ast.stmt, environment: Environment, scope: Scope) -> bool:
        match statement:
            case ast.Expr(value):
                self._value(value, environment, scope)
            case ast.Assign(targets, value):
                values = self._value(value, environment, scope)
                for target in targets:
                    self._assign(target, values, environment, scope, value)
            case ast.AnnAssign(target=target, value=ast.expr() as value):
                self._assign(target, self._value(value, environment, scope), environment, scope, value)
            case ast.AugAssign(target, _, value):
                added = self._value(value, environment, scope)
                old = self._value(_as_load(target), environment, scope)
                values = self._operation(statement, old, added, scope)
                containers = frozenset(each for each in old if isinstance(each, Container))
                for container in containers:
                    self._extend(container, added)
                self._assign(target, values | containers, environment, scope, value)
            case ast.Return(value) if value is not None:
                self._fill(self._value(value, environment, scope), "result", scope.node)
                return False
            case ast.Return():
                return False
            case ast.Raise(exc, cause):
                for part in (exc, cause):
                    if part is not None:
                        self._value(part, environment, scope)
                return False
            case ast.If(test, body, orelse):
                self._value(test, environment, scope)
                return self._branches([body, orelse], environment, scope)
            case ast.While(test, body, orelse):
                self._loop(statement, lambda inner: self._value(test, inner, scope), body, environment, scope)
                self._block(orelse, environment, scope)
            case ast.For(target, iterable, body, orelse) | ast.AsyncFor(target, iterable, body, orelse):
                values = self._value(iterable, environment, scope)
                element = self._elements(values, Site(scope.module, iterable))
                self._loop(
                    statement,
                    lambda inner: self._assign(target, element, inner, scope, None),
                    body,
                    environment,
                    scope,
                )
                self._block(orelse, environment, scope)
            case ast.With(items, body) | ast.AsyncWith(items, body):
                for item in items:
                    values = self._value(item.context_expr, environment, scope)
                    if item.optional_vars is not None:
                        self._assign(item.optional_vars, self._entered(values, item, scope), environment, scope, None)
                return self._block(body, environment, scope)
            case ast.Try():
                return self._try(statement, environment, scope)
            case ast.Match(subject, cases):
                self._match(subject, cases, environment, scope)
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                self._bind(statement.name, self._define(statement, environment, scope), environment, scope)
            case ast.ClassDef():
                self._bind(statement.name, self._define_class(statement, environment, scope), environment, scope)
            case ast.Import() | ast.ImportFrom():
                for binding in bindings(statement, scope.module.package):
                    self._bind(binding.name, self._imported(binding.module, binding.member), environment, scope)
                self._load_submodules(statement)
            case ast.Delete() | ast.Assert():
                for child in ast.iter_child_nodes(statement):
                    if isinstance(child, ast.expr) and not isinstance(child, ast.Name):
                        self._value(child, environment, scope)
            case _ if type(statement).__name__ == "TryStar":
                return self._try(cast(ast.Try, statement), environment, scope)
        return True

    def _branches(self, bodies: list[list[ast.stmt]], environment: Environment, scope: Scope) -> bool:
        ends = []
        for body in bodies:
            inner = dict(environment)
            if self._block(body, inner, scope):
                ends.append(inner)
        if not ends:
            return False
        joined = _join(ends)
        environment.clear()
        environment.update(joined)
        return True

    def _loop(
        self,
        statement: ast.stmt,
        head: Callable[[Environment], object],
        body: list[ast.stmt],
        environment: Environment,
        scope: Scope,
    ) -> None:
        """Read a loop's body until its environment is stable; `break` and `continue` are read as falling through."""
        self._loops += 1
        for _ in range(1 if self._loops > DEEPEST_LOOP else 4):
            inner = dict(environment)
            head(inner)
            self._block(body, inner, scope)
            joined = _join([environment, inner])
            if joined == environment:
                break
            environment.update(joined)
        self._loops -= 1

    def _try(self, statement: ast.Try, environment: Environment, scope: Scope) -> bool:
        body, handlers = statement.body, statement.handlers
        orelse, finalbody = statement.orelse, statement.finalbody
        before = dict(environment)
        tried = dict(environment)
        ended = self._block(body, tried, scope)
        interrupted = _join([before, tried])
        ends = []
        if ended and self._block(orelse, tried, scope):
            ends.append(tried)
        for handler in handlers:
            inner = dict(interrupted)
            if handler.type is not None:
                self._value(handler.type, inner, scope)
            if handler.name:
                self._bind(handler.name, NOTHING, inner, scope)
            if self._block(handler.body, inner, scope):
                ends.append(inner)
        environment.clear()
        environment.update(_join(ends or [interrupted]))
        return self._block(finalbody, environment, scope) and bool(ends)

    def _match(self, subject: ast.expr, cases: list[ast.match_case], environment: Environment, scope: Scope) -> None:
        values = self._value(subject, environment, scope)
        ends = [dict(environment)]
        for case in cases:
            inner = dict(environment)
            for node in ast.walk(case.pattern):
                match node:
                    case ast.MatchAs(name=str(name)) | ast.MatchStar(name=str(name)) | ast.MatchMapping(rest=str(name)):
                        self._bind(name, values, inner, scope)
                    case ast.MatchValue(value):
                        self._value(value, inner, scope)
            if case.guard is not None:
                self._value(case.guard, inner, scope)
            if self._block(case.body, inner, scope):
                ends.append(inner)
        environment.update(_join(ends))

    def _define(self, node: ast.FunctionDef | ast.AsyncFunctionDef, environment: Environment, scope: Scope) -> Values:
        self._defaults(node, environment, scope)
        values: Values = frozenset({Function(Site(scope.module, node))})
        for decorator in reversed(node.decorator_list):
            wrappers = self._value(decorator, environment, scope)
            if self._traces(wrappers):
                self.traced.add(node)
            for wrapper in wrappers:
                if isinstance(wrapper, Function):
                    values |= self._call(wrapper, [values], {}, Site(scope.module, decorator))
        if not scope.module.own:
            self._queue[node] = None
        return values

    def _traces(self, wrappers: Values) -> bool:
        """Say whether a decorator or function compiles what it is given into a graph."""
        for wrapper in wrappers:
            name = _library_name(wrapper)
            entry = self.catalog.entry(name.removesuffix("()")) if name else None
            if entry is not None and entry.facts.get("traces"):
                return True
        return False

    def _defaults(self, node: FunctionNode, environment: Environment, scope: Scope) -> None:
        arguments = node.args
        positional = [*arguments.posonlyargs, *arguments.args]
        for parameter, default in zip(reversed(positional), reversed(arguments.defaults), strict=False):
            self._fill(self._value(default, environment, scope), "parameter", node, parameter.arg)
        for parameter, keyword_default in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True):
            if keyword_default is not None:
                self._fill(self._value(keyword_default, environment, scope), "parameter", node, parameter.arg)
        if arguments.vararg is not None:
            self._fill(_one(Container(Site(scope.module, arguments.vararg))), "parameter", node, arguments.vararg.arg)
        if arguments.kwarg is not None:
            self._fill(_one(Container(Site(scope.module, arguments.kwarg))), "parameter", node, arguments.kwarg.arg)

    def _define_class(self, node: ast.ClassDef, environment: Environment, scope: Scope) -> Values:
        owner = Class(Site(scope.module, node))
        for base in node.bases:
            self._derive_class(node, self._value(base, environment, scope))
        for keyword in node.keywords:
            self._value(keyword.value, environment, scope)
        for decorator in node.decorator_list:
            self._value(decorator, environment, scope)
        inner: Environment = {}
        self._block(node.body, inner, self.scopes[node])
        for name, values in inner.items():
            self._fill(values, "field", node, name)
        return frozenset({owner})

    # Names.

    def _bind(self, name: str, values: Values, environment: Environment, scope: Scope) -> None:
        home = scope.home(name) or scope
        if home is scope:
            environment[name] = values
        self._fill(values, "variable", home, name)

    def _name(self, name: str, environment: Environment, scope: Scope) -> Values:
        if name in environment:
            home = scope.home(name) if name in scope.shared else None
            return environment[name] | (self.cell("variable", home, name) if home is not None else NOTHING)
        home = scope.home(name)
        if home is not None:
            return self.cell("variable", home, name)
        for module_name in self._stars[scope.module]:
            found = self._star_member(module_name, name)
            if found:
                return found
        if hasattr(builtins, name):
            return frozenset({Library(f"builtins.{name}")})
        return NOTHING

    def _star_member(self, module_name: str, name: str) -> Values:
        module = self.project.module(module_name)
        if module is not None:
            self.enter(module)
            return self._module_member(module, name)
        full = self.catalog.canonical(f"{module_name}.{name}")
        if self.catalog.entry(full) is not None or not hasattr(builtins, name):
            return frozenset({Library(full)})
        return NOTHING

    def _module_member(self, module: SourceModule, name: str) -> Values:
        """Give what a name of a module's top level stands for, re-exports and submodules included."""
        top = self.scopes[module.document.tree]
        if name in top.names:
            return self.cell("variable", top, name)
        submodule = self.project.module(f"{module.package}.{name}") if module.is_package else None
        if submodule is not None:
            self.enter(submodule)
            return frozenset({ProjectModule(submodule)})
        for star in self._stars[module]:
            found = self._star_member(star, name) if star != module.name else NOTHING
            if found:
                return found
        return NOTHING

    def _imported(self, module_name: str, member: str | None) -> Values:
        module = self.project.module(module_name)
        if module is not None:
            self.enter(module)
            return frozenset({ProjectModule(module)}) if member is None else self._module_member(module, member)
        if member is not None:
            submodule = self.project.module(f"{module_name}.{member}" if module_name else member)
            if submodule is not None:
                self.enter(submodule)
                return frozenset({ProjectModule(submodule)})
        full = f"{module_name}.{member}" if member else module_name
        return frozenset({Library(self.catalog.canonical(full))})

    def _load_submodules(self, statement: ast.Import | ast.ImportFrom) -> None:
        """Load `a.b` of `import a.b`, which is reached later as an attribute of `a`."""
        if isinstance(statement, ast.Import):
            for alias in statement.names:
                module = self.project.module(alias.name) if "." in alias.name else None
                if module is not None:
                    self.enter(module)

    def _assign(
        self, target: ast.expr, values: Values, environment: Environment, scope: Scope, source: ast.expr | None
    ) -> None:
        match target:
            case ast.Name(name):
                self._bind(name, values, environment, scope)
                self._note(target, values)
            case ast.Attribute(owner, attribute):
                for receiver in self._value(owner, environment, scope):
                    self._set_field(receiver, attribute, values)
                self._note(target, values)
            case ast.Subscript(owner, index):
                key = self._key(index, environment, scope)
                for receiver in self._value(owner, environment, scope):
                    if isinstance(receiver, Container):
                        self._put_item(receiver, key, values)
            case ast.Starred(inner):
                container = Container(Site(scope.module, target))
                self._put_item(container, ANY, self._elements(values, Site(scope.module, inner)))
                self._assign(inner, _one(container), environment, scope, source)
            case ast.Tuple(elements) | ast.List(elements):
                for position, element in enumerate(elements):
                    after_star = any(isinstance(other, ast.Starred) for other in elements[:position])
                    key = ANY if after_star or isinstance(element, ast.Starred) else position
                    part = (
                        values
                        if isinstance(element, ast.Starred)
                        else self._item(values, key, Site(scope.module, element))
                    )
                    self._assign(element, part, environment, scope, None)

    def _set_field(self, receiver: Value, attribute: str, values: Values) -> None:
        match receiver:
            case Instance(_, Class(site)) | Class(site):
                self._fill(values, "field", site.node, attribute)
            case Instance(site, Library()):
                self._fill(values, "field", site.node, attribute)
            case ProjectModule(module):
                self._fill(values, "variable", self.scopes[module.document.tree], attribute)
            case Library(name):
                self._fill(values, "member", name, attribute)

    # Expressions.

    def _note(self, node: ast.expr, values: Values) -> None:
        known = self.values.get(node)
        if known is None:
            self.values[node] = values
        elif not values <= known:
            self.values[node] = known | values

    def _value(self, node: ast.expr, environment: Environment, scope: Scope) -> Values:
        values = self._evaluate(node, environment, scope)
        if len(values) > LARGEST_SET:
            values = NOTHING
        self._note(node, values)
        return values

    def _evaluate(self, node: ast.expr, environment: Environment, scope: Scope) -> Values:
        site = Site(scope.module, node)
        match node:
            case ast.Name(name):
                return self._name(name, environment, scope)
            case ast.Constant(value):
                return NOTHING if value is Ellipsis else frozenset({Constant(value)})
            case ast.Attribute(owner, attribute):
                receivers = self._value(owner, environment, scope)
                return self._attribute(receivers, attribute, site)
            case ast.Call():
                return self._call_expression(node, environment, scope)
            case ast.Subscript(owner, index):
                receivers = self._value(owner, environment, scope)
                return self._item(receivers, self._key(index, environment, scope), site)
            case ast.List(elements) | ast.Tuple(elements) | ast.Set(elements):
                container = Container(site)
                starred = False
                for position, element in enumerate(elements):
                    values = self._value(element, environment, scope)
                    starred = starred or isinstance(element, ast.Starred)
                    self._put_item(container, ANY if starred else position, values)
                return _one(container)
            case ast.Dict(keys, values):
                return self._dictionary(site, keys, values, environment, scope)
            case ast.Starred(inner):
                return self._elements(self._value(inner, environment, scope), site)
            case ast.BinOp():
                return self._binary(node, environment, scope)
            case ast.BoolOp(_, parts):
                return _union(self._value(part, environment, scope) for part in parts)
            case ast.UnaryOp(_, operand):
                values = self._value(operand, environment, scope)
                return self._operation(node, values, NOTHING, scope)
            case ast.IfExp(test, body, orelse):
                self._value(test, environment, scope)
                return self._value(body, environment, scope) | self._value(orelse, environment, scope)
            case ast.NamedExpr(target, value):
                values = self._value(value, environment, scope)
                self._assign(target, values, environment, scope, value)
                return values
            case ast.Lambda():
                self._defaults(node, environment, scope)
                return frozenset({Function(site)})
            case ast.ListComp() | ast.SetComp() | ast.GeneratorExp() | ast.DictComp():
                return self._comprehension(node, environment, scope)
            case ast.Await(value):
                return self._value(value, environment, scope)
            case ast.Yield(value):
                if value is not None:
                    self._fill(self._value(value, environment, scope), "yielded", scope.node)
                return NOTHING
            case ast.YieldFrom(value):
                values = self._value(value, environment, scope)
                self._fill(self._elements(values, site), "yielded", scope.node)
                return NOTHING
            case ast.Compare(left, _, others):
                compared = _union(self._value(part, environment, scope) for part in (left, *others))
                arrays = frozenset(each for each in compared if self._is_array(each))
                return self._operation(node, arrays, NOTHING, scope)
            case ast.Slice() | ast.JoinedStr() | ast.FormattedValue():
                for child in ast.iter_child_nodes(node):
                    if isinstance(child, ast.expr):
                        self._value(child, environment, scope)
                return NOTHING
        return NOTHING
        return NOTHING

    def _binary(self, node: ast.BinOp, environment: Environment, scope: Scope) -> Values:
        chain = [node]
        while isinstance(chain[-1].left, ast.BinOp):
            chain.append(chain[-1].left)
        left = self._value(chain[-1].left, environment, scope)
        for operation in reversed(chain):
            right = self._value(operation.right, environment, scope)
            left = self._operation(operation, left, right, scope)
            self._note(operation, left)
        return left

    def _operation(self, node: ast.AST, left: Values, right: Values, scope: Scope) -> Values:
        """Give the result of an operator: a container for containers, else a value derived from both operands."""
        site = Site(scope.module, node)
        result: set[Value] = set()
        containers = [each for each in left | right if isinstance(each, Container)]
        if containers:
            joined = Container(site)
            for container in containers:
                self._extend(joined, _one(container))
            result.add(joined)
        derived = frozenset(each for each in left | right if isinstance(each, Instance | Bound))
        if derived:
            kinds = {each.of.name for each in derived if isinstance(each, Instance) and isinstance(each.of, Library)}
            arrays = sorted(kind for kind in kinds if self.catalog.role(kind) == "array")
            instance = Instance(site, Library(arrays[0] if arrays else "operator()"))
            self._fill(derived, "inputs", site)
            result.add(instance)
        return frozenset(result)

    def _is_array(self, value: Value) -> bool:
        return (
            isinstance(value, Instance)
            and isinstance(value.of, Library)
            and (self.catalog.role(value.of.name) == "array")
        )

    def _dictionary(
        self,
        site: Site,
        keys: list[ast.expr | None],
        values: list[ast.expr],
        environment: Environment,
        scope: Scope,
    ) -> Values:
        container = Container(site)
        for key, value in zip(keys, values, strict=True):
            found = self._value(value, environment, scope)
            if key is None:
                self._extend(container, found)
            else:
                self._put_item(container, self._key(key, environment, scope), found)
        return _one(container)

    def _comprehension(self, node: Comprehension, environment: Environment, scope: Scope) -> Values:
        inner = dict(environment)
        for generator in node.generators:
            values = self._value(generator.iter, inner, scope)
            element = self._elements(values, Site(scope.module, generator.iter))
            self._assign_local(generator.target, element, inner, scope)
            for condition in generator.ifs:
                self._value(condition, inner, scope)
        container = Container(Site(scope.module, node))
        if isinstance(node, ast.DictComp):
            self._value(node.key, inner, scope)
            self._put_item(container, ANY, self._value(node.value, inner, scope))
        else:
            self._put_item(container, ANY, self._value(node.elt, inner, scope))
        return _one(container)

    def _assign_local(self, target: ast.expr, values: Values, environment: Environment, scope: Scope) -> None:
        """Assign the target of a comprehension, whose names are seen nowhere else."""
        if isinstance(target, ast.Name):
            environment[target.id] = values
            self._note(target, values)
        elif isinstance(target, ast.Tuple | ast.List):
            for position, element in enumerate(target.elts):
                part = self._item(values, position, Site(scope.module, element))
                self._assign_local(element, part, environment, scope)

    def _key(self, index: ast.expr, environment: Environment, scope: Scope) -> object:
        values = self._value(index, environment, scope)
        constants = {each.value for each in values if isinstance(each, Constant)}
        return constants.pop() if len(values) == len(constants) == 1 else ANY

    # Attributes, items and elements.

    def _attribute(self, receivers: Values, attribute: str, site: Site) -> Values:
        return _union(self._attribute_of(receiver, attribute, site) for receiver in receivers)

    def _attribute_of(self, receiver: Value, attribute: str, site: Site) -> Values:
        match receiver:
            case Library(name):
                return self.cell("member", name, attribute) or frozenset({Library(self._longer(name, attribute))})
            case ProjectModule(module):
                return self._module_member(module, attribute)
            case Instance(_, Class() as owner):
                return self._member(owner, attribute, receiver, site)
            case Instance(made, Library(name)):
                stored = self.cell("field", made.node, attribute)
                return stored or frozenset({Bound(receiver, Library(self._longer(name, attribute)))})
            case Class():
                return _union(
                    self.cell("field", ancestor.site.node, attribute)
                    if isinstance(ancestor, Class)
                    else frozenset({Library(self._longer(ancestor.name, attribute))})
                    for ancestor in self.lineage(receiver)
                )
            case Container():
                return frozenset({Bound(receiver, Library(f"builtins.list.{attribute}"))})
            case Bound(origin, Library(name)):
                return frozenset({Bound(origin, Library(self._longer(name, attribute)))})
            case Super(owner, instance):
                return self._inherited(self.lineage(owner)[1:], attribute, instance, site)
        return NOTHING

    def _longer(self, name: str, attribute: str) -> str:
        if name.count(".") >= LONGEST_NAME:
            return "?"
        return self.catalog.canonical(f"{name}.{attribute}")

    def _member(self, owner: Class, attribute: str, receiver: Instance, site: Site) -> Values:
        return self._inherited(self.lineage(owner), attribute, receiver, site)

    def _inherited(self, lineage: list[Class | Library], attribute: str, receiver: Instance, site: Site) -> Values:
        """Give a member found in the first class of a lineage that has it."""
        for ancestor in lineage:
            if isinstance(ancestor, Library):
                name = self._longer(ancestor.name, attribute)
                if self.catalog.entry(name) is not None or ancestor is lineage[-1]:
                    return frozenset({Bound(receiver, Library(name))})
                continue
            found = self.cell("field", ancestor.site.node, attribute)
            if found:
                return _union(self._bound(each, ancestor, receiver, site) for each in found)
        return NOTHING

    def _bound(self, member: Value, owner: Class, receiver: Instance, site: Site) -> Values:
        """Bind a member to its receiver: methods are bound, properties read, other values kept."""
        if not isinstance(member, Function) or self.scopes[member.site.node].parent is None:
            return frozenset({member})
        node = member.site.node
        if not _defined_in_class(self.scopes[node]):
            return frozenset({member})
        kinds = {_last_name(decorator) for decorator in getattr(node, "decorator_list", [])}
        if "staticmethod" in kinds:
            return frozenset({member})
        if kinds & {"property", "cached_property"}:
            return self._call(member, [_one(receiver)], {}, site)
        return frozenset({Bound(receiver, member)})

    def lineage(self, owner: Class) -> list[Class | Library]:
        """Give a class and its ancestors, nearest first: depth first, each once."""
        if self._unit is not None:
            self._readers["lineages",].add(self._unit)
        if owner not in self._lineages:
            self._lineages[owner] = self._ancestors(owner)
        return self._lineages[owner]

    def _ancestors(self, owner: Class) -> list[Class | Library]:
        found: dict[Class | Library, None] = {}
        pending: list[Class | Library] = [owner]
        while pending:
            each = pending.pop(0)
            if each in found:
                continue
            found[each] = None
            if isinstance(each, Class):
                bases = self._cells.get(("bases", each.site.node), NOTHING)
                pending = [*(base for base in bases if isinstance(base, Class | Library)), *pending]
        projects = [each for each in found if isinstance(each, Class)]
        return [*projects, *(each for each in found if isinstance(each, Library))]

    def _derive_class(self, node: ast.ClassDef, bases: Values) -> None:
        """Note the bases of a class; every lineage that was asked for may change by them."""
        old = self._cells.get(("bases", node), NOTHING)
        self._fill(bases, "bases", node)
        if self._cells.get(("bases", node), NOTHING) != old:
            self._lineages.clear()
            self._queue.update(dict.fromkeys(self._readers["lineages",]))

    def _item(self, receivers: Values, key: object, site: Site) -> Values:
        """Give what `receiver[key]`, or unpacking at position `key`, may stand for."""
        result: set[Value] = set()
        for receiver in receivers:
            if isinstance(receiver, Container):
                items = self.items(receiver)
                result |= _union(items.values()) if key is ANY or isinstance(key, slice) else items.get(key, NOTHING)
                result |= items[ANY]
            elif isinstance(receiver, Instance | Bound):
                result |= self._derived(receiver, site)
        return frozenset(result)

    def _derived(self, receiver: Instance | Bound, site: Site) -> Values:
        """Give an item of a library's object: of the class that the catalogue names, else of the same role."""
        name = _library_name(receiver)
        if isinstance(receiver, Instance) and isinstance(receiver.of, Class):
            methods = self._member(receiver.of, "__getitem__", receiver, site)
            functions = {method for method in methods if isinstance(method, Bound)}
            if any(isinstance(method.member, Function) for method in functions):
                return _union(self._call(method, [NOTHING], {}, site) for method in functions)
            name = "item()"
        entry = self.catalog.entry(name) if name else None
        item = self._item_of_result(receiver, site) or (entry.facts.get("item") if entry else None)
        of = str(item) if item else "item()"
        if of == "item()" and name == "item()":
            of = name
        self._fill(frozenset({receiver}), "inputs", site)
        return frozenset({Instance(site, Library(of))})

    def _item_of_result(self, receiver: Instance | Bound, site: Site) -> object:
        """Give the class of the items of what a library's function gave, at every depth of unpacking it."""
        if not isinstance(receiver, Instance):
            return None
        made = receiver.site.node
        names = (_library_name(each) for each in self.callees.get(made, NOTHING)) if isinstance(made, ast.Call) else ()
        entries = (self.catalog.entry(name) for name in names if name)
        item = next((entry.facts["item"] for entry in entries if entry and "item" in entry.facts), None)
        item = item or self._unpacked.get(made)
        if item is not None:
            self._unpacked[site.node] = item
        return item

    def _elements(self, values: Values, site: Site, seen: Values = NOTHING) -> Values:
        """Give what iterating over values yields; `seen` are the classes and objects whose iteration leads here."""
        result: set[Value] = set()
        for value in values:
            match value:
                case Container():
                    result |= _union(self.items(value).values())
                case Instance(made, Library("generator()")):
                    result |= self.cell("elements", made.node)
                case Instance(_, Class() as owner) if self._has_method(owner, "__iter__", "__getitem__"):
                    methods = self._member(owner, "__iter__", value, site) or self._member(
                        owner, "__getitem__", value, site
                    )
                    for method in methods if owner not in seen else ():
                        produced = self._call(method, [], {}, site)
                        result |= self._elements(produced, site, seen | {owner})
                case Instance(made) if (sources := self.cell("sources", made)) and value not in seen:
                    result |= self._elements(sources, site, seen | {value})
                case Instance() | Bound():
                    result |= self._derived(value, site)
        return frozenset(result)

    def _has_method(self, owner: Class, *names: str) -> bool:
        return any(
            self.cell("field", ancestor.site.node, name)
            for ancestor in self.lineage(owner)
            if isinstance(ancestor, Class)
            for name in names
        )

    def _entered(self, values: Values, item: ast.withitem, scope: Scope) -> Values:
        """Give what `with value as name` binds: the value itself, or what the project's `__enter__` returns."""
        result: set[Value] = set()
        site = Site(scope.module, item.context_expr)
        for value in values:
            if isinstance(value, Instance) and isinstance(value.of, Class):
                entered = [
                    self._call(method, [], {}, site)
                    for method in self._member(value.of, "__enter__", value, site)
                    if isinstance(method, Bound) and isinstance(method.member, Function)
                ]
                result |= _union(entered) if entered else frozenset({value})
            elif isinstance(value, Instance) and value.of == Library("generator()"):
                result |= self.cell("elements", value.site.node)
            else:
                result.add(value)
        return frozenset(result)

    # Calls.

    def _call_expression(self, node: ast.Call, environment: Environment, scope: Scope) -> Values:
        site = Site(scope.module, node)
        callees = self._value(node.func, environment, scope) or self._inferred(node, environment, scope)
        positional: list[Values] = []
        spread = NOTHING
        for argument in node.args:
            values = self._value(argument, environment, scope)
            if isinstance(argument, ast.Starred):
                spread |= values
            else:
                positional.append(values)
        keywords: dict[str | None, Values] = {}
        for keyword in node.keywords:
            values = self._value(keyword.value, environment, scope)
            if keyword.arg is None:
                for each in values:
                    if isinstance(each, Container):
                        for name, held in self.items(each).items():
                            key = name if isinstance(name, str) else None
                            keywords[key] = keywords.get(key, NOTHING) | held
            else:
                keywords[keyword.arg] = values
        if spread:
            keywords[None] = keywords.get(None, NOTHING) | spread
        self.callees[node] = self.callees.get(node, NOTHING) | callees
        self.modules[node] = scope.module
        if Library("builtins.super") in callees:
            return self._super(positional, environment, scope)
        return _union(self._call(callee, positional, keywords, site) for callee in callees)

    def _inferred(self, node: ast.Call, environment: Environment, scope: Scope) -> Values:
        """Take an unknown name for a Keras model when it is compiled or fitted with arguments that only models have.

        This waits until all else is settled: before, a name is unknown only because its value has not arrived yet.
        """
        match node.func:
            case ast.Attribute(ast.Name(name) as owner) if is_model_call(node) or self._is_compiled(name, scope):
                home = scope.home(name)
                if home is None or self.values.get(owner) or not scope.module.own:
                    return NOTHING
                if not self._infers:
                    if self._unit is not None:
                        self._unresolved.add(self._unit)
                    return NOTHING
                parameter = next((each for each in _parameters_of(home) if each.arg == name), None)
                model = Instance(Site(scope.module, parameter or home.node), Library("tensorflow.keras.Model"))
                self._fill(_one(model), *(("parameter", home.node, name) if parameter else ("variable", home, name)))
                environment[name] = _one(model)
                return self._value(node.func, environment, scope)
        return NOTHING

    def _is_compiled(self, name: str, scope: Scope) -> bool:
        """Say whether a scope both compiles and fits what a name stands for: only Keras models have both methods."""
        if scope.node not in self._called_methods:
            methods: dict[str, set[str]] = {}
            for node in ast.walk(scope.node):
                match node:
                    case ast.Call(func=ast.Attribute(ast.Name(owner), method)):
                        methods.setdefault(owner, set()).add(method)
            self._called_methods[scope.node] = methods
        return is_compiled_and_fitted(self._called_methods[scope.node].get(name, set()))

    def _super(self, positional: list[Values], environment: Environment, scope: Scope) -> Values:
        method = scope
        while method.parent is not None and not isinstance(method.parent.node, ast.ClassDef):
            method = method.parent
        if method.parent is None or isinstance(method.node, ast.Module | ast.ClassDef):
            return NOTHING
        owner = Class(Site(scope.module, method.parent.node))
        first = next(iter(parameters(method.node)), None)
        receivers = self.cell("variable", method, first.arg) if first else NOTHING
        return frozenset(Super(owner, each) for each in receivers if isinstance(each, Instance))

    def _call(
        self, callee: Value, positional: list[Values], keywords: Mapping[str | None, Values], site: Site
    ) -> Values:
        match callee:
            case Function():
                return self._call_function(callee, positional, keywords, site)
            case Bound(receiver, Function() as method):
                return self._call_function(method, [_one(receiver), *positional], keywords, site)
            case Bound(Container() as container, Library(name)):
                return self._container_method(container, name.rpartition(".")[2], positional, keywords, site)
            case Class():
                return self._instantiate(callee, positional, keywords, site)
            case Instance(_, Class() as owner):
                for called in ("__call__", "call"):
                    for member in self._member(owner, called, callee, site):
                        if isinstance(member, Bound) and isinstance(member.member, Function):
                            return self._call(member, positional, keywords, site)
                return self._library_result("call", callee, positional, keywords, site)
            case Instance(_, Library(name)):
                return self._library_result(self._longer(name, "__call__"), callee, positional, keywords, site)
            case Bound(receiver, Library(name)):
                return self._library_result(name, receiver, positional, keywords, site)
            case Library(name):
                return self._builtin(name, positional, keywords, site)
        return NOTHING

    def _call_function(
        self, function: Function, positional: list[Values], keywords: Mapping[str | None, Values], site: Site
    ) -> Values:
        node = function.site.node
        assert isinstance(node, FunctionNode)
        if node not in self.scopes:
            return NOTHING
        self.callers[node].add(site)
        arguments = node.args
        names = [parameter.arg for parameter in (*arguments.posonlyargs, *arguments.args)]
        keyword_only = [parameter.arg for parameter in arguments.kwonlyargs]
        for name, values in zip(names, positional, strict=False):
            self._fill(values, "parameter", node, name)
        if arguments.vararg is not None:
            rest = Container(Site(function.site.module, arguments.vararg))
            for position, values in enumerate(positional[len(names) :]):
                self._put_item(rest, position, values)
        for keyword, values in keywords.items():
            if keyword in names or keyword in keyword_only:
                self._fill(values, "parameter", node, keyword)
            elif keyword is None:
                for name in (*names[len(positional) :], *keyword_only):
                    self._fill(values, "parameter", node, name)
            elif arguments.kwarg is not None:
                self._put_item(Container(Site(function.site.module, arguments.kwarg)), keyword, values)
        if node in self._generators:
            self._fill(self.cell("yielded", node), "elements", site.node)
            return frozenset({Instance(site, Library("generator()"))})
        return self.cell("result", node)

    def _instantiate(
        self, owner: Class, positional: list[Values], keywords: Mapping[str | None, Values], site: Site
    ) -> Values:
        instance = Instance(site, owner)
        every = _union([*positional, *keywords.values()])
        self._fill(every, "inputs", site)
        for method in self._member(owner, "__init__", instance, site):
            self._call(method, positional, keywords, site)
        return _one(instance)

    def _builtin(
        self, name: str, positional: list[Values], keywords: Mapping[str | None, Values], site: Site
    ) -> Values:
        """Call a library's function; those of the language keep track of what they hold."""
        first = positional[0] if positional else NOTHING
        match name:
            case "builtins.list" | "builtins.tuple" | "builtins.sorted" | "builtins.reversed" | "builtins.set":
                if not positional or any(isinstance(each, Container) for each in first):
                    container = Container(site)
                    self._extend(container, first)
                    return _one(container)
                return self._library_result(name, None, positional, keywords, site)
            case "builtins.dict":
                container = Container(site)
                self._extend(container, first)
                for keyword, values in keywords.items():
                    self._put_item(container, ANY if keyword is None else keyword, values)
                return _one(container)
            case "builtins.enumerate":
                return self._tuples(site, [NOTHING, self._elements(first, site)], [first])
            case "builtins.zip":
                if not positional and None in keywords:
                    return self._columns(keywords[None], site)
                return self._tuples(site, [self._elements(values, site) for values in positional], positional)
            case "builtins.next":
                return self._elements(first, site)
            case "builtins.iter":
                return first
            case "builtins.map":
                elements = [self._elements(values, site) for values in positional[1:]]
                container = Container(site)
                results = [self._call(each, elements, {}, site) for each in first]
                self._put_item(container, ANY, _union(results))
                return _one(container)
            case "builtins.getattr":
                constant = positional[1] if len(positional) > 1 else NOTHING
                names = [each.value for each in constant if isinstance(each, Constant) and isinstance(each.value, str)]
                return _union(self._attribute(first, attribute, site) for attribute in names)
            case "functools.partial":
                for each in first:
                    self._call(each, positional[1:], keywords, site)
                return first
        return self._library_result(name, None, positional, keywords, site)

    def _tuples(self, site: Site, parts: list[Values], sources: list[Values]) -> Values:
        """Give the iterator of an `enumerate` or `zip`: it yields tuples of the parts."""
        outer = Container(site)
        assert isinstance(site.node, ast.AST)
        inner = Container(Site(site.module, getattr(site.node, "func", site.node)))
        for position, values in enumerate(parts):
            self._put_item(inner, position, values)
        self._put_item(outer, ANY, _one(inner))
        self._fill(_union(sources), "sources", site)
        return _one(outer)

    def _columns(self, rows: Values, site: Site) -> Values:
        """Give the iterator of a `zip(*rows)`: it yields one tuple for each position in the rows."""
        outer = Container(site)
        inner = Container(Site(site.module, getattr(site.node, "func", site.node)))
        self._put_item(inner, ANY, self._elements(rows, site))
        self._put_item(outer, ANY, _one(inner))
        self._fill(rows, "sources", site)
        return _one(outer)

    def sources(self, container: Container) -> Values:
        """Give what an `enumerate` or `zip` runs over."""
        return self.cell("sources", container.site)

    def _library_result(
        self,
        name: str,
        receiver: Instance | Container | None,
        positional: list[Values],
        keywords: Mapping[str | None, Values],
        site: Site,
    ) -> Values:
        every = _union([*positional, *keywords.values(), *([_one(receiver)] if receiver else [])])
        self._fill(every, "inputs", site)
        entry = self.catalog.entry(name)
        if entry is not None and entry.facts.get("traces"):
            self._trace(positional[0] if positional else NOTHING)
            if positional:
                return positional[0]
        if entry is not None and entry.facts.get("stores") and isinstance(receiver, Instance):
            self._fill(_union(positional), "inputs", receiver.site)
        returns = entry.returns if entry is not None else None
        if returns == "receiver" and receiver is not None:
            return _one(receiver)
        if returns == "self" and isinstance(receiver, Instance):
            return frozenset({Instance(site, receiver.of)})
        iterated = entry.facts.get("iterates") if entry is not None else None
        if entry is not None and isinstance(iterated, str):
            self._fill(self._argument(entry, iterated, positional, keywords), "sources", site)
        if entry is not None and isinstance(entry.facts.get("wraps"), str) and entry.kind == "function":
            inner = self._argument(entry, str(entry.facts["wraps"]), positional, keywords)
            kinds = {each.of for each in inner if isinstance(each, Instance)}
            if kinds:
                return frozenset(Instance(site, kind) for kind in kinds)
        if returns == "self" and receiver is None:
            returns = name.rpartition(".")[0]
        elif returns is None or returns in ("self", "receiver"):
            returns = entry.name if entry is not None and entry.role is not None else _class_or_result(name)
        return frozenset({Instance(site, Library(returns))})

    @staticmethod
    def _argument(
        entry: Entry, parameter: str, positional: list[Values], keywords: Mapping[str | None, Values]
    ) -> Values:
        if parameter in keywords:
            return keywords[parameter]
        position = entry.position(parameter)
        return positional[position] if position is not None and position < len(positional) else NOTHING

    def _trace(self, functions: Values) -> None:
        for each in functions:
            match each:
                case Function(site) | Bound(_, Function(site)):
                    self.traced.add(site.node)

    def _container_method(
        self,
        container: Container,
        method: str,
        positional: list[Values],
        keywords: Mapping[str | None, Values],
        site: Site,
    ) -> Values:
        items = self.items(container)
        every = _union(items.values())
        first = positional[0] if positional else NOTHING
        match method:
            case "append" | "add" | "appendleft":
                self._put_item(container, ANY, first)
            case "insert":
                self._put_item(container, ANY, positional[1] if len(positional) > 1 else NOTHING)
            case "extend" | "update":
                self._extend(container, first)
                for keyword, values in keywords.items():
                    self._put_item(container, ANY if keyword is None else keyword, values)
            case "copy":
                copied = Container(site)
                self._extend(copied, _one(container))
                return _one(copied)
            case "values":
                values_view = Container(site)
                self._put_item(values_view, ANY, every)
                return _one(values_view)
            case "items":
                return self._tuples(site, [NOTHING, every], [every])
            case "get" | "pop" | "setdefault":
                constants = [each.value for each in first if isinstance(each, Constant)]
                default = positional[1] if len(positional) > 1 else NOTHING
                found = items.get(constants[0], NOTHING) if len(constants) == 1 else every
                return found | items[ANY] | default
        return NOTHING

    def _extend(self, container: Container, values: Values) -> None:
        for value in values:
            if isinstance(value, Container):
                for key, held in self.items(value).items():
                    self._put_item(container, key if isinstance(key, str) else ANY, held)
            elif isinstance(value, Instance):
                self._put_item(container, ANY, self._elements(_one(value), container.site))


def _join(environments: Iterable[Environment]) -> Environment:
    joined: Environment = {}
    for environment in environments:
        for name, values in environment.items():
            joined[name] = joined.get(name, NOTHING) | values
    return joined


def _union(sets: Iterable[Values]) -> Values:
    return frozenset().union(*sets)


def _one(value: Value) -> Values:
    return frozenset({value})


def _as_load(target: ast.expr) -> ast.expr:
    """Give an expression that reads the target of an augmented assignment."""
    match target:
        case ast.Name(name):
            return ast.copy_location(ast.Name(name, ast.Load()), target)
        case ast.Attribute(value, attribute):
            return ast.copy_location(ast.Attribute(value, attribute, ast.Load()), target)
        case ast.Subscript(value, index):
            return ast.copy_location(ast.Subscript(value, index, ast.Load()), target)
    return target


def _last_name(decorator: ast.expr) -> str:
    match decorator:
        case ast.Name(name) | ast.Attribute(attr=name):
            return name
    return ""


def _library_name(value: Value) -> str | None:
    match value:
        case Library(name) | Instance(_, Library(name)) | Bound(_, Library(name)):
            return name
    return None


def _class_or_result(name: str) -> str:
    """Name the class of what a library's callable gives: the class itself, or the result of a function."""
    if "()" in name:
        return "?()"
    last = name.rpartition(".")[2]
    return name if last[:1].isupper() else f"{name}()"


def is_compiled_and_fitted(methods: set[str]) -> bool:
    """Say whether an object with these methods called on it is a Keras model: nothing else is compiled and fitted."""
    return "compile" in methods and not methods.isdisjoint(("fit", "fit_generator", "train_on_batch"))


def is_model_call(node: ast.Call) -> bool:
    """Say whether a method is called with arguments that only a Keras model's method of that name has."""
    if not isinstance(node.func, ast.Attribute):
        return False
    return bool({keyword.arg for keyword in node.keywords} & MODEL_KEYWORDS.get(node.func.attr, frozenset()))


def _parameters_of(scope: Scope) -> list[ast.arg]:
    return parameters(scope.node) if isinstance(scope.node, FunctionNode) else []


def _defined_in_class(scope: Scope) -> bool:
    return scope.parent is not None and isinstance(scope.parent.node, ast.ClassDef)


def _is_generator(node: ast.AST) -> bool:
    return isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and any(
        isinstance(inner, ast.Yield | ast.YieldFrom) for inner in own_nodes(node)
    )


def own_nodes(function: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes below a scope's node that belong to it, not to a scope inside."""
    pending = list(ast.iter_child_nodes(function))
    while pending:
        node = pending.pop()
        yield node
        if not isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda | ast.ClassDef):
            pending.extend(ast.iter_child_nodes(node))
