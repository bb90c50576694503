"""The virtual operators: what virtualized code calls for control flow and for its mutable variables.

Without staged values each does what the statement that it stands for does. With them it stages: sections 3, 5.4 and 6.3
of "The 800 Pound Python in the Machine Learning Room".
"""

from __future__ import annotations

import functools
import itertools
import operator
import sys
from collections.abc import Callable, Sequence
from typing import Any, NamedTuple, NoReturn, TypeVar

from farandole.staging.errors import StagingError
from farandole.staging.objects import Watch
from farandole.staging.rep import (
    PURE,
    UNBOUND,
    NonLocalLoopExit,
    NonLocalReturnValue,
    Opened,
    Promotion,
    Rep,
    Staging,
    Variable,
    as_operand,
    block,
    call_operands,
    current,
    finished,
    open_block,
    reflect,
    refuse,
    user_frame,
)
from farandole.staging.sexpr import Block, Form, Let, Operand, Symbol

Function = Callable[..., Any]
_Staged = TypeVar("_Staged")

# Variables


def _var(value: Any = UNBOUND) -> Variable:
    """Make a lifted variable, unbound or with a value."""
    return _Target(value)


def _assign(variable: Variable, value: Any) -> Any:
    """Bind a lifted variable and give the value."""
    if current.blocks:
        return _stage_assign(variable, value)
    variable.content = value
    return value


def _read(variable: Variable) -> Any:
    """Give the value of a lifted variable in its own function; raises UnboundLocalError as Python would."""
    if variable.symbol is not None:
        return _stage_read(variable)
    if variable.content is UNBOUND:
        _stage_unbound(variable)
        name = _name_of(variable)
        if sys.version_info >= (3, 11):
            raise UnboundLocalError(f"cannot access local variable '{name}' where it is not associated with a value")
        raise UnboundLocalError(f"local variable '{name}' referenced before assignment")
    return variable.content


def _read_free(variable: Variable) -> Any:
    """Give the value of a lifted variable of an outer function; raises NameError as Python would."""
    if variable.symbol is not None:
        return _stage_read(variable)
    if variable.content is UNBOUND:
        _stage_unbound(variable)
        name = _name_of(variable)
        if sys.version_info >= (3, 11):
            raise NameError(
                f"cannot access free variable '{name}' where it is not associated with a value in enclosing scope"
            )
        raise NameError(f"free variable '{name}' referenced before assignment in enclosing scope")
    return variable.content


def _delete(variable: Variable) -> None:
    """Unbind a lifted variable; raises UnboundLocalError when it is not bound."""
    if variable.symbol is not None:
        refuse("del", "a staged variable cannot be deleted")
    if variable.content is UNBOUND:
        _read(variable)
    _assign(variable, UNBOUND)


def _delete_free(variable: Variable) -> None:
    """Unbind a lifted variable of an outer function; raises NameError when it is not bound."""
    if variable.symbol is None and variable.content is UNBOUND:
        _read_free(variable)
    _delete(variable)


class _Target(Variable):
    """A lifted variable that can stand where it is assigned, as `x.value` in a pattern or an augmented assignment.

    A function within the variable's own one says `x.free`: the error for an unbound variable is another one there.
    """

    __slots__ = ()
    value = property(_read, _assign, _delete)
    free = property(_read_free, _assign, _delete_free)


def _name_of(variable: Variable) -> str:
    """Give the name that the calling code has for a variable."""
    frame = user_frame()
    return next((name for name, value in frame.f_locals.items() if value is variable), "?")


def _stage_assign(variable: Variable, value: Any) -> Any:
    opened = current.blocks[-1]
    staging = opened.staging
    assert staging is not None
    if variable.symbol is not None:
        if value is UNBOUND:
            refuse("del", "a staged variable cannot be deleted")
        reflect(Form("set", (as_operand(variable.symbol), _stageable(variable, value))))
        return value
    outermost = _outermost_without(variable, opened)
    if outermost is not None:
        raise Promotion(variable, outermost)
    staging.journal.append((variable, variable.content, variable.symbol))
    variable.content = value
    return value


def _outermost_without(variable: Variable, opened: Opened) -> Opened | None:
    """Give the outermost of the open blocks, inside the one that a variable was made in."""
    found = None
    block: Opened | None = opened
    while block is not None and block is not variable.opened:
        if block.around is None:
            return found  # made before its program: a variable of this stage
        found, block = block, block.around
    return found


def _stage_read(variable: Variable) -> Rep:
    return reflect(Form("get", (as_operand(variable.symbol),)))


def _stage_unbound(variable: Variable) -> None:
    """Make an unbound variable one of the program, in a staged block: it fails when the program gets there."""
    if current.blocks:
        outermost = _outermost_without(variable, current.blocks[-1])
        if outermost is not None:
            raise Promotion(variable, outermost)


def _stageable(variable: Variable, value: Any) -> Operand:
    """Give the value of a staged variable as an operand; raises StagingError for what has an identity."""
    if isinstance(value, Rep) or value is None or type(value) in (int, float, complex, bool, str):
        return as_operand(value)
    if type(value) is tuple:
        return Form("tuple", tuple(_stageable(variable, each) for each in value))
    if hasattr(value, "dtype") and hasattr(value, "shape"):
        return as_operand(value)
    refuse(
        "assignment in a staged block",
        f"`{_name_of(variable)}` holds a {type(value).__name__}; a staged variable holds a number, a text, a tensor, a "
        "tuple of them or a staged value",
    )


def _promote(variable: Variable) -> None:
    """Make a variable one of the staged program, in the open block."""
    content = variable.content
    staging = open_block("assignment").staging
    assert staging is not None
    staging.journal.append((variable, content, variable.symbol))
    variable.symbol = reflect(Form("new"))
    if content is not UNBOUND:
        reflect(Form("set", (as_operand(variable.symbol), _stageable(variable, content))))


# Exits


def _return(value: Any) -> NoReturn:
    """Return from the function around, through the functions that virtualization made of its blocks."""
    raise NonLocalReturnValue(value)


def _break() -> NoReturn:
    """Leave the loop around."""
    raise NonLocalLoopExit(False)


def _continue() -> NoReturn:
    """Go on with the next iteration of the loop around."""
    raise NonLocalLoopExit(True)


# Decisions


def _if(test: Any, body: Function, orelse: Function) -> Any:
    """Run one of two branches and give its value; with a staged test, stage both (Figure 8 of the paper)."""
    if isinstance(test, Rep):
        return _stage_if(test, body, orelse)
    if test:
        return body()
    return orelse()


def _and(value: Any, *others: Function) -> Any:
    """Give the first value that is not true, or the last one."""
    if not others:
        return value
    if isinstance(value, Rep):
        return _if(value, lambda: _and(others[0](), *others[1:]), lambda: value)
    return _and(others[0](), *others[1:]) if value else value


def _or(value: Any, *others: Function) -> Any:
    """Give the first value that is true, or the last one."""
    if not others:
        return value
    if isinstance(value, Rep):
        return _if(value, lambda: value, lambda: _or(others[0](), *others[1:]))
    return value if value else _or(others[0](), *others[1:])


def _not(value: Any) -> Any:
    """Give the negation of a value's truth."""
    if isinstance(value, Rep):
        return reflect(Form("not", (value.operand(),)))
    return not value


def _same(left: Any, right: Any) -> bool:
    if left is right:
        return True
    for one, other in ((left, right), (right, left)):
        if isinstance(one, Rep) and other is not None:
            refuse("is", "the identity of a staged value is not known; compare with ==")
    return False


_COMPARISONS: dict[str, Callable[[Any, Any], Any]] = {
    **{"<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge, "==": operator.eq, "!=": operator.ne},
    **{"is": _same, "is not": lambda left, right: not _same(left, right)},
    **{"in": lambda left, right: left in right, "not in": lambda left, right: left not in right},
}


def _compare(left: Any, comparison: str, operand: Function, *others: Any) -> Any:
    """Compare as a chain does: `_compare(a, "<", lambda: b, "<", lambda: c)`; no operand is evaluated twice."""
    right = operand()
    value = _COMPARISONS[comparison](left, right)
    if not others:
        return value
    if isinstance(value, Rep):
        return _if(value, lambda: _compare(right, *others), lambda: value)
    return _compare(right, *others) if value else value


# Loops


def _while(test: Function, body: Function, orelse: Function | None = None) -> None:
    """Run a body as long as a test gives a true value, then `orelse` unless the body broke off.

    A staged value of the test makes a loop of the staged program of what is left of it.
    """
    while True:
        start = _start([test, body]) if current.blocks else None
        value = test()
        if isinstance(value, Rep):
            _stage_while(test, body, orelse, start[0] if start else _mark())
            return
        if not value:
            break
        try:
            body()
        except NonLocalLoopExit as signal:
            if isinstance(signal.go_on, Rep):  # this iteration and the others are staged instead
                assert start is not None
                _stage_while(test, body, orelse, _back_to(start))
                return
            if not signal.go_on:
                return
    if orelse is not None:
        orelse()


def _for(iterable: Any, body: Function, orelse: Function | None = None) -> None:
    """Run a body with each item, then `orelse` unless the body broke off; a staged iterable makes a staged loop."""
    if isinstance(iterable, Rep):
        _stage_for(iterable, body, orelse)
        return
    if current.blocks:
        _unroll(iterable, body, orelse)
        return
    for item in iterable:
        try:
            body(item)
        except NonLocalLoopExit as signal:
            if not signal.go_on:
                return
    if orelse is not None:
        orelse()


def _unroll(iterable: Any, body: Function, orelse: Function | None) -> None:
    """Run a loop over values of this stage while a program is written.

    When the body may break by a staged test, what is left of a `range` becomes a staged loop; other items follow under
    that test.
    """
    items = iter(iterable)
    for position, item in enumerate(items):
        start = _start([body])
        try:
            body(item)
        except NonLocalLoopExit as signal:
            go_on = signal.go_on
            if isinstance(go_on, Rep) and isinstance(iterable, range):
                _back_to(start)
                rest = iterable[position:]
                _stage_for(reflect(Form("builtins.range", (rest.start, rest.stop, rest.step))), body, orelse)
                return
            if isinstance(go_on, Rep):
                others = tuple(itertools.islice(items, _UNROLLED + 1))
                if len(others) > _UNROLLED:
                    refuse("break", f"a staged test ends a loop over more than {_UNROLLED} values that are not staged")
                _if(go_on, functools.partial(_unroll, others, body, orelse), _nothing)
                return
            if not go_on:
                return
    if orelse is not None:
        orelse()


_UNROLLED = 50
"""How many iterations may follow one another under the tests of those before them."""


def _nothing() -> None:
    return None


# Staged control flow


class _Mark(NamedTuple):
    """A point to go back to: the numbers of steps, names and assignments so far."""

    steps: int
    names: int
    assignments: int


def _mark() -> _Mark:
    opened = open_block("staging")
    assert opened.staging is not None
    return _Mark(len(opened.steps), opened.staging.count, len(opened.staging.journal))


def _go_back(mark: _Mark) -> None:
    """Forget the steps of the open block since a mark, and undo the assignments."""
    opened = current.blocks[-1]
    staging = opened.staging
    assert staging is not None
    staging.count = mark.names
    del opened.steps[mark.steps :]
    for variable, content, symbol in reversed(staging.journal[mark.assignments :]):
        variable.content, variable.symbol = content, symbol
    del staging.journal[mark.assignments :]


def _start(functions: Sequence[Function]) -> tuple[_Mark, Watch]:
    """Give the start of an iteration, to which `_back_to` may go back."""
    return _mark(), Watch(functions)


def _back_to(start: tuple[_Mark, Watch]) -> _Mark:
    """Forget an iteration, which must have changed no Python object."""
    mark, watch = start
    _go_back(mark)
    _refuse_changes(watch)
    return mark


def _refuse_changes(watch: Watch) -> None:
    changed = watch.changed()
    if changed:
        refuse(
            "change of a Python object in staged code",
            f"{changed} changed while a branch or loop was staged, which happens once and not when it runs; assign a "
            "variable instead",
        )


def _until_stable(stage: Callable[[_Mark], _Staged], mark: _Mark, watch: Watch) -> _Staged:
    """Stage blocks from a mark on, again until all variables that they assign from outside are the staged program's."""
    opened = current.blocks[-1]
    while True:
        _go_back(mark)
        try:
            result = stage(mark)
        except Promotion as promotion:
            if promotion.opened.around is not opened:
                raise
            _go_back(mark)
            _promote(promotion.variable)
            mark = _mark()
            continue
        _refuse_changes(watch)
        return result


def _captured(construct: str, function: Function, *arguments: Any) -> tuple[str, Block]:
    """Stage a branch or a body: how it ends (`""`, `return` or `loop`) and its block."""
    with block(construct) as opened:
        try:
            ending, value = "", function(*arguments)
        except NonLocalReturnValue as signal:
            ending, value = "return", signal.value
        except NonLocalLoopExit as signal:
            ending, value = "loop", signal.go_on
        except Exception as error:
            if opened.staging is not None and opened.staging.failure is None and not isinstance(error, StagingError):
                refuse(
                    f"{type(error).__name__} in a staged {construct}",
                    f"it is raised while both ways are staged ({error!r}); staged code cannot raise by a staged test",
                )
            raise
        return ending, finished(opened, as_operand(value))


def _stage_if(test: Rep, body: Function, orelse: Function) -> Any:
    open_block("if")
    condition = test.operand()

    def stage(_: _Mark) -> tuple[tuple[str, Block], tuple[str, Block]]:
        return _captured("if", body), _captured("if", orelse)

    (ending, then), (other, otherwise) = _until_stable(stage, _mark(), Watch([body, orelse]))
    if ending != other:
        refuse("if", "with a staged test it must return, break or continue in all branches or in none")
    if ending == "loop" and then.value == otherwise.value and isinstance(then.value, bool):
        reflect(Form("if", (condition, _with_value(then, None), _with_value(otherwise, None))))
        raise NonLocalLoopExit(then.value)
    value = reflect(Form("if", (condition, then, otherwise)))
    if ending == "return":
        raise NonLocalReturnValue(value)
    if ending == "loop":
        raise NonLocalLoopExit(value)
    return None if then.value is None and otherwise.value is None else value


def _with_value(block: Block, value: Operand) -> Block:
    return Block(block.steps, value)


def _stage_while(test: Function, body: Function, orelse: Function | None, mark: _Mark) -> None:
    """Write a `while` down; its test is staged once more before it, as the paper does, unless that has effects."""

    def stage(mark: _Mark) -> tuple[Block, Block]:
        test()
        if not all(isinstance(step, Let) and step.form.head in PURE for step in current.blocks[-1].steps[mark.steps :]):
            _go_back(mark)
        _, condition = _captured("while", test)
        return condition, _loop_body("while", body)

    condition, repeated = _until_stable(stage, mark, Watch([test, body]))
    _end_of_loop(reflect(Form("while", (condition, repeated))), orelse)


def _stage_for(iterable: Rep, body: Function, orelse: Function | None) -> None:
    staging = open_block("for").staging
    assert staging is not None
    over = iterable.operand()

    def stage(_: _Mark) -> tuple[str, Block]:
        name = staging.fresh()
        return name, _loop_body("for", body, Rep(Symbol(name)))

    name, repeated = _until_stable(stage, _mark(), Watch([body]))
    _end_of_loop(reflect(Form("for", (Symbol(name), over, repeated))), orelse)


def _loop_body(construct: str, body: Function, *arguments: Any) -> Block:
    ending, repeated = _captured(construct, body, *arguments)
    if ending == "return":
        refuse(construct, "a `return` in a staged loop, inside `try`, `with` or `match`")
    return _with_value(repeated, None) if repeated.value is True else repeated


def _end_of_loop(completed: Rep, orelse: Function | None) -> None:
    """Stage the `else` of a loop: the value of a loop tells whether it ended by itself."""
    if orelse is not None:
        _if(completed, orelse, _nothing)


# The rest


def _call(function: Function, *arguments: Any, **keywords: Any) -> Any:
    """Call what is named as a built-in function that Python cannot overload; staged arguments make it a step.

    `print` is a step of every program that is being staged: it prints when the program runs.
    """
    name = _BUILTINS.get(id(function))
    if name is None:
        return function(*arguments, **keywords)
    staged = any(isinstance(each, Rep) for each in (*arguments, *keywords.values()))
    if not staged and not (name == "print" and current.blocks):
        return function(*arguments, **keywords)
    if name == "isinstance" and arguments[1] is Rep:
        return isinstance(*arguments)
    if name in ("isinstance", "type"):
        refuse(f"{name}()", "the type of a staged value is not known; decide on a value of this stage")
    return reflect(Form(f"builtins.{name}", call_operands(arguments, keywords)))


_BUILTINS: dict[int, str] = {
    id(each): each.__name__
    for each in (bool, float, int, isinstance, len, max, min, print, range, type)  # as STAGED_BUILTINS
}


def _unpack(value: Any, count: int) -> Any:
    """Give what is to be unpacked into `count` targets; a staged value gives its items."""
    if isinstance(value, Rep):
        return tuple(value[position] for position in range(count))
    return value


def _unstaged(construct: str, value: Any = None) -> Any:
    """Give the value, in a construct that cannot be staged: refused while a program is staged.

    A `match` is refused for staged subjects only.
    """
    if isinstance(value, Rep) or (current.blocks and construct != "match"):
        refuse(construct, "it would take effect once, while the function is staged; move it out of staged code")
    return value


def _named(name: str) -> Callable[[Function], Function]:
    """Give a function the name that it has in the text; virtualization moved it to another one."""

    def rename(function: Function) -> Function:
        prefix, dot, _ = function.__qualname__.rpartition(".")
        function.__name__, function.__qualname__ = name, f"{prefix}{dot}{name}"
        return function

    return rename


def staged_call_name(staging: Staging, function: object) -> str | None:
    """Give the name of a function that the program defines already, where its definition can be seen."""
    known = staging.functions.get(id(function))
    return known[1] if known and any(each is known[2] for each in current.blocks) else None
