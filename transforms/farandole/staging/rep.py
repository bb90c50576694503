"""Staged values: what is done to a `Rep` is written down as a step of a program instead of being done.

Sections 5.2 to 5.5 of "The 800 Pound Python in the Machine Learning Room". A `Staging` is one program that is being
written, with the blocks that are open in it; each thread has its own.
"""

from __future__ import annotations

import inspect
import itertools
import sys
import threading
import types
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any, NoReturn

from farandole.staging.errors import Site, StagingError
from farandole.staging.sexpr import HEADS, Block, Def, Form, Keyword, Let, Operand, Step, Symbol, operand

HERE = __file__.rpartition("rep.py")[0]


class NonLocalExit(BaseException):
    """A `return`, `break` or `continue` on its way out of the functions that virtualization made."""


class NonLocalReturnValue(NonLocalExit):
    """A `return` with its value (section 3.4 of the paper)."""

    def __init__(self, value: Any) -> None:
        super().__init__()
        self.value = value


class NonLocalLoopExit(NonLocalExit):
    """The end of an iteration: `go_on` is True for `continue`, False for `break`, or a `Rep` of one of them."""

    def __init__(self, go_on: Any) -> None:
        super().__init__()
        self.go_on = go_on


class Promotion(BaseException):
    """A variable is assigned in a staged block that it does not belong to: the block is staged anew, with it staged."""

    def __init__(self, variable: Variable, opened: Opened) -> None:
        super().__init__()
        self.variable, self.opened = variable, opened


class _Unbound:
    def __repr__(self) -> str:
        return "unbound"


UNBOUND = _Unbound()


class Variable:
    """A lifted variable: a cell with a value of this stage, or, once promoted, a variable of the staged program."""

    __slots__ = ("content", "opened", "symbol")

    def __init__(self, content: Any = UNBOUND) -> None:
        self.content = content
        self.symbol: Rep | None = None
        self.opened = current.blocks[-1] if current.blocks else None


@dataclass(eq=False)
class Opened:
    """A block that is being written."""

    steps: list[Step] = field(default_factory=list)
    around: Opened | None = None
    staging: Staging | None = None
    construct: str = ""
    site: Site | None = None


@dataclass(eq=False)
class Staging:
    """A program that is being written."""

    taken: set[str] = field(default_factory=lambda: set(HEADS))
    constants: list[Any] = field(default_factory=list)
    functions: dict[int, tuple[object, str, Opened]] = field(default_factory=dict)
    journal: list[tuple[Variable, Any, Rep | None]] = field(default_factory=list)
    failure: StagingError | None = None
    count: int = 0

    def fresh(self) -> str:
        """Give a name that is not in the program."""
        while (name := f"x{self.count}") in self.taken:
            self.count += 1
        self.count += 1
        return name


class _Current(threading.local):
    """The blocks that are open in this thread, the innermost last."""

    def __init__(self) -> None:
        self.blocks: list[Opened] = []


current = _Current()


def user_frame() -> types.FrameType:
    """Give the frame of the user's code that led here."""
    frame = sys._getframe(1)
    while frame.f_back is not None and frame.f_code.co_filename.startswith(HERE):
        frame = frame.f_back
    return frame


def user_site() -> Site:
    """Give the place in the user's code that led here."""
    frame = user_frame()
    return Site(frame.f_code.co_filename, frame.f_lineno)


def refuse(construct: str, reason: str, site: Site | None = None) -> NoReturn:
    """Raise a StagingError at a site, or at the user's code that runs; the staging under way fails, whoever catches it.

    To TensorFlow's own code it is a TypeError: then TensorFlow asks its dispatchers, of which one reflects the call.
    """
    if str(user_frame().f_globals.get("__name__")).startswith("tensorflow."):
        raise TypeError(f"{construct}: {reason}")
    error = StagingError(construct, reason, site or user_site())
    if current.blocks and (staging := current.blocks[-1].staging) and staging.failure is None:
        staging.failure = error
    raise error


def open_block(construct: str) -> Opened:
    """Give the innermost open block; raises StagingError when nothing is being staged."""
    if not current.blocks:
        refuse(construct, "on a staged value outside of `reify` and `@stage`")
    return current.blocks[-1]


@contextmanager
def block(construct: str, staging: Staging | None = None) -> Iterator[Opened]:
    """Open a block for as long as the context lasts, in the program under way or in `staging`."""
    around = current.blocks[-1] if current.blocks and staging is None else None
    opened = Opened(
        around=around,
        staging=staging or (around.staging if around else Staging()),
        construct=construct,
        site=user_site(),
    )
    outer = current.blocks
    current.blocks = [*outer, opened] if staging is None else [opened]
    try:
        yield opened
    finally:
        current.blocks = outer


def reflect(form: Form | list[Any] | tuple[Any, ...]) -> Rep:
    """Write an operation down as a step of the open block and give the `Rep` of its value.

    A list `[head, operand...]` may stand for the form, as in the paper. Outside of blocks the operation itself is the
    value, so that `addOne(Rep("in"))` shows `(+ in 1)`.
    """
    if not isinstance(form, Form):
        head, *operands = form
        form = Form(str(head), tuple(as_operand(each) for each in operands))
    if not current.blocks:
        return Rep(form)
    opened = current.blocks[-1]
    assert opened.staging is not None
    name = opened.staging.fresh()
    opened.steps.append(Let(name, form))
    return Rep(Symbol(name), opened)


def reify(function: Callable[..., Any], *arguments: Any) -> Block:
    """Run a function and give the block of the steps that it reflects, with what it returns as its value."""
    with block("reify") as opened:
        value = as_operand(function(*arguments))
        return finished(opened, value)


def finished(opened: Opened, value: Operand) -> Block:
    """Give a block that has been written; raises the StagingError that its program failed with, if it did."""
    assert opened.staging is not None
    if opened.staging.failure is not None:
        raise opened.staging.failure
    return Block(tuple(opened.steps), value)


_ATOMS = (int, float, complex, bool, str, type(None))


def as_operand(value: Any) -> Operand:
    """Give a value as an operand of the open block: a staged one by name, a plain one as it is, others as constants.

    Raises StagingError when the value belongs to another block, that is, when it does not exist here.
    """
    match value:
        case Rep():
            return value.operand()
        case _ if type(value) in _ATOMS:
            return value  # type: ignore[no-any-return]
        case Symbol() | Form() | Block() | Keyword():
            return value
        case tuple() if type(value) is tuple or hasattr(value, "_fields"):
            return Form("tuple", tuple(map(as_operand, value)))
        case list() if type(value) is list:
            return Form("list", tuple(map(as_operand, value)))
        case dict() if type(value) is dict:
            pairs = (Form("tuple", (as_operand(key), as_operand(each))) for key, each in value.items())
            return Form("dict", tuple(pairs))
        case slice():
            return Form("slice", tuple(map(as_operand, (value.start, value.stop, value.step))))
        case Variable():
            refuse("variable", "a lifted variable itself is used as a value")
    return _constant(value).operand()


def constant(value: Any) -> Any:
    """Give an object of this stage, such as a layer or a variable, as a staged value, so that calls of it are steps.

    Outside of staging the object itself is given.
    """
    return _constant(value) if current.blocks else value


def _constant(value: Any) -> Rep:
    """Give an object as a constant of the program: `$0`, `$1`, ..."""
    opened = open_block("constant")
    assert opened.staging is not None
    constants = opened.staging.constants
    for number, known in enumerate(constants):
        if known is value:
            return Rep(Symbol(f"${number}"))
    constants.append(value)
    return Rep(Symbol(f"${len(constants) - 1}"))


class Rep:
    """A value that will be known only when the staged program runs.

    Operators, attributes, items and calls are reflected. What Python cannot overload (the truth of a value, iteration,
    a hash, its text) raises a StagingError that names the line.
    """

    __slots__ = ("_node", "_opened")

    def __init__(self, node: str | Operand, opened: Opened | None = None) -> None:
        """Make the staged value of this name, or of this operation outside of blocks."""
        self._node: Operand = Symbol(node) if isinstance(node, str) else node
        self._opened = opened

    def operand(self) -> Operand:
        """Give the value as an operand; raises StagingError where it does not exist."""
        if self._opened is not None and not any(each is self._opened for each in current.blocks):
            where = (
                f"the staged {self._opened.construct} at {self._opened.site}" if self._opened.construct else "staging"
            )
            refuse(operand(self._node), f"a value of {where} is used outside of it; bind it to a variable there")
        return self._node

    def __repr__(self) -> str:
        """Show the value's name in the program."""
        return f"Rep({operand(self._node)})"

    def __getattr__(self, name: str) -> Rep:
        if name.startswith("__") and name.endswith("__"):
            raise AttributeError(name)  # a protocol that is asked for
        return _Attribute(self, name)

    def __setattr__(self, name: str, value: Any) -> None:
        if name not in Rep.__slots__:
            refuse(f".{name} = ", "an attribute of a staged value cannot be set")
        object.__setattr__(self, name, value)

    def __call__(self, *arguments: Any, **keywords: Any) -> Rep:
        return reflect(Form("apply", (self.operand(), *call_operands(arguments, keywords))))

    def __getitem__(self, item: Any) -> Rep:
        return reflect(Form("item", (self.operand(), as_operand(item))))

    def __setitem__(self, item: Any, value: Any) -> None:
        open_block("[] = ")
        reflect(Form("set-item", (self.operand(), as_operand(item), as_operand(value))))

    def __bool__(self) -> NoReturn:
        refuse(
            "truth of a staged value",
            "Python decides on it here, in code that is not virtualized; use `if`, `while`, `and`, `or` or `not` in a "
            "function under @lms",
        )

    def __iter__(self) -> NoReturn:
        refuse("iteration over a staged value", "use a `for` statement in a function under @lms, or index it")

    def __hash__(self) -> int:
        refuse("hash of a staged value", "it cannot be a key of a dict or an item of a set")

    def __len__(self) -> NoReturn:
        refuse("len() of a staged value", "Python wants a number now; call `len` in a function under @lms")

    def __index__(self) -> NoReturn:
        refuse("staged value as a number", "Python wants the number now, as an index or a count")

    __int__ = __index__
    __float__ = __complex__ = __index__

    def __str__(self) -> str:
        """Show the value, where no program is being staged that would have the text instead of the value."""
        if current.blocks:
            refuse("text of a staged value", "Python wants the text now; pass the value itself to `print` under @lms")
        return operand(self._node)

    def __format__(self, specification: str) -> str:
        return format(str(self), specification)

    def __contains__(self, item: Any) -> NoReturn:
        refuse("in", "Python decides on it here; loop over the staged value or call a function of its library")

    def __array_ufunc__(self, function: Any, method: str, *inputs: Any, **keywords: Any) -> Rep:
        """Reflect a universal function of NumPy (NEP 13)."""
        if method != "__call__":
            refuse(f"numpy.{function.__name__}.{method}", "methods of universal functions are not staged")
        return reflect(Form(f"numpy.{function.__name__}", call_operands(inputs, keywords)))

    def __array_function__(self, function: Any, types: Any, inputs: Any, keywords: Any) -> Rep:
        """Reflect a function of NumPy (NEP 18)."""
        return library_call(function, inputs, keywords)

    @classmethod
    def __torch_function__(cls, function: Any, types: Any, inputs: Any = (), keywords: Any = None) -> Any:
        """Reflect a function of PyTorch (its protocol for subclasses and likenesses of tensors)."""
        return library_call(function, inputs, keywords or {})


OPERATORS = {
    **{"add": "+", "sub": "-", "mul": "*", "truediv": "/", "floordiv": "//", "mod": "%", "pow": "**", "matmul": "@"},
    **{"and": "&", "or": "|", "xor": "^", "lshift": "<<", "rshift": ">>"},
}
COMPARISONS = {"lt": "<", "le": "<=", "gt": ">", "ge": ">=", "eq": "==", "ne": "!="}
UNARY = {"neg": "neg", "pos": "pos", "invert": "~", "abs": "abs"}
PURE = {*OPERATORS.values(), *COMPARISONS.values(), *UNARY.values(), "not", "get", "tuple"}
"""Heads of operations that only compute."""


def _overload() -> None:
    """Give `Rep` its operators: `a + b` is reflected as `(+ a b)`."""

    def binary(head: str, reverse: bool) -> Callable[[Rep, Any], Any]:
        def apply(self: Rep, other: Any) -> Any:
            operands = (self.operand(), as_operand(other))
            return reflect(Form(head, operands[::-1] if reverse else operands))

        return apply

    def unary(head: str) -> Callable[[Rep], Any]:
        return lambda self: reflect(Form(head, (self.operand(),)))

    for name, head in (OPERATORS | COMPARISONS).items():
        setattr(Rep, f"__{name}__", binary(head, reverse=False))
    for name, head in OPERATORS.items():
        setattr(Rep, f"__r{name}__", binary(head, reverse=True))
    for name, head in UNARY.items():
        setattr(Rep, f"__{name}__", unary(head))


_overload()


class _Attribute(Rep):
    """An attribute of a staged value: a method when it is called, else read when it is used first."""

    __slots__ = ("_name", "_of")
    _name: str
    _of: Rep

    def __init__(self, of: Rep, name: str) -> None:
        super().__init__(None)
        object.__setattr__(self, "_of", of)
        object.__setattr__(self, "_name", name)

    def operand(self) -> Operand:
        if self._opened is None and self._node is None:
            read = reflect(Form("attribute", (self._of.operand(), self._name)))
            self._node, self._opened = read._node, read._opened
        return super().operand()

    def __call__(self, *arguments: Any, **keywords: Any) -> Rep:
        return reflect(Form("method", (self._of.operand(), self._name, *call_operands(arguments, keywords))))

    def __repr__(self) -> str:
        return f"{self._of!r}.{self._name}"


def call_operands(arguments: Any, keywords: dict[str, Any]) -> tuple[Operand, ...]:
    """Give the arguments of a call as operands."""
    return (
        *(as_operand(each) for each in arguments),
        *(Keyword(name, as_operand(each)) for name, each in keywords.items()),
    )


def library_call(function: Any, arguments: Any, keywords: dict[str, Any]) -> Rep:
    """Reflect the call of a function of a library, by its public name where it has one."""
    name = library_name(function)
    if name is None:
        return reflect(Form("apply", (_constant(function).operand(), *call_operands(arguments, keywords))))
    if name.startswith("torch.Tensor."):
        [receiver, *rest], method = arguments, name.rpartition(".")[2]
        plain = method.strip("_") if method.startswith("__") else ""
        if method == "__get__":
            return _constant(receiver) if not isinstance(receiver, Rep) else receiver
        if plain in OPERATORS | COMPARISONS and len(rest) == 1 and not keywords:
            return reflect(Form((OPERATORS | COMPARISONS)[plain], (*map(as_operand, (receiver, *rest)),)))
        if plain[:1] == "r" and plain[1:] in OPERATORS and len(rest) == 1:
            return reflect(Form(OPERATORS[plain[1:]], call_operands([*rest, receiver], {})))
        return reflect(Form("method", (as_operand(receiver), method, *call_operands(rest, keywords))))
    return reflect(Form(name, call_operands(arguments, keywords)))


def library_name(function: Any) -> str | None:
    """Give the dotted name by which a function can be imported, or None."""
    torch = sys.modules.get("torch")
    if torch is not None and (resolved := torch.overrides.resolve_name(function)):
        return str(resolved)
    exported = getattr(inspect.unwrap(function), "_tf_api_names", None)
    if exported:
        return f"tensorflow.{min(exported, key=lambda name: (name.count('.'), name))}"
    module, name = getattr(function, "__module__", None), getattr(function, "__qualname__", None)
    if not module or not name or "<" in name:
        return None
    found: Any = sys.modules.get(module)
    for part in name.split("."):
        found = getattr(found, part, None)
    return f"{module}.{name}" if found is function else None


def watch_tensorflow() -> None:
    """Have TensorFlow's functions reflect their calls on staged values, where TensorFlow is imported already."""
    tensorflow = sys.modules.get("tensorflow")
    if tensorflow is None or getattr(watch_tensorflow, "done", False):
        return
    dispatch: Any = tensorflow.__internal__.dispatch

    class Staged(dispatch.GlobalOpDispatcher):  # type: ignore[misc]
        """Reflects what no kernel takes."""

        def handle(self, operation: Any, arguments: Any, keywords: Any) -> Any:
            flat = itertools.chain(arguments, keywords.values())
            if any(_has_rep(each) for each in flat):
                return library_call(operation, arguments, keywords)
            return self.NOT_SUPPORTED

    Staged().register()
    watch_tensorflow.done = True  # type: ignore[attr-defined]


def _has_rep(value: Any) -> bool:
    return isinstance(value, Rep) or (isinstance(value, list | tuple) and any(map(_has_rep, value)))


def define(name: str, parameters: tuple[str, ...], body: Block) -> None:
    """Write a function down as a step of the open block (the paper's `reflectDef`)."""
    open_block("def").steps.append(Def(name, parameters, body))
