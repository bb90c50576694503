"""The decorators: `@lms` virtualizes a function, `@stage` runs it with staged values, `@rep_fun` stages its calls."""

from __future__ import annotations

import ast
import functools
import inspect
import types
from collections.abc import Callable, Sequence
from typing import Any, TypeVar, overload

from farandole.staging import operators, rep
from farandole.staging.backends import Backend, backend_named
from farandole.staging.errors import Site, StagingError
from farandole.staging.objects import Watch
from farandole.staging.rep import (
    Promotion,
    Rep,
    Staging,
    as_operand,
    block,
    current,
    define,
    finished,
    open_block,
    reflect,
    refuse,
    user_site,
    watch_tensorflow,
)
from farandole.staging.scopes import completed
from farandole.staging.sexpr import Block, Def, Form, Operand, Program, Symbol
from farandole.staging.source import FUTURE, source_of
from farandole.staging.virtualize import Virtualized, virtualize

_Function = TypeVar("_Function", bound=Callable[..., Any])


def lms(function: _Function) -> _Function:
    """Virtualize a function: the decorator next to its `def`.

    Without staged values the function does what it did. One that is virtualized already is given as it is. Raises
    StagingError, when the function is defined, for what cannot be virtualized and for functions without source.
    """
    if isinstance(function, RepFun) or _is_virtualized(function):
        return function
    source = source_of(function)
    code = function.__code__
    new = virtualize(source.node, file=source.file, taken=[*code.co_freevars, *code.co_names])
    return functools.wraps(function)(_compiled(function, new, source.of_class))  # type: ignore[return-value]


def _is_virtualized(function: Any) -> bool:
    code = getattr(function, "__code__", None)
    return code is not None and "NonLocalReturnValue" in (*code.co_freevars, *code.co_names)


def _compiled(function: Callable[..., Any], new: Virtualized, of_class: str | None) -> types.FunctionType:
    """Compile a virtualized function in place of the original: same globals, defaults, closure and lines."""
    assert isinstance(function, types.FunctionType)
    code = function.__code__
    node: ast.stmt
    if isinstance(new.node, ast.Lambda):
        node = ast.Assign([ast.Name("made", ast.Store())], new.node)
    else:
        new.node.decorator_list = []
        new.node.args = _without_defaults(new.node.args)
        new.node.returns = None
        node = new.node
    if of_class is not None:  # for private names, and for `__class__`
        node = ast.ClassDef(name=of_class, bases=[], keywords=[], body=[node], decorator_list=[])
    names = [*new.operators.values(), *(name for name in code.co_freevars if name != "__class__" or of_class is None)]
    parameters = ast.arguments(
        posonlyargs=[], args=[ast.arg(name) for name in names], kwonlyargs=[], kw_defaults=[], defaults=[]
    )
    body: list[ast.stmt] = [node]
    if isinstance(node, ast.FunctionDef | ast.ClassDef) and node.name not in names:  # the name is a global one
        body.insert(0, ast.Global([node.name]))
    factory = ast.FunctionDef(name="factory", args=parameters, body=body, decorator_list=[])
    module = completed(ast.Module([factory], []))
    flags = code.co_flags & FUTURE
    compiled = compile(module, code.co_filename, "exec", flags=flags, dont_inherit=True)
    [made] = [each for each in _inner(compiled) if each.co_name == code.co_name][:1]
    cells = dict(zip(code.co_freevars, function.__closure__ or (), strict=True))
    cells |= {local: types.CellType(getattr(_DOOR, name)) for name, local in new.operators.items()}
    closure = tuple(cells[name] for name in made.co_freevars)
    result = types.FunctionType(made, function.__globals__, function.__name__, function.__defaults__, closure)
    result.__kwdefaults__ = function.__kwdefaults__
    return result


class _Door:
    """The operators by name."""

    def __getattr__(self, name: str) -> Any:
        return getattr(rep, name) if name.startswith("NonLocal") else getattr(operators, name)


_DOOR = _Door()


def _inner(code: types.CodeType) -> list[types.CodeType]:
    inner = [each for each in code.co_consts if isinstance(each, types.CodeType)]
    return [*inner, *(deeper for each in inner for deeper in _inner(each))]


def _without_defaults(arguments: ast.arguments) -> ast.arguments:
    """Leave defaults and annotations out: the new function gets those of the original, evaluated once."""

    def bare(argument: ast.arg) -> ast.arg:
        return ast.copy_location(ast.arg(argument.arg), argument)

    return ast.arguments(
        posonlyargs=[bare(each) for each in arguments.posonlyargs],
        args=[bare(each) for each in arguments.args],
        vararg=arguments.vararg and bare(arguments.vararg),
        kwonlyargs=[bare(each) for each in arguments.kwonlyargs],
        kw_defaults=[None for _ in arguments.kwonlyargs],
        kwarg=arguments.kwarg and bare(arguments.kwarg),
        defaults=[],
    )


class Staged:
    """A staged function: its program, and the code of a back end that runs it when the function is called."""

    def __init__(self, function: Callable[..., Any], backend: Backend, name: str | None) -> None:
        functools.update_wrapper(self, function)
        self._function = lms(function)
        parameters = _parameters(function)
        self.program = _program(self._function, name or function.__name__, parameters, _annotations(function))
        self.code = backend(self.program)

    @property
    def sexpr(self) -> str:
        """The program as an S-expression."""
        return str(self.program)

    def __call__(self, *arguments: Any) -> Any:
        """Run the staged program; with staged arguments, stage the function as a part of the program under way."""
        if any(isinstance(each, Rep) for each in arguments):
            return self._function(*arguments)
        expected = len(self.program.definition.parameters)
        if len(arguments) != expected:
            raise TypeError(f"{self.program.definition.name}() takes {expected} arguments, {len(arguments)} given")
        return self.code(*arguments)


@overload
def stage(function: Callable[..., Any], /) -> Staged: ...
@overload
def stage(*, backend: str | Backend = ..., name: str | None = ...) -> Callable[[Callable[..., Any]], Staged]: ...
def stage(
    function: Callable[..., Any] | None = None, *, backend: str | Backend = "python", name: str | None = None
) -> Staged | Callable[[Callable[..., Any]], Staged]:
    """Stage a function: it runs once, now, with a `Rep` for each parameter, and what it reflects is the program.

    `backend` is "python", "torchscript", "tensorflow" or a function from a `Program` to a callable; `name` names the
    program instead of the function. Raises StagingError for what cannot be staged, or not by the back end.
    """
    chosen = backend_named(backend) if isinstance(backend, str) else backend
    if function is None:
        return lambda decorated: Staged(decorated, chosen, name)
    return Staged(function, chosen, name)


def _parameters(function: Callable[..., Any]) -> list[str]:
    parameters = inspect.signature(function).parameters.values()
    for each in parameters:
        if each.kind not in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD) or each.default is not each.empty:
            raise StagingError(
                f"parameter {each.name}", "a staged function has positional parameters without defaults", user_site()
            )
    return [each.name for each in parameters]


def _annotations(function: Callable[..., Any]) -> list[Any]:
    """Give the annotations of the parameters, as far as they are types and not texts that nothing defines."""
    try:
        known = inspect.get_annotations(function, eval_str=True)
    except Exception:
        known = {}
    return [known.get(each) for each in _parameters(function)]


def _program(function: Callable[..., Any], name: str, parameters: Sequence[str], annotations: Sequence[Any]) -> Program:
    watch_tensorflow()
    inputs = [f"in{number}" for number in range(1, len(parameters) + 1)]
    staging = Staging()
    staging.taken |= {*inputs, name}
    watch = Watch([function])
    with block("", staging) as opened:
        value = as_operand(function(*(Rep(Symbol(each)) for each in inputs)))
        if changed := watch.changed():
            refuse(
                "change of a Python object in staged code",
                f"{changed} changed, once, while the function was staged",
                _site(function),
            )
        body = finished(opened, value)
    known = {each: kind for each, kind in zip(inputs, annotations, strict=True) if kind is not None}
    return Program(Def(name, tuple(inputs), body), tuple(staging.constants), known)


def _site(function: Callable[..., Any]) -> Site | None:
    """Give the place of a function's definition."""
    code = getattr(function, "__code__", None)
    return None if code is None else Site(code.co_filename, code.co_firstlineno)


class RepFun:
    """A function whose calls with staged arguments are calls of the staged program, so that it may call itself."""

    __name__: str

    def __init__(self, function: Callable[..., Any]) -> None:
        functools.update_wrapper(self, function)
        self.function = lms(function)

    def __call__(self, *arguments: Any, **keywords: Any) -> Any:
        """Call the function, or stage a call of it: where it is not defined yet in the program, it is defined first."""
        if not any(isinstance(each, Rep) for each in (*arguments, *keywords.values())):
            return self.function(*arguments, **keywords)
        bound = inspect.signature(self.function).bind(*arguments, **keywords)
        bound.apply_defaults()
        if bound.kwargs:
            refuse(f"call of {self.__name__}", "a staged function has positional parameters only")
        staging = open_block(f"call of {self.__name__}").staging
        assert staging is not None
        if operators.staged_call_name(staging, self) is None:
            _def_staged(self, *bound.args)
        return _call_staged(self, *bound.args)

    def __get__(self, instance: Any, owner: Any = None) -> Any:
        """Bind it as a method."""
        return self if instance is None else types.MethodType(self, instance)


def rep_fun(function: Callable[..., Any]) -> RepFun:
    """Stage the calls of a function (section 5.5): recursion on a staged value ends, as it is a call and not a copy."""
    return RepFun(function)


def _def_staged(function: RepFun, *arguments: Any) -> None:
    """Define a function in the program, with a fresh parameter for each argument (Figure 9)."""
    opened = open_block("def")
    staging = opened.staging
    assert staging is not None
    name = function.__name__
    while name in staging.taken:
        name += "_"
    staging.taken.add(name)
    staging.functions[id(function)] = (function, name, opened)
    parameters = tuple(staging.fresh() for _ in arguments)
    body = _closed("def", function.function, [Rep(Symbol(each)) for each in parameters])
    define(name, parameters, body)


def _call_staged(function: RepFun, *arguments: Any) -> Rep:
    """Call a function that the program defines (Figure 9)."""
    staging = open_block("call").staging
    assert staging is not None
    name = operators.staged_call_name(staging, function)
    if name is None:
        refuse(f"call of {function.__name__}", "it is not defined in the staged program")
    return reflect(Form(name, tuple(as_operand(each) for each in arguments)))


def _closed(construct: str, function: Callable[..., Any], arguments: Sequence[Rep]) -> Block:
    """Stage the body of a function of the program, which cannot assign variables around it."""
    around = current.blocks[-1]
    watch = Watch([function])
    try:
        with block(construct) as opened:
            value: Operand = as_operand(function(*arguments))
            result = finished(opened, value)
    except Promotion as promotion:
        if promotion.opened.around is around:
            refuse(
                construct, "a staged function assigns a variable of the function around it; return the value instead"
            )
        raise
    if changed := watch.changed():
        refuse(
            "change of a Python object in staged code",
            f"{changed} changed, once, while the function was staged",
            _site(function),
        )
    return result


def stage_lambda(function: Callable[..., Any]) -> Any:
    """Stage a lambda, or a function, as a value of the program; calls of the value are steps of it (section 6.4).

    Outside of staging the function itself is given. Raises StagingError when it cannot be virtualized.
    """
    if not current.blocks:
        return function
    virtual = _virtual_lambda(function)
    staging = current.blocks[-1].staging
    assert staging is not None
    parameters = tuple(staging.fresh() for _ in _parameters(function))
    body = _closed("lambda", virtual, [Rep(Symbol(each)) for each in parameters])
    names = Form("tuple", tuple(map(Symbol, parameters)))
    return reflect(Form("lambda", (names, body)))


def _virtual_lambda(function: Callable[..., Any]) -> Callable[..., Any]:
    """Virtualize a lambda, unless it stands in a function that is virtualized, and it with it."""
    code = function.__code__
    if code.co_name != "<lambda>":
        return lms(function)
    if any(name.startswith("_") and name in vars(operators) for name in (*code.co_freevars, *code.co_names)):
        return function
    source = source_of(function)
    new = virtualize(source.node, file=source.file, taken=[*code.co_freevars, *code.co_names])
    return _compiled(function, new, source.of_class) if new.operators else function
