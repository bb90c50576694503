"""The virtualization of Python: control flow and mutable variables become calls that can be overloaded.

The rules of Figure 3 of "The 800 Pound Python in the Machine Learning Room", from syntax tree to syntax tree: nothing
is run. What the paper leaves out is virtualized in the same spirit: `break` and `continue`, the `else` of loops,
conditional expressions, `and`, `or`, `not`, chained comparisons, identity, `nonlocal`, `global`, shadowing, patterns as
targets, `with` and `try`. What is not is refused with a `StagingError` that names line and construct.
"""

from __future__ import annotations

import ast
import copy
import itertools
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import NoReturn, TypeVar

from farandole.staging.errors import Site, StagingError
from farandole.staging.exits import leaves, with_even_exits
from farandole.staging.scopes import (
    ComprehensionNode,
    Remainder,
    Scope,
    arguments_of,
    bound_names,
    completed,
    imported_name,
    is_virtual_comparison,
    no_arguments,
    scopes_of,
)

OPERATORS = (
    *("NonLocalExit", "NonLocalReturnValue", "_and", "_assign", "_break", "_call", "_compare", "_continue", "_delete"),
    *(
        "_delete_free",
        "_for",
        "_if",
        "_named",
        "_not",
        "_or",
        "_read",
        "_read_free",
        "_return",
        "_unpack",
        "_unstaged",
        "_var",
        "_while",
    ),
)
"""The names that virtualized code may use, all of `farandole.staging`."""

STAGED_BUILTINS = frozenset({"bool", "float", "int", "isinstance", "len", "max", "min", "print", "range", "type"})
"""Built-in functions that cannot be overloaded for a staged argument: they are called by `_call`."""

_FRAME_READERS = {"eval": 3, "exec": 3, "locals": 1, "vars": 1, "dir": 1}
"""Built-in functions that see the variables of their caller, when they get fewer arguments than this."""

_COMPARISONS: dict[type[ast.cmpop], str] = {
    **{ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=", ast.Eq: "==", ast.NotEq: "!="},
    **{ast.Is: "is", ast.IsNot: "is not", ast.In: "in", ast.NotIn: "not in"},
}
_Node = TypeVar("_Node", bound=ast.AST)


@dataclass(frozen=True)
class Virtualized:
    """A virtualized function: its tree, and the operators that it uses with the names that it has for them."""

    node: ast.FunctionDef | ast.Lambda
    operators: dict[str, str]


def virtualize(node: ast.FunctionDef | ast.Lambda, *, file: str, taken: Iterable[str] = ()) -> Virtualized:
    """Give the virtualization of a function, which is left as it is.

    Fresh names, also those of operators, avoid all identifiers of the function and those `taken`. Raises StagingError,
    with places in `file`, for what cannot be virtualized.
    """
    _Refusals(file).visit(node)
    fresh = _Fresh({*taken, *_identifiers(node)})
    copied = copy.deepcopy(node)
    _make_exits_even(copied, fresh)
    transformer = _Transformer(file, fresh, scopes_of(copied))
    new = transformer.root(copied)
    return Virtualized(completed(new), {name: local for name, local in sorted(transformer.operators.items())})


class _Fresh:
    """Makes names that are not taken: `then_1` and `else_1` together, so that one can be told from the other."""

    def __init__(self, taken: set[str]) -> None:
        self._taken = taken

    def together(self, *bases: str) -> list[str]:
        for number in itertools.count(1):
            names = [f"{base}_{number}" for base in bases]
            if self._taken.isdisjoint(names):
                self._taken.update(names)
                return names
        raise AssertionError

    def __call__(self, base: str) -> str:
        return self.together(base)[0]

    def as_is(self, name: str) -> str:
        """Give the name itself, unless it is taken."""
        if name in self._taken:
            return self(name)
        self._taken.add(name)
        return name


def _identifiers(node: ast.AST) -> Iterator[str]:
    for each in ast.walk(node):
        for _, value in ast.iter_fields(each):
            if isinstance(value, str) and not isinstance(each, ast.Constant):
                yield value
            elif isinstance(value, list):
                yield from (item for item in value if isinstance(item, str))


def _make_exits_even(node: ast.AST, fresh: _Fresh) -> None:
    if isinstance(node, ast.FunctionDef) and not isinstance(node, Remainder):
        node.body = with_even_exits(node.body, fresh)
    for child in ast.iter_child_nodes(node):
        _make_exits_even(child, fresh)


class _Refusals(ast.NodeVisitor):
    """Refuses what has no virtualization."""

    def __init__(self, file: str) -> None:
        self._file = file

    def _refuse(self, node: ast.AST, construct: str, reason: str) -> NoReturn:
        raise StagingError(construct, reason, Site(self._file, getattr(node, "lineno", 0)))

    def visit_Yield(self, node: ast.AST) -> None:
        self._refuse(node, "yield", "a generator cannot be virtualized; collect the values in a list and return it")

    visit_YieldFrom = visit_Yield  # noqa: N815

    def visit_AsyncFunctionDef(self, node: ast.AST) -> None:
        self._refuse(node, "async", "coroutines cannot be virtualized; move what is awaited out of the function")

    visit_Await = visit_AsyncFor = visit_AsyncWith = visit_AsyncFunctionDef  # noqa: N815

    def visit_comprehension(self, node: ast.comprehension) -> None:
        if node.is_async:
            self.visit_AsyncFunctionDef(node.target)
        self.generic_visit(node)

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._refuse(node, "class", f"define class {node.name} outside of the function")

    def visit_TypeAlias(self, node: ast.AST) -> None:
        self._refuse(node, "type", "define the type alias outside of the function")

    def visit_Call(self, node: ast.Call) -> None:
        if isinstance(node.func, ast.Name) and len(node.args) < _FRAME_READERS.get(node.func.id, 0):
            name = node.func.id
            self._refuse(node, f"{name}()", "it sees the variables of its caller, which virtualization moves elsewhere")
        self.generic_visit(node)

    def visit_TryStar(self, node: ast.stmt) -> None:
        if leaves([node]):
            self._refuse(node, "except*", "a `return`, `break` or `continue` may lead out of its `try`; put it behind")
        self.generic_visit(node)


class _Transformer(ast.NodeTransformer):
    """Applies the rules: a statement gives a list of statements, an expression an expression."""

    def __init__(self, file: str, fresh: _Fresh, scopes: dict[ast.AST, Scope]) -> None:
        self._file, self._fresh, self._scopes = file, fresh, scopes
        self._scope: Scope | None = None
        self._caught: str | None = None
        self.operators: dict[str, str] = {}

    # Names

    def root(self, node: ast.FunctionDef | ast.Lambda) -> ast.FunctionDef | ast.Lambda:
        if isinstance(node, ast.Lambda):
            return self.visit_Lambda(node)
        return self._function(node, node.name)

    def _operator(self, name: str) -> ast.Name:
        if name not in self.operators:
            self.operators[name] = self._fresh.as_is(name)
        return ast.Name(self.operators[name], ast.Load())

    def _signal(self) -> str:
        """Give the name that every function has for the exception which carries its value."""
        if self._caught is None:
            self._caught = self._fresh.as_is("r")
        return self._caught

    def _apply(self, name: str, *arguments: ast.expr) -> ast.Call:
        return ast.Call(self._operator(name), list(arguments), [])

    def _do(self, name: str, *arguments: ast.expr) -> ast.stmt:
        return ast.Expr(self._apply(name, *arguments))

    def _holder(self, name: str) -> Scope | None:
        """Give the scope that has a name as a lifted variable, if it is one."""
        owner = self._scope.owner(name) if self._scope else None
        return owner if owner is not None and name in owner.lifted else None

    def _is_lifted(self, name: str) -> bool:
        return self._holder(name) is not None

    def _is_of_outer(self, name: str) -> bool:
        """Say whether a lifted variable is one of a function around this one."""
        assert self._scope is not None
        return self._scope.frame() is not self._holder(name)

    # Expressions

    def _expression(self, node: ast.expr) -> ast.expr:
        new = self.visit(node)
        assert isinstance(new, ast.expr)
        return new

    def _thunk(self, node: ast.expr) -> ast.Lambda:
        return _at(node, ast.Lambda(no_arguments(), self._expression(node)))

    def visit_Name(self, node: ast.Name) -> ast.expr:
        if not self._is_lifted(node.id):
            return node
        free = self._is_of_outer(node.id)
        if isinstance(node.ctx, ast.Load):
            return _at(node, self._apply("_read_free" if free else "_read", node))
        return _at(node, ast.Attribute(ast.Name(node.id, ast.Load()), "free" if free else "value", node.ctx))

    def visit_NamedExpr(self, node: ast.NamedExpr) -> ast.expr:
        value = self._expression(node.value)
        assert isinstance(node.target, ast.Name)
        scope = self._scope
        while scope is not None and isinstance(scope.node, ComprehensionNode):
            scope = scope.parent
        if scope is not None and node.target.id in scope.lifted and isinstance(scope.node, ast.Lambda):
            self._refuse(node, ":=", f"`{node.target.id}` is assigned in a part of a lambda; write a function")
        if self._is_lifted(node.target.id):
            return _at(node, self._apply("_assign", ast.Name(node.target.id, ast.Load()), value))
        return _at(node, ast.NamedExpr(node.target, value))

    def visit_IfExp(self, node: ast.IfExp) -> ast.expr:
        test = self._expression(node.test)
        return _at(node, self._apply("_if", test, self._thunk(node.body), self._thunk(node.orelse)))

    def visit_BoolOp(self, node: ast.BoolOp) -> ast.expr:
        first, *rest = node.values
        operator = "_and" if isinstance(node.op, ast.And) else "_or"
        return _at(node, self._apply(operator, self._expression(first), *map(self._thunk, rest)))

    def visit_UnaryOp(self, node: ast.UnaryOp) -> ast.expr:
        operand = self._expression(node.operand)
        if isinstance(node.op, ast.Not):
            return _at(node, self._apply("_not", operand))
        return _at(node, ast.UnaryOp(node.op, operand))

    def visit_Compare(self, node: ast.Compare) -> ast.expr:
        if not is_virtual_comparison(node):
            return self._generic(node)
        arguments = [self._expression(node.left)]
        for operator, operand in zip(node.ops, node.comparators, strict=True):
            arguments += [ast.Constant(_COMPARISONS[type(operator)]), self._thunk(operand)]
        return _at(node, self._apply("_compare", *arguments))

    def visit_Call(self, node: ast.Call) -> ast.expr:
        if isinstance(node.func, ast.Name) and not node.keywords and not node.args and node.func.id == "super":
            first = self._first_parameter()
            if first is not None:
                return _at(node, ast.Call(node.func, [ast.Name("__class__", ast.Load()), self.visit_Name(first)], []))
        arguments = [self._expression(each) for each in node.args]
        keywords = [_at(each, ast.keyword(each.arg, self._expression(each.value))) for each in node.keywords]
        if isinstance(node.func, ast.Name) and node.func.id in STAGED_BUILTINS and self._is_free(node.func.id):
            call = self._apply("_call", node.func, *arguments)
            return _at(node, ast.Call(call.func, call.args, keywords))
        return _at(node, ast.Call(self._expression(node.func), arguments, keywords))

    def _is_free(self, name: str) -> bool:
        return self._scope is None or self._scope.owner(name) is None

    def _first_parameter(self) -> ast.Name | None:
        """Give the first parameter of the function around, where `super()` would find its object there."""
        scope = self._scope
        if scope is None or not isinstance(scope.node, ast.FunctionDef) or self._scope is not scope.frame():
            return None
        arguments = [*scope.node.args.posonlyargs, *scope.node.args.args]
        return ast.Name(arguments[0].arg, ast.Load()) if arguments else None

    def visit_Lambda(self, node: ast.Lambda) -> ast.Lambda:
        arguments = self._arguments(node.args)
        outer, self._scope = self._scope, self._scopes[node]
        body = self._expression(node.body)
        self._scope = outer
        return _at(node, ast.Lambda(arguments, body))

    def _arguments(self, node: ast.arguments) -> ast.arguments:
        """Give a list of parameters with its defaults and annotations virtualized, in the scope around."""

        def one(argument: ast.arg) -> ast.arg:
            annotation = None if argument.annotation is None else self._expression(argument.annotation)
            return _at(argument, ast.arg(argument.arg, annotation, argument.type_comment))

        return ast.arguments(
            posonlyargs=[one(each) for each in node.posonlyargs],
            args=[one(each) for each in node.args],
            vararg=None if node.vararg is None else one(node.vararg),
            kwonlyargs=[one(each) for each in node.kwonlyargs],
            kw_defaults=[None if each is None else self._expression(each) for each in node.kw_defaults],
            kwarg=None if node.kwarg is None else one(node.kwarg),
            defaults=[self._expression(each) for each in node.defaults],
        )

    def _comprehension(self, node: ComprehensionNode) -> ast.expr:
        first = self._expression(node.generators[0].iter)
        outer, self._scope = self._scope, self._scopes[node]
        generators = [
            ast.comprehension(
                self._expression(each.target),
                first if position == 0 else self._expression(each.iter),
                [self._expression(test) for test in each.ifs],
                each.is_async,
            )
            for position, each in enumerate(node.generators)
        ]
        new: ast.expr
        if isinstance(node, ast.DictComp):
            new = ast.DictComp(self._expression(node.key), self._expression(node.value), generators)
        else:
            new = type(node)(self._expression(node.elt), generators)
        self._scope = outer
        return _at(node, new)

    visit_ListComp = visit_SetComp = visit_DictComp = visit_GeneratorExp = _comprehension  # noqa: N815

    def _generic(self, node: _Node) -> _Node:
        new = self.generic_visit(node)
        assert isinstance(new, type(node))
        return new

    # Statements

    def _block(self, statements: Sequence[ast.stmt]) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for statement in statements:
            new = self.visit(statement)
            parts = new if isinstance(new, list) else [new]
            result += [_at(statement, part) for part in parts]
        return result or ([ast.Pass()] if statements else [])

    def _extracted(self, name: str, body: Sequence[ast.stmt], parameter: str | None = None) -> ast.FunctionDef:
        """Give a function that holds a block of the function around it."""
        arguments = no_arguments()
        if parameter is not None:
            arguments.args.append(ast.arg(parameter))
        made = [*self._outside(body), *body] or [ast.Pass()]
        return ast.FunctionDef(name=name, args=arguments, body=made, decorator_list=[])

    def _outside(self, body: Sequence[ast.stmt]) -> list[ast.stmt]:
        """Declare again the names that a block binds and that its function declares to be another scope's."""
        scope = self._scope
        assert scope is not None
        bound = bound_names(body)
        names = sorted(bound & scope.globals)
        result: list[ast.stmt] = [ast.Global(names)] if names else []
        around = sorted(name for name in bound & scope.nonlocals if scope.owner(name) is None)
        return [*result, ast.Nonlocal(around)] if around else result

    def visit_If(self, node: ast.If) -> list[ast.stmt]:
        then, orelse = self._fresh.together("then", "else")
        test = self._expression(node.test)
        return [
            self._extracted(then, self._block(node.body)),
            self._extracted(orelse, self._block(node.orelse)),
            self._do("_if", test, _load(then), _load(orelse)),
        ]

    def visit_While(self, node: ast.While) -> list[ast.stmt]:
        cond, body = self._fresh.together("cond", "body")
        test = _at(node.test, ast.Return(self._expression(node.test)))
        functions = [self._extracted(cond, [test]), self._extracted(body, self._block(node.body))]
        return self._loop("_while", _load(cond), body, functions, node.orelse)

    def visit_For(self, node: ast.For) -> list[ast.stmt]:
        iterable = self._expression(node.iter)
        body = self._fresh("body")
        if isinstance(node.target, ast.Name) and not self._is_lifted(node.target.id) and self._owns(node.target.id):
            functions = [self._extracted(body, self._block(node.body), node.target.id)]
        else:
            item = self._fresh("item")
            bind = _at(node.target, ast.Assign([node.target], _at(node.target, _load(item))))
            functions = [self._extracted(body, self._block([bind, *node.body]), item)]
        return self._loop("_for", iterable, body, functions, node.orelse)

    def _owns(self, name: str) -> bool:
        return self._scope is not None and self._scope.owner(name) is self._scope

    def _loop(
        self, operator: str, over: ast.expr, body: str, functions: Sequence[ast.stmt], orelse: list[ast.stmt]
    ) -> list[ast.stmt]:
        if not orelse:
            return [*functions, self._do(operator, over, _load(body))]
        name = self._fresh("else")
        otherwise = self._extracted(name, self._block(orelse))
        return [*functions, otherwise, self._do(operator, over, _load(body), _load(name))]

    def visit_Break(self, node: ast.Break) -> ast.stmt:
        return self._do("_break")

    def visit_Continue(self, node: ast.Continue) -> ast.stmt:
        return self._do("_continue")

    def visit_Return(self, node: ast.Return) -> ast.stmt:
        value = ast.Constant(None) if node.value is None else self._expression(node.value)
        return self._do("_return", value)

    def visit_Remainder(self, node: Remainder) -> ast.stmt:
        return self._extracted(node.name, self._block(node.body))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> list[ast.stmt]:
        if not self._is_lifted(node.name):
            return [self._function(node, node.name)]
        name = self._fresh(node.name)
        function = self._function(node, name)
        function.decorator_list.append(self._apply("_named", ast.Constant(node.name)))
        return [function, self._do("_assign", _load(node.name), _load(name))]

    def _function(self, node: ast.FunctionDef, name: str) -> ast.FunctionDef:
        decorators = [self._expression(each) for each in node.decorator_list] if self._scope else node.decorator_list
        arguments = self._arguments(node.args) if self._scope else node.args
        returns = node.returns if node.returns is None or not self._scope else self._expression(node.returns)
        outer, self._scope = self._scope, self._scopes[node]
        docstring = node.body[:1] if ast.get_docstring(node, clean=False) is not None else []
        declared = self._declarations(self._scope)
        body = [*declared, *self._block(node.body[len(docstring) :])] or [ast.Pass()]
        signal = self._signal()
        back = ast.Return(ast.Attribute(_load(signal), "value", ast.Load()))
        handler = ast.ExceptHandler(self._operator("NonLocalReturnValue"), signal, [back])
        outside: list[ast.stmt] = []
        if self._scope.globals:
            outside.append(ast.Global(sorted(self._scope.globals)))
        around = sorted(each for each in self._scope.nonlocals if self._scope.owner(each) is None)
        if around:
            outside.append(ast.Nonlocal(around))
        self._scope = outer
        whole = [*docstring, *outside, ast.Try(body, [handler], [], [])]
        made = ast.FunctionDef(name=name, args=arguments, body=whole, decorator_list=decorators, returns=returns)
        return _at(node, made)

    def _declarations(self, scope: Scope) -> list[ast.stmt]:
        """Declare the lifted variables of a function that are not declared at their first assignment."""
        assert isinstance(scope.node, ast.FunctionDef)
        given = [each.arg for each in arguments_of(scope.node.args) if each.arg in scope.lifted]
        others = sorted(scope.lifted - set(given) - set(scope.declared_late))
        return [self._variable(name, _load(name)) for name in given] + [self._variable(name) for name in others]

    def _variable(self, name: str, *initial: ast.expr) -> ast.stmt:
        return ast.Assign([ast.Name(name, ast.Store())], self._apply("_var", *initial))

    def visit_Global(self, node: ast.stmt) -> list[ast.stmt]:
        return []  # declared where the function begins

    visit_Nonlocal = visit_Global  # noqa: N815

    def visit_Assign(self, node: ast.Assign) -> list[ast.stmt]:
        value = self._expression(node.value)
        match node.targets:
            case [ast.Name(id=name) as target]:
                if not self._is_lifted(name):
                    return [ast.Assign([target], value)]
                assign = self._do("_assign", _load(name), value)
                scope = self._scope
                late = scope is not None and scope.declared_late.get(name) is node
                return [self._variable(name), assign] if late else [assign]
            case [ast.Tuple(elts=parts) | ast.List(elts=parts)] if not isinstance(value, ast.Tuple | ast.List):
                if not any(isinstance(part, ast.Starred) for part in parts):
                    value = _at(node.value, self._apply("_unpack", value, ast.Constant(len(parts))))
        return [ast.Assign([self._expression(each) for each in node.targets], value)]

    def visit_AnnAssign(self, node: ast.AnnAssign) -> ast.stmt:
        value = None if node.value is None else self._expression(node.value)
        if isinstance(node.target, ast.Name):
            if self._is_lifted(node.target.id):
                return ast.Pass() if value is None else self._do("_assign", _load(node.target.id), value)
            if value is not None:
                return ast.Assign([node.target], value)  # the annotation of a local variable is not evaluated
            return ast.AnnAssign(node.target, node.annotation, None, node.simple)
        target = self._expression(node.target)
        return ast.Pass() if value is None else ast.Assign([target], value)

    def visit_Delete(self, node: ast.Delete) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for target in _flat(node.targets):
            if isinstance(target, ast.Name) and self._is_lifted(target.id):
                delete = "_delete_free" if self._is_of_outer(target.id) else "_delete"
                result.append(self._do(delete, _load(target.id)))
            else:
                result.append(ast.Delete([self._expression(target)]))
        return result

    def visit_Import(self, node: ast.Import | ast.ImportFrom) -> list[ast.stmt]:
        result: list[ast.stmt] = []
        for alias in node.names:
            name = imported_name(alias)
            if not self._is_lifted(name):
                result.append(_imports(node, alias.name, alias.asname))
                continue
            temporary = self._fresh(name)
            result.append(_imports(node, alias.name, temporary))
            if isinstance(node, ast.Import) and alias.asname is None and "." in alias.name:
                result.append(_imports(node, name, temporary))  # `import a.b` binds `a`
            result.append(self._do("_assign", _load(name), _load(temporary)))
        return result

    visit_ImportFrom = visit_Import  # noqa: N815

    def visit_With(self, node: ast.With) -> list[ast.stmt]:
        items = []
        for item in node.items:
            manager = self._apply("_unstaged", ast.Constant("with"), self._expression(item.context_expr))
            target = None if item.optional_vars is None else self._expression(item.optional_vars)
            items.append(ast.withitem(_at(item.context_expr, manager), target))
        if not leaves(node.body):
            return [ast.With(items, self._block(node.body))]
        return self._leaving_behind(self._block(node.body), lambda inner: ast.With(items, [inner]))

    def _leaving_behind(self, body: list[ast.stmt], around: Callable[[ast.stmt], ast.stmt]) -> list[ast.stmt]:
        """Catch an exit of a block before what is around it could see it as an exception, and leave behind that."""
        leaving, signal = self._fresh.together("leaving", "signal")
        keep = ast.Assign([ast.Name(leaving, ast.Store())], _load(signal))
        inner = ast.Try(body, [ast.ExceptHandler(self._operator("NonLocalExit"), signal, [keep])], [], [])
        test = ast.Compare(_load(leaving), [ast.IsNot()], [ast.Constant(None)])
        return [
            ast.Assign([ast.Name(leaving, ast.Store())], ast.Constant(None)),
            around(inner),
            ast.If(test, [ast.Raise(_load(leaving))], []),
        ]

    def visit_Try(self, node: ast.Try) -> list[ast.stmt]:
        handlers = [self._handler(each) for each in node.handlers]
        if handlers and leaves(node.body):
            handlers.insert(0, ast.ExceptHandler(self._operator("NonLocalExit"), None, [ast.Raise()]))
        body, orelse, final = self._block(node.body), self._block(node.orelse), self._block(node.finalbody)
        entered = self._do("_unstaged", ast.Constant("try"))
        if not final or not leaves([*node.body, *node.orelse, *(each for one in node.handlers for each in one.body)]):
            return [entered, type(node)(body=body, handlers=handlers, orelse=orelse, finalbody=final)]
        inside: list[ast.stmt] = [ast.Try(body, handlers, orelse, [])] if handlers else body
        return [entered, *self._leaving_behind(inside, lambda inner: ast.Try([inner], [], [], final))]

    visit_TryStar = visit_Try  # noqa: N815

    def _handler(self, node: ast.ExceptHandler) -> ast.ExceptHandler:
        kind = None if node.type is None else self._expression(node.type)
        if node.name is None or not self._is_lifted(node.name):
            return _at(node, ast.ExceptHandler(kind, node.name, self._block(node.body)))
        name = self._fresh(node.name)
        unbind = [
            self._do("_assign", _load(node.name), ast.Constant(None)),  # it may be unbound already, as in Python
            self._do("_delete", _load(node.name)),
        ]
        body = ast.Try(self._block(node.body), [], [], unbind)
        return _at(node, ast.ExceptHandler(kind, name, [self._do("_assign", _load(node.name), _load(name)), body]))

    def visit_Match(self, node: ast.Match) -> ast.stmt:
        subject = self._apply("_unstaged", ast.Constant("match"), self._expression(node.subject))
        cases = []
        for case in node.cases:
            pattern, captured = self._pattern(case.pattern)
            bind = [self._apply("_assign", _load(name), _load(local)) for name, local in captured.items()]
            body = self._block(case.body)
            if case.guard is None:
                cases.append(ast.match_case(pattern, None, [*map(ast.Expr, bind), *body]))
                continue
            guard = self._expression(case.guard)
            if bind:  # a name is bound before the guard is evaluated, whatever it gives
                guard = ast.BoolOp(ast.And(), [ast.List([*bind], ast.Load()), guard])
            cases.append(ast.match_case(pattern, guard, body))
        return ast.Match(_at(node.subject, subject), cases)

    def _pattern(self, pattern: ast.pattern) -> tuple[ast.pattern, dict[str, str]]:
        """Give a pattern that captures lifted variables under fresh names, and these by variable."""
        pattern = copy.deepcopy(pattern)
        captured: dict[str, str] = {}
        for each in ast.walk(pattern):
            if isinstance(each, ast.Name) and self._is_lifted(each.id):
                self._refuse(each, "case", f"`{each.id}` is assigned more than once; give the value another name")
            key = "rest" if isinstance(each, ast.MatchMapping) else "name"
            name = getattr(each, key, None)
            if isinstance(name, str) and self._is_lifted(name):
                if name not in captured:
                    captured[name] = self._fresh(name)
                setattr(each, key, captured[name])
        return pattern, captured

    def _refuse(self, node: ast.AST, construct: str, reason: str) -> NoReturn:
        raise StagingError(construct, reason, Site(self._file, getattr(node, "lineno", 0)))


def _at(source: ast.AST, node: _Node) -> _Node:
    """Give a new node the place of the one that it stands for, unless it has one."""
    if getattr(node, "lineno", None) is None and hasattr(source, "lineno"):
        for child in ast.walk(node):
            if "lineno" in child._attributes and getattr(child, "lineno", None) is None:
                ast.copy_location(child, source)
    return node


def _load(name: str) -> ast.Name:
    return ast.Name(name, ast.Load())


def _flat(targets: Iterable[ast.expr]) -> Iterator[ast.expr]:
    for target in targets:
        if isinstance(target, ast.Tuple | ast.List):
            yield from _flat(target.elts)
        else:
            yield target


def _imports(node: ast.Import | ast.ImportFrom, name: str, asname: str | None) -> ast.stmt:
    alias = ast.alias(name, asname)
    return ast.Import([alias]) if isinstance(node, ast.Import) else ast.ImportFrom(node.module, [alias], node.level)
